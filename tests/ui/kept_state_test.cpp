// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody has set up in a window is there again after the next start, and can be seen.
#include "clients/clients_panel.hpp"
#include "findings/findings_panel.hpp"
#include "language.hpp"
#include "main_window.hpp"
#include "models/lock_table_model.hpp"
#include "panels/audit_panel.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/filter_field.hpp"
#include "panels/lock_table.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "window_stage.hpp"

#include "lockscope/audit_log.hpp"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::ui;
using test::StageServer;
using test::WindowStage;

namespace {

constexpr int kPatience = 30'000;
const std::string kOwner = "9f45b6a1-0000-0000-0000-0000000000e1:57";

/// One start of the program; it ends with a closed window.
struct Start
{
    Settings settings;
    Language language;
    Session session;
    MainWindow window{session, settings, language};

    explicit Start(const QTemporaryDir& folder)
        : settings(folder.filePath(QStringLiteral("settings.ini")))
        , session(WindowStage::options(folder))
    {
        window.show();
    }
    Start(const QTemporaryDir& folder, const StageServer& server) : Start(folder)
    {
        session.connectTo(server.sandbox.endpoint());
    }
    ~Start() { window.close(); }

    bool isConnected() const { return session.state() == Session::State::connected; }
    LockTableModel& model() { return *window.findChild<LockTableModel*>(); }
    LockTable& table() { return *window.findChild<LockTable*>(); }
    FilterField& filter() { return *window.findChild<FilterField*>(); }
    bool shows(const std::string& lock) { return model().rowOf(lock) >= 0; }
    void press(const QKeySequence& keys) { QTest::keySequence(&window, keys); }

    /// In the panel below that this number brings to the front.
    QWidget* control(int panel, const QString& name)
    {
        const QWidget* area = window.findChild<BottomPanels*>()->widget(panel - 1);
        for (QWidget* each : area->findChildren<QWidget*>()) {
            if (each->accessibleName() == name) {
                return each;
            }
        }
        qFatal("there is no \"%s\" in the panel %d", qPrintable(name), panel);
    }
    QAction* action(const QString& text)
    {
        for (QAction* each : window.findChildren<QAction*>()) {
            if (each->text().remove(QLatin1Char('&')) == text) {
                return each;
            }
        }
        qFatal("there is no action \"%s\"", qPrintable(text));
    }
};

/// What somebody does in a control.
struct Choosing
{
    int panel;
    QString name;
    QString keys;
    int down;
};

/// What the control says.
QString said(QWidget* control)
{
    if (const auto* box = qobject_cast<QComboBox*>(control)) {
        return box->currentText();
    }
    if (const auto* list = qobject_cast<QListWidget*>(control)) {
        return list->currentItem()->text();
    }
    return qobject_cast<QLineEdit*>(control)->text();
}

} // namespace

class KeptStateTest : public QObject
{
    Q_OBJECT

private slots:
    void theFilterOfTheLocks();
    void groupsThatWereOpen_data();
    void groupsThatWereOpen();
    void whatWasChosenInThePanels_data();
    void whatWasChosenInThePanels();
    void theKindOfActionInTheAudit();
    void whatWasSearchedForAmongProblemsIsNotKept();
    void severitiesOfFindings();
    void theWaitForGraph();
    void nonsenseIsLeftAside_data();
    void nonsenseIsLeftAside();
};

void KeptStateTest::theFilterOfTheLocks()
{
    StageServer server;
    server.redis.expect({"HSET", "orders:1", kOwner, "1"});
    server.redis.expect({"HSET", "stock:1", kOwner, "1"});
    const QTemporaryDir folder;
    {
        Start start(folder, server);
        QTRY_VERIFY_WITH_TIMEOUT(start.shows("orders:1") && start.shows("stock:1"), kPatience);
        QTest::keyClicks(&start.filter(), QStringLiteral("orders"));
        QTRY_VERIFY(!start.shows("stock:1"));
    }
    Start start(folder, server);
    QTRY_VERIFY_WITH_TIMEOUT(start.shows("orders:1"), kPatience);
    QTRY_COMPARE(start.model().total(), std::size_t(2));
    QVERIFY(!start.shows("stock:1"));
    QCOMPARE(start.filter().text(), QStringLiteral("orders")); // who misses a lock sees why
    QVERIFY(start.filter().isVisible());
    start.action(QStringLiteral("Previous filter"))->trigger();
    QTRY_VERIFY(start.shows("stock:1"));
}

void KeptStateTest::groupsThatWereOpen_data()
{
    QTest::addColumn<QKeySequence>("all");
    QTest::addColumn<bool>("others");
    QTest::newRow("one opened") << QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_G) << false;
    QTest::newRow("one closed") << QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G) << true;
}

void KeptStateTest::groupsThatWereOpen()
{
    QFETCH(QKeySequence, all);
    QFETCH(bool, others);
    StageServer server;
    for (const char* lock : {"a\xff:1", "b:1", "c:1"}) {
        server.redis.expect({"HSET", lock, kOwner, "1"});
    }
    const QTemporaryDir folder;
    {
        Start start(folder, server);
        QTRY_VERIFY_WITH_TIMEOUT(start.isConnected(), kPatience);
        start.press(QKeySequence(Qt::CTRL | Qt::Key_G));
        start.press(all);
        QTRY_COMPARE_WITH_TIMEOUT(start.model().total(), std::size_t(3), kPatience);
        QTRY_COMPARE(start.model().rowCount(), others ? 6 : 3);
        start.table().setCurrentIndex(start.model().index(0, static_cast<int>(LockColumn::name)));
        QTest::keyClick(&start.table(), Qt::Key_Space);
        QTRY_COMPARE(start.shows("a\xff:1"), !others);
    }
    Start start(folder, server);
    QTRY_COMPARE_WITH_TIMEOUT(start.model().total(), std::size_t(3), kPatience);
    QTRY_COMPARE(start.model().rowCount(), others ? 5 : 4);
    QCOMPARE(start.shows("a\xff:1"), !others);
    QCOMPARE(start.shows("b:1"), others);
    QCOMPARE(start.shows("c:1"), others);
}

void KeptStateTest::whatWasChosenInThePanels_data()
{
    QTest::addColumn<std::vector<Choosing>>("all");
    QTest::newRow("each control") << std::vector<Choosing>{
        {1, QStringLiteral("Filter events"), QStringLiteral("orders"), 0},
        {1, QStringLiteral("Kind of events"), {}, 5},
        {1, QStringLiteral("Time range"), {}, 2},
        {3, QStringLiteral("Chart"), {}, 2},
        {3, QStringLiteral("Time range"), {}, 2},
        {3, QStringLiteral("Which locks"), {}, 1},
        {4, QStringLiteral("Search clients"), QStringLiteral("pay"), 0},
        {7, QStringLiteral("Filter commands"), QStringLiteral("eval"), 0},
        {7, QStringLiteral("Meaning of the commands"), {}, 3},
        {8, QStringLiteral("Filter actions"), QStringLiteral("stuck"), 0},
        {8, QStringLiteral("Outcome of the actions"), {}, 2},
        {8, QStringLiteral("Time range"), {}, 3},
    };
    QTest::newRow("problems among events") << std::vector<Choosing>{{1, QStringLiteral("Kind of events"), {}, 1}};
}

void KeptStateTest::whatWasChosenInThePanels()
{
    QFETCH(std::vector<Choosing>, all);
    const QTemporaryDir folder;
    QStringList chosen;
    const auto saidInAll = [&all](Start& start) {
        QStringList words;
        for (const Choosing& each : all) {
            words << said(start.control(each.panel, each.name));
        }
        return words;
    };
    {
        Start start(folder);
        const QStringList before = saidInAll(start);
        for (const Choosing& each : all) {
            QWidget* control = start.control(each.panel, each.name);
            QTest::keyClicks(control, each.keys);
            for (int i = 0; i < each.down; ++i) {
                QTest::keyClick(control, Qt::Key_Down);
            }
        }
        chosen = saidInAll(start);
        for (qsizetype i = 0; i < chosen.size(); ++i) {
            QVERIFY2(chosen[i] != before[i], qPrintable(all[static_cast<std::size_t>(i)].name));
        }
    }
    Start start(folder);
    QCOMPARE(saidInAll(start), chosen);
}

/// On another day, or another server, it would hide what is wrong there.
void KeptStateTest::whatWasSearchedForAmongProblemsIsNotKept()
{
    const QTemporaryDir folder;
    const QString field = QStringLiteral("Search findings");
    {
        Start start(folder);
        QTest::keyClicks(start.control(2, field), QStringLiteral("dead"));
        QCOMPARE(said(start.control(2, field)), QStringLiteral("dead"));
    }
    Start start(folder);
    QCOMPARE(said(start.control(2, field)), QString());
}

/// Which there are is known only when the log has been read.
void KeptStateTest::theKindOfActionInTheAudit()
{
    const StageServer server;
    const QTemporaryDir folder;
    AuditLog log(WindowStage::options(folder).auditFile);
    for (const char* action : {"extend", "force-release"}) {
        AuditEntry entry;
        entry.action = action;
        entry.lock = "orders:1";
        entry.outcome = "done";
        log.append(entry);
    }
    const auto isRead = [](Start& start) { return start.window.findChild<AuditPanel*>()->model().rowCount() == 2; };
    const QString box = QStringLiteral("Kind of actions");
    {
        Start start(folder, server);
        QTRY_VERIFY_WITH_TIMEOUT(start.isConnected(), kPatience);
        start.press(QKeySequence(Qt::ALT | Qt::Key_8));
        QTRY_VERIFY_WITH_TIMEOUT(isRead(start), kPatience);
        QTest::keyClick(start.control(8, box), Qt::Key_Down);
        QTest::keyClick(start.control(8, box), Qt::Key_Down);
        QCOMPARE(said(start.control(8, box)), QStringLiteral("force-release"));
    }
    Start start(folder, server);
    QTRY_VERIFY_WITH_TIMEOUT(isRead(start), kPatience);
    QCOMPARE(said(start.control(8, box)), QStringLiteral("force-release"));
    const std::vector<AuditEntry> shown = start.window.findChild<AuditPanel*>()->shownEntries();
    QCOMPARE(shown.size(), std::size_t(1));
    QCOMPARE(shown.front().action, std::string("force-release"));
}

void KeptStateTest::severitiesOfFindings()
{
    const StageServer server;
    const QTemporaryDir folder;
    const auto checked = [](Start& start) {
        QList<bool> all;
        for (const QToolButton* button : start.window.findChild<FindingsPanel*>()->findChildren<QToolButton*>()) {
            if (button->isCheckable()) {
                all << button->isChecked();
            }
        }
        return all;
    };
    const QList<bool> chosen{true, true, false}; // only those that are no mere information
    {
        Start start(folder, server);
        QTRY_VERIFY_WITH_TIMEOUT(start.isConnected(), kPatience);
        start.press(QKeySequence(Qt::ALT | Qt::Key_2));
        QCOMPARE(checked(start), (QList<bool>{true, true, true}));
        QList<QToolButton*> buttons = start.window.findChild<FindingsPanel*>()->findChildren<QToolButton*>();
        buttons.removeIf([](const QToolButton* each) { return !each->isCheckable(); });
        QTest::mouseClick(buttons.last(), Qt::LeftButton);
        QCOMPARE(checked(start), chosen);
    }
    Start start(folder, server);
    QCOMPARE(checked(start), chosen);
}

void KeptStateTest::theWaitForGraph()
{
    const StageServer server;
    const QTemporaryDir folder;
    const auto page = [](Start& start) {
        return start.window.findChild<ClientsPanel*>()->findChild<QStackedWidget*>()->currentIndex();
    };
    {
        Start start(folder, server);
        QTRY_VERIFY_WITH_TIMEOUT(start.isConnected(), kPatience);
        QCOMPARE(page(start), 0);
        start.action(QStringLiteral("Wait-for graph"))->trigger();
        QCOMPARE(page(start), 1);
    }
    Start start(folder, server);
    QCOMPARE(page(start), 1);
    QVERIFY(start.action(QStringLiteral("Wait-for graph"))->isChecked());
    QVERIFY(!start.control(4, QStringLiteral("Search clients"))->isVisible());
}

void KeptStateTest::nonsenseIsLeftAside_data()
{
    // Each entry is judged for itself, so several may be in one file.
    QTest::addColumn<QVariantMap>("kept");
    QTest::newRow("values that are none") << QVariantMap{
        {QStringLiteral("table/filter"), QStringLiteral("type:fair (")},
        {QStringLiteral("table/groups"), QStringLiteral("%%%")},
        {QStringLiteral("panels/choices-events"), 17},
        {QStringLiteral("panels/choices-contention"), QStringList{QStringLiteral("chart"), QStringLiteral("99")}},
        {QStringLiteral("panels/choices-clients"), QStringList{QStringLiteral("page"), QStringLiteral("somewhere")}},
    };
    QStringList odd;
    odd << QStringLiteral("kind") << QStringLiteral("exploded");
    odd << QStringLiteral("colour") << QStringLiteral("red");
    odd << QStringLiteral("text") << QString(100'000, QLatin1Char('x'));
    odd << QStringLiteral("text") << QStringLiteral("a\nb");
    odd << QStringLiteral("minutes") << QStringLiteral("-5");
    odd << QStringLiteral("kind"); // and no value
    QTest::newRow("lists") << QVariantMap{
        {QStringLiteral("table/filter"), QStringList{QStringLiteral("a"), QStringLiteral("b")}},
        {QStringLiteral("panels/choices-events"), odd},
        {QStringLiteral("panels/choices-contention"), QStringList{QStringLiteral("minutes"), QString()}},
    };
}

void KeptStateTest::nonsenseIsLeftAside()
{
    QFETCH(QVariantMap, kept);
    const QTemporaryDir folder;
    {
        QSettings file(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        for (auto each = kept.cbegin(); each != kept.cend(); ++each) {
            file.setValue(each.key(), each.value());
        }
    }
    Start start(folder);
    QCOMPARE(start.filter().text(), QString());
    QVERIFY(start.model().folds() == GroupFolds());
    QCOMPARE(said(start.control(1, QStringLiteral("Filter events"))), QString());
    QCOMPARE(said(start.control(1, QStringLiteral("Kind of events"))), QStringLiteral("All kinds"));
    QCOMPARE(said(start.control(1, QStringLiteral("Time range"))), QStringLiteral("Any time"));
    QCOMPARE(said(start.control(3, QStringLiteral("Chart"))), QStringLiteral("Clients waiting"));
    QCOMPARE(said(start.control(3, QStringLiteral("Time range"))), QStringLiteral("Last 5 minutes"));
    QCOMPARE(start.window.findChild<ClientsPanel*>()->findChild<QStackedWidget*>()->currentIndex(), 0);
}

QTEST_MAIN(KeptStateTest)
#include "kept_state_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/evict_waiter_dialog.hpp"
#include "dialogs/multi_repair_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "findings/finding_detail.hpp"
#include "findings/findings_panel.hpp"
#include "lock_states.hpp"
#include "panels/export_button.hpp"
#include "panels/mouse_hold.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::RedisClient;

namespace {

const std::string kHostile = "=<img src='x'>\xe2\x80\xae\n\xff";

LockState endless(const std::string& name)
{
    return heldLock(name, holder(kAlice, 57), milliseconds{-1});
}

LockState haunted(const std::string& name)
{
    LockState state = heldLock(name, holder(kAlice, 57));
    state.type = LockType::fair;
    state.held_since = std::chrono::system_clock::now();
    state.waiters = {waiter(kBob, 3, state.server_time + 300'000), waiter(kCarol, 12, state.server_time + 600'000)};
    state.waiters.back().stale = true;
    state.waiters.back().subscribed = false;
    state.waiters_total = 2;
    return state;
}

QStringList texts(const QWidget& widget)
{
    QStringList all;
    for (const auto* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget)) {
            all << label->text();
        }
    }
    return all;
}

bool says(const QWidget& widget, const QString& part)
{
    return texts(widget).join(QLatin1Char('\n')).contains(part);
}

} // namespace

class FindingsPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init();
    void cleanup();

    void nothingFoundIsSaid();
    void findingsComeAndGo();
    void noRowComesUnderAMouseThatIsAboutToClick();
    void eachRowExplainsItself();
    void severitiesAndTextFilter();
    void theKeysGoAsTheBarStands();
    void theExplanationShowsThatItHasTheKeys_data();
    void theExplanationShowsThatItHasTheKeys();
    void returnLeadsToTheLock();
    void countsAreToldWhileHidden();
    void whatIsExportedWhileHiddenIsOfNow();
    void theRepairOfAHiddenPanelIsOfNow();
    void repairNeedsAdminMode();
    void theRepairIsTheOneThatFits();
    void severalQueuesAreRepairedTogether();
    void aRealGhostIsFoundAndEvicted();
    void hostileNamesStayPlainText();
    void clientsAreNamedAndSoInTheRepair();
    void aDisconnectForgets();

private:
    void tell(const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
    {
        MonitorBatch batch;
        batch.changes.push_back({kind, shared(state)});
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }
    [[nodiscard]] QTableView& table() const { return m_panel->findChild<TablePage*>()->table(); }
    [[nodiscard]] int rows() const { return table().model()->rowCount(); }
    [[nodiscard]] QString cell(int row, FindingsModel::Column column) const
    {
        return table().model()->index(row, column).data().toString();
    }
    [[nodiscard]] const FindingDetail& detail() const { return *m_panel->findChild<FindingDetail*>(); }
    [[nodiscard]] QAction* repair() const { return m_panel->actions().front(); }

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FindingsPanel> m_panel;
};

void FindingsPanelTest::init()
{
    SessionOptions options;
    options.auditFile = m_folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
    m_session = std::make_unique<Session>(options);
    m_panel = std::make_unique<FindingsPanel>(*m_session);
    m_panel->resize(1100, 300);
    m_panel->show();
}

void FindingsPanelTest::cleanup()
{
    m_panel.reset();
    m_session.reset();
}

void FindingsPanelTest::nothingFoundIsSaid()
{
    QVERIFY(says(*m_panel, QStringLiteral("once it is connected")));
    QVERIFY(!says(*m_panel, QStringLiteral("Select a finding"))); // there is none to select
    m_session->startSandbox();
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    QVERIFY(!says(*m_panel, QStringLiteral("once it is connected")));
    m_session->close();
    QTRY_VERIFY(says(*m_panel, QStringLiteral("once it is connected")));
}

void FindingsPanelTest::findingsComeAndGo()
{
    const QAbstractItemModelTester source(const_cast<FindingsModel*>(&m_panel->model()));
    const QAbstractItemModelTester shown(table().model());
    tell(endless("jobs:nightly"));
    tell(haunted("orders:42"));
    QTRY_COMPARE(rows(), 2);
    QCOMPARE(cell(0, FindingsModel::Severity), QStringLiteral("critical"));
    QCOMPARE(cell(0, FindingsModel::Lock), QStringLiteral("jobs:nightly"));

    tell(heldLock("jobs:nightly", holder(kAlice, 57))); // It has a lease now; what is left is that it is held for long.
    QTRY_VERIFY(cell(0, FindingsModel::Lock) == QLatin1String("orders:42"));
    QCOMPARE(cell(1, FindingsModel::Severity), QStringLiteral("info"));
    tell(haunted("orders:42"), LockChange::Kind::removed);
    tell(heldLock("jobs:nightly", holder(kAlice, 57)), LockChange::Kind::removed);
    QTRY_COMPARE(rows(), 0);
}

void FindingsPanelTest::noRowComesUnderAMouseThatIsAboutToClick()
{
    tell(haunted("orders:42"));
    QTRY_COMPARE(rows(), 1);
    QTest::mouseMove(table().viewport(), {20, 20});
    const auto* hold = m_panel->findChild<MouseHold*>();
    QVERIFY(hold->holds());
    tell(endless("jobs:nightly"));
    QTRY_COMPARE(m_panel->counts().total(), std::size_t{2});
    QVERIFY(rows() == 1 || !hold->holds());
    QTRY_COMPARE(rows(), 2);
    QVERIFY(!hold->holds());
}

void FindingsPanelTest::eachRowExplainsItself()
{
    tell(haunted("orders:42"));
    QTRY_COMPARE(rows(), 1);
    QVERIFY(says(detail(), QStringLiteral("Select a finding")));
    table().selectRow(0);
    const QList<QAction*> offered = table().actions();
    QVERIFY(std::any_of(offered.begin(), offered.end(),
                        [](const QAction* action) { return action->text() == QStringLiteral("Sort by this column"); }));
    QVERIFY(says(detail(), QStringLiteral("Dead waiter")));
    QVERIFY(says(detail(), QStringLiteral("dead at place 2 of the queue")));
    QVERIFY(says(detail(), QStringLiteral("5 m 00 s"))); // what it costs
    QVERIFY(says(detail(), QStringLiteral("Evict it")));
    table().clearSelection();
    QVERIFY(says(detail(), QStringLiteral("Select a finding")));
}

void FindingsPanelTest::severitiesAndTextFilter()
{
    tell(endless("jobs:nightly"));
    tell(haunted("orders:42"));
    QTRY_COMPARE(rows(), 2);
    QToolButton* critical = nullptr;
    for (auto* button : m_panel->findChildren<QToolButton*>()) {
        if (button->text().startsWith(QLatin1String("critical"))) {
            critical = button;
        }
    }
    QVERIFY(critical);
    QCOMPARE(critical->text(), QStringLiteral("critical 1"));
    QTest::mouseClick(critical, Qt::LeftButton);
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, FindingsModel::Lock), QStringLiteral("orders:42"));
    QTest::mouseClick(critical, Qt::LeftButton);
    QCOMPARE(rows(), 2);

    auto* search = m_panel->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("NIGHT"));
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, FindingsModel::Lock), QStringLiteral("jobs:nightly"));
    search->clear();
    QTest::keyClicks(search, QStringLiteral("5ca1ab1e-1111")); // the whole of what is shown shortened
    QCOMPARE(rows(), 1);
    QTest::keyClicks(search, QStringLiteral("zzz"));
    QCOMPARE(rows(), 0);
    QVERIFY(says(*m_panel, QStringLiteral("No finding fits")) || says(*m_panel, QStringLiteral("connected")));
}

/// From the search to the severities and the export, as they stand beside one another, and on to the list.
void FindingsPanelTest::theKeysGoAsTheBarStands()
{
    m_panel->show();
    tell(endless("jobs:nightly"));
    QTRY_VERIFY(rows() > 0);
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    m_panel->findChild<QLineEdit*>()->setFocus();
    const QWidget* before = m_panel->focusWidget();
    for (int step = 0; step < 4 && m_panel->focusWidget() != m_panel->findChild<ExportButton*>(); ++step) {
        QTest::keyClick(m_panel->focusWidget(), Qt::Key_Tab);
        const QWidget* now = m_panel->focusWidget();
        QVERIFY2(now->mapTo(m_panel.get(), QPoint()).x() > before->mapTo(m_panel.get(), QPoint()).x(),
                 now->metaObject()->className());
        before = now;
    }
    QCOMPARE(m_panel->focusWidget(), m_panel->findChild<ExportButton*>());
    QTest::keyClick(m_panel->focusWidget(), Qt::Key_Tab);
    QCOMPARE(m_panel->focusWidget(), &table());
}

void FindingsPanelTest::theExplanationShowsThatItHasTheKeys_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("dark") << ThemeChoice::dark;
    QTest::newRow("high contrast") << ThemeChoice::highContrast;
    QTest::newRow("light") << ThemeChoice::light; // last, as for the others
}

void FindingsPanelTest::theExplanationShowsThatItHasTheKeys()
{
    QFETCH(const ThemeChoice, theme);
    applyTheme(*qApp, theme);
    m_panel->show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    table().setFocus();
    auto& explanation = const_cast<FindingDetail&>(detail());
    const auto edge = [&] {
        const QImage picture = explanation.grab().toImage();
        return picture.pixelColor(1, picture.height() / 2);
    };
    const QColor accent = Theme::of(explanation.palette()).accent;
    QVERIFY(edge() != accent);
    explanation.setFocus(Qt::TabFocusReason);
    QCOMPARE(edge(), accent);
}

void FindingsPanelTest::returnLeadsToTheLock()
{
    tell(endless(kHostile));
    QTRY_COMPARE(rows(), 1);
    QSignalSpy spy(m_panel.get(), &FindingsPanel::lockActivated);
    table().setFocus();
    table().setCurrentIndex(table().model()->index(0, 0));
    QTest::keyClick(&table(), Qt::Key_Return);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.front().front().value<std::string>(), kHostile);
}

void FindingsPanelTest::countsAreToldWhileHidden()
{
    m_panel->hide();
    QSignalSpy spy(m_panel.get(), &FindingsPanel::countsChanged);
    tell(endless("a"));
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(m_panel->counts().critical, std::size_t{1});
    QCOMPARE(m_panel->model().rowCount(), 0); // Rows wait until somebody looks.
    m_panel->show();
    QTRY_COMPARE(m_panel->model().rowCount(), 1);
}

void FindingsPanelTest::whatIsExportedWhileHiddenIsOfNow()
{
    const QString path = m_folder.filePath(QStringLiteral("findings.json"));
    auto* button = m_panel->findChild<ExportButton*>();
    QSignalSpy saved(button, &ExportButton::saved);
    m_panel->hide();
    QVERIFY(!button->formatActions().front()->isEnabled());
    tell(endless("jobs:nightly"));
    QTRY_VERIFY(button->formatActions().front()->isEnabled());
    button->save(path, ExportFormat::json);
    QTRY_COMPARE(saved.size(), 1);
    QCOMPARE(saved.back().front().toInt(), 1);
    tell(haunted("orders:42"));
    QTRY_COMPARE(m_panel->counts().total(), std::size_t(2));
    button->save(path, ExportFormat::json);
    QTRY_COMPARE(saved.size(), 2);
    QCOMPARE(saved.back().front().toInt(), 2);
}

void FindingsPanelTest::theRepairOfAHiddenPanelIsOfNow()
{
    m_session->startSandbox();
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    m_session->setAdminMode(Session::AdminMode::admin);
    tell(haunted("orders:42"));
    m_panel->findChild<QLineEdit*>()->setText(QStringLiteral("orders:42"));
    QTRY_COMPARE(rows(), 1);
    table().selectRow(0);
    QVERIFY(repair()->isEnabled());
    m_panel->hide();
    LockState healed = haunted("orders:42"); // somebody else has evicted it
    healed.waiters.pop_back();
    healed.waiters_total = 1;
    tell(healed);
    QTRY_VERIFY(!repair()->isEnabled());
}

void FindingsPanelTest::repairNeedsAdminMode()
{
    m_session->startSandbox();
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    tell(haunted("orders:42"));
    m_panel->findChild<QLineEdit*>()->setText(QStringLiteral("orders:42"));
    QTRY_COMPARE(rows(), 1);
    table().selectRow(0);
    QVERIFY(!repair()->isEnabled());
    QVERIFY(says(detail(), QStringLiteral("Unlock it")));
    m_session->setAdminMode(Session::AdminMode::admin);
    QVERIFY(repair()->isEnabled());
    QVERIFY(!says(detail(), QStringLiteral("Unlock it")));
    m_session->setAdminMode(Session::AdminMode::readOnly);
    QVERIFY(!repair()->isEnabled());
}

void FindingsPanelTest::theRepairIsTheOneThatFits()
{
    LockState broken = haunted("orders:42");
    broken.waiters.front().deadline.reset();
    broken.waiters.front().subscribed = false;
    broken.waiters.resize(1);
    broken.waiters_total = 1;
    m_session->startSandbox();
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    m_session->setAdminMode(Session::AdminMode::admin);
    tell(broken);
    m_panel->findChild<QLineEdit*>()->setText(QStringLiteral("orders:42"));
    QTRY_COMPARE(rows(), 1);
    table().selectRow(0);
    QCOMPARE(repair()->text(), QStringLiteral("Repair queue…"));
    repair()->trigger();
    const QPointer<RepairQueueDialog> dialog = m_panel->findChild<RepairQueueDialog*>();
    QVERIFY(dialog);
    delete dialog;
}

void FindingsPanelTest::severalQueuesAreRepairedTogether()
{
    m_session->startSandbox();
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    for (const char* lock : {"mine:1", "mine:2"}) {
        tell(haunted(lock));
    }
    tell(endless("mine:3"));
    m_panel->findChild<QLineEdit*>()->setText(QStringLiteral("mine:"));
    QTRY_COMPARE(rows(), 3);
    table().selectAll();
    QVERIFY(
        says(detail(), QStringLiteral("3 finding(s) are selected. The queues of 2 lock(s) can be repaired together.")));
    QVERIFY(says(detail(), QStringLiteral("Unlock it")));
    QVERIFY(!repair()->isEnabled());
    m_session->setAdminMode(Session::AdminMode::admin);
    QVERIFY(repair()->isEnabled());
    QCOMPARE(repair()->text(), QStringLiteral("Repair 2 queue(s)…"));
    repair()->trigger();
    const QPointer<MultiRepairDialog> dialog = m_panel->findChild<MultiRepairDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->model().rowCount(), 2);
    delete dialog;

    table().clearSelection();
    QVERIFY(says(detail(), QStringLiteral("Select a finding")));
    QVERIFY(!repair()->isEnabled());
}

void FindingsPanelTest::aRealGhostIsFoundAndEvicted()
{
    const Sandbox sandbox;
    RedisClient redis(sandbox.endpoint());
    const std::int64_t now = std::stoll(redis.list({"TIME"}).front());
    redis.expect({"HSET", "f", kAlice + ":57", "1"});
    redis.expect({"PEXPIRE", "f", "60000"});
    redis.expect({"RPUSH", "redisson_lock_queue:{f}", kBob + ":3"});
    redis.expect({"ZADD", "redisson_lock_timeout:{f}", std::to_string((now + 300) * 1000), kBob + ":3"});
    m_session->connectTo(sandbox.endpoint());
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    m_session->setAdminMode(Session::AdminMode::admin);
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 1, 20'000);
    QCOMPARE(cell(0, FindingsModel::Severity), QStringLiteral("warning")); // nobody waits behind it
    QCOMPARE(cell(0, FindingsModel::Subject), QStringLiteral("c0de…bb:3"));

    table().setFocus();
    table().selectRow(0);
    QToolButton* button = nullptr;
    for (auto* each : detail().findChildren<QToolButton*>()) {
        if (each->defaultAction() == repair()) {
            button = each;
        }
    }
    QVERIFY(button && button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("Evict waiter…"));
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    const QPointer<EvictWaiterDialog> dialog = m_panel->findChild<EvictWaiterDialog*>();
    QVERIFY(dialog);
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("its client died"));
    for (auto* each : dialog->findChildren<QPushButton*>()) {
        if (each->text() == QLatin1String("Evict")) {
            QTest::mouseClick(each, Qt::LeftButton);
        }
    }
    QTRY_VERIFY(redis.list({"LRANGE", "redisson_lock_queue:{f}", "0", "-1"}).empty());
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 0, 20'000);
    // Who waits for a permit, and for how long, is not judged.
    QTRY_VERIFY(says(*m_panel, QStringLiteral("Nothing wrong was found. Semaphores and latches are not looked into.")));
    delete dialog;
}

void FindingsPanelTest::hostileNamesStayPlainText()
{
    LockState state = endless(kHostile + std::string(4096, 'x'));
    state.holders.front().owner = kHostile;
    tell(state);
    QTRY_COMPARE(rows(), 1);
    table().selectRow(0);
    for (const auto* label : m_panel->findChildren<QLabel*>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY(!label->text().contains(QChar(0x202e)));
    }
    QVERIFY(cell(0, FindingsModel::Lock).size() <= 210);
    QVERIFY(m_panel->minimumSizeHint().width() < 1000);
}

void FindingsPanelTest::clientsAreNamedAndSoInTheRepair()
{
    m_session->startSandbox();
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    m_session->setAdminMode(Session::AdminMode::admin);
    const auto ghost = std::make_shared<QString>();
    m_panel->setClientNamer([ghost](const std::string& uuid) {
        return uuid == kCarol ? *ghost : uuid == kAlice ? QStringLiteral("billing-2") : QString();
    });
    tell(haunted("orders:42"));
    m_panel->findChild<QLineEdit*>()->setText(QStringLiteral("orders:42"));
    QTRY_COMPARE(rows(), 1);
    table().selectRow(0);
    QCOMPARE(cell(0, FindingsModel::Subject), QStringLiteral("5ca1…66:12"));
    *ghost = QStringLiteral("<b>&%1</b>");
    m_panel->noteNewNames(); // Redis is asked for them some time after the lock is seen.
    QCOMPARE(cell(0, FindingsModel::Subject), QStringLiteral("5ca1…66:12 (<b>&%1</b>)"));
    QVERIFY(says(detail(), QStringLiteral("5ca1…66:12 (<b>&%1</b>) is dead at place 2 of the queue")));
    for (const auto* label : m_panel->findChildren<QLabel*>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QVERIFY(repair()->isEnabled());
    repair()->trigger();
    const QPointer<EvictWaiterDialog> dialog = m_panel->findChild<EvictWaiterDialog*>();
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("Removes 5ca1…66:12 (<b>&%1</b>), place 2 of 2, from the queue of orders:42, "
                                         "held by 9f45…e1:57 (billing-2)")));
    delete dialog;
}

void FindingsPanelTest::aDisconnectForgets()
{
    m_session->startSandbox();
    QTRY_COMPARE(m_session->state(), Session::State::connected);
    tell(endless("a"));
    QTRY_VERIFY(rows() > 0);
    m_session->close();
    QTRY_COMPARE(rows(), 0);
    QCOMPARE(m_panel->counts().total(), std::size_t{0});
}

QTEST_MAIN(FindingsPanelTest)
#include "findings_panel_test.moc"

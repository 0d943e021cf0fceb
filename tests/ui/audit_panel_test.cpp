// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_states.hpp"
#include "models/audit_export.hpp"
#include "panels/audit_panel.hpp"
#include "panels/elided_label.hpp"
#include "panels/export_button.hpp"
#include "panels/table_page.hpp"
#include "panels/time_range_box.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include "lockscope/sandbox.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

AuditEntry entry(const std::string& action, const std::string& lock, const std::string& outcome,
                 std::chrono::hours age = std::chrono::hours(0))
{
    AuditEntry result;
    result.at = std::chrono::system_clock::now() - age;
    result.server = "cache:6379/0";
    result.user = "operator";
    result.action = action;
    result.lock = lock;
    result.reason = "its client died";
    result.before = kAlice + ":57=1";
    result.after = "nobody";
    result.outcome = outcome;
    return result;
}

std::vector<AuditEntry> someEntries()
{
    return {entry("force-release", "orders:1", "done", std::chrono::hours(50)),
            entry("force-release", "orders:2", "refused: read-only", std::chrono::hours(2)),
            entry("evict-waiter", "pay:1", "done"), entry("force-expire", "pay:2", "failed: gone")};
}

} // namespace

class AuditPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        SessionOptions options;
        options.auditFile = m_folder->filePath(QStringLiteral("audit.jsonl")).toStdString();
        m_session = std::make_unique<Session>(options);
        m_panel = std::make_unique<AuditPanel>(m_session.get());
        m_panel->resize(1000, 360);
        m_panel->show();
        QSignalSpy arrived(m_session.get(), &Session::auditArrived);
        QTRY_VERIFY(arrived.size() >= 2); // the panel's first question, and the one after it began to watch
    }
    void cleanup()
    {
        m_panel.reset();
        m_session.reset();
        m_folder.reset();
    }

    void itSaysThatNothingHappened()
    {
        QVERIFY(page().note().contains(QLatin1String("refused ones too")));
        QVERIFY(!m_panel->findChild<QPlainTextEdit*>()->isVisible());
    }

    void itSaysThatTheLogCannotBeRead()
    {
        const QString log = m_folder->filePath(QStringLiteral("audit.jsonl"));
        QVERIFY(QDir().mkdir(log)); // A folder stands where the file should be.
        m_session->requestAudit();
        QTRY_VERIFY(page().note().contains(QLatin1String("cannot be read")));
        {
            const QLocale before;
            const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
            QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
            m_session->requestAudit();
            QTRY_VERIFY(page().note().contains(QLatin1String(" (The audit log"))); // the core's words in brackets
        }
        QVERIFY(QDir().rmdir(log));
        m_session->requestAudit();
        QTRY_VERIFY(page().note().contains(QLatin1String("refused ones too")));
    }

    void damagedLinesAreCounted()
    {
        const QString log = m_folder->filePath(QStringLiteral("audit.jsonl"));
        QFile file(log);
        QVERIFY(file.open(QIODevice::Append));
        file.write("{\"at\":\"2026-\n[]\n");
        file.close();
        m_session->requestAudit();
        QTRY_VERIFY(page().note().contains(QStringLiteral("2 line(s) of %1 cannot be read").arg(log)));
        AuditLog(m_session->auditFile()).append(entry("force-release", "orders:1", "done"));
        m_session->requestAudit();
        QTRY_COMPARE(countsText(), QStringLiteral("1 action(s) · 2 damaged line(s) of the log left out"));
        QVERIFY(page().note().isEmpty());
    }

    void textActionOutcomeAndTimeAreSearched()
    {
        m_panel->setEntries(someEntries());
        QCOMPARE(count(), 4);
        type(QStringLiteral("lock:orders:*"));
        QCOMPARE(count(), 2);
        type(QStringLiteral("lock:orders:* read-only"));
        QCOMPARE(count(), 1);
        type(QStringLiteral("holder:9f45"));
        QCOMPARE(count(), 4);
        type({});
        choose(QStringLiteral("Outcome of the actions"), QStringLiteral("Not done"));
        QCOMPARE(count(), 2);
        choose(QStringLiteral("Outcome of the actions"), QStringLiteral("Any outcome"));
        choose(QStringLiteral("Kind of actions"), QStringLiteral("force-release"));
        QCOMPARE(count(), 2);
        choose(QStringLiteral("Kind of actions"), QStringLiteral("All actions"));
        auto* range = m_panel->findChild<TimeRangeBox*>();
        range->setCurrentIndex(range->findText(QStringLiteral("Last 1 day(s)")));
        QCOMPARE(count(), 3);
        type(QStringLiteral("no such thing"));
        QVERIFY(page().note().contains(QLatin1String("No action fits")));
    }

    void newActionsKeepTheChoice()
    {
        m_panel->setEntries(someEntries());
        choose(QStringLiteral("Kind of actions"), QStringLiteral("force-release"));
        auto entries = someEntries();
        entries.push_back(entry("repair-queue", "q", "done"));
        entries.push_back(entry("force-release", "orders:3", "done"));
        m_panel->setEntries(entries);
        QCOMPARE(count(), 3);
        QCOMPARE(page().table().model()->index(0, AuditModel::Lock).data().toString(), QStringLiteral("orders:3"));
    }

    void theSelectedActionIsShownWhole()
    {
        m_panel->setEntries(someEntries());
        page().table().selectRow(2); // newest first
        auto* detail = m_panel->findChild<QPlainTextEdit*>();
        QVERIFY(detail->isVisible());
        const QString text = detail->toPlainText();
        QVERIFY(text.contains(QLatin1String("refused: read-only")));
        QVERIFY(text.contains(QLatin1String("its client died")));
        QVERIFY(text.contains(QString::fromStdString(kAlice)));
        QVERIFY(text.contains(QLatin1String("nobody")));
    }

    void columnsAreSorted()
    {
        m_panel->setEntries(someEntries());
        QHeaderView& header = *page().table().horizontalHeader();
        const QPoint place(header.sectionViewportPosition(AuditModel::Lock) + 10, header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_panel->shownEntries().front().lock, std::string("orders:1"));
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_panel->shownEntries().front().lock, std::string("pay:2"));
    }

    /// Under this name: columns in another order need another one.
    void columnsAreKeptForWhatTheyAreNow()
    {
        QStringList titles;
        const QAbstractItemModel& model = *page().table().model();
        for (int column = 0; column < model.columnCount(); ++column) {
            titles << model.headerData(column, Qt::Horizontal).toString();
        }
        QCOMPARE(titles.join(QLatin1Char(' ')),
                 QStringLiteral("Time Action Lock Outcome User Reason Before After Server"));
        QCOMPARE(page().columns().objectName(), QStringLiteral("audit-2"));
    }

    void whatFailedAndWhoDidItHaveTheRoom()
    {
        m_panel->setEntries(
            {entry("force-release", "orders:1", "failed: no permission to run evalsha; it takes +@set")});
        const QTableView& table = page().table();
        const QHeaderView& header = *table.horizontalHeader();
        for (const int width : {1800, 1000}) {
            m_panel->resize(width, 360);
            QTRY_COMPARE(table.viewport()->width(), width - 2 * table.frameWidth());
            QTRY_COMPARE(header.length(), table.viewport()->width()); // nothing is blank, nothing off to the side
            QCOMPARE(header.visualIndex(AuditModel::User), header.visualIndex(AuditModel::Outcome) + 1);
            for (const int column : {AuditModel::Before, AuditModel::After, AuditModel::Server}) {
                QVERIFY(header.sectionSize(AuditModel::Outcome) > header.sectionSize(column));
            }
        }
        m_panel->resize(1800, 360);
        const QString outcome = table.model()->index(0, AuditModel::Outcome).data().toString();
        QTRY_VERIFY(header.sectionSize(AuditModel::Outcome) > table.fontMetrics().horizontalAdvance(outcome));
    }

    void returnLeadsToTheLock()
    {
        m_panel->setEntries(someEntries());
        QSignalSpy activated(m_panel.get(), &AuditPanel::lockActivated);
        page().table().setCurrentIndex(page().table().model()->index(0, 0));
        page().table().setFocus();
        QTest::keyClick(&page().table(), Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated.first().first().value<std::string>(), std::string("pay:2"));
    }

    void whatIsShownIsExported()
    {
        m_panel->setEntries(someEntries());
        type(QStringLiteral("lock:orders:*"));
        const auto shown = m_panel->shownEntries();
        QCOMPARE(shown.size(), std::size_t{2});
        const QString csv = QString::fromUtf8(auditToCsv(shown).whole());
        QCOMPARE(csv.count(QLatin1String("\r\n")), 3);
        const QJsonArray json = QJsonDocument::fromJson(auditToJson(shown).whole()).array();
        QCOMPARE(json.size(), 2);
        QCOMPARE(json[1].toObject()[QStringLiteral("lock")].toString(), QStringLiteral("orders:1"));
        AuditEntry hostile = entry("force-release", "=cmd\xff", "done");
        QVERIFY(QString::fromUtf8(auditToCsv({hostile}).whole()).contains(QLatin1String(",'=cmd\\xff,")));
        QVERIFY(QJsonDocument::fromJson(auditToJson({hostile}).whole())
                    .array()[0]
                    .toObject()
                    .contains(QStringLiteral("lock_base64")));
    }

    /// The log has owners escaped, and so are they shown, exported and searched: once.
    void anOwnerThatIsNoTextIsEscapedOnce()
    {
        AuditEntry odd = entry("force-release", "orders:1", "refused: \\xff\\x0a:1 lives");
        odd.before = "\\xff\\x0a:1=1";
        odd.after = odd.before;
        m_panel->setEntries({odd, entry("force-release", "orders:2", "done")});
        type(QStringLiteral("holder:\\xff\\x0a:1"));
        QCOMPARE(m_panel->shownEntries().size(), std::size_t{1});
        type(QStringLiteral("\\xff\\x0a:1 lives"));
        QCOMPARE(m_panel->shownEntries().size(), std::size_t{1});
        const AuditModel& model = m_panel->model();
        const auto cell = [&model](int column) { return model.index(1, column).data().toString(); };
        QCOMPARE(cell(AuditModel::Before), QStringLiteral("\\xff\\x0a:1=1"));
        QCOMPARE(cell(AuditModel::Outcome), QStringLiteral("refused: \\xff\\x0a:1 lives"));

        const QString csv = QString::fromUtf8(auditToCsv({odd}).whole());
        QVERIFY2(csv.contains(QLatin1String(",\\xff\\x0a:1=1,\\xff\\x0a:1=1,")), qPrintable(csv));
        QVERIFY2(csv.contains(QLatin1String(",refused: \\xff\\x0a:1 lives,")), qPrintable(csv));
        const QJsonObject json = QJsonDocument::fromJson(auditToJson({odd}).whole()).array()[0].toObject();
        QCOMPARE(json[QStringLiteral("before")].toString(), QStringLiteral("\\xff\\x0a:1=1"));
        QCOMPARE(QByteArray::fromBase64(json[QStringLiteral("before_base64")].toString().toLatin1()),
                 QByteArray("\xff\n:1=1"));
    }

    void aRefusedActionOnARealServerIsThere()
    {
        Sandbox sandbox;
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, 15'000);
        AdminRequest request;
        request.lock = "orders:42";
        request.reason = "a test";
        m_session->forceRelease(request); // the session is read-only
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 1, 15'000);
        QVERIFY(m_panel->model().entryAt(0).outcome.starts_with("refused"));
    }

    /// Another window's session, or lockctl.
    void whatOthersDoIsSeen()
    {
        AuditLog others(m_session->auditFile());
        others.append(entry("force-release", "orders:1", "done")); // the file is made now
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 1, 15'000);
        others.append(entry("force-expire", "orders:2", "done"));
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 2, 15'000);
        QCOMPARE(m_panel->model().entryAt(0).lock, std::string("orders:2"));
    }

    void whileNobodyLooksTheLogIsNotRead()
    {
        SessionOptions options;
        options.auditFile = m_session->auditFile();
        Session session(options);
        AuditPanel hidden(&session);
        for (const QAction* action : hidden.actions()) {
            if (action->text().startsWith(QLatin1String("Audit log as "))) {
                QVERIFY(action->isEnabled()); // the menu of the window has it, too
            }
        }
        AuditLog(options.auditFile).append(entry("force-release", "orders:1", "done"));
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 1, 15'000);
        QCOMPARE(hidden.model().rowCount(), 0);
        hidden.show();
        QTRY_COMPARE_WITH_TIMEOUT(hidden.model().rowCount(), 1, 15'000);
        hidden.hide();
        AuditLog(options.auditFile).append(entry("force-release", "orders:2", "done"));
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 2, 15'000);
        QCOMPARE(hidden.model().rowCount(), 1);
        hidden.show();
        QTRY_COMPARE_WITH_TIMEOUT(hidden.model().rowCount(), 2, 15'000);
    }

    /// Of two at a time the older one might come last.
    void theLogIsReadOnceAtATime()
    {
        SessionOptions options;
        options.auditFile = m_folder->filePath(QStringLiteral("other.jsonl")).toStdString();
        Session session(options);
        const QSignalSpy arrived(&session, &Session::auditArrived);
        for (int i = 1; i <= 5; ++i) {
            AuditLog(options.auditFile).append(entry("force-release", "orders:1", "done"));
            session.requestAudit();
        }
        QTRY_COMPARE(arrived.size(), 2); // the first, and the others together
        QCOMPARE(arrived.last().first().value<std::vector<AuditEntry>>().size(), std::size_t{5});
        QTRY_VERIFY(session.isIdle());
        QCoreApplication::processEvents();
        QCOMPARE(arrived.size(), 2);
    }

    void whatOthersDoIsSeenWhereNoFolderWas()
    {
        SessionOptions options;
        options.auditFile = m_folder->filePath(QStringLiteral("not/yet/audit.jsonl")).toStdString();
        Session session(options);
        AuditPanel panel(&session);
        panel.show();
        QSignalSpy arrived(&session, &Session::auditArrived);
        QTRY_VERIFY(!arrived.isEmpty());
        AuditLog(options.auditFile).append(entry("force-release", "orders:1", "done"));
        QTRY_COMPARE_WITH_TIMEOUT(panel.model().rowCount(), 1, 15'000);
    }

    void olderActionsAreReadWhenAskedFor()
    {
        writeLog(1001);
        m_session->requestAudit();
        QTRY_COMPARE(m_panel->model().rowCount(), 1000);
        QToolButton* older = olderButton();
        QVERIFY(older && older->isVisible());
        QVERIFY(!countsText().contains(QLatin1String("audit.jsonl")));
        older->setFocus();
        QTest::keyClick(older, Qt::Key_Space);
        QTRY_COMPARE(m_panel->model().rowCount(), 1001);
        QVERIFY(!older->isVisible());
        QVERIFY(page().table().hasFocus());
        QCOMPARE(m_panel->model().entryAt(1000).lock, std::string("orders:0"));

        AuditLog(m_session->auditFile()).append(entry("force-release", "orders:new", "done"));
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 1002, 15'000); // none of them goes again
    }

    void aShortLogHasNoOlderActions()
    {
        writeLog(999);
        m_session->requestAudit();
        QTRY_COMPARE(m_panel->model().rowCount(), 999);
        QVERIFY(!olderButton()->isVisible());
    }

    void theFileOfWhatIsOlderStillIsNamed()
    {
        writeLog(10'001);
        m_session->requestAudit();
        QTRY_COMPARE(m_panel->model().rowCount(), 1000);
        olderButton()->click();
        QTRY_COMPARE(m_panel->model().rowCount(), 10'000);
        QVERIFY(countsText().contains(m_folder->filePath(QStringLiteral("audit.jsonl"))));
        QVERIFY(!olderButton()->isVisible());
    }

    void whatBecameOfAnExportStaysThoughMoreComes()
    {
        m_panel->setEntries(someEntries());
        const auto says = [this](const QString& words) {
            return m_panel->findChild<ElidedLabel*>()->text().contains(words);
        };
        m_panel->findChild<ExportButton*>()->save(m_folder->filePath(QStringLiteral("no/folder/a.csv")),
                                                  ExportFormat::csv);
        QVERIFY(says(QStringLiteral("Not exported")));
        const QPalette colors = m_panel->findChild<ElidedLabel*>()->palette();
        QCOMPARE(colors.color(QPalette::WindowText), Theme::of(colors).danger);
        m_panel->setEntries({entry("force-release", "orders:2", "done")});
        QVERIFY(says(QStringLiteral("Not exported")));
        QTRY_VERIFY_WITH_TIMEOUT(!says(QStringLiteral("Not exported")), 30'000);
        const QPalette usual = m_panel->findChild<ElidedLabel*>()->palette();
        QCOMPARE(usual.color(QPalette::WindowText), Theme::of(usual).text);
    }

    void theTimeRangeMovesOn()
    {
        AuditEntry soonTooOld = entry("force-release", "orders:1", "done");
        soonTooOld.at -= std::chrono::minutes(60) - std::chrono::seconds(2);
        m_panel->setEntries({soonTooOld, entry("force-release", "orders:2", "done")});
        QCOMPARE(count(), 2);
        choose(QStringLiteral("Time range"), QStringLiteral("Last 1 hour(s)"));
        QTRY_COMPARE_WITH_TIMEOUT(count(), 1, 30'000);
    }

    void hostileFieldsStayPlainText()
    {
        AuditEntry hostile = entry("force-release", "<b>a\n\xff\xe2\x80\xae</b>", "done");
        hostile.reason = "%1 <img src=x>";
        hostile.before = std::string(20'000, 'x');
        m_panel->setEntries({hostile});
        page().table().selectRow(0);
        const QString text = m_panel->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY(text.contains(QLatin1String("<b>a\\x0a\\xff\\xe2\\x80\\xae</b>")));
        QVERIFY(text.contains(QLatin1String("%1 <img src=x>")));
        QVERIFY(text.size() < 10'000);
    }

private:
    TablePage& page() const { return *m_panel->findChild<TablePage*>(); }
    int count() const { return page().table().model()->rowCount(); }
    void type(const QString& text) { m_panel->findChild<QLineEdit*>()->setText(text); }
    QString countsText() const { return m_panel->findChild<ElidedLabel*>()->text(); }
    QToolButton* olderButton() const
    {
        const auto buttons = m_panel->findChildren<QToolButton*>();
        const auto older = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
            return button->text() == QLatin1String("Show older actions");
        });
        return older == buttons.end() ? nullptr : *older;
    }
    /// Of so many actions, on orders:0 and so on. At once, for each one that is added is flushed to the disk.
    void writeLog(int actions)
    {
        AuditLog(m_session->auditFile()).append(entry("force-release", "orders:0", "done"));
        QFile file(QString::fromStdString(m_session->auditFile().string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray line = file.readAll();
        for (int i = 1; i < actions; ++i) {
            QByteArray next = line;
            file.write(next.replace("orders:0", "orders:" + QByteArray::number(i)));
        }
    }
    void choose(const QString& name, const QString& item)
    {
        for (QComboBox* each : m_panel->findChildren<QComboBox*>()) {
            if (each->accessibleName() == name) {
                each->setCurrentIndex(each->findText(item));
            }
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<AuditPanel> m_panel;
};

QTEST_MAIN(AuditPanelTest)
#include "audit_panel_test.moc"

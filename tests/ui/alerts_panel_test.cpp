// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts_stage.hpp"

#include "alert_states.hpp"
#include "alerts/alert_notifier.hpp"
#include "alerts/alert_text.hpp"
#include "alerts/alerts_export.hpp"
#include "panels/export_button.hpp"
#include "panels/marked_line.hpp"
#include "support/redis_client.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;

class AlertsPanelTest : public QObject, private AlertsStage
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() { open(); }
    void cleanup() { close(); }

    void aQuietServerSaysSo()
    {
        QVERIFY(page().note().contains(QLatin1String("All is quiet")));
        AlertRules none;
        m_panel->watch().setRules(none);
        QVERIFY(page().note().contains(QLatin1String("No rule is on")));
    }

    /// None of the rules can be judged.
    void aServerThatIsSilentIsNotQuiet()
    {
        Sandbox sandbox;
        connectTo(sandbox);
        QTRY_VERIFY_WITH_TIMEOUT(page().note().contains(QLatin1String("All is quiet")), kPatience);
        sandbox.pause_server();
        QTRY_VERIFY_WITH_TIMEOUT(page().note().contains(QLatin1String("the server does not answer")), 60'000);
        sandbox.resume_server();
        QTRY_VERIFY_WITH_TIMEOUT(page().note().contains(QLatin1String("All is quiet")), 60'000);
    }

    void theWorstStandFirst()
    {
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        LockState crowd = heldLock("bills:1", holder(kAlice, 57));
        crowd.waiting_clients = 50;
        tell(crowd); // a warning, and newer
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QCOMPARE(shown(AlertsModel::Lock), QStringLiteral("orders:42"));
    }

    void anAlertAppearsAndCounts()
    {
        QAbstractItemModelTester tester(const_cast<AlertsModel*>(&m_panel->model()));
        QSignalSpy counts(m_panel.get(), &AlertsPanel::countChanged);
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(counts.last().first().toInt(), 1);
        QCOMPARE(shown(AlertsModel::Lock), QStringLiteral("orders:42"));
        QVERIFY(shown(AlertsModel::What).contains(QStringLiteral("9f45…e1:57")));
        QCOMPARE(shown(AlertsModel::Severity), QStringLiteral("critical"));
        QCOMPARE(shown(AlertsModel::State), QStringLiteral("new"));
        tell(neverExpiring("orders:42"), LockChange::Kind::removed);
        QTRY_COMPARE(m_panel->model().rowCount(), 0);
        QCOMPARE(counts.last().first().toInt(), 0);
        m_panel->findChild<QCheckBox*>()->setChecked(true);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QVERIFY(shown(AlertsModel::State).startsWith(QLatin1String("cleared")));
    }

    void whatARuleLeavesOutIsCountedAndSaid()
    {
        const int many = static_cast<int>(AlertLimits().active_per_rule) + 5;
        const auto name = [](int number) { return "orders:" + std::to_string(number); };
        QSignalSpy counts(m_panel.get(), &AlertsPanel::countChanged);
        for (int i = 0; i < many; ++i) {
            tell(neverExpiring(name(i)));
        }
        m_panel->setDeadlocks(1, "bills:1");
        const auto count = [&counts] { return counts.isEmpty() ? 0 : counts.last().first().toInt(); };
        QTRY_COMPARE(count(), many + 1);
        QCOMPARE(m_panel->model().rowCount(), many - 5 + 1);
        QCOMPARE(shown(AlertsModel::Lock), QStringLiteral("bills:1"));
        QVERIFY2(said().startsWith(QStringLiteral("%1 active").arg(many + 1)), qPrintable(said()));
        const auto* line = m_panel->findChild<MarkedLine*>(QStringLiteral("left-out"));
        QVERIFY(line->isVisible());
        QCOMPARE(line->text(),
                 QStringLiteral("Rule “Never expires”: 5 more lock(s) than the %1 listed.").arg(many - 5));

        m_panel->watch().muteRules({"never-expires"}, 1h);
        QTRY_COMPARE(count(), 1);
        for (int i = 0; i < 5; ++i) {
            tell(neverExpiring(name(many - 1 - i)), LockChange::Kind::removed);
        }
        QTRY_VERIFY(!line->isVisible());
    }

    void theKeyAAcknowledges()
    {
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QSignalSpy counts(m_panel.get(), &AlertsPanel::countChanged);
        page().table().selectRow(0);
        page().table().setFocus();
        QTest::keyClick(&page().table(), Qt::Key_A);
        QTRY_COMPARE(shown(AlertsModel::State), QStringLiteral("acknowledged"));
        QCOMPARE(counts.last().first().toInt(), 0);
        QCOMPARE(m_panel->model().rowCount(), 1);
    }

    void textAndColumnsAreSearched_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("found");
        QTest::newRow("nothing typed") << "" << 3;
        QTest::newRow("lock") << "lock:orders:*" << 2;
        QTest::newRow("holder") << "holder:c0de1234" << 1;
        QTest::newRow("a whole owner, shown short") << QString::fromStdString(kBob) << 1;
        QTest::newRow("severity") << "critical" << 3;
        QTest::newRow("state") << "acknowledged" << 1;
        QTest::newRow("kind of its rule") << "\"never expires\" orders" << 2;
        QTest::newRow("escaped") << "\\x0a\\xff" << 1;
        QTest::newRow("nothing like it") << "nothing like it" << 0;
    }
    void textAndColumnsAreSearched()
    {
        QFETCH(QString, text);
        QFETCH(int, found);
        LockState bobs = heldLock("pay:1", holder(kBob, 3), milliseconds{-1});
        bobs.anomalies = {Anomaly::never_expires};
        tell(neverExpiring("orders:1"));
        tell(neverExpiring("orders:\n\xff"));
        tell(bobs);
        QTRY_COMPARE(m_panel->model().rowCount(), 3);
        m_panel->watch().acknowledge({m_panel->model().rowAt(0).alert.id});
        QTRY_COMPARE(shown(AlertsModel::State), QStringLiteral("acknowledged"));
        type(text);
        QTRY_COMPARE(count(), found);
        QCOMPARE(page().note().contains(QLatin1String("No alert fits")), found == 0);
        tell(neverExpiring("orders:2"), LockChange::Kind::changed); // what comes is filtered, too
        QTRY_COMPARE(m_panel->model().rowCount(), 4);
        type({});
        QCOMPARE(count(), 4);
    }

    /// What is selected is what is acted on, though it stands in another row of the model.
    void actionsMeanTheRowThatIsShown()
    {
        tell(neverExpiring("orders:1"));
        tell(neverExpiring("pay:1"));
        QTRY_COMPARE(m_panel->model().rowCount(), 2); // the newest first
        type(QStringLiteral("lock:orders:1"));
        QCOMPARE(count(), 1);
        page().table().selectRow(0);
        actionWith(QStringLiteral("Mute this lock for an hour"))->trigger();
        QCOMPARE(m_panel->watch().mutes().size(), std::size_t{1});
        QCOMPARE(m_panel->watch().mutes().front().what, std::string("orders:1"));
    }

    void whatIsShownIsExported()
    {
        tell(neverExpiring("orders:1"));
        tell(neverExpiring("pay:1"));
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        type(QStringLiteral("lock:orders:*"));
        const std::vector<AlertRow> rows = m_panel->shownAlerts();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows.front().alert.lock, std::string("orders:1"));
        QCOMPARE(alertsToCsv(rows).whole().count('\n'), 2);
    }

    void howLongALostLockWasHeldIsKnownAtLeast_data()
    {
        QTest::addColumn<bool>("begin_unseen");
        QTest::newRow("its begin was seen") << false;
        QTest::newRow("it was held already") << true;
    }
    void howLongALostLockWasHeldIsKnownAtLeast()
    {
        QFETCH(bool, begin_unseen);
        AlertRow lost;
        lost.alert = alertOn("a");
        lost.alert.kind = AlertRule::Kind::lock_lost;
        lost.alert.begin_unseen = begin_unseen;
        QCOMPARE(alertText(lost.alert).contains(QLatin1String("after at least")), begin_unseen);
        const QJsonArray json = QJsonDocument::fromJson(alertsToJson({lost}).whole()).array();
        QCOMPARE(json[0].toObject()[QStringLiteral("amount_exact")].toBool(), !begin_unseen);
    }

    void anExportIsForPrograms()
    {
        AlertRow held;
        held.alert = alertOn("=1+1");
        held.alert.since = SystemTime(std::chrono::seconds(1'800'000'000));
        AlertRow crowded;
        crowded.alert.lock = "b\xff";
        crowded.alert.rule = "many";
        crowded.alert.kind = AlertRule::Kind::many_waiters;
        crowded.alert.count = 7;
        crowded.alert.since = held.alert.since;
        crowded.alert.state = Alert::State::cleared;
        crowded.alert.cleared_at = held.alert.since + 5s;
        AlertRow muted = held;
        muted.muted = Muted{held.alert.since + 1h};
        AlertRow quiet = held;
        quiet.muted = Muted{};

        const std::vector<AlertRow> rows{held, crowded, muted, quiet};
        const QList<QByteArray> lines = alertsToCsv(rows).whole().split('\n');
        const QByteArray kind(to_string(held.alert.kind).data());
        const QByteArray many(to_string(crowded.alert.kind).data());
        const QByteArray start = "2027-01-15T08:00:00.000Z,warning,";
        const QByteArray middle =
            kind + ",held-longer,'=1+1," + QByteArray::fromStdString(kAlice) + ":57,,64000,true,raised,,";
        QCOMPARE(lines.at(0),
                 QByteArray("since,severity,alert,rule,lock,holder,count,amount_ms,amount_exact,state,cleared,muted,"
                            "muted_until\r"));
        QCOMPARE(lines.at(1), start + middle + "no,\r");
        QCOMPARE(lines.at(2), start + many + ",many,b\\xff,,7,,,cleared,2027-01-15T08:00:05.000Z,no,\r");
        QCOMPARE(lines.at(3), start + middle + "yes,2027-01-15T09:00:00.000Z\r");
        QCOMPARE(lines.at(4), start + middle + "yes,\r");

        const QJsonArray json = QJsonDocument::fromJson(alertsToJson(rows).whole()).array();
        QCOMPARE(json.size(), 4);
        const QJsonObject first = json[0].toObject();
        QCOMPARE(first[QStringLiteral("lock")].toString(), QStringLiteral("=1+1")); // JSON has no formulas
        QCOMPARE(first[QStringLiteral("amount_ms")].toInt(), 64'000);
        QVERIFY(first[QStringLiteral("amount_exact")].toBool());
        QVERIFY(!first.contains(QStringLiteral("count")) && !first.contains(QStringLiteral("cleared")));
        QVERIFY(!first[QStringLiteral("muted")].toBool());
        const QJsonObject second = json[1].toObject();
        QCOMPARE(QByteArray::fromBase64(second[QStringLiteral("lock_base64")].toString().toLatin1()),
                 QByteArray("b\xff"));
        QCOMPARE(second[QStringLiteral("count")].toInt(), 7);
        QVERIFY(json[2].toObject().contains(QStringLiteral("muted_until")));
        QVERIFY(json[3].toObject()[QStringLiteral("muted")].toBool());
        QVERIFY(!json[3].toObject().contains(QStringLiteral("muted_until")));
    }

    /// From the window's menu, while another panel is in front.
    void aHiddenPanelExportsWhatThereIsNow()
    {
        QAction* csv = actionWith(QStringLiteral("Alerts as CSV…"));
        QVERIFY(csv);
        QVERIFY(!csv->isEnabled());
        m_panel->hide();
        tell(neverExpiring("orders:42"));
        QTRY_VERIFY(csv->isEnabled());
        const QString path = m_folder->filePath(QStringLiteral("alerts.csv"));
        m_panel->findChild<ExportButton*>()->save(path, ExportFormat::csv);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QCOMPARE(text.count('\n'), 2);
        QVERIFY2(text.contains(",orders:42,"), text.constData());
        QTRY_VERIFY(said().contains(QLatin1String("1 alert(s) exported")));
    }

    void renewalsThatStoppedAreSaid()
    {
        Alert alert = alertOn("orders:42");
        QCOMPARE(alertText(alert), QStringLiteral("Held by 9f45…e1:57 for 1 m 04 s and longer."));
        alert.renewed_until = std::chrono::system_clock::now();
        const QString since = QStringLiteral("renewed until ") + timeOfDayText(*alert.renewed_until);
        QVERIFY2(alertText(alert).contains(since), qPrintable(alertText(alert)));
        alert.kind = AlertRule::Kind::low_ttl;
        QVERIFY2(alertText(alert).contains(since), qPrintable(alertText(alert)));
    }

    void returnLeadsToTheLock()
    {
        QSignalSpy activated(m_panel.get(), &AlertsPanel::lockActivated);
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        page().table().setCurrentIndex(page().table().model()->index(0, 0));
        page().table().setFocus();
        QTest::keyClick(&page().table(), Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated.first().first().value<std::string>(), std::string("orders:42"));
    }

    void actionsFitTheSelection()
    {
        QVERIFY(!actionWith(QStringLiteral("Acknowledge"))->isEnabled());
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        page().table().selectRow(0);
        QVERIFY(actionWith(QStringLiteral("Acknowledge"))->isEnabled());
        page().table().clearSelection();
        QVERIFY(!actionWith(QStringLiteral("Acknowledge"))->isEnabled());
        m_panel->setDeadlocks(2, {});
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        page().table().selectRow(0);
        QVERIFY(!actionWith(QStringLiteral("Mute this lock for an hour"))->isEnabled()); // about no lock
        QVERIFY(actionWith(QStringLiteral("Mute this rule for an hour"))->isEnabled());
    }

    void hostileNamesStayPlainText()
    {
        tell(neverExpiring("<b>a\n\xff\xe2\x80\xae</b>"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(shown(AlertsModel::Lock), QStringLiteral("<b>a\\x0a\\xff\\xe2\\x80\\xae</b>"));
        const QString tip = m_panel->model().index(0, AlertsModel::Lock).data(Qt::ToolTipRole).toString();
        QVERIFY(!tip.contains(QLatin1String("<b>")));
    }

    void aRealServerRaisesAndClears()
    {
        Sandbox sandbox;
        test::RedisClient redis(sandbox.endpoint());
        redis.expect({"HSET", "stuck", kAlice + ":57", "1"});
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 1, kPatience);
        QCOMPARE(shown(AlertsModel::Lock), QStringLiteral("stuck"));
        redis.expect({"DEL", "stuck"});
        // The lock is gone; that it vanished is told in its place.
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->model().rowCount() == 1
                                     && m_panel->model().rowAt(0).alert.kind == AlertRule::Kind::lock_lost,
                                 kPatience);
        m_session->close();
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 0, kPatience);
    }

    void aServerThatDoesNotAnswerIsToldOf()
    {
        Sandbox sandbox;
        connectTo(sandbox);
        AlertRule rule;
        rule.id = "silent";
        rule.kind = AlertRule::Kind::connection_lost;
        rule.duration = std::chrono::milliseconds(100);
        AlertRules rules;
        rules.rules = {rule};
        m_panel->watch().setRules(rules);
        sandbox.pause_server();
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 1, 60'000);
        QVERIFY(shown(AlertsModel::What).startsWith(QStringLiteral("No working connection to the server for ")));
        QCOMPARE(shown(AlertsModel::Lock), QString());
        sandbox.resume_server();
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 0, 60'000);
    }

    void aServerWithoutMemoryIsToldOf()
    {
        Sandbox sandbox;
        test::RedisClient redis(sandbox.endpoint());
        connectTo(sandbox);
        QVERIFY(!QTest::currentTestFailed());
        redis.expect({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
        redis.expect({"CONFIG", "SET", "maxmemory", "1"});
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 1, kPatience);
        QCOMPARE(m_panel->model().rowAt(0).alert.kind, AlertRule::Kind::writes_refused);
        QVERIFY(shown(AlertsModel::What).contains(QStringLiteral("memory is full")));
        redis.expect({"CONFIG", "SET", "maxmemory", "0"});
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 0, kPatience);
    }

    void aMessageOfTheLastServerLeadsToNoLockOfThisOne()
    {
        const Sandbox first;
        const Sandbox second;
        test::RedisClient redis(first.endpoint());
        redis.expect({"HSET", "stuck", kAlice + ":57", "1"});
        connectTo(first);
        QVERIFY(!QTest::currentTestFailed());
        auto* notifier = m_panel->findChild<AlertNotifier*>();
        QSignalSpy activated(m_panel.get(), &AlertsPanel::lockActivated);
        QSignalSpy clicked(m_panel.get(), &AlertsPanel::windowRequested);
        const auto leadsToALock = [&] {
            notifier->takeClick();
            return !activated.isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(leadsToALock(), kPatience); // as soon as the message has been shown
        QCOMPARE(activated.first().first().value<std::string>(), std::string("stuck"));

        connectTo(second);
        QVERIFY(!QTest::currentTestFailed());
        activated.clear();
        clicked.clear();
        notifier->takeClick();
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(activated.size(), 0);
    }

    void whatWaitsToBeToldIsForgotten()
    {
        QStringList titles;
        AlertNotifier::Limits limits;
        limits.gather = 50ms;
        limits.pause = 100ms;
        AlertNotifier notifier([&titles](const QString& title, const QString&) { titles << title; }, limits);
        notifier.tell({alertOn("gathered")});
        notifier.forget();
        notifier.tell({alertOn("shown")});
        QTRY_COMPARE(titles, QStringList{QStringLiteral("shown")});
        notifier.tell({alertOn("waits for the pause")});
        notifier.forget();
        notifier.tell({alertOn("last")});
        QTRY_COMPARE(titles, (QStringList{QStringLiteral("shown"), QStringLiteral("last")}));
    }

    void whatALeavingWindowHadNotShownAnotherShows_data()
    {
        QTest::addColumn<bool>("closed");
        QTest::newRow("closed") << true;
        QTest::newRow("disconnected") << false;
    }
    void whatALeavingWindowHadNotShownAnotherShows()
    {
        QFETCH(bool, closed);
        const Sandbox server;
        Session leaving;
        auto first = std::make_unique<AlertsPanel>(leaving, *m_desk);
        leaving.connectTo(server.endpoint());
        m_session->connectTo(server.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(leaving.status().link, MonitorStatus::Link::live, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->status().link, MonitorStatus::Link::live, kPatience);
        QSignalSpy raised(&first->watch(), &AlertWatch::raised);
        tell(leaving, neverExpiring("orders:42"));
        QCOMPARE(raised.size(), 1);
        tell(neverExpiring("orders:42"));
        if (closed) {
            first.reset();
        } else {
            leaving.close();
        }
        QSignalSpy activated(m_panel.get(), &AlertsPanel::lockActivated);
        const auto leadsToTheLock = [&] {
            m_panel->findChild<AlertNotifier*>()->takeClick();
            return !activated.isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(leadsToTheLock(), kPatience);
        QCOMPARE(activated.first().first().value<std::string>(), std::string("orders:42"));
    }

    void everyControlHasAName()
    {
        for (const auto* button : m_panel->findChildren<QAbstractButton*>()) {
            if (!button->objectName().startsWith(QLatin1String("qt_"))) {
                QVERIFY(!button->text().isEmpty() || !button->accessibleName().isEmpty()
                        || qobject_cast<const QTableView*>(button->parentWidget())
                        || qobject_cast<const QLineEdit*>(button->parentWidget()));
            }
        }
        QVERIFY(!page().table().accessibleName().isEmpty());
    }
};

QTEST_MAIN(AlertsPanelTest)
#include "alerts_panel_test.moc"

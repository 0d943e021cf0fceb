// SPDX-License-Identifier: GPL-3.0-or-later
#include "alert_states.hpp"
#include "alerts/alert_desk.hpp"
#include "alerts/alert_notifier.hpp"
#include "alerts/alerts_export.hpp"
#include "alerts/alerts_panel.hpp"
#include "alerts/mutes_dialog.hpp"
#include "alerts/reactions_form.hpp"
#include "alerts/rule_editor.hpp"
#include "alerts/rules_dialog.hpp"
#include "lock_states.hpp"
#include "panels/elided_label.hpp"
#include "panels/export_button.hpp"
#include "panels/marked_line.hpp"
#include "panels/table_page.hpp"
#include "said_parts.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFormLayout>
#include <QGroupBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUrl>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::buttonWith;
using namespace std::chrono_literals;

namespace {

constexpr int kPatience = 15'000;

LockState neverExpiring(const std::string& name)
{
    LockState state = heldLock(name, holder(kAlice, 57), milliseconds{-1});
    state.anomalies = {Anomaly::never_expires};
    return state;
}

} // namespace

class AlertsPanelTest : public QObject
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
        m_desk = makeDesk();
        m_panel = makePanel();
        m_panel->resize(900, 300);
        m_panel->show();
    }
    void cleanup()
    {
        m_panel.reset();
        m_desk.reset();
        m_session.reset();
        m_folder.reset();
    }

    void aQuietServerSaysSo()
    {
        QVERIFY(page().note().contains(QLatin1String("All is quiet")));
        AlertRules none;
        m_panel->watch().setRules(none);
        QVERIFY(page().note().contains(QLatin1String("No rule is on")));
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

    void mutedAlertsAreListedButNotCounted()
    {
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        page().table().selectRow(0);
        actionWith(QStringLiteral("Mute this lock for an hour"))->trigger();
        QTRY_VERIFY(shown(AlertsModel::State).startsWith(QLatin1String("muted until ")));
        QCOMPARE(m_panel->watch().newCount(), 0);
        QSignalSpy raised(&m_panel->watch(), &AlertWatch::raised);
        LockState crowded = neverExpiring("orders:42");
        crowded.waiting_clients = 50;
        tell(crowded);
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QCOMPARE(raised.size(), 0);
    }

    void whatIsRaisedWhileMutedIsToldAfterwards()
    {
        QSignalSpy raised(&m_panel->watch(), &AlertWatch::raised);
        m_panel->watch().muteLock("orders:42", std::chrono::seconds(3));
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(raised.size(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(raised.size(), 1, 15'000);
    }

    void aMuteIsSeenAndEnded_data()
    {
        QTest::addColumn<QString>("mute");
        QTest::addColumn<QString>("state");
        QTest::newRow("of the alert") << "Mute until it clears"
                                      << "muted until it clears";
        QTest::newRow("of the lock") << "Mute this lock for an hour"
                                     << "muted until ";
        QTest::newRow("of the rule") << "Mute this rule for an hour"
                                     << "muted until ";
    }
    void aMuteIsSeenAndEnded()
    {
        QFETCH(QString, mute);
        QFETCH(QString, state);
        QAction* unmute = actionWith(QStringLiteral("Unmute"));
        QVERIFY(!unmute->isEnabled());
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        page().table().selectRow(0);
        QVERIFY(!unmute->isEnabled()); // nothing mutes it
        actionWith(mute)->trigger();
        QTRY_VERIFY2(shown(AlertsModel::State).startsWith(state), qPrintable(shown(AlertsModel::State)));
        QTRY_VERIFY(said().contains(QLatin1String("1 mute")));
        QCOMPARE(m_panel->watch().newCount(), 0);
        QTRY_VERIFY(unmute->isEnabled());
        page().table().setFocus();
        QTest::keyClick(&page().table(), Qt::Key_U);
        QTRY_COMPARE(shown(AlertsModel::State), QStringLiteral("new"));
        QCOMPARE(m_panel->watch().newCount(), 1);
        QVERIFY(m_panel->watch().mutes().empty());
        QTRY_VERIFY(!said().contains(QLatin1String("mute")));
        QTRY_VERIFY(!unmute->isEnabled());
    }

    /// As when the mute ends by itself.
    void whatWasRaisedWhileMutedIsToldWhenTheMuteIsEnded()
    {
        QSignalSpy raised(&m_panel->watch(), &AlertWatch::raised);
        m_panel->watch().muteLock("orders:42", 1h);
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(raised.size(), 0);
        page().table().selectRow(0);
        actionWith(QStringLiteral("Unmute"))->trigger();
        QCOMPARE(raised.size(), 1);
        m_panel->watch().muteLock("orders:42", 1h);
        page().table().selectRow(0);
        actionWith(QStringLiteral("Unmute"))->trigger();
        QCOMPARE(raised.size(), 1); // it has been told of
    }

    void aMuteThatIsEndedInOneWindowIsEndedInAll()
    {
        Session otherSession;
        AlertsPanel other(otherSession, *m_desk);
        tell(neverExpiring("orders:42"));
        tell(otherSession, neverExpiring("orders:42"));
        other.watch().muteLock("orders:42", 1h);
        other.watch().muteRule("never-expires", 1h);
        QCOMPARE(m_panel->watch().newCount(), 0);
        QCOMPARE(m_panel->watch().mutes().size(), std::size_t{2});
        for (const AlertMute& mute : m_panel->watch().mutes()) {
            m_panel->watch().unmute(mute);
        }
        QCOMPARE(m_panel->watch().newCount(), 1);
        QCOMPARE(other.watch().newCount(), 1);
        QVERIFY(other.watch().mutes().empty());
    }

    void theDialogListsWhatIsMutedAndEndsIt()
    {
        QAction* open = actionWith(QStringLiteral("Mutes…"));
        QVERIFY(!open->isEnabled());
        m_panel->watch().muteLock("<b>a\n\xff</b>", 1h); // there is no alert on it
        m_panel->watch().muteRule(m_panel->watch().rules().rules.front().id, 1h);
        QVERIFY(open->isEnabled());
        open->trigger();
        const QPointer<MutesDialog> dialog = m_panel->findChild<MutesDialog*>();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 2);
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("<b>a\\x0a\\xff</b>"));
        QVERIFY(!list->topLevelItem(0)->toolTip(1).contains(QLatin1String("<b>")));
        QVERIFY(!list->topLevelItem(0)->text(2).isEmpty());
        QVERIFY(list->topLevelItem(1)->text(1).contains(QLatin1String("5 m 00 s"))); // the rule in words

        list->setCurrentItem(list->topLevelItem(0));
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Unmute")), Qt::LeftButton);
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(m_panel->watch().mutes().size(), std::size_t{1});
        QVERIFY(m_panel->watch().mutes().front().of == AlertMute::Of::rule);
        m_panel->watch().muteLock("orders:42", 1h); // as another window does
        QTRY_COMPARE(list->topLevelItemCount(), 2);
        list->selectAll();
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Unmute")), Qt::LeftButton);
        QTRY_COMPARE(list->topLevelItemCount(), 0);
        QVERIFY(m_panel->watch().mutes().empty());
        QVERIFY(!buttonWith(*dialog, QStringLiteral("Unmute"))->isEnabled());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(dialog.isNull());
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
            kind + ",held-longer,'=1+1," + QByteArray::fromStdString(kAlice) + ":57,,64000,raised,,";
        QCOMPARE(lines.at(0), QByteArray("since,severity,alert,rule,lock,holder,count,amount_ms,state,cleared,muted,"
                                         "muted_until\r"));
        QCOMPARE(lines.at(1), start + middle + "no,\r");
        QCOMPARE(lines.at(2), start + many + ",many,b\\xff,,7,,cleared,2027-01-15T08:00:05.000Z,no,\r");
        QCOMPARE(lines.at(3), start + middle + "yes,2027-01-15T09:00:00.000Z\r");
        QCOMPARE(lines.at(4), start + middle + "yes,\r");

        const QJsonArray json = QJsonDocument::fromJson(alertsToJson(rows).whole()).array();
        QCOMPARE(json.size(), 4);
        const QJsonObject first = json[0].toObject();
        QCOMPARE(first[QStringLiteral("lock")].toString(), QStringLiteral("=1+1")); // JSON has no formulas
        QCOMPARE(first[QStringLiteral("amount_ms")].toInt(), 64'000);
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

    void rulesAreKeptForEachServer()
    {
        Sandbox first;
        Sandbox second;
        m_session->connectTo(first.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        AlertRules rules = m_panel->watch().rules();
        rules.rules.resize(1);
        rules.rules[0].duration = milliseconds{1234};
        m_panel->watch().setRules(rules);
        m_session->connectTo(second.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
        m_panel.reset();
        m_desk = makeDesk();
        m_panel = makePanel();
        m_session->connectTo(first.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), rules);
    }

    /// Those of its address at first; from then on its own, wherever its server moves to.
    void rulesBelongToTheProfile()
    {
        const Sandbox first;
        const Sandbox second;
        m_session->connectTo(first.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        AlertRules ofTheAddress = m_panel->watch().rules();
        ofTheAddress.rules.resize(2);
        m_panel->watch().setRules(ofTheAddress);

        m_panel->watch().setProfile(QStringLiteral("one"));
        QCOMPARE(m_panel->watch().rules(), ofTheAddress);
        AlertRules ofTheProfile = ofTheAddress;
        ofTheProfile.rules.resize(1);
        m_panel->watch().setRules(ofTheProfile);
        m_panel->watch().setProfile(QStringLiteral("two"));
        QCOMPARE(m_panel->watch().rules(), ofTheAddress);
        m_panel->watch().setProfile({});
        QCOMPARE(m_panel->watch().rules(), ofTheAddress);

        m_panel.reset();
        m_desk = makeDesk();
        m_panel = makePanel();
        m_panel->watch().setProfile(QStringLiteral("one"));
        m_session->connectTo(second.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), ofTheProfile);
    }

    void damagedRulesAreSaid()
    {
        const Sandbox server;
        const QString key = QString::fromLatin1(
            QUrl::toPercentEncoding(QString::fromStdString(server.endpoint().uri_without_password())));
        QSettings settings(m_folder->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        settings.setValue(QStringLiteral("alerts/rules/") + key, QByteArray("{broken"));
        settings.sync();
        m_session->connectTo(server.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
        QVERIFY(m_panel->findChild<MarkedLine*>()->isVisibleTo(m_panel.get()));
    }

    void theDialogEditsTheRules()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        m_panel->openRules();
        const QPointer<RulesDialog> dialog = m_panel->findChild<RulesDialog*>();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QListWidget*>();
        QCOMPARE(list->count(), 7);
        QVERIFY(list->item(0)->text().contains(QLatin1String("5 m 00 s")));
        auto* name = editorField<QLineEdit>(*dialog);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("orders:*"));
        QVERIFY(list->item(0)->text().contains(QLatin1String("orders:*")));
        QPushButton* save = buttonWith(*dialog, QStringLiteral("Save"));
        QVERIFY(save->isEnabled());
        name->clear();
        QVERIFY(!save->isEnabled()); // an empty pattern matches nothing
        QTest::keyClicks(name, QStringLiteral("x"));
        list->setCurrentRow(3);
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Remove")), Qt::LeftButton);
        QCOMPARE(list->count(), 6);
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Add")), Qt::LeftButton);
        QCOMPARE(list->count(), 7);
        QCOMPARE(list->currentRow(), 6);
        list->item(1)->setCheckState(Qt::Unchecked);
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_VERIFY(dialog.isNull());
        const AlertRules& rules = m_panel->watch().rules();
        QCOMPARE(rules.rules.size(), std::size_t{7});
        QCOMPARE(rules.rules[0].name_glob, std::string("x"));
        QVERIFY(!rules.rules[1].enabled);
        QVERIFY(rules.rules[6].id != rules.rules[0].id);
    }

    void aCancelledDialogChangesNothing()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        m_panel->openRules();
        const QPointer<RulesDialog> dialog = m_panel->findChild<RulesDialog*>();
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Remove")), Qt::LeftButton);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(dialog.isNull());
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
    }

    void withoutAServerOnlyWhatIsCommonToAllIsEdited()
    {
        m_panel->openRules();
        const QPointer<RulesDialog> dialog = m_panel->findChild<RulesDialog*>();
        QVERIFY(dialog);
        QVERIFY(!dialog->findChild<QListWidget*>()->isVisible());
        QVERIFY(!dialog->findChild<RuleEditor*>()->isVisible());
        const QList<QLabel*> labels = dialog->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String("connect to one"));
        }));
        auto* form = dialog->findChild<ReactionsForm*>();
        for (QCheckBox* box : form->findChildren<QCheckBox*>()) {
            if (box->text().contains(QLatin1String("command"))) {
                box->setChecked(true);
            }
        }
        form->findChild<QLineEdit*>()->setText(QStringLiteral("/bin/true"));
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Save")), Qt::LeftButton);
        QTRY_VERIFY(dialog.isNull());
        QSettings settings(m_folder->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        QCOMPARE(AlertReactions::load(settings).program, QStringLiteral("/bin/true"));
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
    }

    void rulesOfAServerThatIsLeftAreNotEdited()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        m_panel->openRules();
        const QPointer<RulesDialog> dialog = m_panel->findChild<RulesDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<QListWidget*>()->isVisible());
        m_session->close();
        QTRY_VERIFY(dialog.isNull());
    }

    void aPatternKeepsItsBackslashes()
    {
        AlertRule rule;
        rule.id = "one";
        rule.name_glob = "a\\[b\xff";
        RuleEditor editor;
        editor.setRule(rule);
        editor.findChild<QDoubleSpinBox*>()->setValue(7);
        QCOMPARE(editor.rule().name_glob, std::string("a\\[b\xff"));
        auto* name = editor.findChild<QLineEdit*>();
        name->setText(name->text() + QLatin1Char('*'));
        QCOMPARE(editor.rule().name_glob, std::string("a\\[b\xff*"));
        name->setText(QStringLiteral("a\\[b")); // as people type it
        QCOMPARE(editor.rule().name_glob, std::string("a\\[b"));
    }

    void theCommandIsOffUntilSomebodyTurnsItOn()
    {
        ReactionsForm form(AlertReactions{}, ReactionsForm::Tray::absent);
        QCOMPARE(form.reactions().command, AlertReactions::Command::off);
        const auto* program = form.findChild<QLineEdit*>();
        QVERIFY(!program->isEnabled());
        const QList<QLabel*> labels = form.findChildren<QLabel*>();
        const auto says = [&labels](const QString& part) {
            return std::any_of(labels.begin(), labels.end(),
                               [&part](const QLabel* label) { return label->text().contains(part); });
        };
        QVERIFY(says(QStringLiteral("with your rights")));
        QVERIFY(says(QStringLiteral("no tray")));
        for (QCheckBox* box : form.findChildren<QCheckBox*>()) {
            if (box->text().contains(QLatin1String("command"))) {
                box->setChecked(true);
            }
        }
        QVERIFY(program->isEnabled());
        QVERIFY(!form.isComplete());
    }

    /// What two windows of a server see is told by one of them.
    void anAlertRunsTheCommandOnce()
    {
        AlertCommand::Limits limits;
        limits.pause = 0ms; // it is no limit that keeps it from running twice
        AlertDesk desk(m_folder->filePath(QStringLiteral("two.ini")), limits);
        AlertReactions reactions;
        reactions.command = AlertReactions::Command::on;
        reactions.program = QStringLiteral("sleep");
        reactions.arguments = {QStringLiteral("600")};
        desk.book.changeReactions({}, reactions);
        Session otherSession;
        AlertsPanel one(*m_session, desk);
        AlertsPanel other(otherSession, desk);
        QSignalSpy raised(&one.watch(), &AlertWatch::raised);
        QSignalSpy raisedThere(&other.watch(), &AlertWatch::raised);

        const Sandbox server;
        test::RedisClient redis(server.endpoint());
        m_session->connectTo(server.endpoint());
        otherSession.connectTo(server.endpoint());
        redis.expect({"HSET", "stuck", kAlice + ":57", "1"});
        QTRY_VERIFY_WITH_TIMEOUT(raised.size() == 1 && raisedThere.size() == 1, kPatience);
        QCOMPARE(desk.command.findChildren<QProcess*>().size(), 1);
        redis.expect({"HSET", "stuck, too", kAlice + ":57", "1"});
        QTRY_VERIFY_WITH_TIMEOUT(raised.size() == 2 && raisedThere.size() == 2, kPatience);
        QCOMPARE(desk.command.findChildren<QProcess*>().size(), 2);
    }

    /// Otherwise the other window would tell of it.
    void whatIsMutedInOneWindowIsMutedInAll()
    {
        Session otherSession;
        AlertsPanel other(otherSession, *m_desk);
        tell(neverExpiring("orders:42"));
        tell(otherSession, neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        page().table().selectRow(0);
        actionWith(QStringLiteral("Mute this lock for an hour"))->trigger();
        QCOMPARE(m_panel->watch().newCount(), 0);
        QCOMPARE(other.watch().newCount(), 0);

        QSignalSpy raised(&other.watch(), &AlertWatch::raised);
        LockState crowded = neverExpiring("orders:42");
        crowded.waiting_clients = 50;
        tell(otherSession, crowded);
        QCOMPARE(other.watch().engine().active_count(), std::size_t{2});
        QCOMPARE(raised.size(), 0);
        tell(otherSession, neverExpiring("orders:43"));
        QCOMPARE(raised.size(), 1);
    }

    void whatAnotherProgramWroteIsKept()
    {
        const QString key = QStringLiteral("alerts/rules/any");
        const AlertRules before = AlertRules::defaults();
        AlertRules ours = before;
        ours.rules[0].enabled = false;
        AlertRules theirs = before;
        theirs.rules[1].count = 77;
        theirs.rules.push_back(theirs.rules[1]);
        theirs.rules.back().id = "theirs";
        AlertReactions quiet;
        quiet.tray = AlertReactions::Tray::off;

        const QString file = m_folder->filePath(QStringLiteral("shared.ini"));
        AlertBook book(file);
        book.changeRules(key, before, before);
        {
            // Another program has a picture of the file of its own, as another file has.
            const QString elsewhere = m_folder->filePath(QStringLiteral("elsewhere.ini"));
            AlertBook other(elsewhere);
            other.changeRules(key, before, theirs);
            other.changeReactions({}, quiet);
            QVERIFY(QFile::remove(file));
            QVERIFY(QFile::copy(elsewhere, file));
        }
        book.changeRules(key, before, ours);
        AlertReactions command;
        command.program = QStringLiteral("/bin/true");
        book.changeReactions({}, command);

        AlertRules both = theirs;
        both.rules[0].enabled = false;
        QCOMPARE(alert_rules_from_json(book.rules(key).toStdString()), both);
        QCOMPARE(book.reactions().program, QStringLiteral("/bin/true"));
        QCOMPARE(book.reactions().tray, AlertReactions::Tray::off);
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

private:
    std::unique_ptr<AlertsPanel> makePanel() const { return std::make_unique<AlertsPanel>(*m_session, *m_desk); }
    std::unique_ptr<AlertDesk> makeDesk() const
    {
        return std::make_unique<AlertDesk>(m_folder->filePath(QStringLiteral("settings.ini")));
    }
    void connectTo(const Sandbox& server)
    {
        m_session->connectTo(server.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
    }
    TablePage& page() const { return *m_panel->findChild<TablePage*>(); }
    int count() const { return page().table().model()->rowCount(); }
    void type(const QString& text) { m_panel->findChild<QLineEdit*>()->setText(text); }
    QString said() const { return m_panel->findChild<ElidedLabel*>()->text(); }
    QString shown(int column) const { return m_panel->model().index(0, column).data().toString(); }
    QAction* actionWith(const QString& text) const
    {
        for (QAction* action : m_panel->actions()) {
            if (action->text() == text) {
                return action;
            }
        }
        return nullptr;
    }
    template <class Field>
    Field* editorField(const QWidget& dialog) const
    {
        for (Field* field : dialog.findChildren<Field*>()) {
            if (qobject_cast<QFormLayout*>(field->parentWidget()->layout())
                && !qobject_cast<QGroupBox*>(field->parentWidget())) {
                return field;
            }
        }
        return nullptr;
    }
    /// The session's news, as they come from the monitor.
    void tell(const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
    {
        tell(*m_session, state, kind);
    }
    static void tell(Session& session, const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
    {
        MonitorBatch batch;
        batch.changes.push_back({kind, shared(state)});
        emit session.batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<AlertDesk> m_desk;
    std::unique_ptr<AlertsPanel> m_panel;
};

QTEST_MAIN(AlertsPanelTest)
#include "alerts_panel_test.moc"

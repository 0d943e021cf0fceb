// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts_stage.hpp"

#include "alerts/alert_mutes.hpp"
#include "alerts/mutes_dialog.hpp"
#include "said_parts.hpp"
#include "theme/theme.hpp"

#include <QFile>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <set>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::buttonWith;
using namespace std::chrono_literals;

class AlertMutesTest : public QObject, private AlertsStage
{
    Q_OBJECT

    static std::set<std::string> live(const std::vector<AlertMutes::Mute>& mutes)
    {
        std::set<std::string> names;
        for (const AlertMutes::Mute& each : mutes) {
            if (each.until > std::chrono::steady_clock::now()) {
                names.insert(each.what);
            }
        }
        return names;
    }

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() { open(); }
    void cleanup() { close(); }

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

    /// Who starts the program anew within the hour has not asked to be woken up.
    void mutesOutliveTheProgram()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("alerts.ini"));
        const std::string lock("orders\xff\0\n[x]", 12);
        const SteadyTime now = std::chrono::steady_clock::now();
        {
            AlertMutes mutes;
            mutes.keepIn(file);
            mutes.mute("a:6379/0", {.locks = {lock}, .rules = {}}, now + 1h);
            mutes.mute("a:6379/0", {.locks = {"over soon"}, .rules = {}}, now + 50ms);
            mutes.mute("b:6379/0", {.locks = {}, .rules = {"rule", "ended"}}, now + 30min);
            mutes.unmute("b:6379/0", {.locks = {}, .rules = {"ended"}});
        }
        QTRY_VERIFY(std::chrono::steady_clock::now() > now + 50ms);
        AlertMutes mutes;
        mutes.keepIn(file);
        QCOMPARE(mutes.locks().size(), std::size_t(1));
        QCOMPARE(mutes.locks().front().server, std::string("a:6379/0"));
        QCOMPARE(mutes.locks().front().what, lock);
        QVERIFY(mutes.locks().front().until > now + 59min && mutes.locks().front().until < now + 61min);
        QCOMPARE(mutes.rules().size(), std::size_t(1));
        QCOMPARE(mutes.rules().front().what, std::string("rule"));
    }

    /// It may have changed the file since we read it.
    void whatAnotherProgramHasMutedOrEndedIsKept()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("alerts.ini"));
        const SteadyTime end = std::chrono::steady_clock::now() + 1h;
        AlertMutes ours;
        AlertMutes theirs;
        ours.keepIn(file);
        theirs.keepIn(file);
        ours.mute("a:6379/0", {.locks = {"a"}, .rules = {}}, end);
        theirs.mute("a:6379/0", {.locks = {"b", "c"}, .rules = {"rule"}}, end);
        ours.mute("a:6379/0", {.locks = {"d"}, .rules = {}}, end);
        QCOMPARE(live(ours.locks()), (std::set<std::string>{"a", "b", "c", "d"}));
        QCOMPARE(live(ours.rules()), std::set<std::string>{"rule"});
        theirs.unmute("a:6379/0", {.locks = {"a"}, .rules = {}});
        ours.unmute("a:6379/0", {.locks = {"b"}, .rules = {}});
        QCOMPARE(live(ours.locks()), (std::set<std::string>{"c", "d"}));
        QCOMPARE(ours.locks().size(), std::size_t(4)); // the windows learn of those that are over
        AlertMutes next;
        next.keepIn(file);
        QCOMPARE(live(next.locks()), (std::set<std::string>{"c", "d"}));
        QCOMPARE(live(next.rules()), std::set<std::string>{"rule"});
    }

    void ofTooManyMutesTheNewestAreKept()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("alerts.ini"));
        const SteadyTime end = std::chrono::steady_clock::now() + 1h;
        std::vector<std::string> many;
        for (std::size_t i = 0; i < AlertMutes::most; ++i) {
            many.push_back("lock:" + std::to_string(i));
        }
        AlertMutes mutes;
        mutes.keepIn(file);
        mutes.mute("a:6379/0", {.locks = {"oldest"}, .rules = {}}, end);
        const QSignalSpy changed(&mutes, &AlertMutes::changed);
        mutes.mute("a:6379/0", {.locks = many, .rules = {}}, end);
        QCOMPARE(changed.size(), 1);
        AlertMutes next;
        next.keepIn(file);
        for (const AlertMutes* each : {&mutes, &next}) {
            QCOMPARE(live(each->locks()), std::set<std::string>(many.begin(), many.end()));
        }
    }

    void whatCannotBeKeptIsSaidAndLastsUntilTheProgramEnds()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly)); // where a folder would have to be
        const SteadyTime end = std::chrono::steady_clock::now() + 1h;
        AlertMutes mutes;
        mutes.keepIn(file.fileName() + QStringLiteral("/alerts.ini"));
        const QSignalSpy notSaved(&mutes, &AlertMutes::notSaved);
        mutes.mute("a:6379/0", {.locks = {"a"}, .rules = {}}, end);
        QCOMPARE(notSaved.size(), 1);
        mutes.mute("a:6379/0", {.locks = {"b"}, .rules = {}}, end);
        QCOMPARE(live(mutes.locks()), (std::set<std::string>{"a", "b"}));
    }

    void manyAreMutedAndUnmutedAsOne()
    {
        for (const char* lock : {"orders:1", "orders:2", "orders:3"}) {
            tell(neverExpiring(lock));
        }
        QTRY_COMPARE(m_panel->model().rowCount(), 3);
        const QSignalSpy changed(&m_desk->mutes, &AlertMutes::changed);
        page().table().selectAll();
        actionWith(QStringLiteral("Mute this lock for an hour"))->trigger();
        QCOMPARE(m_panel->watch().mutes().size(), std::size_t(3));
        QCOMPARE(changed.size(), 1);
        page().table().selectAll();
        actionWith(QStringLiteral("Unmute"))->trigger();
        QVERIFY(m_panel->watch().mutes().empty());
        QCOMPARE(changed.size(), 2);
    }

    void eachMuteEndsInItsTime()
    {
        QSignalSpy raised(&m_panel->watch(), &AlertWatch::raised);
        m_panel->watch().muteLocks({"orders:1", "orders:2"}, 3s);
        m_panel->watch().muteLocks({"orders:3"}, 4s);
        for (const char* lock : {"orders:1", "orders:2", "orders:3"}) {
            tell(neverExpiring(lock));
        }
        QTRY_COMPARE(m_panel->model().rowCount(), 3);
        QCOMPARE(raised.size(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(raised.size(), 2, 15'000);
        QCOMPARE(raised.first().first().value<std::vector<Alert>>().size(), std::size_t(2));
    }

    void whatIsRaisedWhileMutedIsToldAfterwards()
    {
        QSignalSpy raised(&m_panel->watch(), &AlertWatch::raised);
        m_panel->watch().muteLocks({"orders:42"}, std::chrono::seconds(3));
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
        m_panel->watch().muteLocks({"orders:42"}, 1h);
        tell(neverExpiring("orders:42"));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(raised.size(), 0);
        page().table().selectRow(0);
        actionWith(QStringLiteral("Unmute"))->trigger();
        QCOMPARE(raised.size(), 1);
        m_panel->watch().muteLocks({"orders:42"}, 1h);
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
        other.watch().muteLocks({"orders:42"}, 1h);
        other.watch().muteRules({"never-expires"}, 1h);
        QCOMPARE(m_panel->watch().newCount(), 0);
        QCOMPARE(m_panel->watch().mutes().size(), std::size_t{2});
        m_panel->watch().unmute(m_panel->watch().mutes());
        QCOMPARE(m_panel->watch().newCount(), 1);
        QCOMPARE(other.watch().newCount(), 1);
        QVERIFY(other.watch().mutes().empty());
    }

    void theDialogListsWhatIsMutedAndEndsIt()
    {
        QAction* open = actionWith(QStringLiteral("Mutes…"));
        QVERIFY(!open->isEnabled());
        m_panel->watch().muteLocks({"<b>a\n\xff</b>"}, 1h); // there is no alert on it
        m_panel->watch().muteRules({m_panel->watch().rules().rules.front().id}, 1h);
        QVERIFY(open->isEnabled());
        open->trigger();
        const QPointer<MutesDialog> dialog = m_panel->findChild<MutesDialog*>();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 2);
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("<b>a\\x0a\\xff</b>"));
        QVERIFY(!list->topLevelItem(0)->toolTip(1).contains(QLatin1String("<b>")));
        QVERIFY(!list->topLevelItem(0)->text(2).isEmpty());
        QVERIFY(list->topLevelItem(1)->text(1).contains(QLatin1String("5 min"))); // the rule in words

        list->setCurrentItem(list->topLevelItem(0));
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Unmute")), Qt::LeftButton);
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(m_panel->watch().mutes().size(), std::size_t{1});
        QVERIFY(m_panel->watch().mutes().front().of == AlertMute::Of::rule);
        m_panel->watch().muteLocks({"orders:42"}, 1h); // as another window does
        QTRY_COMPARE(list->topLevelItemCount(), 2);
        list->selectAll();
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Unmute")), Qt::LeftButton);
        QTRY_COMPARE(list->topLevelItemCount(), 0);
        QVERIFY(m_panel->watch().mutes().empty());
        QVERIFY(!buttonWith(*dialog, QStringLiteral("Unmute"))->isEnabled());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(dialog.isNull());
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
};

QTEST_MAIN(AlertMutesTest)
#include "alert_mutes_test.moc"

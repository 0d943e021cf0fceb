// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_states.hpp"
#include "models/events_filter.hpp"
#include "models/events_model.hpp"
#include "text/words.hpp"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

#include <map>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

EventsModel::Limits limits(std::size_t routine, std::size_t noteworthy)
{
    return {{routine, 1 << 20}, {noteworthy, 1 << 20}};
}

/// One event a letter, of a lock that is called by its place: 'r' renewed, 'E' expired, 'V' vanished, 'F' forced, 'L'
/// lost in a failover, 'O' failed over, 'G' a gap.
std::vector<LockEvent> story(const QString& letters, int from = 0)
{
    using Kind = LockEvent::Kind;
    const std::map<QChar, Kind> kinds{
        {u'r', Kind::renewed},          {u'E', Kind::expired},     {u'V', Kind::vanished},      {u'F', Kind::forced},
        {u'L', Kind::lost_in_failover}, {u'O', Kind::failed_over}, {u'G', Kind::resynchronised}};
    std::vector<LockEvent> events;
    for (const QChar letter : letters) {
        events.push_back(lockEvent(kinds.at(letter), std::to_string(from++)));
    }
    return events;
}

/// The rows as story() would have them, each with its lock: "r7 E8"; an alert is an 'A'.
QString told(const EventsModel& model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        const EventRow& event = model.eventAt(row);
        const QString letter = event.alert                            ? QStringLiteral("A")
                             : event.kind == LockEvent::Kind::renewed ? QStringLiteral("r")
                                                                      : QStringLiteral("!");
        rows << letter + QString::fromStdString(event.lock);
    }
    return rows.join(QLatin1Char(' '));
}

std::vector<LockEvent> numbered(int from, int to)
{
    std::vector<LockEvent> events;
    for (int i = from; i < to; ++i) {
        events.push_back(lockEvent(LockEvent::Kind::acquired, "lock-" + std::to_string(i)));
    }
    return events;
}

QString shown(const EventsModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class EventsModelTest : public QObject
{
    Q_OBJECT

private slots:
    void theOldestGoWhenItIsFull()
    {
        EventsModel model(limits(10, 10));
        QAbstractItemModelTester tester(&model);
        model.append(numbered(0, 8));
        model.append(numbered(8, 13));
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.eventAt(0).lock, std::string("lock-3"));
        QCOMPARE(model.eventAt(9).lock, std::string("lock-12"));
        QCOMPARE(model.droppedRoutine().events, quint64{3});
        QCOMPARE(model.droppedNoteworthy().events, quint64{0});
    }

    void whoActedIsBesideWhatWasDone()
    {
        EventsModel model;
        LockEvent forced = lockEvent(LockEvent::Kind::forced, "orders");
        forced.actor = "bob@host\n<b>";
        model.append({forced, lockEvent(LockEvent::Kind::forced, "orders")});
        const QString told = shown(model, 0, EventsModel::Event);
        QVERIFY(told.startsWith(shown(model, 1, EventsModel::Event)));
        QVERIFY(told.contains(QStringLiteral("bob@host")));
        QVERIFY(!told.contains(QLatin1Char('\n')));
        QVERIFY(!model.index(0, EventsModel::Event).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<b>")));
    }

    void aBatchLargerThanAllOfItKeepsItsEnd()
    {
        EventsModel model(limits(10, 10));
        QAbstractItemModelTester tester(&model);
        model.append(numbered(0, 3));
        model.append(numbered(100, 200));
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.eventAt(0).lock, std::string("lock-190"));
    }

    void problemsStayWhenRoutineGoes_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("then");
        QTest::addColumn<QString>("rows");
        QTest::addColumn<int>("routineGone");
        QTest::addColumn<int>("noteworthyGone");
        // Room for four of each.
        QTest::newRow("room for all") << "rErV"
                                      << "Fr"
                                      << "r0 !1 r2 !3 !4 r5" << 0 << 0;
        QTest::newRow("one run") << "Errrr"
                                 << "rr"
                                 << "!0 r3 r4 r5 r6" << 2 << 0;
        QTest::newRow("several runs") << "rErVrFr"
                                      << "rrr"
                                      << "!1 !3 !5 r6 r7 r8 r9" << 3 << 0;
        QTest::newRow("each kind of problem") << "rLrO"
                                              << "GFrrrr"
                                              << "!1 !3 !4 !5 r6 r7 r8 r9" << 2 << 0;
        QTest::newRow("a flood of routine in one batch") << "rEr"
                                                         << "rrrrrrrVrrr"
                                                         << "!1 r9 !10 r11 r12 r13" << 8 << 0;
        QTest::newRow("problems fill their own room only") << "rErErE"
                                                           << "EEE"
                                                           << "r0 r2 r4 !5 !6 !7 !8" << 0 << 2;
        QTest::newRow("a flood of problems in one batch") << "rEr"
                                                          << "EEEEEE"
                                                          << "r0 r2 !5 !6 !7 !8" << 0 << 3;
        QTest::newRow("both are full") << "rErErErE"
                                       << "rrEE"
                                       << "r4 !5 r6 !7 r8 r9 !10 !11" << 2 << 2;
    }
    void problemsStayWhenRoutineGoes()
    {
        QFETCH(QString, first);
        QFETCH(QString, then);
        QFETCH(QString, rows);
        QFETCH(int, routineGone);
        QFETCH(int, noteworthyGone);
        EventsModel model(limits(4, 4));
        EventsFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&model);
        QAbstractItemModelTester filterTester(&filter);
        model.append(story(first));
        model.append(story(then, static_cast<int>(first.size())));
        QCOMPARE(told(model), rows);
        QCOMPARE(filter.rowCount(), model.rowCount());
        QCOMPARE(model.droppedRoutine().events, static_cast<quint64>(routineGone));
        QCOMPARE(model.droppedNoteworthy().events, static_cast<quint64>(noteworthyGone));
    }

    void eachSortIsAllThereSinceTheNewestThatWent()
    {
        EventsModel model(limits(4, 4));
        const SystemTime begin = lockEvent(LockEvent::Kind::renewed, "0").at;
        const auto at = [begin](int seconds) { return begin + std::chrono::seconds(seconds); };
        const auto append = [&](const QString& letters, int from) {
            std::vector<LockEvent> events = story(letters, from);
            for (LockEvent& event : events) {
                event.at = at(from++);
            }
            model.append(events);
        };
        append(QStringLiteral("rErE"), 0);
        QVERIFY(model.droppedRoutine().until == SystemTime{});
        append(QStringLiteral("rrr"), 4); // the oldest row goes
        QVERIFY(model.droppedRoutine().until == at(0));
        append(QStringLiteral("rrrrrr"), 7); // all rows, and two that never became any
        QVERIFY(model.droppedRoutine().until == at(8));
        QVERIFY(model.droppedNoteworthy().until == SystemTime{});
        append(QStringLiteral("EEE"), 13);
        QVERIFY(model.droppedNoteworthy().until == at(1));
        model.forget(model.newest());
        QVERIFY(model.droppedRoutine().until == SystemTime{});
    }

    void alertsStayWhenRoutineGoes()
    {
        EventsModel model(limits(4, 4));
        QAbstractItemModelTester tester(&model);
        Alert alert;
        alert.lock = "0";
        model.appendAlerts({alert});
        alert.state = Alert::State::cleared;
        alert.lock = "1";
        model.appendAlerts({alert});
        model.append(story(QStringLiteral("rrrrrr"), 2));
        QCOMPARE(told(model), QStringLiteral("A0 A1 r4 r5 r6 r7"));
    }

    /// Whoever has selected a problem still has it when the routine around it goes.
    void aRowThatStaysIsTheSameRow()
    {
        EventsModel model(limits(4, 4));
        model.append(story(QStringLiteral("rrErr")));
        const QPersistentModelIndex problem(model.index(2, EventsModel::Lock));
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.append(story(QStringLiteral("rrr"), 5));
        QVERIFY(problem.isValid());
        QCOMPARE(problem.row(), 0);
        QCOMPARE(problem.data().toString(), QStringLiteral("2"));
        QCOMPARE(removed.size(), 2); // a run in front of it, and one behind
        QCOMPARE(reset.size(), 0);
    }

    /// So that no batch, however it comes, keeps the window busy.
    void veryManyRunsGoAtOnce()
    {
        EventsModel model(limits(1000, 1000));
        EventsFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&model);
        model.append(story(QStringLiteral("rE").repeated(1000)));
        QCOMPARE(model.rowCount(), 2000);
        QSignalSpy removed(&filter, &QAbstractItemModel::rowsRemoved);
        model.append(story(QStringLiteral("r").repeated(1000), 2000));
        QVERIFY2(removed.size() <= 100, qPrintable(QString::number(removed.size())));
        QCOMPARE(model.rowCount(), 2000);
        QCOMPARE(filter.rowCount(), 2000);
        QCOMPARE(model.eventAt(0).lock, std::string("1"));
        QCOMPARE(model.eventAt(999).lock, std::string("1999"));
        QCOMPARE(model.eventAt(1000).lock, std::string("2000"));
        QCOMPARE(model.droppedRoutine().events, quint64{1000});
    }

    /// A line that is cut again and again leaves many of them.
    void gapsWithNothingInBetweenAreOne()
    {
        EventsModel model(limits(10, 10));
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto kinds = [&] {
            std::vector<LockEvent::Kind> all;
            for (int row = 0; row < model.rowCount(); ++row) {
                all.push_back(model.eventAt(row).kind);
            }
            return all;
        };
        using Kind = LockEvent::Kind;
        model.append(story(QStringLiteral("rGG")));
        QVERIFY((kinds() == std::vector{Kind::renewed, Kind::resynchronised}));
        QCOMPARE(model.eventAt(1).lock, std::string("2")); // the last of them: until then nothing is known
        const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.append(story(QStringLiteral("G"), 3));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.eventAt(1).lock, std::string("3"));
        QCOMPARE(changes.count(), 1);
        model.append(story(QStringLiteral("EG"), 4));
        QVERIFY((kinds() == std::vector{Kind::renewed, Kind::resynchronised, Kind::expired, Kind::resynchronised}));
    }

    void hugeNamesPushNoProblemOut()
    {
        EventsModel model(limits(10'000, 10));
        QAbstractItemModelTester tester(&model);
        model.append(story(QStringLiteral("E")));
        for (int i = 0; i < 20; ++i) {
            model.append({lockEvent(LockEvent::Kind::renewed, std::string(200'000, 'x'))});
        }
        QVERIFY(model.rowCount() <= 6);
        QCOMPARE(model.eventAt(0).kind, LockEvent::Kind::expired);
    }

    void forgettingAllMakesRoomForAll()
    {
        EventsModel model(limits(4, 4));
        QAbstractItemModelTester tester(&model);
        model.append(story(QStringLiteral("rErErErErE")));
        model.clear();
        QCOMPARE(model.droppedRoutine().events + model.droppedNoteworthy().events, quint64{0});
        model.append(story(QStringLiteral("rErErErE")));
        QCOMPARE(model.rowCount(), 8);
    }

    void hugeNamesAreBoundedInBytes()
    {
        EventsModel model(limits(10'000, 10));
        QAbstractItemModelTester tester(&model);
        for (int i = 0; i < 20; ++i) {
            model.append({lockEvent(LockEvent::Kind::acquired, std::string(200'000, 'x'))});
        }
        QVERIFY2(model.rowCount() <= 5, qPrintable(QString::number(model.rowCount())));
        model.append({lockEvent(LockEvent::Kind::acquired, std::string(5'000'000, 'x'))}); // Fits nowhere.
        model.append(numbered(0, 1));
        QCOMPARE(model.eventAt(model.rowCount() - 1).lock, std::string("lock-0"));
    }

    void appendingTouchesNoOtherRow()
    {
        EventsModel model;
        model.append(numbered(0, 100));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.append(numbered(100, 103));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted.first().at(1).toInt(), 100);
        QCOMPARE(reset.size() + changed.size(), 0);
        model.append({});
        QCOMPARE(inserted.size(), 1);
    }

    void anEventReadsAsASentenceOfColumns()
    {
        EventsModel model;
        LockEvent released = lockEvent(LockEvent::Kind::released, "orders:42");
        released.held_for = milliseconds{64'000};
        released.count = 0;
        LockEvent came = lockEvent(LockEvent::Kind::waiter_came, "orders:42", kBob + ":3");
        came.count = 3;
        model.append({released, came, lockEvent(LockEvent::Kind::resynchronised, "", "")});
        QCOMPARE(shown(model, 0, EventsModel::Lock), QStringLiteral("orders:42"));
        QCOMPARE(shown(model, 0, EventsModel::Owner), QStringLiteral("9f45…e1:57"));
        QCOMPARE(shown(model, 0, EventsModel::HeldFor), QStringLiteral("1 m 04 s"));
        QCOMPARE(shown(model, 0, EventsModel::Count), QString());
        QVERIFY(shown(model, 1, EventsModel::Count).contains(QLatin1Char('3')));
        QCOMPARE(shown(model, 2, EventsModel::Lock), QStringLiteral("events before this are missing"));
        QCOMPARE(shown(model, 2, EventsModel::Count), QString());
    }

    void aFailoverSaysWhatBecameOfTheLocks()
    {
        auto failover = std::make_shared<Failover>();
        failover->from = "10.0.0.1:6379";
        failover->to = "10.0.0.2:6379";
        failover->kept = 12;
        failover->lost = 1;
        failover->changed = 1;
        failover->lost_locks = {"orders:1", "<b>orders:2</b>"};
        LockEvent event = lockEvent(LockEvent::Kind::failed_over, "", "");
        event.count = 0;
        event.failover = failover;
        EventsModel model;
        EventsFilter filter;
        filter.setSourceModel(&model);
        model.append({lockEvent(LockEvent::Kind::lost_in_failover, "orders:1"), event});
        QCOMPARE(shown(model, 0, EventsModel::Event), QStringLiteral("lost in failover"));
        QCOMPARE(shown(model, 1, EventsModel::Event), QStringLiteral("failed over"));
        QCOMPARE(eventText(LockEvent::Kind::lost_in_restart), QStringLiteral("lost in a restart"));
        const QString sentence = shown(model, 1, EventsModel::Lock);
        QVERIFY(sentence.startsWith(QLatin1String("10.0.0.2:6379 took over from 10.0.0.1:6379: 12 lock")));
        QVERIFY(sentence.contains(QLatin1String("1 lost, 1 changed holder")));
        QCOMPARE(shown(model, 1, EventsModel::Count), QString());
        const QString tip = model.index(1, EventsModel::Lock).data(Qt::ToolTipRole).toString();
        QVERIFY(tip.contains(QLatin1String("orders:1")));
        QVERIFY(!tip.contains(QLatin1String("<b>orders:2")));
        filter.setOnlyLock(QByteArray("orders:2"));
        QCOMPARE(filter.rowCount(), 1); // It concerns every lock.
    }

    void howManyWaitIsSaidAlsoWhereAnOperatorTookOneOut()
    {
        EventsModel model;
        LockEvent event = lockEvent(LockEvent::Kind::waiter_removed, "orders:1");
        event.count = 0;
        model.append({event});
        QCOMPARE(shown(model, 0, EventsModel::Event), QStringLiteral("waiter removed"));
        QVERIFY(shown(model, 0, EventsModel::Count).contains(u'0'));
        QVERIFY(model.eventAt(0).isNoteworthy());
    }

    void aRestartIsNoFailover()
    {
        Failover restart;
        restart.from = restart.to = "10.0.0.1:6379";
        restart.lost = 3;
        QVERIFY(failoverText(restart).startsWith(QLatin1String("10.0.0.1:6379 was started anew: 0 lock")));
        QVERIFY(!failoverText(restart).contains(QLatin1String("ended")));
        restart.ended = 2; // perhaps given back before we looked
        QVERIFY(failoverText(restart).contains(QLatin1String("3 lost, 2 ended while nobody watched")));
        LockEvent event = lockEvent(LockEvent::Kind::failed_over, "", "");
        event.failover = std::make_shared<Failover>(restart);
        EventsModel model;
        model.append({event});
        QCOMPARE(shown(model, 0, EventsModel::Event), QStringLiteral("restarted"));
    }

    void noneIsCalledLostOnlyWhereThatIsKnown_data()
    {
        QTest::addColumn<std::size_t Failover::*>("others");
        QTest::addColumn<bool>("says_none");
        QTest::newRow("what was kept") << &Failover::kept << true;
        QTest::newRow("what ended there") << &Failover::ended << true;
        QTest::newRow("what may be lost") << &Failover::unclear << false;
        QTest::newRow("what nobody could renew") << &Failover::expired << false;
    }
    void noneIsCalledLostOnlyWhereThatIsKnown()
    {
        QFETCH(std::size_t Failover::*, others);
        QFETCH(bool, says_none);
        Failover failover;
        failover.from = "a:1";
        failover.to = "b:2";
        failover.*others = 3;
        QCOMPARE(failoverText(failover).contains(QLatin1String("0 lost")), says_none);
        failover.lost = 1;
        QVERIFY(failoverText(failover).contains(QLatin1String("1 lost,"))
                || failoverText(failover).endsWith(QLatin1String("1 lost.")));
    }

    void hostileNamesAreEscaped()
    {
        EventsModel model;
        model.append({lockEvent(LockEvent::Kind::acquired, "<b>a\n\xff\xe2\x80\xae</b>")});
        QCOMPARE(shown(model, 0, EventsModel::Lock), QStringLiteral("<b>a\\x0a\\xff\\xe2\\x80\\xae</b>"));
        const QString tip = model.index(0, EventsModel::Lock).data(Qt::ToolTipRole).toString();
        QVERIFY(!tip.contains(QLatin1String("<b>")));
        QVERIFY(tip.contains(QLatin1String("&lt;b&gt;")));
    }

    void theFilterKnowsTextAndLock()
    {
        EventsModel model;
        EventsFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter);
        model.append(numbered(0, 20));
        model.append({lockEvent(LockEvent::Kind::resynchronised, "", "")});
        filter.setOnlyLock(QByteArray("lock-1"));
        QCOMPARE(filter.rowCount(), 2); // What concerns no lock in particular stays.
        model.append(numbered(1, 3));
        QCOMPARE(filter.rowCount(), 3);
        filter.setOnlyLock(std::nullopt);
        filter.setText(QStringLiteral("LOCK-1"));
        QCOMPARE(filter.rowCount(), 12);
        filter.setText(QStringLiteral("9f45"));
        QCOMPARE(filter.rowCount(), 22);
        filter.setText({});
        QCOMPARE(filter.rowCount(), 23);
    }

    void theFilterSurvivesAFullRing()
    {
        EventsModel model(limits(10, 10));
        EventsFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter);
        filter.setText(QStringLiteral("lock-3"));
        for (int i = 0; i < 50; ++i) {
            model.append(numbered(i, i + 7));
        }
        QVERIFY(filter.rowCount() <= 10);
        model.clear();
        QCOMPARE(filter.rowCount(), 0);
    }
};

QTEST_MAIN(EventsModelTest)
#include "events_model_test.moc"

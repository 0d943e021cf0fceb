// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_table_model.hpp"

#include "lock_states.hpp"
#include "lock_table_examples.hpp"
#include "models/filter_completion.hpp"
#include "models/lock_sort_key.hpp"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

class LockTableModelTest : public QObject
{
    Q_OBJECT

private slots:
    void showsWhatItIsTold();
    void ofWhatIsStuckTheWorstIsSortedFirst();
    void theDeadOfAQueueDoNotWait();
    void holdersAreCalledByTheirClientsNames();
    void changesOneRowWithOneSignal();
    void addedAndRemovedInOneBatchIsNoRow();
    void removedAndAddedInOneBatchKeepsItsRow();
    void manyChangesAreOneChangeOfLayout();
    void persistentIndexesFollowTheirLock();
    void rowsTakeTheirPlaceWhenTheirValueChanges();
    void filterHidesAndShows();
    void locksComeIntoTheFilterAsTimePasses();
    void sparklineRemembersTheLastMinute();
    void sparklineSaysNothingOfATimeInWhichNobodyLooked();
    void theLastMinuteIsThatOfTheNameAlsoIfTheLockWasGone();
    void whatIsLongGoneIsForgotten();
    void aFreeLockThatADeadHeadBlocksIsMarked();
    void theLastMinuteIsSpoken();
    void pastRowsAreMarked();
    void timeStandsStillWithTheSession();
    void whoWasNotSeenToRenewComesFirst();
    void whatIsOutOfReachStandsStillWhileTheRestGoesOn();
    void randomBatchesLeaveTheRightRows();
    void manyRowsAreArrangedOnAnotherThread();
    void whatChangesMeanwhileIsNotLost();
    void whatChangesMeanwhileTakesItsPlace_data();
    void whatChangesMeanwhileTakesItsPlace();
    void aNewerWishReplacesAnOlder();
    void hundredThousandRows();
};

/// What never ends, then what somebody waits for; a lock in a worse state comes before both.
void LockTableModelTest::ofWhatIsStuckTheWorstIsSortedFirst()
{
    const LockState quiet = testing::heldLock("quiet", testing::holder(testing::kAlice, 57));
    LockState waitedFor = quiet;
    waitedFor.waiting_clients = 2;
    LockState endless = quiet;
    endless.ttl = milliseconds{-1};
    const FilterMoment moment{Thresholds{}, quiet.observed_at, std::chrono::system_clock::now()};
    const auto key = [&moment](const LockState& state) { return sortKey(LockColumn::condition, state, 0, moment); };
    QVERIFY(key(endless) > key(waitedFor) && key(waitedFor) > key(quiet)); // All of them are held for too long.
    LockState young = waitedFor;
    young.held_since = moment.wall;
    QVERIFY(key(quiet) > key(young));
}

void LockTableModelTest::showsWhatItIsTold()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    LockState state = heldExample("orders:42", alice, 2);
    state.waiting_clients = 3;
    model.apply({added(state)});

    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(textAt(model, 0, LockColumn::condition), QStringLiteral("contended"));
    QCOMPARE(textAt(model, 0, LockColumn::name), QStringLiteral("orders:42"));
    QCOMPARE(textAt(model, 0, LockColumn::type), QStringLiteral("reentrant"));
    QCOMPARE(textAt(model, 0, LockColumn::holder), QStringLiteral("9f45…e1:57"));
    QCOMPARE(textAt(model, 0, LockColumn::count), QStringLiteral("2"));
    const QString ttl = textAt(model, 0, LockColumn::ttl);
    QVERIFY2(ttl == QStringLiteral("30 s") || ttl.startsWith(QLatin1Char('2')), qPrintable(ttl));
    QCOMPARE(textAt(model, 0, LockColumn::waiters), QStringLiteral("≥ 3"));
    QCOMPARE(model.index(0, 0).data(static_cast<int>(LockRole::state)).value<LockStatePtr>()->name,
             std::string("orders:42"));

    LockState unknown = example("free");
    model.apply({added(unknown)});
    QCOMPARE(textAt(model, 0, LockColumn::name), QStringLiteral("free"));
    QCOMPARE(textAt(model, 0, LockColumn::waiters), QStringLiteral("?"));
    QCOMPARE(textAt(model, 0, LockColumn::count), QString());

    LockState hidden = example("a");
    hidden.queue_known = false;
    hidden.waiting_clients = 0;
    model.apply({added(hidden)});
    QCOMPARE(textAt(model, 0, LockColumn::waiters), QStringLiteral("?"));
    const QString why = model.index(0, static_cast<int>(LockColumn::waiters)).data(Qt::ToolTipRole).toString();
    QVERIFY2(why.contains(QStringLiteral("may not read the queue")), qPrintable(why));
}

/// One number in the cell, in the order, in the filter and in the state: of those who live.
void LockTableModelTest::theDeadOfAQueueDoNotWait()
{
    LockState busy = testing::fairLock("busy");
    busy.held_since = std::chrono::system_clock::now();
    LockState haunted = busy;
    haunted.name = "haunted";
    for (Waiter& waiter : haunted.waiters) {
        waiter.stale = true;
        waiter.subscribed = false;
    }
    LockTableModel model;
    model.apply({added(busy), added(haunted), added(waitedFor("plain", 1))});
    model.sort(static_cast<int>(LockColumn::waiters), Qt::DescendingOrder);
    QCOMPARE(namesIn(model), QStringList({"busy", "plain", "haunted"}));
    QCOMPARE(textAt(model, 0, LockColumn::waiters), QStringLiteral("2 +1 dead"));
    QCOMPARE(textAt(model, 2, LockColumn::waiters), QStringLiteral("0 +3 dead"));
    QCOMPARE(textAt(model, 0, LockColumn::condition), QStringLiteral("contended"));
    QCOMPARE(textAt(model, 2, LockColumn::condition), QStringLiteral("held"));
    const QModelIndex cell = model.index(0, static_cast<int>(LockColumn::waiters));
    const QString whole = QStringLiteral("2 waiting, 1 dead in the queue");
    QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(), whole);
    QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(whole));
    model.setFilter(filterOf(QStringLiteral("waiters>=1")));
    QCOMPARE(namesIn(model), QStringList({"busy", "plain"}));
}

void LockTableModelTest::holdersAreCalledByTheirClientsNames()
{
    LockTableModel model;
    QString name;
    model.setBriefNamer([&name](const std::string& uuid) { return uuid == alice ? name : QString(); });
    LockState shared = heldExample("b");
    shared.holders_total = 3;
    model.apply({added(heldExample("a")), added(shared), added(heldExample("c", bob)), added(example("d"))});
    QCOMPARE(textAt(model, 0, LockColumn::holder), QStringLiteral("9f45…e1:57"));

    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    name = QStringLiteral("pay-07");
    model.noteNewNames();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.front().at(0).toModelIndex(), model.index(0, static_cast<int>(LockColumn::holder)));
    QCOMPARE(changed.front().at(1).toModelIndex(), model.index(3, static_cast<int>(LockColumn::holder)));
    QCOMPARE(textAt(model, 0, LockColumn::holder), QStringLiteral("9f45…e1:57 (pay-07)"));
    QCOMPARE(textAt(model, 1, LockColumn::holder), QStringLiteral("9f45…e1:57 (pay-07) +2"));
    QCOMPARE(textAt(model, 2, LockColumn::holder), QStringLiteral("77c0…b2:57"));
    QCOMPARE(textAt(model, 3, LockColumn::holder), QString());
    QCOMPARE(model.index(0, static_cast<int>(LockColumn::holder)).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("9f45…e1:57 (pay-07)"));

    name = QString(200, QLatin1Char('n'));
    QVERIFY(textAt(model, 0, LockColumn::holder).size() < 50);
    QCOMPARE(vocabularyOf(model).clients.front(), name);
    QVERIFY(vocabularyOf(model).clients.contains(QString::fromStdString(alice)));
}

void LockTableModelTest::changesOneRowWithOneSignal()
{
    LockTableModel model;
    model.apply({added(heldExample("a")), added(heldExample("b")), added(heldExample("c"))});
    const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    model.apply({changed(heldExample("b", bob))});
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.first().at(0).toModelIndex().row(), 1);
    QCOMPARE(changes.first().at(1).toModelIndex().row(), 1);
    QCOMPARE(inserted.size(), 0);
    QCOMPARE(textAt(model, 1, LockColumn::holder), QStringLiteral("77c0…b2:57"));
}

void LockTableModelTest::addedAndRemovedInOneBatchIsNoRow()
{
    LockTableModel model;
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    model.apply({added(heldExample("a")), removed("a")});
    QCOMPARE(inserted.size(), 0);
    QCOMPARE(model.total(), std::size_t{0});
    model.apply({removed("never seen")});
    QCOMPARE(model.rowCount(), 0);
}

void LockTableModelTest::removedAndAddedInOneBatchKeepsItsRow()
{
    LockTableModel model;
    model.apply({added(heldExample("a"))});
    const QSignalSpy gone(&model, &QAbstractItemModel::rowsRemoved);
    model.apply({removed("a"), added(heldExample("a", bob))});
    QCOMPARE(gone.size(), 0);
    QCOMPARE(textAt(model, 0, LockColumn::holder), QStringLiteral("77c0…b2:57"));
}

void LockTableModelTest::manyChangesAreOneChangeOfLayout()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const QSignalSpy removedRows(&model, &QAbstractItemModel::rowsRemoved);
    std::vector<LockChange> come;
    std::vector<LockChange> go;
    for (int lock = 0; lock < 100; ++lock) {
        const std::string name = "lock:" + std::to_string(1000 - lock);
        come.push_back(added(heldExample(name)));
        if (lock % 2 == 0) {
            go.push_back(removed(name));
        }
    }
    model.apply(come);
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(model.rowCount(), 100);
    QCOMPARE(textAt(model, 0, LockColumn::name), QStringLiteral("lock:1000"));
    QCOMPARE(textAt(model, 1, LockColumn::name), QStringLiteral("lock:901"));
    model.apply(go);
    QCOMPARE(removedRows.size(), 1);
    QCOMPARE(model.rowCount(), 50);
    const QStringList names = namesIn(model);
    QVERIFY(std::is_sorted(names.begin(), names.end()));
}

void LockTableModelTest::persistentIndexesFollowTheirLock()
{
    LockTableModel model;
    model.apply({added(heldExample("m"))});
    const QPersistentModelIndex kept = model.index(0, static_cast<int>(LockColumn::name));
    std::vector<LockChange> come;
    for (int lock = 0; lock < 30; ++lock) {
        come.push_back(added(heldExample("a" + std::to_string(lock))));
    }
    model.apply(come);
    QCOMPARE(kept.row(), 30);
    QCOMPARE(kept.data().toString(), QStringLiteral("m"));
    model.sort(static_cast<int>(LockColumn::name), Qt::DescendingOrder);
    QCOMPARE(kept.row(), 0);
    model.apply({removed("m")});
    QVERIFY(!kept.isValid());
}

void LockTableModelTest::rowsTakeTheirPlaceWhenTheirValueChanges()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.sort(static_cast<int>(LockColumn::waiters), Qt::DescendingOrder);
    model.apply({added(waitedFor("a", 1)), added(waitedFor("b", 5)), added(waitedFor("c", 3))});
    QCOMPARE(namesIn(model), QStringList({"b", "c", "a"}));
    model.apply({changed(waitedFor("a", 9))});
    QTRY_COMPARE(namesIn(model), QStringList({"a", "b", "c"}));
}

void LockTableModelTest::filterHidesAndShows()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QSignalSpy counts(&model, &LockTableModel::countsChanged);
    model.apply({added(heldExample("orders:1")), added(heldExample("bills:1")), added(heldExample("orders:2", bob))});
    model.setFilter(filterOf("orders holder:9f45"));
    QCOMPARE(namesIn(model), QStringList{"orders:1"});
    QCOMPARE(model.total(), std::size_t{3});
    model.apply({changed(heldExample("orders:2", alice)), changed(heldExample("orders:1", bob))});
    QCOMPARE(namesIn(model), QStringList{"orders:2"});
    model.apply({removed("orders:1")});
    QCOMPARE(model.total(), std::size_t{2});
    QCOMPARE(model.rowOf("bills:1"), -1);
    QVERIFY(model.find("bills:1") != nullptr);
    model.setFilter({});
    QCOMPARE(namesIn(model), QStringList({"bills:1", "orders:2"}));
    QVERIFY(counts.size() >= 4);
}

void LockTableModelTest::locksComeIntoTheFilterAsTimePasses()
{
    LockTableModel model;
    model.setFilter(filterOf("ttl<28s"));
    model.apply({added(heldExample("a"))});
    QCOMPARE(model.rowCount(), 0);
    QTRY_COMPARE(model.rowCount(), 1);
}

void LockTableModelTest::sparklineRemembersTheLastMinute()
{
    WaiterHistory history;
    const SteadyTime start{std::chrono::hours(10)};
    QVERIFY(history.values(start).isEmpty());
    history.record(start, 2);
    history.record(start + std::chrono::seconds(1), 5);
    history.record(start + std::chrono::seconds(9), 0);
    QList<float> values = history.values(start + std::chrono::seconds(12));
    QCOMPARE(values.size(), kHistoryBuckets);
    QCOMPARE(values.mid(kHistoryBuckets - 5), QList<float>({5, 5, 5, 5, 0}));
    QCOMPARE(history.values(start + std::chrono::seconds(9 + 57)).first(), 5.0F);
    QVERIFY(history.values(start + std::chrono::seconds(9 + 60)).isEmpty());
}

void LockTableModelTest::sparklineSaysNothingOfATimeInWhichNobodyLooked()
{
    WaiterHistory history;
    const SteadyTime start{std::chrono::hours(10)};
    history.record(start, 2);
    const auto after = [&start](int seconds) { return start + std::chrono::seconds(seconds); };
    history.skip(after(4), after(10)); // most of 3 to 6, but not of 9 to 12
    QCOMPARE(history.values(after(12)).mid(kHistoryBuckets - 5), QList<float>({2, kUnseen, kUnseen, 2, 2}));
    QCOMPARE(history.total(after(12)), 6);
    history.record(after(13), 7);
    QCOMPARE(history.values(after(13)).last(), 7.0F);
    history.skip(after(-100), after(100'001)); // most of the last bucket, too
    QVERIFY(history.values(after(100'001)).isEmpty());
    history.record(after(100'001), 1);
    QCOMPARE(history.values(after(100'001)).last(), 1.0F);
}

void LockTableModelTest::theLastMinuteIsThatOfTheNameAlsoIfTheLockWasGone()
{
    LockTableModel model;
    const auto lastMinute = [&model] {
        return model.index(0, static_cast<int>(LockColumn::lastMinute))
            .data(static_cast<int>(LockRole::history))
            .value<QList<float>>();
    };
    model.apply({added(waitedFor("a", 7))});
    QCOMPARE(lastMinute().back(), 7.0F);
    model.apply({removed("a")});
    model.apply({added(heldExample("b"))}); // in its place
    QVERIFY(lastMinute().isEmpty());
    model.apply({removed("b")});
    model.apply({added(waitedFor("a", 2))});
    const auto most = [&lastMinute] {
        const QList<float> values = lastMinute();
        return *std::max_element(values.begin(), values.end());
    };
    QCOMPARE(most(), 7.0F);
    model.clear(); // another server
    model.apply({added(waitedFor("a", 2))});
    QCOMPARE(most(), 2.0F);
}

void LockTableModelTest::whatIsLongGoneIsForgotten()
{
    PastWaiters past;
    const SteadyTime start{std::chrono::hours(10)};
    const auto someWait = [&start] {
        auto history = std::make_unique<WaiterHistory>();
        history->record(start, 3);
        return history;
    };
    past.keep("a", someWait(), start);
    past.keep("b", someWait(), start + std::chrono::seconds(59));
    past.keep("nobody", nullptr, start);
    QVERIFY(past.take("nobody", start) == nullptr);
    const auto a = past.take("a", start + std::chrono::seconds(20));
    QVERIFY(a && a->values(start + std::chrono::seconds(20)).back() == 0.0F); // nobody while it was gone
    QVERIFY(past.take("a", start + std::chrono::seconds(20)) == nullptr);
    QVERIFY(past.take("b", start + std::chrono::seconds(62)) != nullptr);
    past.keep("b", someWait(), start + std::chrono::seconds(63));
    QVERIFY(past.take("b", start + std::chrono::seconds(200)) == nullptr);
    for (std::size_t i = 0; i <= PastWaiters::kMost; ++i) {
        past.keep("lock:" + std::to_string(i), someWait(), start + std::chrono::seconds(201));
    }
    QVERIFY(past.take("lock:" + std::to_string(PastWaiters::kMost), start + std::chrono::seconds(201)) == nullptr);
}

void LockTableModelTest::aFreeLockThatADeadHeadBlocksIsMarked()
{
    LockTableModel model;
    LockState state = example("a");
    state.waiters.resize(1);
    state.waiters.front().subscribed = false;
    state.anomalies = {Anomaly::queue_without_score, Anomaly::free_but_queued};
    model.apply({added(state), added(heldExample("b"))});
    const auto isBlocked = [&](int row) {
        return model.index(row, 0).data(static_cast<int>(LockRole::blocked)).toBool();
    };
    const auto spoken = [&](int row) { return model.index(row, 0).data(Qt::AccessibleTextRole).toString(); };
    QVERIFY(isBlocked(0));
    QVERIFY(!isBlocked(1));
    QCOMPARE(spoken(0), textAt(model, 0, LockColumn::condition) + QStringLiteral(", blocked by its data"));
    QCOMPARE(spoken(1), textAt(model, 1, LockColumn::condition));
    state.waiters.front().subscribed = true; // it still takes its turn
    model.apply({changed(state)});
    QVERIFY(!isBlocked(0));
    QCOMPARE(spoken(0), textAt(model, 0, LockColumn::condition));
}

/// Those who do not see the bars hear of the highest.
void LockTableModelTest::theLastMinuteIsSpoken()
{
    LockTableModel model;
    model.apply({added(waitedFor("a", 12)), added(heldExample("b"))});
    model.apply({changed(waitedFor("a", 3))});
    const auto spoken = [&](int row) {
        return model.index(row, static_cast<int>(LockColumn::lastMinute)).data(Qt::AccessibleTextRole).toString();
    };
    QCOMPARE(spoken(0), QStringLiteral("at most 12 waited"));
    QCOMPARE(textAt(model, 0, LockColumn::lastMinute), QString());
    QCOMPARE(spoken(1), QString()); // there are no bars
}

void LockTableModelTest::pastRowsAreMarked()
{
    ShownTime time;
    LockTableModel model;
    model.setTime(time);
    LockState lost = heldExample("b");
    lost.out_of_reach_since = std::chrono::steady_clock::now();
    model.apply({added(heldExample("a")), added(lost)});
    const auto isPast = [&model](int row) {
        const QModelIndex index = model.index(row, 0);
        return index.data(kPastRole).isValid() && index.data(Qt::ForegroundRole).isValid();
    };
    QVERIFY(!isPast(0));
    QVERIFY(isPast(1)); // its master is away
    const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    time.standStill(ShownTime::present());
    QCOMPARE(changes.size(), 1);
    QVERIFY(isPast(0));
    time.goOn();
    QCOMPARE(changes.size(), 2);
    QVERIFY(!isPast(0));
}

void LockTableModelTest::timeStandsStillWithTheSession()
{
    ShownTime time;
    LockTableModel model;
    model.setTime(time);
    LockState state = heldExample("a");
    state.observed_at -= std::chrono::minutes(10); // its lease is over long since
    *state.held_since -= std::chrono::minutes(10);
    model.apply({added(state)});
    QCOMPARE(textAt(model, 0, LockColumn::condition), QStringLiteral("unknown"));

    const std::chrono::seconds seen(2);
    time.standStill({state.observed_at + seen, *state.held_since + seen});
    QCOMPARE(textAt(model, 0, LockColumn::condition), QStringLiteral("held"));
    QCOMPARE(textAt(model, 0, LockColumn::ttl), QStringLiteral("28 s"));
    QCOMPARE(textAt(model, 0, LockColumn::heldFor), QStringLiteral("2.0 s"));
    model.setFilter(filterOf("ttl>20s"));
    QCOMPARE(model.rowCount(), 1);

    time.goOn();
    QCOMPARE(textAt(model, 0, LockColumn::condition), QStringLiteral("unknown"));
}

void LockTableModelTest::whoWasNotSeenToRenewComesFirst()
{
    ShownTime time;
    LockTableModel model;
    model.setTime(time);
    const LockState fixed = heldExample("fixed");
    LockState lately = heldExample("lately");
    lately.renewed_at = lately.observed_at;
    LockState longAgo = heldExample("long ago");
    longAgo.renewed_at = lately.observed_at - std::chrono::seconds(19);
    model.apply({added(lately), added(example("free")), added(fixed), added(longAgo)});
    time.standStill({lately.observed_at + std::chrono::seconds(2), *lately.held_since + std::chrono::seconds(2)});
    model.sort(static_cast<int>(LockColumn::renewed), Qt::DescendingOrder);
    QCOMPARE(namesIn(model), (QStringList{"fixed", "long ago", "lately", "free"}));
    QCOMPARE(textAt(model, 0, LockColumn::renewed), QStringLiteral("not seen"));
    QCOMPARE(textAt(model, 1, LockColumn::renewed), QStringLiteral("21 s ago"));
    QCOMPARE(textAt(model, 2, LockColumn::renewed), QStringLiteral("2.0 s ago"));
    QCOMPARE(textAt(model, 3, LockColumn::renewed), QString());
    QVERIFY(!model.index(0, static_cast<int>(LockColumn::renewed)).data(Qt::ToolTipRole).toString().isEmpty());
}

void LockTableModelTest::whatIsOutOfReachStandsStillWhileTheRestGoesOn()
{
    ShownTime time;
    LockTableModel model;
    model.setTime(time);
    const auto heldForTenMinutes = [](const std::string& name) {
        LockState state = longHeldExample(name);
        state.observed_at -= std::chrono::minutes(10);
        *state.held_since -= std::chrono::minutes(10);
        state.ttl = state.lease = std::chrono::hours(1);
        return state;
    };
    LockState away = heldForTenMinutes("a");
    const milliseconds seen(2020); // both clocks were read one after the other
    away.out_of_reach_since = away.observed_at + seen;
    model.apply({added(away), added(heldForTenMinutes("b"))});
    const auto pastOf = [&model](int row) { return model.index(row, 0).data(kPastRole); };
    QVERIFY(pastOf(0).value<Moment>().now == away.out_of_reach_since);
    QVERIFY(!pastOf(1).isValid());
    QCOMPARE(textAt(model, 0, LockColumn::heldFor), QStringLiteral("2.0 s"));
    QVERIFY(textAt(model, 1, LockColumn::heldFor).startsWith(QLatin1String("10 m")));
    QCOMPARE(textAt(model, 0, LockColumn::ttl), QStringLiteral("59 m 57 s"));
    model.setFilter(filterOf("held>5m"));
    QCOMPARE(namesIn(model), QStringList{"b"});

    model.setFilter({});
    const SteadyTime earlier = away.observed_at + std::chrono::seconds(1);
    time.standStill({earlier, *away.held_since + std::chrono::seconds(1)});
    QVERIFY(pastOf(0).value<Moment>().now == earlier); // with the rest, for that was before
    QVERIFY(pastOf(1).value<Moment>().now == earlier);
    time.goOn();
    away.out_of_reach_since = {};
    model.apply({changed(away)});
    QVERIFY(!pastOf(0).isValid());
    QVERIFY(textAt(model, 0, LockColumn::heldFor).startsWith(QLatin1String("10 m")));
}

void LockTableModelTest::randomBatchesLeaveTheRightRows()
{
    QRandomGenerator random(20261121);
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFilter(filterOf("waiters>=3"));
    model.sort(static_cast<int>(LockColumn::ttl), Qt::AscendingOrder);
    std::map<std::string, std::int64_t> expected;
    for (int batch = 0; batch < 300; ++batch) {
        std::vector<LockChange> changes;
        for (int change = random.bounded(40); change > 0; --change) {
            const std::string name = "lock:" + std::to_string(random.bounded(60));
            if (random.bounded(3) == 0) {
                changes.push_back(removed(name));
                expected.erase(name);
            } else {
                const std::int64_t waiters = random.bounded(6);
                changes.push_back(expected.contains(name) ? changed(waitedFor(name, waiters))
                                                          : added(waitedFor(name, waiters)));
                expected[name] = waiters;
            }
        }
        model.apply(changes);
        QCOMPARE(model.total(), expected.size());
        QStringList wanted;
        for (const auto& [name, waiters] : expected) {
            if (waiters >= 3) {
                wanted << QString::fromStdString(name);
            }
        }
        QStringList shown = namesIn(model);
        shown.sort();
        wanted.sort();
        QCOMPARE(shown, wanted);
    }
}

void LockTableModelTest::manyRowsAreArrangedOnAnotherThread()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.apply(manyLocks());
    const QPersistentModelIndex kept = model.index(100, static_cast<int>(LockColumn::name));
    const QString name = kept.data().toString();
    const QSignalSpy done(&model, &LockTableModel::arranged);

    model.sort(static_cast<int>(LockColumn::name), Qt::DescendingOrder);
    QVERIFY(model.isArranging());
    QCOMPARE(kept.row(), 100); // the rows follow the old order until then
    QTRY_COMPARE(done.size(), 1);
    QCOMPARE(kept.data().toString(), name);
    QCOMPARE(kept.row(), model.rowCount() - 1 - 100);

    model.setFilter(filterOf("lock:1*"));
    QTRY_COMPARE(done.size(), 2);
    for (int row = 0; row < model.rowCount(); ++row) {
        QVERIFY(model.lockAt(row)->name.starts_with("lock:1"));
    }
    model.setGrouping(Grouping::byFirstPart);
    QTRY_COMPARE(done.size(), 3);
    QCOMPARE(model.rowCount(), 1);
    model.setFold(0, GroupFolds::Fold::open);
    QTRY_VERIFY(!model.isArranging() && model.rowCount() > 1);
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), model.passing() + 1);
}

void LockTableModelTest::whatChangesMeanwhileIsNotLost()
{
    LockTableModel model;
    model.apply(manyLocks());
    model.setFilter(filterOf("waiters>0"));
    QVERIFY(model.isArranging());
    // Gone; gone and its place taken by another; one that passes now; one that is new.
    model.apply({removed("lock:1")});
    model.apply({added(waitedFor("new:1", 5)), changed(waitedFor("lock:2", 3)), added(waitedFor("new:2", 1))});
    QTRY_VERIFY(!model.isArranging());
    QStringList names = namesIn(model);
    QCOMPARE(names, QStringList({"lock:2", "new:1", "new:2"}));
    model.apply({removed("new:1")});
    QCOMPARE(namesIn(model), QStringList({"lock:2", "new:2"}));
}

void LockTableModelTest::whatChangesMeanwhileTakesItsPlace_data()
{
    QTest::addColumn<LockColumn>("column");
    QTest::addColumn<Qt::SortOrder>("order");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<Grouping>("grouping");
    const QString none;
    QTest::newRow("by name") << LockColumn::name << Qt::AscendingOrder << none << Grouping::none;
    QTest::newRow("by name, downwards") << LockColumn::name << Qt::DescendingOrder << none << Grouping::none;
    QTest::newRow("by a value") << LockColumn::waiters << Qt::DescendingOrder << none << Grouping::none;
    QTest::newRow("filtered") << LockColumn::name << Qt::AscendingOrder << "waiters>2" << Grouping::none;
    QTest::newRow("grouped") << LockColumn::name << Qt::AscendingOrder << "waiters>2" << Grouping::byFirstPart;
    QTest::newRow("grouped, by a value") << LockColumn::waiters << Qt::DescendingOrder << none << Grouping::byFirstPart;
}

void LockTableModelTest::whatChangesMeanwhileTakesItsPlace()
{
    QFETCH(const LockColumn, column);
    QFETCH(const Qt::SortOrder, order);
    QFETCH(const QString, filter);
    QFETCH(const Grouping, grouping);
    const auto arrangeAs = [&](LockTableModel& model) {
        model.setAllFolds(GroupFolds::Fold::open);
        model.setGrouping(grouping);
        model.setFilter(filterOf(filter));
        model.sort(static_cast<int>(column), order);
    };
    QRandomGenerator random(20261130);
    std::map<std::string, LockChange> known;
    const auto someChanges = [&](int count) {
        std::vector<LockChange> changes;
        for (int change = 0; change < count; ++change) {
            const int which = random.bounded(10'000);
            const std::string name = "part" + std::to_string(which % 7) + ":" + std::to_string(which);
            if (known.contains(name) && random.bounded(3) == 0) {
                changes.push_back(removed(name));
                known.erase(name);
                continue;
            }
            const LockState state = waitedFor(name, random.bounded(6));
            changes.push_back(known.contains(name) ? changed(state) : added(state));
            known.insert_or_assign(name, added(state));
        }
        return changes;
    };
    LockTableModel model;
    while (known.size() < 5000) {
        model.apply(someChanges(5000));
    }
    arrangeAs(model);
    QVERIFY(model.isArranging());
    for (int batch = 0; batch < 10; ++batch) {
        model.apply(someChanges(100));
    }
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_VERIFY(!model.isArranging());

    LockTableModel fresh;
    std::vector<LockChange> all;
    for (const auto& [name, change] : known) {
        all.push_back(change);
    }
    fresh.apply(all);
    arrangeAs(fresh);
    QTRY_VERIFY(!fresh.isArranging());
    const auto rowsOf = [](const LockTableModel& shown) {
        QStringList rows;
        for (int row = 0; row < shown.rowCount(); ++row) {
            rows << textAt(shown, row, LockColumn::name) + u' ' + textAt(shown, row, LockColumn::waiters);
        }
        return rows;
    };
    QVERIFY(fresh.rowCount() > 100);
    QTRY_COMPARE(rowsOf(model), rowsOf(fresh));
}

void LockTableModelTest::aNewerWishReplacesAnOlder()
{
    LockTableModel model;
    model.apply(manyLocks());
    model.setFilter(filterOf("lock:1"));
    model.setFilter(filterOf("lock:2"));
    model.setFilter(filterOf("lock:77"));
    const QSignalSpy done(&model, &LockTableModel::arranged);
    QTRY_VERIFY(!model.isArranging());
    QCOMPARE(done.size(), 1);
    for (const QString& name : namesIn(model)) {
        QVERIFY2(name.startsWith(QStringLiteral("lock:77")), qPrintable(name));
    }
    model.setFilter({});
    model.clear(); // while it is at work
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.isArranging());
    model.apply({added(heldExample("one"))});
    QCOMPARE(namesIn(model), QStringList{"one"});
}

void LockTableModelTest::hundredThousandRows()
{
    constexpr int kLocks = 100'000;
    constexpr int kChanges = 250; // what 5,000 changes a second make of one batch
    LockTableModel model;
    std::vector<LockChange> all;
    for (int lock = 0; lock < kLocks; ++lock) {
        all.push_back(added(heldExample("orders:eu-west:" + std::to_string(lock))));
    }
    model.apply(all);
    QCOMPARE(model.rowCount(), kLocks);
    model.sort(static_cast<int>(LockColumn::ttl), Qt::AscendingOrder);
    QTRY_VERIFY_WITH_TIMEOUT(!model.isArranging(), 30'000);

    QRandomGenerator random(7);
    QBENCHMARK
    {
        std::vector<LockChange> changes;
        for (int change = 0; change < kChanges; ++change) {
            const std::string name = "orders:eu-west:" + std::to_string(random.bounded(kLocks));
            changes.push_back(random.bounded(2) == 0 ? removed(name) : changed(heldExample(name)));
        }
        model.apply(changes);
    }
    QVERIFY(model.rowCount() <= kLocks);
}

QTEST_MAIN(LockTableModelTest)
#include "lock_table_model_test.moc"

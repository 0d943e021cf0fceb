// SPDX-License-Identifier: Apache-2.0
#include "contention_world.hpp"
#include "support/seed.hpp"

#include <QTest>

#include <cmath>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using Kind = LockEvent::Kind;
using Link = MonitorStatus::Link;

namespace {

ContentionHistory::Query last(milliseconds range)
{
    return {range, std::nullopt};
}

ContentionHistory::Query last(milliseconds range, std::vector<std::string> locks)
{
    return {range, std::move(locks)};
}

bool close_to(double value, double expected, double tolerance = 1e-6)
{
    return std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

std::size_t gaps(const ContentionSeries& series)
{
    return static_cast<std::size_t>(std::count_if(series.points.begin(), series.points.end(),
                                                  [](const ContentionPoint& point) { return !point.sample; }));
}

} // namespace

class ContentionTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingSeenIsEmpty()
    {
        const ContentionHistory history;
        QVERIFY(history.empty());
        const auto now = ContentionHistory::Moment::now();
        const auto series = history.series(last(60s), now);
        QCOMPARE(series.points.size(), std::size_t(60));
        QCOMPARE(gaps(series), std::size_t(60));
        QCOMPARE(history.summary(last(60s), now).observed.count(), 0);
        QVERIFY(!history.summary(last(60s), now).live);
        QVERIFY(history.most_contended(last(24h), now).empty());
        QCOMPARE(history.wait_times(last(24h), now).count, 0);
    }

    /// As the table says, and the strip above it: the dead do not wait.
    void aQueueOfDeadOnesIsNoContention()
    {
        ContentionWorld world;
        LockState state;
        state.name = "a";
        state.waiting_clients = 0;
        state.waiters.resize(1);
        state.waiters.front().stale = true;
        state.waiters_total = 1;
        state.holders = {Holder{}};
        state.holders_total = 1;
        QVERIFY(!is_contended(state));
        world.change(state);
        world.pass(1s);
        QCOMPARE(world.history.summary(last(60s), world.now).contended_now, 0);
        QCOMPARE(world.history.summary(last(60s), world.now).waiting_now, 0);
        world.remove("a");
        world.pass(1s);
        QCOMPARE(world.history.summary(last(60s), world.now).contended_now, 0);
    }

    /// Until it is known to be dead: somebody waits for each lock that is contended.
    void whoNoLongerListensStillWaits()
    {
        ContentionWorld world;
        LockState state;
        state.name = "a";
        state.waiting_clients = 0;
        state.waiters.resize(1);
        state.waiters_total = 1;
        state.holders = {Holder{}};
        state.holders_total = 1;
        QVERIFY(is_contended(state));
        world.change(state);
        world.pass(1s);
        QCOMPARE(world.history.summary(last(60s), world.now).contended_now, 1);
        QCOMPARE(world.history.summary(last(60s), world.now).waiting_now, 1);
        state.waiters.front().stale = true;
        world.change(state);
        world.pass(1s);
        QCOMPARE(world.history.summary(last(60s), world.now).contended_now, 0);
        QCOMPARE(world.history.summary(last(60s), world.now).waiting_now, 0);
        QCOMPARE(world.history.summary(last(60s), world.now).most_waiting, 1);
    }

    void waitingIsAddedUpOverLocksAndTime()
    {
        ContentionWorld world;
        world.set("a", 3);
        world.set("b", 1);
        world.pass(10s);
        world.set("a", 0);
        world.pass(10s);
        const auto summary = world.history.summary(last(60s), world.now);
        QVERIFY(close_to(summary.waiting_seconds, 10 * 4 + 10 * 1));
        QCOMPARE(summary.waiting_now, 1);
        QCOMPARE(summary.held_now, 2);
        QCOMPARE(summary.contended_now, 1);
        QCOMPARE(summary.most_waiting, 4);
        QVERIFY(summary.live);
        QCOMPARE(summary.observed.count(), 20'000);
        const auto series = world.history.series(last(60s), world.now);
        QCOMPARE(series.step.count(), 1000);
        QCOMPARE(series.points.size(), std::size_t(60));
        // The step that began just now has not been seen yet; 20 before it were.
        QVERIFY(!series.points.back().sample);
        QVERIFY(close_to(series.points[58].sample->waiting, 1));
        QVERIFY(close_to(series.points[58].sample->contended, 1));
        QVERIFY(close_to(series.points[40].sample->waiting, 4));
        QVERIFY(close_to(series.points[40].sample->held, 2));
        QCOMPARE(gaps(series), std::size_t(40));
    }

    void theMostIsSeenEvenIfItWasShort()
    {
        ContentionWorld world;
        world.pass(5s);
        const auto when = world.now.wall;
        world.set("a", 57);
        world.pass(50ms, 50ms);
        world.set("a", 2);
        world.pass(30s);
        const auto summary = world.history.summary(last(300s), world.now);
        QCOMPARE(summary.most_waiting, 57);
        QVERIFY(summary.most_waiting_at == when);
        QCOMPARE(summary.waiting_now, 2);
    }

    /// Ten in its first tenths of a second are not thirty a second.
    void theStepThatGoesOnMakesNoPeak()
    {
        ContentionWorld world;
        world.pass(5s);
        for (int i = 0; i < 10; ++i)
            world.event(Kind::acquired, "a", "x");
        world.pass(300ms, 100ms);
        QVERIFY(!world.history.series(last(60s), world.now).points.back().sample);
        world.pass(650ms, 50ms);
        const auto series = world.history.series(last(60s), world.now);
        QVERIFY(series.points.back().sample);
        QVERIFY(series.points.back().sample->acquired < 11);
    }

    void ratesAreEventsASecond()
    {
        ContentionWorld world;
        for (int i = 0; i < 20; ++i) {
            world.event(Kind::acquired, "a", "x");
            world.event(Kind::acquired, "b", "x");
            world.ended(Kind::released, "a", 100ms);
            world.pass(500ms);
        }
        world.ended(Kind::expired, "b", 30s);
        world.ended(Kind::forced, "b", 30s);
        world.ended(Kind::vanished, "b", 30s);
        world.event(Kind::renewed, "b", "x");
        world.pass(500ms);
        const auto series = world.history.series(last(60s), world.now);
        const auto& sample = *series.points[55].sample;
        QVERIFY(close_to(sample.acquired, 4));
        QVERIFY(close_to(sample.released, 2));
        const auto summary = world.history.summary(last(60s), world.now);
        QCOMPARE(summary.acquired, 40);
        QCOMPARE(summary.released, 20);
        QCOMPARE(summary.expired, 1);
        QCOMPARE(summary.forced, 1);
        QCOMPARE(summary.vanished, 1);
        QCOMPARE(world.history.hold_times(last(60s), world.now).count, 23);
    }

    void holdsThatWereTooShortToBeSeenCountAndHaveNoTime()
    {
        ContentionWorld world;
        world.event(Kind::acquired, "a", "x");
        world.ended(Kind::released, "a", 10ms, 6);
        world.pass(500ms);
        const auto summary = world.history.summary(last(60s), world.now);
        QCOMPARE(summary.acquired, 7);
        QCOMPARE(summary.released, 7);
        const auto times = world.history.hold_times(last(60s), world.now);
        QCOMPARE(times.count, 1);
        QCOMPARE(times.unseen, 6);
        QCOMPARE(times.certainty(), Certainty::estimated);
        QCOMPARE(world.history.wait_times(last(60s), world.now).unseen, 0);
    }

    void gapsAreNotZeros_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("connection lost") << 0;
        QTest::newRow("paused") << 1;
        QTest::newRow("computer asleep") << 2;
    }
    void gapsAreNotZeros()
    {
        QFETCH(int, how);
        ContentionWorld world;
        world.set("a", 2);
        world.pass(10s);
        if (how == 0)
            world.status(Link::lost);
        if (how == 1)
            world.status(Link::live, true);
        if (how == 2)
            world.advance(20s);
        else
            world.pass(20s);
        if (how != 2)
            QVERIFY(!world.history.summary(last(60s), world.now).live);
        world.status(Link::live);
        world.pass(10s);
        const auto series = world.history.series(last(60s), world.now);
        QVERIFY(series.points[10 + 10].sample.has_value());
        QVERIFY(close_to(series.points[20].sample->waiting, 2));
        for (std::size_t i = 30; i < 49; ++i)
            QVERIFY2(!series.points[i].sample, qPrintable(QString::number(i)));
        QVERIFY(close_to(series.points[55].sample->waiting, 2));
        const auto summary = world.history.summary(last(60s), world.now);
        QCOMPARE(summary.observed.count(), 20'000);
        QVERIFY(close_to(summary.waiting_seconds, 40));
        QVERIFY(close_to(world.history.most_contended(last(60s), world.now).at(0).waiting_seconds, 40));
        QVERIFY(summary.live);
    }

    void resynchronisedIsAGapAndEndsWhatWasOpen()
    {
        ContentionWorld world;
        world.event(Kind::waiter_came, "fair", "alice:1", 1);
        world.pass(10s);
        world.event(Kind::resynchronised, {});
        world.event(Kind::acquired, "fair", "alice:1");
        world.pass(10s);
        QCOMPARE(world.history.wait_times(last(60s), world.now).count, 0);
        const auto series = world.history.series(last(60s), world.now);
        QVERIFY(series.points[48].sample && series.points[50].sample);
        QVERIFY(!series.points[49].sample);
    }

    void whatHappenedInAGapIsNotCountedAfterIt()
    {
        ContentionWorld world;
        world.set("a", 0);
        world.pass(5s);
        world.status(Link::live, true);
        world.pass(10s);
        world.status(Link::live);
        world.pass(1s);
        // The first reading of "a" shows another holder; the next ones are as ever.
        world.ended(Kind::vanished, "a", 5000ms);
        world.event(Kind::acquired, "a", "bob:1");
        world.set("a", 0);
        world.pass(1s);
        QCOMPARE(world.history.summary(last(60s), world.now).acquired, 0);
        QCOMPARE(world.history.summary(last(60s), world.now).vanished, 0);
        world.ended(Kind::released, "a", 1000ms);
        world.event(Kind::acquired, "a", "alice:1");
        world.set("a", 0);
        world.pass(1s);
        QCOMPARE(world.history.summary(last(60s), world.now).acquired, 1);
        QCOMPARE(world.history.hold_times(last(60s), world.now).count, 1);
    }

    void fairWaitsAreExact_data()
    {
        QTest::addColumn<Kind>("end");
        QTest::newRow("it left") << Kind::waiter_left;
        QTest::newRow("an operator took it out") << Kind::waiter_removed;
    }
    void fairWaitsAreExact()
    {
        QFETCH(Kind, end);
        ContentionWorld world;
        world.event(Kind::waiter_came, "fair", "alice:1", 1);
        world.pass(100ms, 100ms);
        world.event(Kind::waiter_came, "fair", "bob:1", 2);
        world.pass(400ms, 100ms);
        world.event(Kind::acquired, "fair", "alice:1"); // after 500 ms
        world.pass(1600ms, 100ms);
        world.event(end, "fair", "bob:1", 0); // after 2 s
        world.pass(500ms);
        const auto waits = world.history.wait_times(last(60s), world.now);
        QCOMPARE(waits.count, 2);
        QVERIFY(waits.certainty() == Certainty::exact);
        QCOMPARE(waits.longest.count(), 2000);
        QVERIFY(close_to(waits.p50, 500, 0.05));
        QCOMPARE(waits.bars.size(), std::size_t(2));
        QVERIFY(waits.bars[0].from <= 500 && waits.bars[0].to > 500);
    }

    void waitsOfUnnamedClientsAreEstimated()
    {
        ContentionWorld world;
        world.event(Kind::waiter_came, "a", {}, 1);
        world.set("a", 1);
        world.pass(1s);
        world.event(Kind::waiter_came, "a", {}, 3); // two more
        world.set("a", 3);
        world.pass(1s);
        world.event(Kind::waiter_left, "a", {}, 1); // the first after 2 s, one of the others after 1 s
        world.set("a", 1);
        world.pass(4s);
        world.event(Kind::waiter_left, "a", {}, 0); // the last after 5 s
        world.set("a", 0);
        world.pass(1s);
        const auto waits = world.history.wait_times(last(60s), world.now);
        QCOMPARE(waits.count, 3);
        QCOMPARE(waits.estimated, 3);
        QVERIFY(waits.certainty() == Certainty::estimated);
        QCOMPARE(waits.longest.count(), 5000);
        // Their sum is the integral of the waiting clients.
        QVERIFY(close_to(world.history.summary(last(60s), world.now).waiting_seconds, 2 + 1 + 5));
    }

    void whoWaitedBeforeWeLookedIsNotTimed()
    {
        ContentionWorld world;
        LockState state;
        state.name = "a";
        state.waiting_clients = 2;
        MonitorBatch batch;
        batch.changes.push_back({LockChange::Kind::added, std::make_shared<const LockState>(state)});
        world.history.take(batch, world.now);
        world.pass(5s);
        world.event(Kind::waiter_came, "a", {}, 3);
        world.pass(1s);
        world.event(Kind::waiter_left, "a", {}, 0);
        world.pass(1s);
        const auto waits = world.history.wait_times(last(60s), world.now);
        QCOMPARE(waits.count, 1);
        QCOMPARE(waits.longest.count(), 1000);
    }

    void holdsThatBeganUnseenAreEstimated()
    {
        ContentionWorld world;
        world.set("seen", 0);
        world.set("found", 0, true, false);
        world.pass(1s);
        world.ended(Kind::released, "seen", 1000ms);
        world.pass(1s);
        QVERIFY(world.history.hold_times(last(60s), world.now).certainty() == Certainty::exact);
        world.ended(Kind::released, "found", 1000ms);
        world.pass(1s);
        const auto holds = world.history.hold_times(last(60s), world.now);
        QCOMPARE(holds.count, 2);
        QCOMPARE(holds.estimated, 1);
    }

    void pollingIsNeverExact()
    {
        ContentionWorld world;
        world.status(Link::live, false, NewsSource::polling);
        world.pass(1s);
        world.set("a", 0);
        world.pass(1s);
        world.ended(Kind::released, "a", 1000ms);
        world.pass(1s);
        QCOMPARE(world.history.hold_times(last(60s), world.now).estimated, 1);
    }

    void rankIsByWaitingSecondsNotByCount()
    {
        ContentionWorld world;
        for (int i = 0; i < 20; ++i) { // busy, but hardly anybody waits
            world.event(Kind::acquired, "busy", "x");
            world.ended(Kind::released, "busy", 10ms);
            world.set("busy", i == 5 ? 1 : 0);
            world.set("slow", 2);
            world.pass(1s);
        }
        world.ended(Kind::released, "slow", 4000ms);
        world.set("idle", 0);
        world.pass(1s);
        const auto ranking = world.history.most_contended(last(60s), world.now);
        QCOMPARE(ranking.size(), std::size_t(2));
        QCOMPARE(ranking[0].name, std::string("slow"));
        QVERIFY(close_to(ranking[0].waiting_seconds, 42));
        QCOMPARE(ranking[0].waiting_now, 2);
        QCOMPARE(ranking[0].most_waiting, 2);
        QVERIFY(close_to(*ranking[0].median_hold, 4000, 0.05));
        QCOMPARE(ranking[1].name, std::string("busy"));
        QCOMPARE(ranking[1].acquired, 20);
        QVERIFY(close_to(ranking[1].waiting_seconds, 1));
        QVERIFY(close_to(*ranking[1].median_hold, 10, 0.05));
        QCOMPARE(world.history.most_contended(last(60s), world.now, 1).size(), std::size_t(1));
        // Chosen by range and by lock.
        QCOMPARE(world.history.most_contended(last(60s, {"busy"}), world.now).size(), std::size_t(1));
        world.set("slow", 0);
        world.pass(70s);
        QVERIFY(world.history.most_contended(last(60s), world.now).empty());
        QCOMPARE(world.history.most_contended(last(300s), world.now).size(), std::size_t(2));
    }

    void prefixesAreSumsOverTheirLocks()
    {
        ContentionWorld world;
        world.set("orders:1", 3);
        world.set("orders:2:eu", 1);
        world.set("bills:7", 2);
        world.set("plain", 1);
        for (const auto* const lock : {"orders:1", "orders:1", "orders:3", "idle:1"})
            world.event(Kind::acquired, lock, "x");
        world.pass(10s);
        world.set("orders:1", 0);
        world.set("orders:2:eu", 5);
        world.pass(10s);
        const auto ranking = world.history.most_contended_prefixes(last(60s), world.now);
        QCOMPARE(ranking.size(), std::size_t(3)); // nobody has waited for an idle one
        QCOMPARE(ranking[0].prefix, std::string("orders:"));
        QVERIFY(close_to(ranking[0].waiting_seconds, 10 * 4 + 10 * 5));
        QCOMPARE(ranking[0].waiting_now, 5);
        QCOMPARE(ranking[0].most_waiting, 5);
        QVERIFY(!ranking[0].most_exact);
        QVERIFY(ranking[0].waits_exact && ranking[0].acquired_exact);
        QCOMPARE(ranking[0].acquired, 3);
        QCOMPARE(ranking[0].locks, 3);
        QCOMPARE(ranking[1].prefix, std::string("bills:"));
        QCOMPARE(ranking[1].most_waiting, 2);
        QVERIFY(ranking[1].most_exact);
        QCOMPARE(ranking[2].prefix, std::string());
        QVERIFY(close_to(ranking[2].waiting_seconds, 20));
        QCOMPARE(world.history.most_contended_prefixes(last(60s), world.now, 1), std::vector{ranking[0]});
        // Chosen by range and by lock.
        const auto chosen = world.history.most_contended_prefixes(last(60s, {"orders:2:eu", "idle:1"}), world.now);
        QCOMPARE(chosen.size(), std::size_t(1));
        QVERIFY(close_to(chosen[0].waiting_seconds, 60));
        QCOMPARE(chosen[0].acquired, 0);
        QVERIFY(chosen[0].most_exact);
        // So many wait at once now: they are no fewer than at any moment.
        world.set("orders:1", 4);
        world.pass(0s);
        QCOMPARE(world.history.most_contended_prefixes(last(60s), world.now)[0].most_waiting, 9);
        world.pass(70s);
        world.set("orders:1", 0);
        world.set("orders:2:eu", 0);
        world.pass(70s);
        QCOMPARE(world.history.most_contended_prefixes(last(60s), world.now).size(), std::size_t(2));
    }

    void sumsOfPrefixesSayWhereLocksAreMissing()
    {
        ContentionWorld world({.locks = 16, .bytes = 10'000'000});
        const auto worst = [&] { return world.history.most_contended_prefixes(last(60s), world.now).at(0); };
        const auto others = [&](int count, std::int64_t waiting) {
            for (int i = 0; i < count; ++i)
                world.set("b:" + std::to_string(i), waiting);
        };
        world.set("a:1", 20);
        for (int i = 0; i < 15; ++i)
            world.event(Kind::acquired, "quiet:" + std::to_string(i), "x");
        world.pass(1s);
        QVERIFY(worst().waits_exact && worst().most_exact && worst().acquired_exact);

        world.event(Kind::acquired, "quiet:15", "x"); // there is no place for it
        world.pass(1s);
        QVERIFY(worst().waits_exact && worst().most_exact);
        QVERIFY(!worst().acquired_exact);

        others(15, 1);
        world.pass(1s);
        QVERIFY(worst().waits_exact);
        others(16, 1); // the last one pushes out others for which clients wait
        world.pass(1s);
        QVERIFY(!worst().waits_exact && !worst().most_exact);

        // For these clients go on waiting unseen, until they go.
        world.pass(120s);
        QCOMPARE(worst().prefix, std::string("a:"));
        QVERIFY(worst().acquired_exact);
        QVERIFY(!worst().waits_exact);
        others(16, 0);
        world.pass(1s);
        QVERIFY(!worst().waits_exact);
        world.pass(120s);
        QVERIFY(worst().waits_exact && worst().most_exact && worst().acquired_exact);
    }

    void acquisitionsOfLocksThatWereQuietForLongAreMissing()
    {
        ContentionWorld world;
        world.event(Kind::acquired, "orders:1", "x");
        world.pass(1s);
        world.set("orders:2", 1);
        world.event(Kind::acquired, "orders:2", "x");
        world.pass(70min, 4s);
        const auto day = world.history.most_contended_prefixes(last(24h), world.now).at(0);
        QCOMPARE(day.acquired, 1);
        QVERIFY(!day.acquired_exact);
        QVERIFY(day.waits_exact && day.most_exact);
        QVERIFY(world.history.most_contended_prefixes(last(15min), world.now).at(0).acquired_exact);
    }

    void selectedLocksAreASumOfTheirOwn()
    {
        ContentionWorld world;
        world.set("a", 3);
        world.set("b", 1);
        world.set("c", 9);
        world.event(Kind::acquired, "a", "x");
        world.event(Kind::acquired, "c", "x");
        world.pass(20s);
        const auto chosen = last(60s, {"a", "b", "a", "never seen"});
        const auto summary = world.history.summary(chosen, world.now);
        QVERIFY(close_to(summary.waiting_seconds, 80));
        QCOMPARE(summary.waiting_now, 4);
        QCOMPARE(summary.acquired, 1);
        const auto series = world.history.series(chosen, world.now);
        QCOMPARE(series.step.count(), 2000);
        QVERIFY(close_to(series.points[25].sample->waiting, 4));
        QVERIFY(close_to(series.points[25].sample->held, 2));
        // A lock of which nothing is known was quiet, as far as anybody looked.
        const auto quiet = world.history.series(last(60s, {"never seen"}), world.now);
        QVERIFY(close_to(quiet.points[25].sample->waiting, 0));
        QVERIFY(!quiet.points[10].sample);
    }

    void removedLocksNoLongerWait()
    {
        ContentionWorld world;
        world.set("a", 3);
        world.pass(1s);
        world.remove("a");
        world.pass(1s);
        const auto summary = world.history.summary(last(60s), world.now);
        QCOMPARE(summary.waiting_now, 0);
        QCOMPARE(summary.held_now, 0);
    }

    void seriesAreNeverLongerThanAsked_data()
    {
        QTest::addColumn<qint64>("minutes");
        for (const qint64 minutes : {1, 5, 15, 60, 360, 1440})
            QTest::addRow("%lld min", static_cast<long long>(minutes)) << minutes;
    }
    void seriesAreNeverLongerThanAsked()
    {
        QFETCH(qint64, minutes);
        ContentionWorld world;
        world.set("a", 1);
        world.pass(90s);
        const auto range = milliseconds(minutes * 60'000);
        for (const std::size_t most : {std::size_t(1), std::size_t(7), std::size_t(60), std::size_t(600)}) {
            for (const auto& query : {last(range), last(range, {"a"})}) {
                const auto series = world.history.series(query, world.now, most);
                QVERIFY(series.points.size() <= most);
                QVERIFY(series.step * series.points.size() >= range);
                for (std::size_t i = 1; i < series.points.size(); ++i)
                    QVERIFY(series.points[i].at - series.points[i - 1].at == series.step);
            }
        }
        QVERIFY(close_to(world.history.summary(last(range), world.now).waiting_seconds, minutes == 1 ? 59 : 90, 0.02));
    }

    void aPastTimeIsSeenAlone_data()
    {
        QTest::addColumn<qint64>("ago");
        QTest::addColumn<bool>("alone");
        for (const bool alone : {false, true}) {
            const auto* const what = alone ? "one lock" : "whole server";
            for (const qint64 minutes : {3, 40, 600, 1380})
                QTest::addRow("%s, %lld min ago", what, static_cast<long long>(minutes)) << minutes << alone;
        }
    }
    /// Fifteen minutes around a minute in which five waited and two held; then nothing, for as long as is said.
    void aPastTimeIsSeenAlone()
    {
        QFETCH(qint64, ago);
        QFETCH(bool, alone);
        ContentionWorld world;
        world.pass(20min, 4s);
        world.event(Kind::waiter_came, "a", {}, 5);
        world.set("a", 5);
        world.event(Kind::acquired, "a", "x");
        world.pass(59s);
        const auto peak = world.now.wall;
        world.event(Kind::waiter_came, "a", {}, 6);
        world.set("a", 6);
        world.pass(1s);
        world.event(Kind::waiter_left, "a", {}, 0);
        world.ended(Kind::released, "a", 60s);
        world.set("a", 0, false);
        world.pass(milliseconds(ago * 60'000), 4s);

        auto query = last(15min);
        if (alone)
            query.locks = std::vector<std::string>{"a"};
        const auto ends_so_long_after = [&](milliseconds after) {
            query.ago = milliseconds(ago * 60'000) - after;
            return query;
        };
        const auto around = ends_so_long_after(std::min<milliseconds>(milliseconds(ago * 60'000), 7min));
        const auto summary = world.history.summary(around, world.now);
        QVERIFY2(close_to(summary.waiting_seconds, 59 * 5 + 6, 0.03),
                 qPrintable(QString::number(summary.waiting_seconds)));
        QCOMPARE(summary.acquired, 1);
        QCOMPARE(summary.released, 1);
        QCOMPARE(summary.most_waiting, 6);
        QVERIFY(summary.most_waiting_at == peak);
        QCOMPARE(summary.waiting_now, 0);
        QVERIFY(summary.live);
        QVERIFY(summary.observed >= 14min && summary.observed <= 20min);
        QCOMPARE(world.history.hold_times(around, world.now).count, 1);
        QCOMPARE(world.history.wait_times(around, world.now).count, 6);
        const auto ranking = world.history.most_contended(around, world.now);
        QCOMPARE(ranking.size(), std::size_t(1));
        QCOMPARE(ranking[0].acquired, 1);
        QCOMPARE(ranking[0].most_waiting, 6);
        const auto series = world.history.series(around, world.now);
        QCOMPARE(gaps(series), ago == 3 ? gaps(series) : std::size_t(0)); // the step that is not over
        double waited = 0;
        for (const auto& point : series.points)
            waited += point.sample ? point.sample->waiting * std::chrono::duration<double>(series.step).count() : 0;
        QVERIFY2(close_to(waited, 59 * 5 + 6, 0.03), qPrintable(QString::number(waited)));
        const auto end = world.now.wall - around.ago;
        QVERIFY(series.points.back().at <= end && series.points.back().at + series.step > end);
        if (around.ago > 0ms)
            QVERIFY(series.points.front().at <= end - around.range);
        for (const std::size_t most : {std::size_t(1), std::size_t(7), std::size_t(60)})
            QVERIFY(world.history.series(around, world.now, most).points.size() <= most);

        for (const milliseconds after : {milliseconds(-6min), milliseconds(26min)}) {
            const auto beside = ends_so_long_after(after);
            if (beside.ago < 0ms)
                continue;
            const auto quiet = world.history.summary(beside, world.now);
            QCOMPARE(quiet.waiting_seconds, 0.0);
            QCOMPARE(quiet.acquired, 0);
            QCOMPARE(quiet.most_waiting, 0);
            QCOMPARE(world.history.hold_times(beside, world.now).count, 0);
            QCOMPARE(world.history.most_contended(beside, world.now).size(), std::size_t(0));
            for (const auto& point : world.history.series(beside, world.now).points)
                QVERIFY(!point.sample || point.sample->waiting == 0);
        }
    }

    void waitersPushOutThoseWhoHaveNone()
    {
        ContentionWorld world({.locks = 16, .bytes = 10'000'000});
        for (int i = 0; i < 100; ++i)
            world.event(Kind::acquired, "quiet:" + std::to_string(i), "x");
        world.pass(1s);
        QCOMPARE(world.history.locks_kept(), std::size_t(16));
        world.set("worst", 9);
        world.pass(10s);
        world.set("worst", 0);
        for (int i = 0; i < 200; ++i) {
            world.set("short:" + std::to_string(i), 1);
            world.pass(1s);
            world.set("short:" + std::to_string(i), 0);
        }
        world.pass(1s);
        QVERIFY(world.history.locks_kept() <= 16);
        const auto ranking = world.history.most_contended(last(900s), world.now);
        QCOMPARE(ranking.at(0).name, std::string("worst"));
        QVERIFY(close_to(ranking.at(0).waiting_seconds, 90));
        QCOMPARE(ranking.at(1).name.substr(0, 6), std::string("short:"));
    }

    /// It has had to go, although somebody waits for it, because others had waited for longer.
    void whoeverHadToGoComesBackWhileClientsWait()
    {
        ContentionWorld world({.locks = 16, .bytes = 10'000'000});
        const auto others = [&](int from, int to, std::int64_t waiting) {
            for (int i = from; i < to; ++i)
                world.set("lock:" + std::to_string(i), waiting);
        };
        others(0, 16, 5);
        world.pass(60s);
        world.set("steady", 1);
        world.pass(500ms);
        others(16, 20, 5);
        world.pass(60s);
        others(0, 20, 0);
        world.set("steady", 1); // renewed
        world.pass(600s);
        const auto ranking = world.history.most_contended(last(500s), world.now);
        QVERIFY(!ranking.empty());
        QCOMPARE(ranking.at(0).name, std::string("steady"));
        const double seconds = ranking.at(0).waiting_seconds; // in whole slots
        QVERIFY2(seconds > 450 && seconds < 550, std::to_string(seconds).c_str());
    }

    void clearForgetsEverything()
    {
        ContentionWorld world;
        world.set("a", 3);
        world.pass(10s);
        world.history.clear();
        QVERIFY(world.history.empty());
        QCOMPARE(world.history.summary(last(60s), world.now).waiting_now, 0);
        QCOMPARE(world.history.locks_kept(), std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(ContentionTest)
#include "contention_test.moc"

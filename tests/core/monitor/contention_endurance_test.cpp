// SPDX-License-Identifier: Apache-2.0
// How exact the percentiles are, what a long time takes in memory, what a batch takes in time.
#include "contention_world.hpp"
#include "monitor/log_histogram.hpp"
#include "support/seed.hpp"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using Kind = LockEvent::Kind;

namespace {

double nearest_rank(std::vector<std::int64_t> values, double part)
{
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())));
    return static_cast<double>(values[std::max<std::size_t>(rank, 1) - 1]);
}

/// From a millisecond to about a day, as often in each order of magnitude.
std::int64_t random_duration(Dice& dice)
{
    std::int64_t value = 1;
    for (int doublings = dice.below(26); doublings > 0; --doublings)
        value *= 2;
    return value + dice.below(static_cast<int>(value));
}

} // namespace

class ContentionEnduranceTest : public QObject
{
    Q_OBJECT

private slots:
    void bucketsCoverEveryDuration()
    {
        using namespace lockscope::monitor;
        for (std::int64_t ms = 0; ms < 200'000; ++ms) {
            const auto bucket = log_bucket_of(milliseconds(ms));
            QVERIFY(static_cast<double>(ms) >= log_bucket_from(bucket)
                    && static_cast<double>(ms) < log_bucket_to(bucket));
        }
        QCOMPARE(std::size_t(log_bucket_of(milliseconds(INT64_MAX))), log_buckets - 1);
        QCOMPARE(std::size_t(log_bucket_of(milliseconds(-5))), std::size_t(0));
        QVERIFY(log_bucket_from(log_buckets - 1) > 30.0 * 86'400'000);
    }

    void percentilesAreWithinFivePercent()
    {
        Dice dice(seed_of_this_run());
        for (int round = 0; round < 50; ++round) {
            monitor::LogHistogram histogram;
            std::vector<std::int64_t> values;
            const int count = 1 + dice.below(3000);
            for (int i = 0; i < count; ++i) {
                values.push_back(random_duration(dice));
                histogram.add(milliseconds(values.back()));
            }
            for (const double part : {0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
                const double exact = nearest_rank(values, part);
                const double found = histogram.percentile(part);
                QVERIFY2(
                    std::abs(found - exact) <= 0.05 * exact,
                    qPrintable(QStringLiteral("%1 of %2: %3 is not %4").arg(part).arg(count).arg(found).arg(exact)));
            }
        }
    }

    void percentilesOfEqualDurationsAreThatDuration()
    {
        ContentionWorld world;
        for (int hold = 0; hold < 9; ++hold) {
            world.ended(Kind::released, "a", 15s);
            world.pass(1s);
        }
        const auto times = world.history.hold_times({.range = 15min}, world.now);
        QCOMPARE(times.p50, 15'000.0);
        QCOMPARE(times.p90, 15'000.0);
        QCOMPARE(times.p99, 15'000.0);
    }

    void percentilesOfTheHistoryAreWithinFivePercent()
    {
        Dice dice(seed_of_this_run());
        ContentionWorld world;
        std::vector<std::int64_t> values;
        for (int second = 0; second < 400; ++second) {
            for (int i = 0; i < 10; ++i) {
                values.push_back(random_duration(dice));
                world.ended(Kind::released, "a", milliseconds(values.back()));
            }
            world.pass(1s, 1s);
        }
        for (const auto& query :
             {ContentionHistory::Query{15min}, ContentionHistory::Query{15min, std::vector<std::string>{"a"}}}) {
            const auto times = world.history.hold_times(query, world.now);
            QCOMPARE(times.count, 4000);
            QVERIFY(std::abs(times.p50 - nearest_rank(values, 0.5)) <= 0.05 * times.p50);
            QVERIFY(std::abs(times.p90 - nearest_rank(values, 0.9)) <= 0.05 * times.p90);
            QVERIFY(std::abs(times.p99 - nearest_rank(values, 0.99)) <= 0.05 * times.p99);
            QCOMPARE(times.longest.count(), *std::max_element(values.begin(), values.end()));
            std::int64_t in_bars = 0;
            for (const auto& bar : times.bars)
                in_bars += bar.count;
            QCOMPARE(in_bars, 4000);
        }
    }

    void aDayIsKeptAndNoMore()
    {
        ContentionWorld world;
        world.set("early", 5);
        world.pass(600s, 4s);
        world.set("early", 0);
        for (int hour = 0; hour < 24; ++hour) { // 24 h 10 min after the beginning
            world.set("a", hour % 2);
            world.pass(1h, 4s);
        }
        const auto day = world.history.summary({24h}, world.now);
        QVERIFY(std::abs(day.waiting_seconds - 12 * 3600) < 61);
        QVERIFY(std::abs(static_cast<double>(day.observed.count()) / 1000 - 86'400) < 61);
        const auto series = world.history.series({24h}, world.now, 600);
        QCOMPARE(series.step.count(), 180'000);
        QCOMPARE(series.points.size(), std::size_t(480));
        QVERIFY(std::abs(series.points[475].sample->waiting - 1) < 1e-6);
        QVERIFY(std::abs(series.points[455].sample->waiting) < 1e-6);
        world.pass(1h, 4s); // and 25 h 10 min
        QCOMPARE(world.history.most_contended({24h}, world.now).at(0).name, std::string("a"));
    }

    void aMonthTakesNoMoreMemoryThanAWeek()
    {
        Dice dice(seed_of_this_run());
        ContentionWorld world({.locks = 40, .bytes = 4'000'000});
        std::size_t first_week = 0;
        std::size_t last_week = 0;
        for (int hour = 0; hour < 30 * 24; ++hour) {
            for (int step = 0; step < 15; ++step) { // names that never come again, and some that always do
                const auto lock = dice.below(3) == 0 ? "order:" + std::to_string(hour * 1000 + step)
                                                     : "hot:" + std::to_string(dice.below(20));
                world.event(Kind::waiter_came, lock, "9f45:" + std::to_string(step), 1);
                world.event(Kind::acquired, lock, "9f45:" + std::to_string(step));
                world.ended(Kind::released, lock, milliseconds(random_duration(dice)));
                world.set(lock, dice.below(4));
                world.pass(4s, 4s);
                world.set(lock, 0, false);
                world.pass(36s, 4s);
            }
            world.advance(50min); // not looked at
            if (hour < 7 * 24)
                first_week = std::max(first_week, world.history.bytes());
            if (hour >= 23 * 24)
                last_week = std::max(last_week, world.history.bytes());
        }
        std::printf("most bytes in the first week %zu, in the last of a month %zu\n", first_week, last_week);
        QVERIFY(world.history.locks_kept() <= 40);
        QVERIFY(last_week < first_week + first_week / 2);
        QVERIFY(world.history.bytes() < 4'000'000 + 3'000'000); // locks, and the rings of the server
        QVERIFY(world.history.summary({24h}, world.now).acquired > 300);
    }

    void theMemoryLimitHolds()
    {
        ContentionWorld world({.locks = 1000, .bytes = 1'000'000});
        for (int second = 0; second < 400; ++second) {
            for (int i = 0; i < 50; ++i)
                world.set("lock:" + std::to_string(i), 1 + second % 2);
            world.pass(1s, 1s);
        }
        QVERIFY(world.history.locks_kept() > 0);
        QVERIFY(world.history.bytes() < 1'000'000 + 3'000'000);
    }

    void costOfABatch()
    {
        Dice dice(seed_of_this_run());
        ContentionWorld world;
        constexpr int locks = 100'000;
        for (int i = 0; i < locks; ++i)
            world.set("some:application:lock:" + std::to_string(i), 0);
        world.send();
        std::vector<double> taken;
        constexpr int batches = 400;
        for (int batch = 0; batch < batches; ++batch) {
            for (int i = 0; i < 250; ++i) {
                const auto lock = "some:application:lock:" + std::to_string(dice.below(locks));
                world.set(lock, dice.below(3));
                if (i % 2 == 0)
                    world.event(Kind::acquired, lock, "x");
                else
                    world.ended(Kind::released, lock, milliseconds(random_duration(dice)));
            }
            world.advance(50ms);
            const auto start = std::chrono::steady_clock::now();
            world.send();
            taken.push_back(
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        }
        std::sort(taken.begin(), taken.end());
        std::printf("a batch of 250 changes and 250 events, 100,000 locks: p50 %.3f ms, p99 %.3f ms, longest %.3f ms\n",
                    taken[batches / 2], taken[batches * 99 / 100], taken.back());
        const auto start = std::chrono::steady_clock::now();
        const auto ranking = world.history.most_contended({24h}, world.now);
        const auto series = world.history.series({24h}, world.now);
        const auto holds = world.history.hold_times({24h}, world.now);
        std::printf("ranking, series and hold times of %zu locks: %.3f ms\n", world.history.locks_kept(),
                    std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        QVERIFY(!ranking.empty() && !series.points.empty() && holds.count > 0);
    }
};

QTEST_GUILESS_MAIN(ContentionEnduranceTest)
#include "contention_endurance_test.moc"

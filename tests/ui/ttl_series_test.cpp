// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis_steps.hpp"
#include "charts/ttl_series.hpp"
#include "lock_states.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;

namespace {

const SteadyTime kStart = SteadyTime{} + std::chrono::hours{1};

/// The lock as it was read @p after the start, with @p ttl left.
LockState reading(milliseconds after, milliseconds ttl, const std::string& client = kAlice)
{
    LockState state = heldLock("a", holder(client, 1), ttl, 30s);
    state.observed_at = kStart + after;
    return state;
}

double lastY(const TtlSeries& series, milliseconds after)
{
    const auto line = series.line(kStart + after);
    return line.empty() ? -1 : line.back().y;
}

} // namespace

class TtlSeriesTest : public QObject
{
    Q_OBJECT

private slots:
    void aFallIsOneSegmentHoweverOftenItIsRead()
    {
        TtlSeries series;
        for (int second = 0; second < 10; ++second) {
            series.add(
                reading(second * 1s, 30s - second * 1s - milliseconds{second * 7})); // Replies come late by a bit.
        }
        QCOMPARE(series.segments().size(), std::size_t{1});
        QVERIFY(series.isOpen());
    }

    void itFallsOnBetweenTheReadings()
    {
        TtlSeries series;
        series.add(reading(0s, 30s));
        QCOMPARE(lastY(series, 0s), 30.0);
        QCOMPARE(lastY(series, 12s), 18.0);
        QCOMPARE(lastY(series, 60s), 0.0);
    }

    void whatHappenedWhileNobodyLookedIsNotKnown()
    {
        TtlSeries series;
        series.skip(kStart - 20s, kStart - 10s); // before anything was shown
        series.add(reading(0s, 30s));
        series.add(reading(5s, 25s));
        series.skip(kStart + 5s, kStart + 35s);
        series.add(reading(35s, 28s));
        const SteadyTime now = kStart + 40s;
        QCOMPARE(series.gaps(now).size(), std::size_t{1});
        QCOMPARE(series.gaps(now).front(), std::pair(-35.0, -5.0));
        QCOMPARE(series.skipped(now), milliseconds{30s});
        QVERIFY(series.renewals(now).empty());
        series.add(reading(45s, 30s));
        QCOMPARE(series.renewals(kStart + 45s).size(), std::size_t{1});
        QVERIFY(series.gaps(kStart + 5min).empty());
        series.clear();
        QVERIFY(series.gaps(now).empty());
    }

    void whatIsBeforeTheFirstReadingIsNotKnownEither()
    {
        TtlSeries series;
        QVERIFY(!series.knownFrom(kStart));
        LockState first = reading(0s, 20s);
        first.lease = 30s; // So it fell for ten seconds before.
        series.add(first);
        QCOMPARE(series.knownFrom(kStart + 40s), std::optional(-50.0));
        QVERIFY(!series.knownFrom(kStart + 5min));
    }

    void aJumpUpIsARenewal()
    {
        TtlSeries series;
        series.add(reading(0s, 30s));
        LockState renewed = reading(10s + 40ms, 30s - 40ms);
        renewed.renewed_at = kStart + 10s;
        series.add(renewed);
        QCOMPARE(series.segments().size(), std::size_t{2});
        const auto dots = series.renewals(kStart + 15s);
        QCOMPARE(dots.size(), std::size_t{1});
        QCOMPARE(dots.front().x, -5.0);
        QCOMPARE(dots.front().y, 30.0);
        QCOMPARE(lastY(series, 15s), 25.0);
    }

    void watchingBeginsWithTheFirstReading()
    {
        TtlSeries series;
        QCOMPARE(series.watched(kStart), milliseconds{0});
        series.add(reading(0s, 21s)); // Its fall began before that.
        QCOMPARE(series.watched(kStart + 5s), milliseconds{5s});
        series.end(kStart + 6s); // That nobody holds it is seen, too.
        QCOMPARE(series.watched(kStart + 7s), milliseconds{7s});
        QCOMPARE(series.watched(kStart + 600s), series.window());
        series.clear();
        QCOMPARE(series.watched(kStart + 600s), milliseconds{0});
    }

    void aSawtoothHasItsTeeth()
    {
        TtlSeries series;
        for (int i = 0; i < 6; ++i) {
            series.add(reading(i * 10s, 30s));
        }
        QCOMPARE(series.renewals(kStart + 50s).size(), std::size_t{5});
        QCOMPARE(series.highest(kStart + 50s), 30.0);
    }

    void aCutLeaseIsNoRenewal()
    {
        TtlSeries series;
        series.add(reading(0s, 30s));
        series.add(reading(5s, 1s));
        QCOMPARE(series.segments().back().start, TtlSeries::Start::shortened);
        QVERIFY(series.renewals(kStart + 5s).empty());
    }

    void anotherHolderBeginsAnew()
    {
        TtlSeries series;
        series.add(reading(0s, 30s));
        series.add(reading(5s, 25s, kBob));
        QCOMPARE(series.segments().size(), std::size_t{2});
        QCOMPARE(series.segments().back().start, TtlSeries::Start::taken);
    }

    void whatWasBeforeTheFirstReadingIsKnownFromTheLease()
    {
        TtlSeries series;
        series.add(reading(0s, 12s)); // Of 30: it began 18 s ago.
        const auto line = series.line(kStart);
        QCOMPARE(line.front().x, -18.0);
        QCOMPARE(series.highest(kStart), 30.0);
    }

    /// An operator had made it five minutes for a moment, and its holder renews it for six seconds again.
    void aFallIsNotDrawnToBeforeItsRenewal()
    {
        TtlSeries series;
        LockState renewed = reading(0s, 6s);
        renewed.lease = 5min;
        renewed.renewed_at = renewed.observed_at;
        series.add(renewed);
        QCOMPARE(series.line(kStart).front().x, 0.0);
        QCOMPARE(series.highest(kStart), 6.0);
    }

    void aLeaseCutShortDoesNotFallFromWhereItNeverWas()
    {
        TtlSeries series;
        LockState renewed = reading(0s, 30s);
        renewed.renewed_at = renewed.observed_at;
        series.add(renewed);
        LockState cut = reading(20s, 1s);
        cut.renewed_at = renewed.renewed_at;
        cut.lease = cut.ttl;
        series.add(cut);
        QCOMPARE(series.segments().back().from, cut.observed_at);
        QCOMPARE(series.segments().back().remaining, milliseconds{1s});
    }

    void itLiesOnTheGroundWhereNobodyHoldsIt()
    {
        TtlSeries series;
        series.add(reading(0s, 30s));
        LockState free = freeLock("a");
        free.observed_at = kStart + 4s;
        series.add(free);
        QVERIFY(!series.isOpen());
        QCOMPARE(lastY(series, 6s), 0.0);
        series.add(reading(8s, 30s, kBob));
        const auto line = series.line(kStart + 9s);
        bool grounded = false;
        for (const auto& point : line) {
            grounded = grounded || (point.x == -1.0 && point.y == 0.0);
        }
        QVERIFY(grounded);
        for (std::size_t i = 1; i < line.size(); ++i) {
            QVERIFY(line[i - 1].x <= line[i].x);
        }
    }

    void aLeaseWithoutEndIsAStretchOfItsOwn()
    {
        TtlSeries series;
        series.add(reading(0s, -1ms));
        series.add(reading(5s, -1ms));
        QCOMPARE(series.segments().size(), std::size_t{1});
        QVERIFY(series.line(kStart + 5s).empty());
        const auto stretches = series.neverStretches(kStart + 6s);
        QCOMPARE(stretches.size(), std::size_t{1});
        QCOMPARE(stretches.front().first.x, -6.0);
        QCOMPARE(stretches.front().second.x, 0.0);
        series.add(reading(7s, 30s));
        QCOMPARE(series.segments().size(), std::size_t{2});
    }

    void anOlderPictureChangesNothing()
    {
        TtlSeries series;
        series.add(reading(10s, 30s));
        series.add(reading(10s, 30s));
        series.add(reading(2s, 5s));
        QCOMPARE(series.segments().size(), std::size_t{1});
        QCOMPARE(lastY(series, 10s), 30.0);
    }

    void itForgetsWhatIsOutOfTheWindowAndNeverGrowsWithoutEnd()
    {
        TtlSeries series(1min, 50);
        for (int i = 0; i < 1000; ++i) {
            series.add(reading(milliseconds{i * 1000}, 30s));
        }
        QVERIFY(series.segments().size() <= 50);
        const auto line = series.line(kStart + 999s);
        QVERIFY(line.front().x >= -60.0);
        QVERIFY(line.back().x <= 0.0);
    }

    void axesCountAsPeopleDo()
    {
        QCOMPARE(niceStep(30, 4), 10.0);
        QCOMPARE(niceStep(120, 4), 30.0);
        QCOMPARE(niceStep(1, 4), 0.5);
        QCOMPARE(niceStep(3600, 4), 900.0);
        QVERIFY(niceStep(1e9, 4) * 4 >= 1e9);
        QCOMPARE(axisLabel(30, 30), QStringLiteral("30 s"));
        QCOMPARE(axisLabel(0.5, 0.5), QStringLiteral("0.5 s"));
        QCOMPARE(axisLabel(7200, 3600), QStringLiteral("2 h"));
        QCOMPARE(agoLabel(60, 60), QString(QChar(0x2212)) + QStringLiteral("1 min"));
        QCOMPARE(agoLabel(0, 60), nowLabel());
        for (const double seconds : {30, 60, 90, 120}) { // all of one axis in one unit
            QCOMPARE(axisLabel(seconds, 30), QStringLiteral("%1 s").arg(seconds));
        }
        QCOMPARE(axisLabel(3600, 900), QStringLiteral("60 min"));
        const SystemTime at{milliseconds{1'800'000'000'500}};
        QVERIFY(clockLabel(at, 0.5).endsWith(QLatin1String(":00.5")));
        QCOMPARE(clockLabel(at, 1).size(), 8);
        QCOMPARE(clockLabel(at, 60).size(), 5);
    }
};

QTEST_MAIN(TtlSeriesTest)
#include "ttl_series_test.moc"

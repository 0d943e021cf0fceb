// SPDX-License-Identifier: Apache-2.0
#include "lockscope/queue_forecast.hpp"

#include "pictures.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using Sense = QueueForecast::Sense;

namespace {

const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444";
const std::string carol = "0c0c0c0c-1111-4222-8333-444444444444";
const std::string dave = "0d0d0d0d-1111-4222-8333-444444444444";
const UsualHold ten_seconds{milliseconds(10'000), 5};

QueueForecast forecast_at(const LockState& state, const UsualHold& usual, milliseconds at)
{
    return forecast_queue(state, usual, start + at, wall_start + at);
}

HoldRecord hold(milliseconds length, LockEvent::Kind ended = LockEvent::Kind::released)
{
    HoldRecord record;
    record.from = wall_start;
    record.to = wall_start + length;
    record.ended = ended;
    return record;
}

/// Seconds from @p now until a place's turn.
int turn(const QueueForecast& forecast, std::size_t place, milliseconds now)
{
    return static_cast<int>(
        std::chrono::duration_cast<seconds>(forecast.places.at(place).at.value() - (start + now)).count());
}

} // namespace

class QueueForecastTest : public QObject
{
    Q_OBJECT

private slots:
    void usualIsTheMedianOfEnough()
    {
        QVERIFY(!usual_hold(std::vector<milliseconds>{}).median);
        QVERIFY(!usual_hold({milliseconds(1), milliseconds(2)}).median);
        QCOMPARE(usual_hold({milliseconds(900), milliseconds(2), milliseconds(5)}).median.value(), milliseconds(5));
        auto open = hold(seconds(9));
        open.to.reset();
        const auto usual = usual_hold(
            {hold(seconds(1)), hold(seconds(2), LockEvent::Kind::gone), hold(seconds(3), LockEvent::Kind::expired),
             hold(seconds(99), LockEvent::Kind::forced), hold(seconds(99), LockEvent::Kind::vanished), open});
        QCOMPARE(usual.samples, std::size_t(3));
        QCOMPARE(usual.median.value(), milliseconds(2000));
    }

    void withoutHistoryNothingIsPredicted()
    {
        auto state = held(seconds(4));
        queue(state, bob, 300);
        const auto forecast = forecast_at(state, {}, seconds(4));
        QCOMPARE(forecast.places.at(0).sense, Sense::no_history);
        QVERIFY(!forecast.places.at(0).at && !forecast.rest);
    }

    void whereDeadlinesMayNotBeReadNobodyIsSaidToBlock()
    {
        auto state = held(seconds(4));
        state.deadlines_known = false;
        queue(state, bob, std::nullopt, Life::not_asked);
        queue(state, carol, std::nullopt, Life::dead);
        queue(state, dave, std::nullopt);
        const auto forecast = forecast_at(state, usual_hold(std::vector<milliseconds>(3, seconds(9))), seconds(4));
        QCOMPARE(forecast.places.at(0).sense, Sense::about);
        QCOMPARE(forecast.places.at(1).sense, Sense::ghost);
        QCOMPARE(forecast.places.at(2).sense, Sense::no_clock); // Nobody knows how long the dead one keeps its place.
    }

    void eachPlaceWaitsForThoseBefore()
    {
        auto state = held(seconds(4));
        queue(state, bob, 300);
        queue(state, carol, 600);
        queue(state, dave, 900);
        const auto forecast = forecast_at(state, ten_seconds, seconds(4));
        QCOMPARE(forecast.rest.value(), milliseconds(6000));
        QCOMPARE(turn(forecast, 0, seconds(4)), 6);
        QCOMPARE(turn(forecast, 1, seconds(4)), 16);
        QCOMPARE(turn(forecast, 2, seconds(4)), 26);
        QCOMPARE(forecast.places.at(2).holds_before, std::size_t(3));
        QCOMPARE(forecast.places.at(2).sense, Sense::about);
    }

    void whoHoldsLongerThanUsualMakesItALowerBound()
    {
        auto state = held(seconds(50));
        queue(state, bob, 300);
        queue(state, carol, 600);
        const auto forecast = forecast_at(state, ten_seconds, seconds(50));
        QCOMPARE(forecast.places.at(0).sense, Sense::at_least);
        QCOMPARE(turn(forecast, 0, seconds(50)), 0);
        QCOMPARE(turn(forecast, 1, seconds(50)), 10);
        QCOMPARE(forecast.places.at(1).sense, Sense::at_least);
    }

    void aFreeLockIsForTheFirst()
    {
        auto state = nobody(seconds(1));
        queue(state, bob, 300);
        queue(state, carol, 600);
        const auto forecast = forecast_at(state, {}, seconds(1));
        QCOMPARE(turn(forecast, 0, seconds(1)), 0); // needs no history
        QCOMPARE(forecast.places.at(1).sense, Sense::no_history);
    }

    void whoDoesNotTakeItsTurnIsNotSaidToTakeItAnyMoment_data()
    {
        QTest::addColumn<milliseconds>("free_for");
        QTest::addColumn<int>("ghosts_deadline"); // seconds from now; -99: there is none
        QTest::addColumn<Sense>("sense");
        QTest::newRow("it is handed over") << milliseconds(1'900) << -99 << Sense::about;
        QTest::newRow("for longer than that takes") << milliseconds(2'000) << -99 << Sense::untaken;
        QTest::newRow("the dead before it are too late") << milliseconds(60'000) << -5 << Sense::untaken;
        QTest::newRow("it waits for a dead one") << milliseconds(60'000) << 100 << Sense::about;
    }
    void whoDoesNotTakeItsTurnIsNotSaidToTakeItAnyMoment()
    {
        QFETCH(milliseconds, free_for);
        QFETCH(int, ghosts_deadline);
        QFETCH(Sense, sense);
        auto state = untaken(free_for);
        if (ghosts_deadline != -99)
            queue(state, dave, ghosts_deadline, Life::dead);
        queue(state, bob, 300);
        queue(state, carol, 600);
        const auto forecast = forecast_at(state, ten_seconds, free_for);
        const auto& next = forecast.places.at(state.waiters.size() - 2);
        QCOMPARE(next.sense, sense);
        QCOMPARE(next.at.has_value(), sense == Sense::about);
        QCOMPARE(forecast.places.back().sense, sense); // who is behind it waits for it
    }

    void aGhostAtTheHeadCostsItsDeadline()
    {
        auto state = held(seconds(4));
        queue(state, bob, 200, Life::dead);
        queue(state, carol, 500);
        const auto forecast = forecast_at(state, ten_seconds, seconds(4));
        QCOMPARE(forecast.places.at(0).sense, Sense::ghost);
        QVERIFY(!forecast.places.at(0).at);
        QCOMPARE(turn(forecast, 1, seconds(4)), 200);
        QCOMPARE(forecast.places.at(1).ghosts_before, std::size_t(1));
        QCOMPARE(forecast.places.at(1).ghost_cost, milliseconds(194'000)); // beyond the rest of the hold
    }

    void aGhostFurtherBackCostsLessThanItsDeadline()
    {
        auto state = held(seconds(4));
        queue(state, bob, 300);
        queue(state, carol, 600, Life::dead);
        queue(state, dave, 900);
        // When bob acquires, all deadlines behind come 300 s nearer: carol's is then 300 s from now.
        const auto forecast = forecast_at(state, ten_seconds, seconds(4));
        QCOMPARE(turn(forecast, 0, seconds(4)), 6);
        QCOMPARE(turn(forecast, 2, seconds(4)), 300);
        QCOMPARE(forecast.places.at(2).ghost_cost, milliseconds(284'000));
    }

    void whoseTimeIsOverCostsNothing()
    {
        auto state = held(seconds(4));
        queue(state, bob, -5, Life::dead);
        queue(state, carol, 300);
        QCOMPARE(turn(forecast_at(state, ten_seconds, seconds(4)), 1, seconds(4)), 6);
    }

    void whoseTimeIsOverButListensTakesItsTurn()
    {
        auto state = held(seconds(4));
        queue(state, bob, -5);
        queue(state, carol, 300);
        const auto forecast = forecast_at(state, ten_seconds, seconds(4));
        QCOMPARE(forecast.places.at(0).sense, Sense::about);
        QCOMPARE(turn(forecast, 0, seconds(4)), 6);
        QCOMPARE(turn(forecast, 1, seconds(4)), 16);
        QCOMPARE(forecast.places.at(1).ghosts_before, std::size_t(0));
    }

    void anEntryWithoutDeadlineBlocksIfItIsDead()
    {
        auto state = held(seconds(4));
        queue(state, bob, std::nullopt, Life::dead);
        queue(state, carol, 300);
        auto forecast = forecast_at(state, ten_seconds, seconds(4));
        QCOMPARE(forecast.places.at(1).sense, Sense::blocked);
        QVERIFY(!forecast.places.at(1).at);
        state.waiters.front().subscribed = true; // Then it takes its turn.
        state.waiters.front().stale = false;
        forecast = forecast_at(state, ten_seconds, seconds(4));
        QCOMPARE(turn(forecast, 1, seconds(4)), 16);
    }

    void withoutTheServersClockGhostsAreIncalculable()
    {
        auto state = held(seconds(4));
        queue(state, bob, 200, Life::dead);
        queue(state, carol, 500);
        state.server_time = 0;
        QCOMPARE(forecast_at(state, ten_seconds, seconds(4)).places.at(1).sense, Sense::no_clock);
    }

    void hostileDeadlinesDoNotOverflow()
    {
        auto state = held(seconds(4));
        queue(state, bob, 200, Life::dead);
        queue(state, carol, 500);
        queue(state, dave, 500);
        state.waiters[0].deadline = INT64_MAX;
        state.waiters[1].deadline = INT64_MIN;
        state.waiters[2].deadline = INT64_MAX;
        const auto forecast = forecast_at(state, ten_seconds, seconds(4));
        QVERIFY(forecast.places.at(2).at.value() > start);
    }
};

QTEST_APPLESS_MAIN(QueueForecastTest)
#include "queue_forecast_test.moc"

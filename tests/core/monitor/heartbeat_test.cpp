// SPDX-License-Identifier: Apache-2.0
#include "lockscope/heartbeat.hpp"

#include "pictures.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using Kind = Heartbeat::Kind;
using What = Heartbeat::Mark::What;

namespace {

/// Read by so many, just renewed by one of them.
LockState read_by(int readers, milliseconds at)
{
    auto state = renewed(at);
    state.mode = LockMode::read;
    state.type = LockType::read_write;
    for (int reader = 1; reader < readers; ++reader)
        state.holders.push_back(picture_of_holder("0b0b0b0b-1111-4222-8333-444444444444", reader));
    state.holders_total = state.holders.size();
    return state;
}

/// Acquired at zero, renewed at each of these seconds.
Heartbeat after_beats(std::initializer_list<int> beats, std::size_t capacity = 64)
{
    Heartbeat heartbeat(capacity);
    heartbeat.observe(held(seconds(0)));
    for (const int at : beats)
        heartbeat.observe(renewed(seconds(at)));
    return heartbeat;
}

} // namespace

class HeartbeatTest : public QObject
{
    Q_OBJECT

private slots:
    void nobodyHasNoHeartbeat()
    {
        Heartbeat heartbeat;
        QCOMPARE(heartbeat.kind(start), Kind::none);
        QVERIFY(!heartbeat.period() && !heartbeat.lost_at() && !heartbeat.next_due() && !heartbeat.next_change(start));
        heartbeat.observe(held(seconds(0)));
        heartbeat.observe(nobody(seconds(1)));
        QCOMPARE(heartbeat.kind(start + seconds(1)), Kind::none);
        QVERIFY(heartbeat.marks(start + seconds(99)).empty());
    }

    void aLeaseThatIsNotRenewedByAThirdIsFixed()
    {
        const auto heartbeat = after_beats({});
        QCOMPARE(heartbeat.kind(start + seconds(10)), Kind::unknown);
        QCOMPARE(heartbeat.next_change(start).value(), start + seconds(10) + heartbeat.margin());
        QCOMPARE(heartbeat.kind(start + seconds(13)), Kind::fixed);
        QVERIFY(!heartbeat.next_change(start + seconds(13)));
        QCOMPARE(heartbeat.missed(start + seconds(29)), std::size_t(0));
        QCOMPARE(heartbeat.time_to_loss(start + seconds(13)).value(), milliseconds(17'000));
        QCOMPARE(heartbeat.time_to_loss(start + seconds(40)).value(), milliseconds(0));
    }

    void whoEntersAgainHasAnotherThirdToRenew()
    {
        Heartbeat heartbeat;
        heartbeat.observe(held(seconds(0)));
        auto again = held(seconds(1), seconds(59), seconds(59));
        again.holders.front().count = 2;
        heartbeat.observe(again);
        QCOMPARE(heartbeat.kind(start + seconds(20)), Kind::unknown);
        QVERIFY(!heartbeat.is_unrenewed(start + seconds(20)));
        QCOMPARE(heartbeat.kind(start + seconds(27)), Kind::fixed);
    }

    /// Each entry of a writer has its lease added: what is left says nothing of the lease of one.
    void aWriterWithSeveralEntriesHasNoFixedLease()
    {
        Heartbeat heartbeat;
        auto state = held(seconds(0), seconds(59), seconds(59));
        state.type = LockType::read_write;
        state.mode = LockMode::write;
        state.holders.front().owner += ":write";
        state.holders.front().count = 2;
        heartbeat.observe(state);
        QCOMPARE(heartbeat.kind(start + seconds(40)), Kind::unknown);
        QVERIFY(heartbeat.is_unrenewed(start + seconds(40)));
        QVERIFY(!heartbeat.next_change(start + seconds(40)));
    }

    void aLeaseSeenInTheMiddleIsJudgedByWhatWasLeft()
    {
        Heartbeat heartbeat;
        heartbeat.observe(held(seconds(0), seconds(9), seconds(9)));
        QCOMPARE(heartbeat.kind(start + seconds(3)), Kind::unknown);
        QCOMPARE(heartbeat.kind(start + seconds(5)), Kind::fixed);
    }

    void whatNeverExpiresIsNotRenewed()
    {
        Heartbeat heartbeat;
        heartbeat.observe(held(seconds(0), milliseconds(-1)));
        QCOMPARE(heartbeat.kind(start + seconds(99)), Kind::never_expires);
        QVERIFY(!heartbeat.lost_at() && !heartbeat.next_due() && !heartbeat.next_change(start));
    }

    void whatIsSetFarMoreOftenThanAWatchdogWouldMissesNothing()
    {
        Heartbeat heartbeat;
        heartbeat.observe(held(seconds(0), std::chrono::hours(1), std::chrono::hours(1)));
        for (const int at : {2, 4, 6, 8})
            heartbeat.observe(renewed(seconds(at), std::chrono::hours(1)));
        QVERIFY(heartbeat.beats() >= 3);
        QCOMPARE(heartbeat.missed(start + seconds(60)), std::size_t(0));
        QVERIFY(!heartbeat.next_due() && !heartbeat.next_change(start + seconds(60)));
        heartbeat.observe(renewed(seconds(50), std::chrono::hours(1)));
        const auto marks = heartbeat.marks(start + seconds(60));
        QVERIFY(std::none_of(marks.begin(), marks.end(),
                             [](const Heartbeat::Mark& mark) { return mark.what == Heartbeat::Mark::What::missed; }));
    }

    void theBeatIsItsMedian()
    {
        QCOMPARE(after_beats({10}).period().value(), milliseconds(10'000)); // a third of the lease
        QCOMPARE(after_beats({7, 17, 27}).period().value(), milliseconds(10'000));
        QCOMPARE(after_beats({5, 10, 15, 40, 45}).period().value(), milliseconds(5000));
        QCOMPARE(after_beats({10, 20}).kind(start + seconds(21)), Kind::watchdog);
        QCOMPARE(after_beats({10, 20}).next_due().value(), start + seconds(30));
        QCOMPARE(after_beats({10, 20}).lost_at().value(), start + seconds(50));
    }

    /// As a client renews several locks together: the first beat of one that was taken last comes early.
    void anEarlyBeatIsNoRhythm()
    {
        QCOMPARE(after_beats({5, 10}).missed(start + seconds(20)), std::size_t(0));
        QCOMPARE(after_beats({5, 10}).next_due().value(), start + seconds(20));
        QCOMPARE(after_beats({5, 10}).missed(start + seconds(23)), std::size_t(1));
        QCOMPARE(after_beats({5, 10, 15, 20}).missed(start + seconds(27)), std::size_t(1)); // That is one.
    }

    void aBeatThatDoesNotComeIsMissed_data()
    {
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("missed");
        QTest::newRow("just renewed") << 20 << 0;
        QTest::newRow("due") << 30 << 0;
        QTest::newRow("a little late") << 32 << 0;
        QTest::newRow("missed") << 33 << 1;
        QTest::newRow("the second is due") << 40 << 1;
        QTest::newRow("two missed") << 43 << 2;
    }
    void aBeatThatDoesNotComeIsMissed()
    {
        QFETCH(int, at);
        QFETCH(int, missed);
        const auto heartbeat = after_beats({10, 20});
        const auto now = start + seconds(at);
        QCOMPARE(heartbeat.missed(now), static_cast<std::size_t>(missed));
        const auto change = heartbeat.next_change(now).value();
        QVERIFY(change > now);
        QCOMPARE(heartbeat.missed(change + milliseconds(1)), static_cast<std::size_t>(missed + 1));
    }

    void marksShowWhatCameAndWhatDidNot()
    {
        const auto heartbeat = after_beats({10, 20, 40});
        const auto marks = heartbeat.marks(start + seconds(54));
        const std::vector<Heartbeat::Mark> expected{
            {What::beat, start + seconds(10)}, {What::beat, start + seconds(20)}, {What::beat, start + seconds(40)}};
        // The median of 10 and 20 s is 20 s here: what comes at that pace is not missed.
        QVERIFY(marks == expected);

        const auto regular = after_beats({10, 20, 30, 40, 60}).marks(start + seconds(73));
        QCOMPARE(regular.size(), std::size_t(7));
        QVERIFY((regular[4] == Heartbeat::Mark{What::missed, start + seconds(50)}));
        QVERIFY((regular[5] == Heartbeat::Mark{What::beat, start + seconds(60)}));
        QVERIFY((regular[6] == Heartbeat::Mark{What::missed, start + seconds(70)}));
    }

    void enteringAgainIsNoBeat()
    {
        Heartbeat heartbeat;
        heartbeat.observe(held(seconds(0)));
        auto again = renewed(seconds(4));
        again.holders.front().count = 2;
        heartbeat.observe(again);
        QCOMPARE(heartbeat.beats(), std::size_t(0));
        auto left = renewed(seconds(6));
        heartbeat.observe(left);
        QCOMPARE(heartbeat.beats(), std::size_t(0));
        heartbeat.observe(renewed(seconds(10)));
        QCOMPARE(heartbeat.beats(), std::size_t(1));
    }

    void aBeatAfterEnteringAgainMayLowerTheExpiry()
    {
        Heartbeat heartbeat;
        heartbeat.observe(held(seconds(0)));
        for (const int beat : {10, 20, 30})
            heartbeat.observe(renewed(seconds(beat)));
        // A writer who enters again has the lease added to what is left of it; the next beat sets it as ever.
        auto twice = held(seconds(35), seconds(55));
        twice.renewed_at = twice.observed_at;
        twice.holders.front().count = 2;
        heartbeat.observe(twice);
        auto lowered = held(seconds(40));
        lowered.holders.front().count = 2;
        lowered.renewed_at = twice.renewed_at;
        heartbeat.observe(lowered);
        QCOMPARE(heartbeat.beats(), std::size_t(4));
        QCOMPARE(heartbeat.missed(start + seconds(49)), std::size_t(0));
        QCOMPARE(heartbeat.missed(start + seconds(53)), std::size_t(1));
        QCOMPARE(heartbeat.next_due().value(), start + seconds(50));
    }

    void whatAnOperatorLetsExpireIsNoBeat()
    {
        auto heartbeat = after_beats({});
        heartbeat.observe(held(seconds(2), seconds(5)));
        QCOMPARE(heartbeat.beats(), std::size_t(0));
    }

    void theReaderWhoStaysHasAPaceOfItsOwn()
    {
        Heartbeat heartbeat;
        // Three readers, of whom each renews every ten seconds.
        for (const int tenths : {0, 33, 66, 100, 133, 166, 200})
            heartbeat.observe(read_by(3, milliseconds(tenths * 100)));
        QVERIFY(heartbeat.beats() >= 3);
        auto alone = read_by(1, seconds(21));
        alone.renewed_at = start + seconds(20); // perhaps by one who left
        heartbeat.observe(alone);
        QCOMPARE(heartbeat.beats(), std::size_t(0));
        for (const int beat : {23, 33, 43})
            heartbeat.observe(read_by(1, seconds(beat)));
        QCOMPARE(heartbeat.beats(), std::size_t(3));
        QCOMPARE(heartbeat.period().value(), milliseconds(10'000));
        QCOMPARE(heartbeat.missed(start + seconds(53)), std::size_t(0));
        heartbeat.observe(read_by(2, seconds(50)));
        heartbeat.observe(read_by(1, seconds(51)));
        QCOMPARE(heartbeat.beats(), std::size_t(0));
    }

    void anotherHoldStartsAnew()
    {
        auto heartbeat = after_beats({10, 20, 30});
        auto same_owner = held(seconds(35));
        same_owner.held_since = wall_start + seconds(35);
        heartbeat.observe(same_owner);
        QCOMPARE(heartbeat.beats(), std::size_t(0));

        heartbeat = after_beats({10, 20, 30});
        auto other = held(seconds(35));
        other.holders = {picture_of_holder("0b0b0b0b-1111-4222-8333-444444444444", 2)};
        heartbeat.observe(other);
        QCOMPARE(heartbeat.beats(), std::size_t(0));
    }

    void oldPicturesAreIgnored()
    {
        auto heartbeat = after_beats({10, 20});
        heartbeat.observe(held(seconds(5)));
        QCOMPARE(heartbeat.beats(), std::size_t(2));
        QCOMPARE(heartbeat.lost_at().value(), start + seconds(50));
    }

    void memoryIsBounded()
    {
        Heartbeat heartbeat(4);
        heartbeat.observe(held(seconds(0)));
        for (int i = 1; i <= 1000; ++i)
            heartbeat.observe(renewed(seconds(10 * i)));
        QCOMPARE(heartbeat.beats(), std::size_t(1000));
        QCOMPARE(heartbeat.marks(start + seconds(10'001)).size(), std::size_t(4));
        QVERIFY(heartbeat.marks(start + seconds(90'000)).size() <= 8);
    }
};

QTEST_APPLESS_MAIN(HeartbeatTest)
#include "heartbeat_test.moc"

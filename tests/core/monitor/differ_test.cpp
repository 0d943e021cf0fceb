// SPDX-License-Identifier: Apache-2.0
#include "base/durations.hpp"
#include "monitor/lock_book.hpp"

#include <QTest>

#include <algorithm>
#include <map>

using namespace lockscope;
using namespace lockscope::monitor;
using Kind = LockEvent::Kind;

namespace {

const std::string alice = "0a0a0a0a-1111-4222-8333-444444444444:1";
const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444:2";
const std::string carol = "0c0c0c0c-1111-4222-8333-444444444444:3";
const SteadyTime start(std::chrono::seconds(1000));

struct Told
{
    Kind kind;
    std::string owner;
    std::int64_t count = 0;
    bool operator==(const Told&) const = default;
};

std::vector<Told> told(const std::vector<LockEvent>& events)
{
    std::vector<Told> result;
    for (const auto& event : events)
        result.push_back({event.kind, event.owner, event.count});
    return result;
}

LockState held(std::vector<std::pair<std::string, std::int64_t>> owners, milliseconds at,
               milliseconds ttl = milliseconds(30'000))
{
    LockState state;
    state.name = "a";
    state.observed_at = start + at;
    state.ttl = ttl;
    state.lease = ttl;
    for (auto& [owner, count] : owners) {
        Holder holder;
        holder.owner = owner;
        holder.count = count;
        state.holders.push_back(holder);
    }
    state.holders_total = state.holders.size();
    return state;
}

LockState free_at(milliseconds at)
{
    return held({}, at, milliseconds(-2));
}

Waiter waiter(const std::string& owner)
{
    Waiter result;
    result.owner = owner;
    return result;
}

/// @param total of whom these are what was read
LockState queue_of(const std::vector<std::string>& waiters, milliseconds at, std::size_t total = 0)
{
    auto state = held({{alice, 1}}, at);
    state.type = LockType::fair;
    for (const auto& owner : waiters)
        state.waiters.push_back(waiter(owner));
    state.waiters_total = std::max(total, waiters.size());
    if (state.waiters_total > waiters.size())
        state.anomalies.insert(Anomaly::truncated);
    return state;
}

/// What the book tells of a reading of "a" in which these wait.
std::vector<Told> filed(LockBook& book, const std::vector<std::string>& waiters, int at)
{
    Reading reading;
    reading.name = "a";
    reading.started = reading.at = start + milliseconds(at);
    reading.verdict = Reading::Verdict::lock;
    reading.state = queue_of(waiters, milliseconds(at));
    book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
    return told(book.take(start + milliseconds(at), milliseconds(500)).events);
}

/// How the holds of one lock ended, as the book tells it.
struct Endings
{
    LockBook book{10};
    std::vector<Kind> kinds; ///< Of the endings.
    std::vector<Kind> all;
    std::int64_t unseen = 0; ///< Holds that were too short.

    /// @param owner empty: the lock is gone
    /// @param at in ms from the start
    void file(const std::string& owner, int at) { file(owner, at, at); }
    /// @param started when the reading was asked for; it came at @p at
    void file(const std::string& owner, int started, int at)
    {
        Reading reading;
        reading.name = "a";
        reading.started = start + milliseconds(started);
        reading.at = start + milliseconds(at);
        reading.verdict = owner.empty() ? Reading::Verdict::absent : Reading::Verdict::lock;
        if (!owner.empty())
            reading.state = held({{owner, 1}}, milliseconds(at));
        book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
        look(at);
    }
    void message(int at) { book.unlocked(book.table().find("a"), start + milliseconds(at)); }
    void look(int at)
    {
        for (const auto& event : book.take(start + milliseconds(at), milliseconds(500)).events) {
            all.push_back(event.kind);
            unseen += event.unseen;
            if (is_ending(event.kind))
                kinds.push_back(event.kind);
        }
    }
};

} // namespace

class DifferTest : public QObject
{
    Q_OBJECT

private slots:
    void tellsTheCourseOfAHold()
    {
        using std::chrono::milliseconds;
        const auto first = held({{alice, 1}}, milliseconds(0));
        QVERIFY(diff(nullptr, first, {}).empty()); // found, not seen to be acquired
        QVERIFY(told(diff(nullptr, first, {.was_free = true})) == (std::vector<Told>{{Kind::acquired, alice, 1}}));
        const auto twice = held({{alice, 2}}, milliseconds(10));
        QVERIFY(told(diff(&first, twice, {})) == (std::vector<Told>{{Kind::reentered, alice, 2}}));
        const auto once = held({{alice, 1}}, milliseconds(20));
        QVERIFY(told(diff(&twice, once, {})) == (std::vector<Told>{{Kind::released_once, alice, 1}}));
        const auto later = held({{alice, 1}}, milliseconds(5'020), milliseconds(25'000));
        QVERIFY(diff(&once, later, {}).empty());
        const auto renewed = held({{alice, 1}}, milliseconds(10'020));
        QVERIFY(told(diff(&later, renewed, {})) == (std::vector<Told>{{Kind::renewed, alice, 1}}));
    }

    /// As by hand, with PERSIST: no client does so, and whoever holds it need not be there any more.
    void whoTakesTheLeaseAwayHasNotRenewed()
    {
        const auto before = held({{alice, 1}}, milliseconds(0));
        const auto endless = held({{alice, 1}}, milliseconds(10), milliseconds(-1));
        QVERIFY(told(diff(&before, endless, {})) == (std::vector<Told>{{Kind::persisted, alice, 1}}));
        QVERIFY(told(diff(&before, endless, {.extended = true})) == (std::vector<Told>{{Kind::extended, alice, 1}}));
    }

    /// Between the time and what is left of the lease the server may be interrupted: nobody has renewed.
    void anInterruptedReadingIsNoRenewal()
    {
        using std::chrono::milliseconds;
        auto before = held({{alice, 1}}, milliseconds(0), milliseconds(29'988)); // read 12 ms after the time
        auto after = held({{alice, 1}}, milliseconds(1'000), milliseconds(29'000));
        before.lease = milliseconds(30'000);
        before.server_time = 1'700'000'000'000;
        after.server_time = before.server_time + 1'000;
        QVERIFY(diff(&before, after, {}).empty());
    }

    void tellsHowAHoldEnded_data()
    {
        QTest::addColumn<bool>("message");
        QTest::addColumn<bool>("available");
        QTest::addColumn<bool>("forced");
        QTest::addColumn<int>("after");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("a message: released") << true << true << false << 100 << Kind::released;
        QTest::newRow("its lease was over: expired") << false << true << false << 30'000 << Kind::expired;
        QTest::newRow("a message after all: released") << true << true << false << 30'000 << Kind::released;
        QTest::newRow("neither: vanished") << false << true << false << 100 << Kind::vanished;
        QTest::newRow("no messages permitted: released") << false << false << false << 100 << Kind::released;
        QTest::newRow("an operator: forced") << true << true << true << 100 << Kind::forced;
    }

    void theReleaseThatTellsNobodyLooksLikeADeletion_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<bool>("certain");
        QTest::addColumn<int>("listeners"); // -1: not known
        QTest::addColumn<int>("ttl");
        QTest::addColumn<bool>("replaced");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("a spin lock, as far as anybody can tell")
            << LockType::reentrant << false << 0 << 30'000 << false << Kind::gone;
        QTest::newRow("who may listen is not known")
            << LockType::reentrant << false << -1 << 30'000 << false << Kind::gone;
        QTest::newRow("somebody listens: spin locks have no messages")
            << LockType::reentrant << false << 1 << 30'000 << false << Kind::vanished;
        QTest::newRow("it has told of a release before")
            << LockType::reentrant << true << 0 << 30'000 << false << Kind::vanished;
        QTest::newRow("a spin lock has a lease") << LockType::reentrant << false << 0 << -1 << false << Kind::vanished;
        QTest::newRow("something else is there now")
            << LockType::reentrant << false << 0 << 30'000 << true << Kind::vanished;
        QTest::newRow("a fair lock whose queue is empty")
            << LockType::fair << true << 0 << 30'000 << false << Kind::gone;
        QTest::newRow("a fair lock that somebody waits for")
            << LockType::fair << true << 1 << 30'000 << false << Kind::vanished;
        QTest::newRow("a write lock") << LockType::read_write << true << 0 << 30'000 << false << Kind::vanished;
        QTest::newRow("a fenced lock") << LockType::fenced << true << 0 << 30'000 << false << Kind::vanished;
    }
    void theReleaseThatTellsNobodyLooksLikeADeletion()
    {
        QFETCH(LockType, type);
        QFETCH(bool, certain);
        QFETCH(int, listeners);
        QFETCH(int, ttl);
        QFETCH(bool, replaced);
        QFETCH(Kind, kind);
        auto before = held({{alice, 1}}, milliseconds(0), milliseconds(ttl));
        before.type = type;
        before.type_certain = certain;
        if (listeners >= 0)
            before.waiting_clients = listeners;
        const auto events = diff(&before, free_at(milliseconds(100)), {.replaced = replaced});
        QVERIFY(told(events).front() == (Told{kind, alice, 0}));
    }
    void tellsHowAHoldEnded()
    {
        QFETCH(bool, message);
        QFETCH(bool, available);
        QFETCH(bool, forced);
        QFETCH(int, after);
        QFETCH(Kind, kind);
        const auto before = held({{alice, 1}}, milliseconds(0));
        const Evidence evidence{.unlock_message = message, .messages_available = available, .forced = forced};
        QVERIFY(told(diff(&before, free_at(milliseconds(after)), evidence)) == (std::vector<Told>{{kind, alice, 0}}));
    }

    void aFairLockIsReleasedQuietlyBehindThoseWhoAreTooLate_data()
    {
        QTest::addColumn<int>("left"); // to the deadline of the only waiter, when the lock was gone
        QTest::addColumn<bool>("stays");
        QTest::addColumn<bool>("knows_time");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("it was dropped: released") << -100 << false << true << Kind::released;
        QTest::newRow("it stays, as no release leaves it: vanished") << -100 << true << true << Kind::vanished;
        QTest::newRow("it was in time, and was not told: vanished") << 100 << false << true << Kind::vanished;
        QTest::newRow("nobody knows: vanished") << -100 << false << false << Kind::vanished;
    }
    void aFairLockIsReleasedQuietlyBehindThoseWhoAreTooLate()
    {
        QFETCH(int, left);
        QFETCH(bool, stays);
        QFETCH(bool, knows_time);
        QFETCH(Kind, kind);
        auto before = held({{alice, 1}}, milliseconds(0));
        before.type = LockType::fair;
        before.server_time = knows_time ? 1'700'000'000'000 : 0;
        before.waiters = {waiter(bob)};
        before.waiters.front().deadline = 1'700'000'000'000 + 1'000 + left;
        before.waiters_total = 1;
        auto after = free_at(milliseconds(1'000));
        if (stays)
            after.waiters = before.waiters;
        QVERIFY(told(diff(&before, after, {})).front() == (Told{kind, alice, 0}));
    }

    void anUnlockLatchTellsOfARelease()
    {
        const auto before = held({{alice, 1}}, milliseconds(0));
        QVERIFY(told(diff(&before, free_at(milliseconds(100)), {.unlock_latch = true}))
                == (std::vector<Told>{{Kind::released, alice, 0}}));
        // One entry may have been meant: then it is no sign that the lock was given back and taken again.
        auto renewed = held({{alice, 1}}, milliseconds(10'000));
        QVERIFY(told(diff(&before, renewed, {.unlock_latch = true})) == (std::vector<Told>{{Kind::renewed, alice, 1}}));
        const auto over = free_at(milliseconds(30'000));
        QVERIFY(told(diff(&before, over, {.unlock_latch = true})) == (std::vector<Told>{{Kind::expired, alice, 0}}));
    }

    void aLatchSpeaksForOneEnding()
    {
        Endings endings;
        LockBook& book = endings.book;
        const auto file = [&](const std::string& owner, int at) { endings.file(owner, at); };
        const auto latched = [&](int at) { book.latched(book.table().find("a"), start + milliseconds(at)); };
        file(alice, 0);
        latched(10);
        file("", 15);
        latched(16); // It is taken away.
        file(bob, 20);
        file("", 30);
        file(alice, 40);
        latched(50); // One entry was left; then nothing came for long.
        file("", 5'000);
        QVERIFY(endings.kinds == (std::vector<Kind>{Kind::released, Kind::gone, Kind::gone}));
    }

    void whatEndedUnseenHasNoReason_data()
    {
        QTest::addColumn<Evidence>("evidence");
        QTest::addColumn<int>("after");
        QTest::addColumn<Kind>("kind");
        const auto row = [](const char* name, const Evidence& evidence, int after, Kind kind) {
            QTest::newRow(name) << evidence << after << kind;
        };
        const Evidence gap{.messages_available = false, .unwatched = true};
        row("before its lease was over", gap, 100, Kind::ended);
        row("after it: it may have been renewed and released", gap, 30'000, Kind::ended);
        row("a message came nevertheless", {.unlock_message = true, .unwatched = true}, 100, Kind::released);
        row("another server answers", {.failed_over = true, .unwatched = true}, 100, Kind::lost_in_failover);
        row("the same one, started anew", {.failed_over = true, .restarted = true, .unwatched = true}, 100,
            Kind::lost_in_restart);
        row("somebody may have released it there", {.failed_over = true, .arrival = {.may_be_released = true}}, 100,
            Kind::ended);
        row("the same after its lease", {.failed_over = true, .arrival = {.may_be_released = true}}, 30'000,
            Kind::ended);
        row("over while the server was down",
            {.failed_over = true,
             .restarted = true,
             .arrival = {.may_be_released = true, .down = Arrival::Outage{start, start + milliseconds(30'000)}}},
            31'000, Kind::expired);
        row("a database was emptied", {.flushed = true}, 100, Kind::vanished);
        row("and the lease was over", {.flushed = true}, 30'000, Kind::expired);
        row("and a message had come", {.unlock_message = true, .flushed = true}, 100, Kind::released);
        row("an operator did it", {.unwatched = true, .forced = true}, 100, Kind::forced);
    }
    void whatEndedUnseenHasNoReason()
    {
        QFETCH(Evidence, evidence);
        QFETCH(int, after);
        QFETCH(Kind, kind);
        const auto before = held({{alice, 1}}, milliseconds(0));
        QVERIFY(told(diff(&before, free_at(milliseconds(after)), evidence)) == (std::vector<Told>{{kind, alice, 0}}));
    }

    void whatAServerHasThatCameUpWithoutItWasTakenSince_data()
    {
        const auto down_until = [](int end) {
            return Arrival{.may_be_released = true,
                           .down = Arrival::Outage{start + milliseconds(2000), start + milliseconds(end)}};
        };
        QTest::addColumn<Arrival>("arrival");
        QTest::addColumn<int>("after");
        QTest::addColumn<bool>("is_anew");
        QTest::addColumn<Kind>("ended");
        QTest::newRow("it came empty") << Arrival{.came_empty = true} << 5000 << true << Kind::lost_in_restart;
        QTest::newRow("empty, and late") << Arrival{.came_empty = true} << 31'000 << true << Kind::expired;
        QTest::newRow("the lease ended while it was down") << down_until(32'000) << 40'000 << true << Kind::expired;
        QTest::newRow("or was renewed until then") << down_until(31'900) << 40'000 << false << Kind::renewed;
        QTest::newRow("it came with its data") << Arrival{} << 40'000 << false << Kind::renewed;
    }
    void whatAServerHasThatCameUpWithoutItWasTakenSince()
    {
        QFETCH(Arrival, arrival);
        QFETCH(int, after);
        QFETCH(bool, is_anew);
        QFETCH(Kind, ended);
        const auto before = held({{alice, 1}}, milliseconds(0));
        const Evidence evidence{.failed_over = true, .restarted = true, .arrival = arrival, .unwatched = true};
        const auto events = told(diff(&before, held({{alice, 1}}, milliseconds(after)), evidence));
        if (is_anew)
            QVERIFY(events == (std::vector<Told>{{ended, alice, 0}, {Kind::acquired, alice, 1}}));
        else
            QVERIFY(events == (std::vector<Told>{{Kind::renewed, alice, 1}}));
    }

    void anotherHolderMeansAnEndAndABeginning()
    {
        const auto before = held({{alice, 2}}, milliseconds(0));
        const auto after = held({{bob, 1}}, milliseconds(10));
        QVERIFY(told(diff(&before, after, {.unlock_message = true}))
                == (std::vector<Told>{{Kind::released, alice}, {Kind::acquired, bob, 1}}));
    }

    /// Whoever takes one again gets another id: the message is about another permit.
    void aPermitThatStaysWasNotGivenBack()
    {
        auto before = held({{"000102030405060708090a0b0c0d0eff", 1}}, milliseconds(0), milliseconds(-1));
        before.type = LockType::semaphore;
        before.server_time = 0; // It is not asked for with a semaphore.
        auto after = before;
        after.observed_at += milliseconds(20);
        QVERIFY(diff(&before, after, {.unlock_message = true}).empty());
    }

    void theSameHolderAfterAMessageTookItAgain_data()
    {
        QTest::addColumn<bool>("knows_time"); // the server's
        QTest::addColumn<bool>("other_clock");
        QTest::addColumn<int>("left"); // 1 s after there were 30 s
        QTest::addColumn<bool>("again");
        QTest::newRow("as long as before") << true << false << 30'000 << true;
        QTest::newRow("for a shorter time") << true << false << 10'000 << true;
        QTest::newRow("at once") << true << false << 29'003 << true;
        QTest::newRow("what was left of it: the message was about another lock") << true << false << 29'000 << false;
        QTest::newRow("rounded by the server") << true << false << 28'999 << false;
        QTest::newRow("by our clock, as long as before") << false << false << 30'000 << true;
        QTest::newRow("by our clock, shorter") << false << false << 10'000 << true;
        QTest::newRow("by our clock, what was left of it, nearly") << false << false << 29'050 << false;
        QTest::newRow("another server's clock") << true << true << 28'950 << false;
        QTest::newRow("no expiry any more") << true << false << -1 << true;
    }
    void theSameHolderAfterAMessageTookItAgain()
    {
        QFETCH(bool, knows_time);
        QFETCH(bool, other_clock);
        QFETCH(int, left);
        QFETCH(bool, again);
        auto before = held({{alice, 1}}, milliseconds(0));
        auto after = held({{alice, 1}}, milliseconds(1'000), milliseconds(left));
        if (knows_time) {
            before.server_time = 1'700'000'000'000;
            after.server_time = before.server_time + 1'000;
        }
        const auto events = told(diff(&before, after, {.unlock_message = true, .other_clock = other_clock}));
        if (again)
            QVERIFY(events == (std::vector<Told>{{Kind::released, alice}, {Kind::acquired, alice, 1}}));
        else
            QVERIFY(events.empty());
    }

    void withoutTheServersClockTheMessageIsBelieved()
    {
        // Taken again every 50 ms: no two readings show the end move.
        auto before = held({{alice, 1}}, milliseconds(0));
        for (const int at : {50, 100, 150}) {
            const auto after = held({{alice, 1}}, milliseconds(at));
            QVERIFY(told(diff(&before, after, {.unlock_message = true}))
                    == (std::vector<Told>{{Kind::released, alice}, {Kind::acquired, alice, 1}}));
            before = after;
        }
    }

    void whoseOwnEndStandsStillIsNotRenewed_data()
    {
        QTest::addColumn<qint64>("first"); // what is left of it then,
        QTest::addColumn<qint64>("later"); // and from its end on
        QTest::newRow("a reader who stays when its deadline has passed") << qint64(5'000) << qint64(0);
        const qint64 most = longest_lease.count();
        QTest::newRow("further away than is calculated with") << most << most;
    }
    void whoseOwnEndStandsStillIsNotRenewed()
    {
        QFETCH(qint64, first);
        QFETCH(qint64, later);
        const auto reading = [](int at, qint64 left) {
            auto state = held({{alice, 1}, {bob, 1}}, milliseconds(at), milliseconds(60'000 - at));
            state.server_time = 1'700'000'000'000 + at;
            state.mode = LockMode::read;
            state.holders[0].ttl = milliseconds(left);
            state.holders[1].ttl = state.ttl;
            return state;
        };
        const auto before = reading(0, first), after = reading(5'003, later), last = reading(6'000, later);
        QVERIFY(diff(&before, after, {}).empty());
        QVERIFY(diff(&after, last, {}).empty());
    }

    void aLeaseBeyondWhatIsCountedIsNotRenewedByTimeAlone_data()
    {
        QTest::addColumn<milliseconds>("before");
        QTest::addColumn<milliseconds>("after");
        QTest::addColumn<Expiry>("expiry");
        const milliseconds usual{30'000};
        QTest::newRow("it was and is") << longest_lease << longest_lease << Expiry::untouched;
        QTest::newRow("it is now") << usual << longest_lease << Expiry::later;
        QTest::newRow("it was") << longest_lease << usual << Expiry::earlier;
    }
    void aLeaseBeyondWhatIsCountedIsNotRenewedByTimeAlone()
    {
        QFETCH(milliseconds, before);
        QFETCH(milliseconds, after);
        QFETCH(Expiry, expiry);
        auto older = held({{alice, 1}}, milliseconds(0), before);
        auto newer = held({{alice, 1}}, milliseconds(1'000), after);
        QCOMPARE(compare_expiry(older, newer, Clocks::same), expiry); // by our clock
        older.server_time = 1'700'000'000'000;
        newer.server_time = older.server_time + 1'000;
        QCOMPARE(compare_expiry(older, newer, Clocks::same), expiry);
    }

    void aReaderLeavesQuietlyAndExpiresByItsOwnDeadline()
    {
        auto before = held({{alice, 1}, {bob, 1}}, milliseconds(0));
        before.mode = LockMode::read;
        before.holders[1].ttl = milliseconds(1'000);
        auto after = held({{alice, 1}}, milliseconds(500), milliseconds(29'500));
        after.mode = LockMode::read;
        QVERIFY(told(diff(&before, after, {})) == (std::vector<Told>{{Kind::released, bob}}));
        after.observed_at = start + milliseconds(1'000);
        after.ttl = milliseconds(29'000);
        QVERIFY(told(diff(&before, after, {})) == (std::vector<Told>{{Kind::expired, bob}}));
    }

    void aWriterStopsReadingQuietly()
    {
        const std::string writer = alice + ":write";
        auto before = held({{writer, 1}, {alice, 1}}, milliseconds(0));
        before.mode = LockMode::write;
        auto after = held({{writer, 1}}, milliseconds(500), milliseconds(29'500));
        after.mode = LockMode::write;
        QVERIFY(told(diff(&before, after, {})) == (std::vector<Told>{{Kind::released, alice}}));
        // To stop writing and go on reading is as quiet; to lose both is not.
        after = held({{alice, 1}}, milliseconds(500), milliseconds(29'500));
        after.mode = LockMode::read;
        QVERIFY(told(diff(&before, after, {})) == (std::vector<Told>{{Kind::released, writer}}));
        QVERIFY(told(diff(&before, free_at(milliseconds(500)), {}))
                == (std::vector<Told>{{Kind::vanished, writer}, {Kind::vanished, alice}}));
        // A reader is not let out by somebody else's write lock.
        before = held({{alice, 1}}, milliseconds(0));
        before.mode = LockMode::read;
        after = held({{bob + ":write", 1}}, milliseconds(500));
        after.mode = LockMode::write;
        QVERIFY(told(diff(&before, after, {})).front() == (Told{Kind::vanished, alice}));
    }

    void aQueueThatIsNotReadTellsNothing_data()
    {
        QTest::addColumn<bool>("hidden");
        QTest::newRow("too large") << false;
        QTest::newRow("not permitted") << true;
    }
    void aQueueThatIsNotReadTellsNothing()
    {
        QFETCH(bool, hidden);
        auto read = held({{alice, 1}}, milliseconds(0));
        read.waiters = {waiter(bob)};
        read.waiters_total = 1;
        auto unread = held({{alice, 1}}, milliseconds(0));
        unread.queue_known = !hidden;
        if (!hidden)
            unread.anomalies = {Anomaly::truncated};
        QVERIFY(diff(&read, unread, {}).empty());
        QVERIFY(diff(&unread, read, {}).empty());
    }

    void tellsWhoQueuesAndWhoLeaves()
    {
        auto before = held({{alice, 1}}, milliseconds(0));
        auto after = before;
        after.waiters = {waiter(bob)};
        after.waiters_total = 1;
        QVERIFY(told(diff(&before, after, {})) == (std::vector<Told>{{Kind::waiter_came, bob, 1}}));
        QVERIFY(told(diff(&after, before, {})) == (std::vector<Told>{{Kind::waiter_left, bob, 0}}));
        const auto taken = held({{bob, 1}}, milliseconds(5));
        QVERIFY(told(diff(&after, taken, {.unlock_message = true}))
                == (std::vector<Told>{{Kind::released, alice}, {Kind::acquired, bob, 1}}));
        auto waited = before;
        waited.waiting_clients = 2;
        QVERIFY(told(diff(&before, waited, {})) == (std::vector<Told>{{Kind::waiter_came, "", 2}}));
    }

    void whoWaitsForWhatWasNotKnownCameIfNobodyWasHeardBefore()
    {
        LockState semaphore;
        semaphore.type = LockType::semaphore;
        semaphore.waiting_clients = 2;
        QVERIFY(diff(nullptr, semaphore, {}).empty());
        QVERIFY(told(diff(nullptr, semaphore, {.was_unheard = true}))
                == (std::vector<Told>{{Kind::waiter_came, "", 2}}));
    }

    void serverTimeTellsARenewalToTheMillisecond()
    {
        auto before = held({{alice, 1}}, milliseconds(0), milliseconds(300));
        auto after = held({{alice, 1}}, milliseconds(30), milliseconds(275));
        before.server_time = 1'700'000'000'000;
        after.server_time = before.server_time + 25;
        QVERIFY(compare_expiry(before, after) == Expiry::untouched);
        after.ttl = milliseconds(300);
        QVERIFY(compare_expiry(before, after) == Expiry::later);
        after.ttl = milliseconds(270);
        QVERIFY(compare_expiry(before, after) == Expiry::earlier);
    }

    void theBookCorrectsAVerdictThatWasTooQuick()
    {
        LockBook book(10);
        const auto wall = std::chrono::system_clock::now();
        const auto file = [&](std::optional<LockState> state, milliseconds at) {
            Reading reading;
            reading.name = "a";
            reading.verdict = state ? Reading::Verdict::lock : Reading::Verdict::absent;
            reading.state = std::move(state);
            reading.started = reading.at = start + at;
            return book.apply(std::move(reading),
                              {.was_free = true, .happened = {start + at, wall + at}, .now = start + at});
        };
        const auto lock = file(held({{alice, 1}}, milliseconds(0)), milliseconds(0));
        (void)book.take(start, milliseconds(500));
        file(std::nullopt, milliseconds(40));
        book.unlocked(lock, start + milliseconds(41)); // the message was slower than the reading
        const auto batch = book.take(start + milliseconds(50), milliseconds(500));
        QVERIFY(told(batch.events) == (std::vector<Told>{{Kind::released, alice}}));
        QVERIFY(batch.events[0].held_for == milliseconds(40));
        QCOMPARE(batch.changes.size(), std::size_t(1));
        QVERIFY(!batch.changes[0].state->is_held());
        const auto holds = book.history("a").holds;
        QCOMPARE(holds.size(), std::size_t(1));
        QCOMPARE(holds[0].ended, Kind::released);
        // A released lock lingers, and then goes.
        QVERIFY(book.take(start + milliseconds(500), milliseconds(500)).changes.empty());
        const auto last = book.take(start + milliseconds(541), milliseconds(500));
        QCOMPARE(last.changes.size(), std::size_t(1));
        QCOMPARE(last.changes[0].kind, LockChange::Kind::removed);
        QCOMPARE(book.table().size(), std::size_t(0));
    }

    /// Of a queue that is longer than what is read: who was behind that has been there before.
    void whoMovesUpToWhereIsReadHasNotCome()
    {
        const auto before = queue_of({bob, carol}, milliseconds(0), 3);
        const auto after = queue_of({carol, "further back"}, milliseconds(0));
        QVERIFY(told(diff(&before, after, {})) == (std::vector<Told>{{Kind::waiter_left, bob, 2}}));
        const auto later = queue_of({carol, "further back", "another"}, milliseconds(0));
        QVERIFY(told(diff(&after, later, {})) == (std::vector<Told>{{Kind::waiter_came, "another", 3}}));
    }

    void aFairLockIsKnownWithoutItsQueue_data()
    {
        // "a": held by alice, "ab": and bob is in its queue; "a1": one listens as for a plain lock;
        // ".": it is gone, and forgotten by the table.
        QTest::addColumn<QStringList>("course");
        QTest::addColumn<QString>("type"); // as of the last of them
        const auto row = [](const char* name, const QStringList& course, const char* type) {
            QTest::newRow(name) << course << QString::fromLatin1(type);
        };
        row("nobody ever queued", {"a"}, "reentrant ?");
        row("somebody queues", {"ab"}, "fair");
        row("who queued has left", {"ab", "a"}, "fair");
        row("who queued has it", {"ab", "b"}, "fair");
        row("who queued has had it", {"ab", "b", "b"}, "fair");
        row("somebody else has come", {"ab", "b", "c"}, "fair ?");
        row("others have come for long", {"ab", "b", "c", "a", "a"}, "fair ?");
        row("it was gone", {"ab", "b", ".", "c"}, "fair ?");
        row("it was gone, and somebody queues again", {"ab", "b", ".", "cd"}, "fair");
        row("it was gone before it was known", {"a", ".", "ab"}, "fair");
        row("somebody waits as for another", {"ab", "b", "c1"}, "reentrant ?");
        row("and has left", {"ab", "b", "c1", "c"}, "reentrant ?");
        row("it was gone after that", {"ab", "b", "c1", ".", "c"}, "reentrant ?");
    }
    void aFairLockIsKnownWithoutItsQueue()
    {
        QFETCH(QStringList, course);
        QFETCH(QString, type);
        const std::map<char, std::string> owners{{'a', alice}, {'b', bob}, {'c', carol}, {'d', carol + "7"}};
        LockBook book(10);
        milliseconds at(0);
        std::string shown;
        const auto look = [&] {
            for (const auto& change : book.take(start + at, milliseconds(500)).changes)
                shown = std::string(to_string(change.state->type)) + (change.state->type_certain ? "" : " ?");
        };
        for (const QString& step : course) {
            at += milliseconds(100);
            const auto letters = step.toStdString();
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + at;
            reading.verdict = letters == "." ? Reading::Verdict::absent : Reading::Verdict::lock;
            reading.listeners = 0; // where it is absent
            if (letters != ".") {
                auto state = queue_of({}, at);
                state.holders.front().owner = owners.at(letters[0]);
                for (const char who : letters.substr(1)) {
                    if (who == '1')
                        state.waiting_clients = 1;
                    else
                        state.waiters.push_back(waiter(owners.at(who)));
                }
                state.waiters_total = state.waiters.size();
                state.type_certain = !state.waiters.empty();
                state.type = state.type_certain ? LockType::fair : LockType::reentrant;
                reading.state = std::move(state);
            }
            book.apply(std::move(reading), {.was_free = true, .now = start + at});
            look();
            if (letters == ".") {
                at += milliseconds(600);
                (void)book.take(start + at, milliseconds(500));
                QCOMPARE(book.table().size(), std::size_t(0));
            }
        }
        at += milliseconds(400); // No message of a release comes any more.
        look();
        QCOMPARE(shown, type.toStdString());
    }

    void whatThisProgramHoldsItselfIsOfTheTypeItWasTakenAs()
    {
        LockBook book(10);
        const auto type_held_by = [&](const std::string& owner, int at) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = Reading::Verdict::lock;
            reading.state = held({{owner, 1}}, milliseconds(at));
            reading.state->type_certain = false;
            const auto lock = book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
            return std::string(to_string(lock->state()->type)) + (lock->state()->type_certain ? "" : " ?");
        };
        QCOMPARE(type_held_by(alice, 0), std::string("reentrant ?"));
        const std::vector<OwnLock> own{{"a", alice, LockType::fair}};
        QCOMPARE(book.set_own(own), std::vector<std::string>{"a"}); // to be read again
        QVERIFY(book.set_own(own).empty());
        QCOMPARE(type_held_by(alice, 10), std::string("fair"));
        QCOMPARE(type_held_by(bob, 20), std::string("fair ?")); // he may have taken it as another
        book.set_own({});
        QCOMPARE(type_held_by(alice, 30), std::string("fair ?"));
    }

    void aHoldKnowsWhatOfItWasSeen_data()
    {
        QTest::addColumn<bool>("was_free");
        QTest::addColumn<bool>("unwatched"); // for a time, while it goes on
        QTest::addColumn<bool>("from_exact");
        QTest::addColumn<bool>("seen_throughout");
        QTest::newRow("from its beginning") << true << false << true << true;
        QTest::newRow("found") << false << false << false << true;
        QTest::newRow("with a gap") << true << true << true << false;
        QTest::newRow("found, with a gap") << false << true << false << false;
    }
    void aHoldKnowsWhatOfItWasSeen()
    {
        QFETCH(bool, was_free);
        QFETCH(bool, unwatched);
        QFETCH(bool, from_exact);
        QFETCH(bool, seen_throughout);
        LockBook book(10);
        const auto file = [&](std::optional<LockState> state, milliseconds at, bool after_a_gap) {
            Reading reading;
            reading.name = "a";
            reading.verdict = state ? Reading::Verdict::lock : Reading::Verdict::absent;
            reading.state = std::move(state);
            reading.started = reading.at = start + at;
            book.apply(std::move(reading), {.was_free = was_free, .unwatched = after_a_gap, .now = start + at});
        };
        file(held({{alice, 1}}, milliseconds(0)), milliseconds(0), false);
        file(held({{alice, 1}}, milliseconds(10'000)), milliseconds(10'000), unwatched); // Renewed.
        file(held({{alice, 1}}, milliseconds(11'000), milliseconds(29'000)), milliseconds(11'000), false);
        const auto is_as_seen = [&](const HoldRecord& hold) {
            return hold.from_exact == from_exact && hold.seen_throughout == seen_throughout && hold.renewals == 1;
        };
        auto holds = book.history("a").holds;
        QCOMPARE(holds.size(), std::size_t(1));
        QVERIFY(!holds[0].to && is_as_seen(holds[0]));

        file(std::nullopt, milliseconds(12'000), false);
        holds = book.history("a").holds;
        QCOMPARE(holds.size(), std::size_t(1));
        QVERIFY(holds[0].to && is_as_seen(holds[0]));
        const auto events = book.take(start + milliseconds(12'000), milliseconds(500)).events;
        QVERIFY(!events.empty() && is_ending(events.back().kind) && events.back().held_for);
        QCOMPARE(events.back().held_for_exact, from_exact);
    }

    /// A server that was down for an hour had nobody hold anything for so long.
    void aLeaseThatWasOverWhileNobodyWatchedEndedThen()
    {
        LockBook book(10);
        const auto file = [&](std::optional<LockState> state, int at, LockBook::Surroundings around) {
            Reading reading;
            reading.name = "a";
            reading.verdict = state ? Reading::Verdict::lock : Reading::Verdict::absent;
            reading.state = std::move(state);
            reading.started = reading.at = around.now = start + milliseconds(at);
            around.happened = {around.now, SystemTime(std::chrono::hours(1)) + milliseconds(at)};
            book.apply(std::move(reading), around);
        };
        file(held({{alice, 1}}, milliseconds(0), milliseconds(30'000)), 0, {.was_free = true});
        const Arrival down{.may_be_released = true,
                           .down = Arrival::Outage{start + milliseconds(1000), start + milliseconds(3'600'000)}};
        file(std::nullopt, 3'601'000, {.failed_over = true, .restarted = true, .arrival = down, .unwatched = true});
        const auto events = book.take(start + milliseconds(3'601'000), milliseconds(500)).events;
        QCOMPARE(events.back().kind, Kind::expired);
        QCOMPARE(events.back().held_for, std::optional(milliseconds(30'000)));
        QVERIFY(!events.back().held_for_exact); // perhaps it was renewed before the server went down
        QCOMPARE(book.history("a").holds[0].to,
                 std::optional(SystemTime(std::chrono::hours(1)) + milliseconds(30'000)));
    }

    void aWaiterIsTimedFromWhenItWasFirstSeen_data()
    {
        QTest::addColumn<std::vector<std::string>>("before"); // who waited, as far as was read
        QTest::addColumn<int>("waiting");                     // how many did; -1: the lock was not known
        QTest::addColumn<LockBook::Surroundings>("around");
        QTest::addColumn<bool>("exact");
        const auto row = [](const char* name, const std::vector<std::string>& before, int waiting,
                            const LockBook::Surroundings& around,
                            bool exact) { QTest::newRow(name) << before << waiting << around << exact; };
        row("it came first", {}, 0, {}, true);
        row("it came behind another", {carol}, 1, {}, true);
        row("it came with the lock", {}, -1, {.was_free = true}, true);
        row("it was there", {}, -1, {}, false);
        row("it came while nobody looked", {carol}, 1, {.unwatched = true}, false);
        row("it moved up from what was not read", {carol}, 2, {}, false);
        row("nothing of the queue was read before", {}, 2, {}, false);
    }
    void aWaiterIsTimedFromWhenItWasFirstSeen()
    {
        QFETCH(std::vector<std::string>, before);
        QFETCH(int, waiting);
        QFETCH(LockBook::Surroundings, around);
        QFETCH(bool, exact);
        const SystemTime wall(std::chrono::hours(480'000));
        LockBook book(10);
        const auto file = [&](const LockState& state, LockBook::Surroundings surroundings) {
            Reading reading;
            reading.name = "a";
            reading.verdict = Reading::Verdict::lock;
            reading.state = state;
            reading.started = reading.at = surroundings.now = state.observed_at;
            surroundings.happened = {state.observed_at,
                                     wall + std::chrono::duration_cast<milliseconds>(state.observed_at - start)};
            return book.apply(std::move(reading), surroundings)->state()->waiters;
        };
        if (waiting >= 0)
            file(queue_of(before, milliseconds(0), static_cast<std::size_t>(waiting)), {});
        before.push_back(bob);
        auto waiters = file(queue_of(before, milliseconds(40)), around);
        QVERIFY(waiters.back().since == wall + milliseconds(40));
        QCOMPARE(waiters.back().since_exact, exact);
        // Nobody looks for a time, and others go before it: it has waited since then all the same.
        waiters = file(queue_of({bob}, milliseconds(900)), {.unwatched = true});
        QVERIFY(waiters.front().since == wall + milliseconds(40));
        QCOMPARE(waiters.front().since_exact, exact);
    }

    void waitsAreRememberedWhetherTheyWereServedOrNot()
    {
        LockBook book(10);
        const SystemTime wall(std::chrono::hours(480'000));
        const auto file = [&](const std::string& holder, const std::vector<std::string>& waiters, int at) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = Reading::Verdict::lock;
            reading.state = queue_of(waiters, milliseconds(at));
            reading.state->holders.front().owner = holder;
            book.apply(std::move(reading), {.was_free = true,
                                            .happened = {start + milliseconds(at), wall + milliseconds(at)},
                                            .now = start + milliseconds(at)});
        };
        file(alice, {bob}, 0);
        file(alice, {bob, carol}, 100);
        QVERIFY(book.history("a").waits.empty()); // they go on
        file(bob, {carol}, 200);
        file(bob, {}, 300);
        const auto waits = book.history("a").waits;
        QCOMPARE(waits.size(), std::size_t(2));
        const auto is = [&](const WaitRecord& wait, const std::string& owner, int from, int to, bool served) {
            return wait.owner == owner && wait.from == wall + milliseconds(from) && wait.to == wall + milliseconds(to)
                && wait.served == served && wait.from_exact;
        };
        QVERIFY(is(waits[0], bob, 0, 200, true));
        QVERIFY(is(waits[1], carol, 100, 300, false));
    }

    /// One that comes and goes must not keep those that are gone for good.
    void whatIsFreeLeavesWhateverOthersDo()
    {
        LockBook book(10);
        const auto file = [&](const std::string& name, bool is_held, int at) {
            Reading reading;
            reading.name = name;
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = is_held ? Reading::Verdict::lock : Reading::Verdict::absent;
            if (is_held) {
                reading.state = held({{alice, 1}}, milliseconds(at));
                reading.state->name = name;
            }
            book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
        };
        file("busy", true, 0);
        file("gone", true, 0);
        file("busy", false, 10);
        file("gone", false, 20);
        for (int at = 100; at < 1000; at += 200) {
            file("busy", true, at);
            file("busy", false, at + 100);
            static_cast<void>(book.take(start + milliseconds(at + 150), milliseconds(500)));
        }
        QVERIFY(!book.table().find("gone"));
        QVERIFY(book.table().find("busy"));
        static_cast<void>(book.take(start + milliseconds(1500), milliseconds(500)));
        QCOMPARE(book.table().size(), std::size_t(0));
    }

    void whatAnOperatorEndsIsTold_data()
    {
        QTest::addColumn<bool>("is_done");
        QTest::newRow("it was ended") << true;
        QTest::newRow("it was not") << false;
    }
    void whatAnOperatorEndsIsTold()
    {
        QFETCH(bool, is_done);
        Endings endings;
        LockBook& book = endings.book;
        const auto file = [&](const std::string& owner, int at) { endings.file(owner, at); };
        const auto released = [&](int at) { book.unlocked(book.table().find("a"), start + milliseconds(at)); };
        file(alice, 0);
        book.note_force("a", Monitor::Stage::begins, start + milliseconds(10));
        if (!is_done)
            book.note_force("a", Monitor::Stage::not_done, start + milliseconds(15));
        released(20);
        file("", 25);
        if (is_done) // It is known later than read.
            book.note_force("a", Monitor::Stage::done, start + milliseconds(30));
        file(bob, 40); // The next one's end is its own.
        released(50);
        file("", 55);
        QVERIFY(endings.kinds == (std::vector<Kind>{is_done ? Kind::forced : Kind::released, Kind::released}));
    }

    /// It was read before it was released, and the message was here before the reading.
    void aMessageThatComesBeforeItsLockIsNotLost_data()
    {
        QTest::addColumn<int>("message_at");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("while it was read") << 5 << Kind::released;
        QTest::newRow("of a hold before") << -5 << Kind::gone;
    }
    void aMessageThatComesBeforeItsLockIsNotLost()
    {
        QFETCH(int, message_at);
        QFETCH(Kind, kind);
        Endings endings;
        endings.book.unlocked("a", start + milliseconds(message_at));
        endings.file(alice, 0);
        endings.file("", 20);
        QVERIFY(endings.kinds == std::vector<Kind>{kind});
    }

    /// On a slow line its reading takes long.
    void whatHappenedHadHappenedWhenTheNewsOfItCame()
    {
        LockBook book(10);
        const SystemTime wall(std::chrono::hours(480'000));
        std::vector<LockEvent> events;
        const auto file = [&](int news_at, int at, int lease) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = lease > 0 ? Reading::Verdict::lock : Reading::Verdict::absent;
            if (lease > 0)
                reading.state = held({{alice, 1}}, milliseconds(at), milliseconds(lease));
            book.apply(std::move(reading), {.was_free = true,
                                            .happened = {start + milliseconds(news_at), wall + milliseconds(news_at)},
                                            .now = start + milliseconds(at)});
            for (auto& event : book.take(start + milliseconds(at), milliseconds(5000)).events)
                events.push_back(std::move(event));
        };
        file(0, 800, 30'000);
        file(10'000, 12'000, 30'000);
        QVERIFY(book.table().find("a")->state()->renewed_at == start + milliseconds(10'000));
        file(13'500, 14'300, 0);
        QCOMPARE(events.size(), std::size_t(3));
        QVERIFY(events.back().at == wall + milliseconds(13'500));
        QVERIFY(events.back().held_for == milliseconds(13'500));
    }

    /// Another program tells of it, and before it can be read.
    void whatIsHeardOfAnOperatorIsOfThatHold_data()
    {
        QTest::addColumn<std::vector<std::string>>("holders");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("its holder") << std::vector{alice} << Kind::forced;
        QTest::newRow("a former one") << std::vector{bob} << Kind::released;
        QTest::newRow("nobody") << std::vector<std::string>() << Kind::released;
    }
    void whatIsHeardOfAnOperatorIsOfThatHold()
    {
        QFETCH(std::vector<std::string>, holders);
        QFETCH(Kind, kind);
        Endings endings;
        LockBook& book = endings.book;
        endings.file(alice, 0);
        book.hear({locks::OperatorAct::What::forced, "bob@host", 0, "a", holders}, start + milliseconds(10));
        book.unlocked(book.table().find("a"), start + milliseconds(11));
        endings.file("", 25);
        endings.file(alice, 40); // This one's end is its own.
        book.unlocked(book.table().find("a"), start + milliseconds(50));
        endings.file("", 55);
        QVERIFY(endings.kinds == (std::vector<Kind>{kind, Kind::released}));
    }

    void whoAloneIsTakenOutByAnOperatorIsTold_data()
    {
        QTest::addColumn<std::vector<std::string>>("expelled");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("one of them") << std::vector{alice} << Kind::forced;
        QTest::newRow("another") << std::vector{bob} << Kind::released;
        QTest::newRow("nobody") << std::vector<std::string>() << Kind::released;
    }
    void whoAloneIsTakenOutByAnOperatorIsTold()
    {
        QFETCH(std::vector<std::string>, expelled);
        QFETCH(Kind, kind);
        LockBook book{10};
        std::vector<Told> all;
        const auto file = [&](std::vector<std::pair<std::string, std::int64_t>> owners, int at) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = Reading::Verdict::lock;
            reading.state = held(std::move(owners), milliseconds(at));
            reading.state->type = LockType::read_write;
            reading.state->mode = LockMode::read;
            book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
            for (const auto& each : told(book.take(start + milliseconds(at), milliseconds(500)).events))
                all.push_back(each);
        };
        file({{alice, 1}, {bob, 1}, {carol, 1}}, 0);
        all.clear();
        book.hear({locks::OperatorAct::What::expelled, "bob@host", 0, "a", expelled}, start + milliseconds(10));
        file({{bob, 1}, {carol, 1}}, 20);
        QVERIFY(all == (std::vector<Told>{{kind, alice, 0}}));
        if (expelled == std::vector{bob})
            return; // is still to come
        file({{alice, 1}, {bob, 1}, {carol, 1}}, 30);
        all.clear();
        file({{bob, 1}, {carol, 1}}, 40); // This one's end is its own.
        QVERIFY(all == (std::vector<Told>{{Kind::released, alice, 0}}));
    }

    /// It is read before it is known whether it was done.
    void whatMayBeAnExpulsionIsToldWhenThatIsKnown_data()
    {
        QTest::addColumn<bool>("is_done");
        QTest::newRow("done") << true;
        QTest::newRow("not done") << false;
    }
    void whatMayBeAnExpulsionIsToldWhenThatIsKnown()
    {
        QFETCH(bool, is_done);
        Endings endings;
        const auto note = [&](Monitor::Stage stage, int at) {
            endings.book.note_expulsion("a", {alice}, stage, start + milliseconds(at));
        };
        endings.file(alice, 0);
        note(Monitor::Stage::begins, 5);
        endings.file(bob, 10);
        QVERIFY(endings.kinds.empty());
        note(is_done ? Monitor::Stage::done : Monitor::Stage::not_done, 15);
        endings.file(bob, 20);
        QCOMPARE(endings.kinds.size(), std::size_t(1));
        QVERIFY((endings.kinds.front() == Kind::forced) == is_done);
    }

    void whomAnOperatorGivesItBackIsTold_data()
    {
        QTest::addColumn<bool>("is_done");
        QTest::addColumn<std::string>("who");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("its holder") << true << alice << Kind::restored;
        QTest::newRow("its holder, by itself") << false << alice << Kind::acquired;
        QTest::newRow("somebody was faster") << true << bob << Kind::acquired;
    }
    void whomAnOperatorGivesItBackIsTold()
    {
        QFETCH(bool, is_done);
        QFETCH(std::string, who);
        QFETCH(Kind, kind);
        Endings endings;
        const auto note = [&](Monitor::Stage stage, int at) {
            endings.book.note_undo("a", {alice}, stage, start + milliseconds(at));
        };
        endings.file(alice, 0);
        endings.file("", 10);
        note(Monitor::Stage::begins, 20);
        note(is_done ? Monitor::Stage::done : Monitor::Stage::not_done, 25);
        endings.file(who, 30);
        QVERIFY(endings.all.back() == kind);
        endings.file("", 40);
        note(Monitor::Stage::done, 45); // whoever takes it next takes it himself
        endings.file(alice, 50);
        QVERIFY(endings.all.back() == (who == alice ? Kind::acquired : Kind::restored));
    }

    void aLeaseThatAnOperatorExtendsIsNoSignOfItsHolder()
    {
        LockBook book{10};
        std::vector<Kind> kinds;
        const auto file = [&](int at, int lease) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = Reading::Verdict::lock;
            reading.state = held({{alice, 1}}, milliseconds(at), milliseconds(lease));
            book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
            for (const auto& event : book.take(start + milliseconds(at), milliseconds(500)).events)
                kinds.push_back(event.kind);
            return book.table().find("a")->state()->was_renewed();
        };
        QVERIFY(!file(0, 30'000));
        book.note_extension("a", Monitor::Stage::begins, start + milliseconds(10));
        QVERIFY(!file(20, 300'000));
        QVERIFY(kinds == std::vector{Kind::acquired}); // not known yet whether it was him
        book.note_extension("a", Monitor::Stage::done, start + milliseconds(30));
        QVERIFY(!file(35, 300'000));
        QVERIFY(file(40, 900'000)); // by the holder
        book.note_extension("a", Monitor::Stage::begins, start + milliseconds(50));
        file(55, 950'000);
        book.note_extension("a", Monitor::Stage::not_done, start + milliseconds(60));
        file(70, 950'000);
        QVERIFY(kinds == (std::vector{Kind::acquired, Kind::extended, Kind::renewed, Kind::renewed}));
    }

    void whomAnOperatorTakesOutOfTheQueueDidNotLeave_data()
    {
        QTest::addColumn<std::vector<std::string>>("removed");
        QTest::addColumn<Kind>("bobs");
        QTest::addColumn<Kind>("carols");
        QTest::newRow("both") << std::vector{bob, carol} << Kind::waiter_removed << Kind::waiter_removed;
        QTest::newRow("one of them") << std::vector{carol} << Kind::waiter_left << Kind::waiter_removed;
        QTest::newRow("nobody") << std::vector<std::string>() << Kind::waiter_left << Kind::waiter_left;
    }
    void whomAnOperatorTakesOutOfTheQueueDidNotLeave()
    {
        QFETCH(std::vector<std::string>, removed);
        QFETCH(Kind, bobs);
        QFETCH(Kind, carols);
        LockBook book{10};
        const auto file = [&](const std::vector<std::string>& waiters, int at) { return filed(book, waiters, at); };
        const auto note = [&](const std::vector<std::string>& owners, Monitor::Stage stage, int at) {
            book.note_removal("a", owners, stage, start + milliseconds(at));
        };
        file({bob, carol}, 0);
        note({}, Monitor::Stage::begins, 10);
        QVERIFY(file({}, 20).empty()); // not known yet whether it was him
        note(removed, removed.empty() ? Monitor::Stage::not_done : Monitor::Stage::done, 30);
        QVERIFY(file({}, 40) == (std::vector<Told>{{bobs, bob, 0}, {carols, carol, 0}}));
        file({bob}, 50);
        QVERIFY(file({}, 60) == (std::vector<Told>{{Kind::waiter_left, bob, 0}})); // by itself
    }

    /// It is known only with the result whether the one who is missing was still there.
    void whoIsMissingWhileALockIsForcedIsNobodysYet()
    {
        LockBook book{10};
        const auto file = [&](const std::vector<std::string>& waiters, int at) { return filed(book, waiters, at); };
        file({bob}, 0);
        book.note_removal("a", {}, Monitor::Stage::begins, start + milliseconds(10));
        book.note_force("a", Monitor::Stage::begins, start + milliseconds(10));
        QVERIFY(file({}, 20).empty());
        book.note_removal("a", {}, Monitor::Stage::not_done, start + milliseconds(30));
        book.note_force("a", Monitor::Stage::not_done, start + milliseconds(30));
        QVERIFY(file({}, 40) == (std::vector<Told>{{Kind::waiter_left, bob, 0}}));
    }

    void whoeverEntersAgainHasNotRenewed()
    {
        LockBook book{10};
        const auto file = [&](std::int64_t count, int at, int lease) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = Reading::Verdict::lock;
            reading.state = held({{alice, count}}, milliseconds(at), milliseconds(lease));
            book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
            return book.table().find("a")->state()->was_renewed();
        };
        QVERIFY(!file(1, 0, 30'000));
        QVERIFY(!file(2, 4'000, 30'000));
        QVERIFY(!file(1, 6'000, 30'000));
        QVERIFY(file(1, 16'000, 30'000));
    }

    void oneOfSeveralThatLeavesByItselfIsNotForced()
    {
        LockBook book{10};
        std::vector<Kind> kinds;
        const auto file = [&](std::vector<std::pair<std::string, std::int64_t>> readers, int at) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = start + milliseconds(at);
            reading.verdict = Reading::Verdict::lock;
            reading.state = held(std::move(readers), milliseconds(at));
            book.apply(std::move(reading), {.was_free = true, .now = start + milliseconds(at)});
            for (const auto& event : book.take(start + milliseconds(at), milliseconds(500)).events)
                kinds.push_back(event.kind);
        };
        file({{alice, 1}, {bob, 1}}, 0);
        book.note_force("a", Monitor::Stage::begins, start + milliseconds(10));
        kinds.clear();
        file({{bob, 1}}, 20);
        QVERIFY(kinds.empty());
        book.note_force("a", Monitor::Stage::not_done, start + milliseconds(30)); // it was not as it was seen
        file({{bob, 1}}, 40);
        QCOMPARE(kinds.size(), std::size_t(1));
        QVERIFY(kinds.front() != Kind::forced && is_ending(kinds.front()));
    }

    /// While the server did not answer, somebody else may have ended it.
    void anEndingIsNobodysUntilTheActionHasAResult()
    {
        Endings endings;
        endings.file(alice, 0);
        endings.book.note_force("a", Monitor::Stage::begins, start + milliseconds(10));
        endings.file("", 25);
        QVERIFY(endings.kinds.empty());
        QVERIFY(endings.book.table().find("a")->state()->is_held());
        endings.book.note_force("a", Monitor::Stage::not_done, start + milliseconds(30));
        endings.file("", 35);
        QVERIFY(endings.kinds == std::vector<Kind>{Kind::gone});
    }

    /// No spin lock tells of its release on the lock's own channel, and no fair one.
    void whatHasToldOfAReleaseHasToTellAgain()
    {
        Endings endings;
        endings.file(alice, 0);
        endings.file("", 10);
        endings.file(alice, 20);
        endings.book.note_force("a", Monitor::Stage::begins, start + milliseconds(25));
        endings.book.note_teller(endings.book.table().find("a"), start + milliseconds(26)); // for an operator
        endings.book.note_force("a", Monitor::Stage::not_done, start + milliseconds(27));
        endings.file("", 30);
        endings.file(alice, 40);
        endings.book.note_teller(endings.book.table().find("a"), start + milliseconds(45));
        QVERIFY(endings.book.table().find("a")->state()->type_certain);
        endings.file("", 50);
        endings.file(alice, 2'000); // The table has let go of it in the meantime.
        endings.file("", 2'010);
        endings.look(2'500);
        QVERIFY(endings.kinds == (std::vector<Kind>{Kind::gone, Kind::gone, Kind::vanished, Kind::vanished}));
    }

    /// Two connections: the reading that shows who has it now may be faster than the message of who had it before.
    void whoHandsItOnHasNotVanished()
    {
        Endings endings;
        endings.file(alice, 0);
        endings.book.note_teller(endings.book.table().find("a"), start + milliseconds(1));
        endings.message(5);
        endings.file(bob, 10);
        endings.file(alice, 20);
        QCOMPARE(endings.kinds.size(), std::size_t(1)); // of bob's nothing is said yet,
        QCOMPARE(endings.all.back(), Kind::acquired);
        QCOMPARE(endings.all.size(), std::size_t(3));
        endings.message(22);
        endings.look(50);
        QVERIFY(endings.kinds == (std::vector<Kind>{Kind::released, Kind::released}));
        QCOMPARE(endings.all.size(), std::size_t(5)); // and that alice has it again only after it
        endings.file(bob, 100);
        QCOMPARE(endings.kinds.size(), std::size_t(2));
        endings.look(500);
        QCOMPARE(endings.kinds.back(), Kind::vanished); // no message came at all
        QCOMPARE(endings.unseen, 0);
    }

    void oneMessageOfTwoIsOfWhoHasItNow()
    {
        Endings endings;
        endings.file(alice, 0);
        endings.message(5);
        endings.message(12); // bob's, which the reading does not show yet
        endings.file(bob, 10, 15);
        endings.file("", 20);
        endings.look(500);
        QVERIFY(endings.kinds == (std::vector<Kind>{Kind::released, Kind::released}));
        QCOMPARE(endings.unseen, 0);
    }

    void holdsThatAreTooShortAreCountedByTheirMessages()
    {
        Endings endings;
        endings.file(alice, 0);
        for (int at = 1; at <= 6; ++at)
            endings.message(at); // alice's, and five that nobody has seen
        endings.file(bob, 10);
        QCOMPARE(endings.unseen, 5);
        endings.message(15);
        endings.file("", 20);
        QCOMPARE(endings.unseen, 5);
        // Of a release that a latch told the message is still to come.
        endings.file(alice, 30);
        endings.book.latched(endings.book.table().find("a"), start + milliseconds(35));
        endings.file(bob, 36);
        endings.message(37);
        endings.message(40);
        endings.file("", 45);
        endings.look(500);
        QCOMPARE(endings.unseen, 5);
        QVERIFY(
            std::all_of(endings.kinds.begin(), endings.kinds.end(), [](Kind kind) { return kind == Kind::released; }));
    }

    void whereMessagesAreLateNoneIsMissed()
    {
        Endings endings;
        const auto comes_and_goes = [&endings](int at) {
            endings.file(alice, at);
            endings.file("", at + 10);
        };
        comes_and_goes(0);
        comes_and_goes(100);
        QVERIFY(endings.kinds == (std::vector<Kind>{Kind::gone, Kind::gone}));
        endings.book.unlocked(endings.book.table().find("a"), start + milliseconds(400));
        comes_and_goes(500);
        QVERIFY(endings.kinds.back() == Kind::released); // for all that anybody knows
        endings.file("", 12'000);
        endings.file("", 13'000);
        endings.book.unlocked("a", start + milliseconds(13'000)); // what is so late is another one's
        comes_and_goes(14'000);
        QVERIFY(endings.kinds.back() == Kind::gone);
    }

    void whatWasTakenWhileNobodyLookedMayHaveBeenTakenBefore()
    {
        LockBook book(10);
        const auto file = [&book](const std::string& owner, int at, LockBook::Surroundings around) {
            Reading reading;
            reading.name = "a";
            reading.started = reading.at = around.now = start + milliseconds(at);
            reading.verdict = Reading::Verdict::lock;
            reading.state = held({{owner, 1}}, milliseconds(at));
            return book.apply(std::move(reading), around)->state()->held_since_exact;
        };
        QVERIFY(file(alice, 0, {.was_free = true}));
        QVERIFY(file(bob, 100, {}));
        QVERIFY(!file(alice, 9000, {.unwatched = true}));
    }

    void aLongQueueIsToldWhole()
    {
        LockState before = held({{alice, 1}}, milliseconds(0));
        before.type = LockType::fair;
        LockState after = before;
        for (int thread = 0; thread < 50; ++thread)
            after.waiters.push_back(waiter(bob + std::to_string(thread)));
        after.waiters_total = after.waiters.size();
        QCOMPARE(diff(&before, after, {}).size(), std::size_t(50));
    }

    void theTableIsBounded()
    {
        LockBook book(2);
        for (const char* name : {"a", "b", "c", "d", "c"}) {
            Reading reading;
            reading.name = name;
            reading.verdict = Reading::Verdict::lock;
            reading.state = held({{alice, 1}}, milliseconds(0));
            reading.state->name = name;
            reading.at = start;
            book.apply(std::move(reading), {.now = start});
        }
        QCOMPARE(book.table().size(), std::size_t(2));
        QCOMPARE(book.not_kept(), std::size_t(2)); // each counts once
        book.end_round();
        QCOMPARE(book.not_kept(), std::size_t(2)); // nobody looked again yet
        book.end_round();
        QCOMPARE(book.not_kept(), std::size_t(0));
    }

    void eventsThatAreTooManyLeaveOneThatSaysSo()
    {
        LockBook book(2);
        const auto wall = std::chrono::system_clock::now();
        constexpr int many = 120'000;
        for (int i = 0; i < many; ++i) {
            LockEvent event;
            event.kind = Kind::renewed;
            event.lock = "a";
            event.at = wall + milliseconds(i);
            book.add_event(std::move(event));
        }
        const auto events = book.take(start, milliseconds(500)).events;
        QVERIFY(events.size() <= 50'001);
        QCOMPARE(events[0].kind, Kind::resynchronised);
        QVERIFY(events[0].lock.empty());
        QVERIFY(events[0].at + milliseconds(1) == events[1].at);
        QVERIFY(events.back().at == wall + milliseconds(many - 1));
        QVERIFY(book.take(start, milliseconds(500)).events.empty());
    }

    void theHistoryIsBounded()
    {
        History history(3, 5);
        for (int i = 0; i < 10; ++i)
            history.add("a", {});
        QCOMPARE(history.of("a").holds.size(), std::size_t(3));
        for (int i = 0; i < 3; ++i)
            history.add("b", {});
        QVERIFY(history.size() <= 5);
        QCOMPARE(history.of("b").holds.size(), std::size_t(3));
        QVERIFY(history.of("a").holds.empty());
    }

    /// However many give up meanwhile.
    void theWaitForAHoldIsKeptWithIt()
    {
        History history(3, 100);
        const SystemTime wall(std::chrono::hours(480'000));
        const auto at = [wall](int seconds) { return wall + std::chrono::seconds(seconds); };
        for (int second = 10; second <= 60; second += 10) {
            history.add_wait("a", {bob, at(second - 5), at(second), true, true});
            HoldRecord hold;
            hold.from = at(second);
            hold.to = at(second + 10);
            history.add("a", hold);
            for (int i = 0; i < 20; ++i)
                history.add_wait("a", {carol, at(second), at(second + 9), false, true});
        }
        const auto past = history.of("a");
        QCOMPARE(past.holds.size(), std::size_t(3));
        QCOMPARE(past.waits.size(), std::size_t(6));
        for (const auto& hold : past.holds) {
            QVERIFY(std::any_of(past.waits.begin(), past.waits.end(),
                                [&hold](const WaitRecord& wait) { return wait.served && wait.to == hold.from; }));
        }
        QVERIFY(std::any_of(past.waits.begin(), past.waits.end(), [](const WaitRecord& wait) { return !wait.served; }));
    }
};

QTEST_APPLESS_MAIN(DifferTest)
#include "differ_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client.hpp"
#include "lockscope/findings_book.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/sandbox.hpp"

#include "lock_data.hpp"
#include "pictures.hpp"
#include "support/subscriber.hpp"

#include <QElapsedTimer>
#include <QTest>

#include <map>
#include <mutex>

using namespace lockscope;
using namespace lockscope::test;
using Kind = Finding::Kind;

namespace {

Moment at(milliseconds time)
{
    return {start + time, wall_start + time};
}

MonitorBatch batch_of(LockState state, LockChange::Kind kind = LockChange::Kind::changed)
{
    MonitorBatch batch;
    batch.changes.push_back({kind, std::make_shared<const LockState>(std::move(state))});
    return batch;
}

MonitorBatch link_is(MonitorStatus::Link link)
{
    MonitorBatch batch;
    batch.status.emplace();
    batch.status->link = link;
    return batch;
}

/// A book that a real monitor writes.
class LiveBook
{
public:
    explicit LiveBook(const FindingLimits& limits) : m_book(limits) {}

    Monitor::Sink sink()
    {
        return [this](const MonitorBatch& batch) {
            const std::scoped_lock guard(m_mutex);
            m_book.take(batch, now());
        };
    }
    /// Is there such a finding now, and only certain or only possible ones?
    bool finds(const std::string& lock, Kind kind, const std::string& subject = {})
    {
        const std::scoped_lock guard(m_mutex);
        m_book.look_again(now(), 1000);
        auto difference = m_book.take_difference();
        for (auto* rows : {&difference.added, &difference.changed}) {
            for (auto& row : *rows)
                m_rows.insert_or_assign(row.id, std::move(row));
        }
        for (const auto& id : difference.removed)
            m_rows.erase(id);
        return std::any_of(m_rows.begin(), m_rows.end(), [&](const auto& row) {
            const Finding& finding = row.second.finding;
            return finding.lock == lock && finding.kind == kind && (subject.empty() || finding.subject == subject);
        });
    }

private:
    static Moment now() { return {std::chrono::steady_clock::now(), std::chrono::system_clock::now()}; }

    std::mutex m_mutex;
    FindingsBook m_book;
    std::map<std::string, FindingsBook::Row> m_rows;
};

} // namespace

class FindingsBookTest : public QObject
{
    Q_OBJECT

private slots:
    void differencesAreWhatHappened()
    {
        FindingsBook book;
        book.take(batch_of(held(seconds(1), milliseconds(-1))), at(seconds(1)));
        auto difference = book.take_difference();
        QCOMPARE(difference.added.size(), std::size_t(1));
        QCOMPARE(difference.added.front().finding.kind, Kind::never_expires);
        QCOMPARE(difference.added.front().found_at, wall_start + seconds(1));
        QCOMPARE(book.counts().critical, std::size_t(1));
        QVERIFY(book.take_difference().empty());

        auto wanted = held(seconds(2), milliseconds(-1));
        wanted.waiting_clients = 3;
        book.take(batch_of(wanted), at(seconds(2)));
        difference = book.take_difference();
        QCOMPARE(difference.changed.size(), std::size_t(1));
        QCOMPARE(difference.changed.front().finding.count.value(), std::int64_t(3));
        QCOMPARE(difference.changed.front().found_at, wall_start + seconds(1)); // Still the same thing.

        book.take(batch_of(held(seconds(3))), at(seconds(3)));
        difference = book.take_difference();
        QCOMPARE(difference.removed.size(), std::size_t(1));
        QCOMPARE(book.counts().total(), std::size_t(0));
    }

    void theLocksOfARingAreInADeadlockAsLongAsItIsThere()
    {
        FindingsBook book;
        const auto named = [](const char* name, const std::string& owner) {
            auto state = held(seconds(1));
            state.name = name;
            state.holders.front().owner = owner;
            return state;
        };
        for (const auto& [name, owner] : {std::pair("a", alice), {"b", bob}, {"c", carol}})
            book.take(batch_of(named(name, owner)), at(seconds(1)));
        QVERIFY(book.take_difference().empty());

        WaitCycles cycles;
        cycles.cycles = {{WaitCycle::Certainty::certain, {{alice, alice, "a", "b"}, {bob, bob, "b", "a"}}},
                         {WaitCycle::Certainty::possible, {{bob, bob, "b", "c"}, {carol, carol, "c", "b"}}},
                         {WaitCycle::Certainty::certain, {{carol, carol, "c", "c"}}}};
        book.set_cycles(cycles, at(seconds(2)));
        auto difference = book.take_difference();
        QCOMPARE(difference.added.size(), std::size_t(3));
        QCOMPARE(book.counts().critical, std::size_t(2));
        QCOMPARE(book.counts().warning, std::size_t(1));
        const auto of_a = book.findings_of("a");
        QCOMPARE(of_a.size(), std::size_t(1));
        QVERIFY(of_a[0].kind == Kind::deadlock && of_a[0].subject == alice && of_a[0].other == "b");
        QCOMPARE(of_a[0].count.value(), std::int64_t(2));
        QCOMPARE(book.findings_of("b").front().other, std::string("a")); // What is certain, not what is possible.
        book.set_cycles(cycles, at(seconds(3)));
        QVERIFY(book.take_difference().empty());

        // What is about to be read again is not known.
        cycles.cycles[0].certainty = WaitCycle::Certainty::unconfirmed;
        book.set_cycles(cycles, at(seconds(4)));
        QVERIFY(book.findings_of("a").empty());
        QCOMPARE(book.findings_of("b").front().certainty, Finding::Certainty::possible);
        book.set_cycles({}, at(seconds(5)));
        QCOMPARE(book.counts().total(), std::size_t(0));
    }

    void whatIsToBeSaidOfOneLockCanBeAsked()
    {
        FindingsBook book;
        auto lock = held(seconds(1), milliseconds(-1));
        const std::string name = lock.name;
        QVERIFY(book.findings_of(name).empty());
        book.take(batch_of(lock), at(seconds(1)));
        QCOMPARE(book.findings_of(name).size(), std::size_t(1));
        QCOMPARE(book.findings_of(name).front().kind, Kind::never_expires);
        QVERIFY(book.findings_of(name + "else").empty());
        book.take(batch_of(held(seconds(2))), at(seconds(2)));
        QVERIFY(book.findings_of(name).empty());
    }

    void whatCameAndWentInBetweenIsNotTold()
    {
        FindingsBook book;
        book.take(batch_of(held(seconds(1), milliseconds(-1))), at(seconds(1)));
        book.take(batch_of(held(seconds(2))), at(seconds(2)));
        QVERIFY(book.take_difference().empty());

        book.take(batch_of(held(seconds(3), milliseconds(-1))), at(seconds(3)));
        (void)book.take_difference();
        book.take(batch_of(held(seconds(4), milliseconds(-1)), LockChange::Kind::removed), at(seconds(4)));
        book.take(batch_of(held(seconds(5), milliseconds(-1)), LockChange::Kind::added), at(seconds(5)));
        const auto difference = book.take_difference();
        QCOMPARE(difference.changed.size(), std::size_t(1));
        QVERIFY(difference.added.empty() && difference.removed.empty());
        QCOMPARE(difference.changed.front().found_at, wall_start + seconds(3));
        QCOMPARE(book.counts().total(), std::size_t(1));
    }

    void timeAloneFindsThings()
    {
        FindingsBook book;
        book.take(batch_of(renewed(seconds(1))), at(seconds(1)));
        QVERIFY(book.take_difference().empty());
        book.look_again(at(seconds(59)), 100);
        QVERIFY(book.take_difference().empty());
        book.look_again(at(seconds(61)), 100);
        const auto difference = book.take_difference();
        QCOMPARE(difference.added.size(), std::size_t(1));
        QCOMPARE(difference.added.front().finding.kind, Kind::long_hold);
    }

    void newLimitsCountForWhatIsKnown()
    {
        FindingsBook book;
        book.take(batch_of(held(seconds(1))), at(seconds(1)));
        QVERIFY(!book.look_again(at(seconds(10)), 100));
        QVERIFY(book.take_difference().empty());
        FindingLimits strict;
        strict.thresholds.stuck_after = seconds(5);
        book.set_limits(strict);
        book.look_again(at(seconds(10)), 100);
        const auto found = book.take_difference().added;
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().finding.kind, Kind::long_hold);
        book.set_limits({});
        book.look_again(at(seconds(10)), 100);
        QCOMPARE(book.take_difference().removed, std::vector<std::string>{found.front().id});
    }

    void whatIsOutOfReachStaysAsItWas()
    {
        FindingsBook book;
        book.take(batch_of(held(seconds(0), seconds(30))), at(seconds(0)));
        auto away = held(seconds(0), seconds(30));
        away.out_of_reach_since = at(seconds(1)).now;
        book.take(batch_of(away), at(seconds(1)));
        QVERIFY(!book.look_again(at(seconds(120)), 100));
        QVERIFY(book.take_difference().empty());
        auto never = held(seconds(120), milliseconds(-1));
        book.take(batch_of(never), at(seconds(120)));
        QVERIFY(!book.take_difference().added.empty());
        const auto found = book.counts();
        never.out_of_reach_since = at(seconds(121)).now;
        book.take(batch_of(never), at(seconds(121)));
        QCOMPARE(book.counts().total(), found.total()); // known, and no less known than before
        QVERIFY(book.take_difference().empty());
    }

    void withoutNewsTimeStandsStill()
    {
        FindingsBook book;
        book.take(link_is(MonitorStatus::Link::live), at(seconds(0)));
        book.take(batch_of(held(seconds(0))), at(seconds(0)));
        for (const int beat : {10, 20, 30})
            book.take(batch_of(renewed(seconds(beat))), at(seconds(beat)));
        book.take(link_is(MonitorStatus::Link::lost), at(seconds(31)));
        book.look_again(at(seconds(59)), 100);
        QVERIFY(book.take_difference().empty());
        // What was renewed meanwhile was not seen: nothing was missed.
        book.take(link_is(MonitorStatus::Link::live), at(seconds(58)));
        book.look_again(at(seconds(59)), 100);
        QVERIFY(book.take_difference().empty());
    }

    void theUsualHoldComesFromEvents()
    {
        FindingsBook book;
        MonitorBatch batch;
        for (const int length : {1, 2, 3}) {
            LockEvent event;
            event.kind = LockEvent::Kind::released;
            event.lock = "a";
            event.held_for = seconds(length);
            batch.events.push_back(event);
        }
        book.take(batch, at(seconds(0)));
        QCOMPARE(book.usual("a").median.value(), milliseconds(2000));
        QVERIFY(!book.usual("b").median);
    }

    void aDeadlineThatHadPassedWhenItCameIsAClock()
    {
        FindingsBook book;
        auto state = held(seconds(1));
        queue(state, "0b0b0b0b-1111-4222-8333-444444444444", 300);
        book.take(batch_of(state), at(seconds(1)));
        auto next = held(seconds(2));
        queue(next, "0b0b0b0b-1111-4222-8333-444444444444", 299);
        queue(next, "0c0c0c0c-1111-4222-8333-444444444444", -90);
        book.take(batch_of(next), at(seconds(2)));
        const auto has_clock = [](const std::vector<FindingsBook::Row>& rows) {
            return std::any_of(rows.begin(), rows.end(), [](const auto& row) {
                return row.finding.kind == Kind::clock_skew && row.finding.subject.starts_with("0c0c");
            });
        };
        QVERIFY(has_clock(book.take_difference().added));
        next.observed_at += seconds(1);
        next.server_time += 1000;
        book.take(batch_of(next), at(seconds(3)));
        QVERIFY(book.take_difference().removed.empty()); // As long as it waits.
    }

    void whoIsMerelyOldHasNoWrongClock_data()
    {
        QTest::addColumn<bool>("cut"); // There were more than could be read.
        QTest::addColumn<int>("left"); // To the deadline of who comes.
        QTest::newRow("the last one left") << false << 300;
        QTest::newRow("it stood where nobody had read") << true << 300;
        QTest::newRow("who comes behind it has its deadline from it") << false << -4;
    }
    void whoIsMerelyOldHasNoWrongClock()
    {
        QFETCH(bool, cut);
        QFETCH(int, left);
        const std::string old = "0b0b0b0b-1111-4222-8333-444444444444";
        const std::string leaves = "0c0c0c0c-1111-4222-8333-444444444444";
        const std::string comes = "0d0d0d0d-1111-4222-8333-444444444444";
        FindingsBook book;
        auto state = held(seconds(1));
        if (!cut)
            queue(state, old, -5);
        queue(state, leaves, 60);
        state.waiters_total = 2;
        book.take(batch_of(state), at(seconds(1)));
        auto next = held(seconds(2));
        queue(next, old, -6);
        if (!cut)
            queue(next, comes, left);
        book.take(batch_of(next), at(seconds(2)));
        const auto found = book.take_difference().added;
        QVERIFY(std::none_of(found.begin(), found.end(),
                             [](const auto& row) { return row.finding.kind == Kind::clock_skew; }));
    }

    /// Its readings say since when: see LockState::untaken_since.
    void aQueueWithoutAHolderIsSeenTwice()
    {
        const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444";
        const std::string carol = "0c0c0c0c-1111-4222-8333-444444444444";
        FindingsBook book;
        const auto is_found_at = [&](milliseconds time, const std::string& first, milliseconds since) {
            auto state = nobody(time);
            state.untaken_since = at(since).now;
            queue(state, first, 300);
            book.take(batch_of(state), at(time));
            return book.counts().warning == 1;
        };
        QVERIFY(!is_found_at(seconds(1), bob, seconds(1)));
        book.look_again(at(seconds(10)), 100);
        QCOMPARE(book.counts().total(), std::size_t(0)); // One look, however old, tells nothing.
        QVERIFY(!is_found_at(milliseconds(2'900), bob, seconds(1)));
        QVERIFY(is_found_at(seconds(3), bob, seconds(1)));
        QVERIFY(!is_found_at(seconds(4), carol, seconds(4))); // It took its turn in between.
        QVERIFY(is_found_at(seconds(6), carol, seconds(4)));
    }

    void whoEntersAgainHasNoWatchdog()
    {
        FindingsBook book;
        book.take(batch_of(held(seconds(0), seconds(60), seconds(60))), at(seconds(0)));
        auto twice = held(seconds(5), seconds(60), seconds(60));
        twice.holders.front().count = 2;
        twice.renewed_at = twice.observed_at; // The expiry has moved, as by a renewal.
        book.take(batch_of(twice), at(seconds(5)));
        book.look_again(at(seconds(40)), 100);
        QVERIFY(book.take_difference().added.empty());
        book.look_again(at(seconds(56)), 100);
        const auto found = book.take_difference().added;
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().finding.kind, Kind::lease_ending);
    }

    void whoCameUnseenHasNoWrongClock_data()
    {
        QTest::addColumn<bool>("paused"); // otherwise the connection was lost
        QTest::newRow("a pause") << true;
        QTest::newRow("an outage") << false;
    }
    void whoCameUnseenHasNoWrongClock()
    {
        QFETCH(bool, paused);
        FindingsBook book;
        book.take(link_is(MonitorStatus::Link::live), at(seconds(0)));
        book.take(batch_of(held(seconds(1), seconds(600))), at(seconds(1)));
        auto away = link_is(paused ? MonitorStatus::Link::live : MonitorStatus::Link::lost);
        away.status->paused = paused;
        book.take(away, at(seconds(2)));
        book.take(link_is(MonitorStatus::Link::live), at(seconds(400)));
        auto state = held(seconds(401), seconds(200));
        queue(state, "0b0b0b0b-1111-4222-8333-444444444444", -10); // It waited for six minutes.
        book.take(batch_of(state), at(seconds(401)));
        const auto found = book.take_difference().added;
        QVERIFY(std::none_of(found.begin(), found.end(),
                             [](const auto& row) { return row.finding.kind == Kind::clock_skew; }));
    }

    void aReaderWhoStaysMissesNoBeat()
    {
        FindingsBook book;
        const auto missed = [](const std::vector<FindingsBook::Row>& rows) {
            return std::any_of(rows.begin(), rows.end(),
                               [](const auto& row) { return row.finding.kind == Kind::missed_heartbeat; });
        };
        for (const int tenths : {0, 33, 66, 100, 133, 166, 200}) {
            auto three = renewed(milliseconds(tenths * 100));
            three.mode = LockMode::read;
            three.type = LockType::read_write;
            three.holders.push_back(picture_of_holder("0b0b0b0b-1111-4222-8333-444444444444", 2));
            three.holders.push_back(picture_of_holder("0b0b0b0b-1111-4222-8333-444444444444", 3));
            three.holders_total = 3;
            book.take(batch_of(three), at(milliseconds(tenths * 100)));
        }
        auto alone = held(seconds(21), seconds(29));
        alone.mode = LockMode::read;
        alone.type = LockType::read_write;
        alone.renewed_at = start + seconds(20);
        book.take(batch_of(alone), at(seconds(21)));
        book.look_again(at(seconds(29)), 100);
        QVERIFY(!missed(book.take_difference().added));
    }

    void anotherServerIsAnotherBook()
    {
        FindingsBook book;
        book.take(batch_of(held(seconds(1), milliseconds(-1))), at(seconds(1)));
        (void)book.take_difference();
        book.clear();
        QCOMPARE(book.take_difference().removed.size(), std::size_t(1));
        QCOMPARE(book.counts().total(), std::size_t(0));
        QVERIFY(!book.find("a"));
        book.look_again(at(seconds(999)), 100);
        QVERIFY(book.take_difference().empty());
    }

    void aHundredThousandLocksCostWhatChanges()
    {
        FindingsBook book;
        for (int i = 0; i < 100'000; ++i) {
            auto state = held(seconds(1));
            state.name = "orders:" + std::to_string(i);
            book.take(batch_of(std::move(state), LockChange::Kind::added), at(seconds(1)));
        }
        MonitorBatch batch;
        for (int i = 0; i < 250; ++i) {
            auto state = renewed(seconds(11));
            state.name = "orders:" + std::to_string(i * 399);
            batch.changes.push_back({LockChange::Kind::changed, std::make_shared<const LockState>(std::move(state))});
        }
        QElapsedTimer timer;
        timer.start();
        book.take(batch, at(seconds(11)));
        qInfo("250 changes among 100,000 locks: %.3f ms", static_cast<double>(timer.nsecsElapsed()) / 1e6);
        timer.start();
        book.look_again(at(seconds(61)), 500);
        qInfo("500 locks looked at again: %.3f ms", static_cast<double>(timer.nsecsElapsed()) / 1e6);
        QCOMPARE(book.counts().total(), std::size_t(500));
    }

    /// Every broken state is made on a server, and is found there.
    void aServerWithEverythingWrong()
    {
        const Sandbox sandbox;
        LockData data(sandbox.endpoint());
        const Subscriber listeners(sandbox.endpoint(),
                                   {locks::fair_channel("late", bob), locks::fair_channel("unclaimed", bob),
                                    locks::fair_channel("ahead", carol), "redisson_rwlock:{upgrade}"});
        FindingLimits limits;
        limits.thresholds.stuck_after = milliseconds(1500);
        limits.thresholds.expiring_fraction = 0.5;
        limits.shortest_lease_ending = milliseconds(1000);
        limits.crowd = 3;
        limits.free_queue_after = milliseconds(500);
        LiveBook book(limits);
        Client client(sandbox.endpoint());
        MonitorOptions options;
        options.linger = milliseconds(50);
        Monitor monitor(client, options, book.sink());
        monitor.start();

        data.hold("haunted", alice);
        data.queue("haunted", bob);
        data.hold("scoreless", alice);
        data.redis.command({"RPUSH", locks::queue_key("scoreless"), bob});
        data.hold("stray", alice);
        data.redis.command({"ZADD", locks::timeout_key("stray"), std::to_string(data.server_now() + 60'000), bob});
        data.hold("late", alice);
        data.queue("late", bob, -5000);
        data.queue("unclaimed", bob);
        data.queue("leftover", bob);
        data.hold("crowd", alice);
        std::vector<std::string> private_channels;
        for (const auto& owner : {bob, carol, alice}) {
            private_channels.push_back(locks::fair_channel("crowd", owner));
            data.queue("crowd", owner);
        }
        const Subscriber living(sandbox.endpoint(), private_channels);
        data.hold("ahead", alice);
        data.queue("ahead", carol, 7'200'000);
        data.hold("forever", alice, 1, 0);
        data.write_hold("mixed", alice);
        data.redis.command({"HSET", "mixed", bob, "1"});
        data.read_hold("upgrade", alice);
        data.read_hold("gone", bob);
        data.redis.command({"DEL", locks::reader_timeout_key("gone", bob, 1)});
        data.hold("long", alice);
        const auto found = [&](const std::string& lock, Kind kind, const std::string& subject = {}) {
            return until([&] { return book.finds(lock, kind, subject); });
        };
        QVERIFY(found("haunted", Kind::ghost_waiter, bob));
        QVERIFY(found("scoreless", Kind::head_without_score, bob));
        QVERIFY(found("stray", Kind::score_without_entry, bob));
        QVERIFY(found("late", Kind::late_waiter, bob));
        QVERIFY(found("unclaimed", Kind::queue_without_holder));
        QVERIFY(found("leftover", Kind::leftover_keys));
        QVERIFY(found("crowd", Kind::crowd));
        QVERIFY(found("ahead", Kind::clock_skew, client_b));
        QVERIFY(found("forever", Kind::never_expires));
        QVERIFY(found("mixed", Kind::mixed_types));
        QVERIFY(found("upgrade", Kind::self_deadlock, alice));
        QVERIFY(found("gone", Kind::dead_reader, bob));
        QVERIFY(found("long", Kind::long_hold));

        data.hold("silent", alice, 1, 5000);
        for (int beat = 0; beat < 10; ++beat) {
            // Regular renewals; three of them have to be seen.
            QTest::qWait(600);
            data.redis.command({"PEXPIRE", "silent", "5000"});
        }
        QVERIFY(found("silent", Kind::missed_heartbeat, alice));
        data.hold("fixed", alice, 1, 8000);
        QVERIFY(found("fixed", Kind::lease_ending, alice));

        // What is mended is no longer found.
        data.redis.command({"PEXPIRE", "forever", "60000"});
        data.redis.command({"LPOP", locks::queue_key("haunted")});
        data.redis.command({"DEL", locks::queue_key("leftover"), locks::timeout_key("leftover")});
        QVERIFY(until([&] { return !book.finds("forever", Kind::never_expires); }));
        QVERIFY(until([&] { return !book.finds("haunted", Kind::ghost_waiter); }));
        QVERIFY(until([&] { return !book.finds("leftover", Kind::leftover_keys); }));
    }
};

QTEST_GUILESS_MAIN(FindingsBookTest)
#include "findings_book_test.moc"

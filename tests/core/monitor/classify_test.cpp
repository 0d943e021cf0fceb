// SPDX-License-Identifier: Apache-2.0
#include "base/durations.hpp"
#include "monitor/classify.hpp"
#include "monitor/ghosts.hpp"
#include "monitor/tracked_lock.hpp"

#include <QTest>

#include <algorithm>
#include <limits>
#include <optional>

using namespace lockscope;
using namespace lockscope::monitor;

namespace {

const std::string client = "0a0a0a0a-1111-4222-8333-444444444444";
const std::string alice = client + ":1";
const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444:2";
const std::string tx = ":0123456789abcdef0123456789abcdef";
const std::string value = "abcdefghijklmnopqrstuv"; // 22 characters of base64

RawLock hash(Fields fields, std::int64_t ttl = 30'000)
{
    RawLock raw;
    raw.name = "a";
    raw.main = RawLock::Main::hash;
    raw.fields_total = fields.size();
    raw.fields = std::move(fields);
    raw.ttl = ttl;
    raw.server_time = 1'700'000'000'000;
    raw.unlock_subscribers = 0;
    raw.rwlock_subscribers = 0;
    return raw;
}

RawLock queued(RawLock raw, const std::string& owner, std::int64_t wait)
{
    raw.queue.push_back(owner);
    raw.queue_total = raw.queue.size();
    raw.deadlines.emplace_back(owner, std::to_string(raw.server_time + wait));
    raw.deadlines_total = raw.deadlines.size();
    return raw;
}

} // namespace

class ClassifyTest : public QObject
{
    Q_OBJECT

private slots:
    void aReentrantLockIsNeverCertain()
    {
        const auto state = classify(hash({{alice, "2"}}));
        QVERIFY(state);
        QCOMPARE(state->type, LockType::reentrant);
        QVERIFY(!state->type_certain);
        QCOMPARE(state->mode, LockMode::none);
        QCOMPARE(state->ttl.count(), 30'000);
        QCOMPARE(state->holders.size(), std::size_t(1));
        QCOMPARE(state->holders[0].client(), client);
        QCOMPARE(state->holders[0].thread(), 1);
        QCOMPARE(state->holders[0].count, 2);
        QVERIFY(state->anomalies.empty());
        QVERIFY(!state->has_waiters());
    }

    void subscribersOfTheUnlockChannelWait()
    {
        auto raw = hash({{alice, "1"}});
        raw.unlock_subscribers = 3;
        const auto state = classify(raw);
        QCOMPARE(state->waiting_clients, std::optional<std::int64_t>(3));
        QVERIFY(state->has_waiters());
        QVERIFY(!state->type_certain);
    }

    void whoIsInAQueueThatMayNotBeReadIsNotKnown()
    {
        auto raw = hash({{alice, "1"}});
        raw.queue_known = false;
        const auto hidden = classify(raw);
        QVERIFY(!hidden->queue_known && !hidden->type_certain);
        QVERIFY(!living_waiters(*hidden));
        QVERIFY(!is_contended(*hidden));
        raw.unlock_subscribers = 2; // at least these
        QCOMPARE(living_waiters(*classify(raw)), std::optional<std::int64_t>(2));
        raw.unlock_subscribers = 0;
        raw.deadlines.emplace_back(bob, "1700000001000"); // of somebody who may be in the queue
        const auto fair = classify(raw);
        QCOMPARE(fair->type, LockType::fair);
        QVERIFY(!living_waiters(*fair));
        QVERIFY(fair->strays.empty() && fair->anomalies.empty());
        raw = hash({{"mode", "read"}, {alice, "1"}});
        raw.queue_known = false;
        QVERIFY(classify(raw)->queue_known); // such locks have none
    }

    void theDeadDoNotWait_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<int>("read");
        QTest::addColumn<int>("dead");
        QTest::addColumn<int>("queued");
        QTest::addColumn<int>("listening");
        QTest::addColumn<int>("waiting");
        constexpr int unknown = -1;
        QTest::newRow("nobody") << LockType::reentrant << 0 << 0 << 0 << 0 << 0;
        QTest::newRow("nobody may ask") << LockType::reentrant << 0 << 0 << 0 << unknown << unknown;
        QTest::newRow("fair, nobody may ask") << LockType::fair << 0 << 0 << 0 << unknown << 0;
        QTest::newRow("fair, others listen") << LockType::fair << 0 << 0 << 0 << 2 << 2;
        QTest::newRow("no queue") << LockType::reentrant << 0 << 0 << 0 << 3 << 3;
        QTest::newRow("all live") << LockType::fair << 3 << 0 << 3 << 1 << 3;
        QTest::newRow("some live, nobody may ask") << LockType::fair << 3 << 1 << 3 << unknown << 2;
        QTest::newRow("all dead") << LockType::fair << 2 << 2 << 2 << 0 << 0;
        QTest::newRow("all dead, others listen") << LockType::fair << 2 << 2 << 2 << 1 << 1;
        QTest::newRow("read in part") << LockType::fair << 10 << 4 << 500 << 1 << 496;
        QTest::newRow("read in part, all of them dead") << LockType::fair << 10 << 10 << 500 << 0 << 0;
    }
    void theDeadDoNotWait()
    {
        QFETCH(LockType, type);
        QFETCH(int, read);
        QFETCH(int, dead);
        QFETCH(int, queued);
        QFETCH(int, listening);
        QFETCH(int, waiting);
        LockState state;
        state.type = type;
        for (int i = 0; i < read; ++i) {
            Waiter waiter;
            waiter.stale = i < dead;
            waiter.subscribed = i >= dead;
            state.waiters.push_back(waiter);
        }
        state.waiters_total = static_cast<std::size_t>(queued);
        if (listening >= 0)
            state.waiting_clients = listening;
        QCOMPARE(dead_waiters(state), static_cast<std::size_t>(dead));
        QCOMPARE(living_waiters(state).value_or(-1), waiting);
        QCOMPARE(clients_waiting_for(state), std::max(listening >= 0 ? listening : waiting, 0));
        state.holders.resize(1);
        QCOMPARE(is_contended(state), waiting > 0);
    }

    void aTokenMakesItFenced()
    {
        auto raw = hash({{alice, "1"}});
        raw.token_exists = true;
        raw.token = 17;
        const auto state = classify(raw);
        QCOMPARE(state->type, LockType::fenced);
        QCOMPARE(state->fencing_token, std::optional<std::int64_t>(17));
    }

    void aQueueMakesItFair()
    {
        auto raw = queued(queued(hash({{alice, "1"}}), bob, 300'000), alice, -5);
        raw.waiter_subscribers = {{bob, 1}, {alice, 0}};
        const auto state = classify(raw);
        QCOMPARE(state->type, LockType::fair);
        QVERIFY(state->type_certain);
        QCOMPARE(state->waiters.size(), std::size_t(2));
        QCOMPARE(state->waiters[0].owner, bob);
        QCOMPARE(state->waiters[0].deadline, std::optional<std::int64_t>(raw.server_time + 300'000));
        QCOMPARE(state->waiters[0].subscribed, std::optional<bool>(true));
        QVERIFY(!state->waiters[0].stale);
        QCOMPARE(state->waiters[1].subscribed, std::optional<bool>(false));
        QVERIFY(state->waiters[1].stale); // its deadline has passed
        QCOMPARE(state->waiting_clients, std::optional<std::int64_t>(1));
    }

    void aFreeFairLockWithAQueueIsShown()
    {
        RawLock raw = queued({}, bob, -1);
        raw.name = "a";
        raw.server_time = 1'700'000'000'000;
        raw.deadlines[0].second = "1.699e+12";
        const auto state = classify(raw);
        QVERIFY(state);
        QVERIFY(!state->is_held());
        QCOMPARE(state->ttl.count(), -2);
        QVERIFY(state->anomalies.contains(Anomaly::free_but_queued));
        QVERIFY(state->anomalies.contains(Anomaly::dead_head));
        raw.waiter_subscribers = {{bob, 1}}; // late, but it lives
        QVERIFY(classify(raw)->waiters[0].stale);
        QVERIFY(!classify(raw)->anomalies.contains(Anomaly::dead_head));
    }

    void readersHaveTheirOwnDeadlines()
    {
        auto raw = hash({{"mode", "read"}, {bob, "1"}, {alice, "2"}});
        raw.reader_ttls = {{alice, 5'000}, {bob, -2}};
        raw.rwlock_subscribers = 2;
        const auto state = classify(raw);
        QCOMPARE(state->type, LockType::read_write);
        QCOMPARE(state->mode, LockMode::read);
        QCOMPARE(state->holders_total, std::size_t(2));
        QCOMPARE(state->holders[0].ttl, std::optional(milliseconds(5'000)));
        QCOMPARE(state->holders[1].ttl, std::optional(milliseconds(0)));
        QVERIFY(state->anomalies.contains(Anomaly::dead_reader));
        QCOMPARE(state->waiting_clients, std::optional<std::int64_t>(2));
    }

    void aWriterMayReadToo()
    {
        const auto state = classify(hash({{"mode", "write"}, {alice, "1"}, {alice + ":write", "1"}}));
        QCOMPARE(state->mode, LockMode::write);
        QVERIFY(state->holders[0].is_writer());
        QCOMPARE(state->holders[0].owner, alice + ":write");
        QCOMPARE(state->holders[0].thread(), 1);
        QVERIFY(!state->holders[1].is_writer());
        QVERIFY(!state->anomalies.contains(Anomaly::mixed_types));
    }

    void strangersBesideAWriterAreMixedTypes()
    {
        const auto state = classify(hash({{"mode", "write"}, {bob, "1"}, {alice + ":write", "1"}}));
        QVERIFY(state);
        QVERIFY(state->anomalies.contains(Anomaly::mixed_types));
    }

    void groupsAreMultiLocks()
    {
        const auto other = "Z" + value.substr(1);
        const auto state = classify(hash({
            {value, alice},
            {value + ":" + alice + ":expire_time", "1700000030000"},
            {value + ":" + alice + ":lock_count", "2"},
            {other, bob},
            {other + ":" + bob + ":expire_time", "1699999999999"},
            {other + ":" + bob + ":lock_count", "1"},
        }));
        QVERIFY(state);
        QCOMPARE(state->type, LockType::multi);
        QCOMPARE(state->holders.size(), std::size_t(1)); // the other one's lease is over
        QCOMPARE(state->holders[0].owner, alice);
        QCOMPARE(state->holders[0].count, 2);
    }

    void holdersOfAGroupHaveEndsOfTheirOwn()
    {
        const auto name = [](int number) { return std::string(1, static_cast<char>('A' + number)) + value.substr(1); };
        Fields fields;
        const auto add = [&](const std::string& owner, const char* expires) {
            const auto locked = name(static_cast<int>(fields.size()));
            fields.emplace_back(locked, owner);
            fields.emplace_back(locked + ":" + owner + ":lock_count", "1");
            if (*expires != 0)
                fields.emplace_back(locked + ":" + owner + ":expire_time", expires);
        };
        add(alice, "1700000002000");
        add(alice, "1700000005000");
        add(alice, "1700000004000");
        add(bob, "1700000090000");
        const auto state = classify(hash(fields, 60'000));
        QCOMPARE(state->holders.size(), std::size_t(2));
        QCOMPARE(state->holders[0].ttl, std::optional(milliseconds(5'000)));
        QCOMPARE(state->holders[1].ttl, std::optional(milliseconds(60'000))); // not longer than the hash
        add(bob, "");
        QVERIFY(!classify(hash(fields, 60'000))->holders[1].ttl);
        auto without_clock = hash(fields, 60'000);
        without_clock.server_time = 0;
        QVERIFY(!classify(without_clock)->holders[0].ttl);
    }

    void transactionsAreRecognised()
    {
        QCOMPARE(classify(hash({{alice + tx, "1"}}))->type, LockType::transaction);
        auto raw = hash({{alice, "1"}});
        raw.name = "map:transaction_lock";
        QCOMPARE(classify(raw)->type, LockType::transaction);
        const auto writer = classify(hash({{"mode", "write"}, {alice + ":write" + tx, "1"}}));
        QCOMPARE(writer->type, LockType::transaction);
        QCOMPARE(writer->mode, LockMode::write);
    }

    void lookAlikesAreRefused_data()
    {
        QTest::addColumn<QStringList>("fields");
        const auto a = QString::fromStdString(alice), b = QString::fromStdString(bob),
                   v = QString::fromStdString(value);
        QTest::newRow("count no number") << QStringList{a, "one"};
        QTest::newRow("count with a space") << QStringList{a, " 1"};
        QTest::newRow("count with a fraction") << QStringList{a, "1.0"};
        QTest::newRow("count beyond int64") << QStringList{a, "9223372036854775808"};
        QTest::newRow("count empty") << QStringList{a, ""};
        QTest::newRow("a foreign field") << QStringList{a, "1", "name", "x"};
        QTest::newRow("only foreign fields") << QStringList{"field", "1"};
        QTest::newRow("upper case uuid") << QStringList{a.toUpper(), "1"};
        QTest::newRow("no thread") << QStringList{QString::fromStdString(client), "1"};
        QTest::newRow("thread beyond int64")
            << QStringList{QString::fromStdString(client) + ":9223372036854775808", "1"};
        QTest::newRow("something behind the thread") << QStringList{a + ":x", "1"};
        QTest::newRow("two owners without a mode") << QStringList{a, "1", b, "1"};
        QTest::newRow("a writer without a mode") << QStringList{a + ":write", "1"};
        QTest::newRow("a mode alone") << QStringList{"mode", "read"};
        QTest::newRow("write mode without a writer") << QStringList{"mode", "write", a, "1"};
        QTest::newRow("read mode with a writer only") << QStringList{"mode", "read", a + ":write", "1"};
        QTest::newRow("an unknown mode") << QStringList{"mode", "fast", a, "1"};
        QTest::newRow("a group value without an owner") << QStringList{v, "x"};
        QTest::newRow("group details alone") << QStringList{v + ":" + a + ":lock_count", "1"};
        QTest::newRow("html") << QStringList{"<img src=x>", "1"};
    }
    void lookAlikesAreRefused()
    {
        QFETCH(QStringList, fields);
        Fields pairs;
        for (qsizetype i = 0; i < fields.size(); i += 2)
            pairs.emplace_back(fields[i].toStdString(), fields[i + 1].toStdString());
        QVERIFY(!classify(hash(pairs)));
    }

    /// Redisson takes nobody in where the hash exists, whatever the count says.
    void countsThatNobodyLeavesBehindAreHeldAllTheSame_data()
    {
        QTest::addColumn<qint64>("count");
        for (const qint64 count : {qint64(0), qint64(-1), std::numeric_limits<qint64>::min()})
            QTest::addRow("%lld", static_cast<long long>(count)) << count;
    }
    void countsThatNobodyLeavesBehindAreHeldAllTheSame()
    {
        QFETCH(qint64, count);
        const std::string text = std::to_string(count);
        const auto plain = classify(hash({{alice, text}}));
        QVERIFY(plain && plain->is_held());
        QCOMPARE(plain->holders[0].count, std::int64_t(count));
        const auto writer = classify(hash({{"mode", "write"}, {alice + ":write", text}}));
        QVERIFY(writer && writer->is_held());
        QCOMPARE(writer->type, LockType::read_write);
    }

    /// Two who hold what only one may: the worst that there is must not look like a lock that went.
    void whatWasALockStaysOneWithTwoOwners()
    {
        auto raw = hash({{alice, "1"}, {bob, "2"}});
        raw.was_lock = true;
        const auto state = classify(raw);
        QVERIFY(state);
        QCOMPARE(state->holders.size(), std::size_t(2));
        QVERIFY(!state->type_certain);
        QVERIFY(state->anomalies.contains(Anomaly::mixed_types));
    }

    void otherTypesAreRefused()
    {
        auto raw = queued(hash({}), bob, 1000);
        raw.main = RawLock::Main::other;
        QVERIFY(!classify(raw));
        QVERIFY(!classify(hash({})));
    }

    void brokenQueuesAreReported()
    {
        auto raw = queued(hash({{alice, "1"}}), bob, 1000);
        raw.queue.push_back(alice);
        raw.queue_total = 2;
        raw.deadlines.emplace_back("nobody", "1");
        const auto state = classify(raw);
        QVERIFY(state->anomalies.contains(Anomaly::queue_without_score));
        QVERIFY(state->anomalies.contains(Anomaly::score_without_entry));
        QVERIFY(!state->waiters[1].deadline);
        QCOMPARE(state->strays.size(), std::size_t{1});
        QCOMPARE(state->strays[0].owner, std::string("nobody"));
        QCOMPARE(state->strays[0].deadline, std::optional<std::int64_t>(1));
    }

    void hostileScoresAreNoDeadlines_data()
    {
        QTest::addColumn<QByteArray>("score");
        for (const char* score : {"inf", "-inf", "nan", "1e300", "", "x", "1 "})
            QTest::newRow(score) << QByteArray(score);
    }
    void hostileScoresAreNoDeadlines()
    {
        QFETCH(QByteArray, score);
        auto raw = queued(hash({{alice, "1"}}), bob, 1000);
        raw.deadlines[0].second = score.toStdString();
        QVERIFY(!classify(raw)->waiters[0].deadline);
    }

    void theEndlessTheTruncatedAndTheTornAreMarked()
    {
        QVERIFY(classify(hash({{alice, "1"}}, -1))->anomalies.contains(Anomaly::never_expires));
        auto many = hash({{"mode", "read"}, {alice, "1"}});
        many.fields_complete = false;
        many.fields_total = 5001;
        const auto state = classify(many);
        QVERIFY(state->anomalies.contains(Anomaly::truncated));
        QCOMPARE(state->holders_total, std::size_t(5000));
        auto group = hash({{value, alice}, {value + ":" + alice + ":lock_count", "1"}});
        QVERIFY(!classify(group)->anomalies.contains(Anomaly::truncated));
        group.fields_complete = false;
        QVERIFY(classify(group)->anomalies.contains(Anomaly::truncated));
        auto torn = hash({{alice, "1"}});
        torn.atomic = false;
        QVERIFY(classify(torn)->anomalies.contains(Anomaly::torn));
    }

    void aLeaseBeyondEveryClockIsALongOne_data()
    {
        QTest::addColumn<qlonglong>("ttl");
        QTest::newRow("as long as Redis takes it") << qlonglong{9'000'000'000'000'000'000};
        QTest::newRow("the first that a clock cannot add") << qlonglong{9'300'000'000'000};
        QTest::newRow("the longest that is counted") << qlonglong{longest_lease.count()};
    }
    void aLeaseBeyondEveryClockIsALongOne()
    {
        QFETCH(qlonglong, ttl);
        auto raw = hash({{"mode", "read"}, {alice, "1"}}, ttl);
        raw.read_at = SteadyTime(std::chrono::hours(1000));
        raw.reader_ttls = {{alice, ttl}};
        const auto state = *classify(raw);
        QCOMPARE(state.ttl, longest_lease);
        QCOMPARE(state.lease, longest_lease);
        QCOMPARE(state.holders[0].ttl, std::optional(longest_lease));
        const auto now = raw.read_at + std::chrono::seconds(1);
        QCOMPARE(condition_of(state, {}, now, {}), LockCondition::held);
        QVERIFY(state.observed_at + state.ttl > now);
    }

    void aSilentWaiterIsAGhostAfterTwoSeconds()
    {
        auto raw = queued(hash({{alice, "1"}}), bob, 300'000);
        raw.waiter_subscribers = {{bob, 0}};
        GhostWatch ghosts;
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        auto first = *classify(raw);
        ghosts.look(first);
        QVERIFY(!first.waiters[0].stale);
        QVERIFY(ghosts.next_look() == raw.read_at + GhostWatch::ghost_after);

        raw.read_at += GhostWatch::ghost_after;
        auto second = *classify(raw);
        ghosts.look(second);
        QVERIFY(second.waiters[0].stale);
        QVERIFY(second.anomalies.contains(Anomaly::dead_head));
        QVERIFY(!ghosts.next_look());

        raw.waiter_subscribers = {{bob, 1}};
        auto third = *classify(raw);
        ghosts.look(third);
        QVERIFY(!third.waiters[0].stale);
        QVERIFY(ghosts.empty());
    }

    /// It may be listening under a mapped name, and what is known of that is only as new as the look at the channels.
    void aGhostIsSilentOnAllChannels_data()
    {
        QTest::addColumn<int>("looked_at"); // milliseconds after the waiter was first seen
        QTest::addColumn<bool>("is_ghost");
        QTest::newRow("long before it came") << -5000 << false;
        QTest::newRow("before it had time to subscribe") << 10 << false;
        QTest::newRow("not quite two seconds after") << 1999 << false;
        QTest::newRow("two seconds after") << 2000 << true;
        QTest::newRow("while it was read") << 3001 << true;
    }
    void aGhostIsSilentOnAllChannels()
    {
        QFETCH(int, looked_at);
        QFETCH(bool, is_ghost);
        auto raw = queued(hash({{alice, "1"}}), bob, 300'000);
        raw.waiter_subscribers = {{bob, 0}};
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        const SteadyTime came = raw.read_at;
        GhostWatch ghosts;
        auto first = *classify(raw);
        ghosts.look(first, came - std::chrono::seconds(5));
        QVERIFY(!first.waiters[0].stale);
        QVERIFY(ghosts.next_look() == came + GhostWatch::ghost_after);

        const SteadyTime channels_at = came + milliseconds(looked_at);
        QCOMPARE(ghosts.is_due(channels_at), is_ghost);
        raw.read_at = came + std::chrono::seconds(3);
        auto second = *classify(raw);
        ghosts.look(second, channels_at);
        QCOMPARE(second.waiters[0].stale, is_ghost);
        QCOMPARE(second.anomalies.contains(Anomaly::dead_head), is_ghost);
        // The next look at the channels decides, and once it is decided none does.
        QVERIFY(!ghosts.next_look());
        QCOMPARE(ghosts.is_due(came + std::chrono::seconds(10)), !is_ghost);
    }

    void aSilentWaiterAwaitsTheNextLookAtTheChannels()
    {
        auto raw = queued(hash({{alice, "1"}}), bob, 300'000);
        raw.waiter_subscribers = {{bob, 0}};
        const SteadyTime came(std::chrono::seconds(100));
        const auto is_stale = [&](TrackedLock& lock, milliseconds at, std::optional<SteadyTime> channels_at) {
            History history;
            raw.read_at = came + at;
            lock.advance(*classify(raw), {.channels_at = channels_at}, history);
            return lock.state()->waiters.front().stale;
        };
        TrackedLock lock("a");
        QVERIFY(!is_stale(lock, milliseconds(0), came - milliseconds(100)));
        QVERIFY(is_unheard(lock.state()->waiters.front()));
        QVERIFY(!lock.awaits_channels(came + milliseconds(100)));
        QVERIFY(!is_stale(lock, milliseconds(2003), came - milliseconds(100)));
        QVERIFY(lock.awaits_channels(came + milliseconds(2500)));
        QVERIFY(is_stale(lock, milliseconds(2600), came + milliseconds(2500)));
        QVERIFY(!lock.awaits_channels(came + milliseconds(5000)));

        TrackedLock other("a"); // Where channels may not be looked at, nothing else is to be waited for.
        QVERIFY(!is_stale(other, milliseconds(0), std::nullopt));
        QVERIFY(is_stale(other, milliseconds(2003), std::nullopt));
        QVERIFY(!other.awaits_channels(came + milliseconds(5000)));

        raw.waiter_subscribers = {{bob, 1}};
        QVERIFY(!is_stale(lock, milliseconds(6000), came + milliseconds(5500)));
        QVERIFY(!is_unheard(lock.state()->waiters.front()) && !lock.awaits_channels(came + milliseconds(9000)));
    }

    void conditionsFollowFromTimeAlone()
    {
        auto raw = hash({{alice, "1"}});
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        auto state = *classify(raw);
        const Thresholds thresholds;
        const SystemTime wall(std::chrono::seconds(1'700'000'000));
        state.held_since = wall;
        const auto condition = [&](int seconds) {
            return condition_of(state, thresholds, raw.read_at + std::chrono::seconds(seconds),
                                wall + std::chrono::seconds(seconds));
        };
        QCOMPARE(condition(1), LockCondition::held);
        QCOMPARE(condition(25), LockCondition::expiring);
        QCOMPARE(condition(41), LockCondition::unknown);
        state.ttl = state.lease = std::chrono::hours(1);
        QCOMPARE(condition(59), LockCondition::held);
        QCOMPARE(condition(60), LockCondition::stuck);
        state.waiting_clients = 1;
        QCOMPARE(condition(1), LockCondition::contended);
        state.ttl = milliseconds(-1);
        QCOMPARE(condition(0), LockCondition::stuck);
        state.holders.clear();
        QCOMPARE(condition(0), LockCondition::free);
    }

    void aFreeLockThatADeadHeadKeepsFromAllIsNotFree_data()
    {
        QTest::addColumn<int>("deadline"); // seconds from now; 0: none
        QTest::addColumn<bool>("is_known");
        QTest::addColumn<bool>("is_heard");
        QTest::addColumn<bool>("another_lives");
        QTest::addColumn<LockCondition>("condition");
        QTest::newRow("dead, without deadline") << 0 << true << false << false << LockCondition::stuck;
        QTest::newRow("dead, without deadline, another waits") << 0 << true << false << true << LockCondition::stuck;
        QTest::newRow("dead, its deadline is not known") << 0 << false << false << false << LockCondition::stuck;
        QTest::newRow("dead, for five minutes") << 300 << true << false << false << LockCondition::stuck;
        QTest::newRow("dead, for a moment, another waits") << 50 << true << false << true << LockCondition::contended;
        QTest::newRow("dead, for a moment") << 50 << true << false << false << LockCondition::free;
        QTest::newRow("alive, without deadline") << 0 << true << true << true << LockCondition::free;
        QTest::newRow("alive, its deadline is not known") << 0 << false << true << true << LockCondition::free;
        QTest::newRow("alive") << 300 << true << true << true << LockCondition::free;
    }
    void aFreeLockThatADeadHeadKeepsFromAllIsNotFree()
    {
        QFETCH(int, deadline);
        QFETCH(bool, is_known);
        QFETCH(bool, is_heard);
        QFETCH(bool, another_lives);
        QFETCH(LockCondition, condition);
        RawLock raw;
        raw.name = "f";
        raw.queue = {bob};
        if (another_lives)
            raw.queue.push_back(alice);
        raw.server_time = 1'000'000;
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        if (deadline > 0)
            raw.deadlines = {{bob, std::to_string(raw.server_time + deadline * 1000)}};
        raw.waiter_subscribers = {{bob, is_heard ? 1 : 0}, {alice, 1}};
        auto state = *classify(raw);
        state.waiters.front().stale = !is_heard;
        state.deadlines_known = is_known;
        QCOMPARE(condition_of(state, {}, raw.read_at, {}), condition);
        if (deadline > 60) { // time alone brings it nearer
            const auto later = raw.read_at + std::chrono::seconds(deadline - 30);
            QVERIFY(condition_of(state, {}, later, {}) != LockCondition::stuck);
        }
        state.waiters.front().mapped = true; // perhaps it listens under another name
        QVERIFY(condition_of(state, {}, raw.read_at, {}) != LockCondition::stuck);
    }

    void aFreeLockThatTheLivingDoNotTakeIsNotFree_data()
    {
        QTest::addColumn<bool>("gets_on"); // its queue
        QTest::addColumn<LockCondition>("after_a_minute");
        QTest::newRow("nothing happens") << false << LockCondition::stuck;
        QTest::newRow("the first has left, and it is the turn of the second") << true << LockCondition::free;
    }
    /// Their process hangs, or the message that woke them was lost.
    void aFreeLockThatTheLivingDoNotTakeIsNotFree()
    {
        QFETCH(bool, gets_on);
        QFETCH(LockCondition, after_a_minute);
        RawLock raw;
        raw.name = "f";
        raw.queue = {bob, alice};
        raw.server_time = 1'000'000;
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        raw.deadlines = {{bob, "1300000"}, {alice, "1600000"}};
        raw.waiter_subscribers = {{bob, 1}, {alice, 1}};
        TrackedLock lock("f");
        History history;
        const auto condition_after = [&](milliseconds passed) {
            raw.read_at += passed;
            raw.server_time += passed.count();
            lock.advance(*classify(raw), {}, history);
            return condition_of(*lock.state(), {}, raw.read_at, {});
        };
        QCOMPARE(condition_after(milliseconds(0)), LockCondition::free); // it is being handed over
        QCOMPARE(condition_after(milliseconds(1900)), LockCondition::free);
        QVERIFY(!is_contended(*lock.state()));
        QCOMPARE(condition_after(milliseconds(103)), LockCondition::contended);
        QVERIFY(is_contended(*lock.state()));
        if (gets_on)
            raw.queue.erase(raw.queue.begin());
        QCOMPARE(condition_after(std::chrono::seconds(58)), after_a_minute);
    }

    void whatHappenedWhileNobodyLookedIsNotCounted()
    {
        RawLock raw;
        raw.name = "f";
        raw.queue = {bob};
        raw.server_time = 1'000'000;
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        raw.waiter_subscribers = {{bob, 1}};
        TrackedLock lock("f");
        History history;
        lock.advance(*classify(raw), {}, history);
        raw.read_at += std::chrono::hours(1);
        lock.advance(*classify(raw), {.unwatched = true}, history);
        QCOMPARE(condition_of(*lock.state(), {}, raw.read_at, {}), LockCondition::free);
    }

    /// The lock of a leader, or of a long job: it stands in nobody's way, however long it is held.
    void whatIsRenewedAndWaitedForByNobodyIsNotStuck()
    {
        auto raw = hash({{alice, "1"}});
        raw.read_at = SteadyTime(std::chrono::hours(10));
        auto state = *classify(raw);
        const SystemTime wall(std::chrono::seconds(1'700'000'000));
        state.held_since = wall - std::chrono::hours(5);
        const auto condition = [&](int seconds) {
            return condition_of(state, {}, raw.read_at + std::chrono::seconds(seconds),
                                wall + std::chrono::seconds(seconds));
        };
        QCOMPARE(condition(1), LockCondition::stuck); // nobody has seen a renewal
        state.renewed_at = raw.read_at;
        QCOMPARE(condition(1), LockCondition::held);
        QCOMPARE(condition(19), LockCondition::held);
        QCOMPARE(condition(21), LockCondition::stuck); // two renewals are missing
        state.waiting_clients = 1;
        QCOMPARE(condition(1), LockCondition::stuck);
    }

    void aLeaseThatWasShortenedIsNotNearlyOver()
    {
        const SystemTime wall(std::chrono::seconds(1'700'000'000));
        auto raw = hash({{"mode", "write"}, {alice + ":write", "5"}}, 150'000); // Its entries have added up.
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        TrackedLock lock("a");
        History history;
        lock.advance(*classify(raw), {.was_free = true, .happened = {.wall = wall}}, history);
        QCOMPARE(lock.state()->lease, milliseconds(150'000));
        const auto later = [&](std::int64_t seconds, std::int64_t ttl) {
            raw.read_at += std::chrono::seconds(seconds);
            raw.server_time += seconds * 1000;
            raw.ttl = ttl;
            lock.advance(*classify(raw), {.happened = {.wall = wall}}, history);
            return lock.state()->lease;
        };
        QCOMPARE(later(10, 140'000), milliseconds(150'000));
        QCOMPARE(later(10, 30'000), milliseconds(30'000)); // The watchdog does not add.
        const auto now = raw.read_at + std::chrono::seconds(5);
        QCOMPARE(condition_of(*lock.state(), {}, now, wall + std::chrono::seconds(25)), LockCondition::held);
        QCOMPARE(later(10, 20'000), milliseconds(30'000));
        QCOMPARE(later(0, 60'000), milliseconds(60'000));
    }

    void whoLeavesShortensNobodysLease_data()
    {
        QTest::addColumn<bool>("leaves");
        QTest::addColumn<bool>("knows_time"); // by the server's clock
        QTest::addColumn<bool>("is_moved");   // here from another server
        QTest::addColumn<qlonglong>("left");  // when there should be 24 s
        QTest::addColumn<qlonglong>("lease");
        const qlonglong little = 4'000;
        QTest::newRow("a reader left") << true << true << false << little << 30'000LL;
        QTest::newRow("a reader left, by our clock") << true << false << false << little << 30'000LL;
        QTest::newRow("an operator shortened it") << false << true << false << little << little;
        QTest::newRow("an operator shortened it a bit") << false << true << false << 21'100LL << 21'100LL;
        QTest::newRow("it is far shorter by our clock") << false << false << false << little << little;
        QTest::newRow("it seems a bit shorter by our clock") << false << false << false << 21'100LL << 30'000LL;
        QTest::newRow("it seems shorter by the clock of another server") << false << true << true << little << 30'000LL;
    }
    void whoLeavesShortensNobodysLease()
    {
        QFETCH(bool, leaves);
        QFETCH(bool, knows_time);
        QFETCH(bool, is_moved);
        QFETCH(qlonglong, left);
        QFETCH(qlonglong, lease);
        const SystemTime wall(std::chrono::seconds(1'700'000'000));
        const auto picture = [&](Fields fields, int seconds, std::int64_t ttl) {
            auto raw = hash(std::move(fields), ttl);
            raw.read_at = SteadyTime(std::chrono::seconds(100 + seconds));
            raw.server_time = knows_time ? raw.server_time + seconds * 1000 : 0;
            return *classify(raw);
        };
        const Fields one{{"mode", "read"}, {alice, "1"}};
        const Fields both{{"mode", "read"}, {alice, "1"}, {bob, "1"}};
        TrackedLock lock("a");
        History history;
        lock.advance(picture(one, 0, 30'000), {.was_free = true, .happened = {.wall = wall}},
                     history); // with a fixed lease
        lock.advance(picture(both, 20, 30'000), {.happened = {.wall = wall + std::chrono::seconds(20)}}, history);
        QCOMPARE(lock.state()->lease, milliseconds(30'000));
        lock.advance(picture(leaves ? one : both, 26, left),
                     {.other_clock = is_moved, .happened = {.wall = wall + std::chrono::seconds(26)}}, history);
        QCOMPARE(lock.state()->lease, milliseconds(lease));
        const auto condition =
            condition_of(*lock.state(), {}, lock.state()->observed_at, wall + std::chrono::seconds(26));
        const bool is_low = left == 4'000 && lease != left;
        QCOMPARE(condition, is_low ? LockCondition::expiring : LockCondition::held);
    }

    /// Without the right to TIME.
    void aWatchdogThatSetsItsOwnLeaseAgainEndsAnExtension()
    {
        const SystemTime wall(std::chrono::seconds(1'700'000'000));
        auto raw = hash({{alice, "1"}}, 6'000);
        raw.server_time = 0;
        raw.read_at = SteadyTime(std::chrono::seconds(100));
        TrackedLock lock("a");
        History history;
        lock.advance(*classify(raw), {.was_free = true, .happened = {.wall = wall}}, history);
        const auto next = [&](int milliseconds_on, std::int64_t ttl) {
            raw.read_at += milliseconds(milliseconds_on);
            raw.ttl = ttl;
            const auto at = wall + (raw.read_at - SteadyTime(std::chrono::seconds(100)));
            return lock.advance(*classify(raw),
                                {.happened = {.wall = std::chrono::time_point_cast<SystemTime::duration>(at)}},
                                history);
        };
        next(2'000, 6'000);
        next(500, 300'000); // by an operator
        QCOMPARE(lock.state()->lease, milliseconds(300'000));
        const auto events = next(1'500, 6'000);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().kind, LockEvent::Kind::shortened);
        for (int beat = 0; beat < 40; ++beat)
            next(2'000, 6'000);
        QCOMPARE(lock.state()->lease, milliseconds(6'000));
        const auto now = raw.read_at + milliseconds(1'900);
        QCOMPARE(condition_of(*lock.state(), {}, now, wall + std::chrono::seconds(86)), LockCondition::held);
    }
};

QTEST_APPLESS_MAIN(ClassifyTest)
#include "classify_test.moc"

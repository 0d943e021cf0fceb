// SPDX-License-Identifier: Apache-2.0
// Semaphores and latches: what Redis tells of them, what it does not, and what is no semaphore.
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "base/durations.hpp"
#include "lockscope/client.hpp"
#include "lockscope/count_down_latch.hpp"
#include "lockscope/findings.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/sandbox.hpp"
#include "lockscope/semaphore.hpp"
#include "monitor/counters.hpp"
#include "support/documented_acl.hpp"
#include "support/fault_proxy.hpp"

#include <QTest>

#include <future>

using namespace lockscope;
using namespace lockscope::monitor;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

namespace {

constexpr std::int64_t now = 1'800'000'000'000;
const std::string id(16, '\xab');
const std::string shown_id = "abababababababababababababababab";

RawCounter number(const std::string& value)
{
    RawCounter raw;
    raw.name = "sem";
    raw.is_string = true;
    raw.value = value;
    raw.ttl = -1;
    raw.server_time = now;
    raw.read_at = std::chrono::steady_clock::now();
    raw.semaphore_subscribers = raw.latch_subscribers = 0;
    return raw;
}

RawCounter with_permit(const std::string& member, const std::string& end)
{
    auto raw = number("2");
    raw.permits = {{member, end}};
    raw.permits_total = 1;
    return raw;
}

} // namespace

class CountersTest : public QObject
{
    Q_OBJECT

private slots:
    void aPermitIsAHolderUntilItsEnd()
    {
        const auto state = classify_counter(with_permit(id, std::to_string(now + 5000)));
        QVERIFY(state);
        QCOMPARE(state->type, LockType::semaphore);
        QVERIFY(state->type_certain);
        QCOMPARE(state->permits, std::optional<std::int64_t>(2));
        QCOMPARE(state->holders.size(), std::size_t(1));
        QCOMPARE(state->holders[0].owner, shown_id);
        QVERIFY(state->holders[0].client().empty());
        QCOMPARE(*state->holders[0].ttl, milliseconds(5000));
        QCOMPARE(state->ttl, milliseconds(5000));
        QVERIFY(state->anomalies.empty());
        const auto wall = std::chrono::system_clock::now();
        QCOMPARE(condition_of(*state, {}, state->observed_at, wall), LockCondition::held);
        QVERIFY(diagnose(*state, {}, {}, {state->observed_at, wall}).findings.empty());
    }

    void aPermitPastItsLeaseIsCounted()
    {
        auto raw = with_permit(id, std::to_string(now - 1));
        raw.permits.emplace_back(std::string(16, 'b'), std::to_string(now + 5000));
        raw.permits_total = 2;
        const auto state = classify_counter(raw);
        QVERIFY(state);
        QCOMPARE(state->holders.size(), std::size_t(1));
        QCOMPARE(permits_past_lease(*state, state->observed_at), 1);
        QCOMPARE(permits_past_lease(*state, state->observed_at + std::chrono::seconds(5)), 2);
    }

    void aPermitWithoutAnEndIsNeverPastIt()
    {
        const auto state = classify_counter(with_permit(id, "922337203685477"));
        QVERIFY(state);
        QCOMPARE(permits_past_lease(*state, state->observed_at + std::chrono::hours(1000)), 0);
    }

    void aNumberThatIsLeftTellsWhetherSomebodyCanHaveAPermit_data()
    {
        QTest::addColumn<std::string>("value");
        QTest::addColumn<LockType>("type");
        QTest::addColumn<bool>("is_past_lease"); // there is a permit past its lease
        QTest::addColumn<LockCondition>("condition");
        QTest::newRow("all are taken") << std::string("0") << LockType::semaphore << false << LockCondition::held;
        QTest::newRow("a debt") << std::string("-2") << LockType::semaphore << false << LockCondition::held;
        QTest::newRow("one is free") << std::string("1") << LockType::semaphore << false << LockCondition::free;
        QTest::newRow("one is past its lease")
            << std::string("0") << LockType::semaphore << true << LockCondition::free;
        QTest::newRow("a latch that is closed") << std::string("2") << LockType::latch << false << LockCondition::held;
        QTest::newRow("a latch that is open") << std::string("0") << LockType::latch << false << LockCondition::free;
    }
    void aNumberThatIsLeftTellsWhetherSomebodyCanHaveAPermit()
    {
        QFETCH(std::string, value);
        QFETCH(bool, is_past_lease);
        auto raw = number(value);
        if (is_past_lease)
            raw.permits = {{id, std::to_string(now - 1)}};
        QVERIFY(!classify_counter(raw));
        auto state = idle_counter(raw);
        QVERIFY(state);
        QFETCH(LockType, type);
        state->type = type;
        const auto condition = condition_of(*state, {}, state->observed_at, {});
        QTEST(condition, "condition");
    }

    void aPermitThatEndsBeyondEveryClockIsKeptForLong()
    {
        const auto state = classify_counter(with_permit(id, "900000000000000"));
        QVERIFY(state);
        QCOMPARE(state->holders[0].ttl, std::optional(longest_lease));
        QCOMPARE(state->ttl, longest_lease);
    }

    void whatThePermitsSay_data()
    {
        QTest::addColumn<std::string>("member");
        QTest::addColumn<std::string>("end");
        QTest::addColumn<bool>("is_semaphore");
        QTest::addColumn<std::size_t>("holders");
        const auto row = [](const char* name, const std::string& member, const std::string& end, bool is_one,
                            std::size_t holders) { QTest::newRow(name) << member << end << is_one << holders; };
        row("32 digits, as before 3.17", std::string(32, 'c'), std::to_string(now + 1), true, 1);
        row("without an end", id, "922337203685477", true, 1);
        row("over, and not taken back yet", id, std::to_string(now - 1), false, 0);
        row("no id of a client", "job:42", std::to_string(now + 1), false, 0);
        row("large digits", std::string(32, 'C'), std::to_string(now + 1), false, 0);
        row("no number", id, "nan", false, 0);
        row("infinite", id, "inf", false, 0);
        row("a key of another type", "", "", false, 0);
    }
    void whatThePermitsSay()
    {
        QFETCH(std::string, member);
        QFETCH(std::string, end);
        QFETCH(bool, is_semaphore);
        const auto state = classify_counter(with_permit(member, end));
        QCOMPARE(state.has_value(), is_semaphore);
        if (state)
            QTEST(state->holders.size(), "holders");
    }

    void aNumberAloneIsNoSemaphore_data()
    {
        QTest::addColumn<std::string>("value");
        QTest::addColumn<std::int64_t>("semaphore");
        QTest::addColumn<std::int64_t>("latch");
        QTest::addColumn<std::string>("type");
        const auto row = [](const char* name, const char* value, std::int64_t semaphore, std::int64_t latch,
                            const char* type) {
            QTest::newRow(name) << std::string(value) << semaphore << latch << std::string(type);
        };
        row("nobody listens", "3", 0, 0, "");
        row("somebody waits for a permit", "0", 2, 0, "semaphore");
        row("a debt", "-4", 1, 0, "semaphore");
        row("somebody waits for its end", "3", 0, 1, "latch");
        row("both", "3", 1, 1, "semaphore?");
        row("no number", "hello", 1, 0, "");
        row("too long for one", "00000000000000000000000000000000001", 1, 0, "");
        row("empty", "", 1, 0, "");
    }
    void aNumberAloneIsNoSemaphore()
    {
        QFETCH(std::string, value);
        QFETCH(std::int64_t, semaphore);
        QFETCH(std::int64_t, latch);
        auto raw = number(value);
        raw.semaphore_subscribers = semaphore;
        raw.latch_subscribers = latch;
        const auto state = classify_counter(raw);
        const auto type =
            state ? std::string(to_string(state->type)) + (state->type_certain ? "" : "?") : std::string();
        QTEST(type, "type");
        if (state) {
            QVERIFY(!state->is_held());
            QCOMPARE(*state->waiting_clients, semaphore > 0 ? semaphore : latch);
            QCOMPARE(condition_of(*state, {}, state->observed_at, {}), LockCondition::contended);
            QVERIFY(is_contended(*state));
        }
    }

    void onlySoManyPermitsAreKept()
    {
        auto raw = number("0");
        for (int i = 0; i < 5; ++i)
            raw.permits.emplace_back(std::string(15, 'x') + static_cast<char>('a' + i), std::to_string(now + 1000));
        raw.permits_total = 12;
        ReadLimits limits;
        limits.holders = 3;
        const auto state = classify_counter(raw, limits);
        QVERIFY(state);
        QCOMPARE(state->holders.size(), std::size_t(3));
        QCOMPARE(state->holders_total, std::size_t(12));
        QCOMPARE(state->anomalies, Anomalies{Anomaly::truncated});
    }

    void channelsAndKeysTellTheName_data()
    {
        QTest::addColumn<std::string>("channel");
        QTest::addColumn<std::vector<std::string>>("names");
        const auto row = [](const std::string& channel, const std::vector<std::string>& names) {
            QTest::newRow(channel.c_str()) << channel << names;
        };
        row(locks::semaphore_channel("a"), {"a", "{a}"});
        row(locks::semaphore_channel("x{a}"), {"x{a}"});
        row(locks::latch_channel("a"), {"a"});
        row(locks::latch_channel("{a}b"), {"{a}b"});
        row("redisson_countdownlatch__channel__a", {});
        row("redisson_countdownlatch__channel__{}", {});
        row("redisson_sc:plain", {});
        row("other:{a}", {});
    }
    void channelsAndKeysTellTheName()
    {
        QFETCH(std::string, channel);
        QTEST(locks::names_of_counter_channel(channel), "names");
    }

    void theMonitorSeesPermitsComeAndGo()
    {
        Sandbox sandbox;
        Client user(sandbox.endpoint());
        PermitSemaphore permits = user.permit_semaphore("permits");
        QVERIFY(permits.try_set_permits(2));
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(!log.was_shown("permits")); // only a number so far
        const auto first = permits.acquire(std::chrono::seconds(60));
        QVERIFY(log.wait_for_row("permits"));
        QVERIFY(until([&] { return log.row("permits")->holders.size() == 1; }));
        QCOMPARE(log.row("permits")->permits, std::optional<std::int64_t>(1));
        const auto second = permits.acquire(std::chrono::seconds(60));
        QVERIFY(until([&] { return log.row("permits")->holders.size() == 2; }));
        QVERIFY(log.wait_for_event("permits", Kind::acquired));
        permits.release(first);
        QVERIFY(log.wait_for_event("permits", Kind::released));
        permits.release(second);
        std::optional<std::int64_t> waiting = -1;
        QVERIFY(until([&] {
            const auto row = log.row("permits");
            if (row && !row->is_held())
                waiting = row->waiting_clients;
            return waiting != -1;
        }));
        QCOMPARE(waiting, std::optional<std::int64_t>(0)); // which is no secret of the server
        QVERIFY(log.wait_until_gone("permits"));
        const auto kinds = log.kinds("permits");
        QVERIFY(std::find(kinds.begin(), kinds.end(), Kind::vanished) == kinds.end());
    }

    /// The number is a string, which no lock is: looked at under that name alone, nothing would be there.
    void aNumberThatIsSetAnewWhileItIsFoundIsNoEnd()
    {
        Sandbox sandbox;
        FaultProxy far_away(sandbox.endpoint());
        Client client(far_away.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        LockData data(sandbox.endpoint());
        const auto transactions = [&data] {
            const auto stats = data.redis.text({"INFO", "commandstats"});
            const auto at = stats.find("cmdstat_exec:calls=");
            return at == std::string::npos ? 0 : std::stoi(stats.substr(at + 19));
        };
        const auto before = transactions();
        far_away.delay_replies(milliseconds(100));
        const auto end = std::to_string(data.server_now() + 600'000);
        const std::string take = "redis.call('SET', KEYS[1], 1) redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2])";
        const auto ends = locks::permit_timeout_key("permits");
        data.redis.expect({"EVAL", take, "2", "permits", ends, end, std::string(16, 'p')});
        QVERIFY(until([&] { return transactions() > before; }));
        data.redis.expect({"SET", "permits", "1"}); // It was found, and nobody knows it yet.
        QVERIFY(log.wait_for_row("permits"));
        data.hold("later", alice);
        QVERIFY(log.wait_for_row("later")); // What may be new is read in turn.
        QVERIFY(log.kinds("permits").empty());
        QCOMPARE(log.row("permits")->holders.size(), std::size_t(1));
    }

    void whoWaitsMakesItKnown()
    {
        Sandbox sandbox;
        Client user(sandbox.endpoint());
        Semaphore semaphore = user.semaphore("semaphore");
        QVERIFY(semaphore.try_set_permits(1));
        QVERIFY(semaphore.try_acquire());
        CountDownLatch latch = user.count_down_latch("latch");
        QVERIFY(latch.try_set_count(3));
        LockData(sandbox.endpoint()).redis.expect({"SET", "counter", "5"});
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        auto waits = std::async(std::launch::async, [&] { return semaphore.try_acquire_for(patience); });
        auto awaits = std::async(std::launch::async, [&] { return latch.wait_for(patience); });
        QVERIFY(log.wait_for_row("semaphore") && log.wait_for_row("latch"));
        QCOMPARE(log.row("semaphore")->type, LockType::semaphore);
        QCOMPARE(log.row("semaphore")->permits, std::optional<std::int64_t>(0));
        QCOMPARE(log.row("semaphore")->waiting_clients, std::optional<std::int64_t>(1));
        QCOMPARE(log.row("latch")->type, LockType::latch);
        QCOMPARE(log.row("latch")->permits, std::optional<std::int64_t>(3));
        const auto one = read_lock(client, "latch");
        QVERIFY(one && one->type == LockType::latch);
        const auto listed = list_locks(client, "*");
        QCOMPARE(listed.size(), std::size_t(2));
        QCOMPARE(listed[0].name, std::string("latch"));
        QCOMPARE(listed[1].name, std::string("semaphore"));
        QCOMPARE(list_locks(client, "l*").size(), std::size_t(1));
        LockData data(sandbox.endpoint());
        Client less(user_with(data.redis, sandbox.endpoint(), "viewer",
                              without(documented_rules("lockscope"), "+pubsub|channels")));
        QVERIFY(list_locks(less, "*").empty()); // and that is no error
        latch.count_down();
        QVERIFY(until([&] { return log.row("latch")->permits == 2; }));
        latch.count_down();
        latch.count_down();
        semaphore.release();
        QVERIFY(waits.get());
        QVERIFY(awaits.get());
        QVERIFY(log.wait_until_gone("latch") && log.wait_until_gone("semaphore"));
        QVERIFY(!log.was_shown("counter"));
        QVERIFY(!read_lock(client, "counter"));
    }

    /// Though it is known only because of that.
    void theFirstWhoWaitsIsToldToHaveCome()
    {
        Sandbox sandbox;
        Client user(sandbox.endpoint());
        CountDownLatch one = user.count_down_latch("one");
        CountDownLatch other = user.count_down_latch("other");
        QVERIFY(one.try_set_count(1) && other.try_set_count(1));
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        auto first = std::async(std::launch::async, [&] { return one.wait_for(patience); });
        QVERIFY(log.wait_for_row("one")); // So it has looked who waits.
        auto second = std::async(std::launch::async, [&] { return other.wait_for(patience); });
        QVERIFY(log.wait_for_event("other", Kind::waiter_came));
        one.count_down();
        other.count_down();
        QVERIFY(first.get() && second.get());
        QVERIFY(log.wait_for_event("other", Kind::waiter_left));
    }

    void whoWaitedBeforeIsNotToldToHaveCome()
    {
        Sandbox sandbox;
        Client user(sandbox.endpoint());
        CountDownLatch latch = user.count_down_latch("latch");
        QVERIFY(latch.try_set_count(1));
        auto waits = std::async(std::launch::async, [&] { return latch.wait_for(patience); });
        LockData data(sandbox.endpoint());
        QVERIFY(until([&] {
            return data.redis.list({"PUBSUB", "CHANNELS", locks::latch_channel("latch")}).size() == 1;
        }));
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row("latch"));
        latch.count_down();
        QVERIFY(waits.get());
        QVERIFY(log.wait_for_event("latch", Kind::waiter_left));
        const auto kinds = log.kinds("latch");
        QVERIFY(std::find(kinds.begin(), kinds.end(), Kind::waiter_came) == kinds.end());
    }

    void whatNobodyWaitsForAnyMoreIsNotFreeForThat()
    {
        Sandbox sandbox;
        Client user(sandbox.endpoint());
        Semaphore semaphore = user.semaphore("semaphore");
        QVERIFY(semaphore.try_set_permits(1));
        QVERIFY(semaphore.try_acquire());
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        auto waits = std::async(std::launch::async, [&] { return semaphore.try_acquire_for(std::chrono::seconds(2)); });
        QVERIFY(log.wait_for_row("semaphore"));
        QVERIFY(!waits.get());
        LockStatePtr last;
        QVERIFY(until([&] {
            const auto row = log.row("semaphore");
            last = row && row->waiting_clients == 0 ? row : last;
            return last != nullptr;
        }));
        QCOMPARE(last->permits, std::optional<std::int64_t>(0));
        QCOMPARE(condition_of(*last, {}, last->observed_at, {}), LockCondition::held);
    }

    void aListFindsPermitsWithoutNews()
    {
        Sandbox sandbox;
        LockData data(sandbox.endpoint());
        data.redis.expect({"SET", "permits", "1"});
        data.redis.expect({"ZADD", "{permits}:timeout", std::to_string(data.server_now() + 60'000), id});
        data.redis.expect({"ZADD", "{scores}:timeout", "17", "somebody"}); // a game's, perhaps
        data.redis.expect({"SET", "scores", "1"});
        data.redis.expect({"SET", "huge", std::string(100'000, '1')});
        data.redis.expect({"ZADD", "{huge}:timeout", std::to_string(data.server_now() + 60'000), id});
        data.hold("lock", alice);
        Client client(sandbox.endpoint());
        const auto listed = list_locks(client, "*");
        QCOMPARE(listed.size(), std::size_t(2));
        QCOMPARE(listed[0].name, std::string("lock"));
        QCOMPARE(listed[1].name, std::string("permits"));
        QCOMPARE(listed[1].holders[0].owner, shown_id);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row("permits")); // by the second scan
        QVERIFY(log.row("permits")->is_held());
        QVERIFY(!log.was_shown("scores") && !log.was_shown("huge"));
        // A lock of that name is another thing.
        data.redis.expect({"DEL", "permits", "{permits}:timeout"});
        QVERIFY(log.wait_until_gone("permits"));
        data.hold("permits", bob);
        QVERIFY(until([&] { return log.row("permits") && log.row("permits")->type == LockType::reentrant; }));
    }
};

QTEST_APPLESS_MAIN(CountersTest)
#include "counters_test.moc"

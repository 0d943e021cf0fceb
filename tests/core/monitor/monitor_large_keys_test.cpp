// SPDX-License-Identifier: Apache-2.0
#include "batch_log.hpp"
#include "lock_data.hpp"
#include "server_rest.hpp"

#include "lockscope/client.hpp"
#include "lockscope/sandbox.hpp"
#include "support/byte_proxy.hpp"
#include "support/documented_acl.hpp"
#include "support/subscriber.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

namespace {

/// For a proxy.
const SandboxOptions on_a_port{.tcp = true, .arguments = {}};

/// Of the connection that reads: another one after each loss.
std::string reading_connection(RedisClient& redis)
{
    for (const auto& client : redis.clients()) {
        if (client.at("name") == "lockscope-monitor")
            return client.at("id");
    }
    return {};
}

/// Where a user gets in who may do what the documentation says, perhaps without asking how large something is.
Endpoint viewer(RedisClient& redis, const Endpoint& endpoint, bool may_ask_for_sizes)
{
    const Rules rules = documented_rules("lockscope");
    return user_with(redis, endpoint, "viewer", may_ask_for_sizes ? rules : without(rules, "+memory|usage"));
}

/// What is more than is taken is too large, however long a busy machine needs for it: only a way that is slow is slow.
ClientOptions patient()
{
    ClientOptions options;
    options.command_timeout = std::chrono::seconds(60);
    return options;
}

} // namespace

class MonitorLargeKeysTest : public QObject
{
    Q_OBJECT

private slots:
    void whatGrowsTooLargeBesideAHeldLockIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<bool>("may_ask_for_sizes");
        for (const char* what : {"token", "queue", "deadlines", "main"}) {
            QTest::newRow(what) << QByteArray(what) << true;
            QTest::addRow("%s, and sizes may not be asked for", what) << QByteArray(what) << false;
        }
    }
    void whatGrowsTooLargeBesideAHeldLockIsLeftOut()
    {
        QFETCH(QByteArray, what);
        QFETCH(bool, may_ask_for_sizes);
        Sandbox sandbox;
        LockData data(sandbox.endpoint());
        Client client(viewer(data.redis, sandbox.endpoint(), may_ask_for_sizes), patient());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        data.hold("a", alice, 1, 600'000);
        data.hold("b", bob, 1, 600'000);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a") && log.wait_for_row("b"));

        const std::string much(70'000'000, 'x'); // more than is taken
        if (what == "token")
            data.redis.expect({"SET", locks::token_key("a"), much});
        else if (what == "queue")
            data.redis.expect({"RPUSH", locks::queue_key("a"), much});
        else if (what == "deadlines")
            data.redis.expect({"ZADD", locks::timeout_key("a"), "1", much});
        else
            data.redis.expect({"HSET", "a", "junk", much});
        // Both in one reading.
        const auto enter = [&](int count) {
            data.redis.expect({"MULTI"});
            data.redis.expect({"HSET", "a", alice, std::to_string(count)});
            data.redis.expect({"HSET", "b", bob, std::to_string(count)});
            data.redis.expect({"EXEC"});
        };
        const auto is_seen = [&](const std::string& lock, int count) {
            const auto row = log.row(lock);
            return row && row->is_held() && row->holders[0].count == count;
        };
        const auto is_over = [&](int count) {
            const auto row = log.row("a"); // The hash is no lock's any more.
            return is_seen("b", count) && (what == "main" ? !row || !row->is_held() : is_seen("a", count));
        };
        const std::chrono::seconds long_enough(180); // 64 MB take a while where memory is watched
        enter(2);
        QVERIFY(until([&] { return is_over(2); }, long_enough));
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::live; }, long_enough));
        const auto connection = reading_connection(data.redis);
        for (int count = 3; count < 6; ++count) {
            enter(count);
            QVERIFY(until([&] { return is_over(count); }, long_enough));
        }
        QCOMPARE(reading_connection(data.redis), connection);
        for (const char* lock : {"a", "b"}) {
            for (const auto kind : log.kinds(lock))
                QVERIFY2(kind == Kind::reentered || (what == "main" && lock[0] == 'a'),
                         std::string(to_string(kind)).c_str());
        }
        if (what == "token" && may_ask_for_sizes) {
            data.redis.expect({"SET", locks::token_key("a"), "42"});
            enter(6);
            QVERIFY(until([&] { return is_over(6) && log.row("a")->fencing_token == 42; }));
        }
    }

    void whatIsNotTooLargeAnyMoreIsSeenAgain_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<bool>("may_ask_for_sizes");
        for (const char* what : {"token", "queue"}) {
            QTest::newRow(what) << QByteArray(what) << true;
            QTest::addRow("%s, and sizes may not be asked for", what) << QByteArray(what) << false;
        }
    }
    void whatIsNotTooLargeAnyMoreIsSeenAgain()
    {
        QFETCH(QByteArray, what);
        QFETCH(bool, may_ask_for_sizes);
        Sandbox sandbox;
        LockData data(sandbox.endpoint());
        Client client(viewer(data.redis, sandbox.endpoint(), may_ask_for_sizes), patient());
        BatchLog log;
        MonitorOptions options;
        options.large_again = milliseconds(500);
        Monitor monitor(client, options, log.sink());
        data.hold("a", alice, 1, 600'000);
        data.queue("a", bob);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a"));

        const std::string much(70'000'000, 'x'); // more than is taken
        if (what == "token")
            data.redis.expect({"SET", locks::token_key("a"), much});
        else
            data.redis.expect({"RPUSH", locks::queue_key("a"), much});
        data.redis.expect({"HSET", "a", alice, "2"});
        const bool loses_queue = what == "queue" || !may_ask_for_sizes;
        const auto is_left_out = [&] {
            const auto row = log.row("a");
            return row->holders[0].count == 2 && row->waiters.empty() == loses_queue
                && row->anomalies.contains(Anomaly::truncated) == loses_queue;
        };
        QVERIFY(until(is_left_out, std::chrono::seconds(60)));
        QCOMPARE(log.row("a")->type, LockType::fair);
        QVERIFY(log.row("a")->type_certain);

        if (what == "token")
            data.redis.expect({"SET", locks::token_key("a"), "42"});
        else
            data.redis.expect({"RPOP", locks::queue_key("a")});
        data.queue("a", carol);
        const auto is_seen = [&] {
            const auto row = log.row("a");
            return row->waiters.size() == 2 && (what == "queue" || row->fencing_token == 42);
        };
        QVERIFY(until(is_seen, std::chrono::seconds(60)));
        QCOMPARE(log.row("a")->waiters[1].owner, carol);
        QVERIFY(!log.row("a")->anomalies.contains(Anomaly::truncated));
        const auto kinds = log.kinds("a");
        QCOMPARE(std::count(kinds.begin(), kinds.end(), Kind::waiter_left), 0);
    }

    void whatTakesTooLongIsLeftOut_data()
    {
        QTest::addColumn<bool>("may_ask_for_sizes");
        QTest::newRow("sizes tell") << true;
        QTest::newRow("sizes may not be asked for") << false;
    }
    void whatTakesTooLongIsLeftOut()
    {
        QFETCH(bool, may_ask_for_sizes);
        Sandbox sandbox(on_a_port);
        LockData data(sandbox.endpoint());
        const ByteProxy slow(sandbox.endpoint(), 64);
        ClientOptions options;
        options.command_timeout = milliseconds(500);
        Client client(viewer(data.redis, slow.endpoint(), may_ask_for_sizes), options);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        for (const char* lock : {"a", "b"})
            data.hold(lock, alice, 1, 600'000);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a") && log.wait_for_row("b"));
        data.redis.expect({"SETRANGE", locks::token_key("a"), "60000000", "x"}); // as much as is taken
        for (const char* lock : {"a", "b"})
            data.redis.expect({"HSET", lock, alice, "2"});
        for (const char* lock : {"a", "b"})
            QVERIFY(until([&] { return log.row(lock)->holders[0].count == 2; }));
        for (const char* lock : {"a", "b"})
            QVERIFY(log.kinds(lock) == std::vector{Kind::reentered});
    }

    void whatIsMuchButCanBeReadIsReadOnce_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::newRow("token") << QByteArray("token");
        QTest::newRow("queue") << QByteArray("queue");
        QTest::newRow("deadlines") << QByteArray("deadlines");
    }
    void whatIsMuchButCanBeReadIsReadOnce()
    {
        QFETCH(QByteArray, what);
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData data(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        data.hold("a", alice, 1, 600'000);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a"));
        constexpr int much = 20'000'000;
        if (what == "token")
            data.redis.expect({"SETRANGE", locks::token_key("a"), std::to_string(much), "x"});
        else if (what == "queue")
            data.redis.expect({"RPUSH", locks::queue_key("a"), std::string(much, 'x')});
        else
            data.redis.expect({"ZADD", locks::timeout_key("a"), "1", std::string(much, 'x')});
        const auto before = bytes_sent(data.redis);
        for (int count = 2; count < 6; ++count) {
            data.redis.expect({"HSET", "a", alice, std::to_string(count)});
            QVERIFY(until([&] { return log.row("a")->holders[0].count == count; }));
        }
        QVERIFY(bytes_sent(data.redis) - before < 2 * much);
        QVERIFY(log.row("a")->waiters.empty() && log.row("a")->strays.empty());
    }

    /// Where no size tells beforehand, it costs the connection to find out: once, not with each round.
    void aHashThatIsTooLargeHidesNoLock_data()
    {
        QTest::addColumn<bool>("is_there_before");
        QTest::addColumn<bool>("is_slow");
        QTest::newRow("was there before") << true << false;
        QTest::newRow("comes") << false << false;
        QTest::newRow("was there before, on a slow way") << true << true;
        QTest::newRow("comes, on a slow way") << false << true;
    }
    void aHashThatIsTooLargeHidesNoLock()
    {
        QFETCH(bool, is_there_before);
        QFETCH(bool, is_slow);
        Sandbox sandbox(on_a_port);
        LockData data(sandbox.endpoint());
        const ByteProxy slow(sandbox.endpoint(), 64);
        ClientOptions options;
        options.command_timeout = milliseconds(1000);
        Client client(viewer(data.redis, is_slow ? slow.endpoint() : sandbox.endpoint(), false), options);
        const auto add_hash = [&] { data.redis.expect({"HSET", "junk", "field", std::string(70'000'000, 'x')}); };
        if (is_there_before)
            add_hash();
        for (int i = 0; i < 40; ++i)
            data.hold("lock:" + std::to_string(i), alice, 1, 600'000);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(until([&] { return log.rows() == 40 && log.status().scan_rounds > 0; }, std::chrono::seconds(60)));
        if (!is_there_before)
            add_hash();
        data.hold("late", bob, 1, 600'000);
        QVERIFY(until([&] { return log.row("late") != nullptr; }, std::chrono::seconds(60)));

        QVERIFY(comes_to_rest(data.redis, log));
        QCOMPARE(log.rows(), std::size_t(41));
        QVERIFY(!log.was_shown("junk"));
        QCOMPARE(log.status().keys_unreadable, std::size_t(1));
    }

    void aHashThatIsTooLargeNoMoreIsLookedAtAgain()
    {
        Sandbox sandbox;
        LockData data(sandbox.endpoint());
        Client client(viewer(data.redis, sandbox.endpoint(), false), patient());
        data.redis.expect({"HSET", "a", "junk", std::string(70'000'000, 'x')});
        data.hold("b", alice, 1, 600'000);
        BatchLog log;
        MonitorOptions options;
        options.large_again = milliseconds(500);
        Monitor monitor(client, options, log.sink());
        monitor.start();
        QVERIFY(until([&] { return log.row("b") != nullptr && log.status().scan_rounds > 0; }));
        data.redis.expect({"DEL", "a"});
        data.hold("a", alice, 1, 600'000);
        QVERIFY(log.wait_for_row("a"));
        QVERIFY(until([&] { return log.status().keys_unreadable == 0; }, std::chrono::seconds(60)));
    }

    /// Whoever waits is then found with the lock that he waits for.
    void moreListenersThanOneReplyHolds()
    {
        Sandbox sandbox;
        LockData data(sandbox.endpoint());
        std::vector<std::string> channels{locks::unlock_channel("a")};
        for (int i = 0; i < 80; ++i)
            channels.push_back(locks::unlock_channel(std::to_string(i) + std::string(1'000'000, 'x')));
        const Subscriber many(sandbox.endpoint(), channels);
        for (const char* lock : {"a", "b"})
            data.hold(lock, alice, 1, 600'000);
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(until([&] { return log.row("a") && log.row("b") && log.status().scan_rounds > 0; },
                      std::chrono::seconds(60)));
        QVERIFY(comes_to_rest(data.redis, log));
        QCOMPARE(log.row("a")->waiting_clients, std::optional<std::int64_t>(1));
    }

    void aListingDoesWithoutIt()
    {
        Sandbox sandbox;
        LockData data(sandbox.endpoint());
        Client client(viewer(data.redis, sandbox.endpoint(), false), patient());
        data.redis.expect({"HSET", "junk", "field", std::string(70'000'000, 'x')});
        for (int i = 0; i < 40; ++i)
            data.hold("lock:" + std::to_string(i), alice, 1, 600'000);
        const auto listing = list_locks(client, "*", 1000);
        QCOMPARE(listing.locks.size(), std::size_t(40));
        QCOMPARE(listing.troubles.size(), std::size_t(1));
        QVERIFY2(listing.troubles[0].starts_with("\"junk\" could not be read: "), listing.troubles[0].c_str());
        QVERIFY2(listing.troubles[0].find("64 MB") != std::string::npos, listing.troubles[0].c_str());
    }

    void aListingEndsWithTheServer()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData(sandbox.endpoint()).hold("a", alice, 1, 600'000);
        QCOMPARE(list_locks(client, "*", 1000).locks.size(), std::size_t(1));
        sandbox.kill_server();
        QVERIFY_THROWS_EXCEPTION(Error, (void)list_locks(client, "*", 1000));
    }

    /// It is not released: the server has said nothing against it.
    void aLockWhoseHashTakesTooLongIsOutOfReach()
    {
        Sandbox sandbox(on_a_port);
        LockData data(sandbox.endpoint());
        const ByteProxy slow(sandbox.endpoint(), 64);
        ClientOptions options;
        options.command_timeout = milliseconds(1000);
        Client client(viewer(data.redis, slow.endpoint(), false), options);
        BatchLog log;
        MonitorOptions monitored;
        monitored.large_again = std::chrono::seconds(20); // longer than what is looked at before, however busy we are
        Monitor monitor(client, monitored, log.sink());
        for (const char* lock : {"a", "b"})
            data.hold(lock, alice, 1, 600'000);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a") && log.wait_for_row("b"));
        data.redis.expect({"HSET", "a", "junk", std::string(60'000'000, 'x')}); // as much as is taken
        QVERIFY(until(
            [&] {
                const auto row = log.row("a");
                return row && row->is_out_of_reach();
            },
            std::chrono::seconds(60)));
        QVERIFY(log.row("a")->is_held());
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::live; }));
        int count = 1;
        const auto change_both = [&] {
            ++count;
            for (const char* lock : {"a", "b"})
                data.redis.expect({"HSET", lock, alice, std::to_string(count)});
            return until([&] { return log.row("b")->holders[0].count == count; });
        };
        // To look at the large one would cost a connection each time; a machine that is busy may lose one now and then.
        bool all_stay_connected = false;
        for (int attempt = 0; attempt < 5 && !all_stay_connected; ++attempt) {
            const auto connections = connections_made(data.redis);
            QVERIFY(change_both() && change_both() && change_both());
            all_stay_connected = connections_made(data.redis) == connections;
        }
        QVERIFY(all_stay_connected);
        QVERIFY(log.kinds("a").empty());

        data.redis.expect({"HDEL", "a", "junk"});
        QVERIFY(until([&] { return !log.row("a")->is_out_of_reach(); }, std::chrono::seconds(120)));
        QCOMPARE(log.row("a")->holders[0].count, std::int64_t(count));
    }
};

QTEST_APPLESS_MAIN(MonitorLargeKeysTest)
#include "monitor_large_keys_test.moc"

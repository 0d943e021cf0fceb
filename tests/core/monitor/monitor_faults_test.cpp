// SPDX-License-Identifier: Apache-2.0
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "lockscope/client.hpp"
#include "lockscope/sandbox.hpp"
#include "support/byte_proxy.hpp"
#include "support/documented_acl.hpp"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

namespace {

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

std::int64_t bytes_sent(RedisClient& redis)
{
    const std::string stats = redis.text({"INFO", "stats"}), field = "total_net_output_bytes:";
    return std::stoll(stats.substr(stats.find(field) + field.size()));
}

} // namespace

class MonitorFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void aServerThatIsNotThereIsReportedAndFoundLater()
    {
        Sandbox sandbox;
        sandbox.kill_server();
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        QVERIFY(!log.status().link_error.empty());
        QCOMPARE(log.status().link_code, Errc::connection_failed);
        QVERIFY(log.status().next_attempt);
        sandbox.restart();
        QVERIFY(log.wait_until_live());
    }

    void aRestartIsToldAndEverythingIsReadAgain()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        LockData(sandbox.endpoint()).hold("a", alice);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a"));
        sandbox.kill_server();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        QVERIFY(log.row("a")); // what was known stays
        sandbox.restart();     // without its data
        LockData data(sandbox.endpoint());
        data.hold("b", bob);
        QVERIFY(log.wait_for_event("", Kind::resynchronised));
        QVERIFY(log.wait_until_gone("a"));
        QVERIFY(log.wait_for_row("b"));
        data.release("b");
        QVERIFY(log.wait_for_event("b", Kind::released));
        QVERIFY(log.wait_for_event("a", Kind::lost_in_failover));
        QVERIFY(log.wait_for_event("", Kind::failed_over));
        const auto events = log.events();
        const auto told = std::find_if(events.begin(), events.end(),
                                       [](const LockEvent& event) { return event.kind == Kind::failed_over; });
        QVERIFY(told->failover->is_restart());
        QCOMPARE(told->failover->lost, std::size_t(1));
        QCOMPARE(told->failover->kept, std::size_t(0));
    }

    void killedConnectionsAreReplaced_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("messages") << QByteArray("lockscope-messages");
        QTest::newRow("reads") << QByteArray("lockscope-monitor");
    }
    void killedConnectionsAreReplaced()
    {
        QFETCH(QByteArray, name);
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData data(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        for (int i = 0; i < 3; ++i) {
            QVERIFY(until([&] { return data.redis.kill_clients(name.toStdString()) > 0; }));
            const auto lock = "lock:" + std::to_string(i);
            data.hold(lock, alice);
            QVERIFY(log.wait_for_row(lock));
            data.redis.command({"HINCRBY", lock, alice, "1"});
            QVERIFY(until([&] { return log.row(lock)->holders[0].count == 2; }));
        }
    }

    void withoutTheConnectionOfTheMessagesItPolls()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData data(sandbox.endpoint());
        data.hold("a", alice);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row("a"));
        QVERIFY(until([&] { return log.status().source == NewsSource::broadcast; }));
        data.redis.expect({"CONFIG", "SET", "maxclients", "1"}); // nobody new
        QVERIFY(until([&] { return data.redis.kill_clients("lockscope-messages") > 0; }));
        QVERIFY(until([&] { return log.status().source == NewsSource::polling; }));
        QVERIFY(log.status().link == MonitorStatus::Link::live);
        data.redis.expect({"HINCRBY", "a", alice, "1"});
        QVERIFY(until([&] { return log.row("a")->holders[0].count == 2; }));
        data.redis.expect({"CONFIG", "SET", "maxclients", "1000"});
        QVERIFY(until([&] { return log.status().source == NewsSource::broadcast; }));
    }

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
        Client client(viewer(data.redis, sandbox.endpoint(), may_ask_for_sizes));
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
        const auto connection = reading_connection(data.redis);
        for (int count = 3; count < 6; ++count) {
            enter(count);
            QVERIFY(until([&] { return is_over(count); }, long_enough));
        }
        // A scan looks at whatever may be a lock.
        if (what != "main" || may_ask_for_sizes)
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
        Client client(viewer(data.redis, sandbox.endpoint(), may_ask_for_sizes));
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
        Sandbox sandbox;
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

    void nothingIsSentAfterStop()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData data(sandbox.endpoint());
        for (int round = 0; round < 20; ++round) {
            std::atomic<bool> stopped = false;
            std::atomic<int> late = 0, batches = 0;
            {
                MonitorOptions options;
                options.batch_interval = milliseconds(1);
                Monitor monitor(client, options, [&](MonitorBatch) {
                    ++batches;
                    if (stopped)
                        ++late;
                });
                monitor.start();
                QVERIFY(until([&] { return batches > 0; }));
                monitor.stop();
                stopped = true;
                data.hold("a", alice, round + 1);
            }
            QCOMPARE(late.load(), 0);
        }
    }

    void theSinkMayStopTheMonitor()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        std::atomic<int> batches = 0;
        std::unique_ptr<Monitor> monitor;
        monitor = std::make_unique<Monitor>(client, MonitorOptions{}, [&](MonitorBatch) {
            ++batches;
            monitor->stop();
        });
        monitor->start();
        QVERIFY(until([&] { return batches > 0; }));
        monitor.reset();
        QCOMPARE(batches.load(), 1);
    }

    void aMonitorThatFailsSaysSoWithItsLastWord()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        BatchLog log;
        std::atomic<bool> has_thrown = false;
        Monitor monitor(client, {}, [&, keep = log.sink()](MonitorBatch batch) {
            const bool is_live = batch.status && batch.status->link == MonitorStatus::Link::live;
            keep(std::move(batch));
            if (is_live && !has_thrown.exchange(true))
                throw std::runtime_error("no room for it");
        });
        monitor.start();
        QVERIFY(until([&] { return log.status().has_ended; }));
        QCOMPARE(log.status().link, MonitorStatus::Link::lost);
        QVERIFY(log.status().link_error.find("no room for it") != std::string::npos);
        QVERIFY(!log.status().next_attempt);
    }

    void theClientMayDieFirst()
    {
        Sandbox sandbox;
        LockData(sandbox.endpoint()).hold("a", alice);
        BatchLog log;
        auto client = std::make_unique<Client>(sandbox.endpoint());
        Monitor monitor(*client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row("a"));
        client.reset();
        monitor.refresh({"a"});
        monitor.set_pattern("x*");
        const auto batches = log.batches();
        monitor.stop();
        QCOMPARE(log.batches(), batches);
    }

    void destructionDoesNotWaitForAFrozenServer()
    {
        Sandbox sandbox;
        ClientOptions options;
        options.command_timeout = std::chrono::seconds(30);
        Client client(sandbox.endpoint(), options);
        BatchLog log;
        auto monitor = std::make_unique<Monitor>(client, MonitorOptions{}, log.sink());
        monitor->start();
        QVERIFY(log.wait_until_live());
        sandbox.pause_server();
        const auto started = std::chrono::steady_clock::now();
        monitor.reset();
        QVERIFY(std::chrono::steady_clock::now() - started < std::chrono::seconds(10));
        sandbox.resume_server();
    }
};

QTEST_APPLESS_MAIN(MonitorFaultsTest)
#include "monitor_faults_test.moc"

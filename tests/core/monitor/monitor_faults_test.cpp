// SPDX-License-Identifier: Apache-2.0
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "lockscope/client.hpp"
#include "lockscope/sandbox.hpp"
#include "support/fake_server.hpp"
#include "support/fault_proxy.hpp"

#include <QDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

namespace {

std::shared_ptr<const Failover> failover_in(const BatchLog& log)
{
    for (const auto& event : log.events()) {
        if (event.kind == Kind::failed_over)
            return event.failover;
    }
    return nullptr;
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

    /// Somebody at a desk far away, through two tunnels.
    void aLineThatTakesMoreThanASecondIsWatchedAllTheSame()
    {
        Sandbox sandbox;
        FaultProxy far_away(sandbox.endpoint());
        far_away.delay_replies(std::chrono::milliseconds(1100));
        Client client(far_away.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        constexpr std::chrono::seconds long_patience{90}; // a dozen answers, one after the other
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::live; }, long_patience));
        QVERIFY(until([&] { return log.status().behind >= std::chrono::milliseconds(1100); }, long_patience));
        LockData data(sandbox.endpoint());
        data.hold("a", alice);
        QVERIFY(until([&] { return log.row("a") != nullptr; }, long_patience));
        data.release("a");
        QVERIFY(log.wait_for_event("a", LockEvent::Kind::released, 1, long_patience));
    }

    /// Whether they are locks is not known: it is no sight of an empty server.
    void answersThatMakeNoSenseAreCounted_data()
    {
        QTest::addColumn<QByteArray>("refused"); // by an answer that is none
        QTest::newRow("of no hash") << QByteArray("HSCAN");
        QTest::newRow("of no transaction") << QByteArray("EXEC");
    }
    void answersThatMakeNoSenseAreCounted()
    {
        QFETCH(const QByteArray, refused);
        const FakeServer server([&](const FakeServer::Words& words) -> std::string {
            if (words.front() == "SCAN")
                return "*2\r\n$1\r\n0\r\n" + FakeServer::array({"a", "b", "c"});
            if (words.front() == "HSCAN" && refused != "HSCAN")
                return "*2\r\n$1\r\n0\r\n" + FakeServer::array({alice, "1"});
            return words.front() == "EXEC" ? ":7\r\n" : "+OK\r\n";
        });
        Endpoint endpoint;
        endpoint.host = server.address().host;
        endpoint.port = server.address().port;
        Client client(endpoint);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(until([&] { return log.status().scan_rounds > 0; }));
        QVERIFY(until([&] { return log.status().keys_unreadable == 3; }));
        QVERIFY(!log.status().unreadable_why.empty());
        QCOMPARE(log.status().keys_not_permitted, std::size_t(0));
        QCOMPARE(log.rows(), std::size_t(0));
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
        QVERIFY(log.wait_for_event("", Kind::resynchronised));
        LockData data(sandbox.endpoint());
        data.hold("b", bob);
        QVERIFY(log.wait_until_gone("a"));
        QVERIFY(log.wait_for_row("b"));
        data.release("b");
        QVERIFY(log.wait_for_event("b", Kind::released));
        QVERIFY(log.wait_for_event("a", Kind::lost_in_restart));
        QVERIFY(log.wait_for_event("", Kind::failed_over));
        const auto told = failover_in(log);
        QVERIFY(told->is_restart());
        QCOMPARE(told->lost, std::size_t(1));
        QCOMPARE(told->kept, std::size_t(0));
    }

    void whatOthersMayHaveReleasedAfterARestartIsNotLost()
    {
        Sandbox sandbox;
        FaultProxy between(sandbox.endpoint());
        Client client(between.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        {
            LockData data(sandbox.endpoint());
            for (const char* name : {"a", "b", "c"})
                data.hold(name, alice, 1, 600'000);
            data.redis.expect({"SAVE"});
        }
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a") && log.wait_for_row("b") && log.wait_for_row("c"));
        between.set_mode(FaultProxy::Mode::refuse);
        sandbox.kill_server();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        sandbox.restart();
        LockData(sandbox.endpoint()).release("a"); // faster than we
        between.set_mode(FaultProxy::Mode::forward);
        QVERIFY(log.wait_for_event("", Kind::failed_over));
        QVERIFY(log.kinds("a") == std::vector<Kind>{Kind::ended});
        const auto told = failover_in(log);
        QCOMPARE(told->kept, std::size_t(2));
        QCOMPARE(told->unclear, std::size_t(1));
        QCOMPARE(told->lost, std::size_t(0));
        QVERIFY(told->lost_locks.empty());
    }

    void whoTakesItAnewFromAServerWithoutDataHasNotKeptIt()
    {
        Sandbox sandbox;
        FaultProxy between(sandbox.endpoint());
        Client client(between.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        LockData(sandbox.endpoint()).hold("a", alice, 1, 600'000);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a"));
        between.set_mode(FaultProxy::Mode::refuse);
        sandbox.kill_server();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        sandbox.restart();
        LockData data(sandbox.endpoint());
        if (data.redis.text({"INFO", "persistence"}).find("rdb_last_load_keys_loaded") == std::string::npos)
            QSKIP("Before 7.0 Redis does not tell what it has loaded.");
        data.hold("a", alice, 1, 600'000);
        const auto before = std::chrono::system_clock::now();
        between.set_mode(FaultProxy::Mode::forward);
        QVERIFY(log.wait_for_event("", Kind::failed_over));
        QVERIFY(log.kinds("a") == (std::vector<Kind>{Kind::lost_in_restart, Kind::acquired}));
        QCOMPARE(failover_in(log)->kept, std::size_t(0));
        QCOMPARE(failover_in(log)->lost, std::size_t(1));
        QVERIFY(until([&] { return log.row("a") && log.row("a")->held_since >= before; }));
        QVERIFY(!log.row("a")->held_since_exact);
    }

    /// Its answer was on the way when the connection was lost: what is found later has not come to be then.
    void whatWasBeingReadHasNotHappenedBefore()
    {
        Sandbox sandbox;
        FaultProxy between(sandbox.endpoint());
        Client client(between.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        LockData(sandbox.endpoint()).hold("a", alice, 1, 1000);
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a"));
        between.inject(FaultProxy::Fault::swallow_and_fall_silent, FaultProxy::with_word("a"));
        QVERIFY(between.wait_injected(1)); // Is it over?
        between.set_mode(FaultProxy::Mode::refuse);
        sandbox.kill_server();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        sandbox.restart();
        LockData(sandbox.endpoint()).hold("a", alice, 1, 600'000);
        const auto before = std::chrono::system_clock::now();
        between.set_mode(FaultProxy::Mode::forward);
        QVERIFY(until([&] { return log.row("a") && log.row("a")->ttl > milliseconds(1000); }));
        QVERIFY(log.row("a")->held_since >= before);
    }

    void whatAServerSaidOfItselfIsForgottenWithIt()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(until([&] { return log.status().server_role == "master"; }));
        LockData data(sandbox.endpoint());
        data.redis.expect({"ACL", "SETUSER", "default", "-info"});
        data.redis.expect({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}); // as if another one answered
        QVERIFY(until([&] { return log.status().server_role.empty(); }));
        QVERIFY(log.status().server_version.empty());
        QVERIFY(!log.status().cost.cpu_share);
    }

    /// It takes connections, and refuses whatever is asked: what is known is of the past, as if it did not answer.
    void aServerThatRefusesEverythingIsAway_data()
    {
        QTest::addColumn<bool>("is_reconnected");
        QTest::newRow("while it is watched") << false;
        QTest::newRow("and the connection is a new one") << true;
    }
    void aServerThatRefusesEverythingIsAway()
    {
        QFETCH(bool, is_reconnected);
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData data(sandbox.endpoint());
        data.hold("a", alice);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("a"));
        data.redis.expect({"CONFIG", "SET", "replica-serve-stale-data", "no"});
        data.redis.expect({"REPLICAOF", "127.0.0.1", "1"}); // where no master is
        if (is_reconnected)
            QVERIFY(data.redis.kill_clients("lockscope-monitor") > 0);
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        QVERIFY(until([&] { return log.status().link_code == Errc::master_down; })); // the other row: lost before, too
        QVERIFY(log.status().link_error.find("MASTERDOWN") != std::string::npos);
        QVERIFY(log.row("a")); // what was known stays
        data.redis.expect({"REPLICAOF", "NO", "ONE"});
        QVERIFY(log.wait_until_live());
        data.redis.expect({"HINCRBY", "a", alice, "1"});
        QVERIFY(until([&] { return log.row("a") && log.row("a")->holders.front().count == 2; }));
        QVERIFY(log.status().link_error.empty());
    }

    /// That it says nothing is noticed seconds later; what is known of it is as old as its last word.
    void aServerIsSilentFromItsLastWordOn()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData data(sandbox.endpoint());
        data.hold("a", alice);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("a"));
        QVERIFY(!log.status().silent_since);
        sandbox.pause_server();
        const auto paused = std::chrono::steady_clock::now();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        QVERIFY(log.status().silent_since && *log.status().silent_since <= paused);
        sandbox.resume_server();
        QVERIFY(log.wait_until_live());
        QVERIFY(!log.status().silent_since);
    }

    /// It refuses PING as well, but not what we read.
    void aServerThatCannotSaveIsWatched()
    {
        Sandbox sandbox;
        Client client(sandbox.endpoint());
        LockData data(sandbox.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        const std::string folder = data.redis.list({"CONFIG", "GET", "dir"}).at(1);
        QVERIFY(QDir().mkpath(QString::fromStdString(folder + "/dump.rdb"))); // in the way of the file
        data.hold("a", alice);
        data.redis.expect({"CONFIG", "SET", "save", "3600 1"});
        data.redis.expect({"BGSAVE"});
        QVERIFY(until([&] { return data.redis.command({"PING"}).is_error(); }));
        QVERIFY(log.wait_for_row("a"));
        QVERIFY(data.redis.kill_clients("lockscope-monitor") > 0);
        QVERIFY(log.wait_for_event("", Kind::resynchronised));
        QVERIFY(log.wait_until_live());
        QVERIFY(log.status().link_error.empty());
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

// SPDX-License-Identifier: Apache-2.0
// Real faults in the middle of hand-overs: nobody twice, nothing lost, nobody hangs, and all recovers by itself.
#include "handover.hpp"
#include "support/history.hpp"
#include "support/linearizability.hpp"
#include "support/lock_suite.hpp"
#include "support/seed.hpp"
#include "support/timing.hpp"
#include "support/work.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

ClientOptions quick(milliseconds command_timeout)
{
    ClientOptions options;
    options.command_timeout = command_timeout;
    options.connect_timeout = 500ms;
    return options;
}

/// Two clients with a few threads each, contending for as long as this lives.
class Crowd
{
public:
    explicit Crowd(const Endpoint& endpoint, milliseconds command_timeout = 3s)
        : m_first(endpoint, quick(command_timeout))
        , m_second(endpoint, quick(command_timeout))
    {
        Dice seeds(seed_of_this_run());
        for (Client* client : {&m_first, &m_second}) {
            for (int i = 0; i < 4; ++i)
                m_threads.push_back(in_thread([this, client, work = Work(seeds.seed())] {
                    seen.contend(*client, "hot", ~std::uint64_t(0), work, Recorder(m_history, *client, "hot"));
                }));
        }
    }
    ~Crowd() { static_cast<void>(ends()); }
    /// True if so many more turns were taken in time.
    [[nodiscard]] bool goes_on(std::uint64_t turns = 50)
    {
        const std::uint64_t before = seen.entered;
        return until([&] { return seen.entered >= before + turns; });
    }
    [[nodiscard]] bool ends()
    {
        seen.stop = true;
        return std::all_of(m_threads.begin(), m_threads.end(), [](auto& thread) { return is_ready(thread, patience); });
    }
    /// Nobody twice, and nobody refused for nothing, as far as the threads can tell. Not to be asked before the end.
    [[nodiscard]] bool was_a_lock() const { return passes(check_history(m_history.operations(), {})); }
    Handover seen{};

private:
    History m_history;
    Client m_first;
    Client m_second;
    std::vector<std::future<void>> m_threads;
};

} // namespace

class FaultsTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    RedisClient& redis() { return m_server->redis; }
    void reconnect() { m_server->redis = RedisClient(m_server->direct()); }

private slots:
    void init() { m_server.emplace(); }
    void cleanup() { m_server.reset(); }

    void theServerIsStoppedForASecond_data()
    {
        QTest::addColumn<int>("timeout");
        QTest::newRow("shorter than the timeout") << 3000;
        QTest::newRow("longer than the timeout") << 250;
    }
    void theServerIsStoppedForASecond()
    {
        QFETCH(int, timeout);
        Crowd crowd(m_server->endpoint(), milliseconds(timeout));
        QVERIFY(crowd.goes_on());
        for (int i = 0; i < 2; ++i) {
            m_server->sandbox.pause_server();
            QTest::qWait(1000);
            m_server->sandbox.resume_server();
            QVERIFY(crowd.goes_on());
        }
        QVERIFY(crowd.ends());
        QCOMPARE(crowd.seen.overlaps.load(), std::uint64_t(0));
        QVERIFY(crowd.was_a_lock());
        QCOMPARE(crowd.seen.turns.load(), crowd.seen.entered.load());
        QCOMPARE(crowd.seen.errors.load() + crowd.seen.losses.load(), std::uint64_t(0));
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void theServerIsKilledAndComesBackWithItsData()
    {
        m_server.emplace(SandboxOptions{.arguments = {"--appendonly", "yes", "--appendfsync", "always"}});
        Crowd crowd(m_server->endpoint());
        for (int i = 0; i < 3; ++i) {
            QVERIFY(crowd.goes_on());
            m_server->sandbox.restart();
        }
        QVERIFY(crowd.goes_on());
        QVERIFY(crowd.ends());
        reconnect();
        QCOMPARE(crowd.seen.overlaps.load(), std::uint64_t(0));
        QVERIFY(crowd.was_a_lock());
        QCOMPARE(crowd.seen.turns.load(), crowd.seen.entered.load());
        QCOMPARE(crowd.seen.errors.load() + crowd.seen.losses.load(), std::uint64_t(0));
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void theServerIsKilledAndComesBackEmpty()
    {
        Crowd crowd(m_server->endpoint());
        for (int i = 0; i < 3; ++i) {
            QVERIFY(crowd.goes_on());
            m_server->sandbox.restart();
        }
        QVERIFY(crowd.goes_on());
        QVERIFY(crowd.ends());
        reconnect();
        // Redis cannot promise exclusion here. That whoever is overtaken is told: server_faults_test.
        QCOMPARE(crowd.seen.errors.load(), std::uint64_t(0));
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void aHolderHearsThatTheServerForgotIt()
    {
        Client holder(m_server->endpoint());
        Client other(m_server->endpoint());
        ReentrantLock a = holder.reentrant_lock("a");
        a.lock();
        const std::stop_token token = a.loss_token();
        m_server->sandbox.restart();
        QVERIFY(until([&] { return token.stop_requested(); }));
        QVERIFY(!a.is_held());
        QVERIFY(other.reentrant_lock("a").try_lock_for(5s));
        QCOMPARE(thrown([&] { return a.release(); }), Errc::lost);
    }

    void aWaiterSurvivesARestart()
    {
        Client holder(m_server->endpoint());
        Client other(m_server->endpoint());
        holder.reentrant_lock("a").lock(60s);
        auto waiter = in_thread([&] { return other.reentrant_lock("a").try_lock_for(20s); });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        const auto start = Clock::now();
        m_server->sandbox.restart();
        QVERIFY(waiter.get());
        QVERIFY2(since(start) < 15s, std::to_string(since(start).count()).c_str());
    }

    void scriptsAreFlushedAllTheTime()
    {
        Crowd crowd(m_server->endpoint());
        const auto end = Clock::now() + 2s;
        while (Clock::now() < end)
            redis().expect({"SCRIPT", "FLUSH"});
        QVERIFY(crowd.goes_on());
        QVERIFY(crowd.ends());
        QCOMPARE(crowd.seen.overlaps.load(), std::uint64_t(0));
        QVERIFY(crowd.was_a_lock());
        QCOMPARE(crowd.seen.turns.load(), crowd.seen.entered.load());
        QCOMPARE(crowd.seen.errors.load() + crowd.seen.losses.load(), std::uint64_t(0));
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void connectionsAreKilled_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::newRow("commands and renewals") << QByteArray("normal");
        QTest::newRow("messages") << QByteArray("pubsub");
    }
    void connectionsAreKilled()
    {
        QFETCH(QByteArray, type);
        Crowd crowd(m_server->endpoint());
        for (int i = 0; i < 20; ++i) {
            QVERIFY(crowd.goes_on(10));
            redis().expect({"CLIENT", "KILL", "TYPE", type.toStdString(), "SKIPME", "yes"});
        }
        QVERIFY(crowd.goes_on());
        QVERIFY(crowd.ends());
        QCOMPARE(crowd.seen.overlaps.load(), std::uint64_t(0));
        QVERIFY(crowd.was_a_lock());
        QCOMPARE(crowd.seen.turns.load(), crowd.seen.entered.load());
        QCOMPARE(crowd.seen.errors.load() + crowd.seen.losses.load(), std::uint64_t(0));
        QVERIFY2(crowd.seen.worst_ns < 10'000'000'000, std::to_string(crowd.seen.worst_ns).c_str());
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void aServerThatIsGoneIsSaidInTime()
    {
        ClientOptions options = quick(300ms);
        options.outage_patience = 600ms;
        Client client(m_server->endpoint(), options);
        ReentrantLock a = client.reentrant_lock("a");
        QVERIFY(gets(a));
        a.unlock();
        m_server->sandbox.kill_server();
        QVERIFY(until([&] { return thrown([&] { return a.is_locked(); }) == Errc::connection_failed; }));
        const auto start = Clock::now();
        QCOMPARE(thrown([&] {
                     a.lock();
                     return 0;
                 }),
                 Errc::connection_failed);
        QVERIFY(since(start) < 600ms + soon); // not the usual 15 s
        QCOMPARE(thrown([&] { return a.try_lock_for(200ms); }), Errc::connection_failed);
        QCOMPARE(thrown([&] { return a.is_locked(); }), Errc::connection_failed);
        m_server->sandbox.restart();
        QVERIFY(until([&] { return thrown([&] { return a.try_lock(); }) == Errc::ok; }));
        QVERIFY(a.is_held());
    }

    void loadingIsWaitedFor()
    {
        // Every write is in the file before it is answered; otherwise a busy disk may have it up to two seconds later.
        m_server.emplace(SandboxOptions{
            .arguments = {"--appendonly", "yes", "--appendfsync", "always", "--key-load-delay", "2000"}});
        Client client(m_server->endpoint());
        for (int i = 0; i < 300; ++i)
            redis().expect({"SET", "key " + std::to_string(i), "x"});
        client.reentrant_lock("a").lock();
        m_server->sandbox.restart();
        QVERIFY(client.reentrant_lock("a").is_held());
        QCOMPARE(client.reentrant_lock("a").release(), 0);
    }
};

QTEST_GUILESS_MAIN(FaultsTest)
#include "faults_test.moc"

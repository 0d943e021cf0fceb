// SPDX-License-Identifier: Apache-2.0
// Failures of acquiring, releasing and waiting that users of Redisson met; the numbers are those of its issues, "cl"
// means its change log. See docs/regressions.md.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include "lock_scripts.hpp"
#include "lockscope/holdable.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/semaphore.hpp"
#include "redis/script.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

class RegressionsWaitingTest : public QObject
{
    Q_OBJECT

    static inline const std::string channel = "redisson_lock__channel:{a}";
    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }
    void java_holds(const std::string& name, milliseconds lease = 60s)
    {
        redis().expect({"HSET", name, java_owner, "1"});
        redis().expect({"PEXPIRE", name, std::to_string(lease.count())});
    }
    void java_releases(const std::string& name)
    {
        redis().expect({"DEL", name});
        redis().publish("redisson_lock__channel:{" + name + '}', "0");
    }
    bool is_about(milliseconds lease)
    {
        return redis().pttl("a") <= lease.count() && redis().pttl("a") > lease.count() - 4000;
    }
    /// Each option with something ordinary, and with something that is nearly nothing or nearly without end.
    static std::vector<ClientOptions> combinations_of_options()
    {
        std::vector<ClientOptions> all(1);
        const auto vary = [&all]<typename T>(T ClientOptions::*option,
                                             const std::vector<std::type_identity_t<T>>& values) {
            std::vector<ClientOptions> varied;
            for (const ClientOptions& each : all) {
                for (const T& value : values)
                    varied.emplace_back(each).*option = value;
            }
            all = std::move(varied);
        };
        constexpr milliseconds very_long{100'000'000};
        vary(&ClientOptions::command_timeout, {50ms, very_long});
        vary(&ClientOptions::outage_patience, {0ms, 15s});
        vary(&ClientOptions::watchdog_lease, {brief_lease, very_long});
        vary(&ClientOptions::connect_timeout, {3s, very_long});
        vary(&ClientOptions::wait_for_replica, {false, true});
        vary(&ClientOptions::replica_timeout, {100ms, very_long});
        vary(&ClientOptions::sharded_messages, {ShardedMessages::automatic, ShardedMessages::on, ShardedMessages::off});
        vary(&ClientOptions::name, {"", "odd \r\n\xff"});
        vary(&ClientOptions::id, {"", "5f0c9d52-7a1e-4d0b-9a36-0c1de2f3a4b5"});
        return all;
    }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint());
    }
    void cleanup() { m_client.reset(); }

    // Leases.

    void theLeaseOfOneHandleIsEachOwnersOwn_3484()
    {
        ReentrantLock shared = lock(); // also keeps the three from using redis() at the same time
        const auto turns = [&](std::optional<milliseconds> lease) {
            for (int i = 0; i < 15; ++i) {
                static_cast<void>(shared.acquire({{}, lease, {}}));
                const bool is_own = is_about(lease.value_or(30s));
                shared.unlock();
                if (!is_own)
                    return false;
            }
            return true;
        };
        auto hour = in_thread([&] { return turns(1h); });
        auto seconds = in_thread([&] { return turns(5s); });
        QVERIFY(turns({}));
        QVERIFY(hour.get());
        QVERIFY(seconds.get());
    }

    void noLeaseLeaksIntoWhatFollows_4818_5623()
    {
        ReentrantLock a = lock();
        a.lock(1h);
        QVERIFY(is_about(1h));
        a.lock(); // inside, with the watchdog
        QVERIFY(is_about(1h));
        QCOMPARE(a.release(), 1);
        QVERIFY(is_about(1h)); // a partial release does not set it to the watchdog's
        QCOMPARE(a.release(), 0);
        a.lock();
        QVERIFY(is_about(30s));
        a.lock(10s);
        QVERIFY(is_about(30s));
        QCOMPARE(a.release(), 1);
        QVERIFY(is_about(30s));
        QCOMPARE(a.release(), 0);
        QVERIFY(a.try_lock_for(1s, 5s));
        QVERIFY(is_about(5s));
        QVERIFY(a.try_lock_for(1s, 20s));
        QVERIFY(is_about(20s));
        QCOMPARE(a.release(), 1);
        QVERIFY(is_about(20s));
        QCOMPARE(a.release(), 0);
        QVERIFY(a.try_lock());
        QVERIFY(is_about(30s));
    }

    // Odd servers and options.

    void aServerWithoutWaitInfoScriptAndClientIsServed_cl3261()
    {
        Sandbox bare(SandboxOptions{.arguments = {"--rename-command", "WAIT", "", "--rename-command", "SCRIPT", "",
                                                  "--rename-command", "INFO", "", "--rename-command", "CLIENT", ""}});
        Client client(bare.endpoint());
        ReentrantLock a = client.reentrant_lock("a");
        a.lock();
        a.lock();
        QVERIFY(in_thread([&] {
                    return is_refused([&] { return client.reentrant_lock("a").try_lock_for(300ms); });
                }).get());
        QCOMPARE(a.release(), 1);
        QCOMPARE(a.release(), 0);
    }

    void anAppendOnlyFileDelaysNoAcquisition_cl400()
    {
        Server durable(SandboxOptions{.arguments = {"--appendonly", "yes", "--appendfsync", "everysec"}});
        Client client(durable.endpoint());
        ReentrantLock a = client.reentrant_lock("a");
        milliseconds fastest = milliseconds::max();
        for (int i = 0; i < 101; ++i) {
            const auto start = Clock::now();
            a.lock();
            fastest = std::min(fastest, since(start));
            a.unlock();
        }
        // Of them all: a wait for the disk would slow each, what else this machine does only some.
        QVERIFY2(fastest < 50ms, std::to_string(fastest.count()).c_str());
    }

    /// With the watchdog's lease and with one of its own.
    void lock_twice(const ClientOptions& options)
    {
        m_server->empty();
        Client client(m_server->endpoint(), options);
        client.ping(); // who has no patience may have none for a connection either
        ReentrantLock a = client.reentrant_lock("a");
        const std::vector<std::optional<milliseconds>> leases{std::nullopt, 10s};
        for (const std::optional<milliseconds>& lease : leases) {
            for (int entries = 1; entries <= 2; ++entries)
                QVERIFY(a.acquire({.wait = {}, .lease = lease, .stop = {}}));
            QCOMPARE(a.release(), 1);
            QCOMPARE(a.release(), 0);
            QVERIFY(!redis().exists("a"));
        }
    }
    void everyCombinationOfOptionsLocks_cl3243()
    {
        // Every seventh: with each value of an option it takes each value of any other one.
        const std::size_t step = qEnvironmentVariableIsSet("LOCKSCOPE_LONG") ? 1 : 7;
        const std::vector<ClientOptions> all = combinations_of_options();
        for (std::size_t i = 0; i < all.size(); i += step) {
            Errc error = Errc::ok;
            // Who has no patience gives up on a server that is not let run for a moment.
            const bool works = until([&] {
                error = thrown([&] { lock_twice(all[i]); });
                return error == Errc::ok;
            });
            QVERIFY2(works && !QTest::currentTestFailed(),
                     ("combination " + std::to_string(i) + ", error " + std::to_string(int(error))).c_str());
        }
    }

    /// Whoever waits for a slow connection is asked whether it still wants to, which shortens no answer.
    void aConnectionThatOpensSlowlyLeavesNothingInDoubt()
    {
        FaultProxy proxy(m_server->direct());
        proxy.delay_replies(100ms);
        // On a busy machine an answer may come too late to be told.
        QVERIFY(until([&] {
            m_server->empty();
            Client client(proxy.endpoint());
            bool acquired = false;
            return thrown([&] { acquired = client.reentrant_lock("a").try_lock_for(1ms); }) == Errc::ok && acquired;
        }));
    }

    // Messages.

    /// Released between the try and the subscription: the message reaches nobody, the second try finds the lock free.
    void aReleaseBeforeTheSubscriptionIsNotMissed_1763()
    {
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint());
        proxy.inject(FaultProxy::Fault::hold_requests, FaultProxy::with_word(channel));
        java_holds("a");
        auto waiter = in_thread([&] { return client.reentrant_lock("a").try_lock_for(20s); });
        QVERIFY(proxy.wait_injected(1)); // it subscribes
        java_releases("a");
        const auto start = Clock::now();
        proxy.release_held();
        QVERIFY(waiter.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    void aSubscriptionThatIsNeverConfirmedEndsNoWaitLate_543_491_data()
    {
        QTest::addColumn<int>("wait");
        QTest::newRow("1 ms") << 1;
        QTest::newRow("300 ms") << 300;
    }
    void aSubscriptionThatIsNeverConfirmedEndsNoWaitLate_543_491()
    {
        QFETCH(int, wait);
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint());
        client.ping();
        proxy.inject(FaultProxy::Fault::hold_requests, FaultProxy::with_word(channel), 1000);
        java_holds("a");
        bool acquired = false;
        Errc error = Errc::ok;
        const auto took = shortest(milliseconds(wait + 150), [&] {
            const auto start = Clock::now();
            // On a busy machine an answer may come too late to be told.
            error = thrown(
                [&] { return acquired = acquired || client.reentrant_lock("a").try_lock_for(milliseconds(wait)); });
            return error == Errc::ok ? since(start) : milliseconds(1h);
        });
        QVERIFY(!acquired);
        QVERIFY2(took < milliseconds(wait + 150),
                 (std::to_string(took.count()) + " ms, the last error " + std::to_string(int(error))).c_str());
    }

    /// What is never confirmed keeps nobody from looking: that a lock is free is found by asking for it.
    void aSubscriptionThatIsNeverConfirmedDelaysNoLook_543_491_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("reentrant") << static_cast<int>(HoldKind::reentrant);
        QTest::newRow("fair") << static_cast<int>(HoldKind::fair);
        QTest::newRow("semaphore") << static_cast<int>(HoldKind::semaphore);
        QTest::newRow("permit") << static_cast<int>(HoldKind::permit);
    }
    void aSubscriptionThatIsNeverConfirmedDelaysNoLook_543_491()
    {
        QFETCH(int, kind);
        FaultProxy proxy(m_server->direct());
        ClientOptions options;
        options.command_timeout = 60s; // so long it would wait for what is not confirmed
        Client client(proxy.endpoint(), options);
        const auto subscribes = [](const std::vector<std::string>& words) { return words[0].ends_with("SUBSCRIBE"); };
        proxy.inject(FaultProxy::Fault::hold_requests, subscribes, 1000);
        const auto held = make_holdable(HoldKind{kind}, {"a"}, {&*m_client}, OwnerId{m_client->id(), 1});
        const auto wanted = make_holdable(HoldKind{kind}, {"a"}, {&client}, OwnerId{client.id(), 1});
        if (HoldKind{kind} == HoldKind::semaphore)
            QVERIFY(m_client->semaphore("a").try_set_permits(1));
        if (HoldKind{kind} == HoldKind::permit)
            QVERIFY(m_client->permit_semaphore("a").try_set_permits(1));
        QVERIFY(asio::co_spawn(m_client->executor(), held->acquire({}), asio::use_future).get());
        auto waiter = asio::co_spawn(client.executor(), wanted->acquire({}), asio::use_future);
        QVERIFY(proxy.wait_injected(1)); // it subscribes
        QCOMPARE(asio::co_spawn(m_client->executor(), held->release(), asio::use_future).get(), 0);
        QVERIFY(is_ready(waiter, soon));
        QVERIFY(waiter.get());
        QCOMPARE(asio::co_spawn(client.executor(), wanted->release(), asio::use_future).get(), 0);
    }

    /// One whose subscription failed must not spoil it for those who come after.
    void aSubscriptionThatFailedDoesNotPoisonTheLock_4064()
    {
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint());
        client.ping();
        proxy.inject(FaultProxy::Fault::hold_requests, FaultProxy::with_word(channel));
        java_holds("a");
        QVERIFY(is_refused([&] { return client.reentrant_lock("a").try_lock_for(500ms); }));
        proxy.release_held();
        auto second = in_thread([&] { return client.reentrant_lock("a").try_lock_for(20s); });
        QVERIFY(until([&] { return redis().subscribers(channel) == 1; }));
        java_releases("a");
        const auto start = Clock::now();
        QVERIFY(second.get());
        QVERIFY(since(start) < soon);
    }

    /// Any number of contended locks takes one connection for messages, and no pool of them.
    void aThousandContendedLocksTakeOneConnection_4216_5046()
    {
        constexpr int locks = 1000;
        const auto name = [](int i) { return "lock " + std::to_string(i); };
        std::vector<std::future<bool>> waiters;
        for (int i = 0; i < locks; ++i) {
            java_holds(name(i));
            waiters.push_back(asio::co_spawn(
                m_client->executor(), lock(name(i)).async_try_lock_for({m_client->id(), 1}, 60s), asio::use_future));
        }
        QVERIFY(until([&] { return redis().channels().size() >= locks; }));
        const auto clients = redis().clients();
        const auto ours = std::count_if(clients.begin(), clients.end(),
                                        [](const auto& client) { return client.at("name").starts_with("lockscope"); });
        QVERIFY2(ours <= 4, std::to_string(ours).c_str());
        for (int i = 0; i < locks; ++i)
            java_releases(name(i));
        for (auto& waiter : waiters)
            QVERIFY(waiter.get());
        QVERIFY(until([&] {
            const auto channels = redis().channels();
            return std::none_of(channels.begin(), channels.end(),
                                [](const std::string& each) { return each.starts_with("redisson"); });
        }));
    }

    /// The first of a line has heard that the lock is free, and cannot try.
    void aMessageWhoseTryFailedIsLeftToTheNext()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint());
        ReentrantLock a = client.reentrant_lock("a");
        const OwnerId holder{client.id(), 1};
        const OwnerId second{client.id(), 3};
        asio::co_spawn(pool, a.async_lock(holder), asio::use_future).get();
        // So that the server knows the script.
        QCOMPARE(asio::co_spawn(pool, a.async_unlock(holder), asio::use_future).get(), 0);
        asio::co_spawn(pool, a.async_lock(holder), asio::use_future).get();
        auto first = asio::co_spawn(pool, a.async_try_lock_for({client.id(), 2}, 3s), asio::use_future);
        QVERIFY(until([&] { return redis().subscribers(channel) == 1; }));
        auto waiting = asio::co_spawn(client.executor(), a.async_lock(second), asio::use_future);
        std::promise<void> is_in_line;
        asio::post(client.executor(), [&] { is_in_line.set_value(); });
        is_in_line.get_future().wait();
        proxy.inject(FaultProxy::Fault::swallow_and_reset,
                     FaultProxy::script(redis::Script(locks::scripts::reentrant_release).sha()));
        proxy.set_mode(FaultProxy::Mode::refuse);
        auto releasing = asio::co_spawn(pool, a.async_unlock(holder), asio::use_future);
        QVERIFY(thrown([&] { return first.get(); }) != Errc::ok);
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(is_ready(waiting, soon));
        waiting.get();
        QCOMPARE(releasing.get(), 0);
        QCOMPARE(asio::co_spawn(pool, a.async_unlock(second), asio::use_future).get(), 0);
    }

    /// Messages come back after the connection was lost, for those who waited already.
    void aWaiterHearsAfterTheConnectionWasLost_6026()
    {
        java_holds("a");
        auto waiter = in_thread([&] { return lock().try_lock_for(20s); });
        for (int i = 0; i < 3; ++i) {
            QVERIFY(until([&] { return redis().subscribers(channel) == 1; }));
            redis().expect({"CLIENT", "KILL", "TYPE", "pubsub"});
        }
        QVERIFY(until([&] { return redis().subscribers(channel) == 1; }));
        java_releases("a");
        const auto start = Clock::now();
        QVERIFY(waiter.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }
};

QTEST_GUILESS_MAIN(RegressionsWaitingTest)
#include "regressions_waiting_test.moc"

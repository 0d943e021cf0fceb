// SPDX-License-Identifier: Apache-2.0
// The awaitable lock: explicit owners, any executor, and cancellation that leaves nothing behind.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include "lock_scripts.hpp"
#include "redis/script.hpp"
#include "support/cancellable.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <set>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

namespace {

asio::awaitable<int> lock_and_unlock(ReentrantLock lock, OwnerId owner)
{
    co_await lock.async_lock(owner);
    co_return co_await lock.async_unlock(owner);
}

asio::awaitable<bool> acquire(ReentrantLock lock, OwnerId owner)
{
    co_return co_await lock.async_try_lock_for(owner, 20s);
}

} // namespace

class ReentrantLockAsyncTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }
    OwnerId owner(std::int64_t thread) { return {m_client->id(), thread}; }
    template <typename T>
    T await(asio::awaitable<T> work)
    {
        return asio::co_spawn(m_client->executor(), std::move(work), asio::use_future).get();
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

    void anyNumberMayBeAnOwner_data()
    {
        QTest::addColumn<qlonglong>("thread");
        QTest::newRow("zero") << 0LL;
        QTest::newRow("negative") << -1LL;
        QTest::newRow("smallest") << std::numeric_limits<qlonglong>::min();
        QTest::newRow("largest") << std::numeric_limits<qlonglong>::max();
    }
    void anyNumberMayBeAnOwner()
    {
        QFETCH(qlonglong, thread);
        await(lock().async_lock(owner(thread)));
        QCOMPARE(redis().hash("a"), (Fields{{m_client->id() + ':' + std::to_string(thread), "1"}}));
        QVERIFY(lock().is_held(owner(thread)));
        QVERIFY(!lock().is_held());
        QVERIFY(await(lock().async_is_locked()));
        QVERIFY(await(lock().async_remaining_lease()).has_value());
        QCOMPARE(await(lock().async_unlock(owner(thread))), 0);
        QVERIFY(!await(lock().async_is_locked()));
        QVERIFY(!await(lock().async_force_unlock()));
    }

    void aNewOwnerIsNobodyElse()
    {
        constexpr std::size_t threads = 4, asked = 200;
        std::vector<std::future<std::vector<std::int64_t>>> asking;
        for (std::size_t i = 0; i < threads; ++i) {
            asking.push_back(in_thread([&] {
                std::vector<std::int64_t> numbers{m_client->this_thread().thread};
                for (std::size_t k = 0; k < asked; ++k)
                    numbers.push_back(m_client->new_owner().thread);
                return numbers;
            }));
        }
        std::set<std::int64_t> all{m_client->this_thread().thread};
        for (auto& each : asking) {
            const std::vector<std::int64_t> numbers = each.get();
            all.insert(numbers.begin(), numbers.end());
        }
        QCOMPARE(all.size(), 1 + threads * (1 + asked));

        const OwnerId one = m_client->new_owner();
        const OwnerId two = m_client->new_owner();
        QCOMPARE(one.client, m_client->id());
        QVERIFY(await(lock().async_try_lock(one, 60s)));
        QVERIFY(!await(lock().async_try_lock(two)));
        QVERIFY(!lock().try_lock());
        QCOMPARE(await(lock().async_unlock(one)), 0);
    }

    void ownersExcludeEachOther()
    {
        QVERIFY(await(lock().async_try_lock(owner(1), 60s)));
        QVERIFY(!await(lock().async_try_lock(owner(2))));
        QVERIFY(is_refused([&] { return await(lock().async_try_lock_for(owner(2), 20ms)); }));
        QVERIFY(await(lock().async_try_lock(owner(1))));
        QCOMPARE(lock().hold_count(owner(1)), 2);
        QCOMPARE(thrown([&] { return await(lock().async_unlock(owner(2))); }), Errc::not_held);
    }

    void errorsComeOutOfTheAwait()
    {
        redis().expect({"SET", "a", "1"});
        QCOMPARE(thrown([&] { return await(lock().async_try_lock(owner(1))); }), Errc::wrong_type);
    }

    void worksOnAnyExecutor()
    {
        asio::thread_pool pool(2);
        std::vector<std::future<int>> all;
        for (int i = 0; i < 50; ++i)
            all.push_back(asio::co_spawn(pool, lock_and_unlock(lock(), owner(i)), asio::use_future));
        for (auto& each : all)
            QCOMPARE(each.get(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void oneOwnersOperationsRunOneAfterTheOther()
    {
        std::vector<std::future<void>> acquisitions;
        for (int i = 0; i < 50; ++i)
            acquisitions.push_back(asio::co_spawn(m_client->executor(), lock().async_lock(owner(1)), asio::use_future));
        for (auto& each : acquisitions)
            each.get();
        QCOMPARE(lock().hold_count(owner(1)), 50);
        QCOMPARE(redis().hash("a")[owner(1).field()], std::string("50"));
        std::vector<std::future<int>> releases;
        for (int i = 0; i < 50; ++i)
            releases.push_back(asio::co_spawn(m_client->executor(), lock().async_unlock(owner(1)), asio::use_future));
        for (int i = 0; i < 50; ++i)
            QCOMPARE(releases[static_cast<std::size_t>(i)].get(), 49 - i);
        QVERIFY(!redis().exists("a"));
    }

    void aThousandWaitersAreServedByOneContender()
    {
        await(lock().async_lock(owner(-1)));
        std::vector<std::future<int>> all;
        for (int i = 0; i < 1000; ++i)
            all.push_back(asio::co_spawn(m_client->executor(), lock_and_unlock(lock(), owner(i)), asio::use_future));
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        const auto scripts_so_far = [&] { return redis().scripts(); };
        const auto is_calm = [&] { // Those who came before the first of them was refused have tried, too.
            const std::int64_t before = scripts_so_far();
            return !until([&] { return scripts_so_far() != before; }, 100ms);
        };
        QVERIFY(until(is_calm));
        redis().reset_stats();
        const auto start = Clock::now();
        QCOMPARE(await(lock().async_unlock(owner(-1))), 0);
        for (auto& each : all)
            QCOMPARE(each.get(), 0);
        const std::int64_t scripts = scripts_so_far();
        // One that the machine lets wait for 25 ms in the middle is looked after by the watchdog.
        QVERIFY2(scripts <= 2 * 1000 + 20 + since(start) / 25ms, std::to_string(scripts).c_str());
        QVERIFY(redis().calls("subscribe") <= 1); // of those who hold, for changes by others
    }

    // Cancellation.

    void aCancelledWaiterLeaves()
    {
        asio::thread_pool pool(1);
        redis().expect({"HSET", "a", java_owner, "1"});
        Cancellable<bool> waiter(pool.get_executor(), acquire(lock(), owner(1)));
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        waiter.cancel();
        QCOMPARE(thrown([&] { return waiter.get(); }), Errc::cancelled);
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 0; }));
        QCOMPARE(redis().hash("a"), (Fields{{java_owner, "1"}}));
    }

    void theNextInLineTakesTheCancelledOnesPlace()
    {
        asio::thread_pool pool(1);
        redis().expect({"HSET", "a", java_owner, "1"});
        Cancellable<bool> first(pool.get_executor(), acquire(lock(), owner(1)));
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        Cancellable<bool> second(pool.get_executor(), acquire(lock(), owner(2)));
        first.cancel();
        QCOMPARE(thrown([&] { return first.get(); }), Errc::cancelled);
        redis().command({"DEL", "a"});
        redis().publish("redisson_lock__channel:{a}", "0");
        QVERIFY(second.get());
        QCOMPARE(await(lock().async_unlock(owner(2))), 0);
    }

    void anOperationCancelledBehindAnotherOfItsOwnerLeaves()
    {
        asio::thread_pool pool(1);
        redis().expect({"HSET", "a", java_owner, "1"});
        Cancellable<bool> first(pool.get_executor(), acquire(lock(), owner(1)));
        Cancellable<bool> second(pool.get_executor(), acquire(lock(), owner(1)));
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        second.cancel();
        QCOMPARE(thrown([&] { return second.get(); }), Errc::cancelled);
        first.cancel();
        QCOMPARE(thrown([&] { return first.get(); }), Errc::cancelled);
    }

    /// Cancelled at every moment of an acquisition: in the end it is held and told so, or gone.
    void cancellationNeverLeavesAGhost()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        proxy.delay_replies(3ms);
        Client slow(proxy.endpoint());
        const OwnerId me{slow.id(), 1};
        int cancelled = 0;
        for (int i = 0; i < 60; ++i) {
            const bool contended = i % 2 == 1;
            if (contended) {
                redis().expect({"HSET", "a", java_owner, "1"});
                redis().expect({"PEXPIRE", "a", "8"});
            }
            Cancellable<bool> attempt(pool.get_executor(), acquire(slow.reentrant_lock("a"), me));
            std::this_thread::sleep_for(std::chrono::microseconds(400 * (i / 2))); // the moment itself is what varies
            attempt.cancel();
            bool acquired = false;
            const Errc error = thrown([&] { return acquired = attempt.get(); });
            if (acquired) {
                QVERIFY(asio::co_spawn(pool, slow.reentrant_lock("a").async_unlock(me), asio::use_future).get() == 0);
            } else {
                QCOMPARE(error, Errc::cancelled);
                ++cancelled;
            }
            QVERIFY(!slow.reentrant_lock("a").is_held(me));
            QVERIFY(until([&] { return !redis().exists("a"); }));
        }
        QVERIFY(cancelled > 5);
    }

    void aCancelledReentryKeepsTheOuterHold()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        Client slow(proxy.endpoint());
        const OwnerId me{slow.id(), 1};
        ReentrantLock a = slow.reentrant_lock("a");
        asio::co_spawn(pool, a.async_lock(me), asio::use_future).get();
        proxy.delay_replies(2s);
        redis().reset_stats();
        Cancellable<bool> attempt(pool.get_executor(), acquire(a, me));
        QVERIFY(until([&] { return redis().hash("a")[me.field()] == "2"; }));
        attempt.cancel();
        QCOMPARE(thrown([&] { return attempt.get(); }), Errc::cancelled);
        proxy.delay_replies(0ms);
        QCOMPARE(a.hold_count(me), 1);
        QCOMPARE(asio::co_spawn(pool, a.async_unlock(me), asio::use_future).get(), 0);
        QVERIFY(!redis().exists("a"));
    }

    void aCancelledReentryLeavesALeaseToItsEnd()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        Client slow(proxy.endpoint(), options);
        const OwnerId me{slow.id(), 1};
        ReentrantLock a = slow.reentrant_lock("a");
        asio::co_spawn(pool, a.async_lock(me, 2500ms), asio::use_future).get();
        proxy.delay_replies(500ms);
        Cancellable<bool> attempt(pool.get_executor(), acquire(a, me));
        QVERIFY(until([&] { return redis().hash("a")[me.field()] == "2"; }));
        attempt.cancel();
        QCOMPARE(thrown([&] { return attempt.get(); }), Errc::cancelled);
        proxy.delay_replies(0ms);
        QCOMPARE(a.hold_count(me), 1);
        QVERIFY(runs_out(redis(), "a"));
        QVERIFY(!a.is_held(me));
    }

    void aCancelledExtensionIsNotWaitedFor_data()
    {
        QTest::addColumn<bool>("is_in_the_way");
        QTest::newRow("the server is out of reach") << false;
        QTest::newRow("behind another operation of its owner") << true;
    }
    void aCancelledExtensionIsNotWaitedFor()
    {
        QFETCH(bool, is_in_the_way);
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        Client slow(proxy.endpoint());
        const OwnerId me{slow.id(), 1};
        ReentrantLock a = slow.reentrant_lock("a");
        asio::co_spawn(pool, a.async_lock(me), asio::use_future).get();
        std::future<bool> before;
        if (is_in_the_way) {
            // Not the watchdog's first look, which may come now.
            proxy.inject(FaultProxy::Fault::hold_requests, FaultProxy::with_word("3600000"));
            before = asio::co_spawn(pool, a.async_extend(me, 1h), asio::use_future);
            QVERIFY(proxy.wait_injected(1));
        } else {
            proxy.set_mode(FaultProxy::Mode::refuse);
            proxy.cut_all();
            const int accepted = proxy.accepted();
            QVERIFY(until([&] { return proxy.accepted() > accepted; })); // so nothing is sent over what was cut
        }
        Cancellable<bool> extending(pool.get_executor(), a.async_extend(me, 1h));
        const auto start = Clock::now();
        extending.cancel();
        QCOMPARE(thrown([&] { return extending.get(); }), Errc::cancelled);
        QVERIFY(since(start) < soon);
        proxy.set_mode(FaultProxy::Mode::forward);
        proxy.release_held();
        QVERIFY(!is_in_the_way || before.get());
        QVERIFY(a.is_held(me));
        QCOMPARE(asio::co_spawn(pool, a.async_unlock(me), asio::use_future).get(), 0);
    }

    // Releases that stand behind another operation of their owner.

    void aCancelledReleaseGivesItBackAllTheSame()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        Client slow(proxy.endpoint());
        const OwnerId me{slow.id(), 1};
        ReentrantLock a = slow.reentrant_lock("a");
        asio::co_spawn(pool, a.async_lock(me), asio::use_future).get();
        proxy.inject(FaultProxy::Fault::hold_requests, FaultProxy::any_script());
        auto extending = asio::co_spawn(pool, a.async_extend(me, 1h), asio::use_future);
        QVERIFY(proxy.wait_injected(1));
        Cancellable<int> releasing(pool.get_executor(), a.async_unlock(me));
        releasing.cancel();
        proxy.release_held();
        QVERIFY(extending.get());
        QCOMPARE(thrown([&] { return releasing.get(); }), Errc::ok);
        QVERIFY(!a.is_held(me));
        QVERIFY(!redis().exists("a"));
    }

    void whatStaysIsRenewedWhileAnEntryIsLeft()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        options.command_timeout = 60s;
        options.outage_patience = 60s;
        Client slow(proxy.endpoint(), options);
        const OwnerId me{slow.id(), 1};
        ReentrantLock a = slow.reentrant_lock("a");
        asio::co_spawn(pool, a.async_lock(me), asio::use_future).get();
        asio::co_spawn(pool, a.async_lock(me), asio::use_future).get();
        proxy.inject(FaultProxy::Fault::hold_requests,
                     FaultProxy::script(redis::Script(locks::scripts::reentrant_release).sha()));
        auto releasing = asio::co_spawn(pool, a.async_unlock(me), asio::use_future);
        QVERIFY(proxy.wait_injected(1));
        QVERIFY(are_renewed(redis(), {"a"}, 1)); // before the lease ends that it had
        proxy.release_held();
        QCOMPARE(releasing.get(), 1);
        QCOMPARE(asio::co_spawn(pool, a.async_unlock(me), asio::use_future).get(), 0);
    }

    void whatIsInTheWayForTooLongDoesNotKeepIt()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        ClientOptions options;
        options.outage_patience = 200ms;
        Client slow(proxy.endpoint(), options);
        const OwnerId me{slow.id(), 1};
        ReentrantLock a = slow.reentrant_lock("a");
        const auto take = [&] { asio::co_spawn(pool, a.async_lock(me), asio::use_future).get(); };
        QVERIFY(until([&] { return thrown(take) == Errc::ok; }));
        // Not the watchdog's first look, which may come now.
        proxy.inject(FaultProxy::Fault::hold_requests,
                     FaultProxy::script(redis::Script(locks::scripts::reentrant_acquire).sha()));
        auto entering = asio::co_spawn(pool, acquire(a, me), asio::use_future); // an answer gets a second more
        QVERIFY(proxy.wait_injected(1));
        auto releasing = asio::co_spawn(pool, a.async_unlock(me), asio::use_future);
        QCOMPARE(thrown([&] { return releasing.get(); }), Errc::outcome_unknown);
        proxy.release_held();
        bool has_entered = false;
        const Errc outcome = thrown([&] { return has_entered = entering.get(); });
        QVERIFY(has_entered || outcome == Errc::outcome_unknown); // on a busy machine
        QVERIFY(until([&] { return a.hold_count(me) == (has_entered ? 1 : 0); }));
        if (has_entered) {
            const auto give_back = [&] { asio::co_spawn(pool, a.async_unlock(me), asio::use_future).get(); };
            const Errc given_back = thrown(give_back);
            QVERIFY(given_back == Errc::ok || given_back == Errc::outcome_unknown); // no more patience than before
        }
        QVERIFY(until([&] { return !redis().exists("a"); }));
    }
};

QTEST_GUILESS_MAIN(ReentrantLockAsyncTest)
#include "reentrant_lock_async_test.moc"

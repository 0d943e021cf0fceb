// SPDX-License-Identifier: Apache-2.0
// One name spread over several locks; and, for comparison, locks as they are often written by hand.
// Boost.Asio before Qt, whose keyword "emit" is a function there.
#include "support/cancellable.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include "lockscope/baselines.hpp"
#include "lockscope/error.hpp"
#include "lockscope/striped_lock.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

class StripedLockTest : public QObject
{
    Q_OBJECT

    Server m_server;
    RedisClient& redis() { return m_server.redis; }

private slots:
    void init() { m_server.empty(); }

    void manyTakeOneEach()
    {
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 3);
        std::promise<void> end;
        const std::shared_future<void> ending = end.get_future().share();
        std::vector<std::future<int>> others;
        for (int i = 0; i < 3; ++i) {
            others.push_back(in_thread([&] {
                const auto stripe = stock.take_one();
                ending.wait();
                return stripe.stripe();
            }));
        }
        QVERIFY(until([&] { return redis().keys().size() == 3; }));
        QVERIFY(is_refused([&] { return stock.try_take_one(300ms).has_value(); }));
        end.set_value();
        std::set<int> taken;
        for (auto& other : others)
            taken.insert(other.get());
        QCOMPARE(taken, (std::set<int>{0, 1, 2}));
        QVERIFY(redis().keys().empty());
    }

    void aStripeIsGivenBackAtTheEndOfItsScope()
    {
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 4);
        {
            const auto stripe = stock.take_one();
            QVERIFY(redis().exists("stock:" + std::to_string(stripe.stripe())));
        }
        QVERIFY(redis().keys().empty());
    }

    void whoeverEndsAStripeGivesItBack_data()
    {
        QTest::addColumn<bool>("on_io_thread");
        QTest::newRow("another thread") << false;
        QTest::newRow("the client's I/O thread") << true;
    }
    void whoeverEndsAStripeGivesItBack()
    {
        QFETCH(bool, on_io_thread);
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 4);
        auto stripe = std::make_unique<StripedLock::Stripe>(stock.take_one());
        auto end = [stripe = std::move(stripe)]() mutable { stripe.reset(); };
        if (on_io_thread)
            asio::post(client.executor(), std::move(end));
        else
            in_thread(std::move(end)).get();
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void nobodyGetsAStripeThatItHoldsAlready()
    {
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 2);
        {
            const auto first = stock.take_one();
            const auto second = stock.take_one();
            QVERIFY(first.stripe() != second.stripe());
            QVERIFY(!stock.try_take_one(0ms));
            QCOMPARE(thrown([&] { return stock.take_one(); }), Errc::would_deadlock);
        }
        std::promise<void> end;
        auto other = in_thread([&] {
            const auto stripe = stock.take_one();
            end.get_future().wait();
            return stripe.stripe();
        });
        QVERIFY(until([&] { return redis().keys().size() == 1; }));
        const auto mine = stock.take_one();
        for (int i = 0; i < 10; ++i) // it begins anywhere
            QVERIFY(is_refused([&] { return stock.try_take_one(10ms).has_value(); }));
        end.set_value();
        const auto next = stock.take_one();
        QCOMPARE(next.stripe(), other.get());
        QVERIFY(next.stripe() != mine.stripe());
    }

    void aStripeWithALeaseEndsByItself()
    {
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 2);
        const auto stripe = stock.acquire_one({.wait = 0ms, .lease = 60s, .stop = {}});
        QVERIFY(stripe.has_value());
        const std::int64_t ttl = redis().pttl("stock:" + std::to_string(stripe->stripe()));
        QVERIFY2(ttl > 30000 && ttl <= 60000, std::to_string(ttl).c_str());
    }

    void whoWaitsGetsWhicheverIsFreeFirst()
    {
        for (const char* name : {"stock:0", "stock:1"}) {
            redis().expect({"HSET", name, java_owner, "1"});
            redis().expect({"PEXPIRE", name, "60000"});
        }
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 2);
        auto waiting = in_thread([&] {
            const auto stripe = stock.try_take_one(patience);
            return stripe ? stripe->stripe() : -1;
        });
        const auto is_listened_to = [&](int index) {
            return redis().subscribers("redisson_lock__channel:{stock:" + std::to_string(index) + "}") > 0;
        };
        int listens_to = -1;
        QVERIFY(until([&] {
            listens_to = is_listened_to(0) ? 0 : is_listened_to(1) ? 1 : -1;
            return listens_to >= 0;
        }));
        const int other = 1 - listens_to;
        redis().expect({"DEL", "stock:" + std::to_string(other)}); // as a lease that ends: nobody is told
        QCOMPARE(waiting.get(), other);
    }

    void whoIsNoLongerWaitingGetsNone()
    {
        Client client(m_server.endpoint());
        Client other(m_server.endpoint());
        StripedLock stock(client, "stock", 1);
        StripedLock others(other, "stock", 1);
        const auto held = others.take_one();
        std::stop_source stop;
        auto waiting = in_thread([&] {
            return thrown([&] { return stock.acquire_one({.wait = {}, .lease = {}, .stop = stop.get_token()}); });
        });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{stock:0}") == 1; }));
        stop.request_stop();
        QCOMPARE(waiting.get(), Errc::cancelled);
        QCOMPARE(redis().hash("stock:0").size(), std::size_t(1));
    }

    /// Cancelled at every moment of a round over the stripes: one of them is held and told so, or none is.
    void cancellationNeverLeavesAStripe()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server.direct());
        proxy.delay_replies(3ms);
        Client client(proxy.endpoint());
        StripedLock stock(client, "stock", 2);
        const OwnerId owner{client.id(), 7};
        int cancelled = 0;
        for (int i = 0; i < 120; ++i) {
            for (int busy = 0; busy < i % 3; ++busy) { // none of the stripes, one, or both, for a moment
                const std::string name = "stock:" + std::to_string(busy);
                redis().expect({"HSET", name, java_owner, "1"});
                redis().expect({"PEXPIRE", name, "8"});
            }
            Cancellable<std::optional<int>> attempt(
                pool.get_executor(), stock.async_take_one(owner, {.wait = 20s, .lease = {}, .stop = {}}));
            std::this_thread::sleep_for(std::chrono::microseconds(400 * (i / 3))); // the moment itself is what varies
            attempt.cancel();
            std::optional<int> stripe;
            const Errc error = thrown([&] { return stripe = attempt.get(); });
            if (stripe) {
                ReentrantLock held = stock.stripe(*stripe);
                QCOMPARE(asio::co_spawn(pool, held.async_unlock(owner), asio::use_future).get(), 0);
            } else {
                ++cancelled;
                QCOMPARE(error, Errc::cancelled);
            }
            for (int each = 0; each < stock.size(); ++each)
                QCOMPARE(stock.stripe(each).hold_count(owner), 0);
            QVERIFY(until([&] { return redis().keys().empty(); }));
        }
        QVERIFY(cancelled > 5);
    }

    void aCoroutineTakesOneForItsOwner()
    {
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 2);
        const OwnerId owner{client.id(), 7};
        const auto take = [&] {
            return asio::co_spawn(client.executor(),
                                  stock.async_take_one(owner, {.wait = 0ms, .lease = {}, .stop = {}}), asio::use_future)
                .get();
        };
        const std::optional<int> first = take();
        const std::optional<int> second = take();
        QVERIFY(first && second && *first != *second);
        QVERIFY(!take());
        for (const int index : {*first, *second}) {
            ReentrantLock stripe = stock.stripe(index);
            QCOMPARE(asio::co_spawn(client.executor(), stripe.async_unlock(owner), asio::use_future).get(), 0);
        }
        QVERIFY(redis().keys().empty());
    }

    /// What the caller awaits next is cancelled as it always was.
    void theCallersCancellationIsLeftAsItIs()
    {
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 2);
        const OwnerId owner{client.id(), 7};
        bool is_taken = false;
        const auto calling = [&]() -> asio::awaitable<bool> {
            asio::awaitable<std::optional<int>> taking = stock.async_take_one(owner);
            const std::optional<int> taken = co_await std::move(taking);
            is_taken = taken.has_value();
            co_return co_await asio::this_coro::throw_if_cancelled();
        };
        QVERIFY(asio::co_spawn(client.executor(), calling(), asio::use_future).get());
        QVERIFY(is_taken);
    }

    void whoTakesAllWaitsForEveryStripe()
    {
        Client client(m_server.endpoint());
        StripedLock stock(client, "stock", 5);
        auto stripe = std::make_optional(stock.take_one());
        auto inventory = in_thread([&] {
            MultiLock all = stock.all();
            const std::scoped_lock guard(all);
            return redis().keys().size();
        });
        const std::string channel = "redisson_lock__channel:{stock:" + std::to_string(stripe->stripe()) + "}";
        RedisClient look(m_server.direct());
        QVERIFY(until([&] { return look.subscribers(channel) > 0; }));
        stripe.reset();
        QVERIFY(is_ready(inventory, patience));
        QCOMPARE(inventory.get(), std::size_t(5));
    }

    void segmentsAreSoldExactly()
    {
        constexpr int sellers = 12;
        constexpr int sales = 25;
        Client first(m_server.endpoint());
        Client second(m_server.endpoint());
        std::array<int, 4> sold{}; // each guarded by its stripe
        std::vector<std::future<void>> threads;
        for (int i = 0; i < sellers; ++i) {
            threads.push_back(in_thread([&, i] {
                StripedLock stock(i % 2 ? first : second, "stock", 4);
                for (int sale = 0; sale < sales; ++sale) {
                    const auto stripe = stock.take_one();
                    ++sold.at(static_cast<std::size_t>(stripe.stripe()));
                }
            }));
        }
        for (auto& thread : threads)
            thread.get();
        QCOMPARE(sold[0] + sold[1] + sold[2] + sold[3], sellers * sales);
        QVERIFY(redis().keys().empty());
    }

    void refusesWhatMakesNoSense()
    {
        Client client(m_server.endpoint());
        QCOMPARE(thrown([&] { return StripedLock(client, "", 3); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return StripedLock(client, "a", 0); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return StripedLock(client, "a", 5000); }), Errc::invalid_argument);
    }

    void setnxThenExpireStaysForEverIfItsTakerDies()
    {
        Client client(m_server.endpoint());
        baseline::SetnxExpireLock dying(client, "b");
        QVERIFY(dying.try_lock_and_die());
        QCOMPARE(redis().pttl("b"), std::int64_t(-1));
        QVERIFY(!baseline::SetnxExpireLock(client, "b").try_lock(1s));
    }

    void setnxThenExpireDeletesTheLockOfTheNext()
    {
        Client client(m_server.endpoint());
        baseline::SetnxExpireLock slow(client, "b");
        baseline::SetnxExpireLock next(client, "b");
        QVERIFY(slow.try_lock(1s));
        redis().expect({"DEL", "b"}); // its lease ends
        QVERIFY(next.try_lock(1s));
        slow.unlock();
        QVERIFY(!redis().exists("b")); // that was not its own
    }

    void setNxPxDeletesOnlyItsOwn()
    {
        Client client(m_server.endpoint());
        baseline::SetNxPxLock slow(client, "b");
        baseline::SetNxPxLock next(client, "b");
        QVERIFY(slow.try_lock(10s));
        QVERIFY(!slow.try_lock(10s)); // not reentrant
        QVERIFY(!next.try_lock(10s));
        redis().expect({"DEL", "b"});
        QVERIFY(next.try_lock(10s));
        QVERIFY(!slow.unlock());
        QVERIFY(redis().pttl("b") > 5000);
        QVERIFY(next.unlock());
        QVERIFY(redis().keys().empty());
    }
};

QTEST_GUILESS_MAIN(StripedLockTest)
#include "striped_lock_test.moc"

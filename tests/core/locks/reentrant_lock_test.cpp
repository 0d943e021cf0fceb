// SPDX-License-Identifier: Apache-2.0
// The blocking lock as its header's table specifies it: states, counts, waits, the standard's guards.
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <mutex>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;

static_assert(!std::is_default_constructible_v<ReentrantLock> && std::is_copy_constructible_v<ReentrantLock>);

class ReentrantLockTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }
    std::string my_field() { return m_client->this_thread().field(); }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint());
    }
    void cleanup() { m_client.reset(); }

    // The table: free.

    void aFreeLockIsTakenOnce()
    {
        ReentrantLock a = lock();
        a.lock();
        QVERIFY(a.is_held());
        QCOMPARE(a.hold_count(), 1);
        QVERIFY(a.is_locked());
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "1"}}));
        QCOMPARE(a.release(), 0);
        QVERIFY(!a.is_held());
        QVERIFY(!a.is_locked());
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void aFreeLockCannotBeReleased()
    {
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::not_held);
        QCOMPARE(thrown([&] {
                     lock().unlock();
                     return 0;
                 }),
                 Errc::not_held);
    }

    void tryTakesAFreeLock()
    {
        QVERIFY(lock().try_lock());
        QCOMPARE(lock().hold_count(), 1);
        lock().unlock();
        QVERIFY(!redis().exists("a"));
    }

    // The table: held by somebody else.

    void anotherThreadWaitsUntilTheRelease()
    {
        lock().lock();
        auto waiter = in_thread([&] {
            ReentrantLock a = lock();
            a.lock();
            return a.release();
        });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        QVERIFY(!is_ready(waiter));
        lock().unlock();
        QCOMPARE(waiter.get(), 0);
        QVERIFY(!redis().exists("a"));
        QVERIFY(until([&] {
            return redis().channels().empty() || redis().channels() == std::vector<std::string>{"__redis__:invalidate"};
        }));
    }

    void aHeldLockIsRefusedToTheOthers()
    {
        Client other(m_server->endpoint());
        ReentrantLock theirs = other.reentrant_lock("a");
        theirs.lock();
        QVERIFY(!lock().try_lock());
        QCOMPARE(lock().hold_count(), 0);
        QVERIFY(lock().is_locked());
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::not_held);
        QCOMPARE(redis().hash("a"), (Fields{{other.this_thread().field(), "1"}}));
        QCOMPARE(theirs.release(), 0);
    }

    void anotherThreadOfTheSameClientIsSomebodyElse()
    {
        lock().lock();
        auto other = in_thread([&] { return std::pair(lock().try_lock(), thrown([&] { return lock().release(); })); });
        const auto [acquired, error] = other.get();
        QVERIFY(!acquired);
        QCOMPARE(error, Errc::not_held);
        QVERIFY(lock().is_held());
        QVERIFY(!in_thread([&] { return lock().is_held(); }).get());
    }

    // The table: held by the caller.

    void holdsAreCounted()
    {
        ReentrantLock a = lock();
        a.lock();
        QVERIFY(a.try_lock());
        QVERIFY(a.try_lock_for(1s));
        QCOMPARE(a.hold_count(), 3);
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "3"}}));
        QCOMPARE(a.release(), 2);
        QCOMPARE(a.release(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "1"}}));
        QCOMPARE(a.release(), 0);
        QVERIFY(!redis().exists("a"));
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
    }

    void copiesAndOtherHandlesAreTheSameLock()
    {
        ReentrantLock first = lock();
        first.lock();
        ReentrantLock copy = first;
        ReentrantLock second = lock();
        QCOMPARE(copy.hold_count(), 1);
        QVERIFY(second.try_lock());
        QCOMPARE(copy.release(), 1);
        QCOMPARE(first.release(), 0);
    }

    // The table: held, and lost.

    void aLossIsToldByReleaseOnceForEachEntry()
    {
        ReentrantLock a = lock();
        a.lock();
        a.lock();
        redis().command({"DEL", "a"});
        QCOMPARE(thrown([&] { return a.release(); }), Errc::lost);
        QCOMPARE(thrown([&] { return a.release(); }), Errc::lost);
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
    }

    void guardsSurviveALoss()
    {
        ReentrantLock a = lock();
        {
            const std::scoped_lock outer(a);
            const std::lock_guard inner(a);
            redis().command({"DEL", "a"});
            QVERIFY(until([&] { return !a.is_held(); }));
        }
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
    }

    void aNestedGuardThatHadToStartAnewLeavesTheOuterOneHarmless()
    {
        ReentrantLock a = lock();
        {
            const std::scoped_lock outer(a);
            redis().command({"DEL", "a"});
            {
                const std::scoped_lock inner(a);
                QCOMPARE(a.hold_count(), 1);
            }
            QVERIFY(!redis().exists("a"));
        }
        QVERIFY(!a.is_held());
    }

    void whatWasLostCanBeTakenAgain()
    {
        ReentrantLock a = lock();
        a.lock();
        redis().command({"DEL", "a"});
        QVERIFY(a.try_lock());
        QCOMPARE(a.hold_count(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "1"}}));
        QCOMPARE(a.release(), 0);
    }

    void whatWasLostToSomebodyElseIsNotTakenBack()
    {
        lock().lock();
        redis().command({"DEL", "a"});
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        QVERIFY(!lock().try_lock());
        QCOMPARE(lock().hold_count(), 0);
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::lost);
        QCOMPARE(redis().hash("a"), (Fields{{java_owner, "1"}}));
    }

    // Waiting.

    void aWaitEndsInTime_data()
    {
        QTest::addColumn<int>("wait");
        QTest::newRow("0 ms") << 0;
        QTest::newRow("1 ms") << 1;
        QTest::newRow("50 ms") << 50;
        QTest::newRow("400 ms") << 400;
    }
    void aWaitEndsInTime()
    {
        QFETCH(int, wait);
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        m_client->ping();
        bool acquired = false;
        const auto took = shortest(milliseconds(wait + 150), [&] {
            const auto start = Clock::now();
            // On a busy machine an answer may come too late to be told.
            const Errc error = thrown([&] { return acquired = acquired || lock().try_lock_for(milliseconds(wait)); });
            return error == Errc::ok ? since(start) : milliseconds(1h);
        });
        QVERIFY(!acquired);
        QVERIFY2(took >= milliseconds(wait) && took < milliseconds(wait + 150), std::to_string(took.count()).c_str());
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 0; }));
    }

    void oneWaitersEndDoesNotHarmTheNext()
    {
        lock().lock();
        auto short_wait = in_thread([&] { return is_refused([&] { return lock().try_lock_for(300ms); }); });
        auto long_wait = in_thread([&] {
            const bool acquired = lock().try_lock_for(10s);
            if (acquired)
                lock().unlock();
            return acquired;
        });
        QVERIFY(short_wait.get());
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        lock().unlock();
        QVERIFY(long_wait.get());
    }

    void allOfManyWaitersGetTheirTurn()
    {
        int turns = 0; // guarded by the lock alone
        lock().lock();
        std::vector<std::future<void>> waiters;
        for (int i = 0; i < 30; ++i)
            waiters.push_back(in_thread([&] {
                ReentrantLock a = lock();
                const std::scoped_lock guard(a);
                ++turns;
            }));
        lock().unlock();
        for (auto& waiter : waiters)
            waiter.get();
        QCOMPARE(turns, 30);
        QVERIFY(!redis().exists("a"));
    }

    // The standard's tools.

    void worksWithUniqueLock()
    {
        ReentrantLock a = lock();
        {
            std::unique_lock guard(a, 5s);
            QVERIFY(guard.owns_lock());
            guard.unlock();
            QVERIFY(!a.is_held());
            QVERIFY(guard.try_lock());
            guard.unlock();
            QVERIFY(guard.try_lock_until(Clock::now() + 1s));
        }
        QVERIFY(!redis().exists("a"));
    }

    void scopedLockTakesSeveralWithoutDeadlock()
    {
        const auto both = [&](const char* first, const char* second) {
            for (int i = 0; i < 10; ++i) { // few: the standard's algorithm gives way again and again
                ReentrantLock one = lock(first);
                ReentrantLock two = lock(second);
                const std::scoped_lock guard(one, two);
            }
        };
        auto other = in_thread([&] { both("b", "a"); });
        both("a", "b");
        other.get();
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void anExceptionReleases()
    {
        ReentrantLock a = lock();
        try {
            const std::lock_guard guard(a);
            throw std::runtime_error("work failed");
        } catch (const std::runtime_error&) {}
        QVERIFY(!redis().exists("a"));
    }

    // Force, threads, closing.

    void forceUnlockFreesWhoeverHoldsIt()
    {
        redis().expect({"HSET", "a", java_owner, "2"});
        QVERIFY(lock().force_unlock());
        QVERIFY(!redis().exists("a"));
        QVERIFY(!lock().force_unlock());
    }

    void theHolderHearsOfAForcedUnlock()
    {
        Client other(m_server->endpoint());
        lock().lock();
        const std::stop_token token = lock().loss_token();
        QVERIFY(other.reentrant_lock("a").force_unlock());
        QVERIFY(until([&] { return token.stop_requested(); }));
        QVERIFY(!lock().is_held());
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::lost);
    }

    void aLossTokenWithoutAHoldHasNoState()
    {
        QVERIFY(!lock().loss_token().stop_possible());
        lock().lock();
        const std::stop_token token = lock().loss_token();
        QVERIFY(token.stop_possible());
        lock().unlock();
        QVERIFY(!token.stop_requested());
    }

    void blockingOnTheIoThreadIsRefused()
    {
        Errc in_callback = Errc::ok;
        std::promise<void> called;
        m_client->on_lost([&](const LossNotice&) {
            in_callback = thrown([&] { return lock("b").try_lock(); });
            called.set_value();
        });
        lock().lock();
        redis().command({"DEL", "a"});
        QVERIFY(is_ready(called.get_future(), patience));
        QCOMPARE(in_callback, Errc::wrong_thread);
    }

    void aClosedClientEndsItsWaiters()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        std::vector<std::future<Errc>> waiters;
        for (int i = 0; i < 4; ++i) {
            waiters.push_back(in_thread([a = lock()]() mutable {
                return thrown([&] {
                    a.lock();
                    return 0;
                });
            }));
            waiters.push_back(in_thread([a = lock()]() mutable { return thrown([&] { return a.try_lock_for(1h); }); }));
        }
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        ReentrantLock left = lock();
        const auto start = Clock::now();
        m_client.reset();
        QVERIFY(since(start) < soon);
        for (auto& waiter : waiters) {
            const Errc error = waiter.get(); // unknown for one whose try was on its way
            QVERIFY(error == Errc::closed || error == Errc::outcome_unknown);
        }
        QCOMPARE(thrown([&] { return left.try_lock(); }), Errc::closed);
        QVERIFY(!left.is_held());
    }

    void patienceWithoutEndIsNoneThatOverflows()
    {
        ClientOptions options;
        options.outage_patience = std::chrono::milliseconds::max();
        options.command_timeout = std::chrono::milliseconds::max();
        Client patient(m_server->endpoint(), options);
        ReentrantLock a = patient.reentrant_lock("a");
        a.lock();
        QCOMPARE(a.release(), 0);
        options.watchdog_lease = std::chrono::milliseconds::max();
        QCOMPARE(thrown([&] { Client endless(m_server->endpoint(), options); }), Errc::invalid_argument);
    }

    void aClientThatGoesLeavesItsLocksToTheirLease()
    {
        lock().lock(60s);
        const std::string field = my_field();
        m_client.reset();
        QCOMPARE(redis().hash("a"), (Fields{{field, "1"}}));
    }
};

QTEST_GUILESS_MAIN(ReentrantLockTest)
#include "reentrant_lock_test.moc"

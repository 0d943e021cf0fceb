// SPDX-License-Identifier: Apache-2.0
// The classic exercises, for every type of lock.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "lock_rows.hpp"
#include "lockscope/semaphore.hpp"
#include "support/linearizability.hpp"
#include "support/lock_suite.hpp"
#include "support/recorded_lock.hpp"
#include "support/seed.hpp"
#include "support/timing.hpp"
#include "support/work.hpp"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

class ConcurrencyTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_first;
    std::optional<Client> m_second;

    RedisClient& redis() { return m_server->redis; }
    Lock first(const std::string& name = "a") { return lock_row().make(*m_first, name); }
    Lock second(const std::string& name = "a") { return lock_row().make(*m_second, name); }

    /// Channels that somebody waits on; a waiter of a spin lock has none.
    bool nobody_listens()
    {
        const auto channels = redis().channels();
        return std::none_of(channels.begin(), channels.end(),
                            [](const std::string& each) { return each.starts_with("redisson"); });
    }
    /// Waits until an acquisition that was just started must be waiting: it has asked, and was refused.
    bool somebody_asked(std::int64_t scripts_before)
    {
        return until([&] { return redis().scripts() > scripts_before; });
    }
    [[nodiscard]] bool is_clean()
    {
        return until([&] {
            const auto keys = redis().keys();
            return std::all_of(keys.begin(), keys.end(),
                               [](const std::string& each) { return each.starts_with("redisson_lock_token:"); });
        });
    }

private slots:
    void initTestCase() { m_server.emplace(); }
    void init()
    {
        m_server->empty();
        m_first.emplace(m_server->endpoint());
        m_second.emplace(m_server->endpoint());
    }
    void cleanup()
    {
        m_first.reset();
        m_second.reset();
    }

    void tenThousandCycles_data() { add_lock_rows(); }
    void tenThousandCycles()
    {
        // One type on a single server shows it in full; the others share all but their scripts with it, and all but
        // their connections.
        const bool is_first = &lock_row() == lock_rows.begin() && deployment_under_test() == Deployed::Kind::single;
        const int cycles = is_first || qEnvironmentVariableIsSet("LOCKSCOPE_LONG") ? 10'000 : 2'000;
        Lock a = first();
        a.lock();
        a.unlock();
        redis().reset_stats();
        const auto start = Clock::now();
        for (int i = 0; i < cycles; ++i) {
            a.lock();
            a.unlock();
        }
        const auto took = since(start);
        const double micros = std::chrono::duration<double, std::micro>(Clock::now() - start).count() / cycles;
        const auto all = static_cast<int>(redis().scripts());
        qInfo("%d cycles, %.1f us and %.2f scripts each", cycles, micros, static_cast<double>(all) / cycles);
        // One that the machine lets wait for 25 ms in the middle is looked after by the watchdog.
        QVERIFY2(all >= 2 * cycles && all <= 2 * cycles + 10 + took / 25ms, std::to_string(all).c_str());
        QVERIFY(is_clean());
    }

    void oneAfterTheOther_data() { add_lock_rows(); }
    void oneAfterTheOther()
    {
        Lock a = first();
        Lock b = second();
        a.lock();
        QVERIFY(!b.try_lock());
        QVERIFY(a.is_held() && !b.is_held());
        QCOMPARE(a.release(), 0);
        QVERIFY(b.try_lock());
        QVERIFY(!a.try_lock());
        QVERIFY(b.is_held() && !a.is_held());
        QCOMPARE(b.release(), 0);
        QVERIFY(!b.is_locked());
        QVERIFY(is_clean());
    }

    void twoRaceForAReleasedLock_data() { add_lock_rows(); }
    void twoRaceForAReleasedLock()
    {
        for (int round = 0; round < 20; ++round) {
            Lock a = first();
            a.lock();
            std::atomic<int> inside{0};
            std::atomic<bool> may_leave{false};
            const auto contend = [&](Lock lock) {
                lock.lock();
                ++inside;
                const bool left = until([&] { return may_leave.load(); });
                --inside;
                lock.unlock();
                return left;
            };
            const auto asked = redis().scripts();
            auto b = in_thread([&] { return contend(second()); });
            auto c = in_thread([&] { return contend(first()); });
            QVERIFY(somebody_asked(asked));
            a.unlock();
            QVERIFY(until([&] { return inside > 0; }));
            // The loser has been refused while the winner was inside, or still comes and is.
            QVERIFY(!second().try_lock() && !first().try_lock());
            QCOMPARE(inside.load(), 1);
            may_leave = true;
            QVERIFY(b.get() && c.get());
        }
        QVERIFY(is_clean());
    }

    void aWaitTimesOut_data() { add_lock_rows(); }
    void aWaitTimesOut()
    {
        Lock a = first();
        a.lock();
        const auto keys = redis().keys();
        const auto start = Clock::now();
        QVERIFY(is_refused([&] { return second().try_lock_for(200ms); }));
        QVERIFY2(since(start) >= 200ms, std::to_string(since(start).count()).c_str());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QVERIFY(!second().is_held());
        // Nothing of it is left: no place in a queue, no subscription.
        QVERIFY(until([&] { return redis().keys() == keys; }));
        QVERIFY(until([&] { return nobody_listens(); }));
        QVERIFY(a.is_held());
        QCOMPARE(a.release(), 0);
        QVERIFY(second().try_lock());
        QCOMPARE(second().release(), 0);
        QVERIFY(is_clean());
    }

    void reentryWithALease_data() { add_lock_rows(); }
    void reentryWithALease()
    {
        Lock a = first();
        a.lock(10s);
        if (!lock_row().is_reentrant()) {
            QCOMPARE(thrown([&] { return a.try_lock_for(0ms, 20s); }), Errc::already_held);
            QCOMPARE(a.hold_count(), 1);
            QCOMPARE(a.release(), 0);
            QVERIFY(is_clean());
            return;
        }
        a.lock(20s);
        QCOMPARE(a.hold_count(), 2);
        const milliseconds rest = a.remaining_lease().value_or(0ms);
        QVERIFY2(rest > 10s && rest <= 20s, std::to_string(rest.count()).c_str());
        QVERIFY(!second().try_lock());
        QCOMPARE(a.release(), 1);
        QVERIFY(a.is_locked() && !second().try_lock());
        QCOMPARE(a.release(), 0);
        QVERIFY(!a.is_locked());
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
        QVERIFY(is_clean());
    }

    /// A short re-entry must not cut the long lease that it enters.
    void aShorterReentryKeepsTheLease_data() { add_lock_rows(); }
    void aShorterReentryKeepsTheLease()
    {
        if (!lock_row().is_reentrant())
            return;
        Lock a = first();
        a.lock(20s);
        a.lock(100ms);
        const milliseconds rest = a.remaining_lease().value_or(0ms);
        QVERIFY2(rest > 10s, std::to_string(rest.count()).c_str());
        QCOMPARE(a.release(), 1);
        QCOMPARE(a.release(), 0);
    }

    void oneOfAThousandAttempts_data() { add_lock_rows(); }
    void oneOfAThousandAttempts()
    {
        std::vector<std::pair<OwnerId, std::future<bool>>> attempts;
        for (int n = 0; n < 1000; ++n) {
            Client& client = n % 2 == 0 ? *m_first : *m_second;
            const OwnerId owner{client.id(), n};
            Lock a = lock_row().make(client, "a");
            attempts.emplace_back(owner, asio::co_spawn(client.executor(), a.async_try_lock(owner), asio::use_future));
        }
        std::vector<OwnerId> winners;
        for (auto& [owner, result] : attempts) {
            if (result.get())
                winners.push_back(owner);
        }
        QCOMPARE(winners.size(), std::size_t(1));
        Client& client = winners.front().client == m_first->id() ? *m_first : *m_second;
        Lock a = lock_row().make(client, "a");
        QCOMPARE(a.hold_count(winners.front()), 1);
        QCOMPARE(asio::co_spawn(client.executor(), a.async_unlock(winners.front()), asio::use_future).get(), 0);
        QVERIFY(is_clean());
    }

    void aHundredThreadsInTurn_data() { add_lock_rows(); }
    void aHundredThreadsInTurn()
    {
        constexpr int size = 100;
        constexpr auto relaxed = std::memory_order_relaxed; // the lock is what protects them
        History history;
        std::atomic<Instant> released_at = 0;
        std::atomic<std::int64_t> longest_ns = 0; // from a release to the next acquisition
        const LockRow& row = lock_row();
        int turns = 0; // counted by a load and a store: exact only if nobody else is inside
        Dice seeds(seed_of_this_run());
        std::vector<std::future<bool>> threads;
        for (int n = 0; n < size; ++n) {
            threads.push_back(in_thread([&, n, seed = seeds.seed()] {
                Client& client = n % 2 == 0 ? *m_first : *m_second;
                RecordedLock a(history, row.make(client, "a"), "thread " + std::to_string(n));
                if (!a.acquire())
                    return false;
                if (const Instant last = released_at.load(relaxed); last != 0)
                    longest_ns.store(std::max<std::int64_t>(longest_ns.load(relaxed), instant_now() - last), relaxed);
                const std::atomic_ref<int> shared(turns);
                const int before = shared.load(relaxed);
                Work(seed).do_some();
                shared.store(before + 1, relaxed);
                released_at.store(instant_now(), relaxed);
                return a.release() == 0;
            }));
        }
        QVERIFY(std::all_of(threads.begin(), threads.end(), [](auto& each) { return each.get(); }));
        QCOMPARE(turns, size);
        // If nobody was woken, the first would look again 30 s later.
        QVERIFY2(longest_ns < std::int64_t(15'000'000'000), std::to_string(longest_ns).c_str());
        const Verdict verdict = check_history(history.operations(), row.rules);
        QVERIFY(passes(verdict));
        QVERIFY(is_clean());
    }

    /// Redisson's heavy test: under a lock a permit is given to some semaphore, and one of it is taken. There is always
    /// one for everybody who wants one, whoever gave it.
    void locksAndSemaphoresTogether()
    {
        constexpr int threads = 20;
        constexpr int size = 5;
        const int rounds = qEnvironmentVariableIsSet("LOCKSCOPE_LONG") ? 2500 : 100;
        std::array<int, size> turns{}; // counted by a load and a store, under the lock of each
        Dice seeds(seed_of_this_run());
        std::vector<std::future<bool>> all;
        for (int n = 0; n < threads; ++n) {
            all.push_back(in_thread([&, n, dice = Dice(seeds.seed())]() mutable {
                Client& client = n % 2 == 0 ? *m_first : *m_second;
                for (int round = 0; round < rounds; ++round) {
                    const int number = dice.below(size);
                    ReentrantLock a = client.reentrant_lock("lock " + std::to_string(number));
                    Semaphore b = client.semaphore("semaphore " + std::to_string(dice.below(size)));
                    if (n % 4 < 2)
                        a.lock();
                    else if (!a.try_lock_for(60s))
                        return false;
                    const std::atomic_ref<int> shared(turns.at(static_cast<std::size_t>(number)));
                    const int before = shared.load(std::memory_order_relaxed);
                    b.release();
                    b.acquire();
                    shared.store(before + 1, std::memory_order_relaxed);
                    if (a.release() != 0)
                        return false;
                }
                return true;
            }));
        }
        QVERIFY(std::all_of(all.begin(), all.end(), [](auto& each) { return each.get(); }));
        QCOMPARE(std::accumulate(turns.begin(), turns.end(), 0), threads * rounds);
        for (int i = 0; i < size; ++i) {
            Semaphore each = m_first->semaphore("semaphore " + std::to_string(i));
            QCOMPARE(each.available(), 0);
            QVERIFY(each.remove());
        }
        QVERIFY(is_clean());
    }
};

QTEST_GUILESS_MAIN(ConcurrencyTest)
#include "concurrency_test.moc"

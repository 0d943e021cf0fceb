// SPDX-License-Identifier: Apache-2.0
// The client's wall clock is set while locks are held and waited for: nothing may depend on it. The clock is that of
// this program only, which answers clock_gettime itself.
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <atomic>
#include <ctime>

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {
std::atomic<long> seconds_off = 0;
} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    const long result = ::syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += seconds_off;
    return static_cast<int>(result);
}

extern "C" int gettimeofday(timeval* __restrict time, void* __restrict) noexcept
{
    timespec now{};
    const int result = ::clock_gettime(CLOCK_REALTIME, &now);
    *time = {now.tv_sec, now.tv_nsec / 1000};
    return result;
}

using namespace lockscope;
using namespace lockscope::test;

class RegressionsClockTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock() { return m_client->reentrant_lock("a"); }
    static void steps()
    {
        QTest::addColumn<int>("step");
        QTest::newRow("an hour ahead") << 3600;
        QTest::newRow("an hour back") << -3600;
    }
    static void take_step()
    {
        QFETCH(int, step);
        const auto before = std::chrono::system_clock::now();
        seconds_off += step;
        const auto jump = std::chrono::system_clock::now() - before;
        if (jump < std::chrono::seconds(step) - 10s || jump > std::chrono::seconds(step) + 10s)
            qFatal("the wall clock of this program cannot be set");
    }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        m_client.emplace(m_server->endpoint(), options);
    }
    void cleanup()
    {
        m_client.reset();
        seconds_off = 0;
    }

    void aWaitLastsAsLongAsItShould_data() { steps(); }
    void aWaitLastsAsLongAsItShould()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        m_client->ping();
        const auto start = Clock::now();
        auto waiter = in_thread([&] {
            const bool refused = is_refused([&] { return lock().try_lock_for(500ms); });
            return std::pair(refused, since(start));
        });
        QVERIFY(until([&] { return is_ready(waiter) || redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        take_step();
        const auto [refused, took] = waiter.get();
        QVERIFY(refused);
        QVERIFY2(took >= 500ms && took < 500ms + soon, std::to_string(took.count()).c_str());
    }

    void aDeadlineOfTheWallClockIsThatOfTheCall()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        m_client->ping();
        const auto start = Clock::now();
        QVERIFY(is_refused([&] { return lock().try_lock_until(std::chrono::system_clock::now() + 200ms); }));
        QVERIFY(since(start) >= 200ms && since(start) < 200ms + soon);
    }

    void aLeaseEndsWhenItShould_data() { steps(); }
    void aLeaseEndsWhenItShould()
    {
        const auto start = Clock::now();
        lock().lock(2s);
        take_step();
        QVERIFY(until([&] { return !lock().is_held(); }));
        // A look at it counts from before it was sent, so on a busy machine the end is known a little early.
        QVERIFY2(since(start) >= 1s && since(start) < 2s + soon, std::to_string(since(start).count()).c_str());
    }

    void theWatchdogGoesOn_data() { steps(); }
    void theWatchdogGoesOn()
    {
        Losses losses(*m_client);
        lock().lock();
        take_step();
        QVERIFY(are_renewed(redis(), {"a"}));
        QCOMPARE(losses.count(), std::size_t(0));
        QCOMPARE(lock().release(), 0);
    }
};

QTEST_GUILESS_MAIN(RegressionsClockTest)
#include "regressions_clock_test.moc"

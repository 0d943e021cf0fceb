// SPDX-License-Identifier: Apache-2.0
// The lock without messages: the same bytes as the reentrant one, found free by asking again.
#include "lockscope/spin_lock.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <mutex>

using namespace lockscope;
using namespace lockscope::test;

class SpinLockTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;
    std::optional<Client> m_other;
    static inline const std::string channel = "redisson_lock__channel:{a}";

    RedisClient& redis() { return m_server->redis; }
    SpinLock lock() { return m_client->spin_lock("a"); }
    SpinLock others_lock() { return m_other->spin_lock("a"); }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint());
        m_other.emplace(m_server->endpoint());
    }
    void cleanup()
    {
        m_client.reset();
        m_other.reset();
    }

    void entriesAreCounted()
    {
        SpinLock a = lock();
        a.lock();
        QVERIFY(a.try_lock());
        QCOMPARE(a.hold_count(), 2);
        QCOMPARE(redis().hash("a"), (Fields{{m_client->this_thread().field(), "2"}}));
        QVERIFY(redis().pttl("a") > 25000 && redis().pttl("a") <= 30000);
        QVERIFY(!others_lock().try_lock());
        QCOMPARE(thrown([&] { return others_lock().release(); }), Errc::not_held);
        QCOMPARE(a.release(), 1);
        QCOMPARE(a.release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
    }

    void worksWithTheGuardsOfTheStandard()
    {
        SpinLock a = lock();
        {
            const std::unique_lock outer(a, 1s);
            const std::scoped_lock inner(a);
            QCOMPARE(a.hold_count(), 2);
        }
        QVERIFY(!redis().exists("a"));
    }

    void nothingIsPublishedOrSubscribed()
    {
        Subscriber java(m_server->direct(), {channel});
        lock().lock();
        QVERIFY(others_lock().is_locked()); // so that it is connected
        QVERIFY(in_thread([&] { return is_refused([&] { return others_lock().try_lock_for(300ms); }); }).get());
        QCOMPARE(redis().subscribers(channel), std::int64_t(1)); // ours
        lock().unlock();
        lock().lock();
        QVERIFY(others_lock().force_unlock());
        QVERIFY(java.take_all(redis()).empty());
    }

    void noChannelRightIsNeeded()
    {
        redis().expect({"ACL", "SETUSER", "mute", "reset", "on", ">x", "~a", "resetchannels", "+@all"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "mute";
        endpoint.password = "x";
        Client client(endpoint);
        SpinLock a = client.spin_lock("a");
        a.lock();
        a.lock();
        QCOMPARE(a.release(), 1);
        QCOMPARE(a.release(), 0);
        a.lock();
        QVERIFY(a.force_unlock());
    }

    void anotherProcessEntersSoonAfterTheRelease()
    {
        lock().lock();
        auto waiter = in_thread([&] { return others_lock().try_lock_for(10s); });
        QVERIFY(until([&] { return redis().scripts() >= 6; })); // it has been asking for a while
        const auto start = Clock::now();
        lock().unlock();
        QVERIFY(waiter.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    void theNextOfThisProcessIsWokenAtOnce()
    {
        lock().lock();
        std::vector<std::future<int>> waiters;
        for (int i = 0; i < 10; ++i) {
            waiters.push_back(in_thread([&] {
                SpinLock a = lock();
                a.lock();
                return a.release();
            }));
        }
        QTest::qWait(300); // longer than the longest pause between two questions
        const auto start = Clock::now();
        lock().unlock();
        for (auto& waiter : waiters)
            QCOMPARE(waiter.get(), 0);
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    void aWaitEndsInTime_data()
    {
        QTest::addColumn<int>("wait");
        for (const int wait : {0, 1, 50, 400})
            QTest::addRow("%d ms", wait) << wait;
    }
    void aWaitEndsInTime()
    {
        QFETCH(int, wait);
        redis().expect({"HSET", "a", java_owner, "1"});
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
    }

    void waitingIsNotABusyLoop()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        m_client->ping();
        redis().reset_stats();
        std::vector<std::future<bool>> waiters;
        const auto end = Clock::now() + 1500ms; // of all: each that outlived the one before would begin to hurry
        for (int i = 0; i < 8; ++i)
            waiters.push_back(in_thread([&] { return lock().try_lock_until(end); }));
        for (auto& waiter : waiters)
            QVERIFY(was_refused(waiter));
        const std::int64_t scripts = redis().scripts();
        QVERIFY2(scripts <= 45, std::to_string(scripts).c_str()); // one asks for all, ten times a second in the end
    }

    void aLeaseThatEndsLetsWaitersIn()
    {
        lock().lock(300ms);
        const auto start = Clock::now();
        QVERIFY(others_lock().try_lock_for(5s));
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::lost);
        QVERIFY(others_lock().is_held());
    }

    void theWatchdogRenewsIt()
    {
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        m_client.emplace(m_server->endpoint(), options);
        lock().lock();
        QVERIFY(are_renewed(redis(), {"a"}));
        QCOMPARE(lock().release(), 0);
    }

    void aCancelledWaiterLeaves()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        std::stop_source stop;
        auto waiter = in_thread([&] { return thrown([&] { return lock().acquire({{}, {}, stop.get_token()}); }); });
        QVERIFY(until([&] { return redis().scripts() >= 4; }));
        stop.request_stop();
        QCOMPARE(waiter.get(), Errc::cancelled);
        QCOMPARE(redis().hash("a"), (Fields{{java_owner, "1"}}));
    }

    void aLossIsTold()
    {
        lock().lock();
        const std::stop_token token = lock().loss_token();
        QVERIFY(others_lock().force_unlock());
        QVERIFY(until([&] { return token.stop_requested(); }, 5s));
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::lost);
    }

    void otherTypesAreLeftAlone()
    {
        redis().expect({"SET", "a", "1"});
        QCOMPARE(thrown([&] { return lock().try_lock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return lock().try_lock_for(1s); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return lock().force_unlock(); }), Errc::wrong_type);
        QCOMPARE(redis().text({"GET", "a"}), std::string("1"));
    }
};

QTEST_GUILESS_MAIN(SpinLockTest)
#include "spin_lock_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The locks that their holder cannot enter again, plain and with a queue.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "lockscope/non_reentrant_lock.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

#include <mutex>

using namespace lockscope;
using namespace lockscope::test;

class NonReentrantLockTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;
    std::optional<Client> m_other;

    RedisClient& redis() { return m_server->redis; }
    static Lock lock_of(Client& client)
    {
        QFETCH_GLOBAL(bool, fair);
        return fair ? static_cast<Lock>(client.non_reentrant_fair_lock("a"))
                    : static_cast<Lock>(client.non_reentrant_lock("a"));
    }
    Lock lock() { return lock_of(*m_client); }
    std::string my_field() { return m_client->this_thread().field(); }

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<bool>("fair");
        QTest::newRow("plain") << false;
        QTest::newRow("fair") << true;
    }
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

    void itsHolderCannotEnterAgain()
    {
        Lock a = lock();
        a.lock();
        const auto refused = [&](auto call) {
            return thrown([&] {
                call();
                return 0;
            });
        };
        QCOMPARE(refused([&] { a.lock(); }), Errc::already_held);
        QCOMPARE(refused([&] { a.lock(5s); }), Errc::already_held);
        QCOMPARE(refused([&] { static_cast<void>(a.try_lock()); }), Errc::already_held);
        QCOMPARE(refused([&] { static_cast<void>(a.try_lock_for(5s)); }), Errc::already_held);
        QCOMPARE(refused([&] { static_cast<void>(lock().try_lock_for(5s, 5s)); }),
                 Errc::already_held); // another handle
        QCOMPARE(a.hold_count(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "1"}}));
        QCOMPARE(redis().keys(), std::vector<std::string>{"a"}); // nor does it queue
        QCOMPARE(a.release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
        QVERIFY(a.try_lock());
    }

    void theRefusalIsAwaitableToo()
    {
        const auto await = [&](auto work) {
            return boost::asio::co_spawn(m_client->executor(), std::move(work), boost::asio::use_future).get();
        };
        const OwnerId me{m_client->id(), 7};
        QVERIFY(await(lock().async_try_lock(me)));
        QCOMPARE(thrown([&] { return await(lock().async_try_lock_for(me, 5s)); }), Errc::already_held);
        QVERIFY(!await(lock().async_try_lock({m_client->id(), 8})));
        QCOMPARE(await(lock().async_unlock(me)), 0);
    }

    void othersWaitAndEnterAfterTheRelease()
    {
        lock().lock();
        QVERIFY(!lock_of(*m_other).try_lock());
        QVERIFY(is_refused([&] { return lock_of(*m_other).try_lock_for(300ms); }));
        redis().reset_stats();
        auto same_process = in_thread([&] {
            Lock a = lock();
            a.lock();
            return a.release();
        });
        auto other_process = in_thread([&] {
            Lock a = lock_of(*m_other);
            a.lock();
            return a.release();
        });
        QVERIFY(until([&] { return redis().calls("subscribe") >= 2; }));
        QVERIFY(!is_ready(same_process) && !is_ready(other_process));
        const auto start = Clock::now();
        lock().unlock();
        QCOMPARE(same_process.get(), 0);
        QCOMPARE(other_process.get(), 0);
        QVERIFY2(since(start) < 5s, std::to_string(since(start).count()).c_str());
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void guardsWork()
    {
        Lock a = lock();
        {
            const std::scoped_lock guard(a);
            QVERIFY(a.is_held());
        }
        QVERIFY(!redis().exists("a"));
    }

    void whatWasLostCanBeTakenAgain()
    {
        Lock a = lock();
        a.lock();
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return !a.is_held(); }, 5s));
        QVERIFY(a.try_lock());
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "1"}}));
        QCOMPARE(a.release(), 0);
    }

    void aLeaseThatIsOverIsNoHold()
    {
        Lock a = lock();
        a.lock(100ms);
        QVERIFY(until([&] { return !a.is_held(); }));
        QVERIFY(a.try_lock_for(2s));
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "1"}}));
    }

    void aJavaHolderIsRespected()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        QVERIFY(!lock().try_lock());
        QVERIFY(is_refused([&] { return lock().try_lock_for(300ms); }));
        QCOMPARE(redis().hash("a"), (Fields{{java_owner, "1"}}));
    }
};

QTEST_GUILESS_MAIN(NonReentrantLockTest)
#include "non_reentrant_lock_test.moc"

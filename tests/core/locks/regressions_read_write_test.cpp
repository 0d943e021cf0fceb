// SPDX-License-Identifier: Apache-2.0
// Failures of read-write locks that users of Redisson met, or that its scripts show; the numbers are those of its
// issues, "cl" means its change log. See docs/regressions.md.
#include "read_write_fixture.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <atomic>

using namespace lockscope;
using namespace lockscope::test;

namespace {

ClientOptions with_lease(milliseconds lease)
{
    ClientOptions options;
    options.watchdog_lease = lease;
    return options;
}

} // namespace

class RegressionsReadWriteTest : public QObject
{
    Q_OBJECT

    std::optional<ReadWriteFixture> m;
    RedisClient& redis() { return m->redis(); }
    bool stay(const std::vector<std::string>& keys, int renewals = 2) { return are_renewed(redis(), keys, renewals); }

private slots:
    void initTestCase() { m.emplace(); }
    void cleanupTestCase() { m.reset(); }
    void init() { m->fresh(); }
    void cleanup() { m->close(); }

    /// Releasing the write lock while reading tells those who wait to read.
    void aDowngradeWakesTheReadersWhoWait_data()
    {
        QTest::addColumn<bool>("same_process");
        QTest::newRow("in another process") << false;
        QTest::newRow("in the same process") << true;
    }
    void aDowngradeWakesTheReadersWhoWait()
    {
        QFETCH(bool, same_process);
        m->write().lock();
        m->read().lock();
        std::vector<std::future<bool>> readers;
        for (int i = 0; i < 5; ++i) {
            readers.push_back(in_thread([&, same_process] {
                ReadWriteLock a = same_process ? m->lock() : m->others_lock();
                return a.try_lock_shared_for(20s);
            }));
        }
        QVERIFY(m->waits());
        const auto start = Clock::now();
        m->write().unlock();
        for (auto& reader : readers)
            QVERIFY(reader.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QVERIFY(m->read().is_held());
    }

    void aShorterReaderCutsNobodysLease_2144()
    {
        m->read().lock(30s);
        m->others_lock().read().lock(15s);
        QVERIFY(is_fresh(m->redis().pttl("a"), 30s));
        QVERIFY(is_fresh(m->redis().pttl(m->deadline(m->field(), 1)), 30s));
        QCOMPARE(m->others_lock().read().release(), 0);
        QVERIFY(is_fresh(m->redis().pttl("a"), 30s));
    }

    void writersWhoEnterAgainKeepTheirLease_1110()
    {
        for (int i = 0; i < 10; ++i)
            m->write().lock();
        QVERIFY(is_fresh(m->redis().pttl("a"), 30s)); // neither less nor 300 s
        m->write().lock(1s);
        QVERIFY(is_fresh(m->redis().pttl("a"), 30s));
        for (int left = 10; left >= 0; --left)
            QCOMPARE(m->write().release(), left);
    }

    void aNestedReadReleaseKeepsTheWriteLock_cl293()
    {
        m->write().lock();
        for (int i = 0; i < 3; ++i) {
            m->read().lock();
            m->read().lock();
            m->read().unlock();
            m->read().unlock();
            QCOMPARE(m->hash(), (Fields{{"mode", "write"}, {m->field() + ":write", "1"}}));
            QVERIFY(!m->others_lock().try_lock_shared());
        }
    }

    void aForeignReleaseIsRefused_cl3440()
    {
        m->others_lock().lock();
        QCOMPARE(thrown([&] { return m->write().release(); }), Errc::not_held);
        QCOMPARE(thrown([&] { return m->read().release(); }), Errc::not_held);
        QCOMPARE(in_thread([&] { return thrown([&] { return m->others_lock().write().release(); }); }).get(),
                 Errc::not_held);
        QVERIFY(m->others_lock().write().is_held());
        QCOMPARE(m->hash()[m->other->this_thread().field() + ":write"], std::string("1"));
    }

    void namesWithColonsCanBeReleased_cl360_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"a:b", ":", "::", "a:b:c:d", "rwlock_timeout:1", "a:rwlock_timeout:1", "mode", "{a}:b"})
            QTest::newRow(name) << QByteArray(name);
    }
    void namesWithColonsCanBeReleased_cl360()
    {
        QFETCH(QByteArray, name);
        ReadWriteLock first = m->client->read_write_lock(name.toStdString());
        ReadWriteLock second = m->other->read_write_lock(name.toStdString());
        first.lock_shared();
        second.lock_shared();
        second.lock_shared();
        QCOMPARE(second.read().release(), 1);
        QCOMPARE(first.read().release(), 0);
        QVERIFY(!first.try_lock());
        QCOMPARE(second.read().release(), 0);
        QVERIFY(first.try_lock());
        QCOMPARE(first.write().release(), 0);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    // The watchdog.

    void aReaderWhoEnteredTwiceAndLeftIsNotRenewed_7251()
    {
        m->fresh(with_lease(brief_lease));
        for (int i = 0; i < 5; ++i)
            m->read().lock();
        QVERIFY(stay({"a"}, 1));
        for (int i = 0; i < 5; ++i)
            m->read().unlock();
        QCOMPARE(redis().keys(), std::vector<std::string>());
        // A renewal that was sent before may still arrive; what goes on for ever comes every second.
        QVERIFY(until([&] {
            redis().reset_stats();
            QTest::qWait(1500);
            return redis().scripts() == 0;
        }));
    }

    void theLivingDoNotRenewTheDead_1458()
    {
        m->fresh(with_lease(brief_lease));
        m->read().lock();
        m->others_lock().lock_shared();
        const std::string dead = m->deadline(m->other->this_thread().field(), 1);
        QVERIFY(redis().exists(dead));
        m->other.reset(); // dies without a word
        QVERIFY(runs_out(redis(), dead));
        QVERIFY(stay({"a", m->deadline(m->field(), 1)}));
        Client third(m->server.endpoint());
        auto writer = in_thread([&] { return third.read_write_lock("a").try_lock_for(10s); });
        QVERIFY(m->waits());
        const auto start = Clock::now();
        m->read().unlock();
        QVERIFY(writer.get());
        QVERIFY(since(start) < soon);
    }

    void aHundredReadersAreRenewed_1604()
    {
        m->fresh(with_lease(6000ms));
        std::vector<std::string> keys{"a"};
        for (int thread = 0; thread < 100; ++thread) {
            QVERIFY(m->await(m->read().async_try_lock(m->owner(thread))));
            keys.push_back(m->deadline(m->owner(thread).field(), 1));
        }
        QVERIFY(stay(keys, 2));
        for (int thread = 0; thread < 100; ++thread)
            QVERIFY(m->read().is_held(m->owner(thread)));
    }

    /// Redisson 3.44 to 3.52: of the locks that one script renews, all but the first have their own end put off, but
    /// not the deadlines of their readers.
    void aJavaReaderWhoseDeadlineIsForgottenGoesOnReading()
    {
        m->java_reads(java_owner, 60s);
        redis().expect({"PEXPIRE", m->deadline(java_owner, 1), "300"}); // this alone ends
        const auto renew = [&] {
            redis().expect({"PEXPIRE", "a", "60000"});
        }; // as that script does for the second lock
        QVERIFY(runs_out(redis(), m->deadline(java_owner, 1)));
        renew();
        QVERIFY(!m->write().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {java_owner, "1"}}));
        auto writer = in_thread([&] { return m->others_lock().try_lock_for(10s); });
        QVERIFY(m->waits());
        renew();
        redis().expect({"DEL", "a"}); // it leaves
        redis().publish(m->channel, "0");
        const auto start = Clock::now();
        QVERIFY(writer.get());
        QVERIFY(since(start) < soon);
    }

    void aReaderWhoWasAWriterIsRenewed_4217()
    {
        m->fresh(with_lease(brief_lease));
        m->write().lock();
        m->read().lock();
        m->write().unlock();
        QVERIFY(stay({"a", m->deadline(m->field(), 1)}));
        QVERIFY(m->read().is_held());
        QCOMPARE(m->read().release(), 0);
    }

    void leavingTheReadSideDoesNotEndTheWritersWatchdog()
    {
        m->fresh(with_lease(brief_lease));
        m->write().lock();
        m->read().lock();
        m->read().unlock();
        QVERIFY(stay({"a"}));
        QVERIFY(m->write().is_held());
    }
};

QTEST_GUILESS_MAIN(RegressionsReadWriteTest)
#include "regressions_read_write_test.moc"

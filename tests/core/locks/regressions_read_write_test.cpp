// SPDX-License-Identifier: Apache-2.0
// Failures of read-write locks that users of Redisson met, or that its scripts show; the numbers are those of its
// issues, "cl" means its change log. See docs/regressions.md.
#include "read_write_fixture.hpp"

#include <QTest>

#include <atomic>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr milliseconds short_lease{600};

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
    /// While @p limit lasts, all of these live and are never found about to expire.
    bool stay(const std::vector<std::string>& keys, milliseconds limit = 2 * short_lease,
              milliseconds least = short_lease / 4)
    {
        return !until(
            [&] {
                return std::any_of(keys.begin(), keys.end(),
                                   [&](const std::string& key) { return redis().pttl(key) < least.count(); });
            },
            limit);
    }

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
        QVERIFY2(since(start) < 500ms, std::to_string(since(start).count()).c_str());
        QVERIFY(m->read().is_held());
    }

    void aShorterReaderCutsNobodysLease_2144()
    {
        m->read().lock(30s);
        m->others_lock().read().lock(1s);
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
        m->fresh(with_lease(short_lease));
        for (int i = 0; i < 5; ++i)
            m->read().lock();
        QTest::qWait(300); // renewed at least once
        for (int i = 0; i < 5; ++i)
            m->read().unlock();
        QCOMPARE(redis().keys(), std::vector<std::string>());
        redis().reset_stats();
        QTest::qWait(static_cast<int>(short_lease.count()));
        QCOMPARE(redis().calls("evalsha") + redis().calls("eval"), std::int64_t(0));
    }

    void theLivingDoNotRenewTheDead_1458()
    {
        m->fresh(with_lease(short_lease));
        m->read().lock();
        m->others_lock().lock_shared();
        const std::string dead = m->deadline(m->other->this_thread().field(), 1);
        QVERIFY(redis().exists(dead));
        m->other.reset(); // dies without a word
        QVERIFY(until([&] { return !redis().exists(dead); }, short_lease + 400ms));
        QVERIFY(stay({"a", m->deadline(m->field(), 1)}, short_lease));
        Client third(m->server.endpoint());
        auto writer = in_thread([&] { return third.read_write_lock("a").try_lock_for(10s); });
        QVERIFY(m->waits());
        const auto start = Clock::now();
        m->read().unlock();
        QVERIFY(writer.get());
        QVERIFY(since(start) < 1000ms);
    }

    void aHundredReadersAreRenewed_1604()
    {
        m->fresh(with_lease(1500ms));
        std::vector<std::string> keys{"a"};
        for (int thread = 0; thread < 100; ++thread) {
            QVERIFY(m->await(m->read().async_try_lock(m->owner(thread))));
            keys.push_back(m->deadline(m->owner(thread).field(), 1));
        }
        QVERIFY(stay(keys, 2500ms, 300ms));
        for (int thread = 0; thread < 100; ++thread)
            QVERIFY(m->read().is_held(m->owner(thread)));
    }

    void aReaderWhoWasAWriterIsRenewed_4217()
    {
        m->fresh(with_lease(short_lease));
        m->write().lock();
        m->read().lock();
        m->write().unlock();
        QVERIFY(stay({"a", m->deadline(m->field(), 1)}));
        QVERIFY(m->read().is_held());
        QCOMPARE(m->read().release(), 0);
    }

    void leavingTheReadSideDoesNotEndTheWritersWatchdog()
    {
        m->fresh(with_lease(short_lease));
        m->write().lock();
        m->read().lock();
        m->read().unlock();
        QVERIFY(stay({"a"}));
        QVERIFY(m->write().is_held());
    }
};

QTEST_GUILESS_MAIN(RegressionsReadWriteTest)
#include "regressions_read_write_test.moc"

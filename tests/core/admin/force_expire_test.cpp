// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/error.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::tests;
using namespace std::chrono_literals;
using Outcome = AdminResult::Outcome;
using Messages = std::vector<std::pair<std::string, std::string>>;

class ForceExpireTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void givesALockThatNeverExpiresAnEnd()
    {
        m->redis.expect({"HSET", "a", alice, "1"});
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a")});
        const auto result = m->admin.force_expire(AdminFixture::request("a", {{alice, 1}}), 5000ms);
        QCOMPARE(result.outcome, Outcome::done);
        const auto left = m->redis.integer({"PTTL", "a"});
        QVERIFY(left > 0 && left <= 5000);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::unlock_channel("a"), "1"}}));
        QCOMPARE(m->audit->read().back().action, std::string("force-expire"));
    }

    void theLockGoesWhenTheTimeIsOver()
    {
        m->hold("a", alice);
        QCOMPARE(m->admin.force_expire(AdminFixture::request("a", {{alice, 1}}), 1ms).outcome, Outcome::done);
        QTRY_COMPARE(m->exists("a"), 0);
    }

    void doesNothingIfItIsNotAsSeen()
    {
        m->hold("a", bob, 1, 60000);
        const auto result = m->admin.force_expire(AdminFixture::request("a", {{alice, 1}}), 1ms);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(m->redis.integer({"PTTL", "a"}) > 50000);
    }

    void shortensTheReadersThatLiveLonger()
    {
        m->read_hold("rw", alice, 2, 60000);
        m->redis.expect({"PEXPIRE", locks::reader_timeout_key("rw", alice, 1), "3000"});
        m->redis.expect({"PERSIST", locks::reader_timeout_key("rw", alice, 2)});
        Subscriber waiters(m->sandbox.endpoint(), {locks::rwlock_channel("rw")});
        QCOMPARE(m->admin.force_expire(AdminFixture::request("rw", {{alice, 2}}), 9000ms).outcome, Outcome::done);
        const auto first = m->redis.integer({"PTTL", locks::reader_timeout_key("rw", alice, 1)});
        const auto second = m->redis.integer({"PTTL", locks::reader_timeout_key("rw", alice, 2)});
        QVERIFY(first > 0 && first <= 3000);
        QVERIFY(second > 3000 && second <= 9000);
        QVERIFY(m->redis.integer({"PTTL", "rw"}) <= 9000);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::rwlock_channel("rw"), "1"}}));
    }

    void neverLengthens()
    {
        m->hold("a", alice, 1, 60000);
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a")});
        const auto result = m->admin.force_expire(AdminFixture::request("a", {{alice, 1}}), 120s);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(result.lease_before && *result.lease_before > 0ms && *result.lease_before <= 60s);
        QVERIFY(result.message.find("ends sooner already") != std::string::npos);
        QVERIFY(m->redis.integer({"PTTL", "a"}) <= 60000);
        QVERIFY(waiters.take_all(m->redis).empty());
        QCOMPARE(m->audit->read().back().outcome, std::string("changed"));
    }

    /// A lock that outlives the strings of its readers is held by the dead.
    void neverLetsAReadLockOutliveItsReaders()
    {
        m->read_hold("rw", alice, 1, 60000);
        QCOMPARE(m->admin.force_expire(AdminFixture::request("rw", {{alice, 1}}), 120s).outcome, Outcome::changed);
        QVERIFY(m->redis.integer({"PTTL", "rw"}) <= 60000);
    }

    void saysWhatWasLeftBefore()
    {
        m->hold("a", alice, 1, 60000);
        const auto some = m->admin.force_expire(AdminFixture::request("a", {{alice, 1}}), 5s);
        QCOMPARE(some.outcome, Outcome::done);
        QVERIFY(some.lease_before && *some.lease_before > 5s && *some.lease_before <= 60s);
        m->redis.expect({"PERSIST", "a"});
        const auto all = m->admin.force_expire(AdminFixture::request("a", {{alice, 1}}), 5s);
        QVERIFY(all.lease_before == milliseconds(-1));
    }

    void asksTheNextWaiterOfAFairLockToLookAgain()
    {
        const auto now = m->server_now();
        m->hold("f", alice);
        m->queue("f", bob, now - 1000);
        m->queue("f", carol, now + 60000);
        Subscriber waiters(m->sandbox.endpoint(), {locks::fair_channel("f", carol)});
        QCOMPARE(m->admin.force_expire(AdminFixture::request("f", {{alice, 1}}), 5000ms).outcome, Outcome::done);
        QCOMPARE(waiters.take_all(m->redis).size(), 1U);
        QCOMPARE(m->redis.integer({"LLEN", locks::queue_key("f")}), 2); // Held still: the queue is not ours to change.
    }

    void aTtlOfNothingIsNoExpiry_data()
    {
        QTest::addColumn<qint64>("ttl");
        QTest::newRow("zero") << qint64(0);
        QTest::newRow("negative") << qint64(-1);
        QTest::newRow("for ever") << std::numeric_limits<qint64>::max();
    }
    void aTtlOfNothingIsNoExpiry()
    {
        QFETCH(qint64, ttl);
        m->hold("a", alice);
        try {
            static_cast<void>(m->admin.force_expire(AdminFixture::request("a", {{alice, 1}}), milliseconds(ttl)));
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::invalid_argument);
        }
        QCOMPARE(m->exists("a"), 1);
    }
};

QTEST_GUILESS_MAIN(ForceExpireTest)
#include "force_expire_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "support/fault_proxy.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::tests;
using namespace std::chrono_literals;
using Outcome = AdminResult::Outcome;

class ExtendTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;

    bool is_about(const std::string& key, std::int64_t ttl)
    {
        const auto left = m->redis.pttl(key);
        return left > ttl - 30'000 && left <= ttl;
    }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void makesTheLeaseLonger_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<bool>("writes");
        QTest::newRow("reentrant") << QByteArray::fromStdString(alice) << false;
        QTest::newRow("write lock") << QByteArray::fromStdString(alice + ":write") << true;
        QTest::newRow("owner of another form") << QByteArray("somebody \xff\n else") << false;
    }
    void makesTheLeaseLonger()
    {
        QFETCH(QByteArray, field);
        QFETCH(bool, writes);
        m->hold("a", field.toStdString(), 2, 10'000);
        if (writes)
            m->redis.expect({"HSET", "a", "mode", "write"});
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a"), locks::rwlock_channel("a")});
        const auto result = m->admin.extend(AdminFixture::request("a", {{field.toStdString(), 2}}), 300s);
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(is_about("a", 300'000));
        QVERIFY(result.lease_before && *result.lease_before > 0ms && *result.lease_before <= 10s);
        QVERIFY(!result.state || result.state->ttl > 200s); // Absent: owners of another form make no lock.
        QVERIFY(waiters.take_all(m->redis).empty());        // Nobody has anything to look at.
        const auto entry = m->audit->read().back();
        QCOMPARE(entry.action, std::string("extend"));
        QCOMPARE(entry.outcome, std::string("done"));
    }

    /// Not "nobody": what could not be looked at is not known to be gone.
    void whatCannotBeReadAfterwardsIsNotSaidToBeGone()
    {
        test::FaultProxy proxy(m->sandbox.endpoint());
        Client client(proxy.endpoint());
        Admin admin(client, m->audit, {.read_only = false, .production = false, .reason_required = true});
        m->hold("a", alice, 1, 10'000);
        proxy.inject(test::FaultProxy::Fault::reset_before_forwarding, test::FaultProxy::command("HSCAN"), 1000);
        const auto result = admin.extend(AdminFixture::request("a", {{alice, 1}}), 300s);
        QVERIFY2(result.outcome == Outcome::done, result.message.c_str());
        QVERIFY(!result.state);
        QCOMPARE(m->audit->read().back().after, std::string("unknown"));
    }

    void keepsAFairQueueAndAFencingToken()
    {
        m->hold("a", alice, 1, 10'000);
        m->queue("a", bob, m->server_now() + 60'000);
        m->redis.expect({"SET", locks::token_key("a"), "7"});
        auto request = AdminFixture::request("a", {{alice, 1}});
        request.mark.token = 7;
        QCOMPARE(m->admin.extend(request, 300s).outcome, Outcome::done);
        QCOMPARE(m->redis.text({"GET", locks::token_key("a")}), std::string("7"));
        QCOMPARE(m->redis.pttl(locks::token_key("a")), -1);
        QVERIFY(m->queued("a") == std::vector{bob});
    }

    void movesTheDeadlinesOfReadersThatWouldEndBefore()
    {
        m->read_hold("rw", alice, 2, 10'000);
        m->read_hold("rw", bob, 2, 10'000);
        m->redis.expect({"PEXPIRE", locks::reader_timeout_key("rw", alice, 2), "900000"});
        m->redis.expect({"PERSIST", locks::reader_timeout_key("rw", bob, 1)});
        m->redis.expect({"DEL", locks::reader_timeout_key("rw", bob, 2)});
        QCOMPARE(m->admin.extend(AdminFixture::request("rw", {{alice, 2}, {bob, 2}}), 300s).outcome, Outcome::done);
        QVERIFY(is_about("rw", 300'000));
        QVERIFY(is_about(locks::reader_timeout_key("rw", alice, 1), 300'000));
        QVERIFY(is_about(locks::reader_timeout_key("rw", alice, 2), 900'000));
        QCOMPARE(m->redis.pttl(locks::reader_timeout_key("rw", bob, 1)), -1);
        QCOMPARE(m->exists(locks::reader_timeout_key("rw", bob, 2)), 0); // A dead reader stays dead.
    }

    void aReadersDeadlineIsMovedAlsoIfTheLockLivesLongEnough()
    {
        m->read_hold("rw", alice, 1, 10'000);
        m->redis.expect({"PEXPIRE", "rw", "900000"});
        const auto result = m->admin.extend(AdminFixture::request("rw", {{alice, 1}}), 300s);
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(is_about("rw", 900'000));
        QVERIFY(is_about(locks::reader_timeout_key("rw", alice, 1), 300'000));
    }

    void neverShortens_data()
    {
        QTest::addColumn<int>("lease");
        QTest::newRow("it has more") << 900'000;
        QTest::newRow("it never expires") << 0;
    }
    void neverShortens()
    {
        QFETCH(int, lease);
        m->redis.expect({"HSET", "a", alice, "1"});
        if (lease > 0)
            m->redis.expect({"PEXPIRE", "a", std::to_string(lease)});
        const auto result = m->admin.extend(AdminFixture::request("a", {{alice, 1}}), 300s);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(result.lease_before.has_value());
        QVERIFY(result.message.find("Nothing was done") != std::string::npos);
        QVERIFY(lease > 0 ? is_about("a", lease) : m->redis.pttl("a") == -1);
    }

    void doesNothingIfItIsNotAsSeen()
    {
        m->hold("a", bob, 1, 10'000);
        const auto result = m->admin.extend(AdminFixture::request("a", {{alice, 1}}), 300s);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(!result.renewed);
        QVERIFY(m->redis.pttl("a") <= 10'000);
        m->redis.expect({"DEL", "a"});
        QCOMPARE(m->admin.extend(AdminFixture::request("a", {{bob, 1}}), 300s).outcome, Outcome::changed);
        QCOMPARE(m->exists("a"), 0);
    }

    void doesNothingIfItWasRenewedSince()
    {
        m->hold("a", alice, 1, 10'000);
        auto request = admin_request(read_lock(m->client, "a").value());
        request.reason = "test";
        m->redis.expect({"PEXPIRE", "a", "12000"});
        const auto result = m->admin.extend(request, 300s);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(result.renewed);
        QVERIFY(m->redis.pttl("a") <= 12'000);
        request.mark = mark_of(*result.state);
        QCOMPARE(m->admin.extend(request, 300s).outcome, Outcome::done);
    }

    void aHolderWithAFixedLeaseGoesOnBelievingInItsOldEnd()
    {
        auto lock = m->client.reentrant_lock("mine");
        lock.lock(5s);
        const auto owner = lock.this_thread().field();
        QCOMPARE(m->admin.extend(AdminFixture::request("mine", {{owner, 1}}), 300s).outcome, Outcome::done);
        QVERIFY(is_about("mine", 300'000));
        QTRY_VERIFY_WITH_TIMEOUT(!lock.is_held(), 15'000);
        QTRY_VERIFY_WITH_TIMEOUT(m->exists("mine") == 0, 15'000); // It gives up what it may no longer use.
    }

    void aHolderOfOursThatRenewsDoesNotShortenIt()
    {
        ClientOptions options;
        options.watchdog_lease = 6s;
        Client holder(m->sandbox.endpoint(), options);
        auto lock = holder.reentrant_lock("mine");
        lock.lock();
        const auto owner = lock.this_thread().field();
        QCOMPARE(m->admin.extend(AdminFixture::request("mine", {{owner, 1}}), 300s).outcome, Outcome::done);
        m->redis.reset_stats();
        QTRY_VERIFY_WITH_TIMEOUT(m->redis.scripts() >= 3, 15'000); // Renewals.
        QVERIFY(lock.is_held());
        QVERIFY(is_about("mine", 300'000));
        lock.unlock();
        QCOMPARE(m->exists("mine"), 0);
    }

    void aMissingPermissionChangesNothing()
    {
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", "-pexpire"});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        m->read_hold("rw", alice, 1, 10'000);
        QCOMPARE(admin.extend(AdminFixture::request("rw", {{alice, 1}}), 300s).outcome, Outcome::failed);
        QVERIFY(m->redis.pttl("rw") <= 10'000);
        QVERIFY(m->redis.pttl(locks::reader_timeout_key("rw", alice, 1)) <= 10'000);
    }

    void thePolicyIsAsked()
    {
        const std::string name = "a\n\xe2\x80\xae";
        m->hold(name, alice, 1, 10'000);
        m->admin.set_policy({});
        QCOMPARE(m->admin.extend(AdminFixture::request(name, {{alice, 1}}), 300s).outcome, Outcome::refused);
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        auto request = AdminFixture::request(name, {{alice, 1}});
        QCOMPARE(m->admin.extend(request, 300s).outcome, Outcome::refused);
        request.typed_name = "a\\x0a\\xe2\\x80\\xae";
        QCOMPARE(m->admin.extend(request, 300s).outcome, Outcome::done);
        request.expected.clear();
        QCOMPARE(m->admin.extend(request, 300s).outcome, Outcome::refused);
        QCOMPARE(m->audit->read().size(), 4U);
    }

    void aLeaseOfNothingIsNoLease()
    {
        try {
            static_cast<void>(m->admin.extend(AdminFixture::request("a", {{alice, 1}}), 0ms));
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::invalid_argument);
        }
    }
};

QTEST_GUILESS_MAIN(ExtendTest)
#include "extend_test.moc"

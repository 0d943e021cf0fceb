// SPDX-License-Identifier: Apache-2.0
// docs/permissions.md, "Locking": exactly those rights are enough, and with one fewer nothing is half done.
#include "lockscope/non_reentrant_lock.hpp"

#include "locks/key_names.hpp"
#include "support/documented_acl.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

const std::string user = "service";
const std::string name = "app:orders";
constexpr const char* channels = "&redisson_lock__channel:{app:*";

} // namespace

class AclTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;

    RedisClient& redis() { return m_server->redis; }
    /// A service with these rights from now on.
    Endpoint with(const Rules& rules) { return user_with(redis(), m_server->endpoint(), user, rules); }
    Errc release(ReentrantLock& lock)
    {
        return thrown([&lock] { return lock.release(); });
    }
    Errc acquire(ReentrantLock& lock)
    {
        return thrown([&lock] {
            lock.lock();
            return 0;
        });
    }

private slots:
    // A server for each test, because scripts that are known to it need no EVAL.
    void init() { m_server.emplace(); }
    void cleanup() { m_server.reset(); }

    void theDocumentedRightsSuffice()
    {
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        Client client(with(documented_rules(user)), options);
        Client other(m_server->endpoint());
        auto lock = client.reentrant_lock(name);
        lock.lock();
        lock.lock();
        QCOMPARE(lock.hold_count(), 2);
        QVERIFY(lock.is_locked());
        QVERIFY(are_renewed(redis(), {name}));
        lock.unlock();
        lock.unlock();
        QVERIFY(redis().keys().empty());

        // Woken, not by the end of a lease.
        auto foreign = other.reentrant_lock(name);
        foreign.lock(1h);
        auto acquired = in_thread([&lock] { return lock.try_lock_for(30s); });
        QVERIFY(until([this] { return redis().subscribers(locks::unlock_channel(name)) == 1; }));
        foreign.unlock();
        QVERIFY(is_ready(acquired, 10s) && acquired.get());
        QVERIFY(lock.force_unlock());
    }

    void othersLocksAreOutOfReach()
    {
        Client client(with(documented_rules(user)));
        auto lock = client.reentrant_lock("web:1");
        QCOMPARE(acquire(lock), Errc::no_permission);
        QVERIFY(redis().keys().empty());
    }

    void withoutItNothingIsAcquired_data()
    {
        QTest::addColumn<QByteArray>("rule");
        for (const char* rule : {"+evalsha", "+eval", "+hget", "+exists", "+hset", "+pttl", "+pexpire"})
            QTest::newRow(rule) << QByteArray(rule);
    }
    void withoutItNothingIsAcquired()
    {
        QFETCH(QByteArray, rule);
        Client client(with(without(documented_rules(user), rule.toStdString())));
        auto lock = client.reentrant_lock(name);
        QCOMPARE(acquire(lock), Errc::no_permission);
        QVERIFY(!lock.is_held());
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void withoutItNothingIsEnteredAgain()
    {
        Client client(with(without(documented_rules(user), "+hlen")));
        auto lock = client.reentrant_lock(name);
        QCOMPARE(acquire(lock), Errc::ok);
        QCOMPARE(acquire(lock), Errc::no_permission);
        QCOMPARE(redis().hash(name).begin()->second, std::string("1"));
        QCOMPARE(lock.hold_count(), 1);
    }

    void withoutItNothingIsReleased_data()
    {
        QTest::addColumn<QByteArray>("rule");
        for (const char* rule : {"+hlen", "+del", "+publish", channels})
            QTest::newRow(rule) << QByteArray(rule);
    }
    void withoutItNothingIsReleased()
    {
        QFETCH(QByteArray, rule);
        Client client(with(without(documented_rules(user), rule.toStdString())));
        auto lock = client.reentrant_lock(name);
        QCOMPARE(acquire(lock), Errc::ok);
        QCOMPARE(release(lock), Errc::no_permission);
        QVERIFY(!lock.is_held()); // on this side it is given up, on the server it ends with its lease
        QCOMPARE(redis().hash(name), (Fields{{client.this_thread().field(), "1"}}));
        QVERIFY(redis().pttl(name) > 0);
    }

    void withoutItNothingIsExtendedAndNothingIsLost()
    {
        Client client(with(documented_rules(user)));
        Losses losses(client);
        auto lock = client.reentrant_lock(name);
        lock.lock(1min);
        redis().expect({"ACL", "SETUSER", user, "-hget"});
        QCOMPARE(thrown([&lock] { return lock.extend(2min); }), Errc::no_permission);
        redis().expect({"ACL", "SETUSER", user, "+hget"});
        QVERIFY(lock.is_held());
        QVERIFY(lock.extend(2min));
        QCOMPARE(release(lock), Errc::ok);
        QCOMPARE(losses.count(), std::size_t(0));
    }

    void aRightThatIsTakenAwayCostsNoOtherLock()
    {
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        Client client(with(documented_rules(user)), options);
        std::vector<std::string> kept;
        for (int i = 0; i < 5; ++i)
            kept.push_back("app:kept:" + std::to_string(i));
        for (const std::string& each : kept)
            client.reentrant_lock(each).lock();
        auto gone = client.reentrant_lock("app:gone");
        gone.lock();
        redis().expect({"ACL", "SETUSER", user, "resetkeys", "~app:kept:*"});
        QVERIFY(are_renewed(redis(), kept, 4)); // for longer than a lease
        QVERIFY(until([&] { return !gone.is_held(); }));
        for (const std::string& each : kept)
            QVERIFY(client.reentrant_lock(each).is_held());
    }

    /// Also where nobody tells us that it is gone.
    void whoForcesALockOpenHoldsItNoMore()
    {
        Client client(with(documented_rules(user)));
        NonReentrantLock lock = client.non_reentrant_lock(name);
        lock.lock(1min);
        QVERIFY(lock.force_unlock());
        QVERIFY(!lock.is_held());
        QVERIFY(lock.try_lock()); // and not: it is held already
        QCOMPARE(thrown([&lock] { return lock.release(); }), Errc::ok);
    }

    void withoutSubscribingAWaiterIsRefused()
    {
        Client client(with(without(documented_rules(user), "+subscribe")));
        Client other(m_server->endpoint());
        auto foreign = other.reentrant_lock(name);
        foreign.lock(1h);
        auto lock = client.reentrant_lock(name);
        QCOMPARE(thrown([&lock] { return lock.try_lock(); }), Errc::ok);
        QCOMPARE(thrown([&lock] { return lock.try_lock_for(30s); }), Errc::no_permission);
        QCOMPARE(redis().subscribers(locks::unlock_channel(name)), 0);
        foreign.unlock();
        QCOMPARE(acquire(lock), Errc::ok);
    }
};

QTEST_APPLESS_MAIN(AclTest)
#include "acl_test.moc"

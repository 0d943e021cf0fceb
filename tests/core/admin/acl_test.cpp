// SPDX-License-Identifier: Apache-2.0
// docs/permissions.md, "Acting": exactly those rights are enough, and with one fewer nothing is half done.
#include "locks/key_names.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/client.hpp"
#include "lockscope/own_holds.hpp"
#include "lockscope/permissions.hpp"
#include "lockscope/sandbox.hpp"
#include "support/documented_acl.hpp"
#include "support/subscriber.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace lockscope;
using namespace lockscope::test;
using Outcome = AdminResult::Outcome;

namespace {

const std::string alice = "0a0a0a0a-1111-4222-8333-444444444444:1";
const std::string user = "lockscope-admin";

} // namespace

class AclTest : public QObject
{
    Q_OBJECT

    /// One server with a lock that alice holds, and an operator with the given rights.
    struct Fixture
    {
        explicit Fixture(const Rules& rules) : client(user_with(redis, sandbox.endpoint(), user, rules))
        {
            redis.expect({"HSET", "a", alice, "2"});
            redis.expect({"PEXPIRE", "a", "60000"});
        }
        static AdminRequest request()
        {
            AdminRequest request;
            request.lock = "a";
            request.expected = {{alice, 2}};
            request.reason = "test";
            return request;
        }
        AdminResult act(const QByteArray& action)
        {
            if (action == "expire")
                return admin.force_expire(request(), milliseconds(5000));
            if (action == "extend")
                return admin.extend(request(), milliseconds(600'000));
            if (action == "wake") {
                WakeRequest wake;
                wake.lock = "a";
                wake.expected = {{alice, 2}};
                wake.reason = "test";
                return admin.wake_next(wake);
            }
            AdminRequest release = request();
            release.undo = AdminRequest::Undo::keep;
            return admin.force_release(release);
        }
        bool is_untouched()
        {
            return redis.keys() == std::vector<std::string>{"a"}
                && redis.hash("a") == (std::map<std::string, std::string>{{alice, "2"}}) && redis.pttl("a") > 50'000;
        }

        Sandbox sandbox;
        RedisClient redis{sandbox.endpoint()};
        Client client;
        QTemporaryDir folder;
        std::shared_ptr<AuditLog> audit =
            std::make_shared<AuditLog>(std::filesystem::path(folder.path().toStdString()) / "audit.jsonl");
        Admin admin{client, audit, {.read_only = false, .production = false, .reason_required = true}};
    };

private slots:
    void theDocumentedRightsSuffice()
    {
        Fixture m(documented_rules(user));
        QCOMPARE(QByteArray::fromStdString(probe_permissions(m.client).acl_line()), QByteArray());
        Subscriber waiting(m.sandbox.endpoint(), {locks::unlock_channel("a")});

        QCOMPARE(m.act("wake").outcome, Outcome::done);
        QCOMPARE(m.act("extend").outcome, Outcome::done);
        QVERIFY(m.redis.pttl("a") > 500'000);
        QCOMPARE(m.act("expire").outcome, Outcome::done);
        QVERIFY(m.redis.pttl("a") <= 5000);
        const auto result = m.act("release");
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(!m.redis.exists("a"));
        QVERIFY(!result.state || !result.state->is_held());
        QVERIFY(result.undo.has_value());
        QCOMPARE(m.admin.undo_force_release(*result.undo).outcome, Outcome::done);
        QVERIFY(m.redis.exists("a"));

        std::promise<AdminResult> taken, given;
        OwnHolds holds(m.client, m.admin);
        HoldRequest wish;
        wish.lock = "b";
        wish.wait = milliseconds(0);
        wish.reason = "test";
        holds.acquire(1, wish, [&taken](AdminResult r) { taken.set_value(std::move(r)); });
        QCOMPARE(taken.get_future().get().outcome, Outcome::done);
        QVERIFY(m.redis.exists("b"));
        holds.release(1, [&given](AdminResult r) { given.set_value(std::move(r)); });
        QCOMPARE(given.get_future().get().outcome, Outcome::done);
        QVERIFY(!m.redis.exists("b"));
    }

    void withOneFewerNothingIsHalfDone_data()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<QByteArray>("rule");
        for (const char* action : {"release", "expire"}) {
            for (const char* rule : {"+evalsha", "+eval", "+hlen", "+hget", "+time", "+lindex", "+publish", "+del",
                                     "+pexpire", "&redisson_lock__channel:*"}) {
                const std::string_view last = std::string_view(action) == "expire" ? "+del" : "+pexpire";
                if (rule != last) // what the other action does
                    QTest::addRow("%s without %s", action, rule) << QByteArray(action) << QByteArray(rule);
            }
        }
        for (const char* rule : {"+evalsha", "+eval", "+hlen", "+hget", "+time", "+pttl", "+pexpire"})
            QTest::addRow("extend without %s", rule) << QByteArray("extend") << QByteArray(rule);
        for (const char* rule : {"+evalsha", "+eval", "+hlen", "+hget", "+time", "+pttl", "+lrange", "+publish",
                                 "&redisson_lock__channel:*"})
            QTest::addRow("wake without %s", rule) << QByteArray("wake") << QByteArray(rule);
    }
    void withOneFewerNothingIsHalfDone()
    {
        QFETCH(QByteArray, action);
        QFETCH(QByteArray, rule);
        Fixture m(without(documented_rules(user), rule.toStdString()));
        const auto result = m.act(action);
        QCOMPARE(result.outcome, Outcome::failed);
        QCOMPARE(result.code, Errc::no_permission);
        QVERIFY(!result.unknown);
        QVERIFY2(m.is_untouched(), result.message.c_str());
        const bool says_why = result.message.find(rule.toStdString()) != std::string::npos
                           || result.message.find("permission") != std::string::npos
                           || result.message.find("The user executing the script can't") != std::string::npos
                           || result.message.find("NOPERM") != std::string::npos;
        QVERIFY2(says_why, result.message.c_str());
        QCOMPARE(m.audit->read().back().outcome.substr(0, 6), std::string("failed"));
    }

    void whoMayOnlyLookActsOnNothing()
    {
        Fixture m(replaced(documented_rules(user), "%RW~*", "%R~*"));
        for (const char* action : {"release", "expire", "extend"}) {
            QCOMPARE(m.act(action).outcome, Outcome::failed);
            QVERIFY(m.is_untouched());
        }
    }

    void theMissingRightIsNamedBeforehand_data()
    {
        QTest::addColumn<QByteArray>("rule");
        for (const char* rule : {"+evalsha", "+eval", "+del", "+pexpire", "+publish", "+hget", "+hset", "+hexists",
                                 "+exists", "+lindex", "+zscore", "+lrem", "+zrem", "+zadd", "+dump", "+restore"})
            QTest::newRow(rule) << QByteArray(rule);
    }
    void theMissingRightIsNamedBeforehand()
    {
        QFETCH(QByteArray, rule);
        Fixture m(without(documented_rules(user), rule.toStdString()));
        QCOMPARE(QByteArray::fromStdString(probe_permissions(m.client).acl_line()), rule);
        QVERIFY(m.is_untouched());
    }
};

QTEST_APPLESS_MAIN(AclTest)
#include "acl_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "core/monitor/batch_log.hpp"
#include "locks/operator_news.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/documented_acl.hpp"
#include "support/printing.hpp"
#include "support/until.hpp"

#include <QTest>

#include <future>
#include <optional>

using namespace lockscope;
using namespace lockscope::tests;
using namespace lockscope::test;
using namespace std::chrono_literals;
using Outcome = AdminResult::Outcome;
using Kind = LockEvent::Kind;
using Messages = std::vector<std::pair<std::string, std::string>>;
using Owners = std::vector<std::string>;

namespace {

/// 16 bytes each, and what they are called.
const std::string first_id("\0\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e\xff", 16);
const std::string first_hex = "000102030405060708090a0b0c0d0eff";
const std::string second_id(16, '\x11');
const std::string second_hex(32, '1');
constexpr auto no_end = "922337203685477";

} // namespace

class ReleaseOneTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;

    static ReleaseOneRequest request(std::string lock, std::string owner, LockType type = LockType::read_write)
    {
        ReleaseOneRequest request;
        request.lock = std::move(lock);
        request.owner = std::move(owner);
        request.type = type;
        request.reason = "test";
        return request;
    }
    /// As it is now.
    ReleaseOneRequest seen(const std::string& lock, const std::string& owner)
    {
        const auto state = read_lock(m->client, lock);
        for (const auto& holder : state->holders) {
            if (holder.owner == owner) {
                auto request = release_one_request(*state, holder);
                request.reason = "test";
                return request;
            }
        }
        throw std::runtime_error("Nobody was seen.");
    }
    /// Another lease than that of others, of a reader that entered once.
    void lease(const std::string& owner, int lease)
    {
        m->redis.expect({"PEXPIRE", locks::reader_timeout_key("rw", owner, 1), std::to_string(lease)});
        m->redis.expect({"PEXPIRE", "rw", std::to_string(std::max<std::int64_t>(m->redis.pttl("rw"), lease))});
    }
    void never_ends(const std::string& owner)
    {
        m->redis.expect({"PERSIST", locks::reader_timeout_key("rw", owner, 1)});
        m->redis.expect({"PERSIST", "rw"});
    }
    std::map<std::string, std::string> readers()
    {
        auto fields = m->redis.hash("rw");
        fields.erase("mode");
        return fields;
    }
    /// @param end epoch ms, or no_end
    void take_permit(const std::string& id, const std::string& end, int left = 2)
    {
        m->redis.expect({"SET", "s", std::to_string(left)});
        m->redis.expect({"ZADD", locks::permit_timeout_key("s"), end, id});
    }
    std::vector<std::string> taken() { return m->redis.list({"ZRANGE", locks::permit_timeout_key("s"), "0", "-1"}); }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void aReaderLeavesAndTheOthersGoOn_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("never_ends");
        QTest::newRow("with a lease") << 1 << false;
        QTest::newRow("without one") << 1 << true;
        QTest::newRow("that has entered three times") << 3 << false;
    }
    void aReaderLeavesAndTheOthersGoOn()
    {
        QFETCH(int, count);
        QFETCH(bool, never_ends);
        m->read_hold("rw", bob, 1, 40'000);
        m->read_hold("rw", carol, 1, 20'000);
        m->read_hold("rw", alice, count, 600'000);
        if (never_ends)
            this->never_ends(alice);
        Subscriber waiters(m->sandbox.endpoint(), {locks::rwlock_channel("rw")});
        const auto result = m->admin.release_one(seen("rw", alice));
        QVERIFY2(result.outcome == Outcome::done, result.message.c_str());
        QVERIFY(result.message.find(alice) != std::string::npos);
        QVERIFY(readers() == (std::map<std::string, std::string>{{bob, "1"}, {carol, "1"}}));
        QVERIFY(result.state && result.state->holders.size() == 2);
        // The lock lives for as long as the longest of them has it, and who waits has to look for how long that is.
        const auto left = m->redis.pttl("rw");
        QVERIFY2(left > 30'000 && left <= 40'000, std::to_string(left).c_str());
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::rwlock_channel("rw"), "1"}}));
        for (int hold = 1; hold <= count; ++hold)
            QCOMPARE(m->exists(locks::reader_timeout_key("rw", alice, hold)), 0);
        QCOMPARE(m->exists(locks::reader_timeout_key("rw", bob, 1)), 1);
    }

    void withTheLastReaderTheLockEnds()
    {
        m->read_hold("rw", alice);
        Subscriber waiters(m->sandbox.endpoint(), {locks::rwlock_channel("rw")});
        const auto result = m->admin.release_one(seen("rw", alice));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(!result.state || !result.state->is_held());
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::rwlock_channel("rw"), "0"}}));
    }

    /// Its deadlines are gone, and it stands there all the same.
    void aDeadReaderCanBeRemoved()
    {
        m->read_hold("rw", alice);
        m->read_hold("rw", bob);
        m->redis.expect({"DEL", locks::reader_timeout_key("rw", alice, 1)});
        const auto wanted = seen("rw", alice);
        QVERIFY(wanted.deadline);
        QCOMPARE(m->admin.release_one(wanted).outcome, Outcome::done);
        QVERIFY(readers() == (std::map<std::string, std::string>{{bob, "1"}}));
    }

    void aReaderThatIsNotAsSeenStays_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("says");
        QTest::newRow("gone") << "gone"
                              << "does not have";
        QTest::newRow("entered once more") << "count"
                                           << "2 times, not 1";
        QTest::newRow("another deadline") << "deadline"
                                          << "ends at";
        QTest::newRow("no deadline any more") << "endless"
                                              << "never ends";
        QTest::newRow("held for writing") << "write"
                                          << "for writing";
        QTest::newRow("no read-write lock any more") << "no mode"
                                                     << "no longer held for reading";
        QTest::newRow("nothing there") << "nothing"
                                       << "does not have";
    }
    void aReaderThatIsNotAsSeenStays()
    {
        QFETCH(QString, change);
        QFETCH(QString, says);
        m->read_hold("rw", alice);
        m->read_hold("rw", bob);
        const auto wanted = seen("rw", alice);
        if (change == "gone")
            m->redis.expect({"HDEL", "rw", alice});
        else if (change == "count")
            m->read_hold("rw", alice, 2);
        else if (change == "deadline")
            lease(alice, 90'000);
        else if (change == "endless")
            never_ends(alice);
        else if (change == "write")
            m->redis.expect({"HSET", "rw", "mode", "write", alice + ":write", "1"});
        else if (change == "no mode")
            m->redis.expect({"HDEL", "rw", "mode"});
        else
            m->redis.expect({"FLUSHALL"});
        const auto before = m->redis.hash("rw");
        const auto left = m->redis.pttl("rw");
        Subscriber all(m->sandbox.endpoint(), {locks::rwlock_channel("rw"), std::string(locks::operator_channel)});
        const auto result = m->admin.release_one(wanted);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY2(result.message.find(says.toStdString()) != std::string::npos, result.message.c_str());
        QVERIFY(result.message.find("Nothing was done") != std::string::npos);
        QCOMPARE(result.renewed, change == "deadline" || change == "endless");
        QVERIFY(m->redis.hash("rw") == before);
        QVERIFY(left < 0 || m->redis.pttl("rw") > left - 5000);
        QVERIFY(all.take_all(m->redis).empty());
        QCOMPARE(m->audit->read().back().outcome, std::string("changed"));
    }

    void aDeadlineThatDoesNotMatterIsNotCompared()
    {
        m->read_hold("rw", alice);
        m->read_hold("rw", bob);
        auto wanted = seen("rw", alice);
        wanted.deadline.reset();
        lease(alice, 90'000);
        QCOMPARE(m->admin.release_one(wanted).outcome, Outcome::done);
    }

    void whatHasNoSingleHoldsIsRefused_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"reentrant", "write", "fair", "owner that is no permit"})
            QTest::newRow(kind) << kind;
    }
    void whatHasNoSingleHoldsIsRefused()
    {
        QFETCH(QString, kind);
        m->hold("rw", alice);
        if (kind == "write") {
            m->redis.expect({"DEL", "rw"});
            m->redis.expect({"HSET", "rw", "mode", "write", alice + ":write", "1", alice, "1"});
        }
        if (kind == "fair")
            m->queue("rw", bob, m->server_now() + 60'000);
        auto wanted = seen("rw", alice);
        if (kind == "owner that is no permit")
            wanted.type = LockType::semaphore;
        const auto result = m->admin.release_one(wanted);
        QCOMPARE(result.outcome, Outcome::refused);
        QVERIFY(!result.message.empty());
        QCOMPARE(m->redis.text({"HGET", "rw", alice}), std::string("1"));
        QCOMPARE(m->audit->read().back().action, std::string("release-one"));
    }

    void aWaitingWriterGetsTheLockWithTheLast()
    {
        m->read_hold("rw", alice, 1, 600'000);
        never_ends(alice);
        auto writer = m->client.read_write_lock("rw").write();
        auto acquired = std::async(std::launch::async, [&writer] { return writer.try_lock_for(30s); });
        QTRY_COMPARE(m->redis.subscribers(locks::rwlock_channel("rw")), std::int64_t(1));
        QCOMPARE(m->admin.release_one(seen("rw", alice)).outcome, Outcome::done);
        QVERIFY(acquired.wait_for(10s) == std::future_status::ready);
        QVERIFY(acquired.get());
    }

    /// It waits without end for one who has no end: it must learn that another has one.
    void aWaitingWriterGetsTheLockWhenTheRestHasExpired()
    {
        m->read_hold("rw", alice);
        m->read_hold("rw", bob, 1, 3000);
        never_ends(alice);
        auto writer = m->client.read_write_lock("rw").write();
        auto acquired = std::async(std::launch::async, [&writer] { return writer.try_lock_for(30s); });
        QTRY_COMPARE(m->redis.subscribers(locks::rwlock_channel("rw")), std::int64_t(1));
        QCOMPARE(m->admin.release_one(request("rw", alice)).outcome, Outcome::done);
        QVERIFY(acquired.wait_for(10s) == std::future_status::ready);
        QVERIFY(acquired.get());
    }

    void theOthersReleaseInOrder()
    {
        auto first = m->client.read_write_lock("rw").read();
        Client elsewhere(m->sandbox.endpoint());
        auto second = elsewhere.read_write_lock("rw").read();
        first.lock();
        second.lock();
        m->read_hold("rw", alice, 2, 600'000);
        QCOMPARE(m->admin.release_one(request("rw", alice)).outcome, Outcome::changed); // it has entered twice
        QCOMPARE(m->admin.release_one(seen("rw", alice)).outcome, Outcome::done);
        QCOMPARE(readers().size(), std::size_t(2));
        first.unlock();
        QCOMPARE(readers().size(), std::size_t(1));
        second.unlock();
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
    }

    void aPermitGoesBack_data()
    {
        QTest::addColumn<bool>("has_lease");
        QTest::addColumn<bool>("as_hex");
        QTest::newRow("with a lease") << true << false;
        QTest::newRow("without one") << false << false;
        QTest::newRow("as old clients write them") << false << true;
    }
    void aPermitGoesBack()
    {
        QFETCH(bool, has_lease);
        QFETCH(bool, as_hex);
        take_permit(as_hex ? first_hex : first_id, has_lease ? std::to_string(m->server_now() + 600'000) : no_end);
        take_permit(second_id, no_end);
        Subscriber waiters(m->sandbox.endpoint(), {locks::semaphore_channel("s")});
        const auto wanted = seen("s", first_hex);
        QVERIFY(wanted.deadline && (*wanted.deadline == -1) == !has_lease);
        const auto result = m->admin.release_one(wanted);
        QVERIFY2(result.outcome == Outcome::done, result.message.c_str());
        QCOMPARE(m->redis.text({"GET", "s"}), std::string("3"));
        QVERIFY(taken() == Owners{second_id});
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::semaphore_channel("s"), "3"}}));
        QVERIFY(result.state && result.state->holders.size() == 1);
    }

    void aPermitThatIsNotAsSeenStays_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("says");
        QTest::newRow("gone") << "gone"
                              << "does not have";
        QTest::newRow("another deadline") << "deadline"
                                          << "ends at";
        QTest::newRow("no deadline any more") << "endless"
                                              << "never ends";
    }
    void aPermitThatIsNotAsSeenStays()
    {
        QFETCH(QString, change);
        QFETCH(QString, says);
        take_permit(first_id, std::to_string(m->server_now() + 600'000));
        take_permit(second_id, no_end);
        const auto wanted = seen("s", first_hex);
        if (change == "gone")
            m->redis.expect({"ZREM", locks::permit_timeout_key("s"), first_id});
        else
            take_permit(first_id, change == "endless" ? no_end : std::to_string(m->server_now() + 700'000));
        const auto before = taken();
        Subscriber all(m->sandbox.endpoint(), {locks::semaphore_channel("s"), std::string(locks::operator_channel)});
        const auto result = m->admin.release_one(wanted);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY2(result.message.find(says.toStdString()) != std::string::npos, result.message.c_str());
        QCOMPARE(m->redis.text({"GET", "s"}), std::string("2"));
        QVERIFY(taken() == before);
        QVERIFY(all.take_all(m->redis).empty());
    }

    void whoWaitsForAPermitGetsIt()
    {
        take_permit(first_id, no_end, 0);
        auto semaphore = m->client.permit_semaphore("s");
        auto acquired = std::async(std::launch::async, [&] { return semaphore.try_acquire_for(30s); });
        QTRY_COMPARE(m->redis.subscribers(locks::semaphore_channel("s")), std::int64_t(1));
        QCOMPARE(m->admin.release_one(request("s", first_hex, LockType::semaphore)).outcome, Outcome::done);
        QVERIFY(acquired.wait_for(10s) == std::future_status::ready);
        QVERIFY(acquired.get().has_value());
    }

    void theDocumentedRightsSuffice()
    {
        Client client(user_with(m->redis, m->sandbox.endpoint(), "op", documented_rules("lockscope-admin")));
        Admin admin(client, m->audit, m->admin.policy());
        m->read_hold("rw", alice);
        m->read_hold("rw", bob);
        take_permit(first_id, no_end);
        QCOMPARE(admin.release_one(seen("rw", alice)).outcome, Outcome::done);
        QCOMPARE(admin.release_one(seen("rw", bob)).outcome, Outcome::done);
        QCOMPARE(admin.release_one(seen("s", first_hex)).outcome, Outcome::done);
    }

    void missingRightsLeaveItAsItWas_data()
    {
        QTest::addColumn<QByteArray>("owner");
        QTest::addColumn<QByteArray>("rule");
        const auto rows = [](const std::string& owner, std::initializer_list<const char*> rules) {
            for (const char* rule : rules)
                QTest::addRow("%s %s", owner == alice ? "reader" : "permit", rule)
                    << QByteArray::fromStdString(owner) << QByteArray(rule);
        };
        rows(alice, {"-hget", "-hdel", "-pexpire", "-del", "-publish", "-pttl", "-evalsha", "-time"});
        rows(first_hex, {"-zscore", "-zrem", "-incrby", "-publish", "-get", "-time"});
    }
    void missingRightsLeaveItAsItWas()
    {
        QFETCH(QByteArray, owner);
        QFETCH(QByteArray, rule);
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", rule.toStdString()});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        m->read_hold("rw", alice);
        m->read_hold("rw", bob);
        take_permit(first_id, no_end);
        const auto lock = owner.toStdString() == alice ? "rw" : "s";
        const auto result = admin.release_one(seen(lock, owner.toStdString()));
        QVERIFY2(result.outcome == Outcome::failed, result.message.c_str());
        QVERIFY(!result.unknown);
        QCOMPARE(readers().size(), std::size_t(2));
        QCOMPARE(m->exists(locks::reader_timeout_key("rw", alice, 1)), 1);
        QVERIFY(taken() == Owners{first_id});
        QCOMPARE(m->redis.text({"GET", "s"}), std::string("2"));
    }

    void namesAreBytes()
    {
        const std::string name("n\xfe{");
        m->read_hold(name, alice);
        m->read_hold(name, bob);
        QCOMPARE(m->admin.release_one(seen(name, bob)).outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"HLEN", name}), 2);
    }

    void thePolicyIsAskedFirst()
    {
        m->read_hold("rw", alice);
        const auto wanted = seen("rw", alice);
        m->admin.set_policy({});
        QCOMPARE(m->admin.release_one(wanted).outcome, Outcome::refused);
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        QCOMPARE(m->admin.release_one(wanted).outcome, Outcome::refused);
        auto typed = wanted;
        typed.typed_name = "rw";
        typed.reason = " ";
        QCOMPARE(m->admin.release_one(typed).outcome, Outcome::refused);
        QCOMPARE(readers().size(), std::size_t(1));
        typed.reason = "test";
        QCOMPARE(m->admin.release_one(typed).outcome, Outcome::done);
    }

    void leavesALineInTheLog()
    {
        m->read_hold("rw", alice, 2);
        m->read_hold("rw", bob);
        auto wanted = seen("rw", alice);
        QCOMPARE(m->admin.release_one(wanted).outcome, Outcome::done);
        const auto entry = m->audit->read().back();
        QCOMPARE(entry.action, std::string("release-one"));
        QCOMPARE(entry.reason, std::string("test"));
        QCOMPARE(entry.before, alice + "=2 until " + std::to_string(*wanted.deadline));
        QVERIFY2(entry.after.starts_with(bob + "=1"), entry.after.c_str());
        QCOMPARE(entry.outcome, std::string("done"));
    }

    void answersByCallback()
    {
        m->read_hold("rw", alice);
        std::promise<AdminResult> promise;
        m->admin.release_one(request("rw", alice), [&promise](AdminResult r) { promise.set_value(std::move(r)); });
        QCOMPARE(promise.get_future().get().outcome, Outcome::done);
    }

    void whoWatchesIsToldThatAnOperatorRemovedThisOne_data()
    {
        QTest::addColumn<bool>("is_last");
        QTest::newRow("others go on") << false;
        QTest::newRow("the last") << true;
    }
    void whoWatchesIsToldThatAnOperatorRemovedThisOne()
    {
        QFETCH(bool, is_last);
        BatchLog log;
        Client elsewhere(m->sandbox.endpoint());
        Monitor monitor(elsewhere, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        m->read_hold("rw", alice);
        if (!is_last)
            m->read_hold("rw", bob);
        take_permit(first_id, no_end);
        take_permit(second_id, no_end);
        QVERIFY(until([&] {
            return log.row("rw") && log.row("rw")->holders.size() == (is_last ? 1u : 2u) && log.row("s")
                && log.row("s")->holders.size() == 2;
        }));
        QCOMPARE(m->admin.release_one(seen("rw", alice)).outcome, Outcome::done);
        QCOMPARE(m->admin.release_one(seen("s", first_hex)).outcome, Outcome::done);
        QVERIFY(log.wait_for_event("rw", Kind::forced));
        QVERIFY(log.wait_for_event("s", Kind::forced));
        int told = 0;
        for (const auto& event : log.events()) {
            const std::string words = event.lock + ": " + std::string(to_string(event.kind)) + " by " + event.owner;
            QVERIFY2(event.kind != Kind::released && event.kind != Kind::vanished, words.c_str());
            if (event.kind != Kind::forced)
                continue;
            ++told;
            QCOMPARE(event.owner, event.lock == "s" ? first_hex : alice);
            QVERIFY(event.actor.find('@') != std::string::npos);
        }
        QCOMPARE(told, 2);
        if (is_last)
            return;
        // What the others do then is their own.
        m->redis.expect({"HDEL", "rw", bob});
        m->redis.expect({"DEL", "rw"});
        m->redis.publish(locks::rwlock_channel("rw"), "0");
        QVERIFY(log.wait_for_event("rw", Kind::released));
        monitor.stop();
    }

    void inAClusterEachGoesWhereItLies()
    {
        SandboxCluster cluster({.node_timeout = std::chrono::minutes(1), .password = {}, .arguments = {}});
        Client client(cluster.endpoint());
        Admin admin(client, m->audit, m->admin.policy());
        for (const int index : cluster.masters()) {
            RedisClient redis(cluster.node(index).endpoint());
            const auto lock = cluster.key_on(index, "rw");
            for (const auto& reader : {alice, bob}) {
                redis.expect({"HSET", lock, "mode", "read", reader, "1"});
                redis.expect({"SET", locks::reader_timeout_key(lock, reader, 1), "1", "PX", "60000"});
            }
            const auto permits = cluster.key_on(index, "s");
            redis.expect({"SET", permits, "0"});
            redis.expect({"ZADD", locks::permit_timeout_key(permits), no_end, first_id});
            QCOMPARE(admin.release_one(request(lock, alice)).outcome, Outcome::done);
            QCOMPARE(redis.integer({"HLEN", lock}), 2);
            QCOMPARE(admin.release_one(request(permits, first_hex, LockType::semaphore)).outcome, Outcome::done);
            QCOMPARE(redis.text({"GET", permits}), std::string("1"));
        }
    }
};

QTEST_GUILESS_MAIN(ReleaseOneTest)
#include "release_one_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "admin/comparing.hpp"
#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "support/errors.hpp"
#include "support/until.hpp"

#include <QTest>

#include <future>

using namespace lockscope;
using namespace lockscope::tests;
using Outcome = AdminResult::Outcome;
using Messages = std::vector<std::pair<std::string, std::string>>;

class ForceReleaseTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;

    static ClientOptions impatient()
    {
        ClientOptions options;
        options.command_timeout = std::chrono::milliseconds(200);
        return options;
    }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void wakesTheWaitersOfAReentrantLock()
    {
        m->hold("a", alice, 3);
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a"), locks::rwlock_channel("a")});
        const auto result = m->admin.force_release(AdminFixture::request("a", {{alice, 3}}));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(!result.state || !result.state->is_held());
        QCOMPARE(m->exists("a"), 0);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::unlock_channel("a"), "0"}}));
    }

    void aWaitingClientGetsTheLock()
    {
        m->hold("a", alice);
        auto lock = m->client.reentrant_lock("a");
        auto acquired = std::async(std::launch::async, [&lock] { return lock.try_lock_for(std::chrono::seconds(30)); });
        const auto channel = locks::unlock_channel("a");
        QTRY_COMPARE(m->redis.subscribers(channel), std::int64_t(1));
        QCOMPARE(m->admin.force_release(AdminFixture::request("a", {{alice, 1}})).outcome, Outcome::done);
        QVERIFY(acquired.wait_for(std::chrono::seconds(10)) == std::future_status::ready);
        QVERIFY(acquired.get());
    }

    void whoeverIsTooManyToBeNamedIsNotNobody()
    {
        m->hold("a", alice);
        std::vector<std::string> words{"HSET", "a", "mode", "read"};
        for (int thread = 1; thread <= 1100; ++thread)
            words.insert(words.end(), {bob + std::to_string(thread), "1"});
        m->redis.expect(words);
        const auto result = m->admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY2(result.message.find("expected, 1101 holders found") != std::string::npos, result.message.c_str());
        m->redis.expect({"DEL", "a"});
        const auto free = m->admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        QVERIFY2(free.message.find("expected, nobody found") != std::string::npos, free.message.c_str());
    }

    void doesNothingIfItIsNotAsSeen_data()
    {
        QTest::addColumn<QByteArray>("holder");
        QTest::addColumn<int>("count");
        QTest::addColumn<QByteArray>("second");
        QTest::newRow("somebody else holds it") << QByteArray::fromStdString(bob) << 1 << QByteArray();
        QTest::newRow("it was re-entered") << QByteArray::fromStdString(alice) << 2 << QByteArray();
        QTest::newRow("there is one more") << QByteArray::fromStdString(alice) << 1 << QByteArray::fromStdString(bob);
        QTest::newRow("it became a write lock")
            << QByteArray::fromStdString(alice + ":write") << 1 << QByteArray("mode");
        QTest::newRow("nobody holds it") << QByteArray() << 0 << QByteArray();
    }
    void doesNothingIfItIsNotAsSeen()
    {
        QFETCH(QByteArray, holder);
        QFETCH(int, count);
        QFETCH(QByteArray, second);
        if (!holder.isEmpty())
            m->hold("a", holder.toStdString(), count);
        if (!second.isEmpty())
            m->redis.expect({"HSET", "a", second.toStdString(), second == "mode" ? "write" : "1"});
        const auto before = m->redis.list({"HGETALL", "a"});
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a"), locks::rwlock_channel("a")});

        const auto result = m->admin.force_release(AdminFixture::request("a", {{alice, 1}}));

        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(!result.unknown);
        QVERIFY(result.message.find("Nothing was done") != std::string::npos);
        QVERIFY(m->redis.list({"HGETALL", "a"}) == before);
        QCOMPARE(result.state && result.state->is_held(), !holder.isEmpty()); // what is told of it is true
        QCOMPARE(m->audit->read().back().after == "nobody", holder.isEmpty());
        QVERIFY(waiters.take_all(m->redis).empty());
        QCOMPARE(m->audit->read().back().outcome, std::string("changed"));
    }

    void wakesEverybodyAfterAWriter()
    {
        m->redis.expect({"HSET", "rw", "mode", "write", alice + ":write", "1"});
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("rw"), locks::rwlock_channel("rw")});
        const auto result = m->admin.force_release(AdminFixture::request("rw", {{alice + ":write", 1}}));
        QCOMPARE(result.outcome, Outcome::done);
        QCOMPARE(m->exists("rw"), 0);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::rwlock_channel("rw"), "1"}}));
    }

    void endsAllReadersWithTheirDeadlines()
    {
        m->read_hold("rw", alice, 2);
        m->read_hold("rw", bob, 1);
        Subscriber waiters(m->sandbox.endpoint(), {locks::rwlock_channel("rw")});
        const auto result = m->admin.force_release(AdminFixture::request("rw", {{alice, 2}, {bob, 1}}));
        QCOMPARE(result.outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::rwlock_channel("rw"), "0"}}));
    }

    void aWriterThatAlsoReadsIsAWriter()
    {
        m->read_hold("{rw}:x", alice, 1);
        m->redis.expect({"HSET", "{rw}:x", "mode", "write", alice + ":write", "2"});
        Subscriber waiters(m->sandbox.endpoint(), {"redisson_rwlock:{rw}:x"});
        const auto result =
            m->admin.force_release(AdminFixture::request("{rw}:x", {{alice, 1}, {alice + ":write", 2}}));
        QCOMPARE(result.outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{"redisson_rwlock:{rw}:x", "1"}}));
    }

    void wakesTheFirstWaiterOfAFairLockThatLives()
    {
        const auto now = m->server_now();
        m->hold("f", alice);
        m->redis.expect({"RPUSH", locks::queue_key("f"), "without-score"});
        m->queue("f", bob, now - 1000);    // Its time is over.
        m->queue("f", carol, now + 60000); // Nobody listens any more.
        m->queue("f", dave, now + 90000);
        const auto channel = locks::fair_channel("f", dave);
        Subscriber waiters(m->sandbox.endpoint(), {channel, locks::unlock_channel("f")});

        auto request = AdminFixture::request("f", {{alice, 1}});
        request.ghosts = {carol};
        const auto result = m->admin.force_release(request);

        QCOMPARE(result.outcome, Outcome::done);
        QCOMPARE(m->exists("f"), 0);
        QVERIFY(result.removed == (std::vector<std::string>{carol, "without-score", bob}));
        QCOMPARE(m->audit->read().back().after, "nobody, dead waiters removed: 3");
        QVERIFY(m->redis.list({"LRANGE", locks::queue_key("f"), "0", "-1"}) == std::vector{dave});
        QVERIFY(m->redis.list({"ZRANGE", locks::timeout_key("f"), "0", "-1"}) == std::vector{dave});
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::unlock_channel("f"), "0"}, {channel, "0"}}));
    }

    void aGhostThatSomebodyElseHasDroppedIsNotCounted()
    {
        m->hold("f", alice);
        m->queue("f", carol, m->server_now() + 60000);
        auto request = AdminFixture::request("f", {{alice, 1}});
        request.ghosts = {bob};
        const auto result = m->admin.force_release(request);
        QVERIFY(result.removed.empty());
        QVERIFY(result.message.find("removed") == std::string::npos);
        QCOMPARE(m->audit->read().back().after, "nobody");
    }

    void aGhostThatIsHeardOfAgainKeepsItsPlace()
    {
        const auto now = m->server_now();
        m->hold("f", alice);
        m->queue("f", bob, now + 60000);
        m->queue("f", carol, now + 60000);
        Subscriber ghost(m->sandbox.endpoint(), {locks::fair_channel("f", bob)});
        auto request = AdminFixture::request("f", {{alice, 1}});
        request.ghosts = {bob};
        QCOMPARE(m->admin.force_release(request).outcome, Outcome::done);
        QVERIFY(m->redis.list({"LRANGE", locks::queue_key("f"), "0", "-1"}) == (std::vector{bob, carol}));
        QCOMPARE(ghost.take_all(m->redis).size(), 1U);
    }

    /// Its deadline is over, or gone, but its client is there and only late.
    void whoListensIsTold_data()
    {
        QTest::addColumn<bool>("has_deadline");
        QTest::newRow("whose time is over") << true;
        QTest::newRow("without a deadline") << false;
    }
    void whoListensIsTold()
    {
        QFETCH(bool, has_deadline);
        m->hold("f", alice);
        m->redis.expect({"RPUSH", locks::queue_key("f"), bob});
        if (has_deadline)
            m->redis.expect({"ZADD", locks::timeout_key("f"), std::to_string(m->server_now() - 1000), bob});
        Subscriber waiter(m->sandbox.endpoint(), {locks::fair_channel("f", bob)});
        QCOMPARE(m->admin.force_release(AdminFixture::request("f", {{alice, 1}})).outcome, Outcome::done);
        QVERIFY(m->redis.list({"LRANGE", locks::queue_key("f"), "0", "-1"}) == std::vector{bob});
        QCOMPARE(waiter.take_all(m->redis).size(), 1U);
    }

    void keepsTheTokenOfAFencedLock()
    {
        m->hold("t", alice);
        m->redis.expect({"SET", locks::token_key("t"), "7"});
        QCOMPARE(m->admin.force_release(AdminFixture::request("t", {{alice, 1}})).outcome, Outcome::done);
        QCOMPARE(m->redis.text({"GET", locks::token_key("t")}), std::string("7"));
    }

    void namesAreBytes()
    {
        const std::string name("a\0\xff{\n", 5);
        const std::string owner = "not a known form \xfe";
        m->hold(name, owner, 5);
        QCOMPARE(m->admin.force_release(AdminFixture::request(name, {{owner, 5}})).outcome, Outcome::done);
        QCOMPARE(m->exists(name), 0);
        QCOMPARE(m->audit->read().back().lock, name);
    }

    void aKeyOfAnotherTypeIsNotTouched_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("the lock") << QByteArray("a");
        QTest::newRow("its queue") << QByteArray::fromStdString(locks::queue_key("a"));
    }
    void aKeyOfAnotherTypeIsNotTouched()
    {
        QFETCH(QByteArray, key);
        if (key != "a")
            m->hold("a", alice);
        m->redis.expect({"SET", key.toStdString(), "precious"});
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a")});
        const auto result = m->admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(!result.unknown);
        QCOMPARE(m->redis.text({"GET", key.toStdString()}), std::string("precious"));
        QCOMPARE(m->exists("a"), 1);
        QVERIFY(waiters.take_all(m->redis).empty());
    }

    void aMissingPermissionChangesNothing()
    {
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "resetchannels", "+@all"}); // May not publish.
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        m->hold("a", alice);
        const auto result = admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(!result.unknown);
        QCOMPARE(m->exists("a"), 1);
        const auto entry = m->audit->read().back();
        QVERIFY(entry.outcome.starts_with("failed: "));
        QVERIFY(entry.user.ends_with(" as op"));
    }

    /// Somebody in the queue without a deadline would keep Java's clients out for ever.
    void whoMayNotCleanUpReleasesAllTheSame_data()
    {
        QTest::addColumn<QByteArray>("missing");
        for (const char* right : {"-zrem", "-lrem", "-pubsub|numsub"})
            QTest::newRow(right) << QByteArray(right);
    }
    void whoMayNotCleanUpReleasesAllTheSame()
    {
        QFETCH(QByteArray, missing);
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", missing.toStdString()});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        m->hold("f", alice);
        m->queue("f", bob, m->server_now() - 1);
        auto request = AdminFixture::request("f", {{alice, 1}});
        request.ghosts = {bob};
        const AdminResult result = admin.force_release(request);
        QCOMPARE(result.outcome, Outcome::done);
        QCOMPARE(m->exists("f"), 0);
        const std::int64_t left = missing == "-pubsub|numsub" ? 0 : 1; // its time is over all the same
        QCOMPARE(m->redis.integer({"LLEN", locks::queue_key("f")}), left);
        QCOMPARE(m->redis.integer({"ZCARD", locks::timeout_key("f")}), left);
        QCOMPARE(result.message.find("Waiters removed: 1") != std::string::npos, left == 0);
    }

    void leavesOneLineForEachAttempt()
    {
        m->hold("a", alice, 2);
        m->admin.set_policy({});
        QCOMPARE(m->admin.force_release(AdminFixture::request("a", {{alice, 2}})).outcome, Outcome::refused);
        QCOMPARE(m->exists("a"), 1);
        m->admin.set_policy({.read_only = false, .production = false, .reason_required = true});
        QCOMPARE(m->admin.force_release(AdminFixture::request("a", {{alice, 1}})).outcome, Outcome::changed);
        QCOMPARE(m->admin.force_release(AdminFixture::request("a", {{alice, 2}})).outcome, Outcome::done);

        const auto entries = m->audit->read();
        QCOMPARE(entries.size(), 3U);
        QVERIFY(entries[0].outcome.starts_with("refused: "));
        QCOMPARE(entries[1].outcome, std::string("changed"));
        QVERIFY(entries[1].after.find(alice + "=2") != std::string::npos);
        QCOMPARE(entries[2].outcome, std::string("done"));
        QCOMPARE(entries[2].before, alice + "=2");
        QCOMPARE(entries[2].action, std::string("force-release"));
        QCOMPARE(entries[2].reason, std::string("test"));
        QCOMPARE(entries[2].server, m->sandbox.endpoint().display());
    }

    void withoutAnAuditLogNothingIsDone()
    {
        m->hold("a", alice);
        Admin admin(m->client, std::make_shared<AuditLog>("/proc/no/such/audit.jsonl"), m->admin.policy());
        const auto result = admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        QCOMPARE(result.outcome, Outcome::refused);
        QVERIFY(result.message.find("audit log") != std::string::npos);
        QCOMPARE(m->exists("a"), 1);
    }

    void aServerThatDoesNotAnswerLeavesTheOutcomeUnknown()
    {
        m->hold("a", alice);
        Client client(m->sandbox.endpoint(), impatient());
        QVERIFY(test::until([&] { return test::thrown([&] { client.ping(); }) == Errc::ok; }));
        Admin admin(client, m->audit, m->admin.policy());
        m->sandbox.pause_server();
        const auto result = admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        m->sandbox.resume_server();
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(result.unknown);
        QVERIFY(m->audit->read().back().outcome.starts_with("unknown: "));
    }

    void whatIsThereAfterALostAnswerIsRecordedOnceItCanBeSeen()
    {
        m->hold("a", alice, 1, 600'000);
        Client client(m->sandbox.endpoint(), impatient());
        QVERIFY(test::until([&] { return test::thrown([&] { client.ping(); }) == Errc::ok; }));
        Admin admin(client, m->audit, m->admin.policy());
        m->sandbox.pause_server();
        QVERIFY(admin.force_release(AdminFixture::request("a", {{alice, 1}})).unknown);
        QCOMPARE(m->audit->read().back().after, std::string("unknown"));
        m->sandbox.resume_server();
        std::vector<AuditEntry> entries;
        const auto is_seen = [&] {
            entries = m->audit->read();
            return entries.back().after != "unknown";
        };
        QVERIFY(test::until(is_seen));
        QCOMPARE(entries.size(), 1U);
        const std::string there = m->exists("a") == 1 ? alice + "=1" : "nobody"; // it may have been executed late
        QVERIFY2(entries.back().after.starts_with(there), entries.back().after.c_str());
        QVERIFY(entries.back().outcome.starts_with("unknown: ")); // by whom, that does not say
    }

    void aServerThatIsGoneIsAFailure()
    {
        m->hold("a", alice);
        m->sandbox.kill_server();
        const auto result = m->admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        QCOMPARE(result.outcome, Outcome::failed);
    }

    void answersByCallback()
    {
        m->hold("a", alice);
        std::promise<AdminResult> promise;
        m->admin.force_release(AdminFixture::request("a", {{alice, 1}}),
                               [&promise](AdminResult result) { promise.set_value(std::move(result)); });
        QCOMPARE(promise.get_future().get().outcome, Outcome::done);
    }

    void aHoldTakenAnewByTheSameOwnerIsAnother_data()
    {
        QTest::addColumn<bool>("is_fenced");
        QTest::newRow("told apart by the end of its lease") << false;
        QTest::newRow("told apart by its fencing token") << true;
    }
    void aHoldTakenAnewByTheSameOwnerIsAnother()
    {
        QFETCH(bool, is_fenced);
        const auto take = [&](int lease) {
            m->redis.expect({"DEL", "a"});
            m->hold("a", alice, 1, lease);
            if (is_fenced)
                m->redis.expect({"INCR", locks::token_key("a")});
        };
        take(60'000);
        auto request = admin_request(read_lock(m->client, "a").value());
        request.reason = "test";
        if (is_fenced)
            request.mark.lease_end.reset();
        take(61'000);
        const auto result = m->admin.force_release(request);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(result.renewed);
        QVERIFY(result.message.find("taken anew") != std::string::npos);
        QCOMPARE(m->exists("a"), 1);

        auto again = admin_request(result.state.value());
        again.reason = "test";
        QCOMPARE(m->admin.force_release(again).outcome, Outcome::done);
    }

    /// The limit of what Redis' data tell (see HoldMark): without a token, a hold taken anew within two milliseconds is
    /// the same to everybody.
    void twoHoldsWithTheSameEndCannotBeToldApart()
    {
        m->hold("a", alice);
        auto request = admin_request(read_lock(m->client, "a").value());
        request.reason = "test";
        m->redis.expect({"DEL", "a"});
        m->redis.expect({"HSET", "a", alice, "1"});
        m->redis.expect({"PEXPIREAT", "a", std::to_string(request.mark.lease_end.value())});
        QCOMPARE(m->admin.force_release(request).outcome, Outcome::done);
    }

    void aLockThatNeverExpiresKeepsItsMark()
    {
        m->redis.expect({"HSET", "a", alice, "1"});
        auto request = admin_request(read_lock(m->client, "a").value());
        request.reason = "test";
        QVERIFY(request.mark.lease_end == -1);
        m->redis.expect({"PEXPIRE", "a", "60000"});
        QCOMPARE(m->admin.force_release(request).outcome, Outcome::changed);
        m->redis.expect({"PERSIST", "a"});
        QCOMPARE(m->admin.force_release(request).outcome, Outcome::done);
    }

    void deadlinesOfReadersAreNamedAsFarAsTheirNamesFit()
    {
        const std::string name(1 << 20, 'n');
        QCOMPARE(admin::reader_keys("a", {{alice, 100}, {bob, 1}}).size(), std::size_t(101));
        QCOMPARE(admin::reader_keys(name, {{alice, 100}, {bob, 1}}).size(), std::size_t(7)); // of 8 MB
    }

    void aLeaseBeyondEveryClockIsReleasedLikeAnyOther()
    {
        m->redis.expect({"HSET", "a", alice, "1"});
        m->redis.expect({"PEXPIRE", "a", "9000000000000000000"});
        auto request = admin_request(read_lock(m->client, "a").value());
        request.reason = "test";
        QVERIFY(!request.mark.lease_end);
        QCOMPARE(m->admin.force_release(request).outcome, Outcome::done);
    }
};

QTEST_GUILESS_MAIN(ForceReleaseTest)
#include "force_release_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/fair_lock.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <QTest>

#include <future>

using namespace lockscope;
using namespace lockscope::tests;
using Outcome = AdminResult::Outcome;
using Messages = std::vector<std::pair<std::string, std::string>>;

class WakeNextTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;

    static WakeRequest request(const std::string& lock, LockType type, Expectation expected = {})
    {
        WakeRequest request;
        request.lock = lock;
        request.type = type;
        request.expected = std::move(expected);
        request.reason = "test";
        return request;
    }
    /// A sleeper of ours whose message is lost: the lock goes without anybody being told.
    template <typename Lock>
    void sleeperWakes(Lock lock, LockType type, const std::string& channel)
    {
        using namespace std::chrono_literals;
        auto acquired = std::async(std::launch::async, [&lock] { return lock.try_lock_for(60s); });
        QTRY_VERIFY(m->redis.subscribers(channel.empty() ? waiterChannel() : channel) > 0);
        // It tries once more when it hears, and must not find the lock free: unknown script, its text, second try.
        QTRY_VERIFY(m->redis.scripts() > 2);
        // A server that announces nothing: DEL is not told to who waits without holding.
        m->redis.expect({"DEL", "a"});
        const auto result = m->admin.wake_next(request("a", type));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(result.wake && result.wake->listeners.value_or(0) > 0);
        QVERIFY(acquired.wait_for(15s) == std::future_status::ready);
        QVERIFY(acquired.get());
    }
    std::string waiterChannel()
    {
        const auto waiters = m->queued("a");
        return waiters.empty() ? std::string("nobody") : locks::fair_channel("a", waiters.front());
    }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void aSleeperOfAReentrantLockWakes()
    {
        m->hold("a", alice, 1, 600'000);
        sleeperWakes(m->client.reentrant_lock("a"), LockType::reentrant, locks::unlock_channel("a"));
    }
    void aSleeperOfAFairLockWakes()
    {
        m->hold("a", alice, 1, 600'000);
        sleeperWakes(m->client.fair_lock("a"), LockType::fair, {});
    }
    void aSleepingReaderWakes()
    {
        m->hold("a", alice + ":write", 1, 600'000);
        m->redis.expect({"HSET", "a", "mode", "write"});
        sleeperWakes(m->client.read_write_lock("a").read(), LockType::read_write, locks::rwlock_channel("a"));
    }

    void theMessageIsThatOfTheType_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QByteArray>("channel");
        QTest::addColumn<QByteArray>("message");
        const auto unlock = QByteArray::fromStdString(locks::unlock_channel("a"));
        const auto rw = QByteArray::fromStdString(locks::rwlock_channel("a"));
        QTest::newRow("reentrant, free") << int(LockType::reentrant) << QByteArray() << unlock << QByteArray("0");
        QTest::newRow("fenced, free") << int(LockType::fenced) << QByteArray() << unlock << QByteArray("0");
        QTest::newRow("read-write, free") << int(LockType::read_write) << QByteArray() << rw << QByteArray("1");
        QTest::newRow("held by a reader") << int(LockType::read_write) << QByteArray("read") << rw << QByteArray("1");
        QTest::newRow("held by a writer") << int(LockType::read_write) << QByteArray("write") << rw << QByteArray("1");
        QTest::newRow("its data know better")
            << int(LockType::reentrant) << QByteArray("read") << rw << QByteArray("1");
    }
    void theMessageIsThatOfTheType()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, mode);
        QFETCH(QByteArray, channel);
        QFETCH(QByteArray, message);
        Expectation expected;
        if (!mode.isEmpty()) {
            const std::string owner = mode == "write" ? alice + ":write" : alice;
            m->redis.expect({"HSET", "a", "mode", mode.toStdString(), owner, "1"});
            expected = {{owner, 1}};
        }
        const auto before = m->redis.list({"HGETALL", "a"});
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a"), locks::rwlock_channel("a")});
        const auto result = m->admin.wake_next(request("a", static_cast<LockType>(type), expected));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(result.wake == (WakeReport{1, {}}));
        QVERIFY(waiters.take_all(m->redis) == (Messages{{channel.toStdString(), message.toStdString()}}));
        QVERIFY(m->redis.list({"HGETALL", "a"}) == before);
        QCOMPARE(m->audit->read().back().action, std::string("wake-next"));
    }

    void theFirstOfAFairQueueThatLivesIsToldAndNobodyIsRemoved()
    {
        const auto now = m->server_now();
        m->queue("a", bob, now - 1000);
        m->queue("a", carol, now + 60'000);
        m->queue("a", dave, now + 90'000);
        const auto channel = locks::fair_channel("a", carol);
        Subscriber waiters(m->sandbox.endpoint(),
                           {channel, locks::fair_channel("a", dave), locks::unlock_channel("a")});
        const auto result = m->admin.wake_next(request("a", LockType::reentrant));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(result.wake == (WakeReport{1, carol}));
        QVERIFY(waiters.take_all(m->redis) == (Messages{{channel, "0"}}));
        QVERIFY(m->queued("a") == (std::vector{bob, carol, dave}));
        QCOMPARE(m->scored("a").size(), 3U);
    }

    void aQueueOfTheDeadIsLeftAlone()
    {
        m->queue("a", bob, m->server_now() + 60'000);
        const auto result = m->admin.wake_next(request("a", LockType::fair));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(result.wake == (WakeReport{0, {}}));
        QVERIFY(result.message.find("nobody to be told") != std::string::npos);
        QVERIFY(m->queued("a") == std::vector{bob});
    }

    void aMonitorThatHearsEverythingDoesNotWait()
    {
        Monitor monitor(m->client, {}, [](const MonitorBatch&) {});
        monitor.start();
        QVERIFY(test::until([this] { return m->redis.integer({"PUBSUB", "NUMPAT"}) > 0; }));
        QVERIFY(m->admin.wake_next(request("a", LockType::reentrant)).wake == (WakeReport{0, {}}));
        const Subscriber waiter(m->sandbox.endpoint(), {locks::unlock_channel("a")});
        QVERIFY(m->admin.wake_next(request("a", LockType::reentrant)).wake == (WakeReport{1, {}}));
        monitor.stop();
    }

    void whoMayNotAskWhoListensGoesByTheDeadlines()
    {
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", "-pubsub|numsub"});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        const auto now = m->server_now();
        m->queue("a", bob, now - 1000);
        m->queue("a", carol, now + 60'000);
        QVERIFY(admin.wake_next(request("a", LockType::fair)).wake == (WakeReport{std::nullopt, carol}));
        m->queue("late", bob, now - 1000); // Nobody knows that it is dead.
        m->queue("late", carol, now - 500);
        QVERIFY(admin.wake_next(request("late", LockType::fair)).wake == (WakeReport{std::nullopt, bob}));
    }

    void doesNothingIfTheHoldersAreOthers_data()
    {
        QTest::addColumn<bool>("was_held");
        QTest::newRow("somebody took it") << false;
        QTest::newRow("it was released") << true;
    }
    void doesNothingIfTheHoldersAreOthers()
    {
        QFETCH(bool, was_held);
        if (!was_held)
            m->hold("a", bob);
        Subscriber waiters(m->sandbox.endpoint(), {locks::unlock_channel("a"), locks::rwlock_channel("a")});
        const auto expected = was_held ? Expectation{{bob, 1}} : Expectation{};
        QCOMPARE(m->admin.wake_next(request("a", LockType::reentrant, expected)).outcome, Outcome::changed);
        QVERIFY(waiters.take_all(m->redis).empty());
    }

    void aMissingPermissionIsSaid()
    {
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "resetchannels", "+@all"});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        const auto result = admin.wake_next(request("a", LockType::reentrant));
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(!result.unknown);
    }

    void thePolicyIsAsked()
    {
        const std::string name("a\0{\xff", 4);
        auto wish = request(name, LockType::reentrant);
        m->admin.set_policy({});
        QCOMPARE(m->admin.wake_next(wish).outcome, Outcome::refused);
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        QCOMPARE(m->admin.wake_next(wish).outcome, Outcome::refused);
        wish.typed_name = "a\\x00{\\xff";
        QCOMPARE(m->admin.wake_next(wish).outcome, Outcome::done);
        QCOMPARE(m->audit->read().back().lock, name);
    }
};

QTEST_GUILESS_MAIN(WakeNextTest)
#include "wake_next_test.moc"

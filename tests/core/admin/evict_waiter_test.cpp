// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/error.hpp"
#include "support/printing.hpp"

#include <QTest>

#include <future>

using namespace lockscope;
using namespace lockscope::tests;
using Outcome = AdminResult::Outcome;
using Liveness = EvictRequest::Liveness;
using Messages = std::vector<std::pair<std::string, std::string>>;
using Owners = std::vector<std::string>;

class EvictWaiterTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;

    static EvictRequest request(std::string owner, Liveness liveness = Liveness::must_be_dead)
    {
        EvictRequest request;
        request.lock = "f";
        request.owner = std::move(owner);
        request.liveness = liveness;
        request.reason = "test";
        return request;
    }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void aGhostLeavesAndTheOthersKeepTheirOrder()
    {
        const auto now = m->server_now();
        m->hold("f", alice);
        m->queue("f", bob, now + 300'000);
        m->queue("f", carol, now + 600'000);
        m->queue("f", dave, now + 900'000);
        const auto result = m->admin.evict_waiter(request(carol));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(result.queue);
        QCOMPARE(result.queue->was_alive, std::optional(false));
        QVERIFY((result.queue->mends == std::vector<QueueMend>{{QueueMend::What::evicted, carol}}));
        QCOMPARE(m->queued("f"), (Owners{bob, dave}));
        QCOMPARE(m->scored("f"), (Owners{bob, dave}));
        QVERIFY(result.state && result.state->waiters.size() == 2);
        QCOMPARE(m->exists("f"), 1); // The holder is not touched.
    }

    void deadlinesBehindAreNotPushedOut_data()
    {
        QTest::addColumn<int>("evicted");
        QTest::addColumn<QList<int>>("before"); // Seconds from now.
        QTest::addColumn<QList<int>>("after");
        QTest::newRow("from the middle") << 1 << QList<int>{300, 600, 900} << QList<int>{300, 600};
        QTest::newRow("the last") << 2 << QList<int>{300, 600, 900} << QList<int>{300, 600};
        QTest::newRow("the head, counted from the end of the lease")
            << 0 << QList<int>{360, 660, 960} << QList<int>{360, 660};
        QTest::newRow("a short wait") << 1 << QList<int>{300, 310, 610} << QList<int>{300, 600};
        QTest::newRow("one behind that lies before it") << 1 << QList<int>{300, 600, 400} << QList<int>{300, 400};
        QTest::newRow("nobody falls below five seconds") << 1 << QList<int>{-20, 600, 602} << QList<int>{-20, 5};
        QTest::newRow("who had less keeps what it had") << 0 << QList<int>{600, 3, 2} << QList<int>{3, 2};
        QTest::newRow("a deadline of fantasy pushes nobody into the past")
            << 1 << QList<int>{300, 2'000'000'000, 900} << QList<int>{300, 900};
    }
    void deadlinesBehindAreNotPushedOut()
    {
        QFETCH(int, evicted);
        QFETCH(QList<int>, before);
        QFETCH(QList<int>, after);
        const Owners owners{bob, carol, dave};
        m->hold("f", alice, 1, 60'000);
        const auto now = m->server_now();
        for (std::size_t i = 0; i < owners.size(); ++i)
            m->queue("f", owners[i], now + 1000LL * before[static_cast<int>(i)]);
        QCOMPARE(m->admin.evict_waiter(request(owners[static_cast<std::size_t>(evicted)])).outcome, Outcome::done);
        Owners left = owners;
        left.erase(left.begin() + evicted);
        QCOMPARE(m->queued("f"), left);
        for (std::size_t i = 0; i < left.size(); ++i) {
            const auto wanted = now + 1000LL * after[static_cast<int>(i)];
            const auto found = m->deadline("f", left[i]);
            QVERIFY2(std::abs(found - wanted) < 5000, qPrintable(QString::number(found - now)));
        }
    }

    void nobodyBecomesLater()
    {
        const auto now = m->server_now();
        m->queue("f", bob, now - 5000); // The lock is free, and the head's own deadline is over.
        m->queue("f", carol, now + 100'000);
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::done);
        QCOMPARE(m->deadline("f", carol), now + 100'000);
    }

    void doesNothingIfItIsNotAsSeen_data()
    {
        QTest::addColumn<QByteArray>("owner");
        QTest::addColumn<bool>("other_deadline");
        QTest::newRow("not in the queue") << QByteArray::fromStdString(dave) << false;
        QTest::newRow("only a deadline") << QByteArray::fromStdString(carol) << false;
        QTest::newRow("another deadline") << QByteArray::fromStdString(bob) << true;
        QTest::newRow("bytes") << QByteArray("\xff\0*", 3) << false;
    }
    void doesNothingIfItIsNotAsSeen()
    {
        QFETCH(QByteArray, owner);
        QFETCH(bool, other_deadline);
        const auto now = m->server_now();
        m->queue("f", bob, now + 60'000);
        m->redis.expect({"ZADD", locks::timeout_key("f"), std::to_string(now + 70'000), carol});
        Subscriber listener(m->sandbox.endpoint(), {locks::fair_channel("f", carol)});
        auto wanted = request(owner.toStdString());
        if (other_deadline)
            wanted.deadline = now + 60'001;
        const auto result = m->admin.evict_waiter(wanted);
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(result.message.find("Nothing was done") != std::string::npos);
        QVERIFY(!result.queue);
        QCOMPARE(m->queued("f"), Owners{bob});
        QCOMPARE(m->scored("f"), (Owners{bob, carol}));
        QVERIFY(listener.take_all(m->redis).empty());
        QCOMPARE(m->audit->read().back().outcome, std::string("changed"));
    }

    void theDeadlineAsSeenIsEnough()
    {
        const auto now = m->server_now();
        m->queue("f", bob, now + 60'000);
        auto wanted = request(bob);
        wanted.deadline = now + 60'000;
        QCOMPARE(m->admin.evict_waiter(wanted).outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
    }

    void whoIsAliveStaysUnlessTheOperatorInsists()
    {
        const auto now = m->server_now();
        m->hold("f", alice);
        m->queue("f", bob, now + 60'000);
        Subscriber waiter(m->sandbox.endpoint(), {locks::fair_channel("f", bob)});
        const auto kept = m->admin.evict_waiter(request(bob));
        QCOMPARE(kept.outcome, Outcome::changed);
        QVERIFY(kept.message.find("is alive") != std::string::npos);
        QCOMPARE(m->queued("f"), Owners{bob});

        const auto gone = m->admin.evict_waiter(request(bob, Liveness::may_be_alive));
        QCOMPARE(gone.outcome, Outcome::done);
        QCOMPARE(gone.queue->was_alive, std::optional(true));
        QVERIFY(gone.message.find("It was alive") != std::string::npos);
        QVERIFY(m->queued("f").empty());
        QVERIFY(m->audit->read().back().before.find("also if alive") != std::string::npos);
    }

    void theNextThatLivesIsToldIfTheLockIsFree()
    {
        const auto now = m->server_now();
        m->queue("f", bob, now + 60'000);
        m->queue("f", carol, now + 60'000); // Silent too.
        m->queue("f", dave, now + 60'000);
        const auto channel = locks::fair_channel("f", dave);
        Subscriber waiter(m->sandbox.endpoint(), {channel, locks::unlock_channel("f")});
        const auto result = m->admin.evict_waiter(request(bob));
        QCOMPARE(result.outcome, Outcome::done);
        QCOMPARE(result.queue->told, dave);
        QVERIFY(waiter.take_all(m->redis) == (Messages{{channel, "0"}}));
    }

    void theNewHeadIsToldAlsoWhileTheLockIsHeld()
    {
        const auto now = m->server_now();
        m->hold("f", alice);
        m->queue("f", bob, now + 60'000);
        m->queue("f", carol, now + 60'000);
        m->queue("f", dave, now + 60'000);
        Subscriber waiters(m->sandbox.endpoint(), {locks::fair_channel("f", carol), locks::fair_channel("f", dave)});
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::done);
        QVERIFY(waiters.take_all(m->redis) == (Messages{{locks::fair_channel("f", carol), "0"}}));
        QCOMPARE(m->admin.evict_waiter(request(dave, Liveness::may_be_alive)).outcome, Outcome::done);
        QVERIFY(waiters.take_all(m->redis).empty()); // Nobody's turn has changed.
    }

    /// What Redisson does when it waits: subscribed to its own channel, it tries when a message comes.
    void aWaiterOfJavaBehindADeadHeadGetsTheFreeLock()
    {
        const auto now = m->server_now();
        m->queue("f", bob, now + 300'000);
        m->queue("f", carol, now + 600'000);
        const auto channel = locks::fair_channel("f", carol);
        Subscriber java(m->sandbox.endpoint(), {channel});
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::done);
        QVERIFY(java.wait_for(channel, "0"));
        QCOMPARE(m->exists("f"), 0);
        QCOMPARE(m->queued("f"), Owners{carol}); // It is first now: Redisson's script lets it in.
    }

    void allEntriesOfAWaiterGo()
    {
        const auto now = m->server_now();
        m->queue("f", bob, now + 60'000);
        m->queue("f", carol, now + 60'000);
        m->redis.expect({"RPUSH", locks::queue_key("f"), bob});
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::done);
        QCOMPARE(m->queued("f"), Owners{carol});
    }

    void aWaiterWithoutDeadlineIsEvictedToo()
    {
        m->redis.expect({"RPUSH", locks::queue_key("f"), bob});
        m->queue("f", carol, m->server_now() + 60'000);
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::done);
        QCOMPARE(m->queued("f"), Owners{carol});
    }

    void namesAreBytes()
    {
        const std::string owner("\0\xff %s {\n", 8);
        m->redis.expect({"RPUSH", locks::queue_key("n\xfe{"), owner});
        auto wanted = request(owner);
        wanted.lock = "n\xfe{";
        QCOMPARE(m->admin.evict_waiter(wanted).outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
    }

    void aLongQueueIsLookedAtOnlyInFront()
    {
        const auto now = m->server_now();
        std::vector<std::string> push{"RPUSH", locks::queue_key("f")};
        std::vector<std::string> add{"ZADD", locks::timeout_key("f")};
        for (int i = 0; i < 3000; ++i) {
            push.push_back("w" + std::to_string(i));
            add.push_back(std::to_string(now + 1000LL * (i + 100)));
            add.push_back(push.back());
        }
        m->redis.expect(push);
        m->redis.expect(add);
        const auto far = m->admin.evict_waiter(request("w2000"));
        QCOMPARE(far.outcome, Outcome::changed);
        QVERIFY(far.message.find("first 1000") != std::string::npos);
        QCOMPARE(m->admin.evict_waiter(request("w500")).outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"LLEN", locks::queue_key("f")}), 2999);
        QCOMPARE(m->deadline("f", "w501"), now + 600'000); // One second sooner.
        QCOMPARE(m->deadline("f", "w2000"), now + 2'100'000);
    }

    void aKeyOfAnotherTypeIsNotTouched_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("the queue") << QByteArray::fromStdString(locks::queue_key("f"));
        QTest::newRow("the deadlines") << QByteArray::fromStdString(locks::timeout_key("f"));
    }
    void aKeyOfAnotherTypeIsNotTouched()
    {
        QFETCH(QByteArray, key);
        m->queue("f", bob, m->server_now() + 60'000);
        m->redis.expect({"SET", key.toStdString(), "precious"});
        const auto result = m->admin.evict_waiter(request(bob));
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(!result.unknown);
        QCOMPARE(m->redis.text({"GET", key.toStdString()}), std::string("precious"));
        QCOMPARE(m->redis.integer({"DBSIZE"}), 2);
    }

    void missingPermissions_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<int>("outcome");
        QTest::addColumn<bool>("removed");
        const auto row = [](const char* rule, Outcome outcome, bool removed) {
            QTest::newRow(rule) << QByteArray(rule) << static_cast<int>(outcome) << removed;
        };
        row("-publish", Outcome::failed, false);
        row("-lrem", Outcome::failed, false);
        row("-zrem", Outcome::failed, false);
        row("-zadd", Outcome::done, true); // The deadlines behind stay late.
        row("-pubsub", Outcome::changed, false);
    }
    void missingPermissions()
    {
        QFETCH(QByteArray, rule);
        QFETCH(int, outcome);
        QFETCH(bool, removed);
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", rule.toStdString()});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        const auto now = m->server_now();
        m->queue("f", bob, now + 60'000);
        m->queue("f", carol, now + 90'000);
        Subscriber waiter(m->sandbox.endpoint(), {locks::fair_channel("f", carol)});
        const auto result = admin.evict_waiter(request(bob));
        QCOMPARE(static_cast<int>(result.outcome), outcome);
        QVERIFY(!result.unknown);
        QCOMPARE(m->queued("f"), removed ? Owners{carol} : (Owners{bob, carol}));
        QCOMPARE(m->scored("f"), removed ? Owners{carol} : (Owners{bob, carol}));
        QCOMPARE(m->deadline("f", carol), now + 90'000);
    }

    void fullMemoryDoesNotKeepADeadWaiter()
    {
        const auto now = m->server_now();
        m->queue("f", bob, now + 60'000);
        m->queue("f", carol, now + 90'000);
        m->client.ping();
        m->redis.expect({"CONFIG", "SET", "maxmemory", "1"});
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::done);
        m->redis.expect({"CONFIG", "SET", "maxmemory", "0"});
        QCOMPARE(m->queued("f"), Owners{carol});
    }

    void thePolicyIsAskedFirst()
    {
        m->queue("f", bob, m->server_now() + 60'000);
        m->admin.set_policy({});
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::refused);
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::refused);
        auto without_reason = request(bob);
        without_reason.typed_name = "f";
        without_reason.reason = " ";
        QCOMPARE(m->admin.evict_waiter(without_reason).outcome, Outcome::refused);
        QCOMPARE(m->queued("f"), Owners{bob});
        auto typed = request(bob);
        typed.typed_name = "f";
        QCOMPARE(m->admin.evict_waiter(typed).outcome, Outcome::done);
    }

    void leavesALineInTheLog()
    {
        const auto now = m->server_now();
        m->queue("f", bob, now + 60'000);
        m->queue("f", carol, now + 90'000);
        QCOMPARE(m->admin.evict_waiter(request(bob)).outcome, Outcome::done);
        const auto entry = m->audit->read().back();
        QCOMPARE(entry.action, std::string("evict-waiter"));
        QCOMPARE(entry.reason, std::string("test"));
        QCOMPARE(entry.before, bob);
        QVERIFY(entry.after.starts_with(carol + " until "));
        QCOMPARE(entry.outcome, std::string("done"));
    }

    void answersByCallback()
    {
        m->queue("f", bob, m->server_now() + 60'000);
        std::promise<AdminResult> promise;
        m->admin.evict_waiter(request(bob), [&promise](AdminResult result) { promise.set_value(std::move(result)); });
        QCOMPARE(promise.get_future().get().outcome, Outcome::done);
    }
};

QTEST_GUILESS_MAIN(EvictWaiterTest)
#include "evict_waiter_test.moc"

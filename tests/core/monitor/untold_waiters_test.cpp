// SPDX-License-Identifier: Apache-2.0
// Whoever waits for a lock without a queue sleeps until its release is published. One that ends without a word leaves
// them asleep although they could have it: its key was deleted by hand, say.
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "lockscope/client.hpp"
#include "lockscope/findings.hpp"
#include "lockscope/sandbox.hpp"
#include "support/subscriber.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

class UntoldWaitersTest : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        Sandbox sandbox;
        LockData data{sandbox.endpoint()};
        Client client{sandbox.endpoint()};
        BatchLog log;
        Monitor monitor{client, {}, log.sink()};
    };
    std::unique_ptr<Fixture> m;

    [[nodiscard]] Subscriber listener(const std::string& lock = "orders") const
    {
        return Subscriber(m->sandbox.endpoint(), {locks::unlock_channel(lock)});
    }
    [[nodiscard]] bool has_waiters(std::int32_t count) const
    {
        return until([&] {
            const LockStatePtr row = m->log.row("orders");
            return row && row->waiting_clients == count;
        });
    }
    [[nodiscard]] bool is_left_alone() const
    {
        return until([&] {
            const LockStatePtr row = m->log.row("orders");
            return row && !row->is_held() && is_contended(*row);
        });
    }

private slots:
    void init()
    {
        m = std::make_unique<Fixture>();
        m->monitor.start();
        QVERIFY(m->log.wait_until_live());
    }
    void cleanup() { m.reset(); }

    void theyAreSeenUntilTheyAreTold()
    {
        const Subscriber sleeper = listener();
        m->data.hold("orders", alice);
        QVERIFY(has_waiters(1));
        m->data.redis.command({"DEL", "orders"});
        QVERIFY(m->log.wait_for_event("orders", Kind::vanished));
        QVERIFY(is_left_alone());
        const auto asleep = m->log.row("orders")->asleep_until - m->log.row("orders")->untaken_since;
        QVERIFY(asleep > std::chrono::seconds(40) && asleep <= std::chrono::seconds(60)); // the lease's end
        const Subscriber another = listener(); // who was late to listen, perhaps
        QVERIFY(has_waiters(2));
        QVERIFY(is_contended(*m->log.row("orders")));
        m->data.redis.command({"PUBLISH", locks::unlock_channel("orders"), "0"});
        QVERIFY(m->log.wait_until_gone("orders"));
    }

    void whoeverSawNoLeaseSleepsWithoutEnd()
    {
        const Subscriber sleeper = listener();
        m->data.hold("orders", alice, 1, 0);
        QVERIFY(has_waiters(1));
        m->data.redis.command({"DEL", "orders"});
        QVERIFY(is_left_alone());
        QCOMPARE(m->log.row("orders")->asleep_until, SteadyTime{});
    }

    void theyAreSeenUntilTheyGo()
    {
        {
            const Subscriber sleeper = listener();
            m->data.hold("orders", alice, 1, 300);
            QVERIFY(has_waiters(1));
            QVERIFY(m->log.wait_for_event("orders", Kind::expired));
            QVERIFY(is_left_alone());
        }
        QVERIFY(m->log.wait_until_gone("orders"));
    }

    void theyAreSeenUntilSomebodyHasTheLock()
    {
        const Subscriber sleeper = listener();
        m->data.hold("orders", alice);
        QVERIFY(has_waiters(1));
        m->data.redis.command({"DEL", "orders"});
        QVERIFY(is_left_alone());
        m->data.hold("orders", bob);
        QVERIFY(until([&] { return m->log.row("orders")->is_held(); }));
        QCOMPARE(m->log.row("orders")->untaken_since, SteadyTime{});
        QCOMPARE(m->log.row("orders")->asleep_until, SteadyTime{});
        m->data.release("orders"); // whoever listens still was told
        QVERIFY(m->log.wait_until_gone("orders"));
    }

    void whoHoldsAReadWriteLockIsWaitedForElsewhere()
    {
        const Subscriber sleeper(m->sandbox.endpoint(), {locks::rwlock_channel("orders")});
        m->data.write_hold("orders", alice);
        QVERIFY(has_waiters(1));
        m->data.redis.command({"DEL", "orders"});
        QVERIFY(is_left_alone());
        QCOMPARE(m->log.row("orders")->type, LockType::read_write);
        m->data.redis.command({"PUBLISH", locks::rwlock_channel("orders"), "0"});
        QVERIFY(m->log.wait_until_gone("orders"));
    }

    void nobodySleepsThroughARelease()
    {
        const Subscriber listens = listener(); // and does not take it: who knows why
        m->data.hold("orders", alice);
        QVERIFY(has_waiters(1));
        m->data.release("orders");
        QVERIFY(m->log.wait_until_gone("orders"));
    }
};

QTEST_GUILESS_MAIN(UntoldWaitersTest)
#include "untold_waiters_test.moc"

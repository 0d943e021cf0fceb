// SPDX-License-Identifier: Apache-2.0
// Whoever waits for a lock without a queue sleeps until its release is published. One that ends without a word leaves
// them asleep although they could have it: its key was deleted by hand, say.
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "lockscope/client.hpp"
#include "lockscope/findings.hpp"
#include "lockscope/sandbox.hpp"
#include "support/fault_proxy.hpp"
#include "support/subscriber.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

/// Who listens is asked more rarely where the answer takes long: on a busy machine every ten seconds.
constexpr std::chrono::seconds some_looks{90};

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
        return until(
            [&] {
                const LockStatePtr row = m->log.row("orders");
                return row && row->waiting_clients == count;
            },
            some_looks);
    }
    [[nodiscard]] bool is_left_alone() const
    {
        return until(
            [&] {
                const LockStatePtr row = m->log.row("orders");
                return row && !row->is_held() && is_contended(*row);
            },
            some_looks);
    }
    static bool is_gone(const BatchLog& log, const std::string& lock)
    {
        return until([&] { return log.row(lock) == nullptr; }, some_looks);
    }
    static bool is_shown(const BatchLog& log, const std::string& lock)
    {
        return until([&] { return log.row(lock) != nullptr; }, some_looks);
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
        QVERIFY(m->log.row("orders")->untold_seen);
        const auto asleep = asleep_until(*m->log.row("orders")) - m->log.row("orders")->untaken_since;
        QVERIFY(asleep > std::chrono::seconds(40) && asleep <= std::chrono::seconds(60)); // the lease's end
        const Subscriber another = listener(); // who was late to listen, perhaps
        QVERIFY(has_waiters(2));
        QVERIFY(is_contended(*m->log.row("orders")));
        m->data.redis.command({"PUBLISH", locks::unlock_channel("orders"), "0"});
        QVERIFY(is_gone(m->log, "orders"));
    }

    void whoeverSawNoLeaseSleepsWithoutEnd()
    {
        const Subscriber sleeper = listener();
        m->data.hold("orders", alice, 1, 0);
        QVERIFY(has_waiters(1));
        m->data.redis.command({"DEL", "orders"});
        QVERIFY(is_left_alone());
        QCOMPARE(asleep_until(*m->log.row("orders")), SteadyTime{});
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
        QVERIFY(is_gone(m->log, "orders"));
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
        QCOMPARE(asleep_until(*m->log.row("orders")), SteadyTime{});
        m->data.release("orders"); // whoever listens still was told
        QVERIFY(is_gone(m->log, "orders"));
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
        QVERIFY(is_gone(m->log, "orders"));
    }

    /// Whoever opens the window because all is stuck does so after the deletion.
    void whoSleptBeforeAnybodyWatchedIsSeenUntilToldOnce()
    {
        const Subscriber sleeper = listener();
        const Subscriber writer(m->sandbox.endpoint(), {locks::rwlock_channel("report")});
        BatchLog log;
        Monitor late(m->client, {}, log.sink());
        late.start();
        QVERIFY(is_shown(log, "orders") && is_shown(log, "report"));
        const LockStatePtr row = log.row("orders");
        QVERIFY(!row->is_held() && is_contended(*row));
        QCOMPARE(row->waiting_clients, std::optional<std::int32_t>(1));
        QVERIFY(!row->type_certain);
        QVERIFY(!row->untold_seen); // They may have been told, and hang.
        QCOMPARE(log.row("report")->type, LockType::read_write);
        QVERIFY(log.events().empty()); // Of what was before nothing is known.
        m->data.redis.command({"PUBLISH", locks::unlock_channel("orders"), "0"});
        m->data.redis.command({"PUBLISH", locks::rwlock_channel("report"), "1"});
        QVERIFY(is_gone(log, "orders") && is_gone(log, "report"));
        const Subscriber next = listener("next");
        QVERIFY(is_shown(log, "next")); // By now they would have come again, too.
        QVERIFY(!log.row("orders") && !log.row("report"));
    }

    void whoWasNotToldWhileNobodyWatchedIsSeenAfterwards()
    {
        FaultProxy between(m->sandbox.endpoint());
        Client client(between.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        const Subscriber sleeper = listener();
        m->data.hold("orders", alice);
        QVERIFY(until([&] { return log.row("orders") && log.row("orders")->waiting_clients == 1; }, some_looks));
        between.set_mode(FaultProxy::Mode::refuse);
        between.cut_all();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        m->data.redis.command({"DEL", "orders"});
        between.set_mode(FaultProxy::Mode::forward);
        QVERIFY(log.wait_for_event("orders", Kind::ended));
        QVERIFY(until(
            [&] {
                const LockStatePtr row = log.row("orders");
                return row && !row->is_held() && is_contended(*row);
            },
            some_looks));
    }

    /// Channels are not told apart by database.
    void whoListensForALockOfAnotherDatabaseDoesNotSleep()
    {
        Endpoint other = m->sandbox.endpoint();
        other.database = 3;
        LockData(other).hold("orders", alice);
        const Subscriber sleeper = listener();
        BatchLog log;
        Client client(other);
        Monitor there(client, {}, log.sink());
        there.start();
        QVERIFY(until([&] { return log.row("orders") && log.row("orders")->waiting_clients == 1; }, some_looks));
        LockData(other).redis.command({"DEL", "orders"});
        QVERIFY(log.wait_for_event("orders", Kind::vanished));
        QVERIFY(!m->log.was_shown("orders"));
        QVERIFY(is_shown(m->log, "orders")); // There is but this database now, and still somebody sleeps.
    }

    void whoListensForANamesakeDoesNotSleep()
    {
        const Subscriber both = listener("{orders}"); // the channel of a lock without braces, too
        m->data.hold("{orders}", alice);
        const Subscriber next = listener("next");
        QVERIFY(is_shown(m->log, "next"));
        QVERIFY(m->log.row("{orders}"));
        QVERIFY(!m->log.was_shown("orders"));
    }

    void nobodySleepsThroughARelease()
    {
        const Subscriber listens = listener(); // and does not take it: who knows why
        m->data.hold("orders", alice);
        QVERIFY(has_waiters(1));
        m->data.release("orders");
        QVERIFY(is_gone(m->log, "orders"));
        const Subscriber next = listener("next");
        QVERIFY(is_shown(m->log, "next"));
        QVERIFY(!m->log.row("orders"));
    }
};

QTEST_GUILESS_MAIN(UntoldWaitersTest)
#include "untold_waiters_test.moc"

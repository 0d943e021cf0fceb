// SPDX-License-Identifier: Apache-2.0
// Who of a fair lock's queue lives is not written anywhere: only who listens tells.
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "lockscope/client.hpp"
#include "lockscope/sandbox.hpp"
#include "support/documented_acl.hpp"
#include "support/fault_proxy.hpp"
#include "support/subscriber.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

class MonitorWaitersTest : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        bool start()
        {
            monitor.start();
            return log.wait_until_live();
        }

        Sandbox sandbox;
        LockData data{sandbox.endpoint()};
        Client client{sandbox.endpoint()};
        BatchLog log;
        Monitor monitor{client, {}, log.sink()};
    };
    std::unique_ptr<Fixture> m;

    [[nodiscard]] Subscriber listener(const std::string& waiter) const
    {
        return Subscriber(m->sandbox.endpoint(), {locks::fair_channel("f", waiter)});
    }
    /// Absent if it is not in the queue of "f".
    static std::optional<Waiter> waiter_of(const BatchLog& log, const std::string& owner)
    {
        const LockStatePtr row = log.row("f");
        if (!row)
            return std::nullopt;
        const auto found = std::find_if(row->waiters.begin(), row->waiters.end(),
                                        [&](const Waiter& waiter) { return waiter.owner == owner; });
        return found != row->waiters.end() ? std::optional(*found) : std::nullopt;
    }
    static bool wait_until_dead(const BatchLog& log, const std::string& owner)
    {
        return until([&] {
            const auto waiter = waiter_of(log, owner);
            return waiter && is_dead(*waiter);
        });
    }
    static bool wait_until_heard(const BatchLog& log, const std::string& owner)
    {
        return until([&] {
            const auto waiter = waiter_of(log, owner);
            return waiter && waiter->subscribed == true && !is_dead(*waiter);
        });
    }

private slots:
    void init() { m = std::make_unique<Fixture>(); }
    void cleanup() { m.reset(); }

    /// Two threads of one client in a queue, and a client that listens.
    void theSumOfWhoWaitsIsThatOfTheRows()
    {
        QVERIFY(m->start());
        m->data.hold("f", alice);
        const Subscriber first = listener(bob);
        const Subscriber second = listener(carol);
        m->data.queue("f", bob);
        m->data.queue("f", carol);
        m->data.hold("plain", alice);
        const Subscriber third(m->sandbox.endpoint(), {locks::unlock_channel("plain")});
        QVERIFY(until([this] { return m->log.status().counts.waiting == 3; }));
    }

    void aFairQueueIsShownAndItsGhostsAreFound()
    {
        QVERIFY(m->start());
        m->data.hold("f", alice);
        Subscriber alive(m->sandbox.endpoint(), {locks::fair_channel("f", carol)});
        m->data.queue("f", bob);
        m->data.queue("f", carol);
        QVERIFY(until([this] { return m->log.row("f") && m->log.row("f")->waiters_total == 2; }));
        QCOMPARE(m->log.row("f")->type, LockType::fair);
        QVERIFY(until([this] { return m->log.row("f")->waiters[0].stale; }));
        QVERIFY(!m->log.row("f")->waiters[1].stale);
        QVERIFY(m->log.row("f")->anomalies.contains(Anomaly::dead_head));
        QVERIFY(m->log.wait_for_event("f", Kind::waiter_came, 2));
        m->data.release("f");
        QVERIFY(until([this] { return !m->log.row("f")->is_held(); }));
        QVERIFY(m->log.row("f")->anomalies.contains(Anomaly::free_but_queued));
        m->data.redis.command({"DEL", locks::queue_key("f"), locks::timeout_key("f")});
        QVERIFY(m->log.wait_until_gone("f"));
    }

    void whoListensUnderAMappedNameIsNotTakenForDead()
    {
        const Subscriber listens(m->sandbox.endpoint(), {locks::fair_channel("app:orders", bob)});
        QVERIFY(m->start());
        m->data.hold("app:orders", alice);
        m->data.queue("orders", bob); // by a Redisson with a NameMapper
        m->data.queue("ghosts", carol);
        const auto first_of = [this](const std::string& name) {
            const LockStatePtr row = m->log.row(name);
            return row && !row->waiters.empty() ? row->waiters.front() : Waiter();
        };
        QVERIFY(until([&] { return first_of("orders").mapped; }));
        QVERIFY(until([&] { return first_of("ghosts").stale; }));
        QVERIFY(!first_of("orders").stale && !first_of("orders").subscribed);
    }

    /// Channels are looked at the more rarely the longer that takes. A Redisson queues first, and subscribes then.
    void whoSubscribesAfterTheLastLookIsNotTakenForDead()
    {
        FaultProxy far_away(m->sandbox.endpoint());
        far_away.delay_replies(std::chrono::milliseconds(50));
        Client client(far_away.endpoint());
        BatchLog log;
        std::atomic<bool> was_stale = false;
        Monitor monitor(client, {}, [&was_stale, keep = log.sink()](MonitorBatch batch) {
            for (const LockChange& change : batch.changes) {
                const auto& waiters = change.state->waiters;
                if (std::any_of(waiters.begin(), waiters.end(), [](const Waiter& waiter) { return waiter.stale; }))
                    was_stale = true;
            }
            keep(std::move(batch));
        });
        monitor.start();
        QVERIFY(log.wait_until_live());
        m->data.queue("orders", bob);
        const Subscriber listens(m->sandbox.endpoint(), {locks::fair_channel("app:orders", bob)});
        QVERIFY(log.wait_for_row("orders"));
        QVERIFY(until([&] { // with the next look, though no key changes
            const LockStatePtr row = log.row("orders");
            return !row->waiters.empty() && row->waiters.front().mapped;
        }));
        QVERIFY(!was_stale);
    }

    void whoStopsListeningUnderAMappedNameIsDead()
    {
        QVERIFY(m->start());
        m->data.queue("orders", bob);
        QVERIFY(m->log.wait_for_row("orders"));
        const auto first = [this] {
            const LockStatePtr row = m->log.row("orders");
            return row && !row->waiters.empty() ? row->waiters.front() : Waiter();
        };
        {
            const Subscriber listens(m->sandbox.endpoint(), {locks::fair_channel("app:orders", bob)});
            QVERIFY(until([&] { return first().mapped; }));
        }
        QVERIFY(until([&] { return first().stale; })); // though no key changes
        QVERIFY(!first().mapped && first().subscribed == false);
    }

    /// A client that has lost its connection subscribes anew later. No key changes by that.
    void whoIsHeardOfAgainIsNotDeadAnyMore()
    {
        QVERIFY(m->start());
        m->data.hold("f", alice, 1, -1);
        m->data.queue("f", bob);
        QVERIFY(wait_until_dead(m->log, bob));
        const Subscriber back = listener(bob);
        QVERIFY(wait_until_heard(m->log, bob));
    }

    void whoFallsSilentIsDeadThoughOthersListen()
    {
        QVERIFY(m->start());
        m->data.hold("f", alice, 1, -1);
        const Subscriber stays = listener(carol);
        {
            const Subscriber goes = listener(bob);
            m->data.queue("f", bob);
            m->data.queue("f", carol);
            QVERIFY(wait_until_heard(m->log, bob));
        }
        QVERIFY(wait_until_dead(m->log, bob));
        QVERIFY(wait_until_heard(m->log, carol));
    }

    void whoMayNotLookAtAllChannelsFindsBothAllTheSame()
    {
        const Endpoint viewer = user_with(m->data.redis, m->sandbox.endpoint(), "viewer",
                                          without(documented_rules("lockscope"), "+pubsub|channels"));
        Client client(viewer);
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        m->data.hold("f", alice, 1, -1);
        m->data.queue("f", bob);
        QVERIFY(wait_until_dead(log, bob));
        {
            const Subscriber back = listener(bob);
            QVERIFY(wait_until_heard(log, bob));
        }
        QVERIFY(wait_until_dead(log, bob));
    }
};

QTEST_GUILESS_MAIN(MonitorWaitersTest)
#include "monitor_waiters_test.moc"

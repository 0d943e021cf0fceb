// SPDX-License-Identifier: Apache-2.0
// A fair lock's waiters that are cancelled or meet an error: they take their entry with them, and push nobody out.
// Boost.Asio before Qt, whose keyword "emit" is a function there.
#include "support/cancellable.hpp"

#include "fair_stage.hpp"

#include "support/fault_proxy.hpp"

#include <QTest>

#include <mutex>

using namespace lockscope;
using namespace lockscope::test;

class FairLockCancelTest : public QObject, private FairStage
{
    Q_OBJECT

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    // Cancellation.

    void aStopTokenEndsAWait()
    {
        m_server->hold();
        std::stop_source stop;
        auto waiter = in_thread([&] {
            return thrown([&] { return lock().acquire({.wait = {}, .lease = {}, .stop = stop.get_token()}); });
        });
        QVERIFY(until([&] { return m_server->queue().size() == 1; }));
        stop.request_stop();
        QCOMPARE(waiter.get(), Errc::cancelled);
        QVERIFY(until([&] { return redis().keys() == Names{"a"}; }));
        QCOMPARE(thrown([&] { return lock().acquire({.wait = {}, .lease = {}, .stop = stop.get_token()}); }),
                 Errc::cancelled);
        QVERIFY(until([&] { return redis().keys() == Names{"a"}; }));
    }

    void theNextTakesTheCancelledOnesPlace()
    {
        QVERIFY(m_us->enter(0).get());
        Cancellable<bool> first(m_us->client().executor(), lock().async_acquire(m_us->id(1), {}));
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        QVERIFY(queue_up(2, 3));
        first.cancel();
        QCOMPARE(thrown([&] { return first.get(); }), Errc::cancelled);
        QVERIFY(m_server->is_queue({m_us->field(2), m_us->field(3)}));
        QCOMPARE(m_us->leave(0), 0);
        QVERIFY(m_waits[2].get());
        QCOMPARE(m_us->leave(2), 0);
        QVERIFY(m_waits[3].get());
    }

    /// Cancelled at every moment of an acquisition: in the end it is held and told so, or gone without an entry.
    void cancellationNeverLeavesAGhost()
    {
        FaultProxy proxy(m_server->direct());
        proxy.delay_replies(3ms);
        FairClient slow(proxy.endpoint());
        int cancelled = 0;
        for (int i = 0; i < 60; ++i) {
            if (i % 2 == 1)
                m_server->hold(8ms);
            Cancellable<bool> attempt(slow.client().executor(), slow.lock().async_acquire(slow.id(1), {}));
            std::this_thread::sleep_for(std::chrono::microseconds(400 * (i / 2))); // the moment itself is what varies
            attempt.cancel();
            bool acquired = false;
            const Errc error = thrown([&] { return acquired = attempt.get(); });
            if (acquired) {
                QCOMPARE(slow.leave(1), 0);
            } else {
                QCOMPARE(error, Errc::cancelled);
                ++cancelled;
            }
            QVERIFY(!slow.is_held(1));
            QVERIFY(m_server->is_clean());
        }
        QVERIFY(cancelled > 5);
    }

    void aClosedClientEndsItsWaitersWhoTakeTheirPlacesAlong()
    {
        m_server->hold();
        std::vector<std::future<Errc>> waiters;
        for (int i = 0; i < 4; ++i) {
            waiters.push_back(in_thread([a = lock()]() mutable {
                return thrown([&] {
                    a.lock();
                    return 0;
                });
            }));
        }
        QVERIFY(until([&] { return m_server->queue().size() == 4; }));
        const auto start = Clock::now();
        m_us.reset();
        QVERIFY(since(start) < soon);
        QVERIFY(m_server->queue().empty() || since(start) >= 200ms); // no longer is a server waited for
        for (auto& waiter : waiters) {
            const Errc error = waiter.get(); // unknown for one whose try was on its way
            QVERIFY(error == Errc::closed || error == Errc::outcome_unknown);
        }
    }

    // Errors.

    void whatIsNotAFairLockIsNotTouched_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("the lock") << QByteArray("a");
        QTest::newRow("the queue") << QByteArray(fair_queue.c_str());
        QTest::newRow("the deadlines") << QByteArray(fair_deadlines.c_str());
    }
    void whatIsNotAFairLockIsNotTouched()
    {
        QFETCH(QByteArray, key);
        redis().expect({"SET", key.toStdString(), "text"});
        if (key == fair_deadlines.c_str())
            m_server->hold();
        QCOMPARE(thrown([&] { return lock().try_lock_for(5s); }), Errc::wrong_type);
        QCOMPARE(redis().text({"GET", key.toStdString()}), std::string("text"));
        QVERIFY(until([&] { return m_server->redis.type(fair_queue) != "list"; }));
    }

    void aReadWriteLockIsNotTakenForAFairOne()
    {
        redis().expect({"HSET", "a", "mode", "read", m_us->field(1), "1"});
        QCOMPARE(thrown([&] { return m_us->enter(1).get(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return m_us->enter(2).get(); }), Errc::wrong_type);
        QCOMPARE(redis().hash("a"), (Fields{{"mode", "read"}, {m_us->field(1), "1"}}));
    }

    void whoMayNotListenLeavesNoEntry()
    {
        redis().expect({"ACL", "SETUSER", "deaf", "on", ">x", "allkeys", "resetchannels", "+@all"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "deaf";
        endpoint.password = "x";
        FairClient deaf(endpoint);
        m_server->hold();
        QCOMPARE(thrown([&] { return deaf.enter(1).get(); }), Errc::no_permission);
        QVERIFY(until([&] { return redis().keys() == Names{"a"}; }));
    }

    void anExceptionReleases()
    {
        FairLock a = lock();
        try {
            const std::lock_guard guard(a);
            throw std::runtime_error("work failed");
        } catch (const std::runtime_error&) {}
        QVERIFY(m_server->is_clean());
    }
};

QTEST_GUILESS_MAIN(FairLockCancelTest)
#include "fair_lock_cancel_test.moc"

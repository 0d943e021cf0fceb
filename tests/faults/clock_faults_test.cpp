// SPDX-License-Identifier: Apache-2.0
// The server's wall clock jumps. Redis lets leases end by that clock, so exclusion cannot be promised; but holders must
// be told, and nobody may wait for ever.
#include "clock_server.hpp"
#include "crowd.hpp"

using namespace lockscope;
using namespace lockscope::test;

class ClockFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void theClockCanBeSet()
    {
        ClockServer server;
        server->redis.expect({"SET", "x", "1", "PX", "30000"});
        server.set(20s);
        QVERIFY(until([&] { return server->redis.pttl("x") < 11000; }));
        server.set(60s);
        QVERIFY(until([&] { return !server->redis.exists("x"); }));
    }

    void aHolderIsToldWhenAJumpEndsItsLease_data() { add_lock_kinds(); }
    void aHolderIsToldWhenAJumpEndsItsLease()
    {
        QFETCH(int, kind);
        ClockServer server;
        Client client(server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->acquire({{}, 40s, {}});
        const std::stop_token lost = lock->loss_token();
        QTest::qWait(150); // long enough to be watched for changes by others
        server.set(60s);
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!lock->is_held());
        Client other(server->endpoint());
        const auto others = kind_at(kind).make(other);
        QVERIFY(others->acquire({10s, {}, {}}));
        QCOMPARE(others->release(), 0);
    }

    void aSmallerJumpDoesNotEndARenewedLock_data() { add_lock_kinds(); }
    void aSmallerJumpDoesNotEndARenewedLock()
    {
        QFETCH(int, kind);
        ClockServer server;
        Client client(server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->lock(); // thirty seconds
        server.set(15s);
        QTest::qWait(300);
        QVERIFY(lock->is_held());
        QCOMPARE(lock->release(), 0);
    }

    void aJumpBackKeepsNobodyOutForEver_data() { add_lock_kinds(); }
    void aJumpBackKeepsNobodyOutForEver()
    {
        QFETCH(int, kind);
        ClockServer server;
        Client client(server->endpoint());
        Client other(server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        auto waiting = in_thread([&] {
            const auto others = kind_at(kind).make(other);
            return others->acquire({30s, {}, {}}) && others->release() == 0;
        });
        QVERIFY(until([&] { return server->redis.calls("evalsha") + server->redis.calls("eval") > 2; }));
        server.set(-1h);
        QTest::qWait(200);
        QCOMPARE(lock->release(), 0); // the message reaches the waiter, whatever the clock says
        QVERIFY(is_ready(waiting, patience));
        QVERIFY(waiting.get());
    }
};

QTEST_GUILESS_MAIN(ClockFaultsTest)
#include "clock_faults_test.moc"

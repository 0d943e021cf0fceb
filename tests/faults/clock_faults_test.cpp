// SPDX-License-Identifier: Apache-2.0
// A wall clock jumps. Redis lets leases end by the server's, so exclusion cannot be promised; but holders must be told,
// and nobody may wait for ever. A client's must not matter at all.
#include "clock_server.hpp"
#include "crowd.hpp"
#include "lockctl_process.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/monitor.hpp"

#include <QDateTime>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

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

        const WallClock clock((m_folder.path() + "/clock").toStdString());
        clock.set(-1h);
        QProcess date;
        date.setProcessEnvironment(clock.environment());
        date.start("date", {"+%s"});
        QVERIFY(date.waitForFinished());
        const qint64 behind = QDateTime::currentSecsSinceEpoch() - date.readAll().trimmed().toLongLong();
        QVERIFY2(behind >= 3600 && behind < 3700, std::to_string(behind).c_str());
    }

    void aHolderIsToldWhenAJumpEndsItsLease_data() { add_lock_sides(); }
    void aHolderIsToldWhenAJumpEndsItsLease()
    {
        QFETCH(int, kind);
        ClockServer server;
        Client client(server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->acquire({{}, 40s, {}});
        const FencingToken token = lock->token();
        const std::stop_token lost = lock->loss_token();
        QTest::qWait(150); // long enough to be watched for changes by others
        server.set(60s);
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!lock->is_held());
        Client other(server->endpoint());
        const auto others = kind_at(kind).rival(other);
        QVERIFY(others->acquire({10s, {}, {}}));
        QVERIFY(is_fenced_off(token, others->token()));
        QCOMPARE(others->release(), 0);
    }

    void aSmallerJumpDoesNotEndARenewedLock_data() { add_lock_sides(); }
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

    void aJumpBackKeepsNobodyOutForEver_data() { add_lock_sides(); }
    void aJumpBackKeepsNobodyOutForEver()
    {
        QFETCH(int, kind);
        ClockServer server;
        Client client(server->endpoint());
        Client other(server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        auto waiting = in_thread([&] {
            const auto others = kind_at(kind).rival(other);
            return others->acquire({30s, {}, {}}) && others->release() == 0;
        });
        QVERIFY(until([&] { return server->redis.scripts() > 2; }));
        server.set(-1h);
        QTest::qWait(200);
        QCOMPARE(lock->release(), 0); // the message reaches the waiter, whatever the clock says
        QVERIFY(is_ready(waiting, patience));
        QVERIFY(waiting.get());
    }

    /// What was left of its lease before the jump is longer now by as much. A renewal does not shorten that: it may be
    /// what an operator or its user has extended.
    void whatADeadHolderLeftLastsForTheJumpBackUnlessAnOperatorEndsIt()
    {
        ClockServer server;
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        options.name = "soon-dead";
        std::optional<Client> holder(std::in_place, server->endpoint(), options);
        holder->reentrant_lock("lock").lock();
        server.set(-1h);
        const std::int64_t before = server->redis.scripts();
        QVERIFY(until([&] { return server->redis.scripts() > before + 1; })); // renewed
        QVERIFY(server->redis.pttl("lock") > milliseconds(50min).count());
        holder.reset();     // nobody releases it
        QVERIFY(until([&] { // its last renewal has come in, too
            const auto clients = server->redis.clients();
            return std::none_of(clients.begin(), clients.end(), [](const auto& client) {
                return client.at("name").find("soon-dead") != std::string::npos;
            });
        }));

        Client other(server->endpoint());
        ReentrantLock lock = other.reentrant_lock("lock");
        QVERIFY(is_refused([&] { return lock.try_lock(); }));
        Admin admin(other, std::make_shared<AuditLog>((m_folder.path() + "/audit.jsonl").toStdString()),
                    {.read_only = false, .production = false, .reason_required = true});
        AdminRequest request = admin_request(read_lock(other, "lock").value());
        request.reason = "its holder is dead";
        QCOMPARE(admin.force_expire(request, 1ms).outcome, AdminResult::Outcome::done);
        QVERIFY(lock.try_lock_for(10s));
        QCOMPARE(lock.release(), 0);
    }

    void aHolderKeepsItsLeaseWhateverItsClockSays_data() { add_lock_sides(); }
    void aHolderKeepsItsLeaseWhateverItsClockSays()
    {
        QFETCH(int, kind);
        m_server.empty();
        const WallClock clock((m_folder.path() + "/holder").toStdString());
        LockctlProcess holder(m_server.endpoint(), kind_at(kind).name, {"--lease", "3000"}, clock.environment());
        QVERIFY(holder.says("acquired"));
        clock.set(1h); // a lease that ended by this clock would be over
        QVERIFY(!holder.is_gone(500));
        clock.set(-1h); // and now it would not end for hours
        QVERIFY(holder.says("lost"));
        QVERIFY(holder.is_gone());
    }

    void aWaiterWaitsAsLongAsItWantsWhateverItsClockSays_data() { add_lock_sides(); }
    void aWaiterWaitsAsLongAsItWantsWhateverItsClockSays()
    {
        QFETCH(int, kind);
        m_server.empty();
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        lock->lock();
        const WallClock clock((m_folder.path() + "/waiter").toStdString());
        const auto start = Clock::now();
        LockctlProcess waiter(m_server.endpoint(), kind_at(kind).name, {"--wait", "3000"}, clock.environment());
        QVERIFY(until([&] { return lockctl_asks(m_server.redis); }));
        clock.set(1h);
        QVERIFY(!waiter.is_gone(500));
        clock.set(-1h);
        QVERIFY(waiter.is_gone());
        QVERIFY(since(start) >= 3000ms);
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_tidy(m_server.redis)); // a place in a queue that was left was given up
    }

private:
    Server m_server;
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ClockFaultsTest)
#include "clock_faults_test.moc"

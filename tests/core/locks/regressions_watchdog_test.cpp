// SPDX-License-Identifier: Apache-2.0
// Failures of renewal that users of Redisson met; the numbers are those of its issues. See docs/regressions.md.
#include "read_write_fixture.hpp"
#include "support/fault_proxy.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"

#include <QProcess>
#include <QTest>

#include <csignal>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

ClientOptions with_lease(milliseconds lease)
{
    ClientOptions options;
    options.watchdog_lease = lease;
    return options;
}

} // namespace

class RegressionsWatchdogTest : public QObject
{
    Q_OBJECT

    std::optional<ReadWriteFixture> m;
    RedisClient& redis() { return m->redis(); }

private slots:
    void init()
    {
        m.emplace();
        m->fresh(with_lease(brief_lease));
    }
    void cleanup() { m.reset(); }

    void aReleaseThatRacesARenewalLeavesNoRenewal_7272_6483()
    {
        m->fresh(with_lease(150ms));
        std::vector<std::future<bool>> threads;
        for (int i = 0; i < 6; ++i) {
            threads.push_back(in_thread([&, i] {
                ReentrantLock a = m->client->reentrant_lock("lock " + std::to_string(i));
                bool was_free = true;
                for (int turn = 0; turn < 30; ++turn) {
                    a.lock();
                    std::this_thread::sleep_for(milliseconds(42 + turn % 15)); // renewals come after 50 ms
                    a.unlock();
                    was_free = was_free && !a.is_held();
                }
                return was_free;
            }));
        }
        for (auto& thread : threads)
            QVERIFY(thread.get());
        QVERIFY(until([&] { return redis().keys().empty(); }));
        // One that was sent before the last release may still arrive; what goes on for ever comes every 50 ms.
        QVERIFY(until([&] {
            redis().reset_stats();
            QTest::qWait(200);
            return redis().scripts() == 0;
        }));
    }

    void aNameIsRenewedAgainAfterTheServerWasGone_2515()
    {
        Losses losses(*m->client);
        std::vector<Lock> locks{m->client->reentrant_lock("reentrant"), m->read(),
                                m->client->read_write_lock("written").write()};
        for (Lock& each : locks)
            each.lock();
        m->server.sandbox.kill_server();
        QVERIFY(until([&] { return losses.count() == locks.size(); }));
        m->server.sandbox.restart();
        m->server.redis = RedisClient(m->server.direct());
        for (Lock& each : locks) {
            QCOMPARE(thrown([&] { return each.release(); }), Errc::lost);
            QVERIFY(until([&] {
                static_cast<void>(thrown([&] { return each.try_lock_for(1s); }));
                return each.is_held();
            }));
        }
        QVERIFY(are_renewed(redis(), {"reentrant", "a", m->deadline(m->field(), 1), "written"}));
        for (const Lock& each : locks)
            QVERIFY(each.is_held());
    }

    void aNameIsRenewedAgainAfterTheNetworkWasCut_3194()
    {
        FaultProxy proxy(m->server.direct());
        ClientOptions options = with_lease(brief_lease);
        options.command_timeout = 1s;
        options.connect_timeout = 1s;
        m->client.emplace(proxy.endpoint(), options);
        Losses losses(*m->client);
        ReentrantLock a = m->client->reentrant_lock("a");
        a.lock();
        proxy.set_mode(FaultProxy::Mode::black_hole);
        QVERIFY(until([&] { return losses.count() == 1 && !redis().exists("a"); }));
        proxy.cut_all();
        proxy.set_mode(FaultProxy::Mode::forward);
        a.lock();
        QVERIFY(are_renewed(redis(), {"a"}));
        QCOMPARE(a.release(), 0);
    }

    void slowRepliesLeaveNoGap_5698()
    {
        FaultProxy proxy(m->server.direct());
        m->client.emplace(proxy.endpoint(), with_lease(brief_lease));
        Losses losses(*m->client);
        ReentrantLock a = m->client->reentrant_lock("a");
        a.lock();
        QVERIFY(are_renewed(redis(), {"a"}, 1)); // all connections are open
        proxy.delay_replies(500ms);
        QVERIFY(are_renewed(redis(), {"a"}, 3));
        QCOMPARE(losses.count(), std::size_t(0));
        QVERIFY(a.is_held());
    }

    /// An answer that says "not now" must not be the last one: the watchdog goes on asking.
    void noAnswerEndsTheWatchdog_3332_data()
    {
        QTest::addColumn<QStringList>("breakage");
        QTest::addColumn<QStringList>("repair");
        QTest::newRow("NOPERM") << QStringList{"ACL SETUSER shaky -evalsha -eval"}
                                << QStringList{"ACL SETUSER shaky +evalsha +eval"};
        QTest::newRow("NOPERM for a command of the script")
            << QStringList{"ACL SETUSER shaky -hget"} << QStringList{"ACL SETUSER shaky +hget"};
        if (deployment_under_test() == Deployed::Kind::cluster) { // Redis refuses REPLICAOF there
            QTest::newRow("CLUSTERDOWN") << QStringList{"CLUSTER DELSLOTS 0"} << QStringList{"CLUSTER ADDSLOTS 0"};
        } else {
            QTest::newRow("READONLY") << QStringList{"REPLICAOF 127.0.0.1 1"} << QStringList{"REPLICAOF NO ONE"};
            QTest::newRow("MASTERDOWN") << QStringList{"CONFIG SET replica-serve-stale-data no",
                                                       "REPLICAOF 127.0.0.1 1"}
                                        << QStringList{"REPLICAOF NO ONE"};
        }
        QTest::newRow("NOREPLICAS") << QStringList{"CONFIG SET min-replicas-to-write 1"}
                                    << QStringList{"CONFIG SET min-replicas-to-write 0"};
        QTest::newRow("connections killed, new ones refused")
            << QStringList{"CONFIG SET maxclients 1", "CLIENT KILL TYPE normal SKIPME yes"}
            << QStringList{"CONFIG SET maxclients 10000"};
    }
    void noAnswerEndsTheWatchdog_3332()
    {
        QFETCH(QStringList, breakage);
        QFETCH(QStringList, repair);
        const auto send = [&](const QStringList& commands) {
            for (const QString& command : commands) {
                std::vector<std::string> words;
                for (const QString& word : command.split(' '))
                    words.push_back(word.toStdString());
                redis().expect(words);
            }
        };
        redis().expect({"ACL", "SETUSER", "shaky", "on", ">x", "~*", "&*", "+@all"});
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = "shaky";
        endpoint.password = "x";
        m->other.reset();
        m->client.emplace(endpoint, with_lease(6000ms));
        Losses losses(*m->client);
        ReentrantLock a = m->client->reentrant_lock("a");
        ReadLock b = m->client->read_write_lock("b").read();
        a.lock();
        b.lock();
        QTest::qWait(100);
        send(breakage);
        QTest::qWait(2300); // a renewal was due after two seconds
        send(repair);
        QVERIFY(are_renewed(redis(), {"a", "b"}, 1));
        QVERIFY(are_renewed(redis(), {"a", "b"}, 1));
        QCOMPARE(losses.count(), std::size_t(0));
        QVERIFY(a.is_held() && b.is_held());
    }

    // Holders that stand still.

    void aHolderThatStoodStillKnowsIt_6248()
    {
        QProcess holder;
        holder.start(STOPPED_HOLDER, {QString::fromStdString(m->server.endpoint().uri_without_password())});
        QVERIFY(holder.waitForStarted());
        const auto says = [&](const QByteArray& word) {
            QByteArray seen;
            while (!seen.contains(word) && holder.waitForReadyRead(10000))
                seen += holder.readAllStandardOutput();
            return seen;
        };
        QVERIFY(says("held\n").contains("held\n"));
        QVERIFY(redis().exists("a"));
        ::kill(static_cast<pid_t>(holder.processId()), SIGSTOP);
        ReentrantLock a = m->client->reentrant_lock("a");
        const bool overtaken = a.try_lock_for(10s);
        QTest::qWait(700); // now it stood still for longer than its lease
        ::kill(static_cast<pid_t>(holder.processId()), SIGCONT);
        QVERIFY(overtaken);
        const QByteArray told = says("told\n");
        QVERIFY2(told.contains("told\n"), told.constData());
        QVERIFY2(!told.contains("believes"), told.constData()); // not even the first look after the pause said held
        holder.closeWriteChannel();
        QVERIFY(holder.waitForFinished());
        QVERIFY(a.is_held());
    }
};

QTEST_GUILESS_MAIN(RegressionsWatchdogTest)
#include "regressions_watchdog_test.moc"

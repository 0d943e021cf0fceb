// SPDX-License-Identifier: Apache-2.0
// The server keeps running, but drops connections and forgets scripts while locks go round, and while they are held.
#include "crowd.hpp"
#include "support/losses.hpp"

using namespace lockscope;
using namespace lockscope::test;

class ConnectionFaultsTest : public QObject
{
    Q_OBJECT

    Server m_server;

private slots:
    void init() { m_server.empty(); }

    void scriptsAreFlushedAllTheTime_data() { add_lock_kinds(); }
    void scriptsAreFlushedAllTheTime()
    {
        QFETCH(int, kind);
        Crowd crowd(m_server.endpoint(), kind_at(kind));
        const auto end = Clock::now() + 700ms;
        while (Clock::now() < end)
            m_server.redis.expect({"SCRIPT", "FLUSH"});
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.was_perfect(), crowd.seen().c_str());
        QVERIFY(is_tidy(m_server.redis));
    }

    void connectionsAreKilled_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("type");
        for (std::size_t i = 0; i < lock_kinds().size(); ++i) {
            const std::string& name = lock_kinds()[i].name;
            QTest::newRow((name + ", commands and renewals").c_str()) << static_cast<int>(i) << "normal";
            QTest::newRow((name + ", messages").c_str()) << static_cast<int>(i) << "pubsub";
        }
    }
    void connectionsAreKilled()
    {
        QFETCH(int, kind);
        QFETCH(QString, type);
        Crowd crowd(m_server.endpoint(), kind_at(kind));
        for (int i = 0; i < 6; ++i) {
            QVERIFY2(crowd.goes_on(10), crowd.seen().c_str());
            m_server.redis.expect({"CLIENT", "KILL", "TYPE", type.toStdString(), "SKIPME", "yes"});
        }
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.was_perfect(), crowd.seen().c_str());
        QVERIFY(is_tidy(m_server.redis));
    }

    /// In a crowd nobody holds a lock for so long that it has to be renewed.
    void whatIsHeldIsRenewedMeanwhile_data()
    {
        QTest::addColumn<QString>("connections");
        for (const char* connections : {"holder-renewals", "holder-messages"})
            QTest::newRow(connections) << connections;
    }
    void whatIsHeldIsRenewedMeanwhile()
    {
        QFETCH(QString, connections);
        ClientOptions options;
        options.name = "holder";
        options.watchdog_lease = brief_lease;
        Client holder(m_server.endpoint(), options);
        Losses losses(holder);
        std::vector<Lock> held{holder.reentrant_lock("reentrant"), holder.fair_lock("fair"),
                               holder.read_write_lock("read").read(), holder.read_write_lock("write").write()};
        std::vector<std::string> keys{"{read}:" + holder.this_thread().field() + ":rwlock_timeout:1"};
        for (Lock& lock : held) {
            lock.lock();
            keys.push_back(lock.name());
        }
        for (int i = 0; i < 3; ++i) { // for longer than a lease
            QVERIFY(until([&] { return m_server.redis.kill_clients(connections.toStdString()) > 0; }));
            QVERIFY(are_renewed(m_server.redis, keys, 1));
        }
        QCOMPARE(losses.count(), std::size_t(0));
        for (Lock& lock : held) {
            QVERIFY2(lock.is_held(), lock.name().c_str());
            QCOMPARE(lock.release(), 0);
        }
        QVERIFY(is_tidy(m_server.redis));
    }
};

QTEST_GUILESS_MAIN(ConnectionFaultsTest)
#include "connection_faults_test.moc"

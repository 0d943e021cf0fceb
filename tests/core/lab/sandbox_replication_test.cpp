// SPDX-License-Identifier: Apache-2.0
// A master with replicas, and independent masters, as sandboxes.
#include "lockscope/sandbox_masters.hpp"
#include "lockscope/sandbox_replication.hpp"
#include "support/redis_client.hpp"

#include <QTest>

#include <set>

using namespace lockscope;
using namespace lockscope::test;

namespace {

std::string role_of(const Sandbox& server)
{
    return RedisClient(server.endpoint()).command({"ROLE"}).elements.at(0).text;
}

} // namespace

class SandboxReplicationTest : public QObject
{
    Q_OBJECT

private slots:
    void replicasHaveWhatTheMasterHas_data()
    {
        QTest::addColumn<QByteArray>("password");
        QTest::newRow("open") << QByteArray();
        QTest::newRow("with a password") << QByteArray("s\xe9 \"cret\\");
    }
    void replicasHaveWhatTheMasterHas()
    {
        QFETCH(QByteArray, password);
        SandboxReplication servers({.replicas = 2, .password = password.toStdString(), .arguments = {}});
        QCOMPARE(servers.endpoint().deployment, Deployment::replicated);
        QCOMPARE(servers.endpoint().addresses().size(), 3U);
        QCOMPARE(servers.endpoint().password, password.toStdString());
        QCOMPARE(role_of(servers.master()), std::string("master"));
        RedisClient(servers.master().endpoint()).expect({"SET", "a", "1"});
        servers.wait_until_synchronised();
        for (int i = 0; i < servers.replicas(); ++i) {
            QCOMPARE(role_of(servers.replica(i)), std::string("slave"));
            QCOMPARE(RedisClient(servers.replica(i).endpoint()).text({"GET", "a"}), std::string("1"));
        }
    }

    void aReplicaCanBePromoted()
    {
        SandboxReplication servers({.replicas = 2, .password = {}, .arguments = {}});
        const std::uint16_t old = servers.master().endpoint().port;
        servers.promote(1);
        QVERIFY(servers.master().endpoint().port != old);
        QCOMPARE(role_of(servers.master()), std::string("master"));
        RedisClient(servers.master().endpoint()).expect({"SET", "a", "1"});
        servers.wait_until_synchronised();
        QCOMPARE(servers.replica(0).endpoint().port, old);
        QCOMPARE(RedisClient(servers.replica(0).endpoint()).text({"GET", "a"}), std::string("1"));
    }

    void aReplicaWithoutItsLinkMissesWhatIsWritten_data()
    {
        QTest::addColumn<QByteArray>("password");
        QTest::newRow("open") << QByteArray();
        QTest::newRow("with a password") << QByteArray("secret");
    }
    void aReplicaWithoutItsLinkMissesWhatIsWritten()
    {
        QFETCH(QByteArray, password);
        SandboxReplication servers({.replicas = 1, .password = password.toStdString(), .arguments = {}});
        servers.cut_replication();
        RedisClient(servers.master().endpoint()).expect({"SET", "a", "1"});
        QVERIFY(!RedisClient(servers.replica().endpoint()).exists("a"));
        servers.mend_replication();
        servers.wait_until_synchronised();
        QVERIFY(RedisClient(servers.replica().endpoint()).exists("a"));
    }

    void fiveMastersKnowNothingOfEachOther()
    {
        SandboxMasters servers;
        QCOMPARE(servers.size(), 5);
        std::set<std::uint16_t> ports;
        for (const Endpoint& endpoint : servers.endpoints()) {
            ports.insert(endpoint.port);
            RedisClient redis(endpoint);
            QVERIFY(!redis.exists("a"));
            redis.expect({"SET", "a", "1"});
        }
        QCOMPARE(ports.size(), 5U);
        servers.server(2).kill_server();
        servers.server(2).restart();
        QVERIFY(!RedisClient(servers.endpoints().at(2)).exists("a"));
        QVERIFY(RedisClient(servers.endpoints().at(3)).exists("a"));
    }
};

QTEST_GUILESS_MAIN(SandboxReplicationTest)
#include "sandbox_replication_test.moc"

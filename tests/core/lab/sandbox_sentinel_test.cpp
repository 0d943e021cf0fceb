// SPDX-License-Identifier: Apache-2.0
// A master, replicas and sentinels as a sandbox, and what can be done to them.
#include "lockscope/error.hpp"
#include "lockscope/sandbox_sentinel.hpp"
#include "support/redis_client.hpp"

#include <QTest>

#include <filesystem>
#include <optional>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

class SandboxSentinelTest : public QObject
{
    Q_OBJECT

private slots:
    void everySentinelNamesTheMaster_data()
    {
        QTest::addColumn<int>("replicas");
        QTest::addColumn<QByteArray>("password");
        QTest::addColumn<QByteArray>("sentinelPassword");
        QTest::newRow("one replica") << 1 << QByteArray() << QByteArray();
        QTest::newRow("two replicas, passwords") << 2 << QByteArray("se cret\"") << QByteArray("an other");
    }
    void everySentinelNamesTheMaster()
    {
        QFETCH(int, replicas);
        QFETCH(QByteArray, password);
        QFETCH(QByteArray, sentinelPassword);
        SandboxSentinelOptions options;
        options.down_after = std::chrono::minutes(10); // nobody is to take over
        options.replicas = replicas;
        options.password = password.toStdString();
        options.sentinel_password = sentinelPassword.toStdString();
        SandboxSentinel servers(options);

        const Endpoint& endpoint = servers.endpoint();
        QCOMPARE(endpoint.deployment, Deployment::sentinel);
        QCOMPARE(endpoint.service, std::string("mymaster"));
        QCOMPARE(endpoint.password, password.toStdString());
        QCOMPARE(endpoint.sentinel_password, sentinelPassword.toStdString());
        QCOMPARE(endpoint.addresses().size(), 3U);
        QCOMPARE(servers.servers(), replicas + 1);
        for (const Address& address : endpoint.addresses()) {
            Endpoint one;
            one.port = address.port;
            one.password = endpoint.sentinel_password;
            RedisClient sentinel(one);
            const auto named = sentinel.list({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", "mymaster"});
            QCOMPARE(named.at(1), std::to_string(servers.server(0).endpoint().port));
        }
        RedisClient(servers.master().endpoint()).expect({"SET", "a", "1"});
        servers.wait_until_synchronised();
        for (int i = 1; i <= replicas; ++i)
            QCOMPARE(RedisClient(servers.server(i).endpoint()).text({"GET", "a"}), std::string("1"));
    }

    void aMasterThatDiesIsReplacedAndComesBackAsReplica_data()
    {
        QTest::addColumn<bool>("isKilled");
        QTest::newRow("killed") << true;
        QTest::newRow("stopped") << false;
    }
    void aMasterThatDiesIsReplacedAndComesBackAsReplica()
    {
        QFETCH(bool, isKilled);
        SandboxSentinel servers;
        const Address old = servers.master_address();
        isKilled ? servers.kill_master() : servers.pause_master();
        const Address now = servers.wait_for_failover(old);
        QVERIFY(now != old);
        QCOMPARE(now.port, servers.server(1).endpoint().port);
        RedisClient redis(servers.master().endpoint());
        redis.expect({"SET", "a", "2"});

        servers.restart_old();
        servers.wait_until_agreed();
        servers.wait_until_synchronised();
        QCOMPARE(RedisClient(servers.server(0).endpoint()).list({"ROLE"}).at(0), std::string("slave"));
        QCOMPARE(RedisClient(servers.server(0).endpoint()).text({"GET", "a"}), std::string("2"));
    }

    void aFailoverCanBeAskedFor()
    {
        SandboxSentinelOptions options;
        options.down_after = std::chrono::minutes(10); // nobody is to take over unasked
        SandboxSentinel servers(options);
        servers.failover();
        QCOMPARE(servers.master_address().port, servers.server(1).endpoint().port);
    }

    void aReplicaWithoutItsLinkMissesWhatIsWritten()
    {
        SandboxSentinelOptions options;
        options.down_after = std::chrono::minutes(10); // nobody is to take over
        SandboxSentinel servers(options);
        servers.cut_replication();
        RedisClient(servers.master().endpoint()).expect({"SET", "a", "1"});
        QVERIFY(!RedisClient(servers.server(1).endpoint()).exists("a"));
        servers.mend_replication();
        servers.wait_until_synchronised();
        QVERIFY(RedisClient(servers.server(1).endpoint()).exists("a"));
    }

    void nothingIsLeftOfIt()
    {
        std::vector<std::filesystem::path> folders;
        {
            SandboxSentinel servers;
            for (int i = 0; i < servers.servers(); ++i)
                folders.push_back(servers.server(i).folder());
            for (int i = 0; i < servers.sentinels(); ++i)
                folders.push_back(servers.sentinel(i).folder());
        }
        for (const auto& folder : folders)
            QVERIFY(!std::filesystem::exists(folder));
    }
};

QTEST_GUILESS_MAIN(SandboxSentinelTest)
#include "sandbox_sentinel_test.moc"

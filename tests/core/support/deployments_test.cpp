// SPDX-License-Identifier: Apache-2.0
// What tests are told of a deployment and may do to it, whichever it is.
#include "support/clocks.hpp"
#include "support/deployments.hpp"
#include "support/until.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class DeploymentsTest : public QObject
{
    Q_OBJECT

private slots:
    void eachServesKeysAndCanBeEmptied_data() { add_deployments(); }
    void eachServesKeysAndCanBeEmptied()
    {
        QFETCH(int, deployment);
        const Clocks clocks;
        DeploymentOptions options;
        options.password = "se cret";
        options.executable = clocks.executable();
        const auto servers = start(DeploymentKind(deployment), options);
        const std::vector<std::string> keys{"a", "b", "c", "d"};
        for (const std::string& key : keys)
            servers->look(key).expect({"SET", key, "1", "PX", "30000"});
        clocks.set(servers->master_of("a"), 1min);
        QVERIFY(until([&] { return !servers->look("a").exists("a"); }));
        clocks.set(servers->master_of("a"), 0ms);
        servers->empty();
        for (const std::string& key : keys)
            QVERIFY(!servers->look(key).exists(key));
    }

    void anotherServerTakesOver_data() { add_deployments_with_failover(); }
    void anotherServerTakesOver()
    {
        QFETCH(int, deployment);
        const auto servers = start(DeploymentKind(deployment));
        const auto first = servers->master_of("a").endpoint().port;
        RedisClient redis = servers->look("a");
        redis.expect({"SET", "a", "1"});
        QCOMPARE(redis.integer({"WAIT", "1", "10000"}), 1); // until the other one has it
        servers->hand_over("a");
        servers->wait_until_ready();
        const auto second = servers->master_of("a").endpoint().port;
        QVERIFY(second != first);
        QVERIFY(servers->look("a").exists("a"));
        QCOMPARE(servers->calls("wait"), 1); // by a server that is none of the masters any more
        servers->empty();
        QCOMPARE(servers->calls("wait"), 0);
        servers->look("a").expect({"SET", "a", "1"});
        servers->wait_until_ready();
        servers->kill_master_of("a");
        QCOMPARE(servers->master_of("a").endpoint().port, first);
        QVERIFY(servers->look("a").exists("a"));
    }
};

QTEST_GUILESS_MAIN(DeploymentsTest)
#include "deployments_test.moc"

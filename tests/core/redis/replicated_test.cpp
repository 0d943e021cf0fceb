// SPDX-License-Identifier: Apache-2.0
// Several servers, one of which says of itself that it is the master.
#include "lockscope/client.hpp"
#include "lockscope/sandbox_replication.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"

#include <QTest>

#include <algorithm>
#include <optional>

using namespace lockscope;
using namespace lockscope::test;

namespace {

Address address_of(const Sandbox& sandbox)
{
    return {sandbox.endpoint().host, sandbox.endpoint().port};
}

Endpoint replicated(const std::vector<Address>& servers)
{
    Endpoint endpoint;
    endpoint.deployment = Deployment::replicated;
    endpoint.host = servers.front().host;
    endpoint.port = servers.front().port;
    endpoint.more.assign(servers.begin() + 1, servers.end());
    return endpoint;
}

} // namespace

class ReplicatedTest : public QObject
{
    Q_OBJECT

private slots:
    void theMasterIsFoundWhereverItStandsInTheList()
    {
        SandboxReplicationOptions options;
        options.replicas = 2;
        SandboxReplication servers(options);
        std::vector<Address> list = servers.endpoint().addresses();
        for (std::size_t i = 0; i < list.size(); ++i) {
            Client client(replicated(list));
            auto lock = client.reentrant_lock("lock");
            lock.lock();
            QVERIFY(RedisClient(servers.master().endpoint()).exists("lock"));
            lock.unlock();
            std::rotate(list.begin(), list.begin() + 1, list.end());
        }
    }

    void aPromotionIsFollowed()
    {
        SandboxReplication servers;
        Client client(servers.endpoint());
        Losses losses(client);
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        servers.wait_until_synchronised();
        RedisClient old(servers.master().endpoint());
        servers.promote(); // nobody tells us, and our connections stay
        QVERIFY(old.command({"SET", "a", "1"}).is_error());
        lock.unlock();
        RedisClient present(servers.master().endpoint());
        QVERIFY(!present.exists("lock"));
        lock.lock();
        QVERIFY(present.exists("lock"));
        lock.unlock();
        QCOMPARE(losses.count(), std::size_t(0));
        // All connections have moved, also those that wrote nothing.
        QVERIFY(until([&] {
            const auto clients = old.clients();
            return std::none_of(clients.begin(), clients.end(),
                                [](const auto& each) { return each.at("name").rfind("lockscope", 0) == 0; });
        }));
    }

    void ofTwoMastersTheOneWithReplicasIsTaken()
    {
        SandboxReplication servers;
        const Sandbox lone({.tcp = true, .arguments = {}});
        // A master lists its replica only from the replica's first confirmation on.
        RedisClient master(servers.master().endpoint());
        QVERIFY(until([&] { return master.expect({"ROLE"}).elements.at(2).elements.size() == 1; }));
        Client client(replicated({address_of(lone), address_of(servers.replica()), address_of(servers.master())}));
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        QVERIFY(RedisClient(servers.master().endpoint()).exists("lock"));
        QVERIFY(!RedisClient(lone.endpoint()).exists("lock"));
    }

    void ofTwoLoneMastersTheFirstIsTaken()
    {
        const Sandbox one({.tcp = true, .arguments = {}});
        const Sandbox two({.tcp = true, .arguments = {}});
        for (const auto& [first, second] : {std::pair(&one, &two), std::pair(&two, &one)}) {
            Client client(replicated({address_of(*first), address_of(*second)}));
            auto lock = client.reentrant_lock("lock");
            lock.lock();
            QVERIFY(RedisClient(first->endpoint()).exists("lock"));
            QVERIFY(!RedisClient(second->endpoint()).exists("lock"));
            lock.unlock();
        }
    }

    void withoutAMasterItIsSaidWhoIsWhat()
    {
        SandboxReplication servers;
        const Address replica = address_of(servers.replica());
        servers.master().kill_server();
        ClientOptions options;
        options.command_timeout = 5s;
        Client client(servers.endpoint(), options);
        try {
            client.ping();
            QFAIL("there was no master");
        } catch (const Error& error) {
            QVERIFY2(error.message().find("None of the servers says that it is the master") != std::string::npos,
                     error.what());
            QVERIFY2(error.message().find("replicas are " + replica.display()) != std::string::npos, error.what());
        }
    }

    void rights_data()
    {
        QTest::addColumn<QString>("missing");
        QTest::newRow("ROLE") << "-role";
        QTest::newRow("ROLE and INFO") << "-role -info";
    }
    void rights()
    {
        QFETCH(QString, missing);
        SandboxReplication servers;
        for (Sandbox* each : {&servers.master(), &servers.replica()}) {
            std::vector<std::string> words{"ACL", "SETUSER", "alice", "on", ">hunter2", "~*", "&*", "+@all"};
            for (const QString& word : missing.split(' '))
                words.push_back(word.toStdString());
            RedisClient(each->endpoint()).expect(words);
        }
        Endpoint endpoint = servers.endpoint();
        endpoint.user = "alice";
        endpoint.password = "hunter2";
        Client client(endpoint);
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        QVERIFY(RedisClient(servers.master().endpoint()).exists("lock"));
        lock.unlock();
    }
};

QTEST_GUILESS_MAIN(ReplicatedTest)
#include "replicated_test.moc"

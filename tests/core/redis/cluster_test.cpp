// SPDX-License-Identifier: Apache-2.0
// Commands and subscriptions find their way in a cluster: a real one, and nodes that lie.
#include "redis/cluster.hpp"

#include "lockscope/sandbox.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/errors.hpp"
#include "support/fake_server.hpp"
#include "support/io_thread.hpp"
#include "support/redis_client.hpp"
#include "support/until.hpp"

#include <QTest>

#include <atomic>
#include <optional>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// A Cluster with its thread, ended in the right order.
class Tested
{
public:
    explicit Tested(const Endpoint& endpoint, ShardedMessages sharded = ShardedMessages::automatic,
                    std::chrono::milliseconds timeout = 3s)
    {
        ConnectionOptions options;
        options.endpoint = endpoint;
        options.client_name = "tested";
        options.connect_timeout = timeout;
        options.command_timeout = timeout;
        cluster = std::make_shared<Cluster>(io.executor(), options, sharded);
    }
    ~Tested()
    {
        io.call([this] { cluster->close(); });
        io.join();
    }
    std::vector<Reply> pipeline(const std::vector<std::vector<std::string>>& all, std::chrono::milliseconds limit = 3s)
    {
        std::vector<Command> commands;
        for (const auto& words : all)
            commands.emplace_back(words);
        return io.await(cluster->commands().pipeline(std::move(commands), Link::Clock::now() + limit));
    }
    Reply call(const std::vector<std::string>& words, std::chrono::milliseconds limit = 3s)
    {
        return pipeline({words}, limit).front();
    }
    /// The error of the first command; the test fails without one.
    Error refusal(std::chrono::milliseconds limit = 3s)
    {
        try {
            const Reply reply = call({"GET", "a"}, limit);
            return reply.is_error() ? to_error(reply, "") : Error(Errc::ok, "it worked");
        } catch (const Error& error) {
            return error;
        }
    }

    IoThread io;
    std::shared_ptr<Cluster> cluster;
};

Endpoint at(const Address& seed)
{
    Endpoint endpoint;
    endpoint.deployment = Deployment::cluster;
    endpoint.host = seed.host;
    endpoint.port = seed.port;
    return endpoint;
}

std::string bulk(const std::string& text)
{
    return '$' + std::to_string(text.size()) + "\r\n" + text + "\r\n";
}

/// CLUSTER SLOTS of a cluster in which one master serves everything.
std::string all_slots_at(const Address& master)
{
    return "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n" + bulk(master.host) + ':' + std::to_string(master.port) + "\r\n"
         + bulk("0123456789012345678901234567890123456789");
}

} // namespace

class ClusterTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxCluster> m_sandbox;
    RedisClient node(int index) { return RedisClient(m_sandbox->node(index).endpoint()); }

private slots:
    void initTestCase()
    {
        m_sandbox.emplace(SandboxClusterOptions{.node_timeout = 60s, .password = "secret", .arguments = {}});
    }
    void cleanupTestCase() { m_sandbox.reset(); }

    void aSingleNodeThatNeverMetAnotherServesEverything()
    {
        Sandbox server(SandboxOptions{.tcp = true, .arguments = {"--cluster-enabled", "yes"}});
        RedisClient redis(server.endpoint());
        std::vector<std::string> all{"CLUSTER", "ADDSLOTS"};
        for (int slot = 0; slot < 16384; ++slot)
            all.push_back(std::to_string(slot));
        redis.expect(all);
        QVERIFY(until([&] { return !redis.command({"SET", "a", "1"}).is_error(); }));
        QCOMPARE(redis.command({"CLUSTER", "SLOTS"}).elements.at(0).elements.at(2).elements.at(0).text, std::string());
        Tested tested(at({server.endpoint().host, server.endpoint().port}));
        QCOMPARE(tested.call({"GET", "a"}).text, std::string("1"));
    }

    void commandsOfOneCallGoEachToItsNodeAndAreAnsweredInOrder()
    {
        Tested tested(m_sandbox->endpoint());
        std::vector<std::vector<std::string>> commands;
        for (int i = 0; i < 30; ++i)
            commands.push_back({"SET", "key" + std::to_string(i), std::to_string(i)});
        commands.push_back({"PING"});
        for (int i = 0; i < 30; ++i)
            commands.push_back({"GET", "key" + std::to_string(i)});
        const auto replies = tested.pipeline(commands);
        QCOMPARE(replies.size(), std::size_t{61});
        QCOMPARE(replies[30].text, std::string("PONG"));
        for (std::size_t i = 0; i < 30; ++i)
            QCOMPARE(replies[31 + i].text, std::to_string(i));
    }

    void aTransactionGoesTogether()
    {
        Tested tested(m_sandbox->endpoint());
        const std::string here = m_sandbox->key_on(0);
        const std::string there = m_sandbox->key_on(1);
        const auto replies = tested.pipeline({{"MULTI"},
                                              {"TIME"},
                                              {"SET", here, "1"},
                                              {"GET", here},
                                              {"EXEC"},
                                              {"MULTI"},
                                              {"SET", there, "2"},
                                              {"GET", there},
                                              {"EXEC"}});
        QCOMPARE(replies.size(), std::size_t{9});
        QCOMPARE(replies[4].elements.at(2).text, std::string("1"));
        QCOMPARE(replies[8].elements.at(1).text, std::string("2"));
    }

    void followsASlotThatMigrates_data()
    {
        QTest::addColumn<bool>("isMovedAlready");
        QTest::newRow("key still at home") << false;
        QTest::newRow("key gone ahead") << true;
    }
    void followsASlotThatMigrates()
    {
        QFETCH(bool, isMovedAlready);
        const std::string key = m_sandbox->key_on(0, isMovedAlready ? "moved" : "stays");
        const unsigned slot = SandboxCluster::key_slot(key);
        Tested tested(m_sandbox->endpoint());
        tested.call({"SET", key, "1"});
        m_sandbox->start_migration(slot, 0, 1);
        if (isMovedAlready)
            QCOMPARE(m_sandbox->migrate_keys(slot, 0, 1), 1);

        QCOMPARE(tested.call({"GET", key}).text, std::string("1"));
        const auto block = tested.pipeline({{"MULTI"}, {"GET", key}, {"STRLEN", key}, {"EXEC"}});
        QCOMPARE(block.back().elements.at(0).text, std::string("1"));
        QCOMPARE(block.back().elements.at(1).integer, 1);
        // One of its keys is nowhere, so that its node may already be the new one: the others are found all the same.
        const auto mixed = tested.pipeline({{"MULTI"}, {"GET", '{' + key + "}:none"}, {"GET", key}, {"EXEC"}});
        QCOMPARE(mixed.size(), std::size_t{4});
        QVERIFY(mixed.back().elements.at(0).is_nil());
        QCOMPARE(mixed.back().elements.at(1).text, std::string("1"));
        // What is not there yet is made at the new place.
        QVERIFY(!tested.call({"SET", '{' + key + "}:new", "2"}).is_error());

        m_sandbox->migrate_keys(slot, 0, 1);
        m_sandbox->finish_migration(slot, 1);
        QCOMPARE(tested.call({"GET", key}).text, std::string("1"));
        QCOMPARE(node(1).text({"GET", '{' + key + "}:new"}), std::string("2"));
        m_sandbox->move_slot(slot, 0);
    }

    void waitsWhileKeysOfOneCommandAreOnBothSides()
    {
        const std::string key = m_sandbox->key_on(0, "both");
        const std::string other = '{' + key + "}:other";
        const unsigned slot = SandboxCluster::key_slot(key);
        Tested tested(m_sandbox->endpoint());
        tested.pipeline({{"SET", key, "1"}, {"SET", other, "2"}});
        m_sandbox->start_migration(slot, 0, 1);
        QCOMPARE(m_sandbox->migrate_keys(slot, 0, 1, 1), 1);
        std::vector<Command> commands{Command{"MGET", key, other}};
        auto answer =
            tested.io.start(tested.cluster->commands().pipeline(std::move(commands), Link::Clock::now() + patience));
        QCOMPARE(answer.wait_for(300ms), std::future_status::timeout);
        m_sandbox->migrate_keys(slot, 0, 1);
        m_sandbox->finish_migration(slot, 1);
        const auto replies = answer.get();
        QVERIFY2(!replies.front().is_error(), replies.front().text.c_str());
        QCOMPARE(replies.front().elements.at(1).text, std::string("2"));
        m_sandbox->move_slot(slot, 0);
    }

    void messagesFollowTheirSlot_data()
    {
        QTest::addColumn<int>("sharded");
        QTest::newRow("within the shard") << static_cast<int>(ShardedMessages::automatic);
        QTest::newRow("everywhere") << static_cast<int>(ShardedMessages::off);
    }
    void messagesFollowTheirSlot()
    {
        QFETCH(int, sharded);
        Tested tested(m_sandbox->endpoint(), static_cast<ShardedMessages>(sharded));
        const std::string channel = m_sandbox->key_on(2, "channel");
        const unsigned slot = SandboxCluster::key_slot(channel);
        std::atomic<int> messages{0}, missed{0};
        auto& subscriber = tested.cluster->messages();
        auto handler = [&](const Message& message) { ++(message.missed ? missed : messages); };
        Subscription subscription =
            tested.io.await(subscriber.subscribe(channel, handler, Link::Clock::now() + patience));
        QVERIFY(tested.io.call([&] { return subscriber.is_confirmed(channel); }));
        const std::string verb = tested.io.call([&] { return std::string(tested.cluster->commands().publish_verb()); });
        QCOMPARE(verb, std::string(sharded == static_cast<int>(ShardedMessages::off) ? "PUBLISH" : "SPUBLISH"));
        node(2).expect({verb, channel, "0"});
        QVERIFY(until([&] { return messages == 1; }));

        m_sandbox->move_slot(slot, 0);
        QVERIFY(until([&] { // nobody tells who subscribed classically; who sends a command to the slot learns of it
            tested.call({"EXISTS", channel});
            return missed >= 1;
        }));
        QVERIFY(until([&] { return tested.io.call([&] { return subscriber.is_confirmed(channel); }); }));
        QVERIFY(until([&] { // one that comes while it subscribes anew is told as missed
            node(0).expect({verb, channel, "0"});
            return messages >= 2;
        }));
        const auto listeners = [&] {
            return node(0)
                .expect({"PUBSUB", verb == "SPUBLISH" ? "SHARDNUMSUB" : "NUMSUB", channel})
                .elements.at(1)
                .integer;
        };
        QCOMPARE(listeners(), 1);
        tested.io.call([&] { subscription.reset(); });
        QVERIFY(until([&] { return listeners() == 0; }));
        m_sandbox->move_slot(slot, 2);
    }

    void whereMessagesStayWithinAShardOnlyTheVerbOfAScriptIsReplaced()
    {
        Tested tested(m_sandbox->endpoint(), ShardedMessages::on);
        const Reply reply = tested.call({"EVAL", "return {KEYS[1], ARGV[1], ARGV[2]}", "1", "PUBLISH", "x", "PUBLISH"});
        QCOMPARE(reply.elements.size(), std::size_t(3));
        QCOMPARE(reply.elements[0].text, std::string("PUBLISH"));
        QCOMPARE(reply.elements[1].text, std::string("x"));
        QCOMPARE(reply.elements[2].text, std::string("SPUBLISH"));
    }

    void aSingleServerIsToldApart()
    {
        Sandbox single({.tcp = true, .arguments = {}});
        Tested tested(at({"127.0.0.1", single.endpoint().port}));
        const Error error = tested.refusal();
        QVERIFY2(error.message().find("is no cluster; write redis://") != std::string::npos, error.what());
    }

    void wrongPasswordIsToldAtOnce()
    {
        Endpoint endpoint = m_sandbox->endpoint();
        endpoint.password = "wrong";
        Tested tested(endpoint, ShardedMessages::automatic, 60s);
        QCOMPARE(tested.refusal(60s).errc(), Errc::authentication);
    }

    void nobodyThereIsToldWhenTheTimeIsOver()
    {
        FakeServer closed;
        Endpoint endpoint = at({"127.0.0.1", 1});
        Tested tested(endpoint, ShardedMessages::automatic, 300ms);
        QCOMPARE(tested.refusal(300ms).errc(), Errc::connection_failed);
    }

    void aNodeThatSendsUsInCirclesIsLeft()
    {
        std::atomic<int> asked{0};
        Address self;
        FakeServer liar([&](const FakeServer::Words& words) -> std::string {
            if (words.front() == "CLUSTER")
                return all_slots_at(self);
            if (words.front() == "GET") {
                ++asked;
                return "-MOVED 15495 " + self.display() + "\r\n";
            }
            return "+OK\r\n";
        });
        self = liar.address();
        Tested tested(at(self));
        const Error error = tested.refusal(10s);
        QCOMPARE(error.errc(), Errc::master_down);
        QCOMPARE(asked.load(), 6); // the first time, and five redirections
    }

    void seedsThatAreSilentLeaveTimeForTheOthers()
    {
        FakeServer first, second, third; // they take connections and say nothing
        Address itself;
        FakeServer last([&](const FakeServer::Words& words) -> std::string {
            if (words.front() == "CLUSTER")
                return all_slots_at(itself);
            return words.front() == "GET" ? bulk("here") : "+OK\r\n";
        });
        itself = last.address();
        Endpoint endpoint = at(first.address());
        endpoint.more = {second.address(), third.address(), itself};
        Tested tested(endpoint);
        QCOMPARE(tested.call({"GET", "a"}).text, std::string("here"));
    }

    /// It tells its own old map for ever, and that the cluster is down.
    void aMemberThatIsCutOffDoesNotDecideForTheOthers()
    {
        Address lost_itself, itself;
        FakeServer lost([&](const FakeServer::Words& words) -> std::string {
            if (words.front() == "CLUSTER")
                return all_slots_at(lost_itself);
            return words.front() == "GET" ? "-CLUSTERDOWN The cluster is down\r\n" : "+OK\r\n";
        });
        FakeServer successor([&](const FakeServer::Words& words) -> std::string {
            if (words.front() == "CLUSTER")
                return all_slots_at(itself);
            return words.front() == "GET" ? bulk("here") : "+OK\r\n";
        });
        lost_itself = lost.address();
        itself = successor.address();
        Endpoint endpoint = at(lost_itself);
        endpoint.more = {itself};
        Tested tested(endpoint);
        QCOMPARE(tested.call({"GET", "a"}, 10s).text, std::string("here"));
    }

    void noPasswordGoesWhereOnlyARedirectionPoints()
    {
        FakeServer stranger;
        Address self;
        FakeServer liar([&](const FakeServer::Words& words) -> std::string {
            if (words.front() == "CLUSTER")
                return all_slots_at(self);
            if (words.front() == "GET")
                return "-MOVED 15495 " + stranger.address().display() + "\r\n";
            if (words.front() == "EXISTS")
                return "-ASK 15495 " + stranger.address().display() + "\r\n";
            return "+OK\r\n";
        });
        self = liar.address();
        Endpoint endpoint = at(self);
        endpoint.password = "secret";
        Tested tested(endpoint);
        QCOMPARE(tested.refusal(10s).errc(), Errc::master_down);
        QCOMPARE(thrown([&] { return tested.call({"EXISTS", "a"}, 10s); }), Errc::master_down);
        QCOMPARE(stranger.accepted(), 0);
    }

    void noPasswordGoesToAMemberThatIsNotAllowed()
    {
        FakeServer stranger;
        FakeServer liar([&](const FakeServer::Words& words) -> std::string {
            Address elsewhere = stranger.address();
            elsewhere.host = "localhost";
            return words.front() == "CLUSTER" ? all_slots_at(elsewhere) : "+OK\r\n";
        });
        Endpoint endpoint = at(liar.address());
        endpoint.allowed_hosts = {"127.0.0.0/8"};
        Tested tested(endpoint);
        const Error error = tested.refusal(5s);
        QCOMPARE(error.errc(), Errc::invalid_argument);
        QVERIFY2(error.message().find("localhost") != std::string::npos, error.what());
        QCOMPARE(stranger.accepted(), 0);
    }

    void aListOfSlotsThatMakesNoSenseIsSaid()
    {
        FakeServer liar([](const FakeServer::Words& words) -> std::string {
            return words.front() == "CLUSTER" ? "*1\r\n*3\r\n:5\r\n:4\r\n*2\r\n$1\r\na\r\n:1\r\n" : "+OK\r\n";
        });
        Tested tested(at(liar.address()));
        const Error error = tested.refusal(3s);
        QVERIFY2(error.message().find("makes no sense") != std::string::npos, error.what());
    }
};

QTEST_APPLESS_MAIN(ClusterTest)
#include "cluster_test.moc"

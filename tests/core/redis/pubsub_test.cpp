// SPDX-License-Identifier: Apache-2.0
// Counted subscriptions that survive their connection.
#include "redis/pubsub.hpp"
#include "support/io_thread.hpp"

#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

#include <list>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;

class PubSubTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<IoThread> m_io;
    std::shared_ptr<PubSub> m_pubsub;
    std::list<Subscription> m_subscriptions;
    std::mutex m_mutex;
    std::vector<std::string> m_heard;

    RedisClient& redis() { return m_server->redis; }

    void start(const Endpoint& endpoint, milliseconds command_timeout = 3s)
    {
        ConnectionOptions options;
        options.endpoint = endpoint;
        options.client_name = "tested";
        options.command_timeout = command_timeout;
        m_io.emplace();
        m_pubsub = std::make_shared<PubSub>(m_io->executor(), options);
    }
    PubSub::Handler writing(const std::string& who)
    {
        return [this, who](const Message& message) {
            const std::scoped_lock guard(m_mutex);
            m_heard.push_back(
                who + ' '
                + (message.missed ? "missed" : std::string(message.channel) + '=' + std::string(message.payload)));
        };
    }
    std::future<Subscription> begin(const std::string& name, const std::string& who, milliseconds limit = 3s,
                                    PubSub::Kind kind = PubSub::Kind::channel)
    {
        return m_io->start(m_pubsub->subscribe(kind, name, writing(who), PubSub::Clock::now() + limit));
    }
    void subscribe(const std::string& name, const std::string& who, PubSub::Kind kind = PubSub::Kind::channel)
    {
        m_subscriptions.push_back(begin(name, who, 3s, kind).get());
    }
    void leave_first()
    {
        m_io->call([this] { m_subscriptions.pop_front(); });
    }
    bool hears(const std::string& what)
    {
        return until([&] {
            const std::scoped_lock guard(m_mutex);
            return std::find(m_heard.begin(), m_heard.end(), what) != m_heard.end();
        });
    }
    std::vector<std::string> heard()
    {
        const std::scoped_lock guard(m_mutex);
        return m_heard;
    }

private slots:
    void init()
    {
        m_server.emplace();
        start(m_server->endpoint());
    }
    void cleanup()
    {
        m_io->call([this] {
            m_subscriptions.clear();
            m_pubsub->close();
        });
        m_io->join();
        m_pubsub.reset();
        m_io.reset();
        m_server.reset();
        m_heard.clear();
    }

    void whatIsPublishedAfterwardsIsHeard()
    {
        for (int i = 0; i < 50; ++i) {
            const std::string channel = "c" + std::to_string(i);
            subscribe(channel, "a");
            QCOMPARE(redis().publish(channel, "x"), std::int64_t(1));
            QVERIFY(hears("a " + channel + "=x"));
        }
    }

    void patternsTellTheChannel()
    {
        subscribe("lock:*", "p", PubSub::Kind::pattern);
        redis().publish("lock:1", "0");
        QVERIFY(hears("p lock:1=0"));
    }

    void channelAndPatternOfOneNameAreTwo()
    {
        subscribe("c", "channel");
        subscribe("c", "pattern", PubSub::Kind::pattern);
        QCOMPARE(redis().publish("c", "x"), std::int64_t(2));
        QVERIFY(hears("channel c=x"));
        QVERIFY(hears("pattern c=x"));
        leave_first();
        QVERIFY(until([&] { return redis().publish("c", "y") == 1; }));
        QVERIFY(hears("pattern c=y"));
    }

    void subscriptionsAreCounted()
    {
        subscribe("c", "a");
        subscribe("c", "b");
        QCOMPARE(redis().calls("subscribe"), std::int64_t(1));
        redis().publish("c", "1");
        QVERIFY(hears("a c=1") && hears("b c=1"));
        leave_first();
        redis().publish("c", "2");
        QVERIFY(hears("b c=2"));
        const std::vector<std::string> all = heard();
        QVERIFY(std::find(all.begin(), all.end(), "a c=2") == all.end());
        leave_first();
        QVERIFY(until([&] { return redis().subscribers("c") == 0; }));
    }

    void restoredAfterAReconnectAndSaidSo()
    {
        subscribe("c", "a");
        subscribe("d", "b");
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(redis().kill_clients("tested"), 1);
            QVERIFY(hears("a missed") && hears("b missed"));
            QVERIFY(until([&] { return redis().subscribers("c") == 1 && redis().subscribers("d") == 1; }));
            const std::string payload = std::to_string(i);
            redis().publish("c", payload);
            QVERIFY(hears("a c=" + payload));
            const std::scoped_lock guard(m_mutex);
            m_heard.clear();
        }
    }

    void restoredAfterARestart()
    {
        subscribe("c", "a");
        m_server->sandbox.restart();
        m_server->redis = RedisClient(m_server->endpoint());
        QVERIFY(hears("a missed"));
        redis().publish("c", "x");
        QVERIFY(hears("a c=x"));
    }

    void whatWasLeftIsNotRestored()
    {
        subscribe("c", "a");
        subscribe("d", "b");
        leave_first();
        QCOMPARE(redis().kill_clients("tested"), 1);
        QVERIFY(hears("b missed"));
        QCOMPARE(redis().channels(), std::vector<std::string>{"d"});
    }

    void leavingAndEnteringInAnyOrderLoseNothing()
    {
        for (int i = 0; i < 300; ++i) {
            auto first = begin("c", "first");
            m_subscriptions.push_back(first.get());
            auto second = begin("c", "second " + std::to_string(i));
            leave_first();
            m_subscriptions.push_back(second.get());
            QCOMPARE(redis().publish("c", "x"), std::int64_t(1));
            QVERIFY(hears("second " + std::to_string(i) + " c=x"));
            leave_first();
        }
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void aSubscriptionThatCameTooLateIsTakenBack()
    {
        FaultProxy proxy(m_server->endpoint());
        m_io->call([this] { m_pubsub->close(); });
        m_io->join();
        m_pubsub.reset();
        start(proxy.endpoint());
        subscribe("other", "a");
        proxy.delay_replies(300ms);
        QCOMPARE(thrown([&] { return bool(begin("c", "b", 50ms).get()); }), Errc::timeout);
        QVERIFY(until([&] { return redis().channels() == std::vector<std::string>{"other"}; }));
    }

    /// A server that refuses everything because of somebody's script refuses subscriptions, too.
    void aConnectionThatIsMadeToABusyServerHearsAfterwards()
    {
        FaultProxy proxy(m_server->endpoint());
        m_io->call([this] { m_pubsub->close(); });
        m_io->join();
        m_pubsub.reset();
        start(proxy.endpoint());
        subscribe("c", "a");
        redis().expect({"CONFIG", "SET", "lua-time-limit", "1"});
        auto busy = in_thread([&] {
            RedisClient other(m_server->direct());
            return other.command({"EVAL", "while true do end", "0"}).is_error();
        });
        QVERIFY(until([&] { return redis().command({"PING"}).is_error(); }));
        const int before = proxy.accepted();
        proxy.cut_all();
        QVERIFY(until([&] { return proxy.accepted() >= before + 2; })); // the first one was of no use
        QVERIFY(until([&] { return redis().command({"SCRIPT", "KILL"}).text == "OK"; }));
        QVERIFY(busy.get());
        QVERIFY(hears("a missed"));
        QCOMPARE(redis().publish("c", "x"), std::int64_t(1));
        QVERIFY(hears("a c=x"));
    }

    void aMissingRightIsSaid()
    {
        redis().expect({"ACL", "SETUSER", "narrow", "on", ">x", "~*", "+@all", "resetchannels", "&allowed"});
        m_io->call([this] { m_pubsub->close(); });
        m_io->join();
        m_pubsub.reset();
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "narrow";
        endpoint.password = "x";
        start(endpoint);
        QCOMPARE(thrown([&] { return bool(begin("forbidden", "a").get()); }), Errc::no_permission);
        subscribe("allowed", "a");
    }

    void whatIsRefusedAfterAReconnectIsRestoredOnceItIsPermitted()
    {
        redis().expect({"ACL", "SETUSER", "narrow", "reset", "on", ">x", "~*", "+@all", "&kept", "&c"});
        m_io->call([this] { m_pubsub->close(); });
        m_io->join();
        m_pubsub.reset();
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "narrow";
        endpoint.password = "x";
        start(endpoint);
        subscribe("c", "a");
        subscribe("kept", "b");
        redis().expect({"ACL", "LOG", "RESET"});
        redis().expect({"ACL", "SETUSER", "narrow", "resetchannels", "&kept"});
        redis().expect({"CLIENT", "KILL", "USER", "narrow"});
        QVERIFY(hears("b missed")); // the connection lives, and there is nothing wrong with it
        QVERIFY(until([&] { return !redis().command({"ACL", "LOG"}).elements.empty(); }));
        QCOMPARE(redis().subscribers("c"), std::int64_t(0));
        redis().expect({"ACL", "SETUSER", "narrow", "&c"});
        QVERIFY(hears("a missed"));
        redis().publish("c", "x");
        QVERIFY(hears("a c=x"));
    }

    void handlersMayLeaveFromWithin()
    {
        subscribe("c", "a");
        auto leaving = m_io->start(m_pubsub->subscribe(
            PubSub::Kind::channel, "c", [this](const Message&) { m_subscriptions.clear(); },
            PubSub::Clock::now() + 3s));
        m_subscriptions.push_back(leaving.get());
        redis().publish("c", "x");
        QVERIFY(until([&] { return redis().subscribers("c") == 0; }));
    }

    void aSilentConnectionIsNoticed()
    {
        FaultProxy proxy(m_server->endpoint());
        m_io->call([this] { m_pubsub->close(); });
        m_io->join();
        m_pubsub.reset();
        ConnectionOptions options;
        options.endpoint = proxy.endpoint();
        options.keepalive = 100ms;
        options.command_timeout = 200ms;
        options.connect_timeout = 200ms;
        m_io.emplace();
        m_pubsub = std::make_shared<PubSub>(m_io->executor(), options);
        subscribe("c", "a");
        proxy.set_mode(FaultProxy::Mode::black_hole);
        QVERIFY(until([&] { return !m_io->call([&] { return m_pubsub->is_confirmed(PubSub::Kind::channel, "c"); }); }));
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(hears("a missed"));
        redis().publish("c", "x");
        QVERIFY(hears("a c=x"));
    }
};

QTEST_GUILESS_MAIN(PubSubTest)
#include "pubsub_test.moc"

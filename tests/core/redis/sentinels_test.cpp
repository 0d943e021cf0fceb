// SPDX-License-Identifier: Apache-2.0
// What real sentinels, dead ones and lying ones say about where the master is.
#include "asked_sentinels.hpp"
#include "lockscope/client.hpp"
#include "lockscope/sandbox_sentinel.hpp"
#include "support/errors.hpp"
#include "support/fake_server.hpp"
#include "support/printing.hpp"
#include "support/until.hpp"

#include <QTest>

#include <atomic>
#include <optional>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

class Asked : public AskedSentinels
{
public:
    explicit Asked(const Endpoint& endpoint, std::chrono::milliseconds connect_timeout = 3s)
        : AskedSentinels(options(endpoint, connect_timeout))
    {}
    std::size_t learned()
    {
        return io.call([this] { return sentinels->learned().size(); });
    }

private:
    static ConnectionOptions options(const Endpoint& endpoint, std::chrono::milliseconds connect_timeout)
    {
        ConnectionOptions options;
        options.endpoint = endpoint;
        options.client_name = "tested";
        options.connect_timeout = connect_timeout;
        options.command_timeout = connect_timeout;
        return options;
    }
};

Endpoint at(const std::vector<Address>& sentinels, const std::string& service = "mymaster")
{
    Endpoint endpoint;
    endpoint.deployment = Deployment::sentinel;
    endpoint.host = sentinels.front().host;
    endpoint.port = sentinels.front().port;
    endpoint.more.assign(sentinels.begin() + 1, sentinels.end());
    endpoint.service = service;
    return endpoint;
}

/// Says that the master is there, and knows these other sentinels.
FakeServer::Answer naming(const Address& master, const std::vector<Address>& others = {}, int epoch = 1)
{
    return [=](const FakeServer::Words& words) -> std::string {
        if (words[0] == "CLIENT")
            return "+OK\r\n";
        if (words[0] == "SUBSCRIBE")
            return "*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n";
        if (words[0] != "SENTINEL")
            return "+PONG\r\n";
        if (words[1] == "GET-MASTER-ADDR-BY-NAME")
            return FakeServer::array({master.host, std::to_string(master.port)});
        if (words[1] == "MASTER")
            return FakeServer::array({"name", "x", "config-epoch", std::to_string(epoch)});
        std::string entries = "*" + std::to_string(others.size()) + "\r\n";
        for (const Address& other : others)
            entries += FakeServer::array({"name", "x", "ip", other.host, "port", std::to_string(other.port)});
        return entries;
    };
}

/// A port at which nobody listens.
Address closed_port()
{
    const FakeServer server;
    return server.address();
}

std::string switch_message(const Address& to, const std::string& service = "mymaster")
{
    return FakeServer::array(
        {"message", "+switch-master", service + " 127.0.0.1 1 " + to.host + ' ' + std::to_string(to.port)});
}

} // namespace

class SentinelsTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxSentinel> m_servers;

private slots:
    void initTestCase()
    {
        SandboxSentinelOptions options;
        options.down_after = std::chrono::minutes(10); // nobody is to take over
        m_servers.emplace(options);
    }
    void cleanupTestCase() { m_servers.reset(); }

    void findTheMaster()
    {
        Asked asked(m_servers->endpoint());
        QCOMPARE(asked.find(), m_servers->master_address());
        QVERIFY(until([&] { return asked.listening() == 3; }));
    }

    void tellOfEachOther()
    {
        Asked asked(at({m_servers->endpoint().addresses().front()}));
        QCOMPARE(asked.find(), m_servers->master_address());
        QCOMPARE(asked.learned(), std::size_t(2));
        QVERIFY(until([&] { return asked.listening() == 3; }));
    }

    void unknownServicesAreSaidWithTheKnownOnes()
    {
        Asked asked(at(m_servers->endpoint().addresses(), "yourmaster"));
        const Error error = asked.refusal();
        QCOMPARE(error.errc(), Errc::invalid_argument);
        QVERIFY2(error.message().find("no master of the name yourmaster; it knows mymaster.") != std::string::npos,
                 error.what());
    }

    void unreachableOnesAreSaid()
    {
        Asked asked(at({closed_port(), closed_port()}));
        const Error error = asked.refusal();
        QCOMPARE(error.errc(), Errc::connection_failed);
        QVERIFY2(error.message().find("Connection refused; 127.0.0.1:") != std::string::npos, error.what());
    }

    void oneThatAnswersIsEnough()
    {
        Asked asked(at({closed_port(), closed_port(), m_servers->endpoint().addresses().front()}));
        QCOMPARE(asked.find(), m_servers->master_address());
    }

    void silentOnesAreNotWaitedFor()
    {
        const FakeServer silent;
        const FakeServer silent_too;
        Asked asked(at({silent.address(), silent_too.address(), m_servers->endpoint().addresses().front()}), 20s);
        const auto start = std::chrono::steady_clock::now();
        QCOMPARE(asked.find(), m_servers->master_address());
        QVERIFY(std::chrono::steady_clock::now() - start < 15s);
    }

    void aServerThatIsNoSentinelIsSaid()
    {
        Asked asked(at({m_servers->master_address()}));
        const Error error = asked.refusal();
        QCOMPARE(error.errc(), Errc::invalid_argument);
        QVERIFY2(error.message().find("it is no Sentinel") != std::string::npos, error.what());
    }

    void theirOwnPasswordIsNeeded()
    {
        SandboxSentinelOptions options;
        options.replicas = 0;
        options.sentinels = options.quorum = 1;
        options.sentinel_password = "of sentinels";
        SandboxSentinel servers(options);
        Endpoint endpoint = servers.endpoint();
        QCOMPARE(Asked(endpoint).find(), servers.master_address());
        for (const char* wrong : {"", "of redis"}) {
            endpoint.sentinel_password = wrong;
            endpoint.password = "secret of the servers";
            const Error error = Asked(endpoint).refusal();
            QCOMPARE(error.errc(), Errc::authentication);
            QVERIFY2(error.message().find("Sentinel has a user and password of its own") != std::string::npos,
                     error.what());
            QVERIFY2(error.message().find("..") == std::string::npos, error.what());
            QVERIFY2(error.message().find("secret") == std::string::npos, error.what());
        }
    }

    void theMajorityIsBelieved()
    {
        const FakeServer one(naming({"10.0.0.1", 1}));
        const FakeServer two(naming({"10.0.0.2", 2}));
        const FakeServer three(naming({"10.0.0.2", 2}));
        Asked asked(at({one.address(), two.address(), three.address()}));
        // Who answers too late for one count is there for the next.
        QVERIFY(until([&] { return asked.find() == Address{"10.0.0.2", 2}; }));
    }

    void ofTwoOpinionsNotAlwaysTheSame()
    {
        const FakeServer one(naming({"10.0.0.1", 1}));
        const FakeServer two(naming({"10.0.0.2", 2}));
        Asked asked(at({one.address(), two.address()}));
        const Address first = asked.find();
        QVERIFY(until([&] { return asked.find() != first; }));
    }

    void aLaterConfigurationIsBelievedOnceTheMasterIsOutOfReach()
    {
        const Address before{"10.0.0.1", 1};
        const Address after{"10.0.0.2", 2};
        const FakeServer leader(naming(after, {}, 7));
        const FakeServer two(naming(before, {}, 6));
        const FakeServer three(naming(before, {}, 6));
        Asked asked(at({leader.address(), two.address(), three.address()}));
        QVERIFY(until([&] { return asked.find() == before; }));
        asked.io.call([&] { asked.sentinels->doubt(before); });
        QVERIFY(until([&] { return asked.find() == after; }));
        asked.io.call([&] { asked.sentinels->trust(); });
        QVERIFY(until([&] { return asked.find() == before; }));
    }

    void anEarlierConfigurationIsNeverBelieved()
    {
        const Address present{"10.0.0.1", 1};
        const FakeServer stale(naming({"10.0.0.2", 2}, {}, 5));
        const FakeServer two(naming(present, {}, 6));
        const FakeServer three(naming(present, {}, 6));
        Asked asked(at({stale.address(), two.address(), three.address()}));
        asked.io.call([&] { asked.sentinels->doubt(present); });
        QCOMPARE(asked.find(), present);
    }

    void announcedSwitchesAreHeard()
    {
        const Address before{"10.0.0.1", 1};
        const Address after{"10.0.0.2", 2};
        std::atomic<bool> knows{false};
        const auto late = [&](const FakeServer::Words& words) { return naming(knows ? after : before)(words); };
        FakeServer one(late);
        const FakeServer two(naming(before));
        const FakeServer three(naming(before));
        Asked asked(at({one.address(), two.address(), three.address()}));
        std::atomic<int> hints{0};
        asked.io.call([&] { asked.sentinels->on_hint([&] { ++hints; }); });
        QCOMPARE(asked.find(), before);
        QVERIFY(until([&] { return asked.listening() == 3; }));
        const auto finds = [&](const Address& master) { return until([&] { return asked.find() == master; }); };

        one.push(switch_message(after, "another"));
        one.push(FakeServer::array({"message", "+switch-master", "mymaster nonsense"}));
        one.push(switch_message(before));
        QVERIFY(until([&] { return hints == 1; }));
        knows = true;
        one.push(switch_message(after));
        QVERIFY(until([&] { return hints == 2; }));
        // Most of them have not heard of it yet, but one confirms what was announced.
        QVERIFY(finds(after));
    }

    void manyAnnouncementsAreOneHint()
    {
        FakeServer shouting(naming({"10.0.0.1", 1}));
        Asked asked(at({shouting.address()}));
        std::atomic<int> hints{0};
        asked.io.call([&] { asked.sentinels->on_hint([&] { ++hints; }); });
        QCOMPARE(asked.find(), (Address{"10.0.0.1", 1}));
        QVERIFY(until([&] { return asked.listening() == 1; }));
        const auto start = std::chrono::steady_clock::now();
        shouting.push(switch_message({"10.0.0.1", 1}));
        QVERIFY(until([&] { return hints == 1; }));
        for (std::uint16_t i = 2; i <= 1000; ++i)
            shouting.push(switch_message({"10.0.0.1", i}));
        QVERIFY(until([&] { return hints >= 2; }));
        const auto quarters = (std::chrono::steady_clock::now() - start) / 250ms;
        QVERIFY(hints <= quarters + 2);
    }

    void addressesThatAreNotAllowedAreRefused()
    {
        const FakeServer trap;
        const FakeServer liar(naming(trap.address()));
        Endpoint endpoint = at({liar.address()});
        endpoint.password = "secret";
        endpoint.allowed_hosts = {"10.0.0.0/8"};
        Asked asked(endpoint);
        const Error error = asked.refusal();
        QCOMPARE(error.errc(), Errc::invalid_argument);
        QVERIFY2(error.message().find(trap.address().display() + ", which is not among the allowed hosts")
                     != std::string::npos,
                 error.what());
    }

    void aLiarIsOutvoted()
    {
        const FakeServer trap;
        const FakeServer liar(naming(trap.address(), {trap.address()}));
        std::vector<Address> sentinels = m_servers->endpoint().addresses();
        sentinels.push_back(liar.address());
        Asked asked(at(sentinels));
        QVERIFY(until([&] { return asked.find() == m_servers->master_address(); }));
    }

    void noConnectionReachesAnAddressThatIsNotAllowed()
    {
        const FakeServer trap;
        FakeServer liar(naming(trap.address(), {trap.address()}));
        Endpoint endpoint = at({liar.address()});
        endpoint.user = "alice";
        endpoint.password = "secret";
        endpoint.allowed_hosts = {"cache.example"};
        Client client(endpoint);
        QCOMPARE(thrown([&] {
                     client.ping();
                     return 0;
                 }),
                 Errc::invalid_argument);
        liar.push(switch_message(trap.address()));
        // It has gone through all of it again by then.
        const std::size_t before = liar.requests().size();
        QVERIFY(until([&] { return liar.requests().size() > before + 8; }));
        QCOMPARE(trap.accepted(), 0);
        for (const FakeServer::Words& words : liar.requests()) {
            for (const std::string& word : words)
                QVERIFY(word != "secret" && word != "alice");
        }
    }

    void answers_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("host with a line break") << QByteArray("*2\r\n$6\r\na\r\nb c\r\n$4\r\n6379\r\n");
        QTest::newRow("port is no number") << QByteArray("*2\r\n$1\r\na\r\n$4\r\nport\r\n");
        QTest::newRow("port too large") << QByteArray("*2\r\n$1\r\na\r\n$6\r\n999999\r\n");
        QTest::newRow("empty host") << QByteArray("*2\r\n$0\r\n\r\n$4\r\n6379\r\n");
        QTest::newRow("numbers") << QByteArray("*2\r\n:1\r\n:2\r\n");
        QTest::newRow("endless") << "*2\r\n$9000000\r\n" + QByteArray(9'000'000, 'x');
        QTest::newRow("no RESP") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("another error") << QByteArray("-NOPERM no\r\n");
    }
    void answers()
    {
        QFETCH(QByteArray, answer);
        const FakeServer hostile([&](const FakeServer::Words& words) -> std::string {
            return words[0] == "SENTINEL" ? answer.toStdString() : "+OK\r\n";
        });
        Asked asked(at({hostile.address()}), 500ms);
        QVERIFY(asked.refusal().errc() != Errc::ok);
    }

    void moreSentinelsThanAnybodyHas()
    {
        std::vector<Address> many;
        for (int i = 0; i < 1000; ++i)
            many.push_back({"127.0.0.1", static_cast<std::uint16_t>(i % 50 + 1)});
        const FakeServer hostile(naming({"10.0.0.1", 1}, many));
        Asked asked(at({hostile.address()}));
        QCOMPARE(asked.find(), (Address{"10.0.0.1", 1}));
        QVERIFY(asked.learned() <= Sentinels::most_sentinels);
    }

    // The last, because these faults stay.
    void thoseThatWereLearnedAreAskedWhenTheGivenOneIsDead()
    {
        Asked asked(at({m_servers->endpoint().addresses().front()}));
        QCOMPARE(asked.find(), m_servers->master_address());
        const Address master = m_servers->master_address();
        m_servers->sentinel(0).kill_server();
        QCOMPARE(asked.find(), master);
    }
};

QTEST_GUILESS_MAIN(SentinelsTest)
#include "sentinels_test.moc"

// SPDX-License-Identifier: Apache-2.0
// One connection to a real server that is killed, stopped, full or strict.
#include "redis/connection.hpp"
#include "support/io_thread.hpp"

#include "support/fake_server.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using Clock_ = Connection::Clock;

namespace {

/// A connection with its thread, ended in the right order.
class Line
{
public:
    explicit Line(const Endpoint& endpoint, milliseconds command_timeout = 3s, milliseconds connect_timeout = 3s)
    {
        ConnectionOptions options;
        options.endpoint = endpoint;
        options.client_name = "tested";
        options.command_timeout = command_timeout;
        options.connect_timeout = connect_timeout;
        connection.emplace(io.executor(), options);
    }
    ~Line()
    {
        io.call([this] { connection->close(); });
        io.join();
        connection.reset();
    }
    Reply call(std::vector<std::string> words) { return io.await(connection->call(Command(std::move(words)))); }
    Reply call_within(milliseconds limit, std::vector<std::string> words)
    {
        return io.await(connection->call(Command(std::move(words)), Clock_::now() + limit));
    }

    std::optional<Connection> connection;
    IoThread io;
};

/// What a program that we start finds open, with names that tell one socket from another.
QStringList sockets_of_a_child()
{
    QProcess child;
    child.start(QStringLiteral("ls"), {QStringLiteral("-l"), QStringLiteral("/proc/self/fd")});
    child.waitForFinished();
    QStringList found;
    for (const QString& word : QString::fromUtf8(child.readAllStandardOutput()).split(QRegularExpression("\\s"))) {
        if (word.startsWith(QStringLiteral("socket:")))
            found << word;
    }
    found.sort();
    return found;
}

} // namespace

class ConnectionTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    RedisClient& redis() { return m_server->redis; }

private slots:
    void init() { m_server.emplace(); }
    void cleanup() { m_server.reset(); }

    void shakesHands()
    {
        Endpoint endpoint = m_server->endpoint();
        endpoint.database = 5;
        Line line(endpoint);
        line.call({"SET", "a", "1"});
        QCOMPARE(redis().text({"INFO", "keyspace"}).find("db5:keys=1") != std::string::npos, true);
        QVERIFY(line.io.call([&] { return line.connection->is_open(); }));
        const auto id = line.io.call([&] { return line.connection->client_id(); });
        const auto clients = redis().clients();
        QVERIFY(std::any_of(clients.begin(), clients.end(), [&](const auto& client) {
            return client.at("id") == std::to_string(id) && client.at("name") == "tested";
        }));
    }

    void worksOverTcp()
    {
        m_server.emplace(SandboxOptions{.tcp = true, .arguments = {}});
        Line line(m_server->endpoint());
        QCOMPARE(line.call({"PING"}).text, std::string("PONG"));
    }

    /// A program that is started while we are connected has nothing to do with our connections.
    void childrenDoNotInheritTheSocket_data()
    {
        QTest::addColumn<bool>("tcp");
        QTest::newRow("TCP") << true;
        QTest::newRow("unix") << false;
    }
    void childrenDoNotInheritTheSocket()
    {
        QFETCH(bool, tcp);
        m_server.emplace(SandboxOptions{.tcp = tcp, .arguments = {}});
        const QStringList others = sockets_of_a_child();
        Line line(m_server->endpoint());
        QCOMPARE(line.call({"PING"}).text, std::string("PONG"));
        QCOMPARE(sockets_of_a_child(), others);
    }

    void wrongDatabasesAreSaid()
    {
        Endpoint endpoint = m_server->endpoint();
        endpoint.database = 100'000;
        Line line(endpoint);
        QVERIFY(thrown([&] { return line.call({"PING"}); }) != Errc::ok);
    }

    void users_data()
    {
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("password");
        QTest::addColumn<Errc>("error");
        QTest::newRow("ACL user") << "alice"
                                  << "hunter2" << Errc::ok;
        QTest::newRow("wrong password") << "alice"
                                        << "hunter3" << Errc::authentication;
        QTest::newRow("unknown user") << "bob"
                                      << "hunter2" << Errc::authentication;
        QTest::newRow("no password") << ""
                                     << "" << Errc::authentication;
        QTest::newRow("a user's password is missing") << "alice"
                                                      << "" << Errc::authentication;
        QTest::newRow("a user without password") << "guest"
                                                 << "" << Errc::ok;
        QTest::newRow("default user") << ""
                                      << "secret" << Errc::ok;
    }
    void users()
    {
        QFETCH(QString, user);
        QFETCH(QString, password);
        redis().expect({"ACL", "SETUSER", "alice", "on", ">hunter2", "~*", "&*", "+@all"});
        redis().expect({"ACL", "SETUSER", "guest", "on", "nopass", "~*", "&*", "+@all"});
        redis().expect({"CONFIG", "SET", "requirepass", "secret"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = user.toStdString();
        endpoint.password = password.toStdString();
        Line line(endpoint);
        const auto start = Clock::now();
        QTEST(thrown([&] { return line.call({"PING"}); }), "error");
        QVERIFY(since(start) < soon); // hopeless, so not tried until the deadline
    }

    /// A server that does not know AUTH quotes what came with it.
    void whatAServerRepeatsOfAPasswordIsNotPassedOn()
    {
        Sandbox strange({.tcp = false, .arguments = {"--rename-command", "AUTH", "SIGNIN"}});
        Endpoint endpoint = strange.endpoint();
        endpoint.user = "bob";
        endpoint.password = "hunter22";
        Line line(endpoint);
        std::string said;
        try {
            line.call({"PING"});
        } catch (const Error& error) {
            said = error.what();
        }
        QVERIFY2(said.find("AUTH") != std::string::npos, said.c_str());
        QVERIFY2(said.find("hunter") == std::string::npos, said.c_str());
    }

    void aUserWithoutClientCommandsIsServed()
    {
        redis().expect({"ACL", "SETUSER", "alice", "on", ">x", "~*", "+@all", "-client"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "alice";
        endpoint.password = "x";
        Line line(endpoint);
        QCOMPARE(line.call({"PING"}).text, std::string("PONG"));
        QCOMPARE(line.io.call([&] { return line.connection->client_id(); }), std::int64_t(0));
    }

    void errorRepliesAreThrownOneByOneAndReturnedInABatch()
    {
        Line line(m_server->endpoint());
        line.call({"SET", "a", "x"});
        QCOMPARE(thrown([&] { return line.call({"HGETALL", "a"}); }), Errc::wrong_type);
        std::vector<Command> batch{Command{"HGETALL", "a"}, Command{"GET", "a"}};
        const auto replies = line.io.await(line.connection->pipeline(batch));
        QVERIFY(replies.at(0).is_error());
        QCOMPARE(replies.at(1).text, std::string("x"));
    }

    void manyCallersShareThePipeline()
    {
        Line line(m_server->endpoint());
        std::vector<std::future<Reply>> all;
        for (int i = 0; i < 2000; ++i)
            all.push_back(
                line.io.start(line.connection->call(Command(std::vector<std::string>{"ECHO", std::to_string(i)}))));
        for (int i = 0; i < 2000; ++i)
            QCOMPARE(all[static_cast<std::size_t>(i)].get().text, std::to_string(i));
    }

    void aKilledConnectionReopensItself()
    {
        Line line(m_server->endpoint());
        line.call({"PING"});
        for (int i = 0; i < 10; ++i) {
            QCOMPARE(redis().kill_clients("tested"), 1);
            QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }, soon));
        }
    }

    /// A proxy with nothing behind it lets everybody in.
    void whoIsCutOffAgainAndAgainKnocksLessOften()
    {
        FaultProxy proxy(m_server->endpoint());
        Line line(proxy.endpoint());
        std::mutex mutex;
        std::vector<milliseconds> pauses;
        const std::shared_ptr<void> listening = line.io.call([&] {
            return line.connection->on_event([&](const Connection::Event& event) {
                const std::lock_guard guard(mutex);
                if (event.kind == Connection::Event::Kind::lost)
                    pauses.push_back(std::chrono::duration_cast<milliseconds>(event.next_attempt - Clock_::now()));
            });
        });
        const auto start = Clock_::now();
        const auto links = [&] { return line.io.call([&] { return line.connection->link_number(); }); };
        line.call({"PING"});
        for (std::uint64_t i = 1; i <= 8; ++i) {
            proxy.cut_all();
            QVERIFY(until([&] { return links() > i; }));
        }
        QVERIFY(Clock_::now() - start >= 50ms + 100ms + 5 * 200ms);
        QCOMPARE(line.call({"PING"}).text, std::string("PONG"));
        const std::lock_guard guard(mutex);
        QVERIFY(pauses.front() <= 20ms); // once may happen to everybody
        QVERIFY(*std::ranges::max_element(pauses) <= 400ms);
    }

    /// Each attempt is a line in the server's ACL log.
    void whoIsRefusedForItsPasswordKnocksLessOften()
    {
        auto endpoint = m_server->endpoint();
        endpoint.user = "nobody";
        endpoint.password = "wrong";
        Line line(endpoint);
        std::atomic<milliseconds> longest{milliseconds(0)};
        const std::shared_ptr<void> listening = line.io.call([&] {
            return line.connection->on_event([&](const Connection::Event& event) {
                const auto pause = std::chrono::duration_cast<milliseconds>(event.next_attempt - Clock_::now());
                longest = std::max(longest.load(), pause);
            });
        });
        QCOMPARE(thrown([&] { return line.call({"PING"}); }), Errc::authentication);
        QVERIFY(until([&] { return longest.load() > 2s; })); // a server that is away is tried every 1.6 s
        QVERIFY(longest.load() <= 6400ms);
    }

    void aRestartedServerIsFoundAgain()
    {
        Line line(m_server->endpoint());
        line.call({"PING"});
        m_server->sandbox.kill_server();
        // The first may still be written to the connection that is just ending.
        QVERIFY(until(
            [&] { return thrown([&] { return line.call_within(100ms, {"PING"}); }) == Errc::connection_failed; }));
        m_server->sandbox.restart();
        QCOMPARE(line.call({"PING"}).text, std::string("PONG"));
    }

    void openSaysAtOnceWhyItCannot()
    {
        m_server->sandbox.kill_server();
        Line line(m_server->endpoint());
        const auto start = Clock::now();
        QCOMPARE(thrown([&] {
                     line.io.await(line.connection->open());
                     return 0;
                 }),
                 Errc::connection_failed);
        QVERIFY(since(start) < soon);
    }

    void aStoppedServerIsNoticed()
    {
        Line line(m_server->endpoint(), 200ms);
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
        m_server->sandbox.pause_server();
        const auto start = Clock::now();
        QCOMPARE(thrown([&] { return line.call({"PING"}); }), Errc::timeout);
        QVERIFY2(since(start) < 2s, std::to_string(since(start).count()).c_str());
        m_server->sandbox.resume_server();
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
    }

    void connectingToAStoppedServerEndsInTime()
    {
        Line line(m_server->endpoint(), 3s, 200ms);
        m_server->sandbox.pause_server();
        const auto start = Clock::now();
        QCOMPARE(thrown([&] {
                     line.io.await(line.connection->open());
                     return 0;
                 }),
                 Errc::connection_failed);
        QVERIFY2(since(start) < 2s, std::to_string(since(start).count()).c_str());
        m_server->sandbox.resume_server();
        QCOMPARE(line.call_within(5s, {"PING"}).text, std::string("PONG"));
    }

    void aSlowServerCostsNoProcessorTime()
    {
        // Longer than the keepalive interval without an answer: the timer must not spin.
        ConnectionOptions options;
        options.endpoint = m_server->endpoint();
        options.keepalive = 50ms;
        options.command_timeout = 2s;
        IoThread io;
        Connection connection(io.executor(), options);
        io.await(connection.call(Command{"PING"}));
        m_server->sandbox.pause_server();
        auto waiting = io.start(connection.call(Command{"PING"}));
        timespec before{};
        timespec after{};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
        QVERIFY(!is_ready(waiting, 600ms));
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
        m_server->sandbox.resume_server();
        waiting.get();
        const double used = static_cast<double>(after.tv_sec - before.tv_sec)
                          + static_cast<double>(after.tv_nsec - before.tv_nsec) / 1e9;
        QVERIFY2(used < 0.2, std::to_string(used).c_str());
        io.call([&] { connection.close(); });
        io.join();
    }

    void aSilentPeerIsAskedWhetherItLives()
    {
        ConnectionOptions options;
        options.endpoint = m_server->endpoint();
        options.keepalive = 50ms;
        options.command_timeout = 150ms;
        IoThread io;
        Connection connection(io.executor(), options);
        io.await(connection.open());
        std::atomic<int> lost{0};
        const auto listening = io.call([&] {
            return connection.on_event(
                [&](const Connection::Event& event) { lost += event.kind == Connection::Event::Kind::lost ? 1 : 0; });
        });
        m_server->sandbox.pause_server();
        const int before = lost;                             // by a busy machine
        QVERIFY(until([&] { return lost > before; }, soon)); // though nobody has sent anything
        m_server->sandbox.resume_server();
        io.call([&] { connection.close(); });
        io.join();
    }

    /// Each refusal would be in the server's ACL log.
    void whoMayNotPingIsAskedOtherwise()
    {
        redis().expect({"ACL", "SETUSER", "mute", "on", ">x", "+@all", "-ping"});
        ConnectionOptions options;
        options.endpoint = m_server->endpoint();
        options.endpoint.user = "mute";
        options.endpoint.password = "x";
        options.keepalive = 20ms;
        options.command_timeout = 1s; // and so often it is asked at most
        redis().expect({"ACL", "LOG", "RESET"});
        IoThread io;
        Connection connection(io.executor(), options);
        io.await(connection.open());
        const auto before = redis().calls("hello");
        QVERIFY(until([&] { return redis().calls("hello") >= before + 2; }, soon));
        QCOMPARE(io.call([&] { return connection.link_number(); }), std::uint64_t(1));
        io.call([&] { connection.close(); });
        io.join();
        const auto log = redis().expect({"ACL", "LOG"}).elements;
        QCOMPARE(log.size(), std::size_t(1));
        QCOMPARE(log.front().elements.at(0).text, std::string("count"));
        QCOMPARE(log.front().elements.at(1).integer, std::int64_t(1));
    }

    void whoWasToldToListenNoLongerHearsNothing()
    {
        ConnectionOptions options;
        options.endpoint = m_server->endpoint();
        IoThread io;
        Connection connection(io.executor(), options);
        std::shared_ptr<void> second;
        std::atomic<int> heard{0};
        const auto first =
            io.call([&] { return connection.on_event([&](const Connection::Event&) { second.reset(); }); });
        io.call([&] { second = connection.on_event([&](const Connection::Event&) { ++heard; }); });
        io.await(connection.open());
        QVERIFY(io.call([&] { return second == nullptr; }));
        QCOMPARE(heard.load(), 0);
        io.call([&] { connection.close(); });
        io.join();
    }

    void scriptsAreSentWholeWhereTheyAreNotKnown()
    {
        Line line(m_server->endpoint());
        const Script script("return ARGV[1]");
        const auto eval = [&] {
            return line.io.await(line.connection->eval(script, {}, {"x"}, Clock_::now() + 3s)).text;
        };
        QCOMPARE(eval(), std::string("x"));
        QCOMPARE(eval(), std::string("x"));
        QCOMPARE(redis().calls("eval"), std::int64_t(1));
        redis().expect({"SCRIPT", "FLUSH"});
        QCOMPARE(eval(), std::string("x"));
        QCOMPARE(redis().calls("eval"), std::int64_t(2));
    }

    void tornRepliesAreReadWhole()
    {
        FaultProxy proxy(m_server->endpoint());
        proxy.fragment_replies(1);
        Line line(proxy.endpoint());
        const std::string large(5000, 'x');
        QCOMPARE(line.call({"ECHO", large}).text, large);
    }

    void aLostReplyIsNotANeverSentRequest()
    {
        FaultProxy proxy(m_server->endpoint());
        Line line(proxy.endpoint());
        line.call({"PING"});
        proxy.inject(FaultProxy::Fault::swallow_and_reset, FaultProxy::command("INCR"));
        QCOMPARE(thrown([&] { return line.call({"INCR", "n"}); }), Errc::connection_lost);
        QCOMPARE(redis().text({"GET", "n"}), std::string("1"));
        proxy.set_mode(FaultProxy::Mode::refuse);
        proxy.cut_all();
        // A link that was made in the meantime may not have heard yet that it is cut.
        QVERIFY(until(
            [&] { return thrown([&] { return line.call_within(200ms, {"PING"}); }) == Errc::connection_failed; }));
        QCOMPARE(thrown([&] { return line.call_within(200ms, {"INCR", "n"}); }), Errc::connection_failed);
        QCOMPARE(redis().text({"GET", "n"}), std::string("1"));
    }

    void whatIsStillOnItsWayOverADeadConnectionIsNotExecuted()
    {
        FaultProxy proxy(m_server->endpoint());
        Line line(proxy.endpoint(), 200ms);
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
        proxy.inject(FaultProxy::Fault::hold_requests, FaultProxy::command("INCR"));
        QCOMPARE(thrown([&] { return line.call({"INCR", "n"}); }), Errc::timeout);
        // Once anything is answered, the successor has killed its predecessor.
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
        proxy.release_held();
        QVERIFY(!until([&] { return redis().exists("n"); }, 150ms));
    }

    // A server that was started anew counts its clients from one again.
    void aStrangerWithTheIdOfADeadConnectionIsLeftAlone()
    {
        FaultProxy proxy(m_server->endpoint());
        Line line(proxy.endpoint());
        line.call({"PING"});
        const std::int64_t id = line.io.call([&] { return line.connection->client_id(); });
        const auto opened = Clock_::now();
        QVERIFY(until([&] { return Clock_::now() - opened > 3s; })); // strangers will be younger
        m_server->sandbox.pause_server();
        auto pending = line.io.start(line.connection->call(Command{"PING"}));
        proxy.set_mode(FaultProxy::Mode::refuse);
        m_server->sandbox.kill_server();
        QVERIFY(thrown([&] { return pending.get(); }) != Errc::ok);
        m_server->sandbox.restart();
        std::vector<RedisClient> strangers;
        std::int64_t newest = 0;
        while (newest < id) {
            newest = strangers.emplace_back(m_server->endpoint()).integer({"CLIENT", "ID"});
            strangers.back().expect({"CLIENT", "SETNAME", "tested"});
        }
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
        for (RedisClient& stranger : strangers)
            QCOMPARE(stranger.text({"PING"}), std::string("PONG"));
    }

    void aServerThatTalksUnaskedIsLeft()
    {
        Line line(m_server->endpoint());
        line.call({"PING"});
        line.call({"SUBSCRIBE", "c"});
        redis().publish("c", "nobody handles this");
        QVERIFY(until([&] { return thrown([&] { return line.call({"GET", "a"}); }) == Errc::ok; }, soon));
    }

    void tooManyClientsIsNotHopeless()
    {
        redis().expect({"CONFIG", "SET", "maxclients", "1"});
        Line line(m_server->endpoint());
        auto waiting = line.io.start(line.connection->call(Command{"PING"}, Clock_::now() + 10s));
        QVERIFY(!is_ready(waiting, 150ms));
        redis().expect({"CONFIG", "SET", "maxclients", "100"});
        QCOMPARE(waiting.get().text, std::string("PONG"));
    }

    void closingEndsWhatIsPending()
    {
        Line line(m_server->endpoint());
        line.call({"PING"});
        m_server->sandbox.pause_server();
        auto pending = line.io.start(line.connection->call(Command{"PING"}));
        line.io.call([&] { line.connection->close(); });
        QVERIFY(thrown([&] { return pending.get(); }) != Errc::ok);
        QCOMPARE(thrown([&] { return line.call({"PING"}); }), Errc::closed);
        m_server->sandbox.resume_server();
    }

    /// Errors are printed to terminals, which obey what begins with ESC.
    void anErrorThatNobodyAskedForIsEscaped()
    {
        FakeServer server([](const FakeServer::Words&) { return std::string("+OK\r\n"); });
        Endpoint endpoint;
        endpoint.host = server.address().host;
        endpoint.port = server.address().port;
        Line line(endpoint);
        std::promise<std::string> said;
        std::atomic<bool> is_said = false;
        const auto listening = line.io.call([&] {
            return line.connection->on_event([&](const Connection::Event& event) {
                if (event.kind == Connection::Event::Kind::lost && !is_said.exchange(true))
                    said.set_value(event.error);
            });
        });
        QCOMPARE(line.call({"PING"}).text, std::string("OK"));
        server.push("-ERR \x1b]0;x\x07\x1b[2J\r\n");
        auto error = said.get_future();
        QVERIFY(is_ready(error, patience));
        const std::string text = error.get();
        QVERIFY2(text.find("\\x1b") != std::string::npos && text.find('\x1b') == std::string::npos, text.c_str());
    }
};

QTEST_GUILESS_MAIN(ConnectionTest)
#include "connection_test.moc"

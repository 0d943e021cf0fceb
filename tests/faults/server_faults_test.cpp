// SPDX-License-Identifier: Apache-2.0
// The server stops, dies, comes back with its data or without, or is made to forget.
#include "crowd.hpp"

#include <optional>

using namespace lockscope;
using namespace lockscope::test;

class ServerFaultsTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::vector<std::string> m_arguments;

    /// The server of the row before if it was started like this one: a master of a cluster takes two seconds to serve.
    void start(std::vector<std::string> arguments = {})
    {
        if (m_server && m_arguments == arguments) {
            m_server->empty();
            return;
        }
        m_arguments = arguments;
        m_server.emplace(SandboxOptions{.arguments = std::move(arguments)});
    }
    void restart()
    {
        m_server->sandbox.restart();
        m_server->redis = RedisClient(m_server->direct());
    }

private slots:
    void cleanup()
    {
        if (QTest::currentTestFailed())
            m_server.reset();
    }

    void stopsForAWhile_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("timeout");
        for (std::size_t i = 0; i < lock_kinds().size(); ++i) {
            const std::string& name = lock_kinds()[i].name;
            QTest::newRow((name + ", shorter than the timeout").c_str()) << static_cast<int>(i) << 3000;
            QTest::newRow((name + ", longer than the timeout").c_str()) << static_cast<int>(i) << 200;
        }
    }
    void stopsForAWhile()
    {
        QFETCH(int, kind);
        QFETCH(int, timeout);
        start();
        ClientOptions options;
        options.command_timeout = milliseconds(timeout);
        Crowd crowd(m_server->endpoint(), kind_at(kind), options);
        QVERIFY(crowd.goes_on());
        m_server->sandbox.pause_server();
        QTest::qWait(600);
        m_server->sandbox.resume_server();
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.was_perfect(), crowd.seen().c_str());
        QVERIFY(is_tidy(m_server->redis));
    }

    void diesAndComesBackWithItsData_data() { add_lock_kinds(); }
    void diesAndComesBackWithItsData()
    {
        QFETCH(int, kind);
        start({"--appendonly", "yes", "--appendfsync", "always"});
        Crowd crowd(m_server->endpoint(), kind_at(kind));
        for (int i = 0; i < 2; ++i) {
            QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
            restart();
        }
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.was_perfect(), crowd.seen().c_str());
        QVERIFY(is_tidy(m_server->redis));
    }

    void diesAndComesBackEmpty_data() { add_lock_kinds(); }
    void diesAndComesBackEmpty()
    {
        QFETCH(int, kind);
        start();
        Crowd crowd(m_server->endpoint(), kind_at(kind));
        for (int i = 0; i < 2; ++i) {
            QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
            restart();
        }
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.told_every_loss(), crowd.seen().c_str());
        QVERIFY(is_tidy(m_server->redis));
    }

    void comesBackWithWhatWasReleased_data() { add_lock_kinds(); }
    void comesBackWithWhatWasReleased()
    {
        QFETCH(int, kind);
        start();
        Client client(m_server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        m_server->redis.expect({"SAVE"});
        QCOMPARE(lock->release(), 0);
        restart();
        QVERIFY(is_tidy(m_server->redis));
        m_server.reset(); // what it saved must not come back in a row after this one
    }

    void forgetsAHeldLock_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("how");
        for (std::size_t i = 0; i < lock_kinds().size(); ++i) {
            for (const char* how : {"DEL", "FLUSHALL", "restart"})
                QTest::newRow((lock_kinds()[i].name + ", " + how).c_str()) << static_cast<int>(i) << how;
        }
    }
    void forgetsAHeldLock()
    {
        QFETCH(int, kind);
        QFETCH(QString, how);
        start();
        Client holder(m_server->endpoint());
        Client other(m_server->endpoint());
        const auto lock = kind_at(kind).make(holder);
        lock->lock();
        const std::stop_token lost = lock->loss_token();
        if (how == "DEL")
            m_server->redis.expect({"DEL", "lock"});
        else if (how == "FLUSHALL")
            m_server->redis.expect({"FLUSHALL"});
        else
            restart();
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!lock->is_held());
        QCOMPARE(thrown([&] { return lock->release(); }), Errc::lost);
        const auto others = kind_at(kind).make(other);
        QVERIFY(others->acquire({10s, {}, {}}));
        QCOMPARE(others->release(), 0);
    }

    void loadsItsDataForAWhile_data() { add_lock_kinds(); }
    void loadsItsDataForAWhile()
    {
        QFETCH(int, kind);
        start({"--appendonly", "yes", "--appendfsync", "always", "--key-load-delay", "1000"});
        for (int i = 0; i < 300; ++i)
            m_server->redis.expect({"SET", "key " + std::to_string(i), "x"});
        Client client(m_server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        restart();
        QVERIFY(lock->is_held());
        QCOMPARE(lock->release(), 0);
    }

    void evictsALock_data() { add_lock_kinds(); }
    void evictsALock()
    {
        QFETCH(int, kind);
        start();
        Client holder(m_server->endpoint());
        const auto lock = kind_at(kind).make(holder);
        lock->lock();
        const std::stop_token lost = lock->loss_token();
        // Locks expire, so a server that may evict what expires evicts locks first.
        m_server->redis.expect({"CONFIG", "SET", "maxmemory-policy", "volatile-lru"});
        m_server->redis.expect({"CONFIG", "SET", "maxmemory", "1"});
        m_server->redis.command({"SET", "x", "y"}); // evicts, and is refused all the same
        QVERIFY(!m_server->redis.exists("lock"));
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!lock->is_held());
        m_server->redis.expect({"CONFIG", "SET", "maxmemory", "0"});
    }
};

QTEST_GUILESS_MAIN(ServerFaultsTest)
#include "server_faults_test.moc"

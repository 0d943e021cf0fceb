// SPDX-License-Identifier: Apache-2.0
// The server stops, dies, comes back with its data or without, or is made to forget.
#include "crowd.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <optional>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

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
    /// A replica that has just come lets the server save by itself, and two at once are refused.
    [[nodiscard]] bool is_saved()
    {
        return until([this] { return !m_server->redis.command({"SAVE"}).is_error(); });
    }
    void restart()
    {
        m_server->sandbox.restart();
        m_server->redis = RedisClient(m_server->direct());
    }
    /// Locks expire, so a server that may evict what expires evicts locks first.
    void run_out_of_memory()
    {
        m_server->redis.expect({"CONFIG", "SET", "maxmemory-policy", "volatile-lru"});
        m_server->redis.expect({"CONFIG", "SET", "maxmemory", "1"});
        m_server->redis.command({"SET", "x", "y"}); // evicts, and is refused all the same
    }
    void have_memory_again() { m_server->redis.expect({"CONFIG", "SET", "maxmemory", "0"}); }

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
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        restart();
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY2(crowd.lets_one_stay(), crowd.seen().c_str());
        restart();
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.told_every_loss(), crowd.seen().c_str());
        QVERIFY(is_tidy(m_server->redis));
    }

    void comesBackWithWhatWasReleased_data() { add_lock_sides(); }
    void comesBackWithWhatWasReleased()
    {
        QFETCH(int, kind);
        start();
        Client client(m_server->endpoint());
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        QVERIFY(is_saved());
        QCOMPARE(lock->release(), 0);
        restart();
        QVERIFY(is_tidy(m_server->redis));
        m_server.reset(); // what it saved must not come back in a row after this one
    }

    /// Whoever waits behind others of its own process asks nothing of the server, so it would never hear that what it
    /// released stands in its own way.
    void comesBackWithAHoldOfOneWhoWaits_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"reentrant", "fenced", "spin", "write"})
            QTest::newRow(kind) << kind;
    }
    void comesBackWithAHoldOfOneWhoWaits()
    {
        QFETCH(QString, kind);
        start();
        const auto lock_of = [&](Client& client) -> Lock {
            if (kind == "fenced")
                return client.fenced_lock("lock");
            if (kind == "spin")
                return client.spin_lock("lock");
            return kind == "write" ? Lock(client.read_write_lock("lock").write()) : client.reentrant_lock("lock");
        };
        Client client(m_server->endpoint());
        Client other(m_server->endpoint());
        Lock lock = lock_of(client);
        const std::string id = lock.this_thread().client;
        asio::thread_pool pool(1);
        const auto begin = [&](auto work) { return asio::co_spawn(pool, std::move(work), asio::use_future); };

        begin(lock.async_lock({id, 1})).get();
        QVERIFY(is_saved());
        begin(lock.async_unlock({id, 1})).get();
        Lock others = lock_of(other);
        others.lock();
        m_server->redis.reset_stats();
        auto first = begin(lock.async_acquire({id, 2}, {60s, {}, {}}));
        // Only who stands in line tries a second time; the next one would go ahead of one who does not yet.
        QVERIFY(until([&] { return m_server->redis.scripts() > 1; }));
        auto second = begin(lock.async_acquire({id, 1}, {60s, {}, {}}));
        for (const asio::any_io_executor& each : {asio::any_io_executor(pool.get_executor()), client.executor()})
            asio::post(each, asio::use_future).get(); // it stands behind the first
        restart();
        QVERIFY2(is_ready(first, patience), "what was released before is in its way");
        QVERIFY(first.get());
        begin(lock.async_unlock({id, 2})).get();
        QVERIFY(is_ready(second, patience));
        begin(lock.async_unlock({id, 1})).get();
        QVERIFY(is_tidy(m_server->redis));
        m_server.reset(); // its file
    }

    void forgetsAHeldLock_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("how");
        for (std::size_t i = 0; i < lock_sides().size(); ++i) {
            for (const char* how : {"DEL", "FLUSHALL", "restart"})
                QTest::newRow((lock_sides()[i].name + ", " + how).c_str()) << static_cast<int>(i) << how;
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
        const FencingToken token = lock->token();
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
        const auto others = kind_at(kind).rival(other);
        QVERIFY(others->acquire({10s, {}, {}}));
        if (how == "DEL") // otherwise the counter is gone with everything else
            QVERIFY(is_fenced_off(token, others->token()));
        QCOMPARE(others->release(), 0);
    }

    void loadsItsDataForAWhile_data() { add_lock_sides(); }
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

    void evictsALock_data() { add_lock_sides(); }
    void evictsALock()
    {
        QFETCH(int, kind);
        start();
        Client holder(m_server->endpoint());
        const auto lock = kind_at(kind).make(holder);
        lock->lock();
        const std::stop_token lost = lock->loss_token();
        run_out_of_memory();
        QVERIFY(!m_server->redis.exists("lock"));
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!lock->is_held());
        have_memory_again();
    }

    /// The lock itself is still there. A writer waits for its end, as nobody can tell whether its reader is dead; where
    /// it has none, its reader is dead to every writer.
    void forgetsOnlyAReadersDeadline_data()
    {
        QTest::addColumn<bool>("isEvicted");
        QTest::addColumn<bool>("ends");
        QTest::newRow("deleted") << false << true;
        QTest::newRow("evicted") << true << true;
        QTest::newRow("deleted, and the lock has no end") << false << false;
        QTest::newRow("evicted, and the lock has no end") << true << false;
    }
    void forgetsOnlyAReadersDeadline()
    {
        QFETCH(bool, isEvicted);
        QFETCH(bool, ends);
        start();
        Client holder(m_server->endpoint());
        Client other(m_server->endpoint());
        ReadLock reader = holder.read_write_lock("lock").read();
        WriteLock writer = other.read_write_lock("lock").write();
        reader.lock();
        const std::stop_token lost = reader.loss_token();
        const std::string deadline = "{lock}:" + holder.this_thread().field() + ":rwlock_timeout:1";
        QVERIFY(m_server->redis.exists(deadline));
        if (isEvicted || !ends)
            m_server->redis.expect({"PERSIST", "lock"}); // so that it stays
        if (isEvicted) {
            run_out_of_memory();
            have_memory_again();
        } else {
            m_server->redis.expect({"DEL", deadline});
        }
        QVERIFY(!m_server->redis.exists(deadline));
        if (ends) {
            m_server->redis.expect({"PEXPIRE", "lock", "30000"});
            // The reader is told if it looks, which it does soon after entering; then it lets go of what is left of it.
            // Otherwise the next renewal sets the deadline again.
            const bool is_in = writer.acquire({0ms, {}, {}});
            QVERIFY(!is_in || lost.stop_requested());
            const Errc said = thrown([&] { return reader.release(); });
            QVERIFY(said == Errc::lost || (said == Errc::ok && !is_in));
            if (is_in) {
                QCOMPARE(writer.release(), 0);
                QVERIFY(is_tidy(m_server->redis));
                return;
            }
            m_server->redis.expect({"PEXPIRE", "lock", "100"}); // what is left of one who was told
            QVERIFY(writer.acquire({10s, {}, {}}));
            QCOMPARE(writer.release(), 0);
            QVERIFY(is_tidy(m_server->redis));
            return;
        }
        QVERIFY(writer.acquire({10s, {}, {}})); // Redis cannot prevent that
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!reader.is_held());
        QCOMPARE(thrown([&] { return reader.release(); }), Errc::lost);
        QVERIFY(writer.is_held()); // and the late one did not harm it
        QCOMPARE(writer.release(), 0);
        QVERIFY(is_tidy(m_server->redis));
    }
};

QTEST_GUILESS_MAIN(ServerFaultsTest)
#include "server_faults_test.moc"

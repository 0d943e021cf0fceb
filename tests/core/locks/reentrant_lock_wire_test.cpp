// SPDX-License-Identifier: Apache-2.0
// The bytes in Redis: a Java service with Redisson must be able to hand the same lock back and forth with us.
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/spin_lock.hpp"
#include "support/fake_server.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include "lockscope/owner.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

// What a Java service sends, step by step, as its own scripts do it.

bool java_lock(RedisClient& redis, const std::string& name, milliseconds lease = 30s)
{
    if (redis.exists(name) && redis.integer({"HEXISTS", name, java_owner}) == 0)
        return false;
    redis.expect({"HINCRBY", name, java_owner, "1"});
    redis.expect({"PEXPIRE", name, std::to_string(lease.count())});
    return true;
}

void java_unlock(RedisClient& redis, const std::string& name, const std::string& channel)
{
    if (redis.integer({"HINCRBY", name, java_owner, "-1"}) > 0)
        return;
    redis.expect({"DEL", name});
    redis.publish(channel, "0");
}

std::vector<std::string> words_of(const QStringList& command)
{
    std::vector<std::string> words;
    for (const QString& word : command)
        words.push_back(word.toStdString());
    return words;
}

} // namespace

class ReentrantLockWireTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }
    std::future<bool> wait_for_it(const std::string& name = "a")
    {
        return in_thread([a = lock(name)]() mutable { return a.try_lock_for(10s); });
    }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint());
    }
    void cleanup() { m_client.reset(); }

    void theClientIsAUuid()
    {
        const auto field = OwnerField::parse(m_client->id() + ":1");
        QVERIFY(field);
        QCOMPARE(field->client, m_client->id());
        QCOMPARE(m_client->id().at(14), '4'); // version 4
    }

    void namesAndMessages_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("channel");
        const auto row = [](const char* title, const QByteArray& name, const QByteArray& channel) {
            QTest::newRow(title) << name << channel;
        };
        row("plain", "orders:42", "redisson_lock__channel:{orders:42}");
        row("braces", "{orders}:42", "redisson_lock__channel:{orders}:42");
        row("open brace only", "a{b", "redisson_lock__channel:a{b");
        row("close brace only", "a}b", "redisson_lock__channel:{a}b}");
        row("empty braces", "{}", "redisson_lock__channel:{}");
        row("colons", "a:b:c:", "redisson_lock__channel:{a:b:c:}");
        row("blank", " ", "redisson_lock__channel:{ }");
        row("protocol", "x\r\n*1\r\n$8\r\nFLUSHALL\r\n", "redisson_lock__channel:{x\r\n*1\r\n$8\r\nFLUSHALL\r\n}");
        row("formats", "%s%n%b%%", "redisson_lock__channel:{%s%n%b%%}");
        row("NUL", QByteArray("a\0b", 3), QByteArray("redisson_lock__channel:{a\0b}", 28));
        row("not UTF-8", "\xff\xfe\x80", "redisson_lock__channel:{\xff\xfe\x80}");
        row("Chinese", "订单", "redisson_lock__channel:{订单}");
        row("large", QByteArray(300'000, 'x'), "redisson_lock__channel:{" + QByteArray(300'000, 'x') + "}");
    }
    void namesAndMessages()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, channel);
        const std::string key = name.toStdString();
        if (m_server->must_refuse(key)) {
            QCOMPARE(thrown([&] { return lock(key); }), Errc::invalid_argument);
            return;
        }
        Subscriber java(m_server->direct(), {channel.toStdString()});
        ReentrantLock a = lock(key);
        a.lock();
        QCOMPARE(redis().keys(), std::vector<std::string>{key});
        QCOMPARE(redis().type(key), std::string("hash"));
        QCOMPARE(redis().hash(key),
                 (Fields{{m_client->id() + ':' + std::to_string(m_client->this_thread().thread), "1"}}));
        const auto ttl = redis().pttl(key);
        QVERIFY(ttl > 25000 && ttl <= 30000);
        a.lock();
        a.unlock();
        QVERIFY(java.messages().empty()); // only the last release tells
        a.unlock();
        QVERIFY(java.wait_for(channel.toStdString(), "0"));
        QVERIFY(java.messages().empty());
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void forcedUnlockTellsToo()
    {
        Subscriber java(m_server->direct(), {"redisson_lock__channel:{a}"});
        QVERIFY(!lock().force_unlock());
        java_lock(redis(), "a");
        QVERIFY(lock().force_unlock());
        QVERIFY(java.wait_for("redisson_lock__channel:{a}", "0"));
        QVERIFY(java.messages().empty());
    }

    void theKeyIsTheOnlyDeclaredOne()
    {
        // Channels and latches among the keys would answer TRYAGAIN while the slot migrates, and need more rights.
        RedisClient watcher(m_server->direct());
        redis().expect({"ACL", "SETUSER", "narrow", "on", ">x", "resetkeys", "~a", "resetchannels",
                        "&redisson_lock__channel:{a}", "+@all"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "narrow";
        endpoint.password = "x";
        Client client(endpoint);
        ReentrantLock a = client.reentrant_lock("a");
        a.lock();
        a.lock();
        QCOMPARE(a.release(), 1);
        QCOMPARE(a.release(), 0);
    }

    // Back and forth with a Java service.

    void aJavaHolderIsRespected()
    {
        QVERIFY(java_lock(redis(), "a"));
        QVERIFY(!lock().try_lock());
        QVERIFY(is_refused([&] { return lock().try_lock_for(300ms); }));
        QCOMPARE(redis().hash("a"), (Fields{{java_owner, "1"}}));
    }

    void aJavaServiceRespectsUs()
    {
        lock().lock();
        QVERIFY(!java_lock(redis(), "a"));
        lock().unlock();
        QVERIFY(java_lock(redis(), "a"));
    }

    void handedBackAndForth()
    {
        const std::string channel = "redisson_lock__channel:{a}";
        Subscriber java(m_server->direct(), {channel});
        QVERIFY(java_lock(redis(), "a"));
        for (int i = 0; i < 20; ++i) {
            auto ours = wait_for_it();
            QVERIFY(until([&] { return redis().subscribers(channel) == 2; }));
            java_unlock(redis(), "a", channel);
            QVERIFY(ours.get());
            QVERIFY(java.wait_for(channel, "0")); // its own message
            QVERIFY(lock().force_unlock());       // taken by another thread of ours
            QVERIFY(java.wait_for(channel, "0"));
            QVERIFY(java_lock(redis(), "a"));
        }
    }

    void aJavaLeaseThatEndsLetsUsIn()
    {
        java_lock(redis(), "a", 300ms);
        const auto start = Clock::now();
        QVERIFY(wait_for_it().get());
        QVERIFY(since(start) < soon);
    }

    void aJavaReleaseWithoutAMessageIsFoundByTheLease()
    {
        java_lock(redis(), "a", 400ms);
        auto ours = wait_for_it();
        QVERIFY(until([&] { return is_ready(ours) || redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        if (!is_ready(ours))
            redis().command({"DEL", "a"});
        QVERIFY(ours.get());
    }

    void otherMessagesAreHarmless_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<bool>("wakes");
        QTest::newRow("unlock") << QByteArray("0") << true;
        QTest::newRow("read unlock") << QByteArray("1") << true;
        QTest::newRow("another number") << QByteArray("2") << false;
        QTest::newRow("negative") << QByteArray("-1") << false;
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("text") << QByteArray("hello") << false;
        QTest::newRow("with a blank") << QByteArray("0 ") << false;
        QTest::newRow("NUL") << QByteArray("0\0", 2) << false;
        QTest::newRow("a megabyte") << QByteArray(1 << 20, '0') << false;
    }
    void otherMessagesAreHarmless()
    {
        QFETCH(QByteArray, payload);
        QFETCH(bool, wakes);
        const std::string channel = "redisson_lock__channel:{a}";
        java_lock(redis(), "a", 60s);
        const auto tries = [&] { return redis().scripts(); };
        const auto before = tries();
        auto ours = wait_for_it();
        // It tries, subscribes and tries again; only then it waits.
        QVERIFY(until([&] { return redis().subscribers(channel) == 1 && tries() >= before + 2; }));
        redis().command({"DEL", "a"});
        redis().publish(channel, payload.toStdString());
        if (!wakes) {
            QVERIFY(!is_ready(ours, 50ms));
            redis().publish(channel, "0");
        }
        const auto start = Clock::now();
        QVERIFY(ours.get());
        QVERIFY2(since(start) < soon, "woken by the message, not by the lease");
    }

    void floodsOfMessagesDoNotBecomeFloodsOfScripts()
    {
        java_lock(redis(), "a");
        auto ours = wait_for_it();
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        for (int i = 0; i < 1000; ++i)
            redis().publish("redisson_lock__channel:{a}", "7");
        QVERIFY(redis().scripts() <= 4);
        java_unlock(redis(), "a", "redisson_lock__channel:{a}");
        QVERIFY(ours.get());
    }

    // What is not ours.

    void otherTypesAreLeftAlone_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("string") << QStringList{"SET", "a", "1"};
        QTest::newRow("list") << QStringList{"RPUSH", "a", "1"};
        QTest::newRow("set") << QStringList{"SADD", "a", "1"};
        QTest::newRow("sorted set") << QStringList{"ZADD", "a", "1", "x"};
        QTest::newRow("stream") << QStringList{"XADD", "a", "1-1", "x", "y"};
    }
    void otherTypesAreLeftAlone()
    {
        QFETCH(QStringList, command);
        redis().expect(words_of(command));
        const std::string before = redis().text({"DUMP", "a"});
        QCOMPARE(thrown([&] { return lock().try_lock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] {
                     lock().lock();
                     return 0;
                 }),
                 Errc::wrong_type);
        QCOMPARE(thrown([&] { return lock().try_lock_for(1s, 1s); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return lock().force_unlock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::not_held);
        QCOMPARE(redis().text({"DUMP", "a"}), before);
        QCOMPARE(redis().pttl("a"), std::int64_t(-1));
    }

    void aHashThatIsNoLockIsNotDeleted_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("read-write lock") << QStringList{"HSET", "a", "mode", "read", java_owner.c_str(), "1"};
        QTest::newRow("hash") << QStringList{"HSET", "a", "name", "Ann", "town", "Rome"};
    }
    void aHashThatIsNoLockIsNotDeleted()
    {
        QFETCH(QStringList, command);
        redis().expect(words_of(command));
        const std::string before = redis().text({"DUMP", "a"});
        QCOMPARE(thrown([&] { return lock().force_unlock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return m_client->fair_lock("a").force_unlock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return m_client->fenced_lock("a").force_unlock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return m_client->spin_lock("a").force_unlock(); }), Errc::wrong_type);
        QCOMPARE(redis().text({"DUMP", "a"}), before);
    }

    void anAnswerThatMakesNoSenseIsNoHold_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("more than an int") << QByteArray("*2\r\n:4294967297\r\n:30000\r\n");
        QTest::newRow("text") << QByteArray("*2\r\n$3\r\none\r\n:30000\r\n");
        QTest::newRow("no lease") << QByteArray("*2\r\n:1\r\n$-1\r\n");
    }
    void anAnswerThatMakesNoSenseIsNoHold()
    {
        QFETCH(QByteArray, answer);
        FakeServer liar([&](const FakeServer::Words& words) {
            return words.front() == "EVALSHA" ? answer.toStdString() : std::string("+OK\r\n");
        });
        Endpoint endpoint;
        endpoint.host = liar.address().host;
        endpoint.port = liar.address().port;
        Client client(endpoint);
        auto lock = client.reentrant_lock("a");
        QCOMPARE(thrown([&] { return lock.try_lock(); }), Errc::protocol);
        QVERIFY(!lock.is_held());
    }

    void aLockThatBecameSomethingElseIsNotTouched()
    {
        lock().lock();
        redis().expect({"SET", "a", "1"});
        QVERIFY(thrown([&] { return lock().release(); }) != Errc::ok);
        QCOMPARE(redis().text({"GET", "a"}), std::string("1"));
        QVERIFY(!lock().is_held());
    }

    void aReadWriteLockAtTheNameIsNotEntered()
    {
        redis().expect({"HSET", "a", "mode", "read", m_client->this_thread().field(), "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        const Fields before = redis().hash("a");
        QVERIFY(thrown([&] { return lock().try_lock(); }) == Errc::wrong_type);
        QCOMPARE(redis().hash("a"), before);
    }

    void aMissingChannelRightLeavesTheLockAsItWas()
    {
        redis().expect({"ACL", "SETUSER", "mute", "on", ">x", "~*", "resetchannels", "+@all"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "mute";
        endpoint.password = "x";
        Client client(endpoint);
        ReentrantLock a = client.reentrant_lock("a");
        a.lock(60s);
        QCOMPARE(thrown([&] { return a.release(); }), Errc::no_permission);
        QVERIFY(redis().exists("a")); // not deleted without telling those who wait
    }

    void fullMemoryHindersNoRelease()
    {
        ReentrantLock a = lock();
        a.lock();
        redis().expect({"CONFIG", "SET", "maxmemory", "1"});
        QCOMPARE(thrown([&] { return lock("b").try_lock(); }), Errc::out_of_memory);
        const Errc released = thrown([&] { return a.release(); });
        redis().expect({"CONFIG", "SET", "maxmemory", "0"});
        QCOMPARE(released, Errc::ok);
        QVERIFY(!redis().exists("a"));
    }
};

QTEST_GUILESS_MAIN(ReentrantLockWireTest)
#include "reentrant_lock_wire_test.moc"

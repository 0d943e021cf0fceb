// SPDX-License-Identifier: Apache-2.0
// The bytes in Redis: a Java service with Redisson must be able to share a read-write lock with us.
#include "read_write_fixture.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;

class ReadWriteLockWireTest : public QObject
{
    Q_OBJECT

    std::optional<ReadWriteFixture> m;
    RedisClient& redis() { return m->redis(); }
    static std::vector<std::string> sorted(std::vector<std::string> keys)
    {
        std::sort(keys.begin(), keys.end());
        return keys;
    }
    static std::vector<std::string> words(const QStringList& command)
    {
        std::vector<std::string> result;
        for (const QString& word : command)
            result.push_back(word.toStdString());
        return result;
    }
    Client client_with_rights(const std::vector<std::string>& rights)
    {
        std::vector<std::string> command{"ACL", "SETUSER", "narrow", "reset", "on", ">x", "+@all"};
        command.insert(command.end(), rights.begin(), rights.end());
        redis().expect(command);
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = "narrow";
        endpoint.password = "x";
        return Client(endpoint);
    }

private slots:
    void initTestCase() { m.emplace(); }
    void cleanupTestCase() { m.reset(); }
    void init() { m->fresh(); }
    void cleanup() { m->close(); }

    void namesAndMessages_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("tag");
        QTest::newRow("plain") << QByteArray("orders") << QByteArray("{orders}");
        QTest::newRow("colons") << QByteArray("a:b:c:") << QByteArray("{a:b:c:}");
        QTest::newRow("braces") << QByteArray("{test}:abc:key") << QByteArray("{test}:abc:key");
        QTest::newRow("open brace only") << QByteArray("a{b") << QByteArray("a{b");
        QTest::newRow("close brace only") << QByteArray("a}b") << QByteArray("{a}b}");
        QTest::newRow("empty braces") << QByteArray("{}") << QByteArray("{}");
        QTest::newRow("pattern characters") << QByteArray("a.*[b]%d+$^\\") << QByteArray("{a.*[b]%d+$^\\}");
        QTest::newRow("protocol") << QByteArray("x\r\n*1\r\n") << QByteArray("{x\r\n*1\r\n}");
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("{a\0b}", 5);
        QTest::newRow("not UTF-8") << QByteArray("\xff\xfe\x80") << QByteArray("{\xff\xfe\x80}");
        QTest::newRow("64 kB") << QByteArray(65536, 'x') << ('{' + QByteArray(65536, 'x') + '}');
    }
    void namesAndMessages()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, tag);
        const std::string key = name.toStdString();
        const std::string channel = "redisson_rwlock:" + (name.contains('{') ? name : '{' + name + '}').toStdString();
        const std::string me = m->field();
        const std::string first = tag.toStdString() + ':' + me + ":rwlock_timeout:1";
        const std::string second = tag.toStdString() + ':' + me + ":rwlock_timeout:2";
        if (m->server.must_refuse(key)) {
            QCOMPARE(thrown([&] { return m->client->read_write_lock(key); }), Errc::invalid_argument);
            return;
        }
        Subscriber java(m->server.direct(), {channel});
        ReadWriteLock a = m->client->read_write_lock(key);

        a.lock_shared();
        a.lock_shared();
        QCOMPARE(redis().keys(), sorted({key, first, second}));
        QCOMPARE(redis().hash(key), (Fields{{"mode", "read"}, {me, "2"}}));
        QCOMPARE(redis().text({"GET", first}), std::string("1"));
        QCOMPARE(redis().text({"GET", second}), std::string("1"));
        for (const std::string& each : {key, first, second})
            QVERIFY(is_fresh(redis().pttl(each), 30s));
        a.unlock_shared();
        QCOMPARE(redis().keys(), sorted({key, first}));
        QVERIFY(java.messages().empty()); // only the last release of the last reader tells
        a.unlock_shared();
        QVERIFY(java.wait_for(channel, "0"));
        QCOMPARE(redis().keys(), std::vector<std::string>());

        a.lock();
        a.lock();
        QCOMPARE(redis().keys(), std::vector<std::string>{key});
        QCOMPARE(redis().hash(key), (Fields{{"mode", "write"}, {me + ":write", "2"}}));
        QVERIFY(is_fresh(redis().pttl(key), 30s));
        a.unlock();
        QVERIFY(java.messages().empty());
        a.unlock();
        QVERIFY(java.wait_for(channel, "1"));
        QCOMPARE(redis().keys(), std::vector<std::string>());

        a.lock();
        a.lock_shared();
        QCOMPARE(redis().keys(), sorted({key, first}));
        QCOMPARE(redis().hash(key), (Fields{{"mode", "write"}, {me + ":write", "1"}, {me, "1"}}));
        a.unlock();
        QVERIFY(java.wait_for(channel, "1")); // a downgrade
        QCOMPARE(redis().hash(key), (Fields{{"mode", "read"}, {me, "1"}}));
        a.unlock_shared();
        QVERIFY(java.wait_for(channel, "0"));
        QVERIFY(java.take_all(redis()).empty());
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void forcedReleasesTellTheirOwnWord()
    {
        Subscriber java(m->server.direct(), {m->channel});
        m->java_reads(java_owner, 60s);
        QVERIFY(m->read().force_unlock());
        QVERIFY(java.wait_for(m->channel, "0"));
        m->java_writes(60s);
        QVERIFY(m->write().force_unlock());
        QVERIFY(java.wait_for(m->channel, "1"));
        QVERIFY(!m->write().force_unlock());
        QVERIFY(java.take_all(redis()).empty());
        QCOMPARE(redis().keys(),
                 std::vector<std::string>{m->deadline(java_owner, 1)}); // left to its expiry, as in Java
    }

    void aReaderWhoLeavesOthersBehindTellsNobody()
    {
        Subscriber java(m->server.direct(), {m->channel});
        m->java_reads(java_owner, 60s);
        QVERIFY(m->read().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {java_owner, "1"}, {m->field(), "1"}}));
        QCOMPARE(m->read().release(), 0);
        QVERIFY(java.take_all(redis()).empty());
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {java_owner, "1"}}));
        QCOMPARE(redis().keys(), sorted({"a", m->deadline(java_owner, 1)}));
    }

    // Beside a Java service.

    void aJavaReaderWhoEnteredTwiceIsRespected()
    {
        m->java_reads(java_owner, 60s);
        redis().expect({"HSET", "a", java_owner, "2"});
        redis().expect({"SET", m->deadline(java_owner, 2), "1", "PX", "60000"});
        redis().expect({"PEXPIRE", m->deadline(java_owner, 1), "200"});
        QVERIFY(until([&] { return !redis().exists(m->deadline(java_owner, 1)); }));
        QVERIFY(!m->write().try_lock()); // its second entry lives
        QVERIFY(m->read().try_lock());
        QCOMPARE(m->read().release(), 0);
        QVERIFY(is_fresh(redis().pttl("a"), 60s));
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {java_owner, "2"}}));
    }

    void aJavaReaderOfATransactionIsRespected()
    {
        const std::string owner = java_owner + ":0123456789abcdef0123456789abcdef";
        m->java_reads(owner, 60s);
        QVERIFY(!m->write().try_lock());
        m->java_reads(other_java_owner, 60s);
        redis().expect({"DEL", m->deadline(owner, 1)});
        QVERIFY(!m->write().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {other_java_owner, "1"}})); // and found dead when it is
    }

    void aJavaWriterIsRespected()
    {
        m->java_writes(60s);
        QVERIFY(!m->write().try_lock());
        QVERIFY(!m->read().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "write"}, {java_owner + ":write", "1"}}));
    }

    /// What was written was left, as far as its owner knows, but the server never heard of it.
    void aReaderKeepsNoHoldThatItDoesNotKnowOf()
    {
        redis().expect({"HSET", "a", "mode", "write", m->field() + ":write", "2"});
        redis().expect({"PEXPIRE", "a", "60000"});
        auto waiting = in_thread([&] {
            const bool entered = m->others_lock().try_lock_shared_for(patience);
            return entered && m->others_lock().read().release() == 0;
        });
        QVERIFY(m->waits());
        QVERIFY(m->read().try_lock());
        QCOMPARE(m->mode(), std::string("read"));
        QVERIFY(!m->hash().contains(m->field() + ":write"));
        QVERIFY(waiting.get());
        QCOMPARE(m->read().release(), 0);
        QVERIFY(!redis().exists("a"));
    }

    void aJavaLeaseThatWasAddedUpIsWaitedFor()
    {
        m->java_writes(300000ms); // ten entries of 30 s, as Java adds them up
        QVERIFY(is_refused([&] { return m->write().try_lock_for(300ms); }));
        QVERIFY(is_fresh(redis().pttl("a"), 300s));
    }

    void javaReleasesLetUsIn_data()
    {
        QTest::addColumn<bool>("reads");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("writer waits for a reader") << false << QByteArray("0");
        QTest::newRow("writer waits for a writer") << false << QByteArray("1");
        QTest::newRow("reader waits for a writer") << true << QByteArray("1");
        QTest::newRow("reader waits for a writer of old, who says 0") << true << QByteArray("0");
    }
    void javaReleasesLetUsIn()
    {
        QFETCH(bool, reads);
        QFETCH(QByteArray, message);
        if (message == "0" && !reads)
            m->java_reads(java_owner, 60s);
        else
            m->java_writes(60s);
        redis().reset_stats();
        auto waiter = in_thread([&] { return reads ? m->read().try_lock_for(10s) : m->write().try_lock_for(10s); });
        QVERIFY(m->waits());
        QVERIFY(until([&] { return redis().scripts() >= 2; }));
        redis().expect({"DEL", "a"});
        redis().publish(m->channel, message.toStdString());
        const auto start = Clock::now();
        QVERIFY(waiter.get());
        QVERIFY(since(start) < soon);
    }

    // What is not ours.

    void otherKeysAreLeftAlone_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("string") << QStringList{"SET", "a", "1"};
        QTest::newRow("list") << QStringList{"RPUSH", "a", "1"};
        QTest::newRow("set") << QStringList{"SADD", "a", "1"};
        QTest::newRow("sorted set") << QStringList{"ZADD", "a", "1", "x"};
        QTest::newRow("stream") << QStringList{"XADD", "a", "1-1", "x", "y"};
        QTest::newRow("reentrant lock") << QStringList{"HSET", "a", QString::fromStdString(java_owner), "1"};
        QTest::newRow("some hash") << QStringList{"HSET", "a", "size", "3"};
        QTest::newRow("some hash with a mode") << QStringList{"HSET", "a", "mode", "dark", "size", "3"};
    }
    void otherKeysAreLeftAlone()
    {
        QFETCH(QStringList, command);
        redis().expect(words(command));
        const std::string before = redis().text({"DUMP", "a"});
        QCOMPARE(thrown([&] { return m->read().try_lock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return m->write().try_lock(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return m->read().try_lock_for(1s); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return m->write().try_lock_for(1s, 1s); }), Errc::wrong_type);
        if (command.front() != "HSET") {
            QCOMPARE(thrown([&] { return m->read().force_unlock(); }), Errc::wrong_type);
            QCOMPARE(thrown([&] { return m->write().is_locked(); }), Errc::wrong_type);
        } else {
            QVERIFY(!m->read().force_unlock());
            QVERIFY(!m->write().force_unlock());
            QVERIFY(!m->read().is_locked());
        }
        QCOMPARE(redis().keys(), std::vector<std::string>{"a"});
        QCOMPARE(redis().text({"DUMP", "a"}), before);
        QCOMPARE(redis().pttl("a"), std::int64_t(-1));
    }

    void aLockThatBecameSomethingElseIsNotTouched_data()
    {
        QTest::addColumn<bool>("reads");
        QTest::newRow("reader") << true;
        QTest::newRow("writer") << false;
    }
    void aLockThatBecameSomethingElseIsNotTouched()
    {
        QFETCH(bool, reads);
        const auto release = [&] { return reads ? m->read().release() : m->write().release(); };
        reads ? m->read().lock() : m->write().lock();
        redis().expect({"SET", "a", "1"});
        QVERIFY(thrown(release) != Errc::ok);
        QCOMPARE(redis().text({"GET", "a"}), std::string("1"));
        QVERIFY(!m->read().is_held() && !m->write().is_held());
    }

    /// Redisson leaves a note of every release, also of one that was refused because the mode is missing, and answers
    /// the same request by it when it is sent again: then it has released.
    void withoutItsModeItIsNotReleasedHoweverOftenItIsTried_data() { aLockThatBecameSomethingElseIsNotTouched_data(); }
    void withoutItsModeItIsNotReleasedHoweverOftenItIsTried()
    {
        QFETCH(bool, reads);
        const auto release = [&] { return reads ? m->read().release() : m->write().release(); };
        reads ? m->read().lock() : m->write().lock();
        redis().expect({"HDEL", "a", "mode"});
        const Fields before = m->hash();
        QVERIFY(thrown(release) != Errc::ok);
        QCOMPARE(thrown(release), Errc::not_held);
        QCOMPARE(m->hash(), before);
        for (const std::string& key : redis().keys())
            QVERIFY2(!key.starts_with("redisson_unlock_latch:"), key.c_str());
    }

    // Rights and memory.

    void lockDeadlinesAndChannelAreAllThatIsNeeded()
    {
        Client client = client_with_rights({"~a", "~{a}:*", "resetchannels", "&redisson_rwlock:{a}"});
        ReadWriteLock a = client.read_write_lock("a");
        a.lock();
        a.lock();
        a.lock_shared();
        a.lock_shared();
        a.unlock();
        a.unlock();
        a.unlock_shared();
        QCOMPARE(a.read().release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void aMissingRightToTheDeadlinesLeavesNothingHalfDone()
    {
        Client client = client_with_rights({"~a", "&*"});
        QCOMPARE(thrown([&] { return client.read_write_lock("a").try_lock_shared(); }), Errc::no_permission);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void aMissingRightToTheChannelLeavesTheLockAsItWas_data()
    {
        QTest::addColumn<QString>("holder");
        for (const char* holder : {"reader", "writer", "writer who reads"})
            QTest::newRow(holder) << QString(holder);
    }
    void aMissingRightToTheChannelLeavesTheLockAsItWas()
    {
        QFETCH(QString, holder);
        Client client = client_with_rights({"~*", "resetchannels"});
        ReadWriteLock a = client.read_write_lock("a");
        if (holder != "reader")
            a.write().lock(60s);
        if (holder != "writer")
            a.read().lock(60s);
        const Fields before = m->hash();
        QCOMPARE(thrown([&] { return holder == "reader" ? a.read().release() : a.write().release(); }),
                 Errc::no_permission);
        QCOMPARE(m->hash(), before); // not released without telling those who wait
    }
};

QTEST_GUILESS_MAIN(ReadWriteLockWireTest)
#include "read_write_lock_wire_test.moc"

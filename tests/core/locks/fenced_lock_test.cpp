// SPDX-License-Identifier: Apache-2.0
// The lock that hands out tokens: they only grow, whatever happens to the lock, as long as Redis keeps its data.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "lockscope/fenced_lock.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

#include <mutex>
#include <set>

using namespace lockscope;
using namespace lockscope::test;

class FencedLockTest : public QObject
{
    Q_OBJECT

    using Token = std::optional<std::int64_t>;
    std::optional<Server> m_server;
    std::optional<Client> m_client;
    std::optional<Client> m_other;
    static inline const std::string token_key = "redisson_lock_token:{a}";

    RedisClient& redis() { return m_server->redis; }
    FencedLock lock() { return m_client->fenced_lock("a"); }
    FencedLock others_lock() { return m_other->fenced_lock("a"); }
    std::string my_field() { return m_client->this_thread().field(); }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint());
        m_other.emplace(m_server->endpoint());
    }
    void cleanup()
    {
        m_client.reset();
        m_other.reset();
    }

    void everyAcquisitionGetsTheNextToken()
    {
        FencedLock a = lock();
        QCOMPARE(a.token(), Token());
        QCOMPARE(a.newest_token(), std::int64_t(0));
        a.lock();
        QCOMPARE(a.token(), Token(1));
        a.unlock();
        QCOMPARE(a.token(), Token());
        a.lock(10s);
        QCOMPARE(a.token(), Token(2));
        QVERIFY(redis().pttl("a") <= 10000); // a lease is kept, whoever asks for the token
        a.unlock();
        QVERIFY(others_lock().try_lock());
        QCOMPARE(others_lock().token(), Token(3));
        QVERIFY(!a.try_lock()); // whoever gets nothing gets no token
        others_lock().unlock();
        QVERIFY(a.try_lock_for(1s));
        QCOMPARE(a.token(), Token(4));
        QVERIFY(a.try_lock_for(1s, 5s)); // re-entries, too
        QCOMPARE(a.token(), Token(5));
        QCOMPARE(a.hold_count(), 2);
        QCOMPARE(a.release(), 1);
        QCOMPARE(a.token(), Token(5));
        QCOMPARE(a.newest_token(), std::int64_t(5));
        QCOMPARE(a.release(), 0);
        QCOMPARE(a.newest_token(), std::int64_t(5));
    }

    void theBytesAreThoseOfJava()
    {
        Subscriber java(m_server->direct(), {"redisson_lock__channel:{a}"});
        lock().lock();
        lock().lock();
        QCOMPARE(redis().keys(), (std::vector<std::string>{"a", token_key}));
        QCOMPARE(redis().hash("a"), (Fields{{my_field(), "2"}}));
        QCOMPARE(redis().text({"GET", token_key}), std::string("2"));
        QCOMPARE(redis().pttl(token_key), std::int64_t(-1));
        QVERIFY(redis().pttl("a") > 25000 && redis().pttl("a") <= 30000);
        lock().unlock();
        QVERIFY(java.messages().empty());
        lock().unlock();
        QVERIFY(java.wait_for("redisson_lock__channel:{a}", "0"));
        QCOMPARE(redis().keys(), std::vector<std::string>{token_key}); // stays, so that tokens go on
    }

    void tokensGoOnWhereJavaStopped_data()
    {
        QTest::addColumn<QByteArray>("newest");
        QTest::addColumn<qlonglong>("next");
        QTest::newRow("a few") << QByteArray("41") << 42LL;
        QTest::newRow("a clock's nanoseconds") << QByteArray("1764000000123456789") << 1764000000123456790LL;
        QTest::newRow("beyond what a double can tell apart") << QByteArray("9007199254740992") << 9007199254740993LL;
        QTest::newRow("negative") << QByteArray("-5") << -4LL;
        QTest::newRow("nearly the end") << QByteArray("9223372036854775806") << 9223372036854775807LL;
    }
    void tokensGoOnWhereJavaStopped()
    {
        QFETCH(QByteArray, newest);
        QFETCH(qlonglong, next);
        redis().expect({"SET", token_key, newest.toStdString()});
        lock().lock();
        QCOMPARE(lock().token(), Token(next));
        QCOMPARE(lock().newest_token(), std::int64_t(next));
        QCOMPARE(redis().text({"GET", token_key}), std::to_string(next));
    }

    // Redisson's multi lock lets the token's key end with the lease of its members.
    void aTokenThatWasToEndGoesOn()
    {
        redis().expect({"SET", token_key, "41", "PX", "60000"});
        lock().lock();
        QCOMPARE(lock().token(), Token(42));
        QCOMPARE(redis().pttl(token_key), std::int64_t(-1));
        redis().expect({"PEXPIRE", token_key, "60000"});
        lock().lock();
        QCOMPARE(lock().token(), Token(43));
        QCOMPARE(redis().pttl(token_key), std::int64_t(-1));
    }

    /// Its release never arrived, say: what it did under the old token must not be taken for the new work.
    void whoBeginsAnewGetsAnotherToken()
    {
        ClientOptions options;
        options.id = "5d1c6a52-0a2b-4c3d-8e4f-0123456789ab";
        Client before(m_server->endpoint(), options);
        Client after(m_server->endpoint(), options); // the same owner, who knows of no hold
        before.fenced_lock("a").lock(60s);
        QCOMPARE(before.fenced_lock("a").token(), Token(1));
        after.fenced_lock("a").lock(60s);
        QCOMPARE(after.fenced_lock("a").token(), Token(2));
        QCOMPARE(redis().hash("a"), (Fields{{after.this_thread().field(), "1"}}));
    }

    void tokensSurviveLeasesForceAndLoss()
    {
        lock().lock(2s); // what is answered after its lease is granted once more, with another token
        QCOMPARE(lock().token(), Token(1));
        QVERIFY(until([&] { return !lock().token(); })); // a token of a lease that is over is none
        QVERIFY(until([&] { return !redis().exists("a"); }));
        others_lock().lock();
        QCOMPARE(others_lock().token(), Token(2));
        QVERIFY(lock().force_unlock());
        QVERIFY(until([&] { return !others_lock().token(); }));
        lock().lock();
        QCOMPARE(lock().token(), Token(3));
        redis().expect({"DEL", "a"});
        QVERIFY(others_lock().try_lock());
        QCOMPARE(others_lock().token(), Token(4));
    }

    void ownersHaveTokensOfTheirOwn()
    {
        const auto await = [&](auto work) {
            return boost::asio::co_spawn(m_client->executor(), std::move(work), boost::asio::use_future).get();
        };
        const OwnerId one{m_client->id(), 1};
        const OwnerId two{m_client->id(), 2};
        QVERIFY(await(lock().async_try_lock(one)));
        QCOMPARE(lock().token(one), Token(1));
        QCOMPARE(lock().token(two), Token());
        QCOMPARE(await(lock().async_unlock(one)), 0);
        QVERIFY(await(lock().async_try_lock(two)));
        QCOMPARE(lock().token(two), Token(2));
        QCOMPARE(lock().token(one), Token());
        QCOMPARE(await(lock().async_newest_token()), std::int64_t(2));
    }

    void tokensAreDistinctAndInOrder()
    {
        std::mutex mutex;
        std::vector<std::int64_t> seen; // in the order of the lock
        std::vector<std::future<void>> threads;
        for (Client* client : {&*m_client, &*m_other}) {
            for (int i = 0; i < 4; ++i) {
                threads.push_back(in_thread([&, client] {
                    for (int turn = 0; turn < 25; ++turn) {
                        FencedLock a = client->fenced_lock("a");
                        const std::scoped_lock guard(a);
                        const std::scoped_lock order(mutex);
                        seen.push_back(a.token().value_or(0));
                    }
                }));
            }
        }
        for (auto& thread : threads)
            thread.get();
        std::vector<std::int64_t> expected;
        for (std::int64_t token = 1; token <= 200; ++token)
            expected.push_back(token);
        QVERIFY(seen == expected);
    }

    // Lost replies.

    /// Redis cannot tell a first entry that is tried again from new work after a release that never arrived.
    void aRepeatedScriptKnowsTheNewestToken_data()
    {
        QTest::addColumn<bool>("again");
        QTest::addColumn<int>("token");
        QTest::newRow("first entry") << false << 3;
        QTest::newRow("re-entry") << true << 2;
    }
    void aRepeatedScriptKnowsTheNewestToken()
    {
        QFETCH(bool, again);
        QFETCH(int, token);
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint());
        FencedLock a = client.fenced_lock("a");
        a.lock(); // the server knows the scripts from now on
        if (!again)
            a.unlock();
        proxy.inject(FaultProxy::Fault::swallow_and_reset, FaultProxy::any_script());
        a.lock();
        QCOMPARE(proxy.injected(), 1);
        QCOMPARE(a.token(), Token(token));
        QCOMPARE(a.hold_count(), again ? 2 : 1);
        QCOMPARE(redis().text({"GET", token_key}), std::to_string(token));
    }

    // What is not a token.

    void aTokenKeyOfSomethingElseIsSaidAndNothingIsHalfDone_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<bool>("is_type");
        const QString key = QString::fromStdString(token_key);
        QTest::newRow("list") << QStringList{"RPUSH", key, "1"} << true;
        QTest::newRow("hash") << QStringList{"HSET", key, "x", "1"} << true;
        QTest::newRow("text") << QStringList{"SET", key, "hello"} << false;
        QTest::newRow("the largest number") << QStringList{"SET", key, "9223372036854775807"} << false;
    }
    void aTokenKeyOfSomethingElseIsSaidAndNothingIsHalfDone()
    {
        QFETCH(QStringList, command);
        QFETCH(bool, is_type);
        std::vector<std::string> words;
        for (const QString& word : command)
            words.push_back(word.toStdString());
        redis().expect(words);
        const std::string before = redis().text({"DUMP", token_key});
        QCOMPARE(thrown([&] { return lock().try_lock(); }), is_type ? Errc::wrong_type : Errc::server);
        QCOMPARE(redis().keys(), std::vector<std::string>{token_key});
        QCOMPARE(redis().text({"DUMP", token_key}), before);
        QVERIFY(!lock().is_held());
        if (command.back() != "9223372036854775807")
            QCOMPARE(thrown([&] { return lock().newest_token(); }), Errc::wrong_type);
    }

    void aMissingRightToTheTokenLeavesNothingHalfDone()
    {
        redis().expect({"ACL", "SETUSER", "narrow", "reset", "on", ">x", "~a", "&*", "+@all"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "narrow";
        endpoint.password = "x";
        Client client(endpoint);
        QCOMPARE(thrown([&] { return client.fenced_lock("a").try_lock(); }), Errc::no_permission);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }
};

QTEST_GUILESS_MAIN(FencedLockTest)
#include "fenced_lock_test.moc"

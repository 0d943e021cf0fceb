// SPDX-License-Identifier: Apache-2.0
// The permit-expirable semaphore: ids and deadlines on the wire, who gets permits when, and that none is ever lost.
#include "permit_stage.hpp"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

namespace {

const std::string without_end = "922337203685477";

} // namespace

class PermitSemaphoreTest : public QObject, private PermitStage
{
    Q_OBJECT

    /// As a Java service takes one.
    void java_takes(const std::string& id, std::int64_t deadline)
    {
        redis().expect({"DECRBY", "a", "1"});
        redis().expect({"ZADD", deadlines, std::to_string(deadline), id});
    }
    void java_releases(const std::string& id)
    {
        QCOMPARE(redis().integer({"ZREM", deadlines, id}), 1);
        redis().publish(channel, std::to_string(redis().integer({"INCRBY", "a", "1"})));
    }
    void add_expired(int count)
    {
        redis().expect({"EVAL",
                        "for i = 1, tonumber(ARGV[1]) do redis.call('ZADD', KEYS[1], i, string.format('%016d', i)) end",
                        "1", deadlines, std::to_string(count)});
    }

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    // On the wire.

    void aPermitIsSixteenBytesWithADeadlineByTheServersClock()
    {
        semaphore().try_set_permits(3);
        Subscriber java(m_server->direct(), {channel});
        const auto before = server_now();
        const std::string id = semaphore().acquire(60s);
        const auto after = server_now();
        QCOMPARE(id.size(), std::size_t(32));
        QVERIFY(id.find_first_not_of("0123456789abcdef") == std::string::npos);
        QCOMPARE(value(), std::string("2"));
        QCOMPARE(entries(), 1);
        const std::string score = redis().text({"ZSCORE", deadlines, raw(id)});
        QVERIFY2(std::stoll(score) >= before + 60000 && std::stoll(score) <= after + 60000, score.c_str());
        QCOMPARE(redis().keys(), (std::vector<std::string>{"a", deadlines}));
        QVERIFY(semaphore().release(id));
        QCOMPARE(value(), std::string("3"));
        QVERIFY(!redis().exists(deadlines));
        QVERIFY(java.take_all(redis()) == Messages({{channel, "3"}}));
    }

    void aPermitWithoutALeaseNeverExpires()
    {
        semaphore().try_set_permits(1);
        const std::string id = semaphore().acquire();
        QCOMPARE(redis().text({"ZSCORE", deadlines, raw(id)}), without_end);
        QVERIFY(semaphore().remaining_lease(id) == milliseconds::max());
        QVERIFY(semaphore().release(id));
    }

    void idsAreAllDifferent()
    {
        semaphore().try_set_permits(200);
        std::set<std::string> ids;
        for (int i = 0; i < 200; ++i)
            ids.insert(semaphore().acquire(60s));
        QCOMPARE(ids.size(), std::size_t(200));
        QCOMPARE(semaphore().acquired(), 200);
    }

    void theDeadlinesEndWithTheSemaphore()
    {
        redis().expect({"SET", "a", "3", "PX", "60000"});
        QVERIFY(semaphore().try_acquire(1s));
        const auto ttl = redis().pttl(deadlines);
        QVERIFY(ttl > 50000 && ttl <= 60000);
    }

    void namesAndTheirKeys_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("tagged");
        QTest::newRow("plain") << QByteArray("orders") << QByteArray("{orders}");
        QTest::newRow("with a tag") << QByteArray("{t}:k") << QByteArray("{t}:k");
        QTest::newRow("bytes") << QByteArray("\0\xff\r\n", 4) << QByteArray("{\0\xff\r\n}", 6);
    }
    void namesAndTheirKeys()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, tagged);
        const std::string its_channel = "redisson_sc:" + tagged.toStdString();
        if (m_server->must_refuse(name.toStdString())) {
            QCOMPARE(thrown([&] { return semaphore(name.toStdString()); }), Errc::invalid_argument);
            return;
        }
        Subscriber java(m_server->direct(), {its_channel});
        PermitSemaphore any = semaphore(name.toStdString());
        any.try_set_permits(1);
        const std::string id = any.acquire();
        QVERIFY(redis().exists(tagged.toStdString() + ":timeout"));
        QVERIFY(any.release(id));
        QVERIFY(java.take_all(redis()) == Messages({{its_channel, "1"}, {its_channel, "1"}}));
        QVERIFY(any.remove());
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void idsOfAnOldRedissonAreUnderstood()
    {
        const std::string id = "00112233445566778899aabbccddeeff"; // as text: up to 3.16.8
        redis().expect({"SET", "a", "1"});
        java_takes(id, server_now() + 60000);
        QVERIFY(semaphore().remaining_lease(id).value() > 50s);
        QVERIFY(semaphore().update_lease(id, {}));
        QCOMPARE(redis().text({"ZSCORE", deadlines, id}), without_end);
        QVERIFY(semaphore().release(id));
        QCOMPARE(value(), std::string("1"));
        QCOMPARE(entries(), 0);
    }

    // Numbers.

    void aNameWithoutAKeyHasNoPermits()
    {
        QCOMPARE(semaphore().available(), 0);
        QCOMPARE(semaphore().acquired(), 0);
        QCOMPARE(semaphore().permits(), 0);
        QVERIFY(!semaphore().try_acquire());
        QVERIFY(!semaphore().release(unknown_id));
        QVERIFY(!semaphore().update_lease(unknown_id, 1s));
        QVERIFY(!semaphore().remaining_lease(unknown_id));
        QVERIFY(!semaphore().remove());
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void permitsAreSetOnceAndSaidToBe()
    {
        Subscriber java(m_server->direct(), {channel});
        QVERIFY(semaphore().try_set_permits(2));
        QVERIFY(!semaphore().try_set_permits(5));
        QVERIFY(java.take_all(redis()) == Messages({{channel, "2"}}));
    }

    void theTotalGrowsAndShrinksWhileSomeAreTaken()
    {
        Subscriber java(m_server->direct(), {channel});
        semaphore().set_permits(3);
        const std::string first = semaphore().acquire(60s);
        const std::string second = semaphore().acquire();
        semaphore().set_permits(5);
        QCOMPARE(semaphore().available(), 3);
        QCOMPARE(semaphore().acquired(), 2);
        semaphore().set_permits(5);
        semaphore().set_permits(1);
        QCOMPARE(semaphore().available(), -1);
        QCOMPARE(semaphore().permits(), 1);
        QVERIFY(semaphore().release(first));
        QVERIFY(!semaphore().try_acquire());
        QVERIFY(semaphore().release(second));
        QCOMPARE(semaphore().available(), 1);
        QVERIFY(java.take_all(redis()) == Messages({{channel, "3"}, {channel, "5"}, {channel, "1"}, {channel, "1"}}));
    }

    void permitsAreAddedAndTakenAway()
    {
        semaphore().add_permits(4);
        semaphore().add_permits(-6);
        QCOMPARE(semaphore().available(), -2);
        semaphore().add_permits(std::numeric_limits<int>::max());
        QCOMPARE(thrown([&] { semaphore().add_permits(10); }), Errc::invalid_argument);
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("empty") << "";
        QTest::newRow("short") << QString(31, '0');
        QTest::newRow("long") << QString(33, '0');
        QTest::newRow("no hex") << QString(32, 'g');
    }
    void mistakes()
    {
        QFETCH(QString, id);
        PermitSemaphore a = semaphore();
        QCOMPARE(thrown([&] { return a.release(id.toStdString()); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.update_lease(id.toStdString(), 1s); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.remaining_lease(id.toStdString()); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.acquire(0ms); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.update_lease(unknown_id, -1ms); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { a.set_permits(-1); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.try_set_permits(-1); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.try_acquire_several(-1); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.try_acquire_several(1001); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.release_several({unknown_id, id.toStdString()}); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.release_several(std::vector(1001, unknown_id)); }), Errc::invalid_argument);
    }

    void foreignKeysStayAsTheyAre_data() { foreign_keys(); }
    void foreignKeysStayAsTheyAre()
    {
        QFETCH(QStringList, command);
        make_key(redis(), command);
        add_expired(3);
        const std::string before = redis().text({"DUMP", "a"});
        PermitSemaphore a = semaphore();
        QCOMPARE(thrown([&] { return a.acquire(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.try_acquire_for(1s); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.release(unknown_id); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.available(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { a.set_permits(1); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { a.add_permits(1); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.remove(); }), Errc::wrong_type);
        QVERIFY(!a.try_set_permits(1));
        QCOMPARE(redis().text({"DUMP", "a"}), before);
        QCOMPARE(entries(), 3);
    }

    void deadlinesThatAreNoneStayAsTheyAre()
    {
        redis().expect({"SET", "a", "1"});
        redis().expect({"SET", deadlines, "x"});
        PermitSemaphore a = semaphore();
        QCOMPARE(thrown([&] { return a.acquire(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.release(unknown_id); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.update_lease(unknown_id, 1s); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.acquired(); }), Errc::wrong_type);
        QCOMPARE(value(), std::string("1"));
        QCOMPARE(redis().text({"GET", deadlines}), std::string("x"));
    }

    // Leases.

    void anExpiredPermitIsAvailableAgain()
    {
        semaphore().try_set_permits(1);
        const std::string id = semaphore().acquire(300ms);
        QVERIFY(until([&] { return semaphore().available() == 1; }));
        QCOMPARE(semaphore().acquired(), 0);
        QCOMPARE(semaphore().permits(), 1);
        QCOMPARE(value(), std::string("0")); // whoever looks changes nothing
        QVERIFY(!semaphore().remaining_lease(id));
        QVERIFY(!semaphore().update_lease(id, 1s));
        QVERIFY(semaphore().try_acquire(60s));
        QVERIFY(!semaphore().try_acquire());
        QVERIFY(!semaphore().release(id)); // it is somebody else's now
        QCOMPARE(value(), std::string("0"));
        QCOMPARE(entries(), 1);
    }

    void releasingAnExpiredOneIsToldAndCountsOnce()
    {
        semaphore().try_set_permits(1);
        const std::string id = semaphore().acquire(100ms);
        QVERIFY(until([&] { return semaphore().available() == 1; }));
        Subscriber java(m_server->direct(), {channel});
        QVERIFY(!semaphore().release(id));
        QVERIFY(!semaphore().release(id));
        QCOMPARE(value(), std::string("1"));
        QCOMPARE(entries(), 0);
        QVERIFY(java.take_all(redis()) == Messages({{channel, "1"}}));
    }

    void releasingTwiceCountsOnce()
    {
        semaphore().try_set_permits(2);
        const std::string id = semaphore().acquire();
        QVERIFY(semaphore().release(id));
        QVERIFY(!semaphore().release(id));
        QCOMPARE(value(), std::string("2"));
    }

    void aLeaseIsRenewedFromNow()
    {
        semaphore().try_set_permits(1);
        const std::string id = semaphore().acquire(60s);
        QVERIFY(semaphore().remaining_lease(id).value() <= 60s);
        QVERIFY(semaphore().update_lease(id, 600s));
        QVERIFY(semaphore().remaining_lease(id).value() > 500s);
        QVERIFY(semaphore().update_lease(id, {}));
        QVERIFY(semaphore().remaining_lease(id) == milliseconds::max());
        QVERIFY(semaphore().update_lease(id, 1ms));
        QVERIFY(until([&] { return !semaphore().remaining_lease(id); }));
        QCOMPARE(semaphore().available(), 1);
    }

    void nineThousandExpiredPermitsAreSweptInOneGo()
    {
        redis().expect({"SET", "a", "0"});
        add_expired(9000);
        QCOMPARE(semaphore().available(), 9000);
        Subscriber java(m_server->direct(), {channel});
        const auto id = semaphore().try_acquire(60s);
        QVERIFY(id.has_value());
        QCOMPARE(value(), std::string("8999"));
        QCOMPARE(entries(), 1);
        QVERIFY(java.take_all(redis()) == Messages({{channel, "9000"}}));
        QVERIFY(semaphore().release(*id));
    }

    void moreThanThatTakesSeveralCalls()
    {
        redis().expect({"SET", "a", "0"});
        add_expired(25000);
        QCOMPARE(semaphore().available(), 25000);
        for (int i = 0; i < 3; ++i)
            QVERIFY(semaphore().try_acquire());
        QCOMPARE(entries(), 3);
        QCOMPARE(value(), std::string("24997"));
    }

    void theAwaitableFormsDoTheSame()
    {
        asio::thread_pool pool(2);
        const auto await = [&](auto work) { return asio::co_spawn(pool, std::move(work), asio::use_future).get(); };
        PermitSemaphore a = semaphore();
        QVERIFY(await(a.async_try_set_permits(2)));
        await(a.async_set_permits(1));
        await(a.async_add_permits(1));
        const std::string first = await(a.async_acquire(60s));
        const auto second = await(a.async_try_acquire());
        QVERIFY(second.has_value());
        QVERIFY(is_refused([&] { return await(a.async_try_acquire_for(300ms, 1s)).has_value(); }));
        QVERIFY(await(a.async_update_lease(*second, 60s)));
        QVERIFY(await(a.async_remaining_lease(*second)).value() > 50s);
        QVERIFY(await(a.async_release(first)));
        QCOMPARE(await(a.async_available()), 1);
        QCOMPARE(await(a.async_acquired()), 1);
        QCOMPARE(await(a.async_permits()), 2);
        QVERIFY(!await(a.async_try_acquire_several(2)));
        await(a.async_add_permits(1));
        const std::vector<std::string> several = await(a.async_acquire_several(2, 60s));
        QVERIFY(!await(a.async_acquire_several(2, Terms{300ms, 1s, {}})));
        QCOMPARE(await(a.async_release_several(several)), 2);
        QVERIFY(await(a.async_remove()));
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    // Waiting.

    void aWaiterOfAnotherClientIsWokenByTheRelease()
    {
        Client other(m_server->endpoint());
        semaphore().try_set_permits(1);
        const std::string id = semaphore().acquire();
        auto waiter = in_thread([&] { return other.permit_semaphore("a").try_acquire_for(60s); });
        QVERIFY(has_waiters());
        QVERIFY(!is_ready(waiter));
        QVERIFY(semaphore().release(id));
        QVERIFY(is_ready(waiter, patience)); // without the message it would look again after 30 s
        QVERIFY(waiter.get().has_value());
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void aWaiterIsWokenByAJavaService()
    {
        const std::string id("java's id 16 byt");
        redis().expect({"SET", "a", "1"});
        java_takes(id, std::stoll(without_end));
        auto waiter = in_thread([&] { return semaphore().acquire(); });
        QVERIFY(has_waiters());
        QVERIFY(!is_ready(waiter));
        java_releases(id);
        QVERIFY(is_ready(waiter, patience));
    }

    void aWaiterTakesOverWhenTheFirstOneExpires()
    {
        redis().expect({"SET", "a", "2"});
        const auto deadline = server_now() + 300;
        java_takes("java's id 16 byt", deadline);
        java_takes("java's second id", deadline + 60000);
        auto waiter = in_thread([&] { return semaphore().acquire(60s); });
        QVERIFY(is_ready(waiter, 10s)); // nobody tells: it knows when
        QVERIFY(server_now() >= deadline);
        QCOMPARE(value(), std::string("0"));
        QCOMPARE(entries(), 2);
    }

    void oddMessagesChangeNothing()
    {
        semaphore().try_set_permits(0);
        auto waiter = in_thread([&] { return semaphore().try_acquire_for(60s); });
        QVERIFY(has_waiters());
        for (const std::string& message : odd_messages()) {
            const auto before = redis().scripts();
            QCOMPARE(redis().publish(channel, message), 1);
            QVERIFY(until([&] { return redis().scripts() > before; })); // it looks, whatever was said
            QVERIFY(!is_ready(waiter));
            QCOMPARE(value(), std::string("0"));
            QCOMPARE(entries(), 0);
        }
        semaphore().add_permits(1);
        QVERIFY(waiter.get().has_value());
    }

    void whoWaitsInVainIsToldInTime()
    {
        semaphore().try_set_permits(1);
        const std::string id = semaphore().acquire(60s);
        const auto start = Clock::now();
        QVERIFY(is_refused([&] { return semaphore().try_acquire_for(60ms).has_value(); }));
        QVERIFY(since(start) >= 60ms && since(start) < 10s);
        QCOMPARE(entries(), 1);
        QVERIFY(until([&] { return redis().channels().empty(); }));
        QVERIFY(semaphore().release(id));
    }

    void neverMoreInsideThanPermits()
    {
        constexpr int permits = 5;
        semaphore().try_set_permits(permits);
        Inside inside;
        QVERIFY(take_turns(m_server->endpoint(), 64, [&](Client& client, Work& work, int, int) {
            const Permit permit(client.permit_semaphore("a"), 60s);
            inside.enter();
            work.do_some();
            inside.leave();
        }));
        QVERIFY2(inside.most() <= permits, std::to_string(inside.most()).c_str());
        QCOMPARE(value(), std::to_string(permits));
        QCOMPARE(entries(), 0);
    }

    // The guard.

    void aGuardGivesItsPermitBack()
    {
        semaphore().try_set_permits(2);
        {
            Permit first(semaphore(), 60s);
            Permit second(semaphore(), semaphore().acquire());
            QCOMPARE(value(), std::string("0"));
            Permit third(std::move(first));
            QVERIFY(first.id().empty()); // NOLINT(bugprone-use-after-move): that is what is tested
            second = std::move(third);   // gives back what it held
            QCOMPARE(value(), std::string("1"));
            QVERIFY(second.release());
            QVERIFY(!second.release());
            QCOMPARE(value(), std::string("2"));
            second = Permit(semaphore());
            QCOMPARE(value(), std::string("1"));
        }
        QCOMPARE(value(), std::string("2"));
        const std::string kept = Permit(semaphore()).detach();
        QCOMPARE(value(), std::string("1"));
        QVERIFY(semaphore().release(kept));
    }
};

QTEST_GUILESS_MAIN(PermitSemaphoreTest)
#include "permit_semaphore_test.moc"

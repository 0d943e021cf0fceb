// SPDX-License-Identifier: Apache-2.0
// The semaphore: what it writes and says, who gets permits when, and what becomes of them when things go wrong.
#include "counting_suite.hpp"

#include "lockscope/semaphore.hpp"

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

namespace {

/// What users of std::counting_semaphore do.
template <typename AnySemaphore>
bool as_the_standard_does(AnySemaphore& semaphore)
{
    semaphore.acquire();
    const bool second = semaphore.try_acquire();
    const bool third = semaphore.try_acquire_for(std::chrono::microseconds(1500));
    const bool late = semaphore.try_acquire_until(std::chrono::steady_clock::now() + 1ms);
    semaphore.release(2);
    return second && !third && !late && semaphore.max() > 1000;
}

} // namespace

class SemaphoreTest : public QObject, private CountingStage
{
    Q_OBJECT

    Semaphore semaphore(const std::string& name = "a") { return m_client->semaphore(name); }

public:
    SemaphoreTest() : CountingStage("redisson_sc:{a}") {}

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    // On the wire.

    void permitsAreSetOnce()
    {
        Subscriber java(m_server->direct(), {channel});
        QVERIFY(semaphore().try_set_permits(10));
        QVERIFY(!semaphore().try_set_permits(15));
        QCOMPARE(value(), std::string("10"));
        QCOMPARE(redis().pttl("a"), -1);
        QCOMPARE(redis().keys(), std::vector<std::string>{"a"});
        QCOMPARE(semaphore().available(), 10);
        QVERIFY(java.take_all(redis()) == Messages({{channel, "10"}}));
    }

    void aSemaphoreWithALifetimeEndsByItself()
    {
        QVERIFY(semaphore().try_set_permits(10, 3s));
        const auto ttl = redis().pttl("a");
        QVERIFY(ttl > 0 && ttl <= 3000);
        QVERIFY(until([&] { return semaphore().try_set_permits(3); }));
        QCOMPARE(semaphore().available(), 3);
    }

    void acquiringSaysNothingAndReleasingSaysTheNewNumber()
    {
        redis().expect({"SET", "a", "3", "PX", "60000"});
        Subscriber java(m_server->direct(), {channel});
        semaphore().acquire(2);
        QCOMPARE(value(), std::string("1"));
        semaphore().release();
        semaphore().release(5);
        QCOMPARE(value(), std::string("7"));
        QVERIFY(java.take_all(redis()) == Messages({{channel, "2"}, {channel, "7"}}));
        QVERIFY(redis().pttl("a") > 0);
    }

    void namesAndTheirChannels_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("channel");
        QTest::newRow("plain") << QByteArray("orders") << QByteArray("redisson_sc:{orders}");
        QTest::newRow("with a tag") << QByteArray("{t}:k") << QByteArray("redisson_sc:{t}:k");
        QTest::newRow("bytes") << QByteArray("\0\xff\r\n", 4) << QByteArray("redisson_sc:{\0\xff\r\n}", 18);
    }
    void namesAndTheirChannels()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, channel);
        if (m_server->must_refuse(name.toStdString())) {
            QCOMPARE(thrown([&] { return semaphore(name.toStdString()); }), Errc::invalid_argument);
            return;
        }
        Subscriber java(m_server->direct(), {channel.toStdString()});
        Semaphore any = semaphore(name.toStdString());
        QVERIFY(any.try_set_permits(1));
        QVERIFY(any.try_acquire());
        QVERIFY(!any.try_acquire());
        any.release();
        QVERIFY(java.take_all(redis()) == Messages({{channel.toStdString(), "1"}, {channel.toStdString(), "1"}}));
        QCOMPARE(redis().keys(), std::vector<std::string>{name.toStdString()});
    }

    // Numbers.

    void aNameWithoutAKeyHasNoPermits()
    {
        QCOMPARE(semaphore().available(), 0);
        QVERIFY(!semaphore().try_acquire());
        QCOMPARE(semaphore().drain(), 0);
        QVERIFY(!semaphore().release_if_exists());
        QVERIFY(!semaphore().remove());
        QVERIFY(!redis().exists("a"));
        semaphore().release(); // nobody counts who took them
        QCOMPARE(value(), std::string("1"));
    }

    void zeroPermitsAreHadAndGivenWithoutAsking()
    {
        redis().reset_stats();
        semaphore().acquire(0);
        QVERIFY(semaphore().try_acquire(0));
        semaphore().release(0);
        QCOMPARE(redis().scripts(), 0);
        QVERIFY(!redis().exists("a"));
    }

    void allPermitsOrNone()
    {
        semaphore().try_set_permits(5);
        QVERIFY(!semaphore().try_acquire(6));
        QCOMPARE(semaphore().available(), 5);
        QVERIFY(semaphore().try_acquire(5));
        QVERIFY(!semaphore().try_acquire());
        QCOMPARE(semaphore().available(), 0);
    }

    void releaseIfExistsNeedsAKey()
    {
        QVERIFY(!semaphore().release_if_exists(3));
        semaphore().try_set_permits(1);
        QVERIFY(semaphore().release_if_exists(3));
        QCOMPARE(semaphore().available(), 4);
    }

    void permitsCanBecomeADebt()
    {
        Subscriber java(m_server->direct(), {channel});
        semaphore().try_set_permits(5);
        semaphore().add_permits(-12);
        QCOMPARE(value(), std::string("-7"));
        QVERIFY(!semaphore().try_acquire());
        semaphore().release(6);
        semaphore().add_permits(3);
        QCOMPARE(semaphore().available(), 2);
        // A negative number would break Redisson's listeners, so nobody is told of one.
        QVERIFY(java.take_all(redis()) == Messages({{channel, "5"}, {channel, "2"}}));
    }

    void drainTakesAllAndForgivesADebt()
    {
        redis().expect({"SET", "a", "9", "PX", "60000"});
        QCOMPARE(semaphore().drain(), 9);
        QCOMPARE(semaphore().drain(), 0);
        QCOMPARE(value(), std::string("0"));
        QVERIFY(redis().pttl("a") > 0); // Redisson's would live for ever now
        semaphore().add_permits(-2);
        QVERIFY(redis().pttl("a") > 0);
        QCOMPARE(semaphore().drain(), -2);
        QCOMPARE(value(), std::string("0"));
    }

    void theLargestNumberFitsAndNoMore()
    {
        Semaphore a = semaphore();
        a.try_set_permits(Semaphore::max());
        QVERIFY(a.try_acquire(Semaphore::max()));
        a.release(Semaphore::max());
        QCOMPARE(thrown([&] { a.release(); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.release_if_exists(); }), Errc::invalid_argument);
        QCOMPARE(a.available(), Semaphore::max());
        a.drain();
        a.add_permits(std::numeric_limits<int>::min());
        QCOMPARE(thrown([&] { a.add_permits(-1); }), Errc::invalid_argument);
        QCOMPARE(a.available(), std::numeric_limits<int>::min());
    }

    void negativeNumbersAndEmptyNamesAreMistakes()
    {
        Semaphore a = semaphore();
        QCOMPARE(thrown([&] { a.acquire(-1); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { a.release(-1); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.release_if_exists(-1); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.try_set_permits(-1); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return a.try_set_permits(1, 0ms); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return m_client->semaphore(""); }), Errc::invalid_argument);
    }

    void foreignKeysStayAsTheyAre_data() { foreign_keys(); }
    void foreignKeysStayAsTheyAre()
    {
        QFETCH(QStringList, command);
        make_key(redis(), command);
        const std::string before = redis().text({"DUMP", "a"});
        Semaphore a = semaphore();
        QCOMPARE(thrown([&] { a.acquire(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.try_acquire_for(1s); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { a.release(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.release_if_exists(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { a.add_permits(1); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.drain(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.available(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return a.remove(); }), Errc::wrong_type);
        QVERIFY(!a.try_set_permits(1));
        QCOMPARE(redis().text({"DUMP", "a"}), before);
    }

    void worksAsTheStandardsSemaphore()
    {
        Semaphore a = semaphore();
        a.try_set_permits(2);
        QVERIFY(as_the_standard_does(a));
        QCOMPARE(a.available(), 2);
    }

    void aGuardGivesItsPermitsBack()
    {
        semaphore().try_set_permits(5);
        {
            SemaphoreGuard first(semaphore());
            semaphore().acquire(2);
            SemaphoreGuard second(semaphore(), 2, std::adopt_lock);
            QCOMPARE(value(), std::string("2"));
            SemaphoreGuard third(std::move(first));
            QCOMPARE(first.permits(), 0); // NOLINT(bugprone-use-after-move): that is what is tested
            second = std::move(third);    // gives back what it held
            QCOMPARE(value(), std::string("4"));
            second.release();
            second.release();
            QCOMPARE(value(), std::string("5"));
            second = SemaphoreGuard(semaphore(), 3);
            QCOMPARE(value(), std::string("2"));
        }
        QCOMPARE(value(), std::string("5"));
        QCOMPARE(SemaphoreGuard(semaphore(), 4).detach(), 4);
        QCOMPARE(value(), std::string("1"));
    }

    void theAwaitableFormsDoTheSame()
    {
        asio::thread_pool pool(2);
        const auto await = [&](auto work) { return asio::co_spawn(pool, std::move(work), asio::use_future).get(); };
        Semaphore a = semaphore();
        QVERIFY(await(a.async_try_set_permits(3)));
        QVERIFY(!await(a.async_try_set_permits(4, 1s)));
        await(a.async_acquire());
        QVERIFY(await(a.async_try_acquire(2)));
        QVERIFY(is_refused([&] { return await(a.async_try_acquire_for(300ms)); }));
        await(a.async_release(3));
        await(a.async_add_permits(-1));
        QVERIFY(await(a.async_release_if_exists(2)));
        QCOMPARE(await(a.async_available()), 4);
        QCOMPARE(await(a.async_drain()), 4);
        QVERIFY(await(a.async_remove()));
        QVERIFY(!redis().exists("a"));
    }

    // Waiting.

    void aWaiterOfAnotherClientIsWokenByTheRelease()
    {
        Client other(m_server->endpoint());
        semaphore().try_set_permits(1);
        semaphore().acquire();
        auto waiter = in_thread([&] { return other.semaphore("a").try_acquire_for(60s); });
        QVERIFY(has_waiters());
        QVERIFY(!is_ready(waiter));
        semaphore().release();
        QVERIFY(is_ready(waiter, patience)); // without the message it would look again after 30 s
        QVERIFY(waiter.get());
        QCOMPARE(value(), std::string("0"));
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void aWaiterIsWokenByAJavaService()
    {
        redis().expect({"SET", "a", "0"});
        auto waiter = in_thread([&] { semaphore().acquire(2); });
        QVERIFY(has_waiters());
        QCOMPARE(redis().integer({"INCRBY", "a", "1"}), 1);
        redis().publish(channel, "1");
        QVERIFY(!is_ready(waiter));
        QCOMPARE(redis().integer({"INCRBY", "a", "1"}), 2);
        redis().publish(channel, "2");
        QVERIFY(is_ready(waiter, patience));
        QCOMPARE(value(), std::string("0"));
    }

    void addedAndSetPermitsWakeWaiters()
    {
        auto first = in_thread([&] { semaphore().acquire(); });
        QVERIFY(has_waiters());
        Client other(m_server->endpoint());
        QVERIFY(other.semaphore("a").try_set_permits(1));
        QVERIFY(is_ready(first, patience));
        auto second = in_thread([&] { semaphore().acquire(3); });
        QVERIFY(has_waiters());
        other.semaphore("a").add_permits(3);
        QVERIFY(is_ready(second, patience));
        QCOMPARE(value(), std::string("0"));
    }

    void oneReleaseOfManyServesAllWaiters()
    {
        std::vector<std::future<void>> waiters;
        for (int i = 0; i < 8; ++i)
            waiters.push_back(in_thread([&] { semaphore().acquire(); }));
        QVERIFY(has_waiters());
        Client other(m_server->endpoint());
        other.semaphore("a").release(8);
        for (auto& waiter : waiters)
            QVERIFY(is_ready(waiter, patience));
        QCOMPARE(value(), std::string("0"));
    }

    void oddMessagesChangeNothing()
    {
        semaphore().try_set_permits(1);
        auto waiter = in_thread([&] { return semaphore().try_acquire_for(60s, 2); });
        QVERIFY(has_waiters());
        for (const std::string& message : odd_messages()) {
            const auto before = redis().scripts();
            QCOMPARE(redis().publish(channel, message), 1);
            QVERIFY(until([&] { return redis().scripts() > before; })); // it looks, whatever was said
            QVERIFY(!is_ready(waiter));
            QCOMPARE(value(), std::string("1"));
        }
        semaphore().release();
        QVERIFY(waiter.get());
        QCOMPARE(value(), std::string("0"));
    }

    /// `a` and `{a}` have one channel: who waits for the one must not be in the way of who waits for the other.
    void namesThatShareAChannelDoNotWaitForEachOther()
    {
        auto first = in_thread([&] { semaphore("a").acquire(); });
        QVERIFY(has_waiters());
        auto second = in_thread([&] { semaphore("{a}").acquire(); });
        semaphore("{a}").release();
        QVERIFY(is_ready(second, patience));
        QVERIFY(!is_ready(first));
        semaphore("a").release();
        QVERIFY(is_ready(first, patience));
    }

    void numbersOfJavaThatHaveMoreThan32BitsAreCutOff()
    {
        redis().expect({"SET", "a", "5000000000"});
        QCOMPARE(semaphore().available(), Semaphore::max());
        QVERIFY(semaphore().try_acquire(2));
        QCOMPARE(value(), std::string("4999999998"));
        QCOMPARE(thrown([&] { semaphore().release(); }), Errc::invalid_argument);
    }

    void whoWaitsInVainIsToldInTime_data()
    {
        QTest::addColumn<int>("wait");
        QTest::newRow("not at all") << 0;
        QTest::newRow("negative") << -5;
        QTest::newRow("60 ms") << 60;
    }
    void whoWaitsInVainIsToldInTime()
    {
        QFETCH(int, wait);
        semaphore().try_set_permits(1);
        const auto start = Clock::now();
        QVERIFY(!semaphore().try_acquire_for(milliseconds(wait), 2));
        QVERIFY(since(start) >= milliseconds(wait));
        QVERIFY(since(start) < milliseconds(std::max(wait, 0) + 10'000));
        QCOMPARE(value(), std::string("1"));
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void whoWantsManyIsNotStarved()
    {
        semaphore().try_set_permits(0);
        auto many = in_thread([&] { semaphore().acquire(3); });
        QVERIFY(has_waiters());
        std::vector<std::future<void>> few;
        for (int i = 0; i < 8; ++i)
            few.push_back(in_thread([&] { semaphore().acquire(); }));
        for (int i = 0; i < 3; ++i)
            semaphore().release();
        QVERIFY(is_ready(many, patience)); // although each of the three would have served one of the others
        for (int i = 0; i < 8; ++i)
            semaphore().release();
        for (auto& each : few)
            each.get();
        QCOMPARE(value(), std::string("0"));
    }

    void neverMoreInsideThanPermits_data()
    {
        QTest::addColumn<int>("permits");
        QTest::newRow("one") << 1;
        QTest::newRow("five") << 5;
    }
    void neverMoreInsideThanPermits()
    {
        QFETCH(int, permits);
        semaphore().try_set_permits(permits);
        Inside inside;
        QVERIFY(take_turns(m_server->endpoint(), 64, [&](Client& client, Work& work, int thread, int) {
            Semaphore a = client.semaphore("a");
            const int wanted = permits > 1 && thread % 3 == 0 ? 2 : 1;
            a.acquire(wanted);
            inside.enter(wanted);
            work.do_some();
            inside.leave(wanted);
            a.release(wanted);
        }));
        QVERIFY2(inside.most() <= permits, std::to_string(inside.most()).c_str());
        QCOMPARE(semaphore().available(), permits);
    }
};

QTEST_GUILESS_MAIN(SemaphoreTest)
#include "semaphore_test.moc"

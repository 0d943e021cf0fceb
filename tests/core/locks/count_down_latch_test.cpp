// SPDX-License-Identifier: Apache-2.0
// The count-down latch: what it writes and says, and that every waiter learns in bounded time that it is open.
#include "counting_suite.hpp"

#include "lockscope/count_down_latch.hpp"

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

class CountDownLatchTest : public QObject, private CountingStage
{
    Q_OBJECT

    CountDownLatch latch(const std::string& name = "a") { return m_client->count_down_latch(name); }

public:
    CountDownLatchTest() : CountingStage("redisson_countdownlatch__channel__{a}") {}

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    // On the wire.

    void itsLifeAsJavaSeesIt()
    {
        Subscriber java(m_server->direct(), {channel});
        QVERIFY(latch().try_set_count(3));
        QVERIFY(!latch().try_set_count(5));
        QCOMPARE(redis().text({"GET", "a"}), std::string("3"));
        QCOMPARE(redis().pttl("a"), -1);
        QCOMPARE(redis().keys(), std::vector<std::string>{"a"});
        QCOMPARE(latch().count_down(), 2);
        QCOMPARE(latch().count_down(), 1);
        QCOMPARE(latch().count(), 1);
        QCOMPARE(redis().text({"GET", "a"}), std::string("1"));
        QCOMPARE(latch().count_down(), 0);
        QVERIFY(!redis().exists("a"));
        QCOMPARE(latch().count_down(), 0);
        QCOMPARE(latch().count(), 0);
        QVERIFY(!redis().exists("a"));
        QVERIFY(latch().try_set_count(1)); // once more
        QVERIFY(java.take_all(redis()) == Messages({{channel, "1"}, {channel, "0"}, {channel, "1"}}));
    }

    void removingItOpensIt()
    {
        Subscriber java(m_server->direct(), {channel});
        QVERIFY(!latch().remove());
        latch().try_set_count(3);
        QVERIFY(latch().remove());
        QVERIFY(!redis().exists("a"));
        QVERIFY(java.take_all(redis()) == Messages({{channel, "1"}, {channel, "1"}, {channel, "0"}}));
    }

    void namesAndTheirChannels_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("channel");
        QTest::newRow("plain") << QByteArray("all:here") << QByteArray("redisson_countdownlatch__channel__{all:here}");
        QTest::newRow("with a tag") << QByteArray("{t}:k") << QByteArray("redisson_countdownlatch__channel__{{t}:k}");
        QTest::newRow("bytes") << QByteArray("\0\xff", 2)
                               << QByteArray("redisson_countdownlatch__channel__{\0\xff}", 38);
    }
    void namesAndTheirChannels()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, channel);
        if (m_server->is_cluster() && name.contains('{')) {
            QCOMPARE(thrown([&] { return latch(name.toStdString()); }), Errc::invalid_argument);
            return;
        }
        Subscriber java(m_server->direct(), {channel.toStdString()});
        CountDownLatch any = latch(name.toStdString());
        any.try_set_count(1);
        QCOMPARE(any.count_down(), 0);
        QVERIFY(java.take_all(redis()) == Messages({{channel.toStdString(), "1"}, {channel.toStdString(), "0"}}));
    }

    void aCountOfZeroOrLessIsOpen_data()
    {
        QTest::addColumn<QString>("value");
        QTest::newRow("zero") << "0";
        QTest::newRow("negative") << "-3";
    }
    void aCountOfZeroOrLessIsOpen()
    {
        QFETCH(QString, value);
        redis().expect({"SET", "a", value.toStdString()});
        Subscriber java(m_server->direct(), {channel});
        QCOMPARE(latch().count(), 0);
        latch().wait();
        QVERIFY(!latch().try_set_count(2));
        QCOMPARE(latch().count_down(), 0);
        QVERIFY(!redis().exists("a"));
        QVERIFY(java.take_all(redis()).empty());
    }

    void countsThatMakeNoSense_data()
    {
        QTest::addColumn<qlonglong>("count");
        QTest::newRow("zero") << 0LL;
        QTest::newRow("negative") << -1LL;
        QTest::newRow("not exact in Lua") << CountDownLatch::max_count + 1LL;
    }
    void countsThatMakeNoSense()
    {
        QFETCH(qlonglong, count);
        QCOMPARE(thrown([&] { return latch().try_set_count(count); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return m_client->count_down_latch(""); }), Errc::invalid_argument);
    }

    void theLargestCountIsExact()
    {
        QVERIFY(latch().try_set_count(CountDownLatch::max_count));
        QCOMPARE(latch().count_down(), CountDownLatch::max_count - 1);
        QCOMPARE(latch().count(), CountDownLatch::max_count - 1);
    }

    void foreignKeysStayAsTheyAre_data() { foreign_keys(); }
    void foreignKeysStayAsTheyAre()
    {
        QFETCH(QStringList, command);
        make_key(redis(), command);
        const std::string before = redis().text({"DUMP", "a"});
        QCOMPARE(thrown([&] { return latch().count_down(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return latch().count(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { latch().wait(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return latch().try_wait(); }), Errc::wrong_type);
        QCOMPARE(thrown([&] { return latch().remove(); }), Errc::wrong_type);
        QVERIFY(!latch().try_set_count(1));
        QCOMPARE(redis().text({"DUMP", "a"}), before);
    }

    // Waiting.

    void anOpenLatchLetsEverybodyThrough()
    {
        latch().wait();
        QVERIFY(latch().try_wait());
        QVERIFY(latch().wait_for(std::chrono::microseconds(20'000'000)));
        QVERIFY(latch().wait_until(Clock::now() - 1h));
    }

    void aClosedOneDoesNot()
    {
        latch().try_set_count(1);
        QVERIFY(!latch().try_wait());
        const auto start = Clock::now();
        QVERIFY(is_refused([&] { return latch().wait_for(50ms); }));
        QVERIFY(since(start) >= 50ms);
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void everyWaiterOfEveryClientIsWoken()
    {
        Client other(m_server->endpoint());
        latch().try_set_count(2);
        std::vector<std::future<bool>> waiters;
        for (int i = 0; i < 20; ++i) {
            Client& client = i % 2 == 0 ? *m_client : other;
            waiters.push_back(in_thread([&client] { return client.count_down_latch("a").wait_for(60s); }));
        }
        QVERIFY(has_waiters(2));
        QCOMPARE(latch().count_down(), 1);
        QVERIFY(!is_ready(waiters[0]) && !is_ready(waiters[1]));
        QCOMPARE(latch().count_down(), 0);
        for (auto& waiter : waiters)
            QVERIFY(is_ready(waiter, patience) && waiter.get());
    }

    void aWaiterIsWokenByAJavaService()
    {
        redis().expect({"SET", "a", "1"});
        auto waiter = in_thread([&] { latch().wait(); });
        QVERIFY(has_waiters());
        redis().expect({"DEL", "a"});
        redis().publish(channel, "0");
        QVERIFY(is_ready(waiter, patience));
    }

    void aWaiterIsWokenByTheRemoval()
    {
        Client other(m_server->endpoint());
        latch().try_set_count(5);
        auto waiter = in_thread([&] { latch().wait(); });
        QVERIFY(has_waiters());
        QVERIFY(other.count_down_latch("a").remove());
        QVERIFY(is_ready(waiter, patience));
    }

    void aWaiterNoticesTheEndOfTheKey()
    {
        redis().expect({"SET", "a", "1", "PX", "300"});
        auto waiter = in_thread([&] { latch().wait(); });
        QVERIFY(is_ready(waiter, 10s)); // nobody tells; without knowing the expiry it would look after 30 s
    }

    void aWaiterSurvivesALostSubscription()
    {
        latch().try_set_count(1);
        auto waiter = in_thread([&] { latch().wait(); });
        QVERIFY(has_waiters());
        redis().expect({"DEL", "a"}); // and nobody is told
        for (const auto& each : redis().clients()) {
            if (each.at("sub") == "1")
                redis().command({"CLIENT", "KILL", "ID", each.at("id")});
        }
        QVERIFY(is_ready(waiter, patience));
    }

    void oddMessagesChangeNothing()
    {
        latch().try_set_count(2);
        auto waiter = in_thread([&] { latch().wait(); });
        QVERIFY(has_waiters());
        for (const std::string& message : odd_messages()) {
            const auto before = redis().scripts();
            QCOMPARE(redis().publish(channel, message), 1);
            QVERIFY(until([&] { return redis().scripts() > before; })); // it looks, whatever was said
            QVERIFY(!is_ready(waiter));
            QCOMPARE(redis().text({"GET", "a"}), std::string("2"));
        }
        latch().count_down();
        latch().count_down();
        QVERIFY(is_ready(waiter, patience));
    }

    void aHundredThreadsCountDownTogether()
    {
        latch().try_set_count(100);
        std::vector<std::future<std::int64_t>> threads;
        for (int i = 0; i < 100; ++i) {
            threads.push_back(in_thread([&] {
                const std::int64_t left = latch().count_down();
                latch().wait();
                return left;
            }));
        }
        std::vector<std::int64_t> left;
        for (auto& thread : threads)
            left.push_back(thread.get());
        std::sort(left.begin(), left.end());
        for (std::size_t i = 0; i < left.size(); ++i)
            QCOMPARE(left[i], static_cast<std::int64_t>(i));
        QVERIFY(!redis().exists("a"));
    }

    // Cancellation.

    void whoIsCancelledLeaves()
    {
        latch().try_set_count(1);
        std::stop_source stop;
        auto first = in_thread([&] { return latch().wait({{}, stop.get_token()}); });
        QVERIFY(has_waiters());
        auto second = in_thread([&] { latch().wait(); });
        stop.request_stop();
        QCOMPARE(thrown([&] { return first.get(); }), Errc::cancelled);
        QVERIFY(!is_ready(second));
        latch().count_down();
        QVERIFY(is_ready(second, patience));
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void aCancelledCoroutineLeaves()
    {
        asio::thread_pool pool(1);
        latch().try_set_count(1);
        Cancellable<bool> waiter(pool.get_executor(), latch().async_wait_for(60s));
        QVERIFY(has_waiters());
        waiter.cancel();
        QCOMPARE(thrown([&] { return waiter.get(); }), Errc::cancelled);
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void aClosedClientLetsItsWaitersGo()
    {
        latch().try_set_count(1);
        static_cast<void>(latch().try_wait()); // the server knows the script
        redis().reset_stats();
        auto waiter = in_thread([a = latch()]() mutable { a.wait(); });
        QVERIFY(rests(*m_client, redis()));
        m_client.reset();
        QCOMPARE(thrown([&] { waiter.get(); }), Errc::closed);
    }

    void theAwaitableFormsDoTheSame()
    {
        asio::thread_pool pool(2);
        const auto await = [&](auto work) { return asio::co_spawn(pool, std::move(work), asio::use_future).get(); };
        CountDownLatch a = latch();
        QVERIFY(await(a.async_try_set_count(2)));
        QVERIFY(is_refused([&] { return await(a.async_wait_for(5ms)); }));
        QCOMPARE(await(a.async_count_down()), 1);
        QCOMPARE(await(a.async_count()), 1);
        QVERIFY(await(a.async_remove()));
        await(a.async_wait());
        QVERIFY(await(a.async_wait(Patience{})));
    }

    // Lost requests and replies.

    void aLostReplyIsSaidAndNothingIsSentTwice_data()
    {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<bool>("executed");
        QTest::newRow("request lost") << Fault::reset_before_forwarding << false;
        QTest::newRow("reply lost") << Fault::swallow_and_reset << true;
        QTest::newRow("reply lost in silence") << Fault::swallow_and_fall_silent << true;
    }
    void aLostReplyIsSaidAndNothingIsSentTwice()
    {
        QFETCH(Fault, fault);
        QFETCH(bool, executed);
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint(), impatient(1s));
        CountDownLatch a = client.count_down_latch("a");
        a.try_set_count(2); // the server knows the scripts afterwards
        a.count_down();
        a.count_down();
        proxy.inject(fault, FaultProxy::any_script());
        QCOMPARE(thrown([&] { return a.try_set_count(9); }), Errc::outcome_unknown);
        QCOMPARE(redis().exists("a"), executed);
        redis().expect({"SET", "a", "9"});
        proxy.inject(fault, FaultProxy::any_script());
        QCOMPARE(thrown([&] { return a.count_down(); }), Errc::outcome_unknown);
        QCOMPARE(redis().text({"GET", "a"}), std::string(executed ? "8" : "9"));
        QVERIFY(proxy.wait_injected(2));
        proxy.inject(fault, FaultProxy::any_script());
        QCOMPARE(a.count(), executed ? 8 : 9); // who only looks may look again
    }

    void aWaiterSurvivesAnOutage()
    {
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint(), impatient(1s));
        latch().try_set_count(1);
        auto waiter = in_thread([&] { client.count_down_latch("a").wait(); });
        QVERIFY(has_waiters());
        proxy.set_mode(FaultProxy::Mode::refuse);
        proxy.cut_all();
        QVERIFY(until([&] { return redis().subscribers(channel) == 0; }));
        latch().count_down();
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(is_ready(waiter, patience));
        waiter.get();
    }
};

QTEST_GUILESS_MAIN(CountDownLatchTest)
#include "count_down_latch_test.moc"

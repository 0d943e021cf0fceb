// SPDX-License-Identifier: Apache-2.0
// The semaphore when its callers are cancelled and its requests or replies are lost.
#include "counting_suite.hpp"

#include "lockscope/semaphore.hpp"

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

class SemaphoreFaultsTest : public QObject, private CountingStage
{
    Q_OBJECT

    Semaphore semaphore(const std::string& name = "a") { return m_client->semaphore(name); }

public:
    SemaphoreFaultsTest() : CountingStage("redisson_sc:{a}") {}

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    // Cancellation: at no point a permit is lost.

    void whoIsCancelledWhileWaitingLeaves()
    {
        semaphore().try_set_permits(1);
        std::stop_source stop;
        auto waiter = in_thread([&] { return semaphore().acquire(2, {{}, stop.get_token()}); });
        QVERIFY(has_waiters());
        auto next = in_thread([&] { return semaphore().try_acquire_for(60s); });
        stop.request_stop();
        QCOMPARE(thrown([&] { return waiter.get(); }), Errc::cancelled);
        QVERIFY(next.get()); // the place in the line went on
        QVERIFY(until([&] { return redis().channels().empty(); }));
        QCOMPARE(value(), std::string("0"));
    }

    void whoIsCancelledBehindAnotherLeaves()
    {
        semaphore().try_set_permits(0);
        auto first = in_thread([&] { semaphore().acquire(); });
        QVERIFY(has_waiters());
        std::stop_source stop;
        auto second = in_thread([&] { return semaphore().acquire(1, {{}, stop.get_token()}); });
        stop.request_stop();
        QCOMPARE(thrown([&] { return second.get(); }), Errc::cancelled);
        semaphore().release();
        QVERIFY(is_ready(first, patience));
    }

    void whatIsTakenAfterTheCancellationGoesBack()
    {
        FaultProxy proxy(m_server->direct());
        Client slow(proxy.endpoint());
        semaphore().try_set_permits(5);
        QVERIFY(slow.semaphore("a").try_acquire(2));
        proxy.inject(Fault::hold_requests, FaultProxy::any_script());
        asio::thread_pool pool(1);
        Cancellable<bool> taking(pool.get_executor(), slow.semaphore("a").async_acquire(3, {20s, {}}));
        QVERIFY(proxy.wait_injected(1));
        taking.cancel();
        settle(pool.get_executor());
        settle(slow.executor());
        proxy.release_held();
        QCOMPARE(thrown([&] { return taking.get(); }), Errc::cancelled);
        QVERIFY(until([&] { return value() == "3"; }));
    }

    void cancelledBeforeItBegan()
    {
        semaphore().try_set_permits(5);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(thrown([&] { return semaphore().acquire(3, {{}, stop.get_token()}); }), Errc::cancelled);
        QCOMPARE(value(), std::string("5"));
    }

    /// Cancelled at every moment of an acquisition: in the end it has the permit and knows it, or nobody has.
    void cancellationNeverLosesAPermit()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        proxy.delay_replies(3ms);
        Client slow(proxy.endpoint());
        Semaphore a = slow.semaphore("a");
        int cancelled = 0;
        for (int i = 0; i < 60; ++i) {
            const bool contended = i % 2 == 1;
            redis().expect({"SET", "a", contended ? "0" : "1"});
            Cancellable<bool> attempt(pool.get_executor(), a.async_acquire(1, {20s, {}}));
            std::this_thread::sleep_for(std::chrono::microseconds(400 * (i / 2))); // the moment itself is what varies
            if (contended)
                semaphore().release();
            attempt.cancel();
            bool acquired = false;
            const Errc error = thrown([&] { return acquired = attempt.get(); });
            if (acquired) {
                asio::co_spawn(pool, a.async_release(), asio::use_future).get();
            } else {
                QCOMPARE(error, Errc::cancelled);
                ++cancelled;
            }
            QVERIFY(until([&] { return value() == "1"; }));
        }
        QVERIFY(cancelled > 5);
    }

    void aClosedClientLetsItsWaitersGo()
    {
        static_cast<void>(semaphore().try_acquire()); // the server knows the script
        redis().reset_stats();
        auto waiter = in_thread([a = semaphore()]() mutable { a.acquire(); });
        QVERIFY(rests(*m_client, redis()));
        m_client.reset();
        QCOMPARE(thrown([&] { waiter.get(); }), Errc::closed);
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
        Semaphore a = client.semaphore("a");
        const auto lost = [&](auto action, const std::string& expected) {
            redis().expect({"SET", "a", "10"});
            QCOMPARE(a.available(), 10); // connected again
            const int before = proxy.injected();
            proxy.inject(fault, FaultProxy::any_script());
            QCOMPARE(thrown(action), Errc::outcome_unknown);
            QVERIFY(proxy.wait_injected(before + 1));
            QCOMPARE(proxy.injected(), before + 1);
            QCOMPARE(value(), executed ? expected : std::string("10"));
        };
        // The server knows the scripts, so that the one that is lost is the one that counts.
        a.release(0);
        a.try_set_permits(10);
        a.acquire(1);
        a.release(1);
        a.add_permits(-a.drain());
        lost([&] { a.acquire(3); }, "7");
        lost([&] { return a.try_acquire_for(500ms, 3); }, "7");
        lost([&] { a.release(3); }, "13");
        lost([&] { return a.release_if_exists(3); }, "13");
        lost([&] { a.add_permits(-3); }, "7");
        lost([&] { return a.drain(); }, "0");
        QVERIFY(a.try_acquire(0));
    }

    void theErrorOfALostAcquisitionSaysWhatItMeans()
    {
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint(), impatient(1s));
        semaphore().try_set_permits(1);
        QVERIFY(client.semaphore("a").try_acquire());
        proxy.inject(Fault::swallow_and_reset, FaultProxy::any_script());
        try {
            client.semaphore("a").acquire();
            QFAIL("the outcome cannot be known");
        } catch (const Error& error) {
            QVERIFY(!error.state_known());
            QVERIFY2(error.message().find("The semaphore a ") == 0, error.what());
            QVERIFY2(error.message().find("lost until somebody releases them") != std::string::npos, error.what());
        }
    }

    void aServerThatCannotBeReachedYetIsWaitedFor()
    {
        FaultProxy proxy(m_server->direct());
        proxy.set_mode(FaultProxy::Mode::refuse);
        semaphore().try_set_permits(1);
        Client client(proxy.endpoint(), impatient(1s));
        auto taking = in_thread([&] { client.semaphore("a").acquire(); });
        QVERIFY(until([&] { return proxy.accepted() >= 2; }));
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(is_ready(taking, patience));
        taking.get();
        QCOMPARE(value(), std::string("0"));
    }

    void everyCallEndsWhenThereIsNoServer()
    {
        FaultProxy proxy(m_server->direct());
        proxy.set_mode(FaultProxy::Mode::refuse);
        Client client(proxy.endpoint(), impatient(1s));
        const auto start = Clock::now();
        QCOMPARE(thrown([&] { return client.semaphore("a").try_acquire_for(100ms); }), Errc::connection_failed);
        QCOMPARE(thrown([&] { return client.semaphore("a").try_acquire(); }), Errc::connection_failed);
        QVERIFY(since(start) < 10s);
    }

    void aWaiterSurvivesALostSubscription()
    {
        ClientOptions options;
        options.name = "survivor";
        Client client(m_server->endpoint(), options);
        auto waiter = in_thread([&] { return client.semaphore("a").try_acquire_for(60s); });
        QVERIFY(has_waiters());
        redis().expect({"SET", "a", "1"}); // and nobody is told
        for (const auto& each : redis().clients()) {
            if (each.at("sub") == "1")
                redis().command({"CLIENT", "KILL", "ID", each.at("id")});
        }
        QVERIFY(is_ready(waiter, patience));
        QVERIFY(waiter.get());
    }
};

QTEST_GUILESS_MAIN(SemaphoreFaultsTest)
#include "semaphore_faults_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The permit-expirable semaphore when its callers are cancelled and its requests or replies are lost.
#include "permit_stage.hpp"

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

class PermitSemaphoreFaultsTest : public QObject, private PermitStage
{
    Q_OBJECT

    /// A client behind a proxy, and five permits of whose scripts the server knows.
    struct Behind
    {
        explicit Behind(PermitSemaphoreFaultsTest& test)
            : proxy(test.m_server->direct())
            , client(proxy.endpoint(), impatient(1s))
            , a(client.permit_semaphore("a"))
        {
            test.semaphore().try_set_permits(5);
            test.semaphore().release(test.semaphore().acquire());
            static_cast<void>(a.available());
        }
        FaultProxy proxy;
        Client client;
        PermitSemaphore a;
    };

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    // Cancellation: at no point a permit is lost.

    void whoIsCancelledWhileWaitingLeaves()
    {
        semaphore().try_set_permits(0);
        std::stop_source stop;
        auto waiter = in_thread([&] { return semaphore().acquire(Terms{{}, 60s, stop.get_token()}); });
        QVERIFY(has_waiters());
        auto next = in_thread([&] { return semaphore().acquire(); });
        stop.request_stop();
        QCOMPARE(thrown([&] { return waiter.get(); }), Errc::cancelled);
        semaphore().add_permits(1);
        QVERIFY(is_ready(next, patience));
        QCOMPARE(entries(), 1);
    }

    void whatIsTakenAfterTheCancellationGoesBack()
    {
        FaultProxy proxy(m_server->direct());
        Client slow(proxy.endpoint());
        semaphore().try_set_permits(5);
        QVERIFY(slow.permit_semaphore("a").try_acquire());
        proxy.inject(Fault::hold_requests, FaultProxy::any_script());
        asio::thread_pool pool(1);
        Cancellable<std::optional<std::string>> taking(pool.get_executor(),
                                                       slow.permit_semaphore("a").async_try_acquire_for(20s));
        QVERIFY(proxy.wait_injected(1));
        taking.cancel();
        settle(pool.get_executor());
        settle(slow.executor());
        proxy.release_held();
        QCOMPARE(thrown([&] { return taking.get(); }), Errc::cancelled);
        QVERIFY(until([&] { return value() == "4"; }));
        QCOMPARE(entries(), 1);
    }

    /// Cancelled at every moment of an acquisition: in the end it has the permit and knows it, or nobody has.
    void cancellationNeverLosesAPermit()
    {
        asio::thread_pool pool(1);
        FaultProxy proxy(m_server->direct());
        proxy.delay_replies(3ms);
        Client slow(proxy.endpoint());
        PermitSemaphore a = slow.permit_semaphore("a");
        int cancelled = 0;
        for (int i = 0; i < 60; ++i) {
            const bool contended = i % 2 == 1;
            redis().expect({"SET", "a", contended ? "0" : "1"});
            Cancellable<std::optional<std::string>> attempt(pool.get_executor(), a.async_try_acquire_for(20s, {}));
            std::this_thread::sleep_for(std::chrono::microseconds(400 * (i / 2))); // the moment itself is what varies
            if (contended)
                semaphore().add_permits(1);
            attempt.cancel();
            std::optional<std::string> id;
            const Errc error = thrown([&] { id = attempt.get(); });
            if (id) {
                QVERIFY(asio::co_spawn(pool, a.async_release(*id), asio::use_future).get());
            } else {
                QCOMPARE(error, Errc::cancelled);
                ++cancelled;
            }
            QVERIFY(until([&] { return value() == "1"; }));
            QCOMPARE(entries(), 0);
        }
        QVERIFY(cancelled > 5);
    }

    void aClosedClientLetsItsWaitersGo()
    {
        static_cast<void>(semaphore().try_acquire()); // the server knows the script
        redis().reset_stats();
        auto waiter = in_thread([a = semaphore()]() mutable { return a.acquire(); });
        QVERIFY(rests(*m_client, redis()));
        m_client.reset();
        QCOMPARE(thrown([&] { return waiter.get(); }), Errc::closed);
    }

    void aGuardEndsQuietlyWhateverHappened()
    {
        semaphore().try_set_permits(3);
        std::optional<Permit> expired(Permit(semaphore(), 500ms));
        QVERIFY(
            until([&] { return expired->loss_token().stop_requested() || !expired->loss_token().stop_possible(); }));
        std::optional<Permit> on_io(Permit(semaphore(), 60s));
        std::optional<Permit> of_a_closed_client(Permit(semaphore(), 60s));
        expired.reset();
        asio::post(m_client->executor(), [&] { on_io.reset(); }); // where nothing may block
        QVERIFY(until([&] { return value() == "2"; }));
        m_client.reset();
        of_a_closed_client.reset();
        QCOMPARE(value(), std::string("2"));
    }

    void aReleaseThatIsNotPermittedIsMadeUpForLater()
    {
        redis().expect({"ACL", "SETUSER", "app", "reset", "on", ">x", "~*", "&*", "+@all", "-zrem"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "app";
        endpoint.password = "x";
        Client client(endpoint);
        PermitSemaphore a = client.permit_semaphore("a");
        semaphore().try_set_permits(1);
        const std::string id = a.acquire();
        QCOMPARE(thrown([&] { return a.release(id); }), Errc::no_permission);
        QCOMPARE(entries(), 1);
        redis().expect({"ACL", "SETUSER", "app", "+zrem"});
        QVERIFY(until([&] { return value() == "1"; }));
        QCOMPARE(entries(), 0);
        redis().expect({"ACL", "DELUSER", "app"});
    }

    // Lost requests and replies: everything is executed exactly once.

    void acquireExactlyOnce_data() { add_request_faults(); }
    void acquireExactlyOnce()
    {
        QFETCH(Fault, fault);
        Behind there(*this);
        auto& [proxy, client, a] = there;
        proxy.inject(fault, FaultProxy::any_script());
        const std::string id = a.acquire(60s);
        QCOMPARE(proxy.injected(), 1);
        proxy.release_held();
        QCOMPARE(value(), std::string("4"));
        QCOMPARE(entries(), 1);
        QVERIFY(a.release(id));
        QCOMPARE(value(), std::string("5"));
    }

    void releaseExactlyOnce_data() { add_request_faults(); }
    void releaseExactlyOnce()
    {
        QFETCH(Fault, fault);
        Behind there(*this);
        auto& [proxy, client, a] = there;
        const std::string id = a.acquire(60s);
        proxy.inject(fault, FaultProxy::any_script(), 3);
        QVERIFY(a.release(id));
        QCOMPARE(proxy.injected(), 3);
        proxy.release_held();
        QCOMPARE(value(), std::string("5"));
        QCOMPARE(entries(), 0);
    }

    void severalExactlyOnce_data() { add_request_faults(); }
    void severalExactlyOnce()
    {
        QFETCH(Fault, fault);
        Behind there(*this);
        auto& [proxy, client, a] = there;
        proxy.inject(fault, FaultProxy::any_script());
        const std::vector<std::string> ids = a.acquire_several(3, 60s);
        QCOMPARE(proxy.injected(), 1);
        proxy.release_held();
        QCOMPARE(value(), std::string("2"));
        QCOMPARE(entries(), 3);
        proxy.inject(fault, FaultProxy::any_script(), 3);
        QCOMPARE(a.release_several(ids), 3);
        proxy.release_held();
        QCOMPARE(value(), std::string("5"));
        QCOMPARE(entries(), 0);
    }

    void settingTheTotalExactlyOnce_data() { add_request_faults(); }
    void settingTheTotalExactlyOnce()
    {
        QFETCH(Fault, fault);
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint(), impatient(1s));
        semaphore().set_permits(5);
        const std::string id = semaphore().acquire();
        PermitSemaphore a = client.permit_semaphore("a");
        QCOMPARE(a.available(), 4);
        proxy.inject(fault, FaultProxy::any_script());
        a.set_permits(7);
        QCOMPARE(proxy.injected(), 1);
        proxy.release_held();
        QCOMPARE(semaphore().permits(), 7);
        QVERIFY(semaphore().release(id));
        QCOMPARE(value(), std::string("7"));
    }

    void anUnknownAcquisitionIsSaidAndGivenBack()
    {
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint(), impatient(1s));
        semaphore().try_set_permits(5);
        PermitSemaphore a = client.permit_semaphore("a");
        QVERIFY(a.release(a.acquire()));
        proxy.inject(Fault::swallow_and_fall_silent, FaultProxy::any_script(), 1000);
        try {
            static_cast<void>(a.try_acquire_for(100ms));
            QFAIL("the outcome cannot be known");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::outcome_unknown);
            QVERIFY(!error.state_known());
            QVERIFY2(error.message().find("The semaphore a ") == 0, error.what());
        }
        proxy.clear_faults();
        QVERIFY(until([&] { return value() == "5"; }));
        QCOMPARE(entries(), 0);
        proxy.inject(Fault::swallow_and_fall_silent, FaultProxy::any_script(), 1000);
        QCOMPARE(thrown([&] { return a.acquire_several(3, Terms{100ms, {}, {}}); }), Errc::outcome_unknown);
        proxy.clear_faults();
        QVERIFY(until([&] { return value() == "5"; }));
        QCOMPARE(entries(), 0);
    }

    void aReleaseThatCannotBeDeliveredGoesOnInTheBackground()
    {
        FaultProxy proxy(m_server->direct());
        ClientOptions options = impatient(1s);
        options.outage_patience = 200ms;
        Client client(proxy.endpoint(), options);
        semaphore().try_set_permits(1);
        PermitSemaphore a = client.permit_semaphore("a");
        std::string id;
        QVERIFY(until([&] { return thrown([&] { return id = a.acquire(); }) == Errc::ok; }));
        proxy.set_mode(FaultProxy::Mode::black_hole);
        QVERIFY(thrown([&] { return a.release(id); }) != Errc::ok);
        QCOMPARE(value(), std::string("0"));
        proxy.cut_all();
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(until([&] { return value() == "1"; }));
    }

    void addingToItIsNeverSentTwice()
    {
        FaultProxy proxy(m_server->direct());
        Client client(proxy.endpoint(), impatient(1s));
        PermitSemaphore a = client.permit_semaphore("a");
        a.add_permits(5);
        proxy.inject(Fault::swallow_and_reset, FaultProxy::any_script());
        QCOMPARE(thrown([&] { a.add_permits(5); }), Errc::outcome_unknown);
        QCOMPARE(value(), std::string("10"));
    }
};

QTEST_GUILESS_MAIN(PermitSemaphoreFaultsTest)
#include "permit_semaphore_faults_test.moc"

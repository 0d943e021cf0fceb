// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "support/fault_proxy.hpp"

#include <QTest>

#include <future>

using namespace lockscope;
using namespace lockscope::tests;
using namespace std::chrono_literals;
using test::FaultProxy;
using Outcome = AdminResult::Outcome;
using What = BatchRequest::What;

class BatchTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;
    std::size_t not_begun = 0; ///< Of the latest run, because it was cancelled.

    static std::string name(int i) { return "lock:" + std::to_string(i); }
    BatchRequest all(What what, int count, milliseconds ttl = 0ms)
    {
        BatchRequest request;
        request.what = what;
        request.ttl = ttl;
        for (int i = 0; i < count; ++i) {
            m->hold(name(i), alice);
            request.locks.push_back(AdminFixture::request(name(i), {{alice, 1}}));
        }
        return request;
    }
    /// The outcomes in order; @p stop is asked to stop after so many.
    std::vector<Outcome> run(BatchRequest request, std::size_t stop_after = 1000)
    {
        const std::size_t count = request.locks.size();
        return run(std::move(request), count, stop_after);
    }
    template <class Request>
    std::vector<Outcome> run(std::vector<Request> requests, std::size_t stop_after = 1000)
    {
        const std::size_t count = requests.size();
        return run(std::move(requests), count, stop_after);
    }
    template <class Requests>
    std::vector<Outcome> run(Requests request, std::size_t count, std::size_t stop_after)
    {
        std::promise<std::vector<Outcome>> finished;
        std::vector<Outcome> outcomes;
        std::stop_source stop;
        not_begun = 0;
        m->admin.batch(std::move(request), stop.get_token(), [&](std::size_t place, const AdminResult& result) {
            if (place != outcomes.size())
                qFatal("out of order");
            outcomes.push_back(result.outcome);
            not_begun += result.code == Errc::cancelled ? 1 : 0;
            if (outcomes.size() == stop_after)
                stop.request_stop();
            if (outcomes.size() == count)
                finished.set_value(outcomes);
        });
        return finished.get_future().get();
    }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void eachIsComparedWithItsOwnExpectation()
    {
        auto request = all(What::force_release, 4);
        m->hold(name(1), alice, 2);
        m->redis.expect({"DEL", name(2)});
        QVERIFY(run(request) == (std::vector{Outcome::done, Outcome::changed, Outcome::changed, Outcome::done}));
        QCOMPARE(m->exists(name(0)) + m->exists(name(3)), 0);
        QCOMPARE(m->exists(name(1)), 1);
        QCOMPARE(m->audit->read().size(), 4U);
    }

    /// What is refused is an entry in the server's ACL log each time.
    void rightsAreTriedOutOnceForAll()
    {
        const auto request = all(What::force_release, 20);
        m->redis.expect({"CONFIG", "RESETSTAT"});
        QVERIFY(run(request) == std::vector(20, Outcome::done));
        QCOMPARE(m->redis.calls("dbsize"), std::int64_t(1));
    }

    void allCanBeExtendedOrExpired()
    {
        QVERIFY(run(all(What::extend, 3, 300s)) == std::vector(3, Outcome::done));
        QVERIFY(m->redis.pttl(name(2)) > 200'000);
        QVERIFY(run(all(What::force_expire, 3, 5s)) == std::vector(3, Outcome::done));
        QVERIFY(m->redis.pttl(name(2)) <= 5000);
    }

    void whatHasNotBegunWhenItIsCancelledIsLeftAlone()
    {
        const auto outcomes = run(all(What::force_release, 5), 2);
        QVERIFY(outcomes
                == (std::vector{Outcome::done, Outcome::done, Outcome::refused, Outcome::refused, Outcome::refused}));
        QCOMPARE(not_begun, 3U);
        QCOMPARE(m->exists(name(2)) + m->exists(name(3)) + m->exists(name(4)), 3);
        QCOMPARE(m->audit->read().size(), 2U); // only what was attempted
    }

    /// Nobody is asked about them when the server is back, and then the world may be another.
    void whatComesAfterALostConnectionIsNotBegun()
    {
        auto request = all(What::force_release, 5);
        FaultProxy proxy(m->sandbox.endpoint());
        ClientOptions options;
        options.command_timeout = 1s;
        Client client(proxy.endpoint(), options);
        Admin admin(client, m->audit, {.read_only = false});
        std::promise<void> finished;
        std::vector<AdminResult> results;
        admin.batch(std::move(request), {}, [&](std::size_t, const AdminResult& result) {
            results.push_back(result);
            if (results.size() == 2)
                proxy.set_mode(FaultProxy::Mode::black_hole);
            if (results.size() == 3)
                proxy.set_mode(FaultProxy::Mode::forward);
            if (results.size() == 5)
                finished.set_value();
        });
        finished.get_future().wait();
        QCOMPARE(results[1].outcome, Outcome::done);
        QCOMPARE(results[2].outcome, Outcome::failed);
        for (std::size_t i : {3, 4}) {
            QCOMPARE(results[i].outcome, Outcome::refused);
            QCOMPARE(results[i].code, Errc::connection_lost);
            QCOMPARE(m->exists(name(static_cast<int>(i))), 1);
        }
    }

    void oneThatFailsDoesNotKeepTheOthers()
    {
        auto request = all(What::force_release, 3);
        m->redis.expect({"SET", name(1), "precious"});
        QVERIFY(run(request) == (std::vector{Outcome::done, Outcome::failed, Outcome::done}));
        QCOMPARE(m->redis.text({"GET", name(1)}), std::string("precious"));
    }

    void aProductionServerWantsEveryName()
    {
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        auto request = all(What::force_release, 2);
        request.locks[1].typed_name = name(1);
        QVERIFY(run(request) == (std::vector{Outcome::refused, Outcome::done}));
        QCOMPARE(not_begun, 0U);
        QCOMPARE(m->audit->read().size(), 2U);
    }

    void eachQueueIsComparedWithItsOwn()
    {
        std::vector<RepairRequest> queues;
        for (int i = 0; i < 4; ++i) {
            m->queue(name(i), bob, m->server_now() - 9000); // nobody listens for it any more
            m->queue(name(i), carol, m->server_now() + 60'000);
            queues.push_back(repair_request(read_lock(m->client, name(i)).value()));
            queues.back().reason = "test";
        }
        m->queue(name(1), dave, m->server_now() + 60'000);
        m->redis.expect({"DEL", locks::queue_key(name(2))});
        QVERIFY(run(queues) == (std::vector{Outcome::done, Outcome::changed, Outcome::changed, Outcome::done}));
        QVERIFY(m->queued(name(0)) == std::vector{carol});
        QVERIFY(m->queued(name(1)) == (std::vector{bob, carol, dave}));
        QVERIFY(m->queued(name(3)) == std::vector{carol});
        QCOMPARE(m->audit->read().size(), 4U);
    }

    void theRepairOfSeveralQueuesCanBeCancelled()
    {
        std::vector<RepairRequest> queues;
        for (int i = 0; i < 3; ++i) {
            m->queue(name(i), bob, m->server_now() - 9000);
            queues.push_back(repair_request(read_lock(m->client, name(i)).value()));
            queues.back().reason = "test";
        }
        QVERIFY(run(queues, 1) == (std::vector{Outcome::done, Outcome::refused, Outcome::refused}));
        QCOMPARE(not_begun, 2U);
        QVERIFY(m->queued(name(2)) == std::vector{bob});
    }

    void whoWaitsForSeveralLocksIsTold()
    {
        std::vector<WakeRequest> locks;
        for (int i = 0; i < 3; ++i) {
            m->hold(name(i), alice);
            locks.push_back(
                {.lock = name(i), .expected = {{alice, 1}}, .mark = {}, .reason = "test", .typed_name = {}});
        }
        m->hold(name(1), alice, 2);
        Subscriber listener(m->sandbox.endpoint(), {locks::unlock_channel(name(2))});
        QVERIFY(run(locks) == (std::vector{Outcome::done, Outcome::changed, Outcome::done}));
        QVERIFY(listener.wait_for(locks::unlock_channel(name(2)), "0"));
    }

    void aTtlOfNothingIsRefusedBeforehand()
    {
        try {
            m->admin.batch(all(What::extend, 1, 0ms), {}, [](std::size_t, const AdminResult&) {});
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::invalid_argument);
        }
    }
};

QTEST_GUILESS_MAIN(BatchTest)
#include "batch_test.moc"

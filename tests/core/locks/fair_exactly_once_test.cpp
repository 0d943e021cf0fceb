// SPDX-License-Identifier: Apache-2.0
// Requests and replies of the fair lock that are lost on the way change no count and leave no entry in the queue.
#include "fair_stage.hpp"

#include "lock_scripts.hpp"
#include "redis/script.hpp"
#include "support/request_faults.hpp"
#include "support/seed.hpp"
#include "support/work.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

FaultProxy::Matcher script(std::string_view text)
{
    return FaultProxy::script(redis::Script(text).sha());
}

} // namespace

class FairExactlyOnceTest : public QObject
{
    Q_OBJECT

    std::optional<FairServer> m_server;
    std::optional<FaultProxy> m_proxy;
    std::optional<FairClient> m_us;

    RedisClient& redis() { return m_server->redis; }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        for (const std::string_view text :
             {locks::scripts::fair_acquire, locks::scripts::fair_release, locks::scripts::fair_give_back})
            redis().expect({"SCRIPT", "LOAD", std::string(text)});
        m_proxy.emplace(m_server->endpoint());
        m_us.emplace(m_proxy->endpoint(), impatient(500ms));
        QVERIFY(until([&] { return thrown([&] { m_us->client().ping(); }) == Errc::ok; }));
    }
    void cleanup()
    {
        m_us.reset();
        m_proxy.reset();
    }

    void acquire_data() { add_request_faults(); }
    void acquire()
    {
        QFETCH(Fault, fault);
        m_proxy->inject(fault, script(locks::scripts::fair_acquire));
        QVERIFY(m_us->enter(1).get());
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{m_us->field(1), "1"}}));
        QCOMPARE(m_server->queue(), Names());
        m_proxy->release_held();
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    void reentry_data() { add_request_faults(); }
    void reentry()
    {
        QFETCH(Fault, fault);
        QVERIFY(m_us->enter(1).get());
        m_proxy->inject(fault, script(locks::scripts::fair_acquire));
        QVERIFY(m_us->enter(1).get());
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{m_us->field(1), "2"}}));
        m_proxy->release_held();
        QCOMPARE(m_us->leave(1), 1);
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    void enqueue_data() { add_request_faults(); }
    void enqueue()
    {
        QFETCH(Fault, fault);
        m_server->hold();
        m_proxy->inject(fault, script(locks::scripts::fair_acquire));
        auto waiter = m_us->enter(1);
        QVERIFY(m_proxy->wait_injected(1));
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        m_proxy->release_held();
        redis().expect({"DEL", "a"});
        redis().publish(fair_channel_of(m_us->field(1)), "0");
        QVERIFY(waiter.get());
        QCOMPARE(redis().keys(), Names{"a"});
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    /// From the queue into the lock.
    void dequeue_data() { add_request_faults(); }
    void dequeue()
    {
        QFETCH(Fault, fault);
        m_server->hold();
        auto waiter = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        QVERIFY(until([&] { return m_server->redis.scripts() >= 2; })); // tried again after it had subscribed
        m_proxy->inject(fault, script(locks::scripts::fair_acquire));
        redis().expect({"DEL", "a"});
        redis().publish(fair_channel_of(m_us->field(1)), "0");
        QVERIFY(waiter.get());
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{m_us->field(1), "1"}}));
        QCOMPARE(m_server->queue(), Names());
        m_proxy->release_held();
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    /// Also by somebody whom the server could not answer then, and who next only asks whether the lock is free.
    void aPlaceIsGivenBackByWhoTriesOnceMore()
    {
        redis().expect({"CONFIG", "SET", "lua-time-limit", "1"});
        m_server->hold();
        // Long enough to be in the queue and to listen. The script lasts until it is killed.
        auto waiting = m_us->enter(1, {.wait = 3s, .lease = {}, .stop = {}});
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        auto busy = in_thread([&] {
            RedisClient other(m_server->direct());
            return other.command({"EVAL", "while true do end", "0"}).is_error();
        });
        QVERIFY(until([&] { return redis().command({"PING"}).is_error(); }));
        static_cast<void>(thrown([&] { return waiting.get(); })); // BUSY, or nothing at all
        auto once_more = m_us->enter(1, {.wait = 0ms, .lease = {}, .stop = {}});
        m_us->settle();
        QVERIFY(until([&] { return redis().command({"SCRIPT", "KILL"}).text == "OK"; }));
        QVERIFY(busy.get());
        bool has_it = false;
        static_cast<void>(thrown([&] { return has_it = once_more.get(); })); // BUSY, if the end came late
        QVERIFY(!has_it);
        QVERIFY(until([&] { return m_server->queue().empty(); }));
        QVERIFY(!m_server->deadline(m_us->field(1)));
    }

    void release_data() { add_request_faults(); }
    void release()
    {
        QFETCH(Fault, fault);
        QVERIFY(m_us->enter(1).get());
        QVERIFY(m_us->enter(1).get());
        FairClient others(m_server->endpoint());
        auto next = others.enter(2);
        QVERIFY(m_server->is_queue({others.field(2)}));
        m_proxy->inject(fault, script(locks::scripts::fair_release));
        QCOMPARE(m_us->leave(1), 1);
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{m_us->field(1), "1"}}));
        m_proxy->release_held();
        m_proxy->inject(fault, script(locks::scripts::fair_release));
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(next.get());
        m_proxy->release_held();
        QVERIFY(others.is_held(2));
        QCOMPARE(redis().hash("a"), (Fields{{others.field(2), "1"}}));
        QCOMPARE(others.leave(2), 0);
        QVERIFY(m_server->is_clean());
    }

    void leavingTheQueue_data() { add_request_faults(); }
    void leavingTheQueue()
    {
        QFETCH(Fault, fault);
        m_server->hold();
        m_proxy->inject(fault, script(locks::scripts::fair_give_back));
        auto waiter = m_us->enter(1, {.wait = 4s, .lease = {}, .stop = {}});
        QVERIFY(until([&] { return m_server->queue() == Names{m_us->field(1)}; }));
        m_server->queue_up("behind", 600s);
        const auto behind = m_server->deadline("behind");
        QVERIFY(!waiter.get());
        QVERIFY(m_proxy->wait_injected(1));
        QVERIFY(until([&] { return m_server->queue() == Names{"behind"}; }));
        m_proxy->release_held();
        QVERIFY(!m_server->deadline(m_us->field(1)));
        // What was left for it was subtracted once, whatever was sent twice.
        const double subtracted = *behind - *m_server->deadline("behind");
        QVERIFY2(is_most_of(4s, subtracted), std::to_string(subtracted).c_str());
    }

    void whoComesBackKeepsWhatItGets()
    {
        m_server->hold();
        m_proxy->inject(Fault::hold_requests, script(locks::scripts::fair_give_back));
        QVERIFY(is_refused([&] { return m_us->enter(1, {.wait = 300ms, .lease = {}, .stop = {}}).get(); }));
        auto waiter = m_us->enter(1); // while its leaving is stuck
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        m_proxy->release_held();
        redis().expect({"DEL", "a"});
        QVERIFY(waiter.get());
        QVERIFY(!until([&] { return !redis().exists("a"); }, 500ms));
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    void anUnknownAcquisitionIsGivenBack()
    {
        FairClient others(m_server->endpoint());
        m_proxy->inject(Fault::swallow_and_fall_silent, FaultProxy::any_script(), 1000);
        QCOMPARE(thrown([&] { return m_us->enter(1, {.wait = 100ms, .lease = {}, .stop = {}}).get(); }),
                 Errc::outcome_unknown);
        QVERIFY(!m_us->is_held(1));
        auto next = others.enter(2);
        m_proxy->clear_faults();
        QVERIFY(is_ready(next, beyond_the_dead)); // the lease would have been 30 s
        QVERIFY(next.get());
        QCOMPARE(others.leave(2), 0);
        QVERIFY(m_server->is_clean());
    }

    void oneReplyInTenIsLost()
    {
        m_proxy->inject(
            Fault::swallow_and_reset,
            [number = 0](const std::vector<std::string>& words) mutable {
                return words[0] == "EVALSHA" && ++number % 10 == 0;
            },
            1'000'000);
        std::vector<std::future<int>> all;
        std::atomic<int> inside = 0;
        Dice seeds(seed_of_this_run());
        for (int i = 0; i < 4; ++i) {
            all.push_back(in_thread([&, work = Work(seeds.seed())]() mutable {
                int overlaps = 0;
                for (int round = 0; round < 10; ++round) {
                    FairLock a = m_us->lock();
                    a.lock();
                    a.lock();
                    overlaps += inside.fetch_add(1) + (a.hold_count() == 2 ? 0 : 1);
                    work.do_some();
                    inside.fetch_sub(1);
                    a.release();
                    a.release();
                }
                return overlaps;
            }));
        }
        for (auto& each : all)
            QCOMPARE(each.get(), 0);
        QVERIFY(m_proxy->injected() > 10);
        QVERIFY(m_server->is_clean());
    }
};

QTEST_GUILESS_MAIN(FairExactlyOnceTest)
#include "fair_exactly_once_test.moc"

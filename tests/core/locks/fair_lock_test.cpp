// SPDX-License-Identifier: Apache-2.0
// The fair lock as its header specifies it: order, re-entry, giving up, loss.
#include "fair_stage.hpp"

#include "support/fair_order.hpp"
#include "support/fault_proxy.hpp"
#include "support/monitor_tap.hpp"

#include <QTest>

#include <mutex>

using namespace lockscope;
using namespace lockscope::test;

class FairLockTest : public QObject, private FairStage
{
    Q_OBJECT

    static std::ptrdiff_t count(QueueEvent::Type type, const std::vector<QueueEvent>& events)
    {
        return std::count_if(events.begin(), events.end(), [&](const QueueEvent& event) { return event.type == type; });
    }

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void aFreeLockIsTakenAndLeftWithoutATrace()
    {
        FairLock a = lock();
        a.lock();
        QVERIFY(a.is_held());
        QVERIFY(a.is_locked());
        QCOMPARE(redis().keys(), Names{"a"});
        QCOMPARE(a.release(), 0);
        QVERIFY(!a.is_held());
        QCOMPARE(redis().keys(), Names());
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
        QVERIFY(a.try_lock());
        QVERIFY(!in_thread([&] { return lock().try_lock(); }).get());
        QCOMPARE(in_thread([&] { return thrown([&] { return lock().release(); }); }).get(), Errc::not_held);
        QCOMPARE(a.release(), 0);
    }

    void holdsAreCountedAlsoWhileOthersWait()
    {
        QVERIFY(m_us->enter(0).get());
        QVERIFY(queue_up(1, 1));
        QVERIFY(m_us->enter(0).get());
        QVERIFY(m_us->enter(0, {.wait = 0ms, .lease = {}, .stop = {}}).get());
        QCOMPARE(redis().hash("a"), (Fields{{m_us->field(0), "3"}}));
        QCOMPARE(m_us->leave(0), 2);
        QCOMPARE(m_us->leave(0), 1);
        QVERIFY(!is_ready(m_waits[1]));
        QCOMPARE(m_us->leave(0), 0);
        QVERIFY(m_waits[1].get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    void enteringAgainNeverShortensALease()
    {
        QVERIFY(m_us->enter(0, {.wait = {}, .lease = 60s, .stop = {}}).get());
        QVERIFY(m_us->enter(0, {.wait = {}, .lease = 100ms, .stop = {}}).get());
        QVERIFY(redis().pttl("a") > 50000);
        QCOMPARE(m_us->leave(0), 1);
        QVERIFY(redis().pttl("a") > 50000);
    }

    // Order.

    void eightWaitersEnterInTheirOrder()
    {
        QVERIFY(m_us->enter(0).get());
        QVERIFY(queue_up(1, 8));
        for (int i = 1; i <= 8; ++i) {
            QCOMPARE(m_us->leave(i - 1), 0);
            QVERIFY(m_waits[i].get());
            QVERIFY(std::none_of(m_waits.begin(), m_waits.end(),
                                 [&](auto& wait) { return wait.first > i && is_ready(wait.second); }));
            QCOMPARE(redis().hash("a"), (Fields{{m_us->field(i), "1"}}));
        }
        QCOMPARE(m_us->leave(8), 0);
        QVERIFY(m_server->is_clean());
    }

    /// The server's order is the only one: MONITOR shows it. A thread that is not let run for longer than its lease
    /// would be the second to say that it was first.
    void eightWaitersEnterInTheirOrderAsLeasesEnd()
    {
        m_server->hold();
        MonitorTap monitor(m_server->direct());
        std::vector<std::future<void>> threads;
        for (int i = 0; i < 8; ++i) {
            // Nobody releases it.
            threads.push_back(in_thread([&] { lock().lock(500ms); }));
            QVERIFY(until([&] { return redis().integer({"LLEN", fair_queue}) == i + 1; }));
        }
        redis().expect({"PEXPIRE", "a", "100"});
        const auto start = Clock::now();
        for (auto& thread : threads)
            thread.get();
        QVERIFY2(since(start) < 60s, std::to_string(since(start).count()).c_str());
        const auto events = queue_events(monitor.lines(), "a");
        // On a busy machine what is over when the answer arrives goes back, and is taken once more.
        const auto granted = count(QueueEvent::Type::granted, events);
        QVERIFY2(granted >= 8, std::to_string(granted).c_str());
        QVERIFY(count(QueueEvent::Type::left, events) <= granted - 8);
        const Verdict verdict = check_fair_order(events);
        QVERIFY2(verdict.is_legal(), verdict.report.c_str());
    }

    void manyWaitersOfTwoClientsAreServedInTheServersOrder()
    {
        FairClient others(m_server->endpoint());
        MonitorTap monitor(m_server->direct());
        constexpr int owners = 30;
        constexpr int rounds = 5;
        std::vector<std::future<void>> all;
        int turns = 0; // guarded by the lock alone
        for (FairClient* client : {&*m_us, &others}) {
            for (int i = 0; i < owners; ++i) {
                all.push_back(in_thread([&turns, client] {
                    for (int round = 0; round < rounds; ++round) {
                        FairLock a = client->lock();
                        const std::scoped_lock guard(a);
                        ++turns;
                    }
                }));
            }
        }
        for (auto& each : all)
            each.get();
        QCOMPARE(turns, 2 * owners * rounds);
        QVERIFY(m_server->is_clean());
        const auto events = queue_events(monitor.lines(), "a");
        QCOMPARE(count(QueueEvent::Type::granted, events), 2 * owners * rounds);
        QCOMPARE(count(QueueEvent::Type::left, events), 0);
        const Verdict verdict = check_fair_order(events);
        QVERIFY2(verdict.is_legal(), verdict.report.c_str());
    }

    // One try.

    void aTryDoesNotQueue()
    {
        m_server->hold();
        QVERIFY(!lock().try_lock());
        QVERIFY(!lock().try_lock_for(-1ms));
        QCOMPARE(redis().keys(), Names{"a"});
    }

    void aTryFailsWhileOthersWait()
    {
        QVERIFY(m_us->enter(0).get());
        QVERIFY(queue_up(1, 1));
        redis().expect({"DEL", "a"}); // told to nobody yet
        QVERIFY(!lock().try_lock());
        QVERIFY(m_waits[1].get()); // now it was
        QCOMPARE(m_us->leave(1), 0);
    }

    void aTryThatFailedDoesNotBlockALaterOne()
    {
        QVERIFY(m_us->enter(0).get());
        QVERIFY(is_refused([&] { return lock().try_lock_for(300ms); }));
        QVERIFY(!lock().try_lock());
        QCOMPARE(m_us->leave(0), 0);
        QVERIFY(lock().try_lock());
    }

    // Giving up.

    void aWaitEndsInTime_data()
    {
        QTest::addColumn<int>("wait");
        QTest::newRow("1 ms") << 1;
        QTest::newRow("50 ms") << 50;
        QTest::newRow("400 ms") << 400;
    }
    void aWaitEndsInTime()
    {
        QFETCH(int, wait);
        m_server->hold();
        m_us->client().ping();
        bool acquired = false;
        const auto took = shortest(milliseconds(wait + 150), [&] {
            const auto start = Clock::now();
            // On a busy machine an answer may come too late to be told.
            const Errc error = thrown([&] { return acquired = acquired || lock().try_lock_for(milliseconds(wait)); });
            return error == Errc::ok ? since(start) : milliseconds(1h);
        });
        QVERIFY(!acquired);
        QVERIFY2(took >= milliseconds(wait) && took < milliseconds(wait + 150), std::to_string(took.count()).c_str());
        QVERIFY(until([&] { return redis().keys() == Names{"a"}; }));
        QVERIFY(until([&] { return redis().channels().empty(); }));
    }

    void whoGivesUpPushesNobodyOut()
    {
        constexpr milliseconds wait{10000}; // longer than all that happens before it ends
        QVERIFY(m_us->enter(0).get());
        QVERIFY(queue_up(1, 2));
        auto gives_up = m_us->enter(3, {.wait = wait, .lease = {}, .stop = {}});
        QVERIFY(until([&] { return m_server->queue().size() == 3; }));
        QVERIFY(queue_up(4, 5));
        const auto before = m_server->deadline(m_us->field(2));
        const auto behind = m_server->deadline(m_us->field(4));
        QVERIFY(was_refused(gives_up));
        QVERIFY(m_server->is_queue({m_us->field(1), m_us->field(2), m_us->field(4), m_us->field(5)}));
        QVERIFY(!m_server->deadline(m_us->field(3)));
        QCOMPARE(m_server->deadline(m_us->field(2)), before);
        // What was left of the wait when it took its place in the queue.
        const double subtracted = *behind - *m_server->deadline(m_us->field(4));
        QVERIFY2(is_most_of(wait, subtracted), std::to_string(subtracted).c_str());
        for (const int next : {1, 2, 4, 5}) {
            QCOMPARE(m_us->leave(next == 4 ? 2 : next - 1), 0);
            QVERIFY(m_waits[next].get());
        }
    }

    /// A lease that ends is told to nobody; whoever finds the lock free tells the one who is next.
    void whoFindsItFreeTellsTheNext()
    {
        m_server->queue_up("slow");
        Subscriber slow(m_server->direct(), {fair_channel_of("slow")});
        QVERIFY(!lock().try_lock());
        QVERIFY(slow.wait_for(fair_channel_of("slow"), "0"));
        QVERIFY(is_refused([&] { return lock().try_lock_for(300ms); }));
        QVERIFY(slow.wait_for(fair_channel_of("slow"), "0"));
        QVERIFY(until([&] { return m_server->queue() == Names{"slow"}; })); // leaving may go on in the background
    }

    // Ends of a hold.

    void aReleaseIsToldToTheNextOnly()
    {
        QVERIFY(m_us->enter(0).get());
        m_server->queue_up("first");
        m_server->queue_up("second");
        Subscriber java(m_server->direct(),
                        {fair_channel_of("first"), fair_channel_of("second"), "redisson_lock__channel:{a}"});
        QCOMPARE(m_us->leave(0), 0);
        QCOMPARE(java.take_all(redis()),
                 (std::vector<std::pair<std::string, std::string>>{{fair_channel_of("first"), "0"}}));
        QCOMPARE(m_server->queue(), (Names{"first", "second"})); // the next takes itself out
    }

    void aLeaseThatEndsLetsTheNextIn()
    {
        m_server->hold(300ms);
        const auto start = Clock::now();
        QVERIFY(m_us->enter(1).get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    /// The one who is next does not look for itself; somebody of its process, or of another one, does.
    void aLeaseThatEndsLetsTheNextInWhoeverLooks()
    {
        FairClient others(m_server->endpoint());
        m_server->hold();
        auto first = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        auto second = others.enter(2);
        QVERIFY(m_server->is_queue({m_us->field(1), others.field(2)}));
        auto third = m_us->enter(3);
        QVERIFY(m_server->is_queue({m_us->field(1), others.field(2), m_us->field(3)}));
        // Now the third of all is the next, and the second of its process.
        redis().expect({"LREM", fair_queue, "0", m_us->field(3)});
        redis().expect({"LPUSH", fair_queue, m_us->field(3)});
        redis().expect({"PEXPIRE", "a", "100"}); // only now, however long all of them took to queue
        const auto start = Clock::now();
        QVERIFY(third.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(m_us->leave(3), 0);
        QVERIFY(first.get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(second.get());
    }

    void aForcedReleaseLetsTheNextIn()
    {
        QVERIFY(m_us->enter(0).get());
        const std::stop_token loss = lock().loss_token(m_us->id(0));
        QVERIFY(queue_up(1, 1));
        QVERIFY(lock().force_unlock());
        QVERIFY(m_waits[1].get());
        QVERIFY(until([&] { return loss.stop_requested(); }));
        QCOMPARE(thrown([&] { return m_us->leave(0); }), Errc::lost);
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(!lock().force_unlock());
        QVERIFY(m_server->is_clean());
    }

    void aLossIsTold()
    {
        FairLock a = lock();
        a.lock();
        const std::stop_token loss = a.loss_token();
        redis().expect({"DEL", "a"});
        QVERIFY(until([&] { return loss.stop_requested(); }));
        QVERIFY(!a.is_held());
        QCOMPARE(thrown([&] { return a.release(); }), Errc::lost);
        QVERIFY(a.try_lock());
        QCOMPARE(a.release(), 0);
    }

    void theWatchdogRenews()
    {
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        FairClient watched(m_server->endpoint(), options);
        QVERIFY(watched.enter(1).get());
        auto waiter = m_us->enter(2);
        QVERIFY(are_renewed(redis(), {"a"}, 4)); // for longer than a lease
        QVERIFY(!is_ready(waiter));
        QVERIFY(watched.is_held(1));
        QCOMPARE(watched.leave(1), 0);
        QVERIFY(waiter.get());
    }

    /// Nobody needs to hear of a release in its own process, where the deaf look for themselves every 500 ms. On a busy
    /// machine one round of several shows it.
    void aReleaseWakesTheNextOfItsProcessThoughItIsDeaf()
    {
        FaultProxy proxy(m_server->direct());
        ClientOptions options;
        options.command_timeout = 60s; // so long it would wait for what is not confirmed
        const auto subscribes = [](const Names& words) { return words[0].ends_with("SUBSCRIBE"); };
        proxy.inject(FaultProxy::Fault::hold_requests, subscribes, 1000);
        milliseconds best = soon;
        for (int round = 0; round < 5; ++round) {
            FairClient deaf(proxy.endpoint(), options);
            QVERIFY(deaf.enter(0).get());
            auto next = deaf.enter(1);
            QVERIFY(until([&] { return m_server->queue() == Names{deaf.field(1)}; }));
            const auto start = Clock::now();
            QCOMPARE(deaf.leave(0), 0);
            QVERIFY(is_ready(next, soon));
            best = std::min(best, since(start));
            QVERIFY(!m_server->hears(deaf.field(1)));
            QCOMPARE(deaf.leave(1), 0);
        }
        QVERIFY2(best < 250ms, std::to_string(best.count()).c_str());
    }

    /// A connection that breaks under the request to subscribe is back in a moment. Whoever is deaf is taken for dead.
    void whoCouldNotSubscribeTriesAgainAtOnce_data()
    {
        QTest::addColumn<bool>("first");
        QTest::newRow("the first of its process") << true;
        QTest::newRow("one behind it") << false;
    }
    void whoCouldNotSubscribeTriesAgainAtOnce()
    {
        QFETCH(bool, first);
        FaultProxy proxy(m_server->direct());
        FairClient cut(proxy.endpoint());
        m_server->hold(60s);
        Names expected;
        std::future<bool> other;
        if (!first) {
            other = cut.enter(1, {.wait = 20s, .lease = {}, .stop = {}});
            expected.push_back(cut.field(1));
            QVERIFY(m_server->is_queue(expected));
        }
        proxy.inject(FaultProxy::Fault::reset_before_forwarding, FaultProxy::with_word(fair_channel_of(cut.field(2))));
        auto waiter = cut.enter(2, {.wait = 20s, .lease = {}, .stop = {}});
        QVERIFY(proxy.wait_injected(1));
        QVERIFY(until([&] { return m_server->hears(cut.field(2)); }, soon));
        expected.push_back(cut.field(2));
        QVERIFY(m_server->is_queue(expected));
    }
};

QTEST_GUILESS_MAIN(FairLockTest)
#include "fair_lock_test.moc"

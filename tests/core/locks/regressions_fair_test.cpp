// SPDX-License-Identifier: Apache-2.0
// Failures of Redisson's fair lock that ours must not have, each named after its issue.
// Boost.Asio before Qt, whose keyword "emit" is a function there.
#include "support/cancellable.hpp"

#include "java_fair.hpp"

#include "lock_scripts.hpp"
#include "redis/script.hpp"
#include "support/fault_proxy.hpp"

#include <QProcess>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class RegressionsFairTest : public QObject, private FairStage
{
    Q_OBJECT

    /// For whoever has to find out why nothing goes on.
    std::string picture()
    {
        const Names holders = redis().list({"HKEYS", "a"});
        const Names queue = m_server->queue();
        std::string text = "holder " + (holders.empty() ? "none" : holders.front()) + ", "
                         + std::to_string(queue.size()) + " in the queue";
        if (!queue.empty())
            text +=
                ", first " + queue.front() + (m_server->hears(queue.front()) ? ", which listens" : ", which is deaf");
        return text + ", " + std::to_string(redis().channels().size()) + " channels";
    }

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    /// Deadlines drifted hours into the future, and nobody got the lock.
    void issue1104And2099DeadlinesDrift()
    {
        constexpr double lease = 60'000;
        std::atomic<bool> ends = false;
        std::atomic<int> failures = 0;
        std::vector<std::future<void>> impatient;
        m_server->hold(60s);
        for (int i = 0; i < 3; ++i) {
            impatient.push_back(in_thread([&] {
                while (!ends) {
                    const Errc error = thrown([&] { return m_us->lock().try_lock_for(25ms); });
                    // A busy machine may answer too late; what came of it does not matter here.
                    failures += error == Errc::ok || error == Errc::outcome_unknown ? 0 : 1;
                }
            }));
        }
        double highest = 0;
        const auto start = Clock::now();
        while (since(start) < 1500ms) { // some 150 waits
            const Names last = redis().list({"ZRANGE", fair_deadlines, "-1", "-1", "WITHSCORES"});
            if (last.size() == 2)
                highest = std::max(highest, std::stod(last[1]) - m_server->now());
        }
        ends = true;
        for (auto& each : impatient)
            each.get();
        QCOMPARE(failures, 0);
        QVERIFY2(highest <= lease + 3 * 300'000.0, std::to_string(highest).c_str());
        redis().expect({"DEL", "a"});
        QVERIFY(m_us->lock().try_lock());
    }

    /// Hundreds of waiters got stuck.
    void issue2278And2883FiveHundredWaiters()
    {
        m_server->hold(0ms);
        m_us->client().ping(); // Those who call before a cluster's members are known are not sent in their order.
        std::vector<std::future<bool>> all;
        for (int i = 0; i < 500; ++i)
            all.push_back(m_us->enter(i));
        QVERIFY(until([&] { return m_server->redis.scripts() >= 1000; }));
        QVERIFY(m_us->lock().force_unlock());
        for (int i = 0; i < 500; ++i) { // queued in the order of their calls, and so they enter
            std::future<bool>& one = all[static_cast<std::size_t>(i)];
            QVERIFY2(is_ready(one, beyond_the_dead), (std::to_string(i) + ": " + picture()).c_str());
            QVERIFY2(one.get(), std::to_string(i).c_str());
            QVERIFY(m_us->is_held(i));
            QCOMPARE(m_us->leave(i), 0);
        }
        QVERIFY(m_server->is_clean());
    }

    /// A living waiter was purged when its deadline was over, and never woken.
    void issue3004APurgedWaiterComesBack()
    {
        m_server->hold(60s);
        auto waiter = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        redis().expect({"ZADD", fair_deadlines, "1000", m_us->field(1)});
        JavaFair java(*m_server, java_owner);
        java.sweep();
        java.release();
        QVERIFY(is_ready(waiter, beyond_the_dead));
        QVERIFY(waiter.get());
    }

    /// The holder's lease ended, and the waiters slept on.
    void issue3730TheHoldersLeaseEnds()
    {
        m_server->hold(400ms);
        auto first = m_us->enter(1);
        auto second = m_us->enter(2);
        QVERIFY(is_ready(first, soon));
        QVERIFY(first.get());
        QVERIFY(!is_ready(second));
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(second.get());
    }

    /// Waiters that were killed left their entries for ever, and the application that was started again was blocked.
    void issue4661KilledWaitersAndHolder()
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(FAIR_WORKER, {QString::fromStdString(m_server->endpoint().uri_without_password()), "a", "10"});
        const bool is_queued = until([&] { return m_server->queue().size() == 9; });
        QVERIFY2(is_queued, (std::to_string(m_server->queue().size()) + " wait, not 9").c_str());
        process.kill();
        QVERIFY(process.waitForFinished());
        redis().expect({"PEXPIRE", "a", "200"}); // the holder's lease ends sooner than in 30 s
        const auto start = Clock::now();
        QVERIFY(m_us->enter(1).get());
        QVERIFY2(since(start) < beyond_the_dead, std::to_string(since(start).count()).c_str());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    /// "attempt to compare nil with number": queue and deadlines disagreed.
    void issue4153And5989QueueAndDeadlinesDisagree_data()
    {
        QTest::addColumn<bool>("held");
        QTest::addColumn<bool>("entry");
        QTest::newRow("free, only an entry") << false << true;
        QTest::newRow("free, only a deadline") << false << false;
        QTest::newRow("held, only an entry") << true << true;
        QTest::newRow("held, only a deadline") << true << false;
    }
    void issue4153And5989QueueAndDeadlinesDisagree()
    {
        QFETCH(bool, held);
        QFETCH(bool, entry);
        if (held)
            QVERIFY(m_us->enter(0).get());
        if (entry)
            redis().expect({"RPUSH", fair_queue, "x"});
        else
            redis().expect({"ZADD", fair_deadlines, "9999999999999", "x"});
        auto waiter = m_us->enter(1);
        if (held) {
            QVERIFY(until([&] { return m_server->hears(m_us->field(1)); }));
            QCOMPARE(m_us->leave(0), 0);
        }
        QVERIFY(is_ready(waiter, beyond_the_dead));
        QVERIFY(waiter.get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    /// A wait that ended in a time-out of the server left its entry in the queue.
    void issue5019TheLeavingIsNotAnswered()
    {
        redis().expect({"SCRIPT", "LOAD", std::string(locks::scripts::fair_give_back)});
        FaultProxy proxy(m_server->direct());
        FairClient slow(proxy.endpoint());
        m_server->hold(0ms);
        proxy.inject(FaultProxy::Fault::reset_before_forwarding,
                     FaultProxy::script(redis::Script(locks::scripts::fair_give_back).sha()));
        QVERIFY(is_refused([&] { return slow.enter(1, {.wait = 300ms, .lease = {}, .stop = {}}).get(); }));
        QVERIFY(proxy.wait_injected(1));
        QVERIFY(until([&] { return redis().keys() == Names{"a"}; }));
    }

    /// The same while the server did not answer at all (Redisson: AcquireFailedNotCalledOnRedisTimeout).
    void issue5019TheServerIsPausedWhileTheWaitEnds()
    {
        ClientOptions options;
        options.command_timeout = 1s;
        FairClient slow(m_server->endpoint(), options);
        m_server->hold(0ms);
        auto waiter = slow.enter(1, {.wait = 2500ms, .lease = {}, .stop = {}});
        QVERIFY(m_server->is_queue({slow.field(1)}));
        m_server->sandbox.pause_server();
        const Errc error = thrown([&] { return waiter.get(); });
        QVERIFY(error == Errc::ok || error == Errc::outcome_unknown);
        m_server->sandbox.resume_server();
        QVERIFY(until([&] { return redis().keys() == Names{"a"}; }));
    }

    /// Waits of a minute ended at once, although everybody held the lock for a moment only.
    void issue6427And3254FalseNegatives()
    {
        FairClient others(m_server->endpoint());
        std::vector<std::future<int>> all;
        for (int i = 0; i < 5; ++i) {
            all.push_back(in_thread([&, i] {
                int refused = 0;
                for (int round = 0; round < 50; ++round) {
                    FairLock a = i % 2 == 0 ? m_us->lock() : others.lock();
                    if (!a.try_lock_for(60s))
                        ++refused;
                    else
                        a.unlock();
                }
                return refused;
            }));
        }
        for (auto& each : all)
            QCOMPARE(each.get(), 0);
        QVERIFY(m_server->is_clean());
    }

    /// A TTL below zero was waited for without a time-out.
    void issue5503AHoldWithoutEnd()
    {
        m_server->hold(0ms);
        const auto start = Clock::now();
        QVERIFY(is_refused([&] { return m_us->enter(1, {.wait = 300ms, .lease = {}, .stop = {}}).get(); }));
        QVERIFY(since(start) < 300ms + soon);
        auto waiter = m_us->enter(2);
        QVERIFY(m_server->is_queue({m_us->field(2)}));
        redis().expect({"DEL", "a"}); // told to nobody
        QVERIFY(is_ready(waiter, beyond_the_dead));
    }

    /// Redisson's waiters ask as fast as they can while the lock is free and the head is dead or slow.
    void unreportedNoSpinAtAFreeLock()
    {
        m_server->queue_up("slow");
        Subscriber slow(m_server->direct(), {fair_channel_of("slow")});
        std::vector<Cancellable<bool>> all; // a wait that ends meanwhile would ask once more
        for (int i = 0; i < 20; ++i)
            all.emplace_back(m_us->client().executor(), m_us->lock().async_try_lock_for(m_us->id(i), 60s));
        QVERIFY(until([&] { return m_server->redis.scripts() >= 40; }));
        QVERIFY(until([&] { return m_server->scripts_per_second(1500ms) <= 2.1; }));
        for (auto& each : all)
            each.cancel();
        for (auto& each : all)
            QCOMPARE(thrown([&] { return each.get(); }), Errc::cancelled);
        QVERIFY(until([&] { return m_server->queue() == Names{"slow"}; })); // leaving may go on in the background
    }

    /// A client whose clock was an hour ahead emptied the queue of everybody. A Java still does, but who was thrown out
    /// comes back, and the deadline that it gave itself keeps nobody out.
    void unreportedAClockThatIsWrong()
    {
        m_server->hold(60s);
        auto first = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        JavaFair ahead(*m_server, java_owner + "1", 1h);
        QVERIFY(ahead.acquire());
        const auto stands = [this](const std::string& owner) {
            const Names queue = m_server->queue();
            return std::find(queue.begin(), queue.end(), owner) != queue.end();
        };
        QVERIFY(until([&] { return stands(m_us->field(1)); }));
        QVERIFY(stands(ahead.owner()));
        FairClient others(m_server->endpoint());
        auto second = others.enter(2);
        QVERIFY(until([&] { return m_server->hears(others.field(2)); }));
        redis().expect({"DEL", "a"});
        redis().publish(fair_channel_of(m_us->field(1)), "0");
        QVERIFY(is_ready(first, beyond_the_dead)); // the Java does not listen: dead, whatever its deadline says
        QVERIFY(first.get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(is_ready(second, beyond_the_dead));
        QVERIFY(second.get());
    }
};

QTEST_GUILESS_MAIN(RegressionsFairTest)
#include "regressions_fair_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Requests and replies that are lost on the way change no count: through a proxy that drops them.
#include "lockscope/fair_lock.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/request_faults.hpp"
#include "support/timing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class ExactlyOnceTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<FaultProxy> m_proxy;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }
    std::string my_count() { return redis().hash("a")[m_client->this_thread().field()]; }

    /// The next script that names the lock meets this.
    void next_script_meets(Fault fault, int times = 1) { m_proxy->inject(fault, of_the_lock(), times); }
    static FaultProxy::Matcher of_the_lock()
    {
        return [](const std::vector<std::string>& words) {
            return (words[0] == "EVALSHA" || words[0] == "EVAL") && words.size() > 3 && words[3] == "a";
        };
    }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_proxy.emplace(m_server->endpoint());
        m_client.emplace(m_proxy->endpoint(), impatient(500ms));
        // The server knows the scripts, so that the first EVALSHA is the one that counts.
        ReentrantLock other = lock("warm up");
        other.lock();
        other.unlock();
    }
    void cleanup()
    {
        m_client.reset();
        m_proxy.reset();
    }

    void acquire_data() { add_request_faults(); }
    void acquire()
    {
        QFETCH(Fault, fault);
        next_script_meets(fault);
        lock().lock();
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(lock().hold_count(), 1);
        QCOMPARE(my_count(), std::string("1"));
        m_proxy->release_held();
        QCOMPARE(lock().release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void reentry_data() { add_request_faults(); }
    void reentry()
    {
        QFETCH(Fault, fault);
        lock().lock();
        lock().lock();
        next_script_meets(fault);
        QVERIFY(lock().try_lock_for(10s));
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(lock().hold_count(), 3);
        QCOMPARE(my_count(), std::string("3"));
        m_proxy->release_held();
        QCOMPARE(lock().release(), 2);
        QCOMPARE(lock().release(), 1);
        QCOMPARE(lock().release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void release_data() { add_request_faults(); }
    void release()
    {
        QFETCH(Fault, fault);
        lock().lock();
        lock().lock();
        lock().lock();
        next_script_meets(fault);
        QCOMPARE(lock().release(), 2);
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(lock().hold_count(), 2);
        QCOMPARE(my_count(), std::string("2"));
        m_proxy->release_held();
        QCOMPARE(lock().release(), 1);
        QCOMPARE(lock().release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void lastRelease_data() { add_request_faults(); }
    void lastRelease()
    {
        QFETCH(Fault, fault);
        lock().lock();
        next_script_meets(fault);
        QCOMPARE(lock().release(), 0);
        QCOMPARE(m_proxy->injected(), 1);
        QVERIFY(!lock().is_held());
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::not_held);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void severalTimesInARow_data() { add_request_faults(); }
    void severalTimesInARow()
    {
        QFETCH(Fault, fault);
        next_script_meets(fault, 3);
        lock().lock();
        QCOMPARE(my_count(), std::string("1"));
        next_script_meets(fault, 3);
        QCOMPARE(lock().release(), 0);
        QCOMPARE(m_proxy->injected(), 6);
        m_proxy->release_held();
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void aWaitersAcquisition_data() { add_request_faults(); }
    void aWaitersAcquisition()
    {
        QFETCH(Fault, fault);
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        auto waiter = in_thread([&] {
            lock().lock();
            const int count = lock().hold_count();
            return std::pair(count, lock().release());
        });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        QVERIFY(until([&] { return redis().calls("evalsha") >= 4; })); // tried again after subscribing
        next_script_meets(fault);
        redis().command({"DEL", "a"});
        redis().publish("redisson_lock__channel:{a}", "0");
        QCOMPARE(waiter.get(), std::pair(1, 0));
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    /// The first attempt is still on its way when the second has acquired and released: it must not take the lock for
    /// nobody.
    void anAttemptThatArrivesLateFindsNobodyListening()
    {
        next_script_meets(Fault::hold_requests);
        lock().lock();
        QCOMPARE(lock().release(), 0);
        m_proxy->release_held();
        QVERIFY(!until([&] { return redis().exists("a"); }, 300ms));
    }

    void aForeignHolderIsNotMistakenForALostReply()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        next_script_meets(Fault::swallow_and_reset);
        QVERIFY(is_refused([&] { return lock().try_lock_for(1s); }));
        QCOMPARE(redis().hash("a"), (Fields{{java_owner, "1"}}));
    }

    void aReleaseWhoseReplyIsLostIsNotMistakenForALoss()
    {
        lock().lock();
        next_script_meets(Fault::swallow_and_reset);
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::ok);
    }

    void aPartialReleaseOfALockThatWasTakenAwayIsALoss()
    {
        lock().lock();
        lock().lock();
        next_script_meets(Fault::reset_before_forwarding);
        m_client->on_lost({});
        redis().command({"DEL", "a"});
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::lost);
    }

    // Where the outcome stays unknown.

    /// It does not know whom it frees, and whoever was woken by the first time has it by then.
    void aForcedReleaseOfWhichNothingIsHeardIsNotRepeated()
    {
        Client others(m_server->endpoint());
        ReentrantLock theirs = others.reentrant_lock("a");
        ReentrantLock warm = lock("warm up");
        warm.lock();
        QVERIFY(warm.force_unlock()); // the server knows the script
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "60000"});
        auto waiter = in_thread([&] {
            theirs.lock();
            return theirs.hold_count();
        });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") > 0; }));
        next_script_meets(Fault::swallow_and_reset);
        QCOMPARE(thrown([&] { return lock().force_unlock(); }), Errc::outcome_unknown);
        QCOMPARE(waiter.get(), 1);
        QCOMPARE(redis().hash("a").size(), std::size_t(1));
        QCOMPARE(redis().hash("a").begin()->second, std::string("1"));
    }

    void anUnknownAcquisitionIsSaidAndGivenBack()
    {
        next_script_meets(Fault::swallow_and_fall_silent, 1000);
        try {
            static_cast<void>(lock().try_lock_for(300ms));
            QFAIL("the outcome cannot be known");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::outcome_unknown);
            QVERIFY(!error.state_known());
            QVERIFY2(std::string(error.what()).find('a') != std::string::npos, error.what());
        }
        QVERIFY(!lock().is_held());
        m_proxy->clear_faults();
        QVERIFY(until([&] { return !redis().exists("a"); }, soon)); // the lease would have been 30 s
    }

    void whatWasLeftIsGivenBackUntilItsOwnLeaseEnds()
    {
        next_script_meets(Fault::swallow_and_fall_silent);
        next_script_meets(Fault::reset_before_forwarding, 1000); // whatever comes after it
        QCOMPARE(thrown([&] { return lock().try_lock_for(300ms, 60s); }), Errc::outcome_unknown);
        QCOMPARE(thrown([&] { return lock().try_lock_for(0ms, 200ms); }), Errc::outcome_unknown);
        QVERIFY(!until([&] { return !redis().exists("a"); }, 700ms)); // the second one's lease is over
        m_proxy->clear_faults();
        QVERIFY(until([&] { return !redis().exists("a"); }));
    }

    void whoTriesAgainInsteadOwnsItOnce()
    {
        next_script_meets(Fault::swallow_and_fall_silent);
        QCOMPARE(thrown([&] { return lock().try_lock_for(300ms); }), Errc::outcome_unknown);
        lock().lock();
        QCOMPARE(my_count(), std::string("1"));
        QVERIFY(!until([&] { return !redis().exists("a"); }, 1500ms)); // what was to be given back is ours again
        QCOMPARE(lock().release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    void aReleaseThatWasNotAnsweredBeforeTheLeaseEndedIsNoLoss_data()
    {
        // In ms. It still runs when the release begins, also on a busy machine; a command is given up after 2000.
        QTest::addColumn<int>("lease");
        QTest::newRow("sent once") << 1500;
        QTest::newRow("sent again") << 3500;
    }
    void aReleaseThatWasNotAnsweredBeforeTheLeaseEndedIsNoLoss()
    {
        QFETCH(int, lease);
        m_client.emplace(m_proxy->endpoint(), impatient(2000ms));
        QVERIFY(lock().acquire({{}, milliseconds(lease), {}}));
        next_script_meets(Fault::swallow_and_fall_silent, 1000);
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::outcome_unknown);
        QVERIFY(!lock().is_held());
        QVERIFY(!redis().exists("a"));
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::not_held); // nothing is left of it
    }

    void aReleaseThatCannotBeDeliveredGoesOnInTheBackground()
    {
        m_client.reset();
        ClientOptions options = impatient(500ms);
        options.outage_patience = 200ms;
        m_client.emplace(m_proxy->endpoint(), options);
        QVERIFY(gets(lock()));
        m_proxy->set_mode(FaultProxy::Mode::black_hole);
        QVERIFY(thrown([&] { return lock().release(); }) != Errc::ok);
        QVERIFY(!lock().is_held());
        QVERIFY(redis().exists("a"));
        m_proxy->cut_all();
        m_proxy->set_mode(FaultProxy::Mode::forward);
        QVERIFY(until([&] { return !redis().exists("a"); }, soon));
    }

    // Where the answer takes longer than the lease. In Redis that begins when the server gets to it.

    void whatIsGrantedAfterItsLeaseGoesBack()
    {
        Client patient(m_proxy->endpoint());
        patient.ping();
        Losses losses(patient);
        ReentrantLock a = patient.reentrant_lock("a");
        Subscriber java(m_server->direct(), {"redisson_lock__channel:{a}"});
        next_script_meets(Fault::hold_requests);
        auto attempt = in_thread([&] { return a.acquire({0ms, 1s, {}}); });
        QVERIFY(m_proxy->wait_injected(1));
        const auto start = Clock::now();
        QVERIFY(until([&] { return since(start) > 1100ms; }));
        m_proxy->release_held();
        QVERIFY(!attempt.get());
        QVERIFY(!a.is_held());
        QVERIFY(java.wait_for("redisson_lock__channel:{a}", "0"));
        QVERIFY(!redis().exists("a"));
        QCOMPARE(losses.count(), std::size_t(0)); // nobody had been told that it was held
        QCOMPARE(thrown([&] { return a.release(); }), Errc::not_held);
    }

    void whoWaitsTriesAgainAfterAnAnswerThatTookLongerThanTheLease_data()
    {
        QTest::addColumn<bool>("is_fair");
        QTest::newRow("reentrant") << false;
        QTest::newRow("fair") << true;
    }
    void whoWaitsTriesAgainAfterAnAnswerThatTookLongerThanTheLease()
    {
        QFETCH(bool, is_fair);
        Client patient(m_proxy->endpoint());
        patient.ping();
        Losses losses(patient);
        Lock a = is_fair ? static_cast<Lock>(patient.fair_lock("a")) : static_cast<Lock>(patient.reentrant_lock("a"));
        next_script_meets(Fault::hold_requests);
        auto attempt = in_thread([&] {
            const bool has_it = a.try_lock_for(patience, 2s) && a.is_held();
            return std::pair(has_it, thrown([&] { return a.release(); }));
        });
        QVERIFY(m_proxy->wait_injected(1));
        const auto start = Clock::now();
        QVERIFY(until([&] { return since(start) > 2100ms; }));
        m_proxy->release_held();
        const auto [is_held, at_release] = attempt.get();
        QVERIFY(is_held);
        QCOMPARE(at_release, Errc::ok);
        QCOMPARE(losses.count(), std::size_t(0));
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void everyCallEndsInTimeWhenTheNetworkIsAHole_data()
    {
        QTest::addColumn<int>("wait");
        QTest::newRow("0 ms") << 0;
        QTest::newRow("50 ms") << 50;
        QTest::newRow("500 ms") << 500;
    }
    void everyCallEndsInTimeWhenTheNetworkIsAHole()
    {
        QFETCH(int, wait);
        // A single try lasts as long as one command, a wait a second beyond its own end, and neither any longer.
        const milliseconds promised = wait == 0 ? m_client->options().command_timeout : milliseconds(wait) + 1s;
        const milliseconds limit = promised + 150ms;
        m_proxy->set_mode(FaultProxy::Mode::black_hole);
        bool is_known = false;
        const auto took = shortest(limit, [&] {
            const auto start = Clock::now();
            const Errc error = thrown([&] { return lock().try_lock_for(milliseconds(wait)); });
            is_known = is_known || error == Errc::ok;
            return since(start);
        });
        QVERIFY2(!is_known, "it cannot be known");
        QVERIFY2(took < limit, std::to_string(took.count()).c_str());
    }

    void oneReplyInTenIsLost()
    {
        m_proxy->inject(
            Fault::swallow_and_reset,
            [number = 0](const std::vector<std::string>& words) mutable {
                return words[0] == "EVALSHA" && ++number % 10 == 0;
            },
            1'000'000);
        ReentrantLock a = lock();
        for (int i = 0; i < 60; ++i) {
            a.lock();
            a.lock();
            QCOMPARE(my_count(), std::string("2"));
            QCOMPARE(a.release(), 1);
            QCOMPARE(a.release(), 0);
            QVERIFY(!redis().exists("a"));
        }
        QVERIFY(m_proxy->injected() > 20);
    }
};

QTEST_GUILESS_MAIN(ExactlyOnceTest)
#include "exactly_once_test.moc"

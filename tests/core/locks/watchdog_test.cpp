// SPDX-License-Identifier: Apache-2.0
// What is held stays held as long as its holder and its Redis live; what is not, is told in time.
#include "lock_scripts.hpp"
#include "redis/script.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <array>
#include <atomic>
#include <future>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

ClientOptions with_lease(milliseconds lease)
{
    ClientOptions options;
    options.watchdog_lease = lease;
    return options;
}

} // namespace

class WatchdogTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }
    /// Connections with client tracking whose messages arrive.
    std::size_t tracked_connections()
    {
        std::size_t count = 0;
        for (const auto& client : redis().clients()) {
            const std::string& flags = client.at("flags");
            if (flags.find('t') != std::string::npos && flags.find('R') == std::string::npos)
                ++count;
        }
        return count;
    }
    bool is_renewed(const std::string& name, int times = 2) { return are_renewed(redis(), {name}, times); }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }

    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint(), with_lease(brief_lease));
    }
    void cleanup() { m_client.reset(); }

    void whatWasExtendedOnceIsRenewedAsBefore()
    {
        ReentrantLock a = lock();
        a.lock();
        QVERIFY(a.extend(2 * brief_lease));
        QVERIFY(redis().pttl("a") > brief_lease.count());
        QVERIFY(until([&] { return redis().pttl("a") <= brief_lease.count(); }));
        QVERIFY(is_renewed("a"));
        QVERIFY(redis().pttl("a") <= brief_lease.count());
        QCOMPARE(a.release(), 0);
    }

    void renewsWhatIsHeld()
    {
        lock().lock();
        QVERIFY(is_renewed("a"));
        QVERIFY(lock().is_held());
        QCOMPARE(lock().release(), 0);
    }

    void theShortestLeasesAreRenewed_data()
    {
        QTest::addColumn<int>("lease");
        QTest::newRow("25 ms") << 25;
        QTest::newRow("10 ms") << 10;
        QTest::newRow("3 ms") << 3;
    }
    void theShortestLeasesAreRenewed()
    {
        QFETCH(int, lease);
        m_client.emplace(m_server->endpoint(), with_lease(milliseconds(lease)));
        // On a busy machine a renewal may come too late: of the shortest lease it is due after a millisecond. Without
        // one none of them lives longer than its lease.
        const auto is_renewed_in_time = [&] {
            if (thrown([&] { lock().lock(); }) != Errc::ok)
                return false;
            const auto end = Clock::now() + 2 * milliseconds(lease);
            const bool ended = until([&] { return Clock::now() >= end || !lock().is_held(); });
            const bool is_held = lock().is_held();
            lock().unlock();
            return ended && is_held;
        };
        QVERIFY(until(is_renewed_in_time, 60s));
    }

    void renewsWhatWasEnteredAgainAndLeftOnce()
    {
        lock().lock();
        lock().lock();
        QCOMPARE(lock().release(), 1);
        QVERIFY(is_renewed("a"));
        QCOMPARE(lock().release(), 0);
    }

    void renewsWhatWasReleasedAndTakenAgain()
    {
        for (int i = 0; i < 3; ++i) {
            lock().lock();
            lock().unlock();
        }
        lock().lock();
        QVERIFY(is_renewed("a"));
    }

    /// Each release ends a renewal and each entry begins one, of the same lock, close to each other.
    void renewsWhatOneOfSixteenContendersKeeps()
    {
        constexpr int threads = 16;
        constexpr int locks = is_slowed_down ? 20 : 50;
        const int entries = qEnvironmentVariableIsSet("LOCKSCOPE_LONG") ? 200 : 20;
        std::vector<std::string> names;
        for (int i = 0; i < locks; ++i)
            names.push_back("{lock} " + std::to_string(i));
        std::array<std::atomic<int>, locks> entered{};
        std::atomic<int> kept = 0;
        std::atomic<int> failures = 0;
        std::atomic<bool> ends = false;
        const auto contend = [&] {
            for (std::size_t i = 0; i < locks; ++i) {
                ReentrantLock a = lock(names[i]);
                while (entered[i] < entries && !ends) {
                    if (!a.try_lock())
                        continue;
                    if (++entered[i] == entries)
                        ++kept; // and so nobody else enters any more
                    else
                        failures += a.release() == 0 ? 0 : 1;
                }
            }
            ends.wait(false);
            for (const std::string& name : names) {
                if (lock(name).is_held())
                    failures += lock(name).release() == 0 ? 0 : 1;
            }
        };
        std::vector<std::future<void>> all;
        for (int i = 0; i < threads; ++i)
            all.push_back(in_thread(contend));
        const bool are_all_kept = until([&] { return kept == locks; }, 60s);
        const bool stay = are_all_kept && are_renewed(redis(), names);
        ends = true;
        ends.notify_all();
        for (auto& each : all)
            each.get();
        QVERIFY(are_all_kept);
        QVERIFY(stay);
        QCOMPARE(failures, 0);
        QVERIFY(redis().keys().empty());
    }

    void renewsWhatWasLostAndTakenAgain()
    {
        lock().lock();
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return !lock().is_held(); }));
        lock().lock();
        QVERIFY(is_renewed("a"));
    }

    void neverRenewsWhatWasReleased()
    {
        for (int i = 0; i < 300; ++i) {
            lock().lock();
            lock().unlock();
        }
        redis().expect({"HSET", "a", m_client->this_thread().field(), "1"}); // what a late renewal would find
        redis().expect({"PEXPIRE", "a", "2500"});                            // a renewal would be due before
        QVERIFY(runs_out(redis(), "a"));
    }

    void doesNotRenewALease()
    {
        lock().lock(2s);
        QVERIFY(runs_out(redis(), "a"));
        QVERIFY(!lock().is_held());
    }

    void aLeaseEndsByItselfOnceRenewedEntriesHaveLeft()
    {
        lock().lock(2s);
        lock().lock(2s);
        lock().lock();
        lock().lock();
        QCOMPARE(lock().release(), 3);
        QVERIFY(is_renewed("a", 1));
        QCOMPARE(lock().release(), 2);
        QVERIFY(runs_out(redis(), "a"));
        QVERIFY(!lock().is_held());
    }

    void anEntryWithALongLeaseLeavesTheOtherAsItWas()
    {
        lock().lock();
        QVERIFY(lock().try_lock_for(0ms, 1h));
        const std::int64_t hour = milliseconds(1h).count();
        QVERIFY(until([&] { return redis().pttl("a") <= hour - 50; }));
        QCOMPARE(lock().release(), 1);
        QVERIFY(redis().pttl("a") <= hour - 50); // it still runs, and has not begun anew
        redis().expect({"PEXPIRE", "a", "2500"});
        QVERIFY(is_renewed("a"));
        QVERIFY(redis().pttl("a") <= brief_lease.count());
        QVERIFY(lock().is_held());
        QCOMPARE(lock().release(), 0);
    }

    void aLeaseLongerThanAnyClockIsNoLoss()
    {
        lock().lock();
        redis().expect({"PEXPIRE", "a", "9999999999999"}); // 317 years
        redis().reset_stats();
        QVERIFY(until([&] { return redis().scripts() >= 3 || !lock().is_held(); }));
        QVERIFY(lock().is_held());
        QVERIFY(in_thread([&] { return is_refused([&] { return lock().try_lock_for(100ms); }); }).get());
        QCOMPARE(lock().release(), 0);
    }

    void aPoisonedKeyHarmsNoOther()
    {
        for (int i = 0; i < 100; ++i)
            lock("lock " + std::to_string(i)).lock();
        redis().expect({"CLIENT", "TRACKING", "OFF"});
        redis().expect({"SET", "lock 50", "poison"});
        QVERIFY(is_renewed("lock 0", 4)); // for longer than a lease
        for (int i = 0; i < 100; ++i) {
            const std::string name = "lock " + std::to_string(i);
            QCOMPARE(lock(name).is_held(), i != 50);
            QCOMPARE(redis().exists(name), true);
        }
        QCOMPARE(redis().text({"GET", "lock 50"}), std::string("poison"));
    }

    void renewalsAreBatched()
    {
        m_client.emplace(m_server->endpoint(), with_lease(4500ms));
        constexpr int locks = 1000;
        for (int i = 0; i < locks; ++i)
            lock("{lock} " + std::to_string(i)).lock();
        QVERIFY(is_renewed("{lock} 0", 1)); // all have settled
        redis().reset_stats();
        const auto start = Clock::now();
        QVERIFY(is_renewed("{lock} 0", 2));
        const auto scripts = redis().scripts();
        const auto periods = since(start) / 1500ms + 1;
        QVERIFY2(scripts >= locks / 100 && scripts <= (periods + 1) * (locks / 100) + 5,
                 std::to_string(scripts).c_str());
        for (int i = 0; i < locks; ++i)
            QVERIFY(lock("{lock} " + std::to_string(i)).is_held());
    }

    /// A look that is answered before the owner enters again, but whose answer arrives after that, tells of a lease
    /// that is no more.
    void aLookThatWasOvertakenShortensNothing()
    {
        FaultProxy proxy(m_server->direct());
        m_client.emplace(proxy.endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock("other").lock();
        QVERIFY(until([&] { return tracked_connections() == 1; })); // all connections are open
        QTest::qWait(200);                                          // and the looks that come with that are over
        const auto looks = [&] { return redis().scripts(); };
        const auto before = looks();
        lock().lock(3s);
        proxy.delay_replies(500ms);
        QVERIFY(until([&] { return looks() >= before + 2; })); // the acquisition, and the look after it
        QTest::qWait(20);                                      // the proxy has the answer, and keeps it
        proxy.delay_replies(0ms);
        lock().lock();
        QVERIFY(!until([&] { return !lock().is_held(); }, 4s));
        QCOMPARE(losses.count(), std::size_t(0));
        QVERIFY(redis().pttl("a") > 50000);
        QCOMPARE(lock().release(), 1);
        QCOMPARE(lock().release(), 0);
    }

    // Losses.

    /// A lease counts from when the look was sent. Where all looks are slow that has to do, until one is faster.
    void whatSlowLooksLeaveOutComesBack()
    {
        FaultProxy proxy(m_server->direct());
        Client slow(proxy.endpoint());
        ReentrantLock a = slow.reentrant_lock("a");
        const std::string look = redis::Script(locks::scripts::renew).sha();
        proxy.inject(FaultProxy::Fault::hold_requests, FaultProxy::script(look), 3);
        a.lock(5s);
        const Clock::time_point from = Clock::now();
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(proxy.wait_injected(i));
            const Clock::time_point held = Clock::now();
            QVERIFY(until([&] { return i < 3 ? since(held) > 200ms : since(from) > 2500ms; }));
            proxy.release_held();
        }
        QVERIFY(until([&] { return since(from) > 4000ms; }));
        QVERIFY(a.is_held() || since(from) > 4800ms);
    }

    void aDeletedLockIsToldAtOnce()
    {
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        const std::stop_token token = lock().loss_token();
        // Longer than most holds: now it is watched for changes.
        QVERIFY(until([&] { return tracked_connections() == 1; }));
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return losses.count() == 1; }, soon)); // a renewal would be due after 20 s
        QVERIFY(token.stop_requested());
        QVERIFY(!lock().is_held());
        QCOMPARE(losses.first().lock, std::string("a"));
        QVERIFY(losses.first().owner == m_client->this_thread());
        QVERIFY(losses.first().reason == LossNotice::Reason::taken);
    }

    void lossesAreToldAtOnce_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("overwritten") << QStringList{"SET", "a", "x"};
        QTest::newRow("renamed") << QStringList{"RENAME", "a", "{a}:b"};
        QTest::newRow("database flushed") << QStringList{"FLUSHALL"};
    }
    void lossesAreToldAtOnce()
    {
        QFETCH(QStringList, command);
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        QVERIFY(until([&] { return tracked_connections() == 1; }));
        std::vector<std::string> words;
        for (const QString& word : command)
            words.push_back(word.toStdString());
        redis().expect(words);
        QVERIFY(until([&] { return losses.count() == 1; }, soon));
    }

    void aLeaseThatAnOperatorShortenedEndsWhenHeSaid()
    {
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        // Held long enough to be watched by tracking: only then a change is told.
        QVERIFY(until([&] { return tracked_connections() == 1; }));
        redis().expect({"PEXPIRE", "a", "700"});
        QVERIFY(until([&] { return losses.count() == 1; }, soon));
        QVERIFY(!lock().is_held());
        QVERIFY(until([&] { return redis().pttl("a") == -2; }));
    }

    void lossesAreStillToldAfterTheConnectionsWereKilled()
    {
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        QVERIFY(until([&] { return tracked_connections() == 1; }));
        QVERIFY(redis().kill_clients("lockscope-renewals") == 1);
        QVERIFY(redis().kill_clients("lockscope-messages") == 1);
        QVERIFY(until([&] { return tracked_connections() == 1; }));
        QTest::qWait(200); // usually long enough for both connections to be back
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return losses.count() == 1; }, soon));
    }

    void withoutTheRightToTrackRenewalsTell()
    {
        redis().expect({"ACL", "SETUSER", "plain", "on", ">x", "~*", "&*", "+@all", "-client|tracking"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "plain";
        endpoint.password = "x";
        m_client.emplace(endpoint, with_lease(brief_lease));
        Losses losses(*m_client);
        lock().lock();
        QVERIFY(is_renewed("a", 1));
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return losses.count() == 1; }));
        QVERIFY(losses.first().reason == LossNotice::Reason::taken); // by a renewal, not by the end of the lease
    }

    void aStoppedServerIsToldBeforeAnybodyElseCanHold()
    {
        Losses losses(*m_client);
        lock().lock();
        QVERIFY(is_renewed("a", 1));
        const auto left = milliseconds(redis().pttl("a"));
        const auto end = Clock::now() + left; // not before that the server lets somebody else in
        m_server->sandbox.pause_server();
        const bool ended = until([&] { return Clock::now() >= end; });
        const bool is_held = lock().is_held();
        const bool told = until([&] { return losses.count() == 1; });
        m_server->sandbox.resume_server();
        QVERIFY(ended && told);
        QVERIFY(!is_held);
        QVERIFY2(losses.when() <= end + 2s, std::to_string((losses.when() - end) / 1ms).c_str());
        QVERIFY(losses.first().reason == LossNotice::Reason::expired);
    }

    void aReleaseUnderWayDoesNotHideTheEnd()
    {
        ClientOptions patient = with_lease(brief_lease);
        patient.command_timeout = 12s; // the release is still on its way when the lease ends
        m_client.emplace(m_server->endpoint(), patient);
        Losses losses(*m_client);
        lock().lock();
        lock().lock();
        m_server->sandbox.pause_server();
        const auto start = Clock::now();
        const Errc error = thrown([&] { return lock().release(); });
        const auto took = since(start);
        m_server->sandbox.resume_server();
        QCOMPARE(error, Errc::lost);
        QVERIFY(took < brief_lease + soon); // not as long as an outage is waited out
        QVERIFY(until([&] { return losses.count() == 1; }));
    }

    void aShortPauseOfTheServerLosesNothing()
    {
        m_client.emplace(m_server->endpoint(), with_lease(2 * brief_lease));
        Losses losses(*m_client);
        lock().lock();
        for (int i = 0; i < 3; ++i) {
            QVERIFY(is_renewed("a", 1));
            QTest::qWait(1800);
            m_server->sandbox.pause_server(); // while the next renewal is due
            QTest::qWait(500);
            m_server->sandbox.resume_server();
        }
        QVERIFY(is_renewed("a", 1));
        QCOMPARE(losses.count(), std::size_t(0));
        QVERIFY(lock().is_held());
        QVERIFY(redis().exists("a"));
    }

    void aBusyServerDoesNotEndTheWatchdog()
    {
        redis().expect({"CONFIG", "SET", "busy-reply-threshold", "100"});
        m_client.emplace(m_server->endpoint(), with_lease(2 * brief_lease));
        lock().lock();
        QVERIFY(is_renewed("a", 1));
        auto slow = in_thread([&] {
            RedisClient other(m_server->direct());
            return other.command({"EVAL", "while true do end", "0"}).text;
        });
        QTest::qWait(2300); // the next renewal was due
        QVERIFY(until([&] { return redis().command({"SCRIPT", "KILL"}).text == "OK"; }));
        slow.get();
        QVERIFY(is_renewed("a", 2));
        QVERIFY(lock().is_held());
        QVERIFY(redis().exists("a"));
    }

    void scriptFlushesDoNotEndTheWatchdog()
    {
        lock().lock();
        const auto start = Clock::now();
        while (since(start) < brief_lease + 500ms) {
            redis().expect({"SCRIPT", "FLUSH"});
            QTest::qWait(50);
        }
        QVERIFY(lock().is_held());
        QCOMPARE(lock().release(), 0);
    }

    void fullMemoryDoesNotEndTheWatchdog()
    {
        lock().lock();
        redis().expect({"CONFIG", "SET", "maxmemory", "1"});
        const bool stayed = is_renewed("a");
        redis().expect({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(stayed);
    }
};

QTEST_GUILESS_MAIN(WatchdogTest)
#include "watchdog_test.moc"

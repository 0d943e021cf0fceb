// SPDX-License-Identifier: Apache-2.0
// All of several locks or none.
// Boost.Asio before Qt, whose keyword "emit" is a function there.
#include "support/io_thread.hpp"

#include "lock_scripts.hpp"
#include "lockscope/error.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/read_write_lock.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/seed.hpp"
#include "support/work.hpp"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <list>
#include <random>

using namespace lockscope;
using namespace lockscope::test;

namespace {

MultiLock of(Client& client, const std::vector<std::string>& names)
{
    std::vector<Lock> members;
    for (const std::string& name : names)
        members.push_back(client.reentrant_lock(name));
    return MultiLock(members);
}

} // namespace

class MultiLockTest : public QObject
{
    Q_OBJECT

    Server m_server;
    RedisClient& redis() { return m_server.redis; }
    void hold_as_java(const std::string& name, const char* lease = "30000")
    {
        redis().expect({"HSET", name, java_owner, "1"});
        redis().expect({"PEXPIRE", name, lease});
    }
    void release_as_java(const std::string& name)
    {
        redis().expect({"DEL", name});
        redis().publish("redisson_lock__channel:{" + name + "}", "0");
    }

private slots:
    void init() { m_server.empty(); }

    void takesAllAndGivesAllBack()
    {
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b", "c"});
        lock.lock();
        const Fields mine{{client.this_thread().field(), "1"}};
        for (const char* name : {"a", "b", "c"})
            QCOMPARE(redis().hash(name), mine);
        QVERIFY(lock.is_held());
        QCOMPARE(lock.hold_count(), 1);
        QVERIFY(!in_thread([&] { return lock.is_held(); }).get());
        lock.unlock();
        QCOMPARE(redis().keys(), std::vector<std::string>());
        QVERIFY(!lock.is_held());
    }

    void takesNoneIfOneIsBusy_data()
    {
        QTest::addColumn<QString>("busy");
        for (const char* name : {"a", "b", "c"})
            QTest::newRow(name) << name;
    }
    void takesNoneIfOneIsBusy()
    {
        QFETCH(QString, busy);
        hold_as_java(busy.toStdString());
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b", "c"});
        QVERIFY(!lock.try_lock());
        QVERIFY(is_refused([&] { return lock.try_lock_for(300ms); }));
        QCOMPARE(redis().keys(), std::vector<std::string>{busy.toStdString()});
        QVERIFY(!lock.is_held());
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::not_held);
    }

    /// Also in the pause between two rounds, of which nothing is seen but that "a" is free again.
    void aStopIsHeardAtAnyMoment()
    {
        hold_as_java("b", "60000");
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b"});
        for (int i = 0; i < 10; ++i) {
            std::stop_source stop;
            auto waiting = in_thread([&] {
                return thrown([&] {
                    Terms terms;
                    terms.stop = stop.get_token();
                    return lock.acquire(terms);
                });
            });
            QVERIFY(until([&] { return redis().exists("a"); }));
            QVERIFY(until([&] { return !redis().exists("a"); }));
            stop.request_stop();
            QVERIFY(is_ready(waiting, patience));
            QCOMPARE(waiting.get(), Errc::cancelled);
            QVERIFY(until([&] { return !redis().exists("a"); }));
        }
    }

    void waitsForTheBusyOneWithEmptyHands()
    {
        hold_as_java("b");
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b", "c"});
        auto waiting = in_thread([&] {
            lock.lock();
            return lock.release();
        });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{b}") > 0; }));
        // After at most a second it stops holding "a" while it waits, so others can work with that.
        QVERIFY(until([&] { return !redis().exists("a"); }));
        Client other(m_server.endpoint());
        auto a = other.reentrant_lock("a");
        QVERIFY(a.try_lock());
        a.unlock();
        release_as_java("b");
        QVERIFY(is_ready(waiting, patience));
        QCOMPARE(waiting.get(), 0);
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void isReentrant()
    {
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b"});
        lock.lock();
        QVERIFY(lock.try_lock());
        QCOMPARE(lock.hold_count(), 2);
        QCOMPARE(redis().hash("b"), (Fields{{client.this_thread().field(), "2"}}));
        QCOMPARE(lock.release(), 1);
        QVERIFY(lock.is_held());
        QCOMPARE(lock.release(), 0);
        QVERIFY(redis().keys().empty());
    }

    void everyMemberHasItsWholeLeaseInTheEnd()
    {
        hold_as_java("z", "1200"); // the last in order, and nobody tells when it ends
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b", "z"});
        lock.lock(60s);
        for (const char* name : {"a", "b", "z"}) {
            const std::int64_t left = redis().pttl(name);
            QVERIFY2(left > 50000 && left <= 60000, std::to_string(left).c_str()); // a round in vain adds nothing
        }
        QVERIFY(!client.reentrant_lock("a").loss_token().stop_requested());
        lock.unlock();
    }

    /// Only the members have a lease: a fencing token whose key ended would begin anew, and a queue would be forgotten.
    void theLeaseOfTheMembersIsNotThatOfTheirCompanions()
    {
        Client client(m_server.endpoint());
        Client other(m_server.endpoint());
        MultiLock lock({client.fair_lock("ordered"), client.fenced_lock("numbered")});
        lock.lock(60s);
        auto waiting = in_thread([&] {
            auto ordered = other.fair_lock("ordered");
            ordered.lock();
            ordered.unlock();
        });
        QVERIFY(until([&] { return redis().exists("redisson_lock_queue:{ordered}"); }));
        QVERIFY(lock.try_lock_for(patience, 60s)); // while there is a queue
        for (const char* companion :
             {"redisson_lock_queue:{ordered}", "redisson_lock_timeout:{ordered}", "redisson_lock_token:{numbered}"}) {
            QVERIFY2(redis().exists(companion), companion);
            QCOMPARE(redis().pttl(companion), std::int64_t(-1));
        }
        QCOMPARE(lock.release(), 1);
        QCOMPARE(lock.release(), 0);
        QVERIFY(is_ready(waiting, patience));
        waiting.get();
    }

    void theLossOfOneIsTheLossOfAll()
    {
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b", "c"});
        lock.lock();
        const std::stop_token lost = lock.loss_token();
        QVERIFY(lost.stop_possible());
        redis().expect({"DEL", "b"});
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!lock.is_held());
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::lost);
        QVERIFY(redis().keys().empty()); // the others were given back all the same
        QVERIFY(lock.try_lock());
        lock.unlock();
    }

    void whatWasLostIsClearedAwayBeforeItIsTakenAgain()
    {
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b"});
        lock.lock();
        redis().expect({"DEL", "b"});
        QVERIFY(until([&] { return !lock.is_held(); }));
        lock.lock(); // without having released what was lost
        QCOMPARE(lock.hold_count(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{client.this_thread().field(), "1"}}));
        QCOMPARE(lock.release(), 0);
        QVERIFY(redis().keys().empty());
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::lost); // the guard of the first hold comes to its end
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::not_held);
    }

    void whatIsLostWhileItWaitsIsTakenAgain_data()
    {
        QTest::addColumn<int>("lease"); // in seconds
        QTest::newRow("renewed") << 0;
        QTest::newRow("with a lease") << 60;
    }
    void whatIsLostWhileItWaitsIsTakenAgain()
    {
        QFETCH(int, lease);
        Terms terms;
        terms.wait = patience;
        if (lease > 0)
            terms.lease = std::chrono::seconds(lease);
        hold_as_java("b");
        Client client(m_server.endpoint());
        Losses losses(client);
        MultiLock lock = of(client, {"a", "b"});
        auto waiting = in_thread([&] {
            const bool has_it = lock.acquire(terms) && lock.is_held();
            return std::pair(has_it, thrown([&] { return lock.release(); }));
        });
        QVERIFY(until([&] { return redis().integer({"DEL", "a"}) == 1; })); // while it waits for the other one
        QVERIFY(until([&] { return losses.count() == 1; }));
        release_as_java("b");
        QVERIFY(is_ready(waiting, patience));
        const auto [is_held, at_release] = waiting.get();
        QVERIFY(is_held);
        QCOMPARE(at_release, Errc::ok);
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void aReentryIntoWhatWasLostIsANewHold()
    {
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b"});
        lock.lock();
        const std::stop_token lost = lock.loss_token();
        redis().expect({"DEL", "b"});
        lock.lock(); // perhaps before anybody noticed
        QVERIFY(lost.stop_requested());
        QCOMPARE(lock.hold_count(), 1);
        for (const char* name : {"a", "b"})
            QCOMPARE(redis().hash(name), (Fields{{client.this_thread().field(), "1"}}));
        QCOMPARE(lock.release(), 0);
        QVERIFY(redis().keys().empty());
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::lost); // the guard of the first hold comes to its end
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::not_held);
    }

    void canBeCancelledWhileItWaits()
    {
        hold_as_java("b");
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b"});
        std::stop_source stop;
        auto waiting = in_thread([&] {
            return thrown([&] {
                Terms terms;
                terms.stop = stop.get_token();
                return lock.acquire(terms);
            });
        });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{b}") > 0; }));
        stop.request_stop();
        QVERIFY(is_ready(waiting, patience));
        QCOMPARE(waiting.get(), Errc::cancelled);
        QVERIFY(until([&] { return redis().keys() == std::vector<std::string>{"b"}; }));
    }

    void takesLocksOfDifferentTypes()
    {
        Client client(m_server.endpoint());
        ReadWriteLock catalogue = client.read_write_lock("catalogue");
        MultiLock lock({client.reentrant_lock("a"), client.fair_lock("queue"), catalogue.read()});
        const std::scoped_lock guard(lock);
        QVERIFY(catalogue.read().is_held());
        QCOMPARE(redis().hash("catalogue").at("mode"), std::string("read"));
        QVERIFY(redis().exists("queue"));
    }

    void spansServers()
    {
        Server second;
        Client one(m_server.endpoint());
        Client two(second.endpoint());
        MultiLock lock({one.reentrant_lock("x"), two.reentrant_lock("x")});
        lock.lock();
        QVERIFY(redis().exists("x") && second.redis.exists("x"));
        QCOMPARE(second.redis.hash("x"), (Fields{{two.this_thread().field(), "1"}}));
        lock.unlock();
        QVERIFY(redis().keys().empty() && second.redis.keys().empty());
    }

    void aServerThatIsGoneLeavesNothingBehindOnTheOthers()
    {
        Server second;
        ClientOptions quick;
        quick.outage_patience = 300ms;
        Client one(m_server.endpoint(), quick);
        Client two(second.endpoint(), quick);
        one.ping(); // it has no patience to connect
        second.sandbox.kill_server();
        MultiLock lock({one.reentrant_lock("x"), two.reentrant_lock("x")});
        QCOMPARE(thrown([&] { return lock.try_lock_for(500ms); }), Errc::connection_failed);
        QVERIFY(until([&] { return redis().keys().empty(); }));
        QVERIFY(!lock.is_held());
    }

    /// However long a member was busy before.
    void anOutageAfterALongWaitIsWaitedOut()
    {
        Server second;
        FaultProxy proxy(second.direct());
        ClientOptions options;
        options.command_timeout = 1s;
        options.outage_patience = 4s;
        Client one(m_server.endpoint(), options);
        Client two(proxy.endpoint(), options);
        std::vector<Lock> members{one.reentrant_lock("x"), two.reentrant_lock("x")};
        hold_as_java("x", "60000");
        auto waiting = in_thread([&] {
            MultiLock lock(members);
            const bool is_taken = lock.try_lock_for(60s);
            if (is_taken)
                lock.unlock();
            return is_taken;
        });
        const auto start = Clock::now();
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{x}") == 1; }));
        QVERIFY(until([&] { return since(start) > options.outage_patience; })); // this is the long wait
        proxy.set_mode(FaultProxy::Mode::refuse);
        proxy.cut_all();
        Subscriber giving_back(m_server.direct(), {"redisson_lock__channel:{x}"});
        redis().expect({"DEL", "x"});
        redis().publish("redisson_lock__channel:{x}", "1"); // as a writer's, to tell it from what follows
        const bool has_given_it_back = giving_back.wait_for("redisson_lock__channel:{x}", "0");
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(has_given_it_back);
        QCOMPARE(thrown([&] { return waiting.get(); }), Errc::ok);
        QVERIFY(until([&] { return redis().keys().empty() && second.redis.keys().empty(); }));
    }

    /// What it has by then is given back, but nobody waits for that beyond his time.
    void aServerThatHangsDoesNotKeepItsCaller()
    {
        hold_as_java("b");
        Client client(m_server.endpoint());
        std::vector<Lock> members{client.reentrant_lock("a"), client.reentrant_lock("b")};
        MultiLock lock(members);
        auto waiting = in_thread([&] { return thrown([&] { static_cast<void>(lock.try_lock_for(1s)); }); });
        QVERIFY(until([&] { return redis().exists("a"); }));
        m_server.sandbox.pause_server();
        const bool has_ended = is_ready(waiting, 8s); // its patience in an outage are 15 s
        m_server.sandbox.resume_server();
        QVERIFY(has_ended);
        redis().expect({"DEL", "b"});
        QVERIFY(until([&] { return !redis().exists("a"); }));
    }

    void everythingIsGivenBackWhereAnAnswerIsLost()
    {
        FaultProxy proxy(m_server.direct());
        Client client(proxy.endpoint());
        MultiLock lock = of(client, {"a", "b", "c"});
        for (int lost = 0; lost < 3; ++lost) {
            proxy.inject(FaultProxy::Fault::swallow_and_reset, FaultProxy::any_script(), 1, lost);
            lock.lock();
            QVERIFY(proxy.wait_injected(lost + 1));
            QCOMPARE(lock.hold_count(), 1);
            for (const char* name : {"a", "b", "c"})
                QCOMPARE(redis().hash(name), (Fields{{client.this_thread().field(), "1"}}));
            QCOMPARE(lock.release(), 0);
            QVERIFY(redis().keys().empty());
        }
    }

    void aRefusalAtTheLastStepIsSaid()
    {
        // Who may not send texts of scripts can take and leave, which the server knows, but not renew.
        redis().expect({"SCRIPT", "FLUSH"});
        redis().expect({"SCRIPT", "LOAD", std::string(locks::scripts::reentrant_acquire)});
        redis().expect({"SCRIPT", "LOAD", std::string(locks::scripts::reentrant_release)});
        redis().expect({"ACL", "SETUSER", "bound", "reset", "on", ">x", "allkeys", "allchannels", "+@all", "-eval"});
        Endpoint endpoint = m_server.endpoint();
        endpoint.user = "bound";
        endpoint.password = "x";
        Client client(endpoint);
        MultiLock lock = of(client, {"a", "b"});
        std::stop_source stop;
        auto waiting = in_thread([&] {
            return thrown([&] {
                Terms terms;
                terms.lease = 60s;
                terms.stop = stop.get_token();
                return lock.acquire(terms);
            });
        });
        const bool is_said = is_ready(waiting, patience);
        stop.request_stop();
        QVERIFY(is_said);
        QCOMPARE(waiting.get(), Errc::no_permission);
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void aLeaseThatEndsBeforeAllAreHadIsSaid()
    {
        FaultProxy proxy(m_server.direct());
        Client client(proxy.endpoint());
        MultiLock lock = of(client, {"a", "b", "c"});
        lock.lock(60s); // from now on it is connected, and the server knows the scripts
        lock.unlock();
        proxy.delay_replies(50ms);
        std::stop_source stop;
        auto waiting = in_thread([&] {
            return thrown([&] { return lock.acquire({.wait = {}, .lease = 120ms, .stop = stop.get_token()}); });
        });
        const bool is_said = is_ready(waiting, patience);
        stop.request_stop();
        QVERIFY(is_said);
        QCOMPARE(waiting.get(), Errc::lost);
        QVERIFY(!lock.is_held());
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }

    void exactlyOneOfManyWins()
    {
        Client first(m_server.endpoint());
        Client second(m_server.endpoint());
        int winners = 0;
        // Two who meet halfway may both give up; then nobody has won, and all try again.
        for (int round = 0; round < 20 && winners == 0; ++round) {
            QVERIFY(redis().keys().empty());
            std::vector<std::future<bool>> attempts;
            for (int i = 0; i < 10; ++i)
                attempts.push_back(in_thread([&, i] {
                    return of(i % 2 ? first : second, {"a", "b"}).try_lock_for(0ms, 60s);
                }));
            for (auto& attempt : attempts)
                winners += attempt.get() ? 1 : 0;
        }
        QCOMPARE(winners, 1);
        QCOMPARE(redis().keys(), (std::vector<std::string>{"a", "b"}));
    }

    // redisson#4050, #467, #631, #1160: acquire and give back for ever, or stuck.
    void randomSubsetsInAnyOrderAlwaysGetOn()
    {
        constexpr int turns = 40;
        const std::array<std::string, 5> names{"m:1", "m:2", "m:3", "m:4", "m:5"};
        std::array<std::atomic<int>, 5> inside{};
        std::atomic<int> overlaps{0};
        Dice dice(seed_of_this_run());
        std::list<Client> clients;
        std::vector<std::future<int>> threads;
        for (unsigned i = 0; i < 8; ++i) {
            if (i % 2 == 0)
                clients.emplace_back(m_server.endpoint());
            threads.push_back(in_thread([&, seed = dice.seed(), client = &clients.back()] {
                std::mt19937_64 random(seed);
                Work work(random());
                int done = 0;
                for (int turn = 0; turn < turns; ++turn) {
                    std::array<std::size_t, 5> order{0, 1, 2, 3, 4};
                    std::shuffle(order.begin(), order.end(), random);
                    const std::size_t count = 2 + random() % 3;
                    std::vector<Lock> members;
                    for (std::size_t k = 0; k < count; ++k)
                        members.push_back(client->reentrant_lock(names[order[k]]));
                    MultiLock lock(members);
                    lock.lock();
                    for (std::size_t k = 0; k < count; ++k)
                        overlaps += inside[order[k]].fetch_add(1) == 0 ? 0 : 1;
                    work.do_some();
                    for (std::size_t k = 0; k < count; ++k)
                        inside[order[k]].fetch_sub(1);
                    done += lock.release() == 0 ? 1 : 0;
                }
                return done;
            }));
        }
        for (auto& thread : threads) {
            QVERIFY(is_ready(thread, 60s));
            QCOMPARE(thread.get(), turns);
        }
        QCOMPARE(overlaps.load(), 0);
        QVERIFY(redis().keys().empty());
    }

    void refusesWhatMakesNoSense()
    {
        Client client(m_server.endpoint());
        QCOMPARE(thrown([] { return MultiLock({}); }), Errc::invalid_argument);
        QCOMPARE(thrown([&] { return of(client, {"a", "a"}); }), Errc::invalid_argument);
        Client second(m_server.endpoint()); // another owner, who would wait for the first
        QCOMPARE(thrown([&] {
                     return MultiLock({client.reentrant_lock("a"), second.reentrant_lock("a")});
                 }),
                 Errc::invalid_argument);
        MultiLock lock = of(client, {"a", "b"});
        QCOMPARE(thrown([&] { return lock.try_lock_for(10ms, 0ms); }), Errc::invalid_argument);
        QVERIFY(redis().keys().empty());
    }

    void forceUnlockEndsEveryMember()
    {
        hold_as_java("a");
        hold_as_java("b");
        Client client(m_server.endpoint());
        MultiLock lock = of(client, {"a", "b", "c"});
        QCOMPARE(lock.force_unlock(), 2);
        QVERIFY(redis().keys().empty());

        hold_as_java("b");
        IoThread io;
        QCOMPARE(io.await(lock.async_force_unlock()), 1);
        QVERIFY(redis().keys().empty());
    }
};

QTEST_GUILESS_MAIN(MultiLockTest)
#include "multi_lock_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Requests and replies that are lost on the way change no count and lose no release, of whatever type of lock.
#include "lock_rows.hpp"

#include "lock_scripts.hpp"
#include "redis/script.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/request_faults.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <initializer_list>
#include <iterator>
#include <list>

using namespace lockscope;
using namespace lockscope::test;

namespace {

struct Type
{
    const char* name;
    Lock (*make)(Client& client);
    const char* suffix = ""; ///< Of the owner's field.
    bool is_reentrant = true;
};

const Type types[] = {
    {"spin", [](Client& client) -> Lock { return client.spin_lock("a"); }},
    {"fenced", [](Client& client) -> Lock { return client.fenced_lock("a"); }},
    {"read", [](Client& client) -> Lock { return client.read_write_lock("a").read(); }},
    {"write", [](Client& client) -> Lock { return client.read_write_lock("a").write(); }, ":write"},
    {"non-reentrant", [](Client& client) -> Lock { return client.non_reentrant_lock("a"); }, "", false},
    {"non-reentrant fair", [](Client& client) -> Lock { return client.non_reentrant_fair_lock("a"); }, "", false},
};

void faults_of(std::initializer_list<int> some)
{
    QTest::addColumn<int>("type");
    QTest::addColumn<Fault>("fault");
    for (const int type : some) {
        for (const RequestFault& each : request_faults)
            QTest::addRow("%s: %s", types[type].name, each.name) << type << each.fault;
    }
}

void types_and_faults()
{
    faults_of({0, 1, 2, 3, 4, 5});
}

void reentrant_types_and_faults()
{
    faults_of({0, 1, 2, 3});
}

/// Every second request that renews this lock, from the first on. One that only looks has no lease.
FaultProxy::Matcher every_second_renewal_of(const std::string& lock)
{
    return [lock, sha = redis::Script(locks::scripts::renew).sha(),
            number = 0](const std::vector<std::string>& words) mutable {
        if (words.size() < 4 || words[0] != "EVALSHA" || words[1] != sha || words[3] != lock)
            return false;
        const std::string& lease = words.at(3 + std::stoul(words[2]));
        return lease.front() != '0' && lease.front() != '-' && number++ % 2 == 0;
    };
}

} // namespace

class ExactlyOnceTypesTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<FaultProxy> m_proxy;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    static const Type& type()
    {
        QFETCH(int, type);
        return types[type];
    }
    Lock lock() { return type().make(*m_client); }
    ReadWriteLock read_write_lock() { return m_client->read_write_lock("a"); }
    std::string my_count() { return redis().hash("a")[m_client->this_thread().field() + type().suffix]; }
    void next_script_meets(Fault fault, int times = 1)
    {
        const auto of_the_lock = [](const std::vector<std::string>& words) {
            return (words[0] == "EVALSHA" || words[0] == "EVAL") && words.size() > 3 && words[3] == "a";
        };
        m_proxy->inject(fault, of_the_lock, times);
    }
    /// The lock and the deadlines of its readers; tokens stay.
    std::vector<std::string> left_over()
    {
        std::vector<std::string> keys = redis().keys();
        std::erase(keys, "redisson_lock_token:{a}");
        return keys;
    }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_proxy.emplace(m_server->endpoint());
        m_client.emplace(m_proxy->endpoint(), impatient(300ms));
        // The server knows the scripts, so that the first EVALSHA is the one that counts.
        for (Lock each : {static_cast<Lock>(m_client->fenced_lock("warm up")),
                          static_cast<Lock>(m_client->read_write_lock("warm up too").read()),
                          static_cast<Lock>(m_client->read_write_lock("warm up too").write()),
                          static_cast<Lock>(m_client->non_reentrant_fair_lock("warm up as well"))}) {
            each.lock();
            each.unlock();
        }
        redis().expect({"FLUSHDB"});
    }
    void cleanup()
    {
        m_client.reset();
        m_proxy.reset();
    }

    void acquire_data() { types_and_faults(); }
    void acquire()
    {
        QFETCH(Fault, fault);
        next_script_meets(fault);
        QCOMPARE(thrown([&] { lock().lock(); }), Errc::ok); // what is sent again is no second entry
        QCOMPARE(m_proxy->injected(), 1);
        if (!type().is_reentrant)
            QCOMPARE(thrown([&] { lock().lock(); }), Errc::already_held);
        QCOMPARE(lock().hold_count(), 1);
        QCOMPARE(my_count(), std::string("1"));
        m_proxy->release_held();
        QCOMPARE(lock().release(), 0);
        QCOMPARE(left_over(), std::vector<std::string>());
    }

    void reentry_data() { reentrant_types_and_faults(); }
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
        for (int left = 2; left >= 0; --left)
            QCOMPARE(lock().release(), left);
        QCOMPARE(left_over(), std::vector<std::string>());
    }

    void release_data() { reentrant_types_and_faults(); }
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
        QCOMPARE(left_over(), std::vector<std::string>());
    }

    void lastRelease_data() { types_and_faults(); }
    void lastRelease()
    {
        QFETCH(Fault, fault);
        lock().lock();
        next_script_meets(fault);
        QCOMPARE(lock().release(), 0);
        QCOMPARE(m_proxy->injected(), 1);
        QVERIFY(!lock().is_held());
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::not_held);
        QCOMPARE(left_over(), std::vector<std::string>());
    }

    /// One request renews all locks of a client, so each lock has a client of its own here.
    void renewal_data() { add_request_faults(); }
    void renewal()
    {
        QFETCH(Fault, fault);
        ClientOptions options = impatient(300ms);
        options.watchdog_lease = brief_lease;
        std::list<Client> clients;
        std::vector<Lock> held;
        std::vector<std::string> keys;
        const auto hold = [&](auto make, const std::string& name) {
            held.push_back(make(clients.emplace_back(m_proxy->endpoint(), options), name));
            held.back().lock();
            keys.push_back(name);
            m_proxy->inject(fault, every_second_renewal_of(name), 1'000'000);
        };
        for (const LockRow& row : lock_rows) {
            hold(row.make, row.name);
            if (row.make_reader == nullptr)
                continue;
            hold(row.make_reader, "read");
            keys.push_back("{read}:" + held.back().this_thread().field() + ":rwlock_timeout:1");
        }
        QVERIFY(m_proxy->wait_injected(3 * static_cast<int>(held.size()))); // for longer than a lease
        QVERIFY(are_renewed(redis(), keys, 1));
        m_proxy->clear_faults();
        for (Lock& each : held) {
            QVERIFY2(each.is_held(), each.name().c_str());
            QCOMPARE(each.release(), 0);
        }
        m_proxy->release_held();
        for (const std::string& key : keys)
            QVERIFY2(!redis().exists(key), key.c_str());
    }

    /// The only reader who leaves is not the only reader there is.
    void aReleaseAmongReaders_data() { faults_of({2}); }
    void aReleaseAmongReaders()
    {
        QFETCH(Fault, fault);
        redis().expect({"HSET", "a", "mode", "read", java_owner, "1"});
        redis().expect({"SET", "{a}:" + java_owner + ":rwlock_timeout:1", "1", "PX", "60000"});
        redis().expect({"PEXPIRE", "a", "60000"});
        lock().lock();
        next_script_meets(fault);
        QCOMPARE(lock().release(), 0);
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{"mode", "read"}, {java_owner, "1"}}));
    }

    void downgrade_data() { faults_of({3}); }
    void downgrade()
    {
        QFETCH(Fault, fault);
        read_write_lock().lock();
        read_write_lock().lock_shared();
        next_script_meets(fault);
        QCOMPARE(read_write_lock().write().release(), 0);
        QCOMPARE(m_proxy->injected(), 1);
        QCOMPARE(redis().hash("a"), (Fields{{"mode", "read"}, {m_client->this_thread().field(), "1"}}));
        m_proxy->release_held();
        QVERIFY(read_write_lock().read().is_held());
        QCOMPARE(read_write_lock().read().release(), 0);
        QCOMPARE(left_over(), std::vector<std::string>());
    }

    void anUnknownAcquisitionIsSaidAndGivenBack_data()
    {
        QTest::addColumn<int>("type");
        for (int i = 0; i < static_cast<int>(std::size(types)); ++i)
            QTest::newRow(types[i].name) << i;
    }
    void anUnknownAcquisitionIsSaidAndGivenBack()
    {
        next_script_meets(Fault::swallow_and_fall_silent, 1000);
        QCOMPARE(thrown([&] { return lock().try_lock_for(50ms); }), Errc::outcome_unknown);
        QVERIFY(!lock().is_held());
        m_proxy->clear_faults();
        QVERIFY(until([&] { return left_over().empty(); })); // the lease would have been 30 s
    }

    void anAnswerThatTookLongerThanTheLeaseIsNoAcquisition_data()
    {
        QTest::addColumn<int>("type");
        for (int i = 0; i < 4; ++i)
            QTest::newRow(types[i].name) << i;
    }
    void anAnswerThatTookLongerThanTheLeaseIsNoAcquisition()
    {
        Client patient(m_proxy->endpoint());
        patient.ping();
        Losses losses(patient);
        Lock late = type().make(patient);
        m_proxy->delay_replies(400ms);
        QVERIFY(is_refused([&] { return late.acquire({0ms, 100ms, {}}); }));
        QVERIFY(!late.is_held());
        QCOMPARE(losses.count(), std::size_t(0)); // nobody had been told that it was held
        QCOMPARE(thrown([&] { return late.release(); }), Errc::not_held);
        QVERIFY(until([&] { return left_over().empty(); }));
    }

    /// Who reads on keeps the writer's field alive with its own: nobody else could read until it has left.
    void aWriterThatEndsInAnOutageLeavesNothingToItsReader_data()
    {
        QTest::addColumn<bool>("isReleased");
        QTest::newRow("released") << true;
        QTest::newRow("its lease ends") << false;
    }
    void aWriterThatEndsInAnOutageLeavesNothingToItsReader()
    {
        QFETCH(bool, isReleased);
        ClientOptions options = impatient(300ms);
        options.outage_patience = 600ms;
        Client client(m_proxy->endpoint(), options);
        QVERIFY(until([&] { return thrown([&] { client.ping(); }) == Errc::ok; }));
        ReadWriteLock ours = client.read_write_lock("a");
        QVERIFY(until([&] { return thrown([&] { ours.write().lock(1s); }) == Errc::ok; }));
        QVERIFY(gets(ours.read())); // renewed
        m_proxy->set_mode(FaultProxy::Mode::black_hole);
        if (isReleased)
            QVERIFY(thrown([&] { return ours.write().release(); }) != Errc::ok);
        QVERIFY(until([&] { return !ours.write().is_held(); }));
        const int before = m_proxy->accepted();
        QVERIFY(until([&] { return m_proxy->accepted() > before + 3; })); // longer than what is tried once
        m_proxy->set_mode(FaultProxy::Mode::forward);
        m_proxy->cut_all();
        const std::string reader = client.this_thread().field();
        QVERIFY(until([&] { return redis().hash("a") == Fields{{"mode", "read"}, {reader, "1"}}; }));
        QVERIFY(ours.read().is_held());
        ReadWriteLock theirs = m_client->read_write_lock("a");
        QVERIFY(in_thread([&] { return theirs.read().try_lock_for(5s); }).get());
        QCOMPARE(ours.read().release(), 0);
    }

    void anUnknownUpgradeOfADowngraderIsGivenBackToo()
    {
        read_write_lock().lock();
        read_write_lock().unlock();
        next_script_meets(Fault::swallow_and_fall_silent, 1000);
        QCOMPARE(thrown([&] { return read_write_lock().write().try_lock_for(50ms); }), Errc::outcome_unknown);
        m_proxy->clear_faults();
        read_write_lock().lock_shared(); // while the write side is being given back
        QVERIFY(until([&] { return redis().hash("a")["mode"] == "read"; }));
        QCOMPARE(read_write_lock().read().release(), 0);
        QVERIFY(until([&] { return left_over().empty(); }));
    }
};

QTEST_GUILESS_MAIN(ExactlyOnceTypesTest)
#include "exactly_once_types_test.moc"

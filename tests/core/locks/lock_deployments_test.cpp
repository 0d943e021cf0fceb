// SPDX-License-Identifier: Apache-2.0
// Every type of lock does the same, however Redis is deployed.
#include "contests.hpp"
#include "lock_rows.hpp"
#include "lockscope/red_lock.hpp"
#include "places.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

#include <map>
#include <memory>

using namespace lockscope;
using namespace lockscope::test;

class LockDeploymentsTest : public QObject
{
    Q_OBJECT

    std::map<Deployed::Kind, std::unique_ptr<Deployed>> m_deployed;
    std::optional<Client> m_first, m_second;

    Deployed& servers(Deployed::Kind kind)
    {
        std::unique_ptr<Deployed>& deployed = m_deployed[kind];
        if (!deployed)
            deployed = std::make_unique<Deployed>(kind);
        return *deployed;
    }
    Deployed& servers() { return servers(place().kind); }

    void check_one(const LockRow& row, const std::string& name)
    {
        Lock ours = row.make(*m_first, name);
        Lock theirs = row.make(*m_second, name);
        ours.lock();
        QVERIFY(ours.is_held());
        QVERIFY(theirs.is_locked());
        if (row.is_reentrant()) {
            QVERIFY(ours.try_lock());
            QCOMPARE(ours.release(), 1);
        }
        QVERIFY(!theirs.try_lock());
        QVERIFY(is_refused([&] { return theirs.try_lock_for(300ms); }));
        QCOMPARE(thrown([&] { theirs.release(); }), Errc::not_held);
        QCOMPARE(ours.release(), 0);
        QVERIFY(theirs.try_lock_for(patience, long_lease));
        QCOMPARE(theirs.release(), 0);
        if (row.make_reader != nullptr)
            check_readers(row.make_reader(*m_first, name), row.make_reader(*m_second, name), ours);
    }
    static void check_readers(Lock one, Lock two, Lock writer)
    {
        one.lock();
        QVERIFY(two.try_lock());
        QVERIFY(!writer.try_lock());
        QCOMPARE(one.release(), 0);
        QVERIFY(one.is_locked());
        QCOMPARE(two.release(), 0);
        QVERIFY(!one.is_locked());
    }

private slots:
    void cleanupTestCase() { m_deployed.clear(); }
    void init()
    {
        servers().empty();
        m_first.emplace(servers().endpoint(), place().options());
        m_second.emplace(servers().endpoint(), place().options());
    }
    void cleanup()
    {
        QVERIFY2(until([&] { return leftovers(servers()).empty(); }), shown(leftovers(servers())).c_str());
        m_first.reset();
        m_second.reset();
    }

    void oneHoldsItAtATime_data()
    {
        QTest::addColumn<std::size_t>("place");
        QTest::addColumn<std::size_t>("row");
        for (std::size_t place = 0; place < places.size(); ++place) {
            for (std::size_t row = 0; row < lock_rows.size(); ++row)
                QTest::addRow("%s: %s", places[place].name, lock_rows[row].name) << place << row;
        }
    }
    void oneHoldsItAtATime()
    {
        for (const char* name : {"orders 1:\u00fc", "x{orders}:42"}) {
            check_one(lock_row(), name);
            QVERIFY2(!QTest::currentTestFailed(), name);
        }
        QCOMPARE(servers().calls("wait") > 0, place().wait_for_replica);
    }

    void whoWaitsIsWokenByAMessage_data() { add_places(); }
    void whoWaitsIsWokenByAMessage()
    {
        std::vector<Contest> all = contests(*m_first, *m_second, members);
        std::vector<std::future<bool>> waiters;
        for (Contest& each : all) {
            each.take();
            waiters.push_back(in_thread(each.wait));
        }
        QVERIFY2(until([&] { return lock_channels(servers()).size() == all.size(); }),
                 shown(lock_channels(servers())).c_str());
        // Whoever does not trust its messages asks twice a second.
        const auto is_calm = [&] {
            const std::int64_t before = servers().scripts();
            return !until([&] { return servers().scripts() != before; }, 700ms);
        };
        QVERIFY(until(is_calm));
        for (std::size_t i = 0; i < all.size(); ++i)
            QVERIFY2(!is_ready(waiters[i]), all[i].what.c_str());
        for (Contest& each : all)
            each.give_back();
        for (std::size_t i = 0; i < all.size(); ++i)
            QVERIFY2(waiters[i].get(), all[i].what.c_str());
    }

    void whatIsRenewedStaysAndALeaseEnds_data() { add_places(); }
    void whatIsRenewedStaysAndALeaseEnds()
    {
        Client client(servers().endpoint(), place().options(brief_lease));
        std::vector<Lock> renewed, leased;
        for (const LockRow& row : lock_rows) {
            renewed.push_back(row.make(client, std::string("renewed ") + row.name));
            renewed.back().lock();
            leased.push_back(row.make(client, std::string("leased ") + row.name));
            leased.back().lock(1s);
            if (row.make_reader != nullptr) {
                renewed.push_back(row.make_reader(client, std::string("read ") + row.name));
                renewed.back().lock();
            }
        }
        QVERIFY(are_renewed(servers(), renewed));
        for (Lock& lock : leased) {
            QVERIFY2(until([&] { return !servers().home_of(lock.name()).exists(lock.name()); }), lock.name().c_str());
            QVERIFY(!lock.is_held());
            QCOMPARE(thrown([&] { lock.release(); }), Errc::lost);
        }
        for (Lock& lock : renewed)
            QCOMPARE(lock.release(), 0);
    }

    void whatIsTakenAwayIsTold_data() { add_places(); }
    void whatIsTakenAwayIsTold()
    {
        Client client(servers().endpoint(), place().options(brief_lease));
        struct Taken
        {
            Lock forced, deleted;
            std::stop_token forced_lost, deleted_lost;
            std::future<bool> waiter;
        };
        std::vector<Taken> all;
        for (const LockRow& row : lock_rows) {
            Lock forced = row.make(client, std::string("forced ") + row.name);
            Lock deleted = row.make(client, std::string("deleted ") + row.name);
            forced.lock();
            deleted.lock();
            const std::stop_token forced_lost = forced.loss_token();
            const std::stop_token deleted_lost = deleted.loss_token();
            const Contest next = lock_contest({}, forced, row.make(*m_second, forced.name()));
            all.push_back({forced, deleted, forced_lost, deleted_lost, in_thread(next.wait)});
        }
        const std::size_t polling = 1; // the spin lock
        QVERIFY(until([&] { return lock_channels(servers()).size() == all.size() - polling; }));
        for (std::size_t i = 0; i < all.size(); ++i) {
            Taken& each = all[i];
            QVERIFY(lock_rows[i].make(*m_first, each.forced.name()).force_unlock());
            QCOMPARE(servers().home_of(each.deleted.name()).integer({"DEL", each.deleted.name()}), 1);
        }
        for (Taken& each : all) {
            QVERIFY2(each.waiter.get(), each.forced.name().c_str());
            QVERIFY2(until([&] { return each.forced_lost.stop_requested(); }), each.forced.name().c_str());
            QVERIFY2(until([&] { return each.deleted_lost.stop_requested(); }), each.deleted.name().c_str());
            QCOMPARE(thrown([&] { each.forced.release(); }), Errc::lost);
            QCOMPARE(thrown([&] { each.deleted.release(); }), Errc::lost);
        }
    }

    void whatIsCountedIsCountedOnce_data() { add_places(); }
    void whatIsCountedIsCountedOnce()
    {
        Semaphore seats = m_first->semaphore("seats");
        QVERIFY(seats.try_set_permits(3));
        QVERIFY(m_second->semaphore("seats").try_acquire(2));
        QVERIFY(!seats.try_acquire(2));
        QVERIFY(is_refused([&] { return seats.try_acquire_for(60ms, 2); }));
        QCOMPARE(seats.available(), 1);
        QVERIFY(seats.remove());

        PermitSemaphore permits = m_first->permit_semaphore("{permits}:x");
        QVERIFY(permits.try_set_permits(2));
        const std::string id = m_second->permit_semaphore("{permits}:x").acquire(long_lease);
        const std::string brief = permits.acquire(100ms);
        QVERIFY(permits.update_lease(id, long_lease));
        QVERIFY(until([&] { return permits.available() == 1; })); // the brief one has come back by itself
        QVERIFY(!permits.release(brief));
        QVERIFY(permits.release(id));
        QCOMPARE(permits.available(), 2);
        QVERIFY(permits.remove());

        CountDownLatch latch = m_first->count_down_latch("latch");
        QVERIFY(latch.try_set_count(2));
        QCOMPARE(m_second->count_down_latch("latch").count_down(), 1);
        QVERIFY(is_refused([&] { return latch.wait_for(60ms); }));
        QCOMPARE(latch.count_down(), 0);
        QVERIFY(latch.try_wait());
    }

    void aMultiLockIsAllOrNothing_data() { add_places(); }
    void aMultiLockIsAllOrNothing()
    {
        MultiLock all = multi_lock(*m_first, members);
        ReentrantLock busy = m_second->reentrant_lock(members[1]);
        busy.lock();
        QVERIFY(!all.try_lock());
        QVERIFY(is_refused([&] { return all.try_lock_for(300ms); }));
        QVERIFY(until([&] { return servers().keys() == std::vector<std::string>{members[1]}; }));
        busy.unlock();
        QVERIFY(all.try_lock());
        QCOMPARE(servers().keys(), members);
        QCOMPARE(all.release(), 0);
    }

    /// A script whose keys live in several slots would be refused in the middle of a lock's life.
    void aNameThatCannotWorkIsRefusedAtOnce_data() { add_places(); }
    void aNameThatCannotWorkIsRefusedAtOnce()
    {
        const bool is_cluster = servers().is_cluster();
        const auto check = [&](const auto& make, const std::string& name) {
            try {
                make(name);
                QVERIFY2(!is_cluster, name.c_str());
            } catch (const Error& error) {
                QVERIFY2(is_cluster && error.errc() == Errc::invalid_argument, error.what());
                QVERIFY2(error.message().find("another slot") != std::string::npos, error.what());
            }
        };
        for (const char* name : {"a{b", "a{}b", "a}b", "{}", "{", "}"}) {
            for (const LockRow& row : lock_rows)
                check([&](const std::string& lock) { row.make(*m_first, lock); }, name);
            check([&](const std::string& each) { static_cast<void>(m_first->semaphore(each)); }, name);
            check([&](const std::string& each) { static_cast<void>(m_first->permit_semaphore(each)); }, name);
            check([&](const std::string& each) { static_cast<void>(m_first->count_down_latch(each)); }, name);
        }
        check([&](const std::string& each) { static_cast<void>(m_first->count_down_latch(each)); }, "x{tag}");
    }

    void aRedLockMayHaveMembersAnywhere_data()
    {
        QTest::addColumn<std::size_t>("place");
        QTest::newRow("all deployments") << std::size_t(0);
    }
    void aRedLockMayHaveMembersAnywhere()
    {
        std::vector<std::unique_ptr<Client>> ours, theirs;
        std::vector<Lock> our_members, their_members;
        std::vector<Deployed*> homes;
        for (const Deployed::Kind kind : {Deployed::Kind::single, Deployed::Kind::sentinel, Deployed::Kind::cluster}) {
            homes.push_back(&servers(kind));
            homes.back()->empty();
            ours.push_back(std::make_unique<Client>(homes.back()->endpoint()));
            theirs.push_back(std::make_unique<Client>(homes.back()->endpoint()));
            our_members.push_back(ours.back()->reentrant_lock("x"));
            their_members.push_back(theirs.back()->reentrant_lock("x"));
        }
        RedLock one(our_members), other(their_members);
        QVERIFY(one.try_lock_for(patience, long_lease));
        QVERIFY(!other.try_lock());
        auto waiter = in_thread([&] { return other.try_lock_for(patience, long_lease) && other.release() == 0; });
        QVERIFY(!is_ready(waiter, 50ms));
        QCOMPARE(one.release(), 0);
        QVERIFY(waiter.get());

        their_members.front().lock();
        QVERIFY(one.try_lock_for(patience, long_lease)); // two of three will do
        QCOMPARE(one.release(), 0);
        QCOMPARE(their_members.front().release(), 0);
        for (Deployed* home : homes)
            QVERIFY(until([&] { return leftovers(*home).empty(); }));
    }
};

QTEST_GUILESS_MAIN(LockDeploymentsTest)
#include "lock_deployments_test.moc"

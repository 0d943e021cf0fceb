// SPDX-License-Identifier: Apache-2.0
// A client that is closed: whatever is under way ends and is said, and what is taken just then goes back.
#include "client/client_core.hpp"
#include "support/io_thread.hpp"

#include "lockscope/count_down_latch.hpp"
#include "lockscope/error.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/red_lock.hpp"
#include "lockscope/semaphore.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <QTest>

#include <algorithm>
#include <functional>
#include <future>
#include <list>
#include <optional>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

namespace {

/// So long a server is waited for when a client is closed, and no longer.
constexpr milliseconds goodbye{200};

asio::awaitable<bool> try_it(ReentrantLock lock, OwnerId owner)
{
    co_return co_await lock.async_try_lock(owner);
}

} // namespace

class ClosedClientTest : public QObject
{
    Q_OBJECT

    std::list<Server> m_servers;
    Server& server(std::size_t index = 0)
    {
        while (m_servers.size() <= index)
            m_servers.emplace_back();
        return *std::next(m_servers.begin(), static_cast<std::ptrdiff_t>(index));
    }
    RedisClient& redis() { return server().redis; }

private slots:
    void cleanupTestCase() { m_servers.clear(); }
    void init()
    {
        for (Server& each : m_servers)
            each.empty();
    }

    void everyThreadIsToldThatItIsClosed()
    {
        std::optional<Client> client(std::in_place, server().endpoint());
        ReentrantLock left = client->reentrant_lock("a");
        client.reset();
        QCOMPARE(thrown([&] { return left.try_lock(); }), Errc::closed);
        // A new thread may get the number of the one that has ended.
        QCOMPARE(in_thread([&] { return thrown([&] { return left.try_lock(); }); }).get(), Errc::closed);
    }

    void coroutinesAreToldThatItIsClosed()
    {
        asio::thread_pool pool(1);
        std::optional<Client> client(std::in_place, server().endpoint());
        const ReentrantLock left = client->reentrant_lock("a");
        const OwnerId me = client->this_thread();
        client.reset();
        auto asking = asio::co_spawn(pool, try_it(left, me), asio::use_future);
        QVERIFY(is_ready(asking, patience));
        QCOMPARE(thrown([&] { return asking.get(); }), Errc::closed);
    }

    void whatIsTakenJustThenGoesBack_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"lock", "permit", "semaphore"})
            QTest::newRow(kind) << kind;
    }
    void whatIsTakenJustThenGoesBack()
    {
        QFETCH(QString, kind);
        FaultProxy proxy(server().direct());
        bool was_taken = false, went_back = false;
        Errc error = Errc::ok;
        // On a busy machine the answer may be there before the client ends: then it holds what it took, and tries
        // again.
        const auto is_caught = [&] {
            redis().expect({"FLUSHALL"});
            proxy.delay_replies(0ms);
            std::optional<Client> slow(std::in_place, proxy.endpoint());
            std::function<bool()> take = [a = slow->reentrant_lock("a")]() mutable { return a.try_lock(); };
            std::function<bool()> is_taken = [&] { return redis().exists("a"); };
            if (kind == QLatin1String("permit")) {
                slow->permit_semaphore("a").set_permits(1);
                take = [a = slow->permit_semaphore("a")]() mutable { return a.try_acquire().has_value(); };
                is_taken = [&] { return redis().text({"GET", "a"}) == "0"; };
            } else if (kind == QLatin1String("semaphore")) {
                slow->semaphore("a").try_set_permits(1);
                take = [a = slow->semaphore("a")]() mutable { return a.try_acquire(); };
                is_taken = [&] { return redis().text({"GET", "a"}) == "0"; };
            }
            slow->ping();
            proxy.delay_replies(50ms);
            auto attempt = in_thread([&] { return thrown([&] { return take(); }); });
            was_taken = until(is_taken);
            const auto start = Clock::now();
            slow.reset();
            went_back = !is_taken() || since(start) >= goodbye;
            error = attempt.get();
            return error != Errc::ok;
        };
        QVERIFY(until(is_caught));
        QVERIFY(was_taken);
        QVERIFY(went_back);
        QVERIFY(error == Errc::closed || error == Errc::outcome_unknown);
    }

    void aServerThatHangsIsNotWaitedFor()
    {
        std::optional<Client> client(std::in_place, server(1).endpoint());
        client->ping();
        server(1).sandbox.pause_server();
        auto attempt = in_thread([a = client->fair_lock("a")]() mutable { return thrown([&] { a.lock(); }); });
        const auto start = Clock::now();
        client.reset();
        QVERIFY(since(start) < soon);
        QVERIFY(is_ready(attempt, patience));
        QVERIFY(attempt.get() != Errc::ok);
        server(1).sandbox.resume_server();
    }

    void aGroupIsReleasedWithoutTheMemberWhoseClientIsGone_data()
    {
        QTest::addColumn<bool>("is_home");
        QTest::newRow("its home") << true;
        QTest::newRow("another one") << false;
    }
    void aGroupIsReleasedWithoutTheMemberWhoseClientIsGone()
    {
        QFETCH(bool, is_home);
        std::list<std::optional<Client>> clients;
        std::vector<Lock> members;
        for (std::size_t i = 0; i < 3; ++i)
            members.push_back(clients.emplace_back(std::in_place, server(i).endpoint())->reentrant_lock("x"));
        RedLock lock(members);
        const auto holding = [&] {
            int servers = 0;
            for (std::size_t i = 0; i < 3; ++i)
                servers += server(i).redis.exists("x") ? 1 : 0;
            return servers;
        };
        // A server that is not let run for a moment is left out of what is taken.
        QVERIFY(until([&] {
            lock.lock(60s);
            if (holding() == 3)
                return true;
            lock.unlock();
            return false;
        }));
        const auto gone = std::find_if(clients.begin(), clients.end(), [&](const std::optional<Client>& each) {
            return (each->id() == lock.members().front().core()->id) == is_home;
        });
        gone->reset();
        QCOMPARE(lock.release(), 0);
        QCOMPARE(holding(), 1);
        if (!is_home)
            QVERIFY(lock.try_lock_for(patience)); // and taken anew, again by a majority
        else
            QCOMPARE(thrown([&] { lock.lock(); }), Errc::closed);
    }

    /// A server of another client hangs while the group is left, and its home is closed.
    void aReleaseThatWaitsElsewhereEnds()
    {
        const bool is_in_order = server(0).endpoint().display() < server(1).endpoint().display();
        Server& near = server(is_in_order ? 0 : 1);
        Server& far = server(is_in_order ? 1 : 0);
        std::optional<Client> home(std::in_place, near.endpoint());
        Client other(far.endpoint());
        std::vector<Lock> members{home->reentrant_lock("a"), other.reentrant_lock("b")};
        MultiLock lock(members);
        std::promise<void> is_held;
        std::promise<void> go_on;
        auto holding = in_thread([&] {
            lock.lock();
            is_held.set_value();
            go_on.get_future().wait();
            return thrown([&] { static_cast<void>(lock.release()); });
        });
        is_held.get_future().wait();
        far.sandbox.pause_server();
        go_on.set_value();
        QVERIFY(until([&] { return !near.redis.exists("a"); }));
        home.reset();
        const bool has_ended = is_ready(holding, patience);
        far.sandbox.resume_server();
        QVERIFY(has_ended);
        QVERIFY(holding.get() != Errc::ok);
        QVERIFY(until([&] { return !far.redis.exists("b"); })); // it goes on in the background
    }

    void aForcedEndThatWaitsElsewhereEnds_data()
    {
        QTest::addColumn<bool>("is_awaited");
        QTest::newRow("a thread") << false;
        QTest::newRow("a coroutine of another executor") << true;
    }
    void aForcedEndThatWaitsElsewhereEnds()
    {
        QFETCH(bool, is_awaited);
        const bool is_in_order = server(0).endpoint().display() < server(1).endpoint().display();
        Server& near = server(is_in_order ? 0 : 1);
        Server& far = server(is_in_order ? 1 : 0);
        near.redis.expect({"HSET", "a", java_owner, "1"});
        std::optional<Client> home(std::in_place, near.endpoint());
        Client other(far.endpoint());
        other.ping();
        std::vector<Lock> members{home->reentrant_lock("a"), other.reentrant_lock("b")};
        MultiLock lock(members);
        // What nobody runs any more stays behind in its home, and the one keeps the other. That is known.
        static auto* const left_behind = new std::list<MultiLock>;
        left_behind->push_back(lock);
        asio::thread_pool pool(1);
        far.sandbox.pause_server();
        std::future<int> forcing;
        if (is_awaited)
            forcing = asio::co_spawn(pool, lock.async_force_unlock(), asio::use_future);
        else
            forcing = in_thread([&] { return lock.force_unlock(); });
        QVERIFY(until([&] { return !near.redis.exists("a"); }));
        home.reset();
        const bool has_ended = is_ready(forcing, patience);
        far.sandbox.resume_server();
        QVERIFY(has_ended);
        QVERIFY(thrown([&] { forcing.get(); }) != Errc::ok);
    }

    /// A coroutine of a user keeps the I/O thread busy for longer than closing may take.
    void aBusyIoThreadLeavesNobodyBehind()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        std::optional<Client> client(std::in_place, server().endpoint());
        auto waiting = in_thread([a = client->reentrant_lock("a")]() mutable { return thrown([&] { a.lock(); }); });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        std::promise<void> busy;
        asio::post(client->executor(), [&busy] {
            busy.set_value();
            std::this_thread::sleep_for(1500ms);
        });
        busy.get_future().wait();
        client.reset();
        QVERIFY(is_ready(waiting, patience));
        QCOMPARE(waiting.get(), Errc::closed);
    }

    void aClientMayEndInItsOwnCallback()
    {
        std::optional<Client> client(std::in_place, server().endpoint());
        ReentrantLock lock = client->reentrant_lock("a");
        lock.lock();
        std::promise<void> ended;
        client->on_lost([&](const LossNotice&) {
            client.reset();
            ended.set_value();
        });
        redis().expect({"DEL", "a"});
        auto ending = ended.get_future();
        QVERIFY(is_ready(ending, patience));
        QCOMPARE(thrown([&] { static_cast<void>(lock.try_lock()); }), Errc::closed);
    }

    /// The I/O thread of each member's client is needed to leave it, not only that of the group's home.
    void aGroupIsNotLeftOnTheThreadThatIsToLeaveIt()
    {
        std::list<Client> clients;
        std::vector<Lock> members;
        for (std::size_t i = 0; i < 3; ++i)
            members.push_back(clients.emplace_back(server(i).endpoint()).reentrant_lock("x"));
        MultiLock lock(members);
        lock.lock();
        std::promise<Errc> said;
        const std::stop_callback lost(lock.loss_token(),
                                      [&] { said.set_value(thrown([&] { static_cast<void>(lock.release()); })); });
        for (std::size_t i = 0; i < 3; ++i) {
            if (server(i).endpoint().display() == lock.members().back().core()->endpoint.display())
                server(i).redis.expect({"DEL", "x"});
        }
        auto answer = said.get_future();
        QVERIFY(is_ready(answer, patience));
        QCOMPARE(answer.get(), Errc::wrong_thread);
    }

    /// It waits for a server of another client, so nothing of its own home tells it.
    void aGroupThatWaitsElsewhereEnds()
    {
        // The home of a group is the first of its servers by name.
        const bool is_in_order = server(0).endpoint().display() < server(1).endpoint().display();
        Server& near = server(is_in_order ? 0 : 1);
        Server& far = server(is_in_order ? 1 : 0);
        far.redis.expect({"HSET", "b", java_owner, "1"});
        far.redis.expect({"PEXPIRE", "b", "60000"});
        std::optional<Client> home(std::in_place, near.endpoint());
        Client other(far.endpoint());
        std::vector<Lock> members{home->reentrant_lock("a"), other.reentrant_lock("b")};
        MultiLock lock(members);
        auto waiting = in_thread([&] { return thrown([&] { lock.lock(); }); });
        QVERIFY(until([&] { return far.redis.subscribers("redisson_lock__channel:{b}") == 1; }));
        home.reset();
        QVERIFY(is_ready(waiting, patience));
        const Errc said = waiting.get();
        QVERIFY2(said == Errc::closed || said == Errc::outcome_unknown, std::to_string(static_cast<int>(said)).c_str());
        far.redis.expect({"DEL", "b"});
        far.redis.publish("redisson_lock__channel:{b}", "0");
        QVERIFY(other.reentrant_lock("b").try_lock_for(patience)); // nobody waits for it any more, or has it
    }
};

QTEST_GUILESS_MAIN(ClosedClientTest)
#include "closed_client_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Cancelled at every moment of an acquisition: in the end it is held and told so, or gone. For what has no such test of
// its own, as the reentrant lock, the fair lock, the striped lock and the semaphores have.
// Boost.Asio before Qt, whose keyword "emit" is a function there.
#include "support/cancellable.hpp"

#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include "lockscope/holdable.hpp"
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>
#include <array>
#include <list>
#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

namespace {

constexpr std::array swept{HoldKind::read,   HoldKind::write,         HoldKind::spin,
                           HoldKind::fenced, HoldKind::non_reentrant, HoldKind::non_reentrant_fair,
                           HoldKind::multi,  HoldKind::red,           HoldKind::permit};

std::vector<std::string> names_of(HoldKind kind)
{
    return kind == HoldKind::multi ? std::vector<std::string>{"a", "b"} : std::vector<std::string>{"a"};
}

} // namespace

class CancellationTest : public QObject
{
    Q_OBJECT

    std::list<Server> m_servers;

    /// Somebody else has it for a moment: the second member of a multi lock, the majority of a RedLock.
    void hold_elsewhere(HoldKind kind)
    {
        const bool is_read_write = kind == HoldKind::read || kind == HoldKind::write;
        const std::string name = names_of(kind).back();
        int busy = kind == HoldKind::red ? 2 : 1;
        for (Server& server : m_servers) {
            if (busy-- == 0)
                return;
            if (is_read_write)
                server.redis.expect({"HSET", name, "mode", "write", java_owner + ":write", "1"});
            else
                server.redis.expect({"HSET", name, java_owner, "1"});
            server.redis.expect({"PEXPIRE", name, "8"});
        }
    }
    [[nodiscard]] bool is_clean()
    {
        return until([this] {
            return std::all_of(m_servers.begin(), m_servers.end(), [](Server& server) {
                std::vector<std::string> keys = server.redis.keys();
                std::erase(keys, "redisson_lock_token:{a}");
                if (server.redis.text({"TYPE", "a"}) == "string" && server.redis.text({"GET", "a"}) == "1")
                    std::erase(keys, "a"); // the semaphore, and nobody has its permit
                return keys.empty();
            });
        });
    }

private slots:
    void initTestCase() { m_servers.resize(3); }
    void cleanupTestCase() { m_servers.clear(); }
    void init()
    {
        for (Server& server : m_servers)
            server.empty();
    }

    void cancellationNeverLeavesAGhost_data()
    {
        QTest::addColumn<int>("kind");
        for (const HoldKind kind : swept)
            QTest::newRow(std::string(to_string(kind)).c_str()) << static_cast<int>(kind);
    }
    void cancellationNeverLeavesAGhost()
    {
        QFETCH(int, kind);
        const HoldKind what{kind};
        asio::thread_pool pool(1);
        std::list<FaultProxy> proxies;
        std::list<Client> clients;
        std::vector<Client*> used;
        for (Server& server : m_servers) {
            proxies.emplace_back(server.direct()).delay_replies(3ms);
            used.push_back(&clients.emplace_back(proxies.back().endpoint()));
            if (what != HoldKind::red)
                break;
        }
        const auto lock = make_holdable(what, names_of(what), used, OwnerId{used.front()->id(), 1});
        const Terms terms{.wait = 20s, .lease = {}, .stop = {}};
        int cancelled = 0;
        if (what == HoldKind::permit)
            m_servers.front().redis.expect({"SET", "a", "1"});
        for (int i = 0; i < 60; ++i) {
            if (i % 2 == 1 && what != HoldKind::permit)
                hold_elsewhere(what);
            Cancellable<bool> attempt(pool.get_executor(), lock->acquire(terms));
            std::this_thread::sleep_for(std::chrono::microseconds(400 * (i / 2))); // the moment itself is what varies
            attempt.cancel();
            bool acquired = false;
            const Errc error = thrown([&] { return acquired = attempt.get(); });
            if (acquired) {
                QCOMPARE(asio::co_spawn(pool, lock->release(), asio::use_future).get(), 0);
            } else {
                QCOMPARE(error, Errc::cancelled);
                ++cancelled;
            }
            QCOMPARE(lock->count(), 0);
            QVERIFY(is_clean());
        }
        QVERIFY(cancelled > 5);
    }

    /// While a server is out of reach it is tried again for a long time, by those who still want it.
    void whoIsCancelledDuringAnOutageLeaves_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("outage");
        QTest::addColumn<int>("deployment");
        QTest::addColumn<bool>("confirmed");
        for (const HoldKind kind : all_hold_kinds) {
            const std::string name(to_string(kind));
            for (const auto deployment : {Deployment::single, Deployment::cluster}) {
                const std::string where = deployment == Deployment::single ? "server" : "cluster";
                QTest::newRow((name + ", a refusing " + where).c_str())
                    << static_cast<int>(kind) << static_cast<int>(FaultProxy::Mode::refuse)
                    << static_cast<int>(deployment) << false;
                QTest::newRow((name + ", a silent " + where).c_str())
                    << static_cast<int>(kind) << static_cast<int>(FaultProxy::Mode::black_hole)
                    << static_cast<int>(deployment) << false;
            }
            QTest::newRow((name + ", a refusing cluster whose replica is to confirm").c_str())
                << static_cast<int>(kind) << static_cast<int>(FaultProxy::Mode::refuse)
                << static_cast<int>(Deployment::cluster) << true;
        }
    }
    void whoIsCancelledDuringAnOutageLeaves()
    {
        QFETCH(int, kind);
        QFETCH(int, outage);
        QFETCH(int, deployment);
        QFETCH(bool, confirmed);
        const HoldKind what{kind};
        asio::thread_pool pool(1);
        std::list<FaultProxy> proxies;
        ClientOptions options;
        options.connect_timeout = 60s;
        options.command_timeout = 60s;
        options.outage_patience = 60s;
        options.wait_for_replica = confirmed;
        std::list<Client> clients;
        std::vector<Client*> used;
        for (Server& server : m_servers) {
            proxies.emplace_back(server.direct()).set_mode(FaultProxy::Mode{outage});
            Endpoint endpoint = proxies.back().endpoint();
            endpoint.deployment = Deployment{deployment};
            used.push_back(&clients.emplace_back(endpoint, options));
            if (what != HoldKind::red)
                break;
        }
        const auto lock = make_holdable(what, names_of(what), used, OwnerId{used.front()->id(), 1});
        Cancellable<bool> attempt(pool.get_executor(), lock->acquire({}));
        QVERIFY(until([&] { return proxies.front().accepted() > 0; }));
        const auto start = Clock::now();
        attempt.cancel();
        QCOMPARE(thrown([&] { return attempt.get(); }), Errc::cancelled);
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }
};

QTEST_GUILESS_MAIN(CancellationTest)
#include "cancellation_test.moc"

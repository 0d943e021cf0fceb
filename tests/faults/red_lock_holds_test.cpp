// SPDX-License-Identifier: Apache-2.0
// What a holder of a RedLock over five servers meets: memory that is full everywhere, servers that may not write,
// scripts that are forgotten all the time, renewals and releases whose answers are lost, and requests that come late.
#include "red_lock_fleet.hpp"
#include "support/fault_proxy.hpp"
#include "support/request_faults.hpp"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <list>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr int servers = 5;
const std::vector<int> majority{0, 1, 2};

/// A link to each server of a fleet.
class Links
{
public:
    explicit Links(Fleet& fleet)
    {
        for (const Endpoint& endpoint : fleet.endpoints())
            m_links.emplace_back(endpoint);
    }
    [[nodiscard]] FaultProxy& at(int index) { return *std::next(m_links.begin(), index); }
    [[nodiscard]] std::list<FaultProxy>& all() { return m_links; }
    [[nodiscard]] std::vector<Endpoint> endpoints() const
    {
        std::vector<Endpoint> through;
        for (const FaultProxy& link : m_links)
            through.push_back(link.endpoint());
        return through;
    }

private:
    std::list<FaultProxy> m_links;
};

} // namespace

class RedLockHoldsTest : public QObject
{
    Q_OBJECT

    Fleet m_fleet{servers};

    void say_to_all(const std::vector<std::string>& words)
    {
        for (Server& server : m_fleet.servers())
            server.redis.expect(words);
    }
    [[nodiscard]] bool is_anywhere()
    {
        return !m_fleet.everywhere([](RedisClient& redis) { return !redis.exists("lock"); });
    }

private slots:
    void cleanup()
    {
        say_to_all({"CONFIG", "SET", "maxmemory", "0"});
        say_to_all({"REPLICAOF", "NO", "ONE"});
        QVERIFY(m_fleet.is_tidy());
    }

    void fullMemoryEverywhereStopsNeitherRenewalNorRelease()
    {
        Party party(m_fleet, brief_lease);
        QVERIFY(party.takes_all(m_fleet));
        say_to_all({"CONFIG", "SET", "maxmemory", "1"});
        for (Server& server : m_fleet.servers())
            QVERIFY(are_renewed(server.redis, {"lock"}, 1));
        QVERIFY(party->is_held());
        QCOMPARE(party->release(), 0);
        QVERIFY(m_fleet.is_tidy());
        QCOMPARE(thrown([&] { return party->try_lock_for(10s, 10s); }), Errc::out_of_memory);
        say_to_all({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(party->try_lock_for(10s, 10s));
        QCOMPARE(party->release(), 0);
    }

    void aMajorityThatMayNotWriteIsTold()
    {
        Party party(m_fleet, brief_lease);
        QVERIFY(party.takes_all(m_fleet));
        const std::stop_token lost = party->loss_token();
        for (const int index : majority)
            m_fleet.at(index).redis.expect({"REPLICAOF", "127.0.0.1", "1"});
        QVERIFY(party->is_held());
        const auto has_none = [this](int index) { return !m_fleet.at(index).redis.exists("lock"); };
        bool believes = false;
        QVERIFY(until([&] {
            const bool is_free = std::all_of(majority.begin(), majority.end(), has_none);
            believes = is_free && party->is_held(); // in this order
            return believes || lost.stop_requested();
        }));
        QVERIFY(!believes);
        QVERIFY(!party->is_held());
        say_to_all({"REPLICAOF", "NO", "ONE"});
        QCOMPARE(thrown([&] { return party->release(); }), Errc::lost);
    }

    void scriptsAreFlushedAllTheTime()
    {
        Party party(m_fleet, brief_lease);
        const std::jthread flushing([this](const std::stop_token& end) {
            std::list<RedisClient> all;
            for (const Endpoint& endpoint : m_fleet.endpoints())
                all.emplace_back(endpoint);
            while (!end.stop_requested()) {
                for (RedisClient& each : all)
                    each.expect({"SCRIPT", "FLUSH"});
            }
        });
        for (int turn = 0; turn < 10; ++turn) {
            QVERIFY(party->try_lock_for(10s, 10s));
            QVERIFY(party->try_lock_for(10s, 10s));
            QCOMPARE(party->hold_count(), 2);
            QCOMPARE(party->release(), 1);
            QCOMPARE(party->release(), 0);
        }
        QVERIFY(party.takes_all(m_fleet));
        for (const int index : majority)
            QVERIFY(are_renewed(m_fleet.at(index).redis, {"lock"}, 1));
        QVERIFY(party->is_held());
        QCOMPARE(party->release(), 0);
    }

    void renewalsAndReleasesAreLost_data()
    {
        QTest::addColumn<Fault>("fault");
        QTest::newRow("the requests") << Fault::reset_before_forwarding;
        QTest::newRow("the replies") << Fault::swallow_and_reset;
    }
    void renewalsAndReleasesAreLost()
    {
        QFETCH(Fault, fault);
        Links links(m_fleet);
        Party party(links, brief_lease);
        QVERIFY(party.takes_all(m_fleet));
        const std::stop_token lost = party->loss_token();
        for (const int index : majority)
            links.at(index).inject(fault, FaultProxy::any_script(), 2);
        for (const int index : majority)
            QVERIFY(links.at(index).wait_injected(2));
        for (const int index : majority)
            QVERIFY(are_renewed(m_fleet.at(index).redis, {"lock"}, 1));
        QVERIFY(party->is_held());
        QVERIFY(!lost.stop_requested());

        for (const int index : majority)
            links.at(index).inject(fault, FaultProxy::any_script(), 2); // also of the second try
        QCOMPARE(party->release(), 0);
        for (const int index : majority)
            QVERIFY(links.at(index).wait_injected(4));
        QVERIFY(m_fleet.is_tidy());
    }

    void whatArrivesLateFindsNobodyWhoWantsIt()
    {
        Links links(m_fleet);
        Party party(links);
        QVERIFY(party.takes_all(m_fleet)); // so that it is connected, and the servers know the scripts
        QCOMPARE(party->release(), 0);
        constexpr milliseconds lease{45678}; // says which request it is
        for (FaultProxy& link : links.all())
            link.inject(Fault::hold_requests, FaultProxy::with_word(std::to_string(lease.count())));
        QVERIFY(!party.gets_it(300ms, lease));
        QVERIFY(party.takes_all(m_fleet)); // over other connections
        QCOMPARE(party->release(), 0);
        QVERIFY(m_fleet.is_tidy());
        for (FaultProxy& link : links.all()) {
            QCOMPARE(link.injected(), 1);
            link.release_held();
        }
        QVERIFY(!until([&] { return is_anywhere(); }, 300ms));
    }
};

QTEST_GUILESS_MAIN(RedLockHoldsTest)
#include "red_lock_holds_test.moc"

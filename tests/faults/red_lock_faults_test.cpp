// SPDX-License-Identifier: Apache-2.0
// Five independent servers, some of which fail. A minority may do what it likes; a majority cannot be survived, but is
// told.
#include "clock_server.hpp"
#include "red_lock_party.hpp"
#include "support/fault_proxy.hpp"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <list>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr int servers = 5;

struct Fleet
{
    std::list<ClockServer> all;
    std::list<FaultProxy> proxies;
    Fleet()
    {
        for (int i = 0; i < servers; ++i)
            proxies.emplace_back(all.emplace_back()->endpoint());
    }
    ClockServer& at(int index) { return *std::next(all.begin(), index); }
    FaultProxy& link(int index) { return *std::next(proxies.begin(), index); }
    [[nodiscard]] std::vector<Endpoint> endpoints() const
    {
        std::vector<Endpoint> through;
        for (const FaultProxy& proxy : proxies)
            through.push_back(proxy.endpoint());
        return through;
    }
    [[nodiscard]] bool everywhere(const std::function<bool(RedisClient&)>& is_so)
    {
        return std::all_of(all.begin(), all.end(), [&](ClockServer& server) { return is_so(server->redis); });
    }
};

using Fault = std::function<void(Fleet&, int index)>;

const std::vector<std::pair<std::string, Fault>>& faults()
{
    static const std::vector<std::pair<std::string, Fault>> list{
        {"killed", [](Fleet& fleet, int i) { fleet.at(i)->sandbox.kill_server(); }},
        {"stopped", [](Fleet& fleet, int i) { fleet.at(i)->sandbox.pause_server(); }},
        {"restarted without data", [](Fleet& fleet, int i) { fleet.at(i)->sandbox.restart(); }},
        {"cut off", [](Fleet& fleet, int i) { fleet.link(i).set_mode(FaultProxy::Mode::black_hole); }},
        {"clock ahead by a minute", [](Fleet& fleet, int i) { fleet.at(i).set(60s); }},
        {"clock an hour behind", [](Fleet& fleet, int i) { fleet.at(i).set(-1h); }},
        {"flushed", [](Fleet& fleet, int i) { RedisClient(fleet.at(i)->endpoint()).command({"FLUSHALL"}); }},
        {"out of memory",
         [](Fleet& fleet, int i) {
             RedisClient(fleet.at(i)->endpoint()).command({"CONFIG", "SET", "maxmemory", "1"});
         }},
        {"read-only",
         [](Fleet& fleet, int i) {
             RedisClient(fleet.at(i)->endpoint()).command({"REPLICAOF", "127.0.0.1", "1"});
         }},
    };
    return list;
}

void add_faults()
{
    QTest::addColumn<int>("fault");
    for (std::size_t i = 0; i < faults().size(); ++i)
        QTest::newRow(faults()[i].first.c_str()) << static_cast<int>(i);
}

} // namespace

class RedLockFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void aMinorityMayFailWhileItIsHeld_data() { add_faults(); }
    void aMinorityMayFailWhileItIsHeld()
    {
        QFETCH(int, fault);
        Fleet fleet;
        Party party(fleet);
        Party rival(fleet);
        QVERIFY(party.takes_all(fleet, 20s));
        for (const int index : {1, 3})
            faults()[static_cast<std::size_t>(fault)].second(fleet, index);
        QVERIFY(!rival.gets_it(700ms, 20s));
        QVERIFY(party->is_held());
        QVERIFY(!party->loss_token().stop_requested());
        QCOMPARE(party->release(), 0);
    }

    void aMinorityMayFailBeforeItIsTaken_data() { add_faults(); }
    void aMinorityMayFailBeforeItIsTaken()
    {
        QFETCH(int, fault);
        Fleet fleet;
        Party party(fleet);
        for (const int index : {0, 4})
            faults()[static_cast<std::size_t>(fault)].second(fleet, index);
        QVERIFY(party->try_lock_for(10s, 20s));
        QVERIFY(party->is_held());
        QCOMPARE(party->release(), 0);
    }

    void aMajorityThatForgetsIsTold_data()
    {
        QTest::addColumn<int>("fault");
        for (const int fault : {2, 6})
            QTest::newRow(faults()[static_cast<std::size_t>(fault)].first.c_str()) << fault;
    }
    void aMajorityThatForgetsIsTold()
    {
        QFETCH(int, fault);
        Fleet fleet;
        Party party(fleet);
        QVERIFY(party->try_lock_for(10s, 20s));
        const std::stop_token lost = party->loss_token();
        QTest::qWait(100); // long enough to be watched
        for (const int index : {0, 1, 2})
            faults()[static_cast<std::size_t>(fault)].second(fleet, index);
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!party->is_held());
    }

    /// The two that it still reaches are no majority: as long as one of the others has it, nobody else can get one.
    void aMajorityThatIsCutOffIsToldBeforeTheLeaseEnds()
    {
        constexpr std::array cut_off{0, 1, 2};
        Fleet fleet;
        Party party(fleet, brief_lease);
        std::list<RedisClient> looks; // around the links, and connected before it matters
        for (const int index : cut_off)
            looks.emplace_back(fleet.at(index)->endpoint());
        const auto still_has_it = [](RedisClient& look) { return look.exists("lock"); };
        // The holder counts from the sending, a server from when it hears of it: by so much it is told ahead. A busy
        // machine may need that time for itself, but not each time.
        constexpr milliseconds ahead = 150ms;
        bool is_told_ahead = false;
        for (int round = 0; round < 4 && !is_told_ahead; ++round) {
            QVERIFY(party.takes_all(fleet)); // connected to each
            QCOMPARE(party->release(), 0);
            for (const int index : cut_off)
                fleet.link(index).delay_requests(ahead);
            QVERIFY(party.takes_all(fleet));
            std::atomic<bool> is_told{false};
            const std::stop_callback telling(party->loss_token(), [&] {
                is_told_ahead = std::any_of(looks.begin(), looks.end(), still_has_it);
                is_told = true;
            });
            for (const int index : cut_off)
                fleet.link(index).set_mode(FaultProxy::Mode::black_hole);
            // However late it is told: whoever asks before another can hold it hears that it does not.
            bool believes = false;
            QVERIFY(until([&] {
                const bool is_free = std::none_of(cut_off.begin(), cut_off.end(),
                                                  [&](int index) { return fleet.at(index)->redis.exists("lock"); });
                believes = is_free && party->is_held(); // in this order
                return believes || is_told;
            }));
            QVERIFY(!believes);
            QVERIFY(!party->is_held());
            for (const int index : cut_off) {
                fleet.link(index).delay_requests(0ms);
                fleet.link(index).set_mode(FaultProxy::Mode::forward);
            }
        }
        QVERIFY2(is_told_ahead, "it was told only when the others could have been asked for it");
    }

    /// Renewals are due meanwhile, and are made up for.
    void aMajorityThatIsCutOffForLessThanTheLeaseMakesNoDifference()
    {
        constexpr milliseconds lease = 2 * brief_lease;
        Fleet fleet;
        Party party(fleet, lease);
        Party rival(fleet);
        QVERIFY(party.takes_all(fleet));
        const std::stop_token lost = party->loss_token();
        const auto left_at = [&](int index) { return milliseconds(fleet.at(index)->redis.pttl("lock")); };
        for (const int index : {0, 1, 2})
            fleet.link(index).set_mode(FaultProxy::Mode::black_hole);
        QVERIFY(!rival.gets_it(700ms, 20s));
        for (const int index : {0, 1, 2})
            QVERIFY(until([&] { return left_at(index) < lease / 2; }));
        for (const int index : {0, 1, 2})
            fleet.link(index).set_mode(FaultProxy::Mode::forward);
        for (const int index : {0, 1, 2})
            QVERIFY(until([&] { return left_at(index) > lease / 2; }));
        QVERIFY(party->is_held());
        QVERIFY(!lost.stop_requested());
        QCOMPARE(party->release(), 0);
    }

    /// Each restart is one of a minority, but together they would forget the majority. Who delays a restart until the
    /// leases of before have ended gives the holder the time to notice.
    void serversThatRestartLateLetNobodyInTooEarly()
    {
        Fleet fleet;
        Party party(fleet, brief_lease);
        Party rival(fleet);
        QVERIFY(party.takes_all(fleet));
        const std::stop_token lost = party->loss_token();
        for (const int index : {0, 1})
            fleet.at(index)->sandbox.restart(); // Too early, but a minority.
        QVERIFY(!rival.gets_it(700ms, 20s));
        QVERIFY(party->is_held());

        fleet.at(2)->sandbox.kill_server();
        bool is_too_early = false;
        QVERIFY(until([&] {
            is_too_early = rival.gets_it(0ms, 20s) && !lost.stop_requested();
            return is_too_early || lost.stop_requested();
        }));
        QVERIFY(!is_too_early);
        QVERIFY(!party->is_held());
        fleet.at(2)->sandbox.restart();
        QVERIFY(rival.gets_it(10s, 20s));
    }

    void delayedServersCostNoMoreThanTheirTime()
    {
        Fleet fleet;
        for (const int index : {0, 1})
            fleet.link(index).delay_replies(9s);
        Party party(fleet);
        const auto start = Clock::now();
        QVERIFY(party->try_lock_for(10s, 10s));
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(party->release(), 0);
    }

    void repliesAreLost()
    {
        Fleet fleet;
        Party party(fleet);
        for (int round = 0; round < 6; ++round) {
            for (int index = 0; index < 3; ++index)
                fleet.link(index).inject(FaultProxy::Fault::swallow_and_reset, FaultProxy::any_script());
            QVERIFY(party->try_lock_for(10s, 10s));
            QCOMPARE(party->hold_count(), 1);
            QCOMPARE(party->release(), 0);
            for (int index = 0; index < servers; ++index) {
                fleet.link(index).clear_faults();
                QVERIFY(until([&] { return !fleet.at(index)->redis.exists("lock"); }));
            }
        }
    }
};

QTEST_GUILESS_MAIN(RedLockFaultsTest)
#include "red_lock_faults_test.moc"

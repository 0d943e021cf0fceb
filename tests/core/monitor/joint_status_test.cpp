// SPDX-License-Identifier: Apache-2.0
// What becomes of the reports of several masters, and of their locks when another server takes over.
#include "monitor/inquest.hpp"
#include "monitor/joint_status.hpp"
#include "monitor/server_facts.hpp"
#include "pictures.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::monitor;
using namespace lockscope::test;
using Link = MonitorStatus::Link;

namespace {

MasterStatus master(const std::string& name, Link link = Link::live)
{
    MasterStatus one;
    one.name = name;
    one.status.link = link;
    one.status.source = link == Link::live ? NewsSource::broadcast : NewsSource::none;
    one.status.link_error = link == Link::lost ? "No connection to " + name + "." : std::string();
    if (link == Link::lost) {
        one.status.link_code = Errc::connection_failed;
        one.away_since = wall_start;
    }
    one.status.scan_rounds = 1;
    one.status.scan_fraction = 1;
    one.status.keys_total = 100;
    one.status.cost.commands_per_second = 10;
    one.status.server_version = "7.0.15";
    one.status.server_role = "master";
    one.status.eviction_policy = "noeviction";
    return one;
}

PermissionReport report(bool granted, bool known = true)
{
    Permission scan;
    scan.what = "SCAN";
    scan.acl_rule = "+scan";
    scan.granted = granted;
    scan.known = known;
    return {{scan}};
}

} // namespace

class JointStatusTest : public QObject
{
    Q_OBJECT

private slots:
    void theWorstObstacleIsNamedWithItsMaster()
    {
        auto full = master("full:6379");
        full.status.obstacle = WriteObstacle::memory_full;
        auto bad = master("bad:6379");
        bad.status.obstacle = WriteObstacle::append_failed;
        auto away = master("away:6379", Link::lost);
        away.status.obstacle = WriteObstacle::append_failed; // when it was last heard
        auto joint = joint_status({full, master("well:6379"), away});
        QCOMPARE(joint.obstacle, WriteObstacle::memory_full);
        QCOMPARE(joint.obstacle_at, std::string("full:6379"));
        joint = joint_status({master("well:6379"), full, bad});
        QCOMPARE(joint.addresses, std::string("well:6379, full:6379, bad:6379"));
        QCOMPARE(joint.obstacle, WriteObstacle::append_failed);
        QCOMPARE(joint.obstacle_at, std::string("bad:6379"));
        joint = joint_status({full}); // no other could be meant
        QVERIFY(joint.obstacle_at.empty());
    }

    void aSingleMasterIsTakenAsItIs()
    {
        auto one = master("a", Link::lost);
        one.status.cost.cpu_share = 0.5;
        const auto joint = joint_status({one});
        QCOMPARE(joint.addresses, std::string("a"));
        QCOMPARE(joint.link, Link::lost);
        QCOMPARE(joint.link_error, one.status.link_error);
        QCOMPARE(joint.link_code, Errc::connection_failed);
        QCOMPARE(joint.masters, std::size_t(1));
        QVERIFY(joint.unreachable.empty());
        QCOMPARE(*joint.cost.cpu_share, 0.5);
    }

    void nobodyIsKnownYet()
    {
        const auto joint = joint_status({});
        QCOMPARE(joint.masters, std::size_t(0));
        QCOMPARE(joint.link, Link::connecting);
    }

    void theWorstOfLinkAndSourceIsTold()
    {
        auto b = master("b");
        b.status.source = NewsSource::polling;
        const auto joint = joint_status({master("a"), b, master("c", Link::connecting)});
        QCOMPARE(joint.link, Link::connecting);
        QCOMPARE(joint.source, NewsSource::polling);
        QCOMPARE(joint.masters, std::size_t(3));
        QVERIFY(joint.unreachable.empty());
    }

    void whileSomeAnswerItIsThemThatAreTold()
    {
        auto away = master("c", Link::lost);
        away.locks = 7;
        away.status.scan_rounds = 0;
        away.status.next_attempt = start;
        const auto joint = joint_status({away, master("a"), master("b")});
        QCOMPARE(joint.link, Link::live);
        QCOMPARE(joint.source, NewsSource::broadcast);
        QCOMPARE(joint.scan_rounds, std::uint64_t(1));
        QCOMPARE(joint.scan_fraction, 1.0);
        QCOMPARE(joint.masters, std::size_t(3));
        QCOMPARE(joint.unreachable.size(), std::size_t(1));
        QCOMPARE(joint.unreachable[0],
                 (UnreachableMaster{"c", 7, wall_start, "No connection to c.", Errc::connection_failed}));
        QCOMPARE(joint.link_error, std::string("No connection to c."));
        QCOMPARE(joint.link_code, Errc::connection_failed);
        QVERIFY(joint.next_attempt == start);
    }

    void oneThatComesBackIsStillAway()
    {
        auto back = master("b", Link::connecting);
        back.away_since = wall_start;
        const auto joint = joint_status({master("a"), back});
        QCOMPARE(joint.link, Link::live);
        QCOMPARE(joint.unreachable.size(), std::size_t(1));
    }

    void whenAllAreLostItIsLost()
    {
        const auto joint = joint_status({master("a", Link::lost), master("b", Link::lost)});
        QCOMPARE(joint.link, Link::lost);
        QCOMPARE(joint.unreachable.size(), std::size_t(2));
        QCOMPARE(joint.source, NewsSource::none);
    }

    void thatTheOthersRefuseSaysMoreThanThatOneIsAway()
    {
        auto refuses = master("b", Link::lost);
        refuses.status.link_error = "The cluster refuses commands.";
        refuses.status.link_code = Errc::master_down;
        refuses.status.next_attempt = start;
        const auto joint = joint_status({master("a", Link::lost), refuses});
        QCOMPARE(joint.link, Link::lost);
        QCOMPARE(joint.link_error, refuses.status.link_error);
        QCOMPARE(joint.link_code, Errc::master_down);
        QCOMPARE(joint.unreachable[0].code, Errc::connection_failed);
        QCOMPARE(joint.unreachable[1].code, Errc::master_down);
    }

    void costsAndKeysAddUp()
    {
        auto a = master("a");
        auto b = master("b");
        a.status.cost.cpu_share = 0.01;
        b.status.cost.cpu_share = 0.03;
        const auto joint = joint_status({a, b});
        QCOMPARE(joint.keys_total, std::uint64_t(200));
        QCOMPARE(joint.cost.commands_per_second, 20.0);
        QCOMPARE(*joint.cost.cpu_share, 0.03); // of one core, so they do not add up
    }

    void theScanIsAsFarAsTheSlowest()
    {
        auto a = master("a");
        auto b = master("b");
        a.status.scanned_at = wall_start;
        b.status.scan_rounds = 0;
        b.status.scan_fraction = 0.5;
        b.status.keys_total = 300;
        const auto joint = joint_status({a, b});
        QCOMPARE(joint.scan_rounds, std::uint64_t(0));
        QVERIFY(!joint.scanned_at);
        QCOMPARE(joint.scan_fraction, 0.625);
    }

    void versionsAreNamedOnce()
    {
        auto b = master("b");
        b.status.server_version = "7.2.4";
        b.status.eviction_policy = "allkeys-lru";
        const auto joint = joint_status({master("a"), b, master("c")});
        QCOMPARE(joint.server_version, std::string("7.0.15, 7.2.4"));
        QCOMPARE(joint.server_role, std::string("master"));
        QCOMPARE(joint.eviction_policy, std::string("allkeys-lru"));
    }

    void whatOneRefusesIsMissing_data()
    {
        QTest::addColumn<bool>("granted");
        QTest::addColumn<bool>("known");
        QTest::addColumn<int>("missing");
        QTest::newRow("all grant it") << true << true << 0;
        QTest::newRow("one refuses") << false << true << 1;
        QTest::newRow("one does not say") << true << false << 0;
    }
    void whatOneRefusesIsMissing()
    {
        QFETCH(bool, granted);
        QFETCH(bool, known);
        QTEST(static_cast<int>(joint_permissions({report(true), report(granted, known)}).missing().size()), "missing");
    }

    void aLockIsJudgedByItsFirstReadingAfterwards_data()
    {
        auto other = held(milliseconds(1000), seconds(9));
        other.holders = {picture_of_holder("0b0b0b0b-1111-4222-8333-444444444444", 2)};
        QTest::addColumn<LockState>("after");
        QTest::addColumn<std::size_t>("kept");
        QTest::addColumn<std::size_t>("shortened");
        QTest::addColumn<std::size_t>("lost");
        QTest::addColumn<std::size_t>("changed");
        QTest::addColumn<std::size_t>("expired");
        const auto row = [&](const char* name, const LockState& after, std::size_t kept, std::size_t shortened,
                             std::size_t lost, std::size_t changed, std::size_t expired) {
            QTest::newRow(name) << after << kept << shortened << lost << changed << expired;
        };
        row("as it was", held(milliseconds(1000), seconds(9)), 1, 0, 0, 0, 0);
        row("renewed since", held(milliseconds(1000), seconds(10)), 1, 0, 0, 0, 0);
        row("without its last renewal", held(milliseconds(1000), seconds(2)), 1, 1, 0, 0, 0);
        row("gone", nobody(milliseconds(1000)), 0, 0, 1, 0, 0);
        row("somebody else's", other, 0, 0, 0, 1, 0);
        row("over by then", nobody(milliseconds(11'000)), 0, 0, 0, 0, 1);
    }
    void aLockIsJudgedByItsFirstReadingAfterwards()
    {
        QFETCH(LockState, after);
        Inquest inquest("a:1", "b:2", wall_start, start + seconds(60));
        inquest.expect("a");
        inquest.expect("other");
        QVERIFY(!inquest.is_finished(start));
        inquest.note(held(milliseconds(0), seconds(10)), after);
        inquest.note(held(milliseconds(0), seconds(10)), nobody(milliseconds(2000))); // counted once
        const auto result = inquest.result();
        QTEST(result.kept, "kept");
        QTEST(result.shortened, "shortened");
        QTEST(result.lost, "lost");
        QTEST(result.changed, "changed");
        QTEST(result.expired, "expired");
        QCOMPARE(result.unread, std::size_t(1));
        QCOMPARE(result.lost_locks.size(), result.lost + result.changed);
        QVERIFY(!result.is_restart());
        QVERIFY(inquest.is_finished(start + seconds(60)));
        inquest.forget_if([](const std::string& name) { return name == "other"; });
        QVERIFY(inquest.is_finished(start));
    }

    /// Who is missing on a server that others reached before us was perhaps given back there.
    void whatMayHaveBeenReleasedIsNotLost_data()
    {
        auto other = held(milliseconds(1000), seconds(9));
        other.holders = {picture_of_holder("0b0b0b0b-1111-4222-8333-444444444444", 2)};
        const Arrival late{.may_be_released = true};
        const Arrival down{.may_be_released = true, .down = Arrival::Outage{start, start + seconds(30)}};
        QTest::addColumn<Arrival>("arrival");
        QTest::addColumn<LockState>("after");
        QTest::addColumn<Failover>("counts");
        const auto row = [](const char* name, const Arrival& arrival, const LockState& after,
                            std::size_t Failover::*count) {
            Failover counts;
            counts.*count = 1;
            QTest::newRow(name) << arrival << after << counts;
        };
        row("gone", late, nobody(milliseconds(1000)), &Failover::unclear);
        row("gone, its lease over", late, nobody(milliseconds(11'000)), &Failover::ended);
        row("somebody else's", late, other, &Failover::unclear);
        const Arrival with_it{.may_be_released = true, .parting = {.has_until = wall_start + seconds(5)}};
        const Arrival without_it{.may_be_released = true, .parting = {.lacks_since = wall_start - seconds(5)}};
        row("gone, and it was replicated", with_it, nobody(milliseconds(1000)), &Failover::ended);
        row("the same, its lease over where nobody wrote", {.parting = {.has_until = wall_start + seconds(5)}},
            nobody(milliseconds(11'000)), &Failover::expired);
        row("gone, and it was not", without_it, nobody(milliseconds(1000)), &Failover::lost);
        row("somebody else's, and it was not", without_it, other, &Failover::changed);
        row("taken again where it had not been", without_it, held(milliseconds(1000), seconds(9)), &Failover::kept);
        row("as it was", late, held(milliseconds(1000), seconds(9)), &Failover::kept);
        row("its lease ended while the server was down", down, nobody(milliseconds(31'000)), &Failover::expired);
        row("and was taken anew", down, held(milliseconds(31'000), seconds(10)), &Failover::expired);
        row("taken anew from one that came empty", {.came_empty = true}, held(milliseconds(5000), seconds(10)),
            &Failover::lost);
        row("by somebody else", {.came_empty = true}, other, &Failover::changed);
    }
    void whatMayHaveBeenReleasedIsNotLost()
    {
        QFETCH(Arrival, arrival);
        QFETCH(LockState, after);
        QFETCH(Failover, counts);
        Inquest inquest({}, {}, {}, start + seconds(60));
        inquest.expect("a");
        inquest.note(held(milliseconds(0), seconds(10)), after, arrival);
        auto result = inquest.result();
        QCOMPARE(result.lost_locks.size(), result.lost + result.changed);
        result.lost_locks.clear();
        QVERIFY(result == counts);
    }

    void aServerIsKnownByItsRunIdAndElseByItsAddress()
    {
        const ServerIdentity first{"r1", "a:1"};
        QVERIFY(first.is_same_as({"r1", "b:2"}));
        QVERIFY(!first.is_same_as({"r2", "a:1"}));
        QVERIFY(first.is_same_as({"", "a:1"}));
        QVERIFY(!first.is_same_as({"", "b:2"}));
        QVERIFY(first.is_same_as({"", ""}));
    }
};

QTEST_APPLESS_MAIN(JointStatusTest)
#include "joint_status_test.moc"

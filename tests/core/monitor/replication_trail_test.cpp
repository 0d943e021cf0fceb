// SPDX-License-Identifier: Apache-2.0
#include "monitor/replication_trail.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::monitor;
using std::chrono::seconds;

namespace {

const SystemTime start{std::chrono::hours(400'000)};

ReplicationFacts master_at(double offset, const std::string& history = "one")
{
    ReplicationFacts facts;
    facts.history = history;
    facts.offset = offset;
    return facts;
}

ReplicationFacts successor_at(double has, const std::string& history_before = "one")
{
    return {.history = "two", .history_before = history_before, .offset = has + 500, .promoted_at = has + 1};
}

/// Its offset was 100 for the first three seconds, 200 for the next three, and so on.
ReplicationTrail written_in_steps()
{
    ReplicationTrail trail;
    for (int second = 0; second < 12; ++second) {
        const auto asked = start + seconds(second);
        trail.add(master_at(100.0 * (1 + second / 3)), asked, asked + milliseconds(10));
    }
    return trail;
}

LockState held_since(SystemTime since, bool exact = true)
{
    LockState state;
    state.holders.emplace_back().owner = "a";
    state.held_since = since;
    state.held_since_exact = exact;
    return state;
}

} // namespace

class ReplicationTrailTest : public QObject
{
    Q_OBJECT

private slots:
    void whatASuccessorHasIsKnownByOffsets_data()
    {
        using Second = std::optional<int>; // in which it was asked
        QTest::addColumn<double>("has");
        QTest::addColumn<Second>("has_until");
        QTest::addColumn<Second>("lacks_since");
        QTest::newRow("to the byte, as it was told") << 200.0 << Second(5) << Second(3);
        QTest::newRow("in between") << 250.0 << Second(5) << Second(6);
        QTest::newRow("less than ever was seen") << 50.0 << Second() << Second(0);
        QTest::newRow("all that was seen, and more") << 450.0 << Second(11) << Second();
        QTest::newRow("all that was seen") << 400.0 << Second(11) << Second(9);
    }
    void whatASuccessorHasIsKnownByOffsets()
    {
        QFETCH(double, has);
        QFETCH(std::optional<int>, has_until);
        QFETCH(std::optional<int>, lacks_since);
        const auto parting = written_in_steps().parting_from(successor_at(has));
        QCOMPARE(parting.has_until.has_value(), has_until.has_value());
        QCOMPARE(parting.lacks_since.has_value(), lacks_since.has_value());
        if (has_until)
            QCOMPARE(*parting.has_until, start + seconds(*has_until));
        if (lacks_since)
            QCOMPARE(*parting.lacks_since, start + seconds(*lacks_since) + milliseconds(10));
    }

    void nothingIsKnownOfAnotherHistory()
    {
        auto trail = written_in_steps();
        const auto is_unknown = [&](const ReplicationFacts& facts) {
            const auto parting = trail.parting_from(facts);
            return !parting.has_until && !parting.lacks_since;
        };
        QVERIFY(is_unknown(successor_at(200, "three")));
        QVERIFY(is_unknown(master_at(200, "two")));
        QVERIFY(is_unknown({}));
        trail.add(master_at(1000, "three"), start + seconds(20), start + seconds(20));
        QVERIFY(is_unknown(successor_at(200)));
        QVERIFY(!is_unknown(successor_at(2000, "three")));
        trail.add({}, start + seconds(21), start + seconds(21)); // says nothing
        QVERIFY(!is_unknown(successor_at(2000, "three")));
    }

    void aHoldIsJudgedByWhenItBegan_data()
    {
        QTest::addColumn<int>("began"); // seconds
        QTest::addColumn<bool>("exact");
        QTest::addColumn<bool>("left_behind");
        QTest::addColumn<bool>("along");
        QTest::newRow("long before") << 1 << true << false << true;
        QTest::newRow("in between") << 6 << true << false << false;
        QTest::newRow("after") << 8 << true << true << false;
        QTest::newRow("seen after, begun before or after") << 8 << false << false << false;
        QTest::newRow("seen before") << 1 << false << false << true;
    }
    void aHoldIsJudgedByWhenItBegan()
    {
        const auto parting = written_in_steps().parting_from(successor_at(250)); // between 5 and 6
        QFETCH(int, began);
        QFETCH(bool, exact);
        auto before = held_since(start + seconds(began), exact);
        QTEST(was_left_behind(before, parting), "left_behind");
        QTEST(came_along(before, parting), "along");
        QVERIFY(!was_left_behind(before, {}) && !came_along(before, {}));
        before.holders.emplace_back().owner = "b"; // since when, nobody knows
        QTEST(was_left_behind(before, parting), "left_behind");
        QVERIFY(!came_along(before, parting));
    }
};

QTEST_APPLESS_MAIN(ReplicationTrailTest)
#include "replication_trail_test.moc"

// SPDX-License-Identifier: Apache-2.0
// What is remembered of holds, and of those that were lost.
#include "locks/hold_table.hpp"

#include <QTest>

#include <cstdint>
#include <string>

using namespace lockscope;
using namespace std::chrono_literals;
using locks::Clock;
using locks::Hold;
using locks::HoldId;
using locks::HoldTable;

namespace {

constexpr int most_losses = 10'000;

HoldId held_by(const std::string& lock, std::int64_t owner)
{
    return {lock, {"client", owner}, Access::exclusive};
}

void enter(HoldTable& table, const HoldId& id, int count = 1, std::chrono::milliseconds lease = 1h,
           bool watched = false)
{
    Hold hold;
    hold.id = id;
    hold.count = count;
    hold.lease = lease;
    hold.watched = watched;
    hold.valid_until = Clock::now() + 1h;
    table.acquired(hold);
}

void lose(HoldTable& table, const HoldId& id)
{
    enter(table, id);
    table.lost(id, LossNotice::Reason::expired);
}

} // namespace

class HoldTableTest : public QObject
{
    Q_OBJECT

private slots:
    void theEntriesThatStayAreKeptAsTheyWere()
    {
        HoldTable table;
        const HoldId id = held_by("a", 1);
        enter(table, id, 1, 5s);
        enter(table, id, 2, 1s);
        enter(table, id, 3, 30s, true);
        enter(table, id, 4, 10s);
        enter(table, id, 5, 1h);
        const auto is_kept = [&](std::chrono::milliseconds lease, bool watched) {
            const Hold hold = table.find(id).value();
            return hold.lease == lease && hold.watched == watched;
        };
        QVERIFY(is_kept(1h, true));
        table.released(id, 4, Clock::now());
        QVERIFY(is_kept(30s, true));
        table.released(id, 3, Clock::now());
        QVERIFY(is_kept(30s, true));
        table.released(id, 2, Clock::now());
        QVERIFY(is_kept(5s, false));
        enter(table, id, 3, 1s, true);
        QVERIFY(is_kept(5s, true));
        table.released(id, 1, Clock::now()); // two at once: one was dropped
        QVERIFY(is_kept(5s, false));
    }

    void aLossIsToldOnceForEachEntry()
    {
        HoldTable table;
        enter(table, held_by("a", 1));
        enter(table, held_by("a", 1), 2);
        table.lost(held_by("a", 1), LossNotice::Reason::taken);
        QVERIFY(!table.take_loss(held_by("a", 2)));
        QVERIFY(table.take_loss(held_by("a", 1)));
        QVERIFY(table.take_loss(held_by("a", 1)));
        QVERIFY(!table.take_loss(held_by("a", 1)));
    }

    /// Leases that are meant to end by themselves: nobody unlocks what they held.
    void manyLeasesThatEndedHideNoLoss()
    {
        HoldTable table;
        for (int i = 0; i < most_losses; ++i)
            lose(table, held_by("leased " + std::to_string(i), 1));
        constexpr int guards = 100;
        for (int i = 0; i < guards; ++i)
            lose(table, held_by("guarded " + std::to_string(i), 1));
        for (int i = 0; i < guards; ++i)
            QVERIFY(table.take_loss(held_by("guarded " + std::to_string(i), 1)));
    }

    /// Nobody can tell any more who was forgotten, and who has made a mistake.
    void whoMayHaveBeenForgottenHasLostIt_data()
    {
        QTest::addColumn<bool>("of_one_lock");
        QTest::newRow("many locks") << false;
        QTest::newRow("many owners of one lock") << true;
    }
    void whoMayHaveBeenForgottenHasLostIt()
    {
        QFETCH(bool, of_one_lock);
        HoldTable table;
        const auto each = [&](int i) {
            return of_one_lock ? held_by("a", i) : held_by("lock " + std::to_string(i), 1);
        };
        for (int i = 0; i < most_losses; ++i)
            lose(table, each(i));
        QVERIFY(!table.take_loss(held_by("never held", 1)));
        lose(table, each(most_losses));
        QVERIFY(table.take_loss(held_by("never held", 1)));
        for (int i = 0; i <= most_losses; ++i)
            QVERIFY(table.take_loss(each(i)));
    }
};

QTEST_GUILESS_MAIN(HoldTableTest)
#include "hold_table_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "monitor/sleepers.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::monitor;

namespace {

const SteadyTime start{std::chrono::hours(1000)};
constexpr milliseconds long_enough = longest_hand_over;

} // namespace

class SleepersTest : public QObject
{
    Q_OBJECT

private slots:
    void whoTakesItWithinAHandOverDoesNotSleep()
    {
        Sleepers sleepers;
        QVERIFY(!sleepers.listen("a", start));
        QVERIFY(!sleepers.listen("a", start + long_enough - milliseconds(1)));
        QCOMPARE(sleepers.listen("a", start + long_enough), std::optional(start));
        sleepers.forget("a");
        QVERIFY(!sleepers.listen("a", start + 2 * long_enough));
    }

    void whoWasToldDoesNotSleepHoweverLongItListens()
    {
        Sleepers sleepers;
        sleepers.listen("a", start);
        sleepers.tell("a", start + milliseconds(1));
        sleepers.tell("b", start);
        sleepers.start_over();
        for (const std::string name : {"a", "b"})
            QVERIFY(!sleepers.listen(name, start + 3 * long_enough));
    }

    void afterAGapItCountsAnew()
    {
        Sleepers sleepers;
        sleepers.listen("a", start);
        sleepers.start_over();
        QVERIFY(!sleepers.listen("a", start + long_enough));
        QCOMPARE(sleepers.listen("a", start + 2 * long_enough), std::optional(start + long_enough));
    }

    void whoDoesNotListenAnyMoreIsForgotten()
    {
        Sleepers sleepers;
        sleepers.listen("a", start);
        sleepers.listen("b", start);
        sleepers.tell("c", start);
        sleepers.tell("d", start + milliseconds(2)); // after the look began
        sleepers.keep_only({"b"}, start + milliseconds(1));
        QVERIFY(!sleepers.contains("a") && !sleepers.contains("c"));
        QVERIFY(sleepers.contains("b") && sleepers.contains("d"));
    }

    void thereAreNoMoreThanSoMany()
    {
        Sleepers sleepers;
        for (std::size_t i = 0; i < Sleepers::most; ++i)
            sleepers.listen(std::to_string(i), start);
        sleepers.listen("a", start);
        sleepers.tell("b", start);
        QVERIFY(!sleepers.contains("a") && !sleepers.contains("b"));
        QCOMPARE(sleepers.listen("0", start + long_enough), std::optional(start));
    }
};

QTEST_APPLESS_MAIN(SleepersTest)
#include "sleepers_test.moc"

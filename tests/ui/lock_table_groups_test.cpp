// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in groups by the prefix of their names.
#include "models/lock_table_model.hpp"

#include "lock_states.hpp"
#include "lock_table_examples.hpp"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QTest>

#include <map>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

class LockTableGroupsTest : public QObject
{
    Q_OBJECT

private slots:
    void groupsHaveSums();
    void groupsOpenAndClose();
    void groupsComeAndGoWithTheirLocks();
    void groupsAreSortedByTheirSums();
    void filtersWorkInGroups();
    void aLocksGroupCanBeFound();
    void prefixesReachAsFarAsAsked_data();
    void prefixesReachAsFarAsAsked();
    void randomBatchesLeaveTheRightGroups();
};

void LockTableGroupsTest::groupsHaveSums()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    LockState stuck = heldExample("orders:3");
    stuck.held_since = std::chrono::system_clock::now() - std::chrono::hours(1);
    model.apply({added(waitedFor("orders:1", 2)), added(heldExample("orders:2")), added(stuck),
                 added(example("bills:1")), added(heldExample("alone"))});
    model.setGrouping(Grouping::byFirstPart);

    QCOMPARE(namesIn(model), QStringList({"(no prefix)", "bills:", "orders:"}));
    QVERIFY(model.isGroup(2));
    QVERIFY(model.lockAt(2) == nullptr);
    const GroupSums sums = *model.sumsAt(2);
    QCOMPARE(sums.locks, std::int64_t{3});
    QCOMPARE(sums.held, std::int64_t{3});
    QCOMPARE(sums.contended, std::int64_t{1});
    QCOMPARE(sums.stuck, std::int64_t{1});
    QCOMPARE(sums.waiters, std::int64_t{2});
    QCOMPARE(textAt(model, 2, LockColumn::condition), QStringLiteral("1 stuck"));
    QCOMPARE(textAt(model, 1, LockColumn::condition), QStringLiteral("1 free"));
    QCOMPARE(textAt(model, 2, LockColumn::waiters), QStringLiteral("≥ 2"));
    QCOMPARE(model.passing(), std::size_t{5});
    const QString spoken = model.index(2, static_cast<int>(LockColumn::name)).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.startsWith(QStringLiteral("Closed group: orders:, 3 lock")), qPrintable(spoken));

    model.apply({changed(waitedFor("orders:1", 7)), removed("orders:3")});
    QCOMPARE(model.sumsAt(2)->waiters, std::int64_t{7});
    QCOMPARE(model.sumsAt(2)->stuck, std::int64_t{0});
    model.apply({changed(testing::fairLock("orders:1"))});
    QCOMPARE(textAt(model, 2, LockColumn::waiters), QStringLiteral("2 +1 dead"));
    model.setGrouping(Grouping::none);
    QCOMPARE(namesIn(model), QStringList({"alone", "bills:1", "orders:1", "orders:2"}));
}

void LockTableGroupsTest::groupsOpenAndClose()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.apply({added(heldExample("a:2")), added(heldExample("b:1")), added(heldExample("a:1"))});
    model.setGrouping(Grouping::byFirstPart);
    model.setFold(0, GroupFolds::Fold::open);
    QCOMPARE(namesIn(model), QStringList({"a:", "a:1", "a:2", "b:"}));
    QCOMPARE(model.groupRowOf(2), 0);
    QVERIFY(model.index(1, 0).data(static_cast<int>(LockRole::member)).toBool());
    model.apply({added(heldExample("a:0")), added(heldExample("b:0"))});
    QCOMPARE(namesIn(model), QStringList({"a:", "a:0", "a:1", "a:2", "b:"}));
    model.setFold(0, GroupFolds::Fold::closed);
    QCOMPARE(namesIn(model), QStringList({"a:", "b:"}));
    model.setAllFolds(GroupFolds::Fold::open);
    QCOMPARE(namesIn(model), QStringList({"a:", "a:0", "a:1", "a:2", "b:", "b:0", "b:1"}));
    QCOMPARE(model.locksIn(4, 10).size(), std::size_t{2});
}

void LockTableGroupsTest::groupsComeAndGoWithTheirLocks()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGrouping(Grouping::byFirstPart);
    model.setAllFolds(GroupFolds::Fold::open);
    model.apply({added(heldExample("b:1"))});
    model.apply({added(heldExample("a:1")), added(heldExample("c:1"))});
    QCOMPARE(namesIn(model), QStringList({"a:", "a:1", "b:", "b:1", "c:", "c:1"}));
    model.apply({removed("b:1")});
    QCOMPARE(namesIn(model), QStringList({"a:", "a:1", "c:", "c:1"}));
    model.apply({added(heldExample("b:2"))});
    QCOMPARE(namesIn(model), QStringList({"a:", "a:1", "b:", "b:2", "c:", "c:1"}));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    model.apply({added(heldExample("x:1"))});
    QCOMPARE(namesIn(model), QStringList({"x:", "x:1"}));
}

void LockTableGroupsTest::groupsAreSortedByTheirSums()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGrouping(Grouping::byFirstPart);
    model.setAllFolds(GroupFolds::Fold::open);
    model.sort(static_cast<int>(LockColumn::waiters), Qt::DescendingOrder);
    model.apply({added(waitedFor("a:1", 1)), added(waitedFor("a:2", 3)), added(waitedFor("b:1", 9))});
    QCOMPARE(namesIn(model), QStringList({"b:", "b:1", "a:", "a:2", "a:1"}));
    model.apply({changed(waitedFor("a:1", 20))});
    QTRY_COMPARE(namesIn(model), QStringList({"a:", "a:1", "a:2", "b:", "b:1"}));
}

void LockTableGroupsTest::filtersWorkInGroups()
{
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGrouping(Grouping::byFirstPart);
    model.setAllFolds(GroupFolds::Fold::open);
    model.apply({added(waitedFor("a:1", 1)), added(waitedFor("a:2", 3)), added(waitedFor("b:1", 0))});
    model.setFilter(filterOf("waiters>0"));
    QCOMPARE(namesIn(model), QStringList({"a:", "a:1", "a:2"}));
    model.apply({changed(waitedFor("b:1", 1)), changed(waitedFor("a:1", 0))});
    QCOMPARE(namesIn(model), QStringList({"a:", "a:2", "b:", "b:1"}));
    QCOMPARE(model.sumsAt(0)->locks, std::int64_t{1});
    QCOMPARE(model.total(), std::size_t{3});
    QCOMPARE(model.passing(), std::size_t{2});
}

void LockTableGroupsTest::aLocksGroupCanBeFound()
{
    LockTableModel model;
    model.apply({added(heldExample("a:1")), added(heldExample("b:1"))});
    QCOMPARE(model.closedGroupOf("b:1"), -1);
    model.setGrouping(Grouping::byFirstPart);
    QCOMPARE(model.closedGroupOf("b:1"), 1);
    model.setFold(1, GroupFolds::Fold::open);
    QCOMPARE(model.closedGroupOf("b:1"), -1);
    QCOMPARE(model.rowOf("b:1"), 2);
}

void LockTableGroupsTest::prefixesReachAsFarAsAsked_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArrayList>("prefixes"); // by one part, two, three
    QTest::newRow("as many") << QByteArray("a:b:c:d") << QByteArrayList{"a:", "a:b:", "a:b:c:"};
    QTest::newRow("fewer") << QByteArray("a:b") << QByteArrayList{"a:", "a:", "a:"};
    QTest::newRow("none") << QByteArray("ab") << QByteArrayList{"", "", ""};
    QTest::newRow("empty parts") << QByteArray("::a") << QByteArrayList{":", "::", "::"};
    QTest::newRow("at the end") << QByteArray("a:b:") << QByteArrayList{"a:", "a:b:", "a:b:"};
    QTest::newRow("nothing") << QByteArray() << QByteArrayList{"", "", ""};
}

void LockTableGroupsTest::prefixesReachAsFarAsAsked()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArrayList, prefixes);
    const std::string whole = name.toStdString();
    for (int parts = 1; parts <= prefixes.size(); ++parts) {
        const std::string prefix(LockGroups::prefixOf(whole, static_cast<Grouping>(parts)));
        QCOMPARE(QByteArray::fromStdString(prefix), prefixes.at(parts - 1));
    }
}

void LockTableGroupsTest::randomBatchesLeaveTheRightGroups()
{
    QRandomGenerator random(4);
    LockTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGrouping(Grouping::byFirstPart);
    model.setFilter(filterOf("waiters>=2"));
    std::map<std::string, std::int64_t> expected;
    std::map<std::string, bool> open;
    for (int batch = 0; batch < 300; ++batch) {
        std::vector<LockChange> changes;
        for (int change = random.bounded(30); change > 0; --change) {
            const std::string group = std::string(1, static_cast<char>('a' + random.bounded(6))) + ":";
            const std::string name = group + std::to_string(random.bounded(8));
            if (random.bounded(3) == 0) {
                changes.push_back(removed(name));
                expected.erase(name);
            } else {
                const std::int64_t waiters = random.bounded(5);
                changes.push_back(expected.contains(name) ? changed(waitedFor(name, waiters))
                                                          : added(waitedFor(name, waiters)));
                expected[name] = waiters;
            }
        }
        model.apply(changes);
        if (model.rowCount() > 0 && random.bounded(4) == 0) {
            const int row = model.groupRowOf(random.bounded(model.rowCount()));
            const std::string prefix =
                model.index(row, 0).data(static_cast<int>(LockRole::nameBytes)).toByteArray().toStdString();
            open[prefix] = !open[prefix];
            model.setFold(row, open[prefix] ? GroupFolds::Fold::open : GroupFolds::Fold::closed);
        }
        QStringList rows;
        std::map<std::string, std::int64_t> waiting;
        std::string last;
        for (const auto& [name, waiters] : expected) {
            if (waiters < 2) {
                continue;
            }
            const std::string prefix(LockGroups::prefixOf(name));
            if (prefix != last) {
                rows << QString::fromStdString(prefix);
                last = prefix;
            }
            waiting[prefix] += waiters;
            if (open[prefix]) {
                rows << QString::fromStdString(name);
            }
        }
        QCOMPARE(namesIn(model), rows);
        for (int row = 0; row < model.rowCount(); ++row) {
            if (const GroupSums* sums = model.sumsAt(row)) {
                QCOMPARE(sums->waiters, waiting.at(textAt(model, row, LockColumn::name).toStdString()));
            }
        }
    }
}

QTEST_MAIN(LockTableGroupsTest)
#include "lock_table_groups_test.moc"

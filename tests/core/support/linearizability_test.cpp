// SPDX-License-Identifier: Apache-2.0
// What the checker lets pass, and what it does not, case by case.
#include "support/linearizability.hpp"

#include "told_history.hpp"

#include <QTest>

using namespace lockscope::test;

namespace {

using Type = LockRules::Type;

void add(const char* name, Type type, bool legal, const char* text)
{
    QTest::newRow(name) << static_cast<int>(type) << legal << QByteArray(text);
}

void add_exclusion()
{
    add("one after the other", Type::reentrant, true, "A acquires 0 1 ok\nA releases 2 3 ok\nB acquires 4 5 ok\n");
    add("the next waits from before", Type::reentrant, true,
        "A acquires 0 1 ok\nB acquires 1 5 ok\nA releases 2 3 ok\nB releases 6 7 ok\n");
    add("the next is told before the release returns", Type::reentrant, true,
        "A acquires 0 1 ok\nA releases 2 9 ok\nB acquires 3 4 ok\n");
    add("two holders", Type::reentrant, false, "A acquires 0 1 ok\nB acquires 2 3 ok\nA releases 4 5 ok\n");
    add("two holders whose releases overlap", Type::reentrant, false,
        "A acquires 0 2 ok\nB acquires 1 3 ok\nA releases 4 6 ok\nB releases 5 7 ok\n");
    add("two holders for ever", Type::reentrant, false, "A acquires 0 5 ok\nB acquires 0 5 ok\n");
    add("different locks", Type::reentrant, true, "A acquires 0 1 ok\nB acquires 0 1 ok at b\n");
    add("two holders of the other lock", Type::reentrant, false,
        "A acquires 0 1 ok\nA acquires 0 1 ok at b\nB acquires 2 3 ok at b\n");
    add("three overlapping, each too short to tell", Type::reentrant, false,
        "A acquires 0 9 ok\nB acquires 0 9 ok\nA releases 10 20 ok\nB releases 10 20 ok\n");
    add("a chain within one moment", Type::reentrant, true,
        "A acquires 0 9 ok\nA releases 0 9 ok\nB acquires 0 9 ok\nB releases 0 9 ok\nC acquires 0 9 ok\n");
}

void add_refusals()
{
    add("refused by a holder", Type::reentrant, true, "A acquires 0 1 ok\nB tries 2 3 failed\n");
    add("refused at the edge of a hold", Type::reentrant, true,
        "A acquires 0 1 ok\nA releases 2 9 ok\nB tries 8 12 failed\n");
    add("refused without a holder", Type::reentrant, false,
        "A acquires 0 1 ok\nA releases 2 3 ok\nB tries 4 5 failed\nA acquires 6 7 ok\n");
    add("refused by oneself", Type::reentrant, false, "A acquires 0 1 ok\nA tries 2 3 failed\n");
    add("no re-entry allowed", Type::non_reentrant, true, "A acquires 0 1 ok\nA tries 2 3 failed\nA releases 4 5 ok\n");
    add("no re-entry allowed, but made", Type::non_reentrant, false, "A acquires 0 1 ok\nA acquires 2 3 ok\n");
}

void add_releases()
{
    add("a stranger's release fails", Type::reentrant, true,
        "A acquires 0 1 ok\nB releases 2 3 failed\nA releases 4 5 ok\n");
    add("a stranger's release works", Type::reentrant, false, "A acquires 0 1 ok\nB releases 2 3 ok\n");
    add("the holder's release fails", Type::reentrant, false, "A acquires 0 1 ok\nA releases 2 3 failed\n");
    add("released twice", Type::reentrant, false, "A acquires 0 1 ok\nA releases 2 3 ok\nA releases 4 5 ok\n");
    add("a release that did nothing", Type::reentrant, false,
        "A acquires 0 1 ok count 1\nA releases 2 3 ok count 0\nB tries 4 5 failed\n");
    add("forced", Type::reentrant, true,
        "A acquires 0 1 ok\nO forces 2 3 ok\nB acquires 4 5 ok\nA releases 6 7 lost\nB releases 8 9 ok\n");
    add("forced while nobody holds it", Type::reentrant, false, "O forces 2 3 ok\n");
    add("not forced although held", Type::reentrant, false, "A acquires 0 1 ok\nO forces 2 3 failed\n");
    add("forced, and still held", Type::reentrant, false, "A acquires 0 1 ok\nO forces 2 3 ok\nA releases 4 5 ok\n");
}

void add_counts()
{
    add("counts", Type::reentrant, true,
        "A acquires 0 1 ok count 1\nA acquires 2 3 ok count 2\nA releases 4 5 ok count 1\nB tries 6 7 failed\n"
        "A releases 8 9 ok count 0\nB acquires 10 11 ok count 1\n");
    add("a re-entry counted twice", Type::reentrant, false, "A acquires 0 1 ok count 1\nA acquires 2 3 ok count 3\n");
    add("a re-entry not counted", Type::reentrant, false, "A acquires 0 1 ok count 1\nA acquires 2 3 ok count 1\n");
    add("free after the first of two releases", Type::reentrant, false,
        "A acquires 0 1 ok\nA acquires 2 3 ok\nA releases 4 5 ok\nB acquires 6 7 ok\nA releases 8 9 ok\n");
    add("a release leaves too much", Type::reentrant, false, "A acquires 0 1 ok\nA releases 2 3 ok count 1\n");
}

void add_unknown()
{
    add("an acquisition that happened", Type::reentrant, true, "A acquires 0 ? unknown\nB tries 5 6 failed\n");
    add("an acquisition that did not", Type::reentrant, true, "A acquires 0 ? unknown\nB acquires 5 6 ok\n");
    add("an acquisition that happened and was given back", Type::reentrant, true,
        "A acquires 0 ? unknown\nB tries 5 6 failed\nB acquires 7 8 ok\n");
    add("an acquisition that cannot have happened yet", Type::reentrant, false,
        "B tries 1 2 failed\nA acquires 3 ? unknown\n");
    add("one that was given back cannot be there again", Type::reentrant, false,
        "A acquires 0 ? unknown\nB tries 1 2 failed\nB acquires 3 4 ok\nB releases 5 6 ok\nC tries 7 8 failed\n");
    add("two that may each explain one refusal", Type::reentrant, true,
        "A acquires 0 ? unknown\nD acquires 0 ? unknown\nB tries 1 2 failed\nB acquires 3 4 ok\nB releases 5 6 ok\n"
        "C tries 7 8 failed\n");
    add("a release that happened", Type::reentrant, true,
        "A acquires 0 1 ok\nA releases 2 ? unknown\nB acquires 3 4 ok\n");
    add("a release that did not", Type::reentrant, true,
        "A acquires 0 1 ok\nA releases 2 ? unknown\nB tries 3 4 failed\n");
    add("a release that happens late", Type::reentrant, true,
        "A acquires 0 1 ok\nA releases 2 ? unknown\nB tries 3 4 failed\nB acquires 5 6 ok\n");
    add("a release that happened before it was called", Type::reentrant, false,
        "A acquires 0 1 ok\nB acquires 2 3 ok\nA releases 4 ? unknown\n");
    add("a release does not explain two holders after it", Type::reentrant, false,
        "A acquires 0 1 ok\nA releases 2 ? unknown\nB acquires 3 4 ok\nC acquires 5 6 ok\n");
}

void add_leases()
{
    add("a hold that lapsed, and another that had lapsed when its acquisition returned", Type::reentrant, true,
        "A acquires 0 1 ok count 1 until 5\nB acquires 8 9 ok count 1\nB releases 10 11 ok\n"
        "A acquires 12 30 ok until 20\nC acquires 31 32 ok count 1\n");
    add("the same, but another held before its lease was over", Type::reentrant, false,
        "A acquires 0 1 ok count 1 until 5\nB acquires 8 9 ok count 1\nB releases 10 11 ok count 0\n"
        "A acquires 12 13 ok count 1 until 20\nC acquires 14 15 ok count 1\nC releases 16 17 ok\n");
    add("a lease that ended", Type::reentrant, true,
        "A acquires 0 1 ok count 1 until 10\nB acquires 2 12 ok\nA releases 13 14 lost\n");
    add("taken before the lease ended", Type::reentrant, false,
        "A acquires 0 1 ok count 1 until 10\nB acquires 2 9 ok\n");
    add("lost before the lease ended", Type::reentrant, false,
        "A acquires 0 1 ok count 1 until 10\nA releases 2 9 lost\n");
    add("released in time, not answered before the lease ended", Type::reentrant, true,
        "A acquires 0 1 ok count 1 until 10\nA releases 4 12 unknown\nB acquires 5 6 ok\n");
    add("released when the lease was over", Type::reentrant, false,
        "A acquires 0 1 ok count 1 until 10\nB acquires 5 6 ok\nA releases 11 12 unknown\n");
    add("lost, and told so", Type::reentrant, true,
        "A acquires 0 1 ok count 1 told_lost 5\nB acquires 2 6 ok\nA releases 8 9 lost\n");
    add("lost, and told too late", Type::reentrant, false,
        "A acquires 0 1 ok count 1 told_lost 9\nB acquires 2 6 ok\nA releases 10 11 lost\n");
    add("a re-entry makes the lease longer", Type::reentrant, false,
        "A acquires 0 1 ok count 1 until 10\nA acquires 2 3 ok count 2 until 20\nB acquires 4 15 ok\n");
    add("acquired again after the lease", Type::reentrant, true,
        "A acquires 0 1 ok count 1 until 10\nA acquires 11 12 ok count 1\nA releases 13 14 ok count 0\n");
    add("a lease does not end twice", Type::reentrant, false,
        "A acquires 0 1 ok count 1 until 10\nA acquires 11 12 ok count 1\nB acquires 13 14 ok\n");
    add("released after the lease, but in time", Type::reentrant, true,
        "A acquires 0 1 ok count 1 until 10\nA releases 11 12 ok count 0\nB acquires 13 14 ok\n");
    add("overtaken, and then released", Type::reentrant, false,
        "A acquires 0 1 ok count 1 until 10\nB acquires 2 12 ok\nA releases 13 14 ok\nB releases 15 16 ok\n");
}

void add_read_write()
{
    const auto type = Type::read_write;
    add("readers together", type, true,
        "A reads 0 1 ok\nB reads 0 2 ok\nC reads 1 3 ok\nA stops_reading 4 5 ok\nW acquires 3 9 ok\nB stops_reading 6 7 ok\n"
        "C stops_reading 6 7 ok\n");
    add("a writer beside a reader", type, false, "A reads 0 1 ok\nW acquires 2 3 ok\n");
    add("a reader beside a writer", type, false, "W acquires 0 1 ok\nA reads 2 3 ok\nW releases 4 5 ok\n");
    add("a writer reads", type, true,
        "W acquires 0 1 ok\nW reads 2 3 ok count 1\nW stops_reading 4 5 ok count 0\nW releases 6 7 ok\n");
    add("downgrade lets readers in", type, true,
        "W acquires 0 1 ok\nW reads 2 3 ok\nR tries 4 5 failed\nW releases 6 7 ok\nA reads 8 9 ok\nW stops_reading 10 11 ok\n");
    add("downgrade does not let writers in", type, false,
        "W acquires 0 1 ok\nW reads 2 3 ok\nW releases 4 5 ok\nX acquires 6 7 ok\nW stops_reading 8 9 ok\n");
    add("no upgrade", type, true, "A reads 0 1 ok\nA tries 2 3 failed\nA stops_reading 4 5 ok\n");
    add("an upgrade", type, false, "A reads 0 1 ok\nA acquires 2 3 ok\n");
    add("a read count that is wrong", type, false, "A reads 0 1 ok count 1\nA reads 2 3 ok count 1\n");
    add("a reader refused by a reader", type, false, "A reads 0 1 ok\nB reads 2 3 failed\n");
    add("a reader whose lease ended", type, true,
        "A reads 0 1 ok count 1 until 5\nB reads 0 1 ok\nB stops_reading 2 3 ok\nW acquires 2 6 ok\n");
    add("a reader whose lease runs", type, false,
        "A reads 0 1 ok count 1 until 9\nB reads 0 1 ok\nB stops_reading 2 3 ok\nW acquires 2 6 ok\n");
}

} // namespace

class LinearizabilityTest : public QObject
{
    Q_OBJECT

private slots:
    void judges_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("legal");
        QTest::addColumn<QByteArray>("text");
        add_exclusion();
        add_refusals();
        add_releases();
        add_counts();
        add_unknown();
        add_leases();
        add_read_write();
    }
    void judges()
    {
        QFETCH(int, type);
        QFETCH(bool, legal);
        QFETCH(QByteArray, text);
        const Verdict verdict = check_history(told(text.toStdString()), {.type = static_cast<Type>(type)});
        QVERIFY2(verdict.answer == (legal ? Verdict::Answer::legal : Verdict::Answer::violated),
                 legal ? verdict.report.c_str() : "not found");
        QCOMPARE(verdict.report.empty(), legal);
    }

    void permitsOfASemaphore()
    {
        const std::string three = "A acquires 0 1 ok\nB acquires 0 1 ok\nC acquires 2 3 ok\n";
        QVERIFY(check_history(told(three), {.type = Type::semaphore, .permits = 3}).is_legal());
        QVERIFY(!check_history(told(three), {.type = Type::semaphore, .permits = 2}).is_legal());
        const std::string refused = "A acquires 0 1 ok\nB tries 2 3 failed\n";
        QVERIFY(check_history(told(refused), {.type = Type::semaphore, .permits = 1}).is_legal());
        QVERIFY(!check_history(told(refused), {.type = Type::semaphore, .permits = 2}).is_legal());
        const std::string passed_on = "A acquires 0 1 ok\nB releases 2 3 ok\nC acquires 4 5 ok\n";
        QVERIFY(check_history(told(passed_on), {.type = Type::semaphore, .permits = 1}).is_legal());
    }

    void refusalsMayNeedNoReason()
    {
        const auto history = told("A tries 0 1 failed\nB acquires 2 3 ok\n");
        QVERIFY(!check_history(history, {}).is_legal());
        QVERIFY(check_history(history, {.refusals = LockRules::Refusals::need_no_reason}).is_legal());
    }

    void theReportShowsWhatHappened()
    {
        const Verdict overlap = check_history(told("A acquires 10 11 ok\nB acquires 13 14 ok\n"), {});
        QVERIFY(overlap.report.find("Two held the lock \"a\"") != std::string::npos);
        QVERIFY(overlap.report.find("A  acquire -> ok") != std::string::npos);
        QVERIFY(overlap.report.find("3.000 ..       4.000 ms  B  acquire -> ok") != std::string::npos);
        const Verdict order = check_history(told("A acquires 10 11 ok count 1\nB releases 13 14 ok\n"), {});
        QVERIFY2(order.report.find("held by A (1)") != std::string::npos, order.report.c_str());
        QVERIFY(order.report.find("  >       3.000 ..       4.000 ms  B  release -> ok") != std::string::npos);
    }

    void tokensGrow()
    {
        QVERIFY(check_tokens(told("A acquires 0 1 ok token 5\nB acquires 2 3 ok token 6\n")).is_legal());
        QVERIFY(check_tokens(told("A acquires 0 3 ok token 6\nB acquires 2 3 ok token 5\n")).is_legal());
        QVERIFY(!check_tokens(told("A acquires 0 1 ok token 6\nB acquires 2 3 ok token 5\n")).is_legal());
        QVERIFY(!check_tokens(told("A acquires 0 1 ok token 5\nB acquires 2 3 ok token 5\n")).is_legal());
        QVERIFY(check_tokens(told("A acquires 0 1 ok token 5\nB acquires 2 3 ok token 5 at b\n")).is_legal());
    }
};

QTEST_GUILESS_MAIN(LinearizabilityTest)
#include "linearizability_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The checker against histories that are legal, and against the same with one thing wrong.
#include "random_history.hpp"

#include "support/linearizability.hpp"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <map>
#include <string>

using namespace lockscope::test;

namespace {

using Type = LockRules::Type;

/// The rows of every test: rules, and how troubled the histories are.
void add_rows()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("permits");
    QTest::addColumn<int>("unknown");
    QTest::addColumn<int>("leased");
    const auto add = [](const char* name, Type type, int permits, int unknown, int leased) {
        QTest::newRow(name) << static_cast<int>(type) << permits << unknown << leased;
    };
    add("reentrant", Type::reentrant, 1, 0, 0);
    add("reentrant, some outcomes unknown", Type::reentrant, 1, 8, 0);
    add("reentrant, leases", Type::reentrant, 1, 0, 50);
    add("reentrant, both", Type::reentrant, 1, 5, 30);
    add("non-reentrant", Type::non_reentrant, 1, 0, 0);
    add("read-write", Type::read_write, 1, 0, 0);
    add("read-write, some outcomes unknown", Type::read_write, 1, 5, 0);
    add("read-write, leases", Type::read_write, 1, 0, 40);
    add("semaphore", Type::semaphore, 3, 0, 0);
}

RandomHistoryOptions fetched()
{
    QFETCH(int, type);
    QFETCH(int, permits);
    QFETCH(int, unknown);
    QFETCH(int, leased);
    return {.rules = {.type = static_cast<Type>(type), .permits = permits},
            .unknown_percent = unknown,
            .leased_percent = leased};
}

/// Positions after which a search for an order ends where it may end undecided: most are found long before.
constexpr std::size_t small_budget = 30'000;
constexpr std::size_t usual_budget = 500'000;

std::size_t budget_for(const RandomHistoryOptions& options)
{
    return options.unknown_percent == 0 ? usual_budget : 5 * small_budget;
}

} // namespace

class RandomHistoryTest : public QObject
{
    Q_OBJECT

    std::uint64_t m_seed = 0;

private slots:
    void initTestCase() { m_seed = seed_of_this_run(); }

    void legalHistoriesPass_data() { add_rows(); }
    void legalHistoriesPass()
    {
        const RandomHistoryOptions options = fetched();
        Dice dice(m_seed);
        constexpr int total = 150;
        int undecided = 0; // where outcomes are unknown there may be too many orders to try them all
        for (int i = 0; i < total; ++i) {
            const Verdict verdict = check_history(random_history(dice, options), options.rules, budget_for(options));
            undecided += verdict.answer == Verdict::Answer::undecided ? 1 : 0;
            QVERIFY2(verdict.answer == Verdict::Answer::undecided || passes(verdict),
                     ("history " + std::to_string(i)).c_str());
        }
        const int most = options.unknown_percent == 0 ? 0 : total / 20;
        QVERIFY2(undecided <= most, std::to_string(undecided).c_str());
    }

    void oneFaultIsFound_data() { add_rows(); }
    void oneFaultIsFound()
    {
        const RandomHistoryOptions options = fetched();
        Dice dice(m_seed);
        std::map<std::string, int> injected;
        const auto often_enough = [&](const HistoryFault& fault) {
            const bool possible =
                options.leased_percent == 0 || std::string(fault.name) != "a release that did nothing";
            return injected[fault.name] > 10 || !possible;
        };
        const std::vector<HistoryFault> faults = history_faults(options.rules.type);
        const int at_least = 60;
        const int at_most = 1000; // not every history offers a place for every fault
        for (int i = 0; i < at_most; ++i) {
            if (i >= at_least && std::all_of(faults.begin(), faults.end(), often_enough))
                break;
            const std::vector<Operation> legal = random_history(dice, options);
            for (const HistoryFault& fault : faults) {
                std::vector<Operation> history = legal;
                if (!fault.inject(history, dice))
                    continue;
                ++injected[fault.name];
                // Where outcomes are unknown there may be too many orders to try them all.
                const bool must_be_sure = options.unknown_percent == 0;
                const std::size_t budget = must_be_sure ? usual_budget : small_budget;
                const Verdict verdict = check_history(history, options.rules, budget);
                QVERIFY2(
                    must_be_sure ? verdict.answer == Verdict::Answer::violated : !verdict.is_legal(),
                    (std::string(fault.name) + " was not found in history " + std::to_string(i) + "\n" + verdict.report)
                        .c_str());
                QVERIFY(!verdict.report.empty());
            }
        }
        for (const HistoryFault& fault : faults)
            QVERIFY2(often_enough(fault), fault.name);
    }

    void longHistoriesOfManyClients_data() { add_rows(); }
    void longHistoriesOfManyClients()
    {
        RandomHistoryOptions options = fetched();
        // An unknown outcome stays open to the end, a lease until it is known to have ended.
        const bool is_plain = options.unknown_percent == 0 && options.leased_percent == 0;
        options.owners = is_plain ? 64 : 16;
        options.operations = is_plain ? 20'000 : 2000;
        options.breadth = is_plain ? 32 : 6;
        if (options.rules.type == Type::semaphore) { // whose releases do not say whose hold they end
            options.owners = 8;
            options.operations = 2000;
            options.breadth = 5;
        }
        options.unknown_percent = std::min(options.unknown_percent, 1);
        Dice dice(m_seed);
        std::vector<Operation> history;
        QElapsedTimer clock;
        Verdict verdict;
        int tries = is_plain ? 1 : 5; // now and then one cannot be decided
        do {
            history = random_history(dice, options);
            clock.start();
            verdict = check_history(history, options.rules, budget_for(options));
            qInfo("%d operations of %d owners checked in %lld ms", options.operations, options.owners, clock.restart());
        } while (verdict.answer == Verdict::Answer::undecided && --tries > 0);
        QVERIFY(passes(verdict));
        const auto faults = history_faults(options.rules.type);
        QVERIFY(std::any_of(faults.begin(), faults.end(), [&](auto& fault) { return fault.inject(history, dice); }));
        QVERIFY(!check_history(history, options.rules, small_budget).is_legal());
        qInfo("with a fault in %lld ms", clock.elapsed());
    }
};

QTEST_GUILESS_MAIN(RandomHistoryTest)
#include "random_history_test.moc"

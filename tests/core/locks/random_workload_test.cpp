// SPDX-License-Identifier: Apache-2.0
// Many owners do what comes to their minds with a few locks, and everything they saw is checked.
#include "support/fair_order.hpp"
#include "support/linearizability.hpp"
#include "support/lock_suite.hpp"
#include "support/monitor_tap.hpp"
#include "workload.hpp"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

const Workload longest{.locks = {"lock 0", "lock 1", "lock 2"}, .owners = 16, .steps_of_each = 100};

} // namespace

class RandomWorkloadTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::uint64_t m_seed = 0;
    RedisClient& redis() { return m_server->redis; }

    void play_and_check(const Workload& work, Dice& seeds, std::size_t budget, Verdict::Answer& answer)
    {
        m_server->empty();
        const LockRow& row = lock_row();
        MonitorTap monitor(m_server->direct());
        History history;
        const auto start = Clock::now();
        play(work, row, history, seeds);
        if (QTest::currentTestFailed())
            return;
        const milliseconds playing = since(start);
        const std::vector<Operation> operations = history.operations();
        const auto check_start = Clock::now();
        const Verdict verdict = check_history(operations, row.rules, budget);
        describe_run(operations, playing, since(check_start));
        answer = verdict.answer;
        if (verdict.answer == Verdict::Answer::undecided)
            qInfo("undecided: no order was found, but not all were tried. %s", saved(history).c_str());
        if (verdict.answer == Verdict::Answer::violated) {
            static_cast<void>(passes(verdict));
            QFAIL(saved(history).c_str());
        }
        if (row.token != nullptr && !passes(check_tokens(operations)))
            QFAIL(saved(history).c_str());
        if (row.is_fair)
            check_order(work, monitor.lines());
    }

    void play(const Workload& work, const LockRow& row, History& history, Dice& seeds)
    {
        Client first(m_server->endpoint());
        Client second(m_server->endpoint());
        lockscope::test::play(work, row, history, first, second, seeds);
        // What was cancelled is given back, and everything else was released.
        std::vector<std::string> left;
        const bool is_clean = until([&] {
            left = redis().keys();
            std::erase_if(left, [](const std::string& key) { return key.starts_with("redisson_lock_token:"); });
            return left.empty();
        });
        for (const std::string& key : left)
            qWarning("%s is left: %s", key.c_str(),
                     redis().type(key) == "hash" ? shown(redis().hash(key)).c_str() : "");
        if (!is_clean)
            QFAIL(saved(history).c_str());
    }

    static void check_order(const Workload& work, const std::vector<std::string>& lines)
    {
        std::ptrdiff_t grants = 0;
        for (const std::string& lock : work.locks) {
            const auto events = queue_events(lines, lock);
            QVERIFY(passes(check_fair_order(events)));
            grants += std::count_if(events.begin(), events.end(),
                                    [](const QueueEvent& each) { return each.type == QueueEvent::Type::granted; });
        }
        qInfo("%lld grants in the order of the queue", static_cast<long long>(grants));
        if (work.steps_of_each == longest.steps_of_each)
            QVERIFY(grants > 20); // most have hundreds; a shorter run may have few
    }

private slots:
    void initTestCase()
    {
        m_server.emplace();
        m_seed = seed_of_this_run();
    }

    void whateverTheyDo_data() { add_lock_rows(); }
    void whateverTheyDo()
    {
        constexpr std::size_t largest_budget = 960'000; // of the fourth run: more would only take longer
        Dice seeds(m_seed);
        Workload work = longest;
        std::size_t budget = 15'000;
        for (int run = 1; run <= most_runs; ++run) {
            Verdict::Answer answer = Verdict::Answer::undecided;
            play_and_check(work, seeds, budget, answer);
            if (QTest::currentTestFailed() || answer == Verdict::Answer::legal)
                return;
            shorten(work);
            budget = std::min(4 * budget, largest_budget);
        }
        QFAIL("no run could be decided");
    }
};

QTEST_GUILESS_MAIN(RandomWorkloadTest)
#include "random_workload_test.moc"

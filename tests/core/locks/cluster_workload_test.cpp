// SPDX-License-Identifier: Apache-2.0
// Many owners do what comes to their minds with locks of a cluster, while the slot of most of them moves from one
// master to another and back; everything they saw is checked.
#include "lockscope/sandbox_cluster.hpp"
#include "support/linearizability.hpp"
#include "support/lock_suite.hpp"
#include "workload.hpp"

#include <QTest>

#include <future>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

const Workload longest{.locks = {"{moves} 0", "{moves} 1", "stays"}, .owners = 10, .steps_of_each = 60};

/// Moves a slot between two masters as long as it lives.
class Migration
{
public:
    Migration(SandboxCluster& cluster, unsigned slot)
        : m_moves(in_thread([&cluster, slot, over = m_over.get_token()] {
            int from = cluster.master_of(slot);
            int to = (from + 1) % 3;
            int moves = 0;
            for (; !over.stop_requested(); ++moves) {
                move(cluster, slot, from, to);
                std::swap(from, to);
                // Where a slot goes there and back and there again while one ASK is on its way, that ASK makes a second
                // lock, and nobody who talks to a cluster can prevent it.
                static_cast<void>(until([&] { return over.stop_requested(); }, 60ms));
            }
            return moves;
        }))
    {}
    ~Migration() { m_over.request_stop(); }
    Migration(const Migration&) = delete;
    Migration& operator=(const Migration&) = delete;
    /// Ends it. @returns how often the slot has moved. @throws Error: why it could not.
    int end()
    {
        m_over.request_stop();
        return m_moves.get();
    }

private:
    /// Key by key: scripts find some here and some there.
    static void move(SandboxCluster& cluster, unsigned slot, int from, int to)
    {
        cluster.start_migration(slot, from, to);
        while (cluster.migrate_keys(slot, from, to, 1) > 0) {}
        cluster.finish_migration(slot, to);
    }

    std::stop_source m_over;
    std::future<int> m_moves;
};

} // namespace

class ClusterWorkloadTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxCluster> m_cluster;
    std::vector<RedisClient> m_masters;
    std::uint64_t m_seed = 0;

    std::vector<std::string> keys()
    {
        std::vector<std::string> all;
        for (RedisClient& master : m_masters) {
            for (const std::string& key : master.keys()) {
                if (!key.starts_with("redisson_lock_token:"))
                    all.push_back(key);
            }
        }
        return all;
    }
    /// How often somebody followed an ASK.
    std::int64_t asked_elsewhere()
    {
        std::int64_t all = 0;
        for (RedisClient& master : m_masters)
            all += master.calls("asking");
        return all;
    }

    /// @returns how often the slot moved meanwhile.
    int play_and_check(const Workload& work, Dice& seeds, Verdict::Answer& answer)
    {
        const LockRow& row = lock_row();
        History history;
        const auto start = Clock::now();
        Client first(m_cluster->endpoint());
        Client second(m_cluster->endpoint());
        Migration migration(*m_cluster, SandboxCluster::key_slot(work.locks.front()));
        play(work, row, history, first, second, seeds);
        const int moves = migration.end();
        const milliseconds playing = since(start);
        const std::vector<Operation> operations = history.operations();
        const auto check_start = Clock::now();
        const Verdict verdict = check_history(operations, row.rules, 15'000);
        describe_run(operations, playing, since(check_start));
        qInfo("the slot moved %d times", moves);
        answer = verdict.answer;
        const bool is_legal = verdict.answer != Verdict::Answer::violated || passes(verdict);
        const bool has_good_tokens = row.token == nullptr || passes(check_tokens(operations));
        const bool is_tidy = until([&] { return keys().empty(); });
        if (!is_tidy)
            qWarning("left: %s", shown(keys()).c_str());
        if (!is_legal || !has_good_tokens || !is_tidy)
            QTest::qFail(saved(history).c_str(), __FILE__, __LINE__);
        return moves;
    }

private slots:
    void initTestCase()
    {
        m_cluster.emplace(SandboxClusterOptions{.node_timeout = 60s, .password = {}, .arguments = {}});
        for (const int master : m_cluster->masters())
            m_masters.emplace_back(m_cluster->node(master).endpoint());
        m_seed = seed_of_this_run();
    }
    void cleanupTestCase() { QVERIFY(asked_elsewhere() > 0); }
    void init()
    {
        for (RedisClient& master : m_masters)
            master.expect({"FLUSHALL"});
    }

    void whateverTheyDo_data() { add_lock_rows(); }
    void whateverTheyDo()
    {
        Dice seeds(m_seed);
        Workload work = longest;
        int moves = 0; // While a run lasts there may be a part of one, on a machine that is busy with others.
        for (int run = 1; run <= most_runs; ++run) {
            Verdict::Answer answer = Verdict::Answer::undecided;
            moves += play_and_check(work, seeds, answer);
            if (QTest::currentTestFailed() || (answer == Verdict::Answer::legal && moves >= 2))
                return;
            if (answer == Verdict::Answer::legal)
                continue;
            qInfo("run %d of %d is undecided: no order was found, but not all were tried", run, most_runs);
            shorten(work);
        }
        QFAIL("no run could be decided, or the slot hardly moved");
    }
};

QTEST_GUILESS_MAIN(ClusterWorkloadTest)
#include "cluster_workload_test.moc"

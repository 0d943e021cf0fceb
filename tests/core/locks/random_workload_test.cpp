// SPDX-License-Identifier: Apache-2.0
// Many owners do what comes to their minds with a few locks, and everything they saw is checked.
#include "lock_rows.hpp"
#include "support/fair_order.hpp"
#include "support/linearizability.hpp"
#include "support/lock_suite.hpp"
#include "support/monitor_tap.hpp"
#include "support/recorded_lock.hpp"
#include "support/seed.hpp"

#include <QTest>

#include <fstream>
#include <map>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr int owner_total = 16;
constexpr int lock_total = 3;
constexpr int steps_of_each = 100;
constexpr int most_entries = 3;

std::string name_of_lock(int n)
{
    return "lock " + std::to_string(n);
}

/// Stops an acquisition at a moment of its own choice, unless that is over before.
class Canceller
{
public:
    Canceller(std::stop_source what, std::chrono::microseconds after)
        : m_thread([what, after](const std::stop_token& over) mutable {
            const auto end = Clock::now() + after;
            while (!over.stop_requested() && Clock::now() < end)
                std::this_thread::sleep_for(std::chrono::microseconds(100)); // the moment itself is what varies
            what.request_stop();
        })
    {}

private:
    std::jthread m_thread;
};

/// One thread and its ideas.
class Actor
{
public:
    Actor(History& history, Client& client, const LockRow& row, std::string name, std::uint64_t seed) : m_dice(seed)
    {
        for (int n = 0; n < lock_total; ++n) {
            const std::string lock = name_of_lock(n);
            RecordedLock::Token token;
            if (row.token != nullptr)
                token = [&client, &row, lock] { return row.token(client, lock); };
            m_locks.emplace_back(history, row.make(client, lock), name, RecordedLock::Side::exclusive, token);
            if (row.make_reader != nullptr)
                m_locks.emplace_back(history, row.make_reader(client, lock), name, RecordedLock::Side::shared);
        }
        m_may_force = row.make_reader == nullptr;
    }

    void play()
    {
        for (int i = 0; i < steps_of_each; ++i)
            step();
        for (RecordedLock& each : m_locks)
            each.release_all();
    }

private:
    void step()
    {
        RecordedLock& lock = m_locks[static_cast<std::size_t>(m_dice.below(static_cast<int>(m_locks.size())))];
        const int held = lock.count();
        const int what = m_dice.below(100);
        if (what < 2 && m_may_force)
            lock.force();
        else if (held >= most_entries || (held > 0 && what < 70))
            leave(lock);
        else if (held == 0 && what < 5)
            static_cast<void>(lock.release()); // nothing to release
        else
            enter(lock);
    }

    void leave(RecordedLock& lock)
    {
        if (m_dice.below(3) == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(m_dice.below(8))); // works under the lock
        static_cast<void>(lock.release());
    }

    void enter(RecordedLock& lock)
    {
        Terms terms;
        // Nobody waits without end: whoever holds one lock may wait for another, in any order.
        terms.wait = m_dice.below(3) == 0 ? 0ms : milliseconds(1 + m_dice.below(30));
        if (m_dice.below(3) == 0)
            terms.lease = milliseconds(15 + m_dice.below(40));
        if (m_dice.below(16) != 0) {
            static_cast<void>(lock.acquire(terms));
            return;
        }
        std::stop_source stop;
        terms.stop = stop.get_token();
        const Canceller canceller(stop, std::chrono::microseconds(m_dice.below(4000)));
        static_cast<void>(lock.acquire(terms));
    }

    Dice m_dice;
    std::vector<RecordedLock> m_locks;
    bool m_may_force = false;
};

} // namespace

class RandomWorkloadTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::uint64_t m_seed = 0;
    RedisClient& redis() { return m_server->redis; }

    /// So that a history that is not legal can be looked at.
    static std::string saved(const History& history)
    {
        const std::string path = QTest::currentTestFunction() + std::string("-") + QTest::currentDataTag() + ".history";
        std::ofstream file(path);
        history.write(file);
        return "The whole history: " + path;
    }
    static void describe_run(const std::vector<Operation>& operations, milliseconds playing, milliseconds checking)
    {
        std::map<Outcome, int> outcomes;
        int reentries = 0;
        for (const Operation& each : operations) {
            ++outcomes[each.outcome];
            reentries += each.kind == Kind::acquire && each.count.value_or(0) > 1 ? 1 : 0;
        }
        qInfo(
            "%zu operations in %lld ms: %d ok (%d re-entries), %d refused, %d gave up, %d lost, %d unknown; checked in %lld ms",
            operations.size(), static_cast<long long>(playing.count()), outcomes[Outcome::ok], reentries,
            outcomes[Outcome::failed], outcomes[Outcome::gave_up], outcomes[Outcome::lost], outcomes[Outcome::unknown],
            static_cast<long long>(checking.count()));
    }

    void play_and_check(Dice& seeds, Verdict::Answer& answer)
    {
        m_server->empty();
        const LockRow& row = lock_row();
        MonitorTap monitor(m_server->endpoint());
        History history;
        const auto start = Clock::now();
        play(row, history, seeds);
        if (QTest::currentTestFailed())
            return;
        const milliseconds playing = since(start);
        const std::vector<Operation> operations = history.operations();
        const auto check_start = Clock::now();
        const Verdict verdict = check_history(operations, row.rules, 15'000);
        describe_run(operations, playing, since(check_start));
        answer = verdict.answer;
        if (verdict.answer == Verdict::Answer::violated) {
            static_cast<void>(passes(verdict));
            QFAIL(saved(history).c_str());
        }
        if (row.token != nullptr && !passes(check_tokens(operations)))
            QFAIL(saved(history).c_str());
        if (row.is_fair)
            check_order(monitor.lines());
    }

    void play(const LockRow& row, History& history, Dice& seeds)
    {
        Client first(m_server->endpoint());
        Client second(m_server->endpoint());
        std::vector<std::future<void>> threads;
        for (int n = 0; n < owner_total; ++n) {
            threads.push_back(in_thread([&, n, seed = seeds.seed()] {
                Client& client = n % 2 == 0 ? first : second;
                Actor(history, client, row, client.this_thread().field(), seed).play();
            }));
        }
        for (auto& each : threads)
            each.get();
        // What was cancelled is given back, and everything else was released.
        std::vector<std::string> left;
        const bool is_clean = until([&] {
            left = redis().keys();
            std::erase_if(left, [](const std::string& key) { return key.starts_with("redisson_lock_token:"); });
            return left.empty();
        });
        for (const std::string& key : left)
            qWarning("%s is left: %s", key.c_str(),
                     redis().type(key) == "hash" ? QTest::toString(redis().hash(key)) : "");
        if (!is_clean)
            QFAIL(saved(history).c_str());
    }

    static void check_order(const std::vector<std::string>& lines)
    {
        std::ptrdiff_t grants = 0;
        for (int n = 0; n < lock_total; ++n) {
            const auto events = queue_events(lines, name_of_lock(n));
            QVERIFY(passes(check_fair_order(events)));
            grants += std::count_if(events.begin(), events.end(),
                                    [](const QueueEvent& each) { return each.type == QueueEvent::Type::granted; });
        }
        qInfo("%lld grants in the order of the queue", static_cast<long long>(grants));
        QVERIFY(grants > 100);
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
        // Many answers that were not waited for can be put into too many orders to try all of them; then another run.
        constexpr int runs = 4;
        Dice seeds(m_seed);
        for (int run = 1; run <= runs; ++run) {
            Verdict::Answer answer = Verdict::Answer::undecided;
            play_and_check(seeds, answer);
            if (QTest::currentTestFailed() || answer == Verdict::Answer::legal)
                return;
            qInfo("run %d of %d is undecided: no order was found, but not all were tried", run, runs);
        }
        QFAIL("no run could be decided");
    }
};

QTEST_GUILESS_MAIN(RandomWorkloadTest)
#include "random_workload_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Hundreds wait for one lock when the one in front of them dies: its holder, or the first of its queue.
#include "crowd.hpp"
#include "lockctl_process.hpp"
#include "support/seed.hpp"
#include "support/work.hpp"

#include <csignal>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr int many = 500;

/// So many threads of one client, each of which takes the lock, or what must wait for it, and leaves it once.
class Waiters
{
public:
    Waiters(Client& client, const LockKind& kind, int number)
    {
        Dice seeds(seed_of_this_run());
        for (int i = 0; i < number; ++i) {
            m_threads.push_back(in_thread([this, owner = &client, type = &kind, seed = seeds.seed()] {
                const auto lock = type->rival(*owner);
                ++m_coming;
                if (!lock->acquire({std::chrono::minutes(2), {}, {}}))
                    return;
                if (m_inside.fetch_add(1) == 0)
                    ++m_served;
                Work(seed).do_some();
                m_inside.fetch_sub(1);
                lock->release();
            }));
        }
    }
    [[nodiscard]] bool have_come(int number)
    {
        return until([&] { return m_coming == number; }, std::chrono::seconds(60));
    }
    /// How many had the lock for themselves, once all are through.
    [[nodiscard]] int served()
    {
        for (auto& thread : m_threads)
            thread.get();
        return m_served;
    }

private:
    std::atomic<int> m_coming{0}, m_inside{0}, m_served{0};
    std::vector<std::future<void>> m_threads;
};

} // namespace

class ManyWaitersTest : public QObject
{
    Q_OBJECT

    Server m_server;
    RedisClient& redis() { return m_server.redis; }

    /// Scripts a second while nothing happens. The newcomers' are over when a second has brought no more than so many,
    /// which is also what is asked for.
    [[nodiscard]] bool asks_at_most(double rate)
    {
        return until(
            [&] {
                const std::int64_t before = redis().scripts();
                const auto start = Clock::now();
                QTest::qWait(1000);
                return static_cast<double>(redis().scripts() - before) * 1000
                    <= rate * static_cast<double>(since(start).count());
            },
            std::chrono::seconds(30));
    }

private slots:
    void init() { m_server.empty(); }

    void theHolderDies_data() { add_lock_sides(); }
    void theHolderDies()
    {
        QFETCH(int, kind);
        const LockKind& type = kind_at(kind);
        LockctlProcess holder(m_server.endpoint(), type.name, {"--lease", "5000"});
        QVERIFY(holder.says("acquired"));
        Client client(m_server.endpoint());
        Waiters waiters(client, type, many);
        QVERIFY(waiters.have_come(many));
        holder.signal(SIGKILL);
        QVERIFY(holder.is_gone());
        QCOMPARE(waiters.served(), many);
        QVERIFY(is_tidy(redis()));
    }

    /// However many wait in a process: it asks no more often than one that waits alone might.
    void thoseWhoWaitAskSeldom_data() { add_lock_sides(); }
    void thoseWhoWaitAskSeldom()
    {
        QFETCH(int, kind);
        const LockKind& type = kind_at(kind);
        Client holder(m_server.endpoint());
        const auto lock = type.make(holder);
        lock->lock();
        Client client(m_server.endpoint());
        Waiters waiters(client, type, many);
        QVERIFY(waiters.have_come(many));
        QVERIFY(asks_at_most(20));
        lock->release();
        QCOMPARE(waiters.served(), many);
        QVERIFY(is_tidy(redis()));
    }

    void theFirstOfAFairQueueDies()
    {
        const LockKind& type = kind_at(1);
        QCOMPARE(type.name, std::string("fair"));
        Client client(m_server.endpoint());
        const auto lock = type.make(client);
        lock->lock();
        LockctlProcess first(m_server.endpoint(), type.name, {});
        QVERIFY(until([&] { return redis().integer({"LLEN", "redisson_lock_queue:{lock}"}) == 1; }));
        Client crowd(m_server.endpoint());
        Waiters waiters(crowd, type, many);
        QVERIFY(until([&] { return redis().integer({"LLEN", "redisson_lock_queue:{lock}"}) == many + 1; }));
        first.signal(SIGKILL);
        QVERIFY(first.is_gone());
        lock->release();
        QCOMPARE(waiters.served(), many);
        QVERIFY(is_tidy(redis()));
    }
};

QTEST_GUILESS_MAIN(ManyWaitersTest)
#include "many_waiters_test.moc"

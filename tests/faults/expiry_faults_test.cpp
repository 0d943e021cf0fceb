// SPDX-License-Identifier: Apache-2.0
// Thousands of leases end at the same moment, as when a service with many locks was killed. Redis is busy with them,
// and so is whoever watches: those that live are renewed all the same, and whoever waited gets in.
#include "core/monitor/batch_log.hpp"
#include "crowd.hpp"

#include <QTest>

#include <set>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr int dying = is_slowed_down ? 500 : 3000;
constexpr int living = 200;
constexpr int waiting = 20;

std::string dying_name(int i)
{
    return "dies:" + std::to_string(i);
}

} // namespace

class ExpiryFaultsTest : public QObject
{
    Q_OBJECT

    Server m_server;
    RedisClient& redis() { return m_server.redis; }

    /// Locks of a service that lives no more.
    void leave_locks()
    {
        redis().expect({"EVAL", "for i = 0, ARGV[1] - 1 do redis.call('HSET', 'dies:' .. i, ARGV[2], 1) end", "0",
                        std::to_string(dying), java_owner});
    }
    void end_all_at_once(milliseconds left)
    {
        redis().expect({"EVAL",
                        "local now = redis.call('TIME') "
                        "local at = now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[2] "
                        "for i = 0, ARGV[1] - 1 do redis.call('PEXPIREAT', 'dies:' .. i, at) end",
                        "0", std::to_string(dying), std::to_string(left.count())});
    }

private slots:
    void whatLivesIsKeptAndWhoeverWaitsGetsIn()
    {
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        Client holder(m_server.endpoint(), options);
        Client waiter(m_server.endpoint());
        Client viewer(m_server.endpoint());
        BatchLog log;
        Monitor monitor(viewer, {}, log.sink());
        monitor.start();
        leave_locks();
        std::vector<Lock> held;
        for (int i = 0; i < living; ++i) {
            held.push_back(holder.reentrant_lock("lives:" + std::to_string(i)));
            held.back().lock();
        }
        QVERIFY(until([&] { return log.rows() == dying + living; }, 60s));

        end_all_at_once(brief_lease);
        std::vector<std::future<bool>> waiters;
        for (int i = 0; i < waiting; ++i) {
            waiters.push_back(in_thread([&waiter, i] {
                const auto lock =
                    i % 2 == 0 ? any(waiter.reentrant_lock(dying_name(i))) : any(waiter.fair_lock(dying_name(i)));
                const bool has_it = lock->acquire({.wait = 30s, .lease = {}, .stop = {}});
                return has_it && lock->release() == 0;
            }));
        }
        for (auto& each : waiters)
            QVERIFY(each.get());
        QVERIFY(until([&] { return log.rows() == living; }, 60s));
        QVERIFY(are_renewed(redis(), {"lives:0", "lives:" + std::to_string(living - 1)}));
        for (const Lock& lock : held) {
            QVERIFY(lock.is_held());
            QVERIFY(!lock.loss_token().stop_requested());
        }
        std::set<std::string> ended;
        for (const LockEvent& event : log.events()) {
            // Also a release: one who waited may have come and gone between two looks, and then that is all that was
            // seen.
            if (is_ending(event.kind))
                ended.insert(event.lock);
        }
        QCOMPARE(ended.size(), static_cast<std::size_t>(dying));
        for (Lock& lock : held)
            QCOMPARE(lock.release(), 0);
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }
};

QTEST_GUILESS_MAIN(ExpiryFaultsTest)
#include "expiry_faults_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "locks/key_names.hpp"
#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/alerts.hpp"
#include "lockscope/audit_log.hpp"
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "monitor/classify.hpp"
#include "support/documented_acl.hpp"
#include "support/fault_proxy.hpp"
#include "support/subscriber.hpp"
#include "support/timing.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;
using Kinds = std::vector<Kind>;

class MonitorTest : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        explicit Fixture(MonitorOptions options = {}) : monitor(client, std::move(options), log.sink()) {}
        bool start()
        {
            monitor.start();
            return log.wait_until_live();
        }
        std::vector<HoldRecord> history(const std::string& name)
        {
            std::promise<std::vector<HoldRecord>> holds;
            monitor.history(name, [&holds](LockHistory past) { holds.set_value(std::move(past.holds)); });
            return holds.get_future().get();
        }

        Sandbox sandbox;
        LockData data{sandbox.endpoint()};
        Client client{sandbox.endpoint()};
        BatchLog log;
        Monitor monitor;
    };
    std::unique_ptr<Fixture> m;

    /// Somebody who may do everything.
    struct Operator
    {
        explicit Operator(Client& client)
            : admin(client, std::make_shared<AuditLog>(folder.filePath("audit").toStdString()), {.read_only = false})
        {}
        /// About the lock as it is now.
        static AdminRequest request(Client& client, const std::string& lock)
        {
            AdminRequest request = admin_request(*read_lock(client, lock));
            request.reason = "test";
            return request;
        }

        QTemporaryDir folder;
        Admin admin;
    };

    /// A monitor whose news reach the alerts of a new profile, too.
    struct Guard
    {
        explicit Guard(Client& client)
            : monitor(client, {}, [this, keep = log.sink()](MonitorBatch batch) {
                engine.apply(batch, std::chrono::steady_clock::now(), std::chrono::system_clock::now());
                keep(std::move(batch));
            })
        {
            engine.set_rules(AlertRules::defaults().rules, std::chrono::steady_clock::now(),
                             std::chrono::system_clock::now());
            monitor.start();
        }
        /// Once the monitor was stopped.
        [[nodiscard]] bool is_lost(const std::string& lock) const
        {
            const auto alerts = engine.active();
            return std::any_of(alerts.begin(), alerts.end(), [&](const Alert& alert) {
                return alert.kind == AlertRule::Kind::lock_lost && alert.lock == lock;
            });
        }

        BatchLog log;
        AlertEngine engine;
        Monitor monitor;
    };

    /// Waits until the lock was read since. What ends before that, after a gap in the news, ends without a reason.
    bool is_read_again(const std::string& name)
    {
        const auto now = std::chrono::steady_clock::now();
        m->monitor.refresh({name});
        return until([&] {
            const LockStatePtr row = m->log.row(name);
            return row && row->observed_at >= now;
        });
    }

private slots:
    void init() { m = std::make_unique<Fixture>(); }
    void cleanup() { m.reset(); }

    /// Whoever shows both does not contradict himself.
    void theCountsAreOfTheRowsBesideThem()
    {
        std::map<std::string, bool> held;
        std::atomic<int> counted = 0, wrong = 0;
        Monitor monitor(m->client, {}, [&](MonitorBatch batch) {
            for (const auto& change : batch.changes) {
                if (change.kind == LockChange::Kind::removed)
                    held.erase(change.state->name);
                else
                    held[change.state->name] = change.state->is_held();
            }
            const auto all_held = std::count_if(held.begin(), held.end(), [](const auto& row) { return row.second; });
            if (!batch.counts) // Where counting takes long, not with each batch.
                return;
            ++counted;
            if (batch.counts->locks != held.size() || batch.counts->held != static_cast<std::size_t>(all_held))
                ++wrong;
        });
        monitor.start();
        for (int i = 0; i < 30; ++i) {
            m->data.hold("lock:" + std::to_string(i), alice);
            const int before = counted;
            QVERIFY(until([&] { return counted > before; }));
            if (i % 3 == 0)
                m->data.release("lock:" + std::to_string(i));
        }
        monitor.stop();
        QVERIFY(counted > 20);
        QCOMPARE(wrong.load(), 0);
    }

    void findsWhatIsThere()
    {
        m->data.hold("a", alice, 2);
        m->data.write_hold("w", bob);
        m->data.queue("free", carol);
        m->data.redis.command({"HSET", "user", "name", "x"});
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("a") && m->log.wait_for_row("w") && m->log.wait_for_row("free"));
        QCOMPARE(m->log.rows(), std::size_t(3));
        QVERIFY(m->log.kinds("a").empty()); // nobody saw it being acquired
        QVERIFY(!m->log.row("a")->held_since_exact);
        QVERIFY(until([this] { return m->log.status().counts.locks == 3; }));
        const auto status = m->log.status();
        QCOMPARE(status.source, NewsSource::broadcast);
        QCOMPARE(status.counts.held, std::size_t(2));
        QCOMPARE(status.keys_total, std::uint64_t(5));
        QCOMPARE(status.server_version.empty(), false);
        QCOMPARE(status.server_role, std::string("master"));
        QCOMPARE(status.eviction_policy, std::string("noeviction"));
        QVERIFY(status.scanned_at);
    }

    void aLockAmongManyKeysIsShownBeforeAllAreLookedAt()
    {
        const std::string script = "for i = 1, 200000 do redis.call('SET', 'other:' .. i, 1) end";
        m->data.redis.expect({"EVAL", script, "0"});
        m->data.hold("a", alice);
        m->monitor.start();
        // So many keys are a long way for a sanitizer on a busy machine.
        QVERIFY(until([this] { return m->log.row("a") != nullptr; }, std::chrono::minutes(1)));
        QCOMPARE(m->log.rounds_before("a"), std::uint64_t(0));
    }

    /// Each step takes the whole way there and back, so that few large ones are wanted.
    void takesLargerStepsWhereTheServerIsFarAway()
    {
        m->data.redis.expect({"EVAL", "for i = 1, 10000 do redis.call('SET', 'other:' .. i, 1) end", "0"});
        m->data.hold("a", alice);
        FaultProxy far_away(m->sandbox.endpoint());
        far_away.delay_replies(std::chrono::milliseconds(20));
        Client client(far_away.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        m->data.redis.reset_stats();
        monitor.start();
        QVERIFY(until([&] { return log.status().scan_rounds > 0; }));
        QVERIFY(log.row("a"));
        const std::int64_t steps = m->data.redis.calls("scan"); // of both walks
        QVERIFY2(steps > 0 && steps < 300, std::to_string(steps).c_str());
    }

    /// Many walks are under way there; none of them may be taken for finished, or outlive the monitor.
    void aLinkThatBreaksInTheMidstOfARoundEndsAllItsWalks()
    {
        m->data.redis.expect({"EVAL", "for i = 1, 40000 do redis.call('SET', 'other:' .. i, 1) end", "0"});
        for (int i = 0; i < 50; ++i)
            m->data.hold("lock:" + std::to_string(i), alice);
        FaultProxy far_away(m->sandbox.endpoint());
        far_away.delay_replies(std::chrono::milliseconds(20));
        BatchLog log;
        {
            Client client(far_away.endpoint());
            Monitor monitor(client, {}, log.sink());
            monitor.start();
            const auto is_under_way = [&] { return log.rows() > 0 && log.status().scan_rounds == 0; };
            QVERIFY(until(is_under_way));
            far_away.cut_all();
            QVERIFY(until([&] { return log.status().scan_rounds > 0; }));
            QCOMPARE(log.rows(), std::size_t(50));
        }
        Client client(far_away.endpoint());
        BatchLog other;
        Monitor monitor(client, {}, other.sink());
        monitor.start();
        QVERIFY(until([&] { return other.rows() > 0; }));
        monitor.stop(); // Whether the round was over or not: nothing may stay behind, which ./dev asan sees.
    }

    void findsWhatHasNothingButDeadlinesLeft()
    {
        m->data.queue("a", carol);
        m->data.redis.command({"DEL", locks::queue_key("a")});
        m->data.redis.command({"INCR", locks::token_key("b")}); // as every fenced lock leaves it
        QVERIFY(m->start());
        QVERIFY(until([this] { return m->log.status().scan_rounds > 0; }));
        m->monitor.set_pattern("[ab]"); // Has it look again at once: not each round looks for deadlines.
        QVERIFY(m->log.wait_for_row("a"));
        QVERIFY(m->log.row("a")->anomalies.contains(Anomaly::score_without_entry));
        QCOMPARE(m->log.rows(), std::size_t(1));
    }

    void tellsTheCourseOfAHold()
    {
        QVERIFY(m->start());
        m->data.hold("a", alice, 1, 10'000);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        QVERIFY(m->log.row("a")->held_since_exact);
        m->data.redis.command({"HINCRBY", "a", alice, "1"});
        QVERIFY(m->log.wait_for_event("a", Kind::reentered));
        m->data.redis.command({"HINCRBY", "a", alice, "-1"});
        QVERIFY(m->log.wait_for_event("a", Kind::released_once));
        m->data.redis.command({"PEXPIRE", "a", "20000"});
        QVERIFY(m->log.wait_for_event("a", Kind::renewed));
        QVERIFY(m->log.row("a")->was_renewed());
        QVERIFY(m->log.row("a")->lease > milliseconds(10'000));
        m->data.release("a");
        QVERIFY(m->log.wait_for_event("a", Kind::released));
        QVERIFY(m->log.wait_until_gone("a"));
        QVERIFY(m->log.kinds("a")
                == (Kinds{Kind::acquired, Kind::reentered, Kind::released_once, Kind::renewed, Kind::released}));
        const auto holds = m->history("a");
        QCOMPARE(holds.size(), std::size_t(1));
        QCOMPARE(holds[0].owner, alice);
        QCOMPARE(holds[0].max_count, 2);
        QCOMPARE(holds[0].renewals, 1u);
        QVERIFY(holds[0].to);
    }

    void tellsExpiryFromReleaseAndDeletion()
    {
        QVERIFY(m->start());
        // Not seen if the monitor was not let run while it lasted, and not known to have ended in time if its only
        // reading came late.
        std::string expiring;
        int tries = 0;
        QVERIFY(until([&] {
            expiring = "expires:" + std::to_string(++tries);
            m->data.hold(expiring, alice, 1, 300);
            return until(
                [&] {
                    const auto kinds = m->log.kinds(expiring);
                    return std::find(kinds.begin(), kinds.end(), Kind::expired) != kinds.end();
                },
                std::chrono::seconds(2));
        }));
        m->data.hold("vanishes", alice);
        QVERIFY(m->log.wait_for_event("vanishes", Kind::acquired));
        m->data.release("vanishes");
        QVERIFY(m->log.wait_for_event("vanishes", Kind::released));
        QVERIFY(m->log.row("vanishes")->type_certain); // No spin lock tells of its release,
        m->data.hold("vanishes", alice);
        QVERIFY(until([&] { return m->log.row("vanishes") && m->log.row("vanishes")->is_held(); }));
        QVERIFY(m->log.row("vanishes")->type_certain);
        m->data.redis.command({"DEL", "vanishes"});
        QVERIFY(m->log.wait_for_event("vanishes", Kind::vanished)); // and this one has to tell.
        m->data.hold("forced", alice);
        QVERIFY(m->log.wait_for_event("forced", Kind::acquired));
        m->monitor.note_force("forced", Monitor::Stage::begins);
        m->data.release("forced");
        m->monitor.note_force("forced", Monitor::Stage::done);
        QVERIFY(m->log.wait_for_event("forced", Kind::forced));
        QVERIFY(m->log.wait_until_gone(expiring) && m->log.wait_until_gone("vanishes")
                && m->log.wait_until_gone("forced"));
    }

    void theReleaseOfASpinLockAlarmsNobody()
    {
        Guard guard(m->client);
        auto& log = guard.log;
        QVERIFY(log.wait_until_live());
        m->data.hold("spin", alice);
        m->data.hold("fair", alice);
        m->data.queue("fair", bob);
        m->data.hold("left", alice);
        m->data.queue("left", bob);
        QVERIFY(log.wait_for_event("spin", Kind::acquired));
        QVERIFY(until([&] { return log.row("fair") && log.row("fair")->waiters_total == 1; }));
        QVERIFY(until([&] { return log.row("left") && log.row("left")->waiters_total == 1; }));
        m->data.redis.command({"DEL", locks::queue_key("left"), locks::timeout_key("left")});
        QVERIFY(until([&] { return log.row("left")->waiters_total == 0; }));
        QCOMPARE(log.row("left")->type, LockType::fair); // Its queue was seen.
        m->data.redis.command({"DEL", "spin", "left"});
        m->data.redis.command({"DEL", "fair"});
        QVERIFY(log.wait_for_event("spin", Kind::gone) && log.wait_for_event("fair", Kind::vanished)
                && log.wait_for_event("left", Kind::gone));
        guard.monitor.stop();
        QVERIFY(!guard.is_lost("spin") && !guard.is_lost("left"));
        QVERIFY(guard.is_lost("fair"));
    }

    void whatIsGivenBackWithoutAMessageAlarmsNobody()
    {
        Guard guard(m->client);
        auto& log = guard.log;
        auto& redis = m->data.redis;
        QVERIFY(log.wait_until_live());
        m->data.write_hold("both", alice);
        redis.command({"SET", locks::reader_timeout_key("both", alice, 1), "1", "PX", "60000"});
        redis.command({"HSET", "both", alice, "1"});
        m->data.hold("late", alice);
        m->data.queue("late", bob, -5000);
        QVERIFY(until([&] { return log.row("both") && log.row("both")->holders_total == 2; }));
        QVERIFY(until([&] { return log.row("late") && log.row("late")->waiters_total == 1; }));
        redis.command({"MULTI"}); // It goes on writing.
        redis.command({"HDEL", "both", alice});
        redis.command({"DEL", locks::reader_timeout_key("both", alice, 1)});
        redis.expect({"EXEC"});
        redis.command({"MULTI"}); // As it is unlocked: who is too late is dropped, and nobody is left.
        redis.command({"LPOP", locks::queue_key("late")});
        redis.command({"ZREM", locks::timeout_key("late"), bob});
        redis.command({"DEL", "late"});
        redis.expect({"EXEC"});
        QVERIFY(log.wait_for_event("both", Kind::released) && log.wait_for_event("late", Kind::released));
        guard.monitor.stop();
        QVERIFY(!guard.is_lost("both") && !guard.is_lost("late"));
    }

    void anUnlockLatchTellsOfARelease()
    {
        QVERIFY(m->start());
        m->data.hold("a", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        const std::string latch = locks::latch_prefix("a") + "0123456789abcdef0123456789abcdef";
        m->data.redis.command({"MULTI"});
        m->data.redis.command({"DEL", "a"});
        m->data.redis.command({"SET", latch, "1", "PX", "16000"});
        m->data.redis.expect({"EXEC"});
        QVERIFY(m->log.wait_for_event("a", Kind::released));
    }

    void ourOwnClientsLocksAreSeenToo()
    {
        QVERIFY(m->start());
        auto lock = m->client.reentrant_lock("own");
        lock.lock();
        QVERIFY(m->log.wait_for_event("own", Kind::acquired));
        QCOMPARE(m->log.row("own")->holders[0].client(), m->client.id());
        lock.unlock();
        QVERIFY(m->log.wait_for_event("own", Kind::released));
    }

    void holdersOfAGroupExpireOneByOne()
    {
        QVERIFY(m->start());
        const std::string first = "abcdefghijklmnopqrstuv", second = "Zbcdefghijklmnopqrstuv";
        const auto now = m->data.server_now();
        m->data.redis.command({"MULTI"});
        const auto hold = [&](const std::string& value, const std::string& owner, int lease) {
            m->data.redis.command({"HSET", "group", value, owner, value + ":" + owner + ":expire_time",
                                   std::to_string(now + lease), value + ":" + owner + ":lock_count", "1"});
        };
        hold(first, alice, 2'000);
        hold(second, bob, 600'000);
        m->data.redis.command({"PEXPIRE", "group", "600000"});
        m->data.redis.command({"EXEC"});
        QVERIFY(until([this] { return m->log.row("group") && m->log.row("group")->holders.size() == 2; }));
        QVERIFY(m->log.wait_for_event("group", Kind::expired));
        const auto row = m->log.row("group");
        QCOMPARE(row->holders.size(), std::size_t(1));
        QCOMPARE(row->holders[0].owner, bob);
        for (const auto& event : m->log.events())
            QVERIFY(event.kind != Kind::expired || event.owner == alice);
    }

    void readersExpireOneByOne()
    {
        QVERIFY(m->start());
        m->data.read_hold("r", alice, 1, 30'000);
        m->data.read_hold("r", bob, 1, 30'000);
        QVERIFY(until([this] { return m->log.row("r") && m->log.row("r")->holders_total == 2; }));
        m->data.redis.command({"PEXPIRE", locks::reader_timeout_key("r", bob, 1), "100"});
        QVERIFY(until([this] { return m->log.row("r")->anomalies.contains(Anomaly::dead_reader); }));
    }

    void subscribersAreCountedThoughNoKeyChanges()
    {
        m->data.hold("a", alice);
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("a"));
        {
            Subscriber waiting(m->sandbox.endpoint(), {locks::unlock_channel("a")});
            QVERIFY(until([this] { return m->log.row("a")->waiting_clients == 1; }));
            QVERIFY(m->log.wait_for_event("a", Kind::waiter_came));
        }
        QVERIFY(until([this] { return m->log.row("a")->waiting_clients == 0; }));
    }

    void namesakesWithBracesAreKeptApart()
    {
        QVERIFY(m->start());
        m->data.hold("{a}", alice);
        m->data.queue("{a}", bob);
        QVERIFY(until([this] { return m->log.row("{a}") && m->log.row("{a}")->waiters_total == 1; }));
        m->monitor.refresh({"a"});
        m->data.hold("other", alice);
        QVERIFY(m->log.wait_for_row("other"));
        QVERIFY(!m->log.was_shown("a"));
    }

    void aQueueOfNamesakesWithoutAHolderIsShownOnce()
    {
        QVERIFY(m->start());
        m->data.queue("{a}", bob);
        QVERIFY(m->log.wait_for_row("a")); // nobody knows whose it is
        QVERIFY(!m->log.was_shown("{a}"));
        m->data.hold("{a}", alice);
        QVERIFY(m->log.wait_until_gone("a"));
        QCOMPARE(m->log.row("{a}")->waiters_total, std::size_t(1));
        m->data.release("{a}");
        QVERIFY(until([this] { return !m->log.row("{a}")->is_held(); }));
        m->data.queue("{a}", carol);
        QVERIFY(until([this] { return m->log.row("{a}")->waiters_total == 2; }));
        QVERIFY(!m->log.row("a"));
    }

    void flushallEndsEverything()
    {
        QVERIFY(m->start());
        for (int i = 0; i < 20; ++i)
            m->data.hold("lock:" + std::to_string(i), alice);
        m->data.write_hold("write", alice);
        QVERIFY(until([this] { return m->log.rows() == 21; }));
        m->data.redis.command({"FLUSHALL"});
        QVERIFY(until([this] { return m->log.rows() == 0; }));
        QVERIFY(m->log.wait_for_event("lock:7", Kind::vanished) && m->log.wait_for_event("write", Kind::vanished));
    }

    /// Which nobody announces, by whatever news.
    void aDatabaseThatIsSwappedForAnEmptyOneIsNoticed()
    {
        for (int i = 0; i < 5; ++i)
            m->data.hold("lock:" + std::to_string(i), alice, 1, 600'000);
        QVERIFY(m->start());
        QVERIFY(until([this] { return m->log.rows() == 5; }));
        m->data.redis.expect({"SWAPDB", "0", "1"});
        QVERIFY(until([this] { return m->log.rows() == 0; }));
        m->data.redis.expect({"SWAPDB", "0", "1"});
        QVERIFY(until([this] { return m->log.rows() == 5; }));
    }

    void aPauseIsSilentAndIsCaughtUpWith()
    {
        m->data.hold("a", alice);
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("a"));
        m->monitor.pause();
        QVERIFY(until([this] { return m->log.status().paused; }));
        m->data.release("a");
        m->data.hold("b", bob);
        const auto batches = m->log.batches();
        QVERIFY(until([this, batches] { return m->log.batches() > batches; })); // a status, no rows
        QVERIFY(m->log.row("a") && !m->log.row("b"));
        m->monitor.resume();
        QVERIFY(m->log.wait_until_gone("a"));
        QVERIFY(m->log.wait_for_row("b"));
    }

    void whatEndedDuringAPauseHasNoReason()
    {
        m->data.hold("released", alice);
        m->data.hold("kept", bob);
        m->data.hold("deleted", alice);
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("released") && m->log.wait_for_row("kept") && m->log.wait_for_row("deleted"));
        m->monitor.pause();
        QVERIFY(until([this] { return m->log.status().paused; }));
        m->data.release("released");
        m->data.redis.command({"DEL", "deleted"});
        m->monitor.resume();
        QVERIFY(m->log.wait_until_gone("released") && m->log.wait_until_gone("deleted"));
        // Its message may arrive only after the pause.
        const Kinds told = m->log.kinds("released");
        QVERIFY(told == Kinds{Kind::ended} || told == Kinds{Kind::released});
        QVERIFY(m->log.kinds("deleted") == Kinds{Kind::ended});
        QVERIFY(m->log.wait_for_event("", Kind::resynchronised));
        // From then on it is told again.
        QVERIFY(is_read_again("kept"));
        m->data.release("kept");
        QVERIFY(m->log.wait_for_event("kept", Kind::released));
        QVERIFY(m->log.kinds("kept") == Kinds{Kind::released});
    }

    void whatEndedWhileNoMessageCameHasNoReason_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* kind : {"reentrant", "fenced", "read-write", "waited for"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void whatEndedWhileNoMessageCameHasNoReason()
    {
        QFETCH(QByteArray, kind);
        const bool is_read_write = kind == "read-write";
        if (is_read_write)
            m->data.write_hold("a", alice);
        else
            m->data.hold("a", alice);
        if (kind == "fenced")
            m->data.redis.expect({"SET", locks::token_key("a"), "7"});
        if (kind == "waited for")
            m->data.queue("a", bob);
        m->data.hold("kept", bob);
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("a") && m->log.wait_for_row("kept"));
        // Only the connection of the messages is lost, and with it one message.
        const auto channel = is_read_write ? locks::rwlock_channel("a") : locks::unlock_channel("a");
        m->data.redis.command({"MULTI"});
        m->data.redis.command({"CLIENT", "KILL", "TYPE", "pubsub"});
        m->data.redis.command({"DEL", "a"});
        m->data.redis.command({"PUBLISH", channel, "0"});
        m->data.redis.expect({"EXEC"});
        QVERIFY(until([this] { return !m->log.row("a") || !m->log.row("a")->is_held(); }));
        QVERIFY(m->log.kinds("a") == Kinds{Kind::ended});
        QVERIFY(m->log.wait_for_event("", Kind::resynchronised));
        // From then on it is told again.
        QVERIFY(is_read_again("kept"));
        m->data.release("kept");
        QVERIFY(m->log.wait_for_event("kept", Kind::released));
        QVERIFY(m->log.kinds("kept") == Kinds{Kind::released});
    }

    void whatIsFoundAfterAGapWasPerhapsThereAllAlong_data()
    {
        QTest::addColumn<QByteArray>("gap");
        QTest::newRow("a pause") << QByteArray("pause");
        QTest::newRow("another pattern") << QByteArray("pattern");
        QTest::newRow("the connections were away") << QByteArray("connections");
        QTest::newRow("no messages") << QByteArray("messages");
    }
    void whatIsFoundAfterAGapWasPerhapsThereAllAlong()
    {
        QFETCH(QByteArray, gap);
        const std::string script = "for i = 1, 20000 do redis.call('SET', 'other:' .. i, 1) end";
        m->data.redis.expect({"EVAL", script, "0"});
        QVERIFY(m->start());
        m->monitor.set_cpu_budget(0.001); // Most of a minute for a round that is in no hurry.
        if (gap == "pause") {
            m->monitor.pause();
            QVERIFY(until([this] { return m->log.status().paused; }));
            m->data.hold("late", alice);
            m->monitor.resume();
            QVERIFY(until([this] { return !m->log.status().paused; }));
        } else if (gap == "pattern") {
            m->monitor.set_pattern("narrow:*");
            m->data.hold("narrow:1", alice);
            QVERIFY(until([this] { // or it came just before the news of the new pattern did
                m->data.redis.command({"PEXPIRE", "narrow:1", "60000"});
                return m->log.row("narrow:1") != nullptr;
            }));
            m->data.hold("late", alice);
            m->monitor.set_pattern("*");
        } else {
            m->data.redis.command({"MULTI"});
            m->data.redis.command({"CLIENT", "KILL", "TYPE", "pubsub"});
            if (gap == "connections")
                m->data.redis.command({"CLIENT", "KILL", "TYPE", "normal"});
            m->data.redis.command({"HSET", "late", alice, "1"});
            m->data.redis.command({"PEXPIRE", "late", "60000"});
            m->data.redis.expect({"EXEC"});
        }
        // Renewed until it is heard of: some of the ways take a moment until news come again.
        QVERIFY(until([this] {
            m->data.redis.command({"PEXPIRE", "late", "60000"});
            return m->log.row("late") != nullptr;
        }));
        QVERIFY(!m->log.row("late")->held_since_exact);
        const auto told = m->log.kinds("late");
        QVERIFY(std::find(told.begin(), told.end(), Kind::acquired) == told.end());
        // Once all is looked at, which is soon, what is new is new.
        int tries = 0;
        QVERIFY(until([&] {
            const auto name = "new:" + std::to_string(++tries);
            m->data.hold(name, bob);
            return m->log.wait_for_row(name) && m->log.row(name)->held_since_exact;
        }));
    }

    void aMessageAboutAnotherLockEndsNothing()
    {
        QVERIFY(m->start());
        m->data.hold("a", alice);
        m->data.hold("{a}", bob);
        m->data.hold("b", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired) && m->log.wait_for_event("b", Kind::acquired)
                && m->log.wait_for_event("{a}", Kind::acquired));
        const auto since = m->log.row("a")->held_since;
        m->data.release("{a}"); // They share their channel,
        QVERIFY(m->log.wait_for_event("{a}", Kind::released));
        RedisClient other(m->sandbox.endpoint());
        other.expect({"SELECT", "1"});
        other.publish(locks::unlock_channel("b"), "0"); // and channels know no databases.
        for (const std::string name : {"a", "b"}) {
            m->data.redis.command({"HINCRBY", name, alice, "1"});
            QVERIFY(m->log.wait_for_event(name, Kind::reentered));
            QVERIFY(m->log.kinds(name) == (Kinds{Kind::acquired, Kind::reentered}));
        }
        QVERIFY(m->log.row("a")->held_since == since);
    }

    void whoTakesTheLockAgainAtOnceHasGivenItBack()
    {
        QVERIFY(m->start());
        m->data.hold("a", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        m->data.redis.command({"MULTI"});
        m->data.redis.command({"DEL", "a"});
        m->data.redis.command({"PUBLISH", locks::unlock_channel("a"), "0"});
        m->data.redis.command({"HSET", "a", alice, "1"});
        m->data.redis.command({"PEXPIRE", "a", "60000"});
        m->data.redis.expect({"EXEC"});
        QVERIFY(m->log.wait_for_event("a", Kind::acquired, 2));
        QVERIFY(m->log.kinds("a") == (Kinds{Kind::acquired, Kind::released, Kind::acquired}));
    }

    void whatAnOperatorShortensIsNotGivenBack_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* kind : {"reentrant", "read", "write"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void whatAnOperatorShortensIsNotGivenBack()
    {
        QFETCH(QByteArray, kind);
        QVERIFY(m->start());
        if (kind == "reentrant")
            m->data.hold("a", alice);
        else if (kind == "read")
            m->data.read_hold("a", alice);
        else
            m->data.write_hold("a", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        Operator somebody(m->client);
        AdminRequest request = Operator::request(m->client, "a");
        QCOMPARE(somebody.admin.force_expire(request, milliseconds(20'000)).outcome, AdminResult::Outcome::done);
        QVERIFY(until([this] { return m->log.row("a")->ttl <= milliseconds(20'000); }));
        m->data.redis.command({"HINCRBY", "a", m->log.row("a")->holders.front().owner, "1"});
        QVERIFY(m->log.wait_for_event("a", Kind::reentered));
        QVERIFY(m->log.kinds("a") == (Kinds{Kind::acquired, Kind::shortened, Kind::reentered}));
    }

    /// Nobody has acquired it, and it was held for longer than anybody saw.
    void whatAnOperatorGivesBackIsRestored()
    {
        QVERIFY(m->start());
        m->data.hold("a", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        Operator somebody(m->client);
        AdminRequest request = Operator::request(m->client, "a");
        request.undo = AdminRequest::Undo::keep;
        const AdminResult released = somebody.admin.force_release(request);
        QVERIFY(released.undo);
        QVERIFY(released.undo->owners == std::vector<std::string>{alice});
        QVERIFY(m->log.wait_for_event("a", Kind::forced));
        QCOMPARE(somebody.admin.undo_force_release(*released.undo).outcome, AdminResult::Outcome::done);
        QVERIFY(m->log.wait_for_event("a", Kind::restored));
        QVERIFY(until([this] { return m->log.row("a") && m->log.row("a")->is_held(); }));
        QVERIFY(!m->log.row("a")->held_since_exact);
        m->data.release("a");
        QVERIFY(m->log.wait_for_event("a", Kind::released));
        QVERIFY(m->log.kinds("a") == (Kinds{Kind::acquired, Kind::forced, Kind::restored, Kind::released}));
        QVERIFY(!m->log.events().back().held_for_exact);
    }

    /// Two programs know of each other by nothing else than what one publishes.
    void whatAnOperatorDoesElsewhereIsToldWithWhoHeIs()
    {
        QVERIFY(m->start());
        Client elsewhere(m->sandbox.endpoint());
        Operator colleague(elsewhere);
        m->data.hold("a", alice);
        m->data.queue("a", bob);
        m->data.queue("a", carol);
        QVERIFY(until([this] { return m->log.row("a") && m->log.row("a")->waiters_total == 2; }));
        const auto is_his = [this](Kind kind) {
            const auto events = m->log.events();
            const auto found = std::find_if(events.begin(), events.end(),
                                            [kind](const LockEvent& event) { return event.kind == kind; });
            return found != events.end() && found->actor.find('@') != std::string::npos;
        };
        const auto request = [&] { return Operator::request(elsewhere, "a"); };

        QCOMPARE(colleague.admin.extend(request(), milliseconds(120'000)).outcome, AdminResult::Outcome::done);
        QVERIFY(m->log.wait_for_event("a", Kind::extended));
        QVERIFY(is_his(Kind::extended));
        QCOMPARE(colleague.admin.force_expire(request(), milliseconds(50'000)).outcome, AdminResult::Outcome::done);
        QVERIFY(m->log.wait_for_event("a", Kind::shortened));
        QVERIFY(is_his(Kind::shortened));
        EvictRequest eviction;
        eviction.lock = "a";
        eviction.owner = carol;
        eviction.reason = "test";
        QCOMPARE(colleague.admin.evict_waiter(eviction).outcome, AdminResult::Outcome::done);
        QVERIFY(m->log.wait_for_event("a", Kind::waiter_removed));
        QVERIFY(is_his(Kind::waiter_removed));
        AdminRequest release = request();
        release.ghosts = {bob};
        QCOMPARE(colleague.admin.force_release(release).outcome, AdminResult::Outcome::done);
        QVERIFY(m->log.wait_for_event("a", Kind::forced));
        QVERIFY(is_his(Kind::forced));
        QVERIFY(m->log.wait_for_event("a", Kind::waiter_removed, 2));
        const auto kinds = m->log.kinds("a");
        QCOMPARE(std::count(kinds.begin(), kinds.end(), Kind::waiter_left), 0);
        QCOMPARE(std::count(kinds.begin(), kinds.end(), Kind::released), 0);
    }

    /// The answers come on another connection, and may be faster. What was not sent yet can be put right.
    void whatAnOperatorHasDoneIsToldEvenIfItWasSeenBefore()
    {
        MonitorOptions slow;
        slow.batch_interval = milliseconds(1500);
        m = std::make_unique<Fixture>(slow);
        m->data.read_hold("rw", alice);
        m->data.read_hold("rw", bob);
        m->data.hold("fair", alice);
        m->data.queue("fair", bob);
        m->data.queue("fair", carol);
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("rw") && m->log.wait_for_row("fair"));
        const auto batches = m->log.batches();
        QVERIFY(until([&] { return m->log.batches() > batches; }));
        const auto transactions = [this] {
            const auto stats = m->data.redis.text({"INFO", "commandstats"});
            const auto at = stats.find("cmdstat_exec:calls=");
            return at == std::string::npos ? 0 : std::stoi(stats.substr(at + 19));
        };
        const auto before = transactions();
        m->data.redis.expect({"HDEL", "rw", alice});
        m->data.redis.expect({"LREM", locks::queue_key("fair"), "0", bob});
        m->data.redis.expect({"ZREM", locks::timeout_key("fair"), bob});
        QVERIFY(until([&] { return transactions() >= before + 2; }));
        std::this_thread::sleep_for(milliseconds(100)); // Their answers have arrived, if they are not very slow.
        using What = locks::OperatorAct::What;
        const auto publish = [this](const locks::OperatorAct& act) {
            m->data.redis.expect({"PUBLISH", std::string(locks::operator_channel), locks::to_message(act)});
        };
        publish({What::expelled, "ann@home", 0, "rw", {alice}});
        publish({What::queue, "ann@home", 0, "fair", {}, {bob}});
        QVERIFY(m->log.wait_for_event("fair", Kind::waiter_removed));
        QVERIFY(m->log.kinds("rw") == (Kinds{Kind::forced}));
        QVERIFY(m->log.kinds("fair") == (Kinds{Kind::waiter_removed}));
        for (const auto& event : m->log.events())
            QVERIFY(event.lock.empty() || event.actor == "ann@home");
        const auto holds = m->history("rw");
        const auto hers =
            std::find_if(holds.begin(), holds.end(), [](const auto& hold) { return hold.owner == alice; });
        QVERIFY(hers != holds.end());
        QCOMPARE(hers->ended, Kind::forced);
    }

    /// What the type of a lock says by a message when it is released, this one has not said.
    void theMessageOfAnOperatorTellsNothingOfTheType()
    {
        QVERIFY(m->start());
        Client elsewhere(m->sandbox.endpoint());
        Operator colleague(elsewhere);
        m->data.hold("a", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        QVERIFY(!m->log.row("a")->type_certain);
        QCOMPARE(colleague.admin.force_release(Operator::request(elsewhere, "a")).outcome, AdminResult::Outcome::done);
        QVERIFY(m->log.wait_for_event("a", Kind::forced));
        m->data.hold("a", bob);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired, 2));
        QVERIFY(until([this] { return m->log.row("a") && m->log.row("a")->is_held(); }));
        QVERIFY(!m->log.row("a")->type_certain);
    }

    void whoRepairsAQueueElsewhereIsTold()
    {
        QVERIFY(m->start());
        Operator colleague(m->client);
        m->data.hold("a", alice);
        m->data.redis.expect({"RPUSH", locks::queue_key("a"), bob}); // without a deadline
        QVERIFY(until([this] { return m->log.row("a") && m->log.row("a")->waiters_total == 1; }));
        RepairRequest request = repair_request(*read_lock(m->client, "a"));
        request.reason = "test";
        QCOMPARE(colleague.admin.repair_queue(request).outcome, AdminResult::Outcome::done);
        QVERIFY(m->log.wait_for_event("a", Kind::waiter_removed));
        QVERIFY(!m->log.events().back().actor.empty());
    }

    /// Messages are not told apart by database.
    void whatAnOperatorDoesInAnotherDatabaseIsNotToldOfANamesake()
    {
        QVERIFY(m->start());
        Endpoint other = m->sandbox.endpoint();
        other.database = 1;
        LockData there(other);
        Client elsewhere(other);
        Operator colleague(elsewhere);
        m->data.hold("a", alice);
        there.hold("a", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        QCOMPARE(colleague.admin.force_release(Operator::request(elsewhere, "a")).outcome, AdminResult::Outcome::done);
        m->data.release("a");
        QVERIFY(m->log.wait_for_event("a", Kind::released));
        QVERIFY(m->log.kinds("a") == (Kinds{Kind::acquired, Kind::released}));
    }

    void whatIsPublishedInHisNameAloneChangesNothing()
    {
        QVERIFY(m->start());
        m->data.hold("a", alice);
        QVERIFY(m->log.wait_for_event("a", Kind::acquired));
        for (const std::string message : {"", "forced", "1:0,3:bob,6:forced,1:a,1:9,", "1:0,3:bob,4:done,1:a,1:0,"})
            m->data.redis.expect({"PUBLISH", std::string(locks::operator_channel), message});
        m->data.redis.expect({"PUBLISH", std::string(locks::operator_channel),
                              locks::to_message({locks::OperatorAct::What::forced, "bob", 0, "a", {carol}})});
        m->data.release("a");
        QVERIFY(m->log.wait_for_event("a", Kind::released));
        QVERIFY(m->log.kinds("a") == (Kinds{Kind::acquired, Kind::released}));
    }

    /// Redis queues no commands then, and so has no transactions; Valkey does.
    void aServerWithoutMemoryToSpareIsReadAllTheSame()
    {
        m->data.hold("a", alice);
        m->data.hold("b", bob);
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("a") && m->log.wait_for_row("b"));
        m->data.redis.expect({"CONFIG", "SET", "maxmemory", "1"});
        m->data.redis.expect({"MULTI"});
        const bool has_transactions = !m->data.redis.command({"TTL", "b"}).is_error();
        m->data.redis.expect({"DISCARD"});
        const std::string release = "redis.call('DEL', KEYS[1]) redis.call('PUBLISH', ARGV[1], '0')";
        m->data.redis.expect({"EVAL", release, "1", "a", locks::unlock_channel("a")});
        QVERIFY(m->log.wait_for_event("a", Kind::released));
        QVERIFY(m->log.wait_until_gone("a"));
        QVERIFY(is_read_again("b"));
        QVERIFY(m->log.row("b")->is_held() && !m->log.row("b")->is_out_of_reach());
        QCOMPARE(m->log.row("b")->anomalies.contains(Anomaly::torn), !has_transactions); // and that is said
        QCOMPARE(list_locks(m->client, "*").size(), std::size_t(1));
        m->data.redis.expect({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(until([this] { return is_read_again("b") && !m->log.row("b")->anomalies.contains(Anomaly::torn); }));
    }

    void whileItIsPausedTimeMakesNothingStuck()
    {
        m->data.hold("a", alice);
        QVERIFY(m->start());
        QVERIFY(until([this] { return m->log.status().counts.held == 1; }));
        QCOMPARE(m->log.status().counts.stuck, std::size_t(0));
        m->monitor.pause();
        QVERIFY(until([this] { return m->log.status().paused; }));
        const auto pausedAt = std::chrono::system_clock::now();
        Thresholds strict; // It was not held for as long as since the pause.
        strict.stuck_after = std::chrono::duration_cast<milliseconds>(pausedAt - *m->log.row("a")->held_since);
        strict.stuck_after += milliseconds(1);
        m->monitor.set_thresholds(strict);
        const auto batches = m->log.batches();
        QVERIFY(until([this, batches] { return m->log.batches() > batches + 1; })); // a second has passed
        QCOMPARE(m->log.status().counts.held, std::size_t(1));
        QCOMPARE(m->log.status().counts.stuck, std::size_t(0));
        m->monitor.resume();
        QVERIFY(until([this] { return m->log.status().counts.stuck == 1; }));
    }

    void thePatternNarrowsAndWidens()
    {
        m->data.hold("app:1", alice);
        m->data.hold("web:1", alice);
        QVERIFY(m->start());
        QVERIFY(m->log.wait_for_row("app:1") && m->log.wait_for_row("web:1"));
        m->monitor.set_pattern("app:*");
        QVERIFY(m->log.wait_until_gone("web:1"));
        QVERIFY(m->log.row("app:1"));
        m->data.hold("web:2", alice);
        m->data.hold("app:2", alice);
        QVERIFY(m->log.wait_for_row("app:2"));
        QVERIFY(!m->log.row("web:2"));
        m->monitor.set_pattern("*");
        QVERIFY(m->log.wait_for_row("web:1") && m->log.wait_for_row("web:2"));
    }

    void aNewBudgetCountsInTheRoundThatIsUnderWay()
    {
        const std::string script = "for i = 1, 20000 do redis.call('SET', 'other:' .. i, 1) end";
        m->data.redis.expect({"EVAL", script, "0"});
        QVERIFY(m->start());
        QVERIFY(until([this] { return m->log.status().scan_rounds == 1; }));
        m->monitor.set_cpu_budget(0.0001);                                    // Minutes for a round.
        QVERIFY(until([this] { return m->log.status().scan_fraction < 1; })); // The next one has begun.
        QCOMPARE(m->log.status().scan_rounds, std::uint64_t(1));
        m->monitor.set_cpu_budget(1);
        QVERIFY(until([this] { return m->log.status().scan_rounds > 1; }));
    }

    void aNoisyKeyspaceMakesItLessCurious_data()
    {
        QTest::addColumn<bool>("after_a_pause");
        QTest::addColumn<int>("at_once"); // More than can be looked at, or not.
        QTest::newRow("after the first round") << false << (is_slowed_down ? 50 : 500);
        QTest::newRow("in the round after a pause") << true << 5;
    }
    void aNoisyKeyspaceMakesItLessCurious()
    {
        QFETCH(bool, after_a_pause);
        QFETCH(int, at_once);
        const std::string others = "for i = 1, 20000 do redis.call('SET', 'other:' .. i, 1) end";
        if (after_a_pause)
            m->data.redis.expect({"EVAL", others, "0"});
        QVERIFY(m->start());
        if (after_a_pause) {
            m->monitor.set_cpu_budget(0.001); // Most of a minute for a round that is in no hurry.
            m->monitor.pause();
            QVERIFY(until([this] { return m->log.status().paused; }));
            m->monitor.resume();
            QVERIFY(until([this] { return !m->log.status().paused; }));
        }
        m->data.hold("a", alice);
        QVERIFY(m->log.wait_for_row("a"));
        auto noise = std::async(std::launch::async, [this, at_once] {
            RedisClient redis(m->sandbox.endpoint());
            const std::string script =
                "for i = 1, ARGV[2] do redis.call('SET', 'noise:' .. ARGV[1] .. ':' .. i, 1) end";
            const int different = 500'000 / at_once;
            for (int i = 0; m->log.status().source == NewsSource::broadcast && i < 5 * different; ++i)
                redis.expect({"EVAL", script, "0", std::to_string(i % different), std::to_string(at_once)});
        });
        // A sanitizer's monitor reads the noise more slowly than it is made.
        const auto limit = is_slowed_down ? 4 * patience : patience;
        QVERIFY(until([this] { return m->log.status().source == NewsSource::tracking; }, limit));
        noise.wait();
        m->data.redis.command({"HINCRBY", "a", alice, "1"});
        QVERIFY(m->log.wait_for_event("a", Kind::reentered, 1, limit)); // behind what is still to be read
        m->data.release("a");
        QVERIFY(m->log.wait_for_event("a", Kind::released));
    }

    void locksBeyondTheLimitAreCounted()
    {
        MonitorOptions options;
        options.max_locks = 2;
        m = std::make_unique<Fixture>(options);
        for (int i = 0; i < 5; ++i)
            m->data.hold("lock:" + std::to_string(i), alice);
        QVERIFY(m->start());
        QVERIFY(until([this] { return m->log.status().counts.locks == 2 && m->log.status().locks_not_kept == 3; }));
        QCOMPARE(m->log.rows(), std::size_t(2));
    }

    void itsCostIsMeasured()
    {
        m->data.hold("a", alice);
        QVERIFY(m->start());
        QVERIFY(until([this] {
            const auto cost = m->log.status().cost;
            return cost.commands_per_second > 0 && cost.bytes_per_second > 0 && cost.cpu_share.has_value();
        }));
    }
};

QTEST_APPLESS_MAIN(MonitorTest)
#include "monitor_test.moc"

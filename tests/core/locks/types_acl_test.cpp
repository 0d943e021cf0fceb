// SPDX-License-Identifier: Apache-2.0
// docs/permissions.md, "Locking": with exactly the rights that stand there every type of lock works; with one fewer it
// says which is missing, or goes on without as the manual says.
#include "lockscope/count_down_latch.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/semaphore.hpp"

#include "lock_rows.hpp"
#include "locks/key_names.hpp"
#include "support/documented_acl.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

using namespace lockscope;
using namespace lockscope::test;

namespace {

const std::string user = "service";
const std::string name = "app:orders";

/// Somebody with few rights, and somebody who may do everything.
struct Pair
{
    Server& server;
    Client& ours;
    Client& others;
};

void require(bool holds, const char* what)
{
    if (!holds)
        throw std::runtime_error(what);
}

/// Runs @p wait in a thread, and @p end as soon as it has been asked for. @returns what the wait returned.
template <typename Wait, typename End>
bool woken(Pair& pair, Wait wait, End end)
{
    const auto scripts = [&] { return pair.server.redis.scripts(); };
    const auto before = scripts();
    auto waiter = in_thread(wait);
    // It asks, subscribes, and asks again; or it was refused.
    static_cast<void>(until([&] { return is_ready(waiter) || scripts() >= before + 2; }));
    end();
    return waiter.get();
}

/// Everything that a lock with an owner does.
template <typename Make>
void use_lock(Pair& pair, Make make, bool is_reentrant)
{
    Lock mine = make(pair.ours);
    Lock theirs = make(pair.others);
    mine.lock(20s);
    if (is_reentrant) {
        mine.lock(20s);
        mine.release();
    }
    require(mine.extend(60s), "renewed");
    require(mine.is_locked() && mine.remaining_lease() > 20s, "seen");
    mine.release();
    theirs.lock(1h);
    require(is_refused([&] { return mine.try_lock_for(500ms); }), "refused");
    require(woken(
                pair, [mine]() mutable { return mine.try_lock_for(patience); }, [&] { theirs.unlock(); }),
            "woken");
    require(mine.force_unlock(), "forced"); // the waiter was another thread
}

void use_reentrant(Pair& pair)
{
    use_lock(
        pair, [](Client& client) -> Lock { return client.reentrant_lock(name); }, true);
}

void use_spin(Pair& pair)
{
    use_lock(
        pair, [](Client& client) -> Lock { return client.spin_lock(name); }, true);
}

void use_non_reentrant(Pair& pair)
{
    use_lock(
        pair, [](Client& client) -> Lock { return client.non_reentrant_lock(name); }, false);
}

void use_fenced(Pair& pair)
{
    use_lock(
        pair, [](Client& client) -> Lock { return client.fenced_lock(name); }, true);
    require(pair.ours.fenced_lock(name).newest_token() > 0, "counted");
}

void use_fair(Pair& pair)
{
    use_lock(
        pair, [](Client& client) -> Lock { return client.fair_lock(name); }, true);
    RedisClient& redis = pair.server.redis;
    const std::string queue = "redisson_lock_queue:{" + name + "}";
    const std::string deadlines = "redisson_lock_timeout:{" + name + "}";
    const auto in_ms = [&](std::int64_t left) {
        return std::to_string(std::stoll(redis.list({"TIME"})[0]) * 1000 + left);
    };
    FairLock mine = pair.ours.fair_lock(name);
    FairLock theirs = pair.others.fair_lock(name);
    // Who is late is removed, and a deadline that is nearly over is raised.
    theirs.lock(1h);
    redis.expect({"RPUSH", queue, "late"});
    redis.expect({"ZADD", deadlines, "1000", "late"});
    auto waiter = in_thread([mine]() mutable { return mine.try_lock_for(1min); });
    const auto is_queued = [&] {
        const std::vector<std::string> waiting = redis.list({"LRANGE", queue, "0", "-1"});
        return waiting.size() == 1 && waiting.front() != "late";
    };
    require(until([&] { return is_ready(waiter) || is_queued(); }), "queued");
    const Value first = redis.expect({"LINDEX", queue, "0"});
    const std::string soon_over = in_ms(20'000);
    redis.expect({"ZADD", deadlines, soon_over, first.text});
    const auto deadline = [&] {
        const Value score = redis.expect({"ZSCORE", deadlines, first.text});
        return score.kind == Value::Kind::text ? std::stod(score.text) : 0; // who was refused has left
    };
    require(until([&] {
                redis.publish("redisson_lock__channel:{" + name + "}:" + first.text, "0");
                return is_ready(waiter) || deadline() > std::stod(soon_over);
            }),
            "raised");
    // Who enters gives those behind the time back that they have left it.
    redis.expect({"RPUSH", queue, "behind"});
    redis.expect({"ZADD", deadlines, in_ms(600'000), "behind"});
    theirs.unlock();
    require(waiter.get(), "entered from the queue");
    require(mine.force_unlock(), "forced");
    redis.expect({"DEL", queue, deadlines});
    // So does who gives up.
    theirs.lock(1h);
    require(is_refused([&] { return mine.try_lock_for(500ms); }), "given up");
    require(until([&] { return redis.integer({"LLEN", queue}) == 0; }), "left the queue");
    theirs.unlock();
}

void use_read_write(Pair& pair)
{
    use_lock(
        pair, [](Client& client) -> Lock { return client.read_write_lock(name).write(); }, true);
    use_lock(
        pair, [](Client& client) -> Lock { return client.read_write_lock(name).write(); }, true);
    ReadWriteLock mine = pair.ours.read_write_lock(name);
    mine.lock();
    mine.lock_shared();
    mine.write().release();
    mine.lock_shared();
    require(mine.read().extend(60s), "renewed");
    mine.read().release();
    // Somebody who died reading.
    RedisClient& redis = pair.server.redis;
    redis.expect({"HSET", name, java_owner, "1"});
    mine.read().release();
    require(mine.try_lock(), "entered after the dead");
    mine.write().release();
}

void use_semaphore(Pair& pair)
{
    Semaphore mine = pair.ours.semaphore(name);
    Semaphore theirs = pair.others.semaphore(name);
    require(mine.try_set_permits(3), "set");
    mine.acquire(2);
    require(is_refused([&] { return mine.try_acquire_for(500ms, 2); }), "refused");
    require(woken(
                pair, [mine]() mutable { return mine.try_acquire_for(patience, 3); }, [&] { theirs.release(2); }),
            "woken");
    mine.release(3);
    mine.add_permits(1);
    require(mine.available() == 4, "counted");
    require(mine.drain() == 4, "drained");
    require(mine.remove(), "removed");
}

void use_permit_semaphore(Pair& pair)
{
    PermitSemaphore mine = pair.ours.permit_semaphore(name);
    PermitSemaphore theirs = pair.others.permit_semaphore(name);
    require(mine.try_set_permits(1), "set");
    const std::string first = mine.acquire(20s);
    require(mine.update_lease(first, 60s), "renewed");
    require(mine.acquired() == 1 && mine.permits() == 1, "counted");
    require(is_refused([&] { return mine.try_acquire_for(500ms).has_value(); }), "refused");
    require(mine.release(first), "released");
    const std::string held = theirs.acquire();
    require(woken(
                pair, [mine]() mutable { return mine.try_acquire_for(patience, 200ms).has_value(); },
                [&] { theirs.release(held); }),
            "woken");
    require(until([&] { return mine.available() == 1; }), "expired");
    require(mine.release(mine.acquire()), "released what had expired");
    mine.set_permits(2);
    mine.add_permits(1);
    require(mine.remove(), "removed");
}

void use_latch(Pair& pair)
{
    CountDownLatch mine = pair.ours.count_down_latch(name);
    CountDownLatch theirs = pair.others.count_down_latch(name);
    require(mine.try_set_count(2), "set");
    require(mine.count_down() == 1 && mine.count() == 1, "counted");
    require(woken(
                pair, [mine]() mutable { return mine.wait_for(patience); }, [&] { theirs.count_down(); }),
            "woken");
    require(mine.try_set_count(1), "set again");
    require(mine.count_down() == 0, "opened");
    require(mine.try_set_count(1) && mine.remove(), "removed");
}

struct Type
{
    const char* title;
    const char* documented; ///< Its row in the manual; none: what all need is enough.
    void (*use)(Pair& pair);
};

constexpr std::array types{
    Type{"reentrant", nullptr, use_reentrant},
    Type{"spin", nullptr, use_spin},
    Type{"non-reentrant", nullptr, use_non_reentrant},
    Type{"fair", "fair", use_fair},
    Type{"read-write", "read-write", use_read_write},
    Type{"fenced", "fenced", use_fenced},
    Type{"semaphore", "semaphore", use_semaphore},
    Type{"permit semaphore", "permit semaphore", use_permit_semaphore},
    Type{"latch", "latch", use_latch},
};

Rules rules_of(const Type& type)
{
    Rules rules = documented_rules(user);
    if (type.documented != nullptr) {
        for (const std::string& rule : documented_beyond(type.documented)) {
            if (std::find(rules.begin(), rules.end(), rule) == rules.end())
                rules.push_back(rule);
        }
    }
    return rules;
}

/// What the manual says that is done without: connections, and looking for waiters.
const std::set<std::string> quiet{"+auth",        "+ping",        "+select",      "+client|setname", "+client|id",
                                  "+client|list", "+client|kill", "+unsubscribe", "+pubsub|numsub",  "+lpos"};

} // namespace

class TypesAclTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;

    /// Uses a lock of this type with these rights. @returns the words of the refusal, empty if there was none.
    std::string refusal(const Type& type, const Rules& rules)
    {
        m_server.emplace(); // a new one: scripts that are known to it need no EVAL
        ClientOptions options;
        options.outage_patience = 2s;
        Client ours(user_with(m_server->redis, m_server->endpoint(), user, rules), options);
        Client others(m_server->endpoint());
        Pair pair{*m_server, ours, others};
        try {
            type.use(pair);
        } catch (const Error& error) {
            if (error.errc() != Errc::no_permission)
                return std::string("another error: ") + error.what();
            if (m_server->redis.type(name) == "hash" && m_server->redis.pttl(name) == -1)
                return "a lock without an end was left";
            return error.what();
        }
        return {};
    }

private slots:
    void cleanup() { m_server.reset(); }

    void theDocumentedRightsSuffice_data()
    {
        QTest::addColumn<int>("type");
        for (std::size_t i = 0; i < types.size(); ++i)
            QTest::newRow(types[i].title) << static_cast<int>(i);
    }
    void theDocumentedRightsSuffice()
    {
        QFETCH(int, type);
        const Type& each = types.at(static_cast<std::size_t>(type));
        QCOMPARE(refusal(each, rules_of(each)), std::string());
    }

    void theWatchdogNeedsNoMore_data() { add_lock_rows(); }
    void theWatchdogNeedsNoMore()
    {
        const std::string title = lock_row().name;
        const auto documented =
            std::find_if(types.begin(), types.end(), [&](const Type& each) { return title == each.title; });
        m_server.emplace();
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        const Rules rules = rules_of(documented == types.end() ? types[3] : *documented); // non-reentrant fair: as fair
        Client ours(user_with(m_server->redis, m_server->endpoint(), user, rules), options);
        Lock lock = lock_row().make(ours, name);
        lock.lock();
        QVERIFY(are_renewed(m_server->redis, {name}, 1));
        QCOMPARE(lock.release(), 0);
    }

    /// Whatever is refused in the middle of a script.
    void aRefusalMakesNoPermitsAndLosesNone_data()
    {
        QTest::addColumn<QByteArray>("missing");
        for (const char* missing : {"+decrby", "+pexpire", "+incrby", "+zremrangebyrank", "+zadd", "+zrem"})
            QTest::newRow(missing) << QByteArray(missing);
    }
    void aRefusalMakesNoPermitsAndLosesNone()
    {
        QFETCH(QByteArray, missing);
        m_server.emplace();
        RedisClient& redis = m_server->redis;
        const std::string deadlines = locks::permit_timeout_key(name);
        redis.expect({"SET", name, "2", "PX", "3600000"}); // as one with a lifetime
        Rules rules = rules_of(types[7]);
        QCOMPARE(std::erase(rules, missing.toStdString()), std::size_t(1));
        ClientOptions options;
        options.outage_patience = 2s;
        Client ours(user_with(redis, m_server->endpoint(), user, rules), options);
        Client others(m_server->endpoint());
        const auto total = [&] { return std::stoll(redis.text({"GET", name})) + redis.integer({"ZCARD", deadlines}); };
        PermitSemaphore mine = ours.permit_semaphore(name);
        const std::string held = others.permit_semaphore(name).acquire();
        QVERIFY(redis.exists(deadlines));
        static_cast<void>(thrown([&] { return mine.release(held); }));
        QCOMPARE(total(), 2);
        static_cast<void>(thrown([&] { return mine.try_acquire(); }));
        QCOMPARE(total(), 2);
        redis.expect({"DEL", deadlines});
        redis.expect({"SET", name, "0", "PX", "3600000"});
        redis.expect({"ZADD", deadlines, "1000", "0123456789abcdef", "1001", "0123456789abcdeg"}); // expired
        for (int i = 0; i < 3; ++i) {
            static_cast<void>(thrown([&] { return mine.try_acquire(); }));
            QVERIFY2(total() <= 2, std::to_string(total()).c_str());
        }
    }

    void withOneFewerItSaysWhich_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("rule");
        const Rules common = documented_rules(user);
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (types[i].documented == nullptr && i != 0)
                continue; // the same as of the first
            // What all need is taken from the first; from the others what they need beyond.
            const Rules rules = i == 0 ? common : documented_beyond(types[i].documented);
            for (const std::string& rule : rules) {
                if (std::string("+~&").find(rule.front()) != std::string::npos)
                    QTest::addRow("%s without %s", types[i].title, rule.c_str())
                        << static_cast<int>(i) << QByteArray::fromStdString(rule);
            }
        }
    }
    void withOneFewerItSaysWhich()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, rule);
        const Type& each = types.at(static_cast<std::size_t>(type));
        const std::string right = rule.toStdString();
        const std::string said = refusal(each, without(rules_of(each), right));
        if (quiet.contains(right)) {
            QCOMPARE(said, std::string());
            return;
        }
        // Redis does not name keys and channels, and a command of its own in its own words: 'subscribe'.
        const std::string named = right.front() == '~' ? "key" : right.front() == '&' ? "channel" : right.substr(1);
        QVERIFY2(said.find(named) != std::string::npos, said.empty() ? "nothing was missing" : said.c_str());
    }
};

QTEST_APPLESS_MAIN(TypesAclTest)
#include "types_acl_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The server answers, but refuses for longer than a lease lasts. Nothing can be renewed, and nobody gets in; but leases
// go on ending, so that whoever held has to know by the time that the server serves again.
#include "crowd.hpp"

#include <algorithm>
#include <future>
#include <list>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

using Commands = std::vector<std::vector<std::string>>;

struct Refusal
{
    const char* answer;
    Commands begin;
    Commands end;
};

/// BUSY has a script in the way besides.
const std::vector<Refusal>& refusals()
{
    static const std::vector<Refusal> list{
        {"BUSY", {{"CONFIG", "SET", "lua-time-limit", "50"}}, {{"SCRIPT", "KILL"}}},
        {"MASTERDOWN",
         {{"CONFIG", "SET", "replica-serve-stale-data", "no"}, {"REPLICAOF", "127.0.0.1", "1"}},
         {{"REPLICAOF", "NO", "ONE"}, {"CONFIG", "SET", "replica-serve-stale-data", "yes"}}},
        {"READONLY", {{"REPLICAOF", "127.0.0.1", "1"}}, {{"REPLICAOF", "NO", "ONE"}}},
        {"NOREPLICAS",
         {{"CONFIG", "SET", "min-replicas-to-write", "9"}},
         {{"CONFIG", "SET", "min-replicas-to-write", "0"}}},
    };
    return list;
}

/// While it lives, the server refuses whatever writes.
class Refusing
{
public:
    Refusing(Server& server, const Refusal& refusal) : m_redis(server.redis), m_refusal(refusal)
    {
        for (const auto& words : m_refusal.begin)
            m_redis.expect(words);
        if (m_refusal.answer == std::string("BUSY")) {
            m_script = in_thread([endpoint = server.direct()] {
                static_cast<void>(RedisClient(endpoint).command({"EVAL", "while true do end", "0"}));
            });
        }
        m_begins = until([this] { return refuses(); });
    }
    ~Refusing()
    {
        static_cast<void>(until([this] {
            for (const auto& words : m_refusal.end)
                m_redis.command(words);
            return !refuses();
        }));
    }
    Refusing(const Refusing&) = delete;
    Refusing& operator=(const Refusing&) = delete;

    [[nodiscard]] bool begins() const { return m_begins; }

private:
    [[nodiscard]] bool refuses() { return m_redis.command({"DEL", "nothing"}).is_error(); }

    RedisClient& m_redis;
    const Refusal& m_refusal;
    std::future<void> m_script;
    bool m_begins = false;
};

/// One who holds a type of lock, in a database of its own, and one who wants it.
struct Contender
{
    Contender(const LockKind& kind, const Endpoint& database, const ClientOptions& options)
        : name(kind.name)
        , holder(database, options)
        , other(database)
        , redis(database)
        , lock(kind.make(holder))
        , others(kind.rival(other))
    {}
    /// As far as the server says it: while it is busy, and so lets nobody in, it does not.
    [[nodiscard]] bool is_free()
    {
        const Value found = redis.command({"EXISTS", "lock"});
        return !found.is_error() && found.integer == 0;
    }

    std::string name;
    Client holder, other;
    RedisClient redis;
    std::unique_ptr<AnyLock> lock, others;
    std::stop_token lost;
};

} // namespace

class LongRefusalsTest : public QObject
{
    Q_OBJECT

    Server m_server;

    [[nodiscard]] Endpoint database(std::size_t number) const
    {
        Endpoint endpoint = m_server.endpoint();
        endpoint.database = static_cast<int>(number);
        return endpoint;
    }

private slots:
    void init() { m_server.empty(); }

    void theHolderIsToldBeforeItServesAgain_data()
    {
        QTest::addColumn<int>("refusal");
        for (std::size_t i = 0; i < refusals().size(); ++i)
            QTest::newRow(refusals()[i].answer) << static_cast<int>(i);
    }
    /// All types at the same time: each row lasts as long as a lease.
    void theHolderIsToldBeforeItServesAgain()
    {
        QFETCH(int, refusal);
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        std::list<Contender> all;
        for (std::size_t i = 0; i < lock_sides().size(); ++i) {
            Contender& each = all.emplace_back(lock_sides()[i], database(i), options);
            each.lock->lock();
            each.lost = each.lock->loss_token();
        }
        std::optional<Refusing> refusing(std::in_place, m_server, refusals().at(static_cast<std::size_t>(refusal)));
        QVERIFY(refusing->begins());
        for (const Contender& each : all)
            QVERIFY2(each.lock->is_held(), each.name.c_str());
        std::string believes;
        const auto is_told = [](const Contender& each) { return each.lost.stop_requested(); };
        QVERIFY(until([&] {
            for (Contender& each : all) {
                if (each.is_free() && each.lock->is_held()) // in this order
                    believes = each.name;
            }
            return !believes.empty() || std::all_of(all.begin(), all.end(), is_told);
        }));
        QVERIFY2(believes.empty(), believes.c_str());
        for (const Contender& each : all)
            QVERIFY2(!each.lock->is_held(), each.name.c_str());

        refusing.reset();
        for (Contender& each : all) {
            QVERIFY2(each.others->acquire({20s, {}, {}}), each.name.c_str());
            QCOMPARE(thrown([&] { return each.lock->release(); }), Errc::lost);
            QVERIFY2(each.others->is_held(), each.name.c_str()); // and the late one did not harm it
            QCOMPARE(each.others->release(), 0);
            QVERIFY2(is_tidy(each.redis), each.name.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(LongRefusalsTest)
#include "long_refusals_test.moc"

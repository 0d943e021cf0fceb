// SPDX-License-Identifier: Apache-2.0
// A RedLock over five servers, some of which answer, but refuse: busy, loading, not permitted, another type, or they
// may not write. Or they forget whom they talked to.
#include "red_lock_fleet.hpp"

#include <QDir>
#include <QTest>

#include <stop_token>
#include <string>

using namespace lockscope;
using namespace lockscope::test;

namespace {

using Act = std::function<void(Fleet&, int index)>;

/// A majority that refuses lets nobody in and cannot renew; one that only interrupts makes no difference.
enum class Effect { refuses, interrupts };

struct Trouble
{
    const char* name;
    Effect effect;
    Act begin;
    Act end;
};

void nothing(Fleet&, int) {}

Act says(std::vector<std::string> words)
{
    return [words = std::move(words)](Fleet& fleet, int index) { fleet.at(index).redis.expect(words); };
}

void kill_connections(Fleet& fleet, int index)
{
    for (const char* type : {"normal", "pubsub"})
        fleet.at(index).redis.expect({"CLIENT", "KILL", "TYPE", type});
}

void load_for_a_while(Fleet& fleet, int index)
{
    Server& server = fleet.at(index);
    for (int i = 0; i < 1000; ++i)
        server.redis.expect({"SET", "key " + std::to_string(i), "x"});
    server.sandbox.kill_server();
    fleet.meanwhile(in_thread([&server] { server.sandbox.restart(); }));
}

void have_loaded(Fleet& fleet, int index)
{
    fleet.wait_for_work();
    fleet.at(index).redis = RedisClient(fleet.at(index).direct());
}

void be_busy(Fleet& fleet, int index)
{
    Server& server = fleet.at(index);
    server.redis.expect({"CONFIG", "SET", "busy-reply-threshold", "50"});
    fleet.meanwhile(in_thread([endpoint = server.direct()] {
        RedisClient slow(endpoint);
        static_cast<void>(slow.command({"EVAL", "while true do end", "0"}));
    }));
    QVERIFY(until([&] { return server.redis.command({"PING"}).is_error(); }));
}

/// Whoever has stopped the script is told so before it has ended.
void be_idle(Fleet& fleet, int index)
{
    RedisClient& redis = fleet.at(index).redis;
    redis.expect({"SCRIPT", "KILL"});
    QVERIFY(until([&] { return !redis.command({"PING"}).is_error(); }));
}

void change_password(Fleet& fleet, int index)
{
    fleet.at(index).redis.expect({"CONFIG", "SET", "requirepass", "another"});
    kill_connections(fleet, index); // Whoever is connected may stay.
}

void lose_its_master(Fleet& fleet, int index)
{
    RedisClient& redis = fleet.at(index).redis;
    redis.expect({"CONFIG", "SET", "replica-serve-stale-data", "no"});
    redis.expect({"REPLICAOF", "127.0.0.1", "1"});
}

void be_a_master(Fleet& fleet, int index)
{
    RedisClient& redis = fleet.at(index).redis;
    redis.expect({"REPLICAOF", "NO", "ONE"});
    redis.expect({"CONFIG", "SET", "replica-serve-stale-data", "yes"});
}

/// Where it would save its data there is a folder of that name.
void fail_to_save(Fleet& fleet, int index)
{
    RedisClient& redis = fleet.at(index).redis;
    const std::string folder = redis.list({"CONFIG", "GET", "dir"}).at(1);
    QVERIFY(QDir().mkpath(QString::fromStdString(folder + "/dump.rdb")));
    redis.expect({"CONFIG", "SET", "save", "3600 1"});
    redis.expect({"BGSAVE"});
    QVERIFY(until([&] { return redis.command({"SET", "probe", "x"}).is_error(); }));
}

const std::vector<Trouble>& troubles()
{
    static const std::vector<Trouble> list{
        {"connections killed", Effect::interrupts, kill_connections, nothing},
        {"scripts flushed", Effect::interrupts, says({"SCRIPT", "FLUSH"}), nothing},
        {"loading", Effect::interrupts, load_for_a_while, have_loaded},
        {"busy", Effect::refuses, be_busy, be_idle},
        {"right taken away", Effect::refuses, says({"ACL", "SETUSER", "default", "-@scripting"}),
         says({"ACL", "SETUSER", "default", "+@all"})},
        {"password changed", Effect::refuses, change_password, says({"CONFIG", "SET", "requirepass", ""})},
        {"key of another type", Effect::refuses, says({"SET", "lock", "spoilt"}), says({"DEL", "lock"})},
        {"NOREPLICAS", Effect::refuses, says({"CONFIG", "SET", "min-replicas-to-write", "9"}),
         says({"CONFIG", "SET", "min-replicas-to-write", "0"})},
        {"MASTERDOWN", Effect::refuses, lose_its_master, be_a_master},
        {"MISCONF", Effect::refuses, fail_to_save, says({"CONFIG", "SET", "save", ""})},
    };
    return list;
}

const Trouble& trouble_at(int index)
{
    return troubles().at(static_cast<std::size_t>(index));
}

void add_troubles(std::initializer_list<Effect> effects)
{
    QTest::addColumn<int>("trouble");
    for (std::size_t i = 0; i < troubles().size(); ++i) {
        if (std::find(effects.begin(), effects.end(), troubles()[i].effect) != effects.end())
            QTest::newRow(troubles()[i].name) << static_cast<int>(i);
    }
}

constexpr int servers = 5;
const std::vector<int> minority{1, 3}, majority{0, 1, 2};

} // namespace

class RedLockRefusalsTest : public QObject
{
    Q_OBJECT

    static void all(const Act& act, Fleet& fleet, const std::vector<int>& indexes)
    {
        for (const int index : indexes)
            act(fleet, index);
    }

    /// It is held, taken and left as if nothing were the matter.
    static void goes_on_while(const Trouble& trouble, const std::vector<int>& indexes)
    {
        Fleet fleet(servers);
        Party party(fleet);
        Party rival(fleet);
        QVERIFY(party.takes_all(fleet, 10s));
        all(trouble.begin, fleet, indexes);
        QVERIFY(!rival.gets_it(700ms));
        QVERIFY(party->is_held());
        QVERIFY(!party->loss_token().stop_requested());
        QCOMPARE(party->release(), 0);
        QVERIFY(until([&] { return party.gets_it(10s); }));
        QCOMPARE(party->release(), 0);
        all(trouble.end, fleet, indexes);
        QVERIFY(fleet.is_tidy());
    }

private slots:
    void aMinorityMakesNoDifference_data() { add_troubles({Effect::interrupts, Effect::refuses}); }
    void aMinorityMakesNoDifference()
    {
        QFETCH(int, trouble);
        goes_on_while(trouble_at(trouble), minority);
    }

    void aMajorityThatIsInterruptedMakesNone_data() { add_troubles({Effect::interrupts}); }
    void aMajorityThatIsInterruptedMakesNone()
    {
        QFETCH(int, trouble);
        goes_on_while(trouble_at(trouble), majority);
    }

    void aMajorityThatRefusesLetsNobodyInAndKeepsNothing_data() { add_troubles({Effect::refuses}); }
    void aMajorityThatRefusesLetsNobodyInAndKeepsNothing()
    {
        QFETCH(int, trouble);
        Fleet fleet(servers);
        Party party(fleet);
        all(trouble_at(trouble).begin, fleet, majority);
        const auto start = Clock::now();
        QVERIFY(!party.gets_it(500ms));
        QVERIFY2(since(start) < 2 * soon, std::to_string(since(start).count()).c_str());
        for (const int index : {3, 4}) // Those that would have it are not left with it.
            QVERIFY(until([&] { return !fleet.at(index).redis.exists("lock"); }));
        all(trouble_at(trouble).end, fleet, majority);
        QVERIFY(until([&] { return party.gets_it(1s); }));
        QCOMPARE(party->release(), 0);
        QVERIFY(fleet.is_tidy());
    }

    void aMajorityThatRefusesToRenewIsTold_data() { add_troubles({Effect::refuses}); }
    void aMajorityThatRefusesToRenewIsTold()
    {
        QFETCH(int, trouble);
        Fleet fleet(servers);
        Party party(fleet, brief_lease);
        QVERIFY(party.takes_all(fleet));
        const std::stop_token lost = party->loss_token();
        all(trouble_at(trouble).begin, fleet, majority);
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QVERIFY(!party->is_held());
        all(trouble_at(trouble).end, fleet, majority);
        QCOMPARE(thrown([&] { return party->release(); }), Errc::lost);
        QVERIFY(fleet.is_tidy());
    }
};

QTEST_GUILESS_MAIN(RedLockRefusalsTest)
#include "red_lock_refusals_test.moc"

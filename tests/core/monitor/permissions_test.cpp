// SPDX-License-Identifier: Apache-2.0
#include "batch_log.hpp"
#include "core/locks/lock_rows.hpp"
#include "lock_data.hpp"

#include "lockscope/client.hpp"
#include "lockscope/permissions.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/queue_repair.hpp"
#include "lockscope/sandbox.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/semaphore.hpp"
#include "lockscope/server_check.hpp"
#include "monitor/classify.hpp"
#include "support/documented_acl.hpp"

#include <QTest>

#include <iterator>
#include <map>
#include <sstream>

using namespace lockscope;
using namespace lockscope::test;

namespace {

const std::vector<std::string> monitor_rules = documented_rules("lockscope");

/// The smaller set of older instructions: no transactions, no time, no pub/sub introspection.
const std::vector<std::string> least_rules{
    "on",
    ">secret",
    "resetkeys",
    "%R~*",
    "resetchannels",
    "&redisson_lock__channel:*",
    "&redisson_rwlock:*",
    "&__keyevent@*__:*",
    "&__keyspace@*__:*",
    "&__redis__:invalidate",
    "nocommands",
    "+auth",
    "+hello",
    "+ping",
    "+select",
    "+client|setname",
    "+client|id",
    "+client|tracking",
    "+info",
    "+scan",
    "+dbsize",
    "+type",
    "+exists",
    "+pttl",
    "+hgetall",
    "+hlen",
    "+hscan",
    "+lrange",
    "+llen",
    "+zrange",
    "+zcard",
    "+get",
    "+memory|usage",
    "+subscribe",
    "+unsubscribe",
    "+psubscribe",
    "+punsubscribe",
    "+acl|whoami",
    "+config|get",
};

/// Does soon what it otherwise does after some seconds.
MonitorOptions impatient()
{
    MonitorOptions options;
    options.pauses.rounds = milliseconds(200);
    options.pauses.refused = milliseconds(300);
    options.pauses.rights = milliseconds(500);
    return options;
}

} // namespace

Q_DECLARE_METATYPE(NewsSource)
Q_DECLARE_METATYPE(Feature)

class PermissionsTest : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        Sandbox sandbox;
        LockData data{sandbox.endpoint()};

        Endpoint viewer(const std::vector<std::string>& rules)
        {
            return user_with(data.redis, sandbox.endpoint(), "viewer", rules);
        }
    };
    std::unique_ptr<Fixture> m;

    static std::vector<std::string> words_of(const std::string& line)
    {
        std::istringstream text(line);
        return {std::istream_iterator<std::string>(text), {}};
    }

    /// As an administrator does who has made a user and is sent the line.
    Endpoint given_the_line(Purpose purpose)
    {
        const Endpoint viewer = m->viewer({"on", ">secret"});
        std::vector<std::string> grant{"ACL", "SETUSER", "viewer"};
        Client client(viewer);
        for (const auto& rule : words_of(probe_permissions(client).acl_line(purpose)))
            grant.push_back(rule);
        m->data.redis.expect(grant);
        return viewer;
    }

    /// How often what was refused.
    std::map<std::string, std::int64_t> refusals()
    {
        std::map<std::string, std::int64_t> counts;
        for (const auto& entry : m->data.redis.command({"ACL", "LOG"}).elements) {
            std::int64_t count = 0;
            std::string object;
            for (std::size_t i = 0; i + 1 < entry.elements.size(); i += 2) {
                if (entry.elements[i].text == "count")
                    count = entry.elements[i + 1].integer;
                else if (entry.elements[i].text == "object")
                    object = entry.elements[i + 1].text;
            }
            counts[object] += count;
        }
        return counts;
    }

private slots:
    void init() { m = std::make_unique<Fixture>(); }
    void cleanup() { m.reset(); }

    void anAdministratorMissesNothing()
    {
        Client client(m->sandbox.endpoint());
        const auto keys = m->data.redis.integer({"DBSIZE"});
        const auto report = probe_permissions(client);
        QVERIFY(report.missing().empty());
        QVERIFY(report.acl_line().empty());
        QVERIFY(report.allows(Feature::admin));
        QCOMPARE(m->data.redis.integer({"DBSIZE"}), keys);
        if (!m->data.redis.command({"ACL", "DRYRUN", "default", "PING"}).is_error())
            QCOMPARE(m->data.redis.scripts(), std::int64_t(0)); // it tells of those, too
    }

    /// It shows every command of every client: nobody is told to ask for it.
    void aTraceIsToldOfAndNotMissed_data()
    {
        QTest::addColumn<bool>("granted");
        QTest::newRow("permitted") << true;
        QTest::newRow("forbidden") << false;
    }
    void aTraceIsToldOfAndNotMissed()
    {
        QFETCH(bool, granted);
        if (m->data.redis.command({"ACL", "DRYRUN", "default", "PING"}).is_error())
            QSKIP("Before Redis 7 nothing tells whether MONITOR is permitted but MONITOR itself.");
        auto rules = documented_rules("lockscope-admin");
        rules.insert(rules.end(), {"+acl|whoami", "+acl|dryrun", granted ? "+monitor" : "-monitor"});
        Client client(m->viewer(rules));
        const auto report = probe_permissions(client);
        QCOMPARE(report.allows(Feature::trace), granted);
        QCOMPARE(report.all.back().what, std::string("MONITOR"));
        QVERIFY(report.all.back().known);
        QVERIFY2(report.missing().empty(), report.acl_line().c_str());
        QVERIFY(std::string(cost_of(report.all.back())).find("traced") != std::string::npos);
    }

    /// Not even one that is refused: that would be in the server's ACL log. One that is not would wait while writes are
    /// paused.
    void whoOnlyLooksSendsNoScript()
    {
        m->data.hold("a", alice);
        Client client(m->viewer(monitor_rules));
        QVERIFY(read_lock(client, "a"));
        QCOMPARE(list_locks(client, "*").size(), std::size_t(1));
        const auto rights = check_server(client, ScriptRight::not_tried).permissions;
        const auto is_script = [](const Permission& permission) { return permission.what == "EVAL"; };
        const auto eval = std::find_if(rights.all.begin(), rights.all.end(), is_script);
        QVERIFY(eval != rights.all.end() && !eval->known);
        BatchLog log;
        MonitorOptions options;
        options.scripts = ScriptRight::not_tried;
        Monitor monitor(client, options, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("a"));
        const std::string stats = m->data.redis.text({"INFO", "commandstats"});
        QVERIFY2(stats.find("cmdstat_eval") == std::string::npos, stats.c_str());
    }

    /// A scan names every key: what the user's key patterns leave out may be locks.
    void whatMayNotBeReadIsCounted()
    {
        auto rules = monitor_rules;
        std::replace(rules.begin(), rules.end(), std::string("%R~*"), std::string("%R~mine:*"));
        m->data.hold("mine:1", alice);
        for (int i = 0; i < 7; ++i)
            m->data.hold("others:" + std::to_string(i), bob);
        Client client(m->viewer(rules));
        const LockListing listing = list_locks(client, "*", 100);
        QCOMPARE(listing.locks.size(), std::size_t(1));
        QCOMPARE(listing.not_permitted, std::size_t(7));
        QVERIFY(listing.troubles.empty());
        BatchLog log;
        Monitor monitor(client, impatient(), log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row("mine:1"));
        QVERIFY(until([&] { return log.status().keys_not_permitted == 7; }));
        // Once they may be read, nothing is left out.
        m->viewer(monitor_rules);
        QVERIFY(log.wait_for_row("others:6"));
        QVERIFY(until([&] { return log.status().keys_not_permitted == 0; }, std::chrono::seconds(60)));
    }

    /// Patterns for the names of locks alone leave out what lies beside a lock.
    void aQueueThatMayNotBeReadIsNotEmpty()
    {
        auto rules = monitor_rules;
        std::replace(rules.begin(), rules.end(), std::string("%R~*"), std::string("%R~app:*"));
        m->data.hold("app:fair", alice, 1, 600'000);
        m->data.queue("app:fair", bob, 600'000);
        Client client(m->viewer(rules));
        const auto once = read_lock(client, "app:fair");
        QVERIFY(once && !once->queue_known && !once->type_certain);
        QVERIFY(!living_waiters(*once));
        BatchLog log;
        Monitor monitor(client, impatient(), log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row("app:fair"));
        QVERIFY(!log.row("app:fair")->queue_known);
        const auto lacks = [&](const std::string& rule) {
            const auto missing = log.status().permissions.missing();
            return std::any_of(missing.begin(), missing.end(),
                               [&](const Permission& right) { return right.acl_rule.ends_with(rule); });
        };
        QVERIFY(until([&] { return lacks("~redisson_lock_queue:{app:*"); }));
        QVERIFY(lacks("~redisson_lock_timeout:{app:*"));
        QVERIFY(until([&] { return log.status().counts.more_waiting; }));
        rules.insert(rules.end(), {"%R~redisson_lock_queue:{app:*", "%R~redisson_lock_timeout:{app:*"});
        m->viewer(rules);
        QVERIFY(until([&] { return log.row("app:fair")->waiters.size() == 1; }));
        QVERIFY(log.row("app:fair")->queue_known);
        QVERIFY(until([&] { return !lacks("~redisson_lock_queue:{app:*"); }));
    }

    /// Nobody tells of it, and as long as no key changes none is read.
    void keysThatAreTakenAwayAreNoticedAlthoughNothingHappens_data()
    {
        QTest::addColumn<QStringList>("before");
        QTest::newRow("of all") << QStringList{"~*"};
        QTest::newRow("one pattern of two") << QStringList{"~app:*", "~other:*"};
    }
    void keysThatAreTakenAwayAreNoticedAlthoughNothingHappens()
    {
        QFETCH(const QStringList, before);
        m->data.hold("app:a", alice, 1, 600'000);
        m->data.hold("other:a", alice, 1, 600'000);
        std::vector<std::string> rules{"on", ">secret", "+@all", "&*"};
        std::vector<std::string> give_back{"ACL", "SETUSER", "viewer"};
        for (const QString& rule : before) {
            rules.push_back(rule.toStdString());
            give_back.push_back(rule.toStdString());
        }
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, impatient(), log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("app:a") && log.wait_for_row("other:a"));
        const auto missing = [&] { return log.status().permissions.missing(Purpose::watching).size(); };
        QVERIFY(!log.row("other:a")->is_out_of_reach());
        m->data.redis.expect({"ACL", "SETUSER", "viewer", "resetkeys", "~app:*"});
        QVERIFY(until([&] { return log.row("other:a")->is_out_of_reach(); }));
        QVERIFY(until([&] { return missing() > 0; }));
        QVERIFY(!log.row("app:a")->is_out_of_reach());
        if (before.size() > 1)
            give_back.insert(give_back.begin() + 3, "resetkeys");
        m->data.redis.expect(give_back);
        QVERIFY(until([&] { return !log.row("other:a")->is_out_of_reach(); }));
        if (before.size() == 1)
            QVERIFY(until([&] { return missing() == 0; }));
    }

    void whatCannotBeReadForAWhileIsReadAgain_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::newRow("the keys") << QByteArray("%R~*");
        QTest::newRow("a command") << QByteArray("+hscan");
    }
    void whatCannotBeReadForAWhileIsReadAgain()
    {
        QFETCH(QByteArray, rule);
        m->data.hold("a", alice);
        m->data.hold("b", alice);
        Client client(m->viewer(monitor_rules));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("a") && log.wait_for_row("b"));
        auto rules = monitor_rules;
        std::erase(rules, rule.toStdString());
        m->viewer(rules);
        m->data.redis.expect({"HINCRBY", "b", alice, "1"});
        QVERIFY(until([&] { return log.row("b")->is_out_of_reach(); }));
        m->data.redis.expect({"DEL", "b"}); // of which nobody may tell now
        m->viewer(monitor_rules);
        QVERIFY(log.wait_until_gone("b"));
        QVERIFY(!log.row("a")->is_out_of_reach());
    }

    /// Nobody may say any more how it stands with them, nor afterwards what had happened meanwhile, and when.
    void whatMayNotBeReadAnyMoreIsUnknown_data()
    {
        QTest::addColumn<QStringList>("taken");
        QTest::newRow("the keys") << QStringList{"resetkeys", "~mine:*"};
        QTest::newRow("the commands") << QStringList{"-@all", "+hget", "+ping"};
    }
    void whatMayNotBeReadAnyMoreIsUnknown()
    {
        QFETCH(const QStringList, taken);
        for (const char* name : {"deleted", "changed", "fair"})
            m->data.hold(name, alice, 1, 600'000);
        m->data.redis.expect({"RPUSH", "redisson_lock_queue:{fair}", bob});
        m->data.redis.expect({"ZADD", "redisson_lock_timeout:{fair}", "9999999999999", bob});
        m->data.redis.expect({"HSET", "read", "mode", "read", alice, "1"});
        m->data.redis.expect({"PSETEX", "{read}:" + alice + ":rwlock_timeout:1", "600000", "1"});
        m->data.redis.expect({"PEXPIRE", "read", "600000"});
        Client client(m->viewer({"on", ">secret", "+@all", "&*", "~*"}));
        BatchLog log;
        MonitorOptions options;
        options.pauses.refused = milliseconds(300);
        Monitor monitor(client, options, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("deleted") && log.wait_for_row("changed"));
        QVERIFY(log.wait_for_row("fair") && log.wait_for_row("read"));
        std::vector<std::string> words{"ACL", "SETUSER", "viewer"};
        for (const QString& rule : taken)
            words.push_back(rule.toStdString());
        m->data.redis.expect(words);
        m->data.redis.expect({"DEL", "deleted"});
        m->data.redis.expect({"HINCRBY", "changed", alice, "1"});
        m->data.redis.expect({"DEL", "read"});
        m->data.redis.expect({"HINCRBY", "fair", alice, "1"});
        for (const char* name : {"changed", "deleted", "read", "fair"})
            QVERIFY2(until([&] { return log.row(name) && log.row(name)->is_out_of_reach(); }), name);
        QVERIFY(until([&] { return log.status().counts.unknown == 4; }));
        m->data.redis.expect({"ACL", "SETUSER", "viewer", "+@all", "~*"});
        QVERIFY(until([&] { return !log.row("deleted") && !log.row("read"); }, std::chrono::seconds(60)));
        QVERIFY(until([&] { return log.status().counts.unknown == 0; }, std::chrono::seconds(30)));
        QCOMPARE(log.row("changed")->holders.front().count, std::int64_t(2));
        const auto events = log.events();
        const auto ending = std::find_if(events.rbegin(), events.rend(), [](const LockEvent& event) {
            return event.lock == "deleted" && event.kind != LockEvent::Kind::acquired;
        });
        QVERIFY(ending != events.rend());
        QCOMPARE(ending->kind, LockEvent::Kind::ended);
    }

    void theDocumentedRightsSuffice()
    {
        Client client(m->viewer(monitor_rules));
        const auto report = probe_permissions(client);
        for (const auto feature :
             {Feature::find, Feature::read, Feature::atomic_read, Feature::news, Feature::unlock_messages,
              Feature::waiting_clients, Feature::client_names, Feature::server_facts})
            QVERIFY2(report.allows(feature), std::string(to_string(feature)).c_str());
        QVERIFY(!report.allows(Feature::admin));
        QVERIFY(report.acl_line().find("+evalsha") != std::string::npos);
    }

    void whatIsTakenAwayIsNamed_data()
    {
        QTest::addColumn<QByteArray>("rule");
        for (const auto& rule : monitor_rules) {
            static const std::vector<std::string> needed_to_connect{"+auth", "+select", "+unsubscribe", "+punsubscribe",
                                                                    "+hgetall"};
            const bool right =
                (rule.front() == '+' || rule.front() == '&')
                && std::find(needed_to_connect.begin(), needed_to_connect.end(), rule) == needed_to_connect.end();
            if (right && rule != "+exec") // without EXEC, MULTI cannot be tried either; see below
                QTest::newRow(rule.c_str()) << QByteArray::fromStdString(rule);
        }
    }
    void whatIsTakenAwayIsNamed()
    {
        QFETCH(QByteArray, rule);
        auto rules = monitor_rules;
        std::erase(rules, rule.toStdString());
        Client client(m->viewer(rules));
        std::vector<std::string> missing;
        for (const auto& permission : probe_permissions(client).missing(Purpose::watching))
            missing.push_back(permission.acl_rule);
        std::sort(missing.begin(), missing.end());
        missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
        QVERIFY2(missing == std::vector<std::string>{rule.toStdString()},
                 missing.empty() ? "nothing" : missing.front().c_str());
    }

    void theAdministratorIsAskedOnce_data()
    {
        QTest::addColumn<QStringList>("rules");
        QTest::newRow("keys of one service") << QStringList{"~job:*", "+@read", "+@connection"};
        QTest::newRow("nothing but to connect") << QStringList{"+ping", "+select", "+client|setname"};
        QTest::newRow("all but messages and transactions") << QStringList{"~*", "+@all", "-@pubsub", "-@transaction"};
        QTest::newRow("all but scripts") << QStringList{"%R~*", "+@all", "-@scripting"};
    }
    void theAdministratorIsAskedOnce()
    {
        QFETCH(const QStringList, rules);
        Rules all{"on", ">secret"};
        for (const QString& rule : rules)
            all.push_back(rule.toStdString());
        const Endpoint viewer = m->viewer(all);
        std::vector<std::string> grant{"ACL", "SETUSER", "viewer"};
        {
            Client client(viewer);
            const auto asked = words_of(probe_permissions(client).acl_line());
            grant.insert(grant.end(), asked.begin(), asked.end());
        }
        m->data.redis.expect(grant);
        Client client(viewer);
        const auto report = probe_permissions(client);
        QCOMPARE(QByteArray::fromStdString(report.acl_line()), QByteArray());
        for (const auto& permission : report.all)
            QVERIFY2(permission.known && (permission.granted || permission.feature == Feature::trace),
                     permission.what.c_str());
    }

    /// What the manual says that a type takes beyond the rest, without one of them each.
    void whatATypeTakesIsNamed_data()
    {
        QTest::addColumn<Feature>("feature");
        QTest::addColumn<QByteArray>("rule");
        const auto rows = [](const char* type, Feature feature) {
            for (std::string rule : documented_beyond(type)) {
                if (rule.front() == '~')
                    continue; // of one service
                if (const auto name = rule.find("{app:"); name != rule.npos)
                    rule.erase(name, 5).insert(name, rule.ends_with('*') ? "" : "*");
                QTest::addRow("%s without %s", type, rule.c_str()) << feature << QByteArray::fromStdString(rule);
            }
        };
        rows("fair", Feature::acquire_fair);
        rows("read-write", Feature::acquire_read_write);
        rows("fenced", Feature::acquire_fenced);
        rows("semaphore", Feature::acquire_semaphore);
        rows("permit semaphore", Feature::acquire_permit);
        for (const char* rule : {"+hset", "+hexists", "+exists", "+hget", "+del", "+publish", "+evalsha"})
            QTest::addRow("any without %s", rule) << Feature::acquire << QByteArray(rule);
    }
    void whatATypeTakesIsNamed()
    {
        QFETCH(Feature, feature);
        QFETCH(QByteArray, rule);
        if (m->data.redis.command({"ACL", "DRYRUN", "default", "PING"}).is_error())
            QSKIP("Before Redis 7 nothing tells whether it is permitted but doing it.");
        const auto all = documented_rules("lockscope-admin");
        {
            Client client(m->viewer(all));
            const auto report = probe_permissions(client);
            QVERIFY(report.allows(feature) && report.knows(feature));
            QCOMPARE(report.acl_line(), std::string());
        }
        Client client(m->viewer(without(all, rule.toStdString())));
        const auto report = probe_permissions(client);
        QVERIFY(!report.allows(feature));
        QCOMPARE(QByteArray::fromStdString(report.acl_line()), rule);
        for (const auto& permission : report.missing_for(feature))
            QVERIFY2(cost_of(permission, feature).ends_with('.'), permission.what.c_str());
        QCOMPARE(m->data.redis.integer({"DBSIZE"}), std::int64_t(0));
    }

    void whoIsGivenTheLineAcquiresLocksOfEveryType_data() { add_lock_rows(); }
    void whoIsGivenTheLineAcquiresLocksOfEveryType()
    {
        Client ours(given_the_line(Purpose::acting));
        Client others(m->sandbox.endpoint());
        Lock theirs = lock_row().make(others, "a");
        theirs.lock(milliseconds(500));
        Lock mine = lock_row().make(ours, "a");
        QVERIFY(mine.try_lock_for(std::chrono::seconds(30))); // which it has to wait for
        QCOMPARE(mine.release(), 0);
    }

    void whoIsGivenTheLineAcquiresOfSemaphores()
    {
        Client client(given_the_line(Purpose::acting));
        auto semaphore = client.semaphore("plain");
        QVERIFY(semaphore.try_set_permits(1));
        semaphore.acquire();
        QVERIFY(!semaphore.try_acquire_for(milliseconds(100)));
        semaphore.release();
        auto permits = client.permit_semaphore("leased");
        QVERIFY(permits.try_set_permits(1));
        const auto permit = permits.acquire(std::chrono::seconds(60));
        QVERIFY(!permits.try_acquire_for(milliseconds(100)));
        QVERIFY(permits.release(permit));
    }

    void whoIsGivenTheLineForWatchingChangesNothing()
    {
        m->data.hold("a", alice, 1, 600'000);
        const Endpoint viewer = given_the_line(Purpose::watching);
        Client client(viewer);
        const auto report = probe_permissions(client);
        QCOMPARE(QByteArray::fromStdString(report.acl_line(Purpose::watching)), QByteArray());
        QVERIFY(report.missing(Purpose::watching).empty() && !report.missing().empty());
        QVERIFY(read_lock(client, "a"));
        RedisClient redis(viewer);
        for (const std::vector<std::string>& words : {std::vector<std::string>{"DEL", "a"},
                                                      {"HSET", "a", "x", "1"},
                                                      {"PEXPIRE", "a", "1"},
                                                      {"PUBLISH", "redisson_lock__channel:{a}", "0"},
                                                      {"EVAL", "return 1", "0"},
                                                      {"RESTORE", "b", "0", "x"}})
            QVERIFY2(redis.command(words).is_error(), words.front().c_str());
        QVERIFY(m->data.redis.exists("a"));
    }

    /// Each refusal is in the server's ACL log: one right that is missing is refused once, not for each that it would
    /// have told of.
    void whoMayNotAskBeforehandAsksOnce()
    {
        if (m->data.redis.command({"ACL", "DRYRUN", "default", "PING"}).is_error())
            QSKIP("There is no ACL DRYRUN before Redis 7.");
        Client client(m->viewer(without(documented_rules("lockscope-admin"), "+acl|dryrun")));
        m->data.redis.expect({"ACL", "LOG", "RESET"});
        const auto report = probe_permissions(client);
        QVERIFY(!report.knows(Feature::acquire) && report.knows(Feature::read));
        QCOMPARE(refusals(), (std::map<std::string, std::int64_t>{{"acl|dryrun", 1}}));
    }

    void whatTheServerListsIsNotAskedForInVain()
    {
        Client client(m->viewer({"on", ">secret", "~*", "&*", "+@all", "-subscribe", "-psubscribe"}));
        const auto line = probe_permissions(client).acl_line();
        QVERIFY2(line.find('&') == std::string::npos && line.find("+psubscribe") != std::string::npos, line.c_str());
    }

    /// They may be what is wanted: reading works all the same.
    void narrowKeyPatternsAreNamed()
    {
        Client client(m->viewer(replaced(monitor_rules, "%R~*", "%R~mine:*")));
        const auto report = probe_permissions(client);
        QVERIFY(report.allows(Feature::find) && report.allows(Feature::read) && !report.allows(Feature::keys));
        const auto line = words_of(report.acl_line());
        QVERIFY(std::find(line.begin(), line.end(), "~*") != line.end()); // for acting, which takes more than reading
        QCOMPARE(report.acl_line(Purpose::watching), std::string("%R~*"));
    }

    /// What says that it may not ask for a PONG has answered.
    void whoMayNotAskForAPongIsServed()
    {
        auto rules = monitor_rules;
        std::erase(rules, "+ping");
        Client client(m->viewer(rules));
        client.ping();
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        m->data.hold("a", alice);
        QVERIFY(log.wait_until_live() && log.wait_for_row("a"));
        monitor.stop();
    }

    void everyMissingRightSaysWhatItCosts()
    {
        Client client(m->viewer({"on", ">secret", "nocommands", "+auth", "+ping", "+select", "+acl|whoami",
                                 "+acl|dryrun", "+client|setname"}));
        const auto missing = probe_permissions(client).missing();
        QVERIFY(missing.size() > 35);
        for (const auto& permission : missing) {
            const std::string cost(cost_of(permission));
            QVERIFY2(cost.size() > 15 && cost.ends_with('.'), permission.what.c_str());
            // The last resort is for rights that are added later; those that exist have a sentence of their own.
            QVERIFY2(cost != cost_of({Feature::admin, "new", "+new"}) || permission.what == "HGETALL",
                     permission.what.c_str());
        }
    }

    void messagesWithinAShardAreOnlyAskedForInACluster()
    {
        Client client(m->sandbox.endpoint());
        for (const auto& permission : probe_permissions(client).all)
            QVERIFY(permission.feature != Feature::shard_messages && permission.what != "SPUBLISH");
    }

    void whatAShardTakesIsNamed_data()
    {
        QTest::addColumn<QByteArray>("without");
        QTest::addColumn<QByteArray>("cost");
        const auto row = [](const char* rule, const char* cost) {
            QTest::newRow(rule) << QByteArray(rule) << QByteArray(cost);
        };
        row("", "");
        row("+pubsub|shardnumsub", "not heard");
        row("+pubsub|shardchannels", "not found");
        row("+ssubscribe", "trying once works");
        row("+sunsubscribe", "until the connection ends");
        row("+spublish", "nobody could be woken");
    }
    void whatAShardTakesIsNamed()
    {
        QFETCH(QByteArray, without);
        QFETCH(QByteArray, cost);
        // No node that is only slow counts as failing.
        static SandboxCluster cluster({.node_timeout = std::chrono::minutes(1), .password = {}, .arguments = {}});
        auto rules = documented_rules("lockscope-admin");
        for (const char* rule : {"+cluster|slots", "+asking", "+pubsub|shardnumsub", "+pubsub|shardchannels",
                                 "+ssubscribe", "+sunsubscribe", "+spublish"}) {
            if (rule != without)
                rules.emplace_back(rule);
        }
        Endpoint endpoint = cluster.endpoint();
        for (const int master : cluster.masters()) {
            RedisClient redis(cluster.node(master).endpoint());
            endpoint = user_with(redis, endpoint, "viewer", rules);
        }
        Client client(endpoint);
        const auto missing = probe_permissions(client).missing();
        QCOMPARE(missing.size(), std::size_t(without.isEmpty() ? 0 : 1));
        if (!missing.empty()) {
            QCOMPARE(missing[0].acl_rule, without.toStdString());
            QVERIFY(cost_of(missing[0]).find(cost.toStdString()) != std::string_view::npos);
        }
        // Whatever is missing, what can be read is read.
        const auto name = cluster.key_on(1, "lock");
        LockData(cluster.node(1).endpoint()).hold(name, alice);
        ClientOptions options;
        options.sharded_messages = ShardedMessages::on;
        Client reader(endpoint, options);
        BatchLog log;
        Monitor monitor(reader, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row(name));
        QVERIFY(log.row(name)->is_held());
        QVERIFY(read_lock(reader, name));
    }

    void withoutExecNoTransactionIsBegun()
    {
        auto rules = monitor_rules;
        std::erase(rules, "+exec");
        Client client(m->viewer(rules));
        m->data.hold("a", alice);
        const auto state = read_lock(client, "a");
        QVERIFY(state);
        QVERIFY(state->anomalies.contains(Anomaly::torn));
    }

    void theMonitorRunsWithTheLeastRights()
    {
        m->data.hold("a", alice);
        m->data.read_hold("r", alice);
        m->data.hold("f", alice);
        m->data.queue("f", bob);
        Client client(m->viewer(least_rules));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row("a") && log.wait_for_row("r") && log.wait_for_row("f"));
        QCOMPARE(log.status().source, NewsSource::broadcast);
        QCOMPARE(log.row("f")->type, LockType::fair);
        QVERIFY(!log.row("a")->waiting_clients);
        QVERIFY(log.row("a")->anomalies.contains(Anomaly::torn));
        QCOMPARE(log.status().counts.anomalies, std::size_t(0));
        m->data.release("a");
        QVERIFY(log.wait_for_event("a", LockEvent::Kind::released));
        m->data.hold("b", bob);
        QVERIFY(log.wait_for_event("b", LockEvent::Kind::acquired));
        std::vector<std::string> missing;
        for (const auto& permission : log.status().permissions.missing())
            missing.push_back(permission.acl_rule);
        for (const char* rule : {"+exec", "+time", "+pubsub|channels", "+pubsub|numsub"})
            QVERIFY2(std::find(missing.begin(), missing.end(), rule) != missing.end(), rule);
    }

    void whatIsTakenAwayMeanwhileIsNoticed()
    {
        m->data.hold("a", alice, 1, 600'000);
        Client client(m->viewer(monitor_rules));
        BatchLog log;
        Monitor monitor(client, impatient(), log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("a"));
        QVERIFY(!log.row("a")->is_out_of_reach());
        const auto is_missing = [&] {
            const auto missing = log.status().permissions.missing();
            return std::any_of(missing.begin(), missing.end(),
                               [](const Permission& each) { return each.acl_rule == "+hscan"; });
        };
        m->data.redis.expect({"ACL", "SETUSER", "viewer", "-hscan"});
        monitor.refresh({"a"});
        QVERIFY(until([&] { return log.row("a")->is_out_of_reach(); })); // not live any more
        QVERIFY(until(is_missing, std::chrono::seconds(60)));
        QVERIFY(log.status().link == MonitorStatus::Link::live);
        m->data.redis.expect({"ACL", "SETUSER", "viewer", "+hscan"});
        monitor.refresh({"a"});
        QVERIFY(until([&] { return !log.row("a")->is_out_of_reach(); }));
        QVERIFY(until([&] { return !is_missing(); }, std::chrono::seconds(60)));
    }

    /// It looks at what changes, and at no more for that.
    void withoutScanNothingIsMadeAnewAllTheTime()
    {
        auto rules = monitor_rules;
        std::erase(rules, "+scan");
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::live; }));
        m->data.hold("a", alice);
        QVERIFY(log.wait_for_row("a"));
        const auto switched = [&] {
            const std::string stats = m->data.redis.text({"INFO", "commandstats"});
            const auto at = stats.find("cmdstat_client|tracking:calls=");
            return at == std::string::npos ? -1 : std::stoi(stats.substr(at + 30));
        };
        const int before = switched();
        QVERIFY(before > 0);
        const auto start = std::chrono::steady_clock::now();
        for (int count = 1; std::chrono::steady_clock::now() - start < std::chrono::seconds(3); ++count) {
            m->data.hold("b", alice, count);
            QVERIFY(until([&] { return log.row("b") && log.row("b")->holders.at(0).count == count; }));
        }
        QCOMPARE(switched(), before);
        QVERIFY(log.status().link_error.empty());
    }

    void withoutTrackingItTakesNotificationsOnlyIfTheyAreOn()
    {
        const Rules rules = without(least_rules, "+client|tracking");
        m->data.redis.expect({"CONFIG", "SET", "notify-keyspace-events", "EA"});
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QCOMPARE(log.status().source, NewsSource::notifications);
        m->data.hold("a", alice);
        QVERIFY(log.wait_for_event("a", LockEvent::Kind::acquired));
    }

    void notificationsOfSomeThingsAreNotEnough_data()
    {
        QTest::addColumn<QByteArray>("classes");
        QTest::addColumn<NewsSource>("source");
        const auto row = [](const char* classes, NewsSource source) {
            QTest::newRow(classes) << QByteArray(classes) << source;
        };
        row("EA", NewsSource::notifications);
        row("Eghlz$xe", NewsSource::notifications);
        row("Eghx", NewsSource::polling);
        row("Eghz$xe", NewsSource::polling);
        row("Eghl$xe", NewsSource::polling);
        row("Eghlzxe", NewsSource::polling);
        row("Eghlz$x", NewsSource::polling);
        row("KA", NewsSource::polling);
    }
    void notificationsOfSomeThingsAreNotEnough()
    {
        QFETCH(QByteArray, classes);
        QFETCH(NewsSource, source);
        const Rules rules = without(least_rules, "+client|tracking");
        m->data.redis.expect({"CONFIG", "SET", "notify-keyspace-events", classes.toStdString()});
        m->data.hold("f", alice);
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QCOMPARE(log.status().source, source);
        QVERIFY(log.wait_for_row("f"));
        m->data.queue("f", bob); // Nothing happens to its hash.
        QVERIFY(until([&] { return log.row("f")->waiters.size() == 1; }));
    }

    void whatIsFlushedIsNoticedThoughNobodyIsNotified()
    {
        const Rules rules = without(least_rules, "+client|tracking");
        m->data.redis.expect({"CONFIG", "SET", "notify-keyspace-events", "EA"});
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QCOMPARE(log.status().source, NewsSource::notifications);
        for (int i = 0; i < 5; ++i)
            m->data.hold("lock:" + std::to_string(i), alice, 1, 600'000);
        QVERIFY(until([&] { return log.rows() == 5; }));
        m->data.redis.command({"FLUSHALL"});
        for (int i = 0; i < 20; ++i) // More keys than locks, as nearly always.
            m->data.redis.command({"SET", "other:" + std::to_string(i), "x"});
        QVERIFY(until([&] { return log.rows() == 0; }));
    }

    void withoutAnyNewsItPolls()
    {
        const Rules rules = without(least_rules, "+client|tracking");
        m->data.hold("a", alice, 1, 60'000);
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, impatient(), log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QCOMPARE(log.status().source, NewsSource::polling);
        QCOMPARE(m->data.redis.list({"CONFIG", "GET", "notify-keyspace-events"}).at(1), std::string());
        QVERIFY(log.wait_for_row("a"));
        m->data.redis.command({"DEL", "a"}); // no message, no announcement
        QVERIFY(log.wait_until_gone("a"));
        m->data.hold("b", alice);
        QVERIFY(log.wait_for_row("b"));
        // Rights that are given later are noticed without a new connection.
        m->data.redis.expect({"ACL", "SETUSER", "viewer", "+client|tracking"});
        QVERIFY(until([&] { return log.status().source == NewsSource::broadcast; }, std::chrono::seconds(60)));
    }

    void whoReleasesLeavesNothingElseBehind_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<LockEvent::Kind>("ending");
        QTest::newRow("the key is gone") << QStringList{"DEL", "a"} << LockEvent::Kind::released; // nobody can tell
        QTest::newRow("a field of something else")
            << QStringList{"HSET", "a", "name", "x"} << LockEvent::Kind::vanished;
        QTest::newRow("a value of another type") << QStringList{"SET", "a", "x"} << LockEvent::Kind::vanished;
    }
    /// Nor does it where no unlock messages come.
    void whoReleasesLeavesNothingElseBehind()
    {
        QFETCH(QStringList, command);
        QFETCH(LockEvent::Kind, ending);
        m->data.hold("a", alice, 1, 600'000);
        Client client(m->viewer(without(monitor_rules, "+psubscribe")));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("a"));
        std::vector<std::string> words;
        for (const QString& word : command)
            words.push_back(word.toStdString());
        m->data.redis.expect(words);
        QVERIFY(log.wait_for_event("a", ending));
        QVERIFY(log.wait_until_gone("a"));
    }

    void readersWhoseDeadlinesMayNotBeReadAreShownAllTheSame_data()
    {
        QTest::addColumn<bool>("torn");
        QTest::addColumn<bool>("nothing_else"); // Whatever else lies beside the lock is refused as well.
        QTest::newRow("in a transaction") << false << false;
        QTest::newRow("in a transaction, nothing but the lock") << false << true;
        QTest::newRow("one by one") << true << false;
    }
    void readersWhoseDeadlinesMayNotBeReadAreShownAllTheSame()
    {
        QFETCH(bool, torn);
        QFETCH(bool, nothing_else);
        std::vector<std::string> locks;
        Rules rules{"on", ">secret", "&*", "+@all", "~f"};
        for (int i = 0; i < 5; ++i) {
            locks.push_back("rw" + std::to_string(i));
            rules.push_back("~" + locks.back());
            m->data.read_hold(locks.back(), alice);
            m->data.read_hold(locks.back(), bob, 2);
        }
        m->data.hold("f", alice);
        if (!nothing_else)
            rules.push_back("~redisson_*");
        if (torn)
            rules.push_back("-exec");
        Client client(m->viewer(rules));
        const auto listing = list_locks(client, "*", 100);
        QCOMPARE(listing.locks.size(), std::size_t(6));
        QVERIFY(listing.troubles.empty());
        for (const auto& lock : locks) {
            const auto state = read_lock(client, lock);
            QVERIFY(state);
            QCOMPARE(state->type, LockType::read_write);
            QCOMPARE(state->holders.size(), std::size_t(2));
            QVERIFY(!state->holders[0].ttl && !state->holders[1].ttl);
            QVERIFY(!state->anomalies.contains(Anomaly::dead_reader));
        }
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        for (const auto& lock : locks)
            QVERIFY(log.wait_for_row(lock));
        m->data.redis.command({"HDEL", locks.back(), bob});
        QVERIFY(until([&] { return log.row(locks.back())->holders.size() == 1; }));
    }

    void deadlinesThatMayNotBeReadAreNotSaidToBeMissing_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QByteArray>("keys");
        QTest::newRow("no ZRANGE") << QByteArray("-zrange") << QByteArray("~*");
        QTest::newRow("no ZCARD") << QByteArray("-zcard") << QByteArray("~*");
        QTest::newRow("no transactions, no ZRANGE") << QByteArray("-exec -zrange") << QByteArray("~*");
        QTest::newRow("not this key") << QByteArray("+@all")
                                      << QByteArray("~f ~redisson_lock_queue:* ~redisson_lock_token:*");
        QTest::newRow("not this key, no transactions")
            << QByteArray("-exec") << QByteArray("~f ~redisson_lock_queue:* ~redisson_lock_token:*");
    }
    void deadlinesThatMayNotBeReadAreNotSaidToBeMissing()
    {
        QFETCH(QByteArray, rule);
        QFETCH(QByteArray, keys);
        m->data.hold("f", alice);
        m->data.queue("f", bob);
        m->data.queue("f", carol);
        Rules rules{"on", ">secret", "&*", "+@all"};
        for (const QByteArray& each : rule.split(' ') + keys.split(' '))
            rules.push_back(each.toStdString());
        Client client(m->viewer(rules));
        const auto state = read_lock(client, "f");
        QVERIFY(state);
        QCOMPARE(state->type, LockType::fair);
        QCOMPARE(state->waiters.size(), std::size_t(2));
        QVERIFY(!state->waiters[0].deadline);
        QVERIFY(!state->anomalies.contains(Anomaly::queue_without_score));
        QVERIFY(!head_never_goes(*state));
        QVERIFY(plan_repair(*state).empty() && !queue_of(*state).complete);
    }

    void whatCouldNotBeReadIsToldOfAListing()
    {
        m->data.hold("a", alice);
        m->data.hold("b\n", bob);
        Client client(m->viewer({"on", ">secret", "~*", "&*", "+@all", "-pttl"}));
        const auto listing = list_locks(client, "*", 100);
        QVERIFY(listing.locks.empty());
        QCOMPARE(listing.troubles.size(), std::size_t(1));
        const auto& trouble = listing.troubles.front();
        QVERIFY2(trouble.find(" and others could not be read: ") != std::string::npos, trouble.c_str());
        QVERIFY2(trouble.find("pttl") != std::string::npos, trouble.c_str());
        QVERIFY(trouble.find('\n') == std::string::npos);
    }

    /// What is refused of locks says nothing about semaphores.
    void semaphoresAreSeenWhereOnlyTheirOwnKeysMayBeRead()
    {
        auto rules = monitor_rules;
        std::replace(rules.begin(), rules.end(), std::string("%R~*"), std::string("%R~app:*"));
        rules.emplace_back("%R~{app:*");
        for (int i = 0; i < 5; ++i)
            m->data.hold("app:" + std::to_string(i), alice);
        Client owner(m->sandbox.endpoint());
        QVERIFY(owner.permit_semaphore("app:permits").try_set_permits(2));
        QVERIFY(owner.permit_semaphore("app:permits").try_acquire());
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, impatient(), log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(until([&] { return log.rows() >= 5; }));
        monitor.refresh({"app:0", "app:1", "app:2", "app:3"});
        QVERIFY(until([&] { return log.status().scan_rounds > 1; }, std::chrono::seconds(60)));
        monitor.refresh({"app:permits"});
        QVERIFY(log.wait_for_row("app:permits"));
        QVERIFY(log.row("app:permits")->type == LockType::semaphore);
        const auto count = log.status().scan_rounds;
        QVERIFY(until([&] { return log.status().scan_rounds > count + 1; }, std::chrono::seconds(60)));
        QVERIFY(log.row("app:permits")); // and stays
    }

    /// Those of some locks may be read even if nothing was there yet, and those of others may not.
    void whatMayBeReadOfSomeLocksIsReadOfThese()
    {
        auto rules = monitor_rules;
        std::erase(rules, std::string("%R~*"));
        for (const char* keys : {"mine:*", "others:*", "redisson_lock_*:{mine:*"})
            rules.push_back(std::string("%R~") + keys);
        m->data.hold("mine:a", alice);
        Client client(m->viewer(rules));
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live() && log.wait_for_row("mine:a"));
        for (int i = 0; i < 5; ++i) {
            const std::string other = "others:" + std::to_string(i);
            m->data.hold(other, alice);
            QVERIFY(log.wait_for_row(other));
        }
        m->data.queue("mine:a", bob);
        monitor.refresh({"mine:a"});
        QVERIFY(until([&] { return log.row("mine:a")->type == LockType::fair; }));
    }

    void locksWhoseCompanionsMayNotBeReadAreShownAllTheSame()
    {
        auto rules = monitor_rules;
        std::replace(rules.begin(), rules.end(), std::string("%R~*"), std::string("%R~app:*"));
        for (int i = 0; i < 5; ++i)
            m->data.hold("app:" + std::to_string(i), alice);
        m->data.hold("other", alice);
        Client client(m->viewer(rules));
        QCOMPARE(list_locks(client, "*").size(), std::size_t(5));
        QVERIFY(list_locks(client, "*", 100).troubles.empty()); // "other" is not for this user's eyes
    }
};

QTEST_APPLESS_MAIN(PermissionsTest)
#include "permissions_test.moc"

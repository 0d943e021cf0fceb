// SPDX-License-Identifier: Apache-2.0
#include "lockscope/lock_state.hpp"
#include "lockscope/show_commands.hpp"
#include "monitor/arrival.hpp"
#include "monitor/finder.hpp"
#include "monitor/foreign_keys.hpp"
#include "monitor/glob.hpp"
#include "monitor/large_replies.hpp"
#include "monitor/lock_table.hpp"
#include "monitor/news.hpp"
#include "monitor/permission_probe.hpp"
#include "monitor/read_queue.hpp"
#include "monitor/second_tries.hpp"
#include "monitor/server_facts.hpp"
#include "monitor/shell_quote.hpp"
#include "pictures.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::monitor;

class MonitorValuesTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsOutOfReachIsKnownAsOfItsLastWord()
    {
        const Moment now{SteadyTime(std::chrono::hours(10)), SystemTime(std::chrono::hours(1000))};
        LockState state;
        QVERIFY(!state.is_out_of_reach());
        QVERIFY(state.known_at(now).now == now.now && state.known_at(now).wall == now.wall);
        state.out_of_reach_since = now.now - std::chrono::minutes(2);
        QVERIFY(state.is_out_of_reach());
        QVERIFY(state.known_at(now).now == now.now - std::chrono::minutes(2));
        QVERIFY(state.known_at(now).wall == now.wall - std::chrono::minutes(2));
        const Moment before{now.now - std::chrono::hours(1), now.wall - std::chrono::hours(1)};
        QVERIFY(state.known_at(before).now == before.now && state.known_at(before).wall == before.wall);
    }

    void whatWaitsToBeConfirmedWaitsOnce()
    {
        LockTable table(10);
        const std::vector<TrackedLockPtr> all{table.obtain("a"), table.obtain("b"), table.obtain("c")};
        const SteadyTime now{std::chrono::hours(10)};
        ReadQueue queue;
        const auto read_one = [&] {
            const auto requests = queue.take_known(now, 1);
            const auto lock = requests.empty() ? nullptr : table.find(requests.front().name);
            if (lock)
                queue.finished(lock);
            return lock ? lock->name() : std::string();
        };
        queue.confirm_all(all);
        QVERIFY(!read_one().empty());
        QVERIFY(queue.is_confirming());
        queue.confirm_all(all); // Once more from the start, before the others had their turn.
        std::vector<std::string> read;
        while (queue.wait(now))
            read.push_back(read_one());
        std::sort(read.begin(), read.end());
        QVERIFY(read == (std::vector<std::string>{"a", "b", "c"}));
        QVERIFY(!queue.is_confirming());
    }

    void globsAreRedis_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* text, bool matches) {
            QTest::addRow("%s / %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << matches;
        };
        row("*", "", true);
        row("*", "abc", true);
        row("a*c", "abbbc", true);
        row("a*c", "abbb", false);
        row("a*b*c", "aXbYbZc", true);
        row("h?llo", "hello", true);
        row("h?llo", "hllo", false);
        row("h[ae]llo", "hallo", true);
        row("h[^e]llo", "hello", false);
        row("h[a-c]llo", "hbllo", true);
        row("h[c-a]llo", "hbllo", true);
        row("h\\*llo", "h*llo", true);
        row("h\\*llo", "hxllo", false);
        row("[", "[", false);
        row("a", "", false);
        row("", "a", false);
        row("", "", true);
        row("**********b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false);
    }
    void globsAreRedis()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QFETCH(bool, matches);
        QCOMPARE(glob_match(pattern.toStdString(), text.toStdString()), matches);
    }

    void broadcastsAreNarrowedByThePattern()
    {
        QVERIFY(broadcast_prefixes("*").empty());
        QVERIFY(broadcast_prefixes("*x").empty());
        QVERIFY(broadcast_prefixes("redisson_lock_x*").empty()); // would overlap with the companions
        QVERIFY(broadcast_prefixes("r*").empty());
        const auto prefixes = broadcast_prefixes("app:*");
        QCOMPARE(prefixes.size(), std::size_t(4));
        for (const auto& a : prefixes) {
            for (const auto& b : prefixes)
                QVERIFY(&a == &b || !a.starts_with(b));
        }
        QCOMPARE(glob_prefix("a\\*b[c]"), std::string("a*b"));
    }

    void aPacerKeepsToItsShare()
    {
        Pacer pacer(0.2);
        pacer.worked(std::chrono::microseconds(40));
        QCOMPARE(pacer.take_rest().count(), 0); // saved up
        pacer.worked(std::chrono::milliseconds(1));
        QCOMPARE(std::chrono::round<std::chrono::microseconds>(pacer.take_rest()).count(), 4160);
        QCOMPARE(pacer.take_rest().count(), 0);
        pacer.worked(std::chrono::milliseconds(1), std::chrono::milliseconds(4)); // most of it was waiting
        QCOMPARE(std::chrono::round<std::chrono::microseconds>(pacer.take_rest()).count(), 1000);
        pacer.worked(std::chrono::milliseconds(1), std::chrono::seconds(10));
        pacer.worked(std::chrono::milliseconds(1)); // not everything that was late is made up for
        QCOMPARE(std::chrono::round<std::chrono::microseconds>(pacer.take_rest()).count(), 2000);
    }

    void aFirstRoundHurriesOnlyForAWhile_data()
    {
        QTest::addColumn<int>("milliseconds");
        QTest::addColumn<double>("budget");
        QTest::addColumn<double>("duty");
        QTest::newRow("at first") << 0 << 0.01 << 0.5;
        QTest::newRow("a million keys") << 4999 << 0.01 << 0.5;
        QTest::newRow("ten million keys") << 5000 << 0.01 << 0.2;
        QTest::newRow("the user allows more") << 60'000 << 0.3 << 0.3;
        QTest::newRow("the user allows all") << 0 << 1.0 << 1.0;
    }

    void aFirstRoundHurriesOnlyForAWhile()
    {
        QFETCH(int, milliseconds);
        QFETCH(double, budget);
        QTEST(hurried_duty(std::chrono::milliseconds(milliseconds), budget), "duty");
    }

    void whatIsKnownDoesNotWaitForWhatMayBeNew()
    {
        LockTable table(10);
        const SteadyTime now{std::chrono::hours(10)};
        ReadQueue queue;
        QVERIFY(queue.candidate("new", ReadRequest::Known::nothing, now));
        QVERIFY(!queue.wait(now) && queue.has_candidates() && !queue.waits_since());
        const auto lock = table.obtain("known");
        queue.changed(lock, now);
        queue.changed(lock, now + milliseconds(40)); // the same news
        QVERIFY(queue.waits_since() == now);
        const auto known = queue.take_known(now + milliseconds(50), 200);
        QCOMPARE(known.size(), std::size_t(1));
        QCOMPARE(known.front().name, std::string("known"));
        QVERIFY(known.front().news_at == now);
        queue.changed(lock, now + milliseconds(60)); // while it is read
        QVERIFY(queue.take_known(now + milliseconds(70), 200).empty());
        queue.put_back(known, table); // It failed: those of the beginning are the ones to be told of.
        QVERIFY(queue.waits_since() == now);
        const auto candidates = queue.take_candidates(200);
        QCOMPARE(candidates.size(), std::size_t(1));
        QCOMPARE(candidates.front().name, std::string("new"));
    }

    void longNamesWaitOnlyAsFarAsTheyFit()
    {
        const SteadyTime now{std::chrono::hours(10)};
        ReadQueue queue;
        QVERIFY(queue.candidate(std::string(ReadQueue::most_candidate_bytes + 1, 'x'), ReadRequest::Known::hash, now));
        QVERIFY(!queue.candidate("a", ReadRequest::Known::hash, now)); // which a scan finds again
        QCOMPARE(queue.take_candidates(200).size(), std::size_t(1));
        const auto name = [](int i) { return std::to_string(i) + std::string((4 << 20) - 1, 'x'); };
        for (int i = 0; i < 8; ++i)
            QVERIFY(queue.candidate(name(i), i < 4 ? ReadRequest::Known::hash : ReadRequest::Known::counter, now));
        QVERIFY(!queue.candidate(name(0), ReadRequest::Known::hash, now));
        QCOMPARE(queue.take_candidates(200).size(), std::size_t(2));
        QVERIFY(queue.candidate(name(8), ReadRequest::Known::hash, now));
        QVERIFY(queue.candidate(name(8), ReadRequest::Known::hash, now)); // once
        QVERIFY(queue.candidate(name(9), ReadRequest::Known::hash, now));
        QVERIFY(!queue.candidate("a", ReadRequest::Known::hash, now));
        queue.clear_candidates();
        QVERIFY(queue.candidate("a", ReadRequest::Known::hash, now));
    }

    void foreignKeysAreLookedAtMoreAndMoreRarely()
    {
        ForeignKeys keys(100);
        SteadyTime now(std::chrono::seconds(1000));
        QVERIFY(!keys.ignored("a", now));
        keys.add("a", now);
        QVERIFY(keys.ignored("a", now + milliseconds(999)));
        QVERIFY(!keys.ignored("a", now + milliseconds(1000)));
        keys.add("a", now);
        QVERIFY(keys.ignored("a", now + milliseconds(1999)));
        for (int i = 0; i < 20; ++i)
            keys.add("a", now);
        QVERIFY(!keys.ignored("a", now + std::chrono::seconds(65)));
        for (int i = 0; i < 1000; ++i)
            keys.add(std::to_string(i), now);
        QVERIFY(keys.ignored("999", now));
    }

    void whatIsTooLargeIsTriedMoreAndMoreRarely()
    {
        using std::chrono::minutes;
        using Names = std::vector<std::string>;
        SecondTries tries(minutes(1));
        SteadyTime now(std::chrono::hours(1000));
        for (const int pause : {1, 2, 4, 8, 16, 32, 60, 60}) {
            tries.left_out("a", now);
            tries.left_out("a", now + minutes(1) / 2); // by a reading in between
            QVERIFY(tries.take_due(now + minutes(pause) - milliseconds(1)).empty());
            QCOMPARE(tries.take_due(now + minutes(pause)), Names{"a"});
            now += minutes(pause);
            QVERIFY(tries.take_due(now + std::chrono::hours(2)).empty()); // it is being tried
        }
        tries.forget("a");
        tries.left_out("a", now);
        QCOMPARE(tries.take_due(now + minutes(1)), Names{"a"});
    }

    void whatFailsAloneIsLeftOutLongerAndLonger()
    {
        const milliseconds minute(60'000);
        LargeReplies keys(minute);
        const SteadyTime start(std::chrono::hours(1));
        QVERIFY(!keys.is_suspect("a"));
        keys.suspect("a");
        QVERIFY(keys.is_suspect("a") && !keys.is_left_out("a", start));
        QVERIFY(!keys.is_suspect("b"));
        SteadyTime now = start;
        for (const int minutes : {1, 2, 4, 8, 16, 32, 60, 60}) {
            keys.leave_out("a", now);
            QVERIFY(keys.is_left_out("a", now + minutes * minute - milliseconds(1)));
            now += minutes * minute;
            QVERIFY(!keys.is_left_out("a", now));
            QVERIFY(keys.is_suspect("a")); // the next try is its own again
        }
        keys.suspect("a"); // no amnesty
        keys.leave_out("a", now);
        QVERIFY(keys.is_left_out("a", now + 59 * minute));
        keys.clear("a");
        QVERIFY(!keys.is_suspect("a") && !keys.is_left_out("a", now));
        keys.leave_out("a", now);
        QVERIFY(!keys.is_left_out("a", now + minute));
    }

    void manySuspectsDoNotDisplaceWhatIsLeftOut()
    {
        LargeReplies keys(milliseconds(60'000));
        const SteadyTime now(std::chrono::hours(1));
        keys.leave_out("large", now);
        int suspects = 0;
        for (; suspects < 100'000; ++suspects)
            keys.suspect("suspect " + std::to_string(suspects));
        QVERIFY(keys.is_left_out("large", now));
        QVERIFY(keys.is_suspect("suspect " + std::to_string(suspects - 1)));
        QVERIFY(!keys.is_suspect("suspect 0")); // bounded
    }

    void noiseHasToLast()
    {
        NoiseMeter noise(100);
        SteadyTime now(std::chrono::seconds(1000));
        QVERIFY(!noise.too_loud(now));
        noise.count(500);
        QVERIFY(!noise.too_loud(now += std::chrono::seconds(1)));
        noise.count(500);
        QVERIFY(noise.too_loud(now += std::chrono::seconds(1)));
        QVERIFY(!noise.too_loud(now += std::chrono::seconds(1)));
    }

    void infoIsReadLineByLine()
    {
        const auto facts =
            parse_info("# Server\r\nredis_version:7.0.15\r\nrole:master\r\n\r\nmaxmemory_policy:noeviction\r\n"
                       "used_cpu_sys:1.5\r\nused_cpu_user:2.5\r\ntotal_commands_processed:17\r\nno colon\r\n"
                       "db0:keys=1,expires=0\r\ndb12:keys=3\r\ndb:keys=1\r\ndbs7:keys=1\r\ndb7x:keys=1\r\n");
        QVERIFY(facts.databases == (std::vector<int>{0, 12}));
        QCOMPARE(facts.version, std::string("7.0.15"));
        QCOMPARE(facts.role, std::string("master"));
        QCOMPARE(facts.eviction_policy, std::string("noeviction"));
        QCOMPARE(facts.used_cpu, 4.0);
        QCOMPARE(facts.commands, 17.0);
        QCOMPARE(facts.product + ' ' + facts.product_version, std::string("Redis 7.0.15"));
        QVERIFY(!facts.lacks_master);
    }

    void whatOthersDoForAWhileIsNotOurCost()
    {
        CostMeter meter;
        ServerFacts facts;
        std::uint64_t ours = 0;
        SteadyTime now(std::chrono::seconds(1000));
        // Five seconds later: 50 commands of ours, and as many of others.
        const auto pass = [&](double seconds_of_cpu) {
            facts.commands += 100;
            facts.used_cpu += seconds_of_cpu;
            meter.facts(facts, ours += 50, now += std::chrono::seconds(5));
            return meter.cost().cpu_share.value_or(-1) * 1000;
        };
        facts.run_id = "a";
        QCOMPARE(pass(0.01), -1000.0); // nothing to compare it with
        QCOMPARE(qRound(pass(0.01)), 1);
        QCOMPARE(qRound(pass(0.01)), 1);
        QCOMPARE(qRound(pass(3.0)), 1); // somebody else asked for much
        QCOMPARE(qRound(pass(0.01)), 1);
        for (int i = 0; i < 3; ++i)
            pass(0.1);
        QCOMPARE(qRound(pass(0.1)), 10); // it has become slower
        facts.run_id = "b";
        QCOMPARE(pass(5.0), -1000.0); // another server counts from another beginning
        QCOMPARE(qRound(pass(0.01)), 1);
    }

    void aReplicaTellsWhetherItHearsItsMaster()
    {
        QVERIFY(parse_info("role:slave\r\nmaster_link_status:down\r\n").lacks_master);
        QVERIFY(!parse_info("role:slave\r\nmaster_link_status:up\r\n").lacks_master);
    }

    void aServerTellsWhyItRefusesToWrite_data()
    {
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<WriteObstacle>("obstacle");
        const auto row = [](const char* name, const QByteArray& lines, WriteObstacle obstacle) {
            QTest::newRow(name) << QByteArray(lines).replace(' ', "\r\n") << obstacle;
        };
        row("full", "used_memory:10 maxmemory:10 maxmemory_policy:noeviction", WriteObstacle::memory_full);
        row("room", "used_memory:9 maxmemory:10 maxmemory_policy:noeviction", WriteObstacle::none);
        row("what replicas wait for does not count",
            "used_memory:12 maxmemory:10 maxmemory_policy:noeviction mem_not_counted_for_evict:3", WriteObstacle::none);
        row("evicts", "used_memory:10 maxmemory:10 maxmemory_policy:volatile-lru", WriteObstacle::none);
        row("without a limit", "used_memory:10 maxmemory:0 maxmemory_policy:noeviction", WriteObstacle::none);
        row("not told", "maxmemory_policy:noeviction", WriteObstacle::none);
        row("all is well", "rdb_last_bgsave_status:ok aof_last_write_status:ok min_slaves_good_slaves:1",
            WriteObstacle::none);
        row("no snapshot", "rdb_last_bgsave_status:err aof_last_write_status:ok", WriteObstacle::snapshot_failed);
        row("no file", "rdb_last_bgsave_status:err aof_last_write_status:err role:master",
            WriteObstacle::append_failed);
        row("no replicas", "role:master min_slaves_good_slaves:0", WriteObstacle::replicas_missing);
        row("what a replica lacks is no matter", "role:slave min_slaves_good_slaves:0 rdb_last_bgsave_status:err",
            WriteObstacle::none);
    }
    void aServerTellsWhyItRefusesToWrite()
    {
        QFETCH(QByteArray, info);
        QFETCH(WriteObstacle, obstacle);
        QCOMPARE(parse_info(info.toStdString()).obstacle, obstacle);
    }

    /// Where others may have written before us, nobody knows whether what is missing was lost.
    void aServerTellsWhetherAnybodyHasWrittenThere_data()
    {
        const QByteArray started = "server_time_usec:100500000\r\nuptime_in_seconds:10\r\nrdb_last_save_time:90\r\n";
        const QByteArray unwritten = started + "rdb_changes_since_last_save:0\r\n";
        const QByteArray written = started + "rdb_changes_since_last_save:3\r\n";
        const QByteArray promoted = written + "second_repl_offset:1001\r\n";
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<bool>("is_restart");
        QTest::addColumn<bool>("may_be_released");
        QTest::addColumn<bool>("came_empty");
        const auto row = [](const char* name, const QByteArray& info, bool is_restart, bool may_be_released,
                            bool came_empty) {
            QTest::newRow(name) << info << is_restart << may_be_released << came_empty;
        };
        const QByteArray nothing = "rdb_last_load_keys_loaded:0\r\naof_enabled:0\r\nsecond_repl_offset:-1\r\n";
        row("says nothing", "role:master", true, true, false);
        row("nothing was written", unwritten, true, false, false);
        row("something was", written, true, true, false);
        row("and saved since", QByteArray(unwritten).replace("time:90", "time:95"), true, true, false);
        row("it came empty", written + nothing, true, false, true);
        row("with an append-only file", written + QByteArray(nothing).replace("enabled:0", "enabled:1"), true, true,
            false);
        row("with some", written + QByteArray(nothing).replace("loaded:0", "loaded:2"), true, true, false);
        row("as a replica", promoted + "master_repl_offset:1500\r\nrdb_last_load_keys_loaded:0\r\naof_enabled:0", true,
            true, false);
        row("just promoted", promoted + "master_repl_offset:1100", false, false, false);
        row("and written to", promoted + "master_repl_offset:1101", false, true, false);
        row("promoted, and started anew", promoted + "master_repl_offset:1000", true, true, false);
    }
    void aServerTellsWhetherAnybodyHasWrittenThere()
    {
        QFETCH(QByteArray, info);
        QFETCH(bool, is_restart);
        const auto arrival = arrival_of(parse_info(info.toStdString()), {.is_restart = is_restart, .greetings = 100});
        QTEST(arrival.may_be_released, "may_be_released");
        QTEST(arrival.came_empty, "came_empty");
    }

    void howLongItWasDownIsKnownWhereItEndedBeforeOurEyes()
    {
        using std::chrono::seconds;
        const SteadyTime start(std::chrono::hours(1));
        ServerFacts facts;
        facts.uptime = seconds(5);
        Meeting meeting{.is_restart = true, .asked_at = start + seconds(20), .ended_at = start};
        const auto down = arrival_of(facts, meeting).down;
        QVERIFY(down && down->from == start);
        QVERIFY(down->to == start + seconds(14)); // it says whole seconds
        facts.is_as_started = true;               // what is there was there before
        QVERIFY(!arrival_of(facts, meeting).down);
        facts.is_as_started = false;
        meeting.ended_at.reset(); // silent, perhaps for us alone
        QVERIFY(!arrival_of(facts, meeting).down);
        meeting.ended_at = start;
        meeting.is_restart = false; // another goes on
        QVERIFY(!arrival_of(facts, meeting).down);
    }

    void aServerIsWhatItCallsItself_data()
    {
        QTest::addColumn<std::string>("info");
        QTest::addColumn<std::string>("product");
        QTest::addColumn<std::string>("version");
        QTest::newRow("Redis") << std::string("redis_version:7.2.4\n") << std::string("Redis") << std::string("7.2.4");
        QTest::newRow("Valkey 8") << std::string("redis_version:7.2.4\nserver_name:valkey\nvalkey_version:8.0.1\n")
                                  << std::string("Valkey") << std::string("8.0.1");
        QTest::newRow("Valkey 7.2") << std::string("valkey_version:7.2.8\nredis_version:7.2.4\n")
                                    << std::string("Valkey") << std::string("7.2.8");
        QTest::newRow("another") << std::string("redis_version:7.4.0\nserver_name:other\n") << std::string("other")
                                 << std::string("7.4.0");
        QTest::newRow("silent") << std::string("role:master\n") << std::string() << std::string();
    }
    void aServerIsWhatItCallsItself()
    {
        QFETCH(std::string, info);
        const auto facts = parse_info(info);
        QTEST(facts.product, "product");
        QTEST(facts.product_version, "version");
    }

    void refusalsSayWhatIsMissing()
    {
        QCOMPARE(refusal_of("NOPERM this user has no permissions to run the 'scan' command"), Refusal::command);
        QCOMPARE(refusal_of("NOPERM User x has no permissions to run the 'client|tracking' command"), Refusal::command);
        QCOMPARE(refusal_of("NOPERM this user has no permissions to access one of the keys used as arguments"),
                 Refusal::key);
        QCOMPARE(refusal_of("NOPERM this user has no permissions to access one of the channels used as arguments"),
                 Refusal::channel);
        QCOMPARE(
            refusal_of(
                "EXECABORT Transaction discarded because of: NOPERM this user has no permissions to run the 'exec' "
                "command"),
            Refusal::command);
        QCOMPARE(refusal_of("EXECABORT Transaction discarded because of previous errors."), Refusal::none);
        QCOMPARE(refusal_of("ERR unknown command 'x'"), Refusal::unknown_command);
        QCOMPARE(refusal_of("ERR syntax error"), Refusal::none);
    }

    void aDeadHeadWithoutADeadlineNeverGoes_data()
    {
        QTest::addColumn<bool>("deadline");
        QTest::addColumn<int>("subscribed"); // -1: could not be asked
        QTest::addColumn<bool>("unknown");
        QTest::addColumn<bool>("never");
        QTest::newRow("nobody listens") << false << 0 << false << true;
        QTest::newRow("nobody could be asked") << false << -1 << false << true;
        QTest::newRow("it lives") << false << 1 << false << false;
        QTest::newRow("it has a deadline") << true << 0 << false << false;
        QTest::newRow("it may have one that was not read") << false << 0 << true << false;
    }
    void aDeadHeadWithoutADeadlineNeverGoes()
    {
        QFETCH(bool, deadline);
        QFETCH(int, subscribed);
        QFETCH(bool, unknown);
        LockState state;
        QVERIFY(!head_never_goes(state)); // nobody waits
        Waiter head;
        if (deadline)
            head.deadline = 1'800'000'000'000;
        if (subscribed >= 0)
            head.subscribed = subscribed == 1;
        state.waiters = {head};
        state.deadlines_known = !unknown;
        QTEST(head_never_goes(state), "never");
    }

    void whoIsGoneKeepsNoAppointment()
    {
        LockTable table(10);
        History history;
        const auto hold = [&](const std::string& name, milliseconds lease) {
            const auto lock = table.obtain(name);
            auto state = test::held(milliseconds(0), lease, lease);
            state.name = name;
            lock->advance(std::move(state), {}, history);
            table.schedule(lock);
            return lock;
        };
        const auto stays = hold("stays", std::chrono::seconds(30));
        const auto renewed = hold("renewed", std::chrono::seconds(20));
        for (int i = 0; i < 5000; ++i)
            table.erase(*hold("own name " + std::to_string(i), std::chrono::hours(24)));
        QVERIFY(table.appointments() <= 2 * table.size() + 1001);
        hold("renewed", std::chrono::seconds(60));
        const auto due_after = [&](int seconds) {
            std::vector<std::string> names;
            for (const auto& lock : table.take_due(test::start + std::chrono::seconds(seconds), 100))
                names.push_back(lock->name());
            return names;
        };
        QVERIFY(due_after(25).empty());
        QVERIFY(due_after(31) == std::vector<std::string>{"stays"});
        QVERIFY(due_after(61) == std::vector<std::string>{"renewed"});
        QVERIFY(due_after(24 * 3600 + 60).empty());
    }

    void shellWordsAreQuoted()
    {
        QCOMPARE(shell_quote("a:b-1"), std::string("a:b-1"));
        QCOMPARE(shell_quote("{a}"), std::string("'{a}'"));
        QCOMPARE(shell_quote("it's"), std::string("'it'\\''s'"));
        QCOMPARE(shell_quote("a\\b"), std::string("'a\\b'"));
        QCOMPARE(shell_quote("a\nb'\xff"), std::string("$'a\\x0ab\\'\\xff'"));
        QCOMPARE(shell_quote(""), std::string("''"));
    }
};

QTEST_APPLESS_MAIN(MonitorValuesTest)
#include "monitor_values_test.moc"

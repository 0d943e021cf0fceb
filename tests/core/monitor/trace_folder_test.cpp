// SPDX-License-Identifier: Apache-2.0
#include "trace_lines.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::monitor;
using namespace lockscope::test;
using Role = TraceCommand::Role;
using Outcome = TraceCommand::Outcome;

Q_DECLARE_METATYPE(TraceCommand::Role)
Q_DECLARE_METATYPE(TraceCommand::Outcome)

class TraceFolderTest : public QObject
{
    Q_OBJECT

private slots:
    void passwordsAreHidden_data()
    {
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const QStringList& words) { QTest::newRow(name) << words; };
        row("auth", {"auth", "SECRET"});
        row("auth with a user", {"AUTH", "alice", "SECRET"});
        row("hello", {"HELLO", "3", "auth", "alice", "SECRET", "SETNAME", "app"});
        row("acl", {"ACL", "setuser", "alice", "on", ">SECRET", "<SECRET", "#SECRET"});
        row("acl dryrun", {"ACL", "DRYRUN", "alice", "AUTH", "SECRET"});
        row("config", {"CONFIG", "SET", "maxmemory", "1", "requirepass", "SECRET"});
        row("config masterauth", {"config", "set", "MasterAuth", "SECRET"});
        row("config key file", {"CONFIG", "SET", "tls-key-file-pass", "SECRET"});
        row("migrate", {"MIGRATE", "h", "1", "k", "0", "10", "COPY", "AUTH", "SECRET"});
        row("migrate with a user", {"MIGRATE", "h", "1", "k", "0", "10", "auth2", "alice", "SECRET"});
        row("sentinel", {"SENTINEL", "SET", "mymaster", "auth-pass", "SECRET"});
    }
    void passwordsAreHidden()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> bytes;
        for (const QString& word : words)
            bytes.push_back(word.toStdString());
        for (const std::string& text : {line(bytes), inner(bytes)}) {
            const auto commands = folded({text}, everything());
            QCOMPARE(commands.size(), std::size_t{1});
            for (const std::string& word : commands.front().words)
                QVERIFY2(word.find("SECRET") == std::string::npos, word.c_str());
            QCOMPARE(commands.front().words.front(), bytes.front());
        }
    }

    void harmlessWordsStay()
    {
        const auto commands = folded({line({"CONFIG", "SET", "maxmemory", "100mb"})}, everything());
        QCOMPARE(commands.front().words.back(), std::string("100mb"));
    }

    void whatAScriptDidIsRecognised_data()
    {
        QTest::addColumn<QList<QStringList>>("lines"); // the first one is the script's
        QTest::addColumn<Role>("role");
        QTest::addColumn<Outcome>("outcome");
        const QString me = QString::fromStdString(trace_owner);
        const QString other = QStringLiteral("c0de1234-7777-4abc-8def-00112233aabb:1");
        const QString channel = QStringLiteral("redisson_lock__channel:{orders}");
        const QString latch = QStringLiteral("redisson_unlock_latch:{orders}:1");
        const QString queue = QStringLiteral("redisson_lock_queue:{orders}");
        const QString deadlines = QStringLiteral("redisson_lock_timeout:{orders}");
        using Lines = QList<QStringList>;
        QTest::newRow("Redisson acquires") << Lines{{"EVAL", "…", "1", "orders", "30000", me},
                                                    {"exists", "orders"},
                                                    {"hincrby", "orders", me, "1"},
                                                    {"pexpire", "orders", "30000"}}
                                           << Role::acquire << Outcome::done;
        QTest::newRow("Redisson is refused") << Lines{{"EVAL", "…", "1", "orders", "30000", me},
                                                      {"exists", "orders"},
                                                      {"hexists", "orders", me},
                                                      {"pttl", "orders"}}
                                             << Role::acquire << Outcome::refused;
        QTest::newRow("Redisson queues for a fair lock")
            << Lines{{"EVAL", "…", "3", "orders", queue, deadlines, "30000", me, "300000", "1700000000000"},
                     {"lindex", queue, "0"},
                     {"exists", "orders"},
                     {"hexists", "orders", me},
                     {"pttl", "orders"},
                     {"zadd", deadlines, "1", me},
                     {"rpush", queue, me}}
            << Role::acquire << Outcome::refused;
        QTest::newRow("Redisson renews") << Lines{{"EVALSHA", "…", "1", "orders", "30000", me},
                                                  {"hexists", "orders", me},
                                                  {"pexpire", "orders", "30000"}}
                                         << Role::renew << Outcome::done;
        QTest::newRow("Redisson renews what it lost")
            << Lines{{"EVALSHA", "…", "1", "orders", "30000", me}, {"hexists", "orders", me}} << Role::renew
            << Outcome::refused;
        QTest::newRow("Redisson releases")
            << Lines{{"EVAL", "…", "3", "orders", channel, latch, "0", "30000", me, "PUBLISH", "1000"},
                     {"get", latch},
                     {"hexists", "orders", me},
                     {"hincrby", "orders", me, "-1"},
                     {"del", "orders"},
                     {"publish", channel, "0"},
                     {"set", latch, "1", "px", "1000"}}
            << Role::release << Outcome::done;
        QTest::newRow("Redisson releases what is not its own")
            << Lines{{"EVAL", "…", "3", "orders", channel, latch, "0", "30000", me, "PUBLISH", "1000"},
                     {"get", latch},
                     {"hexists", "orders", me}}
            << Role::release << Outcome::refused;
        QTest::newRow("we acquire") << Lines{{"EVALSHA", "…", "1", "orders", "30000", me, "0"},
                                             {"HGET", "orders", me},
                                             {"EXISTS", "orders"},
                                             {"HSET", "orders", me, "1"},
                                             {"PEXPIRE", "orders", "30000"}}
                                    << Role::acquire << Outcome::done;
        QTest::newRow("we are refused") << Lines{{"EVALSHA", "…", "1", "orders", "30000", me, "0"},
                                                 {"HGET", "orders", me},
                                                 {"EXISTS", "orders"},
                                                 {"PTTL", "orders"}}
                                        << Role::acquire << Outcome::refused;
        QTest::newRow("we renew") << Lines{{"EVALSHA", "…", "1", "orders", "30000", me, ""},
                                           {"HGET", "orders", me},
                                           {"PTTL", "orders"},
                                           {"PEXPIRE", "orders", "30000"}}
                                  << Role::renew << Outcome::done;
        QTest::newRow("we find enough left to renew nothing")
            << Lines{{"EVALSHA", "…", "1", "orders", "30000", me, ""}, {"HGET", "orders", me}, {"PTTL", "orders"}}
            << Role::renew << Outcome::done;
        QTest::newRow("we renew what we lost")
            << Lines{{"EVALSHA", "…", "1", "orders", "30000", me, ""}, {"HGET", "orders", me}} << Role::renew
            << Outcome::refused;
        const QString reader = "{orders}:" + me + ":rwlock_timeout";
        QTest::newRow("we look whether another reader cut our lease")
            << Lines{{"EVALSHA", "…", "1", "orders", "-29990", me, reader},
                     {"HGET", "orders", me},
                     {"PTTL", reader + ":1"},
                     {"HLEN", "orders"},
                     {"PTTL", "orders"}}
            << Role::read << Outcome::unknown;
        QTest::newRow("we put back what another reader cut")
            << Lines{{"EVALSHA", "…", "1", "orders", "-29990", me, reader},
                     {"HGET", "orders", me},
                     {"PTTL", reader + ":1"},
                     {"HLEN", "orders"},
                     {"HGET", "orders", "mode"},
                     {"PTTL", "orders"},
                     {"PEXPIRE", "orders", "29980"},
                     {"PTTL", "orders"}}
            << Role::renew << Outcome::done;
        QTest::newRow("we release") << Lines{{"EVALSHA", "…", "1", "orders", me, "1", "30000", "PUBLISH", channel},
                                             {"HGET", "orders", me},
                                             {"PUBLISH", channel, "0"},
                                             {"DEL", "orders"}}
                                    << Role::release << Outcome::done;
        QTest::newRow("we have a replica confirm what we acquired")
            << Lines{{"EVAL", "…", "1", "orders", "restate", me, "1"},
                     {"HGET", "orders", me},
                     {"PTTL", "orders"},
                     {"PEXPIRE", "orders", "29990"}}
            << Role::other << Outcome::unknown;
        QTest::newRow("a waiter leaves") << Lines{{"EVAL", "…", "2", queue, deadlines, me, "300000"},
                                                  {"lrange", queue, "0", "-1"},
                                                  {"zrem", deadlines, me},
                                                  {"lrem", queue, "0", me}}
                                         << Role::leave << Outcome::done;
        QTest::newRow("an operator frees") << Lines{{"EVAL", "…", "2", "orders", channel, "0", "PUBLISH"},
                                                    {"del", "orders"},
                                                    {"publish", channel, "0"}}
                                           << Role::remove << Outcome::done;
        QTest::newRow("an operator frees what he saw") << Lines{{"EVALSHA", "…", "3", "orders", queue, deadlines, "0",
                                                                 channel, "redisson_rwlock:{orders}", "1", other, "1"},
                                                                {"HGETALL", "orders"},
                                                                {"PUBLISH", channel, "0"},
                                                                {"DEL", "orders"}}
                                                       << Role::remove << Outcome::done;
        QTest::newRow("Redisson waits to read")
            << Lines{{"EVAL", "…", "2", "orders", "{orders}:" + me + ":rwlock_timeout", "30000", me, me + ":write"},
                     {"hget", "orders", "mode"},
                     {"hexists", "orders", me + ":write"},
                     {"pttl", "orders"}}
            << Role::acquire << Outcome::refused;
        QTest::newRow("Redisson is refused what is not reentrant")
            << Lines{{"EVAL", "…", "1", "orders", "30000", me, "NON_REENTRANT_REACQUIRE"},
                     {"exists", "orders"},
                     {"hexists", "orders", me},
                     {"pttl", "orders"}}
            << Role::acquire << Outcome::refused;
        const QString field = QStringLiteral("q1w2e3r4t5y6u7i8o9p0Ab");
        QTest::newRow("Redisson waits for a part of a group")
            << Lines{{"EVAL", "…", "1", "orders", "30000", "1700000000000", me, field},
                     {"hget", "orders", field},
                     {"hget", "orders", field + ":" + other + ":expire_time"}}
            << Role::acquire << Outcome::refused;
        QTest::newRow("Redisson tries a part of a group")
            << Lines{{"EVAL", "…", "1", "orders", "1700000000000", "30000", me, field},
                     {"hget", "orders", field},
                     {"hget", "orders", field + ":" + other + ":expire_time"}}
            << Role::acquire << Outcome::refused;
        QTest::newRow("Redisson renews a part of a group that it lost")
            << Lines{{"EVAL", "…", "1", "orders", "30000", "1700000000000", me, field, field + "2"},
                     {"hget", "orders", field},
                     {"hget", "orders", field + ":" + me + ":expire_time"},
                     {"hget", "orders", field + "2"}}
            << Role::renew << Outcome::refused;
        QTest::newRow("Redisson renews two writers' locks that they lost")
            << Lines{{"EVAL", "…", "1", "orders", "30000", me + ":write", me + ":write"},
                     {"hexists", "orders", me + ":write"}}
            << Role::renew << Outcome::refused;
        QTest::newRow("an older Redisson stops reading")
            << Lines{{"EVAL", "…", "4", "orders", "redisson_rwlock:{orders}", "{orders}:" + me + ":rwlock_timeout",
                      "{orders}", "0", me},
                     {"hget", "orders", "mode"},
                     {"hexists", "orders", me},
                     {"hincrby", "orders", me, "-1"},
                     {"hdel", "orders", me},
                     {"del", "{orders}:" + me + ":rwlock_timeout:1"},
                     {"hlen", "orders"},
                     {"del", "orders"},
                     {"publish", "redisson_rwlock:{orders}", "0"}}
            << Role::release << Outcome::done;
        const QString counts = QStringLiteral("redisson_countdownlatch__channel__{orders}");
        QTest::newRow("Redisson counts a latch down")
            << Lines{{"EVALSHA", "…", "2", "orders", counts, "0", "PUBLISH"}, {"decr", "orders"}} << Role::release
            << Outcome::done;
        QTest::newRow("Redisson counts a latch down to nothing")
            << Lines{{"EVALSHA", "…", "2", "orders", counts, "0", "PUBLISH"},
                     {"decr", "orders"},
                     {"del", "orders"},
                     {"PUBLISH", counts, "0"}}
            << Role::release << Outcome::done;
        QTest::newRow("we count a latch down to nothing") << Lines{{"EVALSHA", "…", "1", "orders", "PUBLISH", counts},
                                                                   {"GET", "orders"},
                                                                   {"PUBLISH", counts, "0"},
                                                                   {"DEL", "orders"}}
                                                          << Role::release << Outcome::done;
        QTest::newRow("Redisson deletes a latch") << Lines{{"EVALSHA", "…", "2", "orders", counts, "1", "PUBLISH"},
                                                           {"del", "orders"},
                                                           {"PUBLISH", counts, "1"}}
                                                  << Role::remove << Outcome::done;
        const QString takesPermit = QStringLiteral("c7dc9d189c1715465a31a06ddbc008585e0c20be");
        QTest::newRow("Redisson takes a permit")
            << Lines{{"EVALSHA", takesPermit, "1", "orders", "1"}, {"get", "orders"}, {"decrby", "orders", "1"}}
            << Role::acquire << Outcome::done;
        QTest::newRow("Redisson finds no permit")
            << Lines{{"EVALSHA", takesPermit, "1", "orders", "1"}, {"get", "orders"}} << Role::acquire
            << Outcome::refused;
        QTest::newRow("not known to the server")
            << Lines{{"EVALSHA", "…", "1", "orders", "30000", me}} << Role::other << Outcome::refused;
    }
    void whatAScriptDidIsRecognised()
    {
        QFETCH(QList<QStringList>, lines);
        QFETCH(Role, role);
        QFETCH(Outcome, outcome);
        std::vector<std::string> text;
        for (const QStringList& words : lines) {
            std::vector<std::string> bytes;
            for (const QString& word : words)
                bytes.push_back(word.toStdString());
            text.push_back(text.empty() ? line(bytes) : inner(bytes));
        }
        TraceOptions options;
        options.reads = TraceOptions::Reads::kept;
        const auto commands = folded(text, options);
        QCOMPARE(commands.size(), std::size_t{1});
        QCOMPARE(commands.front().role, role);
        QCOMPARE(commands.front().outcome, outcome);
        QCOMPARE(commands.front().locks, std::vector<std::string>{"orders"});
        QCOMPARE(commands.front().inner.size(), text.size() - 1);
    }

    void whatIsWrittenOnceMoreIsNoRelease()
    {
        TraceOptions options;
        options.known_locks = {"seats"};
        const auto commands = folded(
            {line({"EVAL", "…", "1", "seats", "restate"}), inner({"EXISTS", "seats"}), inner({"INCRBY", "seats", "0"})},
            options);
        QCOMPARE(commands.size(), std::size_t{1});
        QCOMPARE(commands.front().role, Role::other);
    }

    void leaseAndOwnerAreRead()
    {
        const auto commands =
            folded({line({"EVAL", "…", "1", "orders", "30000", trace_owner}),
                    inner({"hincrby", "orders", trace_owner, "1"}), inner({"pexpire", "orders", "30000"})});
        QCOMPARE(commands.front().owner, trace_owner);
        QVERIFY(commands.front().lease == milliseconds(30'000));
    }

    void strangersAreLeftOut()
    {
        const auto commands =
            folded({line({"SET", "cache:1", "x"}), line({"EVAL", "return 1", "1", "cache:1", "a"}),
                    inner({"incr", "cache:1"}), line({"PUBLISH", "news", "x"}), line({"DEL", "orders"})});
        QVERIFY(commands.empty());
    }

    /// It looks like one that takes permits.
    void aStrangersNumberIsNoSemaphore()
    {
        QVERIFY(folded({line({"EVALSHA", "…", "1", "stock", "1"}), inner({"get", "stock"}),
                        inner({"decrby", "stock", "1"})})
                    .empty());
    }

    /// Redisson deletes its latch when it knows how its release went.
    void theEndOfAReleaseIsNoRemoval()
    {
        const std::vector<std::string> lines{line({"DEL", "redisson_unlock_latch:{orders}:1"})};
        QVERIFY(folded(lines).empty());
        const auto commands = folded(lines, everything());
        QCOMPARE(commands.size(), std::size_t{1});
        QCOMPARE(commands.front().role, Role::other);
    }

    void aStrangersScriptIsShownWhenItTouchesALock()
    {
        TraceOptions options;
        options.known_locks = {"orders"};
        const auto commands =
            folded({line({"EVAL", "…", "0"}), inner({"get", "cache:1"}), inner({"del", "orders"})}, options);
        QCOMPARE(commands.size(), std::size_t{1});
        QCOMPARE(commands.front().locks, std::vector<std::string>{"orders"});
        QCOMPARE(commands.front().inner.size(), std::size_t{1});
        QCOMPARE(commands.front().inner_left_out, std::size_t{1});
        QCOMPARE(commands.front().role, Role::remove);
    }

    void whoDeletesAKnownLockIsShown()
    {
        TraceOptions options;
        options.known_locks = {"orders"};
        const auto given = folded({line({"DEL", "cache:1", "orders"})}, options);
        QCOMPARE(given.size(), std::size_t{1});
        QCOMPARE(given.front().role, Role::remove);
        QCOMPARE(given.front().locks, std::vector<std::string>{"orders"});
        const auto learned = folded({line({"EVAL", "…", "1", "orders", "30000", trace_owner}),
                                     inner({"hincrby", "orders", trace_owner, "1"}), line({"UNLINK", "orders"})});
        QCOMPARE(learned.size(), std::size_t{2});
    }

    void readsAreShownOnlyIfWanted()
    {
        const std::vector<std::string> lines{line({"HGETALL", "orders"}),
                                             line({"LRANGE", "redisson_lock_queue:{orders}", "0", "-1"}),
                                             line({"PUBSUB", "NUMSUB", "redisson_lock__channel:{orders}"})};
        QVERIFY(folded(lines).empty());
        TraceOptions options;
        options.reads = TraceOptions::Reads::kept;
        const auto commands = folded(lines, options);
        QCOMPARE(commands.size(), std::size_t{2});
        QCOMPARE(commands.front().locks, std::vector<std::string>{"orders"});
        QCOMPARE(commands.front().role, Role::read);
    }

    void channelsAreRecognised()
    {
        const auto commands = folded({line({"SUBSCRIBE", "redisson_lock__channel:{orders}"}),
                                      line({"PUBLISH", "redisson_rwlock:{rw}", "1"}),
                                      line({"UNSUBSCRIBE", "redisson_lock__channel:{orders}:" + trace_owner})});
        QCOMPARE(commands.size(), std::size_t{3});
        QCOMPARE(commands[0].role, Role::listen);
        QCOMPARE(commands[1].role, Role::wake);
        QCOMPARE(commands[1].locks, std::vector<std::string>{"rw"});
        QCOMPARE(commands[2].role, Role::stop_wait);
    }

    void oneRenewalOfManyLocksNamesThemAll()
    {
        const auto commands =
            folded({line({"EVALSHA", "…", "3", "a", "b", "c", "30000", trace_owner, trace_owner, trace_owner}),
                    inner({"hexists", "a", trace_owner}), inner({"pexpire", "a", "30000"})});
        QCOMPARE(commands.front().locks, (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(commands.front().role, Role::renew);
    }

    void identitiesAreToldOnce()
    {
        TraceFolder folder(TraceOptions{});
        for (int i = 0; i < 3; ++i) {
            folder.add(line({"EVAL", "…", "1", "orders", "30000", trace_owner}), SteadyTime{});
            folder.add(inner({"hexists", "orders", trace_owner}), SteadyTime{});
            folder.add(inner({"pexpire", "orders", "30000"}), SteadyTime{});
        }
        folder.close();
        QCOMPARE(folder.take_identities(), (std::vector<IdentityHint>{{trace_client, "127.0.0.1:4711"}}));
    }

    void operatorsAndSocketsAreNoIdentities()
    {
        TraceFolder folder(TraceOptions{});
        folder.add(line({"EVALSHA", "…", "3", "orders", "q", "d", "0", "c", "r", "1", trace_owner, "1"}), SteadyTime{});
        folder.add(inner({"DEL", "orders"}), SteadyTime{});
        folder.add("1700000000.1 [0 unix:/run/redis.sock] "
                       + quoted({"EVAL", "…", "1", "orders", "30000", trace_owner}),
                   SteadyTime{});
        folder.add(inner({"hincrby", "orders", trace_owner, "1"}), SteadyTime{});
        folder.close();
        QVERIFY(folder.take_identities().empty());
    }

    void aScriptIsHandedOutWhenNothingFollows()
    {
        TraceFolder folder(TraceOptions{});
        const SteadyTime start{std::chrono::hours(1)};
        folder.add(line({"EVAL", "…", "1", "orders", "30000", trace_owner}), start);
        folder.add(inner({"hincrby", "orders", trace_owner, "1"}), start);
        folder.settle(start + milliseconds(100));
        QVERIFY(folder.take_commands().empty());
        folder.settle(start + milliseconds(300));
        QCOMPARE(folder.take_commands().size(), std::size_t{1});
    }

    void whatComesTooFastIsCounted()
    {
        TraceOptions options;
        options.max_batch = 10;
        TraceFolder folder(options);
        for (int i = 0; i < 25; ++i)
            folder.add(line({"PUBLISH", "redisson_lock__channel:{orders}", "0"}), SteadyTime{});
        QCOMPARE(folder.take_commands().size(), std::size_t{10});
        QCOMPARE(folder.dropped(), std::uint64_t{15});
        folder.add(line({"PUBLISH", "redisson_lock__channel:{orders}", "0"}), SteadyTime{});
        QCOMPARE(folder.take_commands().size(), std::size_t{1});
    }

    void hugeArgumentsAreCut()
    {
        const std::string huge(5'000'000, 'x');
        const auto commands = folded({line({"PUBLISH", "redisson_lock__channel:{orders}", huge})});
        QVERIFY(commands.front().words.back().size() <= 256);
        QVERIFY(commands.front().shortened);
        TraceOptions options;
        options.max_batch_bytes = 1 << 20;
        QVERIFY(folded({line({"PUBLISH", "redisson_lock__channel:{" + huge + "}", "0"})}, options).empty());
    }

    void innerCommandsAreBounded()
    {
        std::vector<std::string> lines{line({"EVAL", "…", "1", "orders", "30000", trace_owner})};
        for (int i = 0; i < 1000; ++i)
            lines.push_back(inner({"hincrby", "orders", trace_owner, "1"}));
        const auto commands = folded(lines);
        QCOMPARE(commands.front().inner.size(), std::size_t{200});
        QCOMPARE(commands.front().inner_left_out, std::size_t{800});
    }
};

QTEST_APPLESS_MAIN(TraceFolderTest)
#include "trace_folder_test.moc"

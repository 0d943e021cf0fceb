// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/fault_proxy.hpp"

#include <QDateTime>

#include <array>
#include <csignal>

#include <unistd.h>

using namespace lockscope;
using namespace lockscope::tests;

class LockctlTest : public QObject, private LockctlFixture
{
    Q_OBJECT

private slots:
    void init() { start_server(); }
    void cleanup() { stop_server(); }

    void wrongUsage_data()
    {
        QTest::addColumn<QList<QByteArray>>("words");
        QTest::newRow("nothing") << QList<QByteArray>{};
        QTest::newRow("unknown command") << QList<QByteArray>{"frob"};
        QTest::newRow("unknown option") << QList<QByteArray>{"list", "--frob"};
        QTest::newRow("no name") << QList<QByteArray>{"show"};
        QTest::newRow("other type") << QList<QByteArray>{"hold", "a", "--type", "frob"};
        QTest::newRow("negative lease") << QList<QByteArray>{"hold", "a", "--lease", "-5"};
        QTest::newRow("lease is no number") << QList<QByteArray>{"hold", "a", "--lease", "5x"};
        QTest::newRow("lease of no time") << QList<QByteArray>{"hold", "a", "--lease", "0s"};
        QTest::newRow("lease without end") << QList<QByteArray>{"hold", "a", "--lease", "9000000000000000h"};
        QTest::newRow("lease of a semaphore")
            << QList<QByteArray>{"hold", "a", "--type", "semaphore", "--lease", "5000"};
        QTest::newRow("two names of one lock") << QList<QByteArray>{"hold", "a", "b"};
        QTest::newRow("servers before and after")
            << QList<QByteArray>{"--redis", "redis://127.0.0.1:1", "list", "--redis", "redis://127.0.0.1:1"};
        QTest::newRow("no times") << QList<QByteArray>{"hold", "a", "--times", "0"};
        QTest::newRow("no reason") << QList<QByteArray>{"force-release", "a", "--yes"};
        QTest::newRow("expect without count")
            << QList<QByteArray>{"force-release", "a", "--expect", "me", "--reason", "x", "--yes"};
        QTest::newRow("expiry in no time") << QList<QByteArray>{"expire", "a", "0", "--reason", "x", "--yes"};
        QTest::newRow("expect twice in one")
            << QList<QByteArray>{"force-release", "a", "--expect", "[x=1,y=2]", "--reason", "x", "--yes"};
        QTest::newRow("expect one owner twice")
            << QList<QByteArray>{"force-release", "a", "--expect", "x=1", "--expect", "x=2", "--reason", "x", "--yes"};
        QTest::newRow("expect nothing held")
            << QList<QByteArray>{"force-release", "a", "--expect", "x=0", "--reason", "x", "--yes"};
        QTest::newRow("lease in hexadecimal") << QList<QByteArray>{"hold", "a", "--lease", "0x10", "--for", "1"};
        QTest::newRow("a fraction of milliseconds") << QList<QByteArray>{"hold", "a", "--lease", "1.5"};
        QTest::newRow("a time that is no number") << QList<QByteArray>{"watch", "--for", "nan(1)"};
        QTest::newRow("a time in powers") << QList<QByteArray>{"watch", "--for", "1e-3"};
        QTest::newRow("a time without digits") << QList<QByteArray>{"watch", "--for", "s"};
        QTest::newRow("times in hexadecimal") << QList<QByteArray>{"hold", "a", "--times", "0x1", "--for", "1"};
        QTest::newRow("a limit in hexadecimal") << QList<QByteArray>{"list", "--limit", "0x1"};
        QTest::newRow("a replica and none")
            << QList<QByteArray>{"hold", "a", "--wait-for-replica", "--no-wait-for-replica"};
        for (const char* words : {"force-release a", "expire a 5s", "evict a o", "repair a"}) {
            for (const char* reason : {"", " \t"})
                QTest::addRow("blank reason to %s%s", words, reason)
                    << (QByteArray(words).split(' ') << "--reason" << reason << "--yes");
        }
        QTest::newRow("bad URI") << QList<QByteArray>{"list", "--redis", "http://localhost"};
        QTest::newRow("no such password file") << QList<QByteArray>{"list", "--password-file", "/no/such"};
        for (const char* file : {"ca=/no/such", "ca-dir=/no/such", "cert=/no/such&key=/no/such"})
            QTest::addRow("no such file: %s", file)
                << QList<QByteArray>{"list", "--redis", QByteArray("rediss://127.0.0.1:1?") + file};
    }
    void wrongUsage()
    {
        QFETCH(QList<QByteArray>, words);
        const auto result = run(words);
        QCOMPARE(result.code, 2);
        QVERIFY(result.output.isEmpty());
        QVERIFY(!result.errors.isEmpty());
    }

    void explainsItself()
    {
        const auto help = run({"--help"});
        QCOMPARE(help.code, 0);
        for (const char* word : {"list", "watch", "hold", "force-release", "expire", "--json", "--redis", "Exit codes"})
            QVERIFY2(help.output.contains(word), word);
        QCOMPARE(run({"--version"}).code, 0);
        QVERIFY(run({"hold", "--help"}).output.contains("--lease"));
        QVERIFY(run({"expire", "--help"}).output.contains("A living watchdog may renew the lock before that"));
    }

    void noConnection()
    {
        m_sandbox->kill_server();
        const auto result = run({"list"});
        QCOMPARE(result.code, 3);
        QCOMPARE(result.errors.count('\n'), 1);
    }

    /// As during a failover: whoever only looks is not kept waiting.
    void looksWhileWritesArePaused_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<int>("code");
        const auto row = [](const char* words, int code) { QTest::newRow(words) << QByteArray(words) << code; };
        row("list", 0);
        row("show a", 0);
        row("check", 1); // the sandbox keeps nothing
        row("watch --for 1s", 0);
        row("force-release a --reason x", 2);
        row("expire a 5s --reason x", 2);
        row("repair a --reason x", 0);
    }
    void looksWhileWritesArePaused()
    {
        QFETCH(QByteArray, words);
        QFETCH(int, code);
        hold_by_hand("a", alice);
        if (m_redis->command({"CLIENT", "PAUSE", "600000", "WRITE"}).is_error())
            QSKIP("Before Redis 6.2 all commands are paused, or none.");
        const auto result = run(words.split(' '));
        QVERIFY2(result.code == code, result.output + result.errors);
    }

    void notPermitted()
    {
        m_redis->expect({"CONFIG", "SET", "requirepass", "secret"});
        const auto result = run({"list", "--json"});
        QCOMPARE(result.code, 3);
        QVERIFY(result.output.isEmpty());
        QVERIFY(!result.errors.contains("secret"));
    }

    /// Who waits in front of a terminal; not who reads a file.
    void howFarALongLookHasComeIsSaidInATerminal()
    {
        m_redis->expect({"EVAL", "for i = 1, 2500 do redis.call('SET', 'other:' .. i, 1) end", "0"});
        hold_by_hand("held", alice);
        test::FaultProxy far_away(m_sandbox->endpoint());
        far_away.delay_replies(std::chrono::milliseconds(60));
        const QByteArray uri = QByteArray::fromStdString(far_away.endpoint().uri_without_password());
        QVERIFY(run({"list", "--redis", uri}).errors.isEmpty());
        QProcess terminal;
        terminal.setProcessEnvironment(environment());
        terminal.start("script", {"-qec", LOCKCTL " list --redis " + uri, "/dev/null"});
        if (!terminal.waitForStarted(patience_ms))
            QSKIP("Without util-linux' script there is no terminal to be had.");
        const QByteArray shown = finish(terminal).output;
        const qsizetype percent = shown.indexOf("Looking for locks: ");
        const qsizetype gone = shown.lastIndexOf("\r\033[K");
        QVERIFY2(percent >= 0 && gone > percent, shown);
        QVERIFY2(shown.indexOf("held", gone) > gone, shown);
    }

    void listsOneArray()
    {
        hold_by_hand("orders:1", alice, 2);
        hold_by_hand("orders:2", bob);
        hold_by_hand("mail:1", bob);
        m_redis->expect({"PERSIST", "orders:2"});
        m_redis->expect({"HSET", "orders:profile", "name", "no lock"});
        for (const auto& words : {QList<QByteArray>{"--json", "list", "orders:*"}, {"list", "orders:*", "--json"}}) {
            const auto result = run(words);
            QCOMPARE(result.code, 0);
            QCOMPARE(result.output.count('\n'), 1);
            const auto locks = result.array();
            QCOMPARE(locks.size(), 2);
            const auto first = locks[0].toObject();
            QCOMPARE(first["name"], QJsonValue("orders:1"));
            QCOMPARE(first["type"], QJsonValue("reentrant"));
            QCOMPARE(first["type_certain"], QJsonValue(false));
            QVERIFY(first["mode"].isNull());
            QVERIFY(first["ttl_ms"].toInteger() > 50000);
            const auto holder = first["holders"].toArray()[0].toObject();
            QCOMPARE(holder["owner"], QJsonValue(QString::fromStdString(alice)));
            QCOMPARE(holder["client"], QJsonValue(QString::fromStdString(alice.substr(0, 36))));
            QCOMPARE(holder["thread"], QJsonValue(1));
            QCOMPARE(holder["count"], QJsonValue(2));
            QVERIFY(first["waiters"].toArray().isEmpty());
            QCOMPARE(first["waiting_clients"], QJsonValue(0));
            QCOMPARE(locks[1].toObject()["ttl_ms"], QJsonValue(-1));
        }
        const auto table = run({"list"});
        QCOMPARE(table.output.count('\n'), 4);
        QVERIFY(!table.output.contains('\x1b'));
    }

    void saysForWhomOfAQueueNobodyListens()
    {
        const auto deadline = QDateTime::currentMSecsSinceEpoch() + 300'000;
        m_redis->expect({"RPUSH", locks::queue_key("orders"), alice});
        m_redis->expect({"ZADD", locks::timeout_key("orders"), std::to_string(deadline), alice});
        QVERIFY(run({"list"}).output.contains("1 waiter (1 silent)"));
        QVERIFY(run({"show", "orders"}).output.contains("1 waiter (1 silent)"));
    }

    void aNameThatIsLongWidensNoOtherRow()
    {
        const std::string name(100'000, 'n');
        hold_by_hand(name, alice);
        for (int i = 0; i < 30; ++i)
            hold_by_hand("a" + std::to_string(i), alice);
        const auto table = run({"list"}).output;
        QVERIFY(table.contains(QByteArray::fromStdString(name) + "  "));
        QVERIFY2(table.size() < 110'000, std::to_string(table.size()).c_str());
    }

    void aMasterThatIsMissingIsAFailure()
    {
        SandboxClusterOptions options;
        options.node_timeout = std::chrono::minutes(1); // no node that is only slow counts as failing
        options.requires_full_coverage = false;
        SandboxCluster cluster(options);
        for (const int master : {0, 1}) {
            const auto name = cluster.key_on(master);
            RedisClient(cluster.node(master).endpoint()).expect({"HSET", name, alice, "1"});
        }
        const auto uri = QByteArray::fromStdString(cluster.endpoint().uri_without_password());
        QCOMPARE(run({"list", "--redis", uri}).code, 0);
        cluster.node(1).kill_server();
        const auto result = run({"list", "--json", "--redis", uri});
        QCOMPARE(result.array().size(), 1);
        QVERIFY2(result.errors.contains("Some locks are missing"), result.errors);
        QCOMPARE(result.code, 3);
    }

    void listsAnEmptyArray() { QCOMPARE(run({"list", "--json"}).output, QByteArray("[]\n")); }

    void listsReadersWithTheirOwnDeadlines()
    {
        m_redis->expect({"HSET", "rw", "mode", "read", alice, "1"});
        m_redis->expect({"PEXPIRE", "rw", "60000"});
        m_redis->expect({"SET", locks::reader_timeout_key("rw", alice, 1), "1", "PX", "9000"});
        const auto lock = run({"list", "--json"}).array()[0].toObject();
        QCOMPARE(lock["type"], QJsonValue("read-write"));
        QCOMPARE(lock["mode"], QJsonValue("read"));
        const auto ttl = lock["holders"].toArray()[0].toObject()["ttl_ms"].toInteger();
        QVERIFY(ttl > 0 && ttl <= 9000);
    }

    void whatMayNotBeReadIsNotSaidToBeMissing()
    {
        hold_by_hand("f", alice);
        m_redis->expect({"RPUSH", locks::queue_key("f"), bob});
        m_redis->expect({"ZADD", locks::timeout_key("f"), "9000000000000", bob});
        m_redis->expect({"ACL", "SETUSER", "default", "-zrange"});
        const auto shown = run({"show", "f"});
        QVERIFY2(shown.output.contains("  deadline unknown"), shown.output);
        QVERIFY2(!shown.output.contains("queue-without-score"), shown.output);
        QCOMPARE(run({"show", "f", "--json"}).object()["deadlines_known"], QJsonValue(false));

        m_redis->expect({"ACL", "SETUSER", "default", "-pttl"});
        const auto listed = run({"list"});
        QCOMPARE(listed.code, 3);
        QVERIFY2(listed.errors.contains("Some locks are missing: \"f\" could not be read: "), listed.errors);
        QCOMPARE(listed.output, QByteArray("No locks that could be read.\n"));
    }

    void aDeadlineOfAnotherDayHasItsDate()
    {
        hold_by_hand("f", alice);
        const auto deadline = QDateTime::currentDateTime().addDays(3);
        m_redis->expect({"RPUSH", locks::queue_key("f"), bob});
        m_redis->expect({"ZADD", locks::timeout_key("f"), std::to_string(deadline.toMSecsSinceEpoch()), bob});
        const auto shown = run({"show", "f"}).output;
        QVERIFY2(shown.contains("  until " + deadline.toString("yyyy-MM-dd HH:mm:ss.zzz").toLatin1()), shown);
    }

    void aPermitWithoutAnEndNeverEnds()
    {
        m_redis->expect({"SET", "p", "1"});
        m_redis->expect({"ZADD", "{p}:timeout", "922337203685477", std::string(16, 'x')});
        const auto shown = run({"show", "p"}).output;
        QVERIFY2(shown.contains("  count 1, never ends\n"), shown);
    }

    void namesThatAreNoTextAreKept()
    {
        const std::string name = "a\xff\x1b[31m\n";
        hold_by_hand(name, alice);
        const auto lock = run({"list", "--json"}).array()[0].toObject();
        QCOMPARE(lock["name"], QJsonValue("a\\xff\\x1b[31m\\x0a"));
        QCOMPARE(QByteArray::fromBase64(lock["name_base64"].toString().toLatin1()), QByteArray::fromStdString(name));

        const auto table = run({"list"});
        QVERIFY(table.output.contains("a\\xff\\x1b[31m\\x0a"));
        QVERIFY(!table.output.contains('\x1b') && !table.output.contains('\xff'));

        const auto shown = run({"show", QByteArray::fromStdString(name), "--json"});
        QCOMPARE(shown.code, 0);
        QCOMPARE(shown.object()["name_base64"], lock["name_base64"]);
    }

    void textIsExactInJson()
    {
        const std::string name = "订单:\"17\"\\\t\u202e";
        hold_by_hand(name, alice);
        const auto result = run({"list", "--json"});
        QCOMPARE(result.array()[0].toObject()["name"], QJsonValue(QString::fromStdString(name)));
        for (const char c : result.output)
            QVERIFY(c == '\n' || (c >= ' ' && c < '\x7f'));
    }

    void showsOneOrSaysThatThereIsNone()
    {
        hold_by_hand("a", alice, 3);
        const auto one = run({"show", "a"});
        QCOMPARE(one.code, 0);
        QVERIFY(one.output.contains(alice.c_str()) && one.output.contains("count 3"));
        const auto none = run({"show", "b", "--json"});
        QCOMPARE(none.code, 1);
        QCOMPARE(none.output, QByteArray("null\n"));
    }

    void watchSeesWhatHappens()
    {
        QProcess watch;
        start(watch, {"watch", "--json", "orders:*"});
        hold_by_hand("orders:1", alice);
        auto line = next_line(watch);
        while (!line.isEmpty() && line["change"] != "added")
            line = next_line(watch);
        QCOMPARE(line["lock"].toObject()["name"], QJsonValue("orders:1"));

        QProcess holder;
        start(holder, {"--json", "hold", "orders:2", "--lease", "2000"});
        QCOMPARE(next_line(holder)["event"], QJsonValue("acquired"));
        const auto acquired = next_event(watch, "acquired");
        QVERIFY(!acquired.isEmpty());
        holder.kill(); // -9: nobody releases it.
        QVERIFY(holder.waitForFinished(patience_ms));
        const auto expired = next_event(watch, "expired");
        QCOMPARE(expired["name"], QJsonValue("orders:2"));

        ::kill(static_cast<pid_t>(watch.processId()), SIGINT);
        QCOMPARE(finish(watch).code, 0);
    }

    void watchEndsAfterItsTime_data()
    {
        QTest::addColumn<QByteArray>("time");
        QTest::newRow("seconds") << QByteArray("0.2");
        QTest::newRow("with its unit") << QByteArray("200ms");
    }
    void watchEndsAfterItsTime()
    {
        QFETCH(QByteArray, time);
        QCOMPARE(run({"watch", "--for", time}).code, 0);
    }

    void timesCanHaveAUnit_data()
    {
        QTest::addColumn<QByteArray>("lease");
        QTest::newRow("milliseconds") << QByteArray("600000");
        QTest::newRow("ms") << QByteArray("600000ms");
        QTest::newRow("s") << QByteArray("600s");
        QTest::newRow("min") << QByteArray("10min");
        QTest::newRow("leading zeros") << QByteArray("00600000");
        QTest::newRow("leading zeros and a unit") << QByteArray("0600s");
    }
    void timesCanHaveAUnit()
    {
        QFETCH(QByteArray, lease);
        QProcess process;
        start(process, {"--json", "hold", "a", "--lease", lease});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        const auto left = m_redis->integer({"PTTL", "a"});
        QVERIFY(left > 500000 && left <= 600000);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(finish(process).code, 0);
    }

    void everyNumberIsDecimal()
    {
        hold_by_hand("a", alice);
        QVERIFY(run({"expire", "a", "010s", "--reason", "x"}).errors.contains("In 10000 ms"));
        QCOMPARE(run({"watch", "--for", "00.1"}).code, 0);
        const auto held = run({"--json", "hold", "b", "--times", "010", "--for", "0"});
        QVERIFY2(held.output.contains("\"count\":10}"), held.output);
        QCOMPARE(run({"--json", "list", "--limit", "01"}).array().size(), 1);
    }

    void withoutYesItSaysWhatItWouldDo_data()
    {
        QTest::addColumn<QList<QByteArray>>("words");
        QTest::newRow("force-release") << QList<QByteArray>{"force-release", "a"};
        QTest::newRow("expire") << QList<QByteArray>{"expire", "a", "1s"};
    }
    void withoutYesItSaysWhatItWouldDo()
    {
        QFETCH(QList<QByteArray>, words);
        hold_by_hand("a", alice);
        const auto result = run(words << "--reason"
                                      << "x");
        QCOMPARE(result.code, 2);
        QVERIFY(result.output.isEmpty());
        QVERIFY(result.errors.contains(QByteArray::fromStdString(alice)) && result.errors.contains("--yes"));
        QCOMPARE(result.errors.contains("A living watchdog may renew it before that."), words.front() == "expire");
        QCOMPARE(holder_of("a"), alice);
        QVERIFY(m_redis->integer({"PTTL", "a"}) > 1000);
    }

    /// What is repeated with --yes must not meet another holder than the one that was shown.
    void withoutYesItSaysHowToRepeatIt()
    {
        hold_by_hand("a", alice, 2);
        const auto said = run({"force-release", "a", "--reason", "x"}).errors.trimmed();
        const QByteArray before = "repeat it with ";
        QVERIFY2(said.endsWith(before + "--expect " + QByteArray::fromStdString(alice) + "=2 --yes"), said);
        const QString pasted = said.mid(said.indexOf(before) + before.size());
        const auto repeat = [&] {
            QProcess process;
            process.setProcessEnvironment(environment());
            process.start("/bin/sh", {"-c", QString(LOCKCTL) + " force-release a --reason x " + pasted});
            return finish(process).code;
        };
        m_redis->expect({"DEL", "a"});
        hold_by_hand("a", bob, 2);
        QCOMPARE(repeat(), 1);
        QCOMPARE(holder_of("a"), bob);
        m_redis->expect({"DEL", "a"});
        hold_by_hand("a", alice, 2);
        QCOMPARE(repeat(), 0);
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
    }

    void manyHoldersAreNotRepeated()
    {
        m_redis->expect({"HSET", "rw", "mode", "read"});
        for (int thread = 1; thread <= 5; ++thread)
            hold_by_hand("rw", alice + std::to_string(thread));
        QCOMPARE(run({"force-release", "rw", "--reason", "x"}).errors.count("--expect"), 5);
        hold_by_hand("rw", bob);
        const auto said = run({"force-release", "rw", "--reason", "x"}).errors;
        QVERIFY2(!said.contains("--expect") && said.contains("repeat it with --yes."), said);
    }

    void withoutYesItSaysWhatIsNotAsExpected()
    {
        hold_by_hand("a", bob);
        const auto result =
            run({"force-release", "a", "--expect", QByteArray::fromStdString(alice) + "=1", "--reason", "stuck"});
        QCOMPARE(result.code, 1);
        QVERIFY(result.output.contains(QByteArray::fromStdString(bob)));
        QVERIFY(!result.errors.contains("would release"));
        QCOMPARE(holder_of("a"), bob);
    }

    void whatCannotBeWrittenIsSaid_data()
    {
        QTest::addColumn<QString>("words");
        for (const char* words :
             {"list", "--json list", "show a", "--json show nothing", "check", "watch --for 60",
              "--json watch --for 60", "hold b --for 0", "--json hold b --for 0", "--help", "--version", "hold --help"})
            QTest::newRow(words) << QString(words);
    }
    void whatCannotBeWrittenIsSaid()
    {
        QFETCH(QString, words);
        hold_by_hand("a", alice);
        const auto result = run(words.toUtf8().split(' '), "/dev/full");
        QCOMPARE(result.code, 3);
        QVERIFY(result.errors.contains("not complete"));
    }

    void anActionWhoseResultCannotBeWrittenIsSaid_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("text") << "force-release a --reason x --yes";
        QTest::newRow("JSON") << "--json force-release a --reason x --yes";
    }
    void anActionWhoseResultCannotBeWrittenIsSaid()
    {
        QFETCH(QString, words);
        hold_by_hand("a", alice);
        const auto result = run(words.toUtf8().split(' '), "/dev/full");
        QCOMPARE(result.code, 3);
        QVERIFY2(result.errors.contains("was released"), result.errors);
        QVERIFY2(result.errors.contains("not complete"), result.errors);
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
    }

    void anActionWhoseReaderHasGoneSaysWhatItDid()
    {
        hold_by_hand("a", alice);
        QProcess process;
        process.setChildProcessModifier([] {
            std::array<int, 2> ends{};
            if (::pipe(ends.data()) == 0 && ::dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO) {
                ::close(ends[0]);
                ::close(ends[1]);
            }
            std::signal(SIGPIPE, SIG_DFL); // as a shell starts it; this test ignores it
        });
        start(process, {"force-release", "a", "--reason", "x", "--yes"});
        const auto result = finish(process);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(result.code, 3);
        QVERIFY2(result.errors.contains("was released"), result.errors);
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
    }

    void aNameInBracketsIsThatName()
    {
        hold_by_hand("[a]", bob);
        hold_by_hand("[[aa]]", alice);
        QCOMPARE(run({"force-release", "[[aa]]", "--reason", "[x]", "--yes"}).code, 0);
        QCOMPARE(m_redis->integer({"EXISTS", "[[aa]]"}), 0);
        QCOMPARE(holder_of("[a]"), bob);
        const auto entries = AuditLog(m_state.path().toStdString() + "/lockscope/audit.jsonl").read();
        QVERIFY(!entries.empty());
        QCOMPARE(entries.back().reason, std::string("[x]"));
        const auto refused = run({"show", "a", "[extra]"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.errors.contains(" [extra]"), refused.errors);
    }

    void forceReleaseDoesWhatIsExpected()
    {
        hold_by_hand("a", alice, 2);
        Subscriber waiters(m_sandbox->endpoint(), {locks::unlock_channel("a")});
        const auto result = run({"--json", "force-release", "a", "--expect", QByteArray::fromStdString(alice) + "=2",
                                 "--reason", "stuck", "--yes"});
        QCOMPARE(result.code, 0);
        QCOMPARE(result.object()["outcome"], QJsonValue("done"));
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
        QCOMPARE(waiters.take_all(*m_redis).size(), 1U);
        const auto entries = AuditLog(m_state.path().toStdString() + "/lockscope/audit.jsonl").read();
        QVERIFY(!entries.empty());
        QCOMPARE(entries.back().reason, std::string("stuck"));
    }

    void forceReleaseDoesNothingIfItIsNotAsExpected()
    {
        hold_by_hand("a", bob);
        const auto result = run({"--json", "force-release", "a", "--expect", QByteArray::fromStdString(alice) + "=1",
                                 "--reason", "stuck", "--yes"});
        QCOMPARE(result.code, 1);
        const auto found = result.object()["lock"].toObject()["holders"].toArray()[0].toObject();
        QCOMPARE(found["owner"], QJsonValue(QString::fromStdString(bob)));
        QCOMPARE(holder_of("a"), bob);
    }

    void forceReleaseTakesWhatItSees()
    {
        hold_by_hand("b", alice);
        QCOMPARE(run({"force-release", "b", "--reason", "stuck", "--yes"}).code, 0);
        QCOMPARE(m_redis->integer({"EXISTS", "b"}), 0);
        QCOMPARE(run({"force-release", "nothing", "--reason", "stuck", "--yes"}).code, 1);
    }

    void aLockOfMoreHoldersThanAreReadIsRefused_data()
    {
        QTest::addColumn<bool>("confirmed");
        QTest::newRow("asked") << false;
        QTest::newRow("with --yes") << true;
    }
    void aLockOfMoreHoldersThanAreReadIsRefused()
    {
        QFETCH(bool, confirmed);
        std::vector<std::string> words{"HSET", "rw", "mode", "read"};
        for (int thread = 1; thread <= 1200; ++thread)
            words.insert(words.end(), {alice + std::to_string(thread), "1"});
        m_redis->expect(words);
        m_redis->expect({"PEXPIRE", "rw", "60000"});
        QList<QByteArray> release{"force-release", "rw", "--reason", "x"};
        if (confirmed)
            release << "--yes";
        const auto result = run(release);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.errors.contains("1200 holders") && !result.errors.contains("would release"), result.errors);
        QCOMPARE(m_redis->integer({"HLEN", "rw"}), 1201);

        QStringList with_all;
        for (const auto& word : release)
            with_all << word;
        for (int thread = 1; thread <= 1200; ++thread)
            with_all << "--expect" << QString::fromStdString(alice) + QString::number(thread) + "=1";
        QProcess process;
        process.setProcessEnvironment(environment());
        process.start(LOCKCTL, with_all);
        const auto all = finish(process);
        QVERIFY2(all.code == (confirmed ? 0 : 2), all.errors);
        QCOMPARE(all.errors.contains("would release"), !confirmed);
        QCOMPARE(m_redis->integer({"EXISTS", "rw"}), confirmed ? 0 : 1);
    }

    void aGroupIsRefused()
    {
        const std::string value = "AAAAAAAAAAAAAAAAAAAAAA";
        m_redis->expect({"HSET", "g", value, alice, value + ':' + alice + ":lock_count", "1",
                         value + ':' + alice + ":expire_time", "9999999999999"});
        m_redis->expect({"PEXPIRE", "g", "60000"});
        QCOMPARE(run({"show", "g", "--json"}).object()["type"], QJsonValue("multi"));
        for (const auto& more : {QList<QByteArray>{}, {"--yes"}}) {
            const auto result = run(QList<QByteArray>{"force-release", "g", "--reason", "x"} + more);
            QCOMPARE(result.code, 2);
            QVERIFY2(result.errors.contains("is a group") && !result.errors.contains("would release"), result.errors);
        }
        QCOMPARE(m_redis->integer({"HLEN", "g"}), 3);
    }

    void expectTakesOwnersAsTheyArePrinted()
    {
        m_redis->expect({"HSET", "rw", "mode", "write", alice + ":write", "1"});
        QByteArray owner = QByteArray::fromStdString(alice) + ":write";
        owner.replace("0a0a", "\\x30a0\\x61");
        QCOMPARE(run({"force-release", "rw", "--expect", owner + "=1", "--reason", "x", "--yes"}).code, 0);
        QCOMPARE(m_redis->integer({"EXISTS", "rw"}), 0);
    }

    void expireShortensTheLease()
    {
        hold_by_hand("a", alice);
        const auto result = run({"expire", "a", "5000", "--reason", "stuck", "--yes"});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.output.contains("unless a living watchdog renews it before that."), result.output);
        const auto left = m_redis->integer({"PTTL", "a"});
        QVERIFY(left > 0 && left <= 5000);
    }

    void expireNeverLengthensTheLease_data()
    {
        QTest::addColumn<QList<QByteArray>>("more");
        QTest::newRow("asked") << QList<QByteArray>{};
        QTest::newRow("with --yes") << QList<QByteArray>{"--yes"};
    }
    void expireNeverLengthensTheLease()
    {
        QFETCH(QList<QByteArray>, more);
        hold_by_hand("a", alice);
        m_redis->expect({"PEXPIRE", "a", "60000"});
        const auto result = run(QList<QByteArray>{"expire", "a", "600000", "--reason", "stuck"} + more);
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains("\"a\" ends sooner already, in "), result.errors);
        QVERIFY2(result.output.contains(QByteArray::fromStdString(alice)), result.output);
        QVERIFY(m_redis->pttl("a") <= 60'000);
    }

    void withoutAnAuditLogNothingIsForced()
    {
        hold_by_hand("a", alice);
        QProcess process;
        auto environment = this->environment();
        environment.insert("XDG_STATE_HOME", "/proc/no/such");
        process.setProcessEnvironment(environment);
        process.start(LOCKCTL, {"force-release", "a", "--reason", "x", "--yes"});
        QCOMPARE(finish(process).code, 3);
        QCOMPARE(holder_of("a"), alice);
    }
};

QTEST_GUILESS_MAIN(LockctlTest)
#include "lockctl_test.moc"

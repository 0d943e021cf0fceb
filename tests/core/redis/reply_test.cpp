// SPDX-License-Identifier: Apache-2.0
// Commands and scripts as bytes, and what replies mean.
#include "redis/command.hpp"
#include "redis/reply.hpp"
#include "redis/script.hpp"

#include "support/printing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::redis;

class ReplyTest : public QObject
{
    Q_OBJECT

private slots:
    void commandsAreLengthPrefixed()
    {
        std::string bytes = "before";
        Command({"SET", std::string_view("a\r\n*1\0", 6)}).arg("").arg(-7).append_to(bytes);
        QCOMPARE(bytes, std::string("before*4\r\n$3\r\nSET\r\n$6\r\na\r\n*1\0\r\n$0\r\n\r\n$2\r\n-7\r\n", 45));
    }

    void commandsHaveTitles()
    {
        QCOMPARE(Command({"PING"}).title(), std::string("PING"));
        QCOMPARE(Command({"GET", "secret"}).title(), std::string("GET"));
        QCOMPARE(Command({"AUTH", "user", "secret"}).title(), std::string("AUTH"));
        QCOMPARE(Command({"CLIENT", "TRACKING", "ON"}).title(), std::string("CLIENT TRACKING"));
        QCOMPARE(Command({"\x1b[0m"}).title(), std::string("\\x1b[0m"));
    }

    void scriptsAreNamedByTheirSha1()
    {
        const Script script("return 1");
        QCOMPARE(script.sha(), std::string("e0e1f9fabfc9d4800c877a703b823ac0578ff8db"));
        QCOMPARE(script.evalsha({"k"}, {"a", "b"}).words(),
                 (std::vector<std::string>{"EVALSHA", script.sha(), "1", "k", "a", "b"}));
        QCOMPARE(script.eval({}, {}).words(), (std::vector<std::string>{"EVAL", "return 1", "0"}));
    }

    void errorsAreToldApartByTheirFirstWord_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Errc>("code");
        const auto row = [](const char* text, Errc code) { QTest::newRow(text) << QByteArray(text) << code; };
        row("NOAUTH Authentication required.", Errc::authentication);
        row("WRONGPASS invalid username-password pair or user is disabled.", Errc::authentication);
        row("ERR invalid password", Errc::authentication);
        row("DENIED Redis is running in protected mode", Errc::authentication);
        row("NOPERM this user has no permissions to run the 'get' command", Errc::no_permission);
        row("ERR The user executing the script can't publish to the channel script: 1, on @user_script:1.",
            Errc::no_permission);
        row("ERR ACL failure in script: User u has no permissions to run the 'del' command script: 1, on "
            "@user_script:1.",
            Errc::no_permission);
        row("NOSCRIPT No matching script. Please use EVAL.", Errc::no_script);
        row("WRONGTYPE Operation against a key holding the wrong kind of value script: 12ab, on @user_script:3.",
            Errc::wrong_type);
        row("READONLY You can't write against a read only replica.", Errc::read_only);
        row("LOADING Redis is loading the dataset in memory", Errc::loading);
        row("BUSY Redis is busy running a script.", Errc::busy);
        row("MASTERDOWN Link with MASTER is down", Errc::master_down);
        row("CLUSTERDOWN Hash slot not served", Errc::master_down);
        row("TRYAGAIN Multiple keys request during rehashing of slot", Errc::master_down);
        row("NOREPLICAS Not enough good replicas to write.", Errc::master_down);
        row("MISCONF Redis is configured to save RDB snapshots", Errc::master_down);
        row("OOM command not allowed when used memory > 'maxmemory'.", Errc::out_of_memory);
        row("MOVED 3999 127.0.0.1:6381", Errc::redirected);
        row("ASK 3999 127.0.0.1:6381", Errc::redirected);
        row("ERR unknown command", Errc::server);
        // Redis 5 and 6 within scripts.
        row("ERR Error running script (call to f_e0e1): @user_script:1: @user_script: 1: -READONLY You can't write "
            "against a read only replica. ",
            Errc::read_only);
        row("ERR Error running script (call to f_e0e1): @user_script:8: @user_script: 8: The user executing the script "
            "can't access at least one of the keys mentioned in the command arguments ",
            Errc::no_permission);
        row("ERR Error running script (call to f_e0e1): @user_script:8: @user_script: 8: The user executing the script "
            "can't publish to the channel mentioned in the command ",
            Errc::no_permission);
        row("@user_script: 8: The user executing the script can't run this command or subcommand",
            Errc::no_permission); // caught and answered by the script
        row("ERR Error running script (call to f_e0e1): @user_script:3: WRONGTYPE Operation against a key",
            Errc::wrong_type);
        row("ERR Error running script (call to f_e0e1): @user_script:3: nonsense", Errc::server);
        row("ERR Error running script (call to f_e0e1): @user_script:", Errc::server);
        row("BUSYKEY Target key name already exists.", Errc::server);
        row("WRONGTYPEX", Errc::server);
        row("", Errc::server);
        row("OOM", Errc::out_of_memory);
    }
    void errorsAreToldApartByTheirFirstWord()
    {
        QFETCH(QByteArray, text);
        QFETCH(Errc, code);
        QCOMPARE(errc_of(text.toStdString()), code);
    }

    void messagesSayWhatHelps_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("where in a script")
            << QByteArray("READONLY You can't write against a read only replica. script: "
                          "7bb9, on @user_script:217.")
            << QByteArray("READONLY You can't write against a read only replica.");
        QTest::newRow("how to kill a server")
            << QByteArray("BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.")
            << QByteArray("BUSY Redis is busy running a script.");
        QTest::newRow("no full stop") << QByteArray("NOPERM User op has no permissions to run the 'evalsha' command")
                                      << QByteArray("NOPERM User op has no permissions to run the 'evalsha' command.");
    }
    void messagesSayWhatHelps()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        Reply reply;
        reply.kind = Reply::Kind::error;
        reply.text = text.toStdString();
        const std::string said = to_error(reply, "node", "A script").message();
        QCOMPARE(QByteArray::fromStdString(said), "A script was refused by the server: " + message);
    }

    void messagesAreBoundedAndHarmless()
    {
        Reply reply;
        reply.kind = Reply::Kind::error;
        reply.text = "ERR \x1b[31m" + std::string(1 << 20, '\x01');
        const Error error = to_error(reply, "node", "GET");
        QVERIFY(error.message().size() < 2000);
        QVERIFY(error.message().find('\x1b') == std::string::npos);
        QCOMPARE(error.node(), std::string("node"));
    }

    void integers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("valid");
        for (const char* text : {"0", "-1", "9223372036854775807", "-9223372036854775808"})
            QTest::newRow(text) << QByteArray(text) << true;
        for (const char* text : {"", " 1", "1 ", "+1", "1.0", "1e3", "0x1", "9223372036854775808", "a", "-"})
            QTest::newRow(text) << QByteArray(text) << false;
    }
    void integers()
    {
        QFETCH(QByteArray, text);
        QTEST(to_integer(text.toStdString()).has_value(), "valid");
    }
};

QTEST_GUILESS_MAIN(ReplyTest)
#include "reply_test.moc"

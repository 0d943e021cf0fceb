// SPDX-License-Identifier: Apache-2.0
// What a script knows of itself: its name, and which of its commands was refused.
#include "redis/script.hpp"

#include <QTest>

using namespace lockscope::redis;

class ScriptTest : public QObject
{
    Q_OBJECT

    static constexpr std::string_view text = "-- a comment\n"
                                             "local n = redis.call('HGET', KEYS[1], 'x')\n"
                                             "if n == 1 then redis.call('del', redis.pcall('LPOP', KEYS[2])) end\n"
                                             "redis.call(ARGV[2], ARGV[3], '0')\n"
                                             "local refusal = redis.pcall('PEXPIRE', KEYS[1], 1)";
    /// In the words of Redis 7.0.
    static std::string refusal(int line)
    {
        return "ERR The user executing the script can't run this command or subcommand script: "
               "d9e75e72d21735b76eecdec91d13bd7cf5a09648, on @user_script:"
             + std::to_string(line) + '.';
    }

private slots:
    void isNamedByItsHash()
    {
        QCOMPARE(Script("return 1").sha(), std::string("e0e1f9fabfc9d4800c877a703b823ac0578ff8db"));
    }

    void theMissingRightIsFoundByTheLine_data()
    {
        QTest::addColumn<QByteArray>("refusal");
        QTest::addColumn<QByteArray>("right");
        const auto row = [](const char* title, const std::string& words, const char* right) {
            QTest::newRow(title) << QByteArray::fromStdString(words) << QByteArray(right);
        };
        row("one command", refusal(2), "+hget");
        row("two in one line", refusal(3), "+del or +lpop");
        row("given as an argument", refusal(4), "+publish");
        row("a line without commands", refusal(1), "");
        row("caught and returned", "ERR The user executing the script can't run this command or subcommand",
            "+pexpire");
        row("a line that does not exist", refusal(6), "");
        row("line 0", refusal(0), "");
        row("a negative line", refusal(-3), "");
        row("a line that is no number", refusal(2) + "@user_script:x", "");
        row("a line beyond all numbers", refusal(2) + "@user_script:99999999999999999999999", "");
        row("another error", "ERR value is not an integer script: abc, on @user_script:2.", "");
        row("keys", "ERR The user executing the script can't access at least one of the keys, on @user_script:2.", "");
        row("named by Redis 7.2 and Valkey",
            "ERR ACL failure in script: User u has no permissions to run the 'pubsub|numsub' command script: 1, on "
            "@user_script:1.",
            "+pubsub|numsub");
        row("named, but without end", "ERR ACL failure in script: User u has no permissions to run the 'del", "+del");
        row("keys, by Redis 7.2", "ERR ACL failure in script: No permissions to access a key", "");
        row("outside of the script", "NOPERM User u has no permissions to run the 'evalsha' command", "");
        row("empty", "", "");
    }
    void theMissingRightIsFoundByTheLine()
    {
        QFETCH(QByteArray, refusal);
        QFETCH(QByteArray, right);
        const Script script(text);
        QCOMPARE(script.missing_right(refusal.toStdString(), {"1", "PUBLISH", "channel"}), right.toStdString());
    }

    void anArgumentThatIsMissingNamesNothing()
    {
        QCOMPARE(Script(text).missing_right(refusal(4), {"1"}), std::string());
    }
};

QTEST_APPLESS_MAIN(ScriptTest)
#include "script_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Where a password may come from, and which wins.
#include "lockscope/sandbox.hpp"
#include "support/redis_client.hpp"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class LockctlPasswordTest : public QObject
{
    Q_OBJECT

    struct Finished
    {
        int code = -1;
        QByteArray errors;
    };

    Sandbox m_sandbox;
    QTemporaryDir m_folder;

    [[nodiscard]] QString uri(const QString& who) const
    {
        const auto& endpoint = m_sandbox.endpoint();
        return "unix://" + who + "@" + QString::fromStdString(endpoint.unix_path);
    }
    [[nodiscard]] QString file(const QByteArray& content) const
    {
        QFile file(m_folder.filePath("password"));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }
    static Finished run(const QStringList& words, const QMap<QString, QString>& variables)
    {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove("LOCKSCOPE_REDIS");
        for (const char* variable : {"LOCKSCOPE_PASSWORD", "LOCKSCOPE_SENTINEL_PASSWORD", "LOCKSCOPE_KEY_PASSPHRASE"})
            environment.remove(variable);
        for (auto variable = variables.begin(); variable != variables.end(); ++variable)
            environment.insert(variable.key(), variable.value());
        process.setProcessEnvironment(environment);
        process.start(LOCKCTL, words);
        if (!process.waitForFinished(20'000))
            process.kill();
        return {process.exitCode(), process.readAllStandardError()};
    }

    static QByteArray in_terminal(const QString& command)
    {
        QProcess process;
        process.start("script", {"-qec", command, "/dev/null"});
        return process.waitForFinished(20'000) ? process.readAllStandardOutput() : QByteArray("no answer");
    }
    /// Without util-linux' script there is none to be had.
    static bool has_terminal() { return in_terminal("echo here").trimmed() == "here"; }

    /// Answers the prompt of --ask-password; what the terminal showed is in m_shown. @return the exit code
    int typed(const QByteArray& answer, const QString& command)
    {
        QProcess process;
        process.start("script", {"-qec", QString(LOCKCTL " --redis '%1' --ask-password %2").arg(uri("app"), command),
                                 "/dev/null"});
        m_shown.clear();
        while (!m_shown.contains(": ") && process.waitForReadyRead(20'000))
            m_shown += process.readAllStandardOutput();
        process.write(answer);
        if (!process.waitForFinished(20'000))
            process.kill();
        m_shown += process.readAllStandardOutput();
        return process.exitCode();
    }
    QByteArray m_shown;

private slots:
    void initTestCase()
    {
        RedisClient redis(m_sandbox.endpoint());
        redis.expect({"ACL", "SETUSER", "app", "on", ">s e:c", "allkeys", "allchannels", "allcommands"});
    }

    void itComesFromAnywhere()
    {
        QCOMPARE(run({"list", "--redis", uri("app:s%20e%3Ac")}, {}).code, 0);
        QCOMPARE(run({"list"}, {{"LOCKSCOPE_REDIS", uri("app:s%20e%3Ac")}}).code, 0);
        QCOMPARE(run({"list", "--redis", uri("app")}, {{"LOCKSCOPE_PASSWORD", "s e:c"}}).code, 0);
        for (const char* content : {"s e:c", "s e:c\n", "s e:c\r\nmore\n"}) {
            QCOMPARE(run({"list", "--redis", uri("app"), "--password-file", file(content)}, {}).code, 0);
            QCOMPARE(run({"--password-file", file(content), "list"}, {{"LOCKSCOPE_REDIS", uri("app")}}).code, 0);
        }
    }

    void theFileWinsOverTheUriAndThatOverTheEnvironment()
    {
        QCOMPARE(run({"list", "--redis", uri("app:wrong"), "--password-file", file("s e:c")}, {}).code, 0);
        QCOMPARE(run({"list", "--redis", uri("app:s%20e%3Ac")}, {{"LOCKSCOPE_PASSWORD", "wrong"}}).code, 0);
        QCOMPARE(run({"list", "--redis", uri("app:wrong")}, {{"LOCKSCOPE_PASSWORD", "s e:c"}}).code, 3);
        QCOMPARE(run({"list", "--redis", uri("app")}, {{"LOCKSCOPE_PASSWORD", "wrong"}}).code, 3);
    }

    void aFileWithoutPasswordIsWrongUsage()
    {
        const auto missing = run({"list", "--redis", uri("app"), "--password-file", "/nowhere/at all"}, {});
        QCOMPARE(missing.code, 2);
        QVERIFY2(missing.errors.contains("/nowhere/at all"), missing.errors.constData());
        for (const auto& content : {QByteArray(), QByteArray("\nsecret\n"), QByteArray(70'000, 'x')})
            QCOMPARE(run({"list", "--redis", uri("app"), "--password-file", file(content)}, {}).code, 2);
        QCOMPARE(run({"list", "--redis", uri("app"), "--password-file", m_folder.path()}, {}).code, 2);
    }

    void aRedissonConfigurationNamesTheServerToo()
    {
        const auto configuration = [this](const QByteArray& content) {
            QFile file(m_folder.filePath("redisson.yaml"));
            if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(content) != content.size())
                qFatal("cannot write %s", qPrintable(file.fileName()));
            return file.fileName();
        };
        const QByteArray address = "redis+uds://" + QByteArray::fromStdString(m_sandbox.endpoint().unix_path);
        const QByteArray server = "singleServerConfig:\n  address: '" + address + "'\n  username: app\n";
        const auto good =
            run({"list", "--redis", configuration(server + "  password: 's e:c'\n  timeout: 3000\n")}, {});
        QCOMPARE(good.code, 0);
        QVERIFY2(good.errors.isEmpty(), good.errors.constData());
        const auto half = run({"list", "--redis", configuration(server + "  password: ${SECRET}\n")},
                              {{"LOCKSCOPE_PASSWORD", "s e:c"}, {"SECRET", "of somebody else"}});
        QCOMPARE(half.code, 0);
        QVERIFY2(half.errors.contains("password"), half.errors.constData());
        const auto many = run({"list", "--redis", configuration("clusterServersConfig: {}\n")}, {});
        QCOMPARE(many.code, 2);
        QVERIFY2(many.errors.contains("clusterServersConfig"), many.errors.constData());
    }

    void secretsWithoutUseAreWrongUsage()
    {
        const auto sentinel = run({"list", "--redis", uri("app"), "--sentinel-password-file", file("geheim")}, {});
        QCOMPARE(sentinel.code, 2);
        QVERIFY2(sentinel.errors.contains("Sentinels"), sentinel.errors.constData());
        const auto key = run({"list", "--redis", "rediss://127.0.0.1:1", "--key-passphrase-file", file("geheim")}, {});
        QCOMPARE(key.code, 2);
        QVERIFY2(key.errors.contains("passphrase"), key.errors.constData());
        const auto both = run({"list", "--redis", uri("app"), "--ask-password", "--password-file", file("x")}, {});
        QCOMPARE(both.code, 2);
        // In the environment they may stand for others.
        QCOMPARE(run({"list", "--redis", uri("app:s%20e%3Ac")},
                     {{"LOCKSCOPE_SENTINEL_PASSWORD", "x"}, {"LOCKSCOPE_KEY_PASSPHRASE", "y"}})
                     .code,
                 0);
    }

    void optionsOfAnAddressAreExplained()
    {
        const auto plain = run({"list", "--redis", "redis://:geheim@h?verify=no"}, {});
        QCOMPARE(plain.code, 2);
        QVERIFY2(plain.errors.contains("rediss://"), plain.errors.constData());
        QVERIFY(!plain.errors.contains("geheim"));
        QCOMPARE(run({"list", "--redis", uri("app:s%20e%3Ac"), "--sharded-messages", "sometimes"}, {}).code, 2);
        QCOMPARE(run({"list", "--redis", uri("app:s%20e%3Ac"), "--sharded-messages", "off"}, {}).code, 0);
    }

    void itIsAskedForOnTheTerminal()
    {
        if (!has_terminal())
            return;
        QCOMPARE(typed("s e:c\n", "list"), 0);
        QVERIFY2(m_shown.contains("Password of app at unix:"), m_shown.constData());
        QVERIFY2(!m_shown.contains("s e:c"), m_shown.constData());
        QCOMPARE(typed("wrong\n", "list"), 3);
        QCOMPARE(typed("\n", "list"), 2);
        QCOMPARE(typed("half\x03", "list"), 130); // 128 + SIGINT, as the shell says it
    }

    void withoutATerminalNobodyIsAsked()
    {
        QProcess process;
        process.start("setsid", {"-w", LOCKCTL, "--redis", uri("app"), "--ask-password", "list"});
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("--password-file"));
    }

    /// Only where somebody reads it: stderr of a script is no terminal.
    void aPasswordInTheArgumentsIsSpokenOf()
    {
        QVERIFY(run({"list", "--redis", uri("app:s%20e%3Ac")}, {}).errors.isEmpty());
        if (!has_terminal())
            return;
        const auto said = in_terminal(QString(LOCKCTL " --redis '%1' list").arg(uri("app:s%20e%3Ac")));
        QCOMPARE(said.count("password in the arguments"), 1);
        QVERIFY(!said.contains("s e:c") && !said.contains("s%20e"));
        const auto quiet =
            in_terminal(QString("LOCKSCOPE_PASSWORD='s e:c' " LOCKCTL " --redis '%1' list").arg(uri("app")));
        QVERIFY2(!quiet.contains("arguments"), quiet.constData());
    }
};

QTEST_GUILESS_MAIN(LockctlPasswordTest)
#include "lockctl_password_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"

using namespace lockscope;
using namespace lockscope::tests;

/// How long lockctl watch goes on.
class LockctlWatchTest : public QObject, private LockctlFixture
{
    Q_OBJECT

    /// lockctl watch, once it watches.
    void start_watching(QProcess& process, void (*hang_up)(int))
    {
        hold_by_hand("first", alice);
        process.setChildProcessModifier([hang_up] { ::signal(SIGHUP, hang_up); });
        start(process, {"--json", "watch"});
        QCOMPARE(next_added(process), QJsonValue("first"));
    }
    /// The name of the next lock that was not there before.
    static QJsonValue next_added(QProcess& process)
    {
        auto line = next_line(process);
        while (!line.isEmpty() && line["change"] != "added")
            line = next_line(process);
        return line["lock"].toObject()["name"];
    }
    static void hang_up(const QProcess& process) { ::kill(static_cast<pid_t>(process.processId()), SIGHUP); }

private slots:
    void init() { start_server(); }
    void cleanup() { stop_server(); }

    void itEndsWithItsTerminal()
    {
        QProcess process;
        start_watching(process, SIG_DFL);
        hang_up(process);
        QVERIFY(process.waitForFinished(patience_ms));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
    }

    /// As nohup starts it.
    void itOutlivesItsTerminalWhereHangUpsAreIgnored()
    {
        QProcess process;
        start_watching(process, SIG_IGN);
        hang_up(process);
        hold_by_hand("second", bob);
        QCOMPARE(next_added(process), QJsonValue("second"));
        QCOMPARE(process.state(), QProcess::Running);
        process.terminate();
        QVERIFY(process.waitForFinished(patience_ms));
        QCOMPARE(process.exitCode(), 0);
    }
};

QTEST_GUILESS_MAIN(LockctlWatchTest)
#include "lockctl_watch_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"

using namespace lockscope;
using namespace lockscope::tests;

class LockctlHoldTest : public QObject, private LockctlFixture
{
    Q_OBJECT

private slots:
    void init() { start_server(); }
    void cleanup() { stop_server(); }

    void holdsUntilTheTimeIsOver()
    {
        QProcess process;
        start(process, {"--json", "hold", "a", "--for", "3000", "--times", "3"});
        const auto acquired = next_line(process);
        QCOMPARE(acquired["event"], QJsonValue("acquired"));
        QCOMPARE(acquired["name"], QJsonValue("a"));
        QCOMPARE(acquired["count"], QJsonValue(3));
        QCOMPARE(acquired["owner"], QJsonValue(QString::fromStdString(holder_of("a"))));
        QCOMPARE(m_redis->list({"HVALS", "a"}).at(0), std::string("3"));
        const auto ttl = m_redis->integer({"PTTL", "a"});
        QVERIFY(ttl > 20000 && ttl <= 30000);
        QCOMPARE(next_line(process)["event"], QJsonValue("released"));
        QCOMPARE(finish(process).code, 0);
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
    }

    void aSignalEndsTheHold_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("INT") << SIGINT;
        QTest::newRow("TERM") << SIGTERM;
        QTest::newRow("HUP") << SIGHUP;
    }
    void aSignalEndsTheHold()
    {
        QFETCH(int, signal);
        QProcess process;
        start(process, {"--json", "hold", "a"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QCOMPARE(next_line(process)["event"], QJsonValue("released"));
        QCOMPARE(finish(process).code, 0);
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
    }

    void aSignalEndsTheWait()
    {
        hold_by_hand("a", alice);
        QProcess process;
        start(process, {"hold", "a"});
        const auto channel = locks::unlock_channel("a");
        QTRY_COMPARE_WITH_TIMEOUT(m_redis->subscribers(channel), std::int64_t(1), patience_ms);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        const auto result = finish(process);
        QCOMPARE(result.code, 1);
        QVERIFY(result.output.isEmpty());
        QCOMPARE(holder_of("a"), alice);
    }

    void doesNotGetWhatIsHeld_data()
    {
        QTest::addColumn<QByteArray>("wait");
        QTest::newRow("at once") << QByteArray("0");
        QTest::newRow("after a while") << QByteArray("200");
    }
    void doesNotGetWhatIsHeld()
    {
        QFETCH(QByteArray, wait);
        hold_by_hand("a", alice);
        const auto result = run({"--json", "hold", "a", "--wait", wait});
        QCOMPARE(result.code, 1);
        QVERIFY(result.output.isEmpty());
        QVERIFY(!result.errors.isEmpty());
    }

    void getsWhatIsReleasedInTime()
    {
        QProcess first;
        QProcess second;
        start(first, {"--json", "hold", "a"});
        QCOMPARE(next_line(first)["event"], QJsonValue("acquired"));
        start(second, {"--json", "hold", "a", "--wait", "20000", "--for", "1"});
        const auto channel = locks::unlock_channel("a");
        QTRY_COMPARE_WITH_TIMEOUT(m_redis->subscribers(channel), std::int64_t(1), patience_ms);
        ::kill(static_cast<pid_t>(first.processId()), SIGTERM);
        QCOMPARE(next_line(second)["event"], QJsonValue("acquired"));
        QCOMPARE(finish(second).code, 0);
        QCOMPARE(finish(first).code, 0);
    }

    void saysThatItLostTheLock_data()
    {
        QTest::addColumn<QByteArray>("how");
        QTest::newRow("deleted") << QByteArray("DEL");
        QTest::newRow("somebody else's") << QByteArray("taken");
        QTest::newRow("flushed") << QByteArray("FLUSHALL");
    }
    void saysThatItLostTheLock()
    {
        QFETCH(QByteArray, how);
        QProcess process;
        start(process, {"--json", "hold", "a"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        if (how == "FLUSHALL")
            m_redis->expect({"FLUSHALL"});
        else
            m_redis->expect({"DEL", "a"});
        if (how == "taken")
            hold_by_hand("a", alice);
        const auto lost = next_line(process);
        QCOMPARE(lost["event"], QJsonValue("lost"));
        QCOMPARE(lost["reason"], QJsonValue("taken"));
        QCOMPARE(finish(process).code, 4);
        if (how == "taken")
            QCOMPARE(holder_of("a"), alice);
    }

    void aLeaseThatEndsFirstIsALoss()
    {
        QProcess process;
        start(process, {"--json", "hold", "a", "--lease", "300", "--for", "60000"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        QCOMPARE(next_line(process)["event"], QJsonValue("lost"));
        QCOMPARE(finish(process).code, 4);
    }

    void runsACommandAndReturnsItsCode()
    {
        const auto result = run({"hold", "a", "--", "sh", "-c", "echo held; exit 7"});
        QCOMPARE(result.code, 7);
        QCOMPARE(result.output, QByteArray("held\n")); // What we say goes elsewhere.
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
        QCOMPARE(run({"hold", "a", "--", "no-such-command"}).code, 127);
        QCOMPARE(run({"hold", "a", "--", "sh", "-c", "kill -KILL $$"}).code, 137);
    }

    void theCommandGetsItsArgumentsAsTheyAre()
    {
        const auto result = run({"hold", "list", "--", "printf", "[%s]", "--json", "", "a b", "--", "show"});
        QCOMPARE(result.code, 0);
        QCOMPARE(result.output, QByteArray("[--json][][a b][--][show]"));
    }

    void passesSignalsOnToTheCommand()
    {
        QProcess process;
        start(process, {"hold", "a", "--", "sh", "-c", "trap 'exit 9' TERM; echo ready; while :; do sleep 0.05; done"});
        QVERIFY(process.waitForReadyRead(patience_ms));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(finish(process).code, 9);
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
    }

    void aLossEndsTheCommand()
    {
        QProcess process;
        start(process, {"hold", "a", "--", "sh", "-c", "echo ready; exec sleep 60"});
        QVERIFY(process.waitForReadyRead(patience_ms));
        m_redis->expect({"DEL", "a"});
        const auto result = finish(process);
        QCOMPARE(result.code, 4);
        QVERIFY(result.errors.contains("lost"));
    }
};

QTEST_GUILESS_MAIN(LockctlHoldTest)
#include "lockctl_hold_test.moc"

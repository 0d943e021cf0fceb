// SPDX-License-Identifier: Apache-2.0
// The demonstrations that anyone can run: each ends as it is announced, and leaves nothing behind.
#include "lockctl_fixture.hpp"

#include <filesystem>

using namespace lockscope;
using namespace lockscope::tests;

class LockctlDemoTest : public QObject, private LockctlFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { start_server(); }
    void cleanupTestCase() { stop_server(); }

    void endsAsAnnounced_data()
    {
        QTest::addColumn<QByteArray>("protection");
        QTest::addColumn<QByteArray>("promise");
        QTest::addColumn<QByteArray>("lastWords");
        QTest::newRow("nothing: two holders")
            << QByteArray("none") << QByteArray("two clients hold one lock") << QByteArray("two holders at once");
        QTest::newRow("WAIT: the acquisition fails instead")
            << QByteArray("wait") << QByteArray("the first acquisition fails") << QByteArray("Bob is the only holder");
        QTest::newRow("RedLock: one holder")
            << QByteArray("redlock") << QByteArray("five independent masters") << QByteArray("there is one holder");
    }
    void endsAsAnnounced()
    {
        QFETCH(QByteArray, protection);
        QFETCH(QByteArray, promise);
        QFETCH(QByteArray, lastWords);
        const QTemporaryDir servers; // Theirs, to see what is left of them.
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", servers.path().toUtf8());
        const auto result = run({"demo", "failover", "--protection", protection});
        before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QVERIFY2(result.code == 0, result.output + result.errors);
        QVERIFY2(result.output.contains(promise), result.output);
        QVERIFY2(result.output.contains(lastWords), result.output);
        QVERIFY2(result.output.endsWith("It went as announced.\n"), result.output);
        QVERIFY(result.output.contains(" 1. "));
        QVERIFY(std::filesystem::is_empty(servers.path().toStdString()));
    }

    void tellsTheStepsAsJsonToo()
    {
        const auto result = run({"demo", "failover", "--protection", "redlock", "--json"});
        QCOMPARE(result.code, 0);
        const auto lines = result.output.trimmed().split('\n');
        QVERIFY(lines.size() > 3);
        const auto line = [&](int index) { return QJsonDocument::fromJson(lines.at(index)).object(); };
        QCOMPARE(line(0)["event"].toString(), QString("announced"));
        QCOMPARE(line(1)["number"].toInt(), 1);
        QCOMPARE(line(static_cast<int>(lines.size()) - 1)["as_announced"].toBool(), true);
    }

    void saysWhatNobodyCanRead()
    {
        const auto result = run({"demo", "failover", "--protection", "redlock"}, "/dev/full");
        QCOMPARE(result.code, 3);
    }

    void saysWhatIsMissing()
    {
        const auto result = run({"demo", "failover", "--server", "no-such-server"});
        QCOMPARE(result.code, 2);
        QVERIFY(result.errors.contains("no-such-server was not found"));
    }

    void anUnknownLessonIsWrongUsage() { QCOMPARE(run({"demo", "juggling"}).code, 2); }
};

QTEST_GUILESS_MAIN(LockctlDemoTest)
#include "lockctl_demo_test.moc"

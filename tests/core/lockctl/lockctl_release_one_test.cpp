// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"

using namespace lockscope;
using namespace lockscope::tests;

/// lockctl release-one.
class LockctlReleaseOneTest : public QObject, private LockctlFixture
{
    Q_OBJECT

    const std::string m_permit = std::string(32, '1');

    void read(const std::string& reader, int count = 1)
    {
        m_redis->expect({"HSET", "rw", "mode", "read", reader, std::to_string(count)});
        m_redis->expect({"PEXPIRE", "rw", "60000"});
        for (int hold = 1; hold <= count; ++hold)
            m_redis->expect({"SET", locks::reader_timeout_key("rw", reader, hold), "1", "PX", "60000"});
    }
    void take_permits()
    {
        m_redis->expect({"SET", "s", "0"});
        for (const char byte : {'\x11', '\x22'})
            m_redis->expect({"ZADD", locks::permit_timeout_key("s"), "922337203685477", std::string(16, byte)});
    }
    std::vector<AuditEntry> audit() const
    {
        return AuditLog(m_state.path().toStdString() + "/lockscope/audit.jsonl").read();
    }
    static QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(text); }

private slots:
    void init()
    {
        start_server();
        read(alice, 2);
        read(bob);
    }
    void cleanup() { stop_server(); }

    void wrongUsage_data()
    {
        QTest::addColumn<QList<QByteArray>>("words");
        QTest::newRow("no owner") << QList<QByteArray>{"release-one", "rw", "--reason", "x", "--yes"};
        QTest::newRow("no reason") << QList<QByteArray>{"release-one", "rw", "o", "--yes"};
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
        QVERIFY(run({"--help"}).output.contains("release-one"));
        QVERIFY(run({"release-one", "--help"}).output.contains("goes on working"));
    }

    void withoutYesItSaysWhatItWouldDo()
    {
        take_permits();
        const auto reader = run({"release-one", "rw", bytes(alice), "--reason", "x"});
        QCOMPARE(reader.code, 2);
        QVERIFY(reader.output.isEmpty());
        QVERIFY2(reader.errors.contains("remove the reader " + bytes(alice) + "=2 from \"rw\""), reader.errors);
        QVERIFY2(reader.errors.contains("its lease ends in ") && reader.errors.contains("1 other goes on reading"),
                 reader.errors);
        QVERIFY2(reader.errors.contains("repeat it with --yes"), reader.errors);
        const auto permit = run({"release-one", "s", bytes(m_permit), "--reason", "x"});
        QCOMPARE(permit.code, 2);
        QVERIFY2(permit.errors.contains("give the permit " + bytes(m_permit) + " back to \"s\""), permit.errors);
        QVERIFY2(permit.errors.contains("never ends") && permit.errors.contains("1 other stays taken"), permit.errors);
        QCOMPARE(m_redis->integer({"HLEN", "rw"}), std::int64_t(3));
        QVERIFY(audit().empty());
    }

    void releasesAReader()
    {
        const auto result = run({"--json", "release-one", "rw", bytes(alice), "--reason", "it died", "--yes"});
        QVERIFY2(result.code == 0, result.errors);
        QCOMPARE(result.object()["outcome"], QJsonValue("done"));
        QVERIFY(m_redis->hash("rw") == (std::map<std::string, std::string>{{"mode", "read"}, {bob, "1"}}));
        QCOMPARE(audit().back().action, std::string("release-one"));
        QCOMPARE(audit().back().reason, std::string("it died"));
    }

    void givesAPermitBack()
    {
        take_permits();
        const auto result = run({"release-one", "s", bytes(m_permit), "--reason", "it died", "--yes"});
        QVERIFY2(result.code == 0, result.errors);
        QVERIFY2(result.output.contains("was given back"), result.output);
        QCOMPARE(m_redis->text({"GET", "s"}), std::string("1"));
    }

    void whoIsNotThereIsSaidNotToBe()
    {
        const auto result = run({"release-one", "rw", "somebody", "--reason", "x", "--yes"});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains("somebody does not have \"rw\""), result.errors);
        QVERIFY(result.output.contains(bytes(bob))); // what is there
        QCOMPARE(run({"release-one", "nothing", "o", "--reason", "x", "--yes"}).code, 1);
    }

    void whatHasNoSingleHoldsIsLeftAlone()
    {
        hold_by_hand("a", alice);
        m_redis->expect({"HSET", "w", "mode", "write", alice + ":write", "1"});
        m_redis->expect({"PEXPIRE", "w", "60000"});
        const auto reentrant = run({"release-one", "a", bytes(alice), "--reason", "x", "--yes"});
        QCOMPARE(reentrant.code, 2);
        QVERIFY2(reentrant.errors.contains("is a reentrant"), reentrant.errors);
        const auto written = run({"release-one", "w", bytes(alice + ":write"), "--reason", "x", "--yes"});
        QCOMPARE(written.code, 2);
        QVERIFY2(written.errors.contains("held for writing"), written.errors);
        QVERIFY(m_redis->exists("a") && m_redis->exists("w"));
    }

    void noConnection()
    {
        m_sandbox->kill_server();
        QCOMPARE(run({"release-one", "rw", "o", "--reason", "x", "--yes"}).code, 3);
    }
};

QTEST_GUILESS_MAIN(LockctlReleaseOneTest)
#include "lockctl_release_one_test.moc"

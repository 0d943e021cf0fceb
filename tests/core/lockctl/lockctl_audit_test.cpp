// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"

#include "support/fault_proxy.hpp"

#include <filesystem>

using namespace lockscope;
using namespace lockscope::tests;
using test::FaultProxy;
namespace fs = std::filesystem;

/// What the audit log says of lockctl's actions, and what lockctl does without it.
class LockctlAuditTest : public QObject, private LockctlFixture
{
    Q_OBJECT

    std::unique_ptr<FaultProxy> m_proxy;

    fs::path log() const { return fs::path(m_state.path().toStdString()) / "lockscope" / "audit.jsonl"; }
    std::vector<AuditEntry> audit() const { return AuditLog(log()).read(); }

    void fill_the_disk() const
    {
        fs::create_directories(log().parent_path());
        fs::remove(log());
        fs::create_symlink("/dev/full", log());
    }

    QList<QByteArray> force_release() const
    {
        return {"--redis",       QByteArray::fromStdString(m_proxy->endpoint().uri_without_password()),
                "force-release", "a",
                "--reason",      "stuck",
                "--yes"};
    }

    /// lockctl force-release, whose script is on its way: it is the one that publishes.
    void start_and_hold(QProcess& process, const QList<QByteArray>& more = {})
    {
        hold_by_hand("a", alice);
        m_proxy->inject(FaultProxy::Fault::hold_requests, FaultProxy::with_word("PUBLISH"));
        // Whoever runs the tests may ignore them.
        process.setChildProcessModifier([] {
            for (const int number : {SIGINT, SIGTERM, SIGHUP})
                ::signal(number, SIG_DFL);
        });
        start(process, force_release() + more);
        QVERIFY(m_proxy->wait_injected(1));
    }

private slots:
    void init()
    {
        start_server();
        m_proxy = std::make_unique<FaultProxy>(m_sandbox->endpoint());
    }
    void cleanup()
    {
        m_proxy.reset();
        stop_server();
        fs::remove(log());
    }

    void onAFullDiskNothingIsDone()
    {
        hold_by_hand("a", alice);
        fill_the_disk();
        const auto result = run(force_release());
        QCOMPARE(result.code, 3);
        QCOMPARE(result.errors.count('\n'), 1);
        QVERIFY2(result.errors.contains("audit.jsonl cannot be written"), result.errors);
        QVERIFY2(result.errors.contains("XDG_STATE_HOME"), result.errors);
        QCOMPARE(holder_of("a"), alice);
    }

    void anOutcomeThatCannotBeWrittenIsSaid()
    {
        QProcess process;
        start_and_hold(process);
        fill_the_disk();
        m_proxy->release_held();
        const auto result = finish(process);
        QVERIFY2(result.output.contains("was released"), result.output);
        QVERIFY2(result.errors.contains("audit.jsonl cannot be written"), result.errors);
        QCOMPARE(result.code, 3);
        QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
    }

    /// Holder and count look the same, but it is another hold, unless only those were asked for.
    void aFencedLockThatWasTakenAnewIsKept_data()
    {
        QTest::addColumn<QList<QByteArray>>("more");
        QTest::addColumn<int>("code");
        QTest::newRow("as it is now") << QList<QByteArray>{} << 1;
        QTest::newRow("as --expect says")
            << QList<QByteArray>{"--expect", QByteArray::fromStdString(alice) + "=1"} << 0;
    }
    void aFencedLockThatWasTakenAnewIsKept()
    {
        QFETCH(QList<QByteArray>, more);
        QFETCH(int, code);
        m_redis->expect({"SET", locks::token_key("a"), "7"});
        QProcess process;
        start_and_hold(process, more);
        m_redis->expect({"INCR", locks::token_key("a")});
        m_proxy->release_held();
        const auto result = finish(process);
        QCOMPARE(result.code, code);
        QCOMPARE(holder_of("a"), code == 0 ? std::string() : alice);
        QCOMPARE(result.errors.contains("taken anew"), code != 0);
    }

    void whoeverIsKilledLeavesWhatHeBegan()
    {
        QProcess process;
        start_and_hold(process);
        process.kill();
        QVERIFY(process.waitForFinished(patience_ms));
        const auto entries = audit();
        QCOMPARE(entries.size(), 1U);
        QCOMPARE(entries[0].outcome, std::string("begun"));
        QCOMPARE(entries[0].action, std::string("force-release"));
        QCOMPARE(entries[0].lock, std::string("a"));
        QCOMPARE(entries[0].before, alice + "=1");
        QCOMPARE(entries[0].reason, std::string("stuck"));
        QVERIFY(!entries[0].user.empty());
    }

    void aSignalWaitsForTheOutcome_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void aSignalWaitsForTheOutcome()
    {
        QFETCH(int, number);
        QProcess process;
        start_and_hold(process);
        ::kill(static_cast<pid_t>(process.processId()), number);
        // Once more, for whoever presses Ctrl+C again.
        ::kill(static_cast<pid_t>(process.processId()), number);
        m_proxy->release_held();
        const auto result = finish(process);
        QVERIFY2(result.output.contains("was released"), result.errors);
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(result.code, number);
        QCOMPARE(audit().size(), 1U);
        QCOMPARE(audit().back().outcome, std::string("done"));
    }

    /// Whoever insists has a reason not to wait, and the log says that it was begun.
    void theThirdSignalIsObeyedAtOnce()
    {
        QProcess process;
        start_and_hold(process);
        int sent = 0;
        QVERIFY(test::until([&] {
            ++sent;
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
            return process.waitForFinished(20);
        }));
        QVERIFY2(sent >= 3, std::to_string(sent).c_str());
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(audit().size(), 1U);
        QCOMPARE(audit().back().outcome, std::string("begun"));
    }
};

QTEST_GUILESS_MAIN(LockctlAuditTest)
#include "lockctl_audit_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"

#include "support/documented_acl.hpp"

#include <utility>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lockscope;
using namespace lockscope::tests;

/// A small pipe with a name, whose reader just has it open.
class Pipe
{
public:
    explicit Pipe(QByteArray path) : m_path(std::move(path))
    {
        ::mkfifo(m_path.constData(), 0600);
        m_reader = ::open(m_path.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        m_capacity = ::fcntl(m_reader, F_SETPIPE_SZ, 4096);
    }
    ~Pipe()
    {
        leave();
        ::unlink(m_path.constData());
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] const QByteArray& path() const { return m_path; }
    [[nodiscard]] int capacity() const { return m_capacity; }
    [[nodiscard]] int waiting() const ///< Bytes that nobody has read.
    {
        int bytes = 0;
        return ::ioctl(m_reader, FIONREAD, &bytes) == 0 ? bytes : -1;
    }
    void leave()
    {
        if (m_reader != -1)
            ::close(std::exchange(m_reader, -1));
    }

private:
    QByteArray m_path;
    int m_reader = -1;
    int m_capacity = 0;
};

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
    /// The address of the server for a user with only these rights.
    QByteArray as_viewer(const QByteArray& rules)
    {
        test::Rules all{"on", ">secret", "~*", "&*"};
        for (const QByteArray& rule : rules.split(' '))
            all.push_back(rule.toStdString());
        test::user_with(*m_redis, m_sandbox->endpoint(), "viewer", all);
        return "unix://viewer:secret@" + QByteArray::fromStdString(m_sandbox->endpoint().unix_path);
    }
    /// What was said until the end of a line of these words.
    static QByteArray said_until(QProcess& process, const QByteArray& words, int timeout_ms = patience_ms)
    {
        QByteArray said;
        static_cast<void>(QTest::qWaitFor(
            [&] {
                said += process.readAllStandardError();
                return said.endsWith('\n') && said.contains(words);
            },
            timeout_ms));
        return said;
    }
    static void hang_up(const QProcess& process) { ::kill(static_cast<pid_t>(process.processId()), SIGHUP); }

private slots:
    void init() { start_server(); }
    void cleanup() { stop_server(); }

    void whatWasThereBeforeWasHeldForAtLeastSoLong()
    {
        QProcess process;
        start_watching(process, SIG_DFL);
        const std::string release = "redis.call('DEL', KEYS[1]) redis.call('PUBLISH', ARGV[1], '0')";
        m_redis->expect({"EVAL", release, "1", "first", locks::unlock_channel("first")});
        const auto event = next_event(process, "released");
        QVERIFY(event["held_ms"].toInt(-1) >= 0);
        QCOMPARE(event["held_exact"], QJsonValue(false));
        process.kill();
        finish(process);
    }

    void itEndsWithItsTerminal()
    {
        QProcess process;
        start_watching(process, SIG_DFL);
        hang_up(process);
        QVERIFY(process.waitForFinished(patience_ms));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
    }

    /// Its output is a pipe that is open, full, and not read.
    void itEndsAlthoughNobodyReads_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("INT") << SIGINT;
        QTest::newRow("TERM") << SIGTERM;
        QTest::newRow("HUP") << SIGHUP;
        QTest::newRow("its time is over") << 0;
    }
    void itEndsAlthoughNobodyReads()
    {
        QFETCH(int, signal);
        Pipe pipe(m_state.filePath("pipe").toLocal8Bit());
        hold_by_hand(std::string(100'000, 'n'), alice);

        QProcess process;
        process.setStandardOutputFile(QString::fromLocal8Bit(pipe.path()));
        process.setChildProcessModifier([] {
            for (const int number : {SIGINT, SIGTERM, SIGHUP})
                ::signal(number, SIG_DFL);
        });
        start(process, {"--json", "watch", "--for", signal == 0 ? "10s" : "1h"}); // by then the pipe is full
        QTRY_COMPARE_WITH_TIMEOUT(pipe.waiting(), pipe.capacity(), patience_ms);
        if (signal != 0)
            ::kill(static_cast<pid_t>(process.processId()), signal);
        const auto result = finish(process);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(result.code, 3);
        QVERIFY2(result.errors.contains("not complete"), result.errors);
    }

    void aReaderThatLeavesIsNoFailure()
    {
        Pipe pipe(m_state.filePath("pipe").toLocal8Bit());
        hold_by_hand("first", alice);
        QProcess process;
        process.setStandardOutputFile(QString::fromLocal8Bit(pipe.path()));
        start(process, {"--json", "watch"});
        QTRY_VERIFY_WITH_TIMEOUT(pipe.waiting() > 0, patience_ms);
        pipe.leave();
        hold_by_hand("second", bob);
        const auto result = finish(process);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(result.code, 0);
        QVERIFY2(result.errors.isEmpty(), result.errors);
    }

    void missingRightsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<QByteArray>("missing");
        QTest::addColumn<int>("code");
        QTest::newRow("only PING") << QByteArray("+ping") << QByteArray(" +hscan ") << 3;
        QTest::newRow("no reading") << QByteArray("+@all -hscan") << QByteArray(" +hscan. ") << 3;
        QTest::newRow("no scan") << QByteArray("+@all -scan") << QByteArray(" +scan; ") << 0; // what changes is seen
        QTest::newRow("no scan, no news") << QByteArray("+@all -scan -subscribe -pubsub") << QByteArray(" +scan ") << 3;
    }
    void missingRightsAreNamed()
    {
        QFETCH(QByteArray, rules);
        QFETCH(QByteArray, missing);
        QFETCH(int, code);
        hold_by_hand("first", alice);
        QProcess process;
        start(process, {"--redis", as_viewer(rules), "watch"});
        const QByteArray said = said_until(process, "Rights are missing: ");
        QVERIFY2(said.contains("Rights are missing: ") && said.contains(missing), said);
        QVERIFY2(said.contains("No lock can be found or read") == (code == 3), said);
        process.terminate();
        const auto result = finish(process);
        QVERIFY2(result.errors.isEmpty(), result.errors); // said once
        QCOMPARE(result.code, code);
    }

    void rightsThatAreGivenLaterAreSaid()
    {
        hold_by_hand("first", alice);
        QProcess process;
        start(process, {"--redis", as_viewer("+@all -scan"), "--json", "watch"});
        QVERIFY(said_until(process, "Rights are missing: ").contains("+scan"));
        m_redis->expect({"ACL", "SETUSER", "viewer", "+scan"});
        const QByteArray said = said_until(process, "No right is missing any more.", 3 * patience_ms);
        QVERIFY2(said.contains("No right is missing any more."), said); // they are looked at now and then
        QCOMPARE(next_added(process), QJsonValue("first"));
        process.terminate();
        QCOMPARE(finish(process).code, 0);
    }

    void aServerThatRefusesToWriteIsToldOf()
    {
        QProcess process;
        start_watching(process, SIG_DFL);
        m_redis->expect({"CONFIG", "SET", "min-replicas-to-write", "1"});
        QVERIFY(said_until(process, "released.").contains("The server has none of the replicas"));
        m_redis->expect({"CONFIG", "SET", "min-replicas-to-write", "0"});
        QVERIFY(said_until(process, "locks can be taken.").contains("The server writes again"));
        process.terminate();
        QCOMPARE(finish(process).code, 0);
    }

    void aLostConnectionIsToldInSentences()
    {
        QProcess process;
        start_watching(process, SIG_DFL);
        m_sandbox->kill_server();
        const QByteArray said = said_until(process, "Trying again.");
        QVERIFY2(said.contains("Connection lost: ") && said.contains(". Trying again.\n"), said);
        process.terminate();
        QCOMPARE(finish(process).code, 0);
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

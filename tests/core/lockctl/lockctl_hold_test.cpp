// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"

#include "counting_scripts.hpp"
#include "lockscope/holdable.hpp"
#include "redis/script.hpp"
#include "support/fault_proxy.hpp"

#include <QFile>
#include <QScopeGuard>

#include <chrono>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

using namespace lockscope;
using namespace lockscope::tests;

class LockctlHoldTest : public QObject, private LockctlFixture
{
    Q_OBJECT

    std::vector<std::unique_ptr<Sandbox>> m_more; ///< Of a RedLock, beside the one that all tests have.

    QList<QByteArray> three_servers()
    {
        while (m_more.size() < 2)
            m_more.push_back(std::make_unique<Sandbox>());
        QList<QByteArray> words{"--redis", QByteArray::fromStdString(m_sandbox->endpoint().uri_without_password())};
        for (const auto& sandbox : m_more)
            words << "--redis" << QByteArray::fromStdString(sandbox->endpoint().uri_without_password());
        return words;
    }
    QStringList keys()
    {
        QStringList names;
        for (const std::string& name : m_redis->list({"KEYS", "*"}))
            names << QString::fromStdString(name);
        names.sort();
        return names;
    }
    std::int64_t servers_that_have(const std::string& name)
    {
        std::int64_t count = m_redis->integer({"EXISTS", name});
        for (const auto& sandbox : m_more)
            count += RedisClient(sandbox->endpoint()).integer({"EXISTS", name});
        return count;
    }
    /// "a" is what --type counts or locks.
    void make(const QByteArray& type)
    {
        if (type == "semaphore" || type == "permit")
            m_redis->expect({"SET", "a", "2"});
    }

private slots:
    void init() { start_server(); }
    void cleanup()
    {
        m_more.clear();
        stop_server();
    }

    void holdsAndReleasesEveryType_data()
    {
        QTest::addColumn<QString>("role"); // what the field in Redis says beyond the owner
        QTest::addColumn<QStringList>("left");
        for (const char* type : {"reentrant", "read", "fair", "spin", "non-reentrant", "non-reentrant-fair", "red"})
            QTest::newRow(type) << QString() << QStringList();
        QTest::newRow("write") << QStringLiteral(":write") << QStringList();
        QTest::newRow("fenced") << QString() << QStringList{"redisson_lock_token:{a}"};
        QTest::newRow("multi") << QString() << QStringList();
        QTest::newRow("semaphore") << QString() << QStringList{"a"};
        QTest::newRow("permit") << QString() << QStringList{"a"};
        QCOMPARE(all_hold_kinds.size(), 12U);
    }
    void holdsAndReleasesEveryType()
    {
        QFETCH(QString, role);
        QFETCH(QStringList, left);
        const QByteArray type = QTest::currentDataTag();
        const bool is_counter = type == "semaphore" || type == "permit";
        make(type);
        QList<QByteArray> words{"--json", "hold", "a", "--type", type};
        if (type == "multi")
            words << "b";
        if (type == "red")
            words << three_servers();
        QProcess process;
        start(process, words);
        const auto acquired = next_line(process);
        QCOMPARE(acquired["event"], QJsonValue("acquired"));
        QCOMPARE(acquired["count"], QJsonValue(1));
        QCOMPARE(acquired["token"], type == "fenced" ? QJsonValue(1) : QJsonValue(QJsonValue::Undefined));
        const std::string owner = (acquired["owner"].toString() + role).toStdString();
        QVERIFY(!owner.empty());
        if (type == "red")
            QVERIFY(servers_that_have("a") >= 2);
        else if (is_counter)
            QCOMPARE(m_redis->text({"GET", "a"}), std::string("1"));
        else
            QCOMPARE(m_redis->integer({"HEXISTS", "a", owner}), 1);
        if (type == "multi")
            QCOMPARE(holder_of("b"), owner);

        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(next_line(process)["event"], QJsonValue("released"));
        QCOMPARE(finish(process).code, 0);
        if (type == "red")
            QVERIFY(servers_that_have("a") < 2); // a minority may answer too late to be heard
        else
            QCOMPARE(keys(), left);
        if (is_counter)
            QCOMPARE(m_redis->text({"GET", "a"}), std::string("2"));
    }

    void namesInBracketsAreNotTakenApart()
    {
        QProcess process;
        start(process, {"--json", "hold", "x", "[y,z]", "--type", "multi", "w", "[]", "[[aa]]"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        QCOMPARE(keys(), (QStringList{"[[aa]]", "[]", "[y,z]", "w", "x"}));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(next_line(process)["event"], QJsonValue("released"));
        QCOMPARE(finish(process).code, 0);
    }

    /// The first of those that are given back may have been: nobody knows. It is not given back a second time, and
    /// keeps no other.
    void aPermitWhoseReleaseIsUnknownIsNotGivenBackAgain()
    {
        make("semaphore");
        test::FaultProxy proxy(m_sandbox->endpoint());
        const redis::Script giving_back(locks::scripts::semaphore_add);
        m_redis->expect({"SCRIPT", "LOAD", std::string(locks::scripts::semaphore_add)}); // the first call is executed
        proxy.inject(test::FaultProxy::Fault::swallow_and_reset, test::FaultProxy::script(giving_back.sha()));
        QProcess process;
        start(process, {"--redis", QByteArray::fromStdString(proxy.endpoint().uri_without_password()), "hold", "a",
                        "--type", "semaphore", "--times", "3", "--wait", "0"});
        QCOMPARE(finish(process).code, 1);
        QCOMPARE(proxy.injected(), 1);
        QCOMPARE(m_redis->text({"GET", "a"}), std::string("2"));
    }

    void aDoubtfulReleaseKeepsNoOther()
    {
        make("semaphore");
        test::FaultProxy proxy(m_sandbox->endpoint());
        const redis::Script giving_back(locks::scripts::semaphore_add);
        m_redis->expect({"SCRIPT", "LOAD", std::string(locks::scripts::semaphore_add)});
        QProcess process;
        start(process, {"--redis", QByteArray::fromStdString(proxy.endpoint().uri_without_password()), "--json", "hold",
                        "a", "--type", "semaphore", "--times", "2"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        proxy.inject(test::FaultProxy::Fault::swallow_and_reset, test::FaultProxy::script(giving_back.sha()));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(finish(process).code, 3); // nobody knows of the first
        QCOMPARE(m_redis->text({"GET", "a"}), std::string("2"));
    }

    void whatWasHadIsGivenBackIfTheRestIsNot_data()
    {
        QTest::addColumn<QByteArray>("times");
        QTest::addColumn<int>("code");
        QTest::newRow("semaphore") << QByteArray("3") << 1;
        QTest::newRow("permit") << QByteArray("3") << 1;
        QTest::newRow("non-reentrant") << QByteArray("2") << 2;
        QTest::newRow("non-reentrant-fair") << QByteArray("2") << 2;
    }
    void whatWasHadIsGivenBackIfTheRestIsNot()
    {
        QFETCH(QByteArray, times);
        QFETCH(int, code);
        const QByteArray type = QTest::currentDataTag();
        make(type);
        const auto before = keys();
        const auto result = run({"--json", "hold", "a", "--type", type, "--times", times, "--wait", "0"});
        QCOMPARE(result.code, code);
        QVERIFY(result.output.isEmpty());
        QVERIFY(!result.errors.isEmpty());
        QCOMPARE(keys(), before);
        if (!before.isEmpty())
            QCOMPARE(m_redis->text({"GET", "a"}), std::string("2"));
    }

    void aPermitEndsWithItsLease()
    {
        make("permit");
        QProcess process;
        start(process, {"--json", "hold", "a", "--type", "permit", "--lease", "300"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        const auto lost = next_line(process);
        QCOMPARE(lost["event"], QJsonValue("lost"));
        QCOMPARE(lost["reason"], QJsonValue("expired"));
        QCOMPARE(finish(process).code, 4);

        const auto result = run({"hold", "a", "--type", "permit", "--lease", "300", "--", "sleep", "600"});
        QCOMPARE(result.code, 4);
        QVERIFY(result.errors.contains("lost"));
    }

    void aPermitComesBackIfItsProcessDies()
    {
        make("permit");
        QProcess process;
        start(process, {"--json", "hold", "a", "--type", "permit"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        const auto deadlines = m_redis->list({"ZRANGE", "{a}:timeout", "0", "-1", "WITHSCORES"});
        QCOMPARE(deadlines.size(), 2U);
        QVERIFY2(std::stoll(deadlines[1]) < 922337203685477, deadlines[1].c_str()); // it is renewed
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(next_line(process)["event"], QJsonValue("released"));
        QCOMPARE(finish(process).code, 0);
    }

    /// The last hundredth of the lease is not to be relied on: clocks drift.
    void aRedLockEndsBeforeItsLeaseDoes()
    {
        constexpr int lease = 3000;
        int held = lease;
        for (int tries = 0; held >= lease - lease / 200 && tries < 3; ++tries) { // a busy machine may tell it late
            QProcess process;
            start(process,
                  QList<QByteArray>{"--json", "hold", "a", "--type", "red", "--lease", QByteArray::number(lease)}
                      << three_servers());
            QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
            const auto lost = next_line(process);
            QCOMPARE(lost["event"], QJsonValue("lost"));
            QCOMPARE(lost["reason"], QJsonValue("expired"));
            held = lost["held_ms"].toInt(lease);
            QCOMPARE(finish(process).code, 4);
        }
        QVERIFY2(held < lease - lease / 200, qPrintable(QString::number(held)));
    }

    void serversBeforeAndAfterTheCommandAreAllOfThem()
    {
        const auto servers = three_servers();
        QProcess process;
        start(process, servers.first(2) + QList<QByteArray>{"--json", "hold", "a", "--type", "red"} + servers.mid(2));
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        QVERIFY(servers_that_have("a") >= 2);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(next_line(process)["event"], QJsonValue("released"));
        QCOMPARE(finish(process).code, 0);
    }

    void aMemberLostOnTheWayIsNoLossOfTheWhole()
    {
        const auto servers = three_servers();
        for (const auto& sandbox : m_more)
            RedisClient(sandbox->endpoint()).expect({"HSET", "a", alice, "1"});
        QProcess process;
        start(process, QList<QByteArray>{"--json", "hold", "a", "--type", "red"} << servers);
        // Held here only, so it is given back, and not found then.
        bool is_gone = false;
        QTRY_VERIFY_WITH_TIMEOUT(is_gone || (is_gone = m_redis->integer({"DEL", "a"}) == 1), patience_ms);
        QTRY_VERIFY_WITH_TIMEOUT(!holder_of("a").empty(), patience_ms);
        for (const auto& sandbox : m_more)
            RedisClient(sandbox->endpoint()).expect({"DEL", "a"});
        QCOMPARE(next_line(process)["event"], QJsonValue("acquired"));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(next_line(process)["event"], QJsonValue("released"));
        QCOMPARE(finish(process).code, 0);
    }

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

    /// Nobody goes on trying once the process has ended, so it must be said how long others are kept out.
    void whatCouldNotBeGivenBackIsNamed()
    {
        m_redis->expect({"SET", "permits", "1"});
        m_redis->expect({"SET", "numbers", "1"});
        QProcess lock;
        QProcess permit;
        QProcess number;
        start(lock, {"hold", "orders"});
        start(permit, {"hold", "permits", "--type", "permit"});
        start(number, {"hold", "numbers", "--type", "semaphore"});
        for (QProcess* process : {&lock, &permit, &number})
            QVERIFY(process->waitForReadyRead(patience_ms));
        m_sandbox->kill_server();
        for (QProcess* process : {&lock, &permit, &number})
            ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        const auto says = [](QProcess& process, const char* name, const char* words) {
            process.waitForFinished(3 * patience_ms); // it tries for as long as it may
            const QByteArray said = process.readAllStandardError();
            QVERIFY2(process.state() == QProcess::NotRunning && process.exitCode() == 3, said);
            QVERIFY2(said.contains(name) && said.contains(words), said);
        };
        says(lock, "\"orders\"", "ends by itself when its lease ends.");
        says(permit, "\"permits\"", "ends by itself when its lease ends.");
        says(number, "\"numbers\"", "does not come back by itself");
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

    /// Whichever is first: nobody waits any more, or the command gets it, or there is none yet and will be none. Each
    /// round is a little later, because nobody can say from outside when the two meet.
    void aSignalThatComesWithTheGrantIsNotLost()
    {
        const auto channel = locks::unlock_channel("a");
        for (int round = 0; round < 30; ++round) {
            hold_by_hand("a", alice);
            QProcess process;
            start(process, {"hold", "a", "--", "sleep", "60"});
            QTRY_COMPARE_WITH_TIMEOUT(m_redis->subscribers(channel), std::int64_t(1), patience_ms);
            m_redis->expect({"DEL", "a"});
            m_redis->publish(channel, "0");
            const auto later = std::chrono::steady_clock::now() + std::chrono::microseconds(20 * round);
            while (std::chrono::steady_clock::now() < later) {}
            ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
            const auto result = finish(process);
            QVERIFY2(result.code == 1 || result.code == 128 + SIGTERM, result.errors.constData());
            QCOMPARE(m_redis->integer({"EXISTS", "a"}), 0);
        }
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
        QTest::addColumn<QList<QByteArray>>("lease");
        QTest::newRow("deleted") << QByteArray("DEL") << QList<QByteArray>{};
        QTest::newRow("deleted long before its lease ends") << QByteArray("DEL") << QList<QByteArray>{"--lease", "10min"};
        QTest::newRow("somebody else's") << QByteArray("taken") << QList<QByteArray>{};
        QTest::newRow("flushed") << QByteArray("FLUSHALL") << QList<QByteArray>{};
    }
    void saysThatItLostTheLock()
    {
        QFETCH(QByteArray, how);
        QFETCH(QList<QByteArray>, lease);
        QProcess process;
        start(process, QList<QByteArray>{"--json", "hold", "a"} << lease);
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

    /// What is left must not keep others out until its lease ends: nobody is there any more to give it back.
    void whatALossLeavesIsGivenBack_data()
    {
        QTest::addColumn<QList<QByteArray>>("command");
        QTest::newRow("multi") << QList<QByteArray>{};
        QTest::newRow("red") << QList<QByteArray>{};
        QTest::newRow("multi with a command") << QList<QByteArray>{"--", "sh", "-c", "echo ready; exec sleep 60"};
    }
    void whatALossLeavesIsGivenBack()
    {
        QFETCH(QList<QByteArray>, command);
        const QByteArray type = QByteArray(QTest::currentDataTag()).split(' ').front();
        QList<QByteArray> words{"hold", "a", "--type", type, "--lease", "1h", "--times", "2"};
        if (type == "multi")
            words << "b";
        else
            words << three_servers();
        QProcess process;
        start(process, words << command);
        QVERIFY(process.waitForReadyRead(patience_ms));
        if (type == "multi")
            m_redis->expect({"DEL", "b"});
        for (auto sandbox = m_more.begin(); sandbox != m_more.end() && servers_that_have("a") > 1; ++sandbox)
            RedisClient((*sandbox)->endpoint()).expect({"DEL", "a"});
        QCOMPARE(finish(process).code, 4);
        QCOMPARE(keys(), QStringList());
        QCOMPARE(servers_that_have("a"), std::int64_t(0));
    }

    void thePermitsThatALossLeavesAreGivenBack()
    {
        make("permit");
        QProcess process;
        start(process, {"--json", "hold", "a", "--type", "permit", "--times", "2", "--lease", "1h"});
        const auto last = QByteArray::fromHex(next_line(process)["owner"].toString().toLatin1()).toStdString();
        QCOMPARE(m_redis->integer({"ZREM", "{a}:timeout", last}), 1);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(next_line(process)["event"], QJsonValue("lost"));
        QCOMPARE(finish(process).code, 4);
        QCOMPARE(m_redis->integer({"ZCARD", "{a}:timeout"}), 0);
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

    void theCommandIsNotTakenForAName()
    {
        const auto result = run({"hold", "--wait", "0", "--", "./report.sh"});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.errors.contains("name is required"), result.errors.constData());
        QCOMPARE(keys(), QStringList());
    }

    void theCommandGetsItsArgumentsAsTheyAre()
    {
        const auto result = run({"hold", "list", "--", "printf", "[%s]", "--json", "", "a b", "--", "show"});
        QCOMPARE(result.code, 0);
        QCOMPARE(result.output, QByteArray("[--json][][a b][--][show]"));
        const auto brackets = run({"hold", "a", "--", "printf", "%s|", "--x=[y", "[z", "--", "--=[["});
        QCOMPARE(brackets.output, QByteArray("--x=[y|[z|--|--=[[|"));
        QCOMPARE(brackets.code, 0);
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

    /// Whoever gets the lock next must not meet what a script has left running.
    void whatTheCommandStartedEndsWithIt()
    {
        QProcess process;
        start(process, {"hold", "a", "--", "sh", "-c", "sleep 600 & echo $!; wait"});
        QVERIFY(process.waitForReadyRead(patience_ms));
        const auto started = process.readAllStandardOutput().trimmed().toInt();
        QVERIFY(started > 0);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(finish(process).code, 128 + SIGTERM);
        const auto runs = [started] {
            QFile file(QStringLiteral("/proc/%1/stat").arg(started));
            return file.open(QIODevice::ReadOnly) && !file.readAll().contains(") Z ");
        };
        QTRY_VERIFY(!runs());
    }

    /// What a terminal sends has reached the command already, also if our input comes from elsewhere.
    void whatATerminalSendsReachesTheCommandOnce()
    {
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        QVERIFY(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
        const QScopeGuard close([terminal] { ::close(terminal); });
        const std::string other_end = ::ptsname(terminal);
        QProcess process;
        process.setChildProcessModifier([&other_end] {
            ::setsid();
            static_cast<void>(::open(other_end.c_str(), O_RDWR)); // from now on it is theirs
        });
        start(process, {"hold", "a", "--", "sh", "-c",
                        "trap 'echo int' INT; trap 'echo end; exit 9' TERM; echo ready; while :; do sleep 0.05; done"});
        QVERIFY(process.waitForReadyRead(patience_ms));
        QCOMPARE(process.readAllStandardOutput(), QByteArray("ready\n"));
        QCOMPARE(::write(terminal, "\x03", 1), ssize_t(1)); // Ctrl-C
        QVERIFY(process.waitForReadyRead(patience_ms));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        const auto result = finish(process);
        QCOMPARE(result.code, 9);
        QCOMPARE(result.output, QByteArray("int\nend\n"));
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

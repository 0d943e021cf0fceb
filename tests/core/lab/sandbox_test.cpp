// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"
#include "lockscope/sandbox.hpp"

#include <QProcess>
#include <QTcpSocket>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockscope;
namespace fs = std::filesystem;

namespace {

constexpr int patience_ms = 10000;

bool is_running(int pid)
{
    return ::kill(pid, 0) == 0 || errno != ESRCH;
}

/// Sends one inline command over a connection of its own; empty if nobody answers in time.
std::string ask(const Endpoint& endpoint, std::string_view command, int limit_ms = patience_ms)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    endpoint.unix_path.copy(address.sun_path, sizeof address.sun_path - 1);
    const timeval limit{limit_ms / 1000, limit_ms % 1000 * 1000};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    std::string reply;
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
        const std::string line = std::string(command) + "\r\n";
        char buffer[256];
        if (::send(fd, line.data(), line.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(line.size())) {
            const auto got = ::recv(fd, buffer, sizeof buffer, 0);
            reply.assign(buffer, got > 0 ? static_cast<std::size_t>(got) : 0);
        }
    }
    ::close(fd);
    return reply;
}

std::string message_of(const SandboxOptions& options)
{
    try {
        const Sandbox sandbox(options);
    } catch (const Error& error) {
        return error.message();
    }
    return {};
}

} // namespace

class SandboxTest : public QObject
{
    Q_OBJECT

private slots:
    void answersInAPrivateFolder()
    {
        const Sandbox sandbox;
        QCOMPARE(ask(sandbox.endpoint(), "PING"), std::string("+PONG\r\n"));
        struct stat folder
        {};
        QCOMPARE(::stat(sandbox.folder().c_str(), &folder), 0);
        QCOMPARE(folder.st_mode & 0777, 0700U);
        struct stat socket
        {};
        QCOMPARE(::stat(sandbox.endpoint().unix_path.c_str(), &socket), 0);
        QCOMPARE(socket.st_mode & 0077, 0U);
    }

    void endsAndRemovesItsFolder()
    {
        std::optional<Sandbox> sandbox(std::in_place);
        const int pid = sandbox->server_pid();
        const fs::path folder = sandbox->folder();
        QVERIFY(is_running(pid));
        sandbox.reset();
        QVERIFY(!is_running(pid));
        QVERIFY(!fs::exists(folder));
    }

    void listensOnAFreePort()
    {
        const Sandbox first({.tcp = true, .arguments = {}});
        const Sandbox second({.tcp = true, .arguments = {}});
        QVERIFY(first.endpoint().unix_path.empty());
        QVERIFY(first.endpoint().port != second.endpoint().port);
        for (const auto* sandbox : {&first, &second}) {
            QTcpSocket socket;
            socket.connectToHost(QString::fromStdString(sandbox->endpoint().host), sandbox->endpoint().port);
            QVERIFY(socket.waitForConnected(patience_ms));
            socket.write("PING\r\n");
            QVERIFY(socket.waitForReadyRead(patience_ms));
            QCOMPARE(socket.readAll(), QByteArray("+PONG\r\n"));
        }
    }

    void takesMoreArguments()
    {
        const Sandbox sandbox({.arguments = {"--databases", "3"}});
        QVERIFY(QByteArray::fromStdString(ask(sandbox.endpoint(), "CONFIG GET databases")).endsWith("3\r\n"));
    }

    void comesBackAtTheSameAddress()
    {
        Sandbox sandbox({.arguments = {"--appendonly", "yes", "--appendfsync", "always"}});
        QCOMPARE(ask(sandbox.endpoint(), "SET a 1"), std::string("+OK\r\n"));
        const int pid = sandbox.server_pid();
        sandbox.kill_server();
        QCOMPARE(ask(sandbox.endpoint(), "PING"), std::string());
        QVERIFY(fs::exists(sandbox.folder()));
        sandbox.restart();
        QVERIFY(sandbox.server_pid() != pid);
        QCOMPARE(ask(sandbox.endpoint(), "GET a"), std::string("$1\r\n1\r\n"));
    }

    void restartsALivingServer()
    {
        Sandbox sandbox;
        sandbox.restart();
        QCOMPARE(ask(sandbox.endpoint(), "PING"), std::string("+PONG\r\n"));
    }

    void pausesAndResumes()
    {
        Sandbox sandbox;
        sandbox.pause_server();
        QCOMPARE(ask(sandbox.endpoint(), "PING", 300), std::string());
        sandbox.resume_server();
        QTRY_COMPARE_WITH_TIMEOUT(ask(sandbox.endpoint(), "PING"), std::string("+PONG\r\n"), patience_ms);
    }

    void aPausedServerIsEndedToo()
    {
        std::optional<Sandbox> sandbox(std::in_place);
        const int pid = sandbox->server_pid();
        sandbox->pause_server();
        sandbox.reset();
        QVERIFY(!is_running(pid));
    }

    void saysThatTheProgramIsMissing()
    {
        SandboxOptions options;
        options.executable = "no-such-redis-server";
        const std::string message = message_of(options);
        QVERIFY2(message.find("no-such-redis-server was not found; install it") != std::string::npos, message.c_str());
    }

    void showsTheLogOfAServerThatEndsAtOnce()
    {
        const std::string message = message_of({.arguments = {"--no-such-option", "1"}});
        QVERIFY2(message.find("ended at once") != std::string::npos, message.c_str());
        QVERIFY2(message.find("no-such-option") != std::string::npos, message.c_str());
    }

    void aLongTemporaryFolderIsAvoided()
    {
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", "/tmp/" + QByteArray(120, 'x'));
        const Sandbox sandbox;
        QVERIFY(sandbox.endpoint().unix_path.size() <= 107);
        before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    }

    void worksInAFolderWithSpacesAndQuotes()
    {
        const QByteArray before = qgetenv("TMPDIR");
        const fs::path parent = "/tmp/lockscope test's \"folder\"-" + std::to_string(::getpid());
        fs::create_directory(parent);
        qputenv("TMPDIR", parent.c_str());
        {
            const Sandbox sandbox;
            QCOMPARE(sandbox.folder().parent_path(), parent);
            QCOMPARE(ask(sandbox.endpoint(), "PING"), std::string("+PONG\r\n"));
        }
        QVERIFY(fs::remove(parent)); // Only if it is empty.
        before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    }

    void goesWhenItsOwnerIsKilled_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("kill -9") << SIGKILL;
        QTest::newRow("terminated") << SIGTERM;
        QTest::newRow("terminal closed") << SIGHUP;
    }
    void goesWhenItsOwnerIsKilled()
    {
        QFETCH(int, signal);
        QProcess owner;
        owner.start(SANDBOX_HOLDER, QStringList());
        QVERIFY(owner.waitForStarted(patience_ms));
        QByteArray output;
        while (output.count('\n') < 2) {
            QVERIFY(owner.waitForReadyRead(patience_ms));
            output += owner.readAll();
        }
        const auto lines = output.split('\n');
        const int server = lines[0].toInt();
        const fs::path folder = lines[1].toStdString();
        QVERIFY(is_running(server));
        QVERIFY(fs::exists(folder));

        ::kill(static_cast<pid_t>(owner.processId()), signal);
        QVERIFY(owner.waitForFinished(patience_ms));
        QTRY_VERIFY_WITH_TIMEOUT(!is_running(server), patience_ms);
        QTRY_VERIFY_WITH_TIMEOUT(!fs::exists(folder), patience_ms);
    }
};

QTEST_GUILESS_MAIN(SandboxTest)
#include "sandbox_test.moc"

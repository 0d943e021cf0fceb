// SPDX-License-Identifier: Apache-2.0
#include "lockscope/audit_log.hpp"
#include "lockscope/error.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockscope;
namespace fs = std::filesystem;

namespace {

AuditEntry entry_of(std::string lock)
{
    AuditEntry entry;
    entry.at = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
    entry.server = "cache:6379/0";
    entry.user = "bob as admin";
    entry.action = "force-release";
    entry.lock = std::move(lock);
    entry.reason = "stuck since noon";
    entry.before = "owner=1";
    entry.after = "nobody";
    entry.outcome = "done";
    return entry;
}

std::string content_of(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

class AuditLogTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_file;

private slots:
    void init()
    {
        static int number = 0;
        m_file = fs::path(m_folder.path().toStdString()) / std::to_string(++number) / "state" / "audit.jsonl";
    }

    void keepsWhatIsAppended()
    {
        AuditLog log(m_file);
        QVERIFY(log.read().empty());
        const auto first = entry_of("orders:42");
        const auto second = entry_of("orders:43");
        log.append(first);
        log.append(second);
        QVERIFY(log.read() == (std::vector{first, second}));
        QVERIFY(AuditLog(m_file).read() == (std::vector{first, second}));
        QVERIFY(log.read(1) == std::vector{second});
    }

    void isForItsOwnerAlone()
    {
        AuditLog log(m_file);
        const mode_t before = ::umask(0);
        log.append(entry_of("a"));
        ::umask(before);
        struct stat file
        {};
        struct stat folder
        {};
        QCOMPARE(::stat(m_file.c_str(), &file), 0);
        QCOMPARE(file.st_mode & 0777, 0600U);
        QCOMPARE(::stat(m_file.parent_path().c_str(), &folder), 0);
        QCOMPARE(folder.st_mode & 0777, 0700U);
    }

    void carriesAnyBytesInOneLine()
    {
        AuditLog log(m_file);
        auto entry = entry_of(std::string("a\0\n\r\xff\xe2\x80\xae\"\\x41\x1b[2J", 17));
        entry.reason = "line one\nline two {\"at\":1}";
        log.append(entry);
        const std::string text = content_of(m_file);
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), 1);
        QVERIFY(text.find('\x1b') == std::string::npos);
        QVERIFY(log.read() == std::vector{entry});
    }

    void skipsWhatAPowerCutLeft()
    {
        AuditLog log(m_file);
        const auto first = entry_of("first");
        log.append(first);
        std::ofstream(m_file, std::ios::app) << "{\"at\":\"2026-01-01T00:00";
        QVERIFY(log.read() == std::vector{first});
        const auto second = entry_of("second");
        log.append(second);
        QVERIFY(log.read() == (std::vector{first, second}));
    }

    void skipsWhatIsNoEntry()
    {
        AuditLog log(m_file);
        log.append(entry_of("a"));
        std::ofstream(m_file, std::ios::app) << "\n[]\n42\n{\"at\":12}\n{\"at\":\"yesterday\"}\nnull\n";
        QCOMPARE(log.read().size(), 1U);
    }

    void readsOnlyTheEndOfALargeFile()
    {
        AuditLog log(m_file);
        log.append(entry_of("early"));
        {
            std::ofstream file(m_file, std::ios::app);
            for (int i = 0; i < 10; ++i)
                file << std::string(1 << 20, 'x') << '\n';
        }
        log.append(entry_of("late"));
        const auto entries = log.read();
        QCOMPARE(entries.size(), 1U);
        QCOMPARE(entries.front().lock, std::string("late"));
    }

    void cutsHugeFields()
    {
        AuditLog log(m_file);
        log.append(entry_of(std::string(1 << 20, '\xff')));
        QVERIFY(fs::file_size(m_file) < (100U << 10));
        QCOMPARE(log.read().size(), 1U);
    }

    void severalWritersLoseNothing()
    {
        const auto write = [this](const std::string& who) {
            AuditLog log(m_file);
            for (int i = 0; i < 50; ++i)
                log.append(entry_of(who + std::to_string(i)));
        };
        AuditLog(m_file).require_writable();
        const pid_t child = ::fork();
        if (child == 0) {
            write("process");
            ::_exit(0);
        }
        std::thread first(write, "one");
        std::thread second(write, "two");
        first.join();
        second.join();
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        QCOMPARE(AuditLog(m_file).read().size(), 150U);
    }

    void saysWhyItCannotBeWritten()
    {
        fs::create_directories(m_file); // A folder stands where the file should be.
        AuditLog log(m_file);
        QVERIFY_THROWS_EXCEPTION(Error, log.require_writable());
        try {
            log.append(entry_of("a"));
            QFAIL("written");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::invalid_argument);
            QVERIFY(error.message().find(m_file.string()) != std::string::npos);
        }
    }

    void saysWhyItCannotBeRead()
    {
        fs::create_directories(m_file); // A folder stands where the file should be.
        try {
            static_cast<void>(AuditLog(m_file).read());
            QFAIL("read");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::invalid_argument);
            QVERIFY(error.message().find("cannot be read") != std::string::npos);
            QVERIFY(error.message().find(m_file.string()) != std::string::npos);
        }
        QVERIFY(AuditLog(m_file / "no" / "such").read().empty());
    }

    void saysThatTheDiskIsFull()
    {
        AuditLog log("/dev/full");
        QVERIFY_THROWS_EXCEPTION(Error, log.append(entry_of("a")));
    }

    void standsInTheStateFolder()
    {
        qputenv("XDG_STATE_HOME", "/some/state");
        QCOMPARE(AuditLog::default_path(), fs::path("/some/state/lockscope/audit.jsonl"));
        qunsetenv("XDG_STATE_HOME");
        qputenv("HOME", "/home/bob");
        QCOMPARE(AuditLog::default_path(), fs::path("/home/bob/.local/state/lockscope/audit.jsonl"));
    }
};

QTEST_GUILESS_MAIN(AuditLogTest)
#include "audit_log_test.moc"

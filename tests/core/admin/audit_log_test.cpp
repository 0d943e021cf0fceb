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
        QCOMPARE(log.read_with_damage().damaged_lines, 0U); // it may still be being written
        const auto second = entry_of("second");
        log.append(second);
        QVERIFY(log.read() == (std::vector{first, second}));
        QCOMPARE(log.read_with_damage().damaged_lines, 1U);
    }

    void skipsWhatIsNoEntry()
    {
        AuditLog log(m_file);
        log.append(entry_of("a"));
        std::ofstream(m_file, std::ios::app) << "\n[]\n42\n{\"at\":12}\n{\"at\":\"yesterday\"}\nnull\n";
        QCOMPARE(log.read().size(), 1U);
        QCOMPARE(log.read_with_damage().damaged_lines, 5U);
        QCOMPARE(log.read_with_damage(0).damaged_lines, 0U); // nothing was looked at
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

    void theTwoLinesOfAnActionAreOneEntryWhereItBegan()
    {
        AuditLog log(m_file);
        auto begun = entry_of("a");
        begun.id = "1";
        begun.after = "";
        begun.outcome = "begun";
        log.append(begun);
        QVERIFY(log.read() == std::vector{begun});
        const auto between = entry_of("b");
        log.append(between);
        auto outcome = entry_of("a");
        outcome.id = "1";
        outcome.at = begun.at + milliseconds(5);
        log.append(outcome);

        auto action = outcome;
        action.at = begun.at;
        QVERIFY(log.read() == (std::vector{action, between}));
        auto other = begun;
        other.id = "2"; // Of somebody who was cut off before there was an outcome.
        log.append(other);
        QVERIFY(log.read() == (std::vector{action, between, other}));
    }

    void whatWasSeenLaterIsPartOfTheAction()
    {
        AuditLog log(m_file);
        std::vector<AuditEntry> actions;
        for (const std::string name : {"a", "b"}) {
            auto action = entry_of(name);
            action.id = name;
            action.outcome = "begun";
            log.append(action);
            action.outcome = "unknown: no reply";
            action.after = "unknown";
            log.append(action);
            actions.push_back(action);
        }
        for (AuditEntry& action : actions) {
            action.after = "nobody";
            log.append(action);
        }
        QVERIFY(log.read() == actions);
        QVERIFY(log.read(1) == std::vector{actions.back()});
    }

    void limitsCountActions()
    {
        AuditLog log(m_file);
        std::vector<AuditEntry> newest;
        for (const std::string name : {"a", "b", "c"}) {
            auto action = entry_of(name);
            action.id = name;
            action.outcome = "begun";
            log.append(action);
            action.outcome = "done";
            log.append(action);
            newest.push_back(action);
        }
        newest.erase(newest.begin());
        QVERIFY(log.read(2) == newest);
    }

    void anOutcomeWhoseBeginIsTooFarBackStandsAlone()
    {
        AuditLog log(m_file);
        auto action = entry_of("a");
        action.id = "1";
        action.outcome = "begun";
        log.append(action);
        std::ofstream(m_file, std::ios::app) << std::string(9 << 20, 'x') << '\n';
        action.outcome = "done";
        log.append(action);
        QVERIFY(log.read() == std::vector{action});
    }

    /// One line an action, when it was over.
    void logsOfOlderVersionsAreRead()
    {
        fs::create_directories(m_file.parent_path());
        for (const char* lock : {"a", "b"})
            std::ofstream(m_file, std::ios::app)
                << "{\"at\":\"2026-01-01T00:00:00.000Z\",\"server\":\"cache:6379/0\",\"user\":\"bob\",\"action\":\"extend\","
                   "\"lock\":\""
                << lock << "\",\"reason\":\"r\",\"before\":\"o=1\",\"after\":\"o=1\",\"outcome\":\"done\"}\n";
        const auto entries = AuditLog(m_file).read();
        QCOMPARE(entries.size(), 2U);
        QCOMPARE(entries[0].lock, std::string("a"));
        QCOMPARE(entries[1].lock, std::string("b"));
        QCOMPARE(entries[1].outcome, std::string("done"));
        QVERIFY(entries[1].id.empty());
    }

    void saysWhyItCannotBeWritten()
    {
        fs::create_directories(m_file); // A folder stands where the file should be.
        AuditLog log(m_file);
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

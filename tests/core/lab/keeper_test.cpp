// SPDX-License-Identifier: Apache-2.0
// The process that runs a sandbox' server: what it says of the server's life.
#include "lab/keeper.hpp"

#include "support/errors.hpp"
#include "support/until.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// A keeper of something that only lives, and says when it has begun to.
struct Kept
{
    explicit Kept(std::chrono::milliseconds keepers_patience = lab::Keeper::usual_patience)
        : folder(fs::path(parent.path().toStdString()) / "kept")
    {
        fs::create_directory(folder);
        keeper.emplace(folder, std::vector<std::string>{"sh", "-c", "echo up; exec sleep 600"}, keepers_patience);
        keeper->start_server();
    }
    [[nodiscard]] bool is_up() const
    {
        std::error_code not_there;
        const auto size = fs::file_size(folder / "server.log", not_there);
        return !not_there && size > 0;
    }
    QTemporaryDir parent;
    fs::path folder;
    std::optional<lab::Keeper> keeper;
};

/// The process that started this one.
pid_t parent_of(pid_t process)
{
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string word; status >> word;) {
        pid_t parent = -1;
        if (word == "PPid:" && status >> parent)
            return parent;
    }
    return -1;
}

} // namespace

class KeeperTest : public QObject
{
    Q_OBJECT

private slots:
    /// Looked at without a pause from its first moment on: that is when poll() alone is wrong now and then.
    void whatBeginsHasNotEnded()
    {
        for (int i = 0; i < 200; ++i) {
            const Kept kept;
            bool has_ended = false;
            QVERIFY(until([&] {
                for (int look = 0; look < 500 && !has_ended; ++look)
                    has_ended = kept.keeper->server_ended(0ms);
                return has_ended || kept.is_up();
            }));
            QVERIFY(!has_ended);
        }
    }

    void itsEndIsSaid()
    {
        const Kept kept;
        QVERIFY(until([&] { return kept.is_up(); }));
        QVERIFY(!kept.keeper->server_ended(0ms));
        kept.keeper->signal_server(SIGKILL);
        QVERIFY(kept.keeper->server_ended(patience));
        QVERIFY(kept.keeper->server_ended(0ms));
    }

    void anEarlierEndIsNotThatOfTheNext()
    {
        Kept kept;
        QVERIFY(until([&] { return kept.is_up(); }));
        kept.keeper->signal_server(SIGKILL);
        QVERIFY(kept.keeper->server_ended(patience));
        kept.keeper->start_server();
        QVERIFY(!kept.keeper->server_ended(0ms));
    }

    void withoutAServerThereIsNothingToEnd()
    {
        Kept kept(5s); // a shell that is stopped is waited for as long
        QVERIFY(until([&] { return kept.is_up(); }));
        const pid_t shell = parent_of(kept.keeper->server_pid());
        QVERIFY(shell > 1);
        kept.keeper->signal_server(SIGKILL);
        QVERIFY(kept.keeper->server_ended(patience));
        QCOMPARE(::kill(shell, SIGSTOP), 0);
        QCOMPARE(thrown([&] { kept.keeper->start_server(); }), Errc::connection_failed);
        QCOMPARE(kept.keeper->server_pid(), -1);
        QVERIFY(kept.keeper->server_ended(0ms));
        kept.keeper->signal_server(SIGKILL);
        // What it starts too late, it ends.
        QCOMPARE(::kill(shell, SIGCONT), 0);
        QVERIFY(until([&] { return !fs::exists(kept.folder); }));
    }
};

QTEST_GUILESS_MAIN(KeeperTest)
#include "keeper_test.moc"

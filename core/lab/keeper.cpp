// SPDX-License-Identifier: Apache-2.0
#include "lab/keeper.hpp"

#include "lockscope/error.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

extern char** environ;

namespace lockscope::lab {
namespace {

using namespace std::chrono_literals;

// $1 is the folder, the rest the server's command. Each line on standard input starts the server (again).
// SIGPIPE is ignored too: a report that nobody reads any more must not end the one who cleans up.
constexpr const char* keeper_script = R"(
trap '' HUP INT QUIT TERM PIPE
folder=$1
shift
cd "$folder" || exit 1
pid=
end_server() {
    [ -n "$pid" ] || return 0
    kill -9 "$pid"
    wait "$pid"
    pid=
}
while read -r order; do
    end_server
    "$@" </dev/null >>server.log 2>&1 3>life &
    pid=$!
    echo "$pid"
done
end_server
cd /
rm -rf "$folder"
)";

constexpr const char* life_name = "life";

[[noreturn]] void fail(const std::string& what, int error)
{
    throw Error(Errc::connection_failed, what + ": " + std::strerror(error) + ".");
}

/// Away from 0, 1 and 2, which the child gets anew.
FileDescriptor above_standard(int fd)
{
    FileDescriptor low(fd);
    if (fd > STDERR_FILENO)
        return low;
    const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (high < 0)
        fail("No file descriptor for the sandbox", errno);
    return FileDescriptor(high);
}

struct Pipe
{
    FileDescriptor read, write;
};

Pipe make_pipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        fail("No pipe for the sandbox", errno);
    Pipe pipe;
    pipe.read = above_standard(ends[0]);
    pipe.write = above_standard(ends[1]);
    return pipe;
}

/// True if there is something to read (or the end) before the deadline.
bool wait_readable(int fd, Keeper::Clock::time_point deadline)
{
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Keeper::Clock::now());
        pollfd poll_fd{fd, POLLIN, 0};
        const int ready = ::poll(&poll_fd, 1, static_cast<int>(std::max(left, 0ms).count()));
        if (ready >= 0)
            return ready > 0;
        if (errno != EINTR)
            return false;
    }
}

/// One line without its end; empty if the writer went away or the deadline passed.
std::string read_line(int fd, Keeper::Clock::time_point deadline)
{
    std::string line;
    while (wait_readable(fd, deadline)) {
        char c = 0;
        const auto got = ::read(fd, &c, 1);
        if (got == 0)
            return {};
        if (got < 0 && errno != EINTR)
            return {};
        if (got < 0)
            continue;
        if (c == '\n')
            return line;
        line += c;
    }
    return {};
}

/// posix_spawn's two lists, freed at the end.
class SpawnPlan
{
public:
    SpawnPlan()
    {
        ::posix_spawn_file_actions_init(&m_actions);
        ::posix_spawnattr_init(&m_attributes);
    }
    ~SpawnPlan()
    {
        ::posix_spawnattr_destroy(&m_attributes);
        ::posix_spawn_file_actions_destroy(&m_actions);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    void use_streams(int input, int output)
    {
        ::posix_spawn_file_actions_adddup2(&m_actions, input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&m_actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1);
    }
    /// Its own session and fresh signals, whatever the calling thread has blocked or ignored.
    void detach()
    {
        sigset_t none;
        sigset_t all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&m_attributes, &none);
        ::posix_spawnattr_setsigdefault(&m_attributes, &all);
        ::posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    pid_t spawn(const char* program, const std::vector<std::string>& words)
    {
        std::vector<char*> argv;
        for (const auto& word : words)
            argv.push_back(const_cast<char*>(word.c_str()));
        argv.push_back(nullptr);
        pid_t pid = -1;
        if (const int error = ::posix_spawn(&pid, program, &m_actions, &m_attributes, argv.data(), environ))
            fail("The sandbox' keeper did not start", error);
        return pid;
    }

private:
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

void reap(pid_t pid)
{
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {}
}

} // namespace

Keeper::Keeper(std::filesystem::path folder, const std::vector<std::string>& server_command,
               std::chrono::milliseconds patience)
    : m_folder(std::move(folder))
    , m_patience(patience)
{
    if (::mkfifo((m_folder / life_name).c_str(), 0600) != 0)
        fail("The sandbox' folder cannot be used", errno);

    Pipe orders = make_pipe();
    Pipe reports = make_pipe();
    std::vector<std::string> words{"sh", "-c", keeper_script, "lockscope-sandbox", m_folder.string()};
    words.insert(words.end(), server_command.begin(), server_command.end());

    SpawnPlan plan;
    plan.use_streams(orders.read.get(), reports.write.get());
    plan.detach();
    m_keeper = plan.spawn("/bin/sh", words);
    m_orders = std::move(orders.write);
    m_reports = std::move(reports.read);
}

Keeper::~Keeper()
{
    m_orders.reset();
    // The keeper's output ends when its work is done.
    const auto deadline = Clock::now() + m_patience;
    bool ended = false;
    while (!ended && wait_readable(m_reports.get(), deadline)) {
        char rest[64];
        ended = ::read(m_reports.get(), rest, sizeof rest) == 0;
    }
    if (!ended) {
        signal_server(SIGKILL);
        ::kill(m_keeper, SIGKILL);
    }
    reap(m_keeper);
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

void Keeper::open_life()
{
    // Opened before the server is: its end of the FIFO opens at once, and "no writer yet" is not "the writer has gone".
    const int fd = ::open((m_folder / life_name).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        fail("The sandbox' folder cannot be used", errno);
    m_life = above_standard(fd);
}

void Keeper::start_server()
{
    open_life();
    m_server = -1;
    // Looked at first: writing to a keeper that was killed would end us too, by SIGPIPE.
    pollfd writable{m_orders.get(), POLLOUT, 0};
    const bool accepted = ::poll(&writable, 1, 0) == 1 && (writable.revents & (POLLERR | POLLHUP)) == 0
                       && ::write(m_orders.get(), "start\n", 6) == 6;
    const std::string line = accepted ? read_line(m_reports.get(), Clock::now() + m_patience) : std::string();
    pid_t pid = -1;
    const auto parsed = std::from_chars(line.data(), line.data() + line.size(), pid);
    if (parsed.ec != std::errc() || pid <= 0) {
        m_orders.reset(); // it ends what it may start too late, whose number nobody knows
        throw Error(Errc::connection_failed, "The sandbox' keeper process does not answer; was it killed?");
    }
    m_server = pid;
}

bool Keeper::server_ended(std::chrono::milliseconds wait) const
{
    if (m_server <= 0)
        return true;
    // poll() alone may say so while the server opens its end: Linux looks at how many writers there are, and then,
    // without a lock, at whether there ever was one. Reading is exact, and finds nothing but the end.
    const auto deadline = Clock::now() + wait;
    char nothing = 0;
    while (wait_readable(m_life.get(), deadline)) {
        if (::read(m_life.get(), &nothing, 1) == 0)
            return true;
    }
    return false;
}

void Keeper::signal_server(int signal) const
{
    // Of -1, kill() would take everybody's processes.
    if (m_server > 0 && !server_ended(0ms))
        ::kill(m_server, signal);
}

} // namespace lockscope::lab

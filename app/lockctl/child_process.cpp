// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"

#include "lockscope/escape.hpp"
#include "output.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace lockctl {

ChildProcess::ChildProcess(const std::vector<std::string>& command, Group group) : m_group(group)
{
    std::vector<char*> argv;
    for (const auto& word : command)
        argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);

    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t broken_pipe; // We ignore it; what is ignored would be inherited.
    ::sigemptyset(&broken_pipe);
    ::sigaddset(&broken_pipe, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &broken_pipe);
    short flags = POSIX_SPAWN_SETSIGDEF;
    if (m_group == Group::own) {
        ::posix_spawnattr_setpgroup(&attributes, 0);
        flags = static_cast<short>(flags | POSIX_SPAWN_SETPGROUP);
    }
    ::posix_spawnattr_setflags(&attributes, flags);
    const int error = ::posix_spawnp(&m_pid, argv[0], nullptr, &attributes, argv.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    if (error == 0)
        return;
    complain(lockscope::escape(command.front()) + ": " + std::strerror(error) + ".");
    m_pid = -1;
    m_exit_code = error == ENOENT ? 127 : 126;
}

std::optional<int> ChildProcess::exit_code()
{
    int status = 0;
    if (!m_exit_code && ::waitpid(m_pid, &status, WNOHANG) == m_pid)
        m_exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return m_exit_code;
}

void ChildProcess::signal(int number)
{
    if (!exit_code())
        ::kill(m_group == Group::own ? -m_pid : m_pid, number);
}

} // namespace lockctl

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "table.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockscope::bench {

/// The monotonic clock in nanoseconds, which is one for all processes, and Java's System.nanoTime().
inline double now_ns()
{
    return static_cast<double>(std::chrono::nanoseconds(Clock::now().time_since_epoch()).count());
}

/// One end of a conversation in lines.
class LineSocket
{
public:
    explicit LineSocket(int socket) noexcept : m_socket(socket) {}
    ~LineSocket() { ::close(m_socket); }
    LineSocket(const LineSocket&) = delete;
    LineSocket& operator=(const LineSocket&) = delete;

    void write(std::string line)
    {
        line += '\n';
        std::string_view rest = line;
        while (!rest.empty()) {
            const ssize_t sent = ::send(m_socket, rest.data(), rest.size(), MSG_NOSIGNAL);
            if (sent > 0)
                rest.remove_prefix(static_cast<std::size_t>(sent));
            else if (errno != EINTR)
                return; // whoever waits for the answer learns of it
        }
    }

    /// None: the other side has ended, or said nothing for so long.
    std::optional<std::string> read(std::chrono::milliseconds limit = std::chrono::milliseconds(-1))
    {
        while (true) {
            if (const auto end = m_pending.find('\n'); end != std::string::npos) {
                std::string line = m_pending.substr(0, end);
                m_pending.erase(0, end + 1);
                return line;
            }
            pollfd state{m_socket, POLLIN, 0};
            std::array<char, 4096> part{};
            const int ready = ::poll(&state, 1, static_cast<int>(limit.count()));
            const ssize_t got = ready == 1 ? ::recv(m_socket, part.data(), part.size(), 0) : ready;
            if (got > 0)
                m_pending.append(part.data(), static_cast<std::size_t>(got));
            else if (got == 0 || errno != EINTR)
                return {};
        }
    }

private:
    int m_socket;
    std::string m_pending;
};

/// Another process that takes part in a measurement: it is told what to do by lines, and answers each by a line of
/// figures, when it is done. It is killed at the end: it holds nothing but what a sandbox forgets with it.
class Party
{
public:
    using Figures = std::vector<double>;
    /// What a process of our own does with a line.
    using Play = std::function<double(std::string_view line)>;

    /// A program that reads lines from its standard input and answers on its standard output.
    explicit Party(std::vector<std::string> words)
        : Party([&words](int socket) {
            std::vector<char*> arguments;
            for (std::string& word : words)
                arguments.push_back(word.data());
            arguments.push_back(nullptr);
            const int nowhere = ::open("/dev/null", O_WRONLY);
            if (::dup2(socket, STDIN_FILENO) >= 0 && ::dup2(socket, STDOUT_FILENO) >= 0
                && ::dup2(nowhere, STDERR_FILENO) >= 0)
                ::execvp(arguments.front(), arguments.data());
        })
    {}

    /// This very program, forked: only while it has no other thread. @p make is called in the new process, and what it
    /// returns answers.
    static Party forked(const std::function<Play()>& make)
    {
        return Party([&make](int socket) {
            try {
                LineSocket line(socket);
                const Play play = make();
                while (const auto words = line.read())
                    line.write(format("%.0f", play(*words)));
            } catch (const std::exception& error) {
                std::fprintf(stderr, "a process of the benchmark: %s\n", error.what());
            }
        });
    }

    ~Party()
    {
        ::kill(m_pid, SIGKILL);
        while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {}
    }
    Party(const Party&) = delete;
    Party& operator=(const Party&) = delete;

    void tell(const std::string& line) { m_line.write(line); }

    /// @throws std::runtime_error if there is none within @p limit, or it is not figures.
    Figures answers(std::chrono::seconds limit = std::chrono::minutes(1))
    {
        const std::optional<std::string> line = m_line.read(limit);
        if (!line)
            throw std::runtime_error("a process of the benchmark has ended, or does not answer");
        Figures figures;
        const char* at = line->c_str();
        for (char* end = nullptr; *at != '\0'; at = end) {
            figures.push_back(std::strtod(at, &end));
            if (end == at)
                throw std::runtime_error("a process of the benchmark says: " + *line);
        }
        if (figures.empty())
            throw std::runtime_error("a process of the benchmark answers with nothing");
        return figures;
    }
    double answer() { return answers().front(); }

    Figures ask(const std::string& line)
    {
        tell(line);
        return answers();
    }

private:
    /// @p work is done in the new process, with its end of the conversation.
    explicit Party(const std::function<void(int)>& work) : Party(work, sockets()) {}
    Party(const std::function<void(int)>& work, std::array<int, 2> ends) : m_line(ends[0])
    {
        std::fflush(nullptr);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::close(ends[0]);
            work(ends[1]);
            ::_exit(1);
        }
        ::close(ends[1]);
        if (m_pid < 0)
            throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
    }
    static std::array<int, 2> sockets()
    {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            throw std::runtime_error(std::string("socketpair: ") + std::strerror(errno));
        return ends;
    }

    LineSocket m_line;
    pid_t m_pid = -1;
};

} // namespace lockscope::bench

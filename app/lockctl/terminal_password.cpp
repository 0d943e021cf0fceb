// SPDX-License-Identifier: Apache-2.0
#include "terminal_password.hpp"

#include "lockscope/error.hpp"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

namespace lockctl {
namespace {

constexpr std::size_t longest_password = 64UL << 10;

volatile std::sig_atomic_t last_signal = 0;

[[noreturn]] void refuse(const std::string& sentence)
{
    throw lockscope::Error(lockscope::Errc::invalid_argument, sentence);
}

/// Signals are noted only, and arrive nowhere but while we wait: one that came between looking for it and waiting would
/// otherwise be waited over.
class NotedSignals
{
public:
    NotedSignals()
    {
        last_signal = 0;
        sigset_t noted;
        ::sigemptyset(&noted);
        for (const int number : numbers)
            ::sigaddset(&noted, number);
        ::pthread_sigmask(SIG_BLOCK, &noted, &m_while_waiting);
        struct sigaction action = {};
        action.sa_handler = [](int number) { last_signal = number; };
        for (std::size_t i = 0; i < numbers.size(); ++i)
            ::sigaction(numbers[i], &action, &m_before[i]);
    }
    ~NotedSignals()
    {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            ::sigaction(numbers[i], &m_before[i], nullptr);
        ::pthread_sigmask(SIG_SETMASK, &m_while_waiting, nullptr);
    }
    /// @returns false if a signal came first.
    [[nodiscard]] bool wait_to_read(int file) const
    {
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(file, &readable);
        return ::pselect(file + 1, &readable, nullptr, nullptr, nullptr, &m_while_waiting) == 1 && last_signal == 0;
    }
    NotedSignals(const NotedSignals&) = delete;
    NotedSignals& operator=(const NotedSignals&) = delete;

private:
    static constexpr std::array numbers = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    std::array<struct sigaction, numbers.size()> m_before = {};
    sigset_t m_while_waiting = {};
};

/// The terminal of this process, with its echo off.
class SilentTerminal
{
public:
    SilentTerminal() : m_file(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
    {
        if (m_file < 0 || ::tcgetattr(m_file, &m_before) != 0) {
            close();
            refuse("There is no terminal to ask for the password; use --password-file or LOCKSCOPE_PASSWORD.");
        }
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(m_file, TCSAFLUSH, &silent);
    }
    ~SilentTerminal()
    {
        static_cast<void>(::write(m_file, "\n", 1) == 1); // the user's own was not shown
        ::tcsetattr(m_file, TCSAFLUSH, &m_before);
        close();
    }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;

    void write(const std::string& text) const
    {
        if (::write(m_file, text.data(), text.size()) < 0)
            refuse("The terminal cannot be written to.");
    }

    /// Without its line end; what there is when a signal comes.
    [[nodiscard]] std::string read_line(const NotedSignals& signals) const
    {
        std::string line;
        char c = 0;
        while (line.size() < longest_password && signals.wait_to_read(m_file) && ::read(m_file, &c, 1) == 1
               && c != '\n')
            line += c;
        return line;
    }

private:
    void close() const
    {
        if (m_file >= 0)
            ::close(m_file);
    }

    int m_file;
    termios m_before = {};
};

std::string read_silently(const std::string& prompt)
{
    const NotedSignals signals;
    const SilentTerminal terminal;
    terminal.write(prompt);
    return terminal.read_line(signals);
}

} // namespace

std::string ask_password(const std::string& prompt)
{
    std::string password = read_silently(prompt);
    if (last_signal != 0) {
        ::raise(last_signal);
        refuse("Nothing was done: the password was not given.");
    }
    if (password.empty())
        refuse("No password was given.");
    return password;
}

} // namespace lockctl

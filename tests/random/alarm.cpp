// SPDX-License-Identifier: GPL-3.0-or-later
#include "alarm.hpp"

#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>

namespace lockscope::random {
namespace {

constexpr int kMostCalls = 100;
constexpr std::chrono::milliseconds kFelt{500};
constexpr std::chrono::milliseconds kLong{1000};
constexpr std::size_t kStackBytes = 1 << 16;
constexpr int kWhereAreYou = SIGUSR1;

void sayCalls(std::string_view words)
{
    static_cast<void>(!write(STDERR_FILENO, words.data(), words.size()));
    std::array<void*, kMostCalls> calls{};
    backtrace_symbols_fd(calls.data(), backtrace(calls.data(), kMostCalls), STDERR_FILENO);
}

extern "C" void sayAndEnd(int signal)
{
    sayCalls("\ncrashed, or hung; the calls that led there:\n");
    std::signal(signal, SIG_DFL);
    raise(signal);
}

extern "C" void sayAndGoOn(int)
{
    sayCalls("\nhas not come back for a while; the calls that led there:\n");
}

void listen(int signal, void (*answer)(int), int flags)
{
    struct sigaction action = {};
    action.sa_handler = answer;
    action.sa_flags = flags;
    sigaction(signal, &action, nullptr);
}

} // namespace

void sayWhereItCrashes()
{
    // A stack of its own: an endless recursion leaves none.
    static std::array<char, kStackBytes> room;
    stack_t stack = {};
    stack.ss_sp = room.data();
    stack.ss_size = room.size();
    sigaltstack(&stack, nullptr);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        listen(signal, sayAndEnd, SA_ONSTACK);
    listen(kWhereAreYou, sayAndGoOn, SA_RESTART);
    std::array<void*, 1> first{};
    backtrace(first.data(), 1); // loads a library, which must not happen in a handler
}

HangAlarm::HangAlarm(std::chrono::seconds limit, Stall tell)
{
    m_pulse.callOnTimeout([this, tell = std::move(tell)] {
        const Clock::time_point now = Clock::now();
        const auto away = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_last.load());
        m_longest = std::max(m_longest, away);
        m_last = now;
        if (away > kFelt)
            tell(away);
    });
    m_pulse.start(10);
    m_thread = std::thread([this, limit, watched = pthread_self()] { watch(limit, watched); });
}

HangAlarm::~HangAlarm()
{
    m_isOver = true;
    m_thread.join();
}

void HangAlarm::watch(std::chrono::seconds limit, pthread_t watched)
{
    Clock::time_point asked;
    while (!m_isOver) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // between two looks
        const Clock::time_point last = m_last;
        const auto away = Clock::now() - last;
        if (away > limit) {
            pthread_kill(watched, SIGABRT);
            return;
        }
        if (away > kLong && asked != last) { // once for each time
            asked = last;
            pthread_kill(watched, kWhereAreYou);
        }
    }
}

} // namespace lockscope::random

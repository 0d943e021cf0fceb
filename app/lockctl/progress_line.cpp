// SPDX-License-Identifier: Apache-2.0
#include "progress_line.hpp"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace lockctl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience{1};
constexpr std::chrono::milliseconds between{200};
constexpr auto back_and_erase = "\r\033[K";

} // namespace

ProgressLine::ProgressLine(std::string what)
    : m_what(std::move(what))
    , m_has_reader(::isatty(STDERR_FILENO) != 0)
    , m_next(Clock::now() + patience)
{}

ProgressLine::~ProgressLine()
{
    if (m_is_shown)
        write(back_and_erase);
}

void ProgressLine::show(double fraction) noexcept
{
    const auto now = Clock::now();
    if (!m_has_reader || now < m_next)
        return;
    m_next = now + between;
    m_is_shown = true;
    const auto percent = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * 100);
    write(back_and_erase + m_what + ": " + std::to_string(percent) + " %");
}

void ProgressLine::write(const std::string& text) noexcept
{
    // A terminal that does not take it misses nothing that matters.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace lockctl

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <chrono>
#include <functional>
#include <optional>

namespace lockscope::monitor {

/// The best of the durations that came within the last span, or a little earlier: of between one and two spans.
/// @tparam Better std::less for the shortest, std::greater for the longest
template <template <typename> typename Better>
class Recent
{
public:
    using Duration = std::chrono::nanoseconds;

    explicit Recent(Duration span) : m_span(span) {}

    void add(Duration duration, SteadyTime now) noexcept
    {
        turn(now);
        m_now = better(m_now, duration);
    }
    /// Nullopt if none came.
    [[nodiscard]] std::optional<Duration> best(SteadyTime now) noexcept
    {
        turn(now);
        return m_before ? std::optional(better(m_now, *m_before)) : m_now;
    }

private:
    [[nodiscard]] static Duration better(const std::optional<Duration>& one, Duration other) noexcept
    {
        return one && Better<Duration>{}(*one, other) ? *one : other;
    }
    void turn(SteadyTime now) noexcept
    {
        if (now - m_since < m_span)
            return;
        m_before = now - m_since < 2 * m_span ? m_now : std::nullopt;
        m_now.reset();
        m_since = now;
    }

    Duration m_span;
    SteadyTime m_since{};
    std::optional<Duration> m_before, m_now;
};

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/recent.hpp"

#include <chrono>
#include <cstddef>

namespace lockscope::monitor {

/// How much of a walk through a keyspace one message carries, or of what such a walk finds, and how many may be under
/// way at once, by how far away the server is.
///
/// A server does one thing at a time, so whoever comes while it works for us waits for the rest of that. Where we ask
/// again and again without a rest, many come at such a moment, and what they feel is the length of a piece of work: it
/// is at most a quarter of what a question and its answer take us, which is likely what theirs take them. Where the way
/// is long, hardly anybody meets a piece of work, and it may be longer: a two-hundredth of the time, so that not even
/// one in a hundred does (docs/performance.md).
class Portion
{
public:
    /// A message was answered. The fastest answer of late says how long the way is; the slower ones waited for others.
    void answered(std::chrono::nanoseconds took, SteadyTime now) noexcept;
    /// How long the way is, there and back; 0 before the first answer.
    [[nodiscard]] std::chrono::nanoseconds way() const noexcept { return m_fastest; }

    /// What a step may take the server.
    [[nodiscard]] std::chrono::nanoseconds work() const noexcept;
    /// So many keys may a step look at.
    [[nodiscard]] std::size_t keys() const noexcept;
    /// So many locks may be read by one message. There are fewer of these than steps, so where the way is long they may
    /// take a larger part of it.
    [[nodiscard]] std::size_t locks() const noexcept;
    /// So many walks at once, at most: a power of two. While one's answer is on its way, the server works for another,
    /// so that together they take as much of its time as one walk would that has hardly any way to go.
    [[nodiscard]] unsigned walks() const noexcept;
    /// How long those that were found may wait for others, so that the way there is not made for each of them.
    [[nodiscard]] std::chrono::nanoseconds patience() const noexcept;

private:
    std::chrono::nanoseconds m_fastest{0};                ///< 0: none yet.
    Recent<std::less> m_recent{std::chrono::seconds(10)}; ///< The way may become longer.
};

} // namespace lockscope::monitor

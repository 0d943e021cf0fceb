// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockscope::monitor {

// Durations in buckets that grow by 10 % each. Whatever lies in a bucket is taken for its geometric middle, which is
// off by at most sqrt(1.1) - 1 = 4.9 %. The first bucket holds what is below a millisecond, the last what is above 40
// days.

using LogBucket = std::uint16_t;
inline constexpr std::size_t log_buckets = 232;

[[nodiscard]] LogBucket log_bucket_of(milliseconds duration) noexcept;
/// The bounds of a bucket in milliseconds; the lower one belongs to it.
[[nodiscard]] double log_bucket_from(std::size_t bucket) noexcept;
[[nodiscard]] double log_bucket_to(std::size_t bucket) noexcept;

/// Few durations, in little memory: only buckets that are not empty take any.
class LogTally
{
public:
    struct Cell
    {
        LogBucket bucket = 0;
        std::uint32_t count = 0;
    };

    /// @param bucket log_bucket_of(@p duration), which a caller with several tallies computes once
    void add(LogBucket bucket, milliseconds duration);
    [[nodiscard]] const std::vector<Cell>& cells() const noexcept { return m_cells; }
    /// Without any: longer than any other.
    [[nodiscard]] milliseconds shortest() const noexcept { return m_shortest; }
    [[nodiscard]] milliseconds longest() const noexcept { return m_longest; }

private:
    std::vector<Cell> m_cells; ///< Ascending.
    milliseconds m_shortest = milliseconds::max();
    milliseconds m_longest{0};
};

/// Many durations; what tallies are summed up in.
class LogHistogram
{
public:
    void add(milliseconds duration);
    void add(const LogTally& tally);

    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    [[nodiscard]] std::uint64_t count_in(std::size_t bucket) const { return m_counts.at(bucket); }
    [[nodiscard]] milliseconds longest() const noexcept { return m_longest; }
    /// The duration in milliseconds that the given part (0…1) does not exceed, by nearest rank; 0 without any. Never
    /// beyond the shortest and the longest, so that of equal ones it is what each of them is.
    [[nodiscard]] double percentile(double part) const noexcept;

private:
    std::array<std::uint64_t, log_buckets> m_counts{};
    std::uint64_t m_count = 0;
    milliseconds m_shortest = milliseconds::max();
    milliseconds m_longest{0};
};

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#include "monitor/log_histogram.hpp"

#include <algorithm>
#include <cmath>

namespace lockscope::monitor {
namespace {

constexpr double log_growth = 0.095310179804324860; // ln 1.1

} // namespace

LogBucket log_bucket_of(milliseconds duration) noexcept
{
    if (duration < milliseconds(1))
        return 0;
    const auto value = static_cast<double>(duration.count());
    auto bucket = static_cast<std::size_t>(std::log(value) / log_growth) + 1;
    // The logarithm may be off by a rounding at a bucket's edge.
    if (value < log_bucket_from(bucket))
        --bucket;
    else if (value >= log_bucket_to(bucket))
        ++bucket;
    return static_cast<LogBucket>(std::min(bucket, log_buckets - 1));
}

double log_bucket_from(std::size_t bucket) noexcept
{
    return bucket == 0 ? 0 : std::exp(log_growth * static_cast<double>(bucket - 1));
}

double log_bucket_to(std::size_t bucket) noexcept
{
    return std::exp(log_growth * static_cast<double>(bucket));
}

void LogTally::add(LogBucket bucket, milliseconds duration)
{
    m_shortest = std::min(m_shortest, duration);
    m_longest = std::max(m_longest, duration);
    const auto place = std::lower_bound(m_cells.begin(), m_cells.end(), bucket,
                                        [](const Cell& cell, LogBucket wanted) { return cell.bucket < wanted; });
    if (place != m_cells.end() && place->bucket == bucket)
        ++place->count;
    else
        m_cells.insert(place, Cell{bucket, 1});
}

void LogHistogram::add(milliseconds duration)
{
    ++m_counts[log_bucket_of(duration)];
    ++m_count;
    m_shortest = std::min(m_shortest, duration);
    m_longest = std::max(m_longest, duration);
}

void LogHistogram::add(const LogTally& tally)
{
    for (const auto& cell : tally.cells()) {
        m_counts[cell.bucket] += cell.count;
        m_count += cell.count;
    }
    m_shortest = std::min(m_shortest, tally.shortest());
    m_longest = std::max(m_longest, tally.longest());
}

double LogHistogram::percentile(double part) const noexcept
{
    if (m_count == 0)
        return 0;
    const auto rank = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(std::ceil(part * static_cast<double>(m_count))), 1, m_count);
    const auto longest = static_cast<double>(m_longest.count());
    if (rank == m_count)
        return longest;
    std::uint64_t passed = 0;
    for (std::size_t bucket = 0; bucket < log_buckets; ++bucket) {
        passed += m_counts[bucket];
        if (passed < rank)
            continue;
        const auto middle = bucket == 0 ? 0 : std::sqrt(log_bucket_from(bucket) * log_bucket_to(bucket));
        return std::clamp(middle, static_cast<double>(m_shortest.count()), longest);
    }
    return longest;
}

} // namespace lockscope::monitor

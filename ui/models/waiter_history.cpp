// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/waiter_history.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lockscope::ui {
namespace {

constexpr std::chrono::seconds kBucket{3};

std::int64_t bucketOf(SteadyTime at)
{
    return at.time_since_epoch() / kBucket;
}

std::size_t slotOf(std::int64_t bucket)
{
    return static_cast<std::size_t>(bucket) % kHistoryBuckets;
}

/// In place of a count.
constexpr std::uint16_t kNotSeen = std::numeric_limits<std::uint16_t>::max();

/// The first bucket of which most lies after @p at.
std::int64_t firstMostlyAfter(SteadyTime at)
{
    return bucketOf(at + kBucket / 2);
}

} // namespace

WaiterHistory::Buckets WaiterHistory::advanced(std::int64_t bucket) const
{
    Buckets buckets = m_buckets;
    const std::int64_t first = std::max(m_newest + 1, bucket - kHistoryBuckets + 1);
    for (std::int64_t passed = first; passed <= bucket; ++passed) {
        buckets[slotOf(passed)] = m_current;
    }
    return buckets;
}

void WaiterHistory::record(SteadyTime at, std::int64_t waiters)
{
    const std::int64_t bucket = std::max(bucketOf(at), m_newest);
    m_buckets = advanced(bucket);
    m_newest = bucket;
    m_current = static_cast<std::uint16_t>(std::clamp<std::int64_t>(waiters, 0, kNotSeen - 1));
    std::uint16_t& most = m_buckets[slotOf(bucket)];
    most = most == kNotSeen ? m_current : std::max(most, m_current);
}

void WaiterHistory::skip(SteadyTime from, SteadyTime until)
{
    const std::int64_t end = firstMostlyAfter(until);
    const std::int64_t newest = std::max(bucketOf(until), m_newest);
    m_buckets = advanced(newest);
    m_newest = newest;
    for (std::int64_t bucket = std::max(firstMostlyAfter(from), newest - kHistoryBuckets + 1); bucket < end; ++bucket) {
        m_buckets[slotOf(bucket)] = kNotSeen;
    }
}

QList<float> WaiterHistory::values(SteadyTime now) const
{
    const std::int64_t newest = std::max(bucketOf(now), m_newest);
    const Buckets buckets = advanced(newest);
    if (std::all_of(buckets.begin(), buckets.end(),
                    [](std::uint16_t value) { return value == 0 || value == kNotSeen; })) {
        return {};
    }
    QList<float> values;
    values.reserve(kHistoryBuckets);
    for (std::int64_t bucket = newest - kHistoryBuckets + 1; bucket <= newest; ++bucket) {
        const std::uint16_t value = buckets[slotOf(bucket)];
        values.append(value == kNotSeen ? kUnseen : value);
    }
    return values;
}

std::int64_t WaiterHistory::total(SteadyTime now) const
{
    const Buckets buckets = advanced(std::max(bucketOf(now), m_newest));
    return std::accumulate(buckets.begin(), buckets.end(), std::int64_t{0},
                           [](std::int64_t sum, std::uint16_t value) { return value == kNotSeen ? sum : sum + value; });
}

} // namespace lockscope::ui

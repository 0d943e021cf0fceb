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

bool isUnseen(std::int64_t bucket, const std::deque<ShownTime::Gap>& gaps)
{
    const SteadyTime begin{bucket * kBucket};
    SteadyTime::duration unseen{};
    for (const ShownTime::Gap& gap : gaps) {
        unseen += std::max(SteadyTime::duration{}, std::min(gap.until, begin + kBucket) - std::max(gap.from, begin));
    }
    return unseen > kBucket / 2;
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
    m_current =
        static_cast<std::uint16_t>(std::clamp<std::int64_t>(waiters, 0, std::numeric_limits<std::uint16_t>::max()));
    m_buckets[slotOf(bucket)] = std::max(m_buckets[slotOf(bucket)], m_current);
}

QList<float> WaiterHistory::values(SteadyTime now, const std::deque<ShownTime::Gap>& gaps) const
{
    const std::int64_t newest = std::max(bucketOf(now), m_newest);
    const Buckets buckets = advanced(newest);
    QList<float> values;
    values.reserve(kHistoryBuckets);
    for (std::int64_t bucket = newest - kHistoryBuckets + 1; bucket <= newest; ++bucket) {
        values.append(isUnseen(bucket, gaps) ? kUnseen : static_cast<float>(buckets[slotOf(bucket)]));
    }
    const bool nobodyWaited = std::all_of(values.begin(), values.end(), [](float value) { return value <= 0; });
    return nobodyWaited ? QList<float>() : values;
}

std::int64_t WaiterHistory::total(SteadyTime now) const
{
    const Buckets buckets = advanced(std::max(bucketOf(now), m_newest));
    return std::accumulate(buckets.begin(), buckets.end(), std::int64_t{0});
}

} // namespace lockscope::ui

// SPDX-License-Identifier: Apache-2.0
#include "monitor/contention_impl.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lockscope {

using monitor::LockContention;
using monitor::LogHistogram;
using monitor::SlotLine;
using monitor::TimeSlot;

namespace {

/// A step of which less was seen says nothing about the whole of it.
constexpr double least_observed = 0.25;
/// Of the step that goes on, what was seen in a few tenths of a second would make a peak that the rest takes back.
constexpr double least_observed_of_running = 0.9; ///< Seconds; of a shorter step, as much of it.

double seconds_of(milliseconds duration)
{
    return std::chrono::duration<double>(duration).count();
}

SystemTime wall_of(SteadyTime at, const ContentionHistory::Moment& now)
{
    return now.wall - std::chrono::duration_cast<SystemTime::duration>(now.steady - at);
}

std::int64_t slots_in(milliseconds range, milliseconds width)
{
    return std::max<std::int64_t>((range + width - milliseconds(1)) / width, 1);
}

milliseconds bounded(milliseconds range)
{
    return std::clamp(range, milliseconds(1), ContentionHistory::longest_range);
}

/// How far back is looked.
milliseconds reach_of(const ContentionHistory::Query& query)
{
    return bounded(query.range) + std::clamp(query.ago, milliseconds(0), ContentionHistory::longest_range);
}

SteadyTime end_of(const ContentionHistory::Query& query, const ContentionHistory::Moment& now)
{
    return now.steady - (reach_of(query) - bounded(query.range));
}

/// Slots of one line, both included.
struct Stretch
{
    std::int64_t first, last;
};

/// Up to now as many as the range has, so that there are always as many. In the past all that have a part in it:
/// what is kept of long ago are slots so wide that it shows if the oldest is missing.
Stretch stretch_of(const ContentionHistory::Query& query, const SlotLine& line, const ContentionHistory::Moment& now)
{
    const auto end = end_of(query, now);
    const auto last = line.number_of(end);
    return {query.ago > milliseconds(0) ? line.number_of(end - bounded(query.range))
                                        : last - slots_in(bounded(query.range), line.width()) + 1,
            last};
}

/// The slots of @p fine in those of @p coarse, whose width is a multiple.
Stretch within(const SlotLine& fine, const SlotLine& coarse, const Stretch& stretch)
{
    return {fine.number_of(coarse.begin_of(stretch.first)), fine.number_of(coarse.begin_of(stretch.last + 1)) - 1};
}

/// What is summed up for a step or for the whole range.
struct Sum
{
    double observed = 0, waiting = 0, held = 0, contended = 0;
    std::int64_t most_waiting = 0;
    SteadyTime most_waiting_at{};
    std::int64_t acquired = 0, released = 0, expired = 0, forced = 0, vanished = 0;
    bool broken = false;

    void add(const TimeSlot& slot)
    {
        waiting += slot.waiting;
        held += slot.held;
        contended += slot.contended;
        acquired += slot.acquired;
        released += slot.released;
        expired += slot.expired;
        forced += slot.forced;
        vanished += slot.vanished;
        if (slot.most_waiting > most_waiting) {
            most_waiting = slot.most_waiting;
            most_waiting_at = slot.most_waiting_at;
        }
    }
    [[nodiscard]] ContentionSample sample() const
    {
        ContentionSample sample;
        sample.waiting = waiting / observed;
        sample.most_waiting = most_waiting;
        sample.held = held / observed;
        sample.contended = contended / observed;
        sample.acquired = static_cast<double>(acquired) / observed;
        sample.released = static_cast<double>(released) / observed;
        sample.lost = static_cast<double>(expired + forced + vanished) / observed;
        sample.expired = expired;
        sample.forced = forced;
        sample.vanished = vanished;
        return sample;
    }
};

ContentionTimes times_of(const LogHistogram& histogram, std::int64_t estimated)
{
    ContentionTimes times;
    times.count = static_cast<std::int64_t>(histogram.count());
    times.estimated = estimated;
    times.p50 = histogram.percentile(0.5);
    times.p90 = histogram.percentile(0.9);
    times.p99 = histogram.percentile(0.99);
    times.longest = histogram.longest();
    for (std::size_t bucket = 0; bucket < monitor::log_buckets; ++bucket) {
        if (const auto count = histogram.count_in(bucket); count > 0)
            times.bars.push_back(
                {monitor::log_bucket_from(bucket), monitor::log_bucket_to(bucket), static_cast<std::int64_t>(count)});
    }
    return times;
}

/// A lock's place in the ranking, before its holds are looked at.
struct Candidate
{
    const std::string* name;
    const LockContention* past;
    double waiting_seconds;
};

/// What the locks of a prefix come to.
struct PrefixSum
{
    ContendedPrefix place;
    std::int64_t waited_for = 0; ///< Locks.

    void add(const Sum& lock, std::int64_t waiting_now)
    {
        place.waiting_seconds += lock.waiting;
        place.waiting_now += waiting_now;
        place.most_waiting = std::max(place.most_waiting, lock.most_waiting);
        place.acquired += lock.acquired;
        place.locks += lock.acquired > 0 || lock.most_waiting > 0 ? 1 : 0;
        waited_for += lock.most_waiting > 0 ? 1 : 0;
    }
};

/// Leaves at most @p limit of them, those that cost the most time first.
template <typename Place, typename NameOf>
void keep_worst(std::vector<Place>& places, std::size_t limit, const NameOf& name_of)
{
    const auto kept = places.begin() + static_cast<std::ptrdiff_t>(std::min(limit, places.size()));
    std::partial_sort(places.begin(), kept, places.end(), [&](const Place& a, const Place& b) {
        return a.waiting_seconds != b.waiting_seconds ? a.waiting_seconds > b.waiting_seconds : name_of(a) < name_of(b);
    });
    places.erase(kept, places.end());
}

ContendedLock place_of(const Candidate& candidate, std::size_t level, const Stretch& stretch)
{
    ContendedLock place;
    place.name = *candidate.name;
    place.waiting_seconds = candidate.waiting_seconds;
    place.waiting_now = candidate.past->waiting();
    Sum sum;
    LogHistogram holds;
    candidate.past->lines().line(level).visit(stretch.first, stretch.last, [&](const TimeSlot& slot) {
        sum.add(slot);
        holds.add(slot.holds);
        if (slot.estimated_holds + slot.unseen_holds > 0)
            place.median_certainty = Certainty::estimated;
    });
    place.most_waiting = sum.most_waiting;
    place.acquired = sum.acquired;
    if (holds.count() > 0)
        place.median_hold = holds.percentile(0.5);
    return place;
}

} // namespace

void ContentionHistory::Impl::settle_locks()
{
    if (m_last && m_live)
        m_locks.settle(*m_last);
}

std::size_t ContentionHistory::Impl::level_for(const Query& query) const
{
    return (query.locks ? m_lock_shape : m_server).level_for(reach_of(query));
}

const SlotLine& ContentionHistory::Impl::shape_of(const Query& query, std::size_t level) const
{
    return (query.locks ? m_lock_shape : m_server).line(level);
}

void ContentionHistory::Impl::visit(const Query& query, std::size_t level, std::int64_t first, std::int64_t last,
                                    const VisitSlot& visit) const
{
    if (!query.locks) {
        m_server.line(level).visit(first, last, visit);
        return;
    }
    std::unordered_set<std::string_view> seen;
    for (const auto& name : *query.locks) {
        const auto* past = seen.insert(name).second ? m_locks.find(name) : nullptr;
        if (past != nullptr)
            past->lines().line(level).visit(first, last, visit);
    }
}

SystemTime ContentionHistory::Impl::begin(const Moment& now) const
{
    return wall_of(m_last ? std::max(m_begun, now.steady - longest_range) : now.steady, now);
}

ContentionSeries ContentionHistory::Impl::series(const Query& query, Moment now, std::size_t max_points) const
{
    const auto range = bounded(query.range);
    const auto level = level_for(query);
    const auto& shape = shape_of(query, level);
    // Steps lie on multiples of their length, so that a curve does not flicker as it moves on.
    const auto merged =
        slots_in(milliseconds(slots_in(range, shape.width())), milliseconds(static_cast<std::int64_t>(max_points)));
    const SlotLine steps(shape.width() * merged, 1);
    const auto wanted = stretch_of(query, steps, now);
    const auto count = std::min(wanted.last - wanted.first + 1, static_cast<std::int64_t>(max_points));
    const auto first = wanted.last - count + 1;
    std::vector<Sum> sums(static_cast<std::size_t>(count));
    const auto sum_at = [&](SteadyTime at) -> Sum* {
        const auto index = steps.number_of(at) - first;
        return index >= 0 && index < count ? &sums[static_cast<std::size_t>(index)] : nullptr;
    };

    const auto& server = m_server.line(level);
    const auto observed = within(server, steps, {first, wanted.last});
    server.visit(observed.first, observed.last, [&](const TimeSlot& slot) {
        if (auto* sum = sum_at(server.begin_of(slot.number))) {
            sum->observed += slot.observed;
            sum->broken = sum->broken || slot.broken;
        }
    });
    const auto asked = within(shape, steps, {first, wanted.last});
    visit(query, level, asked.first, asked.last, [&](const TimeSlot& slot) {
        if (auto* sum = sum_at(shape.begin_of(slot.number)))
            sum->add(slot);
    });

    ContentionSeries series;
    series.step = steps.width();
    series.points.reserve(sums.size());
    const double width = seconds_of(series.step);
    const auto running = steps.number_of(now.steady);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto& sum = sums[static_cast<std::size_t>(i)];
        ContentionPoint point;
        point.at = wall_of(steps.begin_of(first + i), now);
        const double least_running = first + i == running ? least_observed_of_running * std::min(width, 1.0) : 0;
        if (!sum.broken && sum.observed >= std::max(least_observed * width, least_running))
            point.sample = sum.sample();
        series.points.push_back(std::move(point));
    }
    return series;
}

ContentionSummary ContentionHistory::Impl::summary(const Query& query, Moment now) const
{
    const auto level = level_for(query);
    const auto& shape = shape_of(query, level);
    const auto asked = stretch_of(query, shape, now);
    Sum sum;
    visit(query, level, asked.first, asked.last, [&](const TimeSlot& slot) { sum.add(slot); });
    const auto& server = m_server.line(level);
    const auto observed = within(server, shape, asked);
    server.visit(observed.first, observed.last, [&](const TimeSlot& slot) { sum.observed += slot.observed; });

    ContentionSummary summary;
    auto totals = m_totals;
    if (query.locks) {
        totals = {};
        for (const auto& name : std::unordered_set<std::string>(query.locks->begin(), query.locks->end())) {
            if (const auto* known = m_present.find(name))
                totals.add(known->present, +1);
        }
    }
    summary.waiting_now = totals.waiting;
    summary.held_now = totals.held;
    summary.contended_now = totals.contended;
    summary.most_waiting = sum.most_waiting;
    summary.most_waiting_at = wall_of(sum.most_waiting_at, now);
    summary.waiting_seconds = sum.waiting;
    summary.acquired = sum.acquired;
    summary.released = sum.released;
    summary.expired = sum.expired;
    summary.forced = sum.forced;
    summary.vanished = sum.vanished;
    summary.observed = milliseconds(std::llround(sum.observed * 1000));
    if (m_last)
        summary.begun = std::chrono::duration_cast<milliseconds>(now.steady - m_begun);
    summary.live = m_live && m_last && now.steady - *m_last <= longest_silence;
    return summary;
}

ContentionTimes ContentionHistory::Impl::times(const Query& query, Moment now,
                                               monitor::LogTally monitor::TimeSlot::*tally,
                                               std::uint32_t monitor::TimeSlot::*estimated) const
{
    const auto level = level_for(query);
    const auto asked = stretch_of(query, shape_of(query, level), now);
    LogHistogram histogram;
    std::int64_t guessed = 0, unseen = 0;
    visit(query, level, asked.first, asked.last, [&](const TimeSlot& slot) {
        histogram.add(slot.*tally);
        guessed += slot.*estimated;
        unseen += slot.unseen_holds;
    });
    auto times = times_of(histogram, guessed);
    times.unseen = tally == &TimeSlot::holds ? unseen : 0;
    return times;
}

template <typename Visit>
void ContentionHistory::Impl::visit_locks(const Query& query, const Visit& visit) const
{
    const std::unordered_set<std::string_view> wanted =
        query.locks ? std::unordered_set<std::string_view>(query.locks->begin(), query.locks->end())
                    : std::unordered_set<std::string_view>();
    m_locks.for_each([&](const std::string& name, const LockContention& past) {
        if (!query.locks || wanted.contains(name))
            visit(name, past);
    });
}

std::vector<ContendedLock> ContentionHistory::Impl::most_contended(const Query& query, Moment now,
                                                                   std::size_t limit) const
{
    const auto level = m_lock_shape.level_for(reach_of(query));
    const auto asked = stretch_of(query, m_lock_shape.line(level), now);
    std::vector<Candidate> candidates;
    visit_locks(query, [&](const std::string& name, const LockContention& past) {
        double waiting = 0;
        past.lines().line(level).visit(asked.first, asked.last, [&](const TimeSlot& slot) { waiting += slot.waiting; });
        if (waiting > 0)
            candidates.push_back({&name, &past, waiting});
    });
    keep_worst(candidates, limit, [](const Candidate& candidate) -> const std::string& { return *candidate.name; });
    std::vector<ContendedLock> places;
    places.reserve(candidates.size());
    for (const auto& candidate : candidates)
        places.push_back(place_of(candidate, level, asked));
    return places;
}

/// One that had to go may be waited for all the same.
bool ContentionHistory::Impl::keeps_all_who_wait() const
{
    std::int64_t waiting = 0;
    m_locks.for_each([&](const std::string&, const LockContention& past) { waiting += past.waiting(); });
    return waiting == m_totals.waiting;
}

std::vector<ContendedPrefix> ContentionHistory::Impl::most_contended_prefixes(const Query& query, Moment now,
                                                                              std::size_t limit) const
{
    const auto level = m_lock_shape.level_for(reach_of(query));
    const auto& shape = m_lock_shape.line(level);
    const auto asked = stretch_of(query, shape, now);
    std::unordered_map<std::string_view, PrefixSum> sums;
    visit_locks(query, [&](const std::string& name, const LockContention& past) {
        Sum sum;
        past.lines().line(level).visit(asked.first, asked.last, [&](const TimeSlot& slot) { sum.add(slot); });
        sums[prefix_of_name(name)].add(sum, past.waiting());
    });
    const auto begin = shape.begin_of(asked.first);
    const bool waits_exact = m_locks.forgotten().waits < begin && keeps_all_who_wait();
    const bool acquired_exact = m_locks.forgotten().anything < begin;
    std::vector<ContendedPrefix> places;
    for (auto& [prefix, sum] : sums) {
        auto& place = sum.place;
        if (place.waiting_seconds == 0)
            continue;
        place.prefix = prefix;
        place.waits_exact = waits_exact;
        place.most_exact = waits_exact && sum.waited_for == 1;
        place.acquired_exact = acquired_exact;
        if (query.ago <= milliseconds(0))
            place.most_waiting = std::max(place.most_waiting, place.waiting_now);
        places.push_back(std::move(place));
    }
    keep_worst(places, limit, [](const ContendedPrefix& place) -> const std::string& { return place.prefix; });
    return places;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_lanes.hpp"

#include "lockscope/owner.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::ui {
namespace {

std::string clientOf(const std::string& owner)
{
    const auto field = OwnerField::parse(owner);
    return field ? field->client : owner;
}

bool beginsEarlier(const TimelineSpan& a, const TimelineSpan& b)
{
    return a.from < b.from;
}

void keepNewest(std::vector<TimelineSpan>& spans)
{
    if (spans.size() > TimelineLanes::kMaxSpans) {
        spans.erase(spans.begin(), spans.end() - static_cast<std::ptrdiff_t>(TimelineLanes::kMaxSpans));
    }
}

TimelineSpan spanOf(const HoldRecord& hold)
{
    TimelineSpan span;
    span.owner = hold.owner;
    span.from = hold.from;
    span.to = hold.to;
    span.ended = hold.ended;
    span.maxCount = hold.max_count;
    span.renewals = hold.renewals;
    span.exact = hold.from_exact;
    span.renewalsExact = hold.from_exact && hold.seen_throughout;
    return span;
}

TimelineSpan spanOf(const WaitRecord& wait)
{
    TimelineSpan span;
    span.kind = TimelineSpan::Kind::wait;
    span.owner = wait.owner;
    span.from = wait.from;
    span.to = wait.to;
    span.exact = wait.from_exact;
    return span;
}

/// Until the history says more: of several holders only the first one's beginning is known.
TimelineSpan spanOf(const Holder& holder, const LockState& state, SystemTime wall)
{
    const bool isKnown = state.holders.size() == 1 && state.held_since && *state.held_since <= wall;
    TimelineSpan span;
    span.owner = holder.owner;
    span.from = isKnown ? *state.held_since : wall;
    span.exact = isKnown && state.held_since_exact;
    return span;
}

TimelineSpan spanOf(const Waiter& waiter, SystemTime wall)
{
    const bool isKnown = waiter.since != SystemTime{} && waiter.since <= wall;
    TimelineSpan span;
    span.kind = TimelineSpan::Kind::wait;
    span.owner = waiter.owner;
    span.from = isKnown ? waiter.since : wall;
    span.exact = isKnown && waiter.since_exact;
    return span;
}

template <typename Record>
std::vector<TimelineSpan> spansOf(const std::vector<Record>& records)
{
    std::vector<TimelineSpan> spans;
    spans.reserve(records.size());
    for (const Record& record : records) {
        spans.push_back(spanOf(record));
    }
    std::stable_sort(spans.begin(), spans.end(), beginsEarlier);
    keepNewest(spans);
    return spans;
}

/// Moments of a span that goes on count as the latest of all.
SystemTime lastMoment(const TimelineLane& lane)
{
    SystemTime last{};
    for (const TimelineSpan& span : lane.spans) {
        last = std::max(last, span.to.value_or(SystemTime::max()));
    }
    return last;
}

} // namespace

void TimelineLanes::setHistory(const LockHistory& past)
{
    m_holds = spansOf(past.holds);
    m_pastWaits = spansOf(past.waits);
}

void TimelineLanes::observe(const LockState& state, SystemTime wall)
{
    std::map<std::string, TimelineSpan> current;
    for (const Holder& holder : state.holders) {
        const auto known = m_current.find(holder.owner);
        TimelineSpan span = known != m_current.end() ? known->second : spanOf(holder, state, wall);
        span.maxCount = std::max(span.maxCount, holder.count);
        current.insert_or_assign(holder.owner, span);
        closeWait(holder.owner, wall);
    }
    m_current = std::move(current);
    m_areWaitersTold = state.type == LockType::fair || !state.waiters.empty();

    std::set<std::string> queued;
    m_places.clear();
    for (const Waiter& waiter : state.waiters) {
        queued.insert(waiter.owner);
        m_places.try_emplace(clientOf(waiter.owner), m_places.size());
        m_waiting.try_emplace(waiter.owner, spanOf(waiter, wall));
    }
    std::vector<std::string> gone;
    for (const auto& [owner, span] : m_waiting) {
        if (!queued.contains(owner)) {
            gone.push_back(owner);
        }
    }
    for (const std::string& owner : gone) {
        closeWait(owner, wall);
    }
}

void TimelineLanes::closeWait(const std::string& owner, SystemTime wall)
{
    const auto found = m_waiting.find(owner);
    if (found == m_waiting.end()) {
        return;
    }
    found->second.to = wall;
    m_waits.push_back(found->second);
    m_waiting.erase(found);
    keepNewest(m_waits);
}

void TimelineLanes::end(SystemTime wall)
{
    m_current.clear();
    m_places.clear();
    while (!m_waiting.empty()) {
        closeWait(m_waiting.begin()->first, wall);
    }
}

void TimelineLanes::clear()
{
    m_holds.clear();
    m_pastWaits.clear();
    m_areWaitersTold = true;
    m_current.clear();
    m_waiting.clear();
    m_waits.clear();
    m_places.clear();
}

TimelineClients TimelineLanes::clients() const
{
    std::map<std::string, TimelineLane> byClient;
    const auto add = [&](const TimelineSpan& span) {
        TimelineLane& lane = byClient[clientOf(span.owner)];
        lane.spans.push_back(span);
    };
    std::set<std::string> openInHistory;
    for (const TimelineSpan& hold : m_holds) {
        add(hold);
        if (!hold.to) {
            openInHistory.insert(hold.owner);
        }
    }
    for (const auto& [owner, span] : m_current) {
        if (!openInHistory.contains(owner)) { // The history was asked for before this hold began.
            add(span);
        }
    }
    std::set<std::pair<std::string, SystemTime>> inHistory;
    for (const TimelineSpan& wait : m_pastWaits) {
        add(wait);
        inHistory.emplace(wait.owner, wait.from);
    }
    const auto addIfNew = [&](const TimelineSpan& wait) {
        if (!inHistory.contains({wait.owner, wait.from})) { // The history was asked for before this wait ended.
            add(wait);
        }
    };
    std::for_each(m_waits.begin(), m_waits.end(), addIfNew);
    for (const auto& [owner, span] : m_waiting) {
        addIfNew(span);
    }

    TimelineClients clients;
    clients.areWaitersTold = m_areWaitersTold || !m_pastWaits.empty() || !m_waits.empty();
    clients.lanes.reserve(byClient.size());
    for (auto& [client, lane] : byClient) {
        lane.client = client;
        std::stable_sort(lane.spans.begin(), lane.spans.end(), beginsEarlier);
        clients.lanes.push_back(std::move(lane));
    }
    sort(clients.lanes);
    if (clients.lanes.size() > kMaxLanes) {
        clients.more = clients.lanes.size() - kMaxLanes;
        clients.lanes.resize(kMaxLanes);
    }
    return clients;
}

void TimelineLanes::sort(std::vector<TimelineLane>& lanes) const
{
    std::set<std::string> holding;
    for (const auto& [owner, span] : m_current) {
        holding.insert(clientOf(owner));
    }
    const auto rank = [&](const TimelineLane& lane) {
        const auto place = m_places.find(lane.client);
        const std::size_t behindAll = m_places.size();
        return std::pair(!holding.contains(lane.client), place != m_places.end() ? place->second : behindAll);
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const TimelineLane& a, const TimelineLane& b) {
        const auto rankA = rank(a), rankB = rank(b);
        return rankA != rankB ? rankA < rankB : lastMoment(a) > lastMoment(b);
    });
}

} // namespace lockscope::ui

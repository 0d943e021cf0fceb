// SPDX-License-Identifier: Apache-2.0
#include "monitor/tracked_lock.hpp"

#include <algorithm>
#include <unordered_set>

namespace lockscope::monitor {
namespace {

/// Redis deletes an expired key when somebody looks or when it gets round to it: look just after the end.
constexpr milliseconds after_the_end{3};
constexpr milliseconds between_waiter_looks{5000};

/// If its owner was waiting.
bool ends_wait(LockEvent::Kind kind) noexcept
{
    return kind == LockEvent::Kind::waiter_left || kind == LockEvent::Kind::waiter_removed
        || kind == LockEvent::Kind::acquired;
}

/// Nobody publishes it: who waits without a queue sleeps on.
bool is_silent_ending(LockEvent::Kind kind) noexcept
{
    switch (kind) {
    case LockEvent::Kind::expired:
    case LockEvent::Kind::vanished:
    case LockEvent::Kind::gone:
    case LockEvent::Kind::lost_in_failover:
    case LockEvent::Kind::lost_in_restart: return true;
    default: return false;
    }
}

/// Is it free, and do clients listen for its release, without a queue?
bool is_listened_for(const LockState& state) noexcept
{
    return !state.is_held() && state.waiters.empty() && !is_counter(state.type)
        && state.waiting_clients.value_or(0) > 0;
}

std::unordered_set<std::string_view> owners_in(const std::vector<LockEvent>& events, LockEvent::Kind kind)
{
    std::unordered_set<std::string_view> owners;
    for (const auto& event : events) {
        if (event.kind == kind)
            owners.insert(event.owner);
    }
    return owners;
}

} // namespace

TrackedLock::TrackedLock(std::string name)
{
    LockState empty;
    empty.name = std::move(name);
    m_state = std::make_shared<const LockState>(std::move(empty));
}

TrackedLock::OpenHolds TrackedLock::by_owner() const
{
    OpenHolds holds;
    for (std::size_t i = 0; i < m_open.size(); ++i)
        holds.emplace(m_state->holders[i].owner, &m_open[i]);
    return holds;
}

/// A lease that was over while nobody watched was perhaps renewed before, but not where its server was down.
SystemTime TrackedLock::held_until(const LockEvent& event, const LockState& next, const Evidence& evidence) const
{
    if (!evidence.unwatched || event.kind != LockEvent::Kind::expired)
        return event.at;
    const auto holder = std::find_if(m_state->holders.begin(), m_state->holders.end(),
                                     [&event](const Holder& each) { return each.owner == event.owner; });
    const auto left = holder != m_state->holders.end() && holder->ttl ? *holder->ttl : m_state->ttl;
    const auto over = next.observed_at - (m_state->observed_at + std::max(left, milliseconds(0)));
    return event.at - std::max(std::chrono::duration_cast<SystemTime::duration>(over), SystemTime::duration(0));
}

void TrackedLock::file(LockEvent& event, const OpenHolds& holds, SystemTime until, History& history) const
{
    const auto found = holds.find(event.owner);
    if (found == holds.end())
        return;
    const auto* hold = found->second;
    const bool is_seen = until == event.at;
    event.held_for = std::max(std::chrono::duration_cast<milliseconds>(until - hold->from), milliseconds(0));
    event.held_for_exact = hold->exact && is_seen;
    HoldRecord record;
    record.owner = event.owner;
    record.from = hold->from;
    record.to = std::max(until, hold->from);
    record.ended = event.kind;
    record.max_count = hold->max_count;
    record.renewals = hold->renewals;
    record.from_exact = hold->exact;
    record.seen_throughout = hold->seen_throughout && is_seen;
    history.add(m_state->name, std::move(record));
}

void TrackedLock::file_waits(const std::vector<LockEvent>& events, History& history) const
{
    if (m_state->waiters.empty())
        return;
    std::unordered_map<std::string_view, const LockEvent*> ends;
    for (const auto& event : events) {
        if (ends_wait(event.kind))
            ends.emplace(event.owner, &event);
    }
    for (const auto& waiter : m_state->waiters) {
        const auto end = ends.extract(waiter.owner);
        if (!end)
            continue;
        WaitRecord record;
        record.owner = waiter.owner;
        record.from = waiter.since;
        record.to = end.mapped()->at;
        record.served = end.mapped()->kind == LockEvent::Kind::acquired;
        record.from_exact = waiter.since_exact;
        history.add_wait(m_state->name, std::move(record));
    }
}

std::vector<LockEvent> TrackedLock::advance(LockState next, const Evidence& evidence, History& history)
{
    sees_channels = next.waiters.empty() || evidence.channels_at.has_value();
    if (m_ghosts || std::any_of(next.waiters.begin(), next.waiters.end(), [](const Waiter& waiter) {
            return !waiter.subscribed.value_or(true);
        })) {
        if (!m_ghosts)
            m_ghosts = std::make_unique<GhostWatch>();
        m_ghosts->look(next, evidence.channels_at);
        if (m_ghosts->empty())
            m_ghosts.reset();
    }
    auto events = diff(seen() ? m_state.get() : nullptr, next, evidence);
    const auto holds = by_owner();
    for (auto& event : events) {
        if (is_ending(event.kind))
            file(event, holds, held_until(event, next, evidence), history);
    }
    file_waits(events, history);
    carry_over(next, holds, events, evidence);
    carry_over_waits(next, evidence);
    next.untaken_since = untaken_since(next, events, evidence);
    note_sleepers(next);
    m_state = std::make_shared<const LockState>(std::move(next));
    return events;
}

void TrackedLock::carry_over(LockState& next, const OpenHolds& holds, const std::vector<LockEvent>& events,
                             const Evidence& evidence)
{
    const auto acquirers = owners_in(events, LockEvent::Kind::acquired);
    const auto renewers = owners_in(events, LockEvent::Kind::renewed);
    std::vector<OpenHold> open;
    open.reserve(next.holders.size());
    bool goes_on = false;
    bool renewed = false;
    for (const auto& holder : next.holders) {
        const auto known = holds.find(holder.owner);
        const bool acquired = acquirers.contains(holder.owner);
        OpenHold hold;
        if (known != holds.end() && !acquired) {
            hold = *known->second;
            hold.seen_throughout = hold.seen_throughout && !evidence.unwatched;
            goes_on = true;
            if (renewers.contains(holder.owner)) {
                ++hold.renewals;
                renewed = true;
            }
        } else {
            // Whoever was given a lock back has had it for longer.
            hold.from = evidence.happened.wall;
            hold.exact = acquired && !evidence.unwatched;
        }
        hold.max_count = std::max(hold.max_count, holder.count);
        open.push_back(hold);
    }
    if (goes_on) {
        // A later end alone is no renewal: whoever enters sets it too, and so does an operator.
        const SteadyTime told = evidence.happened.now;
        const auto renewed_at = told != SteadyTime{} ? std::min(told, next.observed_at) : next.observed_at;
        next.renewed_at = renewed ? renewed_at : m_state->renewed_at;
        // Shortened: by an operator, or after entries of a writer had added up their leases. Whoever leaves takes its
        // own lease along, and those who stay have theirs as before.
        next.lease = is_shortened(*m_state, next, evidence) ? next.ttl : std::max(next.lease, m_state->lease);
    }
    const auto first = std::min_element(open.begin(), open.end(),
                                        [](const OpenHold& a, const OpenHold& b) { return a.from < b.from; });
    if (first != open.end()) {
        next.held_since = first->from;
        next.held_since_exact = first->exact;
    }
    m_open = std::move(open);
}

/// A queue whose first one has changed gets on.
SteadyTime TrackedLock::untaken_since(const LockState& next, const std::vector<LockEvent>& events,
                                      const Evidence& evidence) const
{
    const bool is_listened_for = monitor::is_listened_for(next);
    if (next.is_held() || (next.waiters.empty() && !is_listened_for))
        return {};
    const auto& before = *m_state;
    const bool was_watched = before.untaken_since != SteadyTime{} && !before.is_out_of_reach() && !evidence.unwatched
                          && before.waiters.empty() == is_listened_for;
    if (is_listened_for) {
        const bool begins = std::any_of(events.begin(), events.end(),
                                        [](const LockEvent& event) { return is_silent_ending(event.kind); });
        return was_watched ? before.untaken_since
             : begins      ? next.observed_at
                           : evidence.untold_since.value_or(SteadyTime{});
    }
    return was_watched && before.waiters.front().owner == next.waiters.front().owner ? before.untaken_since
                                                                                     : next.observed_at;
}

/// Leases only get longer, but for what operators do, who tell it: nobody saw an end after the last one.
void TrackedLock::note_sleepers(LockState& next) const
{
    if (next.untaken_since == SteadyTime{} || !is_listened_for(next))
        return;
    const auto& before = *m_state;
    next.untold_seen = before.is_held() || before.untold_seen;
    if (!before.is_held())
        next.lease = before.lease;
    else if (before.ttl >= milliseconds(0))
        next.lease = std::chrono::duration_cast<milliseconds>(before.observed_at + before.ttl - next.untaken_since);
}

/// Was the queue watched until now, as a whole? Then whoever was not in it has just come. Who moves up from where
/// nobody had read has not.
bool TrackedLock::knows_who_waited(const Evidence& evidence) const
{
    if (!seen())
        return evidence.was_free;
    const auto& before = *m_state;
    const bool was_read_whole = before.queue_known && before.waiters_total <= before.waiters.size()
                             && !(before.waiters.empty() && before.anomalies.contains(Anomaly::truncated));
    return was_read_whole && !before.is_out_of_reach() && !evidence.unwatched;
}

void TrackedLock::carry_over_waits(LockState& next, const Evidence& evidence) const
{
    if (next.waiters.empty())
        return;
    std::unordered_map<std::string_view, const Waiter*> known;
    for (const auto& waiter : m_state->waiters)
        known.emplace(waiter.owner, &waiter);
    const bool saw_come = knows_who_waited(evidence);
    for (auto& waiter : next.waiters) {
        const auto before = known.find(waiter.owner);
        waiter.since = before != known.end() ? before->second->since : evidence.happened.wall;
        waiter.since_exact = before != known.end() ? before->second->since_exact : saw_come;
    }
}

void TrackedLock::set_oversize(const Oversize& oversize) noexcept
{
    fat_token = oversize.token;
    fat_queue = oversize.queue;
    fat_namesake = oversize.namesake;
}

bool TrackedLock::mark_out_of_reach(SteadyTime since)
{
    if (m_state->is_out_of_reach())
        return false;
    LockState marked = *m_state;
    marked.out_of_reach_since = since;
    m_state = std::make_shared<const LockState>(std::move(marked));
    return true;
}

bool TrackedLock::mark_certain()
{
    if (m_state->type_certain)
        return false;
    LockState marked = *m_state;
    marked.type_certain = true;
    marked.queue_known = true; // Of this type it has none.
    m_state = std::make_shared<const LockState>(std::move(marked));
    return true;
}

bool TrackedLock::mark_told()
{
    if (m_state->untaken_since == SteadyTime{} || !is_listened_for(*m_state))
        return false;
    LockState marked = *m_state;
    marked.untaken_since = {};
    marked.lease = {};
    marked.untold_seen = false;
    m_state = std::make_shared<const LockState>(std::move(marked));
    return true;
}

std::vector<HoldRecord> TrackedLock::open_holds() const
{
    std::vector<HoldRecord> holds;
    for (std::size_t i = 0; i < m_open.size(); ++i) {
        HoldRecord record;
        record.owner = m_state->holders[i].owner;
        record.from = m_open[i].from;
        record.max_count = m_open[i].max_count;
        record.renewals = m_open[i].renewals;
        record.from_exact = m_open[i].exact;
        record.seen_throughout = m_open[i].seen_throughout;
        holds.push_back(std::move(record));
    }
    return holds;
}

std::optional<SteadyTime> TrackedLock::next_check() const
{
    std::optional<SteadyTime> next;
    const auto& state = *m_state;
    const auto consider = [&](SteadyTime time) {
        if (time > state.observed_at && (!next || time < *next))
            next = time;
    };
    if (state.is_held() && state.ttl >= milliseconds(0))
        consider(state.observed_at + state.ttl + after_the_end);
    for (const auto& holder : state.holders) {
        if (holder.ttl && *holder.ttl > milliseconds(0))
            consider(state.observed_at + *holder.ttl + after_the_end);
    }
    // The dead never take it: nothing is to be seen where only they are left.
    const auto lives = [](const Waiter& waiter) { return !is_dead(waiter); };
    // That the next one does not take its turn, nobody tells.
    if (!state.is_held()
        && (std::any_of(state.waiters.begin(), state.waiters.end(), lives)
            || (is_listened_for(state) && state.untaken_since != SteadyTime{})))
        consider(state.observed_at + longest_hand_over + after_the_end);
    if (!state.waiters.empty() && state.server_time > 0) {
        for (const auto& waiter : state.waiters) {
            const auto left = waiter.deadline.value_or(0) - state.server_time;
            // Far ones would overflow, and are looked at again long before.
            if (!waiter.stale && left > 0 && left < 24 * 3'600'000)
                consider(state.observed_at + milliseconds(left) + after_the_end);
        }
    }
    if (m_ghosts) {
        if (const auto look = m_ghosts->next_look())
            consider(*look);
    }
    // Nothing else tells when their clients go, or come back.
    if (!sees_channels && std::any_of(state.waiters.begin(), state.waiters.end(), [](const Waiter& waiter) {
            return waiter.subscribed.has_value();
        }))
        consider(state.observed_at + between_waiter_looks);
    return next;
}

} // namespace lockscope::monitor

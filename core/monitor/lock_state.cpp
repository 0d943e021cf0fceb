// SPDX-License-Identifier: Apache-2.0
#include "lockscope/lock_state.hpp"

#include <algorithm>

namespace lockscope {

std::string_view to_string(LockType type) noexcept
{
    switch (type) {
    case LockType::reentrant: return "reentrant";
    case LockType::fair: return "fair";
    case LockType::read_write: return "read-write";
    case LockType::fenced: return "fenced";
    case LockType::spin: return "spin";
    case LockType::multi: return "multi";
    case LockType::transaction: return "transaction";
    case LockType::semaphore: return "semaphore";
    case LockType::latch: return "latch";
    }
    return "unknown";
}

std::string_view to_string(LockMode mode) noexcept
{
    switch (mode) {
    case LockMode::none: return "none";
    case LockMode::read: return "read";
    case LockMode::write: return "write";
    }
    return "unknown";
}

std::string_view to_string(LockCondition condition) noexcept
{
    switch (condition) {
    case LockCondition::free: return "free";
    case LockCondition::held: return "held";
    case LockCondition::contended: return "contended";
    case LockCondition::expiring: return "expiring";
    case LockCondition::stuck: return "stuck";
    case LockCondition::unknown: return "unknown";
    }
    return "unknown";
}

std::string_view to_string(Anomaly anomaly) noexcept
{
    switch (anomaly) {
    case Anomaly::never_expires: return "never-expires";
    case Anomaly::queue_without_score: return "queue-without-score";
    case Anomaly::score_without_entry: return "score-without-entry";
    case Anomaly::dead_head: return "dead-head";
    case Anomaly::free_but_queued: return "free-but-queued";
    case Anomaly::dead_reader: return "dead-reader";
    case Anomaly::mixed_types: return "mixed-types";
    case Anomaly::foreign_queue: return "foreign-queue";
    case Anomaly::truncated: return "truncated";
    case Anomaly::torn: return "torn";
    }
    return "unknown";
}

std::string_view prefix_of_name(std::string_view name, int parts) noexcept
{
    std::size_t length = 0;
    for (; parts > 0; --parts) {
        const auto colon = name.find(':', length);
        if (colon == name.npos)
            break;
        length = colon + 1;
    }
    return {name.data(), length};
}

bool LockState::has_waiters() const noexcept
{
    return waiters_total > 0 || !waiters.empty() || waiting_clients.value_or(0) > 0;
}

std::optional<milliseconds> LockState::remaining(SteadyTime now) const noexcept
{
    if (!is_held() || ttl < milliseconds(0))
        return std::nullopt;
    const auto passed = std::chrono::duration_cast<milliseconds>(now - observed_at);
    return std::max(ttl - passed, milliseconds(0));
}

Moment LockState::known_at(const Moment& now) const noexcept
{
    if (!is_out_of_reach() || out_of_reach_since >= now.now)
        return now;
    const auto ago = std::chrono::duration_cast<SystemTime::duration>(now.now - out_of_reach_since);
    return {out_of_reach_since, now.wall - ago};
}

bool is_comparable(const LockState& state) noexcept
{
    return !is_counter(state.type) && state.type != LockType::multi && state.holders_total <= state.holders.size();
}

bool writes_and_reads(const LockState& state) noexcept
{
    if (state.mode != LockMode::write || state.holders.size() < 2)
        return false;
    const auto writer = OwnerView::of(state.holders.front().owner);
    return writer.writer
        && std::any_of(state.holders.begin() + 1, state.holders.end(), [&writer](const Holder& holder) {
               return !holder.is_writer() && holder.client() == writer.client && holder.thread() == writer.thread;
           });
}

std::size_t holding_threads(const LockState& state) noexcept
{
    const auto holders = std::max<std::size_t>(state.holders_total, state.holders.size());
    return writes_and_reads(state) ? holders - 1 : holders;
}

std::int64_t permits_past_lease(const LockState& state, SteadyTime now) noexcept
{
    if (state.type != LockType::semaphore)
        return 0;
    const auto passed = std::chrono::duration_cast<milliseconds>(now - state.observed_at);
    const auto is_over = [passed](const Holder& holder) {
        return holder.ttl && *holder.ttl >= milliseconds(0) && *holder.ttl <= passed;
    };
    return state.permits_over + std::count_if(state.holders.begin(), state.holders.end(), is_over);
}

bool is_closed(const LockState& state) noexcept
{
    if (!state.permits || !is_counter(state.type))
        return false;
    return state.type == LockType::latch ? *state.permits > 0 : *state.permits + state.permits_over <= 0;
}

bool head_never_goes(const LockState& state) noexcept
{
    if (state.waiters.empty() || !state.deadlines_known)
        return false;
    const Waiter& head = state.waiters.front();
    return !head.deadline && head.subscribed != true;
}

bool is_blocked(const LockState& state, SteadyTime now, milliseconds patience) noexcept
{
    if (state.is_held() || state.waiters.empty() || state.waiters.front().mapped)
        return false;
    const Waiter& head = state.waiters.front();
    if (!head.deadline)
        return head_never_goes(state) || is_dead(head);
    const auto passed = std::chrono::duration_cast<milliseconds>(now - state.observed_at).count();
    return is_dead(head) && state.server_time > 0
        && *head.deadline - patience.count() > state.server_time + passed; // no deadline is near what would overflow
}

bool is_untaken(const LockState& state, milliseconds patience) noexcept
{
    if (state.untaken_since == SteadyTime{} || (!state.waiters.empty() && state.waiters.front().mapped))
        return false;
    return state.observed_at - state.untaken_since >= patience && living_waiters(state).value_or(0) > 0;
}

SteadyTime asleep_until(const LockState& state) noexcept
{
    const bool is_asleep = !state.is_held() && state.waiters.empty() && state.untaken_since != SteadyTime{};
    return is_asleep && state.lease > milliseconds(0) ? state.untaken_since + state.lease : SteadyTime{};
}

std::size_t dead_waiters(const LockState& state) noexcept
{
    return static_cast<std::size_t>(std::count_if(state.waiters.begin(), state.waiters.end(),
                                                  [](const Waiter& waiter) { return is_dead(waiter); }));
}

std::optional<std::int64_t> living_waiters(const LockState& state) noexcept
{
    const std::size_t queued = std::max<std::size_t>(state.waiters_total, state.waiters.size());
    if (!state.queue_known && state.waiting_clients.value_or(0) == 0)
        return std::nullopt;
    if (queued == 0 && state.type != LockType::fair)
        return state.waiting_clients;
    // Where all that was read is dead, nobody is known to live among the rest.
    const std::size_t dead = dead_waiters(state);
    const bool is_known = dead < state.waiters.size() || state.waiters.empty();
    const auto living = static_cast<std::int64_t>(is_known ? queued - dead : 0);
    return std::max<std::int64_t>(living, state.waiting_clients.value_or(0));
}

std::int64_t clients_waiting_for(const LockState& state) noexcept
{
    return state.waiting_clients ? *state.waiting_clients : living_waiters(state).value_or(0);
}

bool is_contended(const LockState& state) noexcept
{
    if (living_waiters(state).value_or(0) == 0)
        return false;
    if (state.is_held() || is_counter(state.type))
        return true;
    const bool is_kept_by_the_dead = !state.waiters.empty() && is_dead(state.waiters.front());
    return is_kept_by_the_dead || is_untaken(state, longest_hand_over);
}

SteadyTime harmless_until(const LockState& state) noexcept
{
    return state.observed_at + state.ttl - state.lease / 3; // two renewals would be missed by then
}

bool is_harmless(const LockState& state, SteadyTime now) noexcept
{
    return state.was_renewed() && state.ttl >= milliseconds(0) && living_waiters(state).value_or(0) == 0
        && now < harmless_until(state);
}

LockCondition condition_of(const LockState& state, const Thresholds& thresholds, SteadyTime now, SystemTime wall)
{
    if (state.observed_at == SteadyTime{} || state.is_out_of_reach())
        return LockCondition::unknown;
    if (is_counter(state.type)) // a permit may be kept for as long as one likes
        return is_contended(state)                 ? LockCondition::contended
             : state.is_held() || is_closed(state) ? LockCondition::held
                                                   : LockCondition::free;
    if (!state.is_held()) {
        const auto patience = thresholds.stuck_after;
        const bool waits = is_contended(state); // however short the threshold is
        return is_blocked(state, now, patience) || (waits && is_untaken(state, patience)) ? LockCondition::stuck
             : waits                                                                      ? LockCondition::contended
                                                                                          : LockCondition::free;
    }
    const auto left = state.remaining(now);
    // Its lease has ended long ago and nobody could confirm what became of it.
    if (left && now - state.observed_at > state.ttl + thresholds.stale_after)
        return LockCondition::unknown;
    const bool is_long = state.held_since && wall - *state.held_since >= thresholds.stuck_after;
    if (!left || (is_long && !is_harmless(state, now)))
        return LockCondition::stuck;
    const auto lease = static_cast<double>(state.lease.count());
    if (static_cast<double>(left->count()) < lease * thresholds.expiring_fraction)
        return LockCondition::expiring;
    return is_contended(state) ? LockCondition::contended : LockCondition::held;
}

} // namespace lockscope

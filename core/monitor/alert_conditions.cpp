// SPDX-License-Identifier: Apache-2.0
#include "monitor/alert_conditions.hpp"

#include <algorithm>

namespace lockscope::monitor {
namespace {

/// A clock may tick a moment early; looking then would only mean to look once more.
constexpr milliseconds moment{1};

Condition true_of(const LockState& state)
{
    Condition condition;
    condition.holds = true;
    if (!state.holders.empty())
        condition.owner = state.holders.front().owner;
    return condition;
}

Condition true_of_hold(const LockState& state)
{
    Condition condition = true_of(state);
    condition.begin_unseen = !state.held_since_exact;
    return condition;
}

std::optional<SystemTime> renewed_until(const LockState& state, SteadyTime now, SystemTime wall)
{
    if (!state.was_renewed() || state.ttl < milliseconds{0} || now < harmless_until(state))
        return std::nullopt;
    return wall - std::chrono::duration_cast<SystemTime::duration>(now - state.renewed_at);
}

Condition held_longer(const AlertRule& rule, const LockState& state, SteadyTime now, SystemTime wall)
{
    if (!state.is_held() || !state.held_since)
        return {};
    const auto held = std::chrono::duration_cast<milliseconds>(wall - *state.held_since);
    if (held < rule.duration) {
        Condition later;
        later.may_hold_at = now + (rule.duration - held) + moment;
        return later;
    }
    if (!rule.also_harmless && is_harmless(state, now)) {
        Condition later;
        later.may_hold_at = harmless_until(state);
        return later;
    }
    Condition condition = true_of_hold(state);
    condition.since = *state.held_since + rule.duration;
    condition.amount = held;
    condition.renewed_until = renewed_until(state, now, wall);
    return condition;
}

Condition low_ttl(const AlertRule& rule, const LockState& state, SteadyTime now, SystemTime wall)
{
    const auto left = state.remaining(now);
    // A lease that is shorter than the rule's time would be low from its beginning.
    if (!left || state.lease <= rule.duration)
        return {};
    if (*left > rule.duration) {
        Condition later;
        later.may_hold_at = now + (*left - rule.duration) + moment;
        return later;
    }
    if (state.was_renewed() && now < harmless_until(state)) { // The next renewal is not late yet.
        Condition later;
        later.may_hold_at = harmless_until(state);
        return later;
    }
    Condition condition = true_of(state);
    condition.amount = *left;
    condition.renewed_until = renewed_until(state, now, wall);
    return condition;
}

Condition many_waiters(const AlertRule& rule, const LockState& state)
{
    // Whether one lives whom nobody listens for is known in a moment: until then it is no reason to raise an alarm.
    const auto silent = std::count_if(state.waiters.begin(), state.waiters.end(), [](const Waiter& waiter) {
        return is_dead(waiter) || (waiter.subscribed == false && !waiter.mapped);
    });
    const auto read = static_cast<std::int64_t>(state.waiters.size());
    const bool is_known = silent < read || read == 0;
    const auto queued =
        is_known ? static_cast<std::int64_t>(std::max<std::size_t>(state.waiters_total, state.waiters.size())) - silent
                 : std::int64_t{0};
    const auto waiters = std::max<std::int64_t>(queued, state.waiting_clients.value_or(0));
    if (waiters <= rule.count)
        return {};
    Condition condition = true_of(state);
    condition.count = waiters;
    return condition;
}

Condition stale_head(const LockState& state)
{
    if (state.waiters.empty())
        return {};
    const Waiter& head = state.waiters.front();
    if (!is_dead(head) && (head.deadline || !state.deadlines_known))
        return {};
    Condition condition = true_of(state);
    condition.owner = head.owner;
    condition.begin_unseen = !head.since_exact;
    condition.never_dropped = !head.deadline && state.deadlines_known;
    condition.count = static_cast<std::int64_t>(state.waiters_total);
    return condition;
}

bool judges_lease(AlertRule::Kind kind)
{
    return kind == AlertRule::Kind::held_longer || kind == AlertRule::Kind::low_ttl
        || kind == AlertRule::Kind::never_expires;
}

} // namespace

Condition condition_of(const AlertRule& rule, const LockState& state, SteadyTime now, SystemTime wall)
{
    if (judges_lease(rule.kind) && is_counter(state.type))
        return {}; // a permit may be kept for as long as one likes
    switch (rule.kind) {
    case AlertRule::Kind::held_longer: return held_longer(rule, state, now, wall);
    case AlertRule::Kind::low_ttl: return low_ttl(rule, state, now, wall);
    case AlertRule::Kind::many_waiters: return many_waiters(rule, state);
    case AlertRule::Kind::never_expires:
        return state.is_held() && state.ttl == milliseconds{-1} ? true_of_hold(state) : Condition{};
    case AlertRule::Kind::stale_head: return stale_head(state);
    case AlertRule::Kind::deadlock:
    case AlertRule::Kind::lock_lost:
    case AlertRule::Kind::connection_lost:
    case AlertRule::Kind::writes_refused: break; // no states of a lock
    }
    return {};
}

} // namespace lockscope::monitor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_sort_key.hpp"

#include "models/lock_facts.hpp"

#include <limits>

namespace lockscope::ui {
namespace {

constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

/// What an operator wants to see first when sorting the states downwards.
std::int64_t severity(LockCondition condition)
{
    switch (condition) {
    case LockCondition::free: return 0;
    case LockCondition::unknown: return 1;
    case LockCondition::held: return 2;
    case LockCondition::contended: return 3;
    case LockCondition::expiring: return 4;
    case LockCondition::stuck: break;
    }
    return 5;
}

/// Of those in the same state: first what nothing ends, then what somebody waits for.
std::int64_t urgency(const LockState& state)
{
    const bool neverEnds = state.is_held() && state.ttl.count() < 0;
    return (neverEnds ? 2 : 0) + (living_waiters(state).value_or(0) > 0 ? 1 : 0);
}

/// The first bytes as a number: enough to keep the locks of one client together.
std::int64_t leadingBytes(std::string_view text)
{
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < sizeof number; ++at) {
        number = (number << 8U) | (at < text.size() ? static_cast<unsigned char>(text[at]) : 0U);
    }
    return static_cast<std::int64_t>(number >> 1U);
}

std::int64_t nanoseconds(SteadyTime time)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

} // namespace

std::int64_t sortKey(LockColumn column, const LockState& state, std::int64_t lastMinute, const FilterMoment& moment)
{
    switch (column) {
    case LockColumn::condition:
        return severity(condition_of(state, moment.thresholds, moment.steady, moment.wall)) * 4 + urgency(state);
    case LockColumn::name: return 0;
    case LockColumn::type: return static_cast<std::int64_t>(state.type);
    case LockColumn::mode: return static_cast<std::int64_t>(state.mode);
    case LockColumn::holder: return state.holders.empty() ? kLast : leadingBytes(state.holders.front().owner);
    case LockColumn::count: return entryCount(state);
    case LockColumn::ttl:
        if (!state.is_held()) {
            return -1;
        }
        return state.ttl.count() < 0 ? kLast : nanoseconds(state.observed_at + state.ttl);
    case LockColumn::waiters: return living_waiters(state).value_or(-1);
    case LockColumn::lastMinute: return lastMinute;
    case LockColumn::heldFor:
        return state.is_held() && state.held_since ? -state.held_since->time_since_epoch().count() : kFirst;
    case LockColumn::renewed: break;
    }
    if (!state.is_held()) {
        return kFirst;
    }
    return state.was_renewed() ? -nanoseconds(state.renewed_at) : kLast; // whoever was not seen to renew may be dead
}

} // namespace lockscope::ui

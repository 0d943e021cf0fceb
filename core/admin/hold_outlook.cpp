// SPDX-License-Identifier: Apache-2.0
#include "lockscope/hold_outlook.hpp"

#include "admin/hold_kinds.hpp"

#include <algorithm>
#include <string>

namespace lockscope {
namespace {

using Meets = HoldOutlook::What;

bool is_for_counters(HoldKind kind)
{
    return kind == HoldKind::semaphore || kind == HoldKind::permit;
}

bool is_of_two_sides(HoldKind kind)
{
    return kind == HoldKind::read || kind == HoldKind::write;
}

bool is_entered_once(HoldKind kind)
{
    return kind == HoldKind::non_reentrant || kind == HoldKind::non_reentrant_fair;
}

bool is_held_by(const LockState& lock, std::string_view field)
{
    return std::any_of(lock.holders.begin(), lock.holders.end(),
                       [field](const Holder& holder) { return holder.owner == field; });
}

Meets of_permit(HoldKind kind, const NameLook& look, SteadyTime now)
{
    if (look.type.empty())
        return Meets::waits; // A semaphore without a key has no permits.
    const auto free = permits_to_be_had(kind, look, now);
    if (look.type != "string" || !free)
        return Meets::wrong_type;
    return *free > 0 ? Meets::granted : Meets::waits;
}

Meets of_side(HoldKind kind, const NameLook& look, std::string_view owner)
{
    if (look.type.empty())
        return Meets::granted;
    if (!look.lock || look.lock->mode == LockMode::none)
        return Meets::wrong_type;
    const bool reads = is_held_by(*look.lock, owner);
    const bool writes = is_held_by(*look.lock, std::string(owner) + ":write");
    if (look.lock->mode == LockMode::write)
        return writes ? Meets::entered : Meets::waits;
    if (kind == HoldKind::read)
        return reads ? Meets::entered : Meets::shared;
    return reads ? Meets::for_itself : Meets::waits;
}

Meets of_exclusive(HoldKind kind, const NameLook& look, std::string_view owner)
{
    if (look.type.empty())
        return Meets::granted;
    if (look.type != "hash")
        return Meets::wrong_type;
    if (!look.lock)
        return Meets::foreign;
    const LockState& lock = *look.lock;
    if (lock.type == LockType::read_write || lock.mode != LockMode::none)
        return Meets::wrong_type;
    if (!is_held_by(lock, owner))
        return Meets::waits;
    if (is_entered_once(kind))
        return Meets::refused;
    return lock.holders_total > 1 ? Meets::wrong_type : Meets::entered;
}

/// Whoever lines up drops the first of the queue when its deadline has passed, also if it lives and is merely late.
bool is_late(const LockState& lock, const Waiter& waiter)
{
    return lock.server_time > 0 && waiter.deadline && *waiter.deadline <= lock.server_time;
}

bool is_dropped(const LockState& lock, const Waiter& waiter)
{
    return is_late(lock, waiter) || is_dead(waiter);
}

struct Removed
{
    std::size_t at_once = 0;
    std::size_t later = 0;
};

/// Of those that stand before @p owner. While somebody holds the lock, the dead stay who have time left: they cost
/// nothing yet.
Removed removed_before(const LockState& lock, std::string_view owner)
{
    const auto stays = [&](const Waiter& waiter) {
        return waiter.owner == owner || !(is_late(lock, waiter) || (is_dead(waiter) && !waiter.deadline));
    };
    const auto lives = [&](const Waiter& waiter) { return waiter.owner == owner || !is_dropped(lock, waiter); };
    const auto& waiters = lock.waiters;
    const auto first = std::find_if(waiters.begin(), waiters.end(), stays);
    const auto living = lock.is_held() ? first : std::find_if(first, waiters.end(), lives);
    return {static_cast<std::size_t>(first - waiters.begin()), static_cast<std::size_t>(living - first)};
}

/// Waiters that stand before @p owner, who may be one of them: for who lines up, those that keep their place.
std::size_t waiters_before(HoldKind kind, const LockState& lock, std::string_view owner)
{
    std::size_t living = 0;
    for (const Waiter& waiter : lock.waiters) {
        if (waiter.owner == owner)
            return living;
        const bool is_gone = admin::lines_up(kind) ? is_dropped(lock, waiter) : is_dead(waiter);
        living += is_gone ? 0 : 1;
    }
    return living + (lock.waiters_total - std::min<std::size_t>(lock.waiters_total, lock.waiters.size()));
}

} // namespace

std::optional<std::int64_t> permits_to_be_had(HoldKind kind, const NameLook& look, SteadyTime now)
{
    if (!look.number || kind != HoldKind::permit || !look.lock)
        return look.number;
    return *look.number + permits_past_lease(*look.lock, std::max(now, look.at));
}

HoldOutlook hold_outlook(HoldKind kind, const NameLook& look, std::string_view owner, SteadyTime now)
{
    HoldOutlook outlook;
    if (is_for_counters(kind)) {
        outlook.what = of_permit(kind, look, now);
        outlook.counts_latch = look.lock && look.lock->type == LockType::latch && outlook.what != Meets::wrong_type;
        return outlook;
    }
    if (is_of_two_sides(kind)) {
        outlook.what = of_side(kind, look, owner);
        return outlook;
    }
    outlook.what = of_exclusive(kind, look, owner);
    if (!look.lock || (outlook.what != Meets::granted && outlook.what != Meets::waits))
        return outlook;
    const std::size_t before = waiters_before(kind, *look.lock, owner);
    if (admin::lines_up(kind)) {
        outlook.before = before;
        const Removed removed = removed_before(*look.lock, owner);
        outlook.drops = removed.at_once;
        outlook.outlasts = removed.later;
        outlook.what = before > 0 || removed.later > 0 ? Meets::waits : outlook.what;
    } else {
        outlook.passes_queue = before > 0;
    }
    outlook.leaves_token = look.lock->type == LockType::fenced && kind != HoldKind::fenced;
    return outlook;
}

} // namespace lockscope

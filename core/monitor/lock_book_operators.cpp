// SPDX-License-Identifier: Apache-2.0
// What operators do to locks, and how what comes of it is told from what happens by itself.
#include "monitor/lock_book.hpp"

#include <algorithm>

namespace lockscope::monitor {
namespace {

/// An operator's action lasts no longer.
constexpr milliseconds forced_within{60'000};
/// How long after an operator's action an ending is put down to it.
constexpr milliseconds forced_for{3000};
/// Locks on which operators act within that time; those of whom more hear are told of without the name.
constexpr std::size_t most_actors = 1000;

/// Without having the lock now.
bool a_waiter_left(const LockState& before, const LockState& after)
{
    std::unordered_set<std::string_view> there;
    for (const auto& waiter : after.waiters)
        there.insert(waiter.owner);
    return std::any_of(before.waiters.begin(), before.waiters.end(), [&](const Waiter& waiter) {
        return !there.contains(waiter.owner) && !is_held_by(after, waiter.owner);
    });
}

bool somebody_left(const LockState& before, const LockState& after)
{
    return std::any_of(before.holders.begin(), before.holders.end(),
                       [&after](const Holder& holder) { return !is_held_by(after, holder.owner); });
}

} // namespace

/// Does it show what an operator may have done, and it is not known yet whether he has? Then it is read once more as
/// soon as that is known.
bool LockBook::awaits_result(const TrackedLock& lock, const LockState& next, SteadyTime now) const
{
    const auto& before = *lock.state();
    if (lock.force_begun && lock.forced_until > now) {
        const bool is_told_of = lock.message_at != SteadyTime{} && !lock.is_latch; // The same owner may have it anew.
        if (somebody_left(before, next) || (is_told_of && before.is_held()))
            return true;
    }
    const auto found = m_wishes.find(lock.name());
    if (found == m_wishes.end() || found->second.has_result || found->second.until <= now)
        return false;
    return may_come_of(found->second, before, next);
}

bool LockBook::may_come_of(const Wish& wish, const LockState& before, const LockState& next)
{
    switch (wish.what) {
    case Wish::What::restored:
        return std::any_of(wish.owners.begin(), wish.owners.end(), [&](const std::string& owner) {
            return is_held_by(next, owner) && !is_held_by(before, owner);
        });
    case Wish::What::extended: return before.is_held() && compare_expiry(before, next) == Expiry::later;
    case Wish::What::expelled:
        return std::any_of(wish.owners.begin(), wish.owners.end(), [&](const std::string& owner) {
            return is_held_by(before, owner) && !is_held_by(next, owner);
        });
    case Wish::What::removed: break;
    }
    return a_waiter_left(before, next);
}

void LockBook::note_force(const std::string& name, Monitor::Stage stage, SteadyTime now)
{
    const auto lock = m_table.find(name);
    if (!lock)
        return;
    const bool is_awaited = lock->forced_until != SteadyTime{}; // Otherwise the ending was read already.
    lock->force_begun = stage == Monitor::Stage::begins;
    switch (stage) {
    case Monitor::Stage::begins: lock->forced_until = now + forced_within; break;
    case Monitor::Stage::done: lock->forced_until = is_awaited ? now + forced_for : SteadyTime{}; break;
    case Monitor::Stage::not_done: lock->forced_until = {}; break;
    }
}

void LockBook::note_expulsion(const std::string& name, std::vector<std::string> owners, Monitor::Stage stage,
                              SteadyTime now)
{
    note_wish(name, {Wish::What::expelled, std::move(owners)}, stage, now);
}

void LockBook::note_undo(const std::string& name, std::vector<std::string> owners, Monitor::Stage stage, SteadyTime now)
{
    if (!owners.empty())
        note_wish(name, {Wish::What::restored, std::move(owners)}, stage, now);
}

void LockBook::note_extension(const std::string& name, Monitor::Stage stage, SteadyTime now)
{
    note_wish(name, {Wish::What::extended}, stage, now);
}

void LockBook::note_removal(const std::string& name, std::vector<std::string> owners, Monitor::Stage stage,
                            SteadyTime now)
{
    note_wish(name, {Wish::What::removed, std::move(owners)}, stage, now);
}

/// It comes on another connection than the answers, which may be faster: what they showed is put right as long as it is
/// not told.
void LockBook::correct(const locks::OperatorAct& act, const LockState& now)
{
    using What = locks::OperatorAct::What;
    std::unordered_set<std::string_view> holders, removed(act.removed.begin(), act.removed.end());
    if (act.what == What::forced || act.what == What::expelled)
        holders.insert(act.holders.begin(), act.holders.end());
    for (const auto& holder : now.holders) // Of these the end is still to come.
        holders.erase(holder.owner);
    for (const auto& waiter : now.waiters)
        removed.erase(waiter.owner);
    for (auto noted = m_events.rbegin(); noted != m_events.rend(); ++noted) {
        auto& event = noted->event;
        if (event.lock != act.lock)
            continue;
        if (is_ending(event.kind) && holders.erase(event.owner) > 0) {
            m_untold -= is_untold(event.kind) ? 1 : 0;
            event.kind = LockEvent::Kind::forced;
            event.actor = act.actor;
            m_history.correct_last(event.lock, event.owner, event.kind);
        } else if (event.kind == LockEvent::Kind::waiter_left && removed.erase(event.owner) > 0) {
            event.kind = LockEvent::Kind::waiter_removed;
            event.actor = act.actor;
        }
    }
}

/// It is published when it is done, and mostly before what comes of it is read.
void LockBook::hear(const locks::OperatorAct& act, SteadyTime now)
{
    using What = locks::OperatorAct::What;
    using Stage = Monitor::Stage;
    std::erase_if(m_actors, [now](const auto& each) { return each.second.until <= now; });
    const auto lock = m_table.find(act.lock);
    const bool is_known = lock && lock->seen();
    if (m_actors.size() >= most_actors || (!is_known && act.what != What::restored)) // Anybody may publish.
        return;
    m_actors[act.lock] = {act.actor, now + forced_for};
    if (is_known)
        correct(act, *lock->state());
    const auto tell = [&](auto note) {
        note(Stage::begins);
        note(Stage::done);
    };
    if (!act.removed.empty())
        tell([&](Stage stage) { note_removal(act.lock, act.removed, stage, now); });
    const auto has_it = [&](const std::string& owner) { return is_held_by(*lock->state(), owner); };
    switch (act.what) {
    case What::forced:
        if (std::any_of(act.holders.begin(), act.holders.end(), has_it)) // Otherwise the ending was read already.
            tell([&](Stage stage) { note_force(act.lock, stage, now); });
        break;
    case What::expelled:
        if (std::any_of(act.holders.begin(), act.holders.end(), has_it))
            tell([&](Stage stage) { note_expulsion(act.lock, act.holders, stage, now); });
        break;
    case What::restored: tell([&](Stage stage) { note_undo(act.lock, act.holders, stage, now); }); break;
    case What::extended: tell([&](Stage stage) { note_extension(act.lock, stage, now); }); break;
    case What::shortened:
    case What::queue: break;
    }
}

void LockBook::note_wish(const std::string& name, Wish wish, Monitor::Stage stage, SteadyTime now)
{
    std::erase_if(m_wishes, [now](const auto& each) { return each.second.until <= now; });
    const auto known = m_wishes.find(name); // Otherwise it was read already.
    switch (stage) {
    case Monitor::Stage::begins:
        wish.until = now + forced_within;
        m_wishes[name] = std::move(wish);
        break;
    case Monitor::Stage::done:
        if (known != m_wishes.end() && known->second.what == wish.what) {
            wish.until = now + forced_for;
            wish.has_result = true;
            known->second = std::move(wish);
        }
        break;
    case Monitor::Stage::not_done:
        if (known != m_wishes.end() && known->second.what == wish.what)
            m_wishes.erase(known);
        break;
    }
}

} // namespace lockscope::monitor

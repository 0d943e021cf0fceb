// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_store.hpp"

#include "models/lock_facts.hpp"

#include <unordered_map>

namespace lockscope::ui {
namespace {

/// What became of a slot within one batch.
enum class Fate { added, changed, removed, passing };

Fate afterRemoval(Fate before)
{
    return before == Fate::added || before == Fate::passing ? Fate::passing : Fate::removed;
}

Fate afterUpdate(Fate before)
{
    return before == Fate::added || before == Fate::passing ? Fate::added : Fate::changed;
}

} // namespace

LockStore::Difference LockStore::apply(const std::vector<LockChange>& changes, SteadyTime now)
{
    std::unordered_map<Slot, Fate> fates;
    std::unordered_map<std::string, Slot> gone; // a lock that comes back within the batch keeps its slot
    for (const LockChange& change : changes) {
        const std::string& name = change.state->name;
        const Slot known = look(name);
        if (change.kind == LockChange::Kind::removed) {
            if (known == NameIndex::none) {
                continue;
            }
            const auto fate = fates.find(known);
            fates[known] = afterRemoval(fate == fates.end() ? Fate::changed : fate->second);
            gone.emplace(name, known);
            m_index.erase(name, known);
            continue;
        }
        if (known != NameIndex::none) {
            fill(m_entries[known], change.state, now);
            fates.emplace(known, Fate::changed);
            continue;
        }
        const auto back = gone.find(name);
        const Slot slot = back != gone.end() ? back->second : takeSlot();
        fates[slot] = back != gone.end() ? afterUpdate(fates[slot]) : Fate::added;
        if (back != gone.end()) {
            gone.erase(back);
        } else {
            m_entries[slot].waiters = m_past.take(name, now);
        }
        fill(m_entries[slot], change.state, now);
        m_index.insert(name, slot);
    }

    Difference difference;
    std::vector<Slot> passing;
    for (const auto& [slot, fate] : fates) {
        switch (fate) {
        case Fate::added: difference.added.push_back(slot); break;
        case Fate::changed: difference.changed.push_back(slot); break;
        case Fate::removed: difference.removed.push_back(slot); break;
        case Fate::passing: passing.push_back(slot); break;
        }
    }
    release(passing, now);
    return difference;
}

void LockStore::release(const std::vector<Slot>& removed, SteadyTime now)
{
    for (const Slot slot : removed) {
        Entry& entry = m_entries[slot];
        m_past.keep(entry.state->name, std::move(entry.waiters), now);
        entry = {};
        m_free.push_back(slot);
    }
}

void LockStore::skip(SteadyTime from, SteadyTime until)
{
    for (Slot slot = 0; slot < m_entries.size(); ++slot) {
        if (auto& waiters = m_entries[slot].waiters) {
            waiters->skip(from, until);
        }
    }
    m_past.skip(from, until);
}

void LockStore::clear()
{
    m_entries.clear();
    m_free.clear();
    m_index.clear();
    m_past.clear();
}

LockStatePtr LockStore::find(const std::string& name) const
{
    const Slot slot = look(name);
    return slot == NameIndex::none ? nullptr : m_entries[slot].state;
}

std::optional<LockStore::Slot> LockStore::slotOf(const std::string& name) const
{
    const Slot slot = look(name);
    return slot == NameIndex::none ? std::nullopt : std::optional(slot);
}

LockStore::Slot LockStore::look(const std::string& name) const
{
    return m_index.find(name, [this](Slot slot) -> std::string_view { return m_entries[slot].state->name; });
}

LockStore::Slot LockStore::takeSlot()
{
    if (m_free.empty()) {
        m_entries.grow();
        return static_cast<Slot>(m_entries.size() - 1);
    }
    const Slot slot = m_free.back();
    m_free.pop_back();
    return slot;
}

void LockStore::fill(Entry& entry, const LockStatePtr& state, SteadyTime now)
{
    const bool isBack = entry.state && entry.state->is_out_of_reach() && !state->is_out_of_reach();
    if (isBack && entry.waiters) {
        entry.waiters->skip(entry.state->out_of_reach_since, now);
    }
    entry.state = state;
    const std::int64_t waiters = living_waiters(*state).value_or(0);
    if (!entry.waiters && waiters > 0) {
        entry.waiters = std::make_unique<WaiterHistory>();
    }
    if (entry.waiters) {
        entry.waiters->record(now, waiters);
    }
}

} // namespace lockscope::ui

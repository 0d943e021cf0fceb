// SPDX-License-Identifier: Apache-2.0
#include "locks/hold_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::locks {

void Hold::go_back_to(int entries)
{
    count = entries;
    while (!before.empty() && before.back().count >= entries) {
        lease = before.back().lease;
        watched = before.back().watched;
        before.pop_back();
    }
}

const Hold* HoldTable::locate(const HoldId& id) const
{
    const auto found = m_holds.find(id.lock);
    if (found == m_holds.end())
        return nullptr;
    const auto hold =
        std::find_if(found->second.begin(), found->second.end(), [&](const Hold& each) { return each.id == id; });
    return hold == found->second.end() ? nullptr : &*hold;
}

Hold* HoldTable::locate(const HoldId& id)
{
    return const_cast<Hold*>(std::as_const(*this).locate(id));
}

void HoldTable::erase(const HoldId& id)
{
    const auto found = m_holds.find(id.lock);
    if (found == m_holds.end())
        return;
    std::erase_if(found->second, [&](const Hold& each) { return each.id == id; });
    if (found->second.empty())
        m_holds.erase(found);
}

std::optional<Hold> HoldTable::find(const HoldId& id) const
{
    const std::scoped_lock guard(m_mutex);
    const Hold* hold = locate(id);
    return hold == nullptr ? std::nullopt : std::optional(*hold);
}

std::optional<Hold> HoldTable::find_sibling(const HoldId& id, Clock::time_point now) const
{
    const std::scoped_lock guard(m_mutex);
    const auto found = m_holds.find(id.lock);
    if (found == m_holds.end())
        return std::nullopt;
    for (const Hold& hold : found->second) {
        if (hold.id.owner != id.owner && hold.id.access == Access::exclusive && hold.is_valid(now))
            return hold;
    }
    return std::nullopt;
}

std::vector<Hold> HoldTable::find_all(const std::string& lock) const
{
    const std::scoped_lock guard(m_mutex);
    const auto found = m_holds.find(lock);
    return found == m_holds.end() ? std::vector<Hold>() : found->second;
}

Hold HoldTable::acquired(const Hold& fresh)
{
    const std::scoped_lock guard(m_mutex);
    Hold* hold = locate(fresh.id);
    if (hold == nullptr) {
        hold = &m_holds[fresh.id.lock].emplace_back(fresh);
        hold->generation = ++m_generations;
        return *hold;
    }
    const milliseconds lease = std::max(hold->lease, fresh.lease);
    const bool watched = hold->watched || fresh.watched;
    if (lease != hold->lease || watched != hold->watched)
        hold->before.push_back({hold->count, hold->lease, hold->watched});
    hold->lease = lease;
    hold->watched = watched;
    hold->count = fresh.count;
    hold->token = fresh.token;
    hold->valid_until = std::max(hold->valid_until, fresh.valid_until);
    return *hold;
}

void HoldTable::released(const HoldId& id, int left, Clock::time_point valid_until)
{
    const std::scoped_lock guard(m_mutex);
    if (left <= 0) {
        erase(id);
    } else if (Hold* hold = locate(id)) {
        hold->go_back_to(left);
        hold->valid_until = std::max(hold->valid_until, valid_until);
    }
}

bool HoldTable::confirm(const HoldId& id, std::uint64_t generation, Clock::time_point valid_until)
{
    const std::scoped_lock guard(m_mutex);
    Hold* hold = locate(id);
    if (hold == nullptr || hold->generation != generation)
        return false;
    hold->valid_until = valid_until;
    return true;
}

void HoldTable::lost(const HoldId& id, LossNotice::Reason reason)
{
    std::stop_source loss{std::nostopstate};
    const HoldId gone = id; // it may belong to what is erased here
    {
        const std::scoped_lock guard(m_mutex);
        Hold* hold = locate(gone);
        if (hold == nullptr)
            return;
        loss = hold->loss;
        m_losses.add(gone, hold->count);
        erase(gone);
    }
    loss.request_stop(); // runs the owner's own code: never under the mutex
    tell({gone.lock, gone.owner, reason, gone.access});
}

void HoldTable::tell(const LossNotice& notice) const
{
    std::function<void(const LossNotice&)> callback;
    {
        const std::scoped_lock guard(m_mutex);
        callback = m_callback;
    }
    if (callback)
        callback(notice);
}

void HoldTable::drop(const HoldId& id)
{
    const std::scoped_lock guard(m_mutex);
    erase(id);
}

bool HoldTable::take_loss(const HoldId& id)
{
    const std::scoped_lock guard(m_mutex);
    return m_losses.take(id);
}

void HoldTable::on_lost(std::function<void(const LossNotice&)> callback)
{
    const std::scoped_lock guard(m_mutex);
    m_callback = std::move(callback);
}

} // namespace lockscope::locks

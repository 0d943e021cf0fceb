// SPDX-License-Identifier: Apache-2.0
#include "locks/hold_table.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {
constexpr std::size_t locks_with_losses = 10'000;
} // namespace

const Hold* HoldTable::locate(const std::string& lock, const OwnerId& owner) const
{
    const auto found = m_holds.find(lock);
    if (found == m_holds.end())
        return nullptr;
    const auto hold =
        std::find_if(found->second.begin(), found->second.end(), [&](const Hold& each) { return each.owner == owner; });
    return hold == found->second.end() ? nullptr : &*hold;
}

Hold* HoldTable::locate(const std::string& lock, const OwnerId& owner)
{
    return const_cast<Hold*>(std::as_const(*this).locate(lock, owner));
}

void HoldTable::erase(const std::string& lock, const OwnerId& owner)
{
    const auto found = m_holds.find(lock);
    if (found == m_holds.end())
        return;
    std::erase_if(found->second, [&](const Hold& each) { return each.owner == owner; });
    if (found->second.empty())
        m_holds.erase(found);
}

std::optional<Hold> HoldTable::find(const std::string& lock, const OwnerId& owner) const
{
    const std::scoped_lock guard(m_mutex);
    const Hold* hold = locate(lock, owner);
    return hold == nullptr ? std::nullopt : std::optional(*hold);
}

std::optional<Hold> HoldTable::find_sibling(const std::string& lock, const OwnerId& except, Clock::time_point now) const
{
    const std::scoped_lock guard(m_mutex);
    const auto found = m_holds.find(lock);
    if (found == m_holds.end())
        return std::nullopt;
    for (const Hold& hold : found->second) {
        if (hold.owner != except && hold.is_valid(now))
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

Hold HoldTable::acquired(const std::string& lock, const OwnerId& owner, int count, milliseconds lease, bool watched,
                         Clock::time_point valid_until)
{
    const std::scoped_lock guard(m_mutex);
    Hold* hold = locate(lock, owner);
    if (hold == nullptr) {
        hold = &m_holds[lock].emplace_back();
        hold->owner = owner;
        hold->field = owner.field();
        hold->generation = ++m_generations;
        hold->valid_until = valid_until;
    }
    hold->count = count;
    hold->lease = std::max(hold->lease, lease);
    hold->watched = hold->watched || watched;
    hold->valid_until = std::max(hold->valid_until, valid_until);
    return *hold;
}

void HoldTable::released(const std::string& lock, const OwnerId& owner, int left, Clock::time_point valid_until)
{
    const std::scoped_lock guard(m_mutex);
    if (left <= 0) {
        erase(lock, owner);
    } else if (Hold* hold = locate(lock, owner)) {
        hold->count = left;
        hold->valid_until = std::max(hold->valid_until, valid_until);
    }
}

bool HoldTable::confirm(const std::string& lock, const OwnerId& owner, std::uint64_t generation,
                        Clock::time_point valid_until)
{
    const std::scoped_lock guard(m_mutex);
    Hold* hold = locate(lock, owner);
    if (hold == nullptr || hold->generation != generation)
        return false;
    hold->valid_until = valid_until;
    return true;
}

void HoldTable::lost(const std::string& lock, const OwnerId& owner, LossNotice::Reason reason)
{
    std::function<void(const LossNotice&)> callback;
    std::stop_source loss{std::nostopstate};
    {
        const std::scoped_lock guard(m_mutex);
        Hold* hold = locate(lock, owner);
        if (hold == nullptr)
            return;
        loss = hold->loss;
        if (m_losses.size() >= locks_with_losses && !m_losses.contains(lock))
            m_losses.erase(m_losses.begin());
        std::vector<Loss>& losses = m_losses[lock];
        const auto same =
            std::find_if(losses.begin(), losses.end(), [&](const Loss& each) { return each.owner == owner; });
        if (same == losses.end())
            losses.push_back({owner, hold->count});
        else
            same->entries += hold->count;
        erase(lock, owner);
        callback = m_callback;
    }
    loss.request_stop(); // runs the owner's own code: never under the mutex
    if (callback)
        callback({lock, owner, reason});
}

void HoldTable::drop(const std::string& lock, const OwnerId& owner)
{
    const std::scoped_lock guard(m_mutex);
    erase(lock, owner);
}

bool HoldTable::take_loss(const std::string& lock, const OwnerId& owner)
{
    const std::scoped_lock guard(m_mutex);
    const auto found = m_losses.find(lock);
    if (found == m_losses.end())
        return false;
    std::vector<Loss>& losses = found->second;
    const auto loss = std::find_if(losses.begin(), losses.end(), [&](const Loss& each) { return each.owner == owner; });
    if (loss == losses.end())
        return false;
    if (--loss->entries == 0)
        losses.erase(loss);
    if (losses.empty())
        m_losses.erase(found);
    return true;
}

void HoldTable::on_lost(std::function<void(const LossNotice&)> callback)
{
    const std::scoped_lock guard(m_mutex);
    m_callback = std::move(callback);
}

} // namespace lockscope::locks

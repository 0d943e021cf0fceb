// SPDX-License-Identifier: Apache-2.0
#include "monitor/history.hpp"

#include <algorithm>

namespace lockscope::monitor {

History::Past& History::past_of(const std::string& lock)
{
    auto found = m_locks.find(lock);
    if (found == m_locks.end()) {
        m_by_age.push_back(lock);
        found = m_locks.emplace(lock, Past{{}, {}, {}, std::prev(m_by_age.end())}).first;
    } else {
        m_by_age.splice(m_by_age.end(), m_by_age, found->second.age);
    }
    return found->second;
}

void History::add(const std::string& lock, HoldRecord record)
{
    auto& holds = past_of(lock).holds;
    holds.push_back(std::move(record));
    ++m_size;
    if (holds.size() > m_per_lock) {
        holds.pop_front();
        --m_size;
    }
    while (m_size > m_total)
        forget_oldest();
}

void History::add_wait(const std::string& lock, WaitRecord record)
{
    Past& past = past_of(lock);
    past.waits.push_back(std::move(record));
    ++m_size;
    if (past.waits.size() > 2 * m_per_lock) {
        forget_a_wait(past);
        --m_size;
    }
    while (m_size > m_total)
        forget_oldest();
}

/// Without the wait for it, a hold that is kept would look as if it had been had at once.
void History::forget_a_wait(Past& past)
{
    auto& waits = past.waits;
    const bool is_older_than_holds = !past.holds.empty() && waits.front().to < past.holds.front().from;
    const auto in_vain = std::find_if(waits.begin(), waits.end(), [](const WaitRecord& wait) { return !wait.served; });
    waits.erase(is_older_than_holds || in_vain == waits.end() ? waits.begin() : in_vain);
}

void History::correct_last(const std::string& lock, LockEvent::Kind ended)
{
    const auto found = m_locks.find(lock);
    if (found != m_locks.end() && !found->second.holds.empty())
        found->second.holds.back().ended = ended;
}

void History::correct_last(const std::string& lock, const std::string& owner, LockEvent::Kind ended)
{
    const auto found = m_locks.find(lock);
    if (found == m_locks.end())
        return;
    auto& holds = found->second.holds;
    const auto last =
        std::find_if(holds.rbegin(), holds.rend(), [&owner](const HoldRecord& hold) { return hold.owner == owner; });
    if (last != holds.rend())
        last->ended = ended;
}

LockHistory History::of(const std::string& lock) const
{
    const auto found = m_locks.find(lock);
    if (found == m_locks.end())
        return {};
    const Past& past = found->second;
    return {{past.holds.begin(), past.holds.end()}, {past.waits.begin(), past.waits.end()}};
}

void History::note_type(const std::string& lock, Type type)
{
    if (const auto found = m_locks.find(lock); found != m_locks.end())
        found->second.type = type;
}

std::optional<History::Type> History::type_of(const std::string& lock) const
{
    const auto found = m_locks.find(lock);
    return found != m_locks.end() ? found->second.type : std::nullopt;
}

void History::forget_oldest()
{
    const auto found = m_locks.find(m_by_age.front());
    m_size -= found->second.holds.size() + found->second.waits.size();
    m_locks.erase(found);
    m_by_age.pop_front();
}

} // namespace lockscope::monitor

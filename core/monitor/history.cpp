// SPDX-License-Identifier: Apache-2.0
#include "monitor/history.hpp"

namespace lockscope::monitor {

void History::add(const std::string& lock, HoldRecord record)
{
    auto found = m_locks.find(lock);
    if (found == m_locks.end()) {
        m_by_age.push_back(lock);
        found = m_locks.emplace(lock, Past{{}, {}, std::prev(m_by_age.end())}).first;
    } else {
        m_by_age.splice(m_by_age.end(), m_by_age, found->second.age);
    }
    auto& holds = found->second.holds;
    holds.push_back(std::move(record));
    ++m_size;
    if (holds.size() > m_per_lock) {
        holds.pop_front();
        --m_size;
    }
    while (m_size > m_total)
        forget_oldest();
}

void History::correct_last(const std::string& lock, LockEvent::Kind ended)
{
    const auto found = m_locks.find(lock);
    if (found != m_locks.end() && !found->second.holds.empty())
        found->second.holds.back().ended = ended;
}

std::vector<HoldRecord> History::of(const std::string& lock) const
{
    const auto found = m_locks.find(lock);
    if (found == m_locks.end())
        return {};
    return {found->second.holds.begin(), found->second.holds.end()};
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
    m_size -= found->second.holds.size();
    m_locks.erase(found);
    m_by_age.pop_front();
}

} // namespace lockscope::monitor

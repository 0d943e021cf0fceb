// SPDX-License-Identifier: Apache-2.0
#include "monitor/wait_tracker.hpp"

#include <algorithm>
#include <functional>

namespace lockscope::monitor {
namespace {

milliseconds between(SystemTime from, SystemTime to)
{
    return std::max(std::chrono::duration_cast<milliseconds>(to - from), milliseconds(0));
}

} // namespace

void WaitTracker::take(const LockEvent& event, std::vector<Wait>& ended)
{
    switch (event.kind) {
    case LockEvent::Kind::waiter_came:
        if (event.owner.empty())
            level_is(event, ended);
        else
            came(event);
        break;
    case LockEvent::Kind::waiter_left:
    case LockEvent::Kind::waiter_removed:
        if (event.owner.empty())
            level_is(event, ended);
        else
            went(event, ended);
        break;
    case LockEvent::Kind::acquired: went(event, ended); break;
    default: break;
    }
}

void WaitTracker::came(const LockEvent& event)
{
    if (m_open >= m_most_open)
        return;
    auto& line = m_lines[event.lock];
    // A lock whose waiters have names is not counted as well: what was counted before it was known would stay for ever.
    m_open -= line.counted.size();
    line.counted.clear();
    line.level = 0;
    const auto owner = std::hash<std::string>{}(event.owner);
    const auto same = [&](const Named& each) { return each.owner == owner; };
    if (std::none_of(line.named.begin(), line.named.end(), same)) {
        line.named.push_back({owner, event.at});
        ++m_open;
    }
}

void WaitTracker::went(const LockEvent& event, std::vector<Wait>& ended)
{
    const auto found = m_lines.find(event.lock);
    if (found == m_lines.end())
        return;
    auto& named = found->second.named;
    const auto owner = std::hash<std::string>{}(event.owner);
    const auto who = std::find_if(named.begin(), named.end(), [&](const Named& each) { return each.owner == owner; });
    if (who == named.end())
        return;
    ended.push_back({between(who->since, event.at), Certainty::exact});
    named.erase(who);
    --m_open;
    drop_if_empty(found);
}

void WaitTracker::level_is(const LockEvent& event, std::vector<Wait>& ended)
{
    const auto level = std::max<std::int64_t>(event.count, 0);
    const auto found = m_lines.find(event.lock);
    if (found == m_lines.end() && (level == 0 || m_open >= m_most_open))
        return;
    const auto line = found != m_lines.end() ? found : m_lines.try_emplace(event.lock).first;
    auto& [named, counted, before] = line->second;
    if (level > before) {
        counted.push_back({event.at, level - before});
        ++m_open;
    }
    auto leaving = std::max<std::int64_t>(before - level, 0);
    while (leaving > 0 && !counted.empty()) {
        auto& first = counted.front();
        const auto going = std::min(leaving, first.count);
        // A crowd of any size that leaves at once must not cost more than a look at each.
        constexpr std::int64_t most_alike = 1000;
        if (first.since)
            ended.insert(ended.end(), static_cast<std::size_t>(std::min(going, most_alike)),
                         Wait{between(*first.since, event.at), Certainty::estimated});
        leaving -= going;
        first.count -= going;
        if (first.count == 0) {
            counted.pop_front();
            --m_open;
        }
    }
    before = level;
    drop_if_empty(line);
}

void WaitTracker::found_waiting(const std::string& lock, std::int64_t waiting)
{
    if (waiting <= 0 || m_open >= m_most_open || m_lines.contains(lock))
        return;
    auto& line = m_lines[lock];
    line.counted.push_back({std::nullopt, waiting});
    line.level = waiting;
    ++m_open;
}

void WaitTracker::forget(const std::string& lock)
{
    const auto found = m_lines.find(lock);
    if (found == m_lines.end())
        return;
    m_open -= found->second.named.size() + found->second.counted.size();
    m_lines.erase(found);
}

void WaitTracker::forget_all()
{
    m_lines.clear();
    m_open = 0;
}

void WaitTracker::drop_if_empty(std::unordered_map<std::string, Line>::iterator line)
{
    if (line->second.named.empty() && line->second.counted.empty())
        m_lines.erase(line);
}

} // namespace lockscope::monitor

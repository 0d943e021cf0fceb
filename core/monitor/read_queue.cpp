// SPDX-License-Identifier: Apache-2.0
#include "monitor/read_queue.hpp"

#include <algorithm>

namespace lockscope::monitor {

void ReadQueue::changed(const TrackedLockPtr& lock)
{
    if (lock->shelved || std::exchange(lock->dirty, true) || lock->in_flight)
        return; // Not to be read, queued already, or it will be when the reading under way is finished.
    m_changed.push_back(lock);
}

bool ReadQueue::candidate(const std::string& name, ReadRequest::Known known)
{
    if (!has_room_for(name))
        return false;
    if (known == ReadRequest::Known::counter) {
        if (m_counters.insert(name).second)
            m_candidate_bytes += name.size();
        return true;
    }
    const auto [entry, is_new] = m_candidates.try_emplace(name, known);
    if (is_new)
        m_candidate_bytes += name.size();
    if (known == ReadRequest::Known::companion)
        entry->second = known; // It is looked at even if the main key is missing.
    return true;
}

bool ReadQueue::has_room_for(const std::string& name) const noexcept
{
    const auto waiting = m_candidates.size() + m_counters.size();
    return waiting == 0 || (waiting < most_candidates && m_candidate_bytes + name.size() <= most_candidate_bytes);
}

void ReadQueue::confirm(std::vector<TrackedLockPtr> locks)
{
    if (m_confirm.empty())
        m_confirm = std::move(locks);
    else
        m_confirm.insert(m_confirm.end(), locks.begin(), locks.end());
}

ReadRequest request_for(const TrackedLock& lock)
{
    ReadRequest request;
    request.name = lock.name();
    request.known = is_counter(lock.state()->type) ? ReadRequest::Known::counter : ReadRequest::Known::lock;
    request.suspect = lock.suspect;
    request.was_there = true;
    request.expected = expected_of(*lock.state());
    request.expected.oversize = lock.oversize();
    return request;
}

ReadRequest ReadQueue::begin(TrackedLock& lock, SteadyTime now)
{
    lock.dirty = false;
    lock.in_flight = true;
    lock.read_at = now;
    ReadRequest request = request_for(lock);
    request.alone = lock.alone;
    return request;
}

std::vector<ReadRequest> ReadQueue::take(SteadyTime now, std::size_t at_most)
{
    std::vector<ReadRequest> requests;
    std::size_t bytes = 0;
    const auto is_full = [&] { return requests.size() >= at_most || bytes >= most_taken_bytes; };
    const auto add = [&](ReadRequest request) {
        bytes += request.name.size();
        requests.push_back(std::move(request));
    };
    for (auto waiting = m_changed.size(); waiting > 0 && !is_full(); --waiting) {
        auto lock = std::move(m_changed.front());
        m_changed.pop_front();
        if (lock->home != m_station)
            continue;
        if (now - lock->read_at < shortest_interval)
            m_changed.push_back(std::move(lock));
        else
            add(begin(*lock, now));
    }
    while (!m_candidates.empty() && !is_full()) {
        auto entry = m_candidates.extract(m_candidates.begin());
        ReadRequest request;
        request.name = std::move(entry.key());
        request.known = entry.mapped();
        m_candidate_bytes -= request.name.size();
        add(std::move(request));
    }
    while (!m_counters.empty() && !is_full()) {
        ReadRequest request;
        request.name = std::move(m_counters.extract(m_counters.begin()).value());
        request.known = ReadRequest::Known::counter;
        m_candidate_bytes -= request.name.size();
        add(std::move(request));
    }
    while (!m_confirm.empty() && !is_full()) {
        const auto lock = std::move(m_confirm.back());
        m_confirm.pop_back();
        if (lock->home == m_station && !lock->dirty && !lock->in_flight && !lock->shelved)
            add(begin(*lock, now));
    }
    if (m_confirm.empty())
        m_confirm.shrink_to_fit();
    return requests;
}

void ReadQueue::finished(const TrackedLockPtr& lock)
{
    lock->in_flight = false;
    if (lock->dirty)
        m_changed.push_back(lock);
}

void ReadQueue::put_back(const std::vector<ReadRequest>& requests, const LockTable& table)
{
    for (const auto& request : requests) {
        if (const auto lock = table.find(request.name); lock && lock->home == m_station && lock->in_flight) {
            lock->in_flight = false;
            lock->dirty = false;
            changed(lock);
        }
    }
}

std::optional<std::chrono::nanoseconds> ReadQueue::wait(SteadyTime now) const
{
    if (!m_candidates.empty() || !m_counters.empty() || !m_confirm.empty())
        return std::chrono::nanoseconds(0);
    std::optional<std::chrono::nanoseconds> shortest;
    // The queue is nearly in the order of the last readings; the first few tell enough.
    const auto looked_at = std::min<std::size_t>(m_changed.size(), 16);
    for (std::size_t i = 0; i < looked_at; ++i) {
        const std::chrono::nanoseconds left = std::max<std::chrono::nanoseconds>(
            m_changed[i]->read_at + shortest_interval - now, std::chrono::nanoseconds(0));
        shortest = shortest ? std::min(*shortest, left) : left;
    }
    return shortest;
}

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#include "monitor/read_queue.hpp"

#include <algorithm>

namespace lockscope::monitor {

void ReadQueue::changed(const TrackedLockPtr& lock, SteadyTime now)
{
    if (lock->shelved || lock->dirty)
        return; // Not to be read, or queued already.
    lock->dirty = true;
    lock->news_at = now;
    if (!lock->in_flight) // Otherwise it will be queued when the reading under way is finished.
        m_changed.push_back(lock);
}

bool ReadQueue::candidate(const std::string& name, ReadRequest::Known known, SteadyTime now)
{
    if (!has_room_for(name))
        return false;
    if (known == ReadRequest::Known::counter) {
        if (m_counters.try_emplace(name, now).second)
            m_candidate_bytes += name.size();
        return true;
    }
    const auto [entry, is_new] = m_candidates.try_emplace(name, Candidate{known, now});
    if (is_new)
        m_candidate_bytes += name.size();
    if (known == ReadRequest::Known::companion)
        entry->second.known = known; // It is looked at even if the main key is missing.
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
    ReadRequest request = request_for(lock);
    request.alone = lock.alone;
    if (lock.dirty)
        request.news_at = lock.news_at;
    lock.dirty = false;
    lock.in_flight = true;
    lock.read_at = now;
    return request;
}

namespace {

/// What is taken in one go.
class Load
{
public:
    explicit Load(std::size_t at_most) : m_at_most(at_most) {}
    [[nodiscard]] bool is_full() const noexcept
    {
        return m_requests.size() >= m_at_most || m_bytes >= ReadQueue::most_taken_bytes;
    }
    void add(ReadRequest request)
    {
        m_bytes += request.name.size();
        m_requests.push_back(std::move(request));
    }
    [[nodiscard]] std::vector<ReadRequest> take() && { return std::move(m_requests); }

private:
    std::size_t m_at_most;
    std::size_t m_bytes = 0;
    std::vector<ReadRequest> m_requests;
};

} // namespace

std::vector<ReadRequest> ReadQueue::take_known(SteadyTime now, std::size_t at_most)
{
    Load load(at_most);
    for (auto waiting = m_changed.size(); waiting > 0 && !load.is_full(); --waiting) {
        auto lock = std::move(m_changed.front());
        m_changed.pop_front();
        if (lock->home != m_station)
            continue;
        if (now - lock->read_at < shortest_interval)
            m_changed.push_back(std::move(lock));
        else
            load.add(begin(*lock, now));
    }
    while (!m_confirm.empty() && !load.is_full()) {
        const auto lock = std::move(m_confirm.back());
        m_confirm.pop_back();
        if (lock->home == m_station && !lock->dirty && !lock->in_flight && !lock->shelved)
            load.add(begin(*lock, now));
    }
    if (m_confirm.empty())
        m_confirm.shrink_to_fit();
    return std::move(load).take();
}

std::vector<ReadRequest> ReadQueue::take_candidates(std::size_t at_most)
{
    Load load(at_most);
    while (!m_candidates.empty() && !load.is_full()) {
        auto entry = m_candidates.extract(m_candidates.begin());
        ReadRequest request;
        request.name = std::move(entry.key());
        request.known = entry.mapped().known;
        request.news_at = entry.mapped().news_at;
        m_candidate_bytes -= request.name.size();
        load.add(std::move(request));
    }
    while (!m_counters.empty() && !load.is_full()) {
        auto entry = m_counters.extract(m_counters.begin());
        ReadRequest request;
        request.name = std::move(entry.key());
        request.known = ReadRequest::Known::counter;
        request.news_at = entry.mapped();
        m_candidate_bytes -= request.name.size();
        load.add(std::move(request));
    }
    return std::move(load).take();
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
        const auto lock = request.was_there ? table.find(request.name) : nullptr;
        if (lock && lock->home == m_station && lock->in_flight) {
            lock->in_flight = false;
            lock->dirty = false;
            changed(lock, request.news_at != SteadyTime{} ? request.news_at : lock->read_at);
        }
    }
}

std::optional<std::chrono::nanoseconds> ReadQueue::wait(SteadyTime now) const
{
    if (!m_confirm.empty())
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

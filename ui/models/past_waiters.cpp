// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/past_waiters.hpp"

#include <utility>

namespace lockscope::ui {
namespace {

/// As far back as a history goes.
constexpr std::chrono::minutes kRemembered{1};

} // namespace

void PastWaiters::keep(const std::string& name, std::unique_ptr<WaiterHistory> waiters, SteadyTime now)
{
    age(now);
    if (waiters && m_recent.size() < kMost) {
        waiters->record(now, 0);
        m_recent.insert_or_assign(name, std::move(waiters));
    }
}

std::unique_ptr<WaiterHistory> PastWaiters::take(const std::string& name, SteadyTime now)
{
    age(now);
    for (Histories* histories : {&m_recent, &m_older}) {
        if (auto found = histories->extract(name)) {
            return std::move(found.mapped());
        }
    }
    return nullptr;
}

void PastWaiters::skip(SteadyTime from, SteadyTime until)
{
    for (Histories* histories : {&m_recent, &m_older}) {
        for (auto& [name, waiters] : *histories) {
            waiters->skip(from, until);
        }
    }
}

void PastWaiters::clear()
{
    m_recent.clear();
    m_older.clear();
}

void PastWaiters::age(SteadyTime now)
{
    if (now - m_since < kRemembered) {
        return;
    }
    const bool isOlder = now - m_since < 2 * kRemembered;
    m_older = isOlder ? std::exchange(m_recent, {}) : Histories{};
    m_recent.clear();
    m_since = now;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: Apache-2.0
// The rules that are about no single lock.
#include "monitor/alerts_impl.hpp"

#include <tuple>

namespace lockscope {

void AlertEngine::Impl::set_deadlocks(std::size_t count, const std::string& lock, SteadyTime now, SystemTime wall)
{
    m_deadlocks = count;
    m_deadlocked = lock;
    follow_server(now, wall);
}

void AlertEngine::Impl::follow_server(SteadyTime now, SystemTime wall)
{
    m_server_due = never;
    for (const AlertRule& rule : m_rules) {
        if (rule.kind == AlertRule::Kind::deadlock)
            m_server_due = std::min(m_server_due, follow_deadlocks(rule, now, wall));
        else if (rule.kind == AlertRule::Kind::connection_lost)
            m_server_due = std::min(m_server_due, follow_silence(rule, now, wall));
        else if (rule.kind == AlertRule::Kind::writes_refused)
            m_server_due = std::min(m_server_due, follow_obstacle(rule, now, wall));
    }
}

/// One alert for all circles: another lock in front is not another event, and neither is one that comes back soon.
/// @return when to look at it again; `never` if nothing changes by itself
SteadyTime AlertEngine::Impl::follow_deadlocks(const AlertRule& rule, SteadyTime now, SystemTime wall)
{
    const auto count = static_cast<std::int64_t>(m_deadlocks);
    const auto found = m_active.find({rule.id, {}});
    const bool is_known = found != m_active.end();
    if (count == 0)
        return is_known ? calm_down(rule, {}, now, wall) : never;
    if (is_known && count <= found->second.most)
        return follow_fewer(found->second, count, now);
    if (is_known)
        clear_alert(found, now, wall); // one more is news
    monitor::Condition condition;
    condition.count = count;
    Active& active = raise(rule, {}, condition, wall);
    active.alert.lock = m_deadlocked;
    active.most = count;
    return never;
}

SteadyTime AlertEngine::Impl::follow_fewer(Active& active, std::int64_t count, SteadyTime now)
{
    active.false_since.reset();
    if (active.alert.count != count || active.alert.lock != m_deadlocked) {
        active.alert.count = count;
        active.alert.lock = m_deadlocked;
        ++m_revision;
    }
    if (count == active.most) {
        active.fewer_since.reset();
        return never;
    }
    if (!active.fewer_since)
        active.fewer_since = now;
    const SteadyTime calm_at = *active.fewer_since + m_limits.calm;
    if (now < calm_at)
        return calm_at;
    active.most = count; // a circle that comes now is another one
    active.fewer_since.reset();
    return never;
}

/// Whether somebody has paused the display does not matter here.
void AlertEngine::Impl::follow_status(const MonitorStatus& status, SteadyTime now, SystemTime wall)
{
    const bool is_silent = status.link != MonitorStatus::Link::live;
    const bool link_changed = is_silent != m_silent_since.has_value();
    if (link_changed)
        m_silent_since = is_silent ? std::optional(now) : std::nullopt;
    // Of one that does not answer, what was said last stays.
    const bool obstacle_changed =
        !is_silent && std::tie(status.obstacle, status.obstacle_at) != std::tie(m_obstacle, m_obstacle_at);
    if (obstacle_changed) {
        m_obstacle = status.obstacle;
        m_obstacle_at = status.obstacle_at;
    }
    if (link_changed || obstacle_changed)
        follow_server(now, wall);
}

/// One alert for all reasons: another one is no other event.
/// @return when to look at it again; `never` if nothing changes by itself
SteadyTime AlertEngine::Impl::follow_obstacle(const AlertRule& rule, SteadyTime now, SystemTime wall)
{
    const auto found = m_active.find({rule.id, {}});
    const bool is_known = found != m_active.end();
    if (m_obstacle == WriteObstacle::none)
        return is_known ? calm_down(rule, {}, now, wall) : never;
    Active& active = is_known ? found->second : raise(rule, {}, {}, wall);
    active.false_since.reset();
    if (std::tie(active.alert.obstacle, active.alert.master) != std::tie(m_obstacle, m_obstacle_at)) {
        active.alert.obstacle = m_obstacle;
        active.alert.master = m_obstacle_at;
        ++m_revision;
    }
    return never;
}

/// @return when to look at it again; `never` if nothing changes by itself
SteadyTime AlertEngine::Impl::follow_silence(const AlertRule& rule, SteadyTime now, SystemTime wall)
{
    const auto found = m_active.find({rule.id, {}});
    const bool is_known = found != m_active.end();
    if (!m_silent_since)
        return is_known ? calm_down(rule, {}, now, wall) : never;
    if (is_known) {
        found->second.false_since.reset();
        return never;
    }
    const SteadyTime long_enough = *m_silent_since + rule.duration;
    if (now < long_enough)
        return long_enough;
    monitor::Condition condition;
    condition.since = wall - std::chrono::duration_cast<SystemTime::duration>(now - long_enough);
    condition.amount = std::chrono::duration_cast<milliseconds>(now - *m_silent_since);
    raise(rule, {}, condition, wall);
    return never;
}

} // namespace lockscope

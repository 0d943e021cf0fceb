// SPDX-License-Identifier: Apache-2.0
#include "monitor/alerts_impl.hpp"

#include <utility>

namespace lockscope {

AlertEngine::AlertEngine(AlertLimits limits) : m_impl(std::make_unique<Impl>(limits)) {}
AlertEngine::~AlertEngine() = default;

void AlertEngine::set_rules(const std::vector<AlertRule>& rules, SteadyTime now, SystemTime wall)
{
    m_impl->set_rules(rules, now, wall);
}

void AlertEngine::clear()
{
    m_impl->clear();
}

void AlertEngine::apply(const MonitorBatch& batch, SteadyTime now, SystemTime wall)
{
    m_impl->apply(batch, now, wall);
}

void AlertEngine::set_deadlocks(std::size_t count, const std::string& lock, SteadyTime now, SystemTime wall)
{
    m_impl->set_deadlocks(count, lock, now, wall);
    m_impl->tick(now, wall);
}

void AlertEngine::tick(SteadyTime now, SystemTime wall)
{
    m_impl->tick(now, wall);
}

std::optional<SteadyTime> AlertEngine::next_due() const
{
    return m_impl->next_due();
}

void AlertEngine::acknowledge(std::uint64_t id, SteadyTime now, SystemTime wall)
{
    const auto found = m_impl->find(id);
    if (found == m_impl->m_active.end() || found->second.alert.state != Alert::State::raised)
        return;
    found->second.alert.state = Alert::State::acknowledged;
    ++m_impl->m_revision;
    if (found->second.alert.kind == AlertRule::Kind::lock_lost)
        m_impl->clear_alert(found, now, wall);
    m_impl->tick(now, wall);
}

void AlertEngine::mute_until_cleared(std::uint64_t id)
{
    const auto found = m_impl->find(id);
    if (found != m_impl->m_active.end() && !std::exchange(found->second.alert.muted_until_cleared, true))
        ++m_impl->m_revision;
}

void AlertEngine::unmute(std::uint64_t id)
{
    const auto found = m_impl->find(id);
    if (found != m_impl->m_active.end() && std::exchange(found->second.alert.muted_until_cleared, false))
        ++m_impl->m_revision;
}

void AlertEngine::mute_rule(const std::string& rule, SteadyTime until)
{
    if (m_impl->m_muted_rules.size() < m_impl->m_limits.mutes || m_impl->m_muted_rules.contains(rule))
        m_impl->m_muted_rules[rule] = until;
    ++m_impl->m_revision;
}

void AlertEngine::mute_lock(const std::string& lock, SteadyTime until)
{
    if (m_impl->m_muted_locks.size() < m_impl->m_limits.mutes || m_impl->m_muted_locks.contains(lock))
        m_impl->m_muted_locks[lock] = until;
    ++m_impl->m_revision;
}

bool AlertEngine::is_muted(const Alert& alert, SteadyTime now) const
{
    const auto is_in = [now](const auto& mutes, const std::string& name) {
        const auto found = mutes.find(name);
        return found != mutes.end() && now < found->second;
    };
    return alert.muted_until_cleared || is_in(m_impl->m_muted_rules, alert.rule)
        || is_in(m_impl->m_muted_locks, alert.lock);
}

std::vector<Alert> AlertEngine::active() const
{
    std::vector<Alert> all;
    all.reserve(m_impl->m_active.size());
    for (const auto& [key, active] : m_impl->m_active)
        all.push_back(active.alert);
    std::sort(all.begin(), all.end(), [](const Alert& a, const Alert& b) { return a.id < b.id; });
    return all;
}

std::vector<Alert> AlertEngine::history() const
{
    return {m_impl->m_history.begin(), m_impl->m_history.end()};
}

std::size_t AlertEngine::active_count() const noexcept
{
    return m_impl->m_active.size();
}

std::size_t AlertEngine::history_count() const noexcept
{
    return m_impl->m_history.size();
}

std::vector<AlertsLeftOut> AlertEngine::left_out() const
{
    std::vector<AlertsLeftOut> all;
    for (const AlertRule& rule : m_impl->m_rules) {
        const auto tally = m_impl->m_tallies.find(rule.id);
        if (tally == m_impl->m_tallies.end())
            continue;
        const auto& [kept, left_out, made_room] = tally->second;
        if (left_out + made_room > 0)
            all.push_back({rule.id, kept, left_out + made_room});
    }
    return all;
}

std::vector<Alert> AlertEngine::take_raised()
{
    std::vector<Alert> raised;
    if (m_impl->m_raised.empty())
        return raised;
    const std::vector<std::uint64_t> ids = std::exchange(m_impl->m_raised, {});
    for (const Alert& alert : active()) {
        if (std::binary_search(ids.begin(), ids.end(), alert.id))
            raised.push_back(alert);
    }
    return raised;
}

std::vector<Alert> AlertEngine::take_cleared()
{
    return std::exchange(m_impl->m_cleared, {});
}

std::uint64_t AlertEngine::revision() const noexcept
{
    return m_impl->m_revision;
}

std::string_view to_string(Alert::State state) noexcept
{
    switch (state) {
    case Alert::State::raised: return "raised";
    case Alert::State::acknowledged: return "acknowledged";
    case Alert::State::cleared: return "cleared";
    }
    return "unknown";
}

} // namespace lockscope

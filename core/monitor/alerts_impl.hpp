// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/alerts.hpp"
#include "lockscope/lock_map.hpp"
#include "monitor/agenda.hpp"
#include "monitor/alert_conditions.hpp"

#include <algorithm>
#include <compare>
#include <deque>
#include <map>

namespace lockscope {

using RuleMask = std::uint64_t; ///< One bit a rule.

/// Locks by name, each with the rules that its name fits; alerts by rule and lock; and an agenda of locks that have to
/// be looked at again.
class AlertEngine::Impl
{
public:
    explicit Impl(AlertLimits limits) : m_limits(limits) {}

    static constexpr SteadyTime never = SteadyTime::max();

    struct Lock
    {
        LockStatePtr state;
        RuleMask fits = 0;        ///< Those whose name fits.
        RuleMask raised = 0;      ///< Those that have an alert.
        SteadyTime due = never;   ///< For the agenda.
        std::uint32_t rules = 0;  ///< Number of the rules that the masks are about.
        bool was_renewed = false; ///< In this hold.
    };
    using Number = LockMap<Lock>::Number;
    struct Key
    {
        std::string rule, lock;
        auto operator<=>(const Key&) const = default;
    };
    struct Active
    {
        Alert alert;
        std::optional<SteadyTime> false_since;
        SteadyTime ends = never; ///< Of a lost lock.
    };
    void set_rules(const std::vector<AlertRule>& rules, SteadyTime now, SystemTime wall);
    void clear();
    void apply(const MonitorBatch& batch, SteadyTime now, SystemTime wall);
    void set_deadlocks(std::size_t count, const std::string& lock, SystemTime wall);
    void tick(SteadyTime now, SystemTime wall);
    [[nodiscard]] std::optional<SteadyTime> next_due() const;

    void take_event(const LockEvent& event, SteadyTime now, SystemTime wall);
    void take_change(const LockChange& change, SteadyTime now, SystemTime wall);
    void wait_for(Number number);
    void look_at(Number number, SteadyTime now, SystemTime wall);
    [[nodiscard]] RuleMask fitting(const std::string& name) const;
    /// Brings the lock's masks to the rules as they are now.
    void refit(Lock& lock) const;

    [[nodiscard]] bool is_old(const LockState& state, SteadyTime now) const;
    /// An alert that is no longer true. @return when it is to be cleared; `never` if it is now.
    SteadyTime calm_down(const AlertRule& rule, const std::string& lock, SteadyTime now, SystemTime wall);
    Active* raise(const AlertRule& rule, const std::string& lock, const monitor::Condition& condition, SystemTime wall);
    std::map<Key, Active>::iterator clear_alert(std::map<Key, Active>::iterator found, SystemTime wall);
    void clear_lock(const Lock& lock, SystemTime wall);
    void end_lost(SteadyTime now, SystemTime wall);

    [[nodiscard]] std::map<Key, Active>::iterator find(std::uint64_t id)
    {
        return std::find_if(m_active.begin(), m_active.end(),
                            [id](const auto& entry) { return entry.second.alert.id == id; });
    }

    AlertLimits m_limits;
    std::vector<AlertRule> m_rules;
    std::uint32_t m_rules_number = 1; ///< Another one for each set of rules.
    LockMap<Lock> m_locks;
    monitor::Agenda<Lock> m_agenda{m_locks};
    Number m_reviewed = 0, m_to_review = 0; ///< After new rules all locks are looked at, a few in each tick.
    std::map<Key, Active> m_active;
    std::deque<Alert> m_history; ///< Newest first.
    std::vector<std::uint64_t> m_raised;
    std::map<std::string, SteadyTime> m_muted_rules, m_muted_locks;
    std::size_t m_deadlocks = 0;
    std::string m_deadlocked;
    SteadyTime m_lost_end = never; ///< The earliest Active::ends.
    std::uint64_t m_last_id = 0, m_not_kept = 0, m_revision = 0;
    bool m_is_live = true;
    SteadyTime m_live_since{}; ///< After a time without news.
};

} // namespace lockscope

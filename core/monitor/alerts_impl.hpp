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
        RuleMask fits = 0;       ///< Those whose name fits.
        RuleMask raised = 0;     ///< Those that have an alert.
        RuleMask left_out = 0;   ///< Those that are true, and have no room for it.
        SteadyTime due = never;  ///< For the agenda.
        std::uint32_t rules = 0; ///< Number of the rules that the masks are about.
        /// A bit for each who was seen to renew it in the hold that it has; two of many readers may share one. By
        /// events, because who enters again moves the expiry as well.
        std::uint32_t renewers = 0;
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
        SteadyTime ends = never;               ///< Of a lost lock.
        std::int64_t most = 0;                 ///< Of deadlocks: so many at once, since it was raised or was calm.
        std::optional<SteadyTime> fewer_since; ///< Since when there are fewer.
    };
    /// Of one rule.
    struct Tally
    {
        std::size_t kept = 0;      ///< In m_active.
        std::size_t left_out = 0;  ///< Locks with the rule's bit in Lock::left_out.
        std::size_t made_room = 0; ///< Of lost locks: those that cleared for later ones, and would not be over.
    };
    void set_rules(const std::vector<AlertRule>& rules, SteadyTime now, SystemTime wall);
    void clear();
    void apply(const MonitorBatch& batch, SteadyTime now, SystemTime wall);
    void set_deadlocks(std::size_t count, const std::string& lock, SteadyTime now, SystemTime wall);
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
    void go_on(Active& active, const monitor::Condition& condition, const LockState& state);
    /// An alert that is no longer true. @return when it is to be cleared; `never` if it is now.
    SteadyTime calm_down(const AlertRule& rule, const std::string& lock, SteadyTime now, SystemTime wall);
    Active& raise(const AlertRule& rule, const std::string& lock, const monitor::Condition& condition, SystemTime wall);
    [[nodiscard]] bool has_room(const AlertRule& rule) const;
    void begin_alert(Lock& lock, std::size_t rule, const monitor::Condition& condition, SystemTime wall);
    void leave_out(Lock& lock, std::size_t rule);
    void stop_leaving_out(Lock& lock, std::size_t rule);
    void try_again(SteadyTime now);
    std::map<Key, Active>::iterator clear_alert(std::map<Key, Active>::iterator found, SteadyTime now, SystemTime wall);
    void clear_lock(Lock& lock, SteadyTime now, SystemTime wall);
    void clear_oldest(const std::string& rule, SteadyTime now, SystemTime wall);
    void end_lost(SteadyTime now, SystemTime wall);
    void follow_status(const MonitorStatus& status, SteadyTime now, SystemTime wall);
    void follow_server(SteadyTime now, SystemTime wall);
    SteadyTime follow_obstacle(const AlertRule& rule, SteadyTime now, SystemTime wall);
    SteadyTime follow_silence(const AlertRule& rule, SteadyTime now, SystemTime wall);
    SteadyTime follow_deadlocks(const AlertRule& rule, SteadyTime now, SystemTime wall);
    SteadyTime follow_fewer(Active& active, std::int64_t count, SteadyTime now);
    /// All locks are looked at, a few in each tick.
    void look_at_all() noexcept
    {
        m_reviewed = 0;
        m_to_review = static_cast<Number>(m_locks.numbers());
    }

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
    Number m_reviewed = 0, m_to_review = 0; ///< See look_at_all(); done after new rules, and when there is room again.
    std::map<Key, Active> m_active;
    std::map<std::string, Tally> m_tallies; ///< By AlertRule::id.
    std::deque<Alert> m_history;            ///< Newest first.
    std::vector<std::uint64_t> m_raised;    ///< Active, and nobody has asked for them yet; ascending.
    std::vector<Alert> m_cleared;           ///< Nobody has asked for them yet.
    std::map<std::string, SteadyTime> m_muted_rules, m_muted_locks;
    std::size_t m_deadlocks = 0;
    std::string m_deadlocked;
    SteadyTime m_server_due = never; ///< When follow_server() has something to do by time alone.
    SteadyTime m_lost_end = never;   ///< The earliest Active::ends.
    SteadyTime m_retry_at = never;   ///< There is room for something that was left out: when to look for it.
    std::uint64_t m_last_id = 0, m_revision = 0;
    std::optional<SteadyTime> m_silent_since; ///< No connection.
    WriteObstacle m_obstacle = WriteObstacle::none;
    std::string m_obstacle_at;
    bool m_is_live = true;
    SteadyTime m_live_since{}; ///< After a time without news.
};

} // namespace lockscope

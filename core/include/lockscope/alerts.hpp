// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/alert_rules.hpp"
#include "lockscope/monitor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// A rule that is true of a lock, or of the server as a whole, or was.
struct Alert
{
    enum class State {
        raised,
        acknowledged, ///< Still true; somebody has seen it.
        cleared,      ///< No longer true.
    };
    std::uint64_t id = 0; ///< Never used twice.
    std::string rule;     ///< AlertRule::id
    AlertRule::Kind kind = AlertRule::Kind::held_longer;
    AlertRule::Severity severity = AlertRule::Severity::warning;
    std::string lock; ///< Raw name. For deadlocks one of the locks, or empty; of the server as a whole empty.
    State state = State::raised;
    SystemTime since{}; ///< When it became true, as far as was seen.
    std::optional<SystemTime> cleared_at;
    bool muted_until_cleared = false;

    // The facts when it was raised.
    std::string owner;                  ///< First holder; for a stale head the waiter who is it now. May be empty.
    std::optional<milliseconds> amount; ///< held or silent for, or what is left of the lease.
    std::int64_t count = 0;             ///< Waiters, or deadlocks.
    /// Of held_longer and low_ttl: its last renewal, if any was seen and the next ones have not come.
    std::optional<SystemTime> renewed_until;
    /// Its holder held it already when the monitor first saw it, so that `amount` is the least; or its stale head
    /// waited already.
    bool begin_unseen = false;
    bool never_dropped = false;                   ///< Of a stale head: it has no deadline after which others drop it.
    WriteObstacle obstacle = WriteObstacle::none; ///< Of writes_refused: what it is now.
    std::string master;                           ///< And where, if there are several: MonitorStatus::obstacle_at.
    bool operator==(const Alert&) const = default;
};
/// "raised", "acknowledged", "cleared"
[[nodiscard]] std::string_view to_string(Alert::State state) noexcept;

struct AlertLimits
{
    /// So many of each rule, so that no rule takes the place of another one. More are left out until there is room;
    /// see AlertEngine::left_out(). Of lost locks, which would not come back, the oldest clears instead.
    std::size_t active_per_rule = 200;
    std::size_t history = 500; ///< Of those that cleared; the oldest go.
    std::size_t mutes = 1'000;
    /// So long must it have been false before it is cleared: one that comes and goes is one alert. So long after there
    /// is room, too, comes what was left out.
    milliseconds calm{2'000};
    /// A lost lock is a moment, not a state: it clears when acknowledged, or after so long.
    milliseconds lost_for{3'600'000};
    /// Locks looked at again in one tick(), so that no tick takes long.
    std::size_t looks_per_tick = 200;
};

/// A rule that is true of more locks than are kept of it.
struct AlertsLeftOut
{
    std::string rule;      ///< AlertRule::id
    std::size_t kept = 0;  ///< Those that are active.
    std::size_t count = 0; ///< All the others. Of lost locks: those that had to clear early.
    bool operator==(const AlertsLeftOut&) const = default;
};

/// Decides which rules are true, from the monitor's batches and the time alone.
///
///     AlertEngine engine;
///     engine.set_rules(rules, now, wall);
///     engine.apply(batch, now, wall);   // for each batch
///     engine.tick(now, wall);           // now and then, at the latest at next_due()
///     for (const Alert& alert : engine.take_raised()) …
///
/// Costs O(changes × rules) a batch; what becomes true by time alone waits in a heap of deadlines. While the monitor is
/// paused or has no connection, nothing is raised or cleared but the loss of the connection itself: what is known is
/// old. The same holds for single locks
/// that are out of reach, and afterwards until each was read again, for a minute at most. Both clocks are given, so
/// that time can be played. Not thread-safe.
class AlertEngine
{
public:
    explicit AlertEngine(AlertLimits limits = {});
    ~AlertEngine();
    AlertEngine(const AlertEngine&) = delete;
    AlertEngine& operator=(const AlertEngine&) = delete;

    /// Rules that are disabled or have a problem are not looked at; more than AlertRules::most are cut. Alerts of rules
    /// that are gone, disabled or changed clear; every lock is looked at anew, spread over the next ticks.
    void set_rules(const std::vector<AlertRule>& rules, SteadyTime now, SystemTime wall);
    /// Forgets all locks, alerts and mutes (another server); the rules stay.
    void clear();

    void apply(const MonitorBatch& batch, SteadyTime now, SystemTime wall);
    /// Fed by whoever finds them: how many are certain now, and a lock of one. More than there were since the alert was
    /// raised are another alert.
    void set_deadlocks(std::size_t count, const std::string& lock, SteadyTime now, SystemTime wall);
    void tick(SteadyTime now, SystemTime wall);
    /// When tick() has something to do; nullopt: not before the next batch.
    [[nodiscard]] std::optional<SteadyTime> next_due() const;

    /// No effect on an alert that is unknown or cleared.
    void acknowledge(std::uint64_t id, SteadyTime now, SystemTime wall);
    void mute_until_cleared(std::uint64_t id);
    /// Ends mute_until_cleared(); what is muted by its rule or its lock stays so.
    void unmute(std::uint64_t id);
    /// Their alerts are listed, but nobody is told. Muting again replaces the time; one that has passed ends it.
    ///@{
    void mute_rule(const std::string& rule, SteadyTime until);
    void mute_lock(const std::string& lock, SteadyTime until);
    ///@}
    [[nodiscard]] bool is_muted(const Alert& alert, SteadyTime now) const;

    /// Those that are not cleared, oldest first.
    [[nodiscard]] std::vector<Alert> active() const;
    /// Those that cleared, newest first.
    [[nodiscard]] std::vector<Alert> history() const;
    /// How many they are.
    ///@{
    [[nodiscard]] std::size_t active_count() const noexcept;
    [[nodiscard]] std::size_t history_count() const noexcept;
    ///@}
    /// What is true, too, and is neither in active() nor told of; see AlertLimits::active_per_rule. In the order of the
    /// rules, only those that leave something out.
    [[nodiscard]] std::vector<AlertsLeftOut> left_out() const;
    /// Raised since the last call and still active, muted ones too; for notifications.
    [[nodiscard]] std::vector<Alert> take_raised();
    /// Cleared since the last call, in that order, without those that take_raised() never told of; history() may be too
    /// short for all of them.
    [[nodiscard]] std::vector<Alert> take_cleared();
    /// Another number after each change of what active(), left_out() and history() say.
    [[nodiscard]] std::uint64_t revision() const noexcept;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope

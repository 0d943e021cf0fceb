// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// How long a hold of one lock lasts, as far as its past tells.
struct UsualHold
{
    std::optional<milliseconds> median; ///< Absent with fewer than enough_holds.
    std::size_t samples = 0;
    bool operator==(const UsualHold&) const = default;
};
/// With fewer holds than these nothing is called usual.
inline constexpr std::size_t enough_holds = 3;

/// Of durations in any order.
[[nodiscard]] UsualHold usual_hold(std::vector<milliseconds> durations);
/// Of the holds that ended by themselves: those that an operator or a deletion cut short say nothing.
[[nodiscard]] UsualHold usual_hold(const std::vector<HoldRecord>& holds);

/// When each waiter of a fair lock may expect the lock.
struct QueueForecast
{
    /// How the moment is to be read.
    enum class Sense {
        about,      ///< Expected then.
        at_least,   ///< Not before: the present hold lasts longer than usual already.
        no_history, ///< Unknown: too few holds of this lock were seen.
        no_clock,   ///< Unknown: the server's time is not known, so that deadlines cannot be compared.
        untaken, ///< Unknown: the lock is free, and nobody takes it (is_untaken() for longer than a hand-over takes).
        blocked, ///< Never, as things stand: an entry without deadline is before it.
        ghost,   ///< It is dead itself, and is only waited for.
    };
    struct Place
    {
        std::string owner;
        Sense sense = Sense::no_history;
        std::optional<SteadyTime> at; ///< Present for about and at_least.
        std::size_t holds_before = 0; ///< Living waiters before it, and the present hold.
        std::size_t ghosts_before = 0;
        milliseconds ghost_cost{0}; ///< What those ghosts add, together.
        bool operator==(const Place&) const = default;
    };
    UsualHold usual;
    std::optional<milliseconds> rest; ///< Of the present hold; zero for a free lock, absent if unknown.
    std::vector<Place> places;        ///< One for each of LockState::waiters, in order.
    bool operator==(const QueueForecast&) const = default;
};

/// Position × usual hold + rest of the present hold + what ghosts before it cost.
///
/// A ghost costs nothing before it is first, and then until its deadline: so it is where only Redisson's clients wait.
/// Our own fair locks drop one earlier, after some two seconds. Each acquisition moves all deadlines behind it forward
/// by the wait of whoever acquired (Redisson's ZINCRBY −wait), which is taken from the distance of two neighbouring
/// deadlines. Pure; any thread.
/// @param now, wall one moment by both clocks
[[nodiscard]] QueueForecast forecast_queue(const LockState& state, const UsualHold& usual, SteadyTime now,
                                           SystemTime wall);

} // namespace lockscope

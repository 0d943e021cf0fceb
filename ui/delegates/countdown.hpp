// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QMetaType>
#include <QString>
#include <QVariant>

#include <optional>

namespace lockscope::ui {

/// A lease that runs out: what a countdown is painted from, without the model changing.
struct Countdown
{
    enum class Kind {
        none,  ///< Nothing to count.
        never, ///< It never expires.
        running,
    };
    Kind kind = Kind::none;
    SteadyTime deadline{};
    milliseconds lease{0}; ///< The whole of it: the scale of the bar.

    [[nodiscard]] milliseconds remaining(SteadyTime now) const;
    /// What is left of the whole, 0…1.
    [[nodiscard]] double fraction(SteadyTime now) const;
    bool operator==(const Countdown&) const = default;
};

[[nodiscard]] Countdown countdownOf(const LockState& state);
/// For a part of it that has a time of its own, as a reader has: @p ttl as of the state's reading.
[[nodiscard]] Countdown countdownOf(const LockState& state, milliseconds ttl);
/// In words, for whoever does not see the bar; empty if there is nothing to count.
[[nodiscard]] QString countdownText(const Countdown& countdown, SteadyTime now);
/// From what a model has under a role: a Countdown, or a LockStatePtr.
[[nodiscard]] Countdown countdownOf(const QVariant& value);

} // namespace lockscope::ui

Q_DECLARE_METATYPE(lockscope::ui::Countdown)

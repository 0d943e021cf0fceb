// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/countdown.hpp"

#include "models/lock_roles.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace lockscope::ui {

milliseconds Countdown::remaining(SteadyTime now) const
{
    return std::max(milliseconds{0}, std::chrono::duration_cast<milliseconds>(deadline - now));
}

double Countdown::fraction(SteadyTime now) const
{
    if (kind != Kind::running || lease.count() <= 0) {
        return 0;
    }
    return std::min(1.0, static_cast<double>(remaining(now).count()) / static_cast<double>(lease.count()));
}

Countdown countdownOf(const LockState& state)
{
    return state.is_held() ? countdownOf(state, state.ttl) : Countdown{};
}

Countdown countdownOf(const LockState& state, milliseconds ttl)
{
    const bool isNever = ttl.count() == -1 && !is_counter(state.type); // a permit without an end is nothing unusual
    if (isNever) {
        return {Countdown::Kind::never, {}, {}};
    }
    if (ttl.count() < 0) {
        return {};
    }
    return {Countdown::Kind::running, state.observed_at + ttl, std::max(state.lease, ttl)};
}

Countdown countdownOf(const QVariant& value)
{
    if (value.metaType() == QMetaType::fromType<Countdown>()) {
        return value.value<Countdown>();
    }
    const auto state = value.value<LockStatePtr>();
    return state ? countdownOf(*state) : Countdown{};
}

QString countdownText(const Countdown& countdown, SteadyTime now)
{
    switch (countdown.kind) {
    case Countdown::Kind::never: return leaseText(milliseconds{-1});
    case Countdown::Kind::running: return durationText(countdown.remaining(now));
    case Countdown::Kind::none: break;
    }
    return {};
}

} // namespace lockscope::ui

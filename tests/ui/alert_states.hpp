// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lock_states.hpp"

#include "lockscope/alerts.hpp"

#include <string>

namespace lockscope::testing {

/// Held for longer than its rule allows.
inline Alert alertOn(const std::string& lock, AlertRule::Severity severity = AlertRule::Severity::warning)
{
    Alert alert;
    alert.lock = lock;
    alert.owner = kAlice + ":57";
    alert.severity = severity;
    alert.amount = milliseconds{64'000};
    alert.kind = AlertRule::Kind::held_longer;
    alert.rule = "held-longer";
    return alert;
}

} // namespace lockscope::testing

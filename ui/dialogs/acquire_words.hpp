// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"

#include "lockscope/findings.hpp"
#include "lockscope/hold_outlook.hpp"
#include "lockscope/own_holds.hpp"

#include <QString>

#include <optional>
#include <string>

namespace lockscope::ui {

// What the dialog that acquires says about the lock: as it is, what will happen, and what has changed.

/// What is to be acquired, and by whom.
struct AcquirePlan
{
    HoldRequest request;
    std::string owner;                 ///< A field without ":write"; empty: not known.
    milliseconds watchdogLease{30000}; ///< Of what is renewed.
};

/// The kind that goes with a lock; nothing where none is taken by name.
[[nodiscard]] std::optional<HoldKind> fittingKind(const LockState& lock);

/// What lies under the name, with the facts.
[[nodiscard]] QString presentText(const NameLook& look, const Moment& at, const ClientNamer& namer);

/// What acquiring does, exactly.
struct AcquireEffect
{
    enum class Gravity { usual, doubtful, hopeless };
    QString text;
    Gravity gravity = Gravity::usual;
};
/// @param look null: nothing is known
[[nodiscard]] AcquireEffect effectOf(const AcquirePlan& plan, const NameLook* look, const Moment& at);

/// Who is not in its queue any more.
[[nodiscard]] QString removedText(const AdminResult& result);

/// What acquiring has changed. @param before, after null: not known
[[nodiscard]] QString differenceText(const AcquirePlan& plan, const NameLook* before, const NameLook* after,
                                     const ClientNamer& namer);

} // namespace lockscope::ui

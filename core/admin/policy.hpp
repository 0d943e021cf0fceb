// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/own_holds.hpp"

#include <optional>
#include <string>

namespace lockscope::admin {

/// Why the policy forbids to end or shorten somebody's lock, as a sentence; nullopt if it does not.
[[nodiscard]] std::optional<std::string> refusal(const AdminPolicy& policy, const AdminRequest& request);

/// The same for taking a release back, whose name was typed when it was released.
[[nodiscard]] std::optional<std::string> refusal(const AdminPolicy& policy, const UndoTicket& ticket);

/// The same for waking waiters and for changing the queue of a lock; it may be held by nobody.
///@{
[[nodiscard]] std::optional<std::string> refusal(const AdminPolicy& policy, const WakeRequest& request);
[[nodiscard]] std::optional<std::string> refusal(const AdminPolicy& policy, const EvictRequest& request);
[[nodiscard]] std::optional<std::string> refusal(const AdminPolicy& policy, const RepairRequest& request);
///@}

/// The same for ending one hold of several.
[[nodiscard]] std::optional<std::string> refusal(const AdminPolicy& policy, const ReleaseOneRequest& request);

/// The same for taking a lock ourselves: nobody loses it, but from then on everybody is kept out.
[[nodiscard]] std::optional<std::string> refusal(const AdminPolicy& policy, const HoldRequest& request);

} // namespace lockscope::admin

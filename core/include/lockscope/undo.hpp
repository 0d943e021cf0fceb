// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

namespace admin {
struct KeptKeys;
} // namespace admin

/// How long a force-release can be undone, if the lease would have run for so long.
inline constexpr std::chrono::minutes undo_window{5};

/// What Admin::undo_force_release() needs. A cheap value; immutable.
struct UndoTicket
{
    std::string lock;                ///< Bytes.
    std::string holders;             ///< "owner=count, …", escaped: who held it.
    std::vector<std::string> owners; ///< The same: bytes, as Holder::owner.
    std::string reason;              ///< Of the force-release.
    SystemTime released_at{};        ///< By our clock.
    SteadyTime until{};              ///< From then on it is too late: five minutes are over, or the lease is, and every
                                     ///< reader's own deadline.
    std::optional<SteadyTime> lease_ends; ///< By our clock; what is put back ends then. Absent: it never does.
    /// It ends with the longest of its readers' deadlines, which is later than the lock itself would have ended.
    bool ends_with_reader = false;
    std::shared_ptr<const admin::KeptKeys> keys;
    bool operator==(const UndoTicket&) const = default;
};

} // namespace lockscope

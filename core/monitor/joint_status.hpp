// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"
#include "lockscope/server_risks.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockscope::monitor {

/// How it stands with one master.
struct MasterStatus
{
    std::string name;
    MonitorStatus status;
    std::optional<SystemTime> away_since{}; ///< When it was last heard; absent: it answers, or was not asked yet.
    std::size_t locks = 0;                  ///< Known ones that it serves; counted while it is away.
};

/// The status of all masters together, but for what is counted over the locks. A single one is taken as it is.
[[nodiscard]] MonitorStatus joint_status(std::vector<MasterStatus> masters);

/// Adds a word to "7.0.15, 7.2.4" unless it is there.
void add_word(std::string& words, const std::string& word);

/// The risks of one more master: each is named once.
void add_risks(ServerRisks& all, const ServerRisks& one);

/// What all allow: granted is what every report grants, known what every report knows.
[[nodiscard]] PermissionReport joint_permissions(const std::vector<PermissionReport>& reports);

} // namespace lockscope::monitor

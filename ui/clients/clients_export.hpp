// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clients/clients_model.hpp"
#include "models/record_text.hpp"

#include <vector>

namespace lockscope::ui {

/// UTF-8, one record a client: uuid, label, name, address, connections, kind, holds, waits, left_over,
/// longest_hold_since, first_seen, last_seen (UTC, ISO 8601). Words are English, no field can be taken for a formula.
[[nodiscard]] RecordText clientsToCsv(std::vector<ClientRow> clients);

/// An array of objects with the same members; what is not known is absent.
[[nodiscard]] RecordText clientsToJson(std::vector<ClientRow> clients);

} // namespace lockscope::ui

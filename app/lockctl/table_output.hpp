// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <string>
#include <vector>

namespace lockctl {

/// A line a lock under a headline, columns aligned; bytes of the server escaped.
[[nodiscard]] std::string to_table(const std::vector<lockscope::LockState>& states);

/// Everything about one lock, several lines.
[[nodiscard]] std::string to_details(const lockscope::LockState& state);

/// "12:30:05.123  released  orders:42  <owner>  after 1.2 s"
[[nodiscard]] std::string to_line(const lockscope::LockEvent& event);
/// "12:30:05.123  found  orders:42  held  <owner>"
[[nodiscard]] std::string to_found_line(const lockscope::LockState& state);

} // namespace lockctl

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace lockctl {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json to_json(const lockscope::LockState& state);
[[nodiscard]] Json to_json(const lockscope::LockChange& change);
[[nodiscard]] Json to_json(const lockscope::LockEvent& event);
[[nodiscard]] Json to_json(const lockscope::AdminResult& result);

/// Sets @p key to the exact text if it is UTF-8; otherwise to its escaped form, with the bytes in "<key>_base64".
void set_bytes(Json& object, const std::string& key, std::string_view bytes);

/// "2026-11-21T12:30:05.123Z"
[[nodiscard]] std::string to_text(lockscope::SystemTime time);

/// One line. Everything beyond ASCII is \uNNNN, so that nothing in it can act on a terminal.
[[nodiscard]] std::string to_line(const Json& json);

} // namespace lockctl

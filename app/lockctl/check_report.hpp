// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_output.hpp"

#include "lockscope/endpoint.hpp"
#include "lockscope/permissions.hpp"
#include "lockscope/server_check.hpp"

#include <string>
#include <vector>

namespace lockctl {

/// What speaks against relying on this server, one English sentence each; empty: nothing. Risks that are only worth
/// knowing (Severity::info) are none.
[[nodiscard]] std::vector<std::string> complaints(const lockscope::ServerCheck& check, lockscope::Purpose purpose);

/// Several lines; bytes of the server escaped.
[[nodiscard]] std::string to_text(const lockscope::Endpoint& endpoint, const lockscope::ServerCheck& check,
                                  lockscope::Purpose purpose);
[[nodiscard]] Json to_json(const lockscope::Endpoint& endpoint, const lockscope::ServerCheck& check,
                           lockscope::Purpose purpose);

} // namespace lockctl

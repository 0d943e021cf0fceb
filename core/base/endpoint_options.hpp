// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <string_view>

namespace lockscope::detail {

/// Whether an option of this name may follow the question mark of some address.
[[nodiscard]] bool is_endpoint_option(std::string_view name);

/// Puts "name=value&name=value" into @p endpoint, whose deployment, `unix_path` and `tls.enabled` are set already.
/// @throws Error invalid_argument for what is not known, given twice, empty, or makes no sense for that deployment
void read_endpoint_options(std::string_view query, Endpoint& endpoint);

} // namespace lockscope::detail

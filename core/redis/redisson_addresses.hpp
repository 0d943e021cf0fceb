// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <string>
#include <vector>

namespace lockscope::redis {

/// The endpoint of servers whose addresses are written as Redisson does: `redis://`, `rediss://`, `valkey://`,
/// `valkeys://`, `redis+uds://`, `valkey+uds://`, or without a scheme. Credentials in the address of a Sentinel are
/// those of the Sentinel.
/// @param setting where they stand in the file, escaped: the sentences name it, and never show an address
/// @throws Error invalid_argument
[[nodiscard]] Endpoint endpoint_of_redisson(Deployment deployment, const std::vector<std::string>& addresses,
                                            const std::string& setting);

} // namespace lockscope::redis

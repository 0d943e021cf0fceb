// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// Where a server may send us. Nothing is resolved here: a rule for names says nothing of addresses, and the other way
/// round.
namespace lockscope::redis {

/// Whether Endpoint::allowed_hosts lets us go there: a host name (`cache.example`), `*.suffix` (a name that ends in
/// .suffix), an address, or a CIDR range (`10.0.0.0/8`, `fd00::/8`). Case and a final dot do not matter; a rule that is
/// none of these allows nothing. An empty list allows everything, and the members of a cluster or of a replicated
/// deployment that the user named himself are always allowed.
[[nodiscard]] bool is_allowed(const Endpoint& endpoint, const Address& where);

/// An address as a server announces it: nullopt for what can be neither a host name nor an address, or no port.
[[nodiscard]] std::optional<Address> announced_address(std::string_view host, std::int64_t port);

} // namespace lockscope::redis

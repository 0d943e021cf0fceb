// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "options.hpp"

#include <list>
#include <string>

namespace lockctl {

/// A deployment of Redis, and how to behave there.
struct Server
{
    lockscope::Endpoint endpoint;
    lockscope::ClientOptions client;
};

/// What --redis names, in its order, with the secrets from wherever they are. May ask on the terminal, once.
/// @throws lockscope::Error invalid_argument
[[nodiscard]] std::list<Server> servers_of(const Options& options);

} // namespace lockctl

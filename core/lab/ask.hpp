// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "redis/command.hpp"
#include "redis/reply.hpp"

#include <chrono>
#include <vector>

namespace lockscope::lab {

inline constexpr std::chrono::milliseconds answer_patience{10000};

/// Asks one server over a connection of its own and waits for the replies; error replies are values here. Needs no
/// thread besides the caller's. @throws Error if it does not answer within @p limit.
[[nodiscard]] std::vector<redis::Reply> ask(const Endpoint& server, std::vector<redis::Command> commands,
                                            std::chrono::milliseconds limit = answer_patience);

/// One command; an error reply is thrown.
redis::Reply ask(const Endpoint& server, redis::Command command, std::chrono::milliseconds limit = answer_patience);

} // namespace lockscope::lab

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "redis/command.hpp"
#include "redis/reply.hpp"

#include <optional>
#include <string_view>

namespace lockscope::redis {

/// What a node of a cluster says of a command that it does not execute.
struct Redirection
{
    enum class Kind {
        moved,     ///< The slot belongs to `to`, for good.
        ask,       ///< This key has gone to `to` already, while its slot migrates.
        try_again, ///< Some keys have gone and some not; or nobody serves the slot just now.
    };
    Kind kind = Kind::moved;
    unsigned slot = 0;
    Address to;
};

/// nullopt for any other reply, also for a redirection that makes no sense. An address without host means the one that
/// answered: @p asked.
[[nodiscard]] std::optional<Redirection> redirection_of(const Reply& reply, const Address& asked);

/// The cluster is down, as far as the one who answers can tell.
[[nodiscard]] bool says_down(const Reply& reply) noexcept;

/// Only some of a command's keys have arrived where it was sent.
[[nodiscard]] bool says_half_moved(const Reply& reply) noexcept;

/// The slot is on its way, and not all keys of the command are in one place: nothing was executed. Errc::master_down.
class HalfMoved : public Error
{
public:
    explicit HalfMoved(const std::string& node);
};

/// The key by which a command finds its node; nullopt if any node will do.
[[nodiscard]] std::optional<std::string_view> key_of(const Command& command);

} // namespace lockscope::redis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::admin {

/// More than this is not kept: names and owners come from the server, and may be as long as it likes.
inline constexpr std::size_t undo_bytes_limit = 1'000'000;

/// What a force-release deleted, as RESTORE wants it: the lock first, then timeout strings of its readers. The lock
/// ends with the last of them.
struct KeptKeys
{
    struct Key
    {
        std::string name;
        std::string dump;
        std::int64_t ends = 0; ///< Epoch ms by the server's clock; 0 never.
    };
    std::vector<Key> keys;
};

/// @throws Error
/// @param news of whom and where; told to whoever watches, if it is done
[[nodiscard]] redis::asio::awaitable<AdminResult> undo_release(redis::Link& connection, const UndoTicket& ticket,
                                                               locks::OperatorAct news);

} // namespace lockscope::admin

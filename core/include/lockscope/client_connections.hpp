// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

class Client;

/// One connection to a server, as CLIENT LIST has it. What a client says of itself is hostile bytes like any other.
struct ClientConnection
{
    std::int64_t id = 0; ///< At its server.
    std::string address; ///< "10.0.0.7:51234", "[::1]:51234", or "<path>:0" for a Unix socket.
    std::string name;    ///< What it set with CLIENT SETNAME; empty: nothing.
    std::string library; ///< lib-name of Redis 7.2 and later; empty: not told.

    bool operator==(const ClientConnection&) const = default;
};

struct ConnectionList
{
    enum class Outcome {
        known,
        forbidden, ///< The user may not ask.
        too_many,  ///< More than max_connections_listed: asking would cost the server too much.
        failed,
    };
    Outcome outcome = Outcome::failed;
    std::vector<ClientConnection> connections; ///< Known only.
    /// Why it failed or is forbidden; a sentence, harmless to show. Known: why those of one of the masters are missing.
    std::string error;
};

/// With so many connections CLIENT LIST takes a Redis about 10 ms, in which it does nothing else.
inline constexpr std::int64_t max_connections_listed = 5000;

/// Asks every master who is connected: INFO clients for the number first, then CLIENT LIST, which Redis answers in time
/// proportional to that number. Ask rarely. Any thread; @p callback is called once, on the I/O thread, and must not
/// block.
void list_connections(Client& client, std::function<void(ConnectionList)> callback);

/// Reads the reply of CLIENT LIST; lines without an address, and fields that it does not know, are passed over.
/// @return at most max_connections_listed
[[nodiscard]] std::vector<ClientConnection> parse_client_list(std::string_view reply);

} // namespace lockscope

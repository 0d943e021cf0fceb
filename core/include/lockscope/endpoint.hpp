// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope {

/// Where one Redis server is, and who we are there.
///
///     auto endpoint = Endpoint::parse("redis://alice:secret@cache.example:6380/2");
///     endpoint.display();   // "cache.example:6380/2"
///
/// A plain value; the password is in it, so never print the fields yourself: use display().
struct Endpoint
{
    std::string host = "127.0.0.1";
    std::uint16_t port = 6379;
    std::string unix_path; ///< If not empty, a unix socket, and host and port are not used.
    std::string user;      ///< ACL user; empty: the default user.
    std::string password;  ///< Empty: no AUTH is sent.
    int database = 0;

    /// Reads `redis://[user[:password]@]host[:port][/db]` or `unix://[user[:password]@]/path[?db=N]`
    /// (also `redis+unix://` and `redis-socket://`). User and password may be percent-encoded; an IPv6 address
    /// stands in brackets. A bare `host`, `host:port` or `/path/of/socket` is understood too.
    /// @throws Error invalid_argument with a sentence that says what is wrong, never showing the password.
    [[nodiscard]] static Endpoint parse(std::string_view uri);

    /// "host:port/db" or "unix:/path/db", without user and password; escaped.
    [[nodiscard]] std::string display() const;

    /// The URI again, without the password (for lists of recent servers).
    [[nodiscard]] std::string uri_without_password() const;

    bool operator==(const Endpoint&) const = default;
};

} // namespace lockscope

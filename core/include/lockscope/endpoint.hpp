// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// Host and port of one server.
struct Address
{
    std::string host = "127.0.0.1";
    std::uint16_t port = 6379;

    /// "host:port", an IPv6 address in brackets; escaped.
    [[nodiscard]] std::string display() const;

    bool operator==(const Address&) const = default;
    /// For use in ordered containers.
    bool operator<(const Address& other) const noexcept
    {
        return host < other.host || (host == other.host && port < other.port);
    }
};

/// How connections are encrypted, and whom we trust. The same for every address of a deployment, also for those that a
/// Sentinel or a cluster names.
struct TlsOptions
{
    bool enabled = false;
    /// Whether the server must prove with its certificate that it is who it says. Switching it off is for tests only:
    /// then anybody in between can read everything, and the window says so.
    bool verify = true;
    std::string ca_file;          ///< PEM; empty together with ca_directory: what the system trusts.
    std::string ca_directory;     ///< As c_rehash leaves it.
    std::string certificate_file; ///< Ours, PEM with its chain; empty: we show none.
    std::string key_file;         ///< PEM.
    std::string key_passphrase;   ///< A secret. Empty: the key is not encrypted.
    std::string server_name;      ///< Asked for by SNI and verified, instead of the host; empty: the host.

    bool operator==(const TlsOptions&) const = default;
};

/// How the servers behind an endpoint belong together.
enum class Deployment {
    single,     ///< One server; or a master whose replicas do not matter to us.
    sentinel,   ///< A master that Redis Sentinel names, and another one after a failover.
    cluster,    ///< Redis Cluster: every key lives on the master of its slot.
    replicated, ///< Several servers, one of which says of itself that it is the master.
};

/// Whether unlock messages go by SPUBLISH in a cluster. Both sides must do the same to hear each other; Redisson
/// decides it by its shardedSubscriptionMode in the same way. Elsewhere than in a cluster it has no effect.
enum class ShardedMessages {
    automatic, ///< If the cluster knows PUBSUB SHARDNUMSUB (Redis 7), as Redisson's AUTO.
    on,
    off,
};

/// Where one Redis is, however it is deployed, and who we are there.
///
///     auto endpoint = Endpoint::parse("redis://alice:secret@cache.example:6380/2");
///     endpoint.display();   // "cache.example:6380/2"
///
/// A plain value; passwords are in it, so never print the fields yourself: use display().
struct Endpoint
{
    Deployment deployment = Deployment::single;
    std::string host = "127.0.0.1"; ///< Of the server; otherwise of the first sentinel, seed or candidate.
    std::uint16_t port = 6379;
    std::vector<Address> more; ///< Further sentinels, seeds of the cluster, or candidates.
    std::string unix_path;     ///< If not empty, a unix socket of a single server; host and port are not used.
    std::string user;          ///< ACL user of Redis; empty: the default user.
    std::string password;      ///< Empty: no AUTH is sent.
    int database = 0;
    std::string service;           ///< Sentinel: the name of the master.
    std::string sentinel_user;     ///< Sentinel's own ACL user.
    std::string sentinel_password; ///< Empty: no AUTH is sent to sentinels.
    TlsOptions tls;
    /// Where a Sentinel or a cluster may send us, with our password: host names, `*.suffix`, addresses or CIDR ranges.
    /// Empty: wherever the deployment itself lists its members, but never where only a redirection points.
    std::vector<std::string> allowed_hosts;

    /// Reads one of
    ///
    ///     redis://[user[:password]@]host[:port][/db][?options]      rediss:// the same, encrypted
    ///     unix://[user[:password]@]/path[?db=N]                     also redis+unix://, redis-socket://
    ///     redis+sentinel://[user[:password]@]host[:port][,…]/service[/db][?options]
    ///     redis+cluster://[user[:password]@]host[:port][,…][?options]
    ///     redis+replicated://[user[:password]@]host[:port][,…][/db][?options]
    ///
    /// `rediss+sentinel`, `rediss+cluster` and `rediss+replicated` are the encrypted forms. Options, joined by `&`:
    /// `ca=FILE`, `ca-dir=DIRECTORY`, `cert=FILE`, `key=FILE`, `server-name=HOST`, `verify=no`, `allow=HOST,HOST`,
    /// `sentinel-user=NAME`, `sentinel-password=SECRET`. User, password and values may be percent-encoded; an IPv6
    /// address stands in brackets. A bare `host`, `host:port` or `/path/of/socket` is understood too.
    /// @throws Error invalid_argument with a sentence that says what is wrong, never showing a password.
    [[nodiscard]] static Endpoint parse(std::string_view uri);

    /// What is known of the servers from the start: host and port, and `more`.
    [[nodiscard]] std::vector<Address> addresses() const;

    /// Is there one for the servers, or for the sentinels?
    [[nodiscard]] bool has_password() const noexcept { return !password.empty() || !sentinel_password.empty(); }

    /// "host:port/db", "unix:/path" or "unix:/path?db=2", "service@host:port,host:port/db",
    /// "cluster host:port,host:port" or "replicated host:port,host:port/db", without users and secrets; escaped.
    [[nodiscard]] std::string display() const;

    /// The URI again, without any secret (for lists of recent servers).
    [[nodiscard]] std::string uri_without_password() const;

    bool operator==(const Endpoint&) const = default;
};

} // namespace lockscope

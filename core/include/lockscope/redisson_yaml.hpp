// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// Something in a Redisson configuration that could not be taken over as it stands.
struct RedissonRemark
{
    enum class Kind {
        other_deployment,    ///< A deployment that is not supported: no address was taken.
        default_taken,       ///< ${NAME:-value} or ${NAME:value}: the value behind the colon was taken.
        placeholder_left,    ///< ${NAME} without a value to fall back on: left empty.
        credentials_by_code, ///< A credentialsResolver: a class of the application knows user and password.
        names_by_code,       ///< A nameMapper: locks have other names in Redis than in the application.
        addresses_by_code,   ///< A natMapper: servers are elsewhere than they say.
        verification_off,    ///< Certificates are not verified, as the file asks.
        host_check_kept,     ///< The file verifies certificates without the host; we verify both.
        java_stores,         ///< JKS and PKCS #12 stores: we read PEM files only.
        not_honoured,        ///< Would change something, but is not supported.
        only_tuning,         ///< Pools, threads, timeouts, codecs: they concern Redisson's own connections.
        unknown,             ///< Not a setting that we know.
    };
    Kind kind = Kind::unknown;
    std::vector<std::string> settings; ///< As they stand in the file, escaped: "singleServerConfig.retryAttempts".
    bool operator==(const RedissonRemark&) const = default;
};

/// The remark as an English sentence, for command lines.
[[nodiscard]] std::string to_sentence(const RedissonRemark& remark);

/// What a Redisson configuration says about the servers, and what locks need to know.
struct RedissonConfig
{
    std::optional<Endpoint> endpoint; ///< With the passwords of the file; absent: see the remarks.
    std::string client_name;          ///< clientName, escaped; may be empty.

    /// @name For ClientOptions; where the file says nothing, as Redisson does then
    ///@{
    bool wait_for_replica = true;                                  ///< checkLockSyncedSlaves
    std::chrono::milliseconds replica_timeout{1000};               ///< slavesSyncTimeout
    std::chrono::milliseconds watchdog_lease{30000};               ///< lockWatchdogTimeout
    ShardedMessages sharded_messages = ShardedMessages::automatic; ///< shardedSubscriptionMode
    ///@}

    std::vector<RedissonRemark> remarks;
};

/// The largest configuration that is looked at, in bytes.
inline constexpr std::size_t max_redisson_yaml = 64UL * 1024;

/// Reads the YAML (or JSON) of Redisson's Config.fromYAML().
///
///     const auto config = read_redisson_yaml(text);
///     if (config.endpoint) { connect(*config.endpoint); }
///
/// Understood: singleServerConfig, masterSlaveServersConfig (with replicas: a replicated deployment, because any of
/// them may be the master later), sentinelServersConfig, clusterServersConfig and replicatedServersConfig with their
/// addresses, users, passwords and database, also where newer versions have user and password at the top; TLS by
/// rediss:// and sslVerificationMode. The environment is never looked at: a file from elsewhere
/// could otherwise send its secrets to a server of its choice. Tags (`!<org.redisson…>`) are passed over.
/// Thread-safe; no input or output.
/// @throws Error invalid_argument with one sentence for text that is no such configuration: too large, not YAML, wrong
///         types, no server in it. The sentence never shows values, only names of settings.
[[nodiscard]] RedissonConfig read_redisson_yaml(std::string_view text);

/// The same for a file. @throws Error invalid_argument, also if it cannot be read
[[nodiscard]] RedissonConfig read_redisson_yaml_file(const std::string& path);

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/permissions.hpp"
#include "monitor/snapshot.hpp"
#include "redis/node.hpp"

#include <boost/asio/awaitable.hpp>

#include <string_view>

namespace lockscope::monitor {

/// A key that does not exist; nothing is ever written to it.
inline constexpr std::string_view probe_key = "redisson_lock__probe";

/// Where unlock messages may go: in a cluster they may stay within a shard, which takes rights of its own.
enum class Messages { everywhere, perhaps_within_shard };
[[nodiscard]] Messages messages_of(const Endpoint& endpoint, ShardedMessages wanted) noexcept;

/// Tries what the monitor (and the admin) needs. Every probe is answered without touching data: keys that do not exist,
/// arguments that are refused after the permission was checked.
boost::asio::awaitable<PermissionReport> probe(redis::Node& node, Messages messages, ScriptRight scripts);
/// Only what a single reading needs: no channels, nothing of the admin's.
boost::asio::awaitable<PermissionReport> probe_reading(redis::Link& connection);

/// Adds to a report what is refused of the queue of this lock, and of its deadlines. Patterns that show a lock may
/// leave these out, and the key by which the other rights are found out tells nothing of that. @returns whether the
/// queue is hidden
boost::asio::awaitable<bool> probe_queue(redis::Link& connection, std::string lock, PermissionReport& report);
boost::asio::awaitable<bool> is_queue_hidden(redis::Link& connection, std::string lock);

/// Whether those who listen within a shard may be counted.
boost::asio::awaitable<bool> may_count_in_shards(redis::Link& connection);

/// What the reader may use, from a report.
[[nodiscard]] Abilities abilities_of(const PermissionReport& report);
[[nodiscard]] bool is_granted(const PermissionReport& report, std::string_view what);

/// What an error reply says about a permission. Only "no permissions to run the command" speaks of the command; a
/// refusal because of the key or the channel says nothing about it.
enum class Refusal { none, command, key, channel, unknown_command };
[[nodiscard]] Refusal refusal_of(std::string_view error_text);

} // namespace lockscope::monitor

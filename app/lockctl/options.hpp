// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "lockscope/password_file.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockctl {

using std::chrono::milliseconds;

enum ExitCode {
    exit_done = 0,
    exit_not_so = 1, ///< Not acquired, no such lock, not as expected; something speaks against this server.
    exit_usage = 2,
    exit_server = 3, ///< No connection, or refused by the server; a list without the locks of some master (or the
                     ///< output cannot be written, or the audit log, before the action, which is not done then, or
                     ///< after it).
    exit_lost = 4,   ///< The lock was lost while it was held.
};

enum class Format { text, json };

struct ListOptions
{
    std::string glob = "*";
    std::size_t limit = 200'000; ///< Locks beyond it are counted only: a huge keyspace must not fill the memory.
};

struct ShowOptions
{
    std::string name;
};

struct WatchOptions
{
    std::string glob = "*";
    std::optional<milliseconds> duration;
};

struct HoldOptions
{
    std::string name;
    std::vector<std::string> more_names; ///< Multi locks.
    std::string type = "reentrant";
    std::optional<milliseconds> lease; ///< None: renewed by the watchdog.
    std::optional<milliseconds> wait;  ///< None: as long as it takes.
    std::optional<milliseconds> duration;
    int times = 1;
    std::vector<std::string> command;
};

struct ForceOptions
{
    std::string name;
    std::optional<milliseconds> ttl;   ///< None: release it now.
    std::vector<std::string> expected; ///< "OWNER=COUNT"
    std::string reason;
    bool is_confirmed = false;
};

struct EvictOptions
{
    std::string name;
    std::string owner; ///< As it is printed.
    std::string reason;
    bool may_be_alive = false;
    bool is_confirmed = false;
};

struct ReleaseOneOptions
{
    std::string name;
    std::string owner; ///< As it is printed.
    std::string reason;
    bool is_confirmed = false;
};

struct RepairOptions
{
    std::string name;
    std::string reason;
    bool is_confirmed = false;
};

struct CheckOptions
{
    bool needs_acting = false; ///< Missing rights for acting on locks count, too.
};

struct DemoOptions
{
    std::string lesson = "failover";
    std::string protection; ///< "none", "wait" or "redlock"; empty: one after the other.
    std::string server = "redis-server";
};

struct Options
{
    std::string redis;
    lockscope::SecretFiles secret_files;
    bool asks_password = false;
    /// As the server's own settings say, where nothing is said here.
    ///@{
    std::optional<bool> wait_for_replica;
    std::optional<milliseconds> replica_timeout;
    std::optional<lockscope::ShardedMessages> sharded_messages;
    ///@}
    bool has_password_in_arguments = false; ///< Where others can read it.
    std::vector<std::string> more_redis;    ///< The other servers of a RedLock.
    Format format = Format::text;
    std::variant<ListOptions, ShowOptions, WatchOptions, HoldOptions, ForceOptions, ReleaseOneOptions, EvictOptions,
                 RepairOptions, CheckOptions, DemoOptions>
        command;
};

/// Reads the command line. Where there is nothing (more) to do, prints why (help, version, an error) and sets the exit
/// code.
struct ParseResult
{
    std::optional<Options> options;
    int exit_code = exit_done;
};
[[nodiscard]] ParseResult parse(int argc, char** argv);

} // namespace lockctl

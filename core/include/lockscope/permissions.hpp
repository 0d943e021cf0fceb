// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

class Client;

/// What a permission is needed for.
enum class Feature {
    find,            ///< SCAN, TYPE, DBSIZE
    read,            ///< HSCAN, PTTL, HLEN, …
    keys,            ///< Key patterns that leave no lock out; narrower ones may be what is wanted
    atomic_read,     ///< MULTI, EXEC, TIME
    news,            ///< CLIENT TRACKING and the invalidation channel
    unlock_messages, ///< PSUBSCRIBE on the unlock channels: tells a release from an expiry
    waiting_clients, ///< PUBSUB CHANNELS, PUBSUB NUMSUB
    shard_messages,  ///< SSUBSCRIBE, PUBSUB SHARDNUMSUB, …: only in a cluster whose messages may stay within a shard
    client_names,    ///< CLIENT LIST: who holds and waits, by name and address
    server_facts,    ///< INFO
    connection,      ///< PING, CLIENT SETNAME, ROLE: done without, but each refusal is in the server's ACL log
    admin,           ///< EVALSHA, EVAL, PUBLISH, DEL, PEXPIRE, …
    undo,            ///< DUMP, RESTORE: taking back a force-release
    acquire,         ///< HSET, EXISTS, …: locks of one's own, of every type
    acquire_fair,    ///< What fair locks need beyond that, and so on.
    acquire_read_write,
    acquire_fenced,
    acquire_semaphore,
    acquire_permit, ///< Of a semaphore whose permits have ends.
    trace,          ///< MONITOR: never asked for, because it shows every command of every client
};
[[nodiscard]] std::string_view to_string(Feature feature) noexcept;
/// Changes something on the server, unlike all that watching takes.
[[nodiscard]] bool is_for_acting(Feature feature) noexcept;

/// What somebody wants to do with locks. Whoever acts watches, too.
enum class Purpose { watching, acting };

struct Permission
{
    Feature feature = Feature::find;
    std::string what; ///< "SCAN", "CLIENT TRACKING", "&redisson_lock__channel:*", "%R~*"
    std::string
        acl_rule; ///< "+scan", "+client|tracking", "&redisson_lock__channel:*": what to ask the administrator for
    bool granted = true;
    bool known = true;               ///< False where it cannot be tried without side effects.
    std::vector<Feature> also_for{}; ///< What else needs it.
    [[nodiscard]] bool is_for(Feature wanted) const;
    bool operator==(const Permission&) const = default;
};
/// What its absence costs: one English sentence, for terminals.
[[nodiscard]] std::string_view cost_of(const Permission& permission) noexcept;
/// The same for one of the features that need it.
[[nodiscard]] std::string_view cost_of(const Permission& permission, Feature feature) noexcept;

/// How the right to run scripts (EVALSHA, EVAL), and to hear of semaphores, is found out where ACL DRYRUN does not tell
/// it.
enum class ScriptRight {
    /// A script without effect is sent. While writes are paused (CLIENT PAUSE) it waits, and so does what comes after.
    tried,
    not_tried, ///< For those who only look: it stays unknown.
};

struct PermissionReport
{
    std::vector<Permission> all;
    /// Why some of several masters could not be asked, a sentence each: what is missing there is not known.
    std::vector<std::string> troubles{};
    /// Not that of a trace, see allows().
    [[nodiscard]] std::vector<Permission> missing(Purpose purpose = Purpose::acting) const;
    [[nodiscard]] std::vector<Feature> features() const; ///< Of which it tells something, in order.
    /// Without the rights that all types need where it is one of these.
    [[nodiscard]] std::vector<Permission> missing_for(Feature feature) const;
    [[nodiscard]] bool allows(Feature feature) const;
    /// Whether all that allows() speaks of could be found out.
    [[nodiscard]] bool knows(Feature feature) const;
    /// The rules that are missing, as arguments of ACL SETUSER; empty if none. With them, what could not be tried and
    /// is of the same use: without it, they would be of none. For watching, none that lets anything be changed.
    [[nodiscard]] std::string acl_line(Purpose purpose = Purpose::acting) const;
    bool operator==(const PermissionReport&) const = default;

private:
    [[nodiscard]] bool is_asked_for(const Permission& permission) const;
};

/// Tries every command that the monitor needs, at every master, harmlessly (no key is read whole, nothing is written).
/// @throws Error if no master answers; why single ones did not is in PermissionReport::troubles. From any thread; the
/// blocking form not on the client's I/O thread (Error wrong_thread).
[[nodiscard]] Awaitable<PermissionReport> async_probe_permissions(Client& client);
[[nodiscard]] PermissionReport probe_permissions(Client& client);

} // namespace lockscope

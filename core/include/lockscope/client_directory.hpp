// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client_connections.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// One Redisson or Lockscope instance, as far as it can be known without guessing.
struct ClientRecord
{
    /// What sort of client it is; only if it says so itself, by its connections' names or library.
    enum class Kind { unknown, lockscope, redisson };

    std::string uuid;
    Kind kind = Kind::unknown;
    std::string name;            ///< What its connections call themselves; empty: not known.
    std::string address;         ///< Of its connection, or what its connections have in common; empty: not known.
    std::size_t connections = 0; ///< How many are known to be its own.

    SystemTime first_seen{};
    /// When it was last seen to do something: acquire, renew, release, queue up, listen, be connected. Absent: it has
    /// only been found in the data, and may be dead.
    std::optional<SystemTime> last_sign;
    std::size_t holds = 0;  ///< Locks that it holds.
    std::size_t waits = 0;  ///< Fair locks in whose queue it stands; of the waits for other types Redis does not tell.
    std::size_t ghosts = 0; ///< Fair locks in whose queue only a dead entry of it is left.
    std::optional<SystemTime> longest_since; ///< Since when it holds the lock that it holds longest.
    bool longest_since_exact = true;         ///< False: nobody saw that hold begin, and it began before that.

    // What speaks for its death.
    /// Locks whose leases it had renewed, and which ended all the same, since it was last seen to do something.
    std::size_t losses = 0;
    std::optional<SystemTime> last_loss;
    std::string lost_last; ///< Name of that lock.
    /// When a complete list of connections had none of it for the first time, although there were some that carry its
    /// UUID. Absent: it has some, or nobody can tell which are its own.
    std::optional<SystemTime> disconnected_since;

    bool operator==(const ClientRecord&) const = default;
};
[[nodiscard]] std::string_view to_string(ClientRecord::Kind kind) noexcept;

/// One thing that a client has to do with one lock.
struct ClientStake
{
    enum class Role { holds, waits, ghost };
    Role role = Role::holds;
    LockStatePtr lock;
    std::string owner; ///< As it stands in Redis.
    std::int64_t thread = 0;
    LockMode mode = LockMode::none;
    std::int64_t count = 0;          ///< Holds: how often it entered. Waits: its place in the queue, from 1.
    std::optional<SystemTime> since; ///< Holds: of the lock. Waits: when it was first seen in the queue.
    std::optional<milliseconds> ttl; ///< Holds: of the reader or the lock, at the reading; −1 never expires.
};

/// Who uses the locks of a server: every client UUID that stands in them, with what it holds and waits for, and who
/// that is where Redis tells.
///
///     ClientDirectory directory;
///     for (const auto& event : batch.events) directory.note_loss(event);
///     for (const auto& change : batch.changes) directory.apply(change, wall);
///     for (const auto& event : batch.events) directory.note(event);
///     for (const auto& uuid : directory.take_changes().changed) show(*directory.find(uuid));
///
/// Redis does not know which connection belongs to which UUID. It is known only where a connection carries the UUID in
/// its name, as those of this library do (take()), or where somebody has seen a command with the UUID come from an
/// address (learn()). Everything else stays unknown.
///
/// A change costs in proportion to the holders and waiters of its lock. Clients that have nothing any more are kept
/// until their place is needed. Not thread-safe.
class ClientDirectory
{
public:
    explicit ClientDirectory(std::size_t max_clients = 10'000);
    ~ClientDirectory();
    ClientDirectory(ClientDirectory&&) noexcept;
    ClientDirectory& operator=(ClientDirectory&&) noexcept;

    /// @param now when the change was seen
    void apply(const LockChange& change, SystemTime now);
    /// Counts a lock that was lost by its holder, if it is that. To be called before apply() forgets who had it.
    void note_loss(const LockEvent& event);
    /// A sign of life, if it is one.
    void note(const LockEvent& event);
    /// Replaces what was known of connections.
    void take(const ConnectionList& connections, SystemTime now);
    /// Somebody has seen @p uuid at work from @p address (with its port, as in CLIENT LIST). @p name: may be empty.
    /// @return false if that was known already.
    bool learn(const std::string& uuid, const std::string& address, const std::string& name);
    void clear();

    struct Changes
    {
        std::vector<std::string> changed; ///< New ones, too. Each UUID once, in no order.
        std::vector<std::string> removed;
    };
    /// What changed since the last call.
    [[nodiscard]] Changes take_changes();

    [[nodiscard]] std::size_t size() const noexcept;
    /// There were more clients than are kept.
    [[nodiscard]] bool is_full() const noexcept;
    /// Null if there is no such client; valid until the next call that is not const.
    [[nodiscard]] const ClientRecord* find(const std::string& uuid) const;
    /// What it holds and waits for: holds first, by name. @param limit most to be returned
    [[nodiscard]] std::vector<ClientStake> stakes(const std::string& uuid, std::size_t limit = 1000) const;
    /// Whose connection this is; empty if that is not known.
    [[nodiscard]] std::string uuid_at(const std::string& address) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

class Client;

/// One command as the server saw it. Everything in it is bytes of strangers; passwords are taken out already.
struct TraceCommand
{
    /// What it means for a lock, as far as its arguments and, for a script, its inner commands tell.
    enum class Role {
        other,
        acquire,   ///< A script that tries to take a lock or to enter it once more.
        release,   ///< A script that leaves a lock, or counts a latch down.
        renew,     ///< A script that sets the lease anew: a watchdog.
        leave,     ///< A script that takes a waiter out of a queue.
        remove,    ///< The lock is deleted without its owner being asked.
        wake,      ///< PUBLISH to those who wait.
        listen,    ///< SUBSCRIBE: somebody begins to wait.
        stop_wait, ///< UNSUBSCRIBE
        read,      ///< Changes nothing.
    };
    /// Whether it did what it wanted. Told by a script's inner commands; plain commands show no result.
    enum class Outcome { unknown, done, refused };

    SystemTime at{}; ///< By the server's clock.
    int database = 0;
    std::string node;   ///< In a cluster: the address of the master that executed it.
    std::string client; ///< "10.0.0.7:47412", "unix:/path"; empty for inner commands.
    /// Verb and arguments, the first 64, each at most 256 bytes.
    std::vector<std::string> words;
    std::size_t words_left_out = 0;
    bool shortened = false; ///< A word was longer.

    Role role = Role::other;
    Outcome outcome = Outcome::unknown;
    std::vector<std::string> locks; ///< Raw names; several where one script renews many. At most 100.
    std::string owner;              ///< The owner field in the arguments; empty if there is none.
    std::optional<milliseconds> lease;

    std::vector<TraceCommand> inner; ///< Of a script, in order; the first 200.
    std::size_t inner_left_out = 0;
    bool operator==(const TraceCommand&) const = default;
};
/// "acquire", "release", …: the names of exports.
[[nodiscard]] std::string_view to_string(TraceCommand::Role role) noexcept;
[[nodiscard]] std::string_view to_string(TraceCommand::Outcome outcome) noexcept;

/// A script under this UUID came from this address: who that client is. Only where an address tells (not for unix
/// sockets), once for each pair.
struct IdentityHint
{
    std::string uuid;
    std::string address; ///< "10.0.0.7:47412", as in CLIENT LIST.
    bool operator==(const IdentityHint&) const = default;
};

struct TraceOptions
{
    /// Only what touches a lock, or everything that the server executes.
    enum class Scope { locks, everything };
    /// Commands that change nothing, outside of scripts: also how monitors look at locks.
    enum class Reads { left_out, kept };

    milliseconds duration{12'000};       ///< 1 s … longest_trace; it stops by itself.
    std::uint64_t max_lines = 1'000'000; ///< Of the server, whatever they are about; each costs the server something.
    Scope scope = Scope::locks;
    Reads reads = Reads::left_out;
    /// Names that are known to be locks, so that a DEL of them is one, too. What scripts name is learned.
    std::vector<std::string> known_locks;
    milliseconds batch_interval{50}; ///< At most one batch per so long.
    std::size_t max_batch = 2'000;   ///< Commands kept between two batches; more are dropped and counted.
    std::size_t max_batch_bytes = 4u << 20;
    std::uint64_t max_dropped = 100'000; ///< So many dropped are an overload: it stops.
};
inline constexpr milliseconds longest_trace{300'000};

struct TraceStatus
{
    enum class State { starting, running, stopped };
    enum class Stopped {
        not_yet,
        asked,     ///< stop()
        time_over, ///< TraceOptions::duration
        enough,    ///< TraceOptions::max_lines
        overload,  ///< TraceOptions::max_dropped
        failed,    ///< `error` says why: no permission, no connection.
    };
    State state = State::starting;
    Stopped stopped = Stopped::not_yet;
    std::string error;           ///< One sentence.
    bool no_permission = false;  ///< `error` is about the permission: "+monitor" is missing.
    milliseconds left{0};        ///< Until it stops by itself.
    std::uint64_t lines = 0;     ///< That the server sent.
    std::uint64_t kept = 0;      ///< Commands handed out.
    std::uint64_t dropped = 0;   ///< Commands that should have been, but came too fast.
    std::uint64_t malformed = 0; ///< Lines that are no line of MONITOR.
    /// Times that the connection broke and was made again: commands in between are missing.
    std::uint32_t gaps = 0;
    bool operator==(const TraceStatus&) const = default;
};

/// What came since the last batch, in order.
struct TraceBatch
{
    std::vector<TraceCommand> commands;
    std::vector<IdentityHint> identities;
    TraceStatus status;
};

/// Watches with MONITOR what the server executes, or each master of a cluster, for a limited time.
///
///     Trace trace(endpoint, {}, [](TraceBatch batch) { … });
///
/// MONITOR makes the server print every command to this connection, also each one inside of a script: that can cost
/// more than half of its throughput. So it runs on a thread and a connection of its own (nothing else of this library
/// waits behind the flood), starts only when asked and ends by itself. The commands of a script are folded under it.
///
/// The sink is called on the trace's thread at most every batch_interval, must not block, and gets the end as the last
/// batch (state stopped); it is not called any more once the destructor has returned. stop() may be called from any
/// thread. The destructor does not wait for the network.
class Trace
{
public:
    using Sink = std::function<void(TraceBatch)>;

    /// Starts at once. @throws Error invalid_argument for a duration outside of 1 s … 5 min.
    Trace(Endpoint endpoint, TraceOptions options, Sink sink);
    ~Trace();
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// What the server, or all masters together, execute now, so that somebody can judge what a trace would cost:
/// instantaneous_ops_per_sec of INFO. nullopt if a master does not tell, by its rights or because it is away. Blocking.
/// @throws Error if there is no connection.
[[nodiscard]] std::optional<std::int64_t> operations_per_second(Client& client);

} // namespace lockscope

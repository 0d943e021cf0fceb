// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/endpoint.hpp"
#include "lockscope/owner.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace lockscope {

class CountDownLatch;
class FairLock;
class FencedLock;
class NonReentrantFairLock;
class NonReentrantLock;
class PermitSemaphore;
class ReadWriteLock;
class ReentrantLock;
class Semaphore;
class SpinLock;
namespace detail {
class ClientCore;
} // namespace detail

/// How a Client behaves. Every duration is real time on the monotonic clock.
struct ClientOptions
{
    /// Shown in CLIENT LIST (CLIENT SETNAME) as `<name>@<uuid>`, with `-renewals`, `-messages`, `-monitor`, … behind it
    /// for the other connections, so that connections can be told by the owner fields of locks; whatever is not
    /// printable ASCII, and each space, becomes '-'. Empty: the connections have no name.
    std::string name = "lockscope";

    /// The client's UUID; empty: a random one. Two living clients must never share one.
    std::string id;

    /// How long one attempt to connect may take, with the look-up of its name, each of its addresses, and the
    /// handshake; longer than zero.
    std::chrono::milliseconds connect_timeout{3000};

    /// How long one command may take before its outcome counts as unknown and the connection as dead; longer than zero.
    std::chrono::milliseconds command_timeout{3000};

    /// How long an operation on a lock goes on trying over a server that is gone, loading or busy, before it
    /// throws. A shorter wait given by the caller always wins, and so does a cancellation, unless a command is on its
    /// way: its answer is waited for, for a second after the end of the wait, or up to command_timeout when cancelled
    /// (longer with wait_for_replica, see there). Less than 100 ms counts as 100 ms. What is only asked
    /// (Lock::is_locked(), Lock::remaining_lease()) is a single command, and fails after command_timeout at the latest.
    std::chrono::milliseconds outage_patience{15000};

    /// The lease of locks taken without one, from 3 ms to 100 years. It is renewed every third of it (Redisson:
    /// lockWatchdogTimeout).
    std::chrono::milliseconds watchdog_lease{30000};

    /// Whether unlock messages stay within a shard of a cluster (Redisson: shardedSubscriptionMode). All clients of a
    /// lock must agree, or they do not hear each other: a waiter then learns of a release only when the lease is over.
    ShardedMessages sharded_messages = ShardedMessages::automatic;

    /// After acquiring, wait until a replica has confirmed it, if the master has any, as Redisson does when its
    /// checkLockSyncedSlaves is on. An acquisition that none confirms is given back, and tried again; at last it fails
    /// with Errc::not_replicated. It makes a loss at a failover less likely, not impossible. Where the server falls
    /// silent after it has granted, its answers, and that it has taken back what it gave, are waited for: a wait may
    /// then end up to command_timeout and two or three seconds late.
    bool wait_for_replica = false;

    /// How long one such confirmation may take (Redisson: slavesSyncTimeout).
    std::chrono::milliseconds replica_timeout{1000};
};

/// What happened to a lock, or to a permit with a lease, that somebody believed to hold.
struct LossNotice
{
    enum class Reason {
        expired, ///< The lease ended before it could be renewed.
        taken,   ///< The key was deleted or somebody else holds it now: forced release, flush, failover.
    };
    std::string lock; ///< Name, bytes; or that of a PermitSemaphore.
    OwnerId owner;    ///< Of a permit only the client.
    Reason reason = Reason::expired;
    Access access = Access::exclusive; ///< shared: it was a read lock.
    std::string permit = {};           ///< Its id; empty for a lock.
};

/// One process' access to one Redis, under one UUID: what a Redisson instance is to Java.
///
///     lockscope::Client client(lockscope::Endpoint::parse("redis://localhost"));
///     auto lock = client.reentrant_lock("orders:42");
///     std::scoped_lock guard(lock);
///
/// It owns one I/O thread and up to four connections to each master (commands, renewals, messages, monitor reads), each
/// opened when first needed and reopened by itself. There are more where replicas have to confirm (a few for WAIT), in
/// a cluster (one that asks for its nodes), and with sentinels (one to each). All members may be called from any
/// thread. Destroying it ends whoever waits or acquires (Errc::closed), who take their places in queues along: that may
/// take 200 ms, a server that does not answer is not waited for any longer; up to a second where a group of locks waits
/// for another client's server or a coroutine runs on executor(), and as long as such a coroutine keeps the I/O thread
/// busy. Locks still held then end with their lease. Destroyed on its own I/O thread, as in a callback, it ends in the
/// background.
class Client
{
public:
    /// Connects to nothing yet. @throws Error invalid_argument for a watchdog_lease of less than 3 ms or more than 100
    /// years, or a connect_timeout or command_timeout that is not longer than zero.
    explicit Client(Endpoint endpoint, ClientOptions options = {});
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// The UUID that stands in the owner fields of this client.
    [[nodiscard]] const std::string& id() const noexcept;
    [[nodiscard]] const Endpoint& endpoint() const noexcept;
    [[nodiscard]] const ClientOptions& options() const noexcept;

    /// Connects and asks for a PONG, so that wrong addresses and passwords show at once. Of a cluster it is enough that
    /// one master answers, and of a server whose user may not ask for a PONG that it says so.
    /// @throws Error connection_failed, authentication, timeout, …
    void ping();

    /// The password of the servers from now on, where it is changed while the client lives; the user stays. Connections
    /// that stand are left alone, because the server asks nobody twice; whatever connects anew uses it. What is held is
    /// renewed and who waits goes on, if it comes before the lease or the wait ends; calls in between may throw Error
    /// authentication. Sentinels keep theirs, and endpoint() says the first one.
    /// @param password empty: none is sent, unless the endpoint names a user
    void use_password(std::string password);
    /// The same of the sentinels, which are asked when a connection was lost. Without sentinels it does nothing.
    void use_sentinel_password(std::string password);

    /// @name Handles of the locks of this name; nothing is sent
    /// The name is bytes and must not be empty. Who uses one name with two types of locks gets Error wrong_type at
    /// best: on the wire most of them look alike.
    /// @throws Error invalid_argument for an empty name or one of more than 512 MB; in a cluster also for one whose
    /// braces would spread what belongs to it over several slots.
    ///@{
    [[nodiscard]] ReentrantLock reentrant_lock(std::string name);
    [[nodiscard]] FairLock fair_lock(std::string name);
    [[nodiscard]] ReadWriteLock read_write_lock(std::string name);
    [[nodiscard]] FencedLock fenced_lock(std::string name);
    [[nodiscard]] SpinLock spin_lock(std::string name);
    [[nodiscard]] NonReentrantLock non_reentrant_lock(std::string name);
    [[nodiscard]] NonReentrantFairLock non_reentrant_fair_lock(std::string name);
    [[nodiscard]] Semaphore semaphore(std::string name);
    [[nodiscard]] PermitSemaphore permit_semaphore(std::string name);
    [[nodiscard]] CountDownLatch count_down_latch(std::string name);
    ///@}

    /// The owner that blocking calls of the current thread use.
    [[nodiscard]] OwnerId this_thread() const;

    /// An owner that nobody else is in this process: no thread, and nobody who asked before. For a coroutine, or
    /// whatever else takes locks as an activity of its own; its number serves a GroupLock as well, whatever the clients
    /// of the members. Sends nothing, and needs no giving back.
    ///
    ///     OwnerId me = client.new_owner();
    ///     co_await lock.async_lock(me);
    [[nodiscard]] OwnerId new_owner() const;

    /// Called on the I/O thread whenever a lock, or a permit with a lease, held through this client is lost. It must
    /// neither block nor throw; it may destroy the client. Replaces an earlier callback; an empty one removes it. A
    /// call that has begun goes on meanwhile: what the callback refers to must outlive it (capture a shared or a weak
    /// pointer).
    void on_lost(std::function<void(const LossNotice&)> callback);

    /// The executor of the I/O thread, for coroutines that use the async_… functions. What runs there ends before the
    /// client is destroyed, or awaits nothing of another client: nobody could go on with it.
    [[nodiscard]] boost::asio::any_io_executor executor() const;

    /// For the other parts of this library.
    [[nodiscard]] const std::shared_ptr<detail::ClientCore>& core() const noexcept { return m_core; }

private:
    std::shared_ptr<detail::ClientCore> m_core;
};

} // namespace lockscope

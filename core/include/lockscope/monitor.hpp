// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/encryption.hpp"
#include "lockscope/error.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/permissions.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class Client;

/// Another server answers where a master did before, or the same one was started anew: what became of the locks.
struct Failover
{
    /// Addresses, "host:port", escaped; the same twice if the server was only started anew. Empty: not known.
    std::string from, to;
    SystemTime at{};         ///< When it was noticed.
    std::size_t kept = 0;    ///< Locks that have the holders they had.
    std::size_t lost = 0;    ///< Gone before their lease ended, without a release: not saved, or not replicated.
    std::size_t changed = 0; ///< Held by somebody else now, before the lease of the former holder ended.
    std::size_t expired = 0; ///< Their lease ended meanwhile.
    std::size_t ended = 0;   ///< Given back, or over, while nobody watched: they had been replicated.
    /// Gone, or held by somebody else: lost, or given back there before we listened.
    std::size_t unclear = 0;
    /// Of those kept: their lease ends earlier than it did, because the last renewal was not replicated.
    std::size_t shortened = 0;
    std::size_t unread = 0;              ///< Could not be read again in time.
    std::vector<std::string> lost_locks; ///< Names of the lost and the changed; at most 100.
    [[nodiscard]] bool is_restart() const noexcept { return from == to; }
    bool operator==(const Failover&) const = default;
};

/// Something that happened to a lock.
struct LockEvent
{
    enum class Kind {
        acquired,      ///< Somebody holds it who did not before.
        reentered,     ///< Its holder entered it once more: the count grew.
        renewed,       ///< Its lease ends later than it did; holder and count are the same.
        extended,      ///< The same by an operator through a program like this, which says nothing of its holder.
        shortened,     ///< Its lease ends earlier than it did, as after an operator's force-expire; otherwise the same.
        persisted,     ///< Its lease was taken away, as by PERSIST, which no client does: it never ends by itself now.
        released_once, ///< The count fell, and its holder still has it.
        released,      ///< Given back; without unlock messages every ending that is no expiry.
        expired,       ///< Its lease was over.
        forced,        ///< Released by an operator through a program like this (what he let expire has `expired`).
        restored, ///< Given back to its former holder by an operator through a program like this: a release undone.
        /// Gone before its lease ended and without an unlock message, which a release publishes: DEL, or flush.
        vanished,
        /// The same of a lock whose release may publish nothing, and looks like a deletion: given back, or deleted.
        /// Such are spin locks, and fair locks that nobody waits for.
        gone,
        lost_in_failover, ///< Gone before its lease ended when another server took over; see Failover::lost.
        lost_in_restart,  ///< The same when its server was started anew.
        /// Gone after a time in which nobody looked: released, expired or deleted, at some moment in between.
        ended,
        waiter_came,    ///< One more waits: an owner in a queue, otherwise clients that listen.
        waiter_left,    ///< One less, and not because it holds the lock now, as far as queues tell.
        waiter_removed, ///< Taken out of the queue by an operator through a program like this.
        /// Events before this are missing: the connection was away, it was paused, or more happened between two batches
        /// than is kept. `lock` is empty.
        resynchronised,
        /// `failover` says what became of the locks; those that were lost had an event each before. `lock` is empty.
        failed_over,
    };
    Kind kind = Kind::acquired;
    std::string lock;
    std::string owner;      ///< Whose; empty where it does not apply.
    std::int64_t count = 0; ///< Reentry count afterwards; for waiters the number that waits.
    SystemTime at{};
    std::optional<milliseconds> held_for;     ///< For the endings: since the monitor first saw the hold.
    bool held_for_exact = true;               ///< False: nobody saw it begin, or end, and it was held for longer.
    std::shared_ptr<const Failover> failover; ///< For failed_over.
    /// Of what an operator did: who, "bob@host", as the program with which he did it says; empty: not told.
    std::string actor;
    /// acquired, and endings: at least so many more holds of this lock came and went since the one before, too fast to
    /// be seen, as their unlock messages tell.
    std::int64_t unseen = 0;
    bool operator==(const LockEvent&) const = default;
};
[[nodiscard]] std::string_view to_string(LockEvent::Kind kind) noexcept;
/// Does a hold end with it? Then `held_for` says how long it was.
[[nodiscard]] bool is_ending(LockEvent::Kind kind) noexcept;

/// A row of the table appeared, changed or went.
struct LockChange
{
    enum class Kind { added, changed, removed };
    Kind kind = Kind::added;
    LockStatePtr state; ///< For removed: the last state known.
};

/// Where live news come from, best first.
enum class NewsSource {
    none,
    broadcast,     ///< Client tracking of every key (BCAST): new locks are seen at once.
    tracking,      ///< Client tracking of what was read; new locks come from the scan and from unlock channels.
    notifications, ///< Keyspace notifications, where the server has them on already.
    polling,       ///< None of these is permitted, or their connection is lost: known locks are read again, paced.
};
[[nodiscard]] std::string_view to_string(NewsSource source) noexcept;

/// What the monitor costs the servers, over the last seconds: all of them together, but for cpu_share.
struct MonitorCost
{
    double commands_per_second = 0;
    double bytes_per_second = 0; ///< Both directions.
    /// Of one core of the server that we cost the most, 0…1, estimated: our commands by what a command costs it,
    /// whoever sends it (used_cpu by commands; the median of some readings); absent without INFO.
    std::optional<double> cpu_share;
};

/// One of several masters that does not answer, or refuses whatever it is asked.
struct UnreachableMaster
{
    std::string address;   ///< "host:port", escaped.
    std::size_t locks = 0; ///< Known ones that it serves: LockState::out_of_reach_since.
    SystemTime since{};    ///< When it was last heard.
    std::string error;     ///< Why; one sentence.
    Errc code = Errc::ok;  ///< What kind of failure it tells of.
    bool operator==(const UnreachableMaster&) const = default;
};

/// What all locks come to.
struct LockCounts
{
    std::size_t locks = 0, held = 0, contended = 0, stuck = 0, anomalies = 0;
    std::size_t unknown = 0; ///< Of the locks: nobody can say now, and the other numbers count what was seen last.
    /// The sum of their living_waiters(), as far as these are known: places in queues, and for locks without one
    /// clients that listen. Who waits for two locks counts twice.
    std::int64_t waiting = 0;
    bool more_waiting = false; ///< Some queue is longer than what is read of it: the sum is not exact.
};

/// Why a server refuses to write, as far as INFO tells: nobody can take a lock there. The worst is the last.
enum class WriteObstacle : std::uint8_t {
    none,
    snapshot_failed,  ///< It refuses, unless stop-writes-on-bgsave-error is "no", which INFO does not tell.
    memory_full,      ///< It uses what it may, and evicts nothing. What is held can be renewed and released.
    replicas_missing, ///< None of those is there that it demands by min-replicas-to-write.
    append_failed,    ///< It cannot write its append-only file.
};

/// Of all masters together. While some of several masters do not answer, link, source and scan are those of the others:
/// of the link and the source the worst, of the scan the one that is furthest behind.
struct MonitorStatus
{
    enum class Link { connecting, live, lost };
    Link link = Link::connecting;
    std::size_t masters = 0;                    ///< As far as they are known.
    std::vector<UnreachableMaster> unreachable; ///< Those that do not answer, if there are several masters.
    /// Where they are now: "host:port, host:port, …", escaped; of at most 20. Sentinels may name another one each time.
    std::string addresses;
    std::string link_error;                     ///< Why it is lost, or one of several masters is; one sentence.
    Errc link_code = Errc::ok;                  ///< What kind of failure link_error tells of.
    std::optional<SteadyTime> next_attempt;     ///< When the next reconnect starts, while lost (or one is).
    std::optional<SteadyTime> silent_since; ///< While lost: when any of them was last heard, before that was noticed.
    bool has_ended = false;                 ///< Lost for good: the monitor failed, and sends nothing after this.
    NewsSource source = NewsSource::none;
    bool paused = false;

    /// How old what is shown may be while it is live: the way to the server, and how long news of late had to wait
    /// until what they tell of was read.
    milliseconds behind{0};

    double scan_fraction = 0;             ///< 0…1 of the keyspace in the current round.
    std::uint64_t scan_rounds = 0;        ///< Complete rounds so far.
    std::optional<SystemTime> scanned_at; ///< End of the last complete round.
    std::uint64_t keys_total = 0;         ///< DBSIZE.
    /// There may be locks that are not here yet: more names came than could be read at once, or news were missed, and
    /// the round of the scan that finds them is not over. The counts are of those that are known.
    bool incomplete = false;

    LockCounts counts;
    /// Locks beyond MonitorOptions::max_locks, at least so many: they are neither read again nor shown.
    std::size_t locks_not_kept = 0;
    /// Keys that the server named and this user may not read (ACL key patterns), at least so many: whether there are
    /// locks among them is not known.
    std::size_t keys_not_permitted = 0;
    /// The same for keys whose answers make no sense, or are too large to be taken.
    std::size_t keys_unreadable = 0;
    std::string unreadable_why; ///< Of the newest of them; one sentence.
    MonitorCost cost;
    std::string server_version; ///< Empty without INFO.
    std::string server_role;
    bool lacks_master = false; ///< A replica whose link to its master is down: what it has gets no newer.
    WriteObstacle obstacle = WriteObstacle::none; ///< Of the master where it is worst.
    std::string obstacle_at;                      ///< That master, if there are several: "host:port", escaped.
    std::string eviction_policy;                  ///< Not "noeviction": lock keys may be evicted.
    std::optional<Encryption> encryption;         ///< Of the last connection; absent: not encrypted, or none yet.
    PermissionReport permissions;
};

/// What the monitor sends: everything since the last batch, in order.
struct MonitorBatch
{
    std::vector<LockChange> changes;
    std::vector<LockEvent> events;
    /// After these changes. Present with each status, and with changes unless so many locks take too long to count.
    std::optional<LockCounts> counts;
    std::optional<MonitorStatus> status; ///< Present when it changed, at least once a second.
};

/// How one hold went.
struct HoldRecord
{
    std::string owner;
    SystemTime from{};            ///< When the monitor first saw it.
    std::optional<SystemTime> to; ///< Absent: still held.
    LockEvent::Kind ended = LockEvent::Kind::released;
    std::int64_t max_count = 1;
    std::uint32_t renewals = 0;  ///< As many as were seen.
    bool from_exact = true;      ///< False: nobody saw it begin, and it began before `from`.
    bool seen_throughout = true; ///< False: for a time since `from` nobody listened; there may have been more renewals.
};

/// How somebody waited whom the lock's queue named. Those that wait now are in LockState::waiters.
struct WaitRecord
{
    std::string owner;
    SystemTime from{}; ///< When the monitor first saw it: Waiter::since.
    SystemTime to{};
    bool served = false;    ///< By a hold that began then; otherwise it left, or was taken out.
    bool from_exact = true; ///< False: nobody saw it begin, and it began before `from`.
};

/// What the monitor remembers of one lock: the newest of each, oldest first. Whose hold is in it, the wait for that is,
/// too, if there was one in a queue.
struct LockHistory
{
    std::vector<HoldRecord> holds; ///< Also those that go on.
    std::vector<WaitRecord> waits;
};

/// A lock that this program holds itself: it knows what Redis may not tell.
struct OwnLock
{
    std::string name;
    std::string owner; ///< As in Holder::owner.
    LockType type = LockType::reentrant;
    bool operator==(const OwnLock&) const = default;
};

/// How long the monitor waits, at least, before it tries something again that may have changed without a word.
struct MonitorPauses
{
    /// Between two rounds of the scan, where new locks are heard of. Where they are not, it is at most a second.
    milliseconds rounds{5'000};
    milliseconds refused{5'000}; ///< Before known locks that may not be read any more are read again.
    /// Before rights that are missing are looked at again; up to eight times as long while nothing changes, because
    /// what is refused is in the server's ACL log.
    milliseconds rights{15'000};
};

struct MonitorOptions
{
    std::string pattern = "*"; ///< Redis glob of the main keys to look at.
    double cpu_budget = 0.01;  ///< Share of one server core that scanning may use in the long run.
    Thresholds thresholds;
    std::size_t max_locks = 200'000; ///< More are counted, not kept.
    milliseconds batch_interval{50}; ///< At most one batch per so long.
    milliseconds linger{500};        ///< How long a released lock stays as "free" before it is removed.
    bool rescan = true;              ///< Go on scanning after the first round (paced by the budget).
    /// After how long what is far too large beside a lock (a token, a queue) is tried again where sizes may not be
    /// asked for, as that costs the connection; then after twice as long each time, up to an hour.
    milliseconds large_again{60'000};
    MonitorPauses pauses;
    /// Whether MonitorStatus::permissions shall tell of the right to run scripts whatever that takes.
    ScriptRight scripts = ScriptRight::tried;
};

/// Finds, classifies and watches every lock of one Redis, on all of its masters, without writing anything and without
/// scripts. A lock stays the same one when it moves to another master, by resharding or by a failover.
///
///     Monitor monitor(client, {}, [](MonitorBatch batch) { … });
///     monitor.start();
///
/// Sources and ordering: unlock channels with subscribers first (PUBSUB CHANNELS), then SCAN in small paced steps;
/// afterwards what client tracking announces is read again. A lock is read in one MULTI/EXEC.
/// Callable from any thread. The sink is called on the client's I/O thread and must not block; it is not called
/// any more once stop() or the destructor has returned.
class Monitor
{
public:
    using Sink = std::function<void(MonitorBatch)>;

    /// Sends nothing before start().
    /// @param client not owned, outlives this; once it is closed, nothing comes any more
    Monitor(Client& client, MonitorOptions options, Sink sink);
    ~Monitor();
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    /// Returns at once; a second call does nothing.
    void start();
    /// For good. Waits for the sink to return, unless called from it, and not for the network.
    void stop();
    /// Stops reading: only the connections are kept up, and the news that come on them; resume() catches up by reading
    /// everything known again.
    void pause();
    void resume();
    /// Locks that the pattern leaves out are told of as removed, held or not; those that it adds are looked for at
    /// once.
    void set_pattern(std::string glob);
    void set_thresholds(const Thresholds& thresholds);
    /// As MonitorOptions::cpu_budget. Counts from the next step of a scan on.
    void set_cpu_budget(double share);
    /// The rows somebody looks at are confirmed first when polling.
    void set_visible(std::vector<std::string> names);
    /// Reads these again now, e.g. after an action; the result comes as a batch.
    void refresh(std::vector<std::string> names);
    /// All that this program holds itself; replaces what was told before. Where Redis does not tell the type of such a
    /// lock, it is the one that it was acquired as, for as long as that owner holds it.
    void set_own(std::vector<OwnLock> locks);
    /// Whoever asks for a lock's past, bounded. Called back on the I/O thread;
    /// not at all if the monitor is stopped before.
    void history(const std::string& name, std::function<void(LockHistory)> callback);
    /// Tell the monitor of what an operator does, so that what follows is told as his, and nothing else is: before it
    /// is sent, for what it does is read before its outcome is known here, and what became of it. Until there is a
    /// result, what it may have done is not told.
    ///@{
    enum class Stage { begins, done, not_done };
    /// A force-release: the ending is "forced".
    void note_force(const std::string& name, Stage stage);
    /// One of several holders made to let go: its ending is "forced", and nobody else's.
    /// @param owner as in Holder::owner
    void note_expulsion(const std::string& name, const std::string& owner, Stage stage);
    /// The undo of a force-release: who has the lock again is "restored".
    /// @param owners who had it, as in Holder::owner
    void note_undo(const std::string& name, std::vector<std::string> owners, Stage stage);
    /// A lease made longer: its next later end is "extended", and no sign of its holder.
    void note_extension(const std::string& name, Stage stage);
    /// Waiters taken out of a queue: those of them that leave it are "removed".
    /// @param owners who was taken out; nobody knows before there is a result
    void note_removal(const std::string& name, std::vector<std::string> owners, Stage stage);
    ///@}

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

/// One-shot forms, for command lines. They never write. Any thread; the blocking ones not on the client's I/O thread
/// (Error wrong_thread).
///@{
/// Every lock whose name matches @p glob, sorted by name. Semaphores and latches are among them where permits that end,
/// or somebody who waits, tell what they are. Blocking. @throws Error
[[nodiscard]] std::vector<LockState> list_locks(Client& client, const std::string& glob);
struct LockListing
{
    std::vector<LockState> locks;
    std::size_t not_kept = 0;      ///< Found beyond the limit.
    std::size_t not_permitted = 0; ///< Keys that this user may not read; perhaps there are locks among them.
    /// Masters whose locks are missing, and what could not be read of the others: a sentence each that names it. Keys
    /// that the user's rights do not cover are none.
    std::vector<std::string> troubles;
    /// Addresses of replicas that have lost their master: what they show may be long over.
    std::vector<std::string> without_master;
};
/// How far a look through all masters has come, about, 0…1. Called on the client's I/O thread, again and again: it must
/// neither throw nor block.
using LookProgress = std::function<void(double)>;
/// The same with a limit for the memory that it may take; which locks are kept is chance. @throws Error only if no
/// master could be asked
[[nodiscard]] LockListing list_locks(Client& client, const std::string& glob, std::size_t max_locks,
                                     const LookProgress& progress = {});
/// One lock by its exact name, even out of order; nullopt: there is none, or the key is no lock. Blocks. @throws Error
[[nodiscard]] std::optional<LockState> read_lock(Client& client, const std::string& name);
/// The same for coroutines on any executor. @throws Error
[[nodiscard]] Awaitable<std::optional<LockState>> async_read_lock(Client& client, std::string name);
///@}

/// The raw keys that belong to a lock, exactly as Redis has them, and the command that shows each. Bounded.
struct RawKey
{
    std::string key;
    std::string type;    ///< hash, list, zset, string
    std::string command; ///< e.g. redis-cli -h cache -p 6379 HGETALL key, quoted for a shell
    std::vector<std::pair<std::string, std::string>> entries;
    milliseconds ttl{-1};
    bool truncated = false;
    std::string node;             ///< In a cluster: the address of the master that has it.
    std::optional<unsigned> slot; ///< In a cluster.
};
/// From any thread and executor. @throws Error
[[nodiscard]] Awaitable<std::vector<RawKey>> async_raw_keys(Client& client, std::string name);
/// Callback form; called on the I/O thread with the keys, or with an empty list and a sentence.
void raw_keys(Client& client, std::string name, std::function<void(std::vector<RawKey>, std::string error)> callback);

} // namespace lockscope

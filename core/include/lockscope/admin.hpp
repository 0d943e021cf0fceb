// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/audit_log.hpp"
#include "lockscope/awaitable.hpp"
#include "lockscope/error.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/queue_repair.hpp"
#include "lockscope/release_one.hpp"
#include "lockscope/undo.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope {

class Client;

/// What the operator saw: owner field → count, all of them. An action happens only if Redis still says exactly this.
using Expectation = std::map<std::string, std::int64_t>;
[[nodiscard]] Expectation expectation_of(const LockState& state);

/// Tells a hold from a later one that looks the same: of an owner that released the lock and took it again, as often,
/// between the look and the action. Redis keeps no number for a hold; what it keeps is compared where it is given here,
/// and where it differs nothing is done (AdminResult::renewed).
struct HoldMark
{
    /// Fenced locks: the newest token. Every acquisition takes another one, so that this alone makes the comparison
    /// exact.
    std::optional<std::int64_t> token;
    /// When the lease ends: epoch ms by the server's clock, −1 never. Every acquisition sets it, but so does every
    /// renewal, after which the hold must be looked at again. Compared within 2 ms, because a reading takes time. What
    /// is left: two holds of one owner whose leases end within 2 ms of each other cannot be told apart without a token.
    std::optional<std::int64_t> lease_end;
    bool operator==(const HoldMark&) const = default;
};
/// As far as the reading tells: without TIME (not permitted), or a hundred years away, there is no end of the lease.
[[nodiscard]] HoldMark mark_of(const LockState& state);

/// May this session act at all? Lives here, so that no dialog can forget to ask.
struct AdminPolicy
{
    bool read_only = true;   ///< Every session starts so.
    bool production = false; ///< Then the lock's name must be typed.
    bool reason_required = true;
};

struct AdminRequest
{
    std::string lock;
    Expectation expected;
    std::string reason;
    std::string typed_name; ///< Production only: must equal the lock's name (escaped form).
    std::vector<std::string>
        ghosts;             ///< Fair locks: waiters known to be dead, removed in the same script if still unheard.
    HoldMark mark;          ///< Empty: holders and counts alone are compared.
    bool comparable = true; ///< Otherwise it is refused: see is_comparable().
    enum class Undo { none, keep };
    Undo undo = Undo::none; ///< force_release: keeps what it deletes, for undo_force_release().
};

/// To be acted on as it is in @p state, with its stale waiters and its mark; the reason and the typed name are still to
/// be filled in.
[[nodiscard]] AdminRequest admin_request(const LockState& state);

/// Tells waiters to look again, without changing anything.
struct WakeRequest
{
    std::string lock;
    LockType type = LockType::reentrant; ///< As it was seen; Redis does not say it of a free lock.
    Expectation expected;                ///< Empty: nobody holds it.
    HoldMark mark;
    std::string reason;
    std::string typed_name; ///< Production only: must equal the lock's name (escaped form).
};

/// Who heard that they should look again.
struct WakeReport
{
    std::optional<std::int64_t> listeners; ///< Client processes (fair locks: 0 or 1) that listen; absent: unknown.
    std::string waiter;                    ///< Fair locks: whose turn it is; empty if none of them lives.
    bool operator==(const WakeReport&) const = default;
};

/// The same action on several locks, each compared with its own expectation.
struct BatchRequest
{
    enum class What { force_release, force_expire, extend };
    What what = What::force_release;
    std::chrono::milliseconds ttl{0}; ///< force_expire, extend: as there.
    std::vector<AdminRequest> locks;
};

struct AdminResult
{
    enum class Outcome {
        done,
        changed, ///< The lock was not as expected; nothing was done.
        refused, ///< Forbidden or impossible (policy, audit log, nothing to compare, batch stopped); nothing was sent.
        failed,  ///< The server refused, or no connection. `unknown` says if it may have happened all the same.
    };
    Outcome outcome = Outcome::done;
    bool unknown = false;
    std::string message;            ///< One sentence, English, for logs and terminals.
    std::optional<LockState> state; ///< What is there now (for changed: what was found instead).
    std::optional<QueueWork> queue; ///< evict_waiter, repair_queue: what was done, or that the waiter was alive.
    bool renewed = false;           ///< changed: by the same holders, but renewed or taken anew since (see HoldMark).
    std::optional<UndoTicket> undo = {}; ///< force_release with Undo::keep.
    /// Dead waiters: of force_release, who stay removed after an undo; of acquiring a fair lock, those who were dead or
    /// too late before, and are gone.
    std::vector<std::string> removed = {};
    std::string no_undo = {};                      ///< Why there is none although it was wanted; one sentence.
    std::optional<WakeReport> wake = {};           ///< wake_next
    std::optional<milliseconds> lease_before = {}; ///< force_expire, extend: what was left; −1 without end.
    Errc code = Errc::ok;        ///< failed: what kind of failure it was. refused: `cancelled` if a batch was stopped.
    std::string unrecorded = {}; ///< Why the audit log does not say what became of it; one sentence. Empty: it does.
    std::string lock = {};       ///< Which one it was about: the sentences may name it. Empty if it was cut short.
};

/// What an operator may do to a lock of others. Each action is one script that compares the holders with what the
/// operator saw, does nothing if they differ, and otherwise acts and wakes whoever must wake: message "0" (or "1" for a
/// write lock, and where a lease was only shortened), for fair locks to the first waiter that lives. Each attempt,
/// refused ones too, is in the audit log: that it begins, before anything is sent, and what became of it. Where the
/// first cannot be written, nothing is done. Where the answer was lost and the server away, the log says later what was
/// there when it answered again.
///
///     Admin admin(client, std::make_shared<AuditLog>(AuditLog::default_path()), {.read_only = false});
///     AdminRequest request = admin_request(*read_lock(client, "orders:42")); // only if it is still as it is now
///     request.reason = "pay-07 is gone";
///     const AdminResult result = admin.force_release(request);
///
/// An owner that releases the lock and takes it again between the look and the action looks the same; see HoldMark for
/// how far that is told apart.
///
/// Callable from any thread; blocking forms not from the I/O thread. Callbacks run on the I/O thread.
class Admin
{
public:
    /// Copies are the same operator, with the same policy. Sends nothing.
    /// @param client not owned, outlives this and its actions
    /// @throws Error invalid_argument without an audit log
    Admin(Client& client, std::shared_ptr<AuditLog> audit, AdminPolicy policy);

    /// For the actions that begin from now on.

    void set_policy(const AdminPolicy& policy);
    [[nodiscard]] AdminPolicy policy() const;

    using Callback = std::function<void(AdminResult)>;
    /// Deletes the lock if its holders (and `mark`) are as in the request, removes the `ghosts` that still nobody
    /// listens for, and wakes who waits; with Undo::keep see AdminResult::undo.
    /// @throws Error closed; the blocking form also wrong_thread on the I/O thread. The form with a callback: nothing.
    [[nodiscard]] Awaitable<AdminResult> async_force_release(AdminRequest request);
    [[nodiscard]] AdminResult force_release(AdminRequest request);
    void force_release(AdminRequest request, Callback callback);

    /// Makes what is left of the lease @p ttl, where it is more, and lets the waiters look again; never lengthens
    /// (extend() does): then the outcome is `changed`, and lease_before says what is left. The holder is told by its
    /// own watchdog or tracking; a watchdog that renews before @p ttl is over extends it again.
    /// @throws Error invalid_argument for a ttl below 1 ms or above 100 years, and closed; the blocking form also
    /// wrong_thread on the I/O thread. The form with a callback: invalid_argument only.
    [[nodiscard]] Awaitable<AdminResult> async_force_expire(AdminRequest request, milliseconds ttl);
    [[nodiscard]] AdminResult force_expire(AdminRequest request, milliseconds ttl);
    void force_expire(AdminRequest request, milliseconds ttl, Callback callback);

    /// Makes what is left of the lease @p ttl, where it is less; never shortens (force_expire() does): then the outcome
    /// is `changed`. Of readers, each one's own deadlines that would end before are moved, too, of at most 5,000; a
    /// deadline that is gone stays gone. Who waits, waits for longer; nobody is told. The holder is not told either.
    /// One with a fixed lease goes on believing in its old end: a Redisson client works on unaware, a Client of this
    /// library lets go then, and gives the lock up. One that renews goes on renewing, and Redisson's watchdog then sets
    /// its own lease again, which may be shorter (a Client of this library never shortens). So this keeps others out
    /// while a holder that is late finishes its work, or until somebody has looked; it gives the holder no time of its
    /// own.
    /// @throws Error invalid_argument for a ttl below 1 ms or above 100 years, and closed; the blocking form also
    /// wrong_thread on the I/O thread. The form with a callback: invalid_argument only.
    [[nodiscard]] Awaitable<AdminResult> async_extend(AdminRequest request, milliseconds ttl);
    [[nodiscard]] AdminResult extend(AdminRequest request, milliseconds ttl);
    void extend(AdminRequest request, milliseconds ttl, Callback callback);

    /// Publishes the message that a release would have published, for waiters that sleep although the lock is free (a
    /// message was lost): "0" on the unlock channel; "1" on the channel of a read-write lock, because all readers may
    /// enter; for a fair lock "0" to the first waiter in its queue that lives. Nothing is written, nobody is removed
    /// from a queue. Waiters that cannot have the lock go on waiting.
    [[nodiscard]] Awaitable<AdminResult> async_wake_next(WakeRequest request);
    [[nodiscard]] AdminResult wake_next(WakeRequest request);
    void wake_next(WakeRequest request, Callback callback);

    /// Puts back what a force_release() with Undo::keep deleted, with the ends that it had, if nobody has the lock
    /// now and its lease would still run; who had it in between, and gave it back, is not noticed,
    /// though the token of a fenced lock has grown since. A read lock ends with the longest of its readers' own
    /// deadlines, which may be later than it would have: nobody may renew it any more, and they were promised so long.
    /// That is all it does: it keeps others out again. Whether the holder gets its lock back depends on what it has
    /// noticed: a Redisson client that was not to renew in the meantime goes on as if nothing had happened; one that
    /// was has given up renewing, so that the lock ends with its lease; a Client of this library was told of the loss
    /// at once and has let go. Waiters that were removed as dead stay removed.
    [[nodiscard]] Awaitable<AdminResult> async_undo_force_release(UndoTicket ticket);
    [[nodiscard]] AdminResult undo_force_release(UndoTicket ticket);
    void undo_force_release(UndoTicket ticket, Callback callback);

    /// One after the other. @p each is called with the place in the request and the result, once for each lock; those
    /// that were not begun when @p stop was requested are `refused` with the code `cancelled`, and those behind one
    /// that got no answer with `connection_lost`. They are no attempts, and not in the audit log.
    /// @throws Error invalid_argument for a ttl that makes no sense; nothing else throws.
    using EachResult = std::function<void(std::size_t, AdminResult)>;
    ///@{
    void batch(BatchRequest request, std::stop_token stop, EachResult each);
    void batch(std::vector<RepairRequest> queues, std::stop_token stop, EachResult each);
    void batch(std::vector<WakeRequest> locks, std::stop_token stop, EachResult each);
    ///@}

    /// Removes one waiter from a fair lock's queue: a ghost, or anybody if the request says so (the result tells
    /// whether it was alive). Those behind keep their order and are not pushed out; the next one that lives is told.
    [[nodiscard]] Awaitable<AdminResult> async_evict_waiter(EvictRequest request);
    [[nodiscard]] AdminResult evict_waiter(EvictRequest request);
    void evict_waiter(EvictRequest request, Callback callback);

    /// Ends one hold of several, and leaves the others theirs: a reader of a read-write lock goes with all its entries,
    /// or a permit goes back to its semaphore, as if its owner had let go. Nothing is done if it is not as in the
    /// request. A lock that others go on reading lives for as long as the longest of them has it, and whoever waits
    /// looks again for how long; with the last reader the lock ends. The owner is not told: a Redisson client works on
    /// unaware, a Client of this library notices the loss. Cannot be undone. `refused` for anything but a lock in read
    /// mode and a semaphore.
    [[nodiscard]] Awaitable<AdminResult> async_release_one(ReleaseOneRequest request);
    [[nodiscard]] AdminResult release_one(ReleaseOneRequest request);
    void release_one(ReleaseOneRequest request, Callback callback);

    /// Makes the list and the deadlines of a fair lock's queue agree, as plan_repair() says: nothing is done if they
    /// are not exactly as in the request. Living waiters keep their places. With nothing to mend the outcome is `done`
    /// and the result's list is empty. `refused` for queues that were too long to be read as a whole.
    [[nodiscard]] Awaitable<AdminResult> async_repair_queue(RepairRequest request);
    [[nodiscard]] AdminResult repair_queue(RepairRequest request);
    void repair_queue(RepairRequest request, Callback callback);

private:
    friend class OwnHolds;
    struct Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/anomaly.hpp"
#include "lockscope/owner.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

using std::chrono::milliseconds;
using SteadyTime = std::chrono::steady_clock::time_point;
using SystemTime = std::chrono::system_clock::time_point;

/// The kind of lock, as far as the data tells.
enum class LockType : std::uint8_t { reentrant, fair, read_write, fenced, spin, multi, transaction, semaphore, latch };
/// Semaphores and latches: no owners, no leases of their own, and no action of an operator applies to them, but that a
/// permit can be given back.
[[nodiscard]] constexpr bool is_counter(LockType type) noexcept
{
    return type == LockType::semaphore || type == LockType::latch;
}

/// "reentrant", "fair", "read-write", "fenced", …: the names of the command line and of JSON.
[[nodiscard]] std::string_view to_string(LockType type) noexcept;

enum class LockMode : std::uint8_t { none, read, write };
[[nodiscard]] std::string_view to_string(LockMode mode) noexcept;

/// What to show in one word. Computed by condition_of(), because it changes with time alone.
enum class LockCondition {
    free,      ///< Nobody holds it (it was just released, or only its queue is left), and whoever comes can have it.
    held,      ///< Held, or closed as a semaphore or latch (is_closed()), and nobody known to wait.
    contended, ///< Somebody waits for it as it is: see is_contended().
    expiring,  ///< Its lease is nearly over and it was not renewed.
    stuck,     ///< Never expires, held longer than the threshold and not is_harmless(), or is_blocked() or is_untaken()
               ///< for as long.
    unknown,   ///< The state could not be read, is too old to be trusted, or its master is out of reach.
};
[[nodiscard]] std::string_view to_string(LockCondition condition) noexcept;

/// One owner field of the lock's hash.
struct Holder
{
    std::string owner;      ///< The field as it stands in Redis, for writers with ":write".
    std::int64_t count = 0; ///< Reentry count.
    /// What is left of the longest deadline of its own, where holders have such: readers, the values of a multi lock,
    /// and permits; −1 never expires. Absent: it has the lock's, or its own is not known.
    std::optional<milliseconds> ttl;

    /// The client's UUID, as part of `owner`; empty if that is of no known form.
    [[nodiscard]] std::string_view client() const noexcept { return OwnerView::of(owner).client; }
    [[nodiscard]] std::int64_t thread() const noexcept { return OwnerView::of(owner).thread; }
    [[nodiscard]] bool is_writer() const noexcept { return OwnerView::of(owner).writer; }
    bool operator==(const Holder&) const = default;
};

/// One entry of a fair lock's queue, in order.
struct Waiter
{
    std::string owner;
    std::optional<std::int64_t> deadline; ///< Epoch milliseconds after which others may drop it; absent: no score,
                                          ///< or not known (LockState::deadlines_known).
    std::optional<bool> subscribed;       ///< Somebody listens on its private channel; absent: could not be asked.
    /// Its deadline has passed, or nobody has listened for two seconds. See is_dead().
    bool stale = false;
    /// It listens for a lock whose name ends in this one's. So it is where a Redisson before 3.52 has a NameMapper:
    /// hash and channel have the mapped name, the queue has not. Whether it lives is not known then, and it is not
    /// stale. Only a Monitor finds that out; of a lock that is read once (read_lock()) it is false.
    bool mapped = false;
    bool since_exact = false; ///< True if the monitor saw it come; otherwise it began to wait before `since`.
    /// When the monitor first saw it in the queue. Zero: nobody watched; a single reading does not tell.
    SystemTime since{};

    /// As of a holder.
    [[nodiscard]] std::string_view client() const noexcept { return OwnerView::of(owner).client; }
    [[nodiscard]] std::int64_t thread() const noexcept { return OwnerView::of(owner).thread; }
    bool operator==(const Waiter&) const = default;
};

/// Is it stale, and not known to be alive? One whose deadline has passed and who listens is merely late: it takes its
/// turn, unless others drop it before.
[[nodiscard]] constexpr bool is_dead(const Waiter& waiter) noexcept
{
    return waiter.stale && waiter.subscribed != true;
}

/// One moment by both clocks.
struct Moment
{
    SteadyTime now{};
    SystemTime wall{};
};

/// A picture of one lock at one moment. Immutable once published; compare with ==. There is one for each lock of a
/// server, so it is kept small.
struct LockState
{
    std::string name; ///< Bytes of the main key.
    LockType type = LockType::reentrant;
    /// False where Redis cannot tell now: without a queue or a token, most locks look the same. Then it is what the
    /// lock was last known to be, or reentrant.
    bool type_certain = true;
    LockMode mode = LockMode::none;
    // In bits and a short number: there is one of these for each lock.
    bool held_since_exact : 1 = false; ///< True if the monitor saw the acquisition itself.
    /// False: a deadline that is absent may well be there: nobody may read them, or there are more than are read.
    bool deadlines_known : 1 = true;
    /// False: it is a fair lock, or may be one, and nobody may read its queue: who is in it is not known.
    bool queue_known : 1 = true;
    /// Of one without a queue that is untaken: its end was seen, and that nobody told of it. False: it was found like
    /// that, and those who listen may have been told before.
    bool untold_seen : 1 = false;
    /// Permits, of those that were read, that are past their lease (at most 1,000 are): see permits_past_lease().
    std::uint16_t permits_over = 0;
    Anomalies anomalies;

    milliseconds ttl{-2};         ///< At observed_at, 100 years at most; −1 never expires, −2 nobody holds it.
    SteadyTime observed_at{};     ///< Local moment of the reading.
    std::int64_t server_time = 0; ///< Epoch milliseconds by the server's TIME; 0 if not permitted.

    std::vector<Holder> holders; ///< Writer first; at most 1,000 are read.
    std::vector<Waiter> waiters; ///< Fair locks only; at most 1,000 are read.
    std::vector<Waiter> strays;  ///< Deadlines that belong to nobody in the queue; at most 1,000 are read.
    std::uint32_t holders_total = 0;
    std::uint32_t waiters_total = 0;
    std::optional<std::int32_t> waiting_clients; ///< Processes subscribed to the unlock channel; absent: unknown.
    std::optional<std::int64_t> fencing_token;

    std::optional<SystemTime> held_since; ///< When the monitor first saw this hold; at or after the real start.
    /// Last time its expiry was seen to jump back while nobody entered. Zero: not seen.
    SteadyTime renewed_at{};
    /// Since when nobody has it, although the one who is first in its queue now was first all the time; or, of one
    /// without a queue, although somebody listens whom nobody has told that it is free. At or after the real beginning.
    /// Zero: somebody has it, nobody waits, or nobody watched.
    SteadyTime untaken_since{};
    /// Largest ttl seen in this hold, or since its end was moved to an earlier time; the scale of the countdown bar. Of
    /// one that is untaken, without a queue: what was left of it then for those who listen; see asleep_until().
    milliseconds lease{0};
    /// Until when it was known, if the master that serves it does not answer, refuses everything, or may not be asked
    /// any more: nobody knows what has become of the lock since. Zero: it can be read.
    SteadyTime out_of_reach_since{};
    /// Semaphores: how many permits are free (may be negative). Latches: how often it must still be counted down.
    std::optional<std::int64_t> permits;

    [[nodiscard]] bool is_held() const noexcept { return !holders.empty(); }
    [[nodiscard]] bool has_waiters() const noexcept;
    [[nodiscard]] bool was_renewed() const noexcept { return renewed_at != SteadyTime{}; }
    [[nodiscard]] bool is_out_of_reach() const noexcept { return out_of_reach_since != SteadyTime{}; }
    /// As of when it is known at @p now: then, or, if it has been out of reach since before, when that began.
    [[nodiscard]] Moment known_at(const Moment& now) const noexcept;
    /// What is left at @p now; nullopt if not held or never expiring.
    [[nodiscard]] std::optional<milliseconds> remaining(SteadyTime now) const noexcept;

    bool operator==(const LockState&) const = default;
};

using LockStatePtr = std::shared_ptr<const LockState>;

/// What a lock's name begins with: @p parts of it, each with the ':' it ends with; fewer where it has not so many, and
/// empty if it has none.
[[nodiscard]] std::string_view prefix_of_name(std::string_view name, int parts = 1) noexcept;

/// Can those who hold it be compared with what is there when somebody acts on it? They cannot unless all of them were
/// read; a group of locks in one hash (RFasterMultiLock) has no holders of its own.
[[nodiscard]] bool is_comparable(const LockState& state) noexcept;

/// Does the thread that writes also read? Then it has two of the lock's holders.
[[nodiscard]] bool writes_and_reads(const LockState& state) noexcept;

/// How many threads have it, also those that were not read: one that writes_and_reads() once.
[[nodiscard]] std::size_t holding_threads(const LockState& state) noexcept;

/// Semaphores whose permits have leases: how many permits are past theirs at @p now. They are not among `permits` until
/// somebody comes for a permit, which takes them back first: then they are to be had.
[[nodiscard]] std::int64_t permits_past_lease(const LockState& state, SteadyTime now) noexcept;

/// Must who comes to a semaphore or a latch wait: are all permits taken, or is it still to be counted down? That is so
/// also where nobody is seen to have them: who took permits without a lease Redis does not tell.
[[nodiscard]] bool is_closed(const LockState& state) noexcept;

/// Has the first of a queue no deadline, and nobody who listens for it? Then nobody behind it ever gets the lock, free
/// or not. False where the deadline may be there all the same (LockState::deadlines_known).
[[nodiscard]] bool head_never_goes(const LockState& state) noexcept;

/// Is it free, and kept from everybody by a dead waiter in front, for longer than @p patience from @p now on? So it is
/// where that one's deadline is not known.
[[nodiscard]] bool is_blocked(const LockState& state, SteadyTime now, milliseconds patience) noexcept;

/// A hand-over takes milliseconds. Where the next one has not taken its turn for so long, something is wrong.
inline constexpr milliseconds longest_hand_over{2000};

/// Was it free for @p patience when it was read, and did somebody wait who lives, and did not take it? Time alone tells
/// nothing: somebody may have taken it since.
[[nodiscard]] bool is_untaken(const LockState& state, milliseconds patience) noexcept;

/// Of one without a queue that is untaken: when those who listen look again by themselves at the latest, which is when
/// the lease ends that they saw last. Zero: it is none, that is not known, or they saw a lock without an end.
[[nodiscard]] SteadyTime asleep_until(const LockState& state) noexcept;

/// Entries of its queue, as far as that was read, behind which nobody stands any more.
[[nodiscard]] std::size_t dead_waiters(const LockState& state) noexcept;

/// How many wait for it: those in its queue who are not known to be dead, or the processes that listen for its release
/// if these are more. Who was not read counts, unless all that was read are dead. @return none if neither is known,
/// or nobody listens and the queue is not known
[[nodiscard]] std::optional<std::int64_t> living_waiters(const LockState& state) noexcept;

/// How many processes wait for it, as far as that is known: those that listen for its release, or where nobody may ask
/// for them, as many as living_waiters().
[[nodiscard]] std::int64_t clients_waiting_for(const LockState& state) noexcept;

/// Does somebody who is not known to be dead wait because of those who have it, because the first of its queue is dead,
/// or because the lock is_untaken() for longer than a hand-over takes? A lock that is free otherwise is not contended:
/// its next owner is about to take it. A semaphore or latch has no owners to be seen, and is whenever somebody waits.
[[nodiscard]] bool is_contended(const LockState& state) noexcept;

/// Is its lease being renewed as a living watchdog does, with nobody known to wait? However long that goes on, it
/// stands in nobody's way: the lock of a leader or of a long job.
[[nodiscard]] bool is_harmless(const LockState& state, SteadyTime now) noexcept;
/// When that ends, if no renewal is seen and nobody comes until then.
[[nodiscard]] SteadyTime harmless_until(const LockState& state) noexcept;

/// From when on a lock counts as stuck or expiring.
struct Thresholds
{
    milliseconds stuck_after{60000};
    /// Expiring when less than this part of its lease is left (a living watchdog never lets it fall below two thirds).
    double expiring_fraction = 0.2;
    milliseconds stale_after{10000}; ///< Not confirmed for so long while the connection is down: unknown.
    bool operator==(const Thresholds&) const = default;
};

/// The one word for @p state at this moment (@p now and @p wall: one moment by both clocks). Pure; any thread.
[[nodiscard]] LockCondition condition_of(const LockState& state, const Thresholds& thresholds, SteadyTime now,
                                         SystemTime wall);

} // namespace lockscope

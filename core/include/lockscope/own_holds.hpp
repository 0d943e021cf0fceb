// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/client.hpp"
#include "lockscope/holdable.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

struct Failover;

/// What an operator wants to hold.
struct HoldRequest
{
    std::string lock;
    HoldKind kind = HoldKind::reentrant; ///< Not multi, not red.
    std::optional<milliseconds> lease;   ///< None: renewed until released (a semaphore's: without end).
    std::optional<milliseconds> wait;    ///< None: as long as it takes. Zero: one try.
    std::string reason;
    std::string typed_name = {}; ///< Production only: must equal the lock's name (escaped form).
};

/// Something that this program holds, or waits for.
struct OwnHold
{
    enum class State { waiting, held, lost };
    std::uint64_t id = 0;
    std::string lock;
    HoldKind kind = HoldKind::reentrant;
    State state = State::waiting;
    bool leaving = false; ///< Is being released; where the server does not answer, that takes a while.
    /// Held, a permit without a lease: whether its semaphore still counts it is not known (note_failover()).
    bool in_doubt = false;
    std::string owner;              ///< As it stands in Redis; empty while waiting.
    SystemTime since{};             ///< Of the waiting, the hold or the loss.
    std::optional<SteadyTime> ends; ///< None: renewed, or without end.
    /// When it is lost unless a renewal comes, by what the server confirmed last. None: it has an end, or it is no lock
    /// that is held.
    std::optional<SteadyTime> valid_until;
    std::optional<std::int64_t> token;      ///< Fenced locks.
    std::optional<LossNotice::Reason> loss; ///< Lost: how. None: nobody was told.
    bool operator==(const OwnHold&) const = default;
};

/// The locks that an operator takes for this program itself: to keep others out for a while, or to try something out.
/// All under one owner of the client, which nobody else uses, so that taking one again is a re-entry. Subject to the
/// policy of the Admin (a reason; on production the name, because everybody is kept out from then on), and recorded in
/// its audit log. Giving back is allowed under any policy, and is done even where it cannot be recorded.
///
///     OwnHolds mine(client, admin);
///     mine.acquire(1, {.lock = "orders:42", .reason = "maintenance"}, [](AdminResult result) { … });
///
/// Takes Client::on_lost() of the client for itself. All members may be called from any thread, wait_for_release() not
/// from the I/O thread; callbacks run on the I/O thread and must not block. Destroying it releases nothing: call
/// release_all() before. What is then still held ends with its lease.
class OwnHolds
{
public:
    /// @param client not owned, outlives this; the one that @p admin acts through
    OwnHolds(Client& client, const Admin& admin);
    ~OwnHolds();
    OwnHolds(const OwnHolds&) = delete;
    OwnHolds& operator=(const OwnHolds&) = delete;

    /// @param id a number of the caller's that no other entry of the list has
    /// The outcome is `changed` if it was not to be had in time, or was cancelled.
    void acquire(std::uint64_t id, HoldRequest request, Admin::Callback callback);
    /// Ends the waiting for it, if it still waits.
    void cancel(std::uint64_t id);
    /// `changed` if it is not held, or was lost. The entry goes from the list, unless it is a permit without a lease
    /// that the server refused to take back: nothing else would end that.
    void release(std::uint64_t id, Admin::Callback callback);
    /// Cancels and releases everything, but what is in doubt: that is only forgotten, as a semaphore that had lost it
    /// would have one too many. See wait_for_release().
    void release_all();
    /// Waits until nothing is held or waited for any more. Blocking. @returns false if @p limit was over before.
    [[nodiscard]] bool wait_for_release(milliseconds limit);

    /// Another server answers where one did before, or the same one was started anew (LockEvent::Kind::failed_over).
    /// From then on the permits without a lease that are held there are in doubt: the server may never have heard of
    /// them, or somebody may have set the semaphore anew. One whose semaphore has no key any more is lost, which is
    /// also found out without this, sooner or later.
    void note_failover(const Failover& failover);

    /// Who takes and holds them all.
    [[nodiscard]] const OwnerId& owner() const noexcept;
    /// Oldest first.
    [[nodiscard]] std::vector<OwnHold> list() const;
    /// Called after each change of the list; an empty one ends it. What is being called when it is replaced may still
    /// run.
    void on_change(std::function<void()> callback);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope

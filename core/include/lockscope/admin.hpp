// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/audit_log.hpp"
#include "lockscope/awaitable.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/queue_repair.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class Client;

/// What the operator saw: owner field → count, all of them. An action happens only if Redis still says exactly this.
using Expectation = std::map<std::string, std::int64_t>;
[[nodiscard]] Expectation expectation_of(const LockState& state);

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
        ghosts; ///< Fair locks: waiters known to be dead, removed in the same script if still unheard.
};

struct AdminResult
{
    enum class Outcome {
        done,
        changed, ///< The lock was not as expected; nothing was done.
        refused, ///< The policy forbids it (read-only, no reason, name not typed); nothing was sent.
        failed,  ///< The server refused, or no connection. `unknown` says if it may have happened all the same.
    };
    Outcome outcome = Outcome::done;
    bool unknown = false;
    std::string message;            ///< One sentence, English, for logs and terminals.
    std::optional<LockState> state; ///< What is there now (for changed: what was found instead).
    std::optional<QueueWork> queue; ///< evict_waiter, repair_queue: what was done, or that the waiter was alive.
};

/// What an operator may do to a lock of others. Each action is one script that compares the holders with what the
/// operator saw, does nothing if they differ, and otherwise acts and wakes whoever must wake: message "0" (or "1" for a
/// write lock), for fair locks to the first waiter that lives. Each attempt, refused ones too, is one line of the audit
/// log.
///
/// Callable from any thread; blocking forms not from the I/O thread. Callbacks run on the I/O thread.
class Admin
{
public:
    Admin(Client& client, std::shared_ptr<AuditLog> audit, AdminPolicy policy);

    void set_policy(const AdminPolicy& policy);
    [[nodiscard]] AdminPolicy policy() const;

    using Callback = std::function<void(AdminResult)>;
    [[nodiscard]] Awaitable<AdminResult> async_force_release(AdminRequest request);
    [[nodiscard]] AdminResult force_release(AdminRequest request);
    void force_release(AdminRequest request, Callback callback);

    /// Sets what is left of the lease to @p ttl and lets the waiters look again. The holder is told by its own watchdog
    /// or tracking; a watchdog that renews before @p ttl is over extends it again.
    /// @throws Error invalid_argument for a ttl below 1 ms or above 100 years; nothing else throws.
    [[nodiscard]] Awaitable<AdminResult> async_force_expire(AdminRequest request, milliseconds ttl);
    [[nodiscard]] AdminResult force_expire(AdminRequest request, milliseconds ttl);
    void force_expire(AdminRequest request, milliseconds ttl, Callback callback);

    /// Removes one waiter from a fair lock's queue: a ghost, or anybody if the request says so (the result tells
    /// whether it was alive). Those behind keep their order and are not pushed out; the next one that lives is told.
    [[nodiscard]] Awaitable<AdminResult> async_evict_waiter(EvictRequest request);
    [[nodiscard]] AdminResult evict_waiter(EvictRequest request);
    void evict_waiter(EvictRequest request, Callback callback);

    /// Makes the list and the deadlines of a fair lock's queue agree, as plan_repair() says: nothing is done if they
    /// are not exactly as in the request. Living waiters keep their places. With nothing to mend the outcome is `done`
    /// and the result's list is empty. `refused` for queues that were too long to be read as a whole.
    [[nodiscard]] Awaitable<AdminResult> async_repair_queue(RepairRequest request);
    [[nodiscard]] AdminResult repair_queue(RepairRequest request);
    void repair_queue(RepairRequest request, Callback callback);

    /// Try once to acquire a reentrant lock and hold it as this program's own client (watchdog, or the lease), and give
    /// it back. `changed`: somebody else holds it, or it is held no longer. Giving back is allowed under any policy.
    void acquire(std::string lock, std::optional<milliseconds> lease, std::string reason, Callback callback);
    void release(std::string lock, Callback callback);

private:
    struct Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope

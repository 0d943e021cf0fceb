// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/audit_log.hpp"
#include "lockscope/awaitable.hpp"
#include "lockscope/lock_state.hpp"

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

    /// Try once to acquire a reentrant lock and hold it as this program's own client (watchdog, or the lease), and give
    /// it back. `changed`: somebody else holds it, or it is held no longer. Giving back is allowed under any policy.
    void acquire(std::string lock, std::optional<milliseconds> lease, std::string reason, Callback callback);
    void release(std::string lock, Callback callback);

private:
    struct Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope

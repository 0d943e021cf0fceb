// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "admin/worker.hpp"
#include "client/client_core.hpp"
#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/error.hpp"
#include "lockscope/lock_reader.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace lockscope {

struct Admin::Impl : std::enable_shared_from_this<Admin::Impl>
{
    Impl(Client& its_client, std::shared_ptr<AuditLog> its_audit, AdminPolicy its_policy);

    AdminPolicy policy()
    {
        const std::lock_guard lock(m_mutex);
        return m_policy;
    }
    void set_policy(const AdminPolicy& policy)
    {
        const std::lock_guard lock(m_mutex);
        m_policy = policy;
    }

    /// What others who watch are told of an action, but for what it was.
    [[nodiscard]] locks::OperatorAct news_of(const std::string& lock) const;
    [[nodiscard]] AuditEntry new_entry(std::string action, std::string lock, std::string reason) const;

    /// The operations, on the I/O thread. Each keeps us alive to its end and is recorded in the audit log.
    ///@{
    static Awaitable<AdminResult> end(std::shared_ptr<Impl> self, AdminRequest request, milliseconds ttl,
                                      std::string action);
    static Awaitable<AdminResult> evict(std::shared_ptr<Impl> self, EvictRequest request);
    static Awaitable<AdminResult> release_one(std::shared_ptr<Impl> self, ReleaseOneRequest request);
    static Awaitable<AdminResult> repair(std::shared_ptr<Impl> self, RepairRequest request);
    static Awaitable<AdminResult> extend(std::shared_ptr<Impl> self, AdminRequest request, milliseconds ttl);
    static Awaitable<AdminResult> wake(std::shared_ptr<Impl> self, WakeRequest request);
    static Awaitable<AdminResult> undo(std::shared_ptr<Impl> self, UndoTicket ticket);
    ///@}

    /// What the actions on somebody else's lock have in common: the policy, the log, and the look at what is there
    /// then, which @p describe puts into the log.
    using Describe = std::string (*)(const LockState&);
    Awaitable<AdminResult> act(AuditEntry entry, std::optional<std::string> refusal, Awaitable<AdminResult> work,
                               Describe describe);
    /// What @p work comes to, errors included.
    static Awaitable<AdminResult> outcome_of(Awaitable<AdminResult> work);
    /// Records that it begins. @returns what became of it if it may not: the policy forbids it, or the log cannot be
    /// written.
    Awaitable<std::optional<AdminResult>> begin(AuditEntry entry, std::optional<std::string> refusal);
    void deliver(Awaitable<AdminResult> work, Callback callback);
    [[nodiscard]] static AdminResult failure(const Error& error);

    /// Runs what touches the disk away from the I/O thread. @returns what went wrong; empty if nothing.
    Awaitable<std::string> on_disk(std::function<void(AuditLog&)> work);
    /// One line of the log, with the time at which it is written. @returns what went wrong; empty if nothing.
    Awaitable<std::string> write(AuditEntry line);
    /// Records what became of it; where that cannot be, the result says so. It says, too, which lock it was about.
    Awaitable<void> record(AuditEntry entry, AdminResult& result);
    struct Look
    {
        bool succeeded = false;
        std::optional<LockState> state; ///< Empty for no lock.
    };
    /// What the audit log says of a lock afterwards, with how many dead waiters were removed.
    [[nodiscard]] static std::string with_removed(std::string after, const AdminResult& result);
    /// What is there now.
    Awaitable<Look> look(std::string lock);
    /// What the audit log says of @p found.
    [[nodiscard]] static std::string after(const Look& found, Describe describe);
    /// Of an action whose answer was lost: records what is there as soon as the server answers again.
    ///@{
    void look_later(AuditEntry entry, Describe describe);
    static Awaitable<void> look_until_seen(std::shared_ptr<Impl> self, AuditEntry entry, Describe describe);
    ///@}

    const std::shared_ptr<detail::ClientCore> core; // Before what is made from it.
    const std::shared_ptr<AuditLog> audit;
    const std::string user;

private:
    const std::string m_actor; ///< "bob@host"
    std::mutex m_mutex;
    AdminPolicy m_policy;
    LockReader m_reader;
    admin::Worker m_worker;
};

} // namespace lockscope

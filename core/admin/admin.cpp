// SPDX-License-Identifier: Apache-2.0
#include "lockscope/admin.hpp"

#include "admin/admin_impl.hpp"
#include "base/durations.hpp"
#include "lockscope/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace lockscope {
namespace {

/// Zero would end the lock at once, and be another action.
milliseconds checked(milliseconds ttl)
{
    if (ttl < milliseconds(1) || ttl > longest_lease)
        throw Error(Errc::invalid_argument, "What is left of a lease must be between 1 ms and 100 years.");
    return ttl;
}

AdminResult not_begun(const std::string& lock, Errc code, const std::string& why)
{
    AdminResult result;
    result.outcome = AdminResult::Outcome::refused;
    result.code = code;
    result.lock = lock;
    result.message = why + " Nothing was done.";
    return result;
}

/// Whoever asked for the rest asked for it then: when the server is back, the world may be another.
bool says_cut_off(const AdminResult& result)
{
    return result.outcome == AdminResult::Outcome::failed
        && (result.unknown || result.code == Errc::connection_lost || result.code == Errc::connection_failed
            || result.code == Errc::timeout);
}

/// @param act makes of a request what is done; keeps alive what that needs
template <class Request, class Act>
Awaitable<void> one_by_one(std::vector<Request> requests, std::stop_token stop, Admin::EachResult each, Act act)
{
    bool is_cut_off = false;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        AdminResult result;
        if (stop.stop_requested()) {
            result = not_begun(requests[i].lock, Errc::cancelled, "It was cancelled before it began.");
        } else if (is_cut_off) {
            result = not_begun(requests[i].lock, Errc::connection_lost, "The server did not answer before its turn.");
        } else {
            result = co_await act(requests[i]);
            is_cut_off = says_cut_off(result);
        }
        each(i, std::move(result));
    }
}

} // namespace

Admin::Admin(Client& client, std::shared_ptr<AuditLog> audit, AdminPolicy policy)
    : m_impl(std::make_shared<Impl>(client, std::move(audit), policy))
{}

void Admin::set_policy(const AdminPolicy& policy)
{
    m_impl->set_policy(policy);
}

AdminPolicy Admin::policy() const
{
    return m_impl->policy();
}

Awaitable<AdminResult> Admin::async_force_release(AdminRequest request)
{
    return m_impl->core->on_io(Impl::end(m_impl, std::move(request), milliseconds(0), "force-release"));
}

AdminResult Admin::force_release(AdminRequest request)
{
    return m_impl->core->run(Impl::end(m_impl, std::move(request), milliseconds(0), "force-release"));
}

void Admin::force_release(AdminRequest request, Callback callback)
{
    m_impl->deliver(Impl::end(m_impl, std::move(request), milliseconds(0), "force-release"), std::move(callback));
}

Awaitable<AdminResult> Admin::async_force_expire(AdminRequest request, milliseconds ttl)
{
    return m_impl->core->on_io(Impl::end(m_impl, std::move(request), checked(ttl), "force-expire"));
}

AdminResult Admin::force_expire(AdminRequest request, milliseconds ttl)
{
    return m_impl->core->run(Impl::end(m_impl, std::move(request), checked(ttl), "force-expire"));
}

void Admin::force_expire(AdminRequest request, milliseconds ttl, Callback callback)
{
    m_impl->deliver(Impl::end(m_impl, std::move(request), checked(ttl), "force-expire"), std::move(callback));
}

Awaitable<AdminResult> Admin::async_extend(AdminRequest request, milliseconds ttl)
{
    return m_impl->core->on_io(Impl::extend(m_impl, std::move(request), checked(ttl)));
}

AdminResult Admin::extend(AdminRequest request, milliseconds ttl)
{
    return m_impl->core->run(Impl::extend(m_impl, std::move(request), checked(ttl)));
}

void Admin::extend(AdminRequest request, milliseconds ttl, Callback callback)
{
    m_impl->deliver(Impl::extend(m_impl, std::move(request), checked(ttl)), std::move(callback));
}

Awaitable<AdminResult> Admin::async_wake_next(WakeRequest request)
{
    return m_impl->core->on_io(Impl::wake(m_impl, std::move(request)));
}

AdminResult Admin::wake_next(WakeRequest request)
{
    return m_impl->core->run(Impl::wake(m_impl, std::move(request)));
}

void Admin::wake_next(WakeRequest request, Callback callback)
{
    m_impl->deliver(Impl::wake(m_impl, std::move(request)), std::move(callback));
}

Awaitable<AdminResult> Admin::async_undo_force_release(UndoTicket ticket)
{
    return m_impl->core->on_io(Impl::undo(m_impl, std::move(ticket)));
}

AdminResult Admin::undo_force_release(UndoTicket ticket)
{
    return m_impl->core->run(Impl::undo(m_impl, std::move(ticket)));
}

void Admin::undo_force_release(UndoTicket ticket, Callback callback)
{
    m_impl->deliver(Impl::undo(m_impl, std::move(ticket)), std::move(callback));
}

void Admin::batch(BatchRequest request, std::stop_token stop, EachResult each)
{
    using What = BatchRequest::What;
    const milliseconds ttl = request.what == What::force_release ? milliseconds(0) : checked(request.ttl);
    const auto act = [impl = m_impl, what = request.what, ttl](const AdminRequest& one) {
        if (what == What::extend)
            return Impl::extend(impl, one, ttl);
        return Impl::end(impl, one, ttl, what == What::force_release ? "force-release" : "force-expire");
    };
    boost::asio::co_spawn(m_impl->core->executor(),
                          one_by_one(std::move(request.locks), std::move(stop), std::move(each), act),
                          boost::asio::detached);
}

void Admin::batch(std::vector<RepairRequest> queues, std::stop_token stop, EachResult each)
{
    const auto act = [impl = m_impl](const RepairRequest& one) { return Impl::repair(impl, one); };
    boost::asio::co_spawn(m_impl->core->executor(),
                          one_by_one(std::move(queues), std::move(stop), std::move(each), act), boost::asio::detached);
}

void Admin::batch(std::vector<WakeRequest> locks, std::stop_token stop, EachResult each)
{
    const auto act = [impl = m_impl](const WakeRequest& one) { return Impl::wake(impl, one); };
    boost::asio::co_spawn(m_impl->core->executor(), one_by_one(std::move(locks), std::move(stop), std::move(each), act),
                          boost::asio::detached);
}

Awaitable<AdminResult> Admin::async_evict_waiter(EvictRequest request)
{
    return m_impl->core->on_io(Impl::evict(m_impl, std::move(request)));
}

AdminResult Admin::evict_waiter(EvictRequest request)
{
    return m_impl->core->run(Impl::evict(m_impl, std::move(request)));
}

void Admin::evict_waiter(EvictRequest request, Callback callback)
{
    m_impl->deliver(Impl::evict(m_impl, std::move(request)), std::move(callback));
}

Awaitable<AdminResult> Admin::async_release_one(ReleaseOneRequest request)
{
    return m_impl->core->on_io(Impl::release_one(m_impl, std::move(request)));
}

AdminResult Admin::release_one(ReleaseOneRequest request)
{
    return m_impl->core->run(Impl::release_one(m_impl, std::move(request)));
}

void Admin::release_one(ReleaseOneRequest request, Callback callback)
{
    m_impl->deliver(Impl::release_one(m_impl, std::move(request)), std::move(callback));
}

Awaitable<AdminResult> Admin::async_repair_queue(RepairRequest request)
{
    return m_impl->core->on_io(Impl::repair(m_impl, std::move(request)));
}

AdminResult Admin::repair_queue(RepairRequest request)
{
    return m_impl->core->run(Impl::repair(m_impl, std::move(request)));
}

void Admin::repair_queue(RepairRequest request, Callback callback)
{
    m_impl->deliver(Impl::repair(m_impl, std::move(request)), std::move(callback));
}

} // namespace lockscope

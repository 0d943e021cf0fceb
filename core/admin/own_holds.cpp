// SPDX-License-Identifier: Apache-2.0
#include "lockscope/own_holds.hpp"

#include "admin/own_holds_impl.hpp"
#include "lockscope/monitor.hpp"

#include <boost/asio/post.hpp>

namespace lockscope {

OwnHolds::OwnHolds(Client& client, const Admin& admin) : m_impl(std::make_shared<Impl>(client, admin.m_impl))
{
    client.on_lost([weak = std::weak_ptr(m_impl)](const LossNotice& notice) {
        if (const auto impl = weak.lock())
            impl->note_loss(notice);
    });
}

OwnHolds::~OwnHolds() = default;

void OwnHolds::acquire(std::uint64_t id, HoldRequest request, Admin::Callback callback)
{
    m_impl->add(id, request);
    m_impl->admin()->deliver(Impl::take(m_impl, id, std::move(request)), std::move(callback));
}

void OwnHolds::cancel(std::uint64_t id)
{
    boost::asio::post(m_impl->admin()->core->executor(), [impl = m_impl, id] { impl->cancel(id); });
}

void OwnHolds::release(std::uint64_t id, Admin::Callback callback)
{
    m_impl->admin()->deliver(Impl::give_back(m_impl, id), std::move(callback));
}

void OwnHolds::release_all()
{
    boost::asio::post(m_impl->admin()->core->executor(), [impl = m_impl] { impl->release_all(); });
}

void OwnHolds::note_failover(const Failover& failover)
{
    boost::asio::post(m_impl->admin()->core->executor(),
                      [impl = m_impl, address = failover.to] { impl->note_failover(address); });
}

bool OwnHolds::wait_for_release(milliseconds limit)
{
    return m_impl->wait_until_empty(limit);
}

const OwnerId& OwnHolds::owner() const noexcept
{
    return m_impl->owner();
}

std::vector<OwnHold> OwnHolds::list() const
{
    return m_impl->list();
}

void OwnHolds::on_change(std::function<void()> callback)
{
    m_impl->on_change(std::move(callback));
}

} // namespace lockscope

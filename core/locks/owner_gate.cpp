// SPDX-License-Identifier: Apache-2.0
#include "locks/owner_gate.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace lockscope::locks {

OwnerGate::Pass::~Pass()
{
    if (m_gate)
        m_gate->leave(m_key);
}

boost::asio::awaitable<OwnerGate::Pass> OwnerGate::enter(std::string lock, OwnerId owner, Clock::time_point deadline)
{
    Key key{std::move(lock), std::pair{std::move(owner.client), owner.thread}};
    const bool is_free = m_queues.try_emplace(key).second;
    if (is_free || co_await be_called(key, deadline))
        co_return Pass(shared_from_this(), std::move(key));
    co_return Pass();
}

/// Apart from enter(), because hardly anybody has to wait here, and thousands may wait elsewhere with the memory that
/// enter() has taken.
boost::asio::awaitable<bool> OwnerGate::be_called(const Key& key, Clock::time_point deadline)
{
    Ticket ticket(m_executor);
    m_queues[key].push_back(&ticket);
    ticket.timer.expires_at(deadline);
    co_await ticket.timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    if (ticket.is_called)
        co_return true; // the one who left has handed the place over
    const auto still = m_queues.find(key);
    if (still != m_queues.end())
        std::erase(still->second, &ticket);
    co_return false;
}

void OwnerGate::close()
{
    for (auto& [key, queue] : m_queues) {
        for (Ticket* ticket : queue)
            ticket->timer.cancel();
    }
    m_queues.clear();
}

void OwnerGate::leave(const Key& key)
{
    const auto queue = m_queues.find(key);
    if (queue == m_queues.end())
        return;
    if (queue->second.empty()) {
        m_queues.erase(queue);
        return;
    }
    Ticket* next = queue->second.front();
    queue->second.erase(queue->second.begin());
    next->is_called = true;
    next->timer.cancel();
}

} // namespace lockscope::locks

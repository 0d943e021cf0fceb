// SPDX-License-Identifier: Apache-2.0
#include "locks/loss_watch.hpp"

#include <utility>

namespace lockscope::locks {

LossWatch::LossWatch(boost::asio::any_io_executor executor, std::shared_ptr<redis::Servers> servers,
                     std::shared_ptr<Watchdog> watchdog)
    : m_executor(std::move(executor))
    , m_servers(std::move(servers))
    , m_watchdog(std::move(watchdog))
{}

void LossWatch::start()
{
    m_changes = m_servers->on_change([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->follow();
    });
    m_watchdog->before_look([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->ensure();
    });
    follow();
}

/// Of many masters only those that are looked at already hold something of ours.
void LossWatch::ensure()
{
    for (const auto& [node, watch] : m_watches) {
        if (m_watches.size() == 1 || node->renewals().is_open())
            watch->ensure();
    }
}

void LossWatch::follow()
{
    const auto former = std::exchange(m_watches, {});
    for (const auto& node : m_servers->masters()) {
        const auto known = former.find(node);
        auto watch = known != former.end() ? known->second
                                           : std::make_shared<NodeWatch>(m_executor, m_servers, node, m_watchdog);
        if (known == former.end())
            watch->start();
        m_watches.emplace(node, std::move(watch));
    }
    // A lock may have moved to a server that does not know yet what to announce.
    m_watchdog->suspect_where([](const std::string&) { return true; });
}

} // namespace lockscope::locks

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/node_watch.hpp"
#include "redis/servers.hpp"

#include <map>
#include <memory>

namespace lockscope::locks {

/// A NodeWatch for every master, also for those that join later. I/O thread only.
class LossWatch : public std::enable_shared_from_this<LossWatch>
{
public:
    LossWatch(boost::asio::any_io_executor executor, std::shared_ptr<redis::Servers> servers,
              std::shared_ptr<Watchdog> watchdog);
    void start();

private:
    void ensure();
    void follow();
    boost::asio::any_io_executor m_executor;
    std::shared_ptr<redis::Servers> m_servers;
    std::shared_ptr<Watchdog> m_watchdog;
    std::map<std::shared_ptr<redis::Node>, std::shared_ptr<NodeWatch>> m_watches;
    std::shared_ptr<void> m_changes;
};

} // namespace lockscope::locks

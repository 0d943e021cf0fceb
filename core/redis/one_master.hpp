// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/master_finder.hpp"
#include "redis/servers.hpp"

#include <list>
#include <utility>

namespace lockscope::redis {

/// One server; or the master that is found anew for each attempt to connect, always behind the same Node.
class OneMaster final : public Servers, public std::enable_shared_from_this<OneMaster>
{
public:
    /// @param finder none: where the endpoint says
    OneMaster(asio::any_io_executor executor, ConnectionOptions options, std::shared_ptr<MasterFinder> finder);
    ~OneMaster() override;
    /// Begins to follow the master.
    void start();

    Link& commands() override { return m_node->commands(); }
    Link& renewals() override { return m_node->renewals(); }
    Link& monitor() override { return m_node->monitor(); }
    Subscriber& messages() override { return m_node->pubsub(); }
    Nodes masters() override { return {m_node}; }
    asio::awaitable<Nodes> find_masters() override { co_return Nodes{m_node}; }
    std::shared_ptr<void> on_change(std::function<void()> listener) override;
    const std::string& name() const noexcept override { return m_node->name(); }
    void close() override;

private:
    static ConnectionOptions located_by(ConnectionOptions options, const std::shared_ptr<MasterFinder>& finder);
    void look();
    asio::awaitable<void> follow();
    void on_link(const Connection& connection, const Connection::Event& event);
    void tell();

    asio::any_io_executor m_executor;
    std::shared_ptr<MasterFinder> m_finder;
    std::shared_ptr<Node> m_node;
    std::vector<std::shared_ptr<void>> m_links;
    std::list<std::pair<std::weak_ptr<void>, std::shared_ptr<std::function<void()>>>> m_listeners;
    Address m_master; ///< Where the last link was opened, or where we were told to go.
    bool m_knows_master = false;
    bool m_looks = false;
    bool m_looks_again = false;
    bool m_is_closed = false;
};

} // namespace lockscope::redis

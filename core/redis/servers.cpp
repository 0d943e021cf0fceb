// SPDX-License-Identifier: Apache-2.0
#include "redis/servers.hpp"

namespace lockscope::redis {

namespace {

/// One server, or the master that is found anew for each attempt to connect.
class OneMaster final : public Servers
{
public:
    OneMaster(asio::any_io_executor executor, ConnectionOptions options)
        : m_node(std::make_shared<Node>(std::move(executor), std::move(options)))
    {}

    Link& commands() override { return m_node->commands(); }
    Link& renewals() override { return m_node->renewals(); }
    Link& monitor() override { return m_node->monitor(); }
    Subscriber& messages() override { return m_node->pubsub(); }
    Nodes masters() override { return {m_node}; }
    asio::awaitable<Nodes> find_masters() override { co_return Nodes{m_node}; }
    std::shared_ptr<Node> master_of(std::string_view) override { return m_node; }
    std::shared_ptr<void> on_change(std::function<void()>) override { return std::make_shared<int>(); }
    const std::string& name() const noexcept override { return m_node->name(); }
    void close() override { m_node->close(); }

private:
    std::shared_ptr<Node> m_node;
};

} // namespace

std::shared_ptr<Servers> make_servers(asio::any_io_executor executor, ConnectionOptions options, ShardedMessages)
{
    return std::make_shared<OneMaster>(std::move(executor), std::move(options));
}

} // namespace lockscope::redis

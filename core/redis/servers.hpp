// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/link.hpp"
#include "redis/node.hpp"
#include "redis/subscriber.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// The servers of one deployment, as those see them who only know keys and channels. What concerns a single server
/// (scanning, tracking, INFO) goes to each of masters(). Lives on one executor; every member must be called there.
class Servers
{
public:
    using Nodes = std::vector<std::shared_ptr<Node>>;

    virtual ~Servers() = default;

    /// @name Three kinds of traffic that must not delay each other, and messages
    ///@{
    [[nodiscard]] virtual Link& commands() = 0;
    [[nodiscard]] virtual Link& renewals() = 0;
    [[nodiscard]] virtual Link& monitor() = 0;
    [[nodiscard]] virtual Subscriber& messages() = 0;
    ///@}

    /// Every master that is known just now. A single server, or the one that a Sentinel names, is always the same Node.
    [[nodiscard]] virtual Nodes masters() = 0;
    /// The same, after having found them out. @throws Error: why not.
    virtual asio::awaitable<Nodes> find_masters() = 0;
    /// The one that serves this key, as soon as one does. @throws Error: why none does by @p deadline; cancelled, as
    /// Command::only_while() says of @p wanted.
    virtual asio::awaitable<std::shared_ptr<Node>> master_of(std::string_view key,
                                                             std::chrono::steady_clock::time_point deadline,
                                                             std::function<bool()> wanted = {});
    /// The same as far as is known just now; nullptr: not known.
    [[nodiscard]] virtual std::shared_ptr<Node> home_of(std::string_view key);
    /// Something seems to have changed: find out soon.
    virtual void suspect() {}
    /// Called whenever masters() has changed, or its one Node has another server behind it; lives as long as the
    /// handle.
    [[nodiscard]] virtual std::shared_ptr<void> on_change(std::function<void()> listener) = 0;

    [[nodiscard]] virtual const std::string& name() const noexcept = 0; ///< Endpoint::display()
    virtual void close() = 0;
};

/// As options.endpoint.deployment says.
[[nodiscard]] std::shared_ptr<Servers> make_servers(asio::any_io_executor executor, ConnectionOptions options,
                                                    ShardedMessages sharded);

} // namespace lockscope::redis

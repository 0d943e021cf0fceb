// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/sandbox_sentinel.hpp"
#include "support/redis_client.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// Redis in one of the ways to deploy it, and an independent look at all of its servers. Who is master of what does not
/// change.
class Deployed
{
public:
    enum class Kind {
        single,
        sentinel, ///< A master with a replica, three sentinels.
        cluster,  ///< Three masters with a replica each.
    };
    /// The kind of this name. @throws std::runtime_error if there is none.
    [[nodiscard]] static Kind named(std::string_view name);

    explicit Deployed(Kind kind = Kind::single);

    [[nodiscard]] Kind kind() const noexcept { return m_kind; }
    [[nodiscard]] const Endpoint& endpoint() const;
    void empty();
    /// The master that serves this key.
    [[nodiscard]] RedisClient& home_of(const std::string& key);

    /// @name Of all servers together
    ///@{
    [[nodiscard]] std::vector<std::string> keys();
    /// Channels of either kind that somebody listens to.
    [[nodiscard]] std::vector<std::string> channels();
    [[nodiscard]] std::int64_t subscribers(const std::string& channel);
    [[nodiscard]] std::int64_t calls(const std::string& command);
    ///@}

private:
    Kind m_kind;
    std::optional<Sandbox> m_single;
    std::optional<SandboxSentinel> m_sentinel;
    std::optional<SandboxCluster> m_cluster;
    std::vector<RedisClient> m_servers; ///< Masters first.
    std::size_t m_masters = 1;
    std::map<unsigned, std::size_t> m_homes; ///< Of slots that were asked for.
};

} // namespace lockscope::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "support/certificates.hpp"
#include "support/redis_client.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

class ServersOfTest;
enum class DeploymentKind;

/// Redis in one of the ways to run it, and an independent look at all of its masters together. Who is master of what
/// does not change (support/deployments.hpp has those where it does).
class Deployed
{
public:
    enum class Kind {
        single,
        tls,
        sentinel, ///< A master with a replica, three sentinels.
        cluster,  ///< Three masters with a replica each.
        tls_cluster,
    };
    /// The kind of this name. @throws std::runtime_error if there is none.
    [[nodiscard]] static Kind named(std::string_view name);

    explicit Deployed(Kind kind = Kind::single);
    ~Deployed();

    [[nodiscard]] bool is_cluster() const noexcept { return m_kind == Kind::cluster || m_kind == Kind::tls_cluster; }
    [[nodiscard]] const Endpoint& endpoint() const;
    void empty();
    /// The master that serves this key.
    [[nodiscard]] RedisClient& home_of(const std::string& key);

    /// @name Of all masters together
    ///@{
    [[nodiscard]] std::vector<std::string> keys();
    /// Channels of either kind that somebody listens to.
    [[nodiscard]] std::vector<std::string> channels();
    [[nodiscard]] std::int64_t subscribers(const std::string& channel);
    [[nodiscard]] std::int64_t calls(const std::string& command);
    [[nodiscard]] std::int64_t scripts();
    ///@}

private:
    Kind m_kind;
    std::optional<Certificates> m_ca;
    std::unique_ptr<ServersOfTest> m_servers;
    std::vector<RedisClient> m_masters;
    std::map<unsigned, std::size_t> m_homes; ///< Of slots that were asked for.
};

/// What one of these is, as servers that can be started (support/deployments.hpp).
struct Variety
{
    std::string_view name;
    DeploymentKind servers;
    bool is_encrypted;
};
[[nodiscard]] const Variety& variety_of(Deployed::Kind kind);

} // namespace lockscope::test

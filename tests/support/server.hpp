// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"
#include "support/deployed.hpp"
#include "support/redis_client.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// What the environment says in LOCKSCOPE_TEST_DEPLOYMENT; a single server unless it says something.
[[nodiscard]] Deployed::Kind deployment_under_test();

/// One server for all tests of a class, emptied before each, and an independent look at it.
///
/// It is the master of the deployment under test, and what locks have to do must not depend on that: "tls"; "sentinel",
/// with a replica; "cluster", of one master that serves every slot. One that is paused there stays the master, and
/// messages go by PUBLISH: what is different has tests of its own.
class Server
{
public:
    explicit Server(SandboxOptions options = {});
    ~Server();

    void empty()
    {
        redis.expect({"FLUSHALL"});
        redis.reset_stats();
    }
    /// For the clients under test.
    [[nodiscard]] const Endpoint& endpoint() const;
    /// For whoever looks at the process itself, or stands in between.
    [[nodiscard]] Endpoint direct() const;

    /// Of everything that clients connect to.
    [[nodiscard]] std::vector<std::uint16_t> ports() const;

    [[nodiscard]] bool is_cluster() const { return endpoint().deployment == Deployment::cluster; }
    /// Whether nothing may be made of this name here: what belongs to it would fall into several slots of a cluster.
    [[nodiscard]] bool must_refuse(std::string_view name) const;

private:
    struct Place;
    std::unique_ptr<Place> m_place;

public:
    Sandbox& sandbox; ///< The process itself.
    RedisClient redis;
};

} // namespace lockscope::test

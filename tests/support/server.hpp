// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/error.hpp"
#include "lockscope/sandbox.hpp"
#include "support/redis_client.hpp"

#include <memory>

namespace lockscope::test {

/// One server for all tests of a class, emptied before each, and an independent look at it.
///
/// Where the environment says LOCKSCOPE_TEST_DEPLOYMENT it is the master of such a deployment, and what locks have to
/// do must not depend on that: "tls"; "sentinel", with a replica; "cluster", of one master that serves every slot.
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

    [[nodiscard]] bool is_cluster() const { return endpoint().deployment == Deployment::cluster; }
    /// Whether @p make, which makes a handle, fails for its name, as names must that cannot be in a cluster. Elsewhere
    /// each must do.
    template <typename Make>
    [[nodiscard]] bool refuses(Make make) const
    {
        if (!is_cluster())
            return false;
        try {
            make();
        } catch (const Error& error) {
            return error.errc() == Errc::invalid_argument;
        }
        return false;
    }

private:
    struct Place;
    std::unique_ptr<Place> m_place;

public:
    Sandbox& sandbox; ///< The process itself.
    RedisClient redis;
};

} // namespace lockscope::test

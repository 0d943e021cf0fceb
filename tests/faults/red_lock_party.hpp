// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/red_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "support/lock_suite.hpp"

#include <list>
#include <optional>
#include <vector>

namespace lockscope::test {

/// A process of its own, as far as the servers of a fleet can tell, with one RedLock over all of them.
///
/// A fleet has endpoints() for it, and everywhere(is_so): is it so at each server, of which is_so gets a RedisClient?
class Party
{
public:
    template <typename Fleet>
    explicit Party(Fleet& fleet, milliseconds watchdog_lease = 30s)
    {
        ClientOptions options;
        options.command_timeout = 400ms;
        options.connect_timeout = 400ms;
        options.watchdog_lease = watchdog_lease;
        std::vector<Lock> members;
        for (const Endpoint& endpoint : fleet.endpoints())
            members.push_back(m_clients.emplace_back(endpoint, options).reentrant_lock("lock"));
        m_lock.emplace(members);
    }
    RedLock* operator->() { return &*m_lock; }
    /// On all of them: one that is slow to connect may be left out as soon as a majority is there.
    template <typename Fleet>
    [[nodiscard]] bool takes_all(Fleet& fleet, std::optional<milliseconds> lease = {})
    {
        return until([&] {
            if (!m_lock->acquire({.wait = 10s, .lease = lease, .stop = {}}))
                return false;
            const bool has_all = fleet.everywhere([](RedisClient& redis) { return redis.exists("lock"); });
            if (!has_all)
                m_lock->unlock();
            return has_all;
        });
    }
    /// Whoever cannot ask enough of them, for the others are taken, does not get it either.
    [[nodiscard]] bool gets_it(milliseconds wait, milliseconds lease = 10s)
    {
        try {
            return m_lock->try_lock_for(wait, lease);
        } catch (const Error&) {
            return false;
        }
    }

private:
    std::list<Client> m_clients;
    std::optional<RedLock> m_lock;
};

} // namespace lockscope::test

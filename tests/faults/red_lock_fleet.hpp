// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/red_lock.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <algorithm>
#include <functional>
#include <list>
#include <optional>
#include <vector>

namespace lockscope::test {

/// Independent servers, which keep their data when they start again, and load them slowly.
class Fleet
{
public:
    explicit Fleet(int servers)
    {
        SandboxOptions options;
        options.arguments = {"--appendonly", "yes", "--appendfsync", "always", "--key-load-delay", "1000"};
        for (int i = 0; i < servers; ++i)
            m_servers.emplace_back(options);
    }
    [[nodiscard]] std::list<Server>& servers() { return m_servers; }
    [[nodiscard]] Server& at(int index) { return *std::next(m_servers.begin(), index); }
    [[nodiscard]] std::vector<Endpoint> endpoints()
    {
        std::vector<Endpoint> all;
        for (const Server& server : m_servers)
            all.push_back(server.endpoint());
        return all;
    }
    /// What goes on at a server meanwhile.
    void meanwhile(std::future<void> work) { m_work.push_back(std::move(work)); }
    void wait_for_work() { m_work.clear(); }

    [[nodiscard]] bool everywhere(const std::function<bool(RedisClient&)>& is_so)
    {
        return std::all_of(m_servers.begin(), m_servers.end(), [&](Server& server) { return is_so(server.redis); });
    }
    /// Everybody has left; what could not be given back has ended with its lease.
    [[nodiscard]] bool is_tidy()
    {
        const auto has_none = [](RedisClient& redis) { return !redis.exists("lock"); };
        return until([&] { return everywhere(has_none); }, std::chrono::seconds(60));
    }

private:
    std::list<std::future<void>> m_work; ///< First: ends when the servers are gone at the latest.
    std::list<Server> m_servers;
};

/// A process of its own, as far as the servers can tell.
class Party
{
public:
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
    /// Whoever cannot ask enough of them does not get it either.
    [[nodiscard]] bool gets_it(milliseconds wait)
    {
        try {
            return m_lock->try_lock_for(wait, 10s);
        } catch (const Error&) {
            return false;
        }
    }

private:
    std::list<Client> m_clients;
    std::optional<RedLock> m_lock;
};

} // namespace lockscope::test

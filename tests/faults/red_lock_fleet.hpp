// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "red_lock_party.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <algorithm>
#include <functional>
#include <list>
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

} // namespace lockscope::test

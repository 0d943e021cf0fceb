// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/inquiry.hpp"
#include "redis/master_finder.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace lockscope::redis {

/// Servers of which each says itself whether it is the master.
class Candidates final : public MasterFinder, public std::enable_shared_from_this<Candidates>
{
public:
    using Clock = Link::Clock;

    Candidates(asio::any_io_executor executor, const ConnectionOptions& options);

    /// The one that calls itself master; of several, the one with more replicas, or else the first of the list.
    asio::awaitable<Address> find() override;
    void on_hint(std::function<void()>) override {} // nobody tells us
    void close() override;

private:
    struct Role
    {
        bool is_master = false;
        std::int64_t replicas = 0;
    };
    using Round = Inquiry<Role>;
    static asio::awaitable<Role> ask(Connection& candidate);
    [[nodiscard]] const Round::Asked* best_of(const Round& round) const;

    asio::any_io_executor m_executor;
    ConnectionOptions m_options;
    std::vector<Address> m_addresses;
    std::vector<std::weak_ptr<Round>> m_rounds;
    bool m_is_closed = false;
};

} // namespace lockscope::redis

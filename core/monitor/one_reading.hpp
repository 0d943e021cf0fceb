// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "monitor/reader.hpp"
#include "monitor/snapshot.hpp"
#include "redis/node.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Reading without a monitor. I/O thread only.
namespace lockscope::monitor {

/// What the user may read at each master: tried out once for a link, and again when that was a while ago, because
/// rights change. What is not permitted is an entry in the server's ACL log each time.
class AbilityBook
{
public:
    /// @throws Error
    boost::asio::awaitable<Abilities> of(detail::ClientCore& core, redis::Node& master);
    /// They seem to have changed.
    void forget() { m_entries.clear(); }

private:
    struct Entry
    {
        std::uint64_t link_number = 0;
        std::chrono::steady_clock::time_point tried_at{};
        Abilities abilities;
    };
    std::map<std::string, Entry> m_entries; ///< By name of the master.
};

/// What is under a name at its master.
/// @throws Error also where it could not be read
boost::asio::awaitable<Reading> take_one_reading(detail::ClientCore& core, AbilityBook& book, std::string name,
                                                 ReadRequest::Known known = ReadRequest::Known::companion);

/// One lock, semaphore or latch at its master; nothing if there is none.
/// @param known lock: it was one a moment ago, so what makes no sense as one now is a lock out of order, and not
/// something else that has its name
/// @throws Error
boost::asio::awaitable<std::optional<LockState>> read_one(detail::ClientCore& core, AbilityBook& book, std::string name,
                                                          ReadRequest::Known known = ReadRequest::Known::companion);

/// No server alone can answer for a lock that is just moving from one to another: each of its keys is asked for where
/// it is.
boost::asio::awaitable<std::vector<Reading>> read_one_by_one(redis::Link& link, std::vector<ReadRequest> requests);

} // namespace lockscope::monitor

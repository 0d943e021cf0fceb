// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "support/redis_client.hpp"
#include "support/until.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// Listens to channels as a Java service would, on a connection of its own. Single-threaded: it reads when asked.
class Subscriber
{
public:
    /// Subscribed when this returns.
    Subscriber(const Endpoint& endpoint, const std::vector<std::string>& channels);
    ~Subscriber();
    Subscriber(const Subscriber&) = delete;
    Subscriber& operator=(const Subscriber&) = delete;

    /// Waits for such a message and takes it. @returns false if none came.
    [[nodiscard]] bool wait_for(const std::string& channel, const std::string& payload,
                                std::chrono::milliseconds limit = patience);
    /// (channel, payload) of everything that has come so far and was not taken.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& messages();
    /// Takes everything that was published before this call: a marker is sent through the first channel and awaited.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> take_all(RedisClient& redis);

private:
    void read(std::chrono::milliseconds limit);
    redisContext* m_context;
    std::string m_first_channel;
    std::vector<std::pair<std::string, std::string>> m_messages;
};

} // namespace lockscope::test

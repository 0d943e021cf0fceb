// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch_log.hpp"

#include "support/redis_client.hpp"

#include <string>
#include <utility>

namespace lockscope::test {

inline std::int64_t statistic(RedisClient& redis, const std::string& name)
{
    const std::string stats = redis.text({"INFO", "stats"}), field = name + ':';
    return std::stoll(stats.substr(stats.find(field) + field.size()));
}

inline std::int64_t bytes_sent(RedisClient& redis)
{
    return statistic(redis, "total_net_output_bytes");
}

/// Ever, by anybody.
inline std::int64_t connections_made(RedisClient& redis)
{
    return statistic(redis, "total_connections_received");
}

/// Whole rounds of scanning pass in which nobody connects any more.
inline bool comes_to_rest(RedisClient& redis, const BatchLog& log)
{
    auto connections = connections_made(redis);
    auto rounds = log.status().scan_rounds;
    const auto is_at_rest = [&] {
        if (std::exchange(connections, connections_made(redis)) != connections)
            rounds = log.status().scan_rounds;
        return log.status().scan_rounds > rounds + 2;
    };
    return until(is_at_rest, std::chrono::seconds(120));
}

} // namespace lockscope::test

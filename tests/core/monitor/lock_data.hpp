// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/key_names.hpp"
#include "support/redis_client.hpp"

#include <string>

namespace lockscope::test {

inline const std::string client_a = "0a0a0a0a-1111-4222-8333-444444444444";
inline const std::string client_b = "0b0b0b0b-1111-4222-8333-444444444444";
inline const std::string alice = client_a + ":1";
inline const std::string bob = client_b + ":2";
inline const std::string carol = client_b + ":3";

/// Writes locks exactly as Redisson does, key by key.
class LockData
{
public:
    explicit LockData(const Endpoint& endpoint) : redis(endpoint) {}

    void hold(const std::string& lock, const std::string& owner, int count = 1, int lease = 60'000)
    {
        // In one step, as the script of a client does it: a monitor must not see a lock without expiry in between.
        redis.command({"MULTI"});
        redis.command({"HSET", lock, owner, std::to_string(count)});
        if (lease > 0)
            redis.command({"PEXPIRE", lock, std::to_string(lease)});
        redis.command({"EXEC"});
    }
    /// As Redisson's unlock: gone and announced in one step.
    void release(const std::string& lock)
    {
        redis.command({"MULTI"});
        redis.command({"DEL", lock});
        redis.command({"PUBLISH", locks::unlock_channel(lock), "0"});
        redis.command({"EXEC"});
    }
    void read_hold(const std::string& lock, const std::string& owner, int count = 1, int lease = 60'000)
    {
        redis.command({"MULTI"});
        redis.command({"HSET", lock, "mode", "read", owner, std::to_string(count)});
        for (int hold = 1; hold <= count; ++hold)
            redis.command({"SET", locks::reader_timeout_key(lock, owner, hold), "1", "PX", std::to_string(lease)});
        redis.command({"PEXPIRE", lock, std::to_string(lease)});
        redis.command({"EXEC"});
    }
    void write_hold(const std::string& lock, const std::string& owner, int count = 1, int lease = 60'000)
    {
        redis.command({"HSET", lock, "mode", "write", owner + ":write", std::to_string(count)});
        redis.command({"PEXPIRE", lock, std::to_string(lease)});
    }
    void queue(const std::string& lock, const std::string& owner, std::int64_t wait = 300'000)
    {
        const auto deadline = std::to_string(server_now() + wait);
        redis.command({"MULTI"});
        redis.command({"ZADD", locks::timeout_key(lock), deadline, owner});
        redis.command({"RPUSH", locks::queue_key(lock), owner});
        redis.command({"EXEC"});
    }
    std::int64_t server_now()
    {
        const auto time = redis.list({"TIME"});
        return std::stoll(time[0]) * 1000 + std::stoll(time[1]) / 1000;
    }

    RedisClient redis;
};

} // namespace lockscope::test

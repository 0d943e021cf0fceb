// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/key_names.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/client.hpp"
#include "lockscope/sandbox.hpp"
#include "support/subscriber.hpp"

#include <QTemporaryDir>

#include <chrono>
#include <string>
#include <vector>

namespace lockscope::tests {

using test::RedisClient;
using test::Subscriber;

inline const std::string alice = "0a0a0a0a-1111-4222-8333-444444444444:1";
inline const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444:2";
inline const std::string carol = "0c0c0c0c-1111-4222-8333-444444444444:3";
inline const std::string dave = "0d0d0d0d-1111-4222-8333-444444444444:4";

/// One server, one operator who may do everything, and the locks of others written by hand.
struct AdminFixture
{
    Sandbox sandbox;
    Client client{sandbox.endpoint()};
    QTemporaryDir folder;
    std::shared_ptr<AuditLog> audit =
        std::make_shared<AuditLog>(std::filesystem::path(folder.path().toStdString()) / "audit.jsonl");
    Admin admin{client, audit, {.read_only = false, .production = false, .reason_required = true}};
    RedisClient redis{sandbox.endpoint()};

    static AdminRequest request(std::string lock, Expectation expected)
    {
        AdminRequest request;
        request.lock = std::move(lock);
        request.expected = std::move(expected);
        request.reason = "test";
        return request;
    }
    void hold(const std::string& lock, const std::string& owner, int count = 1, int lease = 60000)
    {
        redis.expect({"HSET", lock, owner, std::to_string(count)});
        redis.expect({"PEXPIRE", lock, std::to_string(lease)});
    }
    void read_hold(const std::string& lock, const std::string& owner, int count = 1, int lease = 60000)
    {
        redis.expect({"HSET", lock, "mode", "read", owner, std::to_string(count)});
        redis.expect({"PEXPIRE", lock, std::to_string(lease)});
        for (int hold = 1; hold <= count; ++hold)
            redis.expect({"SET", locks::reader_timeout_key(lock, owner, hold), "1", "PX", std::to_string(lease)});
    }
    void queue(const std::string& lock, const std::string& owner, long long deadline)
    {
        redis.expect({"RPUSH", locks::queue_key(lock), owner});
        redis.expect({"ZADD", locks::timeout_key(lock), std::to_string(deadline), owner});
    }
    /// The owners in the queue, head first.
    std::vector<std::string> queued(const std::string& lock)
    {
        return redis.list({"LRANGE", locks::queue_key(lock), "0", "-1"});
    }
    /// Who has a deadline, the earliest first.
    std::vector<std::string> scored(const std::string& lock)
    {
        return redis.list({"ZRANGE", locks::timeout_key(lock), "0", "-1"});
    }
    /// Epoch ms; −1 if there is none.
    long long deadline(const std::string& lock, const std::string& owner)
    {
        const auto score = redis.text({"ZSCORE", locks::timeout_key(lock), owner});
        return score.empty() ? -1 : std::stoll(score);
    }
    long long server_now()
    {
        const auto time = redis.list({"TIME"});
        return std::stoll(time[0]) * 1000 + std::stoll(time[1]) / 1000;
    }
    long long exists(const std::string& key) { return redis.integer({"EXISTS", key}); }
};

} // namespace lockscope::tests

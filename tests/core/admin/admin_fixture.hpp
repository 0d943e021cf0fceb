// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/key_names.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/client.hpp"
#include "lockscope/sandbox.hpp"
#include "support/redis_cli.hpp"

#include <QTemporaryDir>

#include <chrono>
#include <string>
#include <vector>

namespace lockscope::tests {

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
    RedisCli redis{sandbox.endpoint()};

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
        redis({"HSET", lock, owner, std::to_string(count)});
        redis({"PEXPIRE", lock, std::to_string(lease)});
    }
    void read_hold(const std::string& lock, const std::string& owner, int count = 1, int lease = 60000)
    {
        redis({"HSET", lock, "mode", "read", owner, std::to_string(count)});
        redis({"PEXPIRE", lock, std::to_string(lease)});
        for (int hold = 1; hold <= count; ++hold)
            redis({"SET", locks::reader_timeout_key(lock, owner, hold), "1", "PX", std::to_string(lease)});
    }
    void queue(const std::string& lock, const std::string& owner, long long deadline)
    {
        redis({"RPUSH", locks::queue_key(lock), owner});
        redis({"ZADD", locks::timeout_key(lock), std::to_string(deadline), owner});
    }
    long long server_now()
    {
        const auto time = redis({"TIME"});
        return std::stoll(time[0]) * 1000 + std::stoll(time[1]) / 1000;
    }
    long long exists(const std::string& key) { return redis.number({"EXISTS", key}); }
};

} // namespace lockscope::tests

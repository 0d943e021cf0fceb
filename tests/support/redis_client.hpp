// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct redisContext;

namespace lockscope::test {

/// A reply, as hiredis read it.
struct Value
{
    enum class Kind { nil, text, error, integer, array };
    Kind kind = Kind::nil;
    std::string text;
    std::int64_t integer = 0;
    std::vector<Value> elements;

    [[nodiscard]] bool is_error() const noexcept { return kind == Kind::error; }
    /// For failure messages: `["a", 1, nil]`.
    [[nodiscard]] std::string shown() const;
};

/// A blocking connection over plain hiredis, so that tests look at the server without the code under test.
///
///     RedisClient redis(sandbox.endpoint());
///     redis.command({"HSET", "lock", "a:1", "1"});
///     QCOMPARE(redis.hash("lock"), (std::map<std::string, std::string>{{"a:1", "1"}}));
///
/// Error replies of command() are values; the other functions throw std::runtime_error for them, as all do when the
/// connection breaks.
class RedisClient
{
public:
    explicit RedisClient(const Endpoint& endpoint);
    ~RedisClient();
    RedisClient(RedisClient&&) noexcept;
    RedisClient& operator=(RedisClient&&) noexcept;

    Value command(const std::vector<std::string>& words);
    /// As command(), but an error reply is thrown.
    Value expect(const std::vector<std::string>& words);
    std::string text(const std::vector<std::string>& words);
    std::int64_t integer(const std::vector<std::string>& words);
    std::vector<std::string> list(const std::vector<std::string>& words);

    std::map<std::string, std::string> hash(const std::string& key);
    std::string type(const std::string& key);
    std::int64_t pttl(const std::string& key);
    bool exists(const std::string& key);
    std::vector<std::string> keys(); ///< All of the database, sorted.
    /// @returns how many clients got it.
    std::int64_t publish(const std::string& channel, const std::string& payload);
    std::int64_t subscribers(const std::string& channel);
    std::vector<std::string> channels(); ///< PUBSUB CHANNELS, sorted; without that of Sentinels.

    /// The lines of CLIENT LIST as fields ("id", "name", "sub", "flags", …).
    std::vector<std::map<std::string, std::string>> clients();
    /// Kills every connection whose name is @p name. @returns how many.
    int kill_clients(const std::string& name);

    /// How often a command ran since CONFIG RESETSTAT, from INFO commandstats.
    std::int64_t calls(const std::string& command);
    /// The same of scripts, whether by EVALSHA or by EVAL.
    std::int64_t scripts() { return calls("evalsha") + calls("eval"); }
    void reset_stats();

private:
    struct Deleter
    {
        void operator()(redisContext* context) const noexcept;
    };
    std::unique_ptr<redisContext, Deleter> m_context;
};

namespace detail {
/// A connected context, authenticated and on its database. @throws std::runtime_error
redisContext* connect(const Endpoint& endpoint);
Value convert(const void* reply);
} // namespace detail

} // namespace lockscope::test

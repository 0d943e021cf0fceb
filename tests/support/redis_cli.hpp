// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <hiredis/hiredis.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/time.h>

namespace lockscope::tests {

/// A second client that shares no code with the library: plain blocking commands, one connection.
///
///     RedisCli redis(sandbox.endpoint());
///     redis({"HSET", "a", "owner", "1"});
///     QCOMPARE(redis.text({"HGET", "a", "owner"}), "1");
class RedisCli
{
public:
    explicit RedisCli(const Endpoint& endpoint)
        : m_context(endpoint.unix_path.empty() ? redisConnect(endpoint.host.c_str(), endpoint.port)
                                               : redisConnectUnix(endpoint.unix_path.c_str()))
    {
        if (!m_context || m_context->err)
            throw std::runtime_error("RedisCli: no connection");
    }

    /// All texts of the reply, arrays flattened; nil is left out. An error reply is its text.
    std::vector<std::string> operator()(const std::vector<std::string>& words)
    {
        std::vector<const char*> arguments;
        std::vector<std::size_t> sizes;
        for (const auto& word : words) {
            arguments.push_back(word.data());
            sizes.push_back(word.size());
        }
        return take(static_cast<redisReply*>(
            redisCommandArgv(m_context.get(), static_cast<int>(words.size()), arguments.data(), sizes.data())));
    }
    /// The first text, or empty.
    std::string text(const std::vector<std::string>& words)
    {
        const auto all = (*this)(words);
        return all.empty() ? std::string() : all.front();
    }
    long long number(const std::vector<std::string>& words) { return std::stoll("0" + text(words)); }

    /// The next pushed reply (after SUBSCRIBE), or nothing within @p wait. The connection is of no use after that.
    std::optional<std::vector<std::string>> next(std::chrono::milliseconds wait)
    {
        const auto micros = std::chrono::microseconds(wait).count();
        const timeval limit{static_cast<time_t>(micros / 1'000'000), static_cast<suseconds_t>(micros % 1'000'000)};
        redisSetTimeout(m_context.get(), limit);
        void* reply = nullptr;
        if (redisGetReply(m_context.get(), &reply) != REDIS_OK)
            return std::nullopt;
        return take(static_cast<redisReply*>(reply));
    }

private:
    static void append(std::vector<std::string>& texts, const redisReply* reply)
    {
        switch (reply->type) {
        case REDIS_REPLY_ARRAY:
            for (std::size_t i = 0; i < reply->elements; ++i)
                append(texts, reply->element[i]);
            break;
        case REDIS_REPLY_INTEGER: texts.push_back(std::to_string(reply->integer)); break;
        case REDIS_REPLY_NIL: break;
        default: texts.emplace_back(reply->str, static_cast<std::size_t>(reply->len));
        }
    }
    std::vector<std::string> take(redisReply* reply)
    {
        if (!reply)
            throw std::runtime_error(std::string("RedisCli: ") + m_context->errstr);
        const std::unique_ptr<void, void (*)(void*)> owner(reply, freeReplyObject);
        std::vector<std::string> texts;
        append(texts, reply);
        return texts;
    }

    struct Free
    {
        void operator()(redisContext* context) const noexcept { redisFree(context); }
    };
    std::unique_ptr<redisContext, Free> m_context;
};

/// Listens on channels as another client would; the subscription stands when the constructor returns.
class Listener
{
public:
    Listener(const Endpoint& endpoint, const std::vector<std::string>& channels) : m_redis(endpoint)
    {
        for (const auto& channel : channels)
            m_redis({"SUBSCRIBE", channel});
    }

    struct Message
    {
        std::string channel, payload;
        bool operator==(const Message&) const = default;
    };
    /// Everything that came until a moment passed without any.
    std::vector<Message> messages(std::chrono::milliseconds quiet = std::chrono::milliseconds(150))
    {
        std::vector<Message> all;
        while (auto reply = m_redis.next(quiet))
            all.push_back({reply->at(1), reply->at(2)});
        return all;
    }

private:
    RedisCli m_redis;
};

} // namespace lockscope::tests

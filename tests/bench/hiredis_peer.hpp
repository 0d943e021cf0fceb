// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <hiredis/hiredis.h>

#include <cstdarg>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockscope::bench {

/// The limit to compare with: bare, blocking hiredis on its own socket.
class HiredisPeer
{
public:
    explicit HiredisPeer(const Endpoint& endpoint)
        : m_context(endpoint.unix_path.empty() ? redisConnect(endpoint.host.c_str(), endpoint.port)
                                               : redisConnectUnix(endpoint.unix_path.c_str()))
    {
        if (!m_context || m_context->err != 0)
            throw std::runtime_error("no connection for the hiredis side of the benchmark");
    }

    void append(const std::vector<std::string>& words)
    {
        std::vector<const char*> texts;
        std::vector<std::size_t> lengths;
        for (const std::string& word : words) {
            texts.push_back(word.data());
            lengths.push_back(word.size());
        }
        redisAppendCommandArgv(m_context.get(), static_cast<int>(words.size()), texts.data(), lengths.data());
    }

    /// The next reply as text; arrays are joined by spaces.
    std::string reply()
    {
        void* raw = nullptr;
        if (redisGetReply(m_context.get(), &raw) != REDIS_OK)
            throw std::runtime_error(m_context->errstr);
        const std::unique_ptr<redisReply, Free> reply(static_cast<redisReply*>(raw));
        return text(*reply);
    }

    std::string command(const std::vector<std::string>& words)
    {
        append(words);
        return reply();
    }

private:
    struct Free
    {
        void operator()(redisReply* reply) const { freeReplyObject(reply); }
        void operator()(redisContext* context) const { redisFree(context); }
    };
    static std::string text(const redisReply& reply)
    {
        if (reply.type == REDIS_REPLY_INTEGER)
            return std::to_string(reply.integer);
        if (reply.type == REDIS_REPLY_ARRAY) {
            std::string joined;
            for (std::size_t i = 0; i < reply.elements; ++i)
                joined += (i == 0 ? "" : " ") + text(*reply.element[i]);
            return joined;
        }
        return reply.str == nullptr ? std::string() : std::string(reply.str, static_cast<std::size_t>(reply.len));
    }
    std::unique_ptr<redisContext, Free> m_context;
};

/// How often scripts were called, from INFO commandstats.
inline long long script_calls(HiredisPeer& peer)
{
    const std::string info = peer.command({"INFO", "commandstats"});
    long long calls = 0;
    for (const char* name : {"cmdstat_evalsha:calls=", "cmdstat_eval:calls="}) {
        const std::size_t at = info.find(name);
        if (at != std::string::npos)
            calls += std::stoll(info.substr(at + std::string(name).size()));
    }
    return calls;
}

} // namespace lockscope::bench

// SPDX-License-Identifier: Apache-2.0
#include "support/subscriber.hpp"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <stdexcept>

#include <poll.h>

namespace lockscope::test {

Subscriber::Subscriber(const Endpoint& endpoint, const std::vector<std::string>& channels)
    : m_context(detail::connect(endpoint))
    , m_first_channel(channels.front())
{
    for (const std::string& channel : channels) {
        void* reply = redisCommand(m_context, "SUBSCRIBE %b", channel.data(), channel.size());
        if (reply == nullptr)
            throw std::runtime_error("test subscriber: cannot subscribe");
        freeReplyObject(reply);
    }
}

Subscriber::~Subscriber()
{
    redisFree(m_context);
}

void Subscriber::read(std::chrono::milliseconds limit)
{
    pollfd state{m_context->fd, POLLIN, 0};
    if (::poll(&state, 1, static_cast<int>(limit.count())) != 1)
        return;
    if (redisBufferRead(m_context) != REDIS_OK)
        throw std::runtime_error(std::string("test subscriber: ") + m_context->errstr);
    for (void* reply = nullptr;; reply = nullptr) {
        if (redisGetReplyFromReader(m_context, &reply) != REDIS_OK)
            throw std::runtime_error(std::string("test subscriber: ") + m_context->errstr);
        if (reply == nullptr)
            return;
        const Value value = detail::convert(reply);
        freeReplyObject(reply);
        if (value.elements.size() == 3 && value.elements[0].text == "message")
            m_messages.emplace_back(value.elements[1].text, value.elements[2].text);
    }
}

bool Subscriber::wait_for(const std::string& channel, const std::string& payload, std::chrono::milliseconds limit)
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (true) {
        const auto found = std::find(m_messages.begin(), m_messages.end(), std::pair(channel, payload));
        if (found != m_messages.end()) {
            m_messages.erase(found);
            return true;
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return false;
        read(left);
    }
}

const std::vector<std::pair<std::string, std::string>>& Subscriber::messages()
{
    std::size_t before = 0;
    do {
        before = m_messages.size();
        read(std::chrono::milliseconds(0));
    } while (m_messages.size() != before);
    return m_messages;
}

std::vector<std::pair<std::string, std::string>> Subscriber::take_all(RedisClient& redis)
{
    const std::string marker = "that was all";
    redis.publish(m_first_channel, marker);
    if (!wait_for(m_first_channel, marker))
        throw std::runtime_error("test subscriber: no message comes through");
    return std::exchange(m_messages, {});
}

} // namespace lockscope::test

// SPDX-License-Identifier: Apache-2.0
#include "redis/reply_reader.hpp"

#include "lockscope/escape.hpp"

#include <hiredis/hiredis.h>
#include <hiredis/read.h>

#include <new>
#include <string>
#include <type_traits>

namespace lockscope::redis {

namespace {

// hiredis builds replies through the callbacks below; ours make Reply values at once and count what they cost.

Reply* place(const redisReadTask* task)
{
    if (task->parent == nullptr)
        return new (std::nothrow) Reply;
    auto* parent = static_cast<Reply*>(task->parent->obj);
    return &parent->elements[static_cast<std::size_t>(task->idx)];
}

void* create_string(const redisReadTask* task, char* text, std::size_t length)
{
    Reply* reply = place(task);
    if (reply == nullptr)
        return nullptr;
    reply->kind = task->type == REDIS_REPLY_ERROR  ? Reply::Kind::error
                : task->type == REDIS_REPLY_STATUS ? Reply::Kind::status
                                                   : Reply::Kind::string;
    reply->text.assign(text, length);
    return reply;
}

/// The count is an int in hiredis 0.14 and a size_t since 1.0.
template <typename Count>
void* create_array(const redisReadTask* task, Count count)
{
    auto& left = *static_cast<std::size_t*>(task->privdata);
    if (count < 0 || static_cast<std::size_t>(count) > left)
        return nullptr; // hiredis reports it as out of memory; ReplyReader says what it was
    Reply* reply = place(task);
    if (reply == nullptr)
        return nullptr;
    left -= static_cast<std::size_t>(count);
    reply->kind = Reply::Kind::array;
    reply->elements.resize(static_cast<std::size_t>(count));
    return reply;
}

void* create_integer(const redisReadTask* task, long long value)
{
    Reply* reply = place(task);
    if (reply != nullptr) {
        reply->kind = Reply::Kind::integer;
        reply->integer = value;
    }
    return reply;
}

void* create_nil(const redisReadTask* task)
{
    return place(task);
}

void free_reply(void* object)
{
    delete static_cast<Reply*>(object);
}

template <typename Function>
struct CountOf;
template <typename Count>
struct CountOf<void* (*)(const redisReadTask*, Count)>
{
    using type = Count;
};

redisReplyObjectFunctions make_functions()
{
    using Count = CountOf<decltype(redisReplyObjectFunctions::createArray)>::type;
    redisReplyObjectFunctions functions{};
    functions.createString = create_string;
    functions.createArray = create_array<Count>;
    functions.createInteger = create_integer;
    functions.createNil = create_nil;
    functions.freeObject = free_reply;
    return functions;
}

} // namespace

void ReplyReader::Deleter::operator()(redisReader* reader) const noexcept
{
    redisReaderFree(reader);
}

ReplyReader::ReplyReader(ReplyLimits limits)
    : m_limits(limits)
    , m_elements(std::make_unique<std::size_t>(limits.elements))
{
    static redisReplyObjectFunctions functions = make_functions();
    m_reader.reset(redisReaderCreateWithFunctions(&functions));
    if (!m_reader)
        throw std::bad_alloc();
    m_reader->privdata = m_elements.get();
}

void ReplyReader::feed(std::string_view bytes)
{
    if (redisReaderFeed(m_reader.get(), bytes.data(), bytes.size()) != REDIS_OK)
        throw Error(Errc::protocol, "Reading a reply failed: out of memory.");
    m_held += bytes.size();
}

void ReplyReader::check_pending() const
{
    if (m_held > m_limits.bytes)
        throw Error(Errc::protocol, "The server sent a reply of more than " + std::to_string(m_limits.bytes >> 20)
                                        + " MB; reading was stopped.");
    const std::string_view pending(m_reader->buf + m_reader->pos, m_reader->len - m_reader->pos);
    if (pending.size() > m_limits.line && pending.substr(0, m_limits.line).find('\n') == std::string_view::npos)
        throw Error(Errc::protocol, "The server sent a line that does not end; reading was stopped.");
}

std::optional<Reply> ReplyReader::next()
{
    void* object = nullptr;
    if (redisReaderGetReply(m_reader.get(), &object) != REDIS_OK) {
        if (m_reader->err == REDIS_ERR_OOM) // only create_array() refuses
            throw Error(Errc::protocol, "The server sent a reply with more elements than are accepted.");
        throw Error(Errc::protocol,
                    "The server sent something that is not the Redis protocol: " + escape(m_reader->errstr));
    }
    if (object == nullptr) {
        check_pending();
        return std::nullopt;
    }
    const std::unique_ptr<Reply> reply(static_cast<Reply*>(object));
    // What is still in the buffer belongs to the next reply.
    m_held = m_reader->len - m_reader->pos;
    *m_elements = m_limits.elements;
    return std::move(*reply);
}

} // namespace lockscope::redis

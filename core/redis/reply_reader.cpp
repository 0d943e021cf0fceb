// SPDX-License-Identifier: Apache-2.0
#include "redis/reply_reader.hpp"

#include "lockscope/escape.hpp"

#include <hiredis/hiredis.h>
#include <hiredis/read.h>

#include <new>
#include <string>
#include <type_traits>

namespace lockscope::redis {

struct ReplyBudget
{
    std::size_t elements;
    const char* refusal = nullptr; ///< Why nothing was made of what came.
};

namespace {

// hiredis builds replies through the callbacks below; ours make Reply values at once and count what they cost.

/// hiredis before 1.0 knows no more; later ones read on, and whoever destroys a reply goes as deep as it is.
constexpr int deepest = 7;

ReplyBudget& budget_of(const redisReadTask* task)
{
    return *static_cast<ReplyBudget*>(task->privdata);
}

/// hiredis takes that for a lack of memory; ReplyReader says what it was.
void* refuse(const redisReadTask* task, const char* why)
{
    budget_of(task).refusal = why;
    return nullptr;
}

/// hiredis 1.0 and later read RESP3 whether or not it was asked for.
void* refuse_type(const redisReadTask* task)
{
    return refuse(task, "The server sent a reply of RESP3, which it was not asked for.");
}

Reply* place(const redisReadTask* task)
{
    if (task->parent == nullptr)
        return new (std::nothrow) Reply;
    auto* parent = static_cast<Reply*>(task->parent->obj);
    return &parent->elements[static_cast<std::size_t>(task->idx)];
}

void* create_string(const redisReadTask* task, char* text, std::size_t length)
{
    if (task->type != REDIS_REPLY_STRING && task->type != REDIS_REPLY_STATUS && task->type != REDIS_REPLY_ERROR)
        return refuse_type(task);
    Reply* reply = place(task);
    if (reply == nullptr)
        return nullptr;
    reply->kind = task->type == REDIS_REPLY_ERROR  ? Reply::Kind::error
                : task->type == REDIS_REPLY_STATUS ? Reply::Kind::status
                                                   : Reply::Kind::string;
    reply->text.assign(text, length);
    return reply;
}

int depth_of(const redisReadTask* task)
{
    int depth = 0;
    for (const redisReadTask* each = task; each != nullptr; each = each->parent)
        ++depth;
    return depth;
}

/// The count is an int in hiredis 0.14 and a size_t since 1.0.
template <typename Count>
void* create_array(const redisReadTask* task, Count count)
{
    if (task->type != REDIS_REPLY_ARRAY)
        return refuse_type(task);
    if (depth_of(task) > deepest)
        return refuse(task, "The server sent a reply that is nested deeper than is accepted.");
    std::size_t& left = budget_of(task).elements;
    if (count < 0 || static_cast<std::size_t>(count) > left)
        return refuse(task, "The server sent a reply with more elements than are accepted.");
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
    if (task->type == REDIS_REPLY_NIL)
        return refuse_type(task); // "_"; the nil of RESP2 is a string or an array
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

/// Left empty, hiredis would answer with a number where a pointer to a reply is expected.
template <typename Functions>
void refuse_numbers_of_resp3(Functions& functions)
{
    if constexpr (requires { functions.createDouble; })
        functions.createDouble = [](const redisReadTask* task, auto...) { return refuse_type(task); };
    if constexpr (requires { functions.createBool; })
        functions.createBool = [](const redisReadTask* task, auto...) { return refuse_type(task); };
}

redisReplyObjectFunctions make_functions()
{
    using Count = CountOf<decltype(redisReplyObjectFunctions::createArray)>::type;
    redisReplyObjectFunctions functions{};
    functions.createString = create_string;
    functions.createArray = create_array<Count>;
    functions.createInteger = create_integer;
    functions.createNil = create_nil;
    functions.freeObject = free_reply;
    refuse_numbers_of_resp3(functions);
    return functions;
}

} // namespace

void ReplyReader::Deleter::operator()(redisReader* reader) const noexcept
{
    redisReaderFree(reader);
}

ReplyReader::~ReplyReader() = default;
ReplyReader::ReplyReader(ReplyReader&& other) noexcept = default;
ReplyReader& ReplyReader::operator=(ReplyReader&& other) noexcept = default;

ReplyReader::ReplyReader(ReplyLimits limits)
    : m_limits(limits)
    , m_budget(std::make_unique<ReplyBudget>(ReplyBudget{limits.elements}))
{
    static redisReplyObjectFunctions functions = make_functions();
    m_reader.reset(redisReaderCreateWithFunctions(&functions));
    if (!m_reader)
        throw std::bad_alloc();
    m_reader->privdata = m_budget.get();
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
        if (m_budget->refusal != nullptr)
            throw Error(Errc::protocol, m_budget->refusal);
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
    m_budget->elements = m_limits.elements;
    return std::move(*reply);
}

} // namespace lockscope::redis

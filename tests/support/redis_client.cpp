// SPDX-License-Identifier: Apache-2.0
#include "support/redis_client.hpp"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <csignal>
#include <sstream>
#include <stdexcept>

namespace lockscope::test {

namespace {

constexpr timeval patience{10, 0};

Value run(redisContext* context, const std::vector<std::string>& words)
{
    std::vector<const char*> pointers;
    std::vector<std::size_t> lengths;
    for (const std::string& word : words) {
        pointers.push_back(word.data());
        lengths.push_back(word.size());
    }
    void* reply = redisCommandArgv(context, static_cast<int>(words.size()), pointers.data(), lengths.data());
    if (reply == nullptr)
        throw std::runtime_error("test client, " + words.front() + ": " + context->errstr);
    Value value = detail::convert(reply);
    freeReplyObject(reply);
    return value;
}

} // namespace

namespace detail {

redisContext* connect(const Endpoint& endpoint)
{
    // hiredis writes without MSG_NOSIGNAL: a server that has closed the connection must be an error, not the end.
    std::signal(SIGPIPE, SIG_IGN);
    redisContext* context = endpoint.unix_path.empty()
                              ? redisConnectWithTimeout(endpoint.host.c_str(), endpoint.port, patience)
                              : redisConnectUnixWithTimeout(endpoint.unix_path.c_str(), patience);
    if (context == nullptr || context->err != 0) {
        const std::string why = context == nullptr ? "no memory" : context->errstr;
        redisFree(context);
        throw std::runtime_error("test client cannot connect to " + endpoint.display() + ": " + why);
    }
    redisSetTimeout(context, patience);
    std::vector<std::vector<std::string>> first;
    if (!endpoint.password.empty()) {
        first.push_back({"AUTH", endpoint.password});
        if (!endpoint.user.empty())
            first.back().insert(first.back().begin() + 1, endpoint.user);
    }
    if (endpoint.database != 0)
        first.push_back({"SELECT", std::to_string(endpoint.database)});
    for (const auto& words : first) {
        const Value value = run(context, words);
        if (value.is_error()) {
            redisFree(context);
            throw std::runtime_error("test client, " + words.front() + ": " + value.text);
        }
    }
    return context;
}

Value convert(const void* opaque)
{
    const auto* reply = static_cast<const redisReply*>(opaque);
    Value value;
    switch (reply->type) {
    case REDIS_REPLY_INTEGER:
        value.kind = Value::Kind::integer;
        value.integer = reply->integer;
        break;
    case REDIS_REPLY_ARRAY:
        value.kind = Value::Kind::array;
        for (std::size_t i = 0; i < reply->elements; ++i)
            value.elements.push_back(convert(reply->element[i]));
        break;
    case REDIS_REPLY_NIL: break;
    default:
        value.kind = reply->type == REDIS_REPLY_ERROR ? Value::Kind::error : Value::Kind::text;
        value.text.assign(reply->str, static_cast<std::size_t>(reply->len));
    }
    return value;
}

} // namespace detail

std::string Value::shown() const
{
    switch (kind) {
    case Kind::nil: return "nil";
    case Kind::integer: return std::to_string(integer);
    case Kind::text: return '"' + text + '"';
    case Kind::error: return "error " + text;
    case Kind::array: break;
    }
    std::string all;
    for (const Value& element : elements)
        all += (all.empty() ? "" : ", ") + element.shown();
    return '[' + all + ']';
}

void RedisClient::Deleter::operator()(redisContext* context) const noexcept
{
    redisFree(context);
}

RedisClient::RedisClient(const Endpoint& endpoint) : m_context(detail::connect(endpoint)) {}
RedisClient::~RedisClient() = default;
RedisClient::RedisClient(RedisClient&&) noexcept = default;
RedisClient& RedisClient::operator=(RedisClient&&) noexcept = default;

Value RedisClient::command(const std::vector<std::string>& words)
{
    return run(m_context.get(), words);
}

Value RedisClient::expect(const std::vector<std::string>& words)
{
    Value value = command(words);
    if (value.is_error())
        throw std::runtime_error("test client, " + words.front() + ": " + value.text);
    return value;
}

std::string RedisClient::text(const std::vector<std::string>& words)
{
    return expect(words).text;
}

std::int64_t RedisClient::integer(const std::vector<std::string>& words)
{
    return expect(words).integer;
}

std::vector<std::string> RedisClient::list(const std::vector<std::string>& words)
{
    std::vector<std::string> texts;
    for (const Value& element : expect(words).elements)
        texts.push_back(element.text);
    return texts;
}

std::map<std::string, std::string> RedisClient::hash(const std::string& key)
{
    std::map<std::string, std::string> fields;
    const std::vector<std::string> flat = list({"HGETALL", key});
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2)
        fields[flat[i]] = flat[i + 1];
    return fields;
}

std::string RedisClient::type(const std::string& key)
{
    return text({"TYPE", key});
}

std::int64_t RedisClient::pttl(const std::string& key)
{
    return integer({"PTTL", key});
}

bool RedisClient::exists(const std::string& key)
{
    return integer({"EXISTS", key}) == 1;
}

std::vector<std::string> RedisClient::keys()
{
    std::vector<std::string> all = list({"KEYS", "*"});
    std::sort(all.begin(), all.end());
    return all;
}

std::int64_t RedisClient::publish(const std::string& channel, const std::string& payload)
{
    return integer({"PUBLISH", channel, payload});
}

std::int64_t RedisClient::subscribers(const std::string& channel)
{
    return expect({"PUBSUB", "NUMSUB", channel}).elements.at(1).integer;
}

std::vector<std::string> RedisClient::channels()
{
    std::vector<std::string> all = list({"PUBSUB", "CHANNELS"});
    std::erase(all, "__sentinel__:hello"); // Where Sentinels hear of each other.
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<std::map<std::string, std::string>> RedisClient::clients()
{
    std::vector<std::map<std::string, std::string>> all;
    std::istringstream lines(text({"CLIENT", "LIST"}));
    for (std::string line; std::getline(lines, line);) {
        auto& fields = all.emplace_back();
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            const std::size_t equals = word.find('=');
            fields[word.substr(0, equals)] = equals == std::string::npos ? "" : word.substr(equals + 1);
        }
    }
    return all;
}

int RedisClient::kill_clients(const std::string& name)
{
    constexpr std::size_t mark_and_uuid = 37;
    int killed = 0;
    for (const auto& client : clients()) {
        std::string bare = client.at("name");
        if (const std::size_t mark = bare.find('@'); mark != std::string::npos)
            bare.erase(mark, mark_and_uuid);
        if (bare == name)
            killed += static_cast<int>(command({"CLIENT", "KILL", "ID", client.at("id")}).integer);
    }
    return killed;
}

std::int64_t RedisClient::calls(const std::string& command_name)
{
    const std::string info = text({"INFO", "commandstats"});
    const std::string label = "cmdstat_" + command_name + ":calls=";
    const std::size_t at = info.find(label);
    return at == std::string::npos ? 0 : std::stoll(info.substr(at + label.size()));
}

void RedisClient::reset_stats()
{
    expect({"CONFIG", "RESETSTAT"});
}

} // namespace lockscope::test

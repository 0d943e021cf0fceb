// SPDX-License-Identifier: Apache-2.0
#include "monitor/news.hpp"

#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "monitor/glob.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::monitor {
namespace {

namespace asio = boost::asio;
using redis::Command;
using redis::PubSub;

constexpr const char* invalidate_channel = "__redis__:invalidate";
/// An ACL must name it literally.
constexpr const char* keyevent_pattern = "__keyevent@*__:*";

std::chrono::steady_clock::time_point deadline_of(const redis::Connection& connection)
{
    return std::chrono::steady_clock::now() + connection.options().command_timeout;
}

/// Refusals lead to the next best source; a lost connection does not.
bool is_refusal(const Error& error) noexcept
{
    return error.errc() == Errc::no_permission || error.errc() == Errc::server;
}

asio::awaitable<redis::Subscription> try_subscribe(PubSub& pubsub, PubSub::Kind kind, std::string name,
                                                   redis::Subscriber::Handler handler)
{
    redis::Subscription subscription;
    try {
        const auto deadline = deadline_of(pubsub.connection());
        subscription = co_await pubsub.subscribe(kind, std::move(name), std::move(handler), deadline);
    } catch (const Error& error) {
        if (!is_refusal(error))
            throw;
    }
    co_return subscription;
}

/// All events that concern a lock's keys must be on: those of generic commands, hashes, queues (lists), deadlines
/// (sorted sets), permits and tokens (strings), expiry and eviction.
bool notifies_of_locks(std::string_view flags)
{
    constexpr std::string_view classes = "ghlz$xe";
    const auto has = [flags](char flag) { return flags.find(flag) != std::string_view::npos; };
    return has('E') && (has('A') || std::all_of(classes.begin(), classes.end(), has));
}

} // namespace

News::News(redis::Node& node, int database, Handlers handlers)
    : m_node(node)
    , m_database(database)
    , m_handlers(std::move(handlers))
{}

asio::awaitable<void> News::listen_for_unlocks()
{
    co_await listen_for_unlocks(m_unlocks, std::string(locks::unlock_channel_pattern));
    co_await listen_for_unlocks(m_rw_unlocks, std::string(locks::rwlock_channel_pattern));
}

asio::awaitable<void> News::listen_for_unlocks(redis::Subscription& subscription, std::string pattern)
{
    auto& pubsub = m_node.pubsub();
    if (subscription && pubsub.is_confirmed(PubSub::Kind::pattern, pattern))
        co_return;
    redis::Subscriber::Handler handler = [this](const redis::Message& message) {
        if (message.missed)
            m_handlers.everything();
        else
            m_handlers.unlocked(message.channel, message.payload);
    };
    auto anew = co_await try_subscribe(pubsub, PubSub::Kind::pattern, std::move(pattern), std::move(handler));
    subscription = std::move(anew);
}

redis::Subscriber::Handler News::forward_key()
{
    return [this](const redis::Message& message) {
        const bool is_nil = message.missed && !message.channel.empty();
        if (is_nil)
            m_handlers.flushed();
        else if (message.missed)
            m_handlers.everything();
        else
            m_handlers.changed(message.payload);
    };
}

asio::awaitable<NewsSource> News::enable(Wanted wanted, std::string pattern)
{
    bool enabled = false;
    if (wanted == Wanted::broadcast) {
        enabled = co_await enable_tracking(Wanted::broadcast, pattern);
        if (enabled)
            co_return NewsSource::broadcast;
    }
    enabled = co_await enable_tracking(Wanted::tracking, pattern);
    if (enabled)
        co_return NewsSource::tracking;
    enabled = co_await enable_notifications();
    co_return enabled ? NewsSource::notifications : NewsSource::polling;
}

asio::awaitable<bool> News::enable_tracking(Wanted wanted, const std::string& pattern)
{
    auto& pubsub = m_node.pubsub();
    const auto id = co_await pubsub.client_id();
    if (id == 0)
        co_return false;
    if (!m_invalidations) {
        auto subscription = co_await try_subscribe(pubsub, PubSub::Kind::channel, invalidate_channel, forward_key());
        m_invalidations = std::move(subscription);
    }
    if (!m_invalidations)
        co_return false;
    Command on{"CLIENT", "TRACKING", "ON", "REDIRECT"};
    on.arg(id);
    if (wanted == Wanted::broadcast) {
        on.arg("BCAST");
        for (const auto& prefix : broadcast_prefixes(pattern))
            on.arg("PREFIX").arg(prefix);
    }
    // Off first: the mode cannot be changed while it is on, and prefixes would add up.
    std::vector<Command> commands{Command{"CLIENT", "TRACKING", "OFF"}, std::move(on)};
    const auto replies = co_await m_node.monitor().pipeline(std::move(commands));
    co_return !replies.back().is_error();
}

asio::awaitable<bool> News::enable_notifications()
{
    std::vector<Command> ask{Command{"CONFIG", "GET", "notify-keyspace-events"}};
    const auto replies = co_await m_node.monitor().pipeline(std::move(ask));
    const auto& setting = replies.front().elements;
    if (setting.size() != 2 || !notifies_of_locks(setting[1].text))
        co_return false;
    const auto ours = "__keyevent@" + std::to_string(m_database) + "__:";
    redis::Subscriber::Handler handler = [this, ours](const redis::Message& message) {
        if (message.missed)
            m_handlers.everything();
        else if (message.channel.starts_with(ours))
            m_handlers.changed(message.payload);
    };
    if (!m_notifications) {
        auto subscription =
            co_await try_subscribe(m_node.pubsub(), PubSub::Kind::pattern, keyevent_pattern, std::move(handler));
        m_notifications = std::move(subscription);
    }
    co_return static_cast<bool>(m_notifications);
}

void News::disable()
{
    const bool tracked = static_cast<bool>(m_invalidations);
    m_unlocks.reset();
    m_rw_unlocks.reset();
    m_invalidations.reset();
    m_notifications.reset();
    if (tracked && m_node.monitor().is_open())
        m_node.monitor().send(Command{"CLIENT", "TRACKING", "OFF"});
}

std::vector<std::string> broadcast_prefixes(std::string_view pattern)
{
    const auto prefix = glob_prefix(pattern);
    if (prefix.empty())
        return {};
    // Redis refuses overlapping prefixes; names that begin like a companion key get everything.
    const std::string_view companions = "redisson_lock_";
    const auto shared = std::min(prefix.size(), companions.size());
    if (std::string_view(prefix).substr(0, shared) == companions.substr(0, shared))
        return {};
    if (prefix.find('{') != std::string::npos)
        return {prefix, "redisson_lock_queue:" + prefix, "redisson_lock_timeout:" + prefix};
    // Whether the names go on with a brace is not known: both forms of every companion.
    return {prefix, "{" + prefix, "redisson_lock_queue:", "redisson_lock_timeout:"};
}

} // namespace lockscope::monitor

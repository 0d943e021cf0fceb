// SPDX-License-Identifier: Apache-2.0
#include "redis/cluster_messages.hpp"

#include "redis/cluster.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::redis {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds pause{50};

} // namespace

asio::awaitable<Subscription> ClusterMessages::subscribe(std::string channel, Handler handler,
                                                         Clock::time_point deadline)
{
    const std::uint64_t id = ++m_next;
    Subscription subscription([weak = weak_from_this(), channel, id] {
        if (const auto self = weak.lock())
            self->leave(channel, id);
    });
    Entry& entry = m_entries[channel];
    if (entry.number == 0)
        entry.number = id;
    entry.handlers.emplace(id, std::make_shared<Handler>(std::move(handler)));
    const std::uint64_t number = entry.number;
    // If this throws, the subscription's destructor takes the entry back.
    co_await m_cluster.ready(deadline);
    co_await settle(channel, number, deadline);
    co_return subscription;
}

bool ClusterMessages::is_confirmed(const std::string& channel) const
{
    const auto found = m_entries.find(channel);
    return found != m_entries.end() && found->second.node && found->second.subscription
        && !(m_cluster.is_sharded() && m_cluster.is_migrating(slot_of(channel)))
        && found->second.node->pubsub().is_confirmed(kind(), channel)
        && found->second.node == m_cluster.node_of(slot_of(channel));
}

PubSub::Kind ClusterMessages::kind() const
{
    return m_cluster.is_sharded() ? PubSub::Kind::shard : PubSub::Kind::channel;
}

ClusterMessages::Entry* ClusterMessages::find(const std::string& channel, std::uint64_t number)
{
    const auto found = m_entries.find(channel);
    return found != m_entries.end() && found->second.number == number ? &found->second : nullptr;
}

/// Listens at the node of the channel's slot, whichever that is by then.
asio::awaitable<void> ClusterMessages::settle(std::string channel, std::uint64_t number, Clock::time_point deadline)
{
    while (Entry* entry = find(channel, number)) {
        const std::shared_ptr<Node> node = m_cluster.node_of(slot_of(channel));
        if (node && entry->node == node && node->pubsub().is_confirmed(kind(), channel))
            co_return;
        std::optional<Error> trouble;
        if (node) {
            const auto forward = [weak = weak_from_this(), channel](const Message& message) {
                if (const auto self = weak.lock())
                    self->deliver(channel, message);
            };
            node->pubsub().on_eviction([weak = weak_from_this()](const std::string& gone) {
                if (const auto self = weak.lock())
                    self->evicted(gone);
            });
            try {
                // Not longer than it takes to notice that the node is gone: then another one serves the slot.
                const auto limit = std::min(deadline, Clock::now() + milliseconds(500));
                Subscription made = co_await node->pubsub().subscribe(kind(), channel, forward, limit);
                entry = find(channel, number);
                if (!entry)
                    co_return;
                entry->subscription = std::move(made);
                entry->node = node;
                continue;
            } catch (const Error& error) {
                const bool is_elsewhere = error.errc() == Errc::redirected || error.errc() == Errc::closed;
                if (m_is_closed || (!error.transient() && !is_elsewhere))
                    throw;
                trouble = error;
            }
        }
        m_cluster.suspect();
        if (Clock::now() + pause >= deadline)
            throw trouble ? Error(Errc::connection_failed, trouble->message(), m_cluster.name())
                          : Error(Errc::connection_failed, "No node serves this channel just now.", m_cluster.name());
        co_await m_cluster.until_news(pause);
    }
}

void ClusterMessages::follow()
{
    for (auto& [channel, entry] : m_entries) {
        if (entry.node && entry.node != m_cluster.node_of(slot_of(channel)))
            move(channel, entry);
    }
}

void ClusterMessages::evicted(const std::string& channel)
{
    m_cluster.suspect();
    const auto found = m_entries.find(channel);
    if (found != m_entries.end() && found->second.node)
        move(channel, found->second);
}

void ClusterMessages::move(const std::string& channel, Entry& entry)
{
    if (std::exchange(entry.is_moving, true))
        return;
    const auto moving = [](std::shared_ptr<ClusterMessages> self, std::string what,
                           std::uint64_t number) -> asio::awaitable<void> {
        co_await self->move_over(std::move(what), number);
    };
    asio::co_spawn(m_executor, moving(shared_from_this(), channel, entry.number), asio::detached);
}

asio::awaitable<void> ClusterMessages::move_over(std::string channel, std::uint64_t number)
{
    while (!m_is_closed) {
        try {
            co_await settle(channel, number, Clock::now() + m_cluster.options().command_timeout);
            break;
        } catch (const Error& error) {
            if (!error.transient())
                break; // not permitted there: whoever waits polls
        }
        co_await m_cluster.until_news(pause);
    }
    Entry* entry = find(channel, number);
    if (m_is_closed || !entry)
        co_return;
    entry->is_moving = false;
    deliver(channel, {{}, {}, true});
}

void ClusterMessages::deliver(const std::string& channel, const Message& message)
{
    const auto entry = m_entries.find(channel);
    if (entry == m_entries.end())
        return;
    // A handler may end its own or another subscription.
    const auto handlers = entry->second.handlers;
    for (const auto& [id, handler] : handlers) {
        const auto still = m_entries.find(channel);
        if (still != m_entries.end() && still->second.handlers.contains(id))
            (*handler)(message);
    }
}

void ClusterMessages::leave(const std::string& channel, std::uint64_t id)
{
    const auto entry = m_entries.find(channel);
    if (entry == m_entries.end())
        return;
    entry->second.handlers.erase(id);
    if (entry->second.handlers.empty())
        m_entries.erase(entry);
}

void ClusterMessages::close()
{
    m_is_closed = true;
    m_entries.clear();
}

} // namespace lockscope::redis

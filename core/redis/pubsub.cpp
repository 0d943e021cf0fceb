// SPDX-License-Identifier: Apache-2.0
#include "redis/pubsub.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>

namespace lockscope::redis {

namespace {

/// Before what was refused is asked for once more.
constexpr std::chrono::milliseconds shortest_refusal{100};
constexpr std::chrono::milliseconds longest_refusal{5000};

std::string_view verb_of(PubSub::Kind kind)
{
    switch (kind) {
    case PubSub::Kind::channel: return "SUBSCRIBE";
    case PubSub::Kind::pattern: return "PSUBSCRIBE";
    case PubSub::Kind::shard: return "SSUBSCRIBE";
    }
    return {};
}

std::string_view opposite_of(PubSub::Kind kind)
{
    switch (kind) {
    case PubSub::Kind::channel: return "UNSUBSCRIBE";
    case PubSub::Kind::pattern: return "PUNSUBSCRIBE";
    case PubSub::Kind::shard: return "SUNSUBSCRIBE";
    }
    return {};
}

} // namespace

PubSub::PubSub(asio::any_io_executor executor, ConnectionOptions options)
    : m_executor(executor)
    , m_connection(std::make_shared<Connection>(std::move(executor), std::move(options)))
    , m_retry(m_executor)
{
    // The connection is ours and ends with us, so these callbacks cannot outlive `this`.
    m_connection->on_push([this](Reply& reply) { return on_push(reply); });
    m_listening = m_connection->on_event([this](const Connection::Event& event) {
        ++m_connected;
        m_leaving.clear();
        m_retry.cancel();
        m_retry_pause = shortest_refusal;
        if (event.kind == Connection::Event::Kind::opened)
            restore();
    });
}

PubSub::~PubSub()
{
    m_connection->close();
}

asio::awaitable<Subscription> PubSub::subscribe(std::string channel, Handler handler, Clock::time_point deadline)
{
    return subscribe(Kind::channel, std::move(channel), std::move(handler), deadline);
}

bool PubSub::is_confirmed(const std::string& channel) const
{
    return is_confirmed(Kind::channel, channel);
}

asio::awaitable<Subscription> PubSub::subscribe(Kind kind, std::string name, Handler handler,
                                                Clock::time_point deadline)
{
    const std::uint64_t id = ++m_next_id;
    Subscription subscription([weak = weak_from_this(), kind, name, id] {
        if (const auto self = weak.lock())
            self->leave(kind, name, id);
    });
    const Key key{kind, name};
    Entry& entry = m_entries[key];
    if (entry.number == 0)
        entry.number = id;
    entry.handlers.emplace(id, std::make_shared<Handler>(std::move(handler)));
    const std::uint64_t number = entry.number;
    // If this throws, the subscription's destructor takes the entry back.
    while (!is_confirmed(kind, name))
        co_await confirm(key, number, deadline);
    co_return subscription;
}

asio::awaitable<void> PubSub::confirm(Key key, std::uint64_t number, Clock::time_point deadline)
{
    Command command{verb_of(key.first), key.second};
    co_await m_connection->call(std::move(command), deadline);
    const auto entry = m_entries.find(key);
    if (entry != m_entries.end() && entry->second.number == number)
        entry->second.confirmed_on = m_connected; // the reply came over the connection that is open now
    // Otherwise everybody left meanwhile, and leave() has told the server.
}

asio::awaitable<std::int64_t> PubSub::client_id()
{
    co_await m_connection->open();
    co_return m_connection->client_id();
}

bool PubSub::is_confirmed(Kind kind, const std::string& name) const
{
    const auto entry = m_entries.find({kind, name});
    return entry != m_entries.end() && m_connection->is_open() && entry->second.confirmed_on == m_connected
        && m_connected != 0;
}

void PubSub::close()
{
    m_retry.cancel();
    m_connection->close();
}

bool PubSub::on_push(Reply& reply)
{
    if (!reply.is_array() || reply.elements.empty() || !reply.elements.front().is_text())
        return false;
    const std::string& what = reply.elements.front().text;
    if (what == "sunsubscribe" && reply.elements.size() == 3)
        return is_eviction(reply.elements[1].text);
    const bool plain = what == "message" && reply.elements.size() == 3;
    const bool by_pattern = what == "pmessage" && reply.elements.size() == 4;
    const bool in_shard = what == "smessage" && reply.elements.size() == 3;
    if (!plain && !by_pattern && !in_shard)
        return false;
    const std::string name = reply.elements[1].text;
    const std::string channel = by_pattern ? reply.elements[2].text : name;
    const Reply& payload = reply.elements.back();
    const Kind kind = by_pattern ? Kind::pattern : in_shard ? Kind::shard : Kind::channel;
    if (payload.is_array()) {
        for (const Reply& element : payload.elements)
            deliver(kind, name, {channel, element.text, false});
    } else {
        deliver(kind, name, {channel, payload.text, payload.is_nil()});
    }
    return true;
}

/// The farewell to a channel that we have not asked to leave is the server's own doing.
bool PubSub::is_eviction(const std::string& channel)
{
    const auto leaving = m_leaving.find(channel);
    if (leaving != m_leaving.end()) {
        if (--leaving->second == 0)
            m_leaving.erase(leaving);
        return false;
    }
    const auto entry = m_entries.find({Kind::shard, channel});
    if (entry != m_entries.end())
        entry->second.confirmed_on = 0;
    if (m_on_eviction)
        m_on_eviction(channel);
    return true;
}

void PubSub::deliver(Kind kind, const std::string& name, const Message& message)
{
    const auto entry = m_entries.find({kind, name});
    if (entry == m_entries.end())
        return;
    // A handler may end its own or another subscription.
    const auto handlers = entry->second.handlers;
    for (const auto& [id, handler] : handlers) {
        const auto still = m_entries.find({kind, name});
        if (still != m_entries.end() && still->second.handlers.contains(id))
            (*handler)(message);
    }
}

void PubSub::restore()
{
    const auto again = [](std::shared_ptr<PubSub> self, Key key, std::uint64_t number) -> asio::awaitable<void> {
        try {
            co_await self->confirm(key, number, Clock::now() + self->m_connection->options().command_timeout);
        } catch (const Error&) {
            if (self->m_connection->is_open()) // otherwise it was lost again: restored after the next reconnect
                self->restore_later();
            co_return;
        }
        self->deliver(key.first, key.second, {{}, {}, true});
    };
    for (const auto& [key, entry] : m_entries) {
        if (entry.confirmed_on != 0 && entry.confirmed_on != m_connected)
            asio::co_spawn(m_executor, again(shared_from_this(), key, entry.number), asio::detached);
    }
}

/// A right that is missing, or a server that is busy, may be so for a while only.
void PubSub::restore_later()
{
    m_retry.expires_after(m_retry_pause); // however many were refused, all of them go together
    m_retry.async_wait([weak = weak_from_this()](boost::system::error_code error) {
        const auto self = weak.lock();
        if (error || !self || !self->m_connection->is_open())
            return;
        self->m_retry_pause = std::min(2 * self->m_retry_pause, longest_refusal);
        self->restore();
    });
}

void PubSub::leave(Kind kind, const std::string& name, std::uint64_t id)
{
    const auto entry = m_entries.find({kind, name});
    if (entry == m_entries.end())
        return;
    entry->second.handlers.erase(id);
    if (!entry->second.handlers.empty())
        return;
    m_entries.erase(entry);
    // Also if it was not confirmed yet: the request may be on its way. Without a connection there is nothing to take
    // back, and a request that was not sent yet goes with its caller.
    if (m_connection->is_open())
        unsubscribe({kind, name});
}

void PubSub::unsubscribe(const Key& key)
{
    if (key.first == Kind::shard)
        ++m_leaving[key.second];
    m_connection->send(Command{opposite_of(key.first), key.second});
}

} // namespace lockscope::redis

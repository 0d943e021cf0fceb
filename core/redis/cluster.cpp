// SPDX-License-Identifier: Apache-2.0
#include "redis/cluster.hpp"

#include "redis/allowed_hosts.hpp"
#include "redis/retry.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::redis {

using std::chrono::milliseconds;

namespace {

/// A cluster changes without telling anybody.
constexpr milliseconds look_after{5000};
/// While something is wrong.
constexpr milliseconds look_soon{100};
constexpr milliseconds together{5};
/// After the last sign of it.
constexpr milliseconds migration_lasts{1000};
/// For one member to answer, so that a silent one does not hold up the search.
constexpr milliseconds patience{1000};
constexpr milliseconds least_patience{200};

bool helps_to_wait(const Error& error)
{
    return error.transient() || error.errc() == Errc::protocol || error.errc() == Errc::closed;
}

Error no_longer_wanted(const std::string& name)
{
    return {Errc::cancelled, "What was for " + name + " is no longer wanted, and was not sent.", name};
}

} // namespace

Cluster::Cluster(asio::any_io_executor executor, ConnectionOptions options, ShardedMessages sharded)
    : m_executor(std::move(executor))
    , m_options(std::move(options))
    , m_name(m_options.endpoint.display())
    , m_sharded(sharded)
    , m_alarm(m_executor)
    , m_commands(*this, &Node::commands)
    , m_renewals(*this, &Node::renewals)
    , m_monitor(*this, &Node::monitor)
    , m_messages(std::make_shared<ClusterMessages>(m_executor, *this))
{}

Cluster::~Cluster() = default;

Servers::Nodes Cluster::masters()
{
    Nodes nodes;
    for (const Address& master : m_map.masters()) {
        if (auto node = node_at(master))
            nodes.push_back(std::move(node));
    }
    return nodes;
}

asio::awaitable<Servers::Nodes> Cluster::find_masters()
{
    co_await ready(Clock::now() + m_options.connect_timeout);
    co_return masters();
}

asio::awaitable<std::shared_ptr<Node>> Cluster::master_of(std::string_view key, Clock::time_point deadline,
                                                          std::function<bool()> wanted)
{
    constexpr milliseconds pause{100};
    co_await ready(deadline, wanted);
    std::shared_ptr<Node> node = node_of(slot_of(key));
    while (!node && !m_is_closed && has_time_to_retry(pause, deadline)) { // it may be on its way to another one
        suspect();
        co_await until_news(pause);
        if (wanted && !wanted())
            throw no_longer_wanted(m_name);
        node = node_of(slot_of(key));
    }
    if (!node)
        throw Error(Errc::master_down, "No node of " + m_name + " serves this key just now.", m_name);
    co_return node;
}

std::shared_ptr<void> Cluster::on_change(std::function<void()> listener)
{
    auto handle = std::make_shared<int>();
    m_listeners.emplace_back(handle, std::move(listener));
    return handle;
}

void Cluster::close()
{
    if (std::exchange(m_is_closed, true))
        return;
    m_messages->close();
    for (const auto& [address, member] : m_members)
        member.node->close();
    if (m_scout)
        m_scout->close();
    m_alarm.cancel();
    tell_waiters();
    m_listeners.clear();
}

asio::awaitable<void> Cluster::ready(Clock::time_point deadline, std::function<bool()> wanted)
{
    if (!std::exchange(m_is_started, true)) {
        const auto watching = [](std::shared_ptr<Cluster> self) -> asio::awaitable<void> { co_await self->watch(); };
        asio::co_spawn(m_executor, watching(shared_from_this()), asio::detached);
    }
    while (!is_ready()) {
        if (m_is_closed)
            throw Error(Errc::closed, "The connections to " + m_name + " are closed.", m_name);
        if (m_trouble && !helps_to_wait(*m_trouble))
            throw Error(*m_trouble);
        if (Clock::now() >= deadline)
            throw Error(Errc::connection_failed,
                        m_trouble ? m_trouble->message() : "No member of " + m_name + " answered in time.", m_name);
        if (wanted && !wanted())
            throw no_longer_wanted(m_name);
        const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now()) + milliseconds(1);
        co_await until_news(wanted ? std::min(left, between_questions) : left);
    }
}

asio::awaitable<void> Cluster::until_news(milliseconds limit)
{
    const auto self = shared_from_this();
    asio::steady_timer timer(m_executor, limit);
    const auto place = m_waiters.insert(m_waiters.end(), &timer);
    struct Leaving
    {
        std::list<asio::steady_timer*>& all;
        std::list<asio::steady_timer*>::iterator place;
        ~Leaving() { all.erase(place); }
    } const leaving{m_waiters, place};
    boost::system::error_code woken;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
}

void Cluster::tell_waiters()
{
    for (asio::steady_timer* timer : m_waiters)
        timer->cancel();
}

std::shared_ptr<Node> Cluster::node_of(unsigned slot)
{
    const Address* master = m_map.master_of(slot);
    return master ? node_at(*master) : nullptr;
}

std::shared_ptr<Node> Cluster::node_at(const Address& master)
{
    const auto found = m_members.find(master);
    return found == m_members.end() ? nullptr : found->second.node;
}

std::shared_ptr<Node> Cluster::any_node()
{
    std::shared_ptr<Node> any;
    for (const auto& [address, member] : m_members) {
        any = member.node;
        if (any->commands().is_open())
            break;
    }
    return any;
}

void Cluster::moved(unsigned slot, const Address& master)
{
    m_map.move(slot, master);
    m_hint = master;
    suspect();
    m_messages->follow();
}

void Cluster::migrates(unsigned slot)
{
    const Clock::time_point now = Clock::now();
    std::erase_if(m_migrating, [&](const auto& entry) { return entry.second < now; });
    m_migrating[slot] = now + migration_lasts;
}

bool Cluster::is_migrating(unsigned slot) const
{
    const auto found = m_migrating.find(slot);
    return found != m_migrating.end() && Clock::now() < found->second;
}

void Cluster::suspect()
{
    if (!std::exchange(m_is_suspicious, true))
        m_alarm.cancel();
}

asio::awaitable<void> Cluster::watch()
{
    while (!m_is_closed) {
        m_is_suspicious = false;
        const Clock::time_point looked = Clock::now();
        co_await look();
        if (m_is_closed)
            co_return;
        tell_waiters();
        const auto is_well = [](const auto& member) { return !member.second.node->is_lost(); };
        const bool is_whole = is_ready() && !m_trouble && std::all_of(m_members.begin(), m_members.end(), is_well);
        co_await rest_until(looked + (is_whole && !m_is_suspicious ? look_after : look_soon));
        if (m_is_suspicious) // several suspicions come at once, and those that last must not make us ask all the time
            co_await rest_until(std::max(Clock::now() + together, looked + look_soon));
    }
}

asio::awaitable<void> Cluster::rest_until(Clock::time_point time)
{
    boost::system::error_code woken;
    m_alarm.expires_at(time);
    if (!m_is_closed)
        co_await m_alarm.async_wait(asio::redirect_error(asio::use_awaitable, woken));
}

void Cluster::note_down(const Address& member)
{
    if (m_scouted == member)
        m_is_scout_trusted = false;
    suspect();
}

asio::awaitable<void> Cluster::look()
{
    if (!std::exchange(m_is_scout_trusted, true) && m_scouted) {
        m_silent.insert(*m_scouted);
        m_scout.reset();
        m_scouted.reset();
    }
    std::optional<Error> trouble;
    const std::vector<Address> all = candidates();
    // As long as nobody is known, those who are silent must leave time for the others.
    const milliseconds share = m_options.connect_timeout / static_cast<int>(all.size() + 1);
    const milliseconds limit = is_ready() ? patience : std::clamp(share, least_patience, patience);
    for (const Address& member : all) {
        try {
            SlotMap map = co_await ask(member, limit);
            if (m_is_closed)
                co_return;
            m_silent.erase(member);
            require_allowed(map);
            if (map.is_empty())
                throw Error(Errc::master_down, "No slot of " + m_name + " is served by anybody yet.", m_name);
            if (!m_is_decided)
                co_await decide_sharding();
            m_trouble.reset();
            adopt(std::move(map));
            co_return;
        } catch (const Error& error) {
            // A wrong password or certificate is worth more to the reader than a server that is down.
            if (!trouble || helps_to_wait(*trouble))
                trouble = error;
        }
        m_silent.insert(member);
        m_scout.reset();
        m_scouted.reset();
        if (m_is_closed)
            co_return;
    }
    m_trouble = std::move(trouble);
}

/// A member that we must not talk to would make its slots unusable without a word: better say so at once.
void Cluster::require_allowed(const SlotMap& map) const
{
    for (const Address& master : map.masters()) {
        if (!is_allowed(m_options.endpoint, master))
            throw Error(Errc::invalid_argument,
                        "The cluster has a member " + master.display()
                            + " that is none of the allowed hosts; nothing was sent there. Add it to `allow` if it is"
                              " meant.",
                        m_name);
    }
}

std::vector<Address> Cluster::candidates() const
{
    std::vector<Address> all;
    const auto add = [&](const Address& address) {
        if (std::find(all.begin(), all.end(), address) == all.end())
            all.push_back(address);
    };
    if (m_hint && m_members.contains(*m_hint))
        add(*m_hint);
    if (m_scouted)
        add(*m_scouted);
    for (const Address& master : m_map.masters())
        add(master);
    for (const Address& replica : m_map.replicas()) {
        if (is_allowed(m_options.endpoint, replica))
            add(replica);
    }
    for (const Address& seed : m_options.endpoint.addresses())
        add(seed);
    std::stable_partition(all.begin(), all.end(), [&](const Address& address) { return !m_silent.contains(address); });
    return all;
}

ConnectionOptions Cluster::options_for(const Address& member) const
{
    ConnectionOptions options = m_options;
    options.endpoint.deployment = Deployment::single;
    options.endpoint.host = member.host;
    options.endpoint.port = member.port;
    options.endpoint.more.clear();
    return options;
}

asio::awaitable<SlotMap> Cluster::ask(const Address& member, milliseconds limit)
{
    if (!m_scout || m_scouted != member) {
        ConnectionOptions options = options_for(member);
        options.connect_timeout = std::min(options.connect_timeout, limit);
        options.client_name += "-topology";
        m_scout = std::make_unique<Connection>(m_executor, std::move(options));
        m_scouted = member;
        co_await m_scout->open();
    }
    m_hint.reset();
    std::vector<Command> commands{Command{"CLUSTER", "SLOTS"}};
    const std::vector<Reply> replies = co_await m_scout->pipeline(std::move(commands), Clock::now() + limit);
    const Reply& reply = replies.front();
    if (reply.is_error() && reply.text.find("cluster support disabled") != reply.text.npos)
        throw Error(Errc::server, member.display() + " is no cluster; write redis:// for a single server.", m_name);
    if (reply.is_error())
        throw to_error(reply, m_name, "CLUSTER SLOTS");
    co_return SlotMap::parse(reply, member);
}

/// Redisson asks once, too, when it starts.
asio::awaitable<void> Cluster::decide_sharding()
{
    m_is_sharded = m_sharded == ShardedMessages::on;
    if (m_sharded == ShardedMessages::automatic) {
        std::vector<Command> commands{Command{"PUBSUB", "SHARDNUMSUB", "0"}};
        const std::vector<Reply> replies = co_await m_scout->pipeline(std::move(commands), Clock::now() + patience);
        m_is_sharded = !replies.front().is_error();
    }
    m_is_decided = true;
}

void Cluster::adopt(SlotMap map)
{
    if (map == m_map)
        return;
    const bool same_masters = map.masters() == m_map.masters();
    m_map = std::move(map);
    std::map<Address, Member> former = std::exchange(m_members, {});
    for (const Address& master : m_map.masters()) {
        const auto known = former.find(master);
        if (known != former.end()) {
            m_members.insert(former.extract(known));
            continue;
        }
        Member member{std::make_shared<Node>(m_executor, options_for(master)), {}};
        const auto on_event = [weak = weak_from_this()](const Connection::Event& event) {
            const auto self = weak.lock();
            if (self && event.kind == Connection::Event::Kind::lost)
                self->suspect();
        };
        for (Connection* connection : {&member.node->commands(), &member.node->renewals()})
            member.listening.push_back(connection->on_event(on_event));
        m_members.emplace(master, std::move(member));
    }
    // What was not sent to them yet finds its way to their successors.
    for (const auto& [address, member] : former)
        member.node->close();
    m_messages->follow();
    if (same_masters)
        return;
    m_listeners.remove_if([](const auto& listener) { return listener.first.expired(); });
    const auto listeners = m_listeners;
    for (const auto& [handle, listener] : listeners) {
        if (!handle.expired())
            listener();
    }
}

} // namespace lockscope::redis

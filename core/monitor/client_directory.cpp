// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client_directory.hpp"

#include "lockscope/lock_map.hpp"
#include "lockscope/owner.hpp"
#include "monitor/client_identities.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace lockscope {
namespace {

/// What one client has in one lock.
struct Share
{
    bool holds = false, waits = false, ghost = false, listens = false;
};
using Shares = std::map<std::string_view, Share>;

Shares shares_of(const LockState* state)
{
    Shares shares;
    if (state == nullptr)
        return shares;
    for (const auto& holder : state->holders) {
        if (!holder.client().empty())
            shares[holder.client()].holds = true;
    }
    for (const auto& waiter : state->waiters) {
        if (waiter.client().empty())
            continue;
        auto& share = shares[waiter.client()];
        (is_dead(waiter) ? share.ghost : share.waits) = true;
        share.listens = share.listens || waiter.subscribed == true;
    }
    for (auto& [client, share] : shares)
        share.ghost = share.ghost && !share.waits;
    return shares;
}

bool is_sign_of_life(LockEvent::Kind kind) noexcept
{
    switch (kind) {
    case LockEvent::Kind::acquired:
    case LockEvent::Kind::reentered:
    case LockEvent::Kind::renewed:
    case LockEvent::Kind::released_once:
    case LockEvent::Kind::released:
    case LockEvent::Kind::waiter_came: return true;
    default: return false;
    }
}

} // namespace

std::string_view to_string(ClientRecord::Kind kind) noexcept
{
    switch (kind) {
    case ClientRecord::Kind::lockscope: return "lockscope";
    case ClientRecord::Kind::redisson: return "redisson";
    case ClientRecord::Kind::unknown: break;
    }
    return "unknown";
}

class ClientDirectory::Impl
{
public:
    explicit Impl(std::size_t most) : max_clients(most) {}

    using Number = NameIndex::Number;
    static constexpr SystemTime never{}; ///< Where something has not happened.

    struct Known
    {
        LockStatePtr state;
    };
    /// The beginning of a hold; counts as long as it is that of the lock.
    struct Hold
    {
        SystemTime since{};
        Number lock = NameIndex::none;
        bool operator>(const Hold& other) const noexcept { return since > other.since; }
    };
    struct Client
    {
        ClientRecord record;
        boost::unordered_flat_map<Number, Share> stakes;       ///< By lock.
        boost::unordered_flat_map<Number, SystemTime> waits;   ///< Since when, for those of them that it waits for.
        std::vector<Hold> holds;                               ///< A heap, the oldest in front.
        std::optional<std::list<std::string>::iterator> quiet; ///< Its place among those that have nothing.
        bool was_listed = false;                               ///< Among the connections, under its UUID.
    };

    void apply(const LockChange& change, SystemTime now);
    Client* obtain(const std::string& uuid, SystemTime now);
    void set_stake(Client& client, Number lock, const Share* share, const LockState* state_before, SystemTime now);
    [[nodiscard]] SystemTime held_since(const Client& client, Number lock) const;
    void add_hold(Client& client, SystemTime since, Number lock) const;
    [[nodiscard]] std::optional<Hold> longest_hold(Client& client) const;
    void settle(Client& client);
    void identify(ClientRecord& record);
    void look_for(Client& client, const ConnectionList& connections, SystemTime now);
    void lose(Client& client, const LockEvent& event);
    void act(Client& client, SystemTime at);
    void sign(Client& client, SystemTime at);

    const std::size_t max_clients;
    bool is_full = false;
    LockMap<Known> locks;
    std::unordered_map<std::string, Client> clients;
    std::list<std::string> quiet; ///< Who has nothing, the longest first.
    std::unordered_set<std::string> changed, removed;
    monitor::ClientIdentities identities;
    SystemTime looked_at{}; ///< When connections were last known.
};

/// `never` if the client does not hold the lock, or nobody knows.
SystemTime ClientDirectory::Impl::held_since(const Client& client, Number lock) const
{
    const auto stake = client.stakes.find(lock);
    const bool holds = stake != client.stakes.end() && stake->second.holds;
    return holds ? locks[lock].state->held_since.value_or(never) : never;
}

void ClientDirectory::Impl::add_hold(Client& client, SystemTime since, Number lock) const
{
    auto& holds = client.holds;
    if (holds.size() > 2 * client.stakes.size() + 64) { // Most of them do not count any more.
        holds.clear();
        for (const auto& [number, share] : client.stakes) {
            if (const auto known = held_since(client, number); known != never && number != lock)
                holds.push_back({known, number});
        }
        std::make_heap(holds.begin(), holds.end(), std::greater<>());
    }
    holds.push_back({since, lock});
    std::push_heap(holds.begin(), holds.end(), std::greater<>());
}

std::optional<ClientDirectory::Impl::Hold> ClientDirectory::Impl::longest_hold(Client& client) const
{
    auto& holds = client.holds;
    for (; !holds.empty(); holds.pop_back()) {
        const Hold& first = holds.front();
        if (held_since(client, first.lock) == first.since)
            return first;
        std::pop_heap(holds.begin(), holds.end(), std::greater<>());
    }
    return std::nullopt;
}

void ClientDirectory::Impl::apply(const LockChange& change, SystemTime now)
{
    const bool goes = change.kind == LockChange::Kind::removed;
    auto number = locks.number_of(change.state->name);
    if (goes && number == NameIndex::none)
        return;
    const LockStatePtr before = number != NameIndex::none ? locks[number].state : nullptr;
    if (number == NameIndex::none)
        number = locks.keep(change.state);
    else
        locks[number].state = change.state;
    const auto shares = shares_of(goes ? nullptr : change.state.get());
    for (const auto& [uuid, share] : shares_of(before.get())) {
        if (shares.contains(uuid))
            continue;
        if (const auto client = clients.find(std::string(uuid)); client != clients.end())
            set_stake(client->second, number, nullptr, before.get(), now);
    }
    for (const auto& [uuid, share] : shares) {
        if (Client* client = obtain(std::string(uuid), now))
            set_stake(*client, number, &share, before.get(), now);
    }
    if (goes)
        locks.erase(number);
}

ClientDirectory::Impl::Client* ClientDirectory::Impl::obtain(const std::string& uuid, SystemTime now)
{
    if (const auto known = clients.find(uuid); known != clients.end())
        return &known->second;
    if (clients.size() >= max_clients) {
        if (quiet.empty()) {
            is_full = true;
            return nullptr;
        }
        changed.erase(quiet.front());
        removed.insert(quiet.front());
        clients.erase(quiet.front());
        quiet.pop_front();
    }
    Client& client = clients[uuid];
    client.record.uuid = uuid;
    client.record.first_seen = now;
    identify(client.record);
    client.was_listed = identities.is_named(uuid);
    if (client.record.connections > 0)
        sign(client, looked_at);
    removed.erase(uuid);
    changed.insert(uuid);
    return &client;
}

/// @param share null: nothing any more
/// @param state_before of the lock; null if it was not known
void ClientDirectory::Impl::set_stake(Client& client, Number lock, const Share* share, const LockState* state_before,
                                      SystemTime now)
{
    auto& record = client.record;
    const auto known = client.stakes.find(lock);
    const Share before = known != client.stakes.end() ? known->second : Share();
    const Share after = share != nullptr ? *share : Share();
    if (after.listens && !locks[lock].state->is_out_of_reach())
        sign(client, now);
    record.holds += static_cast<std::size_t>(after.holds) - static_cast<std::size_t>(before.holds);
    record.waits += static_cast<std::size_t>(after.waits) - static_cast<std::size_t>(before.waits);
    record.ghosts += static_cast<std::size_t>(after.ghost) - static_cast<std::size_t>(before.ghost);
    if (after.waits || after.ghost)
        client.waits.try_emplace(lock, now);
    else if (before.waits || before.ghost)
        client.waits.erase(lock);
    if (share != nullptr)
        client.stakes.insert_or_assign(lock, after);
    else if (known != client.stakes.end())
        client.stakes.erase(known);
    const auto since = held_since(client, lock);
    const auto since_before = before.holds ? state_before->held_since.value_or(never) : never;
    if (since != since_before && since != never)
        add_hold(client, since, lock);
    settle(client);
}

void ClientDirectory::Impl::settle(Client& client)
{
    auto& record = client.record;
    const auto longest = longest_hold(client);
    record.longest_since = longest ? std::optional(longest->since) : std::nullopt;
    record.longest_since_exact = !longest || locks[longest->lock].state->held_since_exact;
    changed.insert(record.uuid);
    if (client.stakes.empty() && !client.quiet) {
        client.quiet = quiet.insert(quiet.end(), record.uuid);
    } else if (!client.stakes.empty() && client.quiet) {
        quiet.erase(*client.quiet);
        client.quiet.reset();
    }
}

void ClientDirectory::Impl::identify(ClientRecord& record)
{
    auto identity = identities.of(record.uuid);
    const auto known = std::tie(record.kind, record.name, record.address, record.connections);
    const auto found = std::tie(identity.kind, identity.name, identity.address, identity.connections);
    if (known == found)
        return;
    record.kind = identity.kind;
    record.name = std::move(identity.name);
    record.address = std::move(identity.address);
    record.connections = identity.connections;
    changed.insert(record.uuid);
}

void ClientDirectory::Impl::sign(Client& client, SystemTime at)
{
    auto& last = client.record.last_sign;
    if (!last || at > *last) {
        last = at;
        changed.insert(client.record.uuid);
    }
    if (client.record.disconnected_since && at > *client.record.disconnected_since) {
        client.record.disconnected_since.reset();
        changed.insert(client.record.uuid);
    }
}

/// Where a master did not answer, its connections may be there.
void ClientDirectory::Impl::look_for(Client& client, const ConnectionList& connections, SystemTime now)
{
    identify(client.record);
    client.was_listed = client.was_listed || identities.is_named(client.record.uuid);
    if (client.record.connections > 0) {
        sign(client, now);
    } else if (client.was_listed && connections.error.empty() && !client.record.disconnected_since) {
        client.record.disconnected_since = now;
        changed.insert(client.record.uuid);
    }
}

/// A lease that nobody ever renewed comes to its end as it was meant to; so does one that an operator made shorter.
void ClientDirectory::Impl::lose(Client& client, const LockEvent& event)
{
    const auto lock = locks.number_of(event.lock);
    if (lock == NameIndex::none || !locks[lock].state->was_renewed() || !event.actor.empty())
        return;
    const auto stake = client.stakes.find(lock);
    if (stake == client.stakes.end() || !stake->second.holds)
        return;
    ++client.record.losses;
    client.record.last_loss = event.at;
    client.record.lost_last = event.lock;
    changed.insert(client.record.uuid);
}

/// Who still does something has lost what it lost for another reason than its death.
void ClientDirectory::Impl::act(Client& client, SystemTime at)
{
    sign(client, at);
    if (client.record.last_loss && at > *client.record.last_loss) {
        client.record.losses = 0;
        client.record.last_loss.reset();
        client.record.lost_last.clear();
        changed.insert(client.record.uuid);
    }
}

ClientDirectory::ClientDirectory(std::size_t max_clients) : m_impl(std::make_unique<Impl>(max_clients)) {}
ClientDirectory::~ClientDirectory() = default;
ClientDirectory::ClientDirectory(ClientDirectory&&) noexcept = default;
ClientDirectory& ClientDirectory::operator=(ClientDirectory&&) noexcept = default;

void ClientDirectory::apply(const LockChange& change, SystemTime now)
{
    m_impl->apply(change, now);
}

void ClientDirectory::note_loss(const LockEvent& event)
{
    const auto owner =
        event.kind == LockEvent::Kind::expired ? OwnerField::parse(event.owner) : std::optional<OwnerField>();
    if (!owner)
        return;
    if (const auto client = m_impl->clients.find(owner->client); client != m_impl->clients.end())
        m_impl->lose(client->second, event);
}

void ClientDirectory::note(const LockEvent& event)
{
    if (event.owner.empty() || !is_sign_of_life(event.kind))
        return;
    const auto owner = OwnerField::parse(event.owner);
    if (!owner)
        return;
    if (const auto client = m_impl->clients.find(owner->client); client != m_impl->clients.end())
        m_impl->act(client->second, event.at);
}

void ClientDirectory::take(const ConnectionList& connections, SystemTime now)
{
    if (connections.outcome != ConnectionList::Outcome::known)
        return;
    m_impl->identities.take(connections.connections);
    m_impl->looked_at = now;
    for (auto& [uuid, client] : m_impl->clients)
        m_impl->look_for(client, connections, now);
}

bool ClientDirectory::learn(const std::string& uuid, const std::string& address, const std::string& name)
{
    if (!m_impl->identities.learn(uuid, address, name))
        return false;
    if (const auto client = m_impl->clients.find(uuid); client != m_impl->clients.end())
        m_impl->identify(client->second.record);
    return true;
}

void ClientDirectory::clear()
{
    m_impl = std::make_unique<Impl>(m_impl->max_clients);
}

ClientDirectory::Changes ClientDirectory::take_changes()
{
    Changes changes{{m_impl->changed.begin(), m_impl->changed.end()}, {m_impl->removed.begin(), m_impl->removed.end()}};
    m_impl->changed.clear();
    m_impl->removed.clear();
    return changes;
}

std::size_t ClientDirectory::size() const noexcept
{
    return m_impl->clients.size();
}

bool ClientDirectory::is_full() const noexcept
{
    return m_impl->is_full;
}

const ClientRecord* ClientDirectory::find(const std::string& uuid) const
{
    const auto client = m_impl->clients.find(uuid);
    return client == m_impl->clients.end() ? nullptr : &client->second.record;
}

std::string ClientDirectory::uuid_at(const std::string& address) const
{
    return m_impl->identities.uuid_at(address);
}

std::vector<ClientStake> ClientDirectory::stakes(const std::string& uuid, std::size_t limit) const
{
    std::vector<ClientStake> stakes;
    const auto client = m_impl->clients.find(uuid);
    if (client == m_impl->clients.end())
        return stakes;
    const auto waits_since = [&waits = client->second.waits](Impl::Number lock) {
        const auto wait = waits.find(lock);
        return wait == waits.end() ? std::nullopt : std::optional(wait->second);
    };
    for (const auto& [number, share] : client->second.stakes) {
        const LockStatePtr& lock = m_impl->locks[number].state;
        const auto held_since = m_impl->held_since(client->second, number);
        for (const auto& holder : lock->holders) {
            if (holder.client() != uuid)
                continue;
            ClientStake stake{ClientStake::Role::holds,
                              lock,
                              holder.owner,
                              holder.thread(),
                              LockMode::none,
                              holder.count,
                              held_since != Impl::never ? std::optional(held_since) : std::nullopt,
                              holder.ttl.value_or(lock->ttl)};
            if (lock->mode != LockMode::none)
                stake.mode = holder.is_writer() ? LockMode::write : LockMode::read;
            stakes.push_back(std::move(stake));
        }
        for (std::size_t place = 0; place < lock->waiters.size(); ++place) {
            const Waiter& waiter = lock->waiters[place];
            if (waiter.client() != uuid)
                continue;
            stakes.push_back({is_dead(waiter) ? ClientStake::Role::ghost : ClientStake::Role::waits, lock, waiter.owner,
                              waiter.thread(), LockMode::none, static_cast<std::int64_t>(place) + 1,
                              waits_since(number), std::nullopt});
        }
    }
    const auto earlier = [](const ClientStake& a, const ClientStake& b) {
        return std::tie(a.role, a.lock->name, a.owner) < std::tie(b.role, b.lock->name, b.owner);
    };
    const auto kept = std::min(limit, stakes.size());
    std::partial_sort(stakes.begin(), stakes.begin() + static_cast<std::ptrdiff_t>(kept), stakes.end(), earlier);
    stakes.resize(kept);
    return stakes;
}

} // namespace lockscope

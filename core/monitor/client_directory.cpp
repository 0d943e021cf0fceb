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
        if (!holder.client.empty())
            shares[holder.client].holds = true;
    }
    for (const auto& waiter : state->waiters) {
        if (waiter.client.empty())
            continue;
        auto& share = shares[waiter.client];
        (waiter.stale ? share.ghost : share.waits) = true;
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
    struct Stake
    {
        Share share;
        SystemTime held_since = never;
    };
    /// The beginning of a hold; counts as long as it is that of the lock's stake.
    struct Hold
    {
        SystemTime since{};
        Number lock = NameIndex::none;
        bool operator>(const Hold& other) const noexcept { return since > other.since; }
    };
    struct Client
    {
        ClientRecord record;
        boost::unordered_flat_map<Number, Stake> stakes;       ///< By lock.
        boost::unordered_flat_map<Number, SystemTime> waits;   ///< Since when, for those of them that it waits for.
        std::vector<Hold> holds;                               ///< A heap, the oldest in front.
        std::optional<std::list<std::string>::iterator> quiet; ///< Its place among those that have nothing.

        void add_hold(SystemTime since, Number lock);
        [[nodiscard]] std::optional<SystemTime> longest_since();
    };

    void apply(const LockChange& change, SystemTime now);
    Client* obtain(const std::string& uuid, SystemTime now);
    void set_stake(Client& client, Number lock, const Share* share, const LockState* state, SystemTime now);
    void settle(Client& client);
    void identify(ClientRecord& record);
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

void ClientDirectory::Impl::Client::add_hold(SystemTime since, Number lock)
{
    if (holds.size() > 2 * stakes.size() + 64) { // Most of them do not count any more.
        holds.clear();
        for (const auto& [number, stake] : stakes) {
            if (stake.held_since != never && number != lock)
                holds.push_back({stake.held_since, number});
        }
        std::make_heap(holds.begin(), holds.end(), std::greater<>());
    }
    holds.push_back({since, lock});
    std::push_heap(holds.begin(), holds.end(), std::greater<>());
}

std::optional<SystemTime> ClientDirectory::Impl::Client::longest_since()
{
    for (; !holds.empty(); holds.pop_back()) {
        const auto stake = stakes.find(holds.front().lock);
        if (stake != stakes.end() && stake->second.held_since == holds.front().since)
            return holds.front().since;
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
    const LockState* after = goes ? nullptr : change.state.get();
    const auto shares = shares_of(after);
    for (const auto& [uuid, share] : shares_of(before.get())) {
        if (shares.contains(uuid))
            continue;
        if (const auto client = clients.find(std::string(uuid)); client != clients.end())
            set_stake(client->second, number, nullptr, nullptr, now);
    }
    for (const auto& [uuid, share] : shares) {
        if (Client* client = obtain(std::string(uuid), now))
            set_stake(*client, number, &share, after, now);
    }
    if (goes)
        locks.erase(number);
    else
        locks[number].state = change.state;
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
    if (client.record.connections > 0)
        sign(client, looked_at);
    removed.erase(uuid);
    changed.insert(uuid);
    return &client;
}

/// @param share null: nothing any more
void ClientDirectory::Impl::set_stake(Client& client, Number lock, const Share* share, const LockState* state,
                                      SystemTime now)
{
    auto& record = client.record;
    const auto known = client.stakes.find(lock);
    Stake before;
    if (known != client.stakes.end())
        before = known->second;
    Stake after;
    if (share != nullptr) {
        after.share = *share;
        if (share->holds)
            after.held_since = state->held_since.value_or(never);
        if (share->listens)
            sign(client, now);
    }
    record.holds += static_cast<std::size_t>(after.share.holds) - static_cast<std::size_t>(before.share.holds);
    record.waits += static_cast<std::size_t>(after.share.waits) - static_cast<std::size_t>(before.share.waits);
    record.ghosts += static_cast<std::size_t>(after.share.ghost) - static_cast<std::size_t>(before.share.ghost);
    if (after.share.waits || after.share.ghost)
        client.waits.try_emplace(lock, now);
    else if (before.share.waits || before.share.ghost)
        client.waits.erase(lock);
    if (share != nullptr)
        client.stakes.insert_or_assign(lock, after);
    else if (known != client.stakes.end())
        client.stakes.erase(known);
    if (after.held_since != before.held_since && after.held_since != never)
        client.add_hold(after.held_since, lock);
    settle(client);
}

void ClientDirectory::Impl::settle(Client& client)
{
    auto& record = client.record;
    record.longest_since = client.longest_since();
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
}

ClientDirectory::ClientDirectory(std::size_t max_clients) : m_impl(std::make_unique<Impl>(max_clients)) {}
ClientDirectory::~ClientDirectory() = default;
ClientDirectory::ClientDirectory(ClientDirectory&&) noexcept = default;
ClientDirectory& ClientDirectory::operator=(ClientDirectory&&) noexcept = default;

void ClientDirectory::apply(const LockChange& change, SystemTime now)
{
    m_impl->apply(change, now);
}

void ClientDirectory::note(const LockEvent& event)
{
    if (event.owner.empty() || !is_sign_of_life(event.kind))
        return;
    const auto owner = OwnerField::parse(event.owner);
    if (!owner)
        return;
    if (const auto client = m_impl->clients.find(owner->client); client != m_impl->clients.end())
        m_impl->sign(client->second, event.at);
}

void ClientDirectory::take(const ConnectionList& connections, SystemTime now)
{
    if (connections.outcome != ConnectionList::Outcome::known)
        return;
    m_impl->identities.take(connections.connections);
    m_impl->looked_at = now;
    for (auto& [uuid, client] : m_impl->clients) {
        m_impl->identify(client.record);
        if (client.record.connections > 0)
            m_impl->sign(client, now);
    }
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
    for (const auto& [number, known] : client->second.stakes) {
        const LockStatePtr& lock = m_impl->locks[number].state;
        for (const auto& holder : lock->holders) {
            if (holder.client != uuid)
                continue;
            ClientStake stake{ClientStake::Role::holds,
                              lock,
                              holder.owner,
                              holder.thread,
                              LockMode::none,
                              holder.count,
                              known.held_since != Impl::never ? std::optional(known.held_since) : std::nullopt,
                              holder.ttl.value_or(lock->ttl)};
            if (lock->mode != LockMode::none)
                stake.mode = holder.writer ? LockMode::write : LockMode::read;
            stakes.push_back(std::move(stake));
        }
        for (std::size_t place = 0; place < lock->waiters.size(); ++place) {
            const Waiter& waiter = lock->waiters[place];
            if (waiter.client != uuid)
                continue;
            stakes.push_back({waiter.stale ? ClientStake::Role::ghost : ClientStake::Role::waits, lock, waiter.owner,
                              waiter.thread, LockMode::none, static_cast<std::int64_t>(place) + 1, waits_since(number),
                              std::nullopt});
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

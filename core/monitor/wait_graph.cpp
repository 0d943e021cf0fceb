// SPDX-License-Identifier: Apache-2.0
#include "monitor/wait_graph_impl.hpp"

#include "lockscope/owner.hpp"

#include <algorithm>
#include <unordered_set>

namespace lockscope {
namespace {

constexpr std::size_t most_waits = 64;
constexpr std::chrono::minutes hint_life{10};
/// A reading that began before somebody was refused may end after it, and then knows nothing of its wait.
constexpr std::chrono::seconds hint_grace{1};

/// The thread behind a holder: who writes and reads the same lock is one thread.
std::string thread_name(const std::string& owner, std::string_view client, std::int64_t thread)
{
    return client.empty() ? owner : std::string(client) + ':' + std::to_string(thread);
}

bool same_crowd(const LockState& a, const LockState& b)
{
    const auto same_holder = [](const Holder& x, const Holder& y) { return x.owner == y.owner; };
    const auto same_waiter = [](const Waiter& x, const Waiter& y) {
        return x.owner == y.owner && x.stale == y.stale && x.subscribed == y.subscribed && x.since == y.since;
    };
    return a.mode == b.mode && a.waiting_clients == b.waiting_clients && a.held_since == b.held_since
        && std::equal(a.holders.begin(), a.holders.end(), b.holders.begin(), b.holders.end(), same_holder)
        && std::equal(a.waiters.begin(), a.waiters.end(), b.waiters.begin(), b.waiters.end(), same_waiter);
}

} // namespace

void WaitGraph::Impl::apply(const LockChange& change)
{
    const LockState& state = *change.state;
    const auto known = lock_numbers.find(state.name);
    if (change.kind == LockChange::Kind::removed) {
        if (known != lock_numbers.end())
            remove(known->second);
        if (const auto hints = m_hints.find(state.name); hints != m_hints.end()) {
            m_hint_count -= hints->second.size();
            m_hints.erase(hints);
        }
        return;
    }
    const bool had_hints = m_hints.contains(state.name);
    if (had_hints)
        drop_hints(state);
    else if (known != lock_numbers.end() && same_crowd(*locks[known->second].state, state)) {
        locks[known->second].state = change.state; // A renewal, the most frequent of changes.
        return;
    }
    if (known == lock_numbers.end() && !state.has_waiters() && !m_hints.contains(state.name))
        return;
    const Number number = lock_number(state.name);
    locks[number].state = change.state;
    refresh(number);
}

void WaitGraph::Impl::refresh(Number number)
{
    const LockStatePtr state = locks[number].state;
    if (state->has_waiters() || m_hints.contains(state->name))
        relink(number, plan_for(*state));
    else
        remove(number);
}

void WaitGraph::Impl::refresh(const std::string& lock)
{
    if (const auto known = lock_numbers.find(lock); known != lock_numbers.end())
        refresh(known->second);
}

WaitGraph::Impl::Plan WaitGraph::Impl::plan_for(const LockState& state) const
{
    Plan plan;
    std::unordered_set<std::string> holders, waiters;
    for (const auto& holder : state.holders) {
        auto name = thread_name(holder.owner, holder.client(), holder.thread());
        if (holders.insert(name).second)
            plan.holders.push_back(
                {std::move(name), std::string(holder.client()), false, true, state.held_since.value_or(SystemTime{})});
    }
    for (const auto& waiter : state.waiters) {
        auto name = thread_name(waiter.owner, waiter.client(), waiter.thread());
        // A holder may enter again and does not wait: its place in the queue is left over.
        if (is_dead(waiter) || holders.contains(name) || !waiters.insert(name).second)
            continue;
        plan.waiters.push_back(
            {std::move(name), std::string(waiter.client()), false, waiter.subscribed == true, waiter.since});
    }
    const auto hints = m_hints.find(state.name);
    if (hints == m_hints.end() || !state.is_held())
        return plan;
    const auto add = [&](const Hint& hint) {
        if (waiters.insert(hint.who).second)
            plan.waiters.push_back({hint.who, hint.client, hint.is_client, false});
    };
    for (const auto& hint : hints->second) {
        const bool holds = holders.contains(hint.who);
        const bool waits_for_itself = holds && state.mode == LockMode::read && hint.wants_to_write;
        if (!hint.is_client && (!holds || waits_for_itself))
            add(hint);
    }
    // Where the thread is known, that its client listens tells nothing more.
    std::unordered_set<std::string> known;
    for (const auto& waiter : plan.waiters)
        known.insert(waiter.client);
    for (const auto& hint : hints->second) {
        if (hint.is_client && !known.contains(hint.client))
            add(hint);
    }
    return plan;
}

std::vector<WaitGraph::Impl::Edge> WaitGraph::Impl::edges_for(const std::vector<Plan::Named>& plan,
                                                              const std::vector<Edge>& before, SteadyTime now)
{
    std::unordered_map<Number, const Edge*> known;
    for (const auto& edge : before)
        known.emplace(edge.to, &edge);
    std::vector<Edge> edges;
    edges.reserve(plan.size());
    for (const auto& named : plan) {
        Edge edge{party_number(named), named.exact, now, named.begun};
        const auto old = known.find(edge.to);
        if (old != known.end() && *old->second == edge)
            edge.since = old->second->since;
        ++parties[edge.to].edges;
        edges.push_back(edge);
    }
    return edges;
}

void WaitGraph::Impl::relink(Number number, const Plan& plan)
{
    // The new edges are made before the old ones go, so that parties that stay keep their numbers.
    const auto now = locks[number].state->observed_at;
    auto holders = edges_for(plan.holders, locks[number].holders, now);
    auto waiters = edges_for(plan.waiters, locks[number].waiters, now);
    Lock& lock = locks[number];
    if (holders != lock.holders || waiters != lock.waiters)
        ++revision;
    unlink(lock, number);
    lock.holders = std::move(holders);
    lock.waiters = std::move(waiters);
    for (const auto& edge : lock.holders)
        ++parties[edge.to].holds;
    for (const auto& edge : lock.waiters) {
        auto& waits = parties[edge.to].waits;
        if (waits.size() < most_waits)
            waits.push_back({number, edge.exact, edge.since});
    }
}

void WaitGraph::Impl::unlink(Lock& lock, Number number)
{
    for (const auto& edge : lock.holders) {
        --parties[edge.to].holds;
        release_party(edge.to);
    }
    for (const auto& edge : lock.waiters) {
        std::erase_if(parties[edge.to].waits, [number](const Edge& wait) { return wait.to == number; });
        release_party(edge.to);
    }
    lock.holders.clear();
    lock.waiters.clear();
}

void WaitGraph::Impl::remove(Number number)
{
    Lock& lock = locks[number];
    unlink(lock, number);
    lock_numbers.erase(lock.state->name);
    lock = {};
    m_free_locks.push_back(number);
    ++revision;
}

WaitGraph::Impl::Number WaitGraph::Impl::lock_number(const std::string& name)
{
    const auto [place, added] = lock_numbers.try_emplace(name, 0);
    if (added) {
        if (m_free_locks.empty()) {
            m_free_locks.push_back(static_cast<Number>(locks.size()));
            locks.emplace_back();
        }
        place->second = m_free_locks.back();
        m_free_locks.pop_back();
    }
    return place->second;
}

WaitGraph::Impl::Number WaitGraph::Impl::party_number(const Plan::Named& named)
{
    auto& numbers = named.is_client ? m_client_numbers : m_thread_numbers;
    const auto [place, added] = numbers.try_emplace(named.name, 0);
    if (added) {
        if (m_free_parties.empty()) {
            m_free_parties.push_back(static_cast<Number>(parties.size()));
            parties.emplace_back();
        }
        place->second = m_free_parties.back();
        m_free_parties.pop_back();
        Party& party = parties[place->second];
        party.name = named.name;
        party.client = named.client;
        party.is_client = named.is_client;
    }
    return place->second;
}

void WaitGraph::Impl::release_party(Number number)
{
    Party& party = parties[number];
    if (--party.edges > 0)
        return;
    (party.is_client ? m_client_numbers : m_thread_numbers).erase(party.name);
    party = {};
    m_free_parties.push_back(number);
}

const WaitGraph::Impl::Number* WaitGraph::Impl::client_of(const Party& thread) const
{
    if (thread.is_client || thread.client.empty() || m_client_numbers.empty())
        return nullptr;
    const auto found = m_client_numbers.find(thread.client);
    return found == m_client_numbers.end() ? nullptr : &found->second;
}

bool WaitGraph::Impl::can_wait(const Party& party) const
{
    return !party.waits.empty() || client_of(party) != nullptr;
}

void WaitGraph::Impl::hint(const WaitHint& given)
{
    Hint hint;
    hint.at = given.at;
    if (const auto owner = OwnerField::parse(given.who)) {
        hint.who = OwnerId{owner->client, owner->thread}.field();
        hint.client = owner->client;
        hint.wants_to_write = owner->writer;
    } else if (OwnerField::parse(given.who + ":0")) {
        hint.who = hint.client = given.who;
        hint.is_client = true;
    } else {
        hint.who = given.who;
    }
    erase_hint(given.lock, hint.who);
    while (m_hint_count >= most_hints && !m_hint_order.empty()) {
        const auto [lock, who] = std::move(m_hint_order.front());
        m_hint_order.pop_front();
        erase_hint(lock, who);
        refresh(lock);
    }
    if (m_hint_order.size() >= 2 * most_hints) // Withdrawn ones are still in there.
        m_hint_order.erase(m_hint_order.begin(), m_hint_order.begin() + static_cast<std::ptrdiff_t>(most_hints));
    m_hint_order.emplace_back(given.lock, hint.who);
    m_hints[given.lock].push_back(std::move(hint));
    ++m_hint_count;
    refresh(given.lock);
}

void WaitGraph::Impl::withdraw(const std::string& lock, const std::string& who)
{
    const auto owner = OwnerField::parse(who);
    erase_hint(lock, owner ? OwnerId{owner->client, owner->thread}.field() : who);
    refresh(lock);
}

void WaitGraph::Impl::erase_hint(const std::string& lock, const std::string& who)
{
    const auto hints = m_hints.find(lock);
    if (hints == m_hints.end())
        return;
    m_hint_count -= std::erase_if(hints->second, [&](const Hint& hint) { return hint.who == who; });
    if (hints->second.empty())
        m_hints.erase(hints);
}

void WaitGraph::Impl::drop_hints(const LockState& state)
{
    const auto hints = m_hints.find(state.name);
    const bool deserted =
        !state.is_held() || (state.queue_known && state.waiting_clients == 0 && state.waiters.empty());
    const auto is_over = [&](const Hint& hint) {
        if (state.observed_at > hint.at + hint_life)
            return true;
        if (state.observed_at <= hint.at + hint_grace)
            return false;
        const auto holds = std::any_of(state.holders.begin(), state.holders.end(), [&](const Holder& holder) {
            return thread_name(holder.owner, holder.client(), holder.thread()) == hint.who
                && !(hint.wants_to_write && state.mode == LockMode::read);
        });
        return deserted || holds;
    };
    m_hint_count -= std::erase_if(hints->second, is_over);
    if (hints->second.empty())
        m_hints.erase(hints);
}

WaitGraph::WaitGraph() : m_impl(std::make_unique<Impl>()) {}
WaitGraph::~WaitGraph() = default;
WaitGraph::WaitGraph(WaitGraph&&) noexcept = default;
WaitGraph& WaitGraph::operator=(WaitGraph&&) noexcept = default;

void WaitGraph::apply(const LockChange& change)
{
    m_impl->apply(change);
}

void WaitGraph::hint(const WaitHint& hint)
{
    m_impl->hint(hint);
}

void WaitGraph::withdraw(const std::string& lock, const std::string& who)
{
    m_impl->withdraw(lock, who);
}

void WaitGraph::clear()
{
    const auto revision = m_impl->revision;
    m_impl = std::make_unique<Impl>();
    m_impl->revision = revision + 1;
}

std::uint64_t WaitGraph::revision() const noexcept
{
    return m_impl->revision;
}

std::size_t WaitGraph::contended() const noexcept
{
    return m_impl->lock_numbers.size();
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "locks/departures.hpp"

#include "locks/attempts.hpp"
#include "locks/hold_table.hpp"
#include "locks/owner_gate.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;

constexpr std::size_t most = 1000;
/// Until a dead master is replaced: Sentinel waits for half a minute, unless it is told otherwise.
constexpr std::chrono::minutes longest{1};
/// At the same time, so that the new master has time for others.
constexpr int at_once = 32;
/// So long its owner's next operation may have to wait for it; not longer than half of what a command may take, so that
/// one who does not wait gets its turn.
constexpr milliseconds at_a_time{500};
constexpr milliseconds between_tries{200};

} // namespace

void Departures::start()
{
    m_changes = m_core.servers().on_change([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->follow();
    });
    follow();
}

void Departures::remember(const HoldId& id, Leave leave, Clock::time_point until)
{
    const Clock::time_point now = Clock::now();
    until = std::min(until, now + longest);
    if (m_is_closed || until <= now)
        return;
    const auto [entry, is_new] = m_departures.try_emplace(id);
    Departure& departure = entry->second;
    departure.leave = std::move(leave);
    departure.until = is_new ? until : std::max(departure.until, until); // what was left before may be there still
    if (is_new)
        departure.place = m_order.insert(m_order.end(), &entry->first);
    else
        m_order.splice(m_order.end(), m_order, departure.place);
    if (m_departures.size() > most)
        forget(*m_order.front());
}

void Departures::remember(const HoldId& id, const Protocol& protocol, Clock::time_point until)
{
    const auto leave = [what = &protocol](const HoldId& whose) { return what->give_back(whose); };
    remember(id, leave, until);
}

void Departures::forget(const HoldId& id)
{
    const auto found = m_departures.find(id);
    if (found == m_departures.end())
        return;
    m_order.erase(found->second.place);
    m_departures.erase(found);
}

void Departures::close()
{
    m_is_closed = true;
    m_departures.clear();
    m_order.clear();
    m_due.clear();
    m_waiting.clear();
    m_links.clear();
    m_changes.reset();
}

/// A master that has joined may be the successor of one that is gone. One that is known already, but is reached over a
/// new link, may have another server behind it now, or has started again.
void Departures::follow()
{
    const auto former = std::exchange(m_links, {});
    for (const auto& node : m_core.servers().masters()) {
        const auto known = former.find(node);
        if (known != former.end()) {
            m_links.insert(*known);
            continue;
        }
        const redis::Connection& link = node->commands();
        const redis::Node& there = *node; // its connection calls us, so it is alive then
        auto listening =
            node->commands().on_event([weak = weak_from_this(), &link, &there](const redis::Connection::Event& event) {
                const auto self = weak.lock();
                if (self && event.kind == redis::Connection::Event::Kind::opened && link.link_number() > 1)
                    self->repeat(there);
            });
        m_links.emplace(node, std::move(listening));
        repeat(there);
    }
}

void Departures::repeat(const redis::Node& there)
{
    const Clock::time_point now = Clock::now();
    m_core.wait_room().look_again(
        [&](const std::string& key) { return m_core.servers().home_of(key).get() == &there; });
    for (auto place = m_order.rbegin(); place != m_order.rend(); ++place) {
        const HoldId& id = **place;
        Departure& departure = m_departures.at(id);
        if (departure.until <= now || m_core.servers().home_of(id.lock).get() != &there)
            continue;
        ++departure.changes;
        if (!std::exchange(departure.is_due, true))
            m_due.push_back(id);
    }
    start_workers();
}

void Departures::start_workers()
{
    const auto working = [](std::shared_ptr<Departures> self) -> asio::awaitable<void> { co_await self->work(); };
    // Counted before: one that finds nothing to do has ended when co_spawn() returns.
    const int wanted = static_cast<int>(std::min(m_due.size(), static_cast<std::size_t>(at_once)));
    for (int missing = wanted - m_workers; missing > 0; --missing) {
        ++m_workers;
        asio::co_spawn(m_core.executor(), working(shared_from_this()), asio::detached);
    }
}

asio::awaitable<void> Departures::work()
{
    while (!m_due.empty()) {
        const HoldId id = std::move(m_due.front());
        m_due.pop_front();
        const Told told = co_await tell(id, Clock::now());
        if (told == Told::yes)
            continue;
        const auto going_on = [](std::shared_ptr<Departures> self, HoldId whose) -> asio::awaitable<void> {
            co_await self->go_on(std::move(whose));
        };
        asio::co_spawn(m_core.executor(), going_on(shared_from_this(), id), asio::detached);
    }
    --m_workers;
}

/// Behind an operation that takes long, and as long as nobody answers; others go ahead meanwhile.
asio::awaitable<void> Departures::go_on(HoldId id)
{
    while (!is_settled(id)) {
        wake_owner(id);
        const Told told = co_await tell(id, Clock::now() + between_tries);
        if (told == Told::yes)
            co_return;
        asio::steady_timer pause(m_core.executor(), between_tries);
        boost::system::error_code ignored;
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
}

/// There is nothing to tell (any more): its owner has it again, or told it while it waited, or it is too late.
bool Departures::is_settled(const HoldId& id)
{
    const auto known = m_departures.find(id);
    if (known == m_departures.end() || !known->second.is_due)
        return true;
    const bool is_over = known->second.until <= Clock::now() || m_core.holds().find(id);
    if (is_over)
        known->second.is_due = false;
    return is_over;
}

void Departures::wake_owner(const HoldId& id)
{
    const auto waiting = m_waiting.find(owner_of(id));
    if (waiting != m_waiting.end())
        waiting->second->wake();
}

/// One of the owner's operations among others: what it does next may take the lock anew.
asio::awaitable<Departures::Told> Departures::tell(HoldId id, Clock::time_point gate_limit)
{
    const OwnerGate::Pass pass = co_await m_core.gate().enter(id.lock, id.owner, gate_limit);
    if (is_settled(id))
        co_return Told::yes;
    if (!pass)
        co_return Told::not_yet;
    const Told told = co_await tell_at_once(id);
    co_return told;
}

/// For whoever is in the gate.
asio::awaitable<Departures::Told> Departures::tell_at_once(HoldId id)
{
    while (!is_settled(id)) {
        auto known = m_departures.find(id);
        const unsigned changes = known->second.changes;
        ScriptCall call = known->second.leave(id);
        const milliseconds longest_turn = std::min(at_a_time, m_core.options.command_timeout / 2);
        Attempts attempts(m_core.servers().commands(), Clock::now() + longest_turn);
        try {
            co_await attempts.run(*call.script, std::move(call.keys), std::move(call.args));
        } catch (const Error& error) {
            if (error.transient())
                co_return Told::not_yet;
        }
        known = m_departures.find(id);
        if (known != m_departures.end() && known->second.changes == changes)
            known->second.is_due = false; // otherwise another server answers already
    }
    co_return Told::yes;
}

Departures::Standing::Standing(const std::shared_ptr<Departures>& departures, const HoldId& id,
                               const WaitRoom::Place& place)
    : m_departures(departures)
    , m_id(id)
{
    departures->m_waiting[owner_of(id)] = &place;
}

Departures::Standing::~Standing()
{
    if (const auto departures = m_departures.lock())
        departures->m_waiting.erase(owner_of(m_id));
}

asio::awaitable<void> Departures::Standing::tell()
{
    const auto departures = m_departures.lock();
    if (!departures || departures->m_departures.empty())
        co_return;
    for (const Access access : {Access::exclusive, Access::shared}) {
        HoldId id{m_id.lock, m_id.owner, access};
        co_await departures->tell_at_once(std::move(id));
    }
}

} // namespace lockscope::locks

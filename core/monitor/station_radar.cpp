// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "monitor/classify.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace lockscope::monitor {
namespace {

constexpr milliseconds shortest_pause{500};
constexpr milliseconds longest_pause{10'000};
constexpr milliseconds between_facts{5000};
constexpr milliseconds between_offsets{1000};
constexpr milliseconds between_polls{250};
constexpr milliseconds between_confirmations{5000};
constexpr std::size_t polled_at_once = 200;
constexpr std::size_t most_channels = 20'000;
constexpr std::size_t channels_in_one_question = 500;

} // namespace

boost::asio::awaitable<void> Station::radar_loop()
{
    while (!m_is_stopping) {
        milliseconds pause = between_polls;
        if (is_working()) {
            const auto started = Steady::now();
            try {
                if (is_granted(m_status.permissions, "PUBSUB CHANNELS"))
                    co_await look_who_listens();
                const bool is_due = started - m_facts_at >= between_facts || m_asks_for_databases;
                if (is_due && m_status.permissions.allows(Feature::server_facts))
                    co_await ask_server();
                if (m_host.has_successors() && started - m_offset_at >= between_offsets
                    && m_status.permissions.allows(Feature::server_facts))
                    co_await ask_for_offset();
            } catch (const Error& error) {
                trouble(error);
            }
            // With very many channels the answer is long: ask more rarely.
            const auto took = std::chrono::duration_cast<milliseconds>(Steady::now() - started);
            pause = std::clamp(took * 50, shortest_pause, longest_pause);
            if (m_status.source == NewsSource::polling) {
                poll_known();
                pause = between_polls;
            } else if (m_status.source == NewsSource::notifications) {
                confirm_in_turn(between_confirmations); // Redis notifies of no FLUSHALL.
            } else if (!may_ask_beforehand() || !m_status.permissions.allows(Feature::keys)) {
                confirm_in_turn(2 * m_host.options().pauses.rights); // To the probes one pattern less looks the same.
            }
        }
        co_await m_radar_alarm.rest(pause);
    }
}

/// More may listen than one reply holds. Without this, waiting clients are still counted for each lock that is read.
boost::asio::awaitable<void> Station::look_who_listens()
{
    constexpr std::string_view question = "PUBSUB CHANNELS";
    if (m_large_questions.is_left_out(question, Steady::now()))
        co_return;
    const bool is_suspect = m_large_questions.is_suspect(question);
    Turns::Turn turn;
    if (is_suspect)
        turn = co_await m_turns.alone();
    else
        turn = co_await m_turns.together();
    const auto bytes_before = m_connection.traffic().bytes_in;
    Errc failure = Errc::ok;
    try {
        co_await look_at_channels();
        co_await look_at_counters();
        m_large_questions.clear(question);
    } catch (const Error& error) {
        trouble(error);
        failure = error.errc();
    }
    if (failure == Errc::ok)
        co_return;
    co_await boost::asio::post(m_executor, boost::asio::use_awaitable); // The connection tells why it was lost.
    if (!excess_of(failure, m_connection.traffic().bytes_in - bytes_before))
        co_return;
    if (is_suspect)
        m_large_questions.leave_out(question, Steady::now());
    else
        m_large_questions.suspect(question);
}

ShardChannels Station::shard_channels() const
{
    return m_host.has_sharded_messages() && is_granted(m_status.permissions, "PUBSUB SHARDCHANNELS")
             ? ShardChannels::included
             : ShardChannels::left_out;
}

boost::asio::awaitable<void> Station::look_at_channels()
{
    const std::vector<std::string_view> patterns{locks::unlock_channel_pattern, locks::rwlock_channel_pattern};
    const auto started = Steady::now();
    const auto channels = co_await channels_like(m_connection, patterns, shard_channels(), most_channels);
    std::vector<std::string> to_count;
    std::unordered_set<std::string> waited_for;
    m_fair_listeners.clear();
    m_channels_at = started;
    for (const auto& channel : channels) {
        bool is_known = false, is_ours = false;
        const auto uses = locks::names_of_channel(channel);
        for (const auto& use : uses) {
            const auto lock = m_host.book().table().find(use.raw);
            is_known = is_known || lock != nullptr;
            is_ours = is_ours || (lock && lock->home == this);
            waited_for.insert(use.raw);
            if (!use.owner.empty())
                m_fair_listeners[use.owner].push_back(use.raw);
        }
        if (is_ours)
            to_count.push_back(channel);
        if (is_known)
            continue;
        // In a cluster somebody may listen at any node for the locks of the others.
        for (const auto& use : uses) {
            if (auto* other = m_host.station_of(use.raw); other != nullptr && other != this)
                other->consider(use.raw, ReadRequest::Known::companion);
            else
                consider(use.raw, ReadRequest::Known::companion);
        }
    }
    // Where the last subscriber left, the number of waiting clients has to come down.
    for (const auto& name : m_waited_for) {
        if (const auto lock = find(name); lock && !waited_for.contains(name))
            m_queue.changed(lock, Steady::now());
    }
    m_sleepers.keep_only(waited_for, started);
    m_waited_for = std::move(waited_for);
    const bool has_all = channels.size() < most_channels
                      && (shard_channels() == ShardChannels::included || !m_host.has_sharded_messages());
    reread_queues(has_all ? Listeners::all : Listeners::some);
    if (!to_count.empty() && is_granted(m_status.permissions, "PUBSUB NUMSUB"))
        co_await look_at_waiters(std::move(to_count));
    m_reading_alarm.ring();
}

bool Station::is_heard_here(const std::string& waiter, const std::string& lock) const
{
    const auto heard = m_fair_listeners.find(waiter);
    return heard != m_fair_listeners.end()
        && std::find(heard->second.begin(), heard->second.end(), lock) != heard->second.end();
}

/// Does it listen under a name that a NameMapper may have made of this one?
bool Station::is_heard_elsewhere(const std::string& waiter, const std::string& lock) const
{
    const auto heard = m_fair_listeners.find(waiter);
    return heard != m_fair_listeners.end()
        && std::any_of(heard->second.begin(), heard->second.end(),
                       [&](const std::string& name) { return name.size() > lock.size() && name.ends_with(lock); });
}

/// Who is silent under this name may be listening under the one that a NameMapper has made of it.
void Station::mark_mapped(LockState& state) const
{
    bool found = false;
    for (auto& waiter : state.waiters) {
        if (waiter.subscribed != false || !is_heard_elsewhere(waiter.owner, state.name))
            continue;
        waiter.mapped = true;
        waiter.subscribed.reset();
        waiter.stale = false;
        found = true;
    }
    if (found)
        mark_anomalies(state);
}

/// Does the last look at all channels tell of it what its reading did not?
bool Station::is_news_of(const Waiter& waiter, const std::string& lock, Listeners listeners) const
{
    const bool is_heard = is_heard_here(waiter.owner, lock);
    if (waiter.subscribed == true)
        return !is_heard && listeners == Listeners::all;
    return is_unheard(waiter) && (is_heard || waiter.mapped != is_heard_elsewhere(waiter.owner, lock));
}

/// Who listens where is not announced: after each look, those are read again of whom it tells something new.
void Station::reread_queues(Listeners listeners)
{
    std::erase_if(m_queued, [&](const std::string& name) {
        const auto lock = find(name);
        if (!lock || lock->state()->waiters.empty())
            return true;
        const auto& waiters = lock->state()->waiters;
        const bool is_news = std::any_of(waiters.begin(), waiters.end(),
                                         [&](const Waiter& waiter) { return is_news_of(waiter, name, listeners); });
        if (is_news || lock->awaits_channels(m_channels_at))
            m_queue.changed(lock, Steady::now());
        return false;
    });
}

/// Subscribers come and go without a key changing, so nobody announces them.
boost::asio::awaitable<void> Station::look_at_waiters(std::vector<std::string> channels)
{
    std::vector<redis::Command> ask;
    const auto ask_for = [&](const char* how) {
        for (std::size_t i = 0; i < channels.size(); ++i) {
            if (i % channels_in_one_question == 0)
                ask.push_back(redis::Command{"PUBSUB", how});
            ask.back().arg(channels[i]);
        }
    };
    ask_for("NUMSUB");
    if (m_host.has_sharded_messages() && is_granted(m_status.permissions, "PUBSUB SHARDNUMSUB"))
        ask_for("SHARDNUMSUB");
    const auto replies = co_await m_connection.pipeline(std::move(ask));
    std::unordered_map<std::string, std::int64_t> subscribers;
    for (const auto& reply : replies) {
        for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
            subscribers[reply.elements[i].text] += to_subscribers(reply.elements[i + 1]).value_or(0);
    }
    for (const auto& [channel, count] : subscribers) {
        for (const auto& use : locks::names_of_channel(channel)) {
            const auto lock = find(use.raw);
            // A fair lock's waiters are looked at one by one when its queue changes or they fall silent.
            if (!lock || !use.owner.empty())
                continue;
            const auto& state = *lock->state();
            const bool keeps_waiting = state.is_held() || state.untaken_since != SteadyTime{};
            if (state.waiters.empty() && keeps_waiting && state.waiting_clients != count)
                m_queue.changed(lock, Steady::now());
        }
    }
}

boost::asio::awaitable<void> Station::ask_server()
{
    m_facts_at = Steady::now();
    std::vector<redis::Command> ask{redis::Command{"INFO"}};
    const auto replies = co_await m_connection.pipeline(std::move(ask));
    if (!replies.front().is_text())
        co_return;
    const auto facts = parse_info(replies.front().text);
    m_databases_at = m_facts_at;
    m_asks_for_databases = false;
    take_facts(facts);
    m_cost.facts(facts, m_connection.traffic().commands, Steady::now());
    // Who only reads is never refused by a replica, and nobody listens there any more.
    if (m_connection.options().requires_master && facts.role == "slave")
        m_connection.reconnect("it is a replica now");
}

/// Asked often: what was written after the last answer that a successor knows of may have come to it, or not.
boost::asio::awaitable<void> Station::ask_for_offset()
{
    m_offset_at = Steady::now();
    const auto link_news = m_link_news;
    std::vector<redis::Command> ask{redis::Command{"INFO", "replication"}};
    const auto replies = co_await m_connection.pipeline(std::move(ask));
    // When a hold began is known where its news come at once.
    const bool hears_at_once = m_is_live && m_link_news == link_news && m_status.source != NewsSource::polling;
    if (hears_at_once && replies.front().is_text())
        m_trail.add(parse_info(replies.front().text).replication, moment_at(m_offset_at).wall,
                    std::chrono::system_clock::now());
}

void Station::take_facts(const ServerFacts& facts)
{
    m_facts = facts;
    m_has_one_table = facts.has_one_table;
    m_status.server_version = facts.version;
    m_status.server_role = facts.role;
    m_status.lacks_master = facts.lacks_master;
    m_status.obstacle = facts.obstacle;
    m_status.eviction_policy = facts.eviction_policy;
}

void Station::forget_server()
{
    take_facts({});
    m_databases_at = {};
    m_cost.forget_facts();
}

void Station::poll_known()
{
    for (std::size_t i = 0; i < std::min(m_host.visible().size(), polled_at_once); ++i) {
        if (const auto lock = find(m_host.visible()[i]))
            m_queue.changed(lock, Steady::now());
    }
    confirm_in_turn(milliseconds(1000));
    m_reading_alarm.ring();
}

/// Once all were confirmed, from the start, at a rate that the budget allows.
void Station::confirm_in_turn(milliseconds at_least)
{
    const auto now = Steady::now();
    const auto all_take =
        milliseconds(m_host.book().table().size() / 20); // about 20 locks a millisecond of server time
    const auto pause = std::max<milliseconds>(
        at_least, milliseconds(static_cast<std::int64_t>(static_cast<double>(all_take.count())
                                                         / std::max(m_host.options().cpu_budget, 0.001))));
    if (now - m_polled_at >= pause && !m_queue.is_confirming())
        catch_up();
}

} // namespace lockscope::monitor

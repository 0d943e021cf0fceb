// SPDX-License-Identifier: Apache-2.0
#include "monitor/counters.hpp"

#include "locks/answers.hpp"
#include "locks/key_names.hpp"
#include "monitor/classify.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lockscope::monitor {
namespace {

using redis::Command;
using redis::Reply;

/// The end of a permit without one, in the only way that Redisson writes it.
constexpr double no_end = 922337203685477;
constexpr std::size_t longest_number = 16;

bool is_hex(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// 16 bytes, or, by a Redisson before 3.17, 32 hexadecimal digits. Empty: no client writes such an id.
std::string permit_id(std::string_view member)
{
    constexpr std::string_view digits = "0123456789abcdef";
    if (member.size() == 32 && is_hex(member))
        return std::string(member);
    std::string id;
    if (member.size() != 16)
        return id;
    for (const char c : member) {
        id += digits[static_cast<unsigned char>(c) >> 4];
        id += digits[static_cast<unsigned char>(c) & 15];
    }
    return id;
}

/// Epoch milliseconds; nullopt if it is none.
std::optional<double> to_end(std::string_view score)
{
    double value = 0;
    const auto [end, error] = std::from_chars(score.data(), score.data() + score.size(), value);
    const bool is_number = error == std::errc{} && end == score.data() + score.size() && std::isfinite(value);
    return is_number && value > 0 && value <= no_end ? std::optional(value) : std::nullopt;
}

/// @returns false if these are no permits.
bool add_permits(const RawCounter& raw, const ReadLimits& limits, LockState& state)
{
    milliseconds last{-2};
    std::size_t total = raw.permits_total - std::min(raw.permits_total, raw.permits.size());
    for (const auto& [member, score] : raw.permits) {
        auto id = permit_id(member);
        const auto end = to_end(score);
        if (id.empty() || !end)
            return false;
        Holder holder;
        holder.owner = std::move(id);
        holder.count = 1;
        const bool is_endless = *end == no_end;
        if (is_endless) {
            holder.ttl = milliseconds(-1);
        } else if (raw.server_time > 0) {
            const auto left = static_cast<std::int64_t>(*end) - raw.server_time;
            if (left <= 0) { // Whoever comes next takes it back.
                ++state.permits_over;
                continue;
            }
            holder.ttl = locks::time_left(left);
        }
        if (last != milliseconds(-1) && holder.ttl)
            last = is_endless ? milliseconds(-1) : std::max(last, *holder.ttl);
        if (state.holders.size() < limits.holders)
            state.holders.push_back(std::move(holder));
        ++total;
    }
    state.holders_total = to_total(total);
    state.ttl = state.holders.empty() ? milliseconds(-2) : std::max(last, milliseconds(-1));
    state.lease = std::max(state.ttl, milliseconds(0));
    if (state.holders_total > state.holders.size())
        state.anomalies.insert(Anomaly::truncated);
    return true;
}

std::optional<LockState> state_of_number(const RawCounter& raw)
{
    if (!raw.is_string || raw.name.empty())
        return std::nullopt;
    LockState state;
    state.name = raw.name;
    state.type = LockType::semaphore;
    state.observed_at = raw.read_at;
    state.server_time = raw.server_time;
    state.permits = to_count(raw.value);
    return state.permits ? std::optional(std::move(state)) : std::nullopt;
}

} // namespace

bool is_waited_for(const LockState& state) noexcept
{
    return is_counter(state.type) && state.waiting_clients.value_or(0) > 0;
}

std::optional<std::int64_t> to_count(std::string_view value)
{
    const auto number = value.size() < longest_number ? redis::to_integer(value) : std::nullopt;
    return number && std::to_string(*number) == value ? number : std::nullopt;
}

std::optional<LockState> classify_counter(const RawCounter& raw, const ReadLimits& limits)
{
    auto number = state_of_number(raw);
    if (!number)
        return std::nullopt;
    LockState& state = *number;
    const bool has_semaphore_waiters = raw.semaphore_subscribers.value_or(0) > 0;
    const bool has_latch_waiters = raw.latch_subscribers.value_or(0) > 0;
    if (!raw.permits.empty()) {
        if (!add_permits(raw, limits, state))
            return std::nullopt;
        state.waiting_clients = raw.semaphore_subscribers;
    } else if (has_semaphore_waiters) {
        state.type_certain = !has_latch_waiters;
        state.waiting_clients = raw.semaphore_subscribers;
    } else if (has_latch_waiters) {
        state.type = LockType::latch;
        state.waiting_clients = raw.latch_subscribers;
    } else {
        return std::nullopt;
    }
    if (!raw.atomic)
        state.anomalies.insert(Anomaly::torn);
    if (!state.is_held() && !is_waited_for(state))
        return std::nullopt;
    return number;
}

std::optional<LockState> idle_counter(const RawCounter& raw, const ReadLimits& limits)
{
    auto number = state_of_number(raw);
    if (number && !raw.permits.empty() && !add_permits(raw, limits, *number))
        return std::nullopt;
    if (number)
        number->waiting_clients = raw.semaphore_subscribers;
    return number;
}

CounterSnapshot::CounterSnapshot(std::string name, const Abilities& abilities, const ReadLimits& limits)
    : m_name(std::move(name))
    , m_commands(abilities.transactions)
{
    if (abilities.time)
        add(Part::time, Command{"TIME"});
    add(Part::value, Command{"GET", m_name});
    add(Part::ttl, Command{"PTTL", m_name});
    if (abilities.deadlines) {
        const auto key = locks::permit_timeout_key(m_name);
        const auto last = std::to_string(std::max<std::size_t>(limits.holders, 1) - 1);
        add(Part::permits, Command{"ZRANGE", key, "0", last, "WITHSCORES"});
        add(Part::permits_total, Command{"ZCARD", key});
    }
    const auto ask = [this](Part part, const char* how) {
        add(part, Command{"PUBSUB", how, locks::semaphore_channel(m_name), locks::latch_channel(m_name)});
    };
    if (abilities.subscribers)
        ask(Part::subscribers, "NUMSUB");
    if (abilities.subscribers && abilities.shards)
        ask(Part::shard_subscribers, "SHARDNUMSUB");
}

void CounterSnapshot::add(Part part, Command command)
{
    m_parts.push_back(part);
    m_commands.add(std::move(command));
}

CounterSnapshot::Result CounterSnapshot::parse(std::span<const Reply> replies) const
{
    Result result;
    result.raw.name = m_name;
    result.raw.atomic = m_commands.is_atomic();
    Transaction::Answers answers = m_commands.unpack(replies);
    if (!answers.executed) {
        result.error = std::move(answers.error);
        for (const Reply& queued : answers.each)
            if (queued.is_error())
                result.error = queued.text;
        return result;
    }
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        take(m_parts[i], answers.each[i], result);
    return result;
}

void CounterSnapshot::take(Part part, const Reply& reply, Result& result) const
{
    auto& raw = result.raw;
    if (reply.is_error()) {
        const bool is_foreign = reply.text.starts_with("WRONGTYPE");
        if (part == Part::value && !is_foreign)
            result.error = reply.text;
        else if (part == Part::permits && is_foreign)
            raw.permits.emplace_back(); // Somebody else's key lies there, and no permit looks like this.
        return;
    }
    switch (part) {
    case Part::time: raw.server_time = to_server_time(reply); break;
    case Part::value:
        raw.is_string = reply.is_text();
        raw.value = reply.text.substr(0, longest_number + 1);
        break;
    case Part::ttl: raw.ttl = reply.as_integer().value_or(-2); break;
    case Part::permits:
        for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
            raw.permits.emplace_back(reply.elements[i].text, reply.elements[i + 1].text);
        raw.permits_total = std::max(raw.permits_total, raw.permits.size());
        break;
    case Part::permits_total: {
        const auto total = reply.as_integer().value_or(0);
        raw.permits_total = std::max(raw.permits_total, static_cast<std::size_t>(std::max<std::int64_t>(total, 0)));
        break;
    }
    case Part::subscribers:
    case Part::shard_subscribers:
        if (reply.elements.size() == 4) {
            raw.semaphore_subscribers =
                raw.semaphore_subscribers.value_or(0) + to_subscribers(reply.elements[1]).value_or(0);
            raw.latch_subscribers = raw.latch_subscribers.value_or(0) + to_subscribers(reply.elements[3]).value_or(0);
        }
        break;
    }
}

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#include "monitor/snapshot.hpp"

#include "locks/key_names.hpp"
#include "lockscope/owner.hpp"
#include "monitor/classify.hpp"
#include "monitor/namesake.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::monitor {
namespace {

using redis::Command;
using redis::Reply;

std::size_t count_of(const Reply& reply, std::size_t otherwise) noexcept
{
    const auto number = reply.as_integer();
    return number && *number >= 0 ? static_cast<std::size_t>(*number) : otherwise;
}

bool is_refusal(const Reply& reply) noexcept
{
    return reply.is_error() && reply.text.starts_with("NOPERM");
}

std::int64_t bytes_of(const Reply& reply) noexcept
{
    std::size_t bytes = reply.text.size();
    for (const Reply& element : reply.elements)
        bytes += element.text.size();
    return static_cast<std::int64_t>(bytes);
}

void make_no_sense(Snapshot::Result& result, const char* command)
{
    result.failed = true;
    result.error = answered_with_something_else(command);
}

std::string last_index(std::size_t limit)
{
    return std::to_string(limit == 0 ? 0 : limit - 1);
}

/// What the name of a key or channel of one owner takes, before it is made: it may be of megabytes.
std::size_t name_bytes(const std::string& lock, const std::string& owner) noexcept
{
    constexpr std::size_t others = 48;
    return lock.size() + owner.size() + others;
}

} // namespace

std::string answered_with_something_else(const char* command)
{
    return std::string("The server answered ") + command + " with something else.";
}

Expected expected_of(const LockState& state)
{
    Expected expected;
    if (state.mode != LockMode::none) {
        for (const auto& holder : state.holders) {
            if (!holder.is_writer())
                expected.readers.emplace_back(holder.owner, holder.count);
        }
    }
    for (const auto& waiter : state.waiters)
        expected.waiters.push_back(waiter.owner);
    expected.namesake = !state.is_held() && !state.waiters.empty();
    return expected;
}

bool is_scan_of_hash(const Reply& reply)
{
    if (reply.elements.size() != 2 || !reply.elements[0].is_text() || !reply.elements[1].is_array())
        return false;
    const auto& pairs = reply.elements[1].elements;
    return pairs.size() % 2 == 0 && std::all_of(pairs.begin(), pairs.end(), [](const Reply& e) { return e.is_text(); });
}

Fields to_fields(std::span<const Reply> elements)
{
    Fields fields;
    fields.reserve(elements.size() / 2);
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i + 1 < elements.size(); i += 2) {
        if (elements[i].is_text() && elements[i + 1].is_text() && seen.insert(elements[i].text).second)
            fields.emplace_back(elements[i].text, elements[i + 1].text);
    }
    return fields;
}

Snapshot::Snapshot(std::string name, Expected expected, const Abilities& abilities, const ReadLimits& limits)
    : m_name(std::move(name))
    , m_expected(std::move(expected))
    , m_commands(abilities.transactions)
    , m_ask_subscribers(abilities.subscribers)
    , m_ask_namesake(abilities.namesake && !m_expected.oversize.namesake)
    , m_ask_readers(abilities.readers && m_expected.reader_deadlines)
    , m_limits(limits)
{
    std::sort(m_expected.readers.begin(), m_expected.readers.end());
    if (abilities.time)
        add(Part::time, Command{"TIME"});
    // Next to the clock: whoever compares when the lease ends must not take a server that paused in between for a
    // renewal: in Redis 7.0 time goes on within a transaction.
    add(Part::ttl, Command{"PTTL", m_name});
    // HSCAN instead of HGETALL: whatever lies there by now, the reply has a bounded number of fields.
    add(Part::fields, Command{"HSCAN", m_name, "0", "COUNT"}.arg(static_cast<std::int64_t>(m_limits.holders + 1)));
    if (abilities.length)
        add(Part::length, Command{"HLEN", m_name});
    const bool asks_for_queue = abilities.queue && m_expected.queue && !m_expected.oversize.queue;
    if (asks_for_queue) {
        add(Part::queue, Command{"LRANGE", locks::queue_key(m_name), "0", last_index(m_limits.waiters)});
        if (m_expected.waiters.size() >= m_limits.waiters)
            add(Part::queue_length, Command{"LLEN", locks::queue_key(m_name)});
    }
    if (asks_for_queue && abilities.deadlines && m_expected.deadlines) {
        add(Part::deadlines,
            Command{"ZRANGE", locks::timeout_key(m_name), "0", last_index(m_limits.waiters), "WITHSCORES"});
        if (m_expected.waiters.size() >= m_limits.waiters)
            add(Part::deadlines_length, Command{"ZCARD", locks::timeout_key(m_name)});
    }
    if (abilities.token && m_expected.token && !m_expected.oversize.token)
        add(Part::token, Command{"GET", locks::token_key(m_name)});
    if (const auto namesake = namesake_of(m_name); namesake && m_ask_namesake && m_expected.namesake)
        add(Part::namesake, Command{"HSCAN", *namesake, "0", "COUNT", "16"});
    std::size_t left = m_limits.asked_bytes;
    for (const auto& waiter : m_expected.waiters) {
        const auto bytes = name_bytes(m_name, waiter);
        if (bytes > left)
            break;
        left -= bytes;
        ++m_asked_waiters;
    }
    if (abilities.subscribers)
        ask_for_subscribers(Part::subscribers, "NUMSUB");
    // Clients that publish the other way are not told of each other's messages, but both wait.
    if (abilities.subscribers && abilities.shards)
        ask_for_subscribers(Part::shard_subscribers, "SHARDNUMSUB");
    if (m_ask_readers)
        ask_for_readers();
}

void Snapshot::ask_for_subscribers(Part part, const char* how)
{
    Command numsub{"PUBSUB", how, locks::unlock_channel(m_name), locks::rwlock_channel(m_name)};
    for (std::size_t i = 0; i < m_asked_waiters; ++i)
        numsub.arg(locks::fair_channel(m_name, m_expected.waiters[i]));
    add(part, std::move(numsub));
}

/// For all of a reader's deadlines, or for none: by a part of them nobody can tell whether it lives.
void Snapshot::ask_for_readers()
{
    std::size_t left = m_limits.reader_deadlines;
    std::size_t bytes_left = m_limits.asked_bytes;
    for (std::size_t i = 0; i < m_expected.readers.size(); ++i) {
        const auto& [owner, count] = m_expected.readers[i];
        const auto holds = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
        const auto bytes = holds * name_bytes(m_name, owner);
        if (count > m_limits.holds_per_reader || holds > left || bytes > bytes_left)
            continue;
        left -= holds;
        bytes_left -= bytes;
        for (std::int64_t hold = 1; hold <= count; ++hold) {
            m_steps.push_back({Part::reader, i, hold});
            m_commands.add(Command{"PTTL", locks::reader_timeout_key(m_name, owner, hold)});
        }
    }
}

void Snapshot::add(Part part, Command command)
{
    m_steps.push_back({part});
    m_commands.add(std::move(command));
}

Snapshot::Result Snapshot::parse(std::span<const Reply> replies) const
{
    Result result;
    result.raw.name = m_name;
    result.raw.atomic = m_commands.is_atomic();
    result.raw.queue_known = m_expected.oversize.queue; // That there is one is known then.
    result.raw.deadlines_known = false;
    Transaction::Answers answers = m_commands.unpack(replies);
    if (!answers.executed) {
        result.failed = true;
        result.error = std::move(answers.error);
        // What was refused when it was queued is the reason; the caller may leave it out next time.
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const Reply& queued = answers.each[i];
            if (queued.is_error() && !is_refusal(queued))
                result.error = queued.text;
            note_right(m_steps[i].part, queued, result);
        }
        return result;
    }
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        take(m_steps[i].part, answers.each[i], result);
    take_readers(answers.each, result.raw);
    if (result.oversize.queue) { // As the next reading will show it.
        result.raw.queue.clear();
        result.raw.deadlines.clear();
        result.raw.queue_total = result.raw.deadlines_total = 0;
    }
    if (!result.failed)
        look_for_more(result);
    return result;
}

bool* Snapshot::companion(Companions& companions, Part part) noexcept
{
    switch (part) {
    case Part::queue:
    case Part::queue_length: return &companions.queue;
    case Part::deadlines:
    case Part::deadlines_length: return &companions.deadlines;
    case Part::token: return &companions.token;
    case Part::namesake: return &companions.namesake;
    case Part::reader: return &companions.readers;
    default: return nullptr;
    }
}

void Snapshot::note_right(Part part, const Reply& reply, Result& result)
{
    const bool is_refused = is_refusal(reply);
    if (bool* const noted = companion(is_refused ? result.refused : result.granted, part))
        *noted = true;
    else if (is_refused)
        result.error = reply.text;
}

void Snapshot::take(Part part, const Reply& reply, Result& result) const
{
    auto& raw = result.raw;
    note_right(part, reply, result);
    if (reply.is_error()) {
        if (part == Part::fields && reply.text.starts_with("WRONGTYPE")) {
            raw.main = RawLock::Main::other;
        } else if (part == Part::fields || part == Part::ttl) {
            result.failed = true;
            result.error = reply.text;
        } else if (part == Part::deadlines && reply.text.starts_with("WRONGTYPE")) {
            raw.queue_foreign = true;
            raw.deadlines_known = true; // Nobody in the queue has one, and none can be given.
        } else if (part == Part::queue && reply.text.starts_with("WRONGTYPE")) {
            raw.queue_foreign = true;
            raw.queue_known = true; // Nobody can be in it.
        }
        return;
    }
    switch (part) {
    case Part::time: raw.server_time = to_server_time(reply); break;
    case Part::fields: take_fields(reply, result); break;
    case Part::length: raw.fields_total = std::max(raw.fields_total, count_of(reply, 0)); break;
    case Part::ttl: take_ttl(reply, result); break;
    case Part::queue: take_queue(reply, result); break;
    case Part::queue_length: raw.queue_total = std::max(raw.queue_total, count_of(reply, 0)); break;
    case Part::deadlines: take_deadlines(reply, result); break;
    case Part::deadlines_length: raw.deadlines_total = std::max(raw.deadlines_total, count_of(reply, 0)); break;
    case Part::token:
        raw.token = reply.as_integer();
        raw.token_exists = raw.token.has_value();
        result.oversize.token = bytes_of(reply) > m_limits.token_bytes;
        break;
    case Part::namesake:
        result.oversize.namesake = reply.elements.size() == 2 && bytes_of(reply.elements[1]) > m_limits.main_bytes;
        raw.namesake_held = reply.elements.size() == 2 && could_be_lock(to_fields(reply.elements[1].elements));
        break;
    case Part::subscribers:
    case Part::shard_subscribers: take_subscribers(reply, raw); break;
    case Part::reader: break; // Together, when all is known: take_readers().
    }
}

/// Of those that have no more holds by now than were asked for: the rest may live.
void Snapshot::take_readers(std::span<const Reply> replies, RawLock& raw) const
{
    if (m_expected.readers.empty())
        return;
    std::unordered_map<std::string_view, std::int64_t> counts;
    for (const auto& [field, value] : raw.fields)
        counts.emplace(field, redis::to_integer(value).value_or(0));
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const auto& step = m_steps[i];
        if (step.part != Part::reader || replies[i].is_error())
            continue;
        const auto& [owner, asked] = m_expected.readers[step.reader];
        const auto count = counts.find(owner);
        if (count == counts.end() || count->second > asked || count->second < step.hold)
            continue;
        const auto ttl = replies[i].as_integer().value_or(-2);
        auto& longest = raw.reader_ttls.try_emplace(owner, -2).first->second;
        if (longest != -1 && (ttl == -1 || ttl > longest))
            longest = ttl;
    }
}

void Snapshot::take_ttl(const Reply& reply, Result& result) const
{
    const auto left = reply.as_integer();
    if (left && *left >= -2)
        result.raw.ttl = *left;
    else
        make_no_sense(result, "PTTL");
}

void Snapshot::take_fields(const Reply& reply, Result& result) const
{
    if (!is_scan_of_hash(reply)) {
        make_no_sense(result, "HSCAN");
        return;
    }
    auto& raw = result.raw;
    raw.fields = to_fields(reply.elements[1].elements);
    raw.fields_complete = reply.elements[0].text == "0";
    raw.fields_total = raw.fields.size();
    raw.main = raw.fields.empty() && raw.fields_complete ? RawLock::Main::absent : RawLock::Main::hash;
}

void Snapshot::take_queue(const Reply& reply, Result& result) const
{
    result.raw.queue_known = true;
    if (bytes_of(reply) > m_limits.companion_bytes) {
        result.oversize.queue = true;
        return;
    }
    auto& raw = result.raw;
    for (const auto& element : reply.elements)
        raw.queue.push_back(element.text);
    raw.queue_total = std::max(raw.queue_total, raw.queue.size());
}

void Snapshot::take_deadlines(const Reply& reply, Result& result) const
{
    if (bytes_of(reply) > m_limits.companion_bytes) {
        result.oversize.queue = true;
        return;
    }
    auto& raw = result.raw;
    raw.deadlines_known = true;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
        raw.deadlines.emplace_back(reply.elements[i].text, reply.elements[i + 1].text);
    raw.deadlines_total = std::max(raw.deadlines_total, raw.deadlines.size());
}

void Snapshot::take_subscribers(const Reply& reply, RawLock& raw) const
{
    if (reply.elements.size() != 2 * (m_asked_waiters + 2))
        return;
    const auto add = [](std::optional<std::int32_t>& sum, std::optional<std::int32_t> count) {
        if (count)
            sum = sum.value_or(0) + *count;
    };
    add(raw.unlock_subscribers, to_subscribers(reply.elements[1]));
    add(raw.rwlock_subscribers, to_subscribers(reply.elements[3]));
    for (std::size_t i = 0; i < m_asked_waiters; ++i) {
        if (const auto count = to_subscribers(reply.elements[2 * i + 5]))
            raw.waiter_subscribers[m_expected.waiters[i]] += *count;
    }
}

bool Snapshot::needs_namesake(const RawLock& raw) const
{
    return m_ask_namesake && raw.main == RawLock::Main::absent && (!raw.queue.empty() || !raw.deadlines.empty())
        && namesake_of(m_name).has_value();
}

bool Snapshot::knows_readers(const Expected& wanted) const
{
    // Both are sorted, by owner.
    auto known = m_expected.readers.begin();
    return std::all_of(wanted.readers.begin(), wanted.readers.end(), [&](const auto& reader) {
        while (known != m_expected.readers.end() && known->first < reader.first)
            ++known;
        const bool is_known = known != m_expected.readers.end() && known->first == reader.first;
        return reader.second > m_limits.holds_per_reader || (is_known && reader.second <= known->second);
    });
}

void Snapshot::look_for_more(Result& result) const
{
    const auto& raw = result.raw;
    auto wanted = m_expected;
    wanted.readers.clear();
    const bool read_write = std::any_of(raw.fields.begin(), raw.fields.end(),
                                        [](const auto& field) { return field.first == locks::mode_field; });
    if (m_ask_readers && (read_write || !raw.fields_complete)) {
        for (const auto& [field, value] : raw.fields) {
            const auto owner = OwnerField::parse(field);
            const auto count = redis::to_integer(value);
            if (owner && !owner->writer && count && *count > 0)
                wanted.readers.emplace_back(field, *count);
        }
        std::sort(wanted.readers.begin(), wanted.readers.end());
    }
    wanted.waiters.clear();
    if (m_ask_subscribers || raw.queue.size() >= m_limits.waiters) {
        for (const auto& waiter : raw.queue) {
            if (waiter.size() <= m_limits.owner_bytes)
                wanted.waiters.push_back(waiter);
        }
    }
    const std::unordered_set<std::string_view> asked(m_expected.waiters.begin(), m_expected.waiters.end());
    const bool waiters_known = std::all_of(wanted.waiters.begin(), wanted.waiters.end(),
                                           [&asked](const auto& waiter) { return asked.contains(waiter); });
    wanted.namesake = needs_namesake(raw);
    result.more = !knows_readers(wanted) || !waiters_known || (wanted.namesake && !m_expected.namesake);
    if (result.more)
        result.expected = std::move(wanted);
}

} // namespace lockscope::monitor

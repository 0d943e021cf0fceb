// SPDX-License-Identifier: Apache-2.0
#include "monitor/classify.hpp"

#include "locks/answers.hpp"
#include "locks/key_names.hpp"
#include "monitor/deadlines.hpp"
#include "monitor/fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::monitor {
namespace {

/// Redis writes scores as %.17g; deadlines are epoch milliseconds.
std::optional<std::int64_t> to_deadline(std::string_view score) noexcept
{
    double value = 0;
    const auto [end, error] = std::from_chars(score.data(), score.data() + score.size(), value);
    if (error != std::errc{} || end != score.data() + score.size() || !std::isfinite(value) || std::abs(value) > 9e18)
        return std::nullopt;
    return static_cast<std::int64_t>(value);
}

Holder to_holder(const OwnerCount& entry)
{
    Holder holder;
    holder.owner = entry.field;
    holder.count = entry.count;
    return holder;
}

bool is_transaction(const RawLock& raw, const ParsedFields& parsed)
{
    return std::string_view(raw.name).ends_with(locks::transaction_suffix)
        || std::any_of(parsed.owners.begin(), parsed.owners.end(),
                       [](const OwnerCount& entry) { return !entry.owner.transaction.empty(); });
}

/// Plain owners beside a writer are its own reads; anybody else's come from a lock of another type on the same name.
bool foreign_beside_writer(const ParsedFields& parsed)
{
    const auto writer = std::find_if(parsed.owners.begin(), parsed.owners.end(),
                                     [](const OwnerCount& entry) { return entry.owner.writer; });
    return std::any_of(parsed.owners.begin(), parsed.owners.end(), [&](const OwnerCount& entry) {
        return !entry.owner.writer
            && (entry.owner.client != writer->owner.client || entry.owner.thread != writer->owner.thread);
    });
}

/// @returns false if this hash is no lock.
bool classify_read_write(const RawLock& raw, const ParsedFields& parsed, LockState& state)
{
    const auto writers = std::count_if(parsed.owners.begin(), parsed.owners.end(),
                                       [](const OwnerCount& entry) { return entry.owner.writer; });
    const auto readers = static_cast<std::ptrdiff_t>(parsed.owners.size()) - writers;
    if ((parsed.mode == LockMode::write && writers == 0) || (parsed.mode == LockMode::read && readers == 0))
        return false;
    state.type = LockType::read_write;
    state.mode = parsed.mode;
    if (writers > 1 || (parsed.mode == LockMode::read && writers > 0)
        || (parsed.mode == LockMode::write && foreign_beside_writer(parsed)))
        state.anomalies.insert(Anomaly::mixed_types);
    for (const auto& entry : parsed.owners) {
        auto holder = to_holder(entry);
        if (const auto own = raw.reader_ttls.find(entry.field); !holder.is_writer() && own != raw.reader_ttls.end()) {
            holder.ttl = locks::time_left(own->second == -2 ? 0 : own->second);
            if (own->second == -2)
                state.anomalies.insert(Anomaly::dead_reader);
        }
        state.holders.push_back(std::move(holder));
    }
    state.waiting_clients = raw.rwlock_subscribers;
    return true;
}

/// When its owner loses this value, as far as known: at its own end, or with the hash.
std::optional<milliseconds> ttl_of(const GroupValue& value, const RawLock& raw)
{
    if (value.expires <= 0 || raw.server_time <= 0)
        return std::nullopt;
    const std::int64_t left = bounded_distance(raw.server_time, value.expires);
    return milliseconds(raw.ttl >= 0 ? std::min(left, raw.ttl) : left);
}

/// An owner keeps something for as long as it keeps any of its values.
void classify_group(const RawLock& raw, const ParsedFields& parsed, LockState& state)
{
    state.type = LockType::multi;
    for (const auto& value : parsed.group) {
        if (value.count <= 0 || (raw.server_time > 0 && value.expires > 0 && value.expires <= raw.server_time))
            continue; // Left behind by an owner whose lease ended; the next one overwrites it.
        const auto ttl = ttl_of(value, raw);
        const auto same = std::find_if(state.holders.begin(), state.holders.end(),
                                       [&](const Holder& holder) { return holder.owner == value.owner; });
        if (same != state.holders.end()) {
            same->count += std::min(value.count, INT64_MAX - same->count);
            same->ttl = same->ttl && ttl ? std::optional(std::max(*same->ttl, *ttl)) : std::nullopt;
            continue;
        }
        state.holders.push_back(to_holder({value.owner, *OwnerField::parse(value.owner), value.count}));
        state.holders.back().ttl = ttl;
    }
    for (const auto& entry : parsed.owners)
        state.holders.push_back(to_holder(entry));
    if (!parsed.owners.empty() || parsed.mode != LockMode::none)
        state.anomalies.insert(Anomaly::mixed_types);
    state.waiting_clients = raw.unlock_subscribers;
}

bool classify_plain(const RawLock& raw, const ParsedFields& parsed, LockState& state)
{
    if (parsed.owners.empty() || parsed.owners.front().owner.writer)
        return false;
    // Only read locks have several owners. Their mode may be among the fields that were too many to read.
    const bool may_be_read = parsed.owners.size() > 1 && !raw.fields_complete;
    if (may_be_read) {
        state.type = LockType::read_write;
        state.mode = LockMode::read;
    } else if (parsed.owners.size() > 1) {
        // Many a hash that is no lock looks like this. But what was one is so still, and two have it.
        if (!raw.was_lock)
            return false;
        state.anomalies.insert(Anomaly::mixed_types);
    }
    for (const auto& entry : parsed.owners)
        state.holders.push_back(to_holder(entry));
    state.waiting_clients = may_be_read ? raw.rwlock_subscribers : raw.unlock_subscribers;
    return true;
}

bool classify_holders(const RawLock& raw, const ParsedFields& parsed, LockState& state)
{
    if (!parsed.group.empty()) {
        classify_group(raw, parsed, state);
        return !state.holders.empty();
    }
    if (parsed.mode != LockMode::none)
        return classify_read_write(raw, parsed, state);
    return classify_plain(raw, parsed, state);
}

void add_strays(const RawLock& raw, const std::unordered_set<std::string_view>& queued, const ReadLimits& limits,
                LockState& state)
{
    for (const auto& [member, score] : raw.deadlines) {
        if (queued.contains(member))
            continue;
        state.anomalies.insert(Anomaly::score_without_entry);
        if (member.size() > limits.owner_bytes)
            state.anomalies.insert(Anomaly::truncated);
        Waiter stray;
        stray.owner = member.substr(0, limits.owner_bytes);
        stray.deadline = to_deadline(score);
        state.strays.push_back(std::move(stray));
    }
}

void add_waiters(const RawLock& raw, const ReadLimits& limits, LockState& state)
{
    std::unordered_map<std::string_view, std::string_view> scores;
    for (const auto& [member, score] : raw.deadlines)
        scores.emplace(member, score);
    std::unordered_set<std::string_view> queued;
    for (const auto& entry : raw.queue) {
        queued.insert(entry);
        Waiter waiter;
        waiter.owner = entry.substr(0, limits.owner_bytes);
        if (entry.size() > limits.owner_bytes)
            state.anomalies.insert(Anomaly::truncated);
        if (const auto score = scores.find(entry); score != scores.end())
            waiter.deadline = to_deadline(score->second);
        if (const auto heard = raw.waiter_subscribers.find(entry); heard != raw.waiter_subscribers.end())
            waiter.subscribed = heard->second > 0;
        waiter.stale = waiter.deadline && raw.server_time > 0 && *waiter.deadline <= raw.server_time;
        state.waiters.push_back(std::move(waiter));
    }
    // Where there are so many that not all were read, some waiter's may be among the others.
    const bool all_deadlines = raw.deadlines.size() < std::max<std::size_t>(limits.waiters, 1);
    state.deadlines_known = (raw.deadlines_known && all_deadlines) || raw.queue.empty();
    state.waiters_total = to_total(std::max(raw.queue_total, raw.queue.size()));
    if (!all_deadlines)
        state.anomalies.insert(Anomaly::truncated);
    if (raw.queue_known && state.waiters_total == raw.queue.size())
        add_strays(raw, queued, limits, state);
}

/// Processes behind the waiters of a fair lock: each has a channel of its own for each thread.
std::int32_t fair_clients(const LockState& state)
{
    std::set<std::string_view> clients;
    for (const auto& waiter : state.waiters) {
        if (waiter.subscribed.value_or(false))
            clients.insert(waiter.client().empty() ? std::string_view(waiter.owner) : waiter.client());
    }
    return static_cast<std::int32_t>(clients.size());
}

void decide_type(const RawLock& raw, const ParsedFields& parsed, LockState& state)
{
    const bool fair = !raw.queue.empty() || !raw.deadlines.empty();
    if (state.type == LockType::read_write || state.type == LockType::multi) {
        if (fair)
            state.anomalies.insert(Anomaly::mixed_types);
        if (state.type == LockType::read_write && parsed.mode == LockMode::none)
            state.type_certain = false;
        if (state.type == LockType::read_write && is_transaction(raw, parsed))
            state.type = LockType::transaction;
        return;
    }
    if (is_transaction(raw, parsed)) {
        state.type = LockType::transaction;
    } else if (fair) {
        state.type = LockType::fair;
        if (raw.unlock_subscribers)
            state.waiting_clients = *raw.unlock_subscribers + fair_clients(state);
    } else if (raw.token_exists) {
        state.type = LockType::fenced;
    } else {
        state.type = LockType::reentrant;
        state.type_certain = false;
    }
    if (state.type == LockType::fair || state.type == LockType::reentrant)
        state.queue_known = raw.queue_known;
}

void count_holders(const RawLock& raw, const ReadLimits& limits, LockState& state)
{
    std::sort(state.holders.begin(), state.holders.end(), [](const Holder& a, const Holder& b) {
        return a.is_writer() != b.is_writer() ? a.is_writer() : a.owner < b.owner;
    });
    std::size_t total = state.holders.size();
    if (!raw.fields_complete && state.type != LockType::multi) {
        // Its mode field is counted by HLEN, whether or not it is among those that were read.
        const std::size_t other = state.type == LockType::read_write ? 1 : 0;
        total = std::max(total, raw.fields_total - std::min(raw.fields_total, other));
    }
    state.holders_total = to_total(total);
    if (state.holders.size() > limits.holders)
        state.holders.resize(limits.holders);
    // How many holders are among the values of a group that were not read, no number tells.
    const bool is_group_in_part = state.type == LockType::multi && !raw.fields_complete;
    if (is_group_in_part || state.holders_total > state.holders.size() || state.waiters_total > state.waiters.size())
        state.anomalies.insert(Anomaly::truncated);
}

} // namespace

std::uint32_t to_total(std::size_t count) noexcept
{
    return static_cast<std::uint32_t>(std::min<std::size_t>(count, UINT32_MAX));
}

bool could_be_lock(const Fields& fields)
{
    return !fields.empty() && parse_fields(fields).has_value();
}

std::optional<LockState> classify(const RawLock& raw, const ReadLimits& limits)
{
    if (raw.main == RawLock::Main::other || raw.name.empty())
        return std::nullopt;
    const auto parsed = parse_fields(raw.fields);
    if (!parsed)
        return std::nullopt;

    LockState state;
    state.name = raw.name;
    state.observed_at = raw.read_at;
    state.server_time = raw.server_time;
    if (raw.main == RawLock::Main::hash) {
        if (!classify_holders(raw, *parsed, state))
            return std::nullopt;
        state.ttl = std::max(locks::time_left(raw.ttl == -2 ? 0 : raw.ttl), milliseconds(-1));
        state.lease = std::max(state.ttl, milliseconds(0));
    } else if (raw.queue.empty() && raw.deadlines.empty()) {
        return std::nullopt;
    } else {
        state.waiting_clients = raw.unlock_subscribers;
    }
    add_waiters(raw, limits, state);
    decide_type(raw, *parsed, state);
    if (state.type == LockType::fenced || raw.token_exists)
        state.fencing_token = raw.token;
    count_holders(raw, limits, state);
    if (raw.queue_foreign)
        state.anomalies.insert(Anomaly::foreign_queue);
    if (!raw.atomic)
        state.anomalies.insert(Anomaly::torn);
    mark_anomalies(state);
    return state;
}

void mark_anomalies(LockState& state)
{
    for (const auto found_here :
         {Anomaly::never_expires, Anomaly::queue_without_score, Anomaly::dead_head, Anomaly::free_but_queued})
        state.anomalies.erase(found_here);
    if (state.is_held() && state.ttl == milliseconds(-1))
        state.anomalies.insert(Anomaly::never_expires);
    if (state.deadlines_known
        && std::any_of(state.waiters.begin(), state.waiters.end(), [](const Waiter& w) { return !w.deadline; }))
        state.anomalies.insert(Anomaly::queue_without_score);
    if (!state.waiters.empty() && is_dead(state.waiters.front()))
        state.anomalies.insert(Anomaly::dead_head);
    if (!state.is_held() && !state.waiters.empty())
        state.anomalies.insert(Anomaly::free_but_queued);
}

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#include "monitor/trace_roles.hpp"

#include "counting_scripts.hpp"
#include "locks/key_names.hpp"
#include "lockscope/owner.hpp"
#include "redis/reply.hpp"
#include "redis/script.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace lockscope::monitor {
namespace {

using Role = TraceCommand::Role;
using Outcome = TraceCommand::Outcome;

constexpr std::size_t most_known = 200'000;
constexpr std::size_t most_locks = 100;
constexpr std::size_t longest_owner = 128;
constexpr std::string_view latch_channel_start = "redisson_countdownlatch__channel__";
/// Of a latch: who makes one says so, and who deletes one before it is counted down.
constexpr std::string_view new_count_message = "1";
constexpr std::string_view reader_timeout_part = ":rwlock_timeout";
constexpr std::string_view writer_suffix = ":write";
/// Names no channel and no owner, and so is only known as what it is. It was the same in Redisson 3.5 and 4.7.
constexpr std::string_view sha_of_redissons_acquire = "c7dc9d189c1715465a31a06ddbc008585e0c20be";
constexpr std::size_t length_of_redissons_acquire = 184;

template <std::size_t Size>
bool is_one_of(std::string_view word, const std::array<std::string_view, Size>& words) noexcept
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_owner(std::string_view word)
{
    return word.size() <= longest_owner && OwnerField::parse(word).has_value();
}

/// A key or channel that only locks and their like have.
bool belongs_to_a_lock(std::string_view word) noexcept
{
    constexpr std::array starts{locks::unlock_channel_prefix, locks::rwlock_channel_prefix,
                                locks::queue_prefix,          locks::timeout_prefix,
                                locks::token_prefix,          locks::unlock_latch_prefix,
                                latch_channel_start,          locks::semaphore_channel_prefix};
    return std::any_of(starts.begin(), starts.end(),
                       [word](std::string_view start) { return word.starts_with(start); });
}

/// The lock that a companion or channel stands for; empty if it is neither, or cannot be told.
std::string lock_behind(std::string_view word, const KnownLocks& known)
{
    if (!belongs_to_a_lock(word) && word.find(reader_timeout_part) == std::string_view::npos)
        return {};
    auto uses = locks::names_of_companion(word);
    if (uses.empty())
        uses = locks::names_of_channel(word);
    const auto seen =
        std::find_if(uses.begin(), uses.end(), [&](const locks::NameUse& use) { return known.contains(use.raw); });
    if (seen != uses.end())
        return std::move(seen->raw);
    return uses.empty() ? std::string() : std::move(uses.front().raw);
}

void add_lock(TraceSubject& subject, std::string_view name)
{
    if (!name.empty() && subject.locks.size() < most_locks
        && std::find(subject.locks.begin(), subject.locks.end(), name) == subject.locks.end())
        subject.locks.emplace_back(name);
}

/// Keys of a script that are made from the lock's name beside it.
bool is_beside(std::string_view key, std::string_view main)
{
    return key == main || key == locks::tagged(main) || key == locks::permit_timeout_key(main)
        || key == locks::semaphore_channel(main) || key.find(reader_timeout_part) != std::string_view::npos
        || locks::is_companion(key) || belongs_to_a_lock(key);
}

bool is_acquire_of_redisson(std::string_view script)
{
    return script == sha_of_redissons_acquire
        || (script.size() == length_of_redissons_acquire && redis::Script(script).sha() == sha_of_redissons_acquire);
}

bool is_our_acquire(std::string_view script)
{
    static const redis::Script ours(locks::scripts::semaphore_acquire);
    return script == locks::scripts::semaphore_acquire || script == ours.sha();
}

/// The script that takes permits without a lease from a semaphore.
bool takes_permits(const ScriptCall& call)
{
    return call.keys.size() == 1 && call.arguments.size() == 1
        && (is_acquire_of_redisson(call.script) || is_our_acquire(call.script));
}

bool is_of_a_latch(const ScriptCall& call)
{
    const auto is_channel = [](std::string_view word) { return word.starts_with(latch_channel_start); };
    return std::any_of(call.keys.begin(), call.keys.end(), is_channel)
        || std::any_of(call.arguments.begin(), call.arguments.end(), is_channel);
}

TraceSubject subject_of_script(const ScriptCall& call, const KnownLocks& known)
{
    TraceSubject subject;
    const auto owner = std::find_if(call.arguments.begin(), call.arguments.end(), is_owner);
    if (owner != call.arguments.end())
        subject.owner = *owner;
    const auto concerns = [](std::string_view word) { return belongs_to_a_lock(word); };
    subject.touches =
        !subject.owner.empty() || takes_permits(call) || std::any_of(call.keys.begin(), call.keys.end(), concerns)
        || std::any_of(call.arguments.begin(), call.arguments.end(), concerns)
        || std::any_of(call.keys.begin(), call.keys.end(), [&](std::string_view key) { return known.contains(key); });
    if (!subject.touches)
        return subject;
    std::string_view main;
    for (const std::string_view key : call.keys) {
        if (!main.empty() ? is_beside(key, main) : (locks::is_companion(key) || belongs_to_a_lock(key)))
            continue;
        main = key;
        add_lock(subject, key);
    }
    for (auto key = call.keys.begin(); subject.locks.empty() && key != call.keys.end(); ++key)
        add_lock(subject, lock_behind(*key, known));
    return subject;
}

constexpr std::array<std::string_view, 7> field_verbs{"HGET", "HSET", "HEXISTS", "HINCRBY", "HDEL", "HMGET", "HSETNX"};
constexpr std::array<std::string_view, 4> many_key_verbs{"DEL", "UNLINK", "EXISTS", "TOUCH"};
constexpr std::array<std::string_view, 2> renaming_verbs{"RENAME", "RENAMENX"};

TraceSubject subject_of_plain(const TraceLine& line, const KnownLocks& known)
{
    TraceSubject subject;
    if (line.words.size() < 2 || clears_unlock_latch(line))
        return subject;
    const std::string verb = upper_case(line.words.front());
    for (std::size_t i = 1; i < line.words.size(); ++i) {
        if (belongs_to_a_lock(line.words[i]))
            subject.touches = true;
        add_lock(subject, lock_behind(line.words[i], known));
        if (subject.owner.empty() && is_owner(line.words[i]))
            subject.owner = line.words[i];
    }
    const bool by_field = !subject.owner.empty() && is_one_of(verb, field_verbs);
    const std::size_t keys = is_one_of(verb, many_key_verbs) ? line.words.size() - 1
                           : is_one_of(verb, renaming_verbs) ? 2
                                                             : 1;
    for (std::size_t i = 1; i <= std::min(keys, line.words.size() - 1); ++i) {
        if ((i == 1 && by_field) || known.contains(line.words[i]))
            add_lock(subject, line.words[i]);
    }
    subject.touches = subject.touches || !subject.locks.empty();
    return subject;
}

/// Which kinds of commands a script executed.
struct Executed
{
    bool adds = false, subtracts = false, writes_field = false, deletes = false, expires = false, queues = false,
         leaves_queue = false, asks_what_is_left = false, asks_ttl = false, publishes = false, counts_down = false,
         counts_up = false, makes_anew = false, changes = false;

    explicit Executed(const std::vector<TraceCommand>& commands)
    {
        for (const TraceCommand& command : commands) {
            if (!command.words.empty())
                take(command);
        }
    }

private:
    void take(const TraceCommand& command)
    {
        const std::string verb = upper_case(command.words.front());
        if (verb == "HINCRBY" && command.words.size() > 3)
            (command.words[3].starts_with('-') ? subtracts : adds) = true;
        writes_field = writes_field || verb == "HSET" || verb == "HSETNX";
        deletes = deletes || verb == "DEL" || verb == "HDEL" || verb == "UNLINK";
        expires = expires || verb == "PEXPIRE" || verb == "PEXPIREAT" || verb == "EXPIRE";
        queues = queues || verb == "RPUSH";
        leaves_queue = leaves_queue || verb == "LREM";
        asks_what_is_left = asks_what_is_left || verb == "PTTL";
        asks_ttl = asks_ttl || verb == "PTTL" || verb == "EXISTS";
        const bool is_message = verb == "PUBLISH" || verb == "SPUBLISH";
        publishes = publishes || is_message;
        makes_anew = makes_anew || (is_message && command.words.back() == new_count_message);
        counts_down = counts_down || verb == "DECRBY" || verb == "DECR";
        // By nothing: what is there is only written once more (restate_permits.lua).
        counts_up = counts_up || (verb == "INCRBY" && !(command.words.size() > 2 && command.words[2] == "0"));
        changes = changes || !is_read(verb);
    }
};

Outcome outcome_if(bool did) noexcept
{
    return did ? Outcome::done : Outcome::refused;
}

/// Our renewals have a text behind the owner; acquisitions a number or nothing, and Redisson's either the same thread's
/// field as a writer, which a reader may be, or what it answers to who has it already.
bool has_text_of_a_renewal(const ScriptCall& call, std::size_t owner_at)
{
    if (owner_at + 1 >= call.arguments.size())
        return false;
    const std::string_view owner = call.arguments[owner_at];
    const std::string_view next = call.arguments[owner_at + 1];
    const bool is_writer = next.starts_with(owner) && next.substr(owner.size()) == writer_suffix;
    return !redis::to_integer(next).has_value() && !is_writer && next != "NON_REENTRANT_REACQUIRE";
}

/// Who wants a part of a group that another has (RedissonFasterMultiLock) asks when that ends. A renewal, which has the
/// same arguments, asks for its own end only.
bool asks_when_another_ends(const std::vector<TraceCommand>& executed, std::string_view owner)
{
    return std::any_of(executed.begin(), executed.end(), [owner](const TraceCommand& command) {
        const auto& words = command.words;
        return words.size() > 2 && upper_case(words[0]) == "HGET" && words[2].ends_with(":expire_time")
            && words[2].find(owner) == std::string::npos;
    });
}

/// A script with a lease in front of its owner: it takes the lock, or renews what it holds.
ScriptMeaning acquired_or_renewed(const ScriptCall& call, std::size_t owner_at,
                                  const std::vector<TraceCommand>& executed, const Executed& did)
{
    if (did.adds || did.writes_field)
        return {Role::acquire, Outcome::done, {}};
    if (did.queues)
        return {Role::acquire, Outcome::refused, {}};
    if (did.expires)
        return {Role::renew, Outcome::done, {}};
    if ((did.asks_ttl && !has_text_of_a_renewal(call, owner_at))
        || asks_when_another_ends(executed, call.arguments[owner_at]))
        return {Role::acquire, Outcome::refused, {}};
    // What is not there is not asked for what is left. What has enough of it is not written (renew.lua).
    return {Role::renew, outcome_if(did.asks_what_is_left), {}};
}

/// renew.lua with no lease, or with what is left of the lease that was granted, which it puts back where it was cut.
ScriptMeaning looked_at(const Executed& did)
{
    if (did.expires)
        return {Role::renew, Outcome::done, {}};
    return {Role::read, Outcome::unknown, {}};
}

/// Scripts of an operator, and whatever else names owners without being theirs.
ScriptMeaning meaning_of_others(const Executed& did)
{
    if (did.leaves_queue)
        return {Role::leave, Outcome::done, {}};
    if (did.deletes)
        return {Role::remove, Outcome::done, {}};
    return {did.changes ? Role::other : Role::read, Outcome::unknown, {}};
}

/// A latch is left by counting it down. With the last count it goes, and who waits is told so.
ScriptMeaning meaning_for_a_latch(const Executed& did)
{
    if (did.counts_down || (did.deletes && did.publishes && !did.makes_anew))
        return {Role::release, Outcome::done, {}};
    return meaning_of_others(did);
}

ScriptMeaning meaning_without_owner(const ScriptCall& call, const Executed& did)
{
    if (takes_permits(call))
        return {Role::acquire, outcome_if(did.counts_down), {}};
    if (is_of_a_latch(call))
        return meaning_for_a_latch(did);
    if (did.counts_down)
        return {Role::acquire, Outcome::done, {}};
    if (did.counts_up)
        return {Role::release, Outcome::done, {}};
    return meaning_of_others(did);
}

} // namespace

void KnownLocks::add(std::string_view name)
{
    if (!name.empty() && m_names.size() < most_known)
        m_names.emplace(name);
}

bool is_script_verb(std::string_view verb) noexcept
{
    constexpr std::array<std::string_view, 6> verbs{"EVAL", "EVALSHA", "EVAL_RO", "FCALL", "FCALL_RO", "EVALSHA_RO"};
    return is_one_of(verb, verbs);
}

std::optional<ScriptCall> script_call_of(const TraceLine& line)
{
    constexpr std::size_t first_key = 3;
    if (line.words.size() < first_key || !is_script_verb(upper_case(line.words.front().substr(0, 16))))
        return std::nullopt;
    const auto keys = redis::to_integer(line.words[2]);
    if (!keys || *keys < 0 || static_cast<std::uint64_t>(*keys) > line.words.size() - first_key)
        return std::nullopt;
    ScriptCall call;
    call.script = line.words[1];
    const auto middle = line.words.begin() + first_key + static_cast<std::ptrdiff_t>(*keys);
    call.keys.assign(line.words.begin() + first_key, middle);
    call.arguments.assign(middle, line.words.end());
    return call;
}

bool clears_unlock_latch(const TraceLine& line)
{
    const std::string verb = upper_case(line.words.front().substr(0, 16));
    return line.words.size() > 1 && (verb == "DEL" || verb == "UNLINK")
        && std::all_of(line.words.begin() + 1, line.words.end(),
                       [](const std::string& key) { return key.starts_with(locks::unlock_latch_prefix); });
}

TraceSubject subject_of(const TraceLine& line, const KnownLocks& known)
{
    const auto call = script_call_of(line);
    return call ? subject_of_script(*call, known) : subject_of_plain(line, known);
}

bool is_read(std::string_view verb) noexcept
{
    constexpr std::array<std::string_view, 38> verbs{
        "DBSIZE",      "DUMP",   "EXISTS", "EXPIRETIME", "GET",           "GETRANGE", "HEXISTS", "HGET",
        "HGETALL",     "HKEYS",  "HLEN",   "HMGET",      "HSCAN",         "HSTRLEN",  "HVALS",   "INFO",
        "KEYS",        "LINDEX", "LLEN",   "LPOS",       "LRANGE",        "MEMORY",   "MGET",    "OBJECT",
        "PEXPIRETIME", "PTTL",   "PUBSUB", "RANDOMKEY",  "SCAN",          "STRLEN",   "TIME",    "TTL",
        "TYPE",        "ZCARD",  "ZCOUNT", "ZRANGE",     "ZRANGEBYSCORE", "ZSCORE"};
    return is_one_of(verb, verbs);
}

Role role_of(std::string_view verb) noexcept
{
    if (verb == "PUBLISH" || verb == "SPUBLISH")
        return Role::wake;
    if (verb == "SUBSCRIBE" || verb == "PSUBSCRIBE" || verb == "SSUBSCRIBE")
        return Role::listen;
    if (verb == "UNSUBSCRIBE" || verb == "PUNSUBSCRIBE" || verb == "SUNSUBSCRIBE")
        return Role::stop_wait;
    if (verb == "DEL" || verb == "UNLINK")
        return Role::remove;
    return is_read(verb) ? Role::read : Role::other;
}

ScriptMeaning meaning_of(const ScriptCall& call, const std::vector<TraceCommand>& executed)
{
    // Every script calls something. One that did not was not known to the server (NOSCRIPT), or broken.
    if (executed.empty())
        return {Role::other, Outcome::refused, {}};
    const Executed did(executed);
    const auto owner = std::find_if(call.arguments.begin(), call.arguments.end(), is_owner);
    if (owner == call.arguments.end())
        return meaning_without_owner(call, did);
    const auto owner_at = static_cast<std::size_t>(owner - call.arguments.begin());
    const std::string_view first = call.arguments.front();
    if (owner_at == 0) {
        // Ours: owner first where something is given back. A publish command behind it is fair_give_back.
        const bool gives_back = call.arguments.size() > 1 && call.arguments[1].ends_with("PUBLISH");
        const bool from_queue = !call.keys.empty() && call.keys.front().starts_with(locks::queue_prefix);
        if (gives_back || from_queue)
            return {Role::leave, outcome_if(did.leaves_queue || did.deletes), {}};
        return {Role::release, outcome_if(did.deletes || did.subtracts || did.writes_field), {}};
    }
    if (owner_at > 2 || !redis::to_integer(first))
        return meaning_of_others(did);
    // Redisson's releases begin with the message that they publish, or keep an unlock latch.
    const bool has_latch = std::any_of(call.keys.begin(), call.keys.end(), [](std::string_view key) {
        return key.starts_with(locks::unlock_latch_prefix);
    });
    const bool says_message = (first == "0" || first == "1") && owner_at + 1 < call.arguments.size()
                           && call.arguments[owner_at + 1].ends_with("PUBLISH");
    const bool message_and_lease = (first == "0" || first == "1") && owner_at == 2;
    const bool message_and_reader = first == "0" && owner_at == 1; // until Redisson 3.21
    if (has_latch || says_message || (message_and_lease && (did.subtracts || did.deletes || did.publishes))
        || (message_and_reader && (did.subtracts || did.deletes)))
        return {Role::release, outcome_if(did.subtracts || did.deletes), {}};
    const auto lease = redis::to_integer(first);
    if (lease && *lease <= 0 && has_text_of_a_renewal(call, owner_at))
        return looked_at(did);
    if (first == "0")
        return {did.changes ? Role::other : Role::read, Outcome::unknown, {}};
    ScriptMeaning meaning = acquired_or_renewed(call, owner_at, executed, did);
    // Some scripts of Redisson begin with the time of day: fifty years and more in milliseconds.
    constexpr std::int64_t longest_lease = 25LL * 365 * 86'400'000;
    if (lease && *lease > 0 && *lease < longest_lease)
        meaning.lease = milliseconds(*lease);
    return meaning;
}

} // namespace lockscope::monitor

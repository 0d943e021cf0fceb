// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Every key and channel that belongs to a lock, made from the lock's raw name (the main key) and read back.
/// The one registry: nothing else in the library spells these names.
namespace lockscope::locks {

inline constexpr std::string_view unlock_channel_prefix = "redisson_lock__channel:";
inline constexpr std::string_view rwlock_channel_prefix = "redisson_rwlock:";
inline constexpr std::string_view queue_prefix = "redisson_lock_queue:";
inline constexpr std::string_view timeout_prefix = "redisson_lock_timeout:";
inline constexpr std::string_view token_prefix = "redisson_lock_token:";
inline constexpr std::string_view unlock_latch_prefix = "redisson_unlock_latch:";
inline constexpr std::string_view semaphore_channel_prefix = "redisson_sc:";

/// The patterns to subscribe and to list with. An ACL must name a pattern literally, so never narrow them.
inline constexpr std::string_view unlock_channel_pattern = "redisson_lock__channel:*";
inline constexpr std::string_view rwlock_channel_pattern = "redisson_rwlock:*";
inline constexpr std::string_view semaphore_channel_pattern = "redisson_sc:*";
inline constexpr std::string_view latch_channel_pattern = "redisson_countdownlatch__channel__*";
/// Of a fair lock's waiters and of permits; others may be called so, too.
inline constexpr std::string_view deadlines_pattern = "*timeout*";

/// Everybody who listens looks again: in Redisson what leaving a read-write lock says. On the channel of any other lock
/// nobody leaves with it; it is what an operator of ours wakes them with who has shortened the lease.
inline constexpr std::string_view look_again_message = "1";

/// The fields and the field suffixes of a lock's hash.
inline constexpr std::string_view mode_field = "mode";
inline constexpr std::string_view expire_time_suffix = ":expire_time"; ///< Faster multi locks.
inline constexpr std::string_view lock_count_suffix = ":lock_count";
/// What the name of a lock that a Redisson transaction takes ends in.
inline constexpr std::string_view transaction_suffix = ":transaction_lock";

/// `{raw}`, or `raw` itself if it contains a '{' (Redisson asks for no more than that).
[[nodiscard]] std::string tagged(std::string_view raw);

[[nodiscard]] std::string unlock_channel(std::string_view raw);
/// Where one waiter of a fair lock listens.
[[nodiscard]] std::string fair_channel(std::string_view raw, std::string_view owner);
/// Shared by both sides of a read-write lock.
[[nodiscard]] std::string rwlock_channel(std::string_view raw);
[[nodiscard]] std::string queue_key(std::string_view raw);   ///< list, head is next
[[nodiscard]] std::string timeout_key(std::string_view raw); ///< zset, score = epoch ms
[[nodiscard]] std::string token_key(std::string_view raw);   ///< string, integer without expiry
/// `{raw}:<owner>:rwlock_timeout`; a reader has one key per hold, numbered from 1.
[[nodiscard]] std::string reader_timeout_prefix(std::string_view raw, std::string_view owner);
[[nodiscard]] std::string reader_timeout_key(std::string_view raw, std::string_view owner, std::int64_t hold);
/// A key that never exists, beside a reader's. Whatever looks at readers' deadlines names it, because it cannot name
/// those: while a cluster moves the slot, some keys are at one master and some at the other, and a script that finds
/// the lock but not the deadlines would take its readers for dead. One that names a key that is nowhere has to try
/// again.
[[nodiscard]] std::string reader_guard_key(std::string_view raw, std::string_view owner);
/// What the keys of Redisson's unlock latches start with; a request id follows.
[[nodiscard]] std::string latch_prefix(std::string_view raw);
[[nodiscard]] std::string semaphore_channel(std::string_view raw);
[[nodiscard]] std::string permit_timeout_key(std::string_view raw);
/// Redisson always adds braces here, also to a name that has some.
[[nodiscard]] std::string latch_channel(std::string_view raw);

/// A raw name that a companion key or channel may stand for, and whose it is (fair channels, reader timeouts).
struct NameUse
{
    std::string raw;
    std::string owner; ///< Empty for what belongs to the lock as a whole.
    bool operator==(const NameUse&) const = default;
};

/// The raw names whose tagged() is @p tag: for `{a}` both `a` and `{a}` (they share all companions), for `{a}b` only
/// itself, for `a` none.
[[nodiscard]] std::vector<std::string> untagged(std::string_view tag);

/// What a subscribed channel (unlock, fair or read-write) may belong to; empty if it is none of these.
/// More than one where Redisson's naming is ambiguous: whoever asks looks which main key exists.
[[nodiscard]] std::vector<NameUse> names_of_channel(std::string_view channel);

/// What a companion key (queue, timeouts, token, reader timeout) may belong to; empty if it is none of these.
[[nodiscard]] std::vector<NameUse> names_of_companion(std::string_view key);

/// The semaphores or latches that a subscribed channel may belong to; empty if it is none of theirs.
[[nodiscard]] std::vector<std::string> names_of_counter_channel(std::string_view channel);
/// The permit semaphores that a key may tell the ends of permits of; empty if it is named otherwise.
[[nodiscard]] std::vector<std::string> names_of_permits(std::string_view key);

/// True for keys that only exist beside or shortly after a lock and are never one: companions and unlock latches.
[[nodiscard]] bool is_companion(std::string_view key) noexcept;

} // namespace lockscope::locks

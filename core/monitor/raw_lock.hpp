// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/queue_repair.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::monitor {

/// What may be read of one lock at most. Everything beyond is counted, not kept.
struct ReadLimits
{
    std::size_t holders = 1000;
    std::size_t waiters = 1000;
    std::int64_t holds_per_reader = 64;  ///< Own deadlines looked at for one reader. One that has more is not judged.
    std::size_t reader_deadlines = 4000; ///< Own deadlines looked at for one lock.
    /// Of the names of these deadlines, and of the channels of waiters that are asked about: a name may be of
    /// megabytes.
    std::size_t asked_bytes = 8 << 20;
    std::size_t owner_bytes = owner_bytes_limit;
    /// A lock with ten thousand readers is far below these; what is above is no lock, or none that is worth its cost.
    std::int64_t main_bytes = 8 << 20;
    std::int64_t companion_bytes = 8 << 20; ///< Of the queue, and of the deadlines.
    std::int64_t token_bytes = 1024;
};

/// What is far too large to belong to a lock, and is left out of its readings for as long as it is.
struct Oversize
{
    bool token = false;
    bool queue = false;    ///< Or the deadlines.
    bool namesake = false; ///< The hash that has the same companions.
    [[nodiscard]] bool any() const noexcept { return token || queue || namesake; }
    bool operator==(const Oversize&) const = default;
};

using Fields = std::vector<std::pair<std::string, std::string>>;

/// One lock exactly as Redis answered, before anybody made sense of it. Every part may be hostile.
struct RawLock
{
    std::string name;
    enum class Main { absent, hash, other } main = Main::absent;
    Fields fields;
    bool fields_complete = true; ///< False: HSCAN was stopped at the limit; fields_total says how many there are.
    std::size_t fields_total = 0;
    std::int64_t ttl = -2; ///< PTTL of the main key.

    std::vector<std::string> queue; ///< Head first.
    std::size_t queue_total = 0;
    std::vector<std::pair<std::string, std::string>> deadlines; ///< Member, score as Redis wrote it.
    std::size_t deadlines_total = 0;
    bool queue_known = true;     ///< False: it may not be read.
    bool deadlines_known = true; ///< The same.
    bool queue_foreign = false;  ///< A key of another type lies where the queue or the deadlines belong.

    bool namesake_held = false; ///< Companions that are shared are its, not ours. As far as asked.

    bool token_exists = false;
    std::optional<std::int64_t> token;

    std::optional<std::int32_t> unlock_subscribers; ///< Absent: not permitted to ask.
    std::optional<std::int32_t> rwlock_subscribers;
    std::map<std::string, std::int64_t> waiter_subscribers; ///< By owner, as far as asked.
    /// Longest own PTTL by owner, where all of them were asked for; −2 none left.
    std::map<std::string, std::int64_t> reader_ttls;

    std::int64_t server_time = 0; ///< Epoch milliseconds; 0 unknown.
    SteadyTime read_at{};
    bool atomic = true;    ///< Read in one MULTI/EXEC.
    bool was_lock = false; ///< The last time.
};

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/raw_lock.hpp"
#include "monitor/transaction.hpp"
#include "redis/command.hpp"
#include "redis/reply.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::monitor {

/// What this server lets us do. Everything that is false is left out, and what depends on it stays absent.
struct Abilities
{
    bool transactions = true; ///< MULTI and EXEC.
    bool time = true;
    bool subscribers = true; ///< PUBSUB NUMSUB.
    bool shards = false;     ///< Messages may stay within a shard: PUBSUB SHARDNUMSUB is asked as well.
    bool memory = true;      ///< MEMORY USAGE.
    bool length = true;      ///< HLEN.
    bool queue = true;       ///< LRANGE, LLEN of the queue.
    bool deadlines = true;   ///< ZRANGE, ZCARD of the timeouts; nothing is to be made of them without the queue.
    bool token = true;       ///< GET of the fencing token.
    bool namesake = true;    ///< HSCAN of the lock with the same companions.
    bool readers = true;     ///< PTTL of the readers' own deadlines.
};

/// Whose details to read along with the lock, as far as known beforehand.
struct Expected
{
    std::vector<std::pair<std::string, std::int64_t>> readers; ///< With reentry counts: one deadline for each hold.
    std::vector<std::string> waiters;
    bool token = true;            ///< False: refused.
    bool queue = true;            ///< The same for the queue, and with it the deadlines.
    bool deadlines = true;        ///< For these alone.
    bool reader_deadlines = true; ///< And for the readers' own.
    Oversize oversize;
    /// Whether the namesake is held, in the same transaction: a queue without a lock may be its.
    bool namesake = false;
    bool operator==(const Expected&) const = default;
};

[[nodiscard]] Expected expected_of(const LockState& state);

/// The keys beside a lock's own, each of which a user may be permitted to read or not.
struct Companions
{
    bool queue = false, deadlines = false, token = false, namesake = false, readers = false;
    [[nodiscard]] bool any() const noexcept { return queue || deadlines || token || namesake || readers; }
};

/// One reading of one lock: which commands to send, and what their replies mean. No I/O.
class Snapshot
{
public:
    Snapshot(std::string name, Expected expected, const Abilities& abilities, const ReadLimits& limits);

    [[nodiscard]] const Transaction& commands() const noexcept { return m_commands; }

    struct Result
    {
        RawLock raw;
        /// Nothing to be concluded from this reading (busy, loading, key not permitted, an answer that makes no sense).
        bool failed = false;
        std::string error;  ///< First word and more of the reply that says why.
        Companions refused; ///< NOPERM on these keys.
        Companions granted; ///< Any other answer, and be it that nothing is there.
        Oversize oversize;  ///< What came, and was too large to be kept.
        bool more = false;  ///< Owners turned up whose details were not asked for; `expected` says what to ask.
        Expected expected;
    };
    [[nodiscard]] Result parse(std::span<const redis::Reply> replies) const;

private:
    enum class Part {
        time,
        fields,
        length,
        ttl,
        queue,
        queue_length,
        deadlines,
        deadlines_length,
        token,
        namesake,
        subscribers,
        shard_subscribers,
        reader
    };
    struct Step
    {
        Part part;
        std::size_t reader = 0; ///< Its place among the expected,
        std::int64_t hold = 0;  ///< and which of its deadlines.
    };
    void add(Part part, redis::Command command);
    void ask_for_subscribers(Part part, const char* how);
    void ask_for_readers();
    void take(Part part, const redis::Reply& reply, Result& result) const;
    /// nullptr: none of them.
    [[nodiscard]] static bool* companion(Companions& companions, Part part) noexcept;
    static void note_right(Part part, const redis::Reply& reply, Result& result);
    void take_readers(std::span<const redis::Reply> replies, RawLock& raw) const;
    void take_fields(const redis::Reply& reply, Result& result) const;
    void take_ttl(const redis::Reply& reply, Result& result) const;
    void take_queue(const redis::Reply& reply, Result& result) const;
    void take_deadlines(const redis::Reply& reply, Result& result) const;
    void take_subscribers(const redis::Reply& reply, RawLock& raw) const;
    [[nodiscard]] bool needs_namesake(const RawLock& raw) const;
    /// Is there nobody among these whose deadlines are to be asked for yet?
    [[nodiscard]] bool knows_readers(const Expected& wanted) const;
    void look_for_more(Result& result) const;

    std::string m_name;
    Expected m_expected;
    std::size_t m_asked_waiters = 0; ///< So many of the expected, from the head.
    Transaction m_commands;
    bool m_ask_subscribers;
    bool m_ask_namesake;
    bool m_ask_readers;
    ReadLimits m_limits;
    std::vector<Step> m_steps; ///< What each command is about.
};

/// Why nothing is to be concluded from an answer that is none to this command.
[[nodiscard]] std::string answered_with_something_else(const char* command);

/// Whether this is what Redis answers to HSCAN. What is not says nothing of the hash: neither that it is empty.
[[nodiscard]] bool is_scan_of_hash(const redis::Reply& reply);

/// The pairs of an HGETALL or of the second part of an HSCAN; duplicates (HSCAN while rehashing) are dropped.
[[nodiscard]] Fields to_fields(std::span<const redis::Reply> elements);

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "monitor/portion.hpp"
#include "redis/connection.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::monitor {

/// How long to rest after a piece of work so that work is only a given part of the time.
class Pacer
{
public:
    /// @param duty part of the time that may be work, 0…1
    explicit Pacer(double duty) : m_duty(duty) {}
    void set_duty(double duty) noexcept { m_duty = duty; }
    void worked(std::chrono::nanoseconds time) { worked(time, time); }
    /// @param work the server's part
    /// @param took until the answer was there; its remainder counts as rest already
    void worked(std::chrono::nanoseconds work, std::chrono::nanoseconds took);
    /// What is owed; taking it clears the debt. Short rests are saved up, because timers are coarse.
    [[nodiscard]] std::chrono::nanoseconds take_rest();

private:
    double m_duty;
    std::chrono::nanoseconds m_debt{0};
};

/// The part of the time that may be work in the first round, or in one after a gap in the news: it hurries, so that a
/// window of a million keys fills within seconds. What is so large that this is not over soon goes on at ease.
/// @param since for how long it has been going on
/// @param budget never less than that, 0…1
[[nodiscard]] double hurried_duty(std::chrono::nanoseconds since, double budget) noexcept;

/// One of several parts of a keyspace that are walked through at once.
///
/// A cursor of Redis counts through the buckets of its table with the bits reversed, so that it need not begin anew
/// while the table grows or shrinks (dictScan() in Redis's dict.c says how). Cursors whose lowest bits are the same
/// thus follow one another, whatever the size of the table: the part with those bits begins at the cursor that has no
/// others, and ends with the first cursor whose lowest bits are not these. Not so where a cursor also says a slot, or
/// is a server's own invention: see ServerFacts::has_one_table.
struct ScanPart
{
    unsigned number = 0;
    unsigned of = 1; ///< A power of two; 1: all of it.
};

/// One walk through the keyspace, or a part of it, in small steps. Finds names of hashes that match the pattern, and
/// then names of locks that only their queue speaks of, and, if wanted, those of which only deadlines are left and of
/// permit semaphores. No pacing of its own: the caller rests between steps. A token alone is not looked for: it is what
/// every fenced lock that is free leaves behind, for ever. How long its steps are follows from how far away the server
/// is.
class Scan
{
public:
    enum class Scope { locks, locks_and_deadlines }; ///< The latter walks once more.
    Scan(redis::Connection& connection, std::string pattern, Scope scope = Scope::locks, ScanPart part = {});

    struct Step
    {
        std::vector<std::string> permits; ///< Raw names whose permits with a lease may have been seen.
        std::vector<std::string> hashes;  ///< Candidates for main keys.
        std::vector<std::string> queued;  ///< Raw names whose queue was seen, or the deadlines of one.
        std::chrono::nanoseconds work{0}; ///< What it took the server, about.
        std::chrono::nanoseconds took{0}; ///< Until it was answered.
    };
    boost::asio::awaitable<Step> next();

    /// How much it carries, and how long what was found may wait.
    [[nodiscard]] const Portion& portion() const noexcept { return m_portion; }

    [[nodiscard]] bool finished() const noexcept { return m_phase == Phase::done; }
    /// 0…1 of its part, estimated by the number of keys.
    [[nodiscard]] double fraction(std::uint64_t keys_total) const noexcept;

private:
    enum class Phase { hashes, queues, deadlines, done };
    [[nodiscard]] redis::Command command(std::size_t keys) const;
    void take_names(const std::vector<redis::Reply>& names, Step& step) const;
    void take_companion(const std::string& key, Step& step) const;
    void advance(std::string cursor);
    [[nodiscard]] std::string first_cursor() const { return std::to_string(m_part.number); }
    [[nodiscard]] bool is_beyond(std::string_view cursor) const;

    redis::Connection& m_connection;
    std::string m_pattern;
    Scope m_scope;
    ScanPart m_part;
    Portion m_portion;
    Phase m_phase = Phase::hashes;
    std::string m_cursor;
    bool m_type_filter = true;
    std::uint64_t m_visited = 0;
    std::uint64_t m_steps = 0;
};

} // namespace lockscope::monitor

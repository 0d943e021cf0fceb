// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// Whether a figure was measured, or follows from what was measured.
enum class Certainty {
    exact,     ///< Begin and end of each were seen.
    estimated, ///< Some were not seen themselves; see ContentionHistory for what is put in their place.
};

/// How it was in one step of time.
struct ContentionSample
{
    double waiting = 0;            ///< Clients, on average; who waits for two locks counts twice.
    std::int64_t most_waiting = 0; ///< At any moment; of several chosen locks at least so many.
    double held = 0;               ///< Locks, on average.
    double contended = 0;          ///< Locks that are held while somebody waits, on average.
    double acquired = 0;           ///< A second.
    double released = 0;           ///< A second, by their holders; with those of LockEvent::Kind::gone.
    double lost = 0;               ///< A second: expired, forced or vanished.
    std::int64_t expired = 0, forced = 0, vanished = 0;
    bool operator==(const ContentionSample&) const = default;
};

struct ContentionPoint
{
    SystemTime at{};                        ///< Where the step begins.
    std::optional<ContentionSample> sample; ///< Absent: nobody looked (no connection, paused), or not long enough.
};

/// Evenly spaced, oldest first.
struct ContentionSeries
{
    milliseconds step{0};
    std::vector<ContentionPoint> points;
};

struct ContentionSummary
{
    std::int64_t waiting_now = 0, held_now = 0, contended_now = 0; ///< Where the range is past, too.
    std::int64_t most_waiting = 0;                                 ///< As in ContentionSample.
    SystemTime most_waiting_at{};
    double waiting_seconds = 0; ///< The sum of what all clients waited.
    std::int64_t acquired = 0, released = 0, expired = 0, forced = 0, vanished = 0;
    milliseconds observed{0}; ///< How much of the range was seen.
    milliseconds begun{0}; ///< How long ago the history begins: what lies before is no gap. Not bounded by the range.
    bool live = false;     ///< What is "now" is up to date.
};

/// How long holds or waits took. Logarithmic buckets of 10 %: a percentile is off by less than 5 %.
struct ContentionTimes
{
    struct Bar
    {
        double from = 0; ///< Milliseconds, included.
        double to = 0;   ///< Milliseconds, not included.
        std::int64_t count = 0;
    };
    std::vector<Bar> bars; ///< Those that are not empty, ascending.
    std::int64_t count = 0;
    std::int64_t estimated = 0;       ///< How many of them were not measured themselves.
    std::int64_t unseen = 0;          ///< Of holds: at least so many more were too short to be seen, and are not in it.
    double p50 = 0, p90 = 0, p99 = 0; ///< Milliseconds (nearest rank).
    milliseconds longest{0};          ///< Exact for what was measured.
    [[nodiscard]] Certainty certainty() const noexcept
    {
        return estimated + unseen == 0 ? Certainty::exact : Certainty::estimated;
    }
};

/// One place in the ranking.
struct ContendedLock
{
    std::string name;
    double waiting_seconds = 0; ///< The sum of what its clients waited: the rank.
    std::int64_t waiting_now = 0;
    std::int64_t most_waiting = 0;
    std::int64_t acquired = 0;
    std::optional<double> median_hold; ///< Milliseconds, off by less than 5 %; absent: no hold ended in the range.
    Certainty median_certainty = Certainty::exact;
    bool operator==(const ContendedLock&) const = default;
};

/// One place in the ranking of what the names of locks begin with, which often is the service that uses them. Where it
/// says so a figure is not exact, but one that is at least so large.
struct ContendedPrefix
{
    std::string prefix;         ///< As of prefix_of_name(); empty: of all names without one.
    double waiting_seconds = 0; ///< The sum of what the clients of its locks waited: the rank.
    std::int64_t waiting_now = 0;
    std::int64_t most_waiting = 0;
    std::int64_t acquired = 0;
    std::int64_t locks = 0;     ///< That were acquired, or for which somebody waited.
    bool waits_exact = true;    ///< waiting_seconds and waiting_now: false if clients waited for locks not kept.
    bool most_exact = true;     ///< Of several locks the moments of their most are not compared.
    bool acquired_exact = true; ///< acquired and locks: false if something happened on locks not kept.
    bool operator==(const ContendedPrefix&) const = default;
};

struct ContentionLimits
{
    std::size_t locks = 1000;                          ///< Of so many locks statistics are kept one by one.
    std::size_t bytes = std::size_t{48} * 1024 * 1024; ///< And at most in so much memory, about.
};

/// What a monitor reported, as statistics of the last 24 hours.
///
///     ContentionHistory history;
///     history.take(batch, ContentionHistory::Moment::now());              // each batch, in order
///     auto last_hour = history.series({.range = 1h}, ContentionHistory::Moment::now(), 600);
///     auto last_night = history.summary({.range = 15min, .ago = 6h}, ContentionHistory::Moment::now());
///
/// Memory is bounded whatever the server does: rings of 1 s for 10 minutes, 10 s for 2 hours and 1 min for 24 hours
/// over the whole server; of 2 s for 5 minutes, 20 s for an hour and 5 min for 24 hours for single locks, only where
/// something happened; and a few bytes for each lock that is held now.
///
/// Single locks: any lock on which something happens is taken in while there is room. When there is none, a lock for
/// which somebody waits pushes out those with the fewest waiting-seconds (older ones count less: half after six hours),
/// among equals those that were quiet the longest. Locks without a waiter go after an hour of quiet, all after 24. With
/// a lock goes what is known of it; since when nothing has gone is known, too, for all locks together.
///
/// Exact: counts of events; hold times of acquisitions that were seen (holds of a few milliseconds that came and went
/// between two readings are counted by their unlock messages, as far as they publish any, and have no time); waits of a
/// fair lock's clients from joining the queue to acquiring or leaving, since these events name their owner. Estimated:
/// holds that had begun before they were seen (at least so long); waits where Redis shows only how many processes wait:
/// each that goes is taken for the one that came first, so that the sum equals the integral of the waiting clients and
/// the mean is right, while the spread is a guess; everything while the monitor polls, because short holds go unseen.
/// Waiting clients are taken at each batch.
///
/// Time in which nobody looked (no connection, paused, no batch for five seconds) is a gap, not zero; what was open
/// then is not counted, nor is what the next reading of a lock finds to have happened in between. After an event
/// `resynchronised` likewise.
///
/// Not thread-safe: to be fed and asked from one thread.
class ContentionHistory
{
public:
    static constexpr milliseconds longest_range{24 * 3'600'000};

    /// The clock's two faces, given in: the steady one orders, the other is shown.
    struct Moment
    {
        SteadyTime steady{};
        SystemTime wall{};
        [[nodiscard]] static Moment now();
    };

    /// What is asked for.
    struct Query
    {
        milliseconds range{60'000}; ///< Up to longest_range.
        /// nullopt: the whole server. Else the sum of these; a lock of which nothing is kept counts as quiet.
        std::optional<std::vector<std::string>> locks = std::nullopt;
        /// The range ends so long before the moment of asking. The farther back, the coarser is what is kept: every
        /// step that has a part in the range is then a part of the answer.
        milliseconds ago{0};
    };

    explicit ContentionHistory(ContentionLimits limits = {});
    ~ContentionHistory();
    ContentionHistory(const ContentionHistory&) = delete;
    ContentionHistory& operator=(const ContentionHistory&) = delete;

    /// Adds a batch that came at @p now. Time does not run backwards. O(changes + events).
    void take(const MonitorBatch& batch, Moment now);
    /// Another server: forgets everything.
    void clear();
    /// Nothing was seen yet.
    [[nodiscard]] bool empty() const noexcept;

    /// How far back there is anything: when the first batch came, but not before longest_range. @p now while empty().
    [[nodiscard]] SystemTime begin(Moment now) const;
    /// At most @p max_points (at least 1) steps up to the end of the range.
    [[nodiscard]] ContentionSeries series(const Query& query, Moment now, std::size_t max_points = 600) const;
    [[nodiscard]] ContentionSummary summary(const Query& query, Moment now) const;
    [[nodiscard]] ContentionTimes hold_times(const Query& query, Moment now) const;
    [[nodiscard]] ContentionTimes wait_times(const Query& query, Moment now) const;
    /// The locks for which somebody waited, those that cost their clients the most time first.
    [[nodiscard]] std::vector<ContendedLock> most_contended(const Query& query, Moment now,
                                                            std::size_t limit = 50) const;
    /// The same by what the names of locks begin with, added up over all locks of which statistics are kept.
    [[nodiscard]] std::vector<ContendedPrefix> most_contended_prefixes(const Query& query, Moment now,
                                                                       std::size_t limit = 50) const;

    /// Locks of which statistics are kept one by one.
    [[nodiscard]] std::size_t locks_kept() const noexcept;
    /// What the statistics take, about, without the locks that are held now.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope

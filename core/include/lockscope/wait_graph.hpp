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

/// Threads that wait for each other in a ring.
struct WaitCycle
{
    enum class Certainty {
        /// All of it stood in Redis at one and the same moment: a deadlock, until a wait or a lease runs out.
        certain,
        /// Every part stood in Redis, but the locks were read at different moments. Read them again (unconfirmed()).
        unconfirmed,
        possible, ///< Redis only hints at who waits for at least one of its locks.
    };

    /// A thread that holds a lock which the one before waits for, and itself waits for a lock of the next one.
    struct Link
    {
        std::string owner;  ///< "uuid:thread", or the bytes of a foreign owner.
        std::string waiter; ///< Who waits: the owner, or its client's UUID where the thread is not known.
        std::string holds;  ///< Name of a lock.
        std::string wants;  ///< Name of a lock; the next link holds it, the last link's is held by the first.
        bool exact = true;  ///< It stands in a fair queue and listens; false: it may wait.

        bool operator==(const Link&) const = default;
    };

    Certainty certainty = Certainty::possible;
    std::vector<Link> links; ///< One link: a reader that waits to write, and so for itself.

    bool operator==(const WaitCycle&) const = default;
};

struct WaitCycles
{
    std::vector<WaitCycle> cycles; ///< Certain ones first, shorter ones first.
    bool complete = true;          ///< False: there are more than were looked for.

    bool operator==(const WaitCycles&) const = default;
};

/// That somebody may wait, from another source than the locks' own data (a trace).
struct WaitHint
{
    std::string lock;
    /// The owner field that was refused, "uuid:thread" or "uuid:thread:write" (that one wants to write); or, where only
    /// the client is known, its UUID.
    std::string who;
    SteadyTime at{}; ///< When it was seen to try.
};

/// A part of the graph, small enough to be drawn.
struct WaitPicture
{
    struct Node
    {
        enum class Kind { lock, thread, client };
        Kind kind = Kind::lock;
        std::string name;   ///< Of the lock, of the owner, or a client's UUID.
        std::string client; ///< UUID; empty for locks and for owners of no known form.
        LockStatePtr lock;  ///< Locks only.
        /// Processes that wait for this lock and of which nothing more is known.
        std::int64_t unknown_waiters = 0;
        std::size_t hidden = 0;                       ///< Neighbours that were left out.
        std::optional<WaitCycle::Certainty> deadlock; ///< Part of a cycle; the worst one.
    };
    struct Edge
    {
        enum class Kind {
            held_by,
            waits_for,
            may_wait_for,
            part_of, ///< From a thread to its client, which may wait with any of its threads.
        };
        Kind kind = Kind::held_by;
        std::size_t from = 0, to = 0; ///< Places in `nodes`: held_by goes from a lock, the waits go to one.
        std::int64_t count = 1;       ///< Held by: how often it entered.
        LockMode mode = LockMode::none;
        std::optional<WaitCycle::Certainty> deadlock;
    };
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::size_t locks_left_out = 0; ///< Locks with living waiters that are not in it.
};

/// What a picture is taken of: all that is connected with these, if they have a part in the graph. Otherwise cycles
/// first, then the locks that most wait for.
struct WaitFocus
{
    std::string lock;   ///< Empty: none in particular.
    std::string client; ///< UUID; empty: none in particular.
};

/// Who waits for whom. Kept up to date from a monitor's changes; each costs in proportion to its holders and waiters,
/// and only locks that somebody waits for are kept.
///
///     WaitGraph graph;
///     for (const auto& change : batch.changes) graph.apply(change);
///     for (const auto& cycle : graph.cycles().cycles) …
///
/// Nodes are locks and threads. A thread waits for certain where it stands in a fair queue and listens on its private
/// channel. Of the waiters of the other types Redis knows only how many processes listen; hint() says who they may be,
/// and what follows from a hint is called possible. Whoever stands behind others in a queue waits for the holder all
/// the same, so edges between waiters would add no cycle. Stale waiters wait for nothing.
///
/// Cycles: Tarjan's strongly connected components (SIAM J. Comput. 1972), then shortest cycles through their waits by
/// breadth-first search; first over what is certain, then over everything. Every wait that is part of a cycle is part
/// of a reported one, unless the limits are met. A deadlock does not go away by itself, so one whose parts are all
/// confirmed by readings later than the youngest part's first was real at that moment.
///
/// Not thread-safe. Memory: bounded by the locks that are waited for, most_hints, and 64 waits a thread.
class WaitGraph
{
public:
    WaitGraph();
    ~WaitGraph();
    WaitGraph(WaitGraph&&) noexcept;
    WaitGraph& operator=(WaitGraph&&) noexcept;

    static constexpr std::size_t most_hints = 10'000; ///< The oldest go first.
    static constexpr std::size_t most_cycles = 100;   ///< Reported at a time, certain ones first.

    void apply(const LockChange& change);
    /// Counts as long as somebody waits for the lock, it is not the holder, and no ten minutes have passed.
    void hint(const WaitHint& hint);
    /// It has stopped waiting.
    void withdraw(const std::string& lock, const std::string& who);
    void clear();

    /// Grows with each change of who holds or waits; the same number, the same cycles (but for their confirmation).
    [[nodiscard]] std::uint64_t revision() const noexcept;
    /// Locks that somebody waits for.
    [[nodiscard]] std::size_t contended() const noexcept;

    [[nodiscard]] WaitCycles cycles() const;
    /// The locks of cycles that wait for confirmation: to be read again (Monitor::refresh), each once.
    [[nodiscard]] static std::vector<std::string> unconfirmed(const WaitCycles& cycles);

    /// @param max_nodes at least 2
    [[nodiscard]] WaitPicture picture(const WaitFocus& focus, const WaitCycles& cycles,
                                      std::size_t max_nodes = 200) const;

private:
    class Impl;
    friend class CycleView;
    friend class PictureTaker;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope

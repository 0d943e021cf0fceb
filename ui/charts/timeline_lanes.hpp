// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

/// One thing that a client did with a lock, from a moment to a moment.
struct TimelineSpan
{
    enum class Kind { hold, wait };
    Kind kind = Kind::hold;
    std::string owner;
    SystemTime from{};
    std::optional<SystemTime> to;                      ///< Absent: it goes on.
    LockEvent::Kind ended = LockEvent::Kind::released; ///< Holds only.
    std::int64_t maxCount = 1;
    std::uint32_t renewals = 0;
    bool exact = true;         ///< Its beginning was seen; otherwise it is before `from`.
    bool renewalsExact = true; ///< There were no more than those.
    bool operator==(const TimelineSpan&) const = default;
};

struct TimelineLane
{
    std::string client;
    std::vector<TimelineSpan> spans; ///< By their beginning.
};

struct TimelineClients
{
    std::vector<TimelineLane> lanes;
    std::size_t more = 0;       ///< Clients that there is no lane for.
    bool areWaitersTold = true; ///< False: such a lock keeps no queue, and whoever waits for it, or did, is not known.
};

/// Who held a lock and who waited for it, a lane a client: the monitor's history of holds and waits, and what has been
/// seen since. Bounded.
class TimelineLanes
{
public:
    /// The history as the monitor has it now; replaces what it said before.
    void setHistory(const LockHistory& past);
    /// A reading: begins and ends waits, and knows who holds the lock now.
    void observe(const LockState& state, SystemTime wall);
    /// The lock is gone.
    void end(SystemTime wall);
    void clear();

    /// First who holds it, then who waits, in the order of the queue, then the others: who was active last comes first.
    [[nodiscard]] TimelineClients clients() const;

    static constexpr std::size_t kMaxSpans = 500;
    static constexpr std::size_t kMaxLanes = 60;

private:
    void closeWait(const std::string& owner, SystemTime wall);
    void sort(std::vector<TimelineLane>& lanes) const;

    std::vector<TimelineSpan> m_holds;
    std::vector<TimelineSpan> m_pastWaits;         ///< Those of the history.
    std::map<std::string, TimelineSpan> m_current; ///< Holds of the last reading, by owner.
    std::map<std::string, TimelineSpan> m_waiting; ///< Waits that go on, by owner.
    std::vector<TimelineSpan> m_waits;             ///< Waits that were seen to end; the history may have them, too.
    std::map<std::string, std::size_t> m_places;   ///< Of clients in the queue of the last reading: their first.
    bool m_areWaitersTold = true;                  ///< By the last reading.
};

} // namespace lockscope::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/contention.hpp"
#include "lockscope/lock_map.hpp"
#include "monitor/contended_locks.hpp"
#include "monitor/time_slots.hpp"
#include "monitor/wait_tracker.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class ContentionHistory::Impl
{
public:
    explicit Impl(ContentionLimits limits) : m_limits(limits), m_locks(limits) {}

    void take(const MonitorBatch& batch, Moment now);
    [[nodiscard]] bool empty() const noexcept { return m_server.line(0).empty(); }
    [[nodiscard]] const ContentionLimits& limits() const noexcept { return m_limits; }
    [[nodiscard]] const monitor::ContendedLocks& locks() const noexcept { return m_locks; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_server.bytes() + m_locks.bytes(); }

    /// Books what goes on at single locks up to the last batch; before they are asked.
    void settle_locks();
    [[nodiscard]] SystemTime begin(const Moment& now) const;
    [[nodiscard]] ContentionSeries series(const Query& query, Moment now, std::size_t max_points) const;
    [[nodiscard]] ContentionSummary summary(const Query& query, Moment now) const;
    /// The sum of what @p tally picks from each slot; @p estimated likewise.
    [[nodiscard]] ContentionTimes times(const Query& query, Moment now, monitor::LogTally monitor::TimeSlot::*tally,
                                        std::uint32_t monitor::TimeSlot::*estimated) const;
    [[nodiscard]] std::vector<ContendedLock> most_contended(const Query& query, Moment now, std::size_t limit) const;
    [[nodiscard]] std::vector<ContendedPrefix> most_contended_prefixes(const Query& query, Moment now,
                                                                       std::size_t limit) const;

private:
    /// A lock that is held, or for which somebody waits.
    struct Present
    {
        std::int32_t waiting = 0; ///< Small: there is one of these for each lock.
        bool held = false;
        bool since_known = true; ///< The acquisition was seen.
        bool contended = false;  ///< As the table says.
        bool read_since = true;  ///< Read again after the last time in which nobody looked.
        bool operator==(const Present&) const = default;
    };
    struct Entry
    {
        LockStatePtr state;
        Present present;
    };
    struct Totals
    {
        std::int64_t waiting = 0, held = 0, contended = 0;
        void add(const Present& lock, int sign);
    };

    /// A monitor says something each second; after so long it was not there (a sleeping computer, a stopped process).
    static constexpr std::chrono::seconds longest_silence{5};

    void pass_time(SteadyTime now);
    void break_off(SteadyTime now);
    void take_event(const LockEvent& event, SteadyTime now);
    [[nodiscard]] bool is_of_a_gap(const LockEvent& event) const;
    void count(const LockEvent& event, SteadyTime now);
    void count_unseen(const LockEvent& event, SteadyTime now);
    void count_hold(const LockEvent& event, SteadyTime now);
    void take_change(const LockChange& change, SteadyTime now);
    void take_status(const MonitorStatus& status, SteadyTime now);
    template <typename Edit>
    void edit(const std::string& lock, SteadyTime now, const Edit& edit);

    using VisitSlot = std::function<void(const monitor::TimeSlot&)>;
    /// The slots of what is asked for, in @p level, from slot @p first to @p last.
    void visit(const Query& query, std::size_t level, std::int64_t first, std::int64_t last,
               const VisitSlot& visit) const;
    /// Those locks of which something is kept, if they are asked for, with their names.
    template <typename Visit>
    void visit_locks(const Query& query, const Visit& visit) const;
    [[nodiscard]] bool keeps_all_who_wait() const;
    [[nodiscard]] std::size_t level_for(const Query& query) const;
    [[nodiscard]] const monitor::SlotLine& shape_of(const Query& query, std::size_t level) const;

    ContentionLimits m_limits;
    monitor::SlotLines m_server{monitor::SlotLines::Scale::server};
    monitor::ContendedLocks m_locks;
    monitor::SlotLines m_lock_shape{monitor::SlotLines::Scale::lock}; ///< Stays empty; says how their lines are cut.
    monitor::WaitTracker m_waits;
    std::vector<monitor::WaitTracker::Wait> m_ended; ///< Kept for its memory.
    LockMap<Entry> m_present;
    Totals m_totals;
    SteadyTime m_begun{};             ///< When the first batch came.
    std::optional<SteadyTime> m_last; ///< When the last batch came.
    SteadyTime m_settled{};
    bool m_live = true;
    bool m_polling = false;
};

} // namespace lockscope

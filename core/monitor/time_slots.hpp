// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/log_histogram.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace lockscope::monitor {

/// What happened in a stretch of time, on one lock or on all.
struct TimeSlot
{
    std::int64_t number = 0; ///< Since the steady clock began, in units of the line's width.
    double observed = 0;     ///< Seconds in which somebody looked; lines of single locks leave it 0.
    double waiting = 0;      ///< Client-seconds.
    double held = 0;         ///< Lock-seconds.
    double contended = 0;    ///< Lock-seconds.
    std::int64_t most_waiting = 0;
    SteadyTime most_waiting_at{};
    std::uint32_t acquired = 0, released = 0, expired = 0, forced = 0, vanished = 0;
    std::uint32_t estimated_holds = 0, estimated_waits = 0, unseen_holds = 0;
    bool broken = false; ///< Events are missing.
    LogTally holds, waits;

    void see_waiting(std::int64_t waiting, SteadyTime at)
    {
        if (waiting > most_waiting) {
            most_waiting = waiting;
            most_waiting_at = at;
        }
    }
};

/// Slots of one width, the newest @p keep of them, and only those in which something happened.
class SlotLine
{
public:
    SlotLine(milliseconds width, std::int64_t keep) : m_width(width), m_keep(keep) {}

    [[nodiscard]] milliseconds width() const noexcept { return m_width; }
    [[nodiscard]] milliseconds reach() const noexcept { return m_width * m_keep; }
    [[nodiscard]] std::int64_t number_of(SteadyTime at) const noexcept { return at.time_since_epoch() / m_width; }
    [[nodiscard]] SteadyTime begin_of(std::int64_t number) const noexcept { return SteadyTime(m_width * number); }

    /// Lets @p edit change the slot of this time; of an earlier time than the newest slot's, that slot.
    template <typename Edit>
    void change(SteadyTime at, Edit edit)
    {
        auto& slot = open(number_of(at));
        const auto before = cells_of(slot);
        edit(slot);
        m_cells += cells_of(slot) - before;
    }

    /// Slots with numbers from @p first to @p last, both included, oldest first.
    template <typename Visit>
    void visit(std::int64_t first, std::int64_t last, Visit visit) const
    {
        auto slot = std::lower_bound(m_slots.begin(), m_slots.end(), first,
                                     [](const TimeSlot& each, std::int64_t number) { return each.number < number; });
        for (; slot != m_slots.end() && slot->number <= last; ++slot)
            visit(*slot);
    }
    [[nodiscard]] bool empty() const noexcept { return m_slots.empty(); }
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return m_slots.capacity() * sizeof(TimeSlot) + m_cells * sizeof(LogTally::Cell);
    }

private:
    static std::size_t cells_of(const TimeSlot& slot) noexcept
    {
        return slot.holds.cells().capacity() + slot.waits.cells().capacity();
    }
    TimeSlot& open(std::int64_t number);

    milliseconds m_width;
    std::int64_t m_keep;
    std::vector<TimeSlot> m_slots;
    std::size_t m_cells = 0;
};

/// The same past at three resolutions: fine and short, coarse and long.
class SlotLines
{
public:
    static constexpr std::size_t levels = 3;
    enum class Scale { server, lock };
    explicit SlotLines(Scale scale);

    /// The finest line that reaches back so far.
    [[nodiscard]] std::size_t level_for(milliseconds back) const noexcept;
    [[nodiscard]] const SlotLine& line(std::size_t level) const { return m_lines.at(level); }
    [[nodiscard]] SlotLine& line(std::size_t level) { return m_lines.at(level); }

    /// Something happened at @p at.
    template <typename Edit>
    void change(SteadyTime at, const Edit& edit)
    {
        for (auto& line : m_lines)
            line.change(at, edit);
    }
    /// Something lasted: @p edit is called with each slot and the seconds that fall into it.
    template <typename Edit>
    void spread(SteadyTime from, SteadyTime to, const Edit& edit)
    {
        for (auto& line : m_lines) {
            auto begin =
                std::max(from, to - line.reach()); // What has left the line again is not worth walking through.
            while (begin < to) {
                const auto end = std::min(to, line.begin_of(line.number_of(begin) + 1));
                const double seconds = std::chrono::duration<double>(end - begin).count();
                line.change(begin, [&](TimeSlot& slot) { edit(slot, seconds); });
                begin = end;
            }
        }
    }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    std::array<SlotLine, levels> m_lines;
};

} // namespace lockscope::monitor

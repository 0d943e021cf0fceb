// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace lockscope {

/// Something that is wrong with a lock's data.
enum class Anomaly {
    never_expires,       ///< Held without expiry: nothing frees it if its holder dies.
    queue_without_score, ///< A queue entry has no deadline; at the head it blocks the lock for ever.
    score_without_entry, ///< A deadline belongs to nobody in the queue.
    dead_head,           ///< The first waiter is dead: the others wait for its deadline.
    free_but_queued,     ///< Nobody holds the lock although waiters are queued.
    dead_reader,         ///< A reader's own deadlines are all gone, yet it blocks writers.
    mixed_types,         ///< Fields of two lock types lie under one name.
    foreign_queue,       ///< A key of another type has the name of its queue or deadlines; no fair lock works there.
    truncated,           ///< More holders, waiters or deadlines than are read, of which the totals say how many; or a
                         ///< queue that is far too large to be read.
    torn,                ///< Read without MULTI: parts may be of different moments.
};
[[nodiscard]] std::string_view to_string(Anomaly anomaly) noexcept;

/// Anomalies in the order in which they are declared, each at most once.
class Anomalies
{
public:
    class Iterator
    {
    public:
        constexpr Iterator() = default;
        constexpr explicit Iterator(std::uint16_t left) : m_left(left) {}
        constexpr Anomaly operator*() const { return static_cast<Anomaly>(std::countr_zero(m_left)); }
        constexpr Iterator& operator++()
        {
            m_left &= static_cast<std::uint16_t>(m_left - 1);
            return *this;
        }
        bool operator==(const Iterator&) const = default;

    private:
        std::uint16_t m_left = 0;
    };

    constexpr Anomalies() = default;
    constexpr Anomalies(std::initializer_list<Anomaly> all)
    {
        for (const Anomaly each : all)
            insert(each);
    }
    constexpr void insert(Anomaly anomaly) noexcept { m_bits |= bit(anomaly); }
    constexpr void erase(Anomaly anomaly) noexcept { m_bits &= static_cast<std::uint16_t>(~bit(anomaly)); }
    constexpr void clear() noexcept { m_bits = 0; }
    [[nodiscard]] constexpr bool contains(Anomaly anomaly) const noexcept { return (m_bits & bit(anomaly)) != 0; }
    [[nodiscard]] constexpr bool empty() const noexcept { return m_bits == 0; }
    [[nodiscard]] constexpr Iterator begin() const noexcept { return Iterator(m_bits); }
    [[nodiscard]] constexpr Iterator end() const noexcept { return Iterator(); }
    bool operator==(const Anomalies&) const = default;

private:
    static constexpr std::uint16_t bit(Anomaly anomaly) noexcept
    {
        return static_cast<std::uint16_t>(1U << static_cast<unsigned>(anomaly));
    }
    std::uint16_t m_bits = 0;
};

} // namespace lockscope

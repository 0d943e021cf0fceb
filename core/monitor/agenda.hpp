// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_map.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace lockscope::monitor {

/// When locks of a book are to be looked at again. Each entry of the book has a `SteadyTime due`, which is the moment
/// that counts; others that were noted before are found out when they come up.
template <typename Entry>
class Agenda
{
public:
    using Number = NameIndex::Number;
    static constexpr SteadyTime never = SteadyTime::max();

    /// @param locks outlives the agenda
    explicit Agenda(LockMap<Entry>& locks) : m_locks(locks) {}

    void schedule(Number number, SteadyTime at)
    {
        if (std::exchange(m_locks[number].due, at) == at || at == never)
            return;
        m_moments.push_back({at, number});
        if (m_moments.size() > 2 * m_locks.size() + 1000)
            make_anew();
        else
            std::push_heap(m_moments.begin(), m_moments.end(), std::greater<>());
    }
    /// The one that is due the longest by @p now, and is not due any more from then on.
    /// @param patience how many outdated moments may be passed over, and how many of them are left
    /// @return NameIndex::none if none is due, or patience was at its end
    Number take(SteadyTime now, std::size_t& patience)
    {
        for (; !m_moments.empty() && m_moments.front().at <= now && patience > 0; --patience) {
            const Moment moment = m_moments.front();
            std::pop_heap(m_moments.begin(), m_moments.end(), std::greater<>());
            m_moments.pop_back();
            auto& due = m_locks[moment.number].due;
            if (due == moment.at) {
                due = never;
                return moment.number;
            }
        }
        return NameIndex::none;
    }
    /// The next moment, perhaps an outdated one.
    [[nodiscard]] std::optional<SteadyTime> next() const
    {
        return m_moments.empty() ? std::nullopt : std::optional(m_moments.front().at);
    }
    void clear() { m_moments.clear(); }

private:
    struct Moment
    {
        SteadyTime at{};
        Number number = NameIndex::none;
        bool operator>(const Moment& other) const noexcept { return at > other.at; }
    };

    /// Without the outdated ones.
    void make_anew()
    {
        m_moments.clear();
        m_locks.for_each([this](Number number, const Entry& entry) {
            if (entry.due != never)
                m_moments.push_back({entry.due, number});
        });
        std::make_heap(m_moments.begin(), m_moments.end(), std::greater<>());
    }

    LockMap<Entry>& m_locks;
    std::vector<Moment> m_moments; ///< A heap, the earliest in front.
};

} // namespace lockscope::monitor

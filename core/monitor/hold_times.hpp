// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/queue_forecast.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>

namespace lockscope::monitor {

/// How long the last holds of each lock lasted. Bounded: the lock that was quiet the longest is forgotten first.
class HoldTimes
{
public:
    explicit HoldTimes(std::size_t most_locks = 20'000) : m_most_locks(most_locks) {}

    void add(const std::string& lock, milliseconds held);
    [[nodiscard]] UsualHold of(const std::string& lock) const;
    void clear();

private:
    struct Times
    {
        std::array<std::uint32_t, 16> ring{}; ///< Milliseconds.
        std::uint32_t total = 0;
        std::list<const std::string*>::iterator age;
    };

    std::size_t m_most_locks;
    std::unordered_map<std::string, Times> m_locks;
    std::list<const std::string*> m_by_age; ///< Keys of m_locks; quiet the longest first.
};

} // namespace lockscope::monitor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_roles.hpp"

#include "lockscope/lock_state.hpp"

#include <array>
#include <cstdint>

namespace lockscope::ui {

/// How many waited for a lock in the last minute: the most in each bucket of three seconds. A value lasts until the
/// next one is recorded.
class WaiterHistory
{
public:
    void record(SteadyTime at, std::int64_t waiters);
    /// Nobody looked from @p from until @p until.
    void skip(SteadyTime from, SteadyTime until);
    /// Oldest first, kHistoryBuckets of them, kUnseen where nobody looked for most of the time. Empty if nobody is
    /// known to have waited in the last minute.
    [[nodiscard]] QList<float> values(SteadyTime now) const;
    /// The sum over the buckets that were seen: what the column is sorted by.
    [[nodiscard]] std::int64_t total(SteadyTime now) const;

private:
    using Buckets = std::array<std::uint16_t, kHistoryBuckets>;
    [[nodiscard]] Buckets advanced(std::int64_t bucket) const;

    Buckets m_buckets{};       ///< Ring; the newest is at m_newest % size.
    std::int64_t m_newest = 0; ///< Number of the newest bucket since the clock began.
    std::uint16_t m_current = 0;
};

} // namespace lockscope::ui

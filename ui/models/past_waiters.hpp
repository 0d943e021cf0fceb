// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/waiter_history.hpp"

#include "lockscope/lock_state.hpp"

#include <memory>
#include <string>
#include <unordered_map>

namespace lockscope::ui {

/// Who waited in the last minute for locks that are not there just now. A lock is removed as soon as it has been free
/// for half a second; one that comes back soon goes on where it was.
class PastWaiters
{
public:
    /// @param waiters may be null: there is nothing to remember
    void keep(const std::string& name, std::unique_ptr<WaiterHistory> waiters, SteadyTime now);
    /// Null if nothing is known, or it is too long ago to matter.
    [[nodiscard]] std::unique_ptr<WaiterHistory> take(const std::string& name, SteadyTime now);
    /// See WaiterHistory::skip().
    void skip(SteadyTime from, SteadyTime until);
    void clear();

    /// Of locks that went within a minute; what there is more of is forgotten.
    static constexpr std::size_t kMost = 5000;

private:
    using Histories = std::unordered_map<std::string, std::unique_ptr<WaiterHistory>>;
    void age(SteadyTime now);

    // What went in this minute, and in the one before it: so nothing has to be searched for what is too old.
    Histories m_recent, m_older;
    SteadyTime m_since{};
};

} // namespace lockscope::ui

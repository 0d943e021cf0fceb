// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/linearizability.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// What happened to the queue of a fair lock, in the order of the server, which is the only one that counts: two
/// waiters who call at the same moment arrive in some order, and clocks do not say in which.
struct QueueEvent
{
    enum class Type {
        entered, ///< Took its place at the end.
        granted, ///< Got the lock, queued before or not. Re-entries are no grants.
        left,    ///< Gave up its place, or was found dead.
    };
    Type type = Type::entered;
    std::string owner;

    bool operator==(const QueueEvent&) const = default;
};

/// Was everybody served in turn? An inversion is a grant to anybody but the first in the queue. Whoever left is
/// excused.
[[nodiscard]] Verdict check_fair_order(const std::vector<QueueEvent>& events);

/// Reads the events of one lock from the output of MONITOR, of ours and of Redisson's scripts: RPUSH on
/// `redisson_lock_queue:{lock}` enters, LPOP and LREM leave unless a grant of the same owner follows, HSET or HINCRBY
/// of the lock by somebody who does not hold it grants.
[[nodiscard]] std::vector<QueueEvent> queue_events(const std::vector<std::string>& monitor_lines,
                                                   const std::string& lock);

/// The words of a line of MONITOR, unescaped, without time and client: `1700000000.1 [0 lua] "lpop" "a"` → lpop, a.
[[nodiscard]] std::vector<std::string> words_of_monitor_line(std::string_view line);

} // namespace lockscope::test

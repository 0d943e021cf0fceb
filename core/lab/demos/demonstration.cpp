// SPDX-License-Identifier: Apache-2.0
#include "lockscope/demonstration.hpp"

#include "lab/demos/lesson.hpp"

namespace lockscope {

std::string announcement(Demonstration demonstration)
{
    switch (demonstration) {
    case Demonstration::failover:
        return "A master dies before its replica has the lock: two clients hold one lock at the same time.";
    case Demonstration::failover_with_wait:
        return "The same, but the client waits for a replica's word: the first acquisition fails, and only the second "
               "client holds the lock.";
    case Demonstration::failover_with_redlock:
        return "A RedLock over five independent masters, two of which die: one client holds the lock.";
    }
    return {};
}

bool play(Demonstration demonstration, const std::function<void(const DemonstrationStep&)>& tell,
          const DemonstrationOptions& options)
{
    lab::Lesson lesson(tell);
    switch (demonstration) {
    case Demonstration::failover: return lab::play_failover(lesson, options, lab::Waiting::off);
    case Demonstration::failover_with_wait: return lab::play_failover(lesson, options, lab::Waiting::for_replica);
    case Demonstration::failover_with_redlock: return lab::play_red_lock(lesson, options);
    }
    return false;
}

} // namespace lockscope

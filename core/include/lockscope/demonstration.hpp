// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lockscope {

/// What happens to a lock when a server dies, shown with private servers: nothing is simulated.
///
///     play(Demonstration::failover, [](const DemonstrationStep& step) { std::cout << step.text << '\n'; });
enum class Demonstration {
    failover,              ///< The master dies before its replica has the lock: two holders at once.
    failover_with_wait,    ///< The same with ClientOptions::wait_for_replica: the first acquisition fails instead.
    failover_with_redlock, ///< A RedLock over five masters, two of which die: one holder.
};

/// One thing that was done or seen.
struct DemonstrationStep
{
    int number = 0;   ///< 1, 2, …
    std::string text; ///< One line, in plain words; what servers said in it is escaped.
};

struct DemonstrationOptions
{
    std::string executable = "redis-server"; ///< Or another one that takes the same options.
};

/// What play() will show, in a sentence: "A master dies before its replica has the lock: two clients hold one lock at
/// the same time." Pure; any thread.
[[nodiscard]] std::string announcement(Demonstration demonstration);

/// Plays it, which takes a few seconds, and tells each step when it is done. @returns whether it ended as
/// announced. @throws Error if the servers do not start, or do not what they must.
[[nodiscard]] bool play(Demonstration demonstration, const std::function<void(const DemonstrationStep&)>& tell,
                        const DemonstrationOptions& options = {});

} // namespace lockscope

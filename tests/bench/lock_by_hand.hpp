// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hiredis_peer.hpp"
#include "lock_scripts.hpp"
#include "locks/key_names.hpp"
#include "table.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::bench {

/// The library's own scripts of the reentrant lock, for whoever sends them by hand.
struct Scripts
{
    std::string acquire, release;
    explicit Scripts(HiredisPeer& peer)
        : acquire(peer.command({"SCRIPT", "LOAD", std::string(locks::scripts::reentrant_acquire)}))
        , release(peer.command({"SCRIPT", "LOAD", std::string(locks::scripts::reentrant_release)}))
    {}
    [[nodiscard]] std::vector<std::string> take(const std::string& name, const std::string& owner) const
    {
        return {"EVALSHA", acquire, "1", name, "30000", owner, "0"};
    }
    [[nodiscard]] std::vector<std::string> leave(const std::string& name, const std::string& owner) const
    {
        return {"EVALSHA", release, "1", name, owner, "1", "30000", "PUBLISH", locks::unlock_channel(name)};
    }
    /// What the reply to take() says.
    [[nodiscard]] static bool is_taken(const std::string& reply) { return !reply.starts_with("0 "); }
};

/// One round trip, in microseconds: what absolute figures are measured in.
/// @param pause before each: then nobody is awake who would answer at once
inline double ping_time(HiredisPeer& peer, int pings = 5000, std::chrono::milliseconds pause = {})
{
    std::vector<double> samples;
    for (int i = 0; i < pings; ++i) {
        if (pause.count() > 0)
            std::this_thread::sleep_for(pause);
        const auto start = Clock::now();
        peer.command({"PING"});
        samples.push_back(seconds_since(start) * 1e6);
    }
    return percentile(samples, 0.5);
}

} // namespace lockscope::bench

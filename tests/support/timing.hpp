// SPDX-License-Identifier: Apache-2.0
// Limits that also hold where many tests run at the same time on few cores.
#pragma once

#include "support/redis_client.hpp"
#include "support/until.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace lockscope::test {

/// Sooner than this happens what somebody was told of. Who was not told finds out by a lease or a deadline, and those
/// are several times as long in the tests that use this.
inline constexpr std::chrono::milliseconds soon{5000};

/// The watchdog's lease where a renewal is waited for: it comes after a second, and a holder that does not run for a
/// moment keeps what it holds.
inline constexpr std::chrono::milliseconds brief_lease{3000};

/// Sanitizers make everything several times as slow: then there are fewer of what there are thousands.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_slowed_down = true;
#else
inline constexpr bool is_slowed_down = false;
#endif

/// The shortest of up to ten measurements, which end with the first that is below @p enough: other programs can only
/// make something late, so one of them shows what ours does by itself.
template <typename Measure>
[[nodiscard]] std::chrono::milliseconds shortest(std::chrono::milliseconds enough, Measure measure)
{
    std::chrono::milliseconds least = measure();
    for (int i = 1; i < 10 && least >= enough; ++i)
        least = std::min<std::chrono::milliseconds>(least, measure());
    return least;
}

/// Are all of @p keys renewed so often, without ever being found about to expire? Ends with the first that is.
[[nodiscard]] inline bool are_renewed(RedisClient& redis, const std::vector<std::string>& keys, int times = 2,
                                      std::chrono::milliseconds least = brief_lease / 10)
{
    struct Seen
    {
        std::int64_t left = std::numeric_limits<std::int64_t>::max();
        int rises = 0;
    };
    std::vector<Seen> seen(keys.size());
    bool lives = true;
    const bool ended = until([&] {
        int renewed = 0;
        for (std::size_t i = 0; i < keys.size() && lives; ++i) {
            const std::int64_t left = redis.pttl(keys[i]);
            lives = left >= least.count();
            seen[i].rises += left > seen[i].left ? 1 : 0;
            seen[i].left = left;
            renewed += seen[i].rises >= times ? 1 : 0;
        }
        return !lives || renewed == static_cast<int>(keys.size());
    });
    return ended && lives;
}

/// Does @p key end without its lease ever growing? What nobody renews does.
[[nodiscard]] inline bool runs_out(RedisClient& redis, const std::string& key)
{
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    bool grows = false;
    std::string seen;
    const bool ended = until([&] {
        const std::int64_t left = redis.pttl(key);
        grows = left == -1 || left > last;
        if (grows)
            seen = std::to_string(last) + " ms, then ";
        last = left;
        return grows || left == -2;
    });
    if (!ended || grows)
        std::fprintf(stderr, "left of %s: %s%lld ms\n", key.c_str(), seen.c_str(), static_cast<long long>(last));
    return ended && !grows;
}

} // namespace lockscope::test

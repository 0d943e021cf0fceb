// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hiredis_peer.hpp"

#include <algorithm>
#include <string>

namespace lockscope::bench {

/// A client that is nobody.
inline constexpr const char* nobody = "9f45a1c0-1b2c-4d3e-8f90-123456789abc";

/// Sorted by name, they are in the order of their numbers.
inline std::string lock_name(int number)
{
    const std::string digits = std::to_string(number);
    return "lock:" + std::string(6 - digits.size(), '0') + digits;
}

/// Locks 0 to @p count, each held by another thread of nobody, for ten minutes.
inline void make_locks(HiredisPeer& peer, int count)
{
    constexpr int batch = 1000;
    for (int start = 0; start < count; start += batch) {
        const int end = std::min(start + batch, count);
        for (int i = start; i < end; ++i) {
            peer.append({"HSET", lock_name(i), std::string(nobody) + ':' + std::to_string(i), "1"});
            peer.append({"PEXPIRE", lock_name(i), "600000"});
        }
        for (int i = start; i < end; ++i) {
            peer.reply();
            peer.reply();
        }
    }
}

/// Keys that are no locks. Needs --enable-debug-command.
inline void add_noise(HiredisPeer& peer, int keys)
{
    peer.command({"DEBUG", "POPULATE", std::to_string(keys), "noise", "16"});
}

} // namespace lockscope::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "lockscope/lock_state.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// One word of a shell's command line that stands for exactly these bytes: as it is where that is safe, otherwise in
/// single quotes, and as $'…' with \xNN (bash, zsh, ksh) where it has bytes that a terminal must not see. Pure; any
/// thread.
[[nodiscard]] std::string shell_quote(std::string_view bytes);

/// What redis-cli must be told besides the server, so that it finds the keys: without -c it does not follow a cluster
/// to the master that has them, without -n it asks database 0. Host, user and password are up to whoever runs it.
struct RedisCliPlace
{
    Deployment deployment = Deployment::single;
    int database = 0;
    bool operator==(const RedisCliPlace&) const = default;
};

/// The redis-cli command lines that show what Redis has of a lock, most telling first: its main key and the companion
/// keys that its type has. All of them only read, and are safe to paste into a shell whatever the lock is called.
/// Pure; any thread.
///
///     redis-cli -n 3 HGETALL orders:42
///     redis-cli -n 3 PTTL orders:42
///     redis-cli -n 3 LRANGE 'redisson_lock_queue:{orders:42}' 0 -1
[[nodiscard]] std::vector<std::string> show_commands(const LockState& state, const RedisCliPlace& place);

} // namespace lockscope

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

/// The beginning of a shell's command line by which redis-cli asks this server, with all that it must be told except
/// for secrets: where there is a password, redis-cli asks for it itself. In place of a master's address that only
/// sentinels or its own word tell stands `'<master of NAME>'`, to be filled in: it is not known here. Pure; any thread.
///
///     redis-cli -h cache.example -p 6380 -n 3 --user alice --askpass
[[nodiscard]] std::string redis_cli(const Endpoint& endpoint);

/// The redis-cli command lines that show what Redis has of a lock, most telling first: its main key and the companion
/// keys that its type has. All of them only read, and are safe to paste into a shell whatever the lock is called.
/// Pure; any thread.
///
///     redis-cli -n 3 HGETALL orders:42
///     redis-cli -n 3 PTTL orders:42
///     redis-cli -n 3 LRANGE 'redisson_lock_queue:{orders:42}' 0 -1
///
/// @param redis_cli  how they begin: see above
[[nodiscard]] std::vector<std::string> show_commands(const LockState& state, const std::string& redis_cli);

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "lockscope/show_commands.hpp"

#include "locks/key_names.hpp"
#include "monitor/shell_quote.hpp"

namespace lockscope {

std::vector<std::string> show_commands(const LockState& state, const RedisCliPlace& place)
{
    const auto redis_cli = [&place](const std::vector<std::string>& words) { return monitor::redis_cli(words, place); };
    const auto& name = state.name;
    const bool number = state.type == LockType::semaphore || state.type == LockType::latch;
    std::vector<std::string> commands{redis_cli({number ? "GET" : "HGETALL", name}), redis_cli({"PTTL", name})};
    if (state.type == LockType::fair || !state.waiters.empty()) {
        commands.push_back(redis_cli({"LRANGE", locks::queue_key(name), "0", "-1"}));
        commands.push_back(redis_cli({"ZRANGE", locks::timeout_key(name), "0", "-1", "WITHSCORES"}));
    }
    if (state.fencing_token)
        commands.push_back(redis_cli({"GET", locks::token_key(name)}));
    return commands;
}

} // namespace lockscope

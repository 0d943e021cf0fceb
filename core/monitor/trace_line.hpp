// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::monitor {

/// What a line of MONITOR says, in whole words.
struct TraceLine
{
    enum class Origin { client, script };
    SystemTime at{};
    int database = 0;
    Origin origin = Origin::client;
    std::string client;             ///< Empty for a script's inner commands.
    std::vector<std::string> words; ///< At least the verb.
    std::size_t words_left_out = 0; ///< Beyond the first 1,024.
    bool operator==(const TraceLine&) const = default;
};

/// Reads `1700000000.123456 [0 127.0.0.1:4711] "SET" "key" "with \"quotes\" and \x00"`. Whatever the bytes are: a line
/// or nullopt, in time proportional to their number.
[[nodiscard]] std::optional<TraceLine> parse_trace_line(std::string_view line);

/// Does it begin as a line of MONITOR, so that it is no reply to a command of ours?
[[nodiscard]] bool looks_like_trace_line(std::string_view line) noexcept;

/// Takes passwords out of a command's words: AUTH, HELLO, ACL SETUSER, CONFIG SET …pass…, MIGRATE AUTH, SENTINEL SET.
/// Redis hides most of them since 6.2 by itself; older servers and its imitators do not.
void hide_secrets(std::vector<std::string>& words);
inline constexpr std::string_view hidden_word = "(hidden)";

/// ASCII letters in upper case, as verbs are compared.
[[nodiscard]] std::string upper_case(std::string_view text);

} // namespace lockscope::monitor

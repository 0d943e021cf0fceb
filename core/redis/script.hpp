// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/command.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// A constant Lua script; its SHA-1 is computed once. Scripts are never built from data. As a static object it is
/// usable to the very end of the program (see Everlasting): it has nothing to destroy.
class Script
{
public:
    /// @param text outlives the script
    explicit Script(std::string_view text);

    [[nodiscard]] std::string sha() const { return {m_sha.data(), m_sha.size()}; }
    [[nodiscard]] Command evalsha(const std::vector<std::string>& keys, const std::vector<std::string>& args) const;
    [[nodiscard]] Command eval(const std::vector<std::string>& keys, const std::vector<std::string>& args) const;

    /// What is missing in the user's rights, where the server has refused a command inside of this script; Redis 7.0
    /// names no more than the line, and nothing of what the script itself has caught in a variable `refusal` and
    /// returned. @param refusal "… on @user_script:12." @param args as the script was given.
    /// @returns "+hget"; "+hget or +exists" if both stand in that line; empty if it cannot be told.
    [[nodiscard]] std::string missing_right(std::string_view refusal, const std::vector<std::string>& args) const;

private:
    [[nodiscard]] static Command call(std::string_view verb, std::string_view body,
                                      const std::vector<std::string>& keys, const std::vector<std::string>& args);
    std::string_view m_text;
    std::array<char, 40> m_sha;
};

} // namespace lockscope::redis

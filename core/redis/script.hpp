// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/command.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// A constant Lua script; its SHA-1 is computed once. Scripts are never built from data.
class Script
{
public:
    explicit Script(std::string_view text);

    [[nodiscard]] const std::string& sha() const noexcept { return m_sha; }
    [[nodiscard]] Command evalsha(const std::vector<std::string>& keys, const std::vector<std::string>& args) const;
    [[nodiscard]] Command eval(const std::vector<std::string>& keys, const std::vector<std::string>& args) const;

private:
    [[nodiscard]] static Command call(std::string_view verb, std::string_view body,
                                      const std::vector<std::string>& keys, const std::vector<std::string>& args);
    std::string_view m_text;
    std::string m_sha;
};

} // namespace lockscope::redis

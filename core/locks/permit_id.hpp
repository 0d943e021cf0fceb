// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockscope::locks {

/// What a permit is known by: 16 random bytes on the wire, the same in hex for people.
struct PermitId
{
    std::string raw;
    std::string hex;

    [[nodiscard]] static PermitId make();
    [[nodiscard]] static bool is_one(const std::string& hex);
    /// @throws Error invalid_argument for anything but 32 hex digits.
    [[nodiscard]] static PermitId parse(const std::string& hex);
};
using PermitIds = std::vector<PermitId>;

} // namespace lockscope::locks

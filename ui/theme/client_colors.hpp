// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace lockscope::ui {

/// Which of a few colours each client has, and keeps. The one that its UUID stands for, so that it is mostly the same
/// at each start and on each machine; if others have that already, the next one that fewest have. So clients that are
/// seen together differ, as long as there are colours.
class ClientColors
{
public:
    static constexpr std::size_t count = 36;

    /// Less than count.
    [[nodiscard]] std::size_t of(const std::string& client);

private:
    [[nodiscard]] std::size_t leastUsedFrom(std::size_t first) const;

    std::array<std::size_t, count> m_users{};                ///< Of each colour.
    std::unordered_map<std::uint32_t, std::size_t> m_colors; ///< By the client's hash: a name may be long.
};

} // namespace lockscope::ui

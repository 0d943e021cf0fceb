// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What programs of ours tell each other of an operator's action, so that everybody who watches knows that it was one.
namespace lockscope::locks {

/// It is no lock's, for those have a brace in their channel's name; and whoever hears of unlocks hears of this, too.
inline constexpr std::string_view operator_channel = "redisson_lock__channel:lockscope";

struct OperatorAct
{
    enum class What {
        forced,    ///< The holders were made to release it.
        shortened, ///< Its lease was.
        extended,
        restored, ///< The holders have it again.
        queue,    ///< Only waiters were removed.
        expelled, ///< Only these were made to leave it; others may go on holding it.
    };
    What what = What::forced;
    std::string actor; ///< "bob@host", as his program says.
    int database = 0;  ///< Messages are not told apart by it.
    std::string lock;  ///< Its raw name.
    std::vector<std::string> holders{};
    std::vector<std::string> removed{}; ///< Waiters taken out of its queue.
    bool operator==(const OperatorAct&) const = default;
};

/// A sequence of netstrings ("3:abc,"), the removed last: scripts append one for each whom they find.
/// Source: D. J. Bernstein, Netstrings, 1997.
[[nodiscard]] std::string to_message(const OperatorAct& act);
/// Nullopt for what is no such message: anybody may publish.
[[nodiscard]] std::optional<OperatorAct> parse_operator_act(std::string_view message);

} // namespace lockscope::locks

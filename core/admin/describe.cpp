// SPDX-License-Identifier: Apache-2.0
#include "admin/describe.hpp"

#include "lockscope/escape.hpp"

namespace lockscope {

Expectation expectation_of(const LockState& state)
{
    Expectation expected;
    for (const auto& holder : state.holders)
        expected[holder.owner] = holder.count;
    return expected;
}

namespace admin {

std::string describe(const Expectation& holders)
{
    std::string text;
    for (const auto& [owner, count] : holders) {
        if (!text.empty())
            text += ", ";
        text += escape(owner) + '=' + std::to_string(count);
    }
    return text.empty() ? "nobody" : text;
}

std::string describe(const LockState& state)
{
    std::string text = describe(expectation_of(state));
    if (state.is_held())
        text += state.ttl.count() < 0 ? " (never expires)" : " (" + std::to_string(state.ttl.count()) + " ms left)";
    return text;
}

} // namespace admin
} // namespace lockscope

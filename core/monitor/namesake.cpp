// SPDX-License-Identifier: Apache-2.0
#include "monitor/namesake.hpp"

#include "locks/key_names.hpp"

namespace lockscope::monitor {

std::optional<std::string> namesake_of(std::string_view raw)
{
    if (raw.empty())
        return std::nullopt;
    const auto tag = locks::tagged(raw);
    if (tag != raw)
        return tag;
    auto names = locks::untagged(tag);
    if (names.size() < 2)
        return std::nullopt;
    return std::move(names.front());
}

} // namespace lockscope::monitor

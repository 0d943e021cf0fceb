// SPDX-License-Identifier: Apache-2.0
#include "redis/redisson_placeholders.hpp"

namespace lockscope::redis {

FilledValue filled(std::string_view text)
{
    FilledValue result;
    while (!text.empty()) {
        const std::size_t start = text.find("${");
        const std::size_t end = start == std::string_view::npos ? start : text.find('}', start);
        if (end == std::string_view::npos) {
            result.text += text;
            break;
        }
        result.text += text.substr(0, start);
        const std::string_view inside = text.substr(start + 2, end - start - 2);
        const std::size_t colon = inside.find(':');
        if (colon == std::string_view::npos) {
            result.by_nothing = true;
        } else {
            std::string_view value = inside.substr(colon + 1);
            value.remove_prefix(value.starts_with('-') ? 1 : 0);
            result.text += value;
            result.by_default = true;
        }
        text.remove_prefix(end + 1);
    }
    return result;
}

} // namespace lockscope::redis

// SPDX-License-Identifier: Apache-2.0
#include "support/resp_split.hpp"

#include <cstdlib>

namespace lockscope::test {

std::size_t first_value(std::string_view bytes)
{
    const std::size_t line = bytes.find("\r\n");
    if (line == std::string_view::npos)
        return 0;
    std::size_t length = line + 2;
    const long count = std::atol(std::string(bytes.substr(1, line - 1)).c_str());
    if (bytes.front() == '$' && count >= 0) {
        length += static_cast<std::size_t>(count) + 2;
        return length <= bytes.size() ? length : 0;
    }
    if (bytes.front() != '*')
        return length;
    for (long i = 0; i < count; ++i) {
        const std::size_t element = first_value(bytes.substr(length));
        if (element == 0)
            return 0;
        length += element;
    }
    return length;
}

std::vector<std::string> words_of(std::string_view request)
{
    std::vector<std::string> words;
    request.remove_prefix(request.find("\r\n") + 2);
    while (!request.empty()) {
        const std::size_t line = request.find("\r\n");
        const auto length = static_cast<std::size_t>(std::atol(std::string(request.substr(1, line - 1)).c_str()));
        words.emplace_back(request.substr(line + 2, length));
        request.remove_prefix(line + 2 + length + 2);
    }
    return words;
}

} // namespace lockscope::test

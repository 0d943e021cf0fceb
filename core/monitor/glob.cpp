// SPDX-License-Identifier: Apache-2.0
#include "monitor/glob.hpp"

#include <algorithm>

namespace lockscope::monitor {
namespace {

struct Step
{
    bool matches = false;
    std::size_t width = 1; ///< Of the pattern's element.
};

Step match_set(std::string_view pattern, char c) noexcept
{
    std::size_t at = 1;
    const bool negated = at < pattern.size() && pattern[at] == '^';
    if (negated)
        ++at;
    bool found = false;
    const auto byte = [](char value) { return static_cast<unsigned char>(value); };
    while (at < pattern.size() && pattern[at] != ']') {
        if (pattern[at] == '\\' && at + 1 < pattern.size()) {
            found |= pattern[at + 1] == c;
            at += 2;
        } else if (at + 2 < pattern.size() && pattern[at + 1] == '-') {
            const auto [low, high] = std::minmax({byte(pattern[at]), byte(pattern[at + 2])}); // by value
            found |= byte(c) >= low && byte(c) <= high;
            at += 3;
        } else {
            found |= pattern[at] == c;
            ++at;
        }
    }
    return {found != negated, std::min(at + 1, pattern.size())};
}

/// The pattern's first element, which is no '*', against one character.
Step match_one(std::string_view pattern, char c) noexcept
{
    switch (pattern.front()) {
    case '?': return {true, 1};
    case '[': return match_set(pattern, c);
    case '\\':
        if (pattern.size() > 1)
            return {pattern[1] == c, 2};
        [[fallthrough]];
    default: return {pattern.front() == c, 1};
    }
}

} // namespace

bool glob_match(std::string_view pattern, std::string_view text) noexcept
{
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos, star_text = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            star_text = t;
            continue;
        }
        if (p < pattern.size()) {
            const auto step = match_one(pattern.substr(p), text[t]);
            if (step.matches) {
                p += step.width;
                ++t;
                continue;
            }
        }
        if (star == std::string_view::npos)
            return false;
        // The last star takes one character more; earlier ones need not be tried again.
        p = star + 1;
        t = ++star_text;
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

std::string glob_prefix(std::string_view pattern)
{
    std::string prefix;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '*' || c == '?' || c == '[')
            break;
        if (c == '\\' && ++i == pattern.size())
            break;
        prefix += pattern[i];
    }
    return prefix;
}

} // namespace lockscope::monitor

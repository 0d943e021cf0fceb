// SPDX-License-Identifier: Apache-2.0
#include "monitor/shell_quote.hpp"

#include "lockscope/escape.hpp"
#include "lockscope/show_commands.hpp"

#include <algorithm>
#include <string_view>

namespace lockscope {
namespace {

bool is_safe_as_it_is(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || std::string_view("_-./:@%+=,").find(c) != std::string_view::npos;
}

std::string in_single_quotes(std::string_view bytes)
{
    std::string word = "'";
    for (const char c : bytes) {
        if (c == '\'')
            word += "'\\''";
        else
            word += c;
    }
    return word + "'";
}

/// Bash, zsh and ksh read this form. Everything but printable ASCII becomes \xNN.
std::string in_dollar_quotes(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string word = "$'";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\'' || c == '\\') {
            word += '\\';
            word += c;
        } else if (byte >= 0x20 && byte < 0x7f) {
            word += c;
        } else {
            word += "\\x";
            word += digits[byte >> 4];
            word += digits[byte & 15];
        }
    }
    return word + "'";
}

} // namespace

std::string shell_quote(std::string_view bytes)
{
    if (!bytes.empty() && std::all_of(bytes.begin(), bytes.end(), is_safe_as_it_is))
        return std::string(bytes);
    std::string without_backslashes(bytes);
    std::erase(without_backslashes, '\\');
    return escape(without_backslashes) == without_backslashes ? in_single_quotes(bytes) : in_dollar_quotes(bytes);
}

std::string monitor::command_line(std::string start, const std::vector<std::string>& words)
{
    for (const auto& word : words)
        start += ' ' + shell_quote(word);
    return start;
}

} // namespace lockscope

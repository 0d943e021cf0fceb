// SPDX-License-Identifier: Apache-2.0
#include "monitor/trace_line.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace lockscope::monitor {
namespace {

constexpr std::size_t most_words_kept = 1024;
constexpr std::size_t most_digits = 12;
constexpr std::string_view script_marker = "lua";

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

int hex_value(char c) noexcept
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/// Walks over the line; each step says whether it found what it should.
class Walker
{
public:
    explicit Walker(std::string_view line) : m_rest(line) {}

    [[nodiscard]] bool at_end() const noexcept { return m_rest.empty(); }

    bool skip(std::string_view text) noexcept
    {
        if (!m_rest.starts_with(text))
            return false;
        m_rest.remove_prefix(text.size());
        return true;
    }

    std::optional<std::int64_t> number() noexcept
    {
        std::size_t length = 0;
        std::int64_t value = 0;
        while (length < m_rest.size() && is_digit(m_rest[length])) {
            if (length == most_digits)
                return std::nullopt;
            value = value * 10 + (m_rest[length] - '0');
            ++length;
        }
        if (length == 0)
            return std::nullopt;
        m_rest.remove_prefix(length);
        return value;
    }

    /// The digits behind a decimal point, as microseconds.
    std::optional<std::int64_t> fraction() noexcept
    {
        const std::size_t before = m_rest.size();
        auto value = number();
        if (!value)
            return std::nullopt;
        for (std::size_t digits = before - m_rest.size(); digits < 6; ++digits)
            value = *value * 10;
        for (std::size_t digits = before - m_rest.size(); digits > 6; --digits)
            value = *value / 10;
        return value;
    }

    std::optional<std::string_view> up_to(std::string_view end) noexcept
    {
        const std::size_t at = m_rest.find(end);
        if (at == std::string_view::npos)
            return std::nullopt;
        const std::string_view text = m_rest.substr(0, at);
        m_rest.remove_prefix(at + end.size());
        return text;
    }

    /// The rest of a word, behind its opening quotation mark, with the closing one.
    bool word(std::string& text)
    {
        while (true) {
            const std::size_t plain = m_rest.find_first_of("\"\\");
            if (plain == std::string_view::npos)
                return false;
            text.append(m_rest.substr(0, plain));
            const bool ends = m_rest[plain] == '"';
            m_rest.remove_prefix(plain + 1);
            if (ends)
                return true;
            if (!escaped(text))
                return false;
        }
    }

private:
    bool escaped(std::string& text)
    {
        if (m_rest.empty())
            return false;
        const char kind = m_rest.front();
        m_rest.remove_prefix(1);
        switch (kind) {
        case 'n': text += '\n'; return true;
        case 'r': text += '\r'; return true;
        case 't': text += '\t'; return true;
        case 'a': text += '\a'; return true;
        case 'b': text += '\b'; return true;
        case '\\':
        case '"': text += kind; return true;
        case 'x': break;
        default: return false;
        }
        if (m_rest.size() < 2 || hex_value(m_rest[0]) < 0 || hex_value(m_rest[1]) < 0)
            return false;
        text += static_cast<char>(hex_value(m_rest[0]) * 16 + hex_value(m_rest[1]));
        m_rest.remove_prefix(2);
        return true;
    }

    std::string_view m_rest;
};

bool read_words(Walker& walker, TraceLine& line)
{
    std::string ignored;
    while (walker.skip("\"")) {
        const bool kept = line.words.size() < most_words_kept;
        std::string& word = kept ? line.words.emplace_back() : ignored;
        ignored.clear();
        if (!walker.word(word))
            return false;
        if (!kept)
            ++line.words_left_out;
        if (walker.at_end())
            return true;
        if (!walker.skip(" "))
            return false;
    }
    return false;
}

void hide(std::vector<std::string>& words, std::size_t first, std::size_t count)
{
    const std::size_t end = std::min(words.size(), first + std::min(count, words.size()));
    for (std::size_t i = first; i < end; ++i)
        words[i] = hidden_word;
}

bool names_a_secret(std::string_view parameter)
{
    const std::string name = upper_case(parameter);
    return name.find("PASS") != std::string::npos || name.find("AUTH") != std::string::npos;
}

/// Every value behind a parameter whose name speaks of a password.
void hide_values(std::vector<std::string>& words, std::size_t first)
{
    for (std::size_t i = first; i + 1 < words.size(); ++i) {
        if (names_a_secret(words[i]) && words[i] != hidden_word)
            words[++i] = hidden_word;
    }
}

void hide_after(std::vector<std::string>& words, std::string_view option, std::size_t count)
{
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (upper_case(words[i]) == option)
            hide(words, i + 1, count);
    }
}

} // namespace

std::string upper_case(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return result;
}

bool looks_like_trace_line(std::string_view line) noexcept
{
    Walker walker(line);
    return walker.number() && walker.skip(".") && walker.number() && walker.skip(" [");
}

std::optional<TraceLine> parse_trace_line(std::string_view text)
{
    Walker walker(text);
    TraceLine line;
    const auto seconds = walker.number();
    if (!seconds || !walker.skip("."))
        return std::nullopt;
    const auto micros = walker.fraction();
    // A year beyond 2262 does not fit the clock.
    if (!micros || *seconds > 9'000'000'000 || !walker.skip(" ["))
        return std::nullopt;
    line.at = SystemTime(std::chrono::duration_cast<SystemTime::duration>(std::chrono::seconds(*seconds)
                                                                          + std::chrono::microseconds(*micros)));
    const auto database = walker.number();
    if (!database || *database > INT32_MAX || !walker.skip(" "))
        return std::nullopt;
    line.database = static_cast<int>(*database);
    const auto client = walker.up_to("] ");
    if (!client)
        return std::nullopt;
    if (*client == script_marker)
        line.origin = TraceLine::Origin::script;
    else
        line.client = *client;
    if (!read_words(walker, line))
        return std::nullopt;
    return line;
}

void hide_secrets(std::vector<std::string>& words)
{
    if (words.size() < 2)
        return;
    // Longer than any verb: a name of megabytes need not be compared.
    if (words.front().size() > 16)
        return;
    const std::string verb = upper_case(words.front());
    const std::size_t all = words.size();
    if (verb == "AUTH") {
        hide(words, 1, all);
    } else if (verb == "HELLO") {
        hide_after(words, "AUTH", 2);
    } else if (verb == "ACL") {
        const std::string which = upper_case(words[1]);
        if (which == "SETUSER" || which == "DRYRUN")
            hide(words, 3, all); // rules may carry passwords in several forms
    } else if (verb == "CONFIG" || verb == "SENTINEL") {
        hide_values(words, 2);
    } else if (verb == "MIGRATE") {
        hide_after(words, "AUTH", 1);
        hide_after(words, "AUTH2", 2);
    }
}

} // namespace lockscope::monitor

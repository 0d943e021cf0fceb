// SPDX-License-Identifier: Apache-2.0
#include "lockscope/escape.hpp"

#include <cstdint>

namespace lockscope {

namespace {

struct CodePoint
{
    std::uint32_t value = 0;
    std::size_t length = 0; ///< 0: the bytes at this place are not UTF-8.
};

/// Table 3-7 of the Unicode standard: well-formed sequences only.
CodePoint decode(std::string_view bytes) noexcept
{
    const auto at = [&](std::size_t index) { return static_cast<unsigned char>(bytes[index]); };
    const auto tail = [&](std::size_t index, unsigned low = 0x80, unsigned high = 0xBF) {
        return index < bytes.size() && at(index) >= low && at(index) <= high;
    };
    const unsigned first = at(0);
    if (first < 0x80)
        return {first, 1};
    if (first >= 0xC2 && first <= 0xDF && tail(1))
        return {(first & 0x1FU) << 6 | (at(1) & 0x3FU), 2};
    if (first >= 0xE0 && first <= 0xEF) {
        const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = first == 0xED ? 0x9F : 0xBF;
        if (tail(1, low, high) && tail(2))
            return {(first & 0x0FU) << 12 | (at(1) & 0x3FU) << 6 | (at(2) & 0x3FU), 3};
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const unsigned low = first == 0xF0 ? 0x90 : 0x80;
        const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
        if (tail(1, low, high) && tail(2) && tail(3))
            return {(first & 0x07U) << 18 | (at(1) & 0x3FU) << 12 | (at(2) & 0x3FU) << 6 | (at(3) & 0x3FU), 4};
    }
    return {};
}

/// Characters that are not seen, or that change the direction or the line: a name may not hide behind them.
bool is_deceptive(std::uint32_t c) noexcept
{
    return c < 0x20 || c == 0x7F || (c >= 0x80 && c <= 0x9F) || c == '\\' || c == 0x00AD // soft hyphen
        || c == 0x061C || c == 0x115F || c == 0x1160                                     // Arabic mark, Hangul fillers
        || c == 0x17B4 || c == 0x17B5 || (c >= 0x180B && c <= 0x180F) // Khmer vowels, Mongolian selectors and separator
        || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) // zero width, separators, embeddings
        || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 || c == 0xFEFF || c == 0xFFA0 || (c >= 0xFE00 && c <= 0xFE0F)
        || (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0x1D173 && c <= 0x1D17A) // musical beams and slurs
        || (c >= 0xE0000 && c <= 0xE0FFF);                                // tags, variation selectors
}

void append_escaped(std::string& out, std::string_view bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
}

int hex_digit(char c) noexcept
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

} // namespace

bool is_utf8(std::string_view bytes) noexcept
{
    while (!bytes.empty()) {
        const std::size_t length = decode(bytes).length;
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string escape(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const CodePoint point = decode(bytes);
        const std::size_t length = point.length == 0 ? 1 : point.length;
        if (point.length == 0 || is_deceptive(point.value))
            append_escaped(out, bytes.substr(0, length));
        else
            out += bytes.substr(0, length);
        bytes.remove_prefix(length);
    }
    return out;
}

std::string unescape(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 3 < text.size() && text[i + 1] == 'x') {
            const int high = hex_digit(text[i + 2]);
            const int low = hex_digit(text[i + 3]);
            if (high >= 0 && low >= 0) {
                out += static_cast<char>(high << 4 | low);
                i += 3;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

} // namespace lockscope

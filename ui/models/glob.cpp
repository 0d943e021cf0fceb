// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/glob.hpp"

#include "lockscope/escape.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

char lowered(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

/// One element of a pattern and how many of its bytes make it.
struct Element
{
    enum class Kind { byte, any, run };
    Kind kind = Kind::byte;
    char byte = 0;
    std::size_t length = 1;
};

Element elementAt(std::string_view pattern, std::size_t at)
{
    const char byte = pattern[at];
    if (byte == '*') {
        return {Element::Kind::run, byte, 1};
    }
    if (byte == '?') {
        return {Element::Kind::any, byte, 1};
    }
    if (byte == '\\' && at + 1 < pattern.size()) {
        return {Element::Kind::byte, pattern[at + 1], 2};
    }
    return {Element::Kind::byte, byte, 1};
}

/// Of a character that begins with this byte, if it is one.
std::size_t lengthBegunBy(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    return byte >= 0xF0U ? 4 : byte >= 0xE0U ? 3 : byte >= 0xC0U ? 2 : 1;
}

/// Where the character ends that the byte at @p at is a part of; what is no UTF-8 ends with each byte.
std::size_t characterEnd(std::string_view text, std::size_t at)
{
    const auto continues = [text](std::size_t byte) {
        return (static_cast<unsigned char>(text[byte]) & 0xC0U) == 0x80U;
    };
    std::size_t start = at;
    while (start > 0 && at - start < 3 && continues(start)) {
        --start;
    }
    const std::string_view character = text.substr(start, lengthBegunBy(text[start]));
    const std::size_t end = start + character.size();
    return end > at && is_utf8(character) ? end : at + 1;
}

std::size_t findIgnoringCase(std::string_view text, std::string_view lowerNeedle)
{
    if (lowerNeedle.empty()) {
        return 0;
    }
    const auto same = [](char a, char b) { return lowered(a) == b; };
    const auto found = std::search(text.begin(), text.end(), lowerNeedle.begin(), lowerNeedle.end(), same);
    return found != text.end() ? static_cast<std::size_t>(found - text.begin()) : std::string_view::npos;
}

} // namespace

bool globMatches(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t afterRun = std::string_view::npos; // where to go on in the pattern when the last * takes one byte more
    std::size_t runEnd = 0;
    while (t < text.size()) {
        if (p < pattern.size()) {
            const Element element = elementAt(pattern, p);
            if (element.kind == Element::Kind::run) {
                p += 1;
                afterRun = p;
                runEnd = t;
                continue;
            }
            if (element.kind == Element::Kind::any) {
                p += element.length;
                t = characterEnd(text, t); // also from within: then nothing matches more for a * that ends there
                continue;
            }
            if (lowered(element.byte) == lowered(text[t])) {
                p += element.length;
                ++t;
                continue;
            }
        }
        if (afterRun == std::string_view::npos) {
            return false;
        }
        p = afterRun;
        t = ++runEnd;
    }
    while (p < pattern.size() && pattern[p] == '*') {
        ++p;
    }
    return p == pattern.size();
}

std::string globLiteral(std::string_view bytes)
{
    std::string pattern;
    for (const char byte : bytes) {
        if (byte == '*' || byte == '?' || byte == '\\') {
            pattern += '\\';
        }
        pattern += byte;
    }
    return pattern;
}

bool containsIgnoringCase(std::string_view text, std::string_view lowerNeedle)
{
    return findIgnoringCase(text, lowerNeedle) != std::string_view::npos;
}

bool containsInOrderIgnoringCase(std::string_view text, const std::vector<std::string>& lowerNeedles)
{
    return std::all_of(lowerNeedles.begin(), lowerNeedles.end(), [&text](const std::string& needle) {
        const std::size_t at = findIgnoringCase(text, needle);
        if (at == std::string_view::npos) {
            return false;
        }
        text.remove_prefix(at + needle.size());
        return true;
    });
}

std::string loweredText(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lowered);
    return result;
}

} // namespace lockscope::ui

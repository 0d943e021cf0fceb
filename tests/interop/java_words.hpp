// SPDX-License-Identifier: Apache-2.0
// Lines of words as the Java program reads and writes them: separated by blanks, percent-encoded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

[[nodiscard]] inline std::string java_word(std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:";
    std::string word;
    for (const char c : text) {
        if (plain.find(c) != std::string_view::npos) {
            word += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            word += '%';
            word += digits[byte >> 4];
            word += digits[byte & 15];
        }
    }
    return word;
}

[[nodiscard]] inline std::string java_line(const std::vector<std::string>& words)
{
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + java_word(word);
    return line;
}

[[nodiscard]] inline std::vector<std::string> java_words(std::string_view line)
{
    const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == ' ') {
            words.emplace_back();
        } else if (line[i] == '%' && i + 2 < line.size()) {
            words.back() += static_cast<char>(digit(line[i + 1]) * 16 + digit(line[i + 2]));
            i += 2;
        } else {
            words.back() += line[i];
        }
    }
    return words;
}

} // namespace lockscope::test

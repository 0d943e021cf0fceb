// SPDX-License-Identifier: Apache-2.0
#include "locks/operator_news.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockscope::locks {
namespace {

using What = OperatorAct::What;

constexpr std::array<std::string_view, 6> words{"forced", "shortened", "extended", "restored", "queue", "expelled"};

void append_netstring(std::string& message, std::string_view text)
{
    message += std::to_string(text.size());
    message += ':';
    message += text;
    message += ',';
}

std::optional<std::size_t> number_in(std::string_view digits)
{
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return problem == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

/// Empty if it is anything else.
std::vector<std::string_view> netstrings_in(std::string_view message)
{
    std::vector<std::string_view> parts;
    while (!message.empty()) {
        const auto colon = message.substr(0, 20).find(':');
        const auto length = colon != std::string_view::npos ? number_in(message.substr(0, colon)) : std::nullopt;
        if (!length || message.size() - colon - 1 <= *length || message[colon + 1 + *length] != ',')
            return {};
        parts.push_back(message.substr(colon + 1, *length));
        message.remove_prefix(colon + *length + 2);
    }
    return parts;
}

} // namespace

std::string to_message(const OperatorAct& act)
{
    std::string message;
    for (const auto& text :
         {std::to_string(act.database), act.actor, std::string(words.at(static_cast<std::size_t>(act.what))), act.lock,
          std::to_string(act.holders.size())})
        append_netstring(message, text);
    for (const auto& owner : act.holders)
        append_netstring(message, owner);
    for (const auto& owner : act.removed)
        append_netstring(message, owner);
    return message;
}

std::optional<OperatorAct> parse_operator_act(std::string_view message)
{
    constexpr std::size_t first_holder = 5;
    const auto parts = netstrings_in(message);
    if (parts.size() < first_holder)
        return std::nullopt;
    const auto database = number_in(parts[0]);
    const auto word = std::find(words.begin(), words.end(), parts[2]);
    const auto holders = number_in(parts[4]);
    if (!database || *database > 1'000'000 || word == words.end() || !holders || *holders > parts.size() - first_holder)
        return std::nullopt;
    OperatorAct act;
    act.what = static_cast<What>(word - words.begin());
    act.actor = parts[1];
    act.database = static_cast<int>(*database);
    act.lock = parts[3];
    const auto first_removed = parts.begin() + static_cast<std::ptrdiff_t>(first_holder + *holders);
    act.holders.assign(parts.begin() + first_holder, first_removed);
    act.removed.assign(first_removed, parts.end());
    return act;
}

} // namespace lockscope::locks

// SPDX-License-Identifier: Apache-2.0
#include "redis/redirection.hpp"

#include "redis/slot.hpp"

#include <algorithm>
#include <array>

namespace lockscope::redis {

namespace {

constexpr std::size_t longest_host = 255;

std::string_view take_word(std::string_view& text)
{
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

/// Commands of ours that concern a node, not a key.
bool is_keyless(std::string_view verb)
{
    static constexpr std::array<std::string_view, 17> verbs{
        "ACL",  "ASKING", "AUTH", "CLIENT", "CLUSTER", "COMMAND", "CONFIG", "DBSIZE", "EXEC",
        "INFO", "MULTI",  "PING", "ROLE",   "SCAN",    "SCRIPT",  "TIME",   "WAIT"};
    return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

} // namespace

std::optional<Redirection> redirection_of(const Reply& reply, const Address& asked)
{
    if (!reply.is_error())
        return std::nullopt;
    std::string_view rest = reply.text;
    const std::string_view word = take_word(rest);
    if (word == "TRYAGAIN" || word == "CLUSTERDOWN")
        return Redirection{Redirection::Kind::try_again, 0, {}};
    if (word != "MOVED" && word != "ASK")
        return std::nullopt;
    const std::optional<std::int64_t> slot = to_integer(take_word(rest));
    const std::string_view place = take_word(rest);
    const std::size_t colon = place.rfind(':'); // an IPv6 address has some, too, and no brackets here
    if (!slot || *slot < 0 || *slot >= static_cast<std::int64_t>(slot_count) || colon == place.npos)
        return std::nullopt;
    const std::optional<std::int64_t> port = to_integer(place.substr(colon + 1));
    const std::string_view host = place.substr(0, colon);
    const bool is_odd = std::any_of(host.begin(), host.end(), [](char c) { return c <= ' ' || c > '~'; });
    if (!port || *port < 1 || *port > 65535 || is_odd || host.size() > longest_host)
        return std::nullopt;
    return Redirection{word == "ASK" ? Redirection::Kind::ask : Redirection::Kind::moved,
                       static_cast<unsigned>(*slot),
                       {host.empty() ? asked.host : std::string(host), static_cast<std::uint16_t>(*port)}};
}

bool says_down(const Reply& reply) noexcept
{
    return reply.is_error() && reply.text.starts_with("CLUSTERDOWN");
}

bool says_half_moved(const Reply& reply) noexcept
{
    return reply.is_error() && reply.text.starts_with("TRYAGAIN");
}

HalfMoved::HalfMoved(const std::string& node)
    : Error(Errc::master_down,
            "Its slot is on its way to another node of the cluster, and not all that belongs to it is in one place yet;"
            " nothing was done. Try again when the slot has moved.",
            node)
{}

std::optional<std::string_view> key_of(const Command& command)
{
    const auto& words = command.words();
    std::size_t place = 1;
    if (words.empty() || is_keyless(words[0]))
        return std::nullopt;
    if (words[0] == "EVAL" || words[0] == "EVALSHA") {
        if (words.size() < 4 || words[2] == "0")
            return std::nullopt;
        place = 3;
    } else if (words[0] == "PUBSUB" || words[0] == "MEMORY" || words[0] == "OBJECT") {
        place = 2;
    }
    if (words.size() <= place)
        return std::nullopt;
    return words[place];
}

} // namespace lockscope::redis

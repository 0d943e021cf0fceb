// SPDX-License-Identifier: Apache-2.0
#include "redis/reply.hpp"

#include "lockscope/escape.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lockscope::redis {

std::optional<std::int64_t> to_integer(std::string_view text) noexcept
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> Reply::as_integer() const noexcept
{
    if (kind == Kind::integer)
        return integer;
    return is_text() ? to_integer(text) : std::nullopt;
}

bool Reply::operator==(const Reply& other) const
{
    return kind == other.kind && text == other.text && integer == other.integer && elements == other.elements;
}

Errc errc_of(std::string_view error_text) noexcept
{
    static constexpr std::array<std::pair<std::string_view, Errc>, 19> known{{
        {"NOAUTH", Errc::authentication},  {"WRONGPASS", Errc::authentication},
        {"NOPERM", Errc::no_permission},   {"NOSCRIPT", Errc::no_script},
        {"WRONGTYPE", Errc::wrong_type},   {"READONLY", Errc::read_only},
        {"LOADING", Errc::loading},        {"BUSY", Errc::busy},
        {"MASTERDOWN", Errc::master_down}, {"CLUSTERDOWN", Errc::master_down},
        {"TRYAGAIN", Errc::master_down},   {"NOREPLICAS", Errc::master_down},
        {"MISCONF", Errc::master_down},    {"UNBLOCKED", Errc::master_down},
        {"OOM", Errc::out_of_memory},      {"MOVED", Errc::redirected},
        {"ASK", Errc::redirected},         {"NOPROTO", Errc::protocol},
        {"DENIED", Errc::authentication},
    }};
    const std::string_view word = error_text.substr(0, error_text.find(' '));
    for (const auto& [name, code] : known) {
        // Redis writes "-DENIED Redis is running in protected mode"; older scripts add the class after "ERR ".
        if (word == name)
            return code;
    }
    // Before Redis 7 the class comes at the end for errors within a script: "… @user_script: 1: -READONLY You can't …".
    // One that the script itself has caught and answered begins with the place.
    constexpr std::string_view place = "@user_script:";
    const std::size_t at = error_text.rfind(place);
    const bool is_of_script = error_text.starts_with("ERR Error running script") || error_text.starts_with(place);
    if (is_of_script && at != std::string_view::npos) {
        const std::string_view rest = error_text.substr(at + place.size());
        const std::size_t start = rest.find_first_not_of(" 0123456789:-");
        return start == std::string_view::npos ? Errc::server : errc_of(rest.substr(start));
    }
    if (error_text.starts_with("ERR invalid password") || error_text.starts_with("ERR Client sent AUTH"))
        return Errc::authentication;
    // NOPERM inside a script: before Redis 7, Redis 7.0, and what came after it.
    if (error_text.starts_with("The user executing the script can't")
        || error_text.starts_with("ERR The user executing the script can't")
        || error_text.starts_with("ERR ACL failure in script"))
        return Errc::no_permission;
    return Errc::server;
}

bool says_read_only(const Reply& reply) noexcept
{
    const auto is_refusal = [](const Reply& each) { return each.is_error() && errc_of(each.text) == Errc::read_only; };
    return is_refusal(reply) || std::any_of(reply.elements.begin(), reply.elements.end(), is_refusal);
}

std::string info_field(std::string_view info, std::string_view field)
{
    const std::string start = std::string(field) + ':';
    while (!info.empty()) {
        const std::string_view line = info.substr(0, info.find('\n'));
        info.remove_prefix(std::min(line.size() + 1, info.size()));
        if (!line.starts_with(start))
            continue;
        const std::string_view value = line.substr(start.size());
        return std::string(value.substr(0, value.find('\r')));
    }
    return {};
}

namespace {

/// Without the place in a script, which helps nobody, and without the advice of a busy server to kill scripts or
/// itself.
std::string_view worth_saying(std::string_view error_text) noexcept
{
    const std::size_t place = error_text.rfind(" script: ");
    if (place != std::string_view::npos && error_text.find(", on @user_script:", place) != std::string_view::npos)
        error_text = error_text.substr(0, place);
    if (errc_of(error_text) == Errc::busy)
        error_text = error_text.substr(0, error_text.find(". "));
    return error_text;
}

} // namespace

Error to_error(const Reply& reply, const std::string& node, std::string_view what)
{
    constexpr std::size_t longest = 400;
    const std::string text = escape(worth_saying(reply.text).substr(0, longest));
    const Errc code = errc_of(reply.text);
    std::string sentence = reply.text.starts_with("NOAUTH") ? "The server wants a password, and was given none: "
                         : what.empty()                     ? "The server answered: "
                                                            : std::string(what) + " was refused by the server: ";
    sentence += text;
    if (!sentence.ends_with('.'))
        sentence += '.';
    return Error(code, sentence, node);
}

} // namespace lockscope::redis

// SPDX-License-Identifier: Apache-2.0
#include "redis/reply.hpp"

#include "lockscope/escape.hpp"

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
    if (error_text.starts_with("ERR invalid password") || error_text.starts_with("ERR Client sent AUTH"))
        return Errc::authentication;
    if (error_text.starts_with("ERR The user executing the script can't")) // NOPERM inside a script
        return Errc::no_permission;
    return Errc::server;
}

Error to_error(const Reply& reply, const std::string& node, std::string_view what)
{
    constexpr std::size_t longest = 400;
    const std::string text = escape(std::string_view(reply.text).substr(0, longest));
    const Errc code = errc_of(reply.text);
    std::string sentence = what.empty() ? "The server answered: " : std::string(what) + " was refused by the server: ";
    sentence += text;
    return Error(code, sentence, node);
}

} // namespace lockscope::redis

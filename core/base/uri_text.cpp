// SPDX-License-Identifier: Apache-2.0
// The sentences never repeat what stands where a password could have been meant: a forgotten '@' makes a port of it.
#include "base/uri_text.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace lockscope::detail {

namespace {

constexpr int highest_database = 1'000'000;
constexpr std::size_t longest_host = 255;

bool is_control(char c)
{
    return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
}

std::optional<int> number(std::string_view text, int low, int high)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high)
        return std::nullopt;
    return value;
}

/// The zone of "fe80::1%eth0" may be any name of an interface.
bool is_ipv6(std::string_view text)
{
    const std::size_t percent = text.find('%');
    const std::string_view digits = text.substr(0, percent);
    const bool has_zone = percent != std::string_view::npos;
    const std::string_view zone = has_zone ? text.substr(percent + 1) : std::string_view{};
    return digits.find(':') != std::string_view::npos
        && std::all_of(digits.begin(), digits.end(),
                       [](unsigned char c) { return std::isxdigit(c) != 0 || c == ':' || c == '.'; })
        && zone.empty() == !has_zone && std::all_of(zone.begin(), zone.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
           });
}

} // namespace

void refuse_address(const std::string& sentence)
{
    throw Error(Errc::invalid_argument, sentence);
}

std::string percent_decoded(std::string_view text, std::string_view what)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned value = 0;
        if (i + 2 >= text.size()
            || std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr != text.data() + i + 3)
            refuse_address("The " + std::string(what)
                           + " in the address has a % that is not followed by two hex digits; write % as %25.");
        out += static_cast<char>(value);
        i += 2;
    }
    return out;
}

std::string percent_encoded(std::string_view text, std::string_view plain)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    static constexpr std::string_view always_plain = "-_.~";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_letter = byte < 0x80 && std::isalnum(byte) != 0;
        if (is_letter || always_plain.find(c) != std::string_view::npos || plain.find(c) != std::string_view::npos)
            out += c;
        else
            out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return out;
}

std::string_view taken_until(char separator, std::string_view& rest)
{
    const std::size_t end = rest.find(separator);
    const std::string_view taken = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    return taken;
}

std::string decoded_name(std::string_view text, std::string_view what)
{
    std::string name = percent_decoded(text, what);
    if (std::any_of(name.begin(), name.end(), is_control))
        refuse_address("The " + std::string(what) + " in the address contains control characters.");
    return name;
}

int read_database(std::string_view text)
{
    const auto database = number(text, 0, highest_database);
    if (!database)
        refuse_address("The database in the address must be a number from 0 to " + std::to_string(highest_database)
                       + ".");
    return *database;
}

Address read_address(std::string_view text, std::uint16_t default_port)
{
    Address address{std::string(), default_port};
    std::string_view port;
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos)
            refuse_address("The IPv6 address in brackets is not closed; write [::1]:6379.");
        address.host = text.substr(1, close - 1);
        if (!is_ipv6(address.host))
            refuse_address("Only an IPv6 address stands in brackets, as in redis://[::1]:6379.");
        text.remove_prefix(close + 1);
        if (!text.empty() && text.front() != ':')
            refuse_address("After the bracket of an IPv6 address only :port may follow.");
    } else {
        const std::size_t colon = text.find(':');
        if (colon != std::string_view::npos && text.find(':', colon + 1) != std::string_view::npos)
            refuse_address("An IPv6 address must stand in brackets, as in redis://[::1]:6379.");
        address.host = text.substr(0, colon);
        text = colon == std::string_view::npos ? std::string_view{} : text.substr(colon);
    }
    if (!address.host.empty() && !is_host(address.host))
        refuse_address("\"" + escape(address.host.substr(0, 80)) + "\" is not a host name.");
    if (text.empty())
        return address;
    port = text.substr(1);
    if (port.empty())
        refuse_address("The port after the colon is missing; leave the colon out for " + std::to_string(default_port)
                       + ".");
    const auto value = number(port, 1, 65535);
    if (!value)
        refuse_address("The port in the address must be a number from 1 to 65535, as in redis://host:6379.");
    address.port = static_cast<std::uint16_t>(*value);
    return address;
}

bool is_host(std::string_view text)
{
    if (text.empty() || text.size() > longest_host)
        return false;
    // Bytes above ASCII are left to the resolver: some know names with umlauts.
    return is_ipv6(text) || std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return c >= 0x80 || std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
           });
}

std::string bracketed(const std::string& host)
{
    return host.find(':') == std::string::npos ? host : '[' + host + ']';
}

} // namespace lockscope::detail

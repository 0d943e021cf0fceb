// SPDX-License-Identifier: Apache-2.0
#include "lockscope/endpoint.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace lockscope {

namespace {

[[noreturn]] void refuse(const std::string& sentence)
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
            refuse("The " + std::string(what)
                   + " in the address has a % that is not followed by two hex digits; write % as %25.");
        out += static_cast<char>(value);
        i += 2;
    }
    return out;
}

std::string percent_encoded(std::string_view text)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~')
            out += c;
        else
            out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return out;
}

int number(std::string_view text, int low, int high, const std::string& what)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high)
        refuse("The " + what + " \"" + escape(text) + "\" is not a number from " + std::to_string(low) + " to "
               + std::to_string(high) + ".");
    return value;
}

/// Takes "user:password@" off the front.
void take_credentials(std::string_view& rest, std::string_view authority, Endpoint& endpoint)
{
    const std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos)
        return;
    const std::string_view credentials = authority.substr(0, at);
    const std::size_t colon = credentials.find(':');
    endpoint.user = percent_decoded(credentials.substr(0, colon), "user name");
    if (colon != std::string_view::npos)
        endpoint.password = percent_decoded(credentials.substr(colon + 1), "password");
    rest.remove_prefix(at + 1);
}

void read_host(std::string_view text, Endpoint& endpoint)
{
    std::string_view port;
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos)
            refuse("The IPv6 address in brackets is not closed; write [::1]:6379.");
        endpoint.host = text.substr(1, close - 1);
        text.remove_prefix(close + 1);
        if (!text.empty() && text.front() != ':')
            refuse("After the bracket of an IPv6 address only :port may follow.");
        port = text.empty() ? text : text.substr(1);
    } else {
        const std::size_t colon = text.find(':');
        if (colon != std::string_view::npos && text.find(':', colon + 1) != std::string_view::npos)
            refuse("An IPv6 address must stand in brackets, as in redis://[::1]:6379.");
        endpoint.host = text.substr(0, colon);
        port = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
        if (colon != std::string_view::npos && port.empty())
            refuse("The port after the colon is missing; leave the colon out for 6379.");
    }
    if (endpoint.host.empty())
        endpoint.host = "127.0.0.1";
    const bool odd = std::any_of(endpoint.host.begin(), endpoint.host.end(), [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == 0x7F || c == '"' || c == '<' || c == '>' || c == '\\';
    });
    if (odd || endpoint.host.size() > 255)
        refuse("\"" + escape(endpoint.host.substr(0, 80)) + "\" is not a host name.");
    if (!port.empty())
        endpoint.port = static_cast<std::uint16_t>(number(port, 1, 65535, "port"));
}

void read_tcp(std::string_view rest, Endpoint& endpoint)
{
    // A password may contain a raw slash or question mark: both count after the last '@' only.
    const std::size_t at = rest.rfind('@');
    const std::size_t host = at == std::string_view::npos ? 0 : at;
    if (rest.find('?', host) != std::string_view::npos)
        refuse("Options after ? are not understood in a redis:// address; the database number follows a slash.");
    const std::size_t slash = rest.find('/', host);
    take_credentials(rest, rest.substr(0, slash), endpoint);
    const std::size_t path = rest.find('/');
    read_host(rest.substr(0, path), endpoint);
    if (path == std::string_view::npos)
        return;
    const std::string_view database = rest.substr(path + 1);
    if (!database.empty())
        endpoint.database = number(database, 0, 1'000'000, "database");
}

void read_unix(std::string_view rest, Endpoint& endpoint)
{
    const std::size_t slash = rest.find('/');
    take_credentials(rest, rest.substr(0, slash), endpoint);
    const std::size_t query = rest.find('?');
    endpoint.unix_path = percent_decoded(rest.substr(0, query), "path");
    if (endpoint.unix_path.empty() || endpoint.unix_path.front() != '/')
        refuse("A unix socket needs an absolute path, as in unix:///run/redis/redis.sock.");
    if (endpoint.unix_path.find('\0') != std::string::npos)
        refuse("The path of a unix socket contains a NUL byte.");
    if (endpoint.unix_path.size() > 107)
        refuse("The path of a unix socket may have 107 bytes at most.");
    if (query == std::string_view::npos)
        return;
    const std::string_view option = rest.substr(query + 1);
    if (!option.starts_with("db="))
        refuse("The only option of a unix address is ?db=NUMBER.");
    endpoint.database = number(option.substr(3), 0, 1'000'000, "database");
}

} // namespace

Endpoint Endpoint::parse(std::string_view uri)
{
    while (!uri.empty() && std::isspace(static_cast<unsigned char>(uri.front())) != 0)
        uri.remove_prefix(1);
    while (!uri.empty() && std::isspace(static_cast<unsigned char>(uri.back())) != 0)
        uri.remove_suffix(1);
    if (uri.empty())
        refuse("The address is empty; write redis://host:6379.");
    if (uri.find('\0') != std::string_view::npos)
        refuse("The address contains a NUL byte.");

    Endpoint endpoint;
    const std::size_t scheme_end = uri.find("://");
    if (scheme_end == std::string_view::npos) {
        if (uri.front() == '/')
            read_unix(uri, endpoint);
        else
            read_tcp(uri, endpoint);
        return endpoint;
    }
    std::string scheme(uri.substr(0, scheme_end));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::string_view rest = uri.substr(scheme_end + 3);
    if (scheme == "redis")
        read_tcp(rest, endpoint);
    else if (scheme == "unix" || scheme == "redis+unix" || scheme == "redis-socket")
        read_unix(rest, endpoint);
    else if (scheme == "rediss")
        refuse(
            "Encrypted connections (rediss://) are not supported by this version; use a local TLS tunnel and redis://.");
    else
        refuse("\"" + escape(scheme.substr(0, 40)) + "://\" is not understood; use redis:// or unix://.");
    return endpoint;
}

std::string Address::display() const
{
    return escape(host.find(':') == std::string::npos ? host : '[' + host + ']') + ':' + std::to_string(port);
}

std::vector<Address> Endpoint::addresses() const
{
    std::vector<Address> all{{host, port}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::string Endpoint::display() const
{
    if (!unix_path.empty())
        return "unix:" + escape(unix_path) + (database == 0 ? "" : "?db=" + std::to_string(database));
    const std::string shown = host.find(':') == std::string::npos ? host : '[' + host + ']';
    return escape(shown) + ':' + std::to_string(port) + '/' + std::to_string(database);
}

std::string Endpoint::uri_without_password() const
{
    const std::string who = user.empty() ? std::string() : percent_encoded(user) + '@';
    if (!unix_path.empty()) {
        std::string path;
        for (const char c : unix_path)
            path += c == '/' ? std::string(1, '/') : percent_encoded(std::string_view(&c, 1));
        return "unix://" + who + path + (database == 0 ? "" : "?db=" + std::to_string(database));
    }
    const std::string shown = host.find(':') == std::string::npos ? host : '[' + host + ']';
    return "redis://" + who + shown + ':' + std::to_string(port)
         + (database == 0 ? "" : '/' + std::to_string(database));
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
// How an endpoint is read; how it is written stands in endpoint.cpp.
#include "base/endpoint_options.hpp"
#include "base/uri_text.hpp"
#include "lockscope/endpoint.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace lockscope {

namespace {

using detail::refuse_address;

constexpr std::size_t longest_uri = 64UL * 1024;
constexpr std::size_t most_addresses = 64;
constexpr std::size_t longest_service = 255;
constexpr std::uint16_t redis_port = 6379;
constexpr std::uint16_t sentinel_port = 26379;

struct Scheme
{
    std::string_view name;
    Deployment deployment = Deployment::single;
    bool is_encrypted = false;
    bool is_unix = false;
};

constexpr std::array schemes = {
    Scheme{"redis"},
    Scheme{"rediss", Deployment::single, true},
    Scheme{"unix", Deployment::single, false, true},
    Scheme{"redis+unix", Deployment::single, false, true},
    Scheme{"redis-socket", Deployment::single, false, true},
    Scheme{"redis+sentinel", Deployment::sentinel},
    Scheme{"rediss+sentinel", Deployment::sentinel, true},
    Scheme{"redis+cluster", Deployment::cluster},
    Scheme{"rediss+cluster", Deployment::cluster, true},
    Scheme{"redis+replicated", Deployment::replicated},
    Scheme{"rediss+replicated", Deployment::replicated, true},
};

bool is_space(char c)
{
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

Scheme scheme_named(std::string_view text)
{
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto found = std::find_if(schemes.begin(), schemes.end(), [&](const Scheme& s) { return s.name == name; });
    if (found != schemes.end())
        return *found;
    if (name.starts_with("rediss+") && name.find("unix") != std::string::npos)
        refuse_address("A unix socket is never encrypted; write unix:///path.");
    if (name.find("sentinel") != std::string::npos && name.find("unix") != std::string::npos)
        refuse_address("Sentinels are asked at host:port only, not at a unix socket.");
    refuse_address("\"" + escape(name.substr(0, 40))
                   + "://\" is not understood; use redis://, rediss://, unix://, redis+sentinel://, redis+cluster:// "
                     "or redis+replicated://.");
}

void take_credentials(std::string_view credentials, Endpoint& endpoint)
{
    const std::size_t colon = credentials.find(':');
    endpoint.user = detail::decoded_name(credentials.substr(0, colon), "user name");
    if (colon != std::string_view::npos)
        endpoint.password = detail::percent_decoded(credentials.substr(colon + 1), "password");
}

/// Otherwise "?ca=/home/me@work/ca.pem" would make a host of "work".
void refuse_at_in_option(std::string_view credentials)
{
    for (std::size_t i = 0; i < credentials.size(); ++i) {
        if (credentials[i] != '?' && credentials[i] != '&')
            continue;
        const std::string_view after = credentials.substr(i + 1);
        const std::size_t equals = after.find('=');
        if (equals != std::string_view::npos && detail::is_endpoint_option(after.substr(0, equals)))
            refuse_address("An @ in an option must be written %40, a ? or & in a password %3F or %26.");
    }
}

/// What follows "scheme://" and the user of an address with host and port.
struct Pieces
{
    std::string_view hosts;
    std::optional<std::string_view> path; ///< Without the first slash.
    std::string_view query;
};

Pieces take_apart(std::string_view rest, Endpoint& endpoint)
{
    // A password may contain a raw slash or question mark: both count after the last '@' only.
    const std::size_t at = rest.rfind('@');
    if (at != std::string_view::npos) {
        refuse_at_in_option(rest.substr(0, at));
        take_credentials(rest.substr(0, at), endpoint);
        rest.remove_prefix(at + 1);
    }
    Pieces pieces;
    const std::size_t question = rest.find('?');
    if (question != std::string_view::npos) {
        pieces.query = rest.substr(question + 1);
        rest = rest.substr(0, question);
    }
    const std::size_t slash = rest.find('/');
    if (slash != std::string_view::npos)
        pieces.path = rest.substr(slash + 1);
    pieces.hosts = rest.substr(0, slash);
    return pieces;
}

void take_one_host(std::string_view text, Endpoint& endpoint)
{
    if (text.find(',') != std::string_view::npos)
        refuse_address("Several hosts need redis+sentinel://, redis+cluster:// or redis+replicated://.");
    const Address address = detail::read_address(text, redis_port);
    if (!address.host.empty())
        endpoint.host = address.host;
    endpoint.port = address.port;
}

void take_hosts(std::string_view text, Endpoint& endpoint)
{
    if (std::count(text.begin(), text.end(), ',') >= static_cast<std::ptrdiff_t>(most_addresses))
        refuse_address("The address names more than " + std::to_string(most_addresses) + " hosts.");
    std::vector<Address> addresses;
    for (;;) {
        const std::size_t comma = text.find(',');
        Address address = detail::read_address(
            text.substr(0, comma), endpoint.deployment == Deployment::sentinel ? sentinel_port : redis_port);
        if (address.host.empty())
            refuse_address("A host is missing in the address; write the hosts as host:port,host:port.");
        if (std::find(addresses.begin(), addresses.end(), address) == addresses.end())
            addresses.push_back(std::move(address));
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
    }
    endpoint.host = addresses.front().host;
    endpoint.port = addresses.front().port;
    endpoint.more.assign(addresses.begin() + 1, addresses.end());
}

/// Takes "service" off "service/db".
std::string_view take_service(std::string_view path, Endpoint& endpoint)
{
    const std::size_t slash = path.find('/');
    endpoint.service = detail::decoded_name(path.substr(0, slash), "service");
    if (endpoint.service.empty())
        refuse_address(
            "The name of the master that the Sentinels know is missing; write redis+sentinel://host:26379/mymaster.");
    if (endpoint.service.size() > longest_service)
        refuse_address("The name of the master may have " + std::to_string(longest_service) + " bytes at most.");
    return slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
}

void read_tcp(std::string_view rest, Endpoint& endpoint)
{
    const Pieces pieces = take_apart(rest, endpoint);
    std::string_view database = pieces.path.value_or(std::string_view{});
    if (endpoint.deployment == Deployment::single)
        take_one_host(pieces.hosts, endpoint);
    else
        take_hosts(pieces.hosts, endpoint);
    if (endpoint.deployment == Deployment::sentinel)
        database = take_service(database, endpoint);
    if (!database.empty())
        endpoint.database = detail::read_database(database);
    if (endpoint.deployment == Deployment::cluster && endpoint.database != 0)
        refuse_address("A cluster has database 0 only; leave the number out.");
    detail::read_endpoint_options(pieces.query, endpoint);
}

void read_unix(std::string_view rest, Endpoint& endpoint)
{
    const std::size_t slash = rest.find('/');
    const std::size_t at = rest.substr(0, slash).rfind('@');
    if (at != std::string_view::npos) {
        take_credentials(rest.substr(0, at), endpoint);
        rest.remove_prefix(at + 1);
    }
    const std::size_t question = rest.find('?');
    endpoint.unix_path = detail::percent_decoded(rest.substr(0, question), "path");
    if (endpoint.unix_path.empty() || endpoint.unix_path.front() != '/')
        refuse_address("A unix socket needs an absolute path, as in unix:///run/redis/redis.sock.");
    if (endpoint.unix_path.find('\0') != std::string::npos)
        refuse_address("The path of a unix socket contains a NUL byte.");
    if (endpoint.unix_path.size() > 107)
        refuse_address("The path of a unix socket may have 107 bytes at most.");
    if (question != std::string_view::npos)
        detail::read_endpoint_options(rest.substr(question + 1), endpoint);
}

} // namespace

Endpoint Endpoint::parse(std::string_view uri)
{
    uri = trimmed(uri);
    if (uri.empty())
        refuse_address("The address is empty; write redis://host:6379.");
    if (uri.find('\0') != std::string_view::npos)
        refuse_address("The address contains a NUL byte.");
    if (uri.size() > longest_uri)
        refuse_address("The address is longer than 64 KB.");

    const std::size_t end = uri.find("://");
    Scheme scheme;
    if (end != std::string_view::npos) {
        scheme = scheme_named(uri.substr(0, end));
        uri.remove_prefix(end + 3);
    } else if (uri.starts_with("redis:/") || uri.starts_with("rediss:/") || uri.starts_with("unix:/")) {
        refuse_address("After the colon of redis:// or unix:// there are two slashes, as in redis://host:6379.");
    } else {
        scheme.is_unix = uri.front() == '/';
    }
    Endpoint endpoint;
    endpoint.deployment = scheme.deployment;
    endpoint.tls.enabled = scheme.is_encrypted;
    if (scheme.is_unix)
        read_unix(uri, endpoint);
    else
        read_tcp(uri, endpoint);
    return endpoint;
}

} // namespace lockscope

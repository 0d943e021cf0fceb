// SPDX-License-Identifier: Apache-2.0
#include "base/endpoint_options.hpp"

#include "base/uri_text.hpp"
#include "lockscope/escape.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace lockscope::detail {

namespace {

constexpr std::size_t most_allowed = 256;

/// Where an option has a meaning.
enum class Scope { encrypted, several, sentinel, unix_socket };

struct Option
{
    std::string_view name;
    Scope scope;
    void (*take)(std::string_view value, Endpoint& endpoint);
};

void take_verify(std::string_view value, Endpoint& endpoint)
{
    if (value != "no" && value != "yes")
        refuse_address("The option verify is yes or no.");
    endpoint.tls.verify = value == "yes";
}

void take_server_name(std::string_view value, Endpoint& endpoint)
{
    endpoint.tls.server_name = decoded_name(value, "server name");
    if (!is_host(endpoint.tls.server_name))
        refuse_address("\"" + escape(endpoint.tls.server_name.substr(0, 80)) + "\" is not a host name.");
}

/// An IP address, or "address/bits".
bool is_range(std::string_view text)
{
    const std::size_t slash = text.find('/');
    boost::system::error_code error;
    const auto network = boost::asio::ip::make_address(std::string(text.substr(0, slash)), error);
    if (error || slash == std::string_view::npos)
        return !error;
    int bits = 0;
    const std::string_view number = text.substr(slash + 1);
    const auto [end, wrong] = std::from_chars(number.data(), number.data() + number.size(), bits);
    return wrong == std::errc{} && end == number.data() + number.size() && bits >= 0
        && bits <= (network.is_v4() ? 32 : 128);
}

/// A rule that can never be met would only look as if it protected somebody.
std::string allowed_host(std::string_view entry)
{
    if (entry.starts_with('[') && entry.ends_with(']'))
        entry = entry.substr(1, entry.size() - 2);
    if (!is_range(entry) && !is_host(entry.starts_with("*.") ? entry.substr(2) : entry))
        refuse_address("\"" + escape(entry.substr(0, 80))
                       + "\" in the option allow is neither a host, nor *.domain, nor an address such as 10.0.0.0/8.");
    return std::string(entry);
}

void take_allow(std::string_view value, Endpoint& endpoint)
{
    const std::string list = percent_decoded(value, "list of allow");
    if (static_cast<std::size_t>(std::count(list.begin(), list.end(), ',')) >= most_allowed)
        refuse_address("The option allow has more than " + std::to_string(most_allowed) + " entries.");
    std::string_view rest = list;
    for (;;) {
        const std::size_t comma = rest.find(',');
        endpoint.allowed_hosts.push_back(allowed_host(rest.substr(0, comma)));
        if (comma == std::string_view::npos)
            return;
        rest.remove_prefix(comma + 1);
    }
}

constexpr std::array options = {
    Option{"ca", Scope::encrypted, [](auto value, auto& e) { e.tls.ca_file = decoded_name(value, "path of ca"); }},
    Option{"ca-dir", Scope::encrypted,
           [](auto value, auto& e) { e.tls.ca_directory = decoded_name(value, "path of ca-dir"); }},
    Option{"cert", Scope::encrypted,
           [](auto value, auto& e) { e.tls.certificate_file = decoded_name(value, "path of cert"); }},
    Option{"key", Scope::encrypted, [](auto value, auto& e) { e.tls.key_file = decoded_name(value, "path of key"); }},
    Option{"server-name", Scope::encrypted, take_server_name},
    Option{"verify", Scope::encrypted, take_verify},
    Option{"allow", Scope::several, take_allow},
    Option{"sentinel-user", Scope::sentinel,
           [](auto value, auto& e) { e.sentinel_user = decoded_name(value, "sentinel-user"); }},
    Option{"sentinel-password", Scope::sentinel,
           [](auto value, auto& e) { e.sentinel_password = percent_decoded(value, "sentinel-password"); }},
    Option{"db", Scope::unix_socket, [](auto value, auto& e) { e.database = read_database(value); }},
};

const Option* find_option(std::string_view name)
{
    const auto found = std::find_if(options.begin(), options.end(), [name](const Option& o) { return o.name == name; });
    return found == options.end() ? nullptr : &*found;
}

void check_scope(const Option& option, const Endpoint& endpoint)
{
    const std::string named = "The option " + std::string(option.name);
    const bool is_unix = !endpoint.unix_path.empty();
    if (is_unix && option.scope != Scope::unix_socket)
        refuse_address(named + " has no meaning for a unix socket, whose only option is ?db=NUMBER.");
    switch (option.scope) {
    case Scope::encrypted:
        if (!endpoint.tls.enabled)
            refuse_address(named + " is for encrypted connections only: write rediss:// instead of redis://.");
        return;
    case Scope::several:
        if (endpoint.deployment == Deployment::single)
            refuse_address(named + " is for redis+sentinel://, redis+cluster:// and redis+replicated:// only.");
        return;
    case Scope::sentinel:
        if (endpoint.deployment != Deployment::sentinel)
            refuse_address(named + " is for redis+sentinel:// only.");
        return;
    case Scope::unix_socket:
        if (!is_unix)
            refuse_address(named + " is for unix sockets only; elsewhere the number of the database follows a slash.");
        return;
    }
}

[[noreturn]] void refuse_unknown(std::string_view name)
{
    if (name == "password" || name == "key-passphrase" || name == "passphrase")
        refuse_address("The option " + std::string(name)
                       + " does not belong in an address, which others can read; give it in a file or when asked.");
    refuse_address(
        "The option \"" + escape(name.substr(0, 40))
        + "\" of the address is not known; there are ca, ca-dir, cert, key, server-name, verify, allow, sentinel-user "
          "and sentinel-password.");
}

} // namespace

bool is_endpoint_option(std::string_view name)
{
    return find_option(name) != nullptr;
}

void read_endpoint_options(std::string_view query, Endpoint& endpoint)
{
    std::vector<const Option*> seen;
    while (!query.empty()) {
        std::string_view value = taken_until('&', query);
        if (value.empty())
            continue;
        const std::string_view name = taken_until('=', value);
        const Option* option = find_option(name);
        if (option == nullptr)
            refuse_unknown(name);
        if (std::find(seen.begin(), seen.end(), option) != seen.end())
            refuse_address("The option " + std::string(name) + " is given twice.");
        seen.push_back(option);
        if (value.empty())
            refuse_address("The option " + std::string(name) + " of the address needs a value.");
        check_scope(*option, endpoint);
        option->take(value, endpoint);
    }
    if (!endpoint.tls.key_file.empty() && endpoint.tls.certificate_file.empty())
        refuse_address("The option key needs the option cert: a key without its certificate proves nothing.");
}

} // namespace lockscope::detail

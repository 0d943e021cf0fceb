// SPDX-License-Identifier: Apache-2.0
#include "redis/allowed_hosts.hpp"

#include "redis/reply.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace lockscope::redis {

namespace {

namespace ip = boost::asio::ip;

/// The bytes of an address; four for IPv4, also where it is written as IPv6.
std::vector<unsigned char> bytes_of(std::string_view text)
{
    if (text.size() > 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    boost::system::error_code error;
    const ip::address address = ip::make_address(std::string(text), error);
    if (error)
        return {};
    if (address.is_v6() && !address.to_v6().is_v4_mapped()) {
        const auto bytes = address.to_v6().to_bytes();
        return {bytes.begin(), bytes.end()};
    }
    const ip::address_v4 v4 = address.is_v4() ? address.to_v4() : ip::make_address_v4(ip::v4_mapped, address.to_v6());
    const auto bytes = v4.to_bytes();
    return {bytes.begin(), bytes.end()};
}

bool share_prefix(const std::vector<unsigned char>& one, const std::vector<unsigned char>& other, std::size_t bits)
{
    const std::size_t whole = bits / 8;
    const std::size_t rest = bits % 8;
    if (!std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(whole), other.begin()))
        return false;
    return rest == 0 || (one[whole] >> (8 - rest)) == (other[whole] >> (8 - rest));
}

std::string as_name(std::string_view text)
{
    if (text.ends_with('.'))
        text.remove_suffix(1);
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return name;
}

bool allows(std::string_view rule, std::string_view host)
{
    const std::vector<unsigned char> address = bytes_of(host);
    if (const std::size_t slash = rule.find('/'); slash != std::string_view::npos) {
        const std::vector<unsigned char> network = bytes_of(rule.substr(0, slash));
        const std::optional<std::int64_t> bits = to_integer(rule.substr(slash + 1));
        if (network.empty() || network.size() != address.size() || !bits || *bits < 0)
            return false;
        const auto length = static_cast<std::size_t>(*bits);
        return length <= network.size() * 8 && share_prefix(network, address, length);
    }
    if (!address.empty())
        return bytes_of(rule) == address;
    const std::string name = as_name(host);
    if (rule.starts_with("*.")) {
        const std::string suffix = as_name(rule.substr(1));
        return suffix.size() > 1 && name.size() > suffix.size() && name.ends_with(suffix);
    }
    return !name.empty() && name == as_name(rule);
}

} // namespace

bool is_allowed(const Endpoint& endpoint, const Address& where)
{
    if (where.host.empty())
        return false;
    const std::vector<std::string>& rules = endpoint.allowed_hosts;
    if (rules.empty()
        || std::any_of(rules.begin(), rules.end(), [&](const auto& rule) { return allows(rule, where.host); }))
        return true;
    const bool names_members =
        endpoint.deployment == Deployment::cluster || endpoint.deployment == Deployment::replicated;
    const std::vector<Address> named = endpoint.addresses();
    return names_members && std::find(named.begin(), named.end(), where) != named.end();
}

std::optional<Address> announced_address(std::string_view host, std::int64_t port)
{
    constexpr std::size_t longest_name = 253; // of the DNS
    const auto may_stand = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-'
            || c == '_';
    };
    // A zone (fe80::1%eth0) means something on the machine of the server only.
    const bool is_name =
        !host.empty() && host.size() <= longest_name && std::all_of(host.begin(), host.end(), may_stand);
    if (port < 1 || port > 65535 || (!is_name && (bytes_of(host).empty() || host.find('%') != std::string_view::npos)))
        return std::nullopt;
    if (host.front() == '[')
        host = host.substr(1, host.size() - 2);
    return Address{std::string(host), static_cast<std::uint16_t>(port)};
}

} // namespace lockscope::redis

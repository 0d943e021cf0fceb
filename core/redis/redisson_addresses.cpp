// SPDX-License-Identifier: Apache-2.0
#include "redis/redisson_addresses.hpp"

#include "lockscope/error.hpp"
#include "redis/redisson_values.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::redis {

namespace {

constexpr std::size_t most_addresses = 64;

/// Redisson's names of schemes, and ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> schemes{{{"redis://", "redis://"},
                                                                                {"valkey://", "redis://"},
                                                                                {"rediss://", "rediss://"},
                                                                                {"valkeys://", "rediss://"},
                                                                                {"redis+uds://", "unix://"},
                                                                                {"valkey+uds://", "unix://"}}};

/// One address in our words; a Sentinel's as such, because its usual port is another.
std::string in_our_words(std::string address, Deployment deployment)
{
    std::string_view scheme = "redis://";
    const auto known =
        std::find_if(schemes.begin(), schemes.end(), [&](const auto& each) { return address.starts_with(each.first); });
    if (known != schemes.end()) {
        scheme = known->second;
        address.erase(0, known->first.size());
    }
    if (deployment != Deployment::sentinel || scheme == "unix://")
        return std::string(scheme) + address;
    while (address.ends_with('/'))
        address.pop_back();
    return (scheme == "rediss://" ? "rediss+sentinel://" : "redis+sentinel://") + address + "/any";
}

/// In Redisson's addresses a word alone before the '@' is the password, and what follows the port means nothing.
void read_as_redisson(Endpoint& endpoint, std::string_view address)
{
    const std::size_t scheme = address.find("://");
    address.remove_prefix(scheme == address.npos ? 0 : scheme + 3);
    const std::size_t at = address.rfind('@');
    if (at != address.npos && address.substr(0, at).find(':') == address.npos)
        endpoint.password = std::exchange(endpoint.user, {});
    endpoint.database = 0;
}

Endpoint parsed(const std::string& address, Deployment deployment, const std::string& setting)
{
    try {
        Endpoint endpoint = Endpoint::parse(in_our_words(address, deployment));
        TlsOptions plain;
        plain.enabled = endpoint.tls.enabled;
        if (endpoint.more.empty() && endpoint.tls == plain && endpoint.sentinel_user.empty()
            && endpoint.sentinel_password.empty() && endpoint.allowed_hosts.empty()) {
            read_as_redisson(endpoint, address);
            return endpoint;
        }
    } catch (const Error&) {
        // Its words would show the value; ours follow.
    }
    refuse_file(setting + " should be an address such as redis://host:6379 or rediss://host:6379.");
}

} // namespace

Endpoint endpoint_of_redisson(Deployment deployment, const std::vector<std::string>& addresses,
                              const std::string& setting)
{
    if (addresses.empty())
        refuse_file(setting + " names no server.");
    if (addresses.size() > most_addresses)
        refuse_file(setting + " names more than " + std::to_string(most_addresses) + " servers.");
    Endpoint result = parsed(addresses.front(), deployment, setting);
    result.deployment = deployment;
    result.service.clear();
    for (std::size_t i = 1; i < addresses.size(); ++i) {
        const Endpoint other = parsed(addresses[i], deployment, setting);
        if (other.tls.enabled != result.tls.enabled)
            refuse_file(setting + " mixes encrypted and plain addresses; write rediss:// for all of them or for none.");
        if (other.user != result.user || other.password != result.password)
            refuse_file(setting + " gives different users or passwords, which one connection cannot have.");
        const Address where{other.host, other.port};
        const auto known = result.addresses();
        if (std::find(known.begin(), known.end(), where) == known.end())
            result.more.push_back(where);
        if (!other.unix_path.empty())
            result.unix_path = other.unix_path;
    }
    if (deployment != Deployment::single && !result.unix_path.empty())
        refuse_file(setting + " should contain hosts: several servers are not reached by a unix socket.");
    if (deployment == Deployment::sentinel) {
        result.sentinel_user = std::exchange(result.user, {});
        result.sentinel_password = std::exchange(result.password, {});
    }
    return result;
}

} // namespace lockscope::redis

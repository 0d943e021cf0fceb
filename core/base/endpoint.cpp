// SPDX-License-Identifier: Apache-2.0
// How an endpoint is written; how it is read stands in endpoint_uri.cpp.
#include "lockscope/endpoint.hpp"

#include "base/uri_text.hpp"
#include "lockscope/escape.hpp"

namespace lockscope {

namespace {

using detail::bracketed;
using detail::percent_encoded;

std::string scheme_of(const Endpoint& endpoint)
{
    const std::string base = endpoint.tls.enabled ? "rediss" : "redis";
    switch (endpoint.deployment) {
    case Deployment::sentinel: return base + "+sentinel://";
    case Deployment::cluster: return base + "+cluster://";
    case Deployment::replicated: return base + "+replicated://";
    case Deployment::single: break;
    }
    return base + "://";
}

std::string written_hosts(const Endpoint& endpoint)
{
    std::string text;
    for (const Address& each : endpoint.addresses())
        text += (text.empty() ? "" : ",") + bracketed(each.host) + ':' + std::to_string(each.port);
    return text;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ",") + word;
    return text;
}

/// "?name=value&…" of everything that is no secret.
std::string written_options(const Endpoint& endpoint)
{
    std::string text;
    const auto add = [&text](const char* name, const std::string& value) {
        if (!value.empty())
            text += (text.empty() ? "?" : "&") + std::string(name) + '=' + percent_encoded(value, "/:,*");
    };
    const TlsOptions& tls = endpoint.tls;
    if (tls.enabled) {
        add("ca", tls.ca_file);
        add("ca-dir", tls.ca_directory);
        add("cert", tls.certificate_file);
        add("key", tls.key_file);
        add("server-name", tls.server_name);
        add("verify", tls.verify ? "" : "no");
    }
    if (endpoint.deployment != Deployment::single)
        add("allow", joined(endpoint.allowed_hosts));
    if (endpoint.deployment == Deployment::sentinel)
        add("sentinel-user", endpoint.sentinel_user);
    return text;
}

} // namespace

std::string Address::display() const
{
    return escape(bracketed(host)) + ':' + std::to_string(port);
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
    const std::string hosts = escape(written_hosts(*this));
    std::string numbered = hosts + '/' + std::to_string(database);
    switch (deployment) {
    case Deployment::sentinel: return escape(service) + '@' + numbered;
    case Deployment::cluster: return "cluster " + hosts;
    case Deployment::replicated: return "replicated " + numbered;
    case Deployment::single: break;
    }
    return numbered;
}

std::string Endpoint::uri_without_password() const
{
    const std::string who = user.empty() ? std::string() : percent_encoded(user) + '@';
    if (!unix_path.empty())
        return "unix://" + who + percent_encoded(unix_path, "/")
             + (database == 0 ? "" : "?db=" + std::to_string(database));
    std::string path;
    if (deployment == Deployment::sentinel)
        path += '/' + percent_encoded(service);
    if (deployment != Deployment::cluster && database != 0)
        path += '/' + std::to_string(database);
    return scheme_of(*this) + who + written_hosts(*this) + path + written_options(*this);
}

} // namespace lockscope

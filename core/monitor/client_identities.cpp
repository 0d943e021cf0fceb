// SPDX-License-Identifier: Apache-2.0
#include "monitor/client_identities.hpp"

#include <algorithm>
#include <cctype>

namespace lockscope::monitor {
namespace {

constexpr std::size_t uuid_length = 36;

bool is_uuid(std::string_view text) noexcept
{
    for (std::size_t i = 0; i < uuid_length; ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const char c = text[i];
        const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        if (dash ? c != '-' : !hex)
            return false;
    }
    return true;
}

/// Redis writes ":0" behind the path, which may be a relative one.
bool is_unix_socket(std::string_view address) noexcept
{
    return address.ends_with(":0");
}

/// "10.0.0.7:51234" without the port; for a Unix socket, its path.
std::string_view host_of(std::string_view address) noexcept
{
    return address.substr(0, address.rfind(':'));
}

bool mentions_redisson(std::string_view library)
{
    std::string lower(library);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower.find("redisson") != std::string::npos;
}

std::string common_address(const std::vector<const ClientConnection*>& connections)
{
    const std::string& first = connections.front()->address;
    const auto host = host_of(first);
    if (is_unix_socket(first))
        return std::string(host);
    const bool one_host = std::all_of(connections.begin(), connections.end(),
                                      [&](const ClientConnection* each) { return host_of(each->address) == host; });
    return connections.size() > 1 && one_host ? std::string(host) : first;
}

} // namespace

std::string_view uuid_in(std::string_view name) noexcept
{
    for (std::size_t at = 0; at + uuid_length <= name.size(); ++at) {
        if (is_uuid(name.substr(at, uuid_length)))
            return name.substr(at, uuid_length);
    }
    return {};
}

void ClientIdentities::take(const std::vector<ClientConnection>& connections)
{
    m_connections = connections;
    m_named.clear();
    m_by_address.clear();
    for (std::size_t place = 0; place < m_connections.size(); ++place) {
        const auto& connection = m_connections[place];
        // All clients on one Unix socket have the same address: it tells nothing about who is who.
        if (!is_unix_socket(connection.address))
            m_by_address.emplace(connection.address, place);
        if (const auto uuid = uuid_in(connection.name); !uuid.empty())
            m_named[std::string(uuid)].push_back(place);
    }
}

bool ClientIdentities::learn(const std::string& uuid, const std::string& address, const std::string& name)
{
    const auto [place, added] = m_learned.try_emplace(address, Learned{uuid, name});
    if (!added) {
        if (place->second.uuid == uuid && place->second.name == name)
            return false;
        forget(place->second.uuid, address); // The port was given to somebody else since.
        place->second = {uuid, name};
    } else {
        m_learned_order.push_back(address);
    }
    m_addresses[uuid].push_back(address);
    if (m_learned_order.size() > most_learned) {
        const auto oldest = std::move(m_learned_order.front());
        m_learned_order.pop_front();
        const auto gone = m_learned.find(oldest);
        forget(gone->second.uuid, oldest);
        m_learned.erase(gone);
    }
    return true;
}

void ClientIdentities::forget(const std::string& uuid, const std::string& address)
{
    const auto found = m_addresses.find(uuid);
    std::erase(found->second, address);
    if (found->second.empty())
        m_addresses.erase(found);
}

std::vector<const ClientConnection*> ClientIdentities::connections_of(const std::string& uuid) const
{
    std::vector<const ClientConnection*> all;
    if (const auto named = m_named.find(uuid); named != m_named.end()) {
        for (const auto place : named->second)
            all.push_back(&m_connections[place]);
    }
    if (const auto learned = m_addresses.find(uuid); learned != m_addresses.end()) {
        for (const auto& address : learned->second) {
            const auto connection = m_by_address.find(address);
            if (connection == m_by_address.end())
                continue;
            const auto* found = &m_connections[connection->second];
            if (std::find(all.begin(), all.end(), found) == all.end())
                all.push_back(found);
        }
    }
    return all;
}

ClientIdentities::Identity ClientIdentities::of(const std::string& uuid) const
{
    Identity identity;
    const auto connections = connections_of(uuid);
    identity.connections = connections.size();
    if (!connections.empty())
        identity.address = common_address(connections);
    for (const auto* connection : connections) {
        // Ours call themselves "<name>@<uuid>", and what the connection is for behind it.
        const auto at = connection->name.find('@' + uuid);
        if (at != std::string::npos) {
            identity.kind = ClientRecord::Kind::lockscope;
            identity.name = connection->name.substr(0, at);
        } else if (mentions_redisson(connection->library)) {
            identity.kind = ClientRecord::Kind::redisson;
        }
        if (identity.name.empty())
            identity.name = connection->name;
    }
    if (const auto learned = m_addresses.find(uuid); learned != m_addresses.end() && !learned->second.empty()) {
        const auto& last = m_learned.at(learned->second.back());
        if (identity.address.empty())
            identity.address = learned->second.back();
        if (identity.name.empty())
            identity.name = last.name;
    }
    return identity;
}

std::string ClientIdentities::uuid_at(const std::string& address) const
{
    if (const auto learned = m_learned.find(address); learned != m_learned.end())
        return learned->second.uuid;
    if (const auto connection = m_by_address.find(address); connection != m_by_address.end())
        return std::string(uuid_in(m_connections[connection->second].name));
    return {};
}

} // namespace lockscope::monitor

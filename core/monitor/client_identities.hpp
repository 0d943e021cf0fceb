// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client_connections.hpp"
#include "lockscope/client_directory.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockscope::monitor {

/// The first UUID in a connection's name; empty if there is none.
[[nodiscard]] std::string_view uuid_in(std::string_view name) noexcept;

/// Which connections belong to which client, from their names and from addresses that were seen at work.
class ClientIdentities
{
public:
    static constexpr std::size_t most_learned = 10'000; ///< Addresses; the oldest go first.

    struct Identity
    {
        ClientRecord::Kind kind = ClientRecord::Kind::unknown;
        std::string name;
        std::string address;
        std::size_t connections = 0;
    };

    void take(const std::vector<ClientConnection>& connections);
    /// @return false if it was known already
    bool learn(const std::string& uuid, const std::string& address, const std::string& name);

    [[nodiscard]] Identity of(const std::string& uuid) const;
    /// Has a connection that is there this UUID in its name?
    [[nodiscard]] bool is_named(const std::string& uuid) const { return m_named.contains(uuid); }
    [[nodiscard]] std::string uuid_at(const std::string& address) const;

private:
    struct Learned
    {
        std::string uuid;
        std::string name;
    };
    void forget(const std::string& uuid, const std::string& address);
    [[nodiscard]] std::vector<const ClientConnection*> connections_of(const std::string& uuid) const;

    std::vector<ClientConnection> m_connections;
    std::unordered_map<std::string, std::vector<std::size_t>> m_named; ///< By UUID: places in m_connections.
    std::unordered_map<std::string, std::size_t> m_by_address;
    std::unordered_map<std::string, Learned> m_learned;                    ///< By address.
    std::unordered_map<std::string, std::vector<std::string>> m_addresses; ///< By UUID, as learned.
    std::deque<std::string> m_learned_order;
};

} // namespace lockscope::monitor

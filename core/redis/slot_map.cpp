// SPDX-License-Identifier: Apache-2.0
#include "redis/slot_map.hpp"

#include <algorithm>
#include <optional>

namespace lockscope::redis {

namespace {

/// More than any cluster has; a hostile one could list millions.
constexpr std::size_t most_nodes = 1000;
constexpr std::size_t longest_host = 255;

[[noreturn]] void refuse(const char* what)
{
    throw Error(Errc::protocol, std::string("The cluster's list of slots makes no sense: ") + what + ".");
}

/// nullopt for a node whose address is not known to the one that answered.
std::optional<Address> read_node(const Reply& node, const Address& asked)
{
    if (!node.is_array() || node.elements.size() < 2)
        refuse("a node is no list");
    const Reply& host = node.elements[0];
    const std::int64_t port = node.elements[1].as_integer().value_or(0);
    // A node that has never met another one does not know its own host, and says an empty one. That of another node,
    // whose host it does not know, cannot be told from it by anything but the port.
    const bool is_asked = host.is_nil() || (host.is_text() && host.text.empty() && port == asked.port);
    if (!is_asked && host.is_text() && (host.text.empty() || host.text == "?"))
        return std::nullopt;
    if (port < 1 || port > 65535)
        refuse("a node has no port");
    if (is_asked)
        return Address{asked.host, static_cast<std::uint16_t>(port)};
    const bool is_odd = std::any_of(host.text.begin(), host.text.end(), [](char c) { return c <= ' ' || c > '~'; });
    if (!host.is_text() || is_odd || host.text.size() > longest_host)
        refuse("a node has no host name");
    return Address{host.text, static_cast<std::uint16_t>(port)};
}

} // namespace

SlotMap SlotMap::parse(const Reply& reply, const Address& asked)
{
    if (!reply.is_array() || reply.elements.size() > slot_count)
        refuse("it is no list of ranges");
    SlotMap map;
    for (const Reply& range : reply.elements) {
        if (!range.is_array() || range.elements.size() < 3)
            refuse("a range has no master");
        const std::int64_t first = range.elements[0].as_integer().value_or(-1);
        const std::int64_t last = range.elements[1].as_integer().value_or(-1);
        if (first < 0 || last < first || last >= static_cast<std::int64_t>(slot_count))
            refuse("a range is not within 0 and 16383");
        const std::optional<Address> master = read_node(range.elements[2], asked);
        if (!master)
            continue;
        const std::uint16_t index = map.index_of(*master);
        std::fill(map.m_owner.begin() + first, map.m_owner.begin() + last + 1, index);
        for (std::size_t i = 3; i < range.elements.size(); ++i) {
            const std::optional<Address> replica = read_node(range.elements[i], asked);
            const auto end = map.m_replicas.end();
            if (replica && map.m_replicas.size() < most_nodes
                && std::find(map.m_replicas.begin(), end, *replica) == end)
                map.m_replicas.push_back(*replica);
        }
    }
    return map;
}

std::uint16_t SlotMap::index_of(const Address& master)
{
    const auto found = std::find(m_masters.begin(), m_masters.end(), master);
    if (found == m_masters.end() && m_masters.size() == most_nodes)
        refuse("it has more than 1000 masters");
    const auto index = static_cast<std::uint16_t>(found - m_masters.begin());
    if (found == m_masters.end())
        m_masters.push_back(master);
    return index;
}

const Address* SlotMap::master_of(unsigned slot) const noexcept
{
    const std::uint16_t owner = slot < slot_count ? m_owner[slot] : nobody;
    return owner == nobody ? nullptr : &m_masters[owner];
}

void SlotMap::move(unsigned slot, const Address& master) noexcept
{
    const auto found = std::find(m_masters.begin(), m_masters.end(), master);
    if (slot < slot_count && found != m_masters.end())
        m_owner[slot] = static_cast<std::uint16_t>(found - m_masters.begin());
}

} // namespace lockscope::redis

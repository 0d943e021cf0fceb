// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "redis/reply.hpp"
#include "redis/slot.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace lockscope::redis {

/// Which master serves which slot of a cluster; a value.
class SlotMap
{
public:
    SlotMap() { m_owner.fill(nobody); }

    /// From the reply to CLUSTER SLOTS, of which nothing is believed that makes no sense.
    /// @param asked who answered: a node that does not know its own address leaves it out
    /// @throws Error protocol, saying what is wrong with it
    [[nodiscard]] static SlotMap parse(const Reply& reply, const Address& asked);

    /// nullptr if nobody serves it.
    [[nodiscard]] const Address* master_of(unsigned slot) const noexcept;
    /// Those that serve slots, in the order of their first one.
    [[nodiscard]] const std::vector<Address>& masters() const noexcept { return m_masters; }
    [[nodiscard]] const std::vector<Address>& replicas() const noexcept { return m_replicas; }
    [[nodiscard]] bool is_empty() const noexcept { return m_masters.empty(); }
    /// What a redirection says, ahead of the next whole map. Ignored if @p master is not one of masters().
    void move(unsigned slot, const Address& master) noexcept;

    bool operator==(const SlotMap&) const = default;

private:
    static constexpr std::uint16_t nobody = 0xFFFF;
    std::uint16_t index_of(const Address& master);

    std::array<std::uint16_t, slot_count> m_owner{};
    std::vector<Address> m_masters;
    std::vector<Address> m_replicas;
};

} // namespace lockscope::redis

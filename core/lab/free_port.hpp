// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/file_descriptor.hpp"

#include <cstdint>
#include <vector>

namespace lockscope::lab {

/// What a server listens on: one port, or one more for the other nodes of its cluster.
enum class Ports { one, with_cluster_bus };

/// The cluster bus of a node listens so far above its port; Redis before 7 cannot be told otherwise.
inline constexpr int bus_distance = 10000;

/// A port of 127.0.0.1 on which nobody listened when it was taken, and that no other sandbox on this machine takes
/// while this lives: its server may be down for a while and come back to it. Not one that the system gives to outgoing
/// connections, for the same reason.
class FreePort
{
public:
    FreePort() = default; ///< None: 0.
    /// @throws Error if there is none.
    [[nodiscard]] static FreePort take(Ports ports);

    [[nodiscard]] std::uint16_t number() const noexcept { return m_number; }

private:
    std::uint16_t m_number = 0;
    std::vector<FileDescriptor> m_claims;
};

} // namespace lockscope::lab

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockscope::lab {

/// What a server listens on: one port, or one more for the other nodes of its cluster.
enum class Ports { one, with_cluster_bus };

/// The cluster bus of a node listens so far above its port; Redis before 7 cannot be told otherwise.
inline constexpr int bus_distance = 10000;

/// A port of 127.0.0.1 on which nobody listens just now. Not one that the system gives to outgoing connections: those
/// would take it while its server is down. @throws Error
[[nodiscard]] std::uint16_t free_port(Ports ports);

} // namespace lockscope::lab

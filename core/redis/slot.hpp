// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockscope::redis {

/// A cluster deals its keys into so many slots, and the slots out to its masters.
inline constexpr unsigned slot_count = 16384;

/// The slot of a key: CRC16 (XMODEM) of its hash tag, modulo slot_count. The tag is what stands between the first '{'
/// and the first '}' after it; without one, or if that is nothing, it is the whole key.
[[nodiscard]] unsigned slot_of(std::string_view key) noexcept;

} // namespace lockscope::redis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/raw_lock.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockscope::monitor {

/// Cheap first look: could a hash with these fields be a lock? One field that no lock has is enough for a no.
[[nodiscard]] bool could_be_lock(const Fields& fields);

/// Makes a lock's state of what was read, or nullopt if this is no lock: nothing there, another type, or a hash that
/// merely looks like one (foreign fields, counts that are no positive decimal numbers, a mode without its owners).
///
/// Ghost waiters need two readings and are none of this function's business; see ghosts.hpp.
[[nodiscard]] std::optional<LockState> classify(const RawLock& raw, const ReadLimits& limits = {});

/// Finds what is wrong with the data, from the state alone. Called again after ghosts are known.
/// Anomalies that only the raw data shows (truncated, torn, mixed types, scores without entry) are kept.
void mark_anomalies(LockState& state);

/// How many there are, as a state says it: whatever a server claims.
[[nodiscard]] std::uint32_t to_total(std::size_t count) noexcept;

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/history.hpp"
#include "support/lock_model.hpp"

#include <optional>
#include <vector>

namespace lockscope::test {

/// Two acquisitions whose holds cannot both have been right.
struct Overlap
{
    const Operation* earlier = nullptr;
    const Operation* later = nullptr;
};

/// Compares definite holds: from the return of an acquisition to whatever comes first, the call of the last release,
/// the news of the loss or the end of the lease. Two of them at one moment are a violation whatever else happened, so
/// this raises no false alarm, and needs no search: O(n log n). It is deaf to everything else, and to owners whose own
/// operations overlap.
/// @param operations those of one lock
[[nodiscard]] std::optional<Overlap> find_overlap(const std::vector<const Operation*>& operations,
                                                  const LockRules& rules);

} // namespace lockscope::test

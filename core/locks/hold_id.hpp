// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/owner.hpp"

#include <compare>
#include <string>

namespace lockscope::locks {

/// One owner's hold of one lock. Only the two sides of a read-write lock can be held by one owner at the same time.
struct HoldId
{
    std::string lock;
    OwnerId owner;
    Access access = Access::exclusive;
    std::strong_ordering operator<=>(const HoldId&) const = default;
};

} // namespace lockscope::locks

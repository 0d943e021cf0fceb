// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/history.hpp"
#include "support/lock_model.hpp"
#include "support/order_search.hpp"

#include <string>
#include <vector>

namespace lockscope::test {

struct LockSteps
{
    std::vector<Step> steps; ///< Step::operation: its place in what it was made from.
    std::vector<std::string> owners;
};

/// What the operations of one lock mean for the search: one step each, and the optional ones that nobody calls: a lease
/// that runs out, an acquisition of unknown outcome that is given back.
[[nodiscard]] LockSteps steps_of(const std::vector<const Operation*>& operations, const LockRules& rules);

} // namespace lockscope::test

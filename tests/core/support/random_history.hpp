// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/history.hpp"
#include "support/lock_model.hpp"
#include "support/seed.hpp"

#include <vector>

namespace lockscope::test {

struct RandomHistoryOptions
{
    LockRules rules;
    int owners = 8;
    int operations = 200;
    int breadth = 5;         ///< About so many operations are under way at once.
    int unknown_percent = 0; ///< Of the outcomes that nobody was told.
    int leased_percent = 0;  ///< Of the acquisitions that are not renewed.
};

/// A history that a correct lock could have had: played on the model, each operation with a moment at which it took
/// effect, and then spread to both sides of that moment. No owner holds more than three times.
[[nodiscard]] std::vector<Operation> random_history(Dice& dice, const RandomHistoryOptions& options);

/// A change that makes a legal history an illegal one, whatever else happened in it.
struct HistoryFault
{
    const char* name;
    /// @returns false if the history offers no place for it.
    bool (*inject)(std::vector<Operation>& history, Dice& dice);
};

/// Those that no lock of this type may get away with.
[[nodiscard]] std::vector<HistoryFault> history_faults(LockRules::Type type);

} // namespace lockscope::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/history.hpp"
#include "support/lock_model.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockscope::test {

/// One move that has to, or may, be made at some moment between two instants.
struct Step
{
    Move move = Move::acquire;
    int owner = -1;
    std::optional<int> count = {};
    Instant from = 0;
    Instant to = never;
    bool must = true;                      ///< False: it may as well never happen.
    std::optional<std::size_t> after = {}; ///< Only after this step, which may happen until the end.
    std::size_t operation = 0;             ///< What it stands for; of no meaning to the search.
};

struct SearchResult
{
    enum class Answer { found, impossible, gave_up };
    Answer answer = Answer::found;
    std::size_t stuck_at = 0;        ///< The step that could not be made before its end.
    std::vector<std::size_t> open;   ///< The steps that were under way then.
    std::vector<LockState> possible; ///< What the lock may have looked like then.
    std::size_t looked_at = 0;       ///< How many positions were tried.
};

/// Looks for an order of the steps, each within its two instants, that the rules of the lock allow.
///
/// Wing and Gong's search in Lowe's just-in-time form: it goes through the instants once, keeping every position the
/// lock may be in (its state, and which of the steps under way have been made); when a step must have been made, those
/// positions survive from which it could, with other steps before it where needed. Equal positions are merged, and one
/// that has used more of the optional steps than another is dropped. Where nothing is under way only the state is left,
/// so the cost grows with the length times the concurrency, not with the number of orders.
///
/// At first it makes other steps only when one is stuck without them, which finds an order for nearly everything that
/// has one; if that fails it starts again from the last moment at which nothing was under way, and tries all of them.
/// @param budget positions after which it gives up
[[nodiscard]] SearchResult find_order(const std::vector<Step>& steps, const LockRules& rules, std::size_t budget);

} // namespace lockscope::test

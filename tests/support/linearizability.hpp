// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/history.hpp"
#include "support/lock_model.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace lockscope::test {

struct Verdict
{
    enum class Answer {
        legal,
        violated,
        undecided, ///< No order was found, but not all were tried.
    };
    Answer answer = Answer::legal;
    std::string report; ///< What is wrong, with the operations around it; empty if legal.

    [[nodiscard]] bool is_legal() const { return answer == Answer::legal; }
};

/// Prints the report of one that is not legal in full: Qt Test cuts long messages. @returns whether it is.
[[nodiscard]] bool passes(const Verdict& verdict);

/// Was every lock of the history a lock? True if its operations can be put into an order, each at some moment between
/// its call and its return, in which a lock of these rules answers as it did, lock by lock.
///
///     const Verdict verdict = check_history(history.operations(), {.type = LockRules::Type::read_write});
///     QVERIFY(passes(verdict));
///
/// An operation of unknown outcome may have happened at any later moment, or never; an acquisition of that kind may
/// also be given back at any moment. A hold with a lease may end at any moment after it; before, only if its owner was
/// told so (History::lost).
///
/// First definite holds are compared (hold_overlap.hpp), then an order is searched (order_search.hpp).
[[nodiscard]] Verdict check_history(const std::vector<Operation>& operations, const LockRules& rules,
                                    std::size_t budget = 500'000);

/// Does each acquisition that begins after another has returned bear a higher fencing token, and no two owners
/// the same? Lock by lock. An owner that takes again what Redis still holds for it may see its own token again.
[[nodiscard]] Verdict check_tokens(const std::vector<Operation>& operations);

} // namespace lockscope::test

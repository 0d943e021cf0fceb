// SPDX-License-Identifier: Apache-2.0
#include "random_history.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace lockscope::test {

namespace {

using Operations = std::vector<Operation>;

/// A stretch of time in which an owner surely held.
struct Stretch
{
    Instant from = 0;
    Instant to = 0;
};

/// From the return of an acquisition to the call of its owner's next operation, or the end of its lease.
std::optional<Stretch> some_hold(const Operations& history, Dice& dice, Kind kind)
{
    const std::size_t offset = static_cast<std::size_t>(dice.below(static_cast<int>(history.size())));
    for (std::size_t k = 0; k < history.size(); ++k) {
        const Operation& each = history[(offset + k) % history.size()];
        if (each.kind != kind || each.outcome != Outcome::ok)
            continue;
        // Of a reader's entries the first says how long it surely stays.
        if (kind == Kind::acquire_shared && each.count != 1)
            continue;
        // A release that may still come may end any later hold.
        if (std::any_of(history.begin(), history.end(), [&](const Operation& other) {
                return other.owner == each.owner && other.outcome == Outcome::unknown;
            }))
            continue;
        Stretch stretch{each.returned, each.valid_until};
        for (const Operation& other : history) {
            if (other.owner == each.owner && other.invoked > each.returned)
                stretch.to = std::min(stretch.to, other.invoked);
        }
        if (stretch.to != never && stretch.to - stretch.from > 10)
            return stretch;
    }
    return std::nullopt;
}

bool intrude(Operations& history, Dice& dice, Kind held, Kind intruder)
{
    const auto hold = some_hold(history, dice, held);
    if (!hold)
        return false;
    history.push_back({.lock = "a",
                       .owner = "intruder",
                       .kind = intruder,
                       .invoked = hold->from + 1,
                       .returned = hold->to - 1,
                       .outcome = Outcome::ok,
                       .count = 1});
    return true;
}

bool second_holder(Operations& history, Dice& dice)
{
    return intrude(history, dice, Kind::acquire, Kind::acquire);
}

bool reader_beside_a_writer(Operations& history, Dice& dice)
{
    return intrude(history, dice, Kind::acquire, Kind::acquire_shared);
}

bool writer_beside_a_reader(Operations& history, Dice& dice)
{
    return intrude(history, dice, Kind::acquire_shared, Kind::acquire);
}

bool release_by_a_stranger(Operations& history, Dice& dice)
{
    const Operation& anywhere = history[static_cast<std::size_t>(dice.below(static_cast<int>(history.size())))];
    history.push_back({.lock = "a",
                       .owner = "intruder",
                       .kind = Kind::release,
                       .invoked = anywhere.invoked,
                       .returned = anywhere.invoked + 5000,
                       .outcome = Outcome::ok});
    return true;
}

bool wrong_count(Operations& history, Dice& dice)
{
    const std::size_t offset = static_cast<std::size_t>(dice.below(static_cast<int>(history.size())));
    for (std::size_t k = 0; k < history.size(); ++k) {
        Operation& each = history[(offset + k) % history.size()];
        if (each.outcome == Outcome::ok && each.count) {
            each.count = *each.count + 1000; // more than there are operations, whatever came of those nobody knows of
            return true;
        }
    }
    return false;
}

bool refusal_without_a_holder(Operations& history, Dice& dice)
{
    const auto first = std::min_element(history.begin(), history.end(),
                                        [](const Operation& a, const Operation& b) { return a.invoked < b.invoked; });
    const Instant before = first->invoked - 1 - dice.below(1000);
    history.push_back({.lock = "a",
                       .owner = "intruder",
                       .kind = Kind::acquire,
                       .invoked = before - 50,
                       .returned = before,
                       .outcome = Outcome::failed});
    return true;
}

/// Of an owner whose every outcome is known, and whose hold is renewed: it must keep everybody else out for ever.
bool release_that_did_nothing(Operations& history, Dice& dice)
{
    const std::size_t offset = static_cast<std::size_t>(dice.below(static_cast<int>(history.size())));
    for (std::size_t k = 0; k < history.size(); ++k) {
        const std::size_t index = (offset + k) % history.size();
        const Operation& each = history[index];
        if (each.kind != Kind::release || each.outcome != Outcome::ok || each.count != 0)
            continue;
        const bool owner_is_plain = std::none_of(history.begin(), history.end(), [&](const Operation& other) {
            return other.owner == each.owner && (other.outcome == Outcome::unknown || other.valid_until != never);
        });
        const bool somebody_followed = std::any_of(history.begin(), history.end(), [&](const Operation& other) {
            return other.owner != each.owner && other.kind == Kind::acquire && other.outcome == Outcome::ok
                && other.invoked > each.returned;
        });
        if (owner_is_plain && somebody_followed) {
            history.erase(history.begin() + static_cast<std::ptrdiff_t>(index));
            return true;
        }
    }
    return false;
}

} // namespace

std::vector<HistoryFault> history_faults(LockRules::Type type)
{
    if (type == LockRules::Type::semaphore)
        return {{"a refusal without a holder", refusal_without_a_holder}};
    std::vector<HistoryFault> faults{{"a second holder", second_holder},
                                     {"a release by a stranger", release_by_a_stranger},
                                     {"a wrong count", wrong_count},
                                     {"a refusal without a holder", refusal_without_a_holder},
                                     {"a release that did nothing", release_that_did_nothing}};
    if (type == LockRules::Type::read_write) {
        faults.push_back({"a reader beside a writer", reader_beside_a_writer});
        faults.push_back({"a writer beside a reader", writer_beside_a_reader});
    }
    return faults;
}

} // namespace lockscope::test

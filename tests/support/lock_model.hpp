// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// What a lock promises, for the checker.
struct LockRules
{
    enum class Type {
        reentrant,     ///< One owner, who may enter again.
        non_reentrant, ///< One owner, once.
        read_write,    ///< One writer, or readers; a writer may read too, a reader may not become a writer.
        semaphore,     ///< @ref permits holds, of whomever; released by anybody.
    };
    enum class Refusals {
        need_a_holder, ///< An attempt fails only if at some moment of it the lock was not to be had.
        need_no_reason ///< It may fail all the same: others wait, or a majority was not reached.
    };
    Type type = Type::reentrant;
    int permits = 1;
    Refusals refusals = Refusals::need_a_holder;
};

/// What an operation does at the one moment it takes effect.
enum class Move {
    acquire,
    acquire_shared,
    release,
    release_shared,
    clear, ///< A forced release.
    lapse, ///< The owner's hold ended by itself.
    lapse_shared,
    refused, ///< Could not be acquired.
    refused_shared,
    absent, ///< The owner held nothing to release.
    absent_shared,
    nothing_to_clear,
};

/// Changes nothing, but is possible only in some states.
[[nodiscard]] bool only_looks(Move move);
/// Takes a hold away.
[[nodiscard]] bool gives_up(Move move);

/// Takes all holds of an owner, or of everybody, away at once.
[[nodiscard]] bool ends_holds(Move move);

/// Who holds a lock. Owners are numbers.
struct LockState
{
    int writer = -1;                          ///< -1: nobody.
    int writes = 0;                           ///< Of a semaphore: permits that are taken.
    std::vector<std::pair<int, int>> readers; ///< Owner and count, by owner.

    auto operator<=>(const LockState&) const = default;

    /// Makes the move if the rules allow it here. @p count: how many holds the owner says to have had afterwards.
    /// @returns false, and changes nothing, if they do not.
    [[nodiscard]] bool apply(Move move, int owner, std::optional<int> count, const LockRules& rules);

    /// "held by A (2)", "read by A (1), B (1)", "free"
    [[nodiscard]] std::string shown(const std::vector<std::string>& owner_names) const;

private:
    [[nodiscard]] bool may_acquire(int owner, const LockRules& rules) const;
    [[nodiscard]] bool may_read(int owner) const { return writer == -1 || writer == owner; }
    [[nodiscard]] int reads_of(int owner) const;
    void set_reads(int owner, int count);
    [[nodiscard]] int holds_of(int owner, const LockRules& rules) const;
};

} // namespace lockscope::test

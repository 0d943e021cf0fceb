// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/severity.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// When somebody wants to be told. A plain value.
struct AlertRule
{
    enum class Kind {
        held_longer,   ///< Held for longer than `duration`; see also_harmless.
        many_waiters,  ///< More than `count` wait.
        low_ttl,       ///< Less than `duration` is left and nobody renews it. Only for leases longer than `duration`.
        never_expires, ///< Held without expiry.
        stale_head,    ///< The first waiter of a fair lock is dead or has no deadline.
        deadlock,      ///< Clients wait for each other in a circle that is certain.
        /// Expired although it had been renewed, or vanished: its holder did not give it back. Not what is
        /// merely gone (LockEvent::Kind::gone): to give such a lock back is to delete it.
        lock_lost,
        /// The server has not answered for longer than `duration`: nothing else can be told of meanwhile.
        connection_lost,
        writes_refused, ///< The server refuses to write: no lock can be taken. See WriteObstacle.
    };
    using Severity = lockscope::Severity;

    std::string id; ///< Tells the rules of one list apart.
    Kind kind = Kind::held_longer;
    std::string name_glob = "*"; ///< Redis glob of the locks' names; see has_name().
    milliseconds duration{60'000};
    std::int64_t count = 10;
    Severity severity = Severity::warning;
    bool enabled = true;
    /// For held_longer: also while its lease is renewed and nobody waits; see is_harmless().
    bool also_harmless = false;
    /// What a newer version wrote and this one does not know: members of a JSON object; kept when saved.
    std::string unknown_members;
    bool operator==(const AlertRule&) const = default;
};
/// "held-longer", "many-waiters", …: the names of JSON.
[[nodiscard]] std::string_view to_string(AlertRule::Kind kind) noexcept;

/// Does this kind of rule use AlertRule::duration, ::count, ::name_glob?
[[nodiscard]] bool has_duration(AlertRule::Kind kind) noexcept;
[[nodiscard]] bool has_count(AlertRule::Kind kind) noexcept;
[[nodiscard]] bool has_name(AlertRule::Kind kind) noexcept;
/// The same for AlertRule::also_harmless.
[[nodiscard]] bool has_harmless(AlertRule::Kind kind) noexcept;

/// What is wrong with a rule.
enum class AlertRuleProblem {
    none,
    no_id,
    no_name,            ///< The glob is empty: it would match nothing.
    long_name,          ///< The glob has more than 1,024 bytes.
    open_bracket,       ///< A "[" of the glob without its "]".
    duration_too_short, ///< Below 100 ms.
    duration_too_long,  ///< Above 30 days.
    count_out_of_range, ///< Not 0 … 1,000,000.
};
[[nodiscard]] AlertRuleProblem problem_of(const AlertRule& rule) noexcept;
/// One sentence; empty for `none`.
[[nodiscard]] std::string_view sentence(AlertRuleProblem problem) noexcept;

/// The rules of a profile.
struct AlertRules
{
    static constexpr std::size_t most = 64;
    std::vector<AlertRule> rules;
    /// Whole rules of kinds that this version does not know, as JSON; kept when saved.
    std::vector<std::string> not_understood;
    /// Other members of the object around the rules, as a JSON object; kept when saved.
    std::string unknown_members;
    bool operator==(const AlertRules&) const = default;

    /// One rule of each kind with values that suit most, calm enough to be left on.
    [[nodiscard]] static AlertRules defaults();
};

/// As JSON: {"version": 1, "rules": [{"id": …, "kind": "held-longer", "duration_ms": 60000, …}]}.
[[nodiscard]] std::string to_json(const AlertRules& rules);
/// @throws Error invalid_argument with one sentence if @p text is no such object. Rules that make no sense or are of an
/// unknown kind are in `not_understood`; of two with one id the second one gets another.
[[nodiscard]] AlertRules alert_rules_from_json(std::string_view text);

/// What made @p after of @p before, done to rules that somebody else may have changed meanwhile: @p kept. A rule that
/// both changed is as in @p after; one that was changed by one and removed by the other stays; of two new ones with the
/// same id one gets another. What is not understood is as in @p kept.
[[nodiscard]] AlertRules merged(const AlertRules& before, const AlertRules& after, const AlertRules& kept);

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "support/lock_steps.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lockscope::test {

namespace {

bool is_acquisition(Kind kind)
{
    return kind == Kind::acquire || kind == Kind::acquire_shared;
}

bool is_shared(Kind kind)
{
    return kind == Kind::acquire_shared || kind == Kind::release_shared;
}

Move move_of(const Operation& operation)
{
    const bool happened = operation.outcome == Outcome::ok || operation.outcome == Outcome::unknown;
    switch (operation.kind) {
    case Kind::acquire: return happened ? Move::acquire : Move::refused;
    case Kind::acquire_shared: return happened ? Move::acquire_shared : Move::refused_shared;
    case Kind::release: return happened ? Move::release : Move::absent;
    case Kind::release_shared: return happened ? Move::release_shared : Move::absent_shared;
    case Kind::force_release: return happened ? Move::clear : Move::nothing_to_clear;
    }
    return Move::absent;
}

class Plan
{
public:
    Plan(const std::vector<const Operation*>& operations, const LockRules& rules)
        : m_operations(operations)
        , m_rules(rules)
    {}

    LockSteps make()
    {
        for (std::size_t i = 0; i < m_operations.size(); ++i)
            add_step(i);
        if (m_rules.type != LockRules::Type::semaphore) // its permits have no owner whose lease could end
            add_lapses();
        return std::move(m_plan);
    }

private:
    int number_of(const std::string& owner)
    {
        const auto [place, is_new] = m_numbers.emplace(owner, static_cast<int>(m_plan.owners.size()));
        if (is_new)
            m_plan.owners.push_back(owner);
        return place->second;
    }

    void add_step(std::size_t index)
    {
        const Operation& operation = *m_operations[index];
        const bool may_never_happen = operation.outcome == Outcome::unknown;
        Step step{.move = move_of(operation),
                  .owner = number_of(operation.owner),
                  .count = operation.count,
                  .from = operation.invoked,
                  .to = may_never_happen ? never : operation.returned,
                  .must = !may_never_happen,
                  .operation = index};
        const bool refused = step.move == Move::refused || step.move == Move::refused_shared;
        const bool needs_no_reason = m_rules.refusals == LockRules::Refusals::need_no_reason;
        if (operation.outcome == Outcome::gave_up || (refused && needs_no_reason))
            return; // says nothing
        const std::size_t place = m_plan.steps.size();
        m_plan.steps.push_back(step);
        if (may_never_happen && is_acquisition(operation.kind)) {
            step.move = is_shared(operation.kind) ? Move::release_shared : Move::release;
            step.count.reset();
            step.after = place;
            m_plan.steps.push_back(step);
        }
    }

    /// One owner's holds in one mode, from the first acquisition to whatever ended them.
    struct Nest
    {
        std::size_t first = 0;
        int count = 0;
        Instant lease_ends = never; ///< Not before this, as far as its owner knows.
        Instant told_lost = never;
    };

    /// What one owner does in one mode, in the order of its calls.
    void add_lapses()
    {
        std::map<std::pair<std::string, bool>, std::vector<std::size_t>> owners;
        for (std::size_t i = 0; i < m_operations.size(); ++i)
            owners[{m_operations[i]->owner, is_shared(m_operations[i]->kind)}].push_back(i);
        for (auto& [owner, indices] : owners) {
            std::stable_sort(indices.begin(), indices.end(), [this](std::size_t a, std::size_t b) {
                return m_operations[a]->invoked < m_operations[b]->invoked;
            });
            std::optional<Nest> nest;
            for (const std::size_t i : indices)
                follow(nest, i);
            if (nest)
                add_lapse(*nest, never);
        }
    }

    void follow(std::optional<Nest>& nest, std::size_t index)
    {
        const Operation& operation = *m_operations[index];
        if (is_acquisition(operation.kind)) {
            if (operation.outcome != Outcome::ok)
                return;
            const bool is_first = operation.count == 1 || m_rules.type == LockRules::Type::non_reentrant;
            if (nest && is_first) { // a new one: the last has ended, one way or the other
                add_lapse(*nest, operation.returned);
                nest.reset();
            }
            if (!nest) {
                nest = Nest{index, 1, operation.valid_until, operation.lost_at};
                return;
            }
            const bool could_have_ended = std::min(nest->lease_ends, nest->told_lost) <= operation.returned;
            if (!operation.count && could_have_ended) { // perhaps the first of a new nest
                add_lapse(*nest, operation.returned);
                nest->lease_ends = std::min(nest->lease_ends, operation.valid_until);
            } else if (!is_shared(operation.kind)) {
                nest->lease_ends = std::max(nest->lease_ends, operation.valid_until);
            }
            ++nest->count;
            nest->told_lost = std::min(nest->told_lost, operation.lost_at);
        } else if (nest && operation.kind != Kind::force_release) {
            if (operation.outcome != Outcome::failed && --nest->count > 0)
                return;
            if (operation.outcome != Outcome::ok) // had it been there to the end, it could not have lapsed
                add_lapse(*nest, never);
            nest.reset();
        }
    }

    void add_lapse(const Nest& nest, Instant to)
    {
        const Instant from = std::min(nest.lease_ends, nest.told_lost);
        if (from == never || from > to)
            return;
        const Operation& first = *m_operations[nest.first];
        m_plan.steps.push_back({.move = is_shared(first.kind) ? Move::lapse_shared : Move::lapse,
                                .owner = number_of(first.owner),
                                .from = from,
                                .to = to,
                                .must = false,
                                .operation = nest.first});
    }

    const std::vector<const Operation*>& m_operations;
    LockRules m_rules;
    LockSteps m_plan;
    std::map<std::string, int> m_numbers;
};

} // namespace

LockSteps steps_of(const std::vector<const Operation*>& operations, const LockRules& rules)
{
    return Plan(operations, rules).make();
}

} // namespace lockscope::test

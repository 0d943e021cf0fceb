// SPDX-License-Identifier: Apache-2.0
#include "support/linearizability.hpp"

#include "support/hold_overlap.hpp"
#include "support/lock_steps.hpp"
#include "support/order_search.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

namespace lockscope::test {

namespace {

using Operations = std::vector<const Operation*>;

Instant end_of(const Operation& operation)
{
    return operation.outcome == Outcome::unknown ? never : operation.returned;
}

/// The operations in the order of their calls, the marked ones with an arrow.
std::string listed(Operations operations, const std::set<const Operation*>& marked, Instant start)
{
    std::sort(operations.begin(), operations.end(),
              [](const Operation* a, const Operation* b) { return a->invoked < b->invoked; });
    std::string text;
    for (const Operation* each : operations)
        text += (marked.contains(each) ? "  > " : "    ") + describe(*each, start) + '\n';
    return text;
}

/// The last few that returned before @p when, and those that were under way then.
Operations around(const Operations& operations, Instant when)
{
    constexpr std::size_t most = 12;
    Operations before;
    Operations under_way;
    for (const Operation* each : operations) {
        if (each->invoked > when)
            continue;
        (end_of(*each) < when ? before : under_way).push_back(each);
    }
    std::sort(before.begin(), before.end(),
              [](const Operation* a, const Operation* b) { return a->returned > b->returned; });
    std::sort(under_way.begin(), under_way.end(),
              [](const Operation* a, const Operation* b) { return a->invoked > b->invoked; });
    before.resize(std::min(before.size(), most));
    under_way.resize(std::min(under_way.size(), most));
    before.insert(before.end(), under_way.begin(), under_way.end());
    return before;
}

/// @p all with those of @p wanted that are not in it.
Operations joined(Operations all, const Operations& wanted)
{
    for (const Operation* each : wanted) {
        if (std::find(all.begin(), all.end(), each) == all.end())
            all.push_back(each);
    }
    return all;
}

Verdict overlap_found(const Overlap& overlap, const Operations& operations, Instant start)
{
    const Operations both{overlap.earlier, overlap.later};
    return {Verdict::Answer::violated, "Two held the lock \"" + overlap.later->lock + "\" at one moment:\n"
                                           + listed(joined(around(operations, overlap.later->returned), both),
                                                    {overlap.earlier, overlap.later}, start)};
}

Verdict no_order_found(const SearchResult& result, const LockSteps& plan, const Operations& operations, Instant start)
{
    const Operation* culprit = operations.at(plan.steps.at(result.stuck_at).operation);
    std::ostringstream text;
    text << "No order of the operations explains what the lock \"" << culprit->lock << "\" answered";
    if (result.answer == SearchResult::Answer::gave_up)
        text << " (given up after " << result.looked_at << " positions)";
    text << ".\nBefore the marked one it was ";
    constexpr std::size_t most = 5;
    for (std::size_t i = 0; i < std::min(most, result.possible.size()); ++i)
        text << (i == 0 ? "" : ", or ") << result.possible[i].shown(plan.owners);
    text << (result.possible.size() > most ? ", or …:\n" : ":\n")
         << listed(joined(around(operations, culprit->returned), {culprit}), {culprit}, start);
    return {result.answer == SearchResult::Answer::gave_up ? Verdict::Answer::undecided : Verdict::Answer::violated,
            text.str()};
}

Verdict check_one_lock(const Operations& operations, const LockRules& rules, Instant start, std::size_t budget)
{
    if (const auto overlap = find_overlap(operations, rules))
        return overlap_found(*overlap, operations, start);
    const LockSteps plan = steps_of(operations, rules);
    const SearchResult result = find_order(plan.steps, rules, budget);
    if (result.answer != SearchResult::Answer::found)
        return no_order_found(result, plan, operations, start);
    return {};
}

struct ByLock
{
    explicit ByLock(const std::vector<Operation>& operations)
    {
        for (const Operation& each : operations) {
            locks[each.lock].push_back(&each);
            start = std::min(start, each.invoked);
        }
    }
    std::map<std::string, Operations> locks;
    Instant start = never;
};

} // namespace

bool passes(const Verdict& verdict)
{
    if (!verdict.is_legal())
        std::fprintf(stderr, "%s\n", verdict.report.c_str());
    return verdict.is_legal();
}

Verdict check_history(const std::vector<Operation>& operations, const LockRules& rules, std::size_t budget)
{
    const ByLock all(operations);
    for (const auto& [lock, of_lock] : all.locks) {
        Verdict verdict = check_one_lock(of_lock, rules, all.start, budget);
        if (!verdict.is_legal())
            return verdict;
    }
    return {};
}

Verdict check_tokens(const std::vector<Operation>& operations)
{
    const ByLock all(operations);
    for (const auto& [lock, of_lock] : all.locks) {
        Operations by_call;
        Operations by_return;
        std::map<std::int64_t, const Operation*> owners;
        for (const Operation* each : of_lock) {
            if (!each->token || each->outcome != Outcome::ok)
                continue;
            const auto [place, is_new] = owners.emplace(*each->token, each);
            if (!is_new && place->second->owner != each->owner)
                return {Verdict::Answer::violated, "Two acquisitions of \"" + lock + "\" have one token:\n"
                                                       + listed({place->second, each}, {each}, all.start)};
            by_call.push_back(each);
        }
        by_return = by_call;
        std::sort(by_call.begin(), by_call.end(), [](auto* a, auto* b) { return a->invoked < b->invoked; });
        std::sort(by_return.begin(), by_return.end(), [](auto* a, auto* b) { return a->returned < b->returned; });
        const Operation* highest = nullptr; // of those that had returned
        auto next = by_return.begin();
        for (const Operation* each : by_call) {
            for (; next != by_return.end() && (*next)->returned < each->invoked; ++next) {
                if (highest == nullptr || *(*next)->token > *highest->token)
                    highest = *next;
            }
            if (highest != nullptr && *each->token < *highest->token)
                return {Verdict::Answer::violated, "A later acquisition of \"" + lock + "\" has a lower token:\n"
                                                       + listed({highest, each}, {each}, all.start)};
        }
    }
    return {};
}

} // namespace lockscope::test

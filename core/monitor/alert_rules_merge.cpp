// SPDX-License-Identifier: Apache-2.0
#include "lockscope/alert_rules.hpp"

#include <algorithm>

namespace lockscope {
namespace {

using Rules = std::vector<AlertRule>;

Rules::const_iterator with_id(const Rules& rules, const std::string& id)
{
    return std::find_if(rules.begin(), rules.end(), [&id](const AlertRule& rule) { return rule.id == id; });
}

bool has(const Rules& rules, const AlertRule& rule)
{
    const auto found = with_id(rules, rule.id);
    return found != rules.end() && *found == rule;
}

void give_free_id(AlertRule& rule, const Rules& taken, const Rules& also_taken)
{
    for (int number = 1; with_id(taken, rule.id) != taken.end() || with_id(also_taken, rule.id) != also_taken.end();
         ++number)
        rule.id = "rule-" + std::to_string(number);
}

} // namespace

AlertRules merged(const AlertRules& before, const AlertRules& after, const AlertRules& kept)
{
    AlertRules result = kept; // also what this version does not know
    if (kept.rules == before.rules) {
        result.rules = after.rules;
        return result;
    }
    std::erase_if(result.rules, [&](const AlertRule& rule) {
        return has(before.rules, rule) && with_id(after.rules, rule.id) == after.rules.end();
    });
    for (const AlertRule& rule : after.rules) {
        if (has(before.rules, rule))
            continue;
        const auto there = with_id(result.rules, rule.id);
        if (there == result.rules.end()) {
            result.rules.push_back(rule);
        } else if (with_id(before.rules, rule.id) != before.rules.end()) {
            result.rules[static_cast<std::size_t>(there - result.rules.begin())] = rule;
        } else if (*there != rule) { // two that have nothing to do with each other
            AlertRule another = rule;
            give_free_id(another, result.rules, after.rules);
            result.rules.push_back(std::move(another));
        }
    }
    return result;
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "lockscope/alert_rules.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>

namespace lockscope {
namespace {

using nlohmann::json;
using Kind = AlertRule::Kind;
using Problem = AlertRuleProblem;

constexpr milliseconds shortest{100};
constexpr milliseconds longest{30LL * 86'400'000};
constexpr std::int64_t most_waiters = 1'000'000;
constexpr std::size_t longest_glob = 1024;
constexpr std::size_t longest_text = 1u << 20;

constexpr std::array all_kinds{Kind::held_longer,   Kind::many_waiters,    Kind::low_ttl,
                               Kind::never_expires, Kind::stale_head,      Kind::deadlock,
                               Kind::lock_lost,     Kind::connection_lost, Kind::writes_refused};
constexpr std::array all_severities{Severity::info, Severity::warning, Severity::critical};

template <typename Value, std::size_t Size>
std::optional<Value> named(const std::array<Value, Size>& all, const json& name)
{
    const auto* text = name.get_ptr<const std::string*>();
    const auto found = text == nullptr
                         ? all.end()
                         : std::find_if(all.begin(), all.end(), [&](Value value) { return to_string(value) == *text; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

bool has_open_bracket(std::string_view glob) noexcept
{
    bool open = false;
    for (std::size_t i = 0; i < glob.size(); ++i) {
        if (glob[i] == '\\')
            ++i;
        else if (glob[i] == '[')
            open = true;
        else if (glob[i] == ']')
            open = false;
    }
    return open;
}

/// What is in @p object besides @p known, as text; empty if there is nothing.
std::string rest_of(json object, std::initializer_list<const char*> known)
{
    for (const char* member : known)
        object.erase(member);
    return object.empty() ? std::string() : object.dump(-1, ' ', false, json::error_handler_t::replace);
}

json object_of(const std::string& members)
{
    json object = json::parse(members, nullptr, false);
    return object.is_object() ? object : json::object();
}

json to_object(const AlertRule& rule)
{
    json object = object_of(rule.unknown_members);
    object["id"] = rule.id;
    object["kind"] = to_string(rule.kind);
    object["severity"] = to_string(rule.severity);
    object["enabled"] = rule.enabled;
    if (has_name(rule.kind))
        object["name"] = escape(rule.name_glob); // bytes that are no text cannot stand in JSON
    if (has_duration(rule.kind))
        object["duration_ms"] = rule.duration.count();
    if (has_count(rule.kind))
        object["count"] = rule.count;
    if (has_harmless(rule.kind))
        object["also_harmless"] = rule.also_harmless;
    return object;
}

std::optional<AlertRule> to_rule(const json& object)
{
    if (!object.is_object() || !object.contains("kind"))
        return std::nullopt;
    AlertRule rule;
    const auto kind = named(all_kinds, object["kind"]);
    const auto severity = object.contains("severity") ? named(all_severities, object["severity"]) : rule.severity;
    if (!kind || !severity)
        return std::nullopt;
    rule.kind = *kind;
    rule.severity = *severity;
    try {
        rule.id = object.value("id", std::string());
        rule.enabled = object.value("enabled", true);
        rule.name_glob = unescape(object.value("name", std::string("*")));
        rule.duration = milliseconds(object.value("duration_ms", rule.duration.count()));
        rule.count = object.value("count", rule.count);
        rule.also_harmless = object.value("also_harmless", rule.also_harmless);
    } catch (const json::exception&) {
        return std::nullopt; // a member of another type
    }
    rule.unknown_members =
        rest_of(object, {"id", "kind", "severity", "enabled", "name", "duration_ms", "count", "also_harmless"});
    const Problem problem = problem_of(rule);
    if (problem != Problem::none && problem != Problem::no_id)
        return std::nullopt;
    return rule;
}

void give_ids(std::vector<AlertRule>& rules)
{
    std::set<std::string> taken;
    for (AlertRule& rule : rules) {
        for (int number = 1; rule.id.empty() || !taken.insert(rule.id).second; ++number)
            rule.id = "rule-" + std::to_string(number);
    }
}

} // namespace

std::string_view to_string(Kind kind) noexcept
{
    switch (kind) {
    case Kind::held_longer: return "held-longer";
    case Kind::many_waiters: return "many-waiters";
    case Kind::low_ttl: return "low-ttl";
    case Kind::never_expires: return "never-expires";
    case Kind::stale_head: return "stale-head";
    case Kind::deadlock: return "deadlock";
    case Kind::lock_lost: return "lock-lost";
    case Kind::connection_lost: return "connection-lost";
    case Kind::writes_refused: return "writes-refused";
    }
    return "unknown";
}

bool has_duration(Kind kind) noexcept
{
    return kind == Kind::held_longer || kind == Kind::low_ttl || kind == Kind::connection_lost;
}

bool has_count(Kind kind) noexcept
{
    return kind == Kind::many_waiters;
}

bool has_name(Kind kind) noexcept
{
    return kind != Kind::deadlock && kind != Kind::connection_lost && kind != Kind::writes_refused;
}

bool has_harmless(Kind kind) noexcept
{
    return kind == Kind::held_longer;
}

Problem problem_of(const AlertRule& rule) noexcept
{
    if (rule.id.empty())
        return Problem::no_id;
    if (has_name(rule.kind) && rule.name_glob.empty())
        return Problem::no_name;
    if (has_name(rule.kind) && rule.name_glob.size() > longest_glob)
        return Problem::long_name;
    if (has_name(rule.kind) && has_open_bracket(rule.name_glob))
        return Problem::open_bracket;
    if (has_duration(rule.kind) && rule.duration < shortest)
        return Problem::duration_too_short;
    if (has_duration(rule.kind) && rule.duration > longest)
        return Problem::duration_too_long;
    if (has_count(rule.kind) && (rule.count < 0 || rule.count > most_waiters))
        return Problem::count_out_of_range;
    return Problem::none;
}

std::string_view sentence(Problem problem) noexcept
{
    switch (problem) {
    case Problem::none: return {};
    case Problem::no_id: return "The rule has no id.";
    case Problem::no_name: return "The name is empty and would match no lock; \"*\" matches all.";
    case Problem::long_name: return "The name is longer than 1,024 bytes.";
    case Problem::open_bracket: return "The name has a \"[\" without its \"]\"; a literal one is written \"\\[\".";
    case Problem::duration_too_short: return "The time is shorter than 0.1 seconds.";
    case Problem::duration_too_long: return "The time is longer than 30 days.";
    case Problem::count_out_of_range: return "The number of waiters is not between 0 and 1,000,000.";
    }
    return {};
}

AlertRules AlertRules::defaults()
{
    const auto rule = [](Kind kind, Severity severity) {
        AlertRule result;
        result.kind = kind;
        result.severity = severity;
        result.id = to_string(kind);
        return result;
    };
    AlertRules all;
    all.rules = {rule(Kind::held_longer, Severity::warning),    rule(Kind::many_waiters, Severity::warning),
                 rule(Kind::low_ttl, Severity::info),           rule(Kind::never_expires, Severity::critical),
                 rule(Kind::stale_head, Severity::critical),    rule(Kind::deadlock, Severity::critical),
                 rule(Kind::lock_lost, Severity::critical),     rule(Kind::connection_lost, Severity::critical),
                 rule(Kind::writes_refused, Severity::critical)};
    all.rules[0].duration = milliseconds{300'000};
    all.rules[2].duration = milliseconds{5'000};
    all.rules[2].enabled = false; // every fixed lease ends so
    all.rules[7].duration = milliseconds{30'000};
    return all;
}

std::string to_json(const AlertRules& rules)
{
    json object = object_of(rules.unknown_members);
    object["version"] = 1;
    json list = json::array();
    for (const AlertRule& rule : rules.rules)
        list.push_back(to_object(rule));
    for (const std::string& text : rules.not_understood) {
        json each = json::parse(text, nullptr, false);
        if (!each.is_discarded())
            list.push_back(std::move(each));
    }
    object["rules"] = std::move(list);
    return object.dump(2, ' ', false, json::error_handler_t::replace);
}

AlertRules alert_rules_from_json(std::string_view text)
{
    const json object = text.size() > longest_text ? json() : json::parse(text, nullptr, false);
    if (!object.is_object() || !object.contains("rules") || !object["rules"].is_array())
        throw Error(Errc::invalid_argument, "The alert rules are no JSON object with a list \"rules\".");
    AlertRules result;
    for (const json& each : object["rules"]) {
        auto rule = result.rules.size() < AlertRules::most ? to_rule(each) : std::nullopt;
        if (rule)
            result.rules.push_back(std::move(*rule));
        else if (result.not_understood.size() < AlertRules::most)
            result.not_understood.push_back(each.dump(-1, ' ', false, json::error_handler_t::replace));
    }
    give_ids(result.rules);
    result.unknown_members = rest_of(object, {"rules", "version"});
    return result;
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"

#include "lockscope/escape.hpp"
#include "output.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace lockctl {

using namespace lockscope;

namespace {

constexpr std::size_t label_width = 14;

std::string_view to_string(Deployment deployment)
{
    switch (deployment) {
    case Deployment::single: return "single";
    case Deployment::sentinel: return "sentinel";
    case Deployment::cluster: return "cluster";
    case Deployment::replicated: return "replicated";
    }
    return "unknown";
}

std::string_view words_for(Feature feature)
{
    switch (feature) {
    case Feature::find: return "finding locks";
    case Feature::read: return "reading locks";
    case Feature::keys: return "locks of every name";
    case Feature::atomic_read: return "reading a lock in one piece";
    case Feature::news: return "live news";
    case Feature::unlock_messages: return "telling a release from a deletion";
    case Feature::waiting_clients: return "counting waiting clients";
    case Feature::shard_messages: return "messages within a shard";
    case Feature::client_names: return "names of clients";
    case Feature::server_facts: return "version, role, cost";
    case Feature::connection: return "connections that the server can name";
    case Feature::admin: return "acting on locks";
    case Feature::undo: return "undoing a force-release";
    case Feature::acquire: return "acquiring locks";
    case Feature::acquire_fair: return "acquiring fair locks";
    case Feature::acquire_read_write: return "acquiring read-write locks";
    case Feature::acquire_fenced: return "acquiring fenced locks";
    case Feature::acquire_semaphore: return "acquiring semaphores";
    case Feature::acquire_permit: return "acquiring permits with an end";
    case Feature::trace: return "tracing commands";
    }
    return "unknown";
}

/// Whoever is to see some locks only, or to act on them, was given so.
bool is_key_pattern(const Permission& permission)
{
    return permission.acl_rule.find('~') != std::string::npos;
}

/// "granted", "missing", or "unknown" where trying it would have had an effect.
std::string_view state_of(const Permission& permission)
{
    return !permission.known ? "unknown" : permission.granted ? "granted" : "missing";
}

std::string padded(std::string_view text, std::size_t width)
{
    std::string result(text);
    result.resize(std::max(result.size(), width), ' ');
    return result;
}

std::string line(std::string_view label, const std::string& text)
{
    return padded(label, label_width) + text + '\n';
}

std::string in_milliseconds(std::chrono::microseconds time)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f ms", static_cast<double>(time.count()) / 1000);
    return text;
}

std::string product_of(const std::string& product, const std::string& version)
{
    return version.empty() ? "unknown: it does not say what it is" : escape(product) + ' ' + escape(version);
}

std::string encryption_line(const std::optional<Encryption>& encryption)
{
    if (!encryption)
        return "none";
    return encryption->protocol + ", " + (encryption->verified ? "verified" : "NOT VERIFIED")
         + ", the server's certificate ends on " + to_date(encryption->valid_until)
         + (encryption->own_valid_until ? ", ours on " + to_date(*encryption->own_valid_until) : std::string());
}

bool is_replica(const CheckedNode& node)
{
    return node.role == "slave";
}

std::string node_line(const CheckedNode& node)
{
    if (!node.trouble.empty())
        return line("master", escape(node.address) + "  " + node.trouble);
    std::string text = escape(node.address) + "  " + product_of(node.product, node.version);
    if (!node.role.empty())
        text += "  " + escape(node.role);
    if (node.replicas)
        text += "  " + std::to_string(*node.replicas) + (*node.replicas == 1 ? " replica" : " replicas");
    return line(is_replica(node) ? "replica" : "master", text + "  " + in_milliseconds(node.latency));
}

std::string state_text(const PermissionReport& report, Feature feature)
{
    std::string missing;
    for (const auto& permission : report.missing_for(feature))
        missing += std::string("\n") + std::string(label_width + 2, ' ') + permission.acl_rule + "  "
                 + std::string(cost_of(permission, feature));
    if (!report.allows(feature))
        return "missing" + missing;
    return report.knows(feature) ? "granted" : "not tried, it would have an effect";
}

/// Whoever only watches is not to miss what acting takes.
std::string permissions_text(const PermissionReport& report, Purpose purpose)
{
    std::string text;
    for (const Feature feature : report.features()) {
        const bool is_unwanted = purpose == Purpose::watching && is_for_acting(feature) && !report.allows(feature);
        const std::string state = is_unwanted ? "not permitted: watching only" : state_text(report, feature);
        text += line(text.empty() ? "permissions" : "", std::string(words_for(feature)) + ": " + state);
    }
    return text;
}

/// What to send to the server's administrator.
std::string request_text(const Endpoint& endpoint, const PermissionReport& report, Purpose purpose)
{
    const std::string rules = report.acl_line(purpose);
    if (rules.empty())
        return {};
    const std::string user = endpoint.user.empty() ? "default" : escape(endpoint.user);
    return line(purpose == Purpose::watching ? "to watch" : "to act", "ACL SETUSER " + user + ' ' + escape(rules));
}

Json to_json(const CheckedNode& node)
{
    Json object;
    object["address"] = node.address;
    set_bytes(object, "product", node.product);
    set_bytes(object, "version", node.version);
    set_bytes(object, "role", node.role);
    object["replicas"] = node.replicas ? Json(*node.replicas) : Json(nullptr);
    object["latency_us"] = node.latency.count();
    object["trouble"] = node.trouble.empty() ? Json(nullptr) : Json(node.trouble);
    return object;
}

Json to_json(const Encryption& encryption)
{
    Json object;
    object["protocol"] = encryption.protocol;
    object["cipher"] = encryption.cipher;
    object["verified"] = encryption.verified;
    set_bytes(object, "subject", encryption.subject);
    set_bytes(object, "issuer", encryption.issuer);
    object["valid_until"] = to_text(encryption.valid_until);
    object["own_valid_until"] = encryption.own_valid_until ? Json(to_text(*encryption.own_valid_until)) : Json(nullptr);
    object["days_left"] = encryption.days_left(std::chrono::system_clock::now());
    return object;
}

} // namespace

std::vector<std::string> complaints(const ServerCheck& check, Purpose purpose)
{
    std::vector<std::string> all;
    for (const auto& trouble : check.troubles)
        all.push_back("A master could not be asked: " + trouble);
    for (const auto& concern : concerns(check.encryption))
        all.push_back(concern);
    for (const auto& risk : check.risks.all) {
        if (risk.severity != Severity::info)
            all.push_back(risk.setting + ": " + risk.sentence);
    }
    for (const auto& node : check.nodes) {
        if (purpose == Purpose::acting && is_replica(node))
            all.push_back(node.address
                          + " is a replica: locks can be watched there, but every action on one is refused. Give the "
                            "address of its master.");
    }
    for (const auto& permission : check.permissions.missing(purpose)) {
        if (!is_key_pattern(permission))
            all.push_back("The right " + permission.acl_rule + " is missing: " + std::string(cost_of(permission)));
    }
    return all;
}

std::string to_text(const Endpoint& endpoint, const ServerCheck& check, Purpose purpose)
{
    std::string text = line("address", endpoint.display());
    const bool has_no_master = check.masters == 1 && check.role == "slave";
    text += line("deployment",
                 std::string(to_string(endpoint.deployment)) + ", "
                     + (has_no_master ? "a replica"
                                      : std::to_string(check.masters) + (check.masters == 1 ? " master" : " masters")));
    text += line("server", product_of(check.product, check.version));
    for (const auto& node : check.nodes)
        text += node_line(node);
    text += line("encryption", encryption_line(check.encryption));
    text += permissions_text(check.permissions, purpose);
    text += request_text(endpoint, check.permissions, purpose);
    for (const auto& risk : check.risks.all)
        text +=
            line("risk", std::string(lockscope::to_string(risk.severity)) + "  " + risk.setting + ": " + risk.sentence);
    if (!check.risks.unknown.empty()) {
        std::string names;
        for (const auto& name : check.risks.unknown)
            names += (names.empty() ? "" : ", ") + name;
        text += line("not told", names);
    }
    const auto wrong = complaints(check, purpose).size();
    return text
         + line("result", wrong == 0 ? "well" : std::to_string(wrong) + (wrong == 1 ? " complaint" : " complaints"));
}

Json to_json(const Endpoint& endpoint, const ServerCheck& check, Purpose purpose)
{
    Json object;
    object["address"] = endpoint.display();
    object["deployment"] = to_string(endpoint.deployment);
    object["masters"] = Json::array();
    for (const auto& node : check.nodes)
        object["masters"].push_back(to_json(node));
    object["encryption"] = check.encryption ? to_json(*check.encryption) : Json(nullptr);
    object["permissions"] = Json::array();
    for (const auto& permission : check.permissions.all) {
        Json& each = object["permissions"].emplace_back();
        each["feature"] = lockscope::to_string(permission.feature);
        each["what"] = permission.what;
        each["rule"] = permission.acl_rule;
        each["also_for"] = Json::array();
        for (const Feature feature : permission.also_for)
            each["also_for"].push_back(lockscope::to_string(feature));
        each["state"] = state_of(permission);
        each["cost"] = cost_of(permission);
    }
    object["acl_line"] = check.permissions.acl_line();
    object["acl_line_for_watching"] = check.permissions.acl_line(Purpose::watching);
    object["risks"] = Json::array();
    for (const auto& risk : check.risks.all) {
        Json& each = object["risks"].emplace_back();
        each["severity"] = lockscope::to_string(risk.severity);
        each["setting"] = risk.setting;
        each["sentence"] = risk.sentence;
    }
    object["settings_not_told"] = check.risks.unknown;
    object["complaints"] = complaints(check, purpose);
    return object;
}

} // namespace lockctl

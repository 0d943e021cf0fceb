// SPDX-License-Identifier: Apache-2.0
#include "lockscope/permissions.hpp"

#include <algorithm>

namespace lockscope {

std::string_view to_string(Feature feature) noexcept
{
    switch (feature) {
    case Feature::find: return "find";
    case Feature::read: return "read";
    case Feature::atomic_read: return "atomic-read";
    case Feature::news: return "news";
    case Feature::unlock_messages: return "unlock-messages";
    case Feature::waiting_clients: return "waiting-clients";
    case Feature::server_facts: return "server-facts";
    case Feature::admin: return "admin";
    case Feature::undo: return "undo";
    }
    return "unknown";
}

std::vector<Permission> PermissionReport::missing() const
{
    std::vector<Permission> result;
    std::copy_if(all.begin(), all.end(), std::back_inserter(result),
                 [](const Permission& permission) { return permission.known && !permission.granted; });
    return result;
}

bool PermissionReport::allows(Feature feature) const
{
    return std::none_of(all.begin(), all.end(), [feature](const Permission& permission) {
        return permission.feature == feature && permission.known && !permission.granted;
    });
}

std::string PermissionReport::acl_line() const
{
    std::vector<std::string> rules;
    for (const auto& permission : missing()) {
        if (std::find(rules.begin(), rules.end(), permission.acl_rule) == rules.end())
            rules.push_back(permission.acl_rule);
    }
    std::string line;
    for (const auto& rule : rules)
        line += (line.empty() ? "" : " ") + rule;
    return line;
}

} // namespace lockscope

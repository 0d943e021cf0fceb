// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/redis_client.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockscope::test {

using Rules = std::vector<std::string>;

inline std::string permissions_manual()
{
    std::ifstream manual(std::filesystem::path(LOCKSCOPE_SOURCES) / "docs" / "permissions.md");
    std::stringstream text;
    text << manual.rdbuf();
    return text.str();
}

/// The rights that docs/permissions.md gives @p user: every word after "ACL SETUSER <user>". The manual itself is what
/// is tested, so that nobody can follow it in vain.
inline Rules documented_rules(const std::string& user)
{
    const std::string text = permissions_manual();
    const auto begin = text.find("ACL SETUSER " + user + " ");
    const auto end = text.find("```", begin);
    if (begin == std::string::npos || end == std::string::npos)
        throw std::runtime_error("docs/permissions.md says nothing of " + user);
    std::istringstream words(text.substr(begin, end - begin));
    Rules rules;
    for (std::string word; words >> word;)
        rules.push_back(word);
    rules.erase(rules.begin(), rules.begin() + 3);
    return rules;
}

/// What docs/permissions.md says that this type of lock needs beyond that: the words in code of its row.
inline Rules documented_beyond(const std::string& type)
{
    const std::string text = permissions_manual();
    const auto begin = text.find("\n| " + type + " | `+");
    if (begin == std::string::npos)
        throw std::runtime_error("docs/permissions.md says nothing of a lock that is " + type);
    std::string row = text.substr(begin + 1, text.find('\n', begin + 1) - begin - 1);
    std::erase(row, '\\'); // before a bar inside of a table
    Rules rules;
    std::istringstream words(row);
    for (std::string word; words >> word;) {
        std::erase(word, '`');
        if (!word.empty() && std::string("+~&").find(word.front()) != std::string::npos)
            rules.push_back(word);
    }
    return rules;
}

/// The same without one of them; throws if it is not there.
inline Rules without(Rules rules, const std::string& rule)
{
    if (std::erase(rules, rule) == 0)
        throw std::runtime_error(rule + " is not documented");
    return rules;
}

inline Rules replaced(Rules rules, const std::string& rule, const std::string& by)
{
    if (std::find(rules.begin(), rules.end(), rule) == rules.end())
        throw std::runtime_error(rule + " is not documented");
    std::replace(rules.begin(), rules.end(), rule, by);
    return rules;
}

/// Makes a user with exactly these rights (the manual's password is "secret"), and returns its way to the server.
inline Endpoint user_with(RedisClient& redis, Endpoint endpoint, const std::string& user, const Rules& rules)
{
    std::vector<std::string> words{"ACL", "SETUSER", user, "reset"};
    words.insert(words.end(), rules.begin(), rules.end());
    redis.expect(words);
    endpoint.user = user;
    endpoint.password = "secret";
    return endpoint;
}

} // namespace lockscope::test

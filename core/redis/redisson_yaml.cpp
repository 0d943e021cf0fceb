// SPDX-License-Identifier: Apache-2.0
// Only the first two levels of a document are ever walked, each node once, so aliases that multiply or contain
// themselves cost nothing; yaml-cpp itself ends too deep a nesting with an exception.
#include "lockscope/redisson_yaml.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "redis/redisson_settings.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>

namespace lockscope {
namespace {

using Kind = RedissonRemark::Kind;

constexpr std::size_t longest_name_shown = 60;
constexpr std::size_t most_settings = 500;
constexpr int highest_database = 1'000'000;

/// What Redisson calls its ways of deployment; the first two have one address that can be taken.
constexpr std::string_view single_server = "singleServerConfig";
constexpr std::string_view master_slave = "masterSlaveServersConfig";
constexpr std::array other_deployments = {
    std::string_view("sentinelServersConfig"),   std::string_view("clusterServersConfig"),
    std::string_view("replicatedServersConfig"), std::string_view("multiClusterServersConfig"),
    std::string_view("proxyServersConfig"),      std::string_view("multiSentinelServersConfig")};

template <typename List>
bool contains(const List& list, std::string_view name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

[[noreturn]] void refuse(const std::string& sentence)
{
    throw Error(Errc::invalid_argument, sentence);
}

std::string shown(std::string_view name)
{
    return escape(name.substr(0, longest_name_shown)) + (name.size() > longest_name_shown ? "…" : "");
}

/// Replaces ${NAME:-value} and ${NAME:value} by the value, ${NAME} by nothing.
struct Filled
{
    std::string text;
    bool by_default = false;
    bool by_nothing = false;
};

Filled filled(std::string_view text)
{
    Filled result;
    while (!text.empty()) {
        const std::size_t start = text.find("${");
        const std::size_t end = start == std::string_view::npos ? start : text.find('}', start);
        if (end == std::string_view::npos) {
            result.text += text;
            break;
        }
        result.text += text.substr(0, start);
        const std::string_view inside = text.substr(start + 2, end - start - 2);
        const std::size_t colon = inside.find(':');
        if (colon == std::string_view::npos) {
            result.by_nothing = true;
        } else {
            std::string_view value = inside.substr(colon + 1);
            value.remove_prefix(value.starts_with('-') ? 1 : 0);
            result.text += value;
            result.by_default = true;
        }
        text.remove_prefix(end + 1);
    }
    return result;
}

class Reading
{
public:
    explicit Reading(const YAML::Node& root) : m_root(root) {}

    RedissonConfig run()
    {
        if (!m_root.IsMap())
            refuse("This is not a Redisson configuration: it does not begin with settings.");
        std::string deployment;
        for (const auto& entry : m_root) {
            const std::string name = name_of(entry.first);
            if (is_deployment(name)) {
                if (!deployment.empty())
                    refuse("This configuration names two deployments, " + deployment + " and " + name + ".");
                deployment = name;
            } else {
                take_common(name, entry.second, name);
            }
        }
        if (deployment.empty())
            refuse("There is no server in this file: singleServerConfig is missing.");
        take_deployment(deployment);
        report_groups();
        return std::move(m_result);
    }

private:
    static bool is_deployment(std::string_view name)
    {
        return name == single_server || name == master_slave || contains(other_deployments, name);
    }

    static std::string name_of(const YAML::Node& key)
    {
        if (!key.IsScalar())
            refuse("This is not a Redisson configuration: a setting has no plain name.");
        return key.Scalar();
    }

    void take_deployment(const std::string& name)
    {
        const YAML::Node settings = m_root[name];
        if (!settings.IsMap())
            refuse(name + " should contain settings.");
        if (contains(other_deployments, name)) {
            remark(Kind::other_deployment, name);
            return;
        }
        const std::string address_setting = name == single_server ? "address" : "masterAddress";
        std::optional<std::string> address;
        for (const auto& entry : settings) {
            const std::string setting = name_of(entry.first);
            const std::string path = name + '.' + setting;
            if (setting == address_setting)
                address = value_of(entry.second, path);
            else if (setting == "database")
                m_database = database_of(value_of(entry.second, path), path);
            else
                take_common(setting, entry.second, path);
        }
        if (!address)
            refuse(name + " has no " + address_setting + '.');
        if (name == master_slave)
            remark(Kind::master_only, name);
        take_address(*address, name + '.' + address_setting);
    }

    /// Settings that may stand in a deployment or, in newer versions, above it; the deployment's come last and win.
    void take_common(const std::string& setting, const YAML::Node& value, const std::string& path)
    {
        if (++m_settings > most_settings)
            refuse("This configuration has too many settings.");
        if (setting == "username")
            m_user = value_of(value, path);
        else if (setting == "password")
            m_password = value_of(value, path);
        else if (setting == "clientName")
            m_result.client_name = escape(value_of(value, path));
        else if (setting == "credentialsResolver")
            remark_if_set(Kind::credentials_by_code, value, path);
        else if (setting == "nameMapper")
            remark_if_set(Kind::names_by_code, value, path);
        else if (redis::is_redisson_tuning(setting))
            m_tuning.push_back(path);
        else
            m_unknown.push_back(shown(path));
    }

    void remark_if_set(Kind kind, const YAML::Node& value, const std::string& path)
    {
        // "DefaultNameMapper" and the like change nothing.
        if (!value.IsNull() && value.Tag().find(".Default") == std::string::npos)
            remark(kind, path);
    }

    std::string value_of(const YAML::Node& value, const std::string& path)
    {
        if (value.IsNull())
            return {};
        if (!value.IsScalar())
            refuse(path + " should be a single value.");
        const Filled result = filled(value.Scalar());
        if (result.by_default)
            remark(Kind::default_taken, path);
        if (result.by_nothing)
            remark(Kind::placeholder_left, path);
        return result.text;
    }

    static int database_of(const std::string& text, const std::string& path)
    {
        if (text.empty())
            return 0;
        int number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size() || number < 0 || number > highest_database)
            refuse(path + " should be the number of a database.");
        return number;
    }

    void take_address(const std::string& address, const std::string& path)
    {
        if (address.starts_with("rediss://") || address.starts_with("valkeys://")) {
            remark(Kind::encrypted, path);
            return;
        }
        Endpoint endpoint = parsed(address, path);
        if (m_database)
            endpoint.database = *m_database;
        if (!m_user.empty())
            endpoint.user = m_user;
        if (!m_password.empty())
            endpoint.password = m_password;
        m_result.endpoint = std::move(endpoint);
    }

    /// Redisson's names for the schemes are its own, and it asks for a port.
    static Endpoint parsed(std::string address, const std::string& path)
    {
        static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> ours{
            {{"valkey://", "redis://"}, {"redis+uds://", "unix://"}, {"valkey+uds://", "unix://"}}};
        for (const auto& [theirs, replacement] : ours) {
            if (address.starts_with(theirs))
                address = std::string(replacement) + address.substr(theirs.size());
        }
        try {
            return Endpoint::parse(address);
        } catch (const Error&) {
            refuse(path + " is not an address such as redis://host:6379."); // its words would show the value
        }
    }

    void remark(Kind kind, const std::string& setting)
    {
        for (RedissonRemark& each : m_result.remarks) {
            if (each.kind == kind) {
                each.settings.push_back(setting);
                return;
            }
        }
        m_result.remarks.push_back({kind, {setting}});
    }

    void report_groups()
    {
        if (!m_tuning.empty())
            m_result.remarks.push_back({Kind::only_tuning, std::move(m_tuning)});
        if (!m_unknown.empty())
            m_result.remarks.push_back({Kind::unknown, std::move(m_unknown)});
    }

    YAML::Node m_root;
    RedissonConfig m_result;
    std::optional<int> m_database;
    std::string m_user, m_password;
    std::vector<std::string> m_tuning, m_unknown;
    std::size_t m_settings = 0;
};

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace

std::string to_sentence(const RedissonRemark& remark)
{
    const std::string names = joined(remark.settings);
    switch (remark.kind) {
    case Kind::other_deployment:
        return names + " names several servers; this program connects to one, so no address was taken.";
    case Kind::master_only: return "Of " + names + " the master's address was taken.";
    case Kind::encrypted:
        return names + " asks for an encrypted connection, which is not supported; no address was taken.";
    case Kind::default_taken: return "The environment is not looked at; the default value was taken for " + names + '.';
    case Kind::placeholder_left: return "A placeholder without a default value was left empty in " + names + '.';
    case Kind::credentials_by_code:
        return "User and password come from a class of the application (" + names + "); enter them by hand.";
    case Kind::names_by_code:
        return "A class of the application changes names (" + names + "): here locks have the names that Redis knows.";
    case Kind::only_tuning: return "These settings concern Redisson's own connections and are not used: " + names + '.';
    case Kind::unknown: break;
    }
    return "These settings are not known and were not used: " + names + '.';
}

RedissonConfig read_redisson_yaml(std::string_view text)
{
    if (text.size() > max_redisson_yaml)
        refuse("The file is larger than 64 KB: that is no Redisson configuration.");
    YAML::Node root;
    try {
        root = YAML::Load(std::string(text));
    } catch (const YAML::Exception& error) {
        // Its own words would quote the file.
        const int line = error.mark.is_null() ? 0 : error.mark.line + 1;
        refuse("The file is not valid YAML" + (line > 0 ? ", see line " + std::to_string(line) : std::string()) + '.');
    }
    try {
        return Reading(root).run();
    } catch (const YAML::Exception&) {
        refuse("This is not a Redisson configuration.");
    }
}

RedissonConfig read_redisson_yaml_file(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text(max_redisson_yaml + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.is_open() || file.bad() || (file.fail() && !file.eof()))
        refuse("The file " + escape(path) + " cannot be read.");
    text.resize(static_cast<std::size_t>(file.gcount()));
    return read_redisson_yaml(text);
}

} // namespace lockscope

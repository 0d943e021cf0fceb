// SPDX-License-Identifier: Apache-2.0
// Only the first two levels of a document are ever walked, and lists of addresses below them, each node once, so
// aliases that multiply or contain themselves cost nothing; yaml-cpp itself ends too deep a nesting with an exception.
#include "lockscope/redisson_yaml.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "redis/redisson_addresses.hpp"
#include "redis/redisson_settings.hpp"
#include "redis/redisson_values.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace lockscope {
namespace {

using Kind = RedissonRemark::Kind;

constexpr std::size_t longest_name_shown = 60;
constexpr std::size_t most_settings = 500;
constexpr std::size_t most_list_entries = 100;
constexpr std::int64_t highest_database = 1'000'000;
constexpr std::int64_t longest_time = 100LL * 365 * 24 * 3600 * 1000; // ms
constexpr std::int64_t usual_fair_wait = 300'000;                     // ms

/// A way of deployment as Redisson calls it, and the settings where its servers stand.
struct Way
{
    std::string_view name;
    Deployment deployment;
    std::string_view address;     ///< One address; empty: there is no such setting.
    std::string_view addresses;   ///< A list.
    bool needs_addresses = false; ///< Otherwise the list may be missing or empty.
};

constexpr std::array ways = {
    Way{"singleServerConfig", Deployment::single, "address", ""},
    Way{"masterSlaveServersConfig", Deployment::replicated, "masterAddress", "slaveAddresses"},
    Way{"sentinelServersConfig", Deployment::sentinel, "", "sentinelAddresses", true},
    Way{"clusterServersConfig", Deployment::cluster, "", "nodeAddresses", true},
    Way{"replicatedServersConfig", Deployment::replicated, "", "nodeAddresses", true},
};

constexpr std::array<std::string_view, 3> other_ways = {"multiClusterServersConfig", "proxyServersConfig",
                                                        "multiSentinelServersConfig"};

const Way* find_way(std::string_view name)
{
    const auto found = std::find_if(ways.begin(), ways.end(), [name](const Way& way) { return way.name == name; });
    return found == ways.end() ? nullptr : &*found;
}

bool is_deployment(std::string_view name)
{
    return find_way(name) != nullptr || std::find(other_ways.begin(), other_ways.end(), name) != other_ways.end();
}

std::string shown(std::string_view name)
{
    return escape(name.substr(0, longest_name_shown)) + (name.size() > longest_name_shown ? "…" : "");
}

std::string name_of(const YAML::Node& key)
{
    if (!key.IsScalar() || key.Scalar().empty())
        redis::refuse_file("This is not a Redisson configuration: a setting has no plain name.");
    return key.Scalar();
}

class Reading
{
public:
    explicit Reading(const YAML::Node& root) : m_root(root) {}

    RedissonConfig run()
    {
        if (!m_root.IsMap())
            redis::refuse_file("This is not a Redisson configuration: it does not begin with settings.");
        std::string deployment;
        for (const auto& entry : m_root) {
            const std::string name = name_of(entry.first);
            if (is_deployment(name)) {
                if (!deployment.empty())
                    redis::refuse_file("This configuration names two deployments, " + deployment + " and " + name
                                       + ".");
                deployment = name;
            } else {
                take_common(name, entry.second, name);
            }
        }
        if (deployment.empty())
            redis::refuse_file("There is no server in this file: singleServerConfig is missing.");
        take_deployment(deployment);
        report_groups();
        return std::move(m_result);
    }

private:
    void take_deployment(const std::string& name)
    {
        const YAML::Node settings = m_root[name];
        if (!settings.IsMap())
            redis::refuse_file(name + " should contain settings.");
        const Way* way = find_way(name);
        if (way == nullptr) {
            m_values.remark(Kind::other_deployment, name);
            return;
        }
        for (const auto& entry : settings) {
            const std::string setting = name_of(entry.first);
            take_setting(*way, setting, entry.second, name + '.' + setting);
        }
        if (!way->address.empty() && !m_address)
            redis::refuse_file(name + " has no " + std::string(way->address) + '.');
        if (way->needs_addresses && m_addresses.empty())
            redis::refuse_file(name + " has no " + std::string(way->addresses) + '.');
        if (way->deployment == Deployment::sentinel && m_service.empty())
            redis::refuse_file(name + " has no masterName.");
        if (way->deployment == Deployment::cluster && m_database.value_or(0) != 0)
            redis::refuse_file(name + ".database is not 0; a cluster has database 0 only.");
        take_servers(*way);
    }

    void take_setting(const Way& way, const std::string& setting, const YAML::Node& value, const std::string& path)
    {
        if (setting == way.address)
            m_address = m_values.text(value, path);
        else if (setting == way.addresses)
            take_addresses(value, path);
        else if (setting == "database")
            m_database = static_cast<int>(m_values.number(value, path, 0, highest_database, 0));
        else if (way.deployment == Deployment::sentinel && setting == "masterName")
            m_service = m_values.text(value, path);
        else if (way.deployment == Deployment::sentinel && setting == "sentinelUsername")
            m_sentinel_user = m_values.text(value, path);
        else if (way.deployment == Deployment::sentinel && setting == "sentinelPassword")
            m_sentinel_password = m_values.text(value, path);
        else if (way.deployment == Deployment::cluster && setting == "shardedSubscriptionMode")
            m_result.sharded_messages = sharded_messages_of(m_values.text(value, path), path);
        else
            take_common(setting, value, path);
    }

    void take_addresses(const YAML::Node& value, const std::string& path)
    {
        if (value.IsNull())
            return;
        if (!value.IsSequence() || value.size() > most_list_entries)
            redis::refuse_file(path + " should be a list of at most " + std::to_string(most_list_entries)
                               + " addresses.");
        for (const YAML::Node& each : value)
            m_addresses.push_back(m_values.text(each, path));
    }

    /// Settings that may stand in a deployment or, in newer versions, above it; the deployment's come last and win.
    void take_common(const std::string& setting, const YAML::Node& value, const std::string& path)
    {
        if (++m_settings > most_settings)
            redis::refuse_file("This configuration has too many settings.");
        // None, as most files have it beside the servers, leaves what stands at the top.
        const bool is_none = value.IsNull();
        if (setting == "username")
            m_user = is_none ? m_user : m_values.text(value, path);
        else if (setting == "password")
            m_password = is_none ? m_password : m_values.text(value, path);
        else if (setting == "clientName")
            m_result.client_name = escape(m_values.text(value, path));
        else if (setting == "credentialsResolver")
            m_values.remark_if_set(Kind::credentials_by_code, value, path);
        else if (setting == "nameMapper")
            m_values.remark_if_set(Kind::names_by_code, value, path);
        else if (setting == "natMapper" || setting == "natMap")
            m_values.remark_if_set(Kind::addresses_by_code, value, path);
        else if (setting == "commandMapper")
            m_values.remark_if_set(Kind::not_honoured, value, path);
        else if (!take_promises(setting, value, path) && !take_tls(setting, value, path))
            (redis::is_redisson_tuning(setting) ? m_tuning : m_unknown).push_back(shown(path));
    }

    /// What decides how safe and how long a lock is.
    bool take_promises(const std::string& setting, const YAML::Node& value, const std::string& path)
    {
        using std::chrono::milliseconds;
        if (setting == "checkLockSyncedSlaves")
            m_result.wait_for_replica = m_values.truth(value, path, m_result.wait_for_replica);
        else if (setting == "slavesSyncTimeout")
            m_result.replica_timeout = milliseconds(m_values.number(value, path, 1, longest_time, 1000));
        else if (setting == "lockWatchdogTimeout")
            m_result.watchdog_lease = milliseconds(m_values.number(value, path, 1, longest_time, 30'000));
        else if (setting != "fairLockWaitTimeout")
            return false;
        else if (m_values.number(value, path, 0, longest_time, usual_fair_wait) != usual_fair_wait)
            m_values.remark(Kind::not_honoured, path);
        return true;
    }

    /// What an unencrypted connection has no use for is passed over at the end.
    bool take_tls(const std::string& setting, const YAML::Node& value, const std::string& path)
    {
        static constexpr std::array<std::string_view, 5> stores = {
            "sslKeystore", "sslKeystorePassword", "sslKeystoreType", "sslTruststore", "sslTruststorePassword"};
        static constexpr std::array<std::string_view, 5> others = {"sslCiphers", "sslKeyManagerFactory", "sslProtocols",
                                                                   "sslTrustManagerFactory", "tlsVersion"};
        const auto is_in = [&setting](const auto& names) {
            return std::find(names.begin(), names.end(), setting) != names.end();
        };
        if (setting == "sslVerificationMode")
            m_verification = {m_values.text(value, path), path};
        else if (setting == "sslEnableEndpointIdentification") {
            if (!m_values.truth(value, path, true))
                m_tls.push_back({Kind::host_check_kept, path});
        } else if (is_in(stores)) {
            if (!value.IsNull())
                m_tls.push_back({Kind::java_stores, path});
        } else if (is_in(others)) {
            if (!value.IsNull())
                m_tls.push_back({Kind::not_honoured, path});
        } else {
            return false;
        }
        return true;
    }

    static ShardedMessages sharded_messages_of(const std::string& mode, const std::string& path)
    {
        if (mode == "ON")
            return ShardedMessages::on;
        if (mode == "OFF")
            return ShardedMessages::off;
        if (!mode.empty() && mode != "AUTO")
            redis::refuse_file(path + " should be AUTO, ON or OFF.");
        return ShardedMessages::automatic;
    }

    void take_servers(const Way& way)
    {
        std::string setting = std::string(way.name) + '.';
        setting += way.address.empty() ? way.addresses : way.address;
        if (m_address)
            m_addresses.insert(m_addresses.begin(), *m_address);
        const bool is_alone = m_addresses.size() == 1 && !way.needs_addresses;
        Endpoint endpoint =
            redis::endpoint_of_redisson(is_alone ? Deployment::single : way.deployment, m_addresses, setting);
        endpoint.service = m_service;
        if (m_database)
            endpoint.database = *m_database;
        // What an address says itself comes first.
        const auto complete = [](std::string& field, const std::string& given) {
            if (field.empty())
                field = given;
        };
        complete(endpoint.user, m_user);
        complete(endpoint.password, m_password);
        complete(endpoint.sentinel_user, m_sentinel_user);
        complete(endpoint.sentinel_password, m_sentinel_password);
        if (endpoint.tls.enabled) {
            take_verification(endpoint.tls);
            for (const auto& [kind, path] : m_tls)
                m_values.remark(kind, path);
        }
        try {
            static_cast<void>(Endpoint::parse(endpoint.uri_without_password()));
        } catch (const Error&) {
            redis::refuse_file(std::string(way.name)
                               + " contains a user, a master's name or an address that cannot be used.");
        }
        m_result.endpoint = std::move(endpoint);
    }

    void take_verification(TlsOptions& tls)
    {
        const auto& [mode, path] = m_verification;
        tls.verify = mode != "NONE";
        if (mode == "NONE")
            m_values.remark(Kind::verification_off, path);
        else if (mode == "CA_ONLY")
            m_values.remark(Kind::host_check_kept, path);
        else if (!mode.empty() && mode != "STRICT")
            redis::refuse_file(path + " should be STRICT, CA_ONLY or NONE.");
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
    redis::RedissonValues m_values{m_result.remarks};
    std::optional<std::string> m_address;
    std::vector<std::string> m_addresses;
    std::optional<int> m_database;
    std::string m_service;
    std::string m_user, m_password, m_sentinel_user, m_sentinel_password;
    std::pair<std::string, std::string> m_verification; ///< sslVerificationMode, and where it stands.
    std::vector<std::pair<Kind, std::string>> m_tls;
    std::vector<std::string> m_tuning, m_unknown;
    std::size_t m_settings = 0;
};

} // namespace

RedissonConfig read_redisson_yaml(std::string_view text)
{
    if (text.size() > max_redisson_yaml)
        redis::refuse_file("The file is larger than 64 KB: that is no Redisson configuration.");
    YAML::Node root;
    try {
        root = YAML::Load(std::string(text));
    } catch (const YAML::Exception& error) {
        // Its own words would quote the file.
        const int line = error.mark.is_null() ? 0 : error.mark.line + 1;
        redis::refuse_file("The file is not valid YAML"
                           + (line > 0 ? ", see line " + std::to_string(line) : std::string()) + '.');
    }
    try {
        return Reading(root).run();
    } catch (const YAML::Exception&) {
        redis::refuse_file("This is not a Redisson configuration.");
    }
}

RedissonConfig read_redisson_yaml_file(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text(max_redisson_yaml + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.is_open() || file.bad() || (file.fail() && !file.eof()))
        redis::refuse_file("The file " + escape(path) + " cannot be read.");
    text.resize(static_cast<std::size_t>(file.gcount()));
    return read_redisson_yaml(text);
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "monitor/server_facts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lockscope::monitor {
namespace {

constexpr std::size_t longest_value = 64;
constexpr std::size_t most_databases = 1000;

double to_number(std::string_view text) noexcept
{
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return std::isfinite(value) ? value : 0;
}

/// The lines that tell what happened since it started; below zero: not told.
struct SinceStart
{
    double now = -1, uptime = -1, changes = -1, saved_at = -1, loaded = -1, appends = -1, offset = -1, promoted_at = -1;

    bool take(std::string_view key, std::string_view value)
    {
        double* const line = line_of(key);
        if (line != nullptr)
            *line = to_number(value);
        return line != nullptr;
    }

    void tell(ServerFacts& facts) const
    {
        constexpr double microseconds = 1e6;
        // A save begins the count of changes anew, and its own time is the start until there is one.
        const bool was_saved = saved_at < 0 || now < 0 || saved_at > std::floor(now / microseconds) - uptime;
        facts.is_as_started = changes == 0 && uptime >= 0 && !was_saved;
        facts.loaded_nothing = loaded == 0 && appends == 0; // What is read from an append-only file is not counted.
        if (offset >= 0)
            facts.replication.offset = offset;
        if (promoted_at >= 0)
            facts.replication.promoted_at = promoted_at;
        if (uptime >= 0)
            facts.uptime = std::chrono::seconds(static_cast<std::int64_t>(uptime));
    }

private:
    double* line_of(std::string_view key)
    {
        if (key == "server_time_usec")
            return &now;
        if (key == "uptime_in_seconds")
            return &uptime;
        if (key == "rdb_changes_since_last_save")
            return &changes;
        if (key == "rdb_last_save_time")
            return &saved_at;
        if (key == "rdb_last_load_keys_loaded") // since 7.0
            return &loaded;
        if (key == "aof_enabled")
            return &appends;
        if (key == "master_repl_offset")
            return &offset;
        return key == "second_repl_offset" ? &promoted_at : nullptr;
    }
};

/// The lines that tell whether it refuses to write.
class WriteLines
{
public:
    bool take(std::string_view key, std::string_view value)
    {
        if (key == "used_memory")
            m_used_memory = to_number(value);
        else if (key == "mem_not_counted_for_evict") // buffers of replicas and of the append-only file
            m_not_counted = to_number(value);
        else if (key == "maxmemory")
            m_memory_limit = to_number(value);
        else if (key == "rdb_last_bgsave_status")
            m_snapshot_failed = value == "err";
        else if (key == "aof_last_write_status")
            m_append_failed = value == "err";
        else if (key == "min_slaves_good_slaves") // only where it demands some
            m_has_replicas = to_number(value) > 0;
        else
            return false;
        return true;
    }

    [[nodiscard]] WriteObstacle obstacle(const ServerFacts& facts) const
    {
        if (facts.role == "slave")
            return WriteObstacle::none; // its master is asked
        if (m_append_failed)
            return WriteObstacle::append_failed;
        if (!m_has_replicas)
            return WriteObstacle::replicas_missing;
        const bool is_full = m_memory_limit > 0 && m_used_memory - m_not_counted >= m_memory_limit;
        if (is_full && facts.eviction_policy == "noeviction")
            return WriteObstacle::memory_full;
        return m_snapshot_failed ? WriteObstacle::snapshot_failed : WriteObstacle::none;
    }

private:
    double m_used_memory = 0, m_not_counted = 0, m_memory_limit = 0;
    bool m_snapshot_failed = false, m_append_failed = false, m_has_replicas = true;
};

/// "db7" in the part about the keyspace.
std::optional<int> database_of(std::string_view key)
{
    int number = 0;
    if (!key.starts_with("db"))
        return std::nullopt;
    const auto [end, error] = std::from_chars(key.data() + 2, key.data() + key.size(), number);
    return error == std::errc{} && end == key.data() + key.size() ? std::optional(number) : std::nullopt;
}

} // namespace

ServerFacts parse_info(std::string_view info)
{
    ServerFacts facts;
    bool is_alone = false, is_of_redis_code = false;
    SinceStart since_start;
    WriteLines writing;
    while (!info.empty()) {
        const auto end = std::min(info.find('\n'), info.size());
        auto line = info.substr(0, end);
        info.remove_prefix(std::min(end + 1, info.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const auto colon = line.find(':');
        if (colon == std::string_view::npos)
            continue;
        const auto key = line.substr(0, colon);
        const auto value = line.substr(colon + 1, longest_value);
        if (since_start.take(key, value) || writing.take(key, value))
            continue;
        if (key == "redis_version")
            facts.version = value;
        else if (key == "valkey_version")
            facts.product_version = value;
        else if (key == "server_name")
            facts.product = value == "valkey" ? "Valkey" : value;
        else if (key == "run_id")
            facts.run_id = value;
        else if (key == "master_replid")
            facts.replication.history = value;
        else if (key == "master_replid2")
            facts.replication.history_before = value;
        else if (key == "role")
            facts.role = value;
        else if (key == "master_link_status")
            facts.lacks_master = value == "down";
        else if (key == "redis_mode" || key == "server_mode") // Valkey's name for it since 8.0.
            is_alone = value == "standalone";
        else if (key == "atomicvar_api") // Others who speak its language have no use for this.
            is_of_redis_code = true;
        else if (key == "maxmemory_policy")
            facts.eviction_policy = value;
        else if (key == "used_cpu_sys" || key == "used_cpu_user")
            facts.used_cpu += to_number(value);
        else if (key == "total_commands_processed")
            facts.commands = to_number(value);
        else if (const auto number = database_of(key); number && facts.databases.size() < most_databases)
            facts.databases.push_back(*number);
    }
    since_start.tell(facts);
    facts.obstacle = writing.obstacle(facts);
    // Valkey 8 does not tell of its atomics any more.
    is_of_redis_code = is_of_redis_code || (facts.product == "Valkey" && !facts.product_version.empty());
    facts.has_one_table = is_alone && is_of_redis_code;
    if (facts.product.empty() && !facts.version.empty())
        facts.product = facts.product_version.empty() ? "Redis" : "Valkey";
    if (facts.product_version.empty())
        facts.product_version = facts.version;
    return facts;
}

std::optional<double> ServerFacts::written_since_promotion() const
{
    if (!replication.offset || !replication.promoted_at)
        return std::nullopt;
    return *replication.offset + 1 - *replication.promoted_at;
}

bool ServerIdentity::is_same_as(const ServerIdentity& other) const
{
    if (!run_id.empty() && !other.run_id.empty())
        return run_id == other.run_id;
    return address.empty() || other.address.empty() || address == other.address;
}

void CostMeter::traffic(std::uint64_t commands, std::uint64_t bytes, SteadyTime now)
{
    const auto seconds = std::chrono::duration<double>(now - m_last.at).count();
    if (m_last.at != SteadyTime{} && seconds > 0) {
        // Smoothed over a few seconds, so that one scan step does not look like a load.
        const auto smooth = [seconds](double old, std::uint64_t delta) {
            const double weight = 1 - std::exp(-seconds / 3);
            return old + weight * (static_cast<double>(delta) / seconds - old);
        };
        m_cost.commands_per_second = smooth(m_cost.commands_per_second, commands - m_last.commands);
        m_cost.bytes_per_second = smooth(m_cost.bytes_per_second, bytes - m_last.bytes);
    }
    m_last = {commands, bytes, now};
}

void CostMeter::facts(const ServerFacts& facts, std::uint64_t own_commands, SteadyTime now)
{
    if (m_last_facts && m_last_facts->run_id != facts.run_id)
        forget_facts();
    if (m_last_facts && now > m_facts_at && facts.commands > m_last_facts->commands) {
        const double seconds = std::chrono::duration<double>(now - m_facts_at).count();
        add_price((facts.used_cpu - m_last_facts->used_cpu) / (facts.commands - m_last_facts->commands));
        auto prices = m_prices;
        const auto median = prices.begin() + static_cast<std::ptrdiff_t>((prices.size() - 1) / 2);
        std::nth_element(prices.begin(), median, prices.end());
        m_cost.cpu_share = std::clamp(*median * static_cast<double>(own_commands - m_own_commands) / seconds, 0.0, 1.0);
    }
    m_last_facts = facts;
    m_own_commands = own_commands;
    m_facts_at = now;
}

void CostMeter::forget_facts()
{
    m_last_facts.reset();
    m_prices.clear();
    m_cost.cpu_share.reset();
}

/// Others may have dear commands for a while, which are not ours: of several prices the one in the middle is taken.
void CostMeter::add_price(double seconds_of_cpu)
{
    constexpr std::size_t most_prices = 5;
    m_prices.push_back(std::max(seconds_of_cpu, 0.0));
    if (m_prices.size() > most_prices)
        m_prices.pop_front();
}

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#include "monitor/joint_status.hpp"

#include "redis/certificate.hpp"

#include <algorithm>
#include <span>

namespace lockscope::monitor {
namespace {

using Link = MonitorStatus::Link;

/// Who has less to offer comes later.
int rank(Link link) noexcept
{
    switch (link) {
    case Link::live: return 0;
    case Link::connecting: return 1;
    case Link::lost: return 2;
    }
    return 2;
}

int rank(NewsSource source) noexcept
{
    return source == NewsSource::none ? static_cast<int>(NewsSource::polling) + 1 : static_cast<int>(source);
}

void add_cost(MonitorCost& sum, const MonitorCost& cost)
{
    sum.commands_per_second += cost.commands_per_second;
    sum.bytes_per_second += cost.bytes_per_second;
    if (cost.cpu_share)
        sum.cpu_share = std::max(sum.cpu_share.value_or(0), *cost.cpu_share);
}

/// Of a master that does not answer while others do, only what was heard of it.
enum class Part { all, what_is_known };

void add(MonitorStatus& sum, const MonitorStatus& one, Part part)
{
    if (part == Part::all) {
        if (rank(one.link) > rank(sum.link))
            sum.link = one.link;
        sum.scan_rounds = std::min(sum.scan_rounds, one.scan_rounds);
        if (!one.scanned_at || (sum.scanned_at && *one.scanned_at < *sum.scanned_at))
            sum.scanned_at = one.scanned_at;
    }
    if (one.link == Link::lost && (!sum.next_attempt || sum.link_error.empty())) {
        sum.link_error = one.link_error;
        sum.link_code = one.link_code;
        sum.next_attempt = one.next_attempt;
    } else if (sum.link_error.empty()) {
        sum.link_error = one.link_error;
        sum.link_code = one.link_code;
    }
    // Whoever is away has no source, which says nothing about that of the others.
    if (one.source != NewsSource::none && (sum.source == NewsSource::none || rank(one.source) > rank(sum.source)))
        sum.source = one.source;
    sum.behind = std::max(sum.behind, one.behind);
    sum.incomplete = sum.incomplete || one.incomplete;
    sum.keys_total += one.keys_total;
    add_cost(sum.cost, one.cost);
    add_word(sum.server_version, one.server_version);
    add_word(sum.server_role, one.server_role);
    sum.lacks_master = sum.lacks_master || one.lacks_master;
    redis::keep_worse(sum.encryption, one.encryption);
    if (sum.eviction_policy.empty() || sum.eviction_policy == "noeviction")
        sum.eviction_policy = one.eviction_policy.empty() ? sum.eviction_policy : one.eviction_policy;
}

/// One that is away says nothing: what was known of it may be over.
void add_obstacle(MonitorStatus& sum, const MasterStatus& master)
{
    if (master.away_since || master.status.obstacle <= sum.obstacle)
        return;
    sum.obstacle = master.status.obstacle;
    sum.obstacle_at = master.name;
}

/// Where the others refuse because one is gone, the refusal says more.
void tell_of_refusal(MonitorStatus& sum, std::span<const UnreachableMaster> unreachable)
{
    const auto refuses = std::find_if(unreachable.begin(), unreachable.end(),
                                      [](const auto& master) { return master.code == Errc::master_down; });
    if (refuses == unreachable.end())
        return;
    sum.link_error = refuses->error;
    sum.link_code = refuses->code;
}

/// Of those furthest behind, weighted by their keys.
double joint_fraction(std::span<const MasterStatus> masters, std::uint64_t rounds)
{
    double done = 0, all = 0;
    for (const auto& master : masters) {
        const double keys = static_cast<double>(std::max<std::uint64_t>(master.status.keys_total, 1));
        all += keys;
        done += keys * (master.status.scan_rounds > rounds ? 1 : master.status.scan_fraction);
    }
    return all > 0 ? std::min(done / all, 1.0) : 0;
}

std::string joint_addresses(std::span<const MasterStatus> masters)
{
    constexpr std::size_t most = 20;
    std::string addresses;
    for (const auto& master : masters.first(std::min(masters.size(), most)))
        add_word(addresses, master.name);
    return masters.size() > most ? addresses + ", …" : addresses;
}

} // namespace

void add_word(std::string& words, const std::string& word)
{
    constexpr std::string_view between = ", ";
    for (std::size_t at = 0; at <= words.size();) {
        const auto end = std::min(words.find(between, at), words.size());
        if (words.compare(at, end - at, word) == 0)
            return;
        at = end + between.size();
    }
    if (!word.empty())
        words += words.empty() ? word : std::string(between) + word;
}

void add_risks(ServerRisks& all, const ServerRisks& one)
{
    for (const auto& risk : one.all) {
        if (std::find(all.all.begin(), all.all.end(), risk) == all.all.end())
            all.all.push_back(risk);
    }
    std::stable_sort(all.all.begin(), all.all.end(),
                     [](const ServerRisk& a, const ServerRisk& b) { return a.severity > b.severity; });
    for (const auto& setting : one.unknown) {
        if (std::find(all.unknown.begin(), all.unknown.end(), setting) == all.unknown.end())
            all.unknown.push_back(setting);
    }
}

MonitorStatus joint_status(std::vector<MasterStatus> masters)
{
    if (masters.empty()) {
        MonitorStatus none;
        none.masters = 0;
        return none;
    }
    if (masters.size() == 1) {
        masters.front().status.masters = 1;
        masters.front().status.addresses = masters.front().name;
        return std::move(masters.front().status);
    }
    // Those that answer come first: it is them that link, source and scan are told of.
    std::stable_partition(masters.begin(), masters.end(), [](const auto& master) { return !master.away_since; });
    const bool some_answer = !masters.front().away_since;
    MonitorStatus sum = masters.front().status;
    if (sum.link != Link::lost)
        sum.next_attempt.reset();
    sum.obstacle = WriteObstacle::none;
    std::vector<PermissionReport> reports;
    std::vector<UnreachableMaster> unreachable;
    std::size_t answering = 0;
    for (std::size_t i = 0; i < masters.size(); ++i) {
        const auto& master = masters[i];
        const bool is_left_out = some_answer && master.away_since;
        if (i > 0)
            add(sum, master.status, is_left_out ? Part::what_is_known : Part::all);
        add_obstacle(sum, master);
        answering += is_left_out ? 0 : 1;
        if (master.away_since)
            unreachable.push_back(
                {master.name, master.locks, *master.away_since, master.status.link_error, master.status.link_code});
        if (!master.status.permissions.all.empty())
            reports.push_back(master.status.permissions);
    }
    tell_of_refusal(sum, unreachable);
    sum.masters = masters.size();
    sum.addresses = joint_addresses(masters);
    sum.unreachable = std::move(unreachable);
    sum.scan_fraction = joint_fraction(std::span(masters).first(answering), sum.scan_rounds);
    sum.permissions = joint_permissions(reports);
    return sum;
}

PermissionReport joint_permissions(const std::vector<PermissionReport>& reports)
{
    if (reports.empty())
        return {};
    PermissionReport joint = reports.front();
    for (std::size_t i = 1; i < reports.size(); ++i) {
        for (const auto& other : reports[i].all) {
            const auto mine = std::find_if(joint.all.begin(), joint.all.end(), [&other](const Permission& permission) {
                return permission.feature == other.feature && permission.what == other.what;
            });
            if (mine == joint.all.end()) {
                joint.all.push_back(other);
                continue;
            }
            mine->granted = mine->granted && other.granted;
            mine->known = mine->known && other.known;
        }
    }
    return joint;
}

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#include "lockscope/demo_traffic.hpp"

#include "lab/actors/roles.hpp"

#include <map>
#include <string>
#include <vector>

namespace lockscope {

namespace {

struct Casting
{
    const char* player; ///< The client's name, as CLIENT LIST shows it.
    lab::Role role;
    const char* lock;
};

/// Who does what. A client that stands in several lines does it all at once, a thread each.
const std::vector<Casting>& cast()
{
    static const std::vector<Casting> list = {
        // Short work on many locks, some of it meeting.
        {"orders-1", lab::work_shortly, "orders:1001"},
        {"orders-1", lab::work_shortly, "orders:1002"},
        {"orders-1", lab::work_shortly, "orders:1003"},
        {"orders-1", lab::work_shortly, "orders:1004"},
        {"orders-2", lab::work_shortly, "orders:1003"},
        {"orders-2", lab::work_shortly, "orders:1004"},
        {"orders-2", lab::work_shortly, "orders:1005"},
        {"orders-2", lab::work_shortly, "orders:北京:17"},
        {"billing-1", lab::work_shortly, "orders:1002"},
        {"billing-1", lab::work_shortly, "invoice:2026:88412"},
        {"billing-1", lab::work_shortly, "customer:5512:balance"},
        {"billing-2", lab::work_shortly, "customer:5512:balance"},
        {"billing-2", lab::work_shortly, "invoice:2026:88413"},
        {"inventory-1", lab::work_shortly, "inventory:sku:AX-200"},
        {"inventory-1", lab::work_shortly, "inventory:sku:AX-210"},
        {"inventory-1", lab::work_shortly, "inventory:sku:BT-7"},
        {"inventory-2", lab::work_shortly, "inventory:sku:AX-200"},
        {"inventory-2", lab::work_shortly, "{warehouse:3}:bin:12"},
        {"shipping-1", lab::work_shortly, "shipment:DE-77120"},
        {"shipping-2", lab::work_shortly, "shipment:DE-77120"},
        {"shipping-2", lab::work_shortly, "shipment:CN-40031"},
        {"sessions-1", lab::work_shortly, "session:refresh:9f2c"},
        {"mail-1", lab::work_shortly, "mail:campaign:spring"},

        // One that everybody wants.
        {"orders-1", lab::work_at_hot_spot, "orders:dispatch"},
        {"orders-2", lab::work_at_hot_spot, "orders:dispatch"},
        {"shipping-1", lab::work_at_hot_spot, "orders:dispatch"},
        {"inventory-2", lab::work_at_hot_spot, "orders:dispatch"},

        // Long, stuck, expiring, never expiring.
        {"billing-2", lab::run_long_job, "billing:invoice-run"},
        {"reports-1", lab::never_finish, "reports:daily"},
        {"mail-1", lab::work_at_hot_spot, "mail:outbox"},
        {"search-1", lab::let_it_expire, "search:reindex:products"},
        {"sessions-1", lab::let_it_expire, "cache:rebuild:prices"},
        {"legacy-import", lab::forget_the_lease, "legacy:import"},

        // Fenced.
        {"billing-1", lab::post_with_token, "ledger:posting"},
        {"billing-2", lab::post_with_token, "ledger:posting"},
        {"reports-1", lab::post_with_token, "ledger:closing:2026-11"},

        // Fair, with a queue; one of them haunted.
        {"shipping-1", lab::queue_up, "printer:dock-2"},
        {"shipping-2", lab::queue_up, "printer:dock-2"},
        {"inventory-1", lab::queue_up, "printer:dock-2"},
        {"orders-1", lab::queue_up, "printer:dock-2"},
        {"orders-2", lab::queue_up, "checkout:till:7"},
        {"sessions-1", lab::queue_up, "checkout:till:7"},
        {"search-1", lab::queue_up, "checkout:till:7"},
        {"mail-1", lab::queue_up, "payments:gateway"},
        {"billing-1", lab::queue_up, "payments:gateway"},
        {"legacy-import", lab::die_in_the_queue, "payments:gateway"},
        {"billing-2", lab::run_long_job, "payments:refunds"},
        {"legacy-import", lab::die_in_the_queue, "payments:refunds"},

        // Readers and writers.
        {"search-1", lab::read, "catalog:index"},
        {"orders-1", lab::read, "catalog:index"},
        {"orders-2", lab::read_twice, "catalog:index"},
        {"inventory-1", lab::write, "catalog:index"},
        {"billing-1", lab::read, "config:pricing"},
        {"billing-2", lab::read_twice, "config:pricing"},
        {"reports-1", lab::write, "config:pricing"},
        {"inventory-2", lab::write_for_long, "inventory:snapshot"},
        {"search-1", lab::read, "inventory:snapshot"},
        {"reports-1", lab::read, "inventory:snapshot"},
    };
    return list;
}

} // namespace

struct DemoTraffic::Impl
{
    std::map<std::string, lab::Player> players;
};

DemoTraffic::DemoTraffic(const Endpoint& endpoint) : m_impl(std::make_unique<Impl>())
{
    for (const auto& [name, role, lock] : cast()) {
        auto& player = m_impl->players.try_emplace(name, endpoint, name).first->second;
        player.play(role, lock);
    }
}

DemoTraffic::~DemoTraffic() = default;

} // namespace lockscope

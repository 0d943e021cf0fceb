// SPDX-License-Identifier: Apache-2.0
#include "lockscope/queue_repair.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lockscope {

using What = QueueMend::What;
using Entry = QueueView::Entry;

namespace {

bool may_be_cut(const Entry& entry)
{
    return entry.owner.size() >= owner_bytes_limit;
}

/// Is everything there that belongs to the queue, as it is in Redis?
bool is_whole(const LockState& state)
{
    const bool has_all_waiters = state.waiters_total <= state.waiters.size();
    if (!state.deadlines_known || !has_all_waiters)
        return false;
    // Of an empty queue it is something else of the lock that is truncated.
    const bool is_empty = state.waiters.empty() && state.strays.empty();
    return is_empty
        || (state.waiters.size() <= queue_limit && state.strays.size() <= queue_limit
            && !state.anomalies.contains(Anomaly::truncated));
}

bool has_passed(const Waiter& waiter, std::int64_t now)
{
    return waiter.deadline && now > 0 && *waiter.deadline <= now;
}

/// The same decisions as scripts/repair_queue.lua. Who cannot be asked about counts as alive, unless its time is over.
std::optional<What> fault_of(const Waiter& waiter, const LockState& state)
{
    const std::int64_t now = state.server_time;
    if (!waiter.deadline && state.deadlines_known)
        return waiter.subscribed == false ? What::without_deadline : What::given_deadline;
    if (has_passed(waiter, now))
        return waiter.subscribed == true ? What::given_deadline : What::expired;
    if (waiter.stale && waiter.subscribed == false)
        return What::silent;
    return std::nullopt;
}

} // namespace

std::string_view to_string(QueueMend::What what) noexcept
{
    switch (what) {
    case What::evicted: return "evicted";
    case What::without_deadline: return "without-deadline";
    case What::expired: return "expired";
    case What::silent: return "silent";
    case What::duplicate: return "duplicate";
    case What::stray: return "stray";
    case What::given_deadline: return "given-deadline";
    }
    return "unknown";
}

QueueView queue_of(const LockState& state)
{
    QueueView queue;
    queue.deadlines_known = state.deadlines_known;
    for (const auto& waiter : state.waiters)
        queue.entries.push_back({waiter.owner, waiter.deadline});
    for (const auto& stray : state.strays)
        queue.strays.push_back({stray.owner, stray.deadline});
    queue.complete = is_whole(state);
    if (queue.complete)
        return queue;
    const auto has_deadline = [](const Entry& entry) { return entry.deadline.has_value(); };
    queue.cut = std::any_of(queue.entries.begin(), queue.entries.end(), may_be_cut)
             || std::any_of(queue.strays.begin(), queue.strays.end(), may_be_cut);
    // Where not one deadline is known, it is not known either what a mend would do to them.
    queue.front = !queue.cut && !queue.entries.empty() && queue.entries.size() <= queue_limit
               && (state.deadlines_known || std::any_of(queue.entries.begin(), queue.entries.end(), has_deadline));
    return queue;
}

std::optional<std::string> why_not_compared(const QueueView& queue)
{
    if (queue.cut)
        return "The queue cannot be compared: it has an entry that is longer than the "
             + std::to_string(owner_bytes_limit)
             + " bytes that are read. A waiter of such a name can be evicted, if it is given in full.";
    if (queue.entries.size() > queue_limit || queue.strays.size() > queue_limit)
        return "The queue is too long to be compared: at most " + std::to_string(queue_limit)
             + " waiters can be given at once.";
    if (!queue.complete && !queue.front)
        return "The queue and its deadlines could not be read as a whole, so that they cannot be compared.";
    return std::nullopt;
}

bool is_mapped(const LockState& state) noexcept
{
    return std::any_of(state.waiters.begin(), state.waiters.end(), [](const Waiter& waiter) { return waiter.mapped; });
}

std::vector<QueueMend> plan_repair(const LockState& state)
{
    std::vector<QueueMend> plan;
    if (is_mapped(state))
        return plan;
    struct Place
    {
        bool stays = true;
        bool is_reported = false;
    };
    // What is behind the front may be another entry of the same waiter, or the one that a deadline belongs to.
    const bool has_all = is_whole(state);
    std::unordered_map<std::string_view, Place> places;
    for (const auto& waiter : state.waiters) {
        const auto [place, is_new] = places.try_emplace(waiter.owner);
        if (!is_new) {
            if (has_all && place->second.stays && !std::exchange(place->second.is_reported, true))
                plan.push_back({What::duplicate, waiter.owner});
            continue;
        }
        if (const auto fault = fault_of(waiter, state)) {
            place->second.stays = *fault == What::given_deadline;
            plan.push_back({*fault, waiter.owner});
        }
    }
    if (has_all) {
        for (const auto& stray : state.strays)
            plan.push_back({What::stray, stray.owner});
    }
    return plan;
}

RepairRequest repair_request(const LockState& state)
{
    RepairRequest request;
    request.lock = state.name;
    request.expected = queue_of(state);
    for (const auto& mend : plan_repair(state)) {
        if (mend.what == What::silent)
            request.ghosts.push_back(mend.owner);
    }
    return request;
}

} // namespace lockscope

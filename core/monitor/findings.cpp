// SPDX-License-Identifier: Apache-2.0
#include "lockscope/findings.hpp"

#include "monitor/findings_look.hpp"

namespace lockscope {

std::string_view to_string(Finding::Kind kind) noexcept
{
    switch (kind) {
    case Finding::Kind::ghost_waiter: return "ghost-waiter";
    case Finding::Kind::late_waiter: return "late-waiter";
    case Finding::Kind::head_without_score: return "head-without-score";
    case Finding::Kind::entry_without_score: return "entry-without-score";
    case Finding::Kind::score_without_entry: return "score-without-entry";
    case Finding::Kind::queue_without_holder: return "queue-without-holder";
    case Finding::Kind::untold_waiters: return "untold-waiters";
    case Finding::Kind::leftover_keys: return "leftover-keys";
    case Finding::Kind::never_expires: return "never-expires";
    case Finding::Kind::missed_heartbeat: return "missed-heartbeat";
    case Finding::Kind::renewed_without_end: return "renewed-without-end";
    case Finding::Kind::lease_ending: return "lease-ending";
    case Finding::Kind::long_hold: return "long-hold";
    case Finding::Kind::crowd: return "crowd";
    case Finding::Kind::mixed_types: return "mixed-types";
    case Finding::Kind::self_deadlock: return "self-deadlock";
    case Finding::Kind::deadlock: return "deadlock";
    case Finding::Kind::clock_skew: return "clock-skew";
    case Finding::Kind::dead_reader: return "dead-reader";
    case Finding::Kind::foreign_queue: return "foreign-queue";
    }
    return "unknown";
}

std::string_view to_string(Finding::Certainty certainty) noexcept
{
    return certainty == Finding::Certainty::certain ? "certain" : "possible";
}

std::string_view to_string(Finding::Repair repair) noexcept
{
    switch (repair) {
    case Finding::Repair::none: return "none";
    case Finding::Repair::evict_waiter: return "evict-waiter";
    case Finding::Repair::repair_queue: return "repair-queue";
    case Finding::Repair::wake_next: return "wake-next";
    case Finding::Repair::force_release: return "force-release";
    case Finding::Repair::force_expire: return "force-expire";
    }
    return "unknown";
}

std::string Finding::id() const
{
    // The subject's length keeps subject and lock apart, whatever bytes they hold.
    std::string id(to_string(kind));
    id += ':';
    id += std::to_string(subject.size());
    id += ':';
    id += subject;
    id += lock;
    return id;
}

std::optional<milliseconds> Finding::cost_at(SteadyTime now) const
{
    if (cost)
        return cost;
    if (!until)
        return std::nullopt;
    return std::max(std::chrono::duration_cast<milliseconds>(*until - now), milliseconds(0));
}

Diagnosis diagnose(const LockState& state, const LockPast& past, const FindingLimits& limits, const Moment& moment)
{
    monitor::Look look(state, past, limits, moment);
    if (state.observed_at == SteadyTime{} || is_counter(state.type))
        return {};
    monitor::look_at_queue(look);
    monitor::look_at_hold(look);
    return std::move(look).take();
}

} // namespace lockscope

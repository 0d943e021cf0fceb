// SPDX-License-Identifier: Apache-2.0
#include "monitor/findings_look.hpp"

#include "lockscope/queue_repair.hpp"
#include "monitor/deadlines.hpp"

namespace lockscope::monitor {
namespace {

using Kind = Finding::Kind;
using Severity = Finding::Severity;
using Repair = Finding::Repair;

/// What can be compared can be mended.
Repair queue_repair(const Look& look)
{
    return why_not_compared(queue_of(look.state)) ? Repair::none : Repair::repair_queue;
}

/// Where names are mapped, whoever acts here throws out the living.
void offer(const Look& look, Finding& finding, Repair repair)
{
    finding.is_mapped = is_mapped(look.state);
    finding.repair = finding.is_mapped ? Repair::none : repair;
}

/// The client whose clock it is; the whole entry if nobody knows.
std::string subject_of(const Waiter& waiter)
{
    return waiter.client().empty() ? waiter.owner : std::string(waiter.client());
}

/// When it was read.
bool has_passed(const LockState& state, const Waiter& waiter)
{
    return waiter.deadline && state.server_time > 0 && *waiter.deadline <= state.server_time;
}

/// Or since then. Only of the dead: the others may have got a later one meanwhile.
bool has_passed_now(const Look& look, const Waiter& waiter)
{
    const auto end = waiter.deadline ? look.local(*waiter.deadline) : std::nullopt;
    return has_passed(look.state, waiter) || (end && *end <= look.moment.now);
}

Severity of_head(const Look& look)
{
    return severity_of_dead_head(look.state, look.moment.now, look.limits.thresholds.stuck_after);
}

/// Nothing of the queue is alive, and all of it goes by itself. An entry without a deadline does not: once it is first,
/// nobody gets the free lock any more.
bool only_the_dead_are_left(const LockState& state)
{
    return !state.is_held() && std::all_of(state.waiters.begin(), state.waiters.end(), [](const Waiter& waiter) {
        return is_dead(waiter) && waiter.deadline;
    });
}

/// @returns whether that is all there is to say about the queue.
bool leftovers(Look& look)
{
    const auto& state = look.state;
    if (state.waiters_total > state.waiters.size() || !only_the_dead_are_left(state))
        return false;
    // Whoever comes waits for the dead.
    const auto severity = state.waiters.empty() ? Severity::info : of_head(look);
    auto& finding = look.add(Kind::leftover_keys, severity);
    if (const auto end = severity == Severity::info ? std::nullopt : look.local(*state.waiters.front().deadline)) {
        finding.until = end;
        look.again_at(severity == Severity::critical ? *end : *end - look.limits.thresholds.stuck_after);
    }
    finding.count = static_cast<std::int64_t>(state.waiters.size() + state.strays.size());
    offer(look, finding, queue_repair(look));
    return true;
}

void ghosts(Look& look)
{
    const auto& waiters = look.state.waiters;
    const auto is_ghost = [](const Waiter& waiter) { return is_dead(waiter) && waiter.deadline; };
    look.tell_first(waiters, is_ghost, [&](std::size_t i) {
        const auto& waiter = waiters[i];
        auto& finding = look.add(Kind::ghost_waiter, i == 0 ? of_head(look) : Severity::warning, waiter.owner);
        finding.count = static_cast<std::int64_t>(i + 1);
        offer(look, finding, Repair::evict_waiter);
        // Nobody could be asked whether it listens, or not under which name.
        if (!waiter.subscribed || finding.is_mapped)
            finding.certainty = Finding::Certainty::possible;
        if (has_passed_now(look, waiter)) {
            finding.severity = Severity::info; // The next client that tries drops it.
            finding.cost = milliseconds(0);
        } else if (i == 0) {
            finding.until = look.local(*waiter.deadline);
            if (finding.until)
                look.again_at(*finding.until);
        } else if (const auto& before = waiters[i - 1].deadline; before && *before < *waiter.deadline) {
            // It costs nothing before it is first, and then what it added to the deadline before its own.
            finding.cost = milliseconds(bounded_distance(*before, *waiter.deadline));
        }
    });
}

void late_waiters(Look& look)
{
    const auto& waiters = look.state.waiters;
    const auto is_late = [&](const Waiter& waiter) {
        return waiter.subscribed == true && has_passed(look.state, waiter);
    };
    look.tell_first(waiters, is_late, [&](std::size_t i) {
        auto& finding = look.add(Kind::late_waiter, Severity::warning, waiters[i].owner);
        finding.count = static_cast<std::int64_t>(i + 1);
        offer(look, finding, queue_repair(look));
    });
}

void entries_without_score(Look& look)
{
    if (!look.state.deadlines_known)
        return; // They may be there all the same.
    const auto& waiters = look.state.waiters;
    const auto has_none = [](const Waiter& waiter) { return !waiter.deadline; };
    look.tell_first(waiters, has_none, [&](std::size_t i) {
        // One that lives still takes its turn, unless it dies first.
        const auto severity = i == 0 && head_never_goes(look.state) ? Severity::critical : Severity::warning;
        auto& finding =
            look.add(i == 0 ? Kind::head_without_score : Kind::entry_without_score, severity, waiters[i].owner);
        finding.count = static_cast<std::int64_t>(i + 1);
        offer(look, finding, queue_repair(look));
        if (i == 0 && (!waiters[i].subscribed || (finding.is_mapped && !*waiters[i].subscribed)))
            finding.certainty = Finding::Certainty::possible;
    });
}

void scores_without_entry(Look& look)
{
    const auto& strays = look.state.strays;
    const auto is_any = [](const auto&) { return true; };
    look.tell_first(strays, is_any, [&](std::size_t i) {
        auto& finding = look.add(Kind::score_without_entry, Severity::info, strays[i].owner);
        offer(look, finding, queue_repair(look));
    });
}

void queue_without_holder(Look& look)
{
    if (!is_untaken(look.state, look.limits.free_queue_after) || is_mapped(look.state) || look.state.waiters.empty())
        return;
    const bool is_stuck = is_untaken(look.state, look.limits.thresholds.stuck_after);
    auto& finding = look.add(Kind::queue_without_holder, is_stuck ? Severity::critical : Severity::warning);
    finding.count = look.waiting();
    // With nothing to mend, the message was lost.
    finding.repair = plan_repair(look.state).empty() ? Repair::wake_next : queue_repair(look);
}

/// Deleted by hand, for example: who waits without a queue sleeps until the message that nobody has sent.
void untold_waiters(Look& look)
{
    if (!look.state.waiters.empty() || !is_untaken(look.state, look.limits.free_queue_after))
        return;
    const bool is_stuck = is_untaken(look.state, look.limits.thresholds.stuck_after);
    auto& finding = look.add(Kind::untold_waiters, is_stuck ? Severity::critical : Severity::warning);
    finding.count = look.waiting();
    finding.repair = Repair::wake_next;
    if (!look.state.untold_seen)
        finding.certainty = Finding::Certainty::possible;
    if (const auto end = asleep_until(look.state); end > look.moment.now) {
        finding.until = end;
        look.again_at(end);
    }
}

/// The deadline that a living client sets when it joins lies in the future, if its clock is right.
void clocks_behind(Look& look)
{
    for (const auto& waiter : look.state.waiters) {
        const auto& late = look.past.born_late;
        if (!waiter.deadline || look.state.server_time <= 0
            || std::find(late.begin(), late.end(), waiter.owner) == late.end())
            continue;
        auto& finding = look.add(Kind::clock_skew, Severity::warning, subject_of(waiter));
        finding.cost = milliseconds(bounded_distance(look.state.server_time, *waiter.deadline));
        return;
    }
}

/// Only the first deadline of a queue comes from a client's clock: the others are set by the one before them. One that
/// lies further ahead than lease and wait together comes from a clock that runs ahead, or from somebody very patient.
void clocks_ahead(Look& look)
{
    const auto& state = look.state;
    if (state.waiters.empty() || !state.waiters.front().deadline || state.server_time <= 0)
        return;
    const auto& head = state.waiters.front();
    if (is_dead(head))
        return; // whose deadline may be anybody's
    auto wait = look.limits.default_wait;
    std::vector<milliseconds> gaps;
    for (std::size_t i = 1; i < state.waiters.size(); ++i) {
        const auto& before = state.waiters[i - 1].deadline;
        const auto& after = state.waiters[i].deadline;
        if (before && after && *after > *before)
            gaps.emplace_back(bounded_distance(*before, *after));
    }
    if (!gaps.empty()) {
        const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
        std::nth_element(gaps.begin(), middle, gaps.end());
        wait = std::max(wait, *middle);
    }
    const auto lease = std::max({state.lease, state.ttl, milliseconds(0)});
    const auto ahead = milliseconds(bounded_distance(state.server_time, *head.deadline));
    if (ahead <= wait + lease + look.limits.clock_tolerance)
        return;
    auto& finding = look.add(Kind::clock_skew, Severity::warning, subject_of(head));
    finding.certainty = Finding::Certainty::possible;
    finding.cost = ahead - wait - lease;
}

} // namespace

void look_at_queue(Look& look)
{
    const auto& state = look.state;
    untold_waiters(look);
    if (state.waiters.empty() && state.strays.empty())
        return;
    if (leftovers(look))
        return;
    entries_without_score(look);
    ghosts(look);
    late_waiters(look);
    scores_without_entry(look);
    queue_without_holder(look);
    clocks_behind(look);
    if (!look.has_found(Kind::clock_skew))
        clocks_ahead(look);
}

} // namespace lockscope::monitor

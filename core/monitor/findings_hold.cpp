// SPDX-License-Identifier: Apache-2.0
#include "monitor/findings_look.hpp"

#include <cmath>

namespace lockscope::monitor {
namespace {

using Kind = Finding::Kind;
using Severity = Finding::Severity;
using Repair = Finding::Repair;

/// Two beats may be chance: an operator who extended the lease, a client that acquired again.
constexpr std::size_t regular_from = 3;

std::optional<milliseconds> held_for(const Look& look)
{
    if (!look.state.held_since)
        return std::nullopt;
    return std::chrono::duration_cast<milliseconds>(look.moment.wall - *look.state.held_since);
}

/// What begins when the lock has been held for @p limit: looks again at that moment.
bool held_longer_than(Look& look, milliseconds limit)
{
    const auto held = held_for(look);
    if (!held)
        return false;
    if (*held >= limit)
        return true;
    look.again_at(look.moment.now + (limit - *held));
    return false;
}

const std::string& first_owner(const Look& look)
{
    return look.state.holders.front().owner;
}

void never_expires(Look& look)
{
    if (look.state.ttl != milliseconds(-1))
        return;
    auto& finding = look.add(Kind::never_expires, Severity::critical);
    finding.since = look.state.held_since;
    finding.since_exact = look.state.held_since_exact;
    look.count_waiting(finding);
    finding.repair = Repair::force_expire;
}

void missed_heartbeat(Look& look)
{
    const auto* heartbeat = look.past.heartbeat;
    // Several readers renew one expiry, each at its own pace: nobody's beat can be told from the others'.
    if (heartbeat == nullptr || heartbeat->beats() < regular_from || look.state.holders_total != 1
        || look.state.ttl < milliseconds(0))
        return;
    const auto known_until = look.moment.now - look.past.behind;
    if (const auto change = heartbeat->next_change(known_until))
        look.again_at(*change + look.past.behind);
    const auto missed = heartbeat->missed(known_until);
    if (missed == 0)
        return;
    auto& finding =
        look.add(Kind::missed_heartbeat, missed > 1 ? Severity::critical : Severity::warning, first_owner(look));
    finding.certainty =
        look.past.source == NewsSource::polling ? Finding::Certainty::possible : Finding::Certainty::certain;
    finding.count = static_cast<std::int64_t>(missed);
    finding.usual = heartbeat->period();
    finding.until = heartbeat->lost_at();
}

void renewed_without_end(Look& look)
{
    const auto* heartbeat = look.past.heartbeat;
    if (heartbeat == nullptr || heartbeat->beats() < regular_from || !look.past.usual.median)
        return;
    const auto far =
        milliseconds(std::llround(static_cast<double>(look.past.usual.median->count()) * look.limits.far_longer));
    if (!held_longer_than(look, std::max(far, look.limits.thresholds.stuck_after)))
        return;
    auto& finding = look.add(Kind::renewed_without_end, Severity::warning, first_owner(look));
    finding.certainty = Finding::Certainty::possible;
    finding.since = look.state.held_since;
    finding.since_exact = look.state.held_since_exact;
    finding.usual = look.past.usual.median;
    finding.count = static_cast<std::int64_t>(heartbeat->beats());
    finding.repair = Repair::force_release;
}

void lease_ending(Look& look)
{
    const auto& state = look.state;
    const auto* heartbeat = look.past.heartbeat;
    // Who enters again sets the expiry, too, and need not have a watchdog.
    if (heartbeat == nullptr || state.ttl < milliseconds(0) || heartbeat->beats() > 0 || state.holders_total != 1
        || state.lease < look.limits.shortest_lease_ending)
        return;
    const auto little =
        milliseconds(std::llround(static_cast<double>(state.lease.count()) * look.limits.thresholds.expiring_fraction));
    const auto end = state.observed_at + state.ttl;
    if (look.moment.now < end - little) {
        look.again_at(end - little);
        return;
    }
    if (look.moment.now >= end) // What became of it is about to be read.
        return;
    if (!heartbeat->is_unrenewed(look.moment.now)) {
        if (const auto change = heartbeat->next_change(look.moment.now))
            look.again_at(*change);
        return;
    }
    auto& finding = look.add(Kind::lease_ending, Severity::warning, first_owner(look));
    finding.until = end;
    look.count_waiting(finding);
    look.again_at(end);
}

void dead_readers(Look& look)
{
    if (!look.has(Anomaly::dead_reader))
        return;
    const auto& holders = look.state.holders;
    const auto is_dead = [](const Holder& holder) { return !holder.is_writer() && holder.ttl == milliseconds(0); };
    // With somebody alive among them, nothing that frees the lock is safe.
    const bool all_dead = std::all_of(holders.begin(), holders.end(), is_dead);
    look.tell_first(holders, is_dead, [&](std::size_t i) {
        auto& finding = look.add(Kind::dead_reader, Severity::warning, holders[i].owner);
        // It may be at work after the end of a fixed lease. And Redisson 3.44 to 3.52 forgets the deadlines of readers
        // who live; see write_acquire.lua.
        finding.certainty = Finding::Certainty::possible;
        look.count_waiting(finding);
        if (all_dead) {
            finding.repair = Repair::force_release;
            if (look.state.ttl >= milliseconds(0))
                finding.until = look.state.observed_at + look.state.ttl;
        }
    });
}

bool reads_and_queues(const LockState& state, const Holder& holder)
{
    return !holder.is_writer() && !holder.client().empty()
        && std::any_of(state.waiters.begin(), state.waiters.end(), [&](const Waiter& waiter) {
               return waiter.client() == holder.client() && waiter.thread() == holder.thread();
           });
}

/// A read lock cannot be upgraded: a thread that reads and asks to write waits until it stops reading. Redis keeps no
/// list of who waits to write, only how many listen; with a single reader it is the reader itself, or one of others.
void self_deadlock(Look& look)
{
    const auto& state = look.state;
    if (state.mode != LockMode::read)
        return;
    for (const auto& holder : state.holders) {
        if (!reads_and_queues(state, holder))
            continue;
        auto& finding = look.add(Kind::self_deadlock, Severity::critical, holder.owner);
        finding.since = state.held_since;
        finding.since_exact = state.held_since_exact;
        finding.repair = Repair::force_release;
        return;
    }
    if (state.holders_total != 1 || state.waiting_clients.value_or(0) == 0 || look.has(Anomaly::dead_reader)
        || !held_longer_than(look, look.limits.thresholds.stuck_after))
        return;
    auto& finding = look.add(Kind::self_deadlock, Severity::warning, first_owner(look));
    finding.certainty = Finding::Certainty::possible;
    finding.since = state.held_since;
    finding.since_exact = state.held_since_exact;
    finding.count = state.waiting_clients;
    finding.repair = Repair::force_release;
}

bool is_of(const Holder& holder, const std::string& thread)
{
    const auto known = OwnerView::of(thread);
    return known.client.empty() ? holder.owner == thread
                                : holder.client() == known.client && holder.thread() == known.thread;
}

/// That the ring is there is seen by others, who know all locks; that this lock is still part of it is seen here.
void deadlock(Look& look)
{
    if (look.past.ring == nullptr)
        return;
    const auto& ring = *look.past.ring;
    const auto& holders = look.state.holders;
    const auto holder =
        std::find_if(holders.begin(), holders.end(), [&](const Holder& each) { return is_of(each, ring.holder); });
    if (holder == holders.end())
        return;
    const bool is_certain = ring.certainty == Finding::Certainty::certain;
    auto& finding = look.add(Kind::deadlock, is_certain ? Severity::critical : Severity::warning, holder->owner);
    finding.certainty = ring.certainty;
    finding.other = ring.wants;
    finding.count = static_cast<std::int64_t>(ring.locks);
    finding.since = look.state.held_since;
    finding.since_exact = look.state.held_since_exact;
    finding.repair = Repair::force_release;
}

void long_hold(Look& look)
{
    // Each of these says the same and more.
    if (look.has_found(Kind::never_expires) || look.has_found(Kind::renewed_without_end)
        || look.has_found(Kind::self_deadlock) || look.has_found(Kind::deadlock)
        || !held_longer_than(look, look.limits.thresholds.stuck_after))
        return;
    if (is_harmless(look.state, look.moment.now)) {
        look.again_at(harmless_until(look.state));
        return;
    }
    const auto waiting = look.waiting();
    auto& finding = look.add(Kind::long_hold, waiting > 0 ? Severity::warning : Severity::info);
    finding.since = look.state.held_since;
    finding.since_exact = look.state.held_since_exact;
    if (const auto usual = look.past.usual.median; usual && held_longer_than(look, *usual))
        finding.usual = usual;
    look.count_waiting(finding);
    finding.repair = Repair::force_release;
}

void crowd(Look& look)
{
    const auto waiting = look.waiting();
    if (waiting < look.limits.crowd)
        return;
    auto& finding = look.add(Kind::crowd, Severity::warning);
    look.count_waiting(finding);
    finding.usual = look.past.usual.median;
    // Those further back count as alive, whether they are or not.
    if (look.state.waiters_total > look.state.waiters.size())
        finding.certainty = Finding::Certainty::possible;
}

void mixed_types(Look& look)
{
    if (!look.has(Anomaly::mixed_types))
        return;
    auto& finding = look.add(Kind::mixed_types, Severity::critical);
    if (look.has(Anomaly::torn))
        finding.certainty = Finding::Certainty::possible;
}

void foreign_queue(Look& look)
{
    if (look.has(Anomaly::foreign_queue))
        look.add(Kind::foreign_queue, Severity::warning);
}

} // namespace

void look_at_hold(Look& look)
{
    mixed_types(look);
    foreign_queue(look);
    crowd(look);
    if (!look.state.is_held())
        return;
    never_expires(look);
    missed_heartbeat(look);
    renewed_without_end(look);
    lease_ending(look);
    dead_readers(look);
    self_deadlock(look);
    deadlock(look);
    long_hold(look);
}

} // namespace lockscope::monitor

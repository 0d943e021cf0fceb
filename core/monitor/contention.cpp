// SPDX-License-Identifier: Apache-2.0
#include "monitor/contention_impl.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace lockscope {

using monitor::ContendedLocks;
using monitor::TimeSlot;

namespace {

constexpr std::chrono::seconds between_settlings{1};

/// Clients, whatever their threads: also of a queue, where each has a place of its own. One who no longer listens, but
/// is not known to be dead, waits as much as its lock is contended.
std::int32_t waiting_for(const LockState& state)
{
    const std::int64_t least = is_contended(state) ? 1 : 0;
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(clients_waiting_for(state), least, std::numeric_limits<std::int32_t>::max()));
}

} // namespace

ContentionHistory::Moment ContentionHistory::Moment::now()
{
    return {std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
}

void ContentionHistory::Impl::Totals::add(const Present& lock, int sign)
{
    waiting += sign * lock.waiting;
    held += lock.held ? sign : 0;
    contended += lock.contended ? sign : 0;
}

void ContentionHistory::Impl::take(const MonitorBatch& batch, Moment now)
{
    const bool broken = std::any_of(batch.events.begin(), batch.events.end(), [](const LockEvent& event) {
        return event.kind == LockEvent::Kind::resynchronised;
    });
    const bool silent = m_last && now.steady - *m_last > longest_silence;
    if (broken || silent)
        break_off(now.steady);
    else
        pass_time(now.steady);
    if (!m_last)
        m_begun = now.steady;
    m_last = now.steady;
    if (broken)
        m_server.line(0).change(now.steady, [](TimeSlot& slot) { slot.broken = true; });
    for (const auto& event : batch.events)
        take_event(event, now.steady);
    for (const auto& change : batch.changes)
        take_change(change, now.steady);
    if (m_live && !batch.changes.empty())
        m_server.change(now.steady, [&](TimeSlot& slot) { slot.see_waiting(m_totals.waiting, now.steady); });
    if (batch.status)
        take_status(*batch.status, now.steady);
}

/// Everything stayed as it was from the last batch until now.
void ContentionHistory::Impl::pass_time(SteadyTime now)
{
    if (!m_last || !m_live || now <= *m_last)
        return;
    const auto from = *m_last;
    m_server.spread(from, now, [&](TimeSlot& slot, double seconds) {
        slot.observed += seconds;
        slot.waiting += static_cast<double>(m_totals.waiting) * seconds;
        slot.held += static_cast<double>(m_totals.held) * seconds;
        slot.contended += static_cast<double>(m_totals.contended) * seconds;
        slot.see_waiting(m_totals.waiting, from);
    });
    if (now - m_settled >= between_settlings) {
        m_settled = now;
        m_locks.settle(now);
    }
}

/// Nobody knows what happened since the last batch.
void ContentionHistory::Impl::break_off(SteadyTime now)
{
    if (m_last && m_live)
        m_locks.settle(*m_last);
    m_locks.skip_to(now);
    m_waits.forget_all();
    m_present.for_each([](auto, Entry& lock) { lock.present.since_known = lock.present.read_since = false; });
}

void ContentionHistory::Impl::take_status(const MonitorStatus& status, SteadyTime now)
{
    m_polling = status.source == NewsSource::polling;
    const bool live = status.link == MonitorStatus::Link::live && !status.paused;
    if (live == m_live)
        return;
    if (live)
        m_locks.skip_to(now);
    else
        break_off(now);
    m_live = live;
}

template <typename Edit>
void ContentionHistory::Impl::edit(const std::string& lock, SteadyTime now, const Edit& edit)
{
    m_server.change(now, edit);
    const bool is_new = m_locks.find(lock) == nullptr;
    auto* past = m_locks.obtain(lock, ContendedLocks::Claim::free_place, now);
    if (past == nullptr)
        return;
    if (const auto* known = is_new ? m_present.find(lock) : nullptr) {
        if (known->present.waiting > 0)
            m_locks.miss_waits(now);
        past->set_level(known->present.waiting, known->present.held, now);
    }
    past->change(now, edit);
}

/// What the first reading after a gap brings to light happened at some time within it: counted now, it would look like
/// a rush.
bool ContentionHistory::Impl::is_of_a_gap(const LockEvent& event) const
{
    const auto* known = m_present.find(event.lock);
    return known != nullptr && !known->present.read_since;
}

void ContentionHistory::Impl::take_event(const LockEvent& event, SteadyTime now)
{
    if (is_of_a_gap(event))
        return;
    m_ended.clear();
    m_waits.take(event, m_ended);
    for (const auto& wait : m_ended) {
        const auto bucket = monitor::log_bucket_of(wait.duration);
        const bool estimated = m_polling || wait.certainty == Certainty::estimated;
        edit(event.lock, now, [&](TimeSlot& slot) {
            slot.waits.add(bucket, wait.duration);
            slot.estimated_waits += estimated ? 1 : 0;
        });
    }
    count(event, now);
}

void ContentionHistory::Impl::count(const LockEvent& event, SteadyTime now)
{
    const auto add = [&](std::uint32_t TimeSlot::*counter) {
        edit(event.lock, now, [counter](TimeSlot& slot) { ++(slot.*counter); });
    };
    if (event.unseen > 0)
        count_unseen(event, now);
    switch (event.kind) {
    case LockEvent::Kind::acquired: add(&TimeSlot::acquired); return;
    case LockEvent::Kind::gone: // as a release of such a lock looks
    case LockEvent::Kind::released: add(&TimeSlot::released); break;
    case LockEvent::Kind::expired: add(&TimeSlot::expired); break;
    case LockEvent::Kind::forced: add(&TimeSlot::forced); break;
    case LockEvent::Kind::lost_in_failover: // nobody has released it either
    case LockEvent::Kind::lost_in_restart:
    case LockEvent::Kind::ended:
    case LockEvent::Kind::vanished: add(&TimeSlot::vanished); break;
    default: return;
    }
    count_hold(event, now);
}

void ContentionHistory::Impl::count_unseen(const LockEvent& event, SteadyTime now)
{
    const auto unseen = static_cast<std::uint32_t>(event.unseen);
    edit(event.lock, now, [unseen](TimeSlot& slot) {
        slot.acquired += unseen;
        slot.released += unseen;
        slot.unseen_holds += unseen;
    });
}

void ContentionHistory::Impl::count_hold(const LockEvent& event, SteadyTime now)
{
    if (!event.held_for)
        return;
    const auto* known = m_present.find(event.lock);
    const bool estimated = m_polling || (known != nullptr && !known->present.since_known);
    const auto bucket = monitor::log_bucket_of(*event.held_for);
    edit(event.lock, now, [&](TimeSlot& slot) {
        slot.holds.add(bucket, *event.held_for);
        slot.estimated_holds += estimated ? 1 : 0;
    });
}

void ContentionHistory::Impl::take_change(const LockChange& change, SteadyTime now)
{
    const auto& state = *change.state;
    const auto known = m_present.number_of(state.name);
    const auto before = known != m_present.none ? m_present[known].present : Present{};
    Present after;
    if (change.kind != LockChange::Kind::removed) {
        after = {waiting_for(state), state.is_held(), state.held_since_exact || !state.is_held(), is_contended(state)};
        if (state.is_out_of_reach()) {
            after.since_known = after.read_since = false;
            m_waits.forget(state.name);
        }
        if (change.kind == LockChange::Kind::added && state.waiters.empty())
            m_waits.found_waiting(state.name, after.waiting);
    } else {
        m_waits.forget(state.name);
    }
    if (after.held || after.waiting > 0 || after.contended)
        m_present[m_present.keep(change.state)].present = after;
    else if (known != m_present.none)
        m_present.erase(known);
    // One that had to go is taken in again while clients wait for it.
    if (after == before && (after.waiting == 0 || m_locks.find(state.name) != nullptr))
        return;
    m_totals.add(before, -1);
    m_totals.add(after, +1);
    if (before.waiting > 0 && m_locks.find(state.name) == nullptr)
        m_locks.miss_waits(now);
    auto* past = after.waiting > 0 ? m_locks.obtain(state.name, ContendedLocks::Claim::any_place, now)
                                   : m_locks.find(state.name);
    if (past != nullptr) {
        past->settle(now);
        past->set_level(after.waiting, after.held, now);
    }
}

// ---- The public face

ContentionHistory::ContentionHistory(ContentionLimits limits) : m_impl(std::make_unique<Impl>(limits)) {}
ContentionHistory::~ContentionHistory() = default;

void ContentionHistory::take(const MonitorBatch& batch, Moment now)
{
    m_impl->take(batch, now);
}

void ContentionHistory::clear()
{
    m_impl = std::make_unique<Impl>(m_impl->limits());
}

bool ContentionHistory::empty() const noexcept
{
    return m_impl->empty();
}

SystemTime ContentionHistory::begin(Moment now) const
{
    return m_impl->begin(now);
}

ContentionSeries ContentionHistory::series(const Query& query, Moment now, std::size_t max_points) const
{
    m_impl->settle_locks();
    return m_impl->series(query, now, std::max<std::size_t>(max_points, 1));
}

ContentionSummary ContentionHistory::summary(const Query& query, Moment now) const
{
    m_impl->settle_locks();
    return m_impl->summary(query, now);
}

ContentionTimes ContentionHistory::hold_times(const Query& query, Moment now) const
{
    return m_impl->times(query, now, &TimeSlot::holds, &TimeSlot::estimated_holds);
}

ContentionTimes ContentionHistory::wait_times(const Query& query, Moment now) const
{
    return m_impl->times(query, now, &TimeSlot::waits, &TimeSlot::estimated_waits);
}

std::vector<ContendedLock> ContentionHistory::most_contended(const Query& query, Moment now, std::size_t limit) const
{
    m_impl->settle_locks();
    return m_impl->most_contended(query, now, limit);
}

std::vector<ContendedPrefix> ContentionHistory::most_contended_prefixes(const Query& query, Moment now,
                                                                        std::size_t limit) const
{
    m_impl->settle_locks();
    return m_impl->most_contended_prefixes(query, now, limit);
}

std::size_t ContentionHistory::locks_kept() const noexcept
{
    return m_impl->locks().size();
}

std::size_t ContentionHistory::bytes() const noexcept
{
    return m_impl->bytes();
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "monitor/differ.hpp"

#include "base/durations.hpp"
#include "base/everlasting.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::monitor {
namespace {

constexpr std::size_t most_waiter_events = 1000; ///< As many as are read of a queue.
/// How much earlier than its end a lease may seem over: our clock and the reply's way.
constexpr milliseconds end_tolerance{50};
/// By our clock, which does not know when the server answered.
constexpr milliseconds most_tolerance{100};
/// An expiry that was set anew within that shows only some time after the reading before.
constexpr milliseconds shows_after = 2 * most_tolerance;
/// By our clock, an end is earlier for sure if it is so by more than an answer is ever late.
constexpr milliseconds least_certain{1000};

using Holders = std::unordered_map<std::string_view, const Holder*>;

/// What was left of the same thing in two readings.
struct Left
{
    milliseconds before;
    milliseconds after;
};

/// How far an expiry that nobody touched may seem to have moved by the server's own clock.
enum class Tolerance {
    rounding,     ///< Somebody has released the lock, so that the question is only whether it was this one.
    interruption, ///< The server was perhaps interrupted between telling the time and telling what is left.
};

std::int64_t milliseconds_of(Tolerance tolerance, const LockState& before) noexcept
{
    constexpr std::int64_t least = 2;
    // No watchdog renews after so small a part of the lease.
    return tolerance == Tolerance::rounding ? least : std::clamp<std::int64_t>(before.lease.count() / 1000, least, 100);
}

bool is_by_server(const LockState& before, const LockState& after, Clocks clocks) noexcept
{
    return clocks == Clocks::same && before.server_time > 0 && after.server_time > 0;
}

Expiry compare_left(const Left& left, const LockState& before, const LockState& after, Clocks clocks,
                    Tolerance tolerated) noexcept
{
    if (left.before < milliseconds(0) || left.after < milliseconds(0)) {
        const bool set = left.before != left.after && left.after != milliseconds(-2) && left.before != milliseconds(-2);
        if (!set)
            return Expiry::untouched;
        return left.after == milliseconds(-1) ? Expiry::later : Expiry::earlier; // than never
    }
    if (left.before == longest_lease && left.after == longest_lease)
        return Expiry::untouched; // No longer ones are counted.
    const auto compare = [](auto moved, auto tolerance) {
        return moved > tolerance ? Expiry::later : moved < -tolerance ? Expiry::earlier : Expiry::untouched;
    };
    if (is_by_server(before, after, clocks)) {
        const auto moved = (after.server_time + left.after.count()) - (before.server_time + left.before.count());
        return compare(moved, milliseconds_of(tolerated, before));
    }
    const auto moved = (after.observed_at + left.after) - (before.observed_at + left.before);
    // Put together from the answers of two servers, one after the other.
    const bool is_torn = before.anomalies.contains(Anomaly::torn) || after.anomalies.contains(Anomaly::torn);
    const auto most = is_torn ? least_certain : most_tolerance;
    const auto tolerance = std::clamp(std::max(before.lease, left.after) / 10, milliseconds(10), most);
    return compare(moved, SteadyTime::duration(tolerance));
}

bool is_earlier_for_sure(const Left& left, const LockState& before, const LockState& after, Clocks clocks) noexcept
{
    if (compare_left(left, before, after, clocks, Tolerance::interruption) != Expiry::earlier)
        return false;
    if (left.before < milliseconds(0) || is_by_server(before, after, clocks))
        return true;
    const auto moved = (before.observed_at + left.before) - (after.observed_at + left.after);
    return moved > std::max(least_certain, left.before / 10);
}

Holders by_owner(const LockState* state)
{
    Holders holders;
    if (state != nullptr) {
        for (const auto& holder : state->holders)
            holders.emplace(holder.owner, &holder);
    }
    return holders;
}

bool has_all_of(const LockState& before, const Holders& now)
{
    return std::all_of(before.holders.begin(), before.holders.end(),
                       [&now](const Holder& holder) { return now.contains(holder.owner); });
}

/// @param owners none: null
bool is_among(const std::string& owner, const std::vector<std::string>* owners)
{
    return owners != nullptr && std::find(owners->begin(), owners->end(), owner) != owners->end();
}

/// An operator's doing, or perhaps his.
bool is_operators(LockEvent::Kind kind) noexcept
{
    switch (kind) {
    case LockEvent::Kind::forced:
    case LockEvent::Kind::restored:
    case LockEvent::Kind::extended:
    case LockEvent::Kind::shortened:
    case LockEvent::Kind::waiter_removed: return true;
    default: return false;
    }
}

class Diff
{
public:
    Diff(const LockState* before, const LockState& after, const Evidence& evidence)
        : m_before(before)
        , m_after(after)
        , m_evidence(evidence)
    {}

    std::vector<LockEvent> run() &&
    {
        const auto old_holders = by_owner(m_before);
        const auto new_holders = by_owner(&m_after);
        // The only holder is the same as before, and yet somebody released the lock: it was given back and taken again.
        // A permit that is taken again has another id.
        m_handed_back = m_evidence.unlock_message && old_holders.size() == 1 && new_holders.size() == 1
                     && old_holders.begin()->first == new_holders.begin()->first && m_after.type != LockType::multi
                     && !is_counter(m_after.type)
                     && !stands_still(*old_holders.begin()->second, *new_holders.begin()->second);
        m_begins_anew = m_handed_back
                     || (m_before != nullptr && m_evidence.failed_over && begins_anew(*m_before, m_evidence.arrival));
        if (m_before != nullptr) {
            for (const auto& holder : m_before->holders)
                end_if_gone(holder, new_holders);
        }
        m_may_be_shortened = m_before != nullptr && !m_evidence.failed_over && !m_evidence.other_clock && !m_handed_back
                          && has_all_of(*m_before, new_holders);
        for (const auto& holder : m_after.holders)
            take_holder(holder, old_holders);
        waiters(new_holders);
        return std::move(m_events);
    }

private:
    void add(LockEvent::Kind kind, std::string_view owner, std::int64_t count)
    {
        LockEvent event;
        event.kind = kind;
        event.lock = m_after.name;
        event.owner = owner;
        event.count = count;
        event.at = m_evidence.happened.wall;
        if (m_evidence.actor != nullptr && is_operators(kind))
            event.actor = *m_evidence.actor;
        m_events.push_back(std::move(event));
    }

    LockEvent::Kind ending_of(const Holder& holder) const
    {
        if (m_evidence.forced || is_among(holder.owner, m_evidence.expelled))
            return LockEvent::Kind::forced;
        if (m_evidence.unlock_message)
            return LockEvent::Kind::released;
        if (m_evidence.unwatched && !m_evidence.failed_over)
            return LockEvent::Kind::ended;
        const auto& arrival = m_evidence.arrival;
        const bool is_over = !arrival.may_be_released && own_lease_over(holder); // nobody could renew it there, either
        if (m_evidence.failed_over && fate_of(*m_before, arrival) != Fate::lost && !is_over)
            return LockEvent::Kind::ended;
        if (own_lease_over(holder))
            return LockEvent::Kind::expired;
        if (m_evidence.failed_over)
            return m_evidence.restarted ? LockEvent::Kind::lost_in_restart : LockEvent::Kind::lost_in_failover;
        if (m_evidence.flushed)
            return LockEvent::Kind::vanished;
        if (leaves_silently(holder) || is_swept() || m_evidence.unlock_latch || !m_evidence.messages_available)
            return LockEvent::Kind::released;
        return may_be_given_back_by_deletion() ? LockEvent::Kind::gone : LockEvent::Kind::vanished;
    }

    /// A spin lock, which always has a lease, is given back by a deletion and nothing else, and nobody listens for it;
    /// so is a fair lock without a queue.
    bool may_be_given_back_by_deletion() const
    {
        const auto& before = *m_before;
        const bool tells_nobody =
            before.type == LockType::fair || (before.type == LockType::reentrant && !before.type_certain);
        return tells_nobody && !m_evidence.replaced && before.ttl != milliseconds(-1) && before.waiters_total == 0
            && before.waiting_clients.value_or(0) == 0;
    }

    /// Only the last reader to leave publishes. So a writer that goes on reading publishes nothing, and neither does
    /// one that stops reading and goes on writing.
    bool leaves_silently(const Holder& holder) const
    {
        if (m_before->mode == LockMode::none || !m_after.is_held())
            return false;
        const bool goes_on_writing = m_before->mode == LockMode::write && m_after.mode == LockMode::write;
        return m_after.mode == LockMode::read || (goes_on_writing && !holder.is_writer());
    }

    /// Whoever gives a fair lock back drops those at the head of its queue whose time is over, and publishes only if
    /// somebody is left. A deletion leaves the queue as it is.
    bool is_swept() const
    {
        const auto& waiters = m_before->waiters;
        if (m_before->type != LockType::fair || m_before->server_time <= 0 || waiters.empty()
            || m_before->waiters_total > waiters.size() || m_after.is_held() || !m_after.waiters.empty())
            return false;
        const auto passed = std::chrono::duration_cast<milliseconds>(m_after.observed_at - m_before->observed_at);
        const auto now = m_before->server_time + passed.count();
        return std::all_of(waiters.begin(), waiters.end(),
                           [now](const Waiter& waiter) { return waiter.deadline && *waiter.deadline <= now; });
    }

    bool own_lease_over(const Holder& holder) const
    {
        if (holder.ttl && *holder.ttl >= milliseconds(0))
            return m_after.observed_at - m_before->observed_at + end_tolerance >= *holder.ttl;
        return lease_over(*m_before, m_after);
    }

    void end_if_gone(const Holder& holder, const Holders& now)
    {
        if (m_begins_anew || !now.contains(holder.owner))
            add(ending_of(holder), holder.owner, 0);
    }

    void take_holder(const Holder& holder, const Holders& earlier)
    {
        const auto found = earlier.find(holder.owner);
        if (m_begins_anew || found == earlier.end()) {
            if (is_restored(holder))
                add(LockEvent::Kind::restored, holder.owner, holder.count);
            else if (m_before != nullptr || m_evidence.was_free)
                add(LockEvent::Kind::acquired, holder.owner, holder.count);
            return;
        }
        const auto& before = *found->second;
        if (holder.count > before.count)
            add(LockEvent::Kind::reentered, holder.owner, holder.count);
        else if (holder.count < before.count)
            add(LockEvent::Kind::released_once, holder.owner, holder.count);
        else if (expiry_of(before, holder, Tolerance::interruption) == Expiry::later)
            add(lengthening_of(left_of(before, holder)), holder.owner, holder.count);
        else if (m_may_be_shortened && !has_added_leases(holder) && ends_earlier(before, holder))
            add(LockEvent::Kind::shortened, holder.owner, holder.count);
    }

    /// Who enters a write lock again has the lease added to what is left: its next renewal ends earlier.
    bool has_added_leases(const Holder& holder) const { return m_after.mode == LockMode::write && holder.count > 1; }

    bool is_restored(const Holder& holder) const { return is_among(holder.owner, m_evidence.restored); }

    LockEvent::Kind leaving_of(const Waiter& waiter) const
    {
        return is_among(waiter.owner, m_evidence.removed) ? LockEvent::Kind::waiter_removed
                                                          : LockEvent::Kind::waiter_left;
    }

    /// Taking a lock sets its expiry anew. Where that stands still, an unlock message was about another lock: of
    /// another database, or of a namesake, whose channel it is, too. A read-write lock that ends earlier was shortened
    /// by an operator, which takes the same message: who takes it anew mostly has it for longer.
    bool stands_still(const Holder& before, const Holder& after) const
    {
        const bool by_server = m_before->server_time > 0 && m_after.server_time > 0;
        const bool would_show = by_server || m_after.observed_at - m_before->observed_at > shows_after;
        const Expiry expiry = would_show ? expiry_of(before, after, Tolerance::rounding) : Expiry::later;
        return expiry == Expiry::untouched || (expiry == Expiry::earlier && m_before->mode != LockMode::none);
    }

    static bool have_own_ends(const Holder& before, const Holder& after) { return before.ttl && after.ttl; }

    Left left_of(const Holder& before, const Holder& after) const
    {
        return have_own_ends(before, after) ? Left{*before.ttl, *after.ttl} : Left{m_before->ttl, m_after.ttl};
    }

    /// What is over shows no time passing.
    static bool is_over(const Holder& before, const Holder& after)
    {
        return have_own_ends(before, after) && after.ttl == milliseconds(0);
    }

    Expiry expiry_of(const Holder& before, const Holder& after, Tolerance tolerated) const
    {
        return is_over(before, after)
                 ? Expiry::untouched
                 : compare_left(left_of(before, after), *m_before, m_after, clocks_of(m_evidence), tolerated);
    }

    LockEvent::Kind lengthening_of(const Left& left) const
    {
        if (m_evidence.extended)
            return LockEvent::Kind::extended;
        return left.after == milliseconds(-1) ? LockEvent::Kind::persisted : LockEvent::Kind::renewed;
    }

    bool ends_earlier(const Holder& before, const Holder& after) const
    {
        return !is_over(before, after)
            && is_earlier_for_sure(left_of(before, after), *m_before, m_after, clocks_of(m_evidence));
    }

    void waiters(const Holders& holders)
    {
        static const Everlasting<LockState> nothing;
        const auto& before = m_before != nullptr ? *m_before : *nothing;
        if (m_before == nullptr && !m_evidence.was_free && !m_evidence.was_unheard)
            return;
        if (before.waiters.empty() && m_after.waiters.empty())
            waiting_clients(before);
        else if (!is_unread(before) && !is_unread(m_after))
            queue(before, holders);
    }

    /// Whoever is in a queue that is too large to be read, or may not be, may have been there before, and may be there
    /// still.
    static bool is_unread(const LockState& state)
    {
        return state.waiters.empty() && (!state.queue_known || state.anomalies.contains(Anomaly::truncated));
    }

    void waiting_clients(const LockState& before)
    {
        const auto was = before.waiting_clients.value_or(0);
        const auto is = m_after.waiting_clients.value_or(0);
        if (was != is)
            add(is > was ? LockEvent::Kind::waiter_came : LockEvent::Kind::waiter_left, {}, is);
    }

    void queue(const LockState& before, const Holders& holders)
    {
        std::unordered_set<std::string_view> was, is;
        for (const auto& waiter : before.waiters)
            was.insert(waiter.owner);
        for (const auto& waiter : m_after.waiters)
            is.insert(waiter.owner);
        std::size_t told = 0;
        const auto count = static_cast<std::int64_t>(m_after.waiters_total);
        for (const auto& waiter : before.waiters) {
            if (!is.contains(waiter.owner) && !holders.contains(waiter.owner) && told++ < most_waiter_events)
                add(leaving_of(waiter), waiter.owner, count);
        }
        if (before.waiters_total > before.waiters.size())
            return; // Who was further back has not come by moving up to where is read.
        told = 0;
        for (const auto& waiter : m_after.waiters) {
            if (!was.contains(waiter.owner) && told++ < most_waiter_events)
                add(LockEvent::Kind::waiter_came, waiter.owner, count);
        }
    }

    const LockState* m_before;
    const LockState& m_after;
    const Evidence& m_evidence;
    bool m_handed_back = false;
    bool m_begins_anew = false; ///< Whoever has it took it since, even who had it before.
    bool m_may_be_shortened = false;
    std::vector<LockEvent> m_events;
};

} // namespace

bool is_held_by(const LockState& state, std::string_view owner)
{
    return std::any_of(state.holders.begin(), state.holders.end(),
                       [owner](const Holder& holder) { return holder.owner == owner; });
}

Clocks clocks_of(const Evidence& evidence) noexcept
{
    return evidence.other_clock ? Clocks::other : Clocks::same;
}

bool lease_over(const LockState& before, const LockState& after) noexcept
{
    if (before.ttl < milliseconds(0))
        return false;
    return after.observed_at - before.observed_at + end_tolerance >= before.ttl;
}

Expiry compare_expiry(const LockState& before, const LockState& after, Clocks clocks) noexcept
{
    return compare_left({before.ttl, after.ttl}, before, after, clocks, Tolerance::interruption);
}

bool is_shortened(const LockState& before, const LockState& after, const Evidence& evidence)
{
    const auto clocks = clocks_of(evidence);
    return clocks == Clocks::same && has_all_of(before, by_owner(&after))
        && is_earlier_for_sure({before.ttl, after.ttl}, before, after, clocks);
}

std::vector<LockEvent> diff(const LockState* before, const LockState& after, const Evidence& evidence)
{
    return Diff(before, after, evidence).run();
}

} // namespace lockscope::monitor

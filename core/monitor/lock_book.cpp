// SPDX-License-Identifier: Apache-2.0
#include "monitor/lock_book.hpp"

#include "monitor/counters.hpp"
#include "monitor/glob.hpp"
#include "monitor/namesake.hpp"

#include <algorithm>
#include <limits>

namespace lockscope::monitor {
namespace {

/// A latch is taken away a moment after the release; that must not be taken for the release of the next hold.
constexpr milliseconds latched_for{1000};
/// A message that comes so long after it was missed still shows that messages are late,
constexpr std::chrono::seconds late_by{5};
/// and for so long no other is missed.
constexpr std::chrono::seconds late_for{10};
/// So long a message may be on its way when the reading that shows the release has come already: only then is a lock
/// said to have vanished, and what became of it since.
constexpr milliseconds message_patience{300};
constexpr std::size_t most_vanished = 1000;
/// More than a window can show between two batches; the oldest go first.
constexpr std::size_t most_events = 50'000;

bool all_gone(const LockState& before, const LockState& after)
{
    if (!before.is_held())
        return false;
    std::unordered_set<std::string_view> owners;
    for (const auto& holder : after.holders)
        owners.insert(holder.owner);
    return std::none_of(before.holders.begin(), before.holders.end(),
                        [&owners](const Holder& holder) { return owners.contains(holder.owner); });
}

/// Has what an operator asked for come true with it?
bool is_fulfilment(LockEvent::Kind kind) noexcept
{
    return kind == LockEvent::Kind::restored || kind == LockEvent::Kind::extended
        || kind == LockEvent::Kind::waiter_removed;
}

bool is_present(const LockState& state)
{
    return state.is_held() || !state.waiters.empty() || is_waited_for(state) || state.untaken_since != SteadyTime{};
}

/// The same lock with nobody left but, as far as is known, those who listen for its release.
LockState freed(const LockState& before, SteadyTime at, std::optional<std::int64_t> listeners = std::nullopt)
{
    LockState state;
    state.name = before.name;
    state.type = before.type;
    state.type_certain = before.type_certain;
    state.queue_known = before.queue_known;
    state.waiting_clients = before.waiting_clients;
    if (listeners)
        state.waiting_clients = static_cast<std::int32_t>(std::min<std::int64_t>(*listeners, INT32_MAX));
    if (is_counter(before.type) && before.waiting_clients) // Without anybody who waits there is nothing of it.
        state.waiting_clients = 0;
    state.fencing_token = before.fencing_token;
    state.observed_at = at;
    return state;
}

/// Does one of those who hold it now come from before: from its holders or from its queue?
bool is_handed_on(const LockState& before, const LockState& next)
{
    const auto was_there = [&before](const Holder& holder) {
        const auto is_same = [&holder](const auto& other) { return other.owner == holder.owner; };
        return std::any_of(before.holders.begin(), before.holders.end(), is_same)
            || std::any_of(before.waiters.begin(), before.waiters.end(), is_same);
    };
    return std::any_of(next.holders.begin(), next.holders.end(), was_there);
}

/// Without its queue a fair lock looks like a reentrant one, and so does a fenced one whose token was left out: both
/// stay what they were known to be. So does a reentrant one that was heard to tell of its release. Who waits for a fair
/// lock listens elsewhere than for the others, so a listener there speaks against it; and who comes anew to a lock
/// without a queue may have come to another one of that name.
void keep_type(LockState& next, const LockState& before, const Oversize& oversize)
{
    if (next.type != LockType::reentrant)
        return;
    if (before.type == LockType::reentrant) {
        next.type_certain = before.type_certain;
        next.queue_known = next.queue_known || next.type_certain; // It has none.
        return;
    }
    const bool is_left_out =
        (before.type == LockType::fair && oversize.queue) || (before.type == LockType::fenced && oversize.token);
    const bool is_without_queue = before.type == LockType::fair && next.waiting_clients.value_or(0) == 0;
    const bool is_hidden = before.type == LockType::fair && !next.queue_known;
    if (!is_left_out && !is_hidden && !is_without_queue)
        return;
    next.type = before.type;
    next.type_certain = before.type_certain && (is_left_out || is_handed_on(before, next));
}

} // namespace

TrackedLockPtr LockBook::apply(Reading reading, const Surroundings& around)
{
    switch (reading.verdict) {
    case Reading::Verdict::lock: return apply_lock(reading, around);
    case Reading::Verdict::absent:
    case Reading::Verdict::foreign: return apply_gone(reading, around);
    case Reading::Verdict::elsewhere:
    case Reading::Verdict::failed: break; // What was known stays, and gets older.
    }
    return m_table.find(reading.name);
}

/// A queue without a hash, which two names share. Where one of them is held, the reader has told whose it is already.
bool LockBook::belongs_to_namesake(const LockState& state) const
{
    if (state.is_held() || is_counter(state.type))
        return false;
    const auto namesake = namesake_of(state.name);
    if (!namesake)
        return false;
    const auto had_it = [this](const std::string& name) {
        const auto lock = m_table.find(name);
        return lock && (lock->state()->is_held() || !lock->state()->waiters.empty());
    };
    const bool was_mine = had_it(state.name);
    const bool was_its = had_it(*namesake);
    if (was_mine != was_its)
        return was_its;
    return namesake->size() < state.name.size(); // Nobody knows: it is shown once, under the plain name.
}

/// What is left of a lock that has not been there for a while.
LockState LockBook::past_of(const std::string& name) const
{
    LockState past;
    const auto known = m_history.type_of(name);
    past.type = known ? known->type : past.type;
    past.type_certain = known && known->certain;
    return past;
}

void LockBook::take_own_type(LockState& next) const
{
    const auto own = m_own.find(next.name);
    if (next.type_certain || own == m_own.end() || !is_held_by(next, own->second.owner))
        return;
    next.type = own->second.type;
    next.type_certain = true;
}

/// As long as nobody held either of two names, their queue was shown under one of them: perhaps not under this.
void LockBook::take_queue_from_namesake(const TrackedLock& lock, const Reading& reading, const Surroundings& around)
{
    const auto name = lock.state()->is_held() ? namesake_of(lock.name()) : std::nullopt;
    const auto namesake = name ? m_table.find(*name) : nullptr;
    if (namesake && !namesake->state()->is_held() && !namesake->state()->waiters.empty())
        advance(namesake, freed(*namesake->state(), reading.at), reading, around);
}

TrackedLockPtr LockBook::apply_lock(Reading& reading, const Surroundings& around)
{
    if (belongs_to_namesake(*reading.state))
        return apply_gone(reading, around);
    auto lock = m_table.obtain(reading.name);
    if (!lock) {
        m_not_kept.add(reading.name);
        return nullptr;
    }
    if (lock->seen() && reading.at < lock->state()->observed_at - milliseconds(50))
        return lock; // Overtaken by a newer reading.
    if (!lock->seen())
        take_early_message(*lock, reading);
    auto next = std::move(*reading.state);
    keep_type(next, lock->seen() ? *lock->state() : past_of(lock->name()), reading.oversize);
    take_own_type(next);
    advance(lock, std::move(next), reading, around);
    take_queue_from_namesake(*lock, reading, around);
    return lock;
}

TrackedLockPtr LockBook::apply_gone(const Reading& reading, const Surroundings& around)
{
    auto lock = m_table.find(reading.name);
    if (!lock)
        return nullptr;
    const auto& state = *lock->state();
    if (is_present(state)) {
        LockState next = freed(state, reading.at, reading.listeners);
        if (is_counter(state.type) && reading.idle) {
            next.permits = reading.idle->permits;
            next.permits_over = reading.idle->permits_over;
        }
        advance(lock, std::move(next), reading, around);
    }
    return lock;
}

Evidence LockBook::evidence_for(TrackedLock& lock, const LockState& next, const Reading& reading,
                                const Surroundings& around) const
{
    Evidence evidence;
    evidence.happened = around.happened;
    evidence.was_free = around.was_free;
    evidence.was_unheard = around.was_unheard;
    evidence.untold_since = around.untold_since;
    // Who releases leaves nothing else behind: that needs no message to be told from a release.
    const bool is_replaced = reading.verdict == Reading::Verdict::foreign;
    const bool hears_in_time = around.hears_unlocks && around.now >= m_messages_late_until;
    evidence.messages_available = (hears_in_time || is_replaced) && !is_counter(next.type);
    evidence.replaced = is_replaced;
    evidence.failed_over = around.failed_over;
    evidence.restarted = around.restarted;
    evidence.arrival = around.arrival;
    evidence.unwatched = around.unwatched;
    evidence.flushed = around.flushed;
    evidence.channels_at = around.channels_at;
    evidence.other_clock = lock.moved;
    lock.moved = false;
    evidence.forced = lock.forced_until > around.now;
    const auto actor = m_actors.find(lock.name());
    if (actor != m_actors.end() && actor->second.until > around.now)
        evidence.actor = &actor->second.name;
    const auto wish = m_wishes.find(lock.name());
    if (wish != m_wishes.end() && wish->second.until > around.now) {
        const auto& [what, owners, until, has_result] = wish->second;
        evidence.extended = what == Wish::What::extended;
        evidence.restored = what == Wish::What::restored ? &owners : nullptr;
        evidence.removed = what == Wish::What::removed && has_result ? &owners : nullptr;
        evidence.expelled = what == Wish::What::expelled && has_result ? &owners : nullptr;
    }
    // A reading that began before the message came may show the time before the release: then the message is kept.
    const bool has_message = lock.message_at != SteadyTime{};
    if (has_message && (reading.started >= lock.message_at || all_gone(*lock.state(), next))) {
        const SteadyTime came_at = lock.message_at;
        const bool tells_more = !lock.is_latch && lock.messages > 1 && reading.started < came_at;
        if (!tells_more) // Otherwise one of them may be of whoever has it now.
            lock.message_at = {};
        evidence.unlock_message = !lock.is_latch;
        evidence.unlock_latch = lock.is_latch && around.now - came_at < latched_for;
    }
    return evidence;
}

void LockBook::advance(const TrackedLockPtr& lock, LockState next, const Reading& reading, const Surroundings& around)
{
    if (awaits_result(*lock, next, around.now)) {
        m_table.schedule(lock);
        return;
    }
    const auto evidence = evidence_for(*lock, next, reading, around);
    const bool ended = all_gone(*lock->state(), next);
    bool is_wish = false;
    auto events = lock->advance(std::move(next), evidence, m_history);
    count_messages(*lock, events, evidence);
    for (auto& event : events) {
        is_wish = is_wish || is_fulfilment(event.kind)
               || (evidence.expelled != nullptr && event.kind == LockEvent::Kind::forced);
        add_event(std::move(event), around.now);
    }
    if (is_wish)
        m_wishes.erase(lock->name());
    if (ended)
        lock->forced_until = {};
    mark_changed(lock);
    note_presence(lock, around.now);
    m_table.schedule(lock);
}

void LockBook::note_presence(const TrackedLockPtr& lock, SteadyTime now)
{
    if (is_present(*lock->state())) {
        lock->free_since = {};
    } else if (lock->free_since == SteadyTime{}) {
        lock->free_since = now;
        m_lingering.push_back({lock, now});
    }
}

void LockBook::mark_changed(const TrackedLockPtr& lock)
{
    if (!lock->changed)
        m_changed.push_back(lock);
    lock->changed = true;
}

void LockBook::note_teller(const TrackedLockPtr& lock, SteadyTime now)
{
    const bool is_forced = lock->forced_until > now; // An operator's message tells nothing of the lock.
    if (lock->seen() && !is_forced && lock->state()->type == LockType::reentrant && lock->mark_certain())
        mark_changed(lock);
}

void LockBook::unlocked(const TrackedLockPtr& lock, SteadyTime now)
{
    told(lock, now);
    // The reading may have been faster than the message.
    if (was_released(lock->name()) || (!lock->state()->is_held() && note_if_late(lock->name(), now)))
        return;
    lock->message_at = now;
    lock->is_latch = false;
    if (!lock->owes_message && lock->messages < std::numeric_limits<std::uint8_t>::max())
        ++lock->messages;
    lock->owes_message = false;
}

void LockBook::told(const TrackedLockPtr& lock, SteadyTime now)
{
    if (lock->mark_told()) {
        mark_changed(lock);
        note_presence(lock, now);
    }
}

/// Who it was for may be on its way to us: read before it was released.
void LockBook::unlocked(std::string_view name, SteadyTime now)
{
    if (note_if_late(name, now))
        return;
    m_early.push_back({std::hash<std::string_view>{}(name), now});
    drop_old(m_early, now);
}

void LockBook::take_early_message(TrackedLock& lock, const Reading& reading)
{
    const auto hash = std::hash<std::string_view>{}(lock.name());
    const auto early = std::find_if(m_early.begin(), m_early.end(), [&](const Named& message) {
        return message.name == hash && message.at >= reading.started;
    });
    if (early != m_early.end())
        lock.message_at = early->at;
}

void LockBook::drop_old(std::deque<Named>& names, SteadyTime now)
{
    while (!names.empty() && (now - names.front().at > late_by || names.size() > most_vanished))
        names.pop_front();
}

/// Where more happens than we keep up with, the answer to a reading may be seconds faster than the message.
bool LockBook::note_if_late(std::string_view name, SteadyTime now)
{
    const auto hash = std::hash<std::string_view>{}(name);
    const auto told = std::find_if(m_vanished.begin(), m_vanished.end(),
                                   [hash](const Named& vanished) { return vanished.name == hash; });
    if (told == m_vanished.end() || now - told->at > late_by)
        return false;
    m_vanished.erase(told);
    m_messages_late_until = now + late_for;
    m_history.correct_last(std::string(name), LockEvent::Kind::released);
    return true;
}

/// Did no message tell of it? Then one may come yet.
bool LockBook::is_untold(LockEvent::Kind kind) noexcept
{
    return kind == LockEvent::Kind::vanished || kind == LockEvent::Kind::gone;
}

void LockBook::remember_vanished(const std::vector<LockEvent>& events, SteadyTime now)
{
    for (const auto& event : events) {
        if (is_untold(event.kind))
            m_vanished.push_back({std::hash<std::string_view>{}(event.lock), now});
    }
    drop_old(m_vanished, now);
}

void LockBook::latched(const TrackedLockPtr& lock, SteadyTime now)
{
    if (was_released(lock->name())) {
        lock->owes_message = true;
        return;
    }
    const bool has_message = lock->message_at != SteadyTime{} && !lock->is_latch;
    if (has_message) // which says more
        return;
    lock->message_at = now;
    lock->is_latch = true;
}

std::vector<std::string> LockBook::set_own(const std::vector<OwnLock>& locks)
{
    std::vector<std::string> news;
    const auto before = std::exchange(m_own, {});
    for (const auto& lock : locks) {
        const auto known = before.find(lock.name);
        if (known == before.end() || known->second != lock)
            news.push_back(lock.name);
        m_own.insert_or_assign(lock.name, lock);
    }
    return news;
}

void LockBook::mark_out_of_reach(const TrackedLockPtr& lock, SteadyTime since)
{
    const bool is_kept = m_table.find(lock->name()) == lock; // Somebody may have let go of it meanwhile.
    if (is_kept && lock->seen() && lock->mark_out_of_reach(since))
        mark_changed(lock);
}

/// What seemed to have vanished, and is not told yet. Of several that came first.
bool LockBook::was_released(const std::string& name)
{
    if (m_untold == 0)
        return false;
    const auto untold = std::find_if(m_events.begin(), m_events.end(), [&name](const Noted& noted) {
        return is_untold(noted.event.kind) && noted.event.lock == name;
    });
    if (untold == m_events.end())
        return false;
    untold->event.kind = LockEvent::Kind::released;
    m_history.correct_last(name, untold->event.owner, LockEvent::Kind::released);
    --m_untold;
    return true;
}

/// Each release publishes one message: those of which no ending is seen were of holds that were too short for us.
void LockBook::count_messages(TrackedLock& lock, std::vector<LockEvent>& events, const Evidence& evidence) const
{
    const auto ending =
        std::find_if(events.begin(), events.end(), [](const LockEvent& event) { return is_ending(event.kind); });
    if (evidence.unlock_latch && ending != events.end())
        lock.owes_message = true;
    if (!evidence.unlock_message)
        return;
    if (lock.messages > 0)
        --lock.messages;
    if (lock.message_at != SteadyTime{})
        return;
    const LockType type = lock.state()->type;
    const bool tells_each = type == LockType::reentrant || type == LockType::fenced || type == LockType::read_write;
    if (tells_each && ending != events.end() && ending->kind == LockEvent::Kind::released)
        ending->unseen = lock.messages;
    lock.messages = 0;
}

void LockBook::add_event(LockEvent event, SteadyTime now)
{
    if (m_events.size() >= most_events) {
        const auto kept = m_events.begin() + most_events / 2;
        m_events_lost = std::prev(kept)->event.at;
        m_events.erase(m_events.begin(), kept);
    }
    m_untold += is_untold(event.kind) ? 1 : 0;
    m_events.push_back({std::move(event), now});
}

/// @param awaiting gets the names of the locks of which some stay, because a message may come yet
std::vector<LockEvent> LockBook::take_events(SteadyTime now, std::unordered_set<std::string>& awaiting)
{
    std::vector<LockEvent> ripe;
    std::vector<Noted> unripe;
    ripe.reserve(m_events.size());
    m_untold = 0;
    for (auto& noted : m_events) {
        const bool may_be_told = noted.event.kind == LockEvent::Kind::vanished && now - noted.at < message_patience;
        if (may_be_told)
            awaiting.insert(noted.event.lock);
        if (may_be_told || (!awaiting.empty() && awaiting.contains(noted.event.lock))) {
            m_untold += is_untold(noted.event.kind) ? 1 : 0;
            unripe.push_back(std::move(noted));
        } else {
            ripe.push_back(std::move(noted.event));
        }
    }
    m_events = std::move(unripe);
    return ripe;
}

void LockBook::note_unreadable(std::string_view name, std::string why)
{
    m_unreadable.add(name);
    m_unreadable_why = std::move(why);
}

void LockBook::end_round()
{
    m_not_kept.end_round();
    m_not_permitted.end_round();
    m_unreadable.end_round();
    if (m_unreadable.count() == 0)
        m_unreadable_why.clear();
}

MonitorBatch LockBook::take(SteadyTime now, milliseconds linger)
{
    MonitorBatch batch;
    linger = std::max(linger, message_patience); // What awaits its message has not gone yet.
    std::unordered_set<std::string> awaiting;
    batch.events = take_events(now, awaiting);
    remember_vanished(batch.events, now);
    if (const auto lost = std::exchange(m_events_lost, std::nullopt)) {
        LockEvent gap;
        gap.kind = LockEvent::Kind::resynchronised;
        gap.at = *lost;
        batch.events.insert(batch.events.begin(), std::move(gap));
    }
    const auto take_removed = [&] {
        for (auto& state : std::exchange(m_removed, {}))
            batch.changes.push_back({LockChange::Kind::removed, std::move(state)});
    };
    take_removed(); // before what came back under such a name
    std::vector<TrackedLockPtr> kept;
    for (auto& lock : m_changed) {
        if (!awaiting.empty() && awaiting.contains(lock->name())) { // What happened comes before what came of it.
            kept.push_back(std::move(lock));
            continue;
        }
        lock->changed = false;
        const auto kind = lock->published ? LockChange::Kind::changed : LockChange::Kind::added;
        lock->published = true;
        batch.changes.push_back({kind, lock->state()});
    }
    m_changed = std::move(kept);
    while (!m_lingering.empty() && now - m_lingering.front().at >= linger) {
        const Freed freed = std::move(m_lingering.front());
        m_lingering.pop_front();
        const auto lock = freed.lock.lock();
        if (!lock || lock->free_since != freed.at)
            continue; // Held again; if it was freed again, a later one says so.
        let_go(*lock);
    }
    take_removed();
    return batch;
}

void LockBook::let_go(TrackedLock& lock)
{
    if (std::exchange(lock.published, false))
        m_removed.push_back(lock.state());
    m_history.note_type(lock.name(), {lock.state()->type, lock.state()->type_certain});
    m_table.erase(lock);
}

void LockBook::keep_only(std::string_view pattern)
{
    for (const auto& lock : m_table.all()) {
        if (glob_match(pattern, lock->name()))
            continue;
        lock->free_since = {};
        let_go(*lock);
    }
    std::erase_if(m_changed, [pattern](const TrackedLockPtr& lock) { return !glob_match(pattern, lock->name()); });
    m_not_kept.forget();
    m_not_permitted.forget();
    m_unreadable.forget();
    m_unreadable_why.clear();
}

LockHistory LockBook::history(const std::string& name) const
{
    auto past = m_history.of(name);
    if (const auto lock = m_table.find(name)) {
        auto open = lock->open_holds();
        past.holds.insert(past.holds.end(), std::make_move_iterator(open.begin()), std::make_move_iterator(open.end()));
    }
    return past;
}

} // namespace lockscope::monitor

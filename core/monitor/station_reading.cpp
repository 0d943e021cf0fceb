// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "monitor/namesake.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <iterator>

namespace lockscope::monitor {
namespace {

/// What changes together is announced in pieces: a moment's patience reads it once.
constexpr milliseconds gather_for{3};
constexpr milliseconds until_again{200};
/// Ten times what a lock takes. A server that sends as much and has not finished is not silent.
constexpr std::uint64_t telling_bytes = 16 << 10;
constexpr const char* too_large = "The answer is too large to be taken.";

/// LOADING, CLUSTERDOWN, BUSY: it is worth asking again.
bool can_wait(const std::string& error) noexcept
{
    const auto what = redis::errc_of(error);
    return what == Errc::loading || what == Errc::master_down || what == Errc::busy;
}

std::optional<SteadyTime> oldest_news_of(const std::vector<ReadRequest>& requests)
{
    std::optional<SteadyTime> oldest;
    for (const auto& request : requests) {
        if (request.news_at != SteadyTime{})
            oldest = std::min(oldest.value_or(request.news_at), request.news_at);
    }
    return oldest;
}

/// A lock that nobody has, as those see it who listen for its release.
LockState untold_lock(const Reading& reading)
{
    LockState state;
    state.name = reading.name;
    state.type = reading.listened_as;
    state.type_certain = state.type == LockType::read_write;
    state.waiting_clients = static_cast<std::int32_t>(std::min<std::int64_t>(reading.listeners.value_or(0), INT32_MAX));
    state.observed_at = reading.at;
    return state;
}

} // namespace

boost::asio::awaitable<void> Station::reading_loop()
{
    while (!m_is_stopping) {
        const auto wait = is_working() ? m_queue.wait(Steady::now()) : std::nullopt;
        if (!wait) {
            co_await m_reading_alarm.rest(idle);
            if (is_working() && m_queue.wait(Steady::now()))
                co_await m_reading_alarm.rest(gather_for);
            continue;
        }
        if (*wait > std::chrono::nanoseconds(0)) {
            co_await m_reading_alarm.rest(std::min<std::chrono::nanoseconds>(*wait, idle));
            continue;
        }
        auto requests = m_queue.take_known(Steady::now(), Reader::most_at_once);
        if (requests.empty()) {
            co_await m_reading_alarm.rest(gather_for);
            continue;
        }
        m_reading_since = oldest_news_of(requests);
        co_await read(std::move(requests), is_announced());
        m_reading_since.reset();
    }
}

boost::asio::awaitable<void> Station::candidates_loop()
{
    while (!m_is_stopping) {
        if (!is_working() || !m_queue.has_candidates()) {
            co_await m_candidates_alarm.rest(idle);
            if (is_working() && m_queue.has_candidates())
                co_await m_candidates_alarm.rest(gather_for);
            continue;
        }
        auto requests = m_queue.take_candidates(Reader::most_at_once);
        co_await read(std::move(requests), is_announced());
    }
}

/// Would a lock that was not there before have been announced?
bool Station::is_announced() const noexcept
{
    return m_status.scan_rounds > 0 && hears_of_new_locks();
}

/// What lost the connection before is read alone: if it does so again, that is its doing. Where sizes may be asked for,
/// these tell first.
boost::asio::awaitable<void> Station::read(std::vector<ReadRequest> requests, bool announced)
{
    leave_out_large(requests);
    const bool tells_sizes = m_reader.abilities().memory;
    const auto first = std::stable_partition(requests.begin(), requests.end(), [=](const ReadRequest& request) {
        return !request.alone && (tells_sizes || !request.suspect);
    });
    std::vector<ReadRequest> suspects(std::make_move_iterator(first), std::make_move_iterator(requests.end()));
    requests.erase(first, requests.end());
    if (!requests.empty()) {
        const auto turn = co_await m_turns.together();
        co_await read_together(std::move(requests), announced);
    }
    for (ReadRequest& request : suspects) {
        request.alone = true;
        std::vector<ReadRequest> alone{std::move(request)};
        const auto turn = co_await m_turns.alone();
        if (is_working())
            co_await read_together(std::move(alone), announced);
        else
            m_queue.put_back(alone, m_host.book().table());
    }
}

/// Of a known lock, only what lies beside it is left out, by its own reading.
void Station::leave_out_large(std::vector<ReadRequest>& requests) const
{
    const auto now = Steady::now();
    std::erase_if(requests, [&](ReadRequest& request) {
        if (find(request.name))
            return false;
        request.alone = m_large.is_suspect(request.name);
        if (!m_large.is_left_out(request.name, now))
            return false;
        m_host.book().note_unreadable(request.name, too_large);
        return true;
    });
}

boost::asio::awaitable<void> Station::read_together(std::vector<ReadRequest> requests, bool announced)
{
    auto copy = requests;
    const auto link_news = m_link_news;
    const auto bytes_before = m_connection.traffic().bytes_in;
    Errc failure = Errc::ok;
    try {
        auto readings = co_await m_reader.read(std::move(copy));
        if (link_news == m_link_news) {
            for (std::size_t i = 0; i < readings.size(); ++i) {
                const auto& name = requests[i].name;
                if (readings[i].verdict != Reading::Verdict::failed)
                    m_large.clear(name);
                const auto known = requests[i].was_there ? nullptr : find(name);
                if (known && tells_nothing_of(*known, requests[i], readings[i])) {
                    changed(known);
                    continue;
                }
                file(std::move(readings[i]), announced);
                if (const auto lock = requests[i].was_there ? find(name) : nullptr)
                    m_queue.finished(lock);
            }
            co_return;
        }
        // Begun with one server and ended with another: neither has said it.
    } catch (const Error& error) {
        trouble(error);
        failure = error.errc();
    }
    if (failure != Errc::ok) {
        // Whoever waits for a reply is told of its loss before on_link() is told of the cause.
        co_await boost::asio::post(m_executor, boost::asio::use_awaitable);
        if (const auto excess = excess_of(failure, m_connection.traffic().bytes_in - bytes_before))
            suspect(requests, *excess);
    }
    m_queue.put_back(requests, m_host.book().table());
}

/// What seemed new is known by now: it was read, or is being read, since this reading began, or was taken for something
/// else. That a semaphore's name is no lock says nothing against the semaphore.
bool Station::tells_nothing_of(const TrackedLock& known, const ReadRequest& request, const Reading& reading) noexcept
{
    const auto& state = *known.state();
    return known.in_flight
        || (known.seen()
            && (state.observed_at > reading.started
                || is_counter(state.type) != (request.known == ReadRequest::Known::counter)));
}

/// A reply that is too large costs the connection; one that is merely large may still be coming when we give up. What
/// was not sent, not answered at all, or lost by something else, says nothing.
std::optional<Station::Excess> Station::excess_of(Errc failure, std::uint64_t bytes_came) const
{
    if (failure == Errc::connection_lost && m_lost_by == Errc::protocol)
        return Excess::size;
    if (failure == Errc::timeout && bytes_came >= telling_bytes)
        return Excess::time;
    return std::nullopt;
}

void Station::suspect(const std::vector<ReadRequest>& requests, Excess excess)
{
    for (const ReadRequest& request : requests) {
        if (const auto lock = find(request.name)) {
            lock->alone = lock->suspect; // Sizes have not told.
            lock->suspect = true;
            if (request.alone)
                give_up(request, lock, excess);
        } else if (request.alone) {
            m_large.leave_out(request.name, Steady::now());
            m_host.book().note_unreadable(request.name, too_large);
        } else {
            m_large.suspect(request.name);
        }
    }
}

/// A known lock is not gone because something beside it cannot be read: that is left out. If not even that helps, its
/// own hash is no lock's any more; but if it is only that it takes too long, nothing is known against it.
void Station::give_up(const ReadRequest& request, const TrackedLockPtr& lock, Excess excess)
{
    constexpr Oversize everything{true, true, true};
    const auto now = Steady::now();
    lock->set_oversize(everything);
    m_second_tries.left_out(lock->name(), now);
    if (request.expected.oversize != everything)
        return;
    if (excess == Excess::time) {
        lock->shelved = true;
        m_host.book().mark_out_of_reach(lock, lock->state()->observed_at);
        return;
    }
    m_large.leave_out(request.name, now);
    Reading reading;
    reading.name = request.name;
    reading.verdict = Reading::Verdict::foreign;
    reading.started = reading.at = now;
    reading.oversize = everything;
    file(std::move(reading), false);
    m_queue.finished(lock);
}

/// The next readings do without it. Sizes tell until when; where they may not be asked for, it is tried out.
void Station::leave_out(TrackedLock& lock, const Oversize& oversize)
{
    lock.set_oversize(oversize);
    if (oversize.any() && !m_reader.abilities().memory)
        m_second_tries.left_out(lock.name(), Steady::now());
    else
        m_second_tries.forget(lock.name());
}

/// Reads in full, alone, what may not be too large any more.
void Station::try_again(SteadyTime now)
{
    for (const std::string& name : m_second_tries.take_due(now)) {
        const auto lock = find(name);
        if (!lock) {
            m_second_tries.forget(name);
            continue;
        }
        lock->set_oversize({});
        lock->suspect = lock->alone = true;
        lock->shelved = false;
        changed(lock);
    }
}

void Station::file(Reading reading, bool announced)
{
    if (m_is_stopping || !is_wanted(reading.name))
        return;
    if (reading.verdict == Reading::Verdict::elsewhere) {
        m_host.gone_elsewhere(reading.name, *this);
        return;
    }
    if (reading.state)
        mark_mapped(*reading.state);
    const auto now = Steady::now();
    const auto known = m_host.book().table().find(reading.name);
    const bool is_missed = reading.verdict == Reading::Verdict::absent || reading.verdict == Reading::Verdict::foreign;
    if (known && known->seen() && is_missed && reading.started < known->state()->observed_at) {
        changed(known); // What the name is was asked before it was found in another way.
        return;
    }
    if (!known && is_missed) {
        if (reading.verdict == Reading::Verdict::foreign)
            m_foreign.add(reading.name, now);
        if (announced && !m_recently_unlocked.contains(std::hash<std::string>{}(reading.name)))
            m_noise.count();
    }
    const auto untold_since = known ? std::nullopt : left_untold(reading);
    if (untold_since) { // As if its end had been seen.
        reading.verdict = Reading::Verdict::lock;
        reading.state = untold_lock(reading);
    }
    if (reading.state && reading.state->is_held())
        m_sleepers.forget(reading.name);
    auto around = surroundings_of(reading, known, now);
    // Who has permits of a semaphore is not known before the first of them changes; who sleeps has not just come.
    const bool is_a_counter = reading.state && is_counter(reading.state->type);
    around.was_free = announced && has_scanned() && !is_a_counter && !untold_since;
    around.was_unheard = m_newly_waited.erase(reading.name) > 0 && is_a_counter;
    around.untold_since = untold_since;
    if (reading.news_at != SteadyTime{})
        m_delays.add(now - reading.news_at, now);
    if (reading.verdict == Reading::Verdict::failed)
        file_failure(std::move(reading), around);
    else
        file_answer(std::move(reading), around);
}

/// @param known the lock of this name, if there is one
LockBook::Surroundings Station::surroundings_of(const Reading& reading, const TrackedLockPtr& known,
                                                SteadyTime now) const
{
    LockBook::Surroundings around;
    around.now = now;
    // After an interruption, messages of the time in between are lost, or belong to what nobody has seen.
    around.unwatched =
        known && known->seen() && (known->state()->observed_at < m_live_since || known->state()->is_out_of_reach());
    if (around.unwatched)
        around.arrival = m_arrival;
    around.flushed = known && known->seen() && known->state()->observed_at < m_flushed_at;
    around.hears_unlocks = m_news.hears_unlocks() && !m_host.has_sharded_messages() && !around.unwatched;
    if (reading.state && !reading.state->waiters.empty() && is_granted(m_status.permissions, "PUBSUB CHANNELS"))
        around.channels_at = m_channels_at;
    // What the news told of had happened when they came, however long its reading took. What is seen after an
    // interruption need not be what those from before it told of.
    const bool has_news = reading.news_at != SteadyTime{} && !(around.unwatched && reading.news_at < m_live_since);
    around.happened = moment_at(has_news ? reading.news_at : std::min(reading.at, now));
    return around;
}

void Station::file_answer(Reading reading, const LockBook::Surroundings& around)
{
    const auto known = m_host.book().table().find(reading.name);
    if (known ? went_out_of_reach(known) : m_host.book().note_permitted(reading.name))
        note_changed_rights(); // It was hidden.
    m_served_at = std::max(m_served_at, reading.at);
    if (reading.state) {
        note_hidden_queue(*reading.state);
        m_read_last = reading.name;
    }
    if (known)
        adopt(known); // Whoever answers serves it.
    m_refused.erase(reading.name);
    const bool is_small = reading.verdict != Reading::Verdict::foreign;
    const Oversize oversize = reading.oversize;
    const auto lock = m_host.file(std::move(reading), around);
    if (!lock)
        return;
    adopt(lock);
    leave_out(*lock, oversize);
    if (around.channels_at)
        m_queued.insert(lock->name());
    if (is_small)
        lock->suspect = lock->alone = false;
}

void Station::file_failure(Reading reading, const LockBook::Surroundings& around)
{
    const bool may_answer_soon = can_wait(reading.error);
    const bool is_refused = redis::errc_of(reading.error) == Errc::no_permission;
    const bool is_hidden = is_refused && refusal_of(reading.error) == Refusal::key;
    // Of the whole cluster the link tells.
    const bool is_slot_down = reading.error.starts_with("CLUSTERDOWN") && !reading.error.starts_with(cluster_is_down);
    const SteadyTime asked_at = reading.started;
    const Oversize oversize = reading.oversize;
    const std::string name = reading.name;
    const std::string error = escape(reading.error);
    const auto lock = m_host.file(std::move(reading), around);
    if (is_hidden && lock && lock->seen() && !lock->state()->is_out_of_reach())
        note_changed_rights();
    if (is_refused && !is_hidden) // A name says nothing of others.
        note_refusal();
    if (may_answer_soon) {
        m_is_doubted = true; // Perhaps it answers nothing at all.
        m_unread_at = around.now + until_again;
    }
    if (!lock) {
        if (is_hidden)
            m_host.book().note_not_permitted(name);
        else if (!is_refused && !may_answer_soon)
            m_host.book().note_unreadable(name, error);
        return;
    }
    leave_out(*lock, oversize);
    if (may_answer_soon)
        m_unread.push_back(lock);
    else
        m_refused.insert(name);
    // What is known of it is of the past, as with a master that does not answer.
    if (!may_answer_soon || is_slot_down)
        m_host.book().mark_out_of_reach(lock, known_until(*lock, asked_at));
}

/// Where messages may be missed, nobody knows who was told. Two names may share a channel.
std::optional<SteadyTime> Station::left_untold(const Reading& reading)
{
    if (reading.verdict != Reading::Verdict::absent || reading.listeners.value_or(0) <= 0 || !m_news.hears_unlocks()
        || m_live_since == never || m_host.has_sharded_messages())
        return std::nullopt;
    const auto namesake = namesake_of(reading.name);
    if (namesake && m_host.book().table().find(*namesake))
        return std::nullopt;
    const auto since = m_sleepers.listen(reading.name, reading.at);
    return since && !may_be_of_another_database(*since) ? since : std::nullopt;
}

/// Channels are common to all databases. In a cluster there is but one.
bool Station::may_be_of_another_database(SteadyTime since)
{
    if (m_host.is_cluster())
        return false;
    if (m_databases_at < since) {
        m_asks_for_databases = true;
        return true;
    }
    const auto& databases = m_facts.databases;
    const int ours = m_connection.options().endpoint.database;
    return std::any_of(databases.begin(), databases.end(), [ours](int number) { return number != ours; });
}

/// Unlike a command that may not be used, a key that may not be read is found out by reading it.
void Station::note_hidden_queue(const LockState& state)
{
    if (state.queue_known || !m_hidden_queue_of.empty() || !abilities_of(m_status.permissions).queue)
        return;
    m_hidden_queue_of = state.name;
    note_changed_rights();
}

/// While others of this master could be read.
bool Station::went_out_of_reach(const TrackedLockPtr& lock) const
{
    return lock->seen() && lock->state()->is_out_of_reach() && lock->state()->out_of_reach_since >= m_live_since;
}

/// Where changes are announced, it was as it had been read until somebody looked; otherwise nobody knows since then.
SteadyTime Station::known_until(const TrackedLock& lock, SteadyTime asked_at) const
{
    const auto observed_at = lock.state()->observed_at;
    const bool is_announced = m_status.source != NewsSource::polling && m_status.source != NewsSource::none;
    return is_announced && observed_at >= m_live_since ? std::max(observed_at, asked_at) : observed_at;
}

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "lockscope/error.hpp"

namespace lockscope::monitor {
namespace {

constexpr milliseconds between_looks{1000};
constexpr milliseconds longest_quiet{30 * 60'000};
constexpr std::size_t marked_at_once = 2000;
constexpr std::size_t refused_at_once = 200;

} // namespace

Station::Station(boost::asio::any_io_executor executor, std::shared_ptr<redis::Node> node, StationHost& host)
    : m_host(host)
    , m_executor(std::move(executor))
    , m_node(std::move(node))
    , m_connection(m_node->monitor())
    , m_reader(m_connection)
    , m_news(*m_node, m_connection.options().endpoint.database,
             {[this](std::string_view key) { on_changed(key); }, [this] { catch_up(); }, [this] { on_flushed(); },
              [this](std::string_view channel, std::string_view payload) { on_unlocked(channel, payload); }})
    , m_queue(this)
    , m_second_tries(m_host.options().large_again)
    , m_large(m_host.options().large_again)
    , m_large_questions(m_host.options().large_again)
    , m_turns(m_executor)
    , m_link_alarm(m_executor)
    , m_reading_alarm(m_executor)
    , m_candidates_alarm(m_executor)
    , m_finding_alarm(m_executor)
    , m_radar_alarm(m_executor)
{}

void Station::start(std::shared_ptr<StationHost> host)
{
    m_link_events = m_connection.on_event([weak = weak_from_this()](const redis::Connection::Event& event) {
        if (const auto self = weak.lock())
            self->on_link(event);
    });
    m_pubsub_events = m_node->pubsub().connection().on_event([weak = weak_from_this()](const auto& event) {
        const auto self = weak.lock();
        // Tracking redirects to the connection that is gone: it has to be switched on anew. Until then, no message that
        // fails to come means anything.
        if (self && event.kind == redis::Connection::Event::Kind::lost) {
            self->m_needs_sync = true;
            self->missed_news();
            if (self->m_is_live && std::exchange(self->m_status.source, NewsSource::polling) != NewsSource::polling)
                self->m_host.status_changed();
            if (std::exchange(self->m_live_since, never) != never)
                self->m_link_alarm.ring(); // Once: further attempts are not to be hurried.
        }
    });
    spawn(host, [](Station& self) { return self.link_loop(); });
    spawn(host, [](Station& self) { return self.reading_loop(); });
    spawn(host, [](Station& self) { return self.candidates_loop(); });
    spawn(host, [](Station& self) { return self.finding_loop(); });
    spawn(host, [](Station& self) { return self.radar_loop(); });
}

void Station::end()
{
    m_is_stopping = true;
    m_is_live = false;
    m_link_events.reset();
    m_pubsub_events.reset();
    m_link_alarm.ring();
    wake();
}

void Station::wake()
{
    for (auto* alarm : {&m_reading_alarm, &m_candidates_alarm, &m_finding_alarm, &m_radar_alarm})
        alarm->ring();
}

void Station::resumed()
{
    ++m_link_news; // What is being read is of the time before.
    missed_news();
    m_live_since = std::max(m_live_since, Steady::now()); // Or still never.
    m_restart_scan = true;
    catch_up();
}

void Station::trouble(const Error& error)
{
    if (error.errc() == Errc::closed) {
        if (!m_is_stopping) {
            end();
            m_host.ended(*this);
        }
        return;
    }
    // Nothing is to be made anew: what may not be done is left out as soon as it is known.
    if (m_is_live && error.errc() == Errc::no_permission) {
        note_refusal();
        return;
    }
    m_status.link_error = error.message();
    m_status.link_code = error.errc();
    // The connection tells by itself when it is lost; anything else is tried again from the start.
    if (error.errc() != Errc::connection_lost && error.errc() != Errc::connection_failed)
        m_needs_sync = true;
}

void Station::adopt(const TrackedLockPtr& lock)
{
    if (lock->home == this)
        return;
    const bool waits = lock->dirty || lock->in_flight;
    lock->moved = lock->home != nullptr;
    lock->home = this;
    lock->dirty = lock->in_flight = false;
    lock->shelved = false; // Here it may be small, or the way fast; and the second try was the other's.
    if (waits)
        changed(lock);
}

void Station::changed(const TrackedLockPtr& lock)
{
    m_queue.changed(lock, Steady::now());
    m_reading_alarm.ring();
}

void Station::candidate(const std::string& name, ReadRequest::Known known)
{
    if (!m_queue.candidate(name, known, Steady::now())) {
        m_noise.count();
        m_whole_after = m_status.scan_rounds + 2; // The round under way may have passed it already.
    }
    m_candidates_alarm.ring();
}

void Station::pattern_changed()
{
    m_queue.clear_candidates();
    m_restart_scan = true;
    m_needs_sync = true; // The broadcast's prefixes change.
    m_has_new_pattern = true;
    missed_news();
    m_finding_alarm.ring();
    m_link_alarm.ring();
    m_radar_alarm.ring();
}

void Station::measure_cost(SteadyTime now)
{
    const auto& mine = m_connection.traffic();
    const auto& messages = m_node->pubsub().connection().traffic();
    m_cost.traffic(mine.commands + messages.commands,
                   mine.bytes_in + mine.bytes_out + messages.bytes_in + messages.bytes_out, now);
    m_status.cost = m_cost.cost();
}

void Station::measure_delay(SteadyTime now)
{
    auto longest = m_delays.best(now).value_or(std::chrono::nanoseconds(0));
    for (const auto& since : {m_reading_since, m_queue.waits_since()}) {
        if (since && is_working())
            longest = std::max<std::chrono::nanoseconds>(longest, now - *since);
    }
    m_status.incomplete = is_incomplete();
    m_status.behind = std::chrono::duration_cast<milliseconds>(std::max({longest, m_reader.way(), m_way}));
}

void Station::mark_out_of_reach()
{
    if (!m_away_since) {
        m_is_marked = false;
        m_to_mark.clear();
        return;
    }
    if (!std::exchange(m_is_marked, true))
        m_to_mark = ours();
    for (std::size_t marked = 0; marked < marked_at_once && !m_to_mark.empty(); ++marked) {
        if (m_to_mark.back()->home == this)
            m_host.book().mark_out_of_reach(m_to_mark.back(), m_away_since->now);
        m_to_mark.pop_back();
    }
}

/// Nobody tells when they may be read again, and whoever is gone by then would stay for ever.
void Station::reread_refused(SteadyTime now)
{
    if (m_refused.empty() || now < m_refused_at || !is_working())
        return;
    m_refused_at = now + m_host.options().pauses.refused;
    std::vector<TrackedLockPtr> locks;
    while (!m_refused.empty() && locks.size() < refused_at_once) {
        if (auto lock = find(*m_refused.begin()))
            locks.push_back(std::move(lock));
        m_refused.erase(m_refused.begin());
    }
    m_queue.confirm(std::move(locks));
    m_reading_alarm.ring();
}

void Station::tick(SteadyTime now)
{
    mark_out_of_reach();
    if (!m_unread.empty() && now >= m_unread_at) {
        m_queue.confirm(std::exchange(m_unread, {}));
        m_reading_alarm.ring();
    }
    try_again(now);
    reread_refused(now);
    if (now - m_loudness_at < between_looks)
        return;
    m_loudness_at = now;
    m_recently_unlocked.clear();
    if (m_noise.too_loud(now) && m_status.source == NewsSource::broadcast) {
        // A busy server's other keys: only what was read is announced from now on.
        m_wanted = News::Wanted::tracking;
        m_broadcast_again = now + m_quiet_for;
        m_quiet_for = std::min(m_quiet_for * 2, longest_quiet);
        m_needs_sync = true;
        m_link_alarm.ring();
    }
}

} // namespace lockscope::monitor

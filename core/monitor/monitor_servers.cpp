// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"
#include "monitor/monitor_impl.hpp"

#include <algorithm>
#include <limits>

namespace lockscope {
namespace {

constexpr milliseconds look_after{250};
/// A lock that moves is read across both servers first, and by its new one as soon as that serves it.
constexpr milliseconds until_handing_over{100};
constexpr milliseconds until_next_try{250};
constexpr std::size_t strays_in_one_go = 100;
/// The next round of the scan names the others again.
constexpr std::size_t most_strays = 1000;
/// A new master may still be loading, or the others may not agree on it yet.
constexpr milliseconds longest_inquest{15'000};

/// @param lock null if nobody knows yet what lies there
monitor::ReadRequest request_of(const std::string& name, const TrackedLockPtr& lock)
{
    if (lock)
        return monitor::request_for(*lock);
    monitor::ReadRequest request;
    request.name = name;
    request.known = monitor::ReadRequest::Known::companion;
    return request;
}

} // namespace

boost::asio::awaitable<void> Monitor::Impl::servers_loop()
{
    while (!m_is_stopping) {
        if (m_stations.empty())
            co_await find_servers();
        // Nobody else may be talking to the one that is lost, and so hear that it has a successor.
        if (std::any_of(m_stations.begin(), m_stations.end(),
                        [](const auto& station) { return station->status().link == MonitorStatus::Link::lost; }))
            m_core->servers().suspect();
        if (!m_strays.empty())
            co_await read_strays();
        co_await m_servers_alarm.rest(m_strays.empty() ? look_after : until_handing_over);
    }
}

boost::asio::awaitable<void> Monitor::Impl::find_servers()
{
    try {
        co_await m_core->servers().find_masters();
        m_servers_error.clear();
        follow();
    } catch (const Error& error) {
        if (error.errc() == Errc::closed)
            end();
        m_servers_error = error.message();
        m_servers_code = error.errc();
    }
    status_changed();
}

void Monitor::Impl::follow()
{
    if (m_is_stopping)
        return;
    const auto masters = m_core->servers().masters();
    if (masters.empty())
        return; // Nobody knows who comes next: those who are known stay until then.
    std::vector<std::shared_ptr<Station>> leaving;
    std::erase_if(m_stations, [&](const auto& station) {
        const bool leaves = std::find(masters.begin(), masters.end(), station->node()) == masters.end();
        if (leaves)
            leaving.push_back(station);
        return leaves;
    });
    for (const auto& node : masters) {
        if (std::any_of(m_stations.begin(), m_stations.end(),
                        [&node](const auto& station) { return station->node() == node; }))
            continue;
        auto station = std::make_shared<Station>(m_core->executor(), node, *this);
        m_stations.push_back(station);
        station->start(shared_from_this());
    }
    for (const auto& station : leaving) {
        station->end();
        take_leave(*station);
    }
    status_changed();
}

/// Its locks go to those who serve them now, and are compared with what was known of them.
void Monitor::Impl::take_leave(const Station& station)
{
    std::unordered_map<const Station*, Inquest*> inquests;
    for (const auto& lock : m_book.table().all()) {
        if (lock->home != &station)
            continue;
        lock->home = nullptr;
        lock->dirty = lock->in_flight = false;
        auto* const next = station_of(lock->name());
        if (lock->state()->is_held()) {
            auto& about = inquests[next];
            if (about == nullptr)
                about = &inquest(station.address(), next != nullptr ? next->address() : std::string(), station.trail());
            about->expect(lock->name());
        }
        hand_over(lock);
    }
}

void Monitor::Impl::hand_over(const TrackedLockPtr& lock)
{
    if (auto* const station = station_of(lock->name())) {
        station->adopt(lock);
        station->changed(lock);
        return;
    }
    for (const auto& station : m_stations)
        station->candidate(lock->name(), ReadRequest::Known::companion);
}

bool Monitor::Impl::has_sharded_messages() const
{
    return m_core->servers().commands().publish_verb() != "PUBLISH";
}

monitor::Messages Monitor::Impl::messages() const
{
    return monitor::messages_of(m_core->endpoint, m_core->options.sharded_messages);
}

Station* Monitor::Impl::station_of(std::string_view name)
{
    if (m_stations.size() == 1)
        return m_stations.front().get();
    const auto master = m_core->servers().home_of(name);
    for (const auto& station : m_stations) {
        if (station->node() == master)
            return station.get();
    }
    return nullptr;
}

Station* Monitor::Impl::home_of(const monitor::TrackedLock& lock) const
{
    const auto home = std::find_if(m_stations.begin(), m_stations.end(),
                                   [&lock](const auto& station) { return station.get() == lock.home; });
    return home != m_stations.end() ? home->get() : nullptr;
}

TrackedLockPtr Monitor::Impl::file(Reading reading, LockBook::Surroundings around)
{
    const auto about = std::find_if(m_inquests.begin(), m_inquests.end(),
                                    [&](const Inquest& inquest) { return inquest.expects(reading.name); });
    if (about == m_inquests.end()) {
        around.arrival = {};
        return m_book.apply(std::move(reading), around);
    }
    const bool tells = reading.verdict != Reading::Verdict::failed && reading.verdict != Reading::Verdict::elsewhere;
    const auto known = m_book.table().find(reading.name);
    const auto before = known ? known->state() : nullptr;
    around.failed_over = true;
    around.restarted = about->is_of_restart();
    if (known && known->home != nullptr)
        around.arrival.parting = about->parting_from(known->home->replication());
    const bool is_told_of = known && known->message_at != SteadyTime{} && !known->is_latch;
    auto lock = m_book.apply(std::move(reading), around);
    if (is_told_of) { // Given back, wherever.
        around.arrival.may_be_released = true;
        around.arrival.parting = {};
    }
    if (lock && before && tells)
        about->note(*before, *lock->state(), around.arrival);
    return lock;
}

void Monitor::Impl::gone_elsewhere(const std::string& name, Station& from)
{
    const auto lock = m_book.table().find(name);
    if (lock && lock->home != nullptr && lock->home != &from)
        return; // That was news of the past.
    auto* const next = station_of(name);
    const bool is_known = next != nullptr && next != &from;
    if (!lock && is_known) {
        next->candidate(name, ReadRequest::Known::companion);
        return;
    }
    m_core->servers().suspect();
    if (is_known)
        hand_over(lock);
    else if (lock || m_strays.size() < most_strays)
        m_strays.try_emplace(name);
    m_servers_alarm.ring();
}

/// Each command goes to whoever has its key, one by one: no server could answer them together.
boost::asio::awaitable<void> Monitor::Impl::read_strays()
{
    const auto now = Steady::now();
    std::vector<ReadRequest> requests;
    for (auto stray = m_strays.begin(); stray != m_strays.end();) {
        const auto lock = m_book.table().find(stray->first);
        if (stray->second.due > now) {
            ++stray;
            continue;
        }
        if (stray->second.next == Stray::Next::handing_over) {
            stray = m_strays.erase(stray);
            if (lock)
                hand_over(lock);
            continue;
        }
        if (requests.size() < strays_in_one_go) {
            requests.push_back(request_of(stray->first, lock));
            stray->second = {Stray::Next::handing_over, now + until_next_try};
        }
        ++stray;
    }
    if (requests.empty() || m_is_paused)
        co_return;
    try {
        auto readings = co_await m_stray_reader.read(std::move(requests));
        for (auto& reading : readings) {
            LockBook::Surroundings around;
            around.hears_unlocks = false;
            around.arrival.may_be_released = true;
            around.happened = {Steady::now(), std::chrono::system_clock::now()};
            around.now = around.happened.now;
            // Any of the servers may have told the time.
            if (const auto known = m_book.table().find(reading.name))
                known->moved = true;
            if (const auto lock = file(std::move(reading), around))
                lock->moved = true;
        }
        for (auto& [name, stray] : m_strays)
            stray.due = std::min(stray.due, Steady::now() + until_handing_over);
    } catch (const Error&) {
        co_return; // Nobody serves them: the station that is asked next says the same, and it goes on.
    }
}

void Monitor::Impl::server_changed(Station& station, const ServerIdentity& before)
{
    auto& about = inquest(before.address, station.address(), station.trail());
    for (const auto& lock : m_book.table().all()) {
        if (lock->home == &station && lock->state()->is_held())
            about.expect(lock->name());
    }
}

Inquest& Monitor::Impl::inquest(std::string from, std::string to, ReplicationTrail trail)
{
    return m_inquests.emplace_back(std::move(from), std::move(to), std::chrono::system_clock::now(),
                                   Steady::now() + longest_inquest, std::move(trail));
}

void Monitor::Impl::close_inquests(SteadyTime now)
{
    for (auto about = m_inquests.begin(); about != m_inquests.end();) {
        if (!about->is_finished(now)) {
            ++about;
            continue;
        }
        LockEvent event;
        event.kind = LockEvent::Kind::failed_over;
        event.failover = std::make_shared<const Failover>(about->result());
        event.at = std::chrono::system_clock::now();
        m_book.add_event(std::move(event));
        about = m_inquests.erase(about);
    }
}

void Monitor::Impl::round_ended()
{
    auto least = std::numeric_limits<std::uint64_t>::max();
    for (const auto& station : m_stations)
        least = std::min(least, station->status().scan_rounds);
    if (std::exchange(m_rounds, least) != least)
        m_book.end_round();
}

void Monitor::Impl::ended(Station& station)
{
    // One whose server left is not missed. It is over with all of them when the client is closed, or out of memory.
    if (station.failure())
        fail(*station.failure());
    else if (m_core->is_stopping())
        end();
}

} // namespace lockscope

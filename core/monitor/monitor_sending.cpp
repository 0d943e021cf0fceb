// SPDX-License-Identifier: Apache-2.0
#include "monitor/joint_status.hpp"
#include "monitor/monitor_impl.hpp"

#include <algorithm>

namespace lockscope {
namespace {

constexpr milliseconds tick{10};
constexpr milliseconds between_statuses{1000};
constexpr std::size_t due_at_once = 2000;
/// In the time that a count takes: with few locks, each batch has one.
constexpr int counting_pause = 50;

} // namespace

boost::asio::awaitable<void> Monitor::Impl::sending_loop()
{
    while (!m_is_stopping) {
        if (is_working())
            check_due();
        else if (!m_is_paused)
            mark_out_of_reach();
        const auto now = Steady::now();
        close_inquests(now);
        if (now - m_sent_at >= m_options.batch_interval)
            send_batch();
        co_await m_sending_alarm.rest(tick);
    }
}

bool Monitor::Impl::is_working() const
{
    return std::any_of(m_stations.begin(), m_stations.end(), [](const auto& station) { return station->is_working(); });
}

void Monitor::Impl::check_due()
{
    const auto now = Steady::now();
    const auto due = m_book.table().take_due(now, due_at_once);
    for (const auto& lock : due) {
        if (auto* const station = home_of(*lock))
            station->changed(lock);
    }
    for (const auto& station : m_stations)
        station->tick(now);
}

/// One is as far away as the others, whichever was noticed first. A single server is its connection, and that says so.
void Monitor::Impl::mark_out_of_reach()
{
    if (m_stations.size() < 2)
        return;
    for (const auto& station : m_stations)
        station->mark_out_of_reach();
}

/// Of a master that does not answer; of the others nobody asks.
std::size_t Monitor::Impl::locks_of(const Station& station) const
{
    std::size_t locks = 0;
    if (station.away_since()) {
        m_book.table().for_each(
            [&](const monitor::TrackedLock& lock) { locks += lock.home == &station && lock.published ? 1 : 0; });
    }
    return locks;
}

MonitorStatus Monitor::Impl::make_status()
{
    const auto now = Steady::now();
    std::vector<monitor::MasterStatus> masters;
    for (const auto& station : m_stations) {
        station->measure_cost(now);
        station->measure_delay(now);
        const auto& away = station->away_since();
        masters.push_back({station->address(), station->status(), away ? std::optional(away->wall) : std::nullopt,
                           locks_of(*station)});
    }
    auto status = monitor::joint_status(std::move(masters));
    if (status.link == MonitorStatus::Link::lost) {
        for (const auto& station : m_stations) {
            if (const auto& away = station->away_since())
                status.silent_since = std::max(status.silent_since.value_or(away->now), away->now);
        }
    }
    if (m_stations.empty() && !m_servers_error.empty()) {
        status.link = MonitorStatus::Link::lost;
        status.link_error = m_servers_error;
        status.link_code = m_servers_code;
    }
    status.paused = m_is_paused;
    status.locks_not_kept = m_book.not_kept();
    status.keys_not_permitted = m_book.not_permitted();
    status.keys_unreadable = m_book.unreadable();
    status.unreadable_why = m_book.unreadable_why();
    return status;
}

LockCounts Monitor::Impl::count_locks()
{
    m_counted_at = Steady::now();
    if (is_working()) { // While nobody looks, time alone makes no lock stuck.
        m_looked_at = m_counted_at;
        m_looked_at_wall = std::chrono::system_clock::now();
    }
    const auto counts = monitor::count(m_book.table(), m_options.thresholds, m_looked_at, m_looked_at_wall);
    m_counting_took = Steady::now() - m_counted_at;
    return counts;
}

void Monitor::Impl::send_batch()
{
    const auto now = Steady::now();
    MonitorBatch batch;
    if (!m_is_paused)
        batch = m_book.take(now, m_options.linger);
    const bool status_due = now - m_status_at >= between_statuses;
    if (batch.changes.empty() && batch.events.empty() && !status_due)
        return;
    m_sent_at = now;
    if (status_due || now - m_counted_at >= counting_pause * m_counting_took)
        batch.counts = count_locks();
    if (status_due) {
        m_status_at = now;
        batch.status = make_status();
        batch.status->counts = *batch.counts;
    }
    const std::scoped_lock guard(m_sink_mutex);
    if (const auto sink = m_sink; sink && !m_is_stopping)
        (*sink)(std::move(batch));
}

} // namespace lockscope

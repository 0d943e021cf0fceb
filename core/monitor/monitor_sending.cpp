// SPDX-License-Identifier: Apache-2.0
#include "monitor/monitor_impl.hpp"

namespace lockscope {
namespace {

constexpr milliseconds tick{10};
constexpr milliseconds between_statuses{1000};
constexpr std::size_t due_at_once = 2000;
constexpr milliseconds longest_quiet{30 * 60'000};

} // namespace

boost::asio::awaitable<void> Monitor::Impl::sending_loop()
{
    while (!m_is_stopping) {
        if (is_working())
            check_due();
        const auto now = Steady::now();
        if (now - m_sent_at >= m_options.batch_interval)
            send_batch();
        co_await m_sending_alarm.rest(tick);
    }
}

void Monitor::Impl::check_due()
{
    const auto now = Steady::now();
    const auto due = m_book.table().take_due(now, due_at_once);
    for (const auto& lock : due)
        m_queue.changed(lock);
    if (!due.empty())
        m_reading_alarm.ring();
    if (now - m_loudness_at < between_statuses)
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

MonitorStatus Monitor::Impl::make_status()
{
    const auto now = Steady::now();
    const auto& mine = m_connection.traffic();
    const auto& messages = m_node->pubsub().connection().traffic();
    m_cost.traffic(mine.commands + messages.commands,
                   mine.bytes_in + mine.bytes_out + messages.bytes_in + messages.bytes_out, now);
    m_status.cost = m_cost.cost();
    const auto counts = monitor::count(m_book.table(), m_options.thresholds, now, std::chrono::system_clock::now());
    m_status.locks = counts.locks;
    m_status.held = counts.held;
    m_status.contended = counts.contended;
    m_status.stuck = counts.stuck;
    m_status.anomalies = counts.anomalies;
    m_status.clients_waiting = counts.clients_waiting;
    m_status.locks_not_kept = m_book.not_kept();
    return m_status;
}

void Monitor::Impl::send_batch()
{
    const auto now = Steady::now();
    MonitorBatch batch;
    if (!m_status.paused)
        batch = m_book.take(now, m_options.linger);
    const bool status_due = now - m_status_at >= between_statuses;
    if (batch.changes.empty() && batch.events.empty() && !status_due)
        return;
    m_sent_at = now;
    if (status_due) {
        m_status_at = now;
        batch.status = make_status();
    }
    const std::scoped_lock guard(m_sink_mutex);
    if (const auto sink = m_sink; sink && !m_is_stopping)
        (*sink)(std::move(batch));
}

} // namespace lockscope

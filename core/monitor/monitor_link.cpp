// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"
#include "monitor/monitor_impl.hpp"
#include "monitor/permission_probe.hpp"

namespace lockscope {
namespace {

constexpr milliseconds look_after{100};
constexpr milliseconds patience{1000};

} // namespace

boost::asio::awaitable<void> Monitor::Impl::link_loop()
{
    while (!m_is_stopping) {
        try {
            if (m_needs_sync || !m_is_live) {
                // Waits until there is a connection, and ends at once when the client is closed.
                std::vector<redis::Command> ping{redis::Command{"PING"}};
                co_await m_connection.pipeline(std::move(ping), Steady::now() + patience);
                co_await synchronise();
            } else if (m_connection.is_open()) {
                co_await m_connection.open();
            }
            if (m_wanted == News::Wanted::tracking && Steady::now() >= m_broadcast_again) {
                m_wanted = News::Wanted::broadcast;
                m_broadcast_again = SteadyTime::max();
                co_await switch_news();
            }
        } catch (const Error& error) {
            trouble(error);
        }
        co_await m_link_alarm.rest(look_after);
    }
    // Here, because subscriptions must end on this thread, and only this loop makes them.
    m_news.disable();
}

void Monitor::Impl::on_link(const redis::Connection::Event& event)
{
    if (event.kind == redis::Connection::Event::Kind::lost) {
        m_is_live = false;
        m_needs_sync = true;
        m_status.link = MonitorStatus::Link::lost;
        m_status.link_error = event.error;
        m_status.next_attempt = event.next_attempt;
        m_status.source = NewsSource::none;
        m_status_at = {};
    } else {
        m_status.link = MonitorStatus::Link::connecting;
        m_status.next_attempt.reset();
        m_link_alarm.ring();
    }
}

boost::asio::awaitable<void> Monitor::Impl::synchronise()
{
    m_needs_sync = false; // Whatever happens from here on asks for another round.
    m_status.encryption = m_connection.encryption();
    if (!m_is_live) {
        auto report = co_await monitor::probe(*m_node);
        m_reader.set_abilities(monitor::abilities_of(report));
        m_status.permissions = std::move(report);
    }
    co_await m_news.listen_for_unlocks();
    co_await switch_news();
    if (m_status.permissions.allows(Feature::server_facts))
        co_await ask_server();
    const bool reconnected = !m_is_live && m_was_live;
    m_is_live = m_connection.is_open();
    if (!m_is_live) {
        m_needs_sync = true;
        co_return;
    }
    m_was_live = true;
    m_live_since = Steady::now();
    m_status.link = MonitorStatus::Link::live;
    m_status.link_error.clear();
    m_status.next_attempt.reset();
    m_status_at = {};
    if (reconnected) {
        LockEvent event;
        event.kind = LockEvent::Kind::resynchronised;
        event.at = std::chrono::system_clock::now();
        m_book.add_event(std::move(event));
        m_restart_scan = true;
    }
    catch_up();
    for (auto* alarm : {&m_reading_alarm, &m_finding_alarm, &m_radar_alarm, &m_sending_alarm})
        alarm->ring();
}

boost::asio::awaitable<void> Monitor::Impl::switch_news()
{
    auto pattern = m_options.pattern;
    m_status.source = co_await m_news.enable(m_wanted, std::move(pattern));
    m_status_at = {};
    // What was read under another regime is not announced under this one.
    catch_up();
}

void Monitor::Impl::catch_up()
{
    m_queue.confirm(m_book.table().all());
    m_reading_alarm.ring();
}

} // namespace lockscope

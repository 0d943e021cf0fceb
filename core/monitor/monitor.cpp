// SPDX-License-Identifier: Apache-2.0
#include "lockscope/monitor.hpp"

#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "monitor/monitor_impl.hpp"

namespace lockscope {

Monitor::Impl::Impl(std::shared_ptr<detail::ClientCore> core, std::shared_ptr<redis::Node> node, MonitorOptions options,
                    Sink sink)
    : m_core(std::move(core))
    , m_options(std::move(options))
    , m_sink(std::make_shared<Sink>(std::move(sink)))
    , m_node(std::move(node))
    , m_connection(m_node->monitor())
    , m_reader(m_connection)
    , m_news(*m_node, m_core->endpoint.database,
             {[this](std::string_view key) { on_changed(key); }, [this] { catch_up(); },
              [this](std::string_view channel) { on_unlocked(channel); }})
    , m_book(m_options.max_locks)
    , m_link_alarm(m_core->executor())
    , m_reading_alarm(m_core->executor())
    , m_finding_alarm(m_core->executor())
    , m_radar_alarm(m_core->executor())
    , m_sending_alarm(m_core->executor())
{}

void Monitor::Impl::start()
{
    if (std::exchange(m_is_started, true))
        return;
    const auto listen = [weak = weak_from_this()](const redis::Connection::Event& event) {
        if (const auto self = weak.lock())
            self->on_link(event);
    };
    m_link_events = m_connection.on_event(listen);
    m_pubsub_events = m_node->pubsub().connection().on_event([weak = weak_from_this()](const auto& event) {
        const auto self = weak.lock();
        // Tracking redirects to the connection that is gone: it has to be switched on anew.
        if (self && event.kind == redis::Connection::Event::Kind::lost)
            self->m_needs_sync = true;
    });
    spawn([](Impl& self) { return self.link_loop(); });
    spawn([](Impl& self) { return self.reading_loop(); });
    spawn([](Impl& self) { return self.finding_loop(); });
    spawn([](Impl& self) { return self.radar_loop(); });
    spawn([](Impl& self) { return self.sending_loop(); });
}

void Monitor::Impl::stop()
{
    m_is_stopping = true;
    {
        const std::scoped_lock guard(m_sink_mutex);
        m_sink.reset();
    }
    boost::asio::post(m_core->executor(), [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->end();
    });
}

void Monitor::Impl::end()
{
    m_is_stopping = true;
    m_is_live = false;
    m_link_events.reset();
    m_pubsub_events.reset();
    for (auto* alarm : {&m_link_alarm, &m_reading_alarm, &m_finding_alarm, &m_radar_alarm, &m_sending_alarm})
        alarm->ring();
}

void Monitor::Impl::trouble(const Error& error)
{
    if (error.errc() == Errc::closed) {
        end();
        return;
    }
    m_status.link_error = error.message();
    // The connection tells by itself when it is lost; anything else is tried again from the start.
    if (error.errc() != Errc::connection_lost && error.errc() != Errc::connection_failed)
        m_needs_sync = true;
}

void Monitor::Impl::set_paused(bool paused)
{
    if (std::exchange(m_status.paused, paused) == paused)
        return;
    m_status_at = {};
    if (!paused)
        catch_up();
    for (auto* alarm : {&m_reading_alarm, &m_finding_alarm, &m_radar_alarm, &m_sending_alarm})
        alarm->ring();
}

void Monitor::Impl::set_pattern(std::string glob)
{
    m_options.pattern = glob.empty() ? "*" : std::move(glob);
    m_book.keep_only(m_options.pattern);
    m_queue.clear_candidates();
    m_restart_scan = true;
    m_needs_sync = true; // The broadcast's prefixes change.
    m_finding_alarm.ring();
    m_link_alarm.ring();
    m_radar_alarm.ring();
}

void Monitor::Impl::refresh(const std::vector<std::string>& names)
{
    for (const auto& name : names) {
        if (const auto lock = m_book.table().find(name))
            m_queue.changed(lock);
        else
            m_queue.candidate(name, ReadRequest::Known::companion);
    }
    m_reading_alarm.ring();
}

void Monitor::Impl::note_forced(const std::string& name)
{
    m_book.forced(name, Steady::now());
}

Monitor::Monitor(Client& client, MonitorOptions options, Sink sink)
    : m_impl(std::make_shared<Impl>(client.core(), client.core()->servers().masters().front(), std::move(options),
                                    std::move(sink)))
{}

Monitor::~Monitor()
{
    stop();
}

void Monitor::start()
{
    m_impl->post([](Impl& impl) { impl.start(); });
}

void Monitor::stop()
{
    m_impl->stop();
}

void Monitor::pause()
{
    m_impl->post([](Impl& impl) { impl.set_paused(true); });
}

void Monitor::resume()
{
    m_impl->post([](Impl& impl) { impl.set_paused(false); });
}

void Monitor::set_pattern(std::string glob)
{
    m_impl->post([glob = std::move(glob)](Impl& impl) mutable { impl.set_pattern(std::move(glob)); });
}

void Monitor::set_thresholds(const Thresholds& thresholds)
{
    m_impl->post([thresholds](Impl& impl) { impl.set_thresholds(thresholds); });
}

void Monitor::set_visible(std::vector<std::string> names)
{
    m_impl->post([names = std::move(names)](Impl& impl) mutable { impl.set_visible(std::move(names)); });
}

void Monitor::refresh(std::vector<std::string> names)
{
    m_impl->post([names = std::move(names)](Impl& impl) { impl.refresh(names); });
}

void Monitor::history(const std::string& name, std::function<void(std::vector<HoldRecord>)> callback)
{
    m_impl->post([name, callback = std::move(callback)](Impl& impl) { callback(impl.history(name)); });
}

void Monitor::note_forced(const std::string& name)
{
    m_impl->post([name](Impl& impl) { impl.note_forced(name); });
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "lockscope/monitor.hpp"

#include "lockscope/client.hpp"
#include "monitor/monitor_impl.hpp"

namespace lockscope {

Monitor::Impl::Impl(std::shared_ptr<detail::ClientCore> core, MonitorOptions options, Sink sink)
    : m_core(std::move(core))
    , m_options(std::move(options))
    , m_sink(std::make_shared<Sink>(std::move(sink)))
    , m_book(m_options.max_locks)
    , m_stray_reader(m_core->servers().monitor())
    , m_servers_alarm(m_core->executor())
    , m_sending_alarm(m_core->executor())
{
    monitor::Abilities one_by_one;
    one_by_one.transactions = false;
    one_by_one.time = false; // It would be any server's.
    m_stray_reader.set_abilities(one_by_one);
}

void Monitor::Impl::start()
{
    if (std::exchange(m_is_started, true))
        return;
    m_changes = m_core->servers().on_change([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->follow();
    });
    follow();
    spawn([](Impl& self) { return self.servers_loop(); });
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
    m_changes.reset();
    for (const auto& station : m_stations)
        station->end();
    m_servers_alarm.ring();
    m_sending_alarm.ring();
}

void Monitor::Impl::fail(std::string_view reason)
{
    if (m_is_stopping)
        return;
    end();
    if (m_core->is_stopping())
        return; // Whoever closes the client knows.
    try {
        MonitorBatch last;
        last.status = make_status();
        last.status->link = MonitorStatus::Link::lost;
        last.status->link_error = "Watching has ended because of an error: " + std::string(reason) + ". Connect again.";
        last.status->next_attempt.reset();
        last.status->unreachable.clear();
        last.status->has_ended = true;
        const std::scoped_lock guard(m_sink_mutex);
        if (const auto sink = m_sink)
            (*sink)(std::move(last));
    } catch (const std::exception&) {
        return; // No memory even for that, or a sink that takes nothing.
    }
}

void Monitor::Impl::set_paused(bool paused)
{
    if (std::exchange(m_is_paused, paused) == paused)
        return;
    status_changed();
    if (!paused && is_working()) {
        LockEvent event;
        event.kind = LockEvent::Kind::resynchronised;
        event.at = std::chrono::system_clock::now();
        add_event(std::move(event));
    }
    for (const auto& station : m_stations) {
        if (!paused)
            station->resumed();
        station->wake();
    }
    m_sending_alarm.ring();
}

void Monitor::Impl::set_pattern(std::string glob)
{
    m_options.pattern = glob.empty() ? "*" : std::move(glob);
    m_book.keep_only(m_options.pattern);
    for (auto& inquest : m_inquests)
        inquest.forget_if([this](const std::string& name) { return !m_book.table().find(name); });
    for (const auto& station : m_stations)
        station->pattern_changed();
}

void Monitor::Impl::refresh(const std::vector<std::string>& names)
{
    for (const auto& name : names) {
        const auto lock = m_book.table().find(name);
        if (auto* const station = lock ? home_of(*lock) : nullptr)
            station->changed(lock);
        else if (auto* const server = station_of(name))
            server->candidate(name, ReadRequest::Known::companion);
        else
            for (const auto& any : m_stations)
                any->candidate(name, ReadRequest::Known::companion);
    }
}

/// What was read before there was a result was perhaps not told.
void Monitor::Impl::read_result(const std::string& name, Stage stage)
{
    if (stage != Stage::begins)
        refresh({name});
}

void Monitor::Impl::note_force(const std::string& name, Stage stage)
{
    m_book.note_force(name, stage, Steady::now());
    read_result(name, stage);
}

void Monitor::Impl::note_expulsion(const std::string& name, const std::string& owner, Stage stage)
{
    m_book.note_expulsion(name, {owner}, stage, Steady::now());
    read_result(name, stage);
}

void Monitor::Impl::note_undo(const std::string& name, std::vector<std::string> owners, Stage stage)
{
    m_book.note_undo(name, std::move(owners), stage, Steady::now());
    read_result(name, stage);
}

void Monitor::Impl::note_extension(const std::string& name, Stage stage)
{
    m_book.note_extension(name, stage, Steady::now());
    read_result(name, stage);
}

void Monitor::Impl::note_removal(const std::string& name, std::vector<std::string> owners, Stage stage)
{
    m_book.note_removal(name, std::move(owners), stage, Steady::now());
    read_result(name, stage);
}

Monitor::Monitor(Client& client, MonitorOptions options, Sink sink)
    : m_impl(std::make_shared<Impl>(client.core(), std::move(options), std::move(sink)))
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

void Monitor::set_cpu_budget(double share)
{
    m_impl->post([share](Impl& impl) { impl.set_cpu_budget(share); });
}

void Monitor::set_visible(std::vector<std::string> names)
{
    m_impl->post([names = std::move(names)](Impl& impl) mutable { impl.set_visible(std::move(names)); });
}

void Monitor::refresh(std::vector<std::string> names)
{
    m_impl->post([names = std::move(names)](Impl& impl) { impl.refresh(names); });
}

void Monitor::set_own(std::vector<OwnLock> locks)
{
    m_impl->post([locks = std::move(locks)](Impl& impl) { impl.set_own(locks); });
}

void Monitor::history(const std::string& name, std::function<void(LockHistory)> callback)
{
    m_impl->post([name, callback = std::move(callback)](Impl& impl) { callback(impl.history(name)); });
}

void Monitor::note_force(const std::string& name, Stage stage)
{
    m_impl->post([name, stage](Impl& impl) { impl.note_force(name, stage); });
}

void Monitor::note_expulsion(const std::string& name, const std::string& owner, Stage stage)
{
    m_impl->post([name, owner, stage](Impl& impl) { impl.note_expulsion(name, owner, stage); });
}

void Monitor::note_undo(const std::string& name, std::vector<std::string> owners, Stage stage)
{
    m_impl->post([name, owners = std::move(owners), stage](Impl& impl) { impl.note_undo(name, owners, stage); });
}

void Monitor::note_extension(const std::string& name, Stage stage)
{
    m_impl->post([name, stage](Impl& impl) { impl.note_extension(name, stage); });
}

void Monitor::note_removal(const std::string& name, std::vector<std::string> owners, Stage stage)
{
    m_impl->post([name, owners = std::move(owners), stage](Impl& impl) mutable {
        impl.note_removal(name, std::move(owners), stage);
    });
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "lockscope/monitor.hpp"
#include "monitor/alarm.hpp"
#include "monitor/finder.hpp"
#include "monitor/foreign_keys.hpp"
#include "monitor/lock_book.hpp"
#include "monitor/news.hpp"
#include "monitor/read_queue.hpp"
#include "monitor/reader.hpp"
#include "monitor/server_facts.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <mutex>
#include <unordered_set>

namespace lockscope {

using monitor::Alarm;
using monitor::CostMeter;
using monitor::ForeignKeys;
using monitor::LockBook;
using monitor::News;
using monitor::NoiseMeter;
using monitor::Reader;
using monitor::Reading;
using monitor::ReadQueue;
using monitor::ReadRequest;

/// The running monitor: five loops on the client's I/O thread around values that do the thinking (LockBook, ReadQueue,
/// ForeignKeys, …). Each loop holds us alive until it has seen that it is over.
///
///   link     connects, probes permissions, switches the news on; again after each reconnect   monitor_link.cpp
///   reading  reads what changed                                                               monitor_reading.cpp
///   finding  scans                                                                            monitor_finding.cpp
///   radar    asks who waits on unlock channels, what the server says of itself                monitor_radar.cpp
///   sending  hands out batches, looks at what is due                                          monitor_sending.cpp
class Monitor::Impl : public std::enable_shared_from_this<Impl>
{
public:
    Impl(std::shared_ptr<detail::ClientCore> core, std::shared_ptr<redis::Node> node, MonitorOptions options,
         Sink sink);

    void start();
    void stop(); ///< Any thread. Afterwards the sink is not called any more.
    /// Runs @p action on the I/O thread unless we are gone by then. Any thread.
    template <typename Action>
    void post(Action action)
    {
        boost::asio::post(m_core->executor(), [weak = weak_from_this(), action = std::move(action)]() mutable {
            if (const auto self = weak.lock(); self && !self->m_is_stopping)
                action(*self);
        });
    }

    // On the I/O thread.
    void set_paused(bool paused);
    void set_pattern(std::string glob);
    void set_thresholds(const Thresholds& thresholds) { m_options.thresholds = thresholds; }
    void set_visible(std::vector<std::string> names) { m_visible = std::move(names); }
    void refresh(const std::vector<std::string>& names);
    [[nodiscard]] std::vector<HoldRecord> history(const std::string& name) const { return m_book.history(name); }
    void note_forced(const std::string& name);

private:
    using Steady = std::chrono::steady_clock;
    template <typename T>
    using Task = boost::asio::awaitable<T>;

    template <typename Loop>
    void spawn(Loop loop);
    [[nodiscard]] bool is_working() const noexcept { return m_is_live && !m_status.paused; }
    /// What an error of a loop means for all of us.
    void trouble(const Error& error);
    void end(); ///< The client is closed, or stop() was called.

    // monitor_link.cpp
    Task<void> link_loop();
    Task<void> synchronise();
    Task<void> switch_news();
    void on_link(const redis::Connection::Event& event);
    void catch_up(); ///< Everything known is read again.

    // monitor_news.cpp
    void on_changed(std::string_view key);
    void on_unlocked(std::string_view channel);
    void consider(const std::string& name, ReadRequest::Known known);
    [[nodiscard]] bool is_wanted(std::string_view name) const;

    // monitor_reading.cpp
    Task<void> reading_loop();
    Task<void> read(std::vector<ReadRequest> requests, bool announced);
    void file(Reading reading, bool announced);

    // monitor_finding.cpp
    Task<void> finding_loop();
    Task<void> scan_round();
    Task<void> rest_from_scanning(std::chrono::nanoseconds time);

    // monitor_radar.cpp
    Task<void> radar_loop();
    Task<void> look_at_channels();
    Task<void> look_at_waiters(std::vector<std::string> channels);
    Task<void> ask_server();
    void poll_known();

    // monitor_sending.cpp
    Task<void> sending_loop();
    void check_due();
    void send_batch();
    [[nodiscard]] MonitorStatus make_status();

    std::shared_ptr<detail::ClientCore> m_core; ///< First: the timers below live on its executor.
    MonitorOptions m_options;
    std::recursive_mutex m_sink_mutex; ///< Held during a call of the sink, so that stop() can wait for its end.
    std::shared_ptr<Sink> m_sink;
    std::atomic<bool> m_is_stopping{false};
    bool m_is_started = false;

    std::shared_ptr<redis::Node> m_node;
    redis::Connection& m_connection;
    Reader m_reader;
    News m_news;
    LockBook m_book;
    ReadQueue m_queue;
    ForeignKeys m_foreign;
    NoiseMeter m_noise;
    CostMeter m_cost;
    MonitorStatus m_status;

    std::shared_ptr<void> m_link_events, m_pubsub_events;
    bool m_is_live = false;
    bool m_needs_sync = true;
    bool m_was_live = false; ///< There was a time before, so that a reconnect is one.
    SteadyTime m_live_since{};
    News::Wanted m_wanted = News::Wanted::broadcast;
    SteadyTime m_broadcast_again = SteadyTime::max(); ///< When to try it again after too much noise.
    milliseconds m_quiet_for{60'000};
    bool m_restart_scan = false;
    std::vector<std::string> m_visible;
    std::unordered_set<std::string> m_waited_for;        ///< Locks whose channels had subscribers the last time.
    std::unordered_set<std::size_t> m_recently_unlocked; ///< Hashes of names: not noise, however short-lived.
    SteadyTime m_sent_at{}, m_status_at{}, m_facts_at{}, m_polled_at{}, m_loudness_at{};

    Alarm m_link_alarm, m_reading_alarm, m_finding_alarm, m_radar_alarm, m_sending_alarm;
};

template <typename Loop>
void Monitor::Impl::spawn(Loop loop)
{
    const auto keep = [](std::shared_ptr<Impl> self, Loop body) -> Task<void> {
        try {
            co_await body(*self);
        } catch (const std::exception&) {
            self->m_is_stopping = true; // Out of memory or worse: nothing that a loop could go on with.
        }
        if (self->m_is_stopping)
            self->end();
    };
    boost::asio::co_spawn(m_core->executor(), keep(shared_from_this(), std::move(loop)), boost::asio::detached);
}

} // namespace lockscope

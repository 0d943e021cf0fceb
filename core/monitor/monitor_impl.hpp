// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "lockscope/monitor.hpp"
#include "monitor/alarm.hpp"
#include "monitor/inquest.hpp"
#include "monitor/lock_book.hpp"
#include "monitor/reader.hpp"
#include "monitor/station.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <list>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace lockscope {

using monitor::Alarm;
using monitor::Inquest;
using monitor::LockBook;
using monitor::Reader;
using monitor::Reading;
using monitor::ReadRequest;
using monitor::ReplicationTrail;
using monitor::ServerIdentity;
using monitor::Station;
using monitor::TrackedLockPtr;

/// The running monitor: one book of all locks, a station at each master that reads its own, and two loops on the
/// client's I/O thread. Each loop holds us alive until it has seen that it is over.
///
///   sending  hands out batches, looks at what is due                              monitor_sending.cpp
///   servers  finds the masters, reads what moves from one to another just now     monitor_servers.cpp
class Monitor::Impl : public monitor::StationHost, public std::enable_shared_from_this<Impl>
{
public:
    Impl(std::shared_ptr<detail::ClientCore> core, MonitorOptions options, Sink sink);

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
    void set_cpu_budget(double share) { m_options.cpu_budget = share; }
    void set_visible(std::vector<std::string> names) { m_visible = std::move(names); }
    void refresh(const std::vector<std::string>& names);
    void set_own(const std::vector<OwnLock>& locks) { refresh(m_book.set_own(locks)); }
    [[nodiscard]] LockHistory history(const std::string& name) const { return m_book.history(name); }
    void read_result(const std::string& name, Stage stage);
    void note_force(const std::string& name, Stage stage);
    void note_expulsion(const std::string& name, const std::string& owner, Stage stage);
    void note_undo(const std::string& name, std::vector<std::string> owners, Stage stage);
    void note_extension(const std::string& name, Stage stage);
    void note_removal(const std::string& name, std::vector<std::string> owners, Stage stage);

    // For the stations.
    LockBook& book() override { return m_book; }
    [[nodiscard]] const MonitorOptions& options() const override { return m_options; }
    [[nodiscard]] bool is_paused() const override { return m_is_paused; }
    [[nodiscard]] const std::vector<std::string>& visible() const override { return m_visible; }
    [[nodiscard]] bool has_sharded_messages() const override;
    [[nodiscard]] monitor::Messages messages() const override;
    [[nodiscard]] bool is_cluster() const override { return m_core->endpoint.deployment == Deployment::cluster; }
    [[nodiscard]] bool has_successors() const override { return m_core->endpoint.deployment != Deployment::single; }
    [[nodiscard]] Station* station_of(std::string_view name) override;
    TrackedLockPtr file(Reading reading, LockBook::Surroundings around) override;
    void gone_elsewhere(const std::string& name, Station& from) override;
    void server_changed(Station& station, const ServerIdentity& before) override;
    void round_ended() override;
    void status_changed() override { m_status_at = {}; }
    void add_event(LockEvent event) override { m_book.add_event(std::move(event)); }
    void ended(Station& station) override;

private:
    using Steady = std::chrono::steady_clock;
    template <typename T>
    using Task = boost::asio::awaitable<T>;

    template <typename Loop>
    void spawn(Loop loop);
    void end(); ///< The client is closed, or stop() was called.
    /// Ends as well, but says so first: whoever looks must not take what was sent last for the present.
    void fail(std::string_view reason);

    // monitor_servers.cpp
    Task<void> servers_loop();
    [[nodiscard]] Station* home_of(const monitor::TrackedLock& lock) const;
    Task<void> find_servers();
    Task<void> read_strays();
    void follow(); ///< The masters have changed.
    void take_leave(const Station& station);
    void hand_over(const TrackedLockPtr& lock);
    Inquest& inquest(std::string from, std::string to, ReplicationTrail trail);
    void close_inquests(SteadyTime now);

    // monitor_sending.cpp
    Task<void> sending_loop();
    /// Does any master answer, and nobody has paused it?
    [[nodiscard]] bool is_working() const;
    void check_due();
    void mark_out_of_reach();
    void send_batch();
    [[nodiscard]] MonitorStatus make_status();
    [[nodiscard]] LockCounts count_locks();
    [[nodiscard]] std::size_t locks_of(const Station& station) const;

    std::shared_ptr<detail::ClientCore> m_core; ///< First: the timers below live on its executor.
    MonitorOptions m_options;
    std::recursive_mutex m_sink_mutex; ///< Held during a call of the sink, so that stop() can wait for its end.
    std::shared_ptr<Sink> m_sink;
    std::atomic<bool> m_is_stopping{false};
    bool m_is_started = false;
    bool m_is_paused = false;

    LockBook m_book;
    std::vector<std::shared_ptr<Station>> m_stations;
    std::shared_ptr<void> m_changes; ///< Of the masters.
    std::string m_servers_error;     ///< Why no master is known.
    Errc m_servers_code = Errc::ok;  ///< Of this error.
    std::uint64_t m_rounds = 0;      ///< Scans that all stations have finished.
    std::vector<std::string> m_visible;

    /// A lock that is on its way from one master to another.
    struct Stray
    {
        enum class Next { reading, handing_over };
        Next next = Next::reading;
        SteadyTime due{};
    };
    std::unordered_map<std::string, Stray> m_strays;
    Reader m_stray_reader;
    std::list<Inquest> m_inquests;
    SteadyTime m_sent_at{}, m_status_at{}, m_counted_at{};
    std::chrono::nanoseconds m_counting_took{0};
    SteadyTime m_looked_at{}; ///< When it was working last, by both clocks.
    SystemTime m_looked_at_wall{};
    Alarm m_servers_alarm, m_sending_alarm;
};

template <typename Loop>
void Monitor::Impl::spawn(Loop loop)
{
    const auto keep = [](std::shared_ptr<Impl> self, Loop body) -> Task<void> {
        try {
            co_await body(*self);
        } catch (const std::exception& error) {
            self->fail(error.what()); // Out of memory or worse: nothing that a loop could go on with.
        }
        if (self->m_is_stopping)
            self->end();
    };
    boost::asio::co_spawn(m_core->executor(), keep(shared_from_this(), std::move(loop)), boost::asio::detached);
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "ending_signals.hpp"
#include "json_output.hpp"
#include "lockscope/monitor.hpp"
#include "output.hpp"
#include "table_output.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>
#include <string>

namespace lockctl {

using namespace lockscope;

namespace {

namespace asio = boost::asio;

/// Prints batches on the main thread: a reader that is slow must not block the client's I/O thread.
class Printer
{
public:
    Printer(Format format, std::function<void()> on_end) : m_format(format), m_on_end(std::move(on_end)) {}

    [[nodiscard]] bool has_failed() const { return m_has_failed; }
    [[nodiscard]] bool is_cut() const { return m_is_cut; } ///< Some of our output is missing.

    void print_batch(const MonitorBatch& batch)
    {
        if (batch.status)
            report(*batch.status);
        for (const auto& change : batch.changes) {
            if (m_format == Format::json)
                print_line(to_line(to_json(change)));
            else if (is_found(change, batch))
                print_line(to_found_line(*change.state));
        }
        for (const auto& event : batch.events)
            print_line(m_format == Format::json ? to_line(to_json(event)) : to_line(event));
    }

private:
    /// It was there before we came; what is acquired under our eyes is told by its event.
    static bool is_found(const LockChange& change, const MonitorBatch& batch)
    {
        return change.kind == LockChange::Kind::added && change.state
            && std::none_of(batch.events.begin(), batch.events.end(), [&](const LockEvent& event) {
                   return event.kind == LockEvent::Kind::acquired && event.lock == change.state->name;
               });
    }

    void report(const MonitorStatus& status)
    {
        if (status.has_ended) {
            complain(status.link_error);
            m_has_failed = true;
            m_on_end();
            return;
        }
        report_masters(status);
        if (status.link == m_link)
            return;
        if (status.link == MonitorStatus::Link::lost)
            complain("Connection lost: " + status.link_error + " Trying again.");
        else if (m_link == MonitorStatus::Link::lost && status.link == MonitorStatus::Link::live)
            complain("Connected again.");
        if (status.link != MonitorStatus::Link::connecting)
            m_link = status.link;
    }

    /// Of several masters; nothing is said of those that are away when all are.
    void report_masters(const MonitorStatus& status)
    {
        if (status.link != MonitorStatus::Link::live)
            return;
        std::set<std::string> away;
        for (const auto& master : status.unreachable) {
            away.insert(master.address);
            if (!m_away.contains(master.address))
                complain("Master " + master.address + " is out of reach, with " + std::to_string(master.locks)
                         + (master.locks == 1 ? " known lock: " : " known locks: ") + master.error + " Trying again.");
        }
        for (const auto& address : m_away) {
            if (!away.contains(address))
                complain("Master " + address + " is back, or another serves its locks.");
        }
        m_away = std::move(away);
    }

    void print_line(const std::string& line)
    {
        if (print(line))
            return;
        m_is_cut = m_is_cut || errno != EPIPE; // A reader that has left knows that it has.
        m_on_end();
    }

    Format m_format;
    std::function<void()> m_on_end;
    MonitorStatus::Link m_link = MonitorStatus::Link::connecting;
    std::set<std::string> m_away; ///< Masters.
    bool m_has_failed = false;
    bool m_is_cut = false;
};

} // namespace

int run(const WatchOptions& options, Format format, Client& client)
{
    std::signal(SIGPIPE, SIG_IGN); // A reader that leaves is the end, told by print().
    asio::io_context loop{1};
    asio::signal_set signals(loop);
    add_ending_signals(signals);
    signals.async_wait([&](const boost::system::error_code&, int) { loop.stop(); });
    asio::steady_timer timer(loop);
    if (options.duration) {
        timer.expires_after(*options.duration);
        timer.async_wait([&](const boost::system::error_code& error) {
            if (!error)
                loop.stop();
        });
    }
    Printer printer(format, [&] { loop.stop(); });
    MonitorOptions monitor_options;
    monitor_options.pattern = options.glob;
    Monitor monitor(client, monitor_options, [&](MonitorBatch batch) {
        asio::post(loop, [&printer, batch = std::move(batch)] { printer.print_batch(batch); });
    });
    monitor.start();
    const auto work = asio::make_work_guard(loop);
    loop.run();
    monitor.stop();
    return exit_if_printed(!printer.is_cut(), printer.has_failed() ? exit_server : exit_done);
}

} // namespace lockctl

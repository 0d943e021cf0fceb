// SPDX-License-Identifier: Apache-2.0
#include "backlog.hpp"
#include "commands.hpp"
#include "ending_signals.hpp"
#include "json_output.hpp"
#include "lockscope/monitor.hpp"
#include "output.hpp"
#include "table_output.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include <poll.h>
#include <unistd.h>

namespace lockctl {

using namespace lockscope;

namespace {

namespace asio = boost::asio;

constexpr std::size_t most_news = 50'000; ///< That wait to be printed: some 50 MB.
constexpr std::chrono::seconds grace{1};  ///< At the end, for what is not printed yet.

/// Whether the rights let any lock be seen at all: it must be read, and found by a scan or by what is told of it.
bool can_see_locks(const MonitorStatus& status)
{
    const auto missing = status.permissions.missing();
    const auto may = [&missing](std::string_view what) {
        return std::none_of(missing.begin(), missing.end(),
                            [what](const Permission& permission) { return permission.what == what; });
    };
    const bool is_told =
        status.source == NewsSource::broadcast || status.source == NewsSource::notifications || may("PUBSUB CHANNELS");
    return may("HSCAN") && may("PTTL") && (may("SCAN") || (may("TYPE") && is_told));
}

/// "… cannot write its append-only file: …", without its subject.
std::string_view rest_of_sentence(WriteObstacle obstacle)
{
    switch (obstacle) {
    case WriteObstacle::none: break;
    case WriteObstacle::snapshot_failed:
        return " could not write its last snapshot, and refuses to write unless stop-writes-on-bgsave-error is \"no\": "
               "no lock can be taken, renewed or released.";
    case WriteObstacle::memory_full:
        return " has no memory left, and evicts nothing: no lock can be taken. Those that are held can be renewed and "
               "released.";
    case WriteObstacle::replicas_missing:
        return " has none of the replicas that min-replicas-to-write demands: no lock can be taken, renewed or "
               "released.";
    case WriteObstacle::append_failed:
        return " cannot write its append-only file: no lock can be taken, renewed or released.";
    }
    return " writes again: locks can be taken.";
}

/// Prints batches on a thread of its own, which a reader that does not read may block for ever.
class Printer
{
public:
    explicit Printer(Format format) : m_format(format) {}

    /// Until the last one is printed, or there is no use in going on.
    void print_all(Backlog& backlog)
    {
        while (!m_is_over && !m_has_failed) {
            const auto next = backlog.take();
            if (!next)
                return;
            if (next->lost > 0)
                report_loss(next->lost);
            print_batch(next->batch);
        }
    }

    /// Of a thread that has ended.
    ///@{
    [[nodiscard]] bool has_failed() const { return m_has_failed; }
    [[nodiscard]] bool is_blind() const { return m_is_blind; } ///< No lock can be seen, for want of rights.
    [[nodiscard]] bool is_cut() const { return m_is_cut; }     ///< Some of our output is missing.
    ///@}

private:
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

    /// As after any other gap: whoever reads must look again.
    void report_loss(std::size_t lost)
    {
        complain("The output is not read fast enough: " + std::to_string(lost) + " changes and events were lost.");
        LockEvent gap;
        gap.kind = LockEvent::Kind::resynchronised;
        gap.at = std::chrono::system_clock::now();
        print_line(m_format == Format::json ? to_line(to_json(gap)) : to_line(gap));
    }

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
            return;
        }
        report_masters(status);
        report_rights(status);
        report_obstacle(status);
        if (status.link == m_link)
            return;
        if (status.link == MonitorStatus::Link::lost)
            complain("Connection lost: " + as_sentence(status.link_error) + " Trying again.");
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
                         + (master.locks == 1 ? " known lock: " : " known locks: ") + as_sentence(master.error)
                         + " Trying again.");
        }
        for (const auto& address : m_away) {
            if (!away.contains(address))
                complain("Master " + address + " is back, or another serves its locks.");
        }
        m_away = std::move(away);
    }

    /// Whoever is shown little must not take it for all that there is.
    void report_rights(const MonitorStatus& status)
    {
        if (status.link != MonitorStatus::Link::live)
            return;
        m_is_blind = !can_see_locks(status);
        std::string missing = status.permissions.acl_line(Purpose::watching);
        if (missing == m_missing)
            return;
        if (missing.empty())
            complain("No right is missing any more.");
        else
            complain("Rights are missing: " + missing
                     + (m_is_blind ? ". No lock can be found or read without them" : "")
                     + "; lockctl check says what each is for.");
        m_missing = std::move(missing);
    }

    /// Nobody can take a lock meanwhile, which looks as if nobody wanted to.
    void report_obstacle(const MonitorStatus& status)
    {
        if (status.link != MonitorStatus::Link::live || status.obstacle == m_obstacle)
            return;
        m_obstacle = status.obstacle;
        const std::string who = status.obstacle_at.empty() ? "The server" : "Master " + status.obstacle_at;
        complain(who + std::string(rest_of_sentence(m_obstacle)));
    }

    void print_line(const std::string& line)
    {
        if (m_is_over || print(line))
            return;
        m_is_cut = errno != EPIPE; // A reader that has left knows that it has.
        m_is_over = true;
    }

    Format m_format;
    MonitorStatus::Link m_link = MonitorStatus::Link::connecting;
    std::set<std::string> m_away; ///< Masters.
    std::string m_missing;        ///< Rights, as they were told.
    WriteObstacle m_obstacle = WriteObstacle::none;
    bool m_is_blind = false;
    bool m_is_over = false;    ///< Nothing can be printed any more.
    bool m_has_failed = false; ///< The monitor has.
    bool m_is_cut = false;
};

/// They are for the main thread; here they would interrupt a write.
void block_signals()
{
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

/// Ends the process although its output is not written, and another thread will wait for that as long as it lives. It
/// may hold what exit() and complain() want to have, and standard error may be as full.
[[noreturn]] void leave_unprinted()
{
    const std::string sentence = "lockctl: " + std::string(output_is_cut) + '\n';
    pollfd errors{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&errors, 1, 0) == 1 && (errors.revents & POLLOUT) != 0)
        static_cast<void>(::write(STDERR_FILENO, sentence.data(), sentence.size()) < 0);
    std::_Exit(exit_server); // unlike _exit() no sanitizer's, which would wait for the output, too
}

} // namespace

int run(const WatchOptions& options, Format format, Client& client)
{
    std::signal(SIGPIPE, SIG_IGN); // A reader that leaves is the end, told by print().
    asio::io_context loop{1};
    const auto work = asio::make_work_guard(loop);
    const auto stop_loop = [&loop](const boost::system::error_code& error, auto...) {
        if (!error)
            loop.stop();
    };
    asio::signal_set signals(loop);
    add_ending_signals(signals);
    signals.async_wait(stop_loop);
    asio::steady_timer timer(loop);
    if (options.duration) {
        timer.expires_after(*options.duration);
        timer.async_wait(stop_loop);
    }
    Backlog backlog(most_news);
    MonitorOptions monitor_options;
    monitor_options.pattern = options.glob;
    monitor_options.scripts = ScriptRight::not_tried;
    Monitor monitor(client, monitor_options, [&](MonitorBatch batch) { backlog.push(std::move(batch)); });
    monitor.start();
    Printer printer(format);
    std::atomic<bool> is_printed = false;
    std::jthread printing([&] {
        block_signals();
        printer.print_all(backlog);
        is_printed = true;
        loop.stop();
    });
    loop.run();
    monitor.stop();
    backlog.close();
    loop.restart();
    signals.async_wait(stop_loop); // Whoever insists does not want to wait.
    timer.expires_after(grace);
    timer.async_wait(stop_loop);
    if (!is_printed)
        loop.run();
    if (!is_printed)
        leave_unprinted();
    printing.join();
    const bool is_useless = printer.has_failed() || printer.is_blind();
    return exit_if_printed(!printer.is_cut(), is_useless ? exit_server : exit_done);
}

} // namespace lockctl

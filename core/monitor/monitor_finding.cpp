// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"
#include "monitor/monitor_impl.hpp"

#include <algorithm>

namespace lockscope {
namespace {

/// The first round may take more, so that a window fills within seconds; it is over soon.
constexpr double first_round_duty = 0.4;
/// What a step takes the server at most. It was measured at half of this; longer steps were waiting for others.
constexpr std::chrono::microseconds longest_step{250};
constexpr milliseconds between_rounds{5000};
constexpr milliseconds between_rounds_without_news{1000};
constexpr milliseconds idle{250};
constexpr std::size_t locks_in_one_go = 200;

} // namespace

boost::asio::awaitable<void> Monitor::Impl::finding_loop()
{
    while (!m_is_stopping) {
        if (!is_working() || (m_status.scan_rounds > 0 && !m_options.rescan && !m_restart_scan)) {
            co_await m_finding_alarm.rest(idle);
            continue;
        }
        m_restart_scan = false;
        bool failed = false;
        try {
            co_await scan_round();
        } catch (const Error& error) {
            trouble(error);
            failed = true;
        }
        if (failed) {
            co_await m_finding_alarm.rest(milliseconds(1000));
        } else if (!m_restart_scan) {
            const bool heard = m_status.source == NewsSource::broadcast || m_status.source == NewsSource::notifications;
            co_await rest_from_scanning(heard ? between_rounds : between_rounds_without_news);
        }
    }
}

boost::asio::awaitable<void> Monitor::Impl::rest_from_scanning(std::chrono::nanoseconds time)
{
    const auto until = Steady::now() + time;
    while (!m_is_stopping && !m_restart_scan && Steady::now() < until)
        co_await m_finding_alarm.rest(std::min<std::chrono::nanoseconds>(until - Steady::now(), idle));
}

boost::asio::awaitable<void> Monitor::Impl::scan_round()
{
    const bool first = m_status.scan_rounds == 0;
    monitor::Pacer pacer(first ? std::max(first_round_duty, m_options.cpu_budget) : m_options.cpu_budget);
    std::vector<redis::Command> size{redis::Command{"DBSIZE"}};
    const auto dbsize = co_await m_connection.pipeline(std::move(size));
    if (const auto keys = dbsize.front().as_integer(); keys && *keys >= 0)
        m_status.keys_total = static_cast<std::uint64_t>(*keys);

    monitor::Scan scan(m_connection, m_options.pattern);
    std::vector<ReadRequest> found;
    const auto add = [&](std::string name, ReadRequest::Known known) {
        if (m_book.table().find(name))
            return;
        ReadRequest request;
        request.name = std::move(name);
        request.known = known;
        found.push_back(std::move(request));
    };
    // What a reply needs on its way is nobody's work.
    auto fastest = std::chrono::nanoseconds(std::chrono::microseconds(50));
    while (!m_is_stopping && !scan.finished()) {
        if (!is_working() || m_restart_scan)
            co_return;
        auto step = co_await scan.next();
        for (auto& name : step.hashes)
            add(std::move(name), ReadRequest::Known::hash);
        for (auto& name : step.queued)
            add(std::move(name), ReadRequest::Known::companion);
        pacer.worked(std::clamp<std::chrono::nanoseconds>(step.took - fastest, fastest, longest_step));
        m_status.scan_fraction = scan.fraction(m_status.keys_total);
        if (!found.empty() && (found.size() >= locks_in_one_go || scan.finished() || !first)) {
            const auto started = Steady::now();
            auto requests = std::exchange(found, {});
            co_await read(std::move(requests), false);
            // About half of that time the server was busy with it; the rest was ours.
            pacer.worked((Steady::now() - started) / 2);
        }
        if (const auto rest = pacer.take_rest(); rest > std::chrono::nanoseconds(0))
            co_await rest_from_scanning(rest);
    }
    if (!found.empty())
        co_await read(std::move(found), false);
    ++m_status.scan_rounds;
    m_status.scan_fraction = 1;
    m_status.scanned_at = std::chrono::system_clock::now();
    m_status_at = {};
}

} // namespace lockscope

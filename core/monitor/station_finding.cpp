// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "lockscope/error.hpp"

#include <algorithm>

namespace lockscope::monitor {
namespace {

/// What the locks of a reading take the server, with their sizes, each; longer answers were waiting for others.
constexpr std::chrono::nanoseconds longest_reading = std::chrono::microseconds(25);
constexpr milliseconds between_rounds{5000};
constexpr milliseconds between_rounds_without_news{1000};
constexpr std::uint64_t rounds_between_deadlines = 6;
/// Few, because the server executes what arrives together (up to 16 KB) in one go. Fewer still would be no easier on
/// others, and slower (docs/performance.md).
constexpr std::size_t locks_after_a_step = 16;

} // namespace

boost::asio::awaitable<void> Station::finding_loop()
{
    while (!m_is_stopping) {
        if (!is_working() || (has_scanned() && !m_host.options().rescan && !m_restart_scan)) {
            co_await m_finding_alarm.rest(idle);
            continue;
        }
        if (!is_granted(m_status.permissions, "SCAN")) {
            note_refusal(); // It may be granted later.
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
            const bool heard = has_scanned() && hears_of_new_locks();
            co_await rest_from_scanning(heard ? between_rounds : between_rounds_without_news);
        }
    }
}

boost::asio::awaitable<void> Station::rest_from_scanning(std::chrono::nanoseconds time)
{
    const auto until = Steady::now() + time;
    while (!m_is_stopping && !m_restart_scan && Steady::now() < until)
        co_await m_finding_alarm.rest(std::min<std::chrono::nanoseconds>(until - Steady::now(), idle));
}

/// A lock that is free, and perhaps listened to, has none.
std::size_t Station::locks_with_keys() const
{
    const auto locks = ours();
    return static_cast<std::size_t>(std::count_if(locks.begin(), locks.end(), [](const TrackedLockPtr& lock) {
        return lock->state()->is_held() || !lock->state()->waiters.empty();
    }));
}

boost::asio::awaitable<void> Station::scan_round()
{
    const auto gaps = m_gaps;
    // Until the round after a gap is over, nothing is known to be new.
    const auto hurries = [this] { return m_status.scan_rounds == 0 || (!has_scanned() && hears_of_new_locks()); };
    const auto began = Steady::now();
    const auto duty = [&] {
        const double budget = m_host.options().cpu_budget;
        return hurries() ? hurried_duty(Steady::now() - began, budget) : budget;
    };
    Pacer pacer(duty());
    std::vector<redis::Command> size{redis::Command{"DBSIZE"}};
    const auto dbsize = co_await m_connection.pipeline(std::move(size));
    if (const auto keys = dbsize.front().as_integer(); keys && *keys >= 0) {
        m_status.keys_total = static_cast<std::uint64_t>(*keys);
        // Redis notifies of no FLUSHALL. Fewer keys than locks that have one means that some are gone.
        if (m_status.source == NewsSource::notifications && m_status.keys_total < locks_with_keys())
            catch_up();
    }

    // Permits and deadlines without a queue are few, and those that change are announced: they must not make every
    // round longer.
    const bool seeks_deadlines = m_status.scan_rounds % rounds_between_deadlines == 1;
    Scan scan(m_connection, m_host.options().pattern,
              seeks_deadlines ? Scan::Scope::locks_and_deadlines : Scan::Scope::locks);
    std::vector<ReadRequest> found;
    auto gathering_since = Steady::now();
    const auto is_due = [&] {
        return found.size() >= locks_after_a_step || scan.finished() || !hurries()
            || Steady::now() - gathering_since >= scan.portion().patience();
    };
    const auto add = [&](std::string name, ReadRequest::Known known) {
        if (const auto lock = m_host.book().table().find(name); lock && lock->home != nullptr)
            return;
        if (found.empty())
            gathering_since = Steady::now();
        ReadRequest request;
        request.name = std::move(name);
        request.known = known;
        found.push_back(std::move(request));
    };
    while (!m_is_stopping && !scan.finished()) {
        if (!is_working() || m_restart_scan)
            co_return;
        pacer.set_duty(duty()); // It may have been changed meanwhile.
        auto step = co_await scan.next();
        for (auto& name : step.hashes)
            add(std::move(name), ReadRequest::Known::hash);
        for (auto& name : step.queued)
            add(std::move(name), ReadRequest::Known::companion);
        for (auto& name : step.permits)
            add(std::move(name), ReadRequest::Known::counter);
        pacer.worked(step.work, step.took);
        m_status.scan_fraction = scan.fraction(m_status.keys_total);
        while (!found.empty() && is_due()) {
            if (const auto rest = pacer.take_rest(); rest > std::chrono::nanoseconds(0))
                co_await rest_from_scanning(rest);
            const auto some = std::min(found.size(), locks_after_a_step);
            std::vector<ReadRequest> requests(std::make_move_iterator(found.end() - static_cast<std::ptrdiff_t>(some)),
                                              std::make_move_iterator(found.end()));
            found.resize(found.size() - some);
            const auto started = Steady::now();
            co_await read(std::move(requests), false);
            const std::chrono::nanoseconds took = Steady::now() - started;
            pacer.worked(std::min<std::chrono::nanoseconds>(took / 2, some * longest_reading), took);
        }
        if (const auto rest = pacer.take_rest(); rest > std::chrono::nanoseconds(0))
            co_await rest_from_scanning(rest);
    }
    if (!found.empty())
        co_await read(std::move(found), false);
    if (!is_working() || m_restart_scan)
        co_return; // What was left may not have been read.
    ++m_status.scan_rounds;
    m_scanned_after = gaps;
    m_status.scan_fraction = 1;
    m_status.scanned_at = std::chrono::system_clock::now();
    m_host.round_ended();
    m_host.status_changed();
}

} // namespace lockscope::monitor

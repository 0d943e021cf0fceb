// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "lockscope/error.hpp"

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <exception>
#include <list>
#include <numeric>

namespace lockscope::monitor {
namespace {

/// What the locks of a reading take the server, with their sizes, each; longer answers were waiting for others.
constexpr std::chrono::nanoseconds longest_reading = std::chrono::microseconds(25);
constexpr milliseconds most_between_rounds_without_news{1000};
constexpr std::uint64_t rounds_between_deadlines = 6;
/// As many as make the questions for their sizes worth a message; the Reader reads fewer of them at a time.
constexpr std::size_t locks_after_a_step = 16;
/// The fastest of so many answers says how far away the server is.
constexpr int first_answers = 3;

} // namespace

/// A walk through the keyspace, or a part of it, and what it found that is not read yet.
struct Station::Walk
{
    Walk(Station& station, Scan::Scope scope, ScanPart part)
        : scan(station.m_connection, station.m_host.options().pattern, scope, part)
        , own_alarm(station.m_executor)
        , alarm(part.number == 0 ? station.m_finding_alarm : own_alarm)
    {}

    Scan scan;
    Alarm own_alarm;
    Alarm& alarm;
    Pacer pacer{1};
    std::vector<ReadRequest> found;
    SteadyTime gathering_since{};
};

/// All walks that make a whole.
struct Station::Round
{
    SteadyTime began = Steady::now();
    std::list<Walk> walks;
};

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
            if (!m_is_stopping) // What rang for that may have ended a rest within the round.
                co_await m_finding_alarm.rest(milliseconds(1000));
        } else if (!m_restart_scan) {
            const bool heard = has_scanned() && hears_of_new_locks();
            const milliseconds rest = m_host.options().pauses.rounds;
            co_await rest_from_scanning(m_finding_alarm,
                                        heard ? rest : std::min(rest, most_between_rounds_without_news));
        }
    }
}

boost::asio::awaitable<void> Station::rest_from_scanning(Alarm& alarm, std::chrono::nanoseconds time)
{
    const auto until = Steady::now() + time;
    while (!m_is_stopping && !m_restart_scan && Steady::now() < until)
        co_await alarm.rest(std::min<std::chrono::nanoseconds>(until - Steady::now(), idle));
}

/// A lock that is free, and perhaps listened to, has none.
std::size_t Station::locks_with_keys() const
{
    const auto locks = ours();
    return static_cast<std::size_t>(std::count_if(locks.begin(), locks.end(), [](const TrackedLockPtr& lock) {
        return lock->state()->is_held() || !lock->state()->waiters.empty();
    }));
}

/// Until the round after a gap is over, nothing is known to be new.
bool Station::hurries() const
{
    return m_status.scan_rounds == 0 || (!has_scanned() && hears_of_new_locks());
}

boost::asio::awaitable<void> Station::scan_round()
{
    const auto gaps = m_gaps;
    Round round;
    Portion way;
    const bool may_be_split = hurries() && m_has_one_table;
    for (int answers = may_be_split ? first_answers : 1; answers > 0; --answers) {
        const auto asked = Steady::now();
        std::vector<redis::Command> size{redis::Command{"DBSIZE"}};
        const auto dbsize = co_await m_connection.pipeline(std::move(size));
        const auto answered = Steady::now();
        way.answered(answered - asked, answered);
        if (const auto keys = dbsize.front().as_integer(); keys && *keys >= 0)
            m_status.keys_total = static_cast<std::uint64_t>(*keys);
    }
    m_way = way.way();
    // Redis notifies of no FLUSHALL, and announces no SWAPDB at all. Fewer keys than locks that have one means that some
    // are gone; a few may be gone whose news are on their way.
    const auto expected = locks_with_keys();
    const bool may_have_swapped = m_status.source != NewsSource::polling && 2 * m_status.keys_total < expected;
    if (may_have_swapped || (m_status.source == NewsSource::notifications && m_status.keys_total < expected))
        catch_up();

    // Permits and deadlines without a queue are few, and those that change are announced: they must not make every
    // round longer.
    const bool seeks_deadlines = m_status.scan_rounds % rounds_between_deadlines == 1;
    const auto scope = seeks_deadlines ? Scan::Scope::locks_and_deadlines : Scan::Scope::locks;
    const unsigned parts = may_be_split ? way.walks() : 1;
    for (unsigned part = 0; part < parts; ++part)
        round.walks.emplace_back(*this, scope, ScanPart{part, parts});
    const bool is_whole = co_await walk_all(round);
    if (!is_whole)
        co_return;
    ++m_status.scan_rounds;
    m_scanned_after = gaps;
    m_status.scan_fraction = 1;
    m_status.scanned_at = std::chrono::system_clock::now();
    m_host.round_ended();
    m_host.status_changed();
}

/// @returns false if one of them was interrupted.
boost::asio::awaitable<bool> Station::walk_all(Round& round)
{
    bool is_whole = true;
    std::exception_ptr failure;
    std::size_t others = round.walks.size() - 1; // The round lives until they are over.
    for (auto each = std::next(round.walks.begin()); each != round.walks.end(); ++each) {
        // Whatever it holds of ours, it must give back also where all of this thread's work is thrown away.
        const auto self = shared_from_this();
        boost::asio::co_spawn(m_executor, walk(round, *each), [&, self](const std::exception_ptr& thrown, bool whole) {
            is_whole = is_whole && whole && !thrown;
            if (thrown)
                failure = thrown;
            --others;
            m_finding_alarm.ring();
        });
    }
    try {
        const bool whole = co_await walk(round, round.walks.front());
        is_whole = is_whole && whole;
    } catch (...) {
        failure = std::current_exception();
    }
    while (others > 0)
        co_await m_finding_alarm.rest(idle);
    if (failure)
        std::rethrow_exception(failure);
    co_return is_whole;
}

/// @returns false if it was interrupted.
boost::asio::awaitable<bool> Station::walk(Round& round, Walk& walk)
{
    const auto is_due = [&] {
        return walk.found.size() >= locks_after_a_step || walk.scan.finished() || !hurries()
            || Steady::now() - walk.gathering_since >= walk.scan.portion().patience();
    };
    while (!m_is_stopping && !walk.scan.finished()) {
        if (!is_working() || m_restart_scan)
            co_return false;
        const double budget = m_host.options().cpu_budget; // It may have been changed meanwhile.
        const double duty = hurries() ? hurried_duty(Steady::now() - round.began, budget) : budget;
        walk.pacer.set_duty(duty / static_cast<double>(round.walks.size()));
        auto step = co_await walk.scan.next();
        gather(std::move(step.hashes), ReadRequest::Known::hash, walk);
        gather(std::move(step.queued), ReadRequest::Known::companion, walk);
        gather(std::move(step.permits), ReadRequest::Known::counter, walk);
        walk.pacer.worked(step.work, step.took);
        const auto add = [this](double sum, const Walk& each) { return sum + each.scan.fraction(m_status.keys_total); };
        m_status.scan_fraction =
            std::accumulate(round.walks.begin(), round.walks.end(), 0.0, add) / static_cast<double>(round.walks.size());
        while (!walk.found.empty() && is_due()) {
            if (const auto rest = walk.pacer.take_rest(); rest > std::chrono::nanoseconds(0))
                co_await rest_from_scanning(walk.alarm, rest);
            const auto some = std::min(walk.found.size(), locks_after_a_step);
            const auto first = walk.found.end() - static_cast<std::ptrdiff_t>(some);
            std::vector<ReadRequest> requests(std::make_move_iterator(first),
                                              std::make_move_iterator(walk.found.end()));
            walk.found.resize(walk.found.size() - some);
            const auto started = Steady::now();
            co_await read(std::move(requests), false);
            const std::chrono::nanoseconds took = Steady::now() - started;
            walk.pacer.worked(std::min<std::chrono::nanoseconds>(took / 2, some * longest_reading), took);
        }
        if (const auto rest = walk.pacer.take_rest(); rest > std::chrono::nanoseconds(0))
            co_await rest_from_scanning(walk.alarm, rest);
    }
    if (!walk.found.empty())
        co_await read(std::move(walk.found), false);
    co_return is_working() && !m_restart_scan; // Or what was left may not have been read.
}

/// Those that are not known yet are to be read.
void Station::gather(std::vector<std::string> names, ReadRequest::Known known, Walk& walk)
{
    for (auto& name : names) {
        if (const auto lock = m_host.book().table().find(name); lock && lock->home != nullptr)
            continue;
        if (walk.found.empty())
            walk.gathering_since = Steady::now();
        ReadRequest request;
        request.name = std::move(name);
        request.known = known;
        walk.found.push_back(std::move(request));
    }
}

} // namespace lockscope::monitor

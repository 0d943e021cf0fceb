// SPDX-License-Identifier: Apache-2.0
#include "monitor/finder.hpp"

#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "monitor/glob.hpp"

#include <algorithm>
#include <charconv>

namespace lockscope::monitor {
namespace {

namespace asio = boost::asio;
using redis::Command;

/// A server that never says "done" must not keep us in one round for ever: enough for ten thousand million keys.
constexpr std::uint64_t most_steps = 40'000'000;
constexpr std::chrono::nanoseconds shortest_rest = std::chrono::microseconds(200);
/// Answers that came late for other reasons are made up for, but not in one long rush.
constexpr std::chrono::nanoseconds most_credit = std::chrono::milliseconds(2);
constexpr std::chrono::nanoseconds longest_debt = std::chrono::seconds(10);
/// As about half of what an answer takes is the server's work, this means: no rests but the way of the questions and
/// answers.
constexpr double duty_in_a_hurry = 0.5;
constexpr double duty_at_ease = 0.2;
constexpr std::chrono::seconds longest_hurry{5};
constexpr const char* not_a_scan = "The server answered SCAN with something else.";

} // namespace

void Pacer::worked(std::chrono::nanoseconds work, std::chrono::nanoseconds took)
{
    const double part = std::clamp(m_duty, 0.0001, 1.0);
    const auto whole = std::chrono::nanoseconds(static_cast<std::int64_t>(static_cast<double>(work.count()) / part));
    m_debt = std::clamp(m_debt + whole - took, -most_credit, longest_debt);
}

std::chrono::nanoseconds Pacer::take_rest()
{
    if (m_debt < shortest_rest)
        return std::chrono::nanoseconds(0);
    return std::exchange(m_debt, std::chrono::nanoseconds(0));
}

double hurried_duty(std::chrono::nanoseconds since, double budget) noexcept
{
    return std::max(since < longest_hurry ? duty_in_a_hurry : duty_at_ease, budget);
}

Scan::Scan(redis::Connection& connection, std::string pattern, Scope scope, ScanPart part)
    : m_connection(connection)
    , m_pattern(std::move(pattern))
    , m_scope(scope)
    , m_part(part)
    , m_cursor(first_cursor())
{}

Command Scan::command(std::size_t keys) const
{
    const bool queues = m_phase == Phase::queues;
    Command scan{"SCAN", m_cursor};
    std::string queue_pattern(locks::queue_prefix);
    queue_pattern += '*';
    if (queues)
        scan.arg("MATCH").arg(queue_pattern);
    else if (m_phase == Phase::deadlines)
        scan.arg("MATCH").arg(locks::deadlines_pattern);
    else if (m_pattern != "*")
        scan.arg("MATCH").arg(m_pattern);
    scan.arg("COUNT").arg(static_cast<std::int64_t>(keys));
    if (m_type_filter)
        scan.arg("TYPE").arg(queues ? "list" : m_phase == Phase::deadlines ? "zset" : "hash");
    return scan;
}

asio::awaitable<Scan::Step> Scan::next()
{
    Step step;
    const std::size_t keys = m_portion.keys();
    const auto started = std::chrono::steady_clock::now();
    std::vector<Command> commands{command(keys)};
    const auto replies = co_await m_connection.pipeline(std::move(commands));
    const auto answered = std::chrono::steady_clock::now();
    step.took = answered - started;
    step.work = std::min(step.took / 2, m_portion.work()); // What took longer was waiting for others.
    m_portion.answered(step.took, answered);
    const auto& reply = replies.front();
    if (reply.is_error()) {
        if (m_type_filter && reply.text.starts_with("ERR syntax")) {
            m_type_filter = false; // Redis before 6.0
            co_return step;
        }
        throw redis::to_error(reply, m_connection.node(), "SCAN");
    }
    if (reply.elements.size() != 2 || !reply.elements[0].is_text())
        throw Error(Errc::protocol, not_a_scan, m_connection.node());
    take_names(reply.elements[1].elements, step);
    m_visited += keys;
    advance(reply.elements[0].text);
    co_return step;
}

void Scan::take_names(const std::vector<redis::Reply>& names, Step& step) const
{
    for (const auto& name : names) {
        if (m_phase == Phase::hashes) {
            if (!locks::is_companion(name.text))
                step.hashes.push_back(name.text);
            continue;
        }
        if (m_phase == Phase::deadlines) {
            for (auto& raw : locks::names_of_permits(name.text)) {
                if (glob_match(m_pattern, raw))
                    step.permits.push_back(std::move(raw));
            }
            if (!name.text.starts_with(locks::timeout_prefix))
                continue;
        }
        take_companion(name.text, step);
    }
}

void Scan::take_companion(const std::string& key, Step& step) const
{
    for (auto& use : locks::names_of_companion(key)) {
        if (glob_match(m_pattern, use.raw)) {
            // Of two names that share it, the plain one: the other one, if it is held, was found by its hash.
            step.queued.push_back(std::move(use.raw));
            return;
        }
    }
}

bool Scan::is_beyond(std::string_view cursor) const
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(cursor.data(), cursor.data() + cursor.size(), number);
    if (error != std::errc{} || end != cursor.data() + cursor.size())
        throw Error(Errc::protocol, not_a_scan, m_connection.node());
    return number == 0 || (m_part.of > 1 && number % m_part.of != m_part.number);
}

void Scan::advance(std::string cursor)
{
    const bool over = is_beyond(cursor) || ++m_steps >= most_steps;
    m_cursor = std::move(cursor);
    if (!over)
        return;
    m_cursor = first_cursor();
    m_visited = 0;
    m_steps = 0;
    switch (m_phase) {
    case Phase::hashes: m_phase = Phase::queues; break;
    case Phase::queues: m_phase = m_scope == Scope::locks ? Phase::done : Phase::deadlines; break;
    case Phase::deadlines:
    case Phase::done: m_phase = Phase::done; break;
    }
}

double Scan::fraction(std::uint64_t keys_total) const noexcept
{
    if (m_phase == Phase::done)
        return 1;
    const double total = static_cast<double>(std::max<std::uint64_t>(keys_total / m_part.of, 1));
    const double part = std::min(static_cast<double>(m_visited) / total, 1.0);
    // The second walk is the cheaper one: it is matched before anything else.
    const double rest = m_scope == Scope::locks ? 0.25 : 0.125;
    const double fraction = m_phase == Phase::hashes ? 0.75 * part
                          : m_phase == Phase::queues ? 0.75 + rest * part
                                                     : 0.875 + rest * part;
    return fraction;
}

} // namespace lockscope::monitor

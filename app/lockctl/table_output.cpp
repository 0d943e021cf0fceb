// SPDX-License-Identifier: Apache-2.0
#include "table_output.hpp"

#include "lockscope/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace lockctl {

using namespace lockscope;

namespace {

using Row = std::vector<std::string>;

/// Columns of a terminal that well-formed UTF-8 takes: two for the wide characters of East Asia and pictographs.
std::size_t width_of(const std::string& text)
{
    std::size_t width = 0;
    char32_t point = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) == 0x80) {
            point = point << 6 | (byte & 0x3F);
            const bool is_wide = (point >= 0x1100 && point <= 0x115F) || (point >= 0x2E80 && point <= 0xA4CF)
                              || (point >= 0xAC00 && point <= 0xD7A3) || (point >= 0xF900 && point <= 0xFAFF)
                              || (point >= 0xFF00 && point <= 0xFF60) || (point >= 0x1F300 && point <= 0x1FAFF)
                              || (point >= 0x20000 && point <= 0x3FFFD);
            width += is_wide ? 1 : 0;
        } else {
            point = byte < 0x80 ? byte : byte & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F);
            ++width;
        }
    }
    return width;
}

std::string to_seconds(milliseconds time)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f s", static_cast<double>(time.count()) / 1000);
    return text.data();
}

std::string ttl_text(milliseconds ttl)
{
    if (ttl.count() == -2)
        return "-";
    return ttl.count() < 0 ? "never ends" : to_seconds(ttl);
}

std::string type_text(const LockState& state)
{
    std::string text(to_string(state.type));
    if (state.mode != LockMode::none)
        text += " (" + std::string(to_string(state.mode)) + ')';
    return state.type_certain ? text : text + '?';
}

std::string condition_text(const LockState& state)
{
    return std::string(to_string(
        condition_of(state, Thresholds(), std::chrono::steady_clock::now(), std::chrono::system_clock::now())));
}

std::string holder_text(const LockState& state)
{
    if (state.holders.empty())
        return "-";
    std::string text = escape(state.holders.front().owner);
    if (const auto threads = holding_threads(state); threads > 1)
        text += " and " + std::to_string(threads - 1) + " more";
    return text;
}

/// Waiters are threads in a queue, clients are processes. One look does not tell whether a silent one is dead: it may
/// just have come.
std::string waiting_text(const LockState& state)
{
    const auto living = living_waiters(state);
    if (!living)
        return "?";
    const auto dead = dead_waiters(state);
    const bool has_queue = state.waiters_total > 0 || !state.waiters.empty();
    const std::string what = has_queue ? " waiter" : " client";
    if (*living == 0 && dead == 0)
        return "-";
    const auto silent = std::count_if(state.waiters.begin(), state.waiters.end(), [](const Waiter& waiter) {
        return !is_dead(waiter) && waiter.subscribed == false && !waiter.mapped;
    });
    return std::to_string(*living) + what + (*living == 1 ? "" : "s")
         + (silent > 0 ? " (" + std::to_string(silent) + " silent)" : "")
         + (dead > 0 ? " +" + std::to_string(dead) + " dead" : "");
}

std::tm local_parts(SystemTime time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    return parts;
}

std::string local_time(SystemTime time)
{
    const auto rest = std::chrono::floor<milliseconds>(time.time_since_epoch()).count() % 1000;
    const std::tm parts = local_parts(time);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d.%03d", parts.tm_hour, parts.tm_min, parts.tm_sec,
                  static_cast<int>(rest));
    return text.data();
}

/// With its date, unless that is today's.
std::string local_moment(SystemTime time)
{
    const std::tm parts = local_parts(time);
    const std::tm today = local_parts(std::chrono::system_clock::now());
    if (parts.tm_year == today.tm_year && parts.tm_yday == today.tm_yday)
        return local_time(time);
    std::array<char, 64> date{};
    std::snprintf(date.data(), date.size(), "%04d-%02d-%02d ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
    return date.data() + local_time(time);
}

std::string waiter_text(const Waiter& waiter, const LockState& state)
{
    constexpr std::int64_t latest =
        9'000'000'000'000; // ms; a clock counts no further, and anybody can write such a score.
    const std::string owner = escape(waiter.owner);
    if (!waiter.deadline)
        return owner + (state.deadlines_known ? "  without deadline" : "  deadline unknown");
    if (*waiter.deadline < 0 || *waiter.deadline > latest)
        return owner + "  until " + std::to_string(*waiter.deadline);
    return owner + "  until " + local_moment(SystemTime(milliseconds(*waiter.deadline)));
}

std::string aligned(const std::vector<Row>& rows)
{
    // What is longer sticks out: one such name must not be paid for by every row.
    constexpr std::size_t most_width = 80;
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], std::min(width_of(row[i]), most_width));
    }
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            text += row[i] + std::string(widths[i] - std::min(width_of(row[i]), widths[i]) + 2, ' ');
        text += row.back() + '\n';
    }
    return text;
}

} // namespace

std::string to_table(const std::vector<LockState>& states)
{
    if (states.empty())
        return "No locks.\n";
    std::vector<Row> rows{{"NAME", "TYPE", "STATE", "TTL", "COUNT", "WAITING", "HOLDER"}};
    for (const auto& state : states) {
        const std::string count = state.holders.empty() ? "-" : std::to_string(state.holders.front().count);
        rows.push_back({escape(state.name), type_text(state), condition_text(state), ttl_text(state.ttl), count,
                        waiting_text(state), holder_text(state)});
    }
    return aligned(rows);
}

std::string to_details(const LockState& state)
{
    std::vector<Row> rows{{"name", escape(state.name)},
                          {"type", type_text(state)},
                          {"state", condition_text(state)},
                          {"ttl", ttl_text(state.ttl)},
                          {"waiting", waiting_text(state)}};
    if (state.permits)
        rows.push_back({state.type == LockType::latch ? "count" : "free", std::to_string(*state.permits)});
    if (state.fencing_token)
        rows.push_back({"token", std::to_string(*state.fencing_token)});
    for (const auto& holder : state.holders) {
        const bool ends = holder.ttl && holder.ttl->count() >= 0;
        const std::string ttl = holder.ttl ? ", " + ttl_text(*holder.ttl) + (ends ? " left" : "") : "";
        rows.push_back({"holder", escape(holder.owner) + "  count " + std::to_string(holder.count) + ttl});
    }
    for (const auto& waiter : state.waiters) {
        const std::string silent = waiter.subscribed == false ? ", nobody listens" : "";
        rows.push_back({"waiter", waiter_text(waiter, state) + (waiter.stale ? ", stale" : silent)});
    }
    for (const auto& stray : state.strays)
        rows.push_back({"stray", waiter_text(stray, state) + ", not in the queue"});
    for (const auto anomaly : state.anomalies)
        rows.push_back({"anomaly", std::string(to_string(anomaly))});
    return aligned(rows);
}

namespace {

std::string to_text(const Failover& failover)
{
    std::string text =
        failover.is_restart() ? failover.to + " was started anew" : failover.to + " took over from " + failover.from;
    text += ": " + std::to_string(failover.kept) + " kept, " + std::to_string(failover.lost) + " lost, "
          + std::to_string(failover.changed) + " changed holder";
    if (failover.expired > 0)
        text += ", " + std::to_string(failover.expired) + " expired meanwhile";
    if (failover.ended > 0)
        text += ", " + std::to_string(failover.ended) + " ended while nobody watched";
    if (failover.unclear > 0)
        text += ", " + std::to_string(failover.unclear) + " lost or given back";
    if (failover.shortened > 0)
        text += ", " + std::to_string(failover.shortened) + " without the last renewal";
    if (failover.unread > 0)
        text += ", " + std::to_string(failover.unread) + " not read yet";
    return text;
}

} // namespace

std::string to_line(const LockEvent& event)
{
    std::string line = local_time(event.at) + "  " + std::string(to_string(event.kind));
    for (const auto& part : {event.lock, event.owner}) {
        if (!part.empty())
            line += "  " + escape(part);
    }
    if (!event.actor.empty())
        line += "  by " + escape(event.actor);
    if (event.count > 0)
        line += "  count " + std::to_string(event.count);
    if (event.failover)
        line += "  " + to_text(*event.failover);
    if (event.held_for)
        line += (event.held_for_exact ? "  after " : "  after at least ") + to_seconds(*event.held_for);
    if (event.unseen > 0)
        line += "  and at least " + std::to_string(event.unseen) + " more holds too short to be seen";
    return line;
}

std::string to_found_line(const LockState& state)
{
    return local_time(std::chrono::system_clock::now()) + "  found  " + escape(state.name) + "  "
         + condition_text(state) + (state.is_held() ? "  " + holder_text(state) : "");
}

} // namespace lockctl

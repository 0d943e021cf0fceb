// SPDX-License-Identifier: Apache-2.0
#include "admin/force_end.hpp"

#include "admin/comparing.hpp"
#include "admin/describe.hpp"
#include "admin/undo_release.hpp"
#include "admin_scripts.hpp"
#include "base/durations.hpp"
#include "locks/key_names.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>

namespace lockscope::admin {
namespace {

using Parts = std::vector<redis::Reply>;

std::vector<std::string> keys_of(const AdminRequest& request)
{
    std::vector<std::string> keys{request.lock, locks::queue_key(request.lock), locks::timeout_key(request.lock),
                                  locks::token_key(request.lock)};
    for (auto& key : reader_keys(request.lock, request.expected))
        keys.push_back(std::move(key));
    return keys;
}

/// Would what is kept be small? The lock's hash is nothing but what is expected of it.
bool is_small(const AdminRequest& request, const std::vector<std::string>& keys)
{
    std::size_t bytes = 0;
    for (const auto& [owner, count] : request.expected)
        bytes += owner.size();
    for (const auto& key : keys)
        bytes += key.size();
    return bytes <= undo_bytes_limit;
}

std::string sentence_of(const std::string& why)
{
    if (why == "dump" || why == "restore")
        return "It cannot be undone: this user may not run DUMP and RESTORE.";
    return "It cannot be undone: what was deleted is too large to be kept.";
}

/// What is left of a lease. Both in epoch ms, as a server says, which may be anything.
milliseconds left_of_lease(std::int64_t now, std::int64_t ends)
{
    if (ends <= now)
        return milliseconds(0);
    const auto left = static_cast<std::uint64_t>(ends) - static_cast<std::uint64_t>(now);
    return left < static_cast<std::uint64_t>(longest_lease.count()) ? milliseconds(left) : longest_lease;
}

/// Nobody renews what is put back: whose watchdog has found it gone has given up. A reader whose own deadline is later
/// than the end that the last renewal of another left to all of them would lose it with that.
/// @return 0: never
std::int64_t latest_end(const KeptKeys& kept)
{
    std::int64_t latest = 1;
    for (const auto& key : kept.keys) {
        if (key.ends == 0)
            return 0;
        latest = std::max(latest, key.ends);
    }
    return latest;
}

/// Fills in the ticket from what the script kept, beginning at @p first.
void keep(AdminResult& result, const AdminRequest& request, const std::vector<std::string>& keys, const Parts& parts,
          std::size_t first, const std::string& node)
{
    auto kept = std::make_shared<KeptKeys>();
    constexpr std::size_t companions = 3; // keys between the lock and its readers' strings
    const auto now = parts[first].as_integer().value_or(0);
    for (std::size_t i = first + 1, key = 0; i + 1 < parts.size(); i += 2, key += key == 0 ? 1 + companions : 1) {
        if (key >= keys.size())
            throw_nonsense(node);
        if (!parts[i].text.empty())
            kept->keys.push_back({keys[key], parts[i].text, parts[i + 1].as_integer().value_or(1)});
    }
    if (kept->keys.empty() || kept->keys.front().name != request.lock) {
        result.no_undo = "It cannot be undone: its lease was over.";
        return;
    }
    UndoTicket ticket;
    ticket.lock = request.lock;
    ticket.holders = describe(request.expected);
    ticket.owners = owners_of(request.expected);
    ticket.reason = request.reason;
    ticket.released_at = std::chrono::system_clock::now();
    auto& ends = kept->keys.front().ends;
    const auto latest = latest_end(*kept);
    ticket.ends_with_reader = latest != ends;
    ends = latest;
    const auto moment = std::chrono::steady_clock::now();
    ticket.until = moment + undo_window;
    if (ends != 0) { // 0: never
        ticket.lease_ends = moment + left_of_lease(now, ends);
        ticket.until = std::min(ticket.until, *ticket.lease_ends);
    }
    ticket.keys = std::move(kept);
    result.undo = std::move(ticket);
}

AdminResult ends_sooner(const AdminRequest& request, const Parts& parts, const std::string& node)
{
    const auto left = parts.size() == 2 ? parts[1].as_integer() : std::nullopt;
    if (!left)
        throw_nonsense(node);
    AdminResult result;
    result.outcome = AdminResult::Outcome::changed;
    result.lease_before = milliseconds(*left);
    result.message = in_quotes(request.lock) + " ends sooner already, in " + std::to_string(*left)
                   + " ms; expiring never lengthens. Nothing was done.";
    return result;
}

AdminResult decode(const redis::Reply& reply, const AdminRequest& request, const std::vector<std::string>& keys,
                   milliseconds ttl, const std::string& node)
{
    if (auto differs = difference(reply, request.lock, request.expected, node))
        return *differs;
    const Parts& parts = reply.elements;
    if (*parts.front().as_integer() == 2)
        return ends_sooner(request, parts, node);
    const auto removed = parts.size() > 2 ? parts[2].as_integer().value_or(-1) : -1;
    if (removed < 0 || removed > static_cast<std::int64_t>(parts.size()) - 4)
        throw_nonsense(node);
    const auto why = static_cast<std::size_t>(removed + 3);
    AdminResult result;
    for (std::size_t i = 3; i < why; ++i)
        result.removed.push_back(parts[i].text);
    if (ttl.count() > 0)
        result.lease_before = milliseconds(parts.back().as_integer().value_or(-1));
    result.message = in_quotes(request.lock)
                   + (ttl.count() > 0 ? " expires in " + std::to_string(ttl.count())
                                            + " ms, unless a living watchdog renews it before that."
                                      : " was released.");
    if (!parts[1].text.empty())
        result.message += " Next in its queue: " + escape(parts[1].text) + '.';
    if (removed > 0)
        result.message += " Waiters removed: " + std::to_string(removed) + '.';
    if (request.undo == AdminRequest::Undo::keep && ttl.count() == 0) {
        if (parts[why].text.empty() && parts.size() > why + 1)
            keep(result, request, keys, parts, why + 1, node);
        else
            result.no_undo = sentence_of(parts[why].text);
        if (!result.no_undo.empty())
            result.message += ' ' + result.no_undo;
    }
    return result;
}

} // namespace

redis::asio::awaitable<AdminResult> force_end(redis::Link& connection, const AdminRequest& request, milliseconds ttl,
                                              locks::OperatorAct news)
{
    static const JoinedScript script({scripts::tell, scripts::compare, scripts::queue, scripts::force_end});
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    const auto keys = keys_of(request);
    const bool keeps = request.undo == AdminRequest::Undo::keep && is_small(request, keys);
    std::vector<std::string> arguments{"PUBLISH", std::to_string(ttl.count()), locks::unlock_channel(request.lock),
                                       locks::rwlock_channel(request.lock), keeps ? "1" : "0"};
    append_expected(arguments, request.expected, request.mark);
    arguments.insert(arguments.end(), request.ghosts.begin(), request.ghosts.end());
    news.what = ttl.count() > 0 ? locks::OperatorAct::What::shortened : locks::OperatorAct::What::forced;
    news.holders = owners_of(request.expected);
    arguments.push_back(locks::to_message(news));
    auto sent = keys;
    const redis::Reply reply =
        co_await connection.eval(script.script(), std::move(sent), std::move(arguments), deadline, where_it_is_whole);
    co_return decode(reply, request, keys, ttl, connection.node());
}

} // namespace lockscope::admin

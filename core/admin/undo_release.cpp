// SPDX-License-Identifier: Apache-2.0
#include "admin/undo_release.hpp"

#include "admin/comparing.hpp"
#include "admin/describe.hpp"
#include "admin_scripts.hpp"

namespace lockscope::admin {
namespace {

AdminResult not_done(const UndoTicket& ticket, const std::string& why)
{
    AdminResult result;
    result.outcome = AdminResult::Outcome::changed;
    result.message = "The release of " + in_quotes(ticket.lock) + " cannot be undone: " + why + " Nothing was done.";
    return result;
}

AdminResult decode(const redis::Reply& reply, const UndoTicket& ticket, const std::string& node)
{
    const auto& parts = reply.elements;
    if (!reply.is_array() || parts.empty() || !parts.front().as_integer())
        throw_nonsense(node);
    const auto verdict = *parts.front().as_integer();
    if (verdict < 0)
        return not_done(ticket, "its lease would be over by now.");
    if (verdict == 0) {
        const std::string found = holders_text(parts, 1);
        return not_done(ticket, (found.empty() ? "somebody else" : found) + " has it now.");
    }
    AdminResult result;
    result.message = in_quotes(ticket.lock) + " is held by " + ticket.holders
                   + " again, as far as Redis knows. Who has noticed the loss has let go all the same.";
    return result;
}

} // namespace

redis::asio::awaitable<AdminResult> undo_release(redis::Link& connection, const UndoTicket& ticket,
                                                 locks::OperatorAct news)
{
    static const JoinedScript script({scripts::tell, scripts::undo_release});
    if (!ticket.keys || std::chrono::steady_clock::now() >= ticket.until) {
        const bool is_too_late = std::chrono::system_clock::now() - ticket.released_at >= undo_window;
        co_return not_done(ticket, is_too_late ? "five minutes have passed." : "its lease would be over by now.");
    }
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    std::vector<std::string> keys;
    std::vector<std::string> arguments;
    for (const auto& key : ticket.keys->keys) {
        keys.push_back(key.name);
        arguments.push_back(key.dump);
        arguments.push_back(std::to_string(key.ends));
    }
    news.what = locks::OperatorAct::What::restored;
    news.holders = ticket.owners;
    arguments.push_back(locks::to_message(news));
    const redis::Reply reply =
        co_await connection.eval(script.script(), std::move(keys), std::move(arguments), deadline, where_it_is_whole);
    co_return decode(reply, ticket, connection.node());
}

} // namespace lockscope::admin

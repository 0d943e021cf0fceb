// SPDX-License-Identifier: Apache-2.0
#include "admin/release_one.hpp"

#include "admin/comparing.hpp"
#include "admin/describe.hpp"
#include "admin_scripts.hpp"
#include "base/durations.hpp"
#include "counting_scripts.hpp"
#include "lock_scripts.hpp"
#include "locks/permit_steps.hpp"
#include "locks/protocol.hpp"
#include "lockscope/escape.hpp"

namespace lockscope {

ReleaseOneRequest release_one_request(const LockState& state, const Holder& holder)
{
    ReleaseOneRequest request;
    request.lock = state.name;
    request.type = state.type;
    request.mode = state.mode;
    request.owner = holder.owner;
    request.count = holder.count;
    if (holder.ttl == milliseconds(-1))
        request.deadline = -1;
    else if (holder.ttl && *holder.ttl >= milliseconds(0) && *holder.ttl < longest_lease && state.server_time > 0)
        request.deadline = state.server_time + holder.ttl->count();
    return request;
}

namespace admin {
namespace {

bool is_permit(const ReleaseOneRequest& request)
{
    return request.type == LockType::semaphore;
}

std::string whose(const ReleaseOneRequest& request)
{
    return (is_permit(request) ? "The permit " : "The reader ") + escape(request.owner);
}

/// Why the script did nothing.
std::string sentence_of(const std::string& why, const std::string& found, const ReleaseOneRequest& request)
{
    const std::string lock = in_quotes(request.lock);
    if (why == "gone")
        return whose(request) + " does not have " + lock + " any more. Nothing was done.";
    if (why == "mode")
        return lock + " is no longer held for reading" + (found == "write" ? ", but for writing" : std::string())
             + ". Nothing was done.";
    if (why == "count")
        return whose(request) + " is no longer as it was seen: it has entered " + lock + ' ' + escape(found)
             + " times, not " + std::to_string(request.count) + ". Nothing was done.";
    return whose(request) + " is no longer as it was seen: its lease "
         + (found == "-1" ? "never ends" : "ends at " + escape(found)) + " now. Nothing was done.";
}

/// What the lock's own script answers when it has let somebody out: what is left of a reader's count, or how many
/// permits went back.
bool says_done(const redis::Reply& reply, const ReleaseOneRequest& request)
{
    if (!is_permit(request))
        return reply.as_integer() == 0;
    return reply.is_array() && reply.elements.size() == 2 && reply.elements.front().as_integer() == 1;
}

AdminResult decode(const redis::Reply& reply, const ReleaseOneRequest& request, const std::string& node)
{
    AdminResult result;
    if (says_done(reply, request)) {
        result.message = is_permit(request) ? whose(request) + " was given back to " + in_quotes(request.lock) + '.'
                                            : whose(request) + " was removed from " + in_quotes(request.lock) + '.';
        return result;
    }
    const auto& parts = reply.elements;
    if (!reply.is_array() || parts.size() != 3 || parts.front().as_integer() != 0)
        throw_nonsense(node);
    result.outcome = AdminResult::Outcome::changed;
    result.renewed = parts[1].text == "deadline";
    result.message = sentence_of(parts[1].text, parts[2].text, request);
    return result;
}

std::string as_argument(std::optional<std::int64_t> deadline)
{
    return deadline ? std::to_string(*deadline) : std::string();
}

/// What the owner itself would send; only the script begins with a comparison, whose arguments come last.
locks::ScriptCall call_of(const ReleaseOneRequest& request)
{
    if (is_permit(request)) {
        static const JoinedScript script({scripts::tell, scripts::release_permit, locks::scripts::permit_release});
        auto call = locks::permit_release_call(request.lock, {locks::PermitId::parse(request.owner)});
        call.script = &script.script();
        return call;
    }
    static const JoinedScript script({scripts::tell, scripts::release_reader, locks::scripts::read_release});
    constexpr int last_entry = 1; // whoever believes to have one leaves with all that there are
    auto call = locks::read_release_call(request.lock, request.owner, last_entry, milliseconds(0));
    call.script = &script.script();
    call.args.push_back(std::to_string(request.count));
    return call;
}

} // namespace

redis::asio::awaitable<AdminResult> release_one(redis::Link& connection, const ReleaseOneRequest& request,
                                                locks::OperatorAct news)
{
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    auto call = call_of(request);
    call.args.push_back(as_argument(request.deadline));
    news.what = locks::OperatorAct::What::expelled;
    news.holders = {request.owner};
    call.args.push_back(locks::to_message(news));
    const redis::Reply reply =
        co_await connection.eval(*call.script, std::move(call.keys), std::move(call.args), deadline, where_it_is_whole);
    co_return decode(reply, request, connection.node());
}

} // namespace admin
} // namespace lockscope

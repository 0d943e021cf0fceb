// SPDX-License-Identifier: Apache-2.0
#include "admin/evict_waiter.hpp"

#include "admin/comparing.hpp"
#include "admin/describe.hpp"
#include "admin_scripts.hpp"
#include "locks/key_names.hpp"
#include "lockscope/escape.hpp"

namespace lockscope::admin {
namespace {

using Liveness = EvictRequest::Liveness;

/// Why the script did nothing.
std::string sentence_of(const std::string& why, const std::string& found, const EvictRequest& request)
{
    const std::string waiter = escape(request.owner);
    if (why == "gone")
        return waiter + " is not in the queue of " + in_quotes(request.lock) + ". Nothing was done.";
    if (why == "far")
        return waiter + " is not among the first " + std::to_string(queue_limit) + " in the queue of "
             + in_quotes(request.lock) + "; further back nobody is looked for. Nothing was done.";
    if (why == "deadline")
        return waiter + " is no longer as it was seen: its deadline is " + (found.empty() ? "gone" : escape(found))
             + " now. Nothing was done.";
    if (why == "alive")
        return waiter + " is alive: its client listens for its turn. Nothing was done.";
    return "It cannot be asked whether " + waiter + " is alive (PUBSUB NUMSUB is not permitted). Nothing was done.";
}

AdminResult decode(const redis::Reply& reply, const EvictRequest& request, const std::string& node)
{
    const auto& parts = reply.elements;
    if (!reply.is_array() || parts.size() != 3 || !parts.front().as_integer())
        throw_nonsense(node);
    AdminResult result;
    if (*parts.front().as_integer() != 1) {
        result.outcome = AdminResult::Outcome::changed;
        result.message = sentence_of(parts[1].text, parts[2].text, request);
        if (parts[1].text == "alive")
            result.queue.emplace().was_alive = true;
        return result;
    }
    QueueWork work;
    work.mends = {{QueueMend::What::evicted, request.owner}};
    work.told = parts[2].text;
    const auto listeners = parts[1].as_integer().value_or(-1);
    if (listeners >= 0)
        work.was_alive = listeners > 0;
    result.message = escape(request.owner) + " was removed from the queue of " + in_quotes(request.lock) + '.';
    if (listeners > 0)
        result.message += " It was alive: its client listened for its turn.";
    else if (listeners < 0)
        result.message += " Whether it was alive could not be asked.";
    if (!work.told.empty())
        result.message += " Told to try: " + escape(work.told) + '.';
    result.queue = std::move(work);
    return result;
}

} // namespace

redis::asio::awaitable<AdminResult> evict_waiter(redis::Link& connection, const EvictRequest& request,
                                                 locks::OperatorAct news)
{
    static const JoinedScript script({scripts::tell, scripts::queue, scripts::evict_waiter});
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    std::vector<std::string> keys{request.lock, locks::queue_key(request.lock), locks::timeout_key(request.lock)};
    std::vector<std::string> arguments{"PUBLISH", locks::unlock_channel(request.lock), request.owner};
    arguments.push_back(request.deadline ? std::to_string(*request.deadline) : std::string());
    arguments.emplace_back(request.liveness == Liveness::may_be_alive ? "1" : "0");
    news.what = locks::OperatorAct::What::queue;
    news.removed = {request.owner};
    arguments.push_back(locks::to_message(news));
    const redis::Reply reply =
        co_await connection.eval(script.script(), std::move(keys), std::move(arguments), deadline, where_it_is_whole);
    co_return decode(reply, request, connection.node());
}

} // namespace lockscope::admin

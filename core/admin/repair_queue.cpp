// SPDX-License-Identifier: Apache-2.0
#include "admin/repair_queue.hpp"

#include "admin/comparing.hpp"
#include "admin/describe.hpp"
#include "admin_scripts.hpp"
#include "locks/key_names.hpp"
#include "lockscope/escape.hpp"

namespace lockscope::admin {
namespace {

using What = QueueMend::What;

void append(std::vector<std::string>& arguments, const std::vector<QueueView::Entry>& entries, const char* without)
{
    arguments.push_back(std::to_string(entries.size()));
    for (const auto& [owner, deadline] : entries) {
        arguments.push_back(owner);
        arguments.push_back(deadline ? std::to_string(*deadline) : without);
    }
}

What what_of(const std::string& name, const std::string& node)
{
    for (const What what :
         {What::without_deadline, What::expired, What::silent, What::duplicate, What::stray, What::given_deadline}) {
        if (to_string(what) == name)
            return what;
    }
    throw_nonsense(node);
}

/// "2 waiters removed, 1 deadline of nobody removed"
std::string summary_of(const QueueWork& work)
{
    std::size_t removed = 0, duplicates = 0, strays = 0, given = 0;
    for (const auto& mend : work.mends) {
        switch (mend.what) {
        case What::duplicate: ++duplicates; break;
        case What::stray: ++strays; break;
        case What::given_deadline: ++given; break;
        default: ++removed;
        }
    }
    std::string text;
    const auto add = [&text](std::size_t count, const char* one, const char* many) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + (count == 1 ? one : many);
    };
    add(removed, "waiter removed", "waiters removed");
    add(duplicates, "waiter entered only once now", "waiters entered only once now");
    add(strays, "deadline of nobody removed", "deadlines of nobody removed");
    add(given, "new deadline", "new deadlines");
    return text;
}

AdminResult decode(const redis::Reply& reply, const RepairRequest& request, const std::string& node)
{
    const auto& parts = reply.elements;
    if (!reply.is_array() || parts.empty() || !parts.front().as_integer())
        throw_nonsense(node);
    AdminResult result;
    if (*parts.front().as_integer() != 1) {
        result.outcome = AdminResult::Outcome::changed;
        result.message = "The queue of " + in_quotes(request.lock) + " is no longer as it was seen. Nothing was done.";
        return result;
    }
    QueueWork work;
    work.told = parts.size() > 1 ? parts[1].text : std::string();
    for (std::size_t i = 2; i + 1 < parts.size(); i += 2)
        work.mends.push_back({what_of(parts[i].text, node), parts[i + 1].text});
    if (work.mends.empty())
        result.message = "There is nothing to repair in the queue of " + in_quotes(request.lock) + '.';
    else
        result.message = "The queue of " + in_quotes(request.lock) + " was repaired: " + summary_of(work) + '.';
    if (!work.told.empty())
        result.message += " Told to try: " + escape(work.told) + '.';
    if (request.expected.front)
        result.message +=
            " Only its first " + std::to_string(request.expected.entries.size()) + " places were looked at.";
    result.queue = std::move(work);
    return result;
}

} // namespace

redis::asio::awaitable<AdminResult> repair_queue(redis::Link& connection, const RepairRequest& request,
                                                 locks::OperatorAct news)
{
    static const JoinedScript script({scripts::tell, scripts::queue, scripts::repair_queue});
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    std::vector<std::string> keys{request.lock, locks::queue_key(request.lock), locks::timeout_key(request.lock)};
    const QueueView& seen = request.expected;
    std::vector<std::string> arguments{"PUBLISH", locks::unlock_channel(request.lock),
                                       seen.complete ? "whole" : "front"};
    append(arguments, seen.entries, seen.deadlines_known ? "" : "?");
    append(arguments, seen.complete ? seen.strays : std::vector<QueueView::Entry>(), "");
    arguments.insert(arguments.end(), request.ghosts.begin(), request.ghosts.end());
    news.what = locks::OperatorAct::What::queue;
    arguments.push_back(locks::to_message(news));
    const redis::Reply reply =
        co_await connection.eval(script.script(), std::move(keys), std::move(arguments), deadline, where_it_is_whole);
    co_return decode(reply, request, connection.node());
}

} // namespace lockscope::admin

// SPDX-License-Identifier: Apache-2.0
#include "admin/extend.hpp"

#include "admin/comparing.hpp"
#include "admin/describe.hpp"
#include "admin_scripts.hpp"
#include "locks/key_names.hpp"

namespace lockscope::admin {
namespace {

std::string in_ms(std::int64_t left)
{
    return std::to_string(left) + " ms";
}

AdminResult decode(const redis::Reply& reply, const AdminRequest& request, milliseconds ttl, const std::string& node)
{
    if (auto differs = difference(reply, request.lock, request.expected, node))
        return *differs;
    const auto& parts = reply.elements;
    const auto before = parts.size() == 3 ? parts[1].as_integer() : std::nullopt;
    if (!before)
        throw_nonsense(node);
    AdminResult result;
    result.lease_before = milliseconds(*before);
    if (*parts.front().as_integer() == 2) {
        result.outcome = AdminResult::Outcome::changed;
        result.message = *before < 0 ? in_quotes(request.lock) + " never expires. Nothing was done."
                                     : in_quotes(request.lock) + " has " + in_ms(*before)
                                           + " left already; extending never shortens. Nothing was done.";
        return result;
    }
    const bool is_longer = *before >= 0 && *before < ttl.count();
    result.message = in_quotes(request.lock)
                   + (is_longer ? " has " + in_ms(ttl.count()) + " left now, instead of " + in_ms(*before) + '.'
                                : " keeps its lease.");
    if (const auto moved = parts[2].as_integer().value_or(0); moved > 0)
        result.message += " Deadlines of readers that were moved: " + std::to_string(moved) + '.';
    return result;
}

} // namespace

redis::asio::awaitable<AdminResult> extend(redis::Link& connection, const AdminRequest& request, milliseconds ttl,
                                           locks::OperatorAct news)
{
    static const JoinedScript script({scripts::tell, scripts::compare, scripts::extend});
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    std::vector<std::string> keys{request.lock, locks::token_key(request.lock)};
    for (auto& key : reader_keys(request.lock, request.expected))
        keys.push_back(std::move(key));
    std::vector<std::string> arguments{std::to_string(ttl.count())};
    append_expected(arguments, request.expected, request.mark);
    news.what = locks::OperatorAct::What::extended;
    arguments.push_back(locks::to_message(news));
    const redis::Reply reply =
        co_await connection.eval(script.script(), std::move(keys), std::move(arguments), deadline, where_it_is_whole);
    co_return decode(reply, request, ttl, connection.node());
}

} // namespace lockscope::admin

// SPDX-License-Identifier: Apache-2.0
#include "redis/link.hpp"

#include "redis/redirection.hpp"

namespace lockscope::redis {

asio::awaitable<std::vector<Reply>> Link::pipeline(std::vector<Command> commands)
{
    return pipeline(std::move(commands), Clock::now() + options().command_timeout);
}

unsigned Link::group_of(std::string_view) const noexcept
{
    return 0;
}

std::string_view Link::publish_verb() const noexcept
{
    return "PUBLISH";
}

asio::awaitable<Reply> Link::call(Command command, Clock::time_point deadline)
{
    const std::string title = command.title();
    std::vector<Command> commands;
    commands.push_back(std::move(command));
    std::vector<Reply> replies = co_await pipeline(std::move(commands), deadline);
    if (replies.front().is_error())
        throw to_error(replies.front(), node(), title);
    co_return std::move(replies.front());
}

asio::awaitable<Reply> Link::call(Command command)
{
    return call(std::move(command), Clock::now() + options().command_timeout);
}

asio::awaitable<Reply> Link::eval(const Script& script, std::vector<std::string> keys, std::vector<std::string> args,
                                  Clock::time_point deadline, Command::WhileMoving moving, std::function<bool()> wanted)
{
    std::vector<Command> commands;
    commands.push_back(script.evalsha(keys, args).while_moving(moving).only_while(wanted));
    std::vector<Reply> replies = co_await pipeline(std::move(commands), deadline);
    if (replies.front().is_error() && errc_of(replies.front().text) == Errc::no_script) {
        std::vector<Command> whole;
        whole.push_back(script.eval(keys, args).while_moving(moving).only_while(wanted));
        replies = co_await pipeline(std::move(whole), deadline);
    }
    if (replies.front().is_error()) {
        const bool stays = moving == Command::WhileMoving::is_done_at_home;
        if (says_half_moved(replies.front()) || (stays && replies.front().text.starts_with("ASK ")))
            throw HalfMoved(node());
        if (const std::string right = script.missing_right(replies.front().text, args); !right.empty())
            throw Error(Errc::no_permission,
                        "A script was refused by the server: the user lacks the right " + right + ".", node());
        throw to_error(replies.front(), node(), "A script");
    }
    co_return std::move(replies.front());
}

} // namespace lockscope::redis

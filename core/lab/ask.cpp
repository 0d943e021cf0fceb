// SPDX-License-Identifier: Apache-2.0
#include "lab/ask.hpp"

#include "redis/connection.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <memory>

namespace lockscope::lab {
namespace {

namespace asio = boost::asio;
using redis::Command;
using redis::Connection;
using redis::Reply;

asio::awaitable<std::vector<Reply>> converse(std::shared_ptr<Connection> connection, std::vector<Command> commands,
                                             Connection::Clock::time_point deadline)
{
    co_await connection->open(); // Says at once why it cannot be, where a pipeline would go on trying.
    co_return co_await connection->pipeline(std::move(commands), deadline);
}

} // namespace

std::vector<Reply> ask(const Endpoint& server, std::vector<Command> commands, std::chrono::milliseconds limit)
{
    asio::io_context context{1};
    redis::ConnectionOptions options;
    options.endpoint = server;
    options.client_name = "lockscope-lab";
    options.connect_timeout = limit;
    options.command_timeout = limit;
    const auto connection = std::make_shared<Connection>(context.get_executor(), options);
    std::vector<Reply> replies;
    std::exception_ptr failure;
    asio::co_spawn(context, converse(connection, std::move(commands), Connection::Clock::now() + limit),
                   [&](const std::exception_ptr& error, std::vector<Reply> answered) {
                       failure = error;
                       replies = std::move(answered);
                       connection->close();
                       context.stop();
                   });
    context.run();
    if (failure)
        std::rethrow_exception(failure);
    return replies;
}

Reply ask(const Endpoint& server, Command command, std::chrono::milliseconds limit)
{
    const std::string title = command.title();
    std::vector<Command> commands;
    commands.push_back(std::move(command));
    std::vector<Reply> replies = ask(server, std::move(commands), limit);
    Reply& reply = replies.front();
    if (reply.is_error())
        throw redis::to_error(reply, server.display(), title);
    return std::move(reply);
}

} // namespace lockscope::lab

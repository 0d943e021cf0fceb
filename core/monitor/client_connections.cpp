// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client_connections.hpp"

#include "client/client_core.hpp"
#include "lockscope/error.hpp"

#include <boost/asio/detached.hpp>

#include <algorithm>
#include <iterator>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using redis::Command;
using redis::Reply;

constexpr std::size_t longest_value = 512;

/// Cuts off and returns what stands before @p separator.
std::string_view cut(std::string_view& text, char separator)
{
    const auto end = std::min(text.find(separator), text.size());
    const auto part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

ClientConnection parse_line(std::string_view line)
{
    ClientConnection connection;
    while (!line.empty()) {
        auto value = cut(line, ' ');
        const auto key = cut(value, '=');
        value = value.substr(0, longest_value);
        if (key == "id")
            connection.id = redis::to_integer(value).value_or(0);
        else if (key == "addr")
            connection.address = value;
        else if (key == "name")
            connection.name = value;
        else if (key == "lib-name")
            connection.library = value;
    }
    return connection;
}

asio::awaitable<ConnectionList> ask_one(redis::Connection& connection)
{
    ConnectionList list;
    std::vector<Command> count{Command{"INFO", "clients"}};
    const auto counted = co_await connection.pipeline(std::move(count));
    // Who may not ask for the number may ask all the same: CLIENT LIST is the smaller secret.
    const auto clients = redis::to_integer(redis::info_field(counted.front().text, "connected_clients"));
    if (clients.value_or(0) > max_connections_listed) {
        list.outcome = ConnectionList::Outcome::too_many;
        co_return list;
    }
    std::vector<Command> question{Command{"CLIENT", "LIST"}};
    const auto answers = co_await connection.pipeline(std::move(question));
    const Reply& answer = answers.front();
    if (answer.is_error()) {
        const Error error = redis::to_error(answer, connection.node(), "CLIENT LIST");
        list.error = error.what();
        list.outcome =
            error.errc() == Errc::no_permission ? ConnectionList::Outcome::forbidden : ConnectionList::Outcome::failed;
        co_return list;
    }
    list.outcome = ConnectionList::Outcome::known;
    list.connections = parse_client_list(answer.text);
    co_return list;
}

asio::awaitable<ConnectionList> ask(std::shared_ptr<detail::ClientCore> core)
{
    const auto masters = co_await core->servers().find_masters();
    ConnectionList all;
    bool is_any_known = false;
    for (const auto& master : masters) {
        ConnectionList list;
        try {
            list = co_await ask_one(master->monitor());
        } catch (const Error& error) {
            list.error = error.what();
        }
        if (list.outcome == ConnectionList::Outcome::known) {
            is_any_known = true;
            std::move(list.connections.begin(), list.connections.end(), std::back_inserter(all.connections));
            if (all.connections.size() > static_cast<std::size_t>(max_connections_listed))
                list.outcome = ConnectionList::Outcome::too_many;
        } else if (all.error.empty()) {
            all.error = list.error;
            all.outcome = list.outcome;
        }
        if (list.outcome == ConnectionList::Outcome::too_many) {
            list.connections.clear();
            co_return list;
        }
    }
    if (is_any_known)
        all.outcome = ConnectionList::Outcome::known;
    co_return all;
}

asio::awaitable<void> ask_for(std::shared_ptr<detail::ClientCore> core, std::function<void(ConnectionList)> callback)
{
    ConnectionList list;
    try {
        list = co_await ask(core);
    } catch (const std::exception& error) {
        list.error = error.what();
    }
    callback(std::move(list));
}

} // namespace

std::vector<ClientConnection> parse_client_list(std::string_view reply)
{
    std::vector<ClientConnection> connections;
    while (!reply.empty() && connections.size() < static_cast<std::size_t>(max_connections_listed)) {
        auto line = cut(reply, '\n');
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        ClientConnection connection = parse_line(line);
        if (!connection.address.empty())
            connections.push_back(std::move(connection));
    }
    return connections;
}

void list_connections(Client& client, std::function<void(ConnectionList)> callback)
{
    const auto& core = client.core();
    asio::co_spawn(core->executor(), ask_for(core, std::move(callback)), asio::detached);
}

} // namespace lockscope

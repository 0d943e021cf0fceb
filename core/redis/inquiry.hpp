// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/connection.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::redis {

/// One question to several servers at once, each over a connection of its own that ends with the answer. Those who ask
/// wait until they know enough, not until the last has answered.
template <typename Answer>
class Inquiry : public std::enable_shared_from_this<Inquiry<Answer>>
{
public:
    using Clock = Link::Clock;
    /// Asks one server; throws Error.
    using Ask = std::function<asio::awaitable<Answer>(Connection&)>;

    struct Asked
    {
        Address where;
        std::optional<Answer> answer;
        std::optional<Error> error;
        std::size_t order = 0; ///< Who answered first has the lowest.
    };

    Inquiry(asio::any_io_executor executor, Ask ask)
        : m_executor(std::move(executor))
        , m_ask(std::move(ask))
        , m_news(m_executor)
    {}

    /// @param options for the connections; their endpoint gets each address in turn
    void start(const std::vector<Address>& addresses, const ConnectionOptions& options)
    {
        for (const Address& where : addresses)
            asked.push_back({where, {}, {}, 0});
        const auto asking = [](std::shared_ptr<Inquiry> self, std::size_t index,
                               ConnectionOptions with) -> asio::awaitable<void> {
            co_await self->ask_one(index, std::move(with)); // NOLINT(bugprone-use-after-move): of the frame's copy
        };
        for (std::size_t i = 0; i < asked.size(); ++i) {
            ConnectionOptions with = options;
            with.endpoint.host = asked[i].where.host;
            with.endpoint.port = asked[i].where.port;
            asio::co_spawn(m_executor, asking(this->shared_from_this(), i, std::move(with)), asio::detached);
        }
    }

    [[nodiscard]] std::size_t pending() const
    {
        return static_cast<std::size_t>(
            std::count_if(asked.begin(), asked.end(), [](const Asked& each) { return !each.answer && !each.error; }));
    }

    /// Until the next answer or failure, at the latest until the deadline.
    asio::awaitable<void> until_news(Clock::time_point deadline)
    {
        m_news.expires_at(deadline);
        boost::system::error_code ignored;
        co_await m_news.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }

    /// Ends the connections that have not answered yet.
    void stop()
    {
        m_is_over = true;
        for (const auto& connection : std::exchange(m_connections, {}))
            connection->close();
    }

    std::vector<Asked> asked;

private:
    asio::awaitable<void> ask_one(std::size_t index, ConnectionOptions with)
    {
        const auto connection = std::make_shared<Connection>(m_executor, std::move(with));
        m_connections.push_back(connection);
        if (m_is_over)
            connection->close();
        try {
            // Tells at once why not, where a command would go on waiting.
            co_await connection->open(); // NOLINT(bugprone-use-after-move): of the frame's copy
            Answer answer = co_await m_ask(*connection);
            asked[index].answer = std::move(answer);
        } catch (const Error& error) {
            asked[index].error = error;
        }
        asked[index].order = m_answered++;
        connection->close();
        m_news.cancel();
    }

    asio::any_io_executor m_executor;
    Ask m_ask;
    asio::steady_timer m_news;
    std::vector<std::shared_ptr<Connection>> m_connections;
    std::size_t m_answered = 0;
    bool m_is_over = false;
};

/// "a:1: refused; b:2: …", a bounded number of them.
template <typename Asked>
std::string reasons_of(const std::vector<Asked>& asked)
{
    constexpr std::size_t most = 5;
    std::string text;
    std::size_t told = 0;
    for (const Asked& each : asked) {
        if (!each.error)
            continue;
        if (told++ == most)
            return text + "; …";
        std::string why = each.error->message();
        if (why.ends_with('.')) // The sentence goes on.
            why.pop_back();
        text += (text.empty() ? "" : "; ") + each.where.display() + ": " + why;
    }
    return text;
}

} // namespace lockscope::redis

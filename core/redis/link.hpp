// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "redis/command.hpp"
#include "redis/password.hpp"
#include "redis/reply.hpp"
#include "redis/reply_reader.hpp"
#include "redis/script.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

namespace asio = boost::asio;

struct ConnectionOptions
{
    Endpoint endpoint;
    std::shared_ptr<const Password> password; ///< In place of the endpoint's, which may be outdated; none: that one.
    std::shared_ptr<const Password> sentinel_password; ///< The same of the sentinels.
    std::string client_name;                           ///< For CLIENT SETNAME; a refusal is tolerated.
    std::chrono::milliseconds connect_timeout{3000};
    std::chrono::milliseconds command_timeout{3000};
    /// After so long without traffic a PING asks whether the peer still lives.
    std::chrono::milliseconds keepalive{3000};
    ReplyLimits limits;
    /// Where the server is just now, asked before every attempt to connect; empty: where the endpoint says.
    std::function<asio::awaitable<Address>()> locate;
    /// The handshake asks ROLE, and a replica counts as out of reach, also one that becomes a replica later.
    bool requires_master = false;
};

/// Where commands go, however Redis is deployed: to its one server, or each to the one that serves its key. Lives on
/// one executor; every member must be called there.
class Link
{
public:
    using Clock = std::chrono::steady_clock;

    virtual ~Link() = default;

    /// Several at once, in order; error replies are values here. In a cluster each goes to the node of its key, and
    /// what stands between MULTI and EXEC goes together. Throws only if the whole did not come back.
    virtual asio::awaitable<std::vector<Reply>> pipeline(std::vector<Command> commands, Clock::time_point deadline) = 0;
    asio::awaitable<std::vector<Reply>> pipeline(std::vector<Command> commands);

    /// One command whose reply nobody waits for, in order with the others to the same key.
    virtual void send(const Command& command) = 0;

    /// Opens what is needed for the first command, and waits for that. @throws Error: why not, at once.
    virtual asio::awaitable<void> open() = 0;
    [[nodiscard]] virtual bool is_open() const noexcept = 0;
    /// The server of this key is out of reach just now: its link broke, or was tried in vain, and there is none since.
    /// What is sent all the same waits for the next one. Costs next to nothing, unlike an attempt.
    [[nodiscard]] virtual bool is_lost(std::string_view key) const noexcept = 0;

    [[nodiscard]] virtual const ConnectionOptions& options() const noexcept = 0;
    [[nodiscard]] virtual const std::string& node() const noexcept = 0; ///< Endpoint::display()

    /// Keys of one group may be named by one script.
    [[nodiscard]] virtual unsigned group_of(std::string_view key) const noexcept;
    /// PUBLISH, or SPUBLISH where messages stay within a shard.
    [[nodiscard]] virtual std::string_view publish_verb() const noexcept;

    /// One command. An error reply is thrown as Error of its class, and so are timeout, connection_lost
    /// (outcome not known) and connection_failed (never sent).
    asio::awaitable<Reply> call(Command command);
    asio::awaitable<Reply> call(Command command, Clock::time_point deadline);

    /// EVALSHA, and EVAL where the server does not know the script. Where messages stay within a shard, an argument
    /// `PUBLISH` becomes SPUBLISH. @throws HalfMoved where the slot of the keys is on its way, as @p moving says;
    /// cancelled, as Command::only_while() says of @p wanted.
    asio::awaitable<Reply> eval(const Script& script, std::vector<std::string> keys, std::vector<std::string> args,
                                Clock::time_point deadline, Command::WhileMoving moving = Command::WhileMoving::follows,
                                std::function<bool()> wanted = {});
};

} // namespace lockscope::redis

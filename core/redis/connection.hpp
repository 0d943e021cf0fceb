// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "redis/command.hpp"
#include "redis/pipeline.hpp"
#include "redis/reply.hpp"
#include "redis/reply_reader.hpp"
#include "redis/script.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::redis {

namespace asio = boost::asio;

struct ConnectionOptions
{
    Endpoint endpoint;
    std::string client_name; ///< For CLIENT SETNAME; a refusal is tolerated.
    std::chrono::milliseconds connect_timeout{3000};
    std::chrono::milliseconds command_timeout{3000};
    /// After so long without traffic a PING asks whether the peer still lives.
    std::chrono::milliseconds keepalive{3000};
    ReplyLimits limits;
};

/// Bytes and commands that went over a connection since it was made; for the cost meter.
struct Traffic
{
    std::uint64_t commands = 0, bytes_out = 0, bytes_in = 0;
};

/// One pipelined connection that reopens itself. Lives on one executor; every member must be called there.
///
/// Commands of all callers are written together, in the order of the calls, and answered in that order. A call ends at
/// its deadline at the latest; its place in the pipeline stays, and the late reply is dropped. Calls are not
/// cancellable: whoever sent a command wants to know what became of it. When a reply is overdue by command_timeout the
/// connection counts as dead and is closed. Before anything is sent over the successor of a connection that died with
/// commands unanswered, the old one is killed on the server (CLIENT LIST, CLIENT KILL), so that those cannot be
/// executed late; without that permission they could.
class Connection
{
public:
    using Clock = std::chrono::steady_clock;

    Connection(asio::any_io_executor executor, ConnectionOptions options);
    ~Connection();

    /// One command. An error reply is thrown as Error of its class, and so are timeout, connection_lost
    /// (outcome not known) and connection_failed (never sent).
    asio::awaitable<Reply> call(Command command);
    asio::awaitable<Reply> call(Command command, Clock::time_point deadline);

    /// Several at once, in order; error replies are values here. Throws only if the whole did not come back.
    asio::awaitable<std::vector<Reply>> pipeline(std::vector<Command> commands);
    asio::awaitable<std::vector<Reply>> pipeline(std::vector<Command> commands, Clock::time_point deadline);

    /// EVALSHA, and EVAL where the server does not know the script.
    asio::awaitable<Reply> eval(const Script& script, std::vector<std::string> keys, std::vector<std::string> args,
                                Clock::time_point deadline);

    /// One command whose reply nobody waits for, in order with the others.
    void send(const Command& command);

    /// Opens it if it is not open, and waits for that. @throws Error: why it could not be opened, at once.
    asio::awaitable<void> open();

    [[nodiscard]] bool is_open() const noexcept;
    /// CLIENT ID of the current connection, 0 if not open or not permitted.
    [[nodiscard]] std::int64_t client_id() const noexcept;
    [[nodiscard]] const Traffic& traffic() const noexcept;
    [[nodiscard]] const ConnectionOptions& options() const noexcept;
    [[nodiscard]] const std::string& node() const noexcept; ///< Endpoint::display()

    /// What happened to the link. `lost` carries why, and when the next attempt starts.
    struct Event
    {
        enum class Kind { opened, lost } kind;
        std::string error;
        Clock::time_point next_attempt{};
    };
    /// Called on the executor; several listeners are possible, each lives as long as the handle it got.
    using Listener = std::function<void(const Event&)>;
    [[nodiscard]] std::shared_ptr<void> on_event(Listener listener);

    /// Sees every reply first; true if it was a message nobody asked for, and taken. Set by PubSub before anything is
    /// sent.
    void on_push(std::function<bool(Reply&)> handler);

    /// Closes for good; pending calls end with Errc::closed.
    void close();

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope::redis

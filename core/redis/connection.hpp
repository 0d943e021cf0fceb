// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/encryption.hpp"
#include "lockscope/error.hpp"
#include "redis/link.hpp"
#include "redis/pipeline.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

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
class Connection final : public Link
{
public:
    Connection(asio::any_io_executor executor, ConnectionOptions options);
    ~Connection() override;

    using Link::pipeline;
    asio::awaitable<std::vector<Reply>> pipeline(std::vector<Command> commands, Clock::time_point deadline) override;
    void send(const Command& command) override;
    /// @throws Error: why it could not be opened, at once.
    asio::awaitable<void> open() override;
    [[nodiscard]] bool is_open() const noexcept override;
    [[nodiscard]] bool is_lost(std::string_view key = {}) const noexcept override;
    [[nodiscard]] const ConnectionOptions& options() const noexcept override;
    [[nodiscard]] const std::string& node() const noexcept override;

    /// CLIENT ID of the current connection, 0 if not open or not permitted.
    [[nodiscard]] std::int64_t client_id() const noexcept;
    /// The server of the present link, or else of the last attempt to connect.
    [[nodiscard]] const Address& where() const noexcept;
    /// Counts the links that were opened: what came before and after a change of it came over different ones.
    [[nodiscard]] std::uint64_t link_number() const noexcept;
    /// Whether what is submitted now is written to the present link before anything else happens. Otherwise it waits,
    /// and may go over the next one.
    [[nodiscard]] bool sends_at_once() const noexcept;
    [[nodiscard]] const Traffic& traffic() const noexcept;
    /// When the last byte of the server came; Clock::time_point{}: none came yet.
    [[nodiscard]] Clock::time_point heard_at() const noexcept;
    /// Of the current connection; absent if it is not open or not encrypted.
    [[nodiscard]] std::optional<Encryption> encryption() const;

    /// What happened to the link. `lost` carries why, and when the next attempt starts.
    struct Event
    {
        enum class Kind { opened, lost } kind;
        std::string error;
        Clock::time_point next_attempt{};
        Errc code = Errc::ok; ///< Of the error.
    };
    /// Called on the executor; several listeners are possible, each lives as long as the handle it got.
    using Listener = std::function<void(const Event&)>;
    [[nodiscard]] std::shared_ptr<void> on_event(Listener listener);

    /// Sees every reply first; true if it was a message nobody asked for, and taken. Set by PubSub before anything is
    /// sent.
    void on_push(std::function<bool(Reply&)> handler);

    /// Gives up the present link, or attempt, and tries anew at once; pending calls end with connection_lost. Nothing
    /// happens to a connection that nobody has used yet.
    void reconnect(const std::string& why);

    /// Closes for good; pending calls end with Errc::closed.
    void close();

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope::redis

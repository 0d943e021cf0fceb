// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/connection.hpp"
#include "redis/pipeline.hpp"
#include "redis/reply_reader.hpp"
#include "redis/wire.hpp"

#include <boost/asio/steady_timer.hpp>

#include <array>
#include <list>
#include <random>

namespace lockscope::redis {

/// The sockets and timers behind Connection; the order of requests and replies is Pipeline's.
class Connection::Impl : public std::enable_shared_from_this<Connection::Impl>
{
public:
    using Opened = std::function<void(std::exception_ptr)>;

    Impl(asio::any_io_executor executor, ConnectionOptions options);

    void submit(const std::vector<Command>& commands, Clock::time_point deadline, Pipeline::Completion completion);
    void when_open(Opened callback);
    void reconnect(const std::string& why);
    void close();
    [[nodiscard]] std::optional<Encryption> encryption() const;
    [[nodiscard]] bool sends_at_once() const noexcept;

    const ConnectionOptions options;
    const std::string node;
    asio::any_io_executor executor;
    Traffic traffic;
    Clock::time_point heard_at{};
    std::int64_t client_id = 0;
    Address where;
    std::uint64_t link_number = 0;
    bool is_open = false;
    bool is_lost = false; ///< It was open, or was tried in vain, and has not been opened since.
    bool is_closed = false;
    std::list<std::pair<std::weak_ptr<void>, std::shared_ptr<Listener>>> listeners;
    std::function<bool(Reply&)> push_handler;

private:
    void start();
    asio::awaitable<void> run();
    asio::awaitable<void> attempt();
    asio::awaitable<void> connect(std::shared_ptr<Wire> wire);
    void give_up_after(std::chrono::milliseconds limit);
    asio::awaitable<bool> answers_in_the_clear();
    asio::awaitable<void> shake_hands();
    asio::awaitable<void> require_master(Reply role);
    void give_up_link(const std::string& why);
    [[nodiscard]] std::string located(std::string why) const;
    [[nodiscard]] bool is_orphan(std::string_view line) const;
    asio::awaitable<std::vector<Reply>> ask_directly(const std::vector<Command>& commands);
    [[nodiscard]] Error refusal(const Reply& last_words) const;
    asio::awaitable<void> read_until_broken();
    [[nodiscard]] std::string reason(boost::system::error_code error) const;
    [[nodiscard]] bool may_lead_elsewhere();
    void flush();
    [[nodiscard]] bool writes_at_once() const noexcept;
    void arm_timer();
    void on_timer();
    void ask_whether_it_lives(Clock::time_point now);
    void drop_wire();
    [[nodiscard]] Error farewell(boost::system::error_code error) const;
    void notify(const Event& event);
    void answer_openers(std::exception_ptr error);
    [[nodiscard]] std::chrono::milliseconds next_backoff(Errc failure);

    Pipeline m_pipeline;
    ReplyReader m_reader;
    std::shared_ptr<Wire> m_wire;       ///< Of the current or last attempt; closed in between. Null before the first.
    asio::steady_timer m_backoff_timer; ///< Between attempts to connect.
    asio::steady_timer m_connect_timer; ///< Limits one attempt.
    asio::steady_timer m_deadline_timer;
    std::optional<Clock::time_point> m_armed_for;
    bool m_is_dead = false; ///< Given up, though not closed yet: nothing more is written.
    bool m_is_started = false;
    bool m_is_backing_off = false;
    bool m_open_timed_out = false;
    bool m_is_encrypting = false;           ///< The TLS handshake is under way.
    bool m_pings = false;                   ///< Our own question whether the peer lives is under way.
    bool m_may_ping = true;                 ///< Not refused over this link.
    bool m_hurries = false;                 ///< The next attempt is to follow without a pause.
    bool m_is_demoted = false;              ///< A reply said so; the link ends with its last reply.
    Clock::time_point m_looked_elsewhere{}; ///< When a replica made us ask anew whose the name is.
    Clock::time_point m_replica_since{}; ///< When we first met a replica instead of the master; none: the last was one.
    int m_failures = 0;                  ///< Attempts in a row that did not get in.
    int m_early_ends = 0;                ///< Links in a row that did not last.
    Clock::time_point m_open_since;
    std::int64_t m_orphan_id = 0; ///< Predecessor that may still execute what it was sent.
    Clock::time_point m_orphan_since;
    Address m_orphan_at;
    std::uint64_t m_attempts = 0;
    Clock::time_point m_last_traffic{};
    std::string m_last_error = "not connected yet";
    std::vector<Opened> m_openers;
    std::minstd_rand m_random;
    std::array<char, 65536> m_buffer{};
};

} // namespace lockscope::redis

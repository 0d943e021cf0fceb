// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <string>
#include <string_view>

namespace lockscope::test {

/// One direction of a proxied connection: bytes read, and bytes on their way, each chunk not before its time.
/// Owned by the proxy's thread.
class ProxyStream
{
public:
    using Clock = std::chrono::steady_clock;
    std::string received; ///< Read, and not yet made into whole values.

    void queue(std::string_view bytes, Clock::time_point when);
    /// Sends what is due, at most @p piece bytes at a time (0: all). @returns false if the peer is gone.
    [[nodiscard]] bool send_due(int fd, Clock::time_point now, std::size_t piece);
    [[nodiscard]] bool wants_to_send(Clock::time_point now) const
    {
        return !m_chunks.empty() && m_chunks.front().when <= now;
    }
    [[nodiscard]] bool is_empty() const noexcept { return m_chunks.empty(); }
    [[nodiscard]] Clock::time_point next_due() const
    {
        return m_chunks.empty() ? Clock::time_point::max() : m_chunks.front().when;
    }

private:
    struct Chunk
    {
        Clock::time_point when;
        std::string bytes;
    };
    std::deque<Chunk> m_chunks;
};

/// A client of the proxy and its connection to the server.
struct ProxyLink
{
    int client = -1;
    int server = -1;
    ProxyStream to_server;
    ProxyStream to_client;
    enum class Reply { pass, swallow_and_reset, swallow_and_fall_silent };
    std::deque<Reply> expected;  ///< What to do with the replies to come, in order.
    bool is_silent = false;      ///< Nothing goes back to the client any more.
    bool holds_requests = false; ///< Requests stay in `to_server.received`.
    bool is_broken = false;

    /// Replies that are still to come and that the client was not to get.
    [[nodiscard]] int lost_replies() const
    {
        return static_cast<int>(expected.size() - static_cast<std::size_t>(std::ranges::count(expected, Reply::pass)));
    }
    /// Closes both sides; the client sees a reset.
    void close();
    /// The server does not hear of it.
    void close_client();
};

} // namespace lockscope::test

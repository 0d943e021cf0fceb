// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/listening.hpp"
#include "locks/suspects.hpp"
#include "redis/link.hpp"
#include "redis/subscriber.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <compare>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockscope::locks {

/// Which line to stand in. Those who can be served independently of each other stand in different ones, although they
/// may listen to the same channel.
struct LineId
{
    enum class Kind {
        exclusive, ///< For a lock, or for the write side of one.
        readers,   ///< For the read side.
        permits,   ///< For permits: a message of any number is news.
        latch,     ///< For a count of zero, of which nobody takes anything; the same is news.
        polling,   ///< Never listens.
        queue,     ///< Waiters of a fair lock, in the order of the queue in Redis; each listens for itself.
    };
    Kind kind = Kind::exclusive;
    std::string channel;
    std::string key; ///< What is waited for; `a` and `{a}` share a channel.
    auto operator<=>(const LineId&) const = default;
};

/// Where the waiters of this process stand in line, one line per lock. Only the first of a line contends in Redis, so a
/// process has one contender per lock and one subscription, whatever its number of threads. (Fair locks: only the first
/// watches over the head of the queue.) I/O thread only.
class WaitRoom : public std::enable_shared_from_this<WaitRoom>
{
    struct Line;
    struct Spot
    {
        explicit Spot(const boost::asio::any_io_executor& executor) : timer(executor) {}
        boost::asio::steady_timer timer;
        std::shared_ptr<Listening> ear; ///< Only if it listens for itself.
        std::uint64_t messages = 0;     ///< That only it has heard.
    };

public:
    using Clock = std::chrono::steady_clock;

    WaitRoom(boost::asio::any_io_executor executor, redis::Subscriber& pubsub)
        : m_executor(std::move(executor))
        , m_pubsub(pubsub)
    {}

    /// A waiter's place in a line; leaving it (destruction) calls the next one.
    class Place
    {
    public:
        /// @param own_channel where it listens for itself; empty: the line listens together
        Place(std::shared_ptr<WaitRoom> room, std::shared_ptr<Line> line, std::string own_channel);
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        [[nodiscard]] bool is_first() const noexcept;
        /// Until this is the first place, the deadline, or cancellation; look at is_first() afterwards.
        boost::asio::awaitable<void> until_first(Clock::time_point deadline);

        /// Subscribes, if that is neither done nor under way, and waits for it until @p patience; it goes on beside
        /// what follows until @p deadline, and is news when it is made. In a line that listens together: for the first
        /// only.
        /// @throws Error if that is not permitted; a passing trouble of the connection is not an error: then we poll.
        boost::asio::awaitable<void> listen(Clock::time_point deadline, Clock::time_point patience);
        /// Whether messages come just now is another question: is_listening().
        [[nodiscard]] bool is_subscribed() const noexcept { return ear().is_made(); }
        [[nodiscard]] bool is_subscribing() const noexcept { return ear().is_under_way(); }
        [[nodiscard]] bool is_listening() const { return ear().hears(); }
        /// A message came since what the last answered try came after: trying may succeed.
        [[nodiscard]] bool has_news() const noexcept;
        /// How many messages the line has heard of so far.
        [[nodiscard]] std::uint64_t heard() const noexcept { return m_line->messages; }
        /// A try that began after these messages was answered. Not before: who fails leaves its news to the next.
        void look(std::uint64_t heard) noexcept { m_line->seen = heard; }
        /// Counts news of the line, and what a waiter who listens for itself has heard.
        [[nodiscard]] std::uint64_t news() const noexcept { return m_line->messages + m_spot->messages; }
        /// Counts grants in a row within this process. True when other processes should have a chance: whose I/O thread
        /// is awake anyway would otherwise win every race for a lock that its own threads hand to each other. Never
        /// where nothing is taken from others, or nobody could say whether others wait (Kind::polling).
        [[nodiscard]] bool is_greedy() const noexcept;
        void granted() noexcept;
        void denied() noexcept;
        /// Steps aside for a moment if other processes wait, too. A server that does not say so soon is not waited for.
        boost::asio::awaitable<void> step_aside(redis::Link& commands, Clock::time_point deadline);
        /// For the first only: until news, the deadline, or cancellation.
        boost::asio::awaitable<void> until_news(Clock::time_point deadline);
        /// Until this becomes the first place, wake() or look_again() is called, the deadline, or cancellation.
        boost::asio::awaitable<void> rest(Clock::time_point deadline);
        /// Ends a rest().
        void wake() const;

    private:
        [[nodiscard]] Listening& ear() const noexcept { return m_spot->ear ? *m_spot->ear : *m_line->ear; }

        std::shared_ptr<WaitRoom> m_room;
        std::shared_ptr<Line> m_line;
        std::shared_ptr<Spot> m_spot;
    };

    /// @param own_channel for LineId::Kind::queue: where this waiter is told that it is next
    [[nodiscard]] std::unique_ptr<Place> enter(const LineId& id, std::string own_channel = {});
    [[nodiscard]] bool has_waiters(const LineId& id) const { return m_lines.contains(id); }
    /// Fair locks: what the first of each line, and whoever tried without waiting, has seen of the others in Redis'
    /// queue.
    [[nodiscard]] SuspectsByLock& suspects() noexcept { return m_suspects; }
    /// Somebody of this process released: needed only for those who cannot hear the message.
    void released(const LineId& id);
    /// Another server answers for what @p concerned says of a key: what the waiters were told before counts no more.
    void look_again(const std::function<bool(const std::string& key)>& concerned);
    /// The client ends: everybody is woken to leave, and nobody is called any more.
    void close();
    [[nodiscard]] bool is_closed() const noexcept { return m_is_closed; }
    [[nodiscard]] bool is_empty() const noexcept { return m_lines.empty(); }

private:
    struct Line
    {
        LineId id;
        std::deque<Spot*> spots;
        std::shared_ptr<Listening> ear; ///< Unless each listens for itself.
        int grants_in_a_row = 0;
        std::uint64_t messages = 0;
        std::uint64_t seen = 0; ///< What the first had heard of when it last tried in vain; passes to its successor.
    };
    void leave(Line& line, Spot& spot);
    static void notify(Line& line);
    /// @returns whether they have just begun to subscribe
    static bool listen_together(const std::shared_ptr<Line>& line, const boost::asio::any_io_executor& executor,
                                Clock::time_point deadline);
    static bool listen_alone(const std::shared_ptr<Spot>& spot, const boost::asio::any_io_executor& executor,
                             Clock::time_point deadline);

    boost::asio::any_io_executor m_executor;
    redis::Subscriber& m_pubsub;
    std::map<LineId, std::shared_ptr<Line>> m_lines;
    SuspectsByLock m_suspects;
    bool m_is_closed = false;
};

} // namespace lockscope::locks

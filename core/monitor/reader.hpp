// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/classify.hpp"
#include "monitor/portion.hpp"
#include "monitor/snapshot.hpp"
#include "redis/connection.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::monitor {

namespace asio = boost::asio;

/// What to read, and how much is known about it already.
struct ReadRequest
{
    enum class Known {
        nothing,   ///< Any key.
        hash,      ///< SCAN said that it is a hash.
        companion, ///< A queue, a timeout or a channel speaks of it; the main key may be missing.
        lock,      ///< It was a lock the last time; `expected` says what was there.
        counter,   ///< Perhaps, or the last time, a semaphore or a latch.
    };
    std::string name;
    Known known = Known::nothing;
    bool suspect = false;   ///< A reply to it may have been too large: its sizes come first, whatever is known of it.
    bool alone = false;     ///< Not to be read with others, which would lose the connection with it.
    bool was_there = false; ///< A counter that was one the last time: it is not gone because nobody may look any more.
    SteadyTime news_at{};   ///< When the news came because of which it is read; none: for no news.
    Expected expected;
};

struct Reading
{
    enum class Verdict {
        lock,      ///< `state` is filled.
        absent,    ///< Nothing there.
        foreign,   ///< Something else is there.
        elsewhere, ///< Another server serves it (MOVED), or it is just moving there (ASK, TRYAGAIN).
        failed,    ///< Could not be read: `error`.
    };
    std::string name;
    Verdict verdict = Verdict::failed;
    std::optional<LockState> state;
    std::optional<LockState> idle; ///< A number where a semaphore or latch was looked for: see idle_counter().
    /// Where nothing is there: how many listen for its release, as far as that may be asked.
    std::optional<std::int64_t> listeners{};
    LockType listened_as = LockType::reentrant; ///< Then: what their channel tells; a read-write lock has its own.
    SteadyTime started{};                       ///< When the commands were handed over; what happened before is in it.
    SteadyTime at{};                            ///< The moment that the reading shows.
    SteadyTime news_at{};                       ///< As in the request.
    Oversize oversize;                          ///< To be left out of the next one, too.
    std::string error;
};

/// Reads many locks at once, each in a transaction of its own, and few of them by one message where the server is near.
/// Sizes come first for whatever is not known to be small: of a known lock, once it is suspected. One lock's trouble is
/// never another's, but for a reply beyond what a connection takes, which all of them lose. Lives on the connection's
/// executor.
class Reader
{
public:
    explicit Reader(redis::Link& connection, ReadLimits limits = {});

    /// Asked for their types and sizes by one message. Enough for thousands of changes a second.
    static constexpr std::size_t most_at_once = 200;
    /// Of their names, each of which is sent about a dozen times; one lock may have more.
    static constexpr std::size_t most_name_bytes = 1 << 20;

    /// One reading for each request, in order. @throws Error if the connection is lost.
    asio::awaitable<std::vector<Reading>> read(std::vector<ReadRequest> requests);

    [[nodiscard]] const Abilities& abilities() const noexcept { return m_abilities; }
    /// How long an answer takes at least, of late; 0 before the first.
    [[nodiscard]] std::chrono::nanoseconds way() const noexcept { return m_portion.way(); }
    void set_abilities(const Abilities& abilities);

private:
    struct Job
    {
        ReadRequest request;
        Reading reading;
        bool open = true; ///< No verdict yet.

        [[nodiscard]] bool is_known() const noexcept { return request.known == ReadRequest::Known::lock; }
        [[nodiscard]] bool is_trusted() const noexcept { return is_known() && !request.suspect; }
        [[nodiscard]] const Oversize& oversize() const noexcept { return request.expected.oversize; }
    };
    using Jobs = std::vector<Job>;

    /// Those without a verdict of which this is true.
    static std::vector<Job*> those(Jobs& jobs, std::size_t begin, std::size_t end, bool (*is_wanted)(const Job&));
    asio::awaitable<void> work(Jobs& jobs, std::size_t begin, std::size_t end);
    asio::awaitable<void> read_counters(Jobs& jobs, std::size_t begin, std::size_t end);
    asio::awaitable<void> ask_types(Jobs& jobs, std::size_t begin, std::size_t end);
    asio::awaitable<void> ask_sizes(Jobs& jobs, std::size_t begin, std::size_t end);
    asio::awaitable<void> peek(Jobs& jobs, std::size_t begin, std::size_t end);
    asio::awaitable<void> ask_companion_sizes(Jobs& jobs, std::size_t begin, std::size_t end);
    asio::awaitable<void> take_snapshots(Jobs& jobs, std::size_t begin, std::size_t end);
    asio::awaitable<std::size_t> take_some(Jobs& jobs, std::size_t begin, std::size_t end, int attempt);
    void conclude(Job& job, Snapshot::Result result, int attempt);
    void settle(Job& job, Snapshot::Result result);
    void note_grants(const Companions& granted);
    void note_refusals(const Companions& refused);
    /// Those that can be used at the moment.
    [[nodiscard]] Abilities at_present(const Abilities& granted) const;
    [[nodiscard]] bool refuses_transactions(const std::string& error);

    redis::Link& m_connection;
    ReadLimits m_limits;
    Portion m_portion;     ///< How far away the server is.
    Abilities m_granted;   ///< Of commands, by the server.
    Abilities m_abilities; ///< Without those for a lock's companions that turned out to be refused.
    std::chrono::steady_clock::time_point m_apart_until{}; ///< Until then each command is sent for itself.
    /// How often a key beside a lock was refused; once it was granted for some lock, it stays worth asking.
    struct Refusals
    {
        int count = 0;
        bool was_granted = false;
    };
    Refusals m_queue_refusals, m_deadline_refusals, m_token_refusals, m_namesake_refusals, m_reader_refusals;
};

} // namespace lockscope::monitor

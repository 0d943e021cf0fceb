// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"
#include "monitor/alarm.hpp"
#include "monitor/arrival.hpp"
#include "monitor/channels.hpp"
#include "monitor/finder.hpp"
#include "monitor/foreign_keys.hpp"
#include "monitor/large_replies.hpp"
#include "monitor/lock_book.hpp"
#include "monitor/news.hpp"
#include "monitor/permission_probe.hpp"
#include "monitor/read_queue.hpp"
#include "monitor/reader.hpp"
#include "monitor/second_tries.hpp"
#include "monitor/server_facts.hpp"
#include "monitor/sleepers.hpp"
#include "monitor/turns.hpp"
#include "redis/node.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::monitor {

class Station;

/// How a master answers whatever concerns a key, while the whole cluster is down.
inline constexpr std::string_view cluster_is_down = "CLUSTERDOWN The cluster is down";

/// What the stations of one monitor have in common, and whom they tell what is more than their own business.
class StationHost
{
public:
    virtual ~StationHost() = default;

    virtual LockBook& book() = 0;
    [[nodiscard]] virtual const MonitorOptions& options() const = 0;
    [[nodiscard]] virtual bool is_paused() const = 0;
    [[nodiscard]] virtual const std::vector<std::string>& visible() const = 0;
    /// Whether unlock messages stay within a shard, where a pattern does not hear them.
    [[nodiscard]] virtual bool has_sharded_messages() const = 0;
    /// Whether they may, if the rights allow it.
    [[nodiscard]] virtual Messages messages() const = 0;
    [[nodiscard]] virtual bool is_cluster() const = 0;
    /// Whether another server may take over from a master.
    [[nodiscard]] virtual bool has_successors() const = 0;
    /// The station of the master that serves this name; nullptr: not known.
    [[nodiscard]] virtual Station* station_of(std::string_view name) = 0;

    /// @returns the lock, or null if there is none (any more).
    virtual TrackedLockPtr file(Reading reading, LockBook::Surroundings around) = 0;
    /// @p from was told that it is not (or soon not) the one who serves this name.
    virtual void gone_elsewhere(const std::string& name, Station& from) = 0;
    /// Another server than @p before answers this station.
    virtual void server_changed(Station& station, const ServerIdentity& before) = 0;
    virtual void round_ended() = 0;
    virtual void status_changed() = 0;
    virtual void add_event(LockEvent event) = 0;
    /// The station has ended by itself.
    virtual void ended(Station& station) = 0;
};

/// Watches one master: five loops on the I/O thread around values that do the thinking (ReadQueue, ForeignKeys, …).
/// What is read is filed in the host's book. Each loop holds station and host alive until it has seen that it is over.
///
///   link     connects, probes permissions, switches the news on; again after each reconnect   station_link.cpp
///   reading  reads what changed; another one what may be new                                  station_reading.cpp
///   finding  scans                                                                            station_finding.cpp
///   radar    asks who waits on unlock channels, what the server says of itself                station_radar.cpp
class Station : public std::enable_shared_from_this<Station>
{
public:
    Station(boost::asio::any_io_executor executor, std::shared_ptr<redis::Node> node, StationHost& host);

    void start(std::shared_ptr<StationHost> host);
    void end();

    [[nodiscard]] const std::shared_ptr<redis::Node>& node() const noexcept { return m_node; }
    [[nodiscard]] bool is_working() const { return m_is_live && !m_host.is_paused(); }
    /// Out of memory, or worse; absent: it works, or was ended.
    [[nodiscard]] const std::optional<std::string>& failure() const noexcept { return m_failure; }
    /// Of who answers here, or should.
    [[nodiscard]] std::string address() const;
    /// This master's part of it: nothing of the locks.
    [[nodiscard]] const MonitorStatus& status() const noexcept { return m_status; }
    [[nodiscard]] const ReplicationFacts& replication() const noexcept { return m_facts.replication; }
    /// Of the one that answered until it was found to be another one.
    [[nodiscard]] const ReplicationTrail& trail() const noexcept { return m_trail; }
    /// When it was last heard, if it does not answer; absent: it does, or was not asked yet.
    [[nodiscard]] const std::optional<Moment>& away_since() const noexcept { return m_away_since; }
    void measure_cost(SteadyTime now);
    void measure_delay(SteadyTime now);

    /// From now on the lock is read here.
    void adopt(const TrackedLockPtr& lock);
    void changed(const TrackedLockPtr& lock);
    void candidate(const std::string& name, ReadRequest::Known known);
    void catch_up(); ///< Everything known of here is read again.
    void wake();
    void resumed(); ///< Nobody listened for a while.
    void pattern_changed();
    /// What is known of a master that does not answer is of the past, and says so. A part of it at a time; call often.
    void mark_out_of_reach();
    /// What is due from time to time; call often.
    void tick(SteadyTime now);

private:
    /// How often a loop that has nothing to do looks whether that is still so.
    static constexpr milliseconds idle{250};
    static constexpr SteadyTime never = SteadyTime::max();
    static constexpr std::size_t many_candidates = 1000; ///< More than are read in a moment.

    using Steady = std::chrono::steady_clock;
    template <typename T>
    using Task = boost::asio::awaitable<T>;

    template <typename Loop>
    void spawn(std::shared_ptr<StationHost> host, Loop loop);
    /// What an error of a loop means for all of us.
    void trouble(const Error& error);
    /// The user's rights are not what they were found to be.
    void note_refusal() { m_is_refused = true; }
    void note_changed_rights() { m_rights_changed = true; }

    // station_link.cpp
    Task<void> link_loop();
    Task<bool> serves();
    void cannot_serve(const Error& why, const Moment& last_served);
    [[nodiscard]] redis::Command question_for_a_key() const;
    Task<void> look_whether_keys_are_served();
    void note_answer_for_a_key(const redis::Reply& reply, SteadyTime asked_at);
    Task<void> synchronise();
    [[nodiscard]] SteadyTime next_look_at_rights() const;
    Task<void> look_at_rights();
    Task<void> look_at_hidden_queue();
    [[nodiscard]] bool may_ask_beforehand() const;
    Task<void> switch_news();
    void on_link(const redis::Connection::Event& event);
    /// News were missed: what is found from now on was perhaps there all along, until all was looked at once more.
    void missed_news()
    {
        ++m_gaps;
        m_sleepers.start_over();
    }
    [[nodiscard]] bool has_scanned() const noexcept { return m_scanned_after == m_gaps; }
    /// Are locks known to be missing? See MonitorStatus::incomplete.
    [[nodiscard]] bool is_incomplete() const noexcept
    {
        return !has_scanned() || m_status.scan_rounds < m_whole_after || m_queue.candidates() >= many_candidates;
    }
    /// Whether the news tell of what is not known, too.
    [[nodiscard]] bool hears_of_new_locks() const noexcept
    {
        return m_live_since != never
            && (m_status.source == NewsSource::broadcast || m_status.source == NewsSource::notifications);
    }
    [[nodiscard]] Moment last_heard() const;
    [[nodiscard]] static Moment moment_at(SteadyTime at);
    void recognise();
    [[nodiscard]] Arrival look_at_arrival(bool is_restart) const;

    // station_news.cpp
    void on_changed(std::string_view key);
    void on_flushed();
    void on_latch(std::string_view key);
    void on_unlocked(std::string_view channel, std::string_view payload);
    void note_told(const std::string& name, SteadyTime now);
    void on_operator(std::string_view payload);
    [[nodiscard]] bool is_told_first(const std::string& name) const;
    void consider(const std::string& name, ReadRequest::Known known);
    [[nodiscard]] bool is_wanted(std::string_view name) const;
    [[nodiscard]] std::vector<TrackedLockPtr> ours() const;
    /// The lock of this name, if it is one of ours.
    [[nodiscard]] TrackedLockPtr find(std::string_view name) const;

    // station_reading.cpp
    Task<void> reading_loop();
    Task<void> candidates_loop();
    [[nodiscard]] bool is_announced() const noexcept;
    Task<void> read(std::vector<ReadRequest> requests, bool announced);
    Task<void> read_together(std::vector<ReadRequest> requests, bool announced);
    void leave_out_large(std::vector<ReadRequest>& requests) const;
    [[nodiscard]] static bool tells_nothing_of(const TrackedLock& known, const ReadRequest& request,
                                               const Reading& reading) noexcept;
    /// What there was too much of, for the connection or for our patience.
    enum class Excess { size, time };
    [[nodiscard]] std::optional<Excess> excess_of(Errc failure, std::uint64_t bytes_came) const;
    /// Because of one of these the reading failed.
    void suspect(const std::vector<ReadRequest>& requests, Excess excess);
    void give_up(const ReadRequest& request, const TrackedLockPtr& lock, Excess excess);
    void leave_out(TrackedLock& lock, const Oversize& oversize);
    void note_hidden_queue(const LockState& state);
    [[nodiscard]] bool went_out_of_reach(const TrackedLockPtr& lock) const;
    void try_again(SteadyTime now);
    void file(Reading reading, bool announced);
    [[nodiscard]] LockBook::Surroundings surroundings_of(const Reading& reading, const TrackedLockPtr& known,
                                                         SteadyTime now) const;
    void file_answer(Reading reading, const LockBook::Surroundings& around);
    void file_failure(Reading reading, const LockBook::Surroundings& around);
    [[nodiscard]] std::optional<SteadyTime> left_untold(const Reading& reading);
    [[nodiscard]] bool may_be_of_another_database(SteadyTime since);
    [[nodiscard]] SteadyTime known_until(const TrackedLock& lock, SteadyTime asked_at) const;

    // station_finding.cpp
    Task<void> finding_loop();
    Task<void> scan_round();
    struct Walk;
    struct Round;
    Task<bool> walk_all(Round& round);
    Task<bool> walk(Round& round, Walk& walk);
    void gather(std::vector<std::string> names, ReadRequest::Known known, Walk& walk);
    [[nodiscard]] bool hurries() const;
    [[nodiscard]] std::size_t locks_with_keys() const;
    Task<void> rest_from_scanning(Alarm& alarm, std::chrono::nanoseconds time);

    // station_radar.cpp
    Task<void> radar_loop();
    [[nodiscard]] ShardChannels shard_channels() const;
    Task<void> look_who_listens();
    Task<void> look_at_channels();
    Task<void> look_at_waiters(std::vector<std::string> channels);
    enum class Listeners { all, some }; ///< What a look at all channels has told of.
    [[nodiscard]] bool is_heard_here(const std::string& waiter, const std::string& lock) const;
    [[nodiscard]] bool is_heard_elsewhere(const std::string& waiter, const std::string& lock) const;
    void mark_mapped(LockState& state) const;
    [[nodiscard]] bool is_news_of(const Waiter& waiter, const std::string& lock, Listeners listeners) const;
    void reread_queues(Listeners listeners);
    void reread_refused(SteadyTime now);
    Task<void> ask_server();
    Task<void> ask_for_offset();
    void take_facts(const ServerFacts& facts);
    void forget_server();
    Task<void> look_at_counters(); ///< station_counters.cpp
    void poll_known();
    void confirm_in_turn(milliseconds at_least);

    StationHost& m_host;
    boost::asio::any_io_executor m_executor; ///< Before the timers, which live on it.
    std::shared_ptr<redis::Node> m_node;
    redis::Connection& m_connection;
    Reader m_reader;
    News m_news;
    ReadQueue m_queue;
    Recent<std::greater> m_delays{std::chrono::seconds(3)}; ///< From news to what they tell of.
    std::chrono::nanoseconds m_way{0};                      ///< There and back, as the last round of the scan found it.
    std::optional<SteadyTime> m_reading_since;              ///< The oldest news of what is being read.
    SecondTries m_second_tries;
    Sleepers m_sleepers;
    LargeReplies m_large;           ///< Keys that are no known locks.
    LargeReplies m_large_questions; ///< Others than for keys.
    Turns m_turns;                  ///< Of whatever may bring a large reply.
    ForeignKeys m_foreign;
    NoiseMeter m_noise;
    CostMeter m_cost;
    MonitorStatus m_status;
    ServerIdentity m_identity;
    ServerFacts m_facts;                ///< Of who answers now.
    ReplicationTrail m_trail;           ///< While its news are heard at once.
    Arrival m_arrival;                  ///< How we found it.
    std::optional<SteadyTime> m_cut_at; ///< When it cut the connection; absent: it did not.

    std::shared_ptr<void> m_link_events, m_pubsub_events;
    bool m_is_stopping = false;
    std::optional<std::string> m_failure;
    bool m_is_live = false;
    bool m_needs_sync = true;
    bool m_is_refused = false;        ///< Rights are looked at anew, as often as that may be.
    bool m_rights_changed = false;    ///< And now sooner: something was refused for the first time, or not any more.
    std::string m_hidden_queue_of;    ///< The name of a lock whose queue may not be read; empty: there is none.
    std::size_t m_missing_rights = 0; ///< When it became live.
    int m_vain_looks = 0;             ///< At the rights, in a row.
    bool m_was_live = false;          ///< There was a time before, so that a reconnect is one.
    std::uint64_t m_link_news = 0;    ///< Counted, so that nothing is filed that two servers answered.
    Errc m_lost_by = Errc::ok;        ///< What the connection was lost by the last time.
    SteadyTime m_live_since{}; ///< Since when nothing was missed; never, while the connection of the messages is lost.
    std::optional<Moment> m_away_since;
    bool m_is_marked = false;              ///< The locks below were collected since.
    std::vector<TrackedLockPtr> m_to_mark; ///< As out of reach, a few at a time.
    News::Wanted m_wanted = News::Wanted::broadcast;
    SteadyTime m_broadcast_again = SteadyTime::max(); ///< When to try it again after too much noise.
    milliseconds m_quiet_for{60'000};
    bool m_restart_scan = false;
    bool m_has_one_table = false;      ///< See ServerFacts.
    bool m_has_new_pattern = false;    ///< The news are not yet switched to it.
    std::uint64_t m_whole_after = 0;   ///< The round of the scan that finds the names that were too many.
    std::uint64_t m_gaps = 1;          ///< In the news; counted, so that a scan knows whether there was one meanwhile.
    std::uint64_t m_scanned_after = 0; ///< The last of them that a whole scan came after.
    std::unordered_set<std::string> m_waited_counters; ///< The same for semaphores and latches.
    /// Counted as m_gaps, when these were looked at.
    std::uint64_t m_counters_after = 0;
    /// Semaphores and latches with the first subscribers since the look before, until they are read.
    std::unordered_set<std::string> m_newly_waited;
    std::unordered_set<std::string> m_waited_for; ///< Locks whose channels had subscribers the last time.
    std::unordered_map<std::string, std::vector<std::string>> m_fair_listeners; ///< Names of locks, by waiter.
    /// When the look that told of these began; before there was one: long ago.
    SteadyTime m_channels_at{};
    std::unordered_set<std::string> m_queued; ///< Locks with waiters that may listen on channels of their own.
    std::unordered_set<std::size_t> m_recently_unlocked; ///< Hashes of names: not noise, however short-lived.
    std::vector<TrackedLockPtr> m_unread;                ///< The server could not answer just then.
    std::unordered_set<std::string> m_refused; ///< Locks that could not be read the last time, for other reasons.
    bool m_is_doubted = false;                 ///< It may have begun to refuse everything.
    std::string m_read_last;                   ///< The name of a lock that this user may read.
    SteadyTime m_served_at{};                  ///< When it served a key the last time.
    SteadyTime m_flushed_at{};                 ///< When a database was emptied the last time.
    SteadyTime m_databases_at{};               ///< When it was asked which databases have keys.
    bool m_asks_for_databases = false;         ///< It is to be asked once more, soon.
    SteadyTime m_facts_at{}, m_offset_at{}, m_polled_at{}, m_loudness_at{}, m_unread_at{}, m_refused_at{},
        m_rights_at{}, m_hidden_queue_at{};

    Alarm m_link_alarm, m_reading_alarm, m_candidates_alarm, m_finding_alarm, m_radar_alarm;
};

template <typename Loop>
void Station::spawn(std::shared_ptr<StationHost> host, Loop loop)
{
    const auto keep = [](std::shared_ptr<Station> self, std::shared_ptr<StationHost> of, Loop body) -> Task<void> {
        try {
            co_await body(*self);
        } catch (const std::exception& error) {
            self->m_failure = error.what(); // Out of memory or worse: nothing that a loop could go on with.
            self->end();
            of->ended(*self);
        }
    };
    boost::asio::co_spawn(m_executor, keep(shared_from_this(), std::move(host), std::move(loop)),
                          boost::asio::detached);
}

} // namespace lockscope::monitor

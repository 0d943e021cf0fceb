// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/operator_news.hpp"
#include "monitor/arrival.hpp"
#include "monitor/lock_table.hpp"
#include "monitor/reader.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace lockscope::monitor {

/// Names that the scan met, and of which nothing is kept: each counted once in a round, as far as memory for that goes.
class LeftOut
{
public:
    explicit LeftOut(std::size_t most_names) : m_most_names(most_names) {}

    void add(std::string_view name)
    {
        if (m_hashes.size() < m_most_names)
            m_hashes.insert(std::hash<std::string_view>{}(name));
    }
    /// @returns whether it was among them
    bool remove(std::string_view name)
    {
        const auto hash = std::hash<std::string_view>{}(name);
        return m_hashes.erase(hash) + m_before.erase(hash) > 0;
    }
    /// In this round or the one before, at least so many.
    [[nodiscard]] std::size_t count() const noexcept { return std::max(m_hashes.size(), m_before.size()); }
    void end_round()
    {
        m_before = std::move(m_hashes);
        m_hashes.clear();
    }
    void forget()
    {
        m_hashes.clear();
        m_before.clear();
    }

private:
    std::size_t m_most_names;
    std::unordered_set<std::size_t> m_hashes; ///< Of the names.
    std::unordered_set<std::size_t> m_before; ///< The same, of the round before.
};

/// Turns readings into the table, the events and the changes that are sent. No I/O and no clock of its own.
class LockBook
{
public:
    explicit LockBook(std::size_t most_locks)
        : m_table(most_locks)
        , m_not_kept(std::max<std::size_t>(most_locks, 10'000))
    {}

    /// What is true at the time of a reading.
    struct Surroundings
    {
        bool hears_unlocks = true; ///< Unlock messages came through without a gap since the lock was read before.
        bool was_free = false;     ///< A name not known so far must have been free until just now.
        bool was_unheard = false;  ///< Nobody listened for a name not known so far until just now.
        /// Since when nobody has a name not known so far, while those who listen were not told. See Sleepers.
        std::optional<SteadyTime> untold_since{};
        bool failed_over = false; ///< Another server took over since the lock was read before.
        bool restarted = false;   ///< It is the same one, started anew.
        Arrival arrival{};        ///< How we found it.
        bool unwatched = false;   ///< Nobody listened for a time since then.
        bool flushed = false;     ///< A database was emptied since then.
        /// When the newest look at all channels began; absent: they may not be looked at.
        std::optional<SteadyTime> channels_at{};
        /// When what the reading shows had come to be: when the news of it came, or if there were none, when it was
        /// read.
        Moment happened{};
        SteadyTime now{};
    };
    /// Files a reading. @returns the lock, or null if there is none (any more).
    TrackedLockPtr apply(Reading reading, const Surroundings& around);

    /// A message on this lock's own channel: nobody tells there of the release of a spin lock, or of a fair one.
    void note_teller(const TrackedLockPtr& lock, SteadyTime now);
    /// An unlock message for this lock.
    void unlocked(const TrackedLockPtr& lock, SteadyTime now);
    /// One for a lock that is not known (any more).
    void unlocked(std::string_view name, SteadyTime now);
    /// Whoever listens for it was told to look again.
    void told(const TrackedLockPtr& lock, SteadyTime now);
    /// An unlock latch of this lock came or went.
    void latched(const TrackedLockPtr& lock, SteadyTime now);
    void note_force(const std::string& name, Monitor::Stage stage, SteadyTime now);
    void note_expulsion(const std::string& name, std::vector<std::string> owners, Monitor::Stage stage, SteadyTime now);
    void note_undo(const std::string& name, std::vector<std::string> owners, Monitor::Stage stage, SteadyTime now);
    void note_extension(const std::string& name, Monitor::Stage stage, SteadyTime now);
    void note_removal(const std::string& name, std::vector<std::string> owners, Monitor::Stage stage, SteadyTime now);
    /// What another program tells of an operator's action; or this one's, where it says who he is.
    void hear(const locks::OperatorAct& act, SteadyTime now);
    /// See Monitor::set_own(). @returns the names of those that were not told of before
    std::vector<std::string> set_own(const std::vector<OwnLock>& locks);
    /// Nobody can say how it stands with it now.
    void mark_out_of_reach(const TrackedLockPtr& lock, SteadyTime since);
    void add_event(LockEvent event, SteadyTime now = {});

    /// What happened since the last call; locks that are free for longer than @p linger leave the table.
    [[nodiscard]] MonitorBatch take(SteadyTime now, milliseconds linger);
    /// Removes everything whose name the pattern does not match any more.
    void keep_only(std::string_view pattern);

    [[nodiscard]] LockTable& table() noexcept { return m_table; }
    [[nodiscard]] const LockTable& table() const noexcept { return m_table; }
    [[nodiscard]] LockHistory history(const std::string& name) const;
    /// Locks that did not fit into the table, in this round of the scan or the one before; at least so many.
    [[nodiscard]] std::size_t not_kept() const noexcept { return m_not_kept.count(); }
    /// The same for names that may not be read.
    [[nodiscard]] std::size_t not_permitted() const noexcept { return m_not_permitted.count(); }
    void note_not_permitted(std::string_view name) { m_not_permitted.add(name); }
    /// @returns whether it could not be read before
    bool note_permitted(std::string_view name) { return m_not_permitted.remove(name); }
    /// And for those whose answers cannot be used.
    [[nodiscard]] std::size_t unreadable() const noexcept { return m_unreadable.count(); }
    [[nodiscard]] const std::string& unreadable_why() const noexcept { return m_unreadable_why; }
    void note_unreadable(std::string_view name, std::string why);
    /// Every name was looked at once more: those that did not fit, or were not read, are counted anew.
    void end_round();

private:
    struct Named
    {
        std::size_t name; ///< Its hash.
        SteadyTime at;
    };
    struct Freed
    {
        std::weak_ptr<TrackedLock> lock;
        SteadyTime at{}; ///< It may have been held again since, and freed once more.
    };

    TrackedLockPtr apply_lock(Reading& reading, const Surroundings& around);
    TrackedLockPtr apply_gone(const Reading& reading, const Surroundings& around);
    [[nodiscard]] bool belongs_to_namesake(const LockState& state) const;
    void take_queue_from_namesake(const TrackedLock& lock, const Reading& reading, const Surroundings& around);
    [[nodiscard]] Evidence evidence_for(TrackedLock& lock, const LockState& next, const Reading& reading,
                                        const Surroundings& around) const;
    [[nodiscard]] bool awaits_result(const TrackedLock& lock, const LockState& next, SteadyTime now) const;
    void advance(const TrackedLockPtr& lock, LockState next, const Reading& reading, const Surroundings& around);
    [[nodiscard]] LockState past_of(const std::string& name) const;
    void take_own_type(LockState& next) const;
    void mark_changed(const TrackedLockPtr& lock);
    void note_presence(const TrackedLockPtr& lock, SteadyTime now);
    void let_go(TrackedLock& lock);
    bool was_released(const std::string& name);
    std::vector<LockEvent> take_events(SteadyTime now, std::unordered_set<std::string>& awaiting);
    void count_messages(TrackedLock& lock, std::vector<LockEvent>& events, const Evidence& evidence) const;
    [[nodiscard]] static bool is_untold(LockEvent::Kind kind) noexcept;
    void remember_vanished(const std::vector<LockEvent>& events, SteadyTime now);
    bool note_if_late(std::string_view name, SteadyTime now);
    void take_early_message(TrackedLock& lock, const Reading& reading);
    static void drop_old(std::deque<Named>& names, SteadyTime now);

    LockTable m_table;
    History m_history;
    std::vector<TrackedLockPtr> m_changed;
    std::vector<LockStatePtr> m_removed;
    struct Noted
    {
        LockEvent event;
        SteadyTime at; ///< From when on it may have to wait for its message.
    };
    std::vector<Noted> m_events;
    std::size_t m_untold = 0;      ///< Of m_events: endings of which no message tells yet.
    std::deque<Freed> m_lingering; ///< In the order in which they became free.
    /// What an operator asked for, and has not been seen yet.
    struct Wish
    {
        enum class What { restored, extended, removed, expelled };
        What what = What::restored;
        std::vector<std::string> owners{}; ///< Who is to have it again, or to let go, or, with a result, was removed.
        SteadyTime until{};                ///< What is seen before comes of it.
        bool has_result = false;
    };
    void correct(const locks::OperatorAct& act, const LockState& now);
    void note_wish(const std::string& name, Wish wish, Monitor::Stage stage, SteadyTime now);
    [[nodiscard]] static bool may_come_of(const Wish& wish, const LockState& before, const LockState& next);
    std::unordered_map<std::string, Wish> m_wishes; ///< By name: the table may have let go of the lock by then.
    /// Who acted on a lock just now.
    struct Actor
    {
        std::string name;
        SteadyTime until{};
    };
    std::unordered_map<std::string, Actor> m_actors; ///< By the lock's name.
    std::unordered_map<std::string, OwnLock> m_own;  ///< By name.
    std::deque<Named> m_vanished;                    ///< What was told of in the last seconds.
    std::deque<Named> m_early;          ///< Unlock messages of the last seconds for locks that were not known then.
    SteadyTime m_messages_late_until{}; ///< Until then the lack of a message says nothing.
    std::optional<SystemTime> m_events_lost; ///< The newest of those that were too many.
    LeftOut m_not_kept;
    LeftOut m_not_permitted{100'000};
    LeftOut m_unreadable{100'000};
    std::string m_unreadable_why;
};

} // namespace lockscope::monitor

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/wait_graph.hpp"

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope {

/// The graph by numbers. Locks and parties (threads, and clients of which only the UUID is known) keep their number as
/// long as they have an edge.
class WaitGraph::Impl
{
public:
    using Number = std::uint32_t;

    struct Edge
    {
        Number to = 0; ///< A party, seen from a lock; a lock, seen from a party.
        bool exact = true;
        SteadyTime since{}; ///< Of the first reading that had it.
        SystemTime begun{}; ///< When the hold or the wait began, as far as that is known.
        /// The same edge, however old: not one that was broken and made anew between two readings.
        bool operator==(const Edge& other) const noexcept
        {
            return to == other.to && exact == other.exact && begun == other.begun;
        }
    };
    struct Lock
    {
        LockStatePtr state; ///< Null in a free place.
        std::vector<Edge> holders;
        std::vector<Edge> waiters;
    };
    struct Party
    {
        std::string name; ///< "uuid:thread", foreign bytes, or a UUID; empty in a free place.
        std::string client;
        bool is_client = false;
        std::uint32_t holds = 0;
        std::vector<Edge> waits; ///< At most most_waits.
        std::uint32_t edges = 0;
    };

    void apply(const LockChange& change);
    void hint(const WaitHint& hint);
    void withdraw(const std::string& lock, const std::string& who);

    /// The party that stands for the whole client of this thread, if it waits for anything.
    [[nodiscard]] const Number* client_of(const Party& thread) const;
    [[nodiscard]] bool can_wait(const Party& party) const;

    std::vector<Lock> locks;
    std::vector<Party> parties;
    std::unordered_map<std::string, Number> lock_numbers;
    std::uint64_t revision = 0;

private:
    struct Hint
    {
        std::string who;
        std::string client; ///< Empty: of no known form.
        bool is_client = false;
        bool wants_to_write = false;
        SteadyTime at{};
    };
    /// Edges as they should be, with names.
    struct Plan
    {
        struct Named
        {
            std::string name;
            std::string client;
            bool is_client = false;
            bool exact = true;
            SystemTime begun{};
        };
        std::vector<Named> holders, waiters;
    };

    [[nodiscard]] Plan plan_for(const LockState& state) const;
    void drop_hints(const LockState& state);
    /// After a change of its state or of its hints.
    void refresh(Number number);
    void relink(Number number, const Plan& plan);
    /// Edges for a part of the plan; those that were there before keep their age.
    std::vector<Edge> edges_for(const std::vector<Plan::Named>& plan, const std::vector<Edge>& before, SteadyTime now);
    void unlink(Lock& lock, Number number);
    void remove(Number number);
    Number lock_number(const std::string& name);
    Number party_number(const Plan::Named& named);
    void release_party(Number number);
    void erase_hint(const std::string& lock, const std::string& who);
    void refresh(const std::string& lock);

    std::vector<Number> m_free_locks, m_free_parties;
    std::unordered_map<std::string, Number> m_thread_numbers, m_client_numbers;
    std::unordered_map<std::string, std::vector<Hint>> m_hints; ///< By lock.
    std::deque<std::pair<std::string, std::string>>
        m_hint_order; ///< Lock and who, oldest first; some are gone already.
    std::size_t m_hint_count = 0;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_roles.hpp"
#include "models/lock_store.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::ui {

using GroupId = std::uint32_t;
inline constexpr GroupId kNoGroup = 0x7fff'ffffU;

/// What stands in a row: the slot of a lock, or the header of a group.
using RowId = std::uint32_t;
inline constexpr RowId kHeaderBit = 0x8000'0000U;
[[nodiscard]] constexpr RowId headerOf(GroupId group)
{
    return group | kHeaderBit;
}
[[nodiscard]] constexpr bool isHeader(RowId row)
{
    return (row & kHeaderBit) != 0;
}
[[nodiscard]] constexpr GroupId groupIn(RowId header)
{
    return header & ~kHeaderBit;
}

/// By how much of the names: their parts end with ':'.
enum class Grouping { none, byFirstPart, byTwoParts, byThreeParts };

enum class SortDirection { ascending, descending };

/// What the locks of a group come to; also what one lock adds to it.
struct GroupSums
{
    std::int64_t locks = 0;
    std::int64_t held = 0;
    std::int64_t contended = 0; ///< Held, and somebody waits.
    std::int64_t stuck = 0;
    std::int64_t waiters = 0; ///< As far as they are known, without the dead.
    std::int64_t dead = 0;    ///< In the queues.
    std::int64_t loose = 0;   ///< Locks for which more may wait than are counted.
    std::int64_t entries = 0;

    GroupSums& operator+=(const GroupSums& other);
    GroupSums& operator-=(const GroupSums& other);
    bool operator==(const GroupSums&) const = default;
};
[[nodiscard]] GroupSums shareOf(const LockState& state, const FilterMoment& moment);

/// Which groups the user has opened, by prefix; so it outlives a group that comes and goes.
class GroupFolds
{
public:
    enum class Fold { closed, open };
    [[nodiscard]] bool isOpen(const std::string& prefix) const
    {
        return m_others.contains(prefix) != (m_all == Fold::open);
    }
    void set(const std::string& prefix, Fold fold);
    void setAll(Fold fold);
    [[nodiscard]] Fold all() const { return m_all; }
    /// Those that are not as all are.
    [[nodiscard]] const std::unordered_set<std::string>& others() const { return m_others; }
    bool operator==(const GroupFolds&) const = default;

private:
    Fold m_all = Fold::closed;
    std::unordered_set<std::string> m_others;
};

/// Locks grouped by what their names begin with, up to the first ':' or a later one, with sums that cost the same
/// however large a group is. The ranks of the groups are taken when told to, so that the order stays consistent while
/// sums change. A value.
class LockGroups
{
public:
    using Slot = LockStore::Slot;

    /// @param grouping not none
    explicit LockGroups(Grouping grouping) : m_grouping(grouping) {}

    /// With the last colon that counts; less where there are not so many, and empty if there is none.
    [[nodiscard]] static std::string_view prefixOf(std::string_view name, Grouping grouping = Grouping::byFirstPart);

    /// Puts the lock in its group, or counts it anew there.
    /// @return true if the sums have changed
    bool put(Slot slot, std::string_view name, const GroupSums& share);
    /// @return the group it was in, or kNoGroup
    GroupId take(Slot slot);
    [[nodiscard]] GroupId groupOf(Slot slot) const { return slot < m_places.size() ? m_places[slot].group : kNoGroup; }

    /// kNoGroup if no lock is in it.
    [[nodiscard]] GroupId find(const std::string& prefix) const;

    /// Numbers of groups are below this.
    [[nodiscard]] std::size_t capacity() const { return m_groups.size(); }
    [[nodiscard]] const std::string& prefix(GroupId group) const { return m_groups[group].prefix; }
    [[nodiscard]] const GroupSums& sums(GroupId group) const { return m_groups[group].sums; }
    [[nodiscard]] const std::vector<Slot>& members(GroupId group) const { return m_groups[group].members; }

    void sortBy(LockColumn column, SortDirection direction);
    /// Ranks groups that are new; the others keep their order.
    void rank(std::vector<GroupId> fresh);
    /// Ranks all by their sums of now. @return true if the order has changed
    bool rankAll();
    /// Forgets groups without locks.
    void release(const std::vector<GroupId>& empty);
    [[nodiscard]] std::uint32_t rankOf(GroupId group) const { return m_groups[group].rank; }
    /// In the order of their ranks.
    [[nodiscard]] const std::vector<GroupId>& ranked() const { return m_ranked; }

private:
    struct Group
    {
        std::string prefix;
        GroupSums sums;
        std::vector<Slot> members; ///< In no order.
        std::int64_t key = 0;      ///< As of its last ranking.
        std::uint32_t rank = 0;
    };
    struct Place
    {
        GroupId group = kNoGroup;
        std::uint32_t at = 0; ///< Among the members.
        GroupSums share;
    };

    GroupId groupFor(std::string_view prefix);
    [[nodiscard]] std::int64_t keyOf(const GroupSums& sums) const;
    [[nodiscard]] bool isBefore(GroupId a, GroupId b) const;
    void number();

    Grouping m_grouping;
    std::vector<Group> m_groups;
    std::vector<GroupId> m_free;
    std::unordered_map<std::string, GroupId> m_byPrefix;
    std::vector<Place> m_places; ///< By slot.
    std::vector<GroupId> m_ranked;
    LockColumn m_column = LockColumn::name;
    SortDirection m_direction = SortDirection::ascending;
};

} // namespace lockscope::ui

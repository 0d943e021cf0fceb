// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_groups.hpp"

#include "models/lock_facts.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr std::int64_t kMostInKey = (1 << 20) - 1;

} // namespace

GroupSums& GroupSums::operator+=(const GroupSums& other)
{
    locks += other.locks;
    held += other.held;
    contended += other.contended;
    stuck += other.stuck;
    waiters += other.waiters;
    dead += other.dead;
    loose += other.loose;
    entries += other.entries;
    return *this;
}

GroupSums& GroupSums::operator-=(const GroupSums& other)
{
    locks -= other.locks;
    held -= other.held;
    contended -= other.contended;
    stuck -= other.stuck;
    waiters -= other.waiters;
    dead -= other.dead;
    loose -= other.loose;
    entries -= other.entries;
    return *this;
}

GroupSums shareOf(const LockState& state, const FilterMoment& moment)
{
    GroupSums share;
    share.locks = 1;
    share.held = state.is_held() || is_closed(state) ? 1 : 0;
    share.contended = is_contended(state) ? 1 : 0;
    const bool stuck = condition_of(state, moment.thresholds, moment.steady, moment.wall) == LockCondition::stuck;
    share.stuck = stuck ? 1 : 0;
    share.waiters = living_waiters(state).value_or(0);
    share.dead = static_cast<std::int64_t>(dead_waiters(state));
    share.loose = mayMoreWait(state) ? 1 : 0;
    share.entries = entryCount(state);
    return share;
}

void GroupFolds::set(const std::string& prefix, Fold fold)
{
    if (fold == m_all) {
        m_others.erase(prefix);
    } else {
        m_others.insert(prefix);
    }
}

void GroupFolds::setAll(Fold fold)
{
    m_all = fold;
    m_others.clear();
}

std::string_view LockGroups::prefixOf(std::string_view name, Grouping grouping)
{
    return prefix_of_name(name, static_cast<int>(grouping));
}

bool LockGroups::put(Slot slot, std::string_view name, const GroupSums& share)
{
    if (slot >= m_places.size()) {
        m_places.resize(std::max<std::size_t>(slot + 1, m_places.size() * 2));
    }
    Place& place = m_places[slot];
    if (place.group != kNoGroup) {
        if (place.share == share) {
            return false;
        }
        m_groups[place.group].sums -= place.share;
    } else {
        place.group = groupFor(prefixOf(name, m_grouping));
        std::vector<Slot>& members = m_groups[place.group].members;
        place.at = static_cast<std::uint32_t>(members.size());
        members.push_back(slot);
    }
    place.share = share;
    m_groups[place.group].sums += share;
    return true;
}

GroupId LockGroups::take(Slot slot)
{
    const GroupId id = groupOf(slot);
    if (id == kNoGroup) {
        return id;
    }
    Group& group = m_groups[id];
    const Place place = std::exchange(m_places[slot], Place{});
    group.sums -= place.share;
    // The last member takes its place.
    const Slot last = group.members.back();
    group.members.pop_back();
    if (last != slot) {
        group.members[place.at] = last;
        m_places[last].at = place.at;
    }
    return id;
}

GroupId LockGroups::find(const std::string& prefix) const
{
    const auto known = m_byPrefix.find(prefix);
    return known == m_byPrefix.end() ? kNoGroup : known->second;
}

GroupId LockGroups::groupFor(std::string_view prefix)
{
    const auto [known, isNew] = m_byPrefix.try_emplace(std::string(prefix), 0);
    if (!isNew) {
        return known->second;
    }
    if (m_free.empty()) {
        known->second = static_cast<GroupId>(m_groups.size());
        m_groups.emplace_back();
    } else {
        known->second = m_free.back();
        m_free.pop_back();
    }
    m_groups[known->second] = {};
    m_groups[known->second].prefix = prefix;
    return known->second;
}

std::int64_t LockGroups::keyOf(const GroupSums& sums) const
{
    const auto bounded = [](std::int64_t number) { return std::clamp<std::int64_t>(number, 0, kMostInKey); };
    switch (m_column) {
    case LockColumn::condition:
        return (bounded(sums.stuck) << 40) | (bounded(sums.contended) << 20) | bounded(sums.held);
    case LockColumn::holder: return sums.held;
    case LockColumn::count: return sums.entries;
    case LockColumn::waiters:
    case LockColumn::lastMinute: return sums.waiters;
    case LockColumn::type: return sums.locks;
    case LockColumn::name:
    case LockColumn::mode:
    case LockColumn::ttl:
    case LockColumn::heldFor:
    case LockColumn::renewed: break;
    }
    return 0;
}

bool LockGroups::isBefore(GroupId a, GroupId b) const
{
    const bool descending = m_direction == SortDirection::descending;
    if (m_groups[a].key != m_groups[b].key) {
        return (m_groups[a].key < m_groups[b].key) != descending;
    }
    const int prefixes = m_groups[a].prefix.compare(m_groups[b].prefix);
    return m_column == LockColumn::name && descending ? prefixes > 0 : prefixes < 0;
}

void LockGroups::sortBy(LockColumn column, SortDirection direction)
{
    m_column = column;
    m_direction = direction;
    m_ranked.clear();
    for (const auto& [prefix, group] : m_byPrefix) {
        m_ranked.push_back(group);
    }
    rankAll();
}

void LockGroups::rank(std::vector<GroupId> fresh)
{
    const auto before = [this](GroupId a, GroupId b) { return isBefore(a, b); };
    for (const GroupId group : fresh) {
        m_groups[group].key = keyOf(m_groups[group].sums);
    }
    std::sort(fresh.begin(), fresh.end(), before);
    const auto known = static_cast<std::ptrdiff_t>(m_ranked.size());
    m_ranked.insert(m_ranked.end(), fresh.begin(), fresh.end());
    std::inplace_merge(m_ranked.begin(), m_ranked.begin() + known, m_ranked.end(), before);
    number();
}

bool LockGroups::rankAll()
{
    for (const GroupId group : m_ranked) {
        m_groups[group].key = keyOf(m_groups[group].sums);
    }
    const auto before = [this](GroupId a, GroupId b) { return isBefore(a, b); };
    const bool changed = !std::is_sorted(m_ranked.begin(), m_ranked.end(), before);
    if (changed) {
        std::sort(m_ranked.begin(), m_ranked.end(), before);
    }
    number();
    return changed;
}

void LockGroups::number()
{
    for (std::size_t rank = 0; rank < m_ranked.size(); ++rank) {
        m_groups[m_ranked[rank]].rank = static_cast<std::uint32_t>(rank);
    }
}

void LockGroups::release(const std::vector<GroupId>& empty)
{
    if (empty.empty()) {
        return;
    }
    std::unordered_set<GroupId> gone;
    for (const GroupId group : empty) {
        if (m_groups[group].members.empty() && gone.insert(group).second) {
            m_byPrefix.erase(m_groups[group].prefix);
            m_groups[group] = {};
            m_free.push_back(group);
        }
    }
    std::erase_if(m_ranked, [&](GroupId group) { return gone.contains(group); });
    number();
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_order.hpp"

#include "models/lock_facts.hpp"

#include <algorithm>
#include <limits>

namespace lockscope::ui {
namespace {

constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

/// What an operator wants to see first when sorting the states downwards.
std::int64_t severity(LockCondition condition)
{
    switch (condition) {
    case LockCondition::free: return 0;
    case LockCondition::unknown: return 1;
    case LockCondition::held: return 2;
    case LockCondition::contended: return 3;
    case LockCondition::expiring: return 4;
    case LockCondition::stuck: break;
    }
    return 5;
}

/// The first bytes as a number: enough to keep the locks of one client together.
std::int64_t leadingBytes(std::string_view text)
{
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < sizeof number; ++at) {
        number = (number << 8U) | (at < text.size() ? static_cast<unsigned char>(text[at]) : 0U);
    }
    return static_cast<std::int64_t>(number >> 1U);
}

std::int64_t nanoseconds(SteadyTime time)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

} // namespace

std::int64_t LockOrder::keyOf(Slot slot, SteadyTime now) const
{
    const LockStore::Entry& entry = m_store.at(slot);
    const LockState& state = *entry.state;
    switch (m_column) {
    case LockColumn::condition:
        return severity(condition_of(state, m_thresholds, now, std::chrono::system_clock::now()));
    case LockColumn::name: return 0;
    case LockColumn::type: return static_cast<std::int64_t>(state.type);
    case LockColumn::mode: return static_cast<std::int64_t>(state.mode);
    case LockColumn::holder: return state.holders.empty() ? kLast : leadingBytes(state.holders.front().owner);
    case LockColumn::count: return entryCount(state);
    case LockColumn::ttl:
        if (!state.is_held()) {
            return -1;
        }
        return state.ttl.count() < 0 ? kLast : nanoseconds(state.observed_at + state.ttl);
    case LockColumn::waiters: return waiterCount(state).value_or(-1);
    case LockColumn::lastMinute: return entry.waiters ? entry.waiters->total(now) : 0;
    case LockColumn::heldFor:
        return state.is_held() && state.held_since ? -state.held_since->time_since_epoch().count()
                                                   : std::numeric_limits<std::int64_t>::min();
    }
    return 0;
}

bool LockOrder::isBefore(Slot a, Slot b) const
{
    const bool descending = m_direction == Direction::descending;
    if (m_keys[a] != m_keys[b]) {
        return (m_keys[a] < m_keys[b]) != descending;
    }
    const int names = m_store.at(a).state->name.compare(m_store.at(b).state->name);
    return m_column == LockColumn::name && descending ? names > 0 : names < 0;
}

bool LockOrder::isMisplaced(Slot slot, SteadyTime now) const
{
    return m_column != LockColumn::name && m_keys[slot] != keyOf(slot, now);
}

void LockOrder::takeKey(Slot slot, SteadyTime now)
{
    if (slot >= m_keys.size()) {
        m_keys.resize(m_store.capacity());
        m_rowOf.resize(m_store.capacity(), -1);
    }
    m_keys[slot] = keyOf(slot, now);
}

void LockOrder::number(std::size_t firstRow)
{
    for (std::size_t row = firstRow; row < m_rows.size(); ++row) {
        m_rowOf[m_rows[row]] = static_cast<std::int32_t>(row);
    }
}

int LockOrder::placeFor(Slot slot, SteadyTime now)
{
    takeKey(slot, now);
    const auto place =
        std::upper_bound(m_rows.begin(), m_rows.end(), slot, [this](Slot a, Slot b) { return isBefore(a, b); });
    return static_cast<int>(place - m_rows.begin());
}

void LockOrder::insert(int row, Slot slot)
{
    m_rows.insert(m_rows.begin() + row, slot);
    number(static_cast<std::size_t>(row));
}

void LockOrder::remove(int row)
{
    m_rowOf[at(row)] = -1;
    m_rows.erase(m_rows.begin() + row);
    number(static_cast<std::size_t>(row));
}

void LockOrder::append(const std::vector<Slot>& entering)
{
    const std::size_t first = m_rows.size();
    m_rows.insert(m_rows.end(), entering.begin(), entering.end());
    if (m_rowOf.size() < m_store.capacity()) {
        m_keys.resize(m_store.capacity());
        m_rowOf.resize(m_store.capacity(), -1);
    }
    number(first);
}

void LockOrder::rearrange(const std::vector<Slot>& moved, const std::vector<Slot>& leaving, SteadyTime now)
{
    constexpr std::int32_t kTakenOut = -2;
    for (const Slot slot : leaving) {
        m_rowOf[slot] = kTakenOut;
    }
    std::vector<Slot> placed = moved;
    for (const Slot slot : placed) {
        m_rowOf[slot] = kTakenOut;
    }
    std::vector<Slot> staying;
    staying.reserve(m_rows.size());
    std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(staying),
                 [this](Slot slot) { return m_rowOf[slot] != kTakenOut; });

    for (const Slot slot : placed) {
        takeKey(slot, now);
    }
    const auto before = [this](Slot a, Slot b) { return isBefore(a, b); };
    std::sort(placed.begin(), placed.end(), before);

    std::vector<Slot> rows;
    rows.reserve(m_rows.size());
    auto next = staying.cbegin();
    for (const Slot slot : placed) {
        const auto place = std::upper_bound(next, staying.cend(), slot, before);
        rows.insert(rows.end(), next, place);
        rows.push_back(slot);
        next = place;
    }
    rows.insert(rows.end(), next, staying.cend());
    rows.insert(rows.end(), leaving.begin(), leaving.end());
    m_rows = std::move(rows);
    number(0);
}

void LockOrder::truncate(int size)
{
    const auto end = m_rows.begin() + size;
    for (auto slot = end; slot != m_rows.end(); ++slot) {
        m_rowOf[*slot] = -1;
    }
    m_rows.erase(end, m_rows.end());
}

void LockOrder::sortBy(LockColumn column, Direction direction, SteadyTime now)
{
    m_column = column;
    m_direction = direction;
    for (const Slot slot : m_rows) {
        takeKey(slot, now);
    }
    std::sort(m_rows.begin(), m_rows.end(), [this](Slot a, Slot b) { return isBefore(a, b); });
    number(0);
}

void LockOrder::clear()
{
    m_rows.clear();
    m_rowOf.clear();
    m_keys.clear();
}

} // namespace lockscope::ui

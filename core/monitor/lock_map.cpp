// SPDX-License-Identifier: Apache-2.0
#include "lockscope/lock_map.hpp"

#include <algorithm>
#include <functional>

namespace lockscope {
namespace {

constexpr std::size_t least_places = 16;
/// Places that are moved with each name that comes: all of them long before it has to grow again.
constexpr std::size_t moved_at_once = 16;

} // namespace

std::uint32_t NameIndex::hash_of(std::string_view name) noexcept
{
    const std::uint64_t hash = std::hash<std::string_view>{}(name);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

/// Null if it is not there.
NameIndex::Place* NameIndex::place_of(Places& places, std::uint32_t hash, Number number)
{
    if (places.empty())
        return nullptr;
    const auto mask = places.size() - 1;
    auto at = hash & mask;
    while (places[at].number != number) {
        if (places[at].number == none)
            return nullptr;
        at = (at + 1) & mask;
    }
    return &places[at];
}

void NameIndex::put(Place place)
{
    const auto mask = m_places.size() - 1;
    auto at = place.hash & mask;
    while (m_places[at].number != none)
        at = (at + 1) & mask;
    m_places[at] = place;
}

/// Those behind it move up, unless they would come to stand before their hash.
void NameIndex::remove(Place& place)
{
    const auto mask = m_places.size() - 1;
    auto gap = static_cast<std::size_t>(&place - m_places.data());
    for (auto at = (gap + 1) & mask; m_places[at].number != none; at = (at + 1) & mask) {
        const auto way = (at - m_places[at].hash) & mask;
        if (way >= ((at - gap) & mask)) {
            m_places[gap] = m_places[at];
            gap = at;
        }
    }
    m_places[gap] = {};
}

void NameIndex::move_some()
{
    const auto end = std::min(m_moved + moved_at_once, m_before.size());
    for (; m_moved < end; ++m_moved) {
        const Place& place = m_before[m_moved];
        if (place.number != none && place.number != gone)
            put(place);
    }
    if (m_moved == m_before.size()) {
        Places().swap(m_before); // gives the memory back, which clear() would not
        m_moved = 0;
    }
}

void NameIndex::insert(std::string_view name, Number number)
{
    if (5 * (m_size + 1) > 4 * m_places.size()) {
        while (!m_before.empty())
            move_some();
        m_before = Places(std::max(least_places, 2 * m_places.size()));
        m_before.swap(m_places);
    }
    if (!m_before.empty())
        move_some();
    put({hash_of(name), number});
    ++m_size;
}

void NameIndex::erase(std::string_view name, Number number)
{
    const auto hash = hash_of(name);
    Place* const now = place_of(m_places, hash, number);
    Place* const before = place_of(m_before, hash, number);
    if (now == nullptr && before == nullptr)
        return;
    if (now != nullptr)
        remove(*now);
    if (before != nullptr)
        before->number = gone;
    --m_size;
}

void NameIndex::clear()
{
    *this = {};
}

} // namespace lockscope

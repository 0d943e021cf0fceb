// SPDX-License-Identifier: Apache-2.0
#include "lockscope/lock_map.hpp"

#include <functional>

namespace lockscope {
namespace {

constexpr std::size_t least_places = 16;

} // namespace

std::uint32_t NameIndex::hash_of(std::string_view name) noexcept
{
    const std::uint64_t hash = std::hash<std::string_view>{}(name);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

void NameIndex::put(Place place)
{
    auto at = place.hash & m_mask;
    while (m_places[at].number != none)
        at = (at + 1) & m_mask;
    m_places[at] = place;
}

void NameIndex::grow()
{
    std::vector<Place> before(m_places.empty() ? least_places : 2 * m_places.size());
    before.swap(m_places);
    m_mask = static_cast<std::uint32_t>(m_places.size() - 1);
    for (const auto& place : before) {
        if (place.number != none)
            put(place);
    }
}

void NameIndex::insert(std::string_view name, Number number)
{
    if (5 * (m_size + 1) > 4 * m_places.size())
        grow();
    put({hash_of(name), number});
    ++m_size;
}

void NameIndex::erase(std::string_view name, Number number)
{
    if (m_size == 0)
        return;
    auto gap = hash_of(name) & m_mask;
    while (m_places[gap].number != number) {
        if (m_places[gap].number == none)
            return;
        gap = (gap + 1) & m_mask;
    }
    // Those behind it move up, unless they would come to stand before their hash.
    for (auto at = (gap + 1) & m_mask; m_places[at].number != none; at = (at + 1) & m_mask) {
        const auto way = (at - m_places[at].hash) & m_mask;
        if (way >= ((at - gap) & m_mask)) {
            m_places[gap] = m_places[at];
            gap = at;
        }
    }
    m_places[gap] = {};
    --m_size;
}

void NameIndex::clear()
{
    *this = {};
}

} // namespace lockscope

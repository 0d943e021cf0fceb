// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope {

/// Numbers by name, where the names are kept by somebody else: what is known of a hundred thousand locks in several
/// books at once must not have each name in each of them. Takes 10 to 20 bytes a name. Grows little by little, so that
/// no single call takes long: books that know the same names grow at the same time. Not synchronised.
class NameIndex
{
public:
    using Number = std::uint32_t;
    static constexpr Number none = ~Number{0};

    /// @param name_of tells the name that belongs to a number which is in the index
    /// @return `none` if there is no such name
    template <typename NameOf>
    [[nodiscard]] Number find(std::string_view name, const NameOf& name_of) const
    {
        if (m_size == 0)
            return none;
        const auto hash = hash_of(name);
        const auto number = find_in(m_places, hash, name, name_of);
        return number != none || m_before.empty() ? number : find_in(m_before, hash, name, name_of);
    }
    /// A name that is not in the index yet, under a number that is not either.
    void insert(std::string_view name, Number number);
    /// No effect if it is not there.
    void erase(std::string_view name, Number number);
    void clear();

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

private:
    struct Place
    {
        std::uint32_t hash = 0;
        Number number = none;
    };
    using Places = std::vector<Place>; ///< As many as a power of two; a name stands at its hash or somewhat behind.

    static constexpr Number gone = none - 1;

    template <typename NameOf>
    [[nodiscard]] static Number find_in(const Places& places, std::uint32_t hash, std::string_view name,
                                        const NameOf& name_of)
    {
        const auto mask = places.size() - 1;
        for (auto at = hash & mask; places[at].number != none; at = (at + 1) & mask) {
            const Place& place = places[at];
            if (place.hash == hash && place.number != gone && name_of(place.number) == name)
                return place.number;
        }
        return none;
    }
    [[nodiscard]] static std::uint32_t hash_of(std::string_view name) noexcept;
    [[nodiscard]] static Place* place_of(Places& places, std::uint32_t hash, Number number);
    void put(Place place);
    void remove(Place& place);
    void move_some();

    Places m_places;
    Places m_before;         ///< Those of before it grew, until all are moved. What was moved is still there, too.
    std::size_t m_moved = 0; ///< How many of them.
    std::size_t m_size = 0;
};

/// A row of values that stay where they are while it grows, and that grows by the same little work each time.
template <typename Value>
class StableRow
{
public:
    [[nodiscard]] Value& operator[](std::size_t at) { return m_pieces[at / piece][at % piece]; }
    [[nodiscard]] const Value& operator[](std::size_t at) const { return m_pieces[at / piece][at % piece]; }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    /// One more value, as it is made by default.
    void grow()
    {
        if (m_size == m_pieces.size() * piece)
            m_pieces.push_back(std::make_unique<Value[]>(piece));
        ++m_size;
    }
    void clear()
    {
        m_pieces.clear();
        m_size = 0;
    }

private:
    static constexpr std::size_t piece = 256;
    std::vector<std::unique_ptr<Value[]>> m_pieces;
    std::size_t m_size = 0;
};

/// What somebody keeps of each lock, found by the lock's name or by a number that is the lock's as long as it is kept
/// and then another one's. Entries do not move. Not synchronised.
/// @tparam Entry can be made by default and moved; has a `LockStatePtr state`, which may be replaced by any other of
///               the same name, and is null only where there is no lock
template <typename Entry>
class LockMap
{
public:
    using Number = NameIndex::Number;
    static constexpr Number none = NameIndex::none;

    [[nodiscard]] Number number_of(std::string_view name) const
    {
        return m_index.find(name, [this](Number number) -> std::string_view { return m_entries[number].state->name; });
    }
    /// Null if it is not kept.
    [[nodiscard]] Entry* find(std::string_view name)
    {
        const auto number = number_of(name);
        return number == none ? nullptr : &m_entries[number];
    }
    [[nodiscard]] const Entry* find(std::string_view name) const
    {
        const auto number = number_of(name);
        return number == none ? nullptr : &m_entries[number];
    }
    /// Below numbers() only; the entry of no lock has no state.
    [[nodiscard]] Entry& operator[](Number number) { return m_entries[number]; }
    [[nodiscard]] const Entry& operator[](Number number) const { return m_entries[number]; }

    /// Takes @p state for the lock of its name, which is kept from now on.
    Number keep(const LockStatePtr& state)
    {
        auto number = number_of(state->name);
        if (number == none) {
            number = free_number();
            m_index.insert(state->name, number);
        }
        m_entries[number].state = state;
        return number;
    }
    void erase(Number number)
    {
        m_index.erase(m_entries[number].state->name, number);
        m_entries[number] = Entry();
        m_free.push_back(number);
    }
    void clear()
    {
        m_index.clear();
        m_entries.clear();
        m_free.clear();
    }

    [[nodiscard]] std::size_t size() const noexcept { return m_index.size(); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// All numbers are below this.
    [[nodiscard]] std::size_t numbers() const noexcept { return m_entries.size(); }
    template <typename Visit>
    void for_each(const Visit& visit)
    {
        for (Number number = 0; number < m_entries.size(); ++number) {
            if (m_entries[number].state)
                visit(number, m_entries[number]);
        }
    }

private:
    Number free_number()
    {
        if (m_free.empty()) {
            m_entries.grow();
            return static_cast<Number>(m_entries.size() - 1);
        }
        const auto number = m_free.back();
        m_free.pop_back();
        return number;
    }

    NameIndex m_index;
    StableRow<Entry> m_entries;
    std::vector<Number> m_free;
};

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "redis/slot.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lockscope::redis {
namespace {

constexpr std::uint16_t polynomial = 0x1021;

constexpr std::array<std::uint16_t, 256> make_table()
{
    std::array<std::uint16_t, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        unsigned value = byte << 8;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 0x8000U) != 0 ? (value << 1) ^ polynomial : value << 1;
        table[byte] = static_cast<std::uint16_t>(value);
    }
    return table;
}

constexpr auto table = make_table();

constexpr unsigned crc16(std::string_view bytes) noexcept
{
    unsigned crc = 0;
    for (const char c : bytes)
        crc = ((crc << 8) & 0xffffU) ^ table[(crc >> 8) ^ static_cast<unsigned char>(c)];
    return crc;
}

static_assert(crc16("123456789") == 0x31c3, "the check value of CRC-16/XMODEM");

constexpr std::string_view hashed_part(std::string_view key) noexcept
{
    const std::size_t open = key.find('{');
    if (open == std::string_view::npos)
        return key;
    const std::size_t close = key.find('}', open + 1);
    if (close == std::string_view::npos || close == open + 1)
        return key;
    return key.substr(open + 1, close - open - 1);
}

} // namespace

unsigned slot_of(std::string_view key) noexcept
{
    return crc16(hashed_part(key)) % slot_count;
}

} // namespace lockscope::redis

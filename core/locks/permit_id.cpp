// SPDX-License-Identifier: Apache-2.0
#include "locks/permit_id.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <random>
#include <string_view>

namespace lockscope::locks {

namespace {

constexpr std::size_t id_bytes = 16;

std::string to_hex(const std::string& bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        hex += {digits[value >> 4], digits[value & 15]};
    }
    return hex;
}

/// -1 for what is no hex digit.
int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

PermitId PermitId::make()
{
    std::random_device random;
    PermitId id;
    while (id.raw.size() < id_bytes)
        id.raw += static_cast<char>(random() & 0xff);
    id.hex = to_hex(id.raw);
    return id;
}

bool PermitId::is_one(const std::string& hex)
{
    return hex.size() == 2 * id_bytes && std::all_of(hex.begin(), hex.end(), [](char c) { return digit(c) >= 0; });
}

PermitId PermitId::parse(const std::string& hex)
{
    PermitId id;
    if (!is_one(hex))
        throw Error(Errc::invalid_argument, "The id of a permit has 32 hex digits, unlike "
                                                + escape(std::string_view(hex).substr(0, 80)) + '.');
    for (std::size_t i = 0; i < hex.size(); i += 2)
        id.raw += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
    id.hex = to_hex(id.raw);
    return id;
}

} // namespace lockscope::locks

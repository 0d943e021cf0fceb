// SPDX-License-Identifier: Apache-2.0
#include "lockscope/encryption.hpp"

#include <array>
#include <ctime>

namespace lockscope {

int Encryption::days_left(Time now) const
{
    const Time end = own_ends_first() ? *own_valid_until : valid_until;
    return static_cast<int>(std::chrono::floor<std::chrono::days>(end - now).count());
}

bool Encryption::ends_soon(Time now) const
{
    return days_left(now) < few_days;
}

bool Encryption::own_ends_first() const
{
    return own_valid_until && *own_valid_until < valid_until;
}

std::string to_date(Encryption::Time time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm fields{};
    ::gmtime_r(&seconds, &fields);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &fields)};
}

} // namespace lockscope

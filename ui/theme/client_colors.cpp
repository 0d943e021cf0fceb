// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/client_colors.hpp"

namespace lockscope::ui {
namespace {

/// From one that is taken to the next: far enough to look different, and all are reached.
constexpr std::size_t kStep = 7;

// FNV-1a, as std::hash promises nothing beyond one run.
std::uint32_t stableHash(const std::string& bytes)
{
    std::uint32_t hash = 2166136261U;
    for (const unsigned char byte : bytes) {
        hash = (hash ^ byte) * 16777619U;
    }
    return hash ^ (hash >> 15);
}

} // namespace

std::size_t ClientColors::of(const std::string& client)
{
    const std::uint32_t hash = stableHash(client);
    const auto [known, isNew] = m_colors.try_emplace(hash);
    if (isNew) {
        known->second = leastUsedFrom(hash % count);
        ++m_users[known->second];
    }
    return known->second;
}

std::size_t ClientColors::leastUsedFrom(std::size_t first) const
{
    std::size_t best = first;
    for (std::size_t step = 1; step < count; ++step) {
        const std::size_t next = (first + step * kStep) % count;
        if (m_users[next] < m_users[best]) {
            best = next;
        }
    }
    return best;
}

} // namespace lockscope::ui

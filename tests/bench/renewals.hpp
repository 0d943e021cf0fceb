// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hiredis_peer.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::bench {

/// When each of many locks is renewed, as its expiry tells: the server's clock at that moment, plus the lease. Whoever
/// looks several times within a period sees each renewal to the millisecond; one that is missed makes a gap longer,
/// never shorter. Needs Redis 7 (PEXPIRETIME).
class Renewals
{
public:
    /// Looks for the first time.
    Renewals(HiredisPeer& peer, std::vector<std::string> locks, std::chrono::milliseconds lease)
        : m_peer(peer)
        , m_locks(std::move(locks))
        , m_expiries(m_locks.size())
        , m_lease(lease.count())
    {
        look();
    }

    void look()
    {
        for (const std::string& lock : m_locks)
            m_peer.append({"PEXPIRETIME", lock});
        m_gone = 0;
        for (long long& last : m_expiries) {
            const long long expiry = number(m_peer.reply());
            if (expiry < 0) {
                ++m_gone;
                continue;
            }
            if (last != 0)
                m_longest = std::max(m_longest, expiry - last);
            last = expiry;
        }
    }

    /// The longest time between two renewals of one lock, or since its last one: in milliseconds.
    [[nodiscard]] double longest_gap()
    {
        look();
        const std::string time = m_peer.command({"TIME"}); // seconds and microseconds
        const long long now = number(time) * 1000 + number(time.substr(time.find(' ') + 1)) / 1000;
        const long long earliest = *std::min_element(m_expiries.begin(), m_expiries.end()) - m_lease;
        return static_cast<double>(std::max(m_longest, now - earliest));
    }
    /// Locks that were not there at the last look.
    [[nodiscard]] int gone() const noexcept { return m_gone; }

private:
    static long long number(const std::string& text)
    {
        try {
            return std::stoll(text);
        } catch (const std::logic_error&) {
            throw std::runtime_error("PEXPIRETIME, which needs Redis 7: " + text);
        }
    }

    HiredisPeer& m_peer;
    std::vector<std::string> m_locks;
    std::vector<long long> m_expiries; ///< In epoch milliseconds.
    long long m_lease;
    long long m_longest = 0;
    int m_gone = 0;
};

} // namespace lockscope::bench

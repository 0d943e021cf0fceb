// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"
#include "monitor/arrival.hpp"

#include <string>
#include <string_view>
#include <unordered_set>

namespace lockscope::monitor {

/// What became of the locks of a master when another server took its place: compares how each was before with its first
/// reading afterwards. No I/O and no clock of its own.
class Inquest
{
public:
    /// @param trail of the master before
    Inquest(std::string from, std::string to, SystemTime at, SteadyTime until, ReplicationTrail trail = {});

    /// This lock was held before.
    void expect(const std::string& name) { m_open.insert(name); }
    [[nodiscard]] bool expects(const std::string& name) const { return m_open.contains(name); }
    /// From the data of the master before.
    [[nodiscard]] Parting parting_from(const ReplicationFacts& successor) const
    {
        return m_trail.parting_from(successor);
    }
    /// Its first reading afterwards.
    void note(const LockState& before, const LockState& after, const Arrival& arrival = {});
    /// Those that are not watched any more.
    template <typename Predicate>
    void forget_if(const Predicate& is_gone)
    {
        std::erase_if(m_open, is_gone);
    }

    /// The server is known, and the same as before.
    [[nodiscard]] bool is_of_restart() const noexcept { return m_result.is_restart() && !m_result.to.empty(); }
    [[nodiscard]] bool is_finished(SteadyTime now) const { return m_open.empty() || now >= m_until; }
    [[nodiscard]] Failover result() const;

private:
    Failover m_result;
    SteadyTime m_until;
    ReplicationTrail m_trail;
    std::unordered_set<std::string> m_open;
};

} // namespace lockscope::monitor

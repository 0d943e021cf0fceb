// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/findings.hpp"

#include <algorithm>

namespace lockscope::monitor {

/// What a rule is given to look at, and where it says what it found. A new finding is one more rule.
class Look
{
public:
    Look(const LockState& lock, const LockPast& its_past, const FindingLimits& its_limits, const Moment& at)
        : state(lock)
        , past(its_past)
        , limits(its_limits)
        , moment(at)
    {}

    const LockState& state;
    const LockPast& past;
    const FindingLimits& limits;
    const Moment& moment;

    /// The caller fills in the facts.
    Finding& add(Finding::Kind kind, Finding::Severity severity, std::string subject = {})
    {
        Finding finding;
        finding.kind = kind;
        finding.severity = severity;
        finding.lock = state.name;
        finding.subject = std::move(subject);
        finding.waiting = waiting();
        m_diagnosis.findings.push_back(std::move(finding));
        return m_diagnosis.findings.back();
    }
    /// Has @p tell add a finding for each of @p all that @p is of the kind, by its index. Of too many only for the
    /// first; the last of these says how many more there are.
    template <class All, class Is, class Tell>
    void tell_first(const All& all, Is is, Tell tell)
    {
        std::size_t told = 0, more = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!is(all[i]))
                continue;
            if (told == limits.most_of_a_kind) {
                ++more;
                continue;
            }
            ++told;
            tell(i);
        }
        if (told > 0)
            m_diagnosis.findings.back().more = more;
    }
    /// Something may be found then.
    void again_at(SteadyTime time)
    {
        // A little later, so that what is said to be over by then is over.
        const auto after = std::max(time, moment.now) + milliseconds(5);
        m_diagnosis.look_again = std::min(m_diagnosis.look_again.value_or(after), after);
    }
    [[nodiscard]] bool has(Anomaly anomaly) const { return state.anomalies.contains(anomaly); }
    [[nodiscard]] bool has_found(Finding::Kind kind) const
    {
        return std::any_of(m_diagnosis.findings.begin(), m_diagnosis.findings.end(),
                           [&](const Finding& finding) { return finding.kind == kind; });
    }
    /// The moment of the server's clock @p deadline (epoch ms) by ours; nullopt if the server's clock is not known, or
    /// the number is no time.
    [[nodiscard]] std::optional<SteadyTime> local(std::int64_t deadline) const
    {
        constexpr std::int64_t farthest = 1000LL * 60 * 60 * 24 * 365 * 10;
        if (state.server_time <= 0 || deadline > state.server_time + farthest
            || deadline < state.server_time - farthest)
            return std::nullopt;
        return state.observed_at + milliseconds(deadline - state.server_time);
    }
    [[nodiscard]] std::int64_t waiting() const { return living_waiters(state).value_or(0); }
    void count_waiting(Finding& finding) const
    {
        finding.count = waiting();
        finding.dead = dead_waiters(state);
    }
    /// No lock is offered to be ended that cannot be compared.
    [[nodiscard]] Diagnosis take() &&
    {
        for (auto& finding : m_diagnosis.findings) {
            const bool ends =
                finding.repair == Finding::Repair::force_release || finding.repair == Finding::Repair::force_expire;
            if (ends && !is_comparable(state))
                finding.repair = Finding::Repair::none;
        }
        return std::move(m_diagnosis);
    }

private:
    Diagnosis m_diagnosis;
};

void look_at_queue(Look& look);
void look_at_hold(Look& look);

} // namespace lockscope::monitor

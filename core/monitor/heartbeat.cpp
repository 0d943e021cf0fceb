// SPDX-License-Identifier: Apache-2.0
#include "lockscope/heartbeat.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace lockscope {
namespace {

constexpr milliseconds least_margin{250};
constexpr milliseconds most_margin{5000};
constexpr int most_beats_of_a_lease = 10;

milliseconds between(SteadyTime from, SteadyTime to)
{
    return std::chrono::duration_cast<milliseconds>(to - from);
}

std::uint32_t entries_of(const LockState& state)
{
    std::uint32_t entries = 0;
    for (const auto& holder : state.holders)
        entries += static_cast<std::uint32_t>(holder.count);
    return entries;
}

/// Of several readers, who renew one expiry together.
constexpr std::uint32_t shared_hold = 1;

/// Readers come and go while the hold as a whole goes on; who holds a lock alone has its own pace, from its beginning
/// on.
std::uint32_t identity_of(const LockState& state)
{
    if (state.mode == LockMode::read && state.holders_total != 1)
        return shared_hold;
    const auto since = state.held_since.value_or(SystemTime{}).time_since_epoch().count();
    const auto owner = std::hash<std::string>{}(state.holders.front().owner);
    const std::size_t both = owner ^ (std::hash<SystemTime::rep>{}(since)*0x9e3779b97f4a7c15U);
    return static_cast<std::uint32_t>(both ^ (both >> 32U)) | 2U;
}

} // namespace

Heartbeat::Heartbeat(std::size_t capacity)
    : m_capacity(static_cast<std::uint32_t>(std::clamp<std::size_t>(capacity, 2, 1'000'000)))
{}

void Heartbeat::observe(const LockState& state)
{
    if (is_held() && state.observed_at < m_last)
        return;
    if (!state.is_held()) {
        end();
        return;
    }
    const auto identity = identity_of(state);
    const auto entries = entries_of(state);
    // Whoever enters or leaves sets the expiry too: that is no sign of a watchdog.
    const bool is_beat = entries == m_entries;
    if (identity != m_hold) {
        begin(state);
    } else if (state.was_renewed() && state.renewed_at != m_renewed) {
        m_renewed = state.renewed_at;
        if (is_beat)
            add(m_renewed, state.ttl);
    } else if (is_beat && is_set_as_ever(state)) {
        add(state.observed_at, state.ttl);
    }
    if (!is_beat)
        await_first_beat(state);
    m_adds_leases = state.mode == LockMode::write && state.holders.front().count > 1;
    m_hold = identity;
    m_entries = entries;
    m_last = state.observed_at;
    m_ttl = state.ttl;
    m_lease = std::max(state.lease, state.ttl);
}

/// Who enters a write lock again has the lease added to what is left, so the next beat ends it earlier than it did. An
/// operator who has it expire soon leaves less than a beat does.
bool Heartbeat::is_set_as_ever(const LockState& state) const
{
    return state.ttl >= m_least_set - m_least_set / 10 && state.observed_at + state.ttl + least_margin < m_last + m_ttl;
}

void Heartbeat::begin(const LockState& state)
{
    const bool was_shared = m_hold == shared_hold;
    end();
    m_least_set = state.ttl;
    m_first_beat_by = {};
    await_first_beat(state);
    if (state.was_renewed()) {
        m_renewed = state.renewed_at;
        if (!was_shared) // It may have been a reader's who left.
            add(m_renewed, state.ttl);
    }
}

/// Whenever one begins to look, or somebody enters, a watchdog renews before a third of what is left then has passed.
void Heartbeat::await_first_beat(const LockState& state)
{
    m_first_beat_by = std::max(m_first_beat_by, state.observed_at + std::max(state.ttl, milliseconds(0)) / 3);
}

void Heartbeat::add(SteadyTime beat, milliseconds ttl)
{
    m_least_set = std::min(m_least_set, ttl);
    if (m_beats.size() == m_capacity)
        m_beats.erase(m_beats.begin());
    m_beats.push_back(beat);
    ++m_total;
}

void Heartbeat::end()
{
    m_beats.clear();
    m_total = 0;
    m_hold = nobody;
    m_renewed = {};
}

milliseconds Heartbeat::expected_period() const
{
    return std::max(m_lease / 3, milliseconds(1));
}

milliseconds Heartbeat::pace() const
{
    constexpr std::size_t beats_of_a_rhythm = 4;
    const auto usual = period().value_or(expected_period());
    return m_beats.size() < beats_of_a_rhythm ? std::max(usual, expected_period()) : usual;
}

std::optional<milliseconds> Heartbeat::period() const
{
    if (m_beats.empty())
        return std::nullopt;
    if (m_beats.size() == 1)
        return expected_period();
    std::vector<milliseconds> gaps;
    gaps.reserve(m_beats.size());
    for (std::size_t i = 1; i < m_beats.size(); ++i)
        gaps.push_back(between(m_beats[i - 1], m_beats[i]));
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
    std::nth_element(gaps.begin(), middle, gaps.end());
    return std::max(*middle, milliseconds(1));
}

/// A watchdog sets the end anew a few times within a lease. What does so far more often has other reasons: an operator
/// who extends, a client that enters again and again. When it stops, nothing is missing.
bool Heartbeat::has_rhythm() const
{
    const auto every = period();
    return every && *every >= m_lease / most_beats_of_a_lease;
}

milliseconds Heartbeat::margin() const
{
    return std::clamp(pace() / 4, least_margin, most_margin);
}

SteadyTime Heartbeat::fixed_from() const
{
    return m_first_beat_by + margin();
}

Heartbeat::Kind Heartbeat::kind(SteadyTime now) const
{
    if (!is_held())
        return Kind::none;
    if (m_ttl < milliseconds(0))
        return Kind::never_expires;
    if (m_total > 0)
        return Kind::watchdog;
    return is_unrenewed(now) && !m_adds_leases ? Kind::fixed : Kind::unknown;
}

bool Heartbeat::is_unrenewed(SteadyTime now) const
{
    return is_held() && m_total == 0 && m_ttl >= milliseconds(0) && now > fixed_from();
}

std::size_t Heartbeat::missed(SteadyTime now) const
{
    if (!is_held() || !has_rhythm() || m_ttl < milliseconds(0))
        return 0;
    // Entering again sets the expiry, and the watchdog's next beat may be as late as a whole period after that.
    const auto late = between(std::max(m_beats.back(), m_renewed), now) - margin();
    return late <= milliseconds(0) ? 0 : static_cast<std::size_t>(late / pace());
}

std::vector<Heartbeat::Mark> Heartbeat::marks(SteadyTime now) const
{
    std::vector<Mark> marks;
    if (!is_held() || !period())
        return marks;
    const auto every = pace();
    const auto most = std::size_t{m_capacity} * 2;
    for (std::size_t i = 0; i < m_beats.size(); ++i) {
        if (i > 0) {
            const auto gap = between(m_beats[i - 1], m_beats[i]);
            const auto left_out = has_rhythm() && gap > every + margin() ? (gap + every / 2) / every - 1 : 0;
            for (std::int64_t k = 1; k <= left_out && k <= 3; ++k)
                marks.push_back({Mark::What::missed, m_beats[i - 1] + gap * k / (left_out + 1)});
        }
        marks.push_back({Mark::What::beat, m_beats[i]});
    }
    const auto last = std::max(m_beats.back(), m_renewed);
    const auto lost = lost_at().value_or(SteadyTime::max());
    for (std::size_t k = 1; k <= missed(now) && k <= m_capacity; ++k) {
        const auto at = last + every * static_cast<std::int64_t>(k);
        if (at > lost)
            break;
        marks.push_back({Mark::What::missed, at});
    }
    if (marks.size() > most)
        marks.erase(marks.begin(), marks.end() - static_cast<std::ptrdiff_t>(most));
    return marks;
}

std::optional<SteadyTime> Heartbeat::next_due() const
{
    if (!is_held() || !has_rhythm() || m_ttl < milliseconds(0))
        return std::nullopt;
    return std::max(m_beats.back(), m_renewed) + pace();
}

std::optional<SteadyTime> Heartbeat::lost_at() const
{
    if (!is_held() || m_ttl < milliseconds(0))
        return std::nullopt;
    return m_last + m_ttl;
}

std::optional<milliseconds> Heartbeat::time_to_loss(SteadyTime now) const
{
    const auto lost = lost_at();
    if (!lost)
        return std::nullopt;
    return std::max(between(now, *lost), milliseconds(0));
}

std::optional<SteadyTime> Heartbeat::next_change(SteadyTime now) const
{
    if (!is_held() || m_ttl < milliseconds(0))
        return std::nullopt;
    if (m_total == 0)
        return is_unrenewed(now) ? std::nullopt : std::optional(fixed_from());
    const auto due = next_due();
    if (!due)
        return std::nullopt;
    const auto noticed = *due + margin() + pace() * static_cast<std::int64_t>(missed(now));
    return noticed;
}

} // namespace lockscope

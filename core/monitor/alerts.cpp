// SPDX-License-Identifier: Apache-2.0
#include "monitor/alerts_impl.hpp"

#include "monitor/glob.hpp"

#include <functional>
#include <utility>

namespace lockscope {
namespace {

using monitor::Condition;
using Kind = AlertRule::Kind;

constexpr std::size_t most_cleared = 20'000;
/// What was read when the connection was there again is told at the latest, so long before we hear of it.
constexpr milliseconds told_within{1000};
/// After that, what nobody has read again is all there is.
constexpr milliseconds read_again_within{60'000};

/// In AlertEngine::Impl::Lock::renewers.
std::uint32_t bit_of(const std::string& owner)
{
    return std::uint32_t{1} << (std::hash<std::string>{}(owner) % 32);
}

std::uint32_t bits_of(const std::vector<Holder>& holders)
{
    std::uint32_t bits = 0;
    for (const Holder& holder : holders)
        bits |= bit_of(holder.owner);
    return bits;
}

} // namespace

RuleMask AlertEngine::Impl::fitting(const std::string& name) const
{
    RuleMask fits = 0;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (has_name(m_rules[i].kind) && monitor::glob_match(m_rules[i].name_glob, name))
            fits |= RuleMask{1} << i;
    }
    return fits;
}

void AlertEngine::Impl::refit(Lock& lock) const
{
    if (lock.rules == m_rules_number)
        return;
    const std::string& name = lock.state->name;
    lock.rules = m_rules_number;
    lock.fits = fitting(name);
    lock.raised = 0;
    lock.left_out = 0; // set_rules() has forgotten how many there are
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        // A lost lock's alert is about a moment, not about the lock as it is.
        const bool is_state = m_rules[i].kind != Kind::lock_lost;
        if (is_state && !m_active.empty() && m_active.contains({m_rules[i].id, name}))
            lock.raised |= RuleMask{1} << i;
    }
}

void AlertEngine::Impl::set_rules(const std::vector<AlertRule>& rules, SteadyTime now, SystemTime wall)
{
    std::vector<AlertRule> next;
    for (const AlertRule& rule : rules) {
        if (rule.enabled && problem_of(rule) == AlertRuleProblem::none && next.size() < AlertRules::most)
            next.push_back(rule);
    }
    for (auto entry = m_active.begin(); entry != m_active.end();) {
        const auto rule =
            std::find_if(next.begin(), next.end(), [&](const AlertRule& each) { return each.id == entry->first.rule; });
        const auto before = std::find_if(m_rules.begin(), m_rules.end(),
                                         [&](const AlertRule& each) { return each.id == entry->first.rule; });
        // Severity alone is no reason to be told again.
        const bool is_same = rule != next.end() && before != m_rules.end() && rule->kind == before->kind
                          && rule->name_glob == before->name_glob && rule->duration == before->duration
                          && rule->count == before->count;
        if (is_same) {
            entry->second.alert.severity = rule->severity;
            ++entry;
        } else {
            entry = clear_alert(entry, now, wall);
        }
    }
    std::erase_if(m_tallies, [](const auto& entry) { return entry.second.kept == 0; });
    for (auto& [rule, tally] : m_tallies)
        tally.left_out = 0; // until each lock was looked at
    m_rules = std::move(next);
    ++m_rules_number;
    m_retry_at = never;
    ++m_revision;
    look_at_all();
    follow_server(now, wall);
    tick(now, wall);
}

void AlertEngine::Impl::clear()
{
    m_agenda.clear();
    m_locks.clear();
    m_reviewed = m_to_review = 0;
    m_active.clear();
    m_tallies.clear();
    m_history.clear();
    m_raised.clear();
    m_cleared.clear();
    m_muted_locks.clear();
    m_muted_rules.clear();
    m_lost_end = m_server_due = m_retry_at = never;
    m_silent_since.reset();
    m_obstacle = WriteObstacle::none;
    m_obstacle_at.clear();
    m_deadlocks = 0;
    m_is_live = true;
    m_live_since = {};
    ++m_revision;
}

/// Read before the connection was lost or the monitor paused. It may be long over, and will be read again.
bool AlertEngine::Impl::is_old(const LockState& state, SteadyTime now) const
{
    return state.observed_at + told_within < m_live_since && now < m_live_since + read_again_within;
}

void AlertEngine::Impl::apply(const MonitorBatch& batch, SteadyTime now, SystemTime wall)
{
    if (batch.status) {
        const bool was_live = m_is_live;
        m_is_live = batch.status->link == MonitorStatus::Link::live && !batch.status->paused;
        if (m_is_live && !was_live)
            m_live_since = now;
        follow_status(*batch.status, now, wall);
    }
    // Events first: they speak of the holds that the changes replace.
    for (const LockEvent& event : batch.events)
        take_event(event, now, wall);
    for (const LockChange& change : batch.changes) {
        if (change.state)
            take_change(change, now, wall);
    }
}

void AlertEngine::Impl::take_event(const LockEvent& event, SteadyTime now, SystemTime wall)
{
    Lock* const lock = m_locks.find(event.lock);
    switch (event.kind) {
    case LockEvent::Kind::acquired:
    case LockEvent::Kind::restored:
    case LockEvent::Kind::extended:
    case LockEvent::Kind::shortened: // Somebody wants it to end.
    case LockEvent::Kind::persisted:
        if (lock != nullptr)
            lock->renewers &= ~bit_of(event.owner);
        return;
    case LockEvent::Kind::renewed:
        if (lock != nullptr)
            lock->renewers |= bit_of(event.owner);
        return;
    case LockEvent::Kind::expired:
        if (lock == nullptr || (lock->renewers & bit_of(event.owner)) == 0)
            return; // a fixed lease that came to its end
        break;
    case LockEvent::Kind::lost_in_failover:
    case LockEvent::Kind::lost_in_restart:
    case LockEvent::Kind::vanished: break;
    default: return;
    }
    const RuleMask fits = fitting(event.lock);
    Condition condition;
    condition.since = event.at;
    condition.owner = event.owner;
    condition.amount = event.held_for;
    condition.begin_unseen = !event.held_for_exact;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (m_rules[i].kind != Kind::lock_lost || (fits >> i & 1) == 0)
            continue;
        const auto known = m_active.find({m_rules[i].id, event.lock});
        if (known != m_active.end())
            clear_alert(known, now, wall); // lost once more is news
        Active& alert = raise(m_rules[i], event.lock, condition, wall);
        alert.ends = now + m_limits.lost_for;
        m_lost_end = std::min(m_lost_end, alert.ends);
        if (m_tallies[m_rules[i].id].kept > m_limits.active_per_rule)
            clear_oldest(m_rules[i].id, now, wall);
    }
}

void AlertEngine::Impl::take_change(const LockChange& change, SteadyTime now, SystemTime wall)
{
    if (change.kind == LockChange::Kind::removed) {
        if (const auto number = m_locks.number_of(change.state->name); number != m_locks.none) {
            refit(m_locks[number]);
            clear_lock(m_locks[number], now, wall);
            m_locks.erase(number);
        }
        return;
    }
    const auto number = m_locks.keep(change.state);
    Lock& lock = m_locks[number];
    refit(lock);
    lock.renewers &= bits_of(lock.state->holders); // of those who hold it no more nothing is kept
    if (lock.state->is_out_of_reach())
        wait_for(number);
    else if (lock.fits != 0)
        look_at(number, now, wall);
}

/// Its master does not answer: what is raised stays, and nothing is judged by what is old.
void AlertEngine::Impl::wait_for(Number number)
{
    const Lock& lock = m_locks[number];
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if ((lock.raised >> i & 1) != 0)
            m_active.find({m_rules[i].id, lock.state->name})->second.false_since.reset();
    }
    m_agenda.schedule(number, never);
}

void AlertEngine::Impl::look_at(Number number, SteadyTime now, SystemTime wall)
{
    Lock& lock = m_locks[number];
    if (lock.state->is_out_of_reach())
        return;
    if (is_old(*lock.state, now)) {
        m_agenda.schedule(number, m_live_since + read_again_within);
        return;
    }
    const std::string& name = lock.state->name;
    SteadyTime next = never;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        const AlertRule& rule = m_rules[i];
        if ((lock.fits >> i & 1) == 0 || rule.kind == Kind::lock_lost)
            continue;
        const Condition condition = monitor::condition_of(rule, *lock.state, now, wall);
        const RuleMask bit = RuleMask{1} << i;
        const bool is_raised = (lock.raised & bit) != 0;
        if (condition.holds) {
            if (is_raised)
                go_on(m_active.find({rule.id, name})->second, condition, *lock.state);
            else if (!m_is_live)
                next = std::min(next, now); // again, as soon as it is
            else if (has_room(rule))
                begin_alert(lock, i, condition, wall);
            else
                leave_out(lock, i);
            continue;
        }
        stop_leaving_out(lock, i);
        next = std::min(next, condition.may_hold_at.value_or(never));
        if (!is_raised)
            continue;
        const SteadyTime calm_at = m_is_live ? calm_down(rule, name, now, wall) : now;
        if (calm_at == never)
            lock.raised &= ~bit;
        next = std::min(next, calm_at);
    }
    m_agenda.schedule(number, next);
}

/// Whom it names is who is there now. It is about the lock: somebody else alone is no news.
void AlertEngine::Impl::go_on(Active& active, const Condition& condition, const LockState& state)
{
    active.false_since.reset();
    const std::string& named = active.alert.owner;
    const bool is_another = active.alert.kind == Kind::stale_head
                              ? named != condition.owner
                              : std::none_of(state.holders.begin(), state.holders.end(),
                                             [&](const Holder& holder) { return holder.owner == named; });
    const bool is_otherwise = active.alert.never_dropped != condition.never_dropped;
    if ((is_another && named != condition.owner) || is_otherwise) {
        active.alert.owner = condition.owner;
        active.alert.never_dropped = condition.never_dropped;
        active.alert.renewed_until = condition.renewed_until;
        ++m_revision;
    }
}

SteadyTime AlertEngine::Impl::calm_down(const AlertRule& rule, const std::string& lock, SteadyTime now, SystemTime wall)
{
    const auto found = m_active.find({rule.id, lock});
    Active& active = found->second;
    if (!active.false_since)
        active.false_since = now;
    const SteadyTime calm_at = *active.false_since + m_limits.calm;
    if (now < calm_at)
        return calm_at;
    clear_alert(found, now, wall);
    return never;
}

/// The key must be free.
AlertEngine::Impl::Active& AlertEngine::Impl::raise(const AlertRule& rule, const std::string& lock,
                                                    const Condition& condition, SystemTime wall)
{
    Active active;
    Alert& alert = active.alert;
    alert.id = ++m_last_id;
    alert.rule = rule.id;
    alert.kind = rule.kind;
    alert.severity = rule.severity;
    alert.lock = lock;
    alert.since = condition.since.value_or(wall);
    alert.owner = condition.owner;
    alert.amount = condition.amount;
    alert.count = condition.count;
    alert.renewed_until = condition.renewed_until;
    alert.begin_unseen = condition.begin_unseen;
    alert.never_dropped = condition.never_dropped;
    m_raised.push_back(alert.id);
    ++m_tallies[rule.id].kept;
    ++m_revision;
    return m_active.insert_or_assign(Key{rule.id, lock}, std::move(active)).first->second;
}

/// One that is raised keeps its place: which are told of does not change by chance.
bool AlertEngine::Impl::has_room(const AlertRule& rule) const
{
    const auto tally = m_tallies.find(rule.id);
    return tally == m_tallies.end() || tally->second.kept < m_limits.active_per_rule;
}

void AlertEngine::Impl::begin_alert(Lock& lock, std::size_t rule, const Condition& condition, SystemTime wall)
{
    stop_leaving_out(lock, rule);
    lock.raised |= RuleMask{1} << rule;
    raise(m_rules[rule], lock.state->name, condition, wall);
}

void AlertEngine::Impl::leave_out(Lock& lock, std::size_t rule)
{
    const RuleMask bit = RuleMask{1} << rule;
    if ((lock.left_out & bit) != 0)
        return;
    lock.left_out |= bit;
    ++m_tallies[m_rules[rule].id].left_out;
    ++m_revision;
}

void AlertEngine::Impl::stop_leaving_out(Lock& lock, std::size_t rule)
{
    const RuleMask bit = RuleMask{1} << rule;
    if ((lock.left_out & bit) == 0)
        return;
    lock.left_out &= ~bit;
    --m_tallies[m_rules[rule].id].left_out;
    ++m_revision;
}

std::map<AlertEngine::Impl::Key, AlertEngine::Impl::Active>::iterator AlertEngine::Impl::clear_alert(
    std::map<Key, Active>::iterator found, SteadyTime now, SystemTime wall)
{
    Tally& tally = m_tallies[found->first.rule];
    --tally.kept;
    if (tally.left_out > 0)
        m_retry_at = std::min(m_retry_at, now + m_limits.calm);
    if (tally.kept == 0)
        tally.made_room = 0;
    Alert alert = std::move(found->second.alert);
    alert.state = Alert::State::cleared;
    alert.cleared_at = wall;
    const auto unheard = std::lower_bound(m_raised.begin(), m_raised.end(), alert.id);
    if (unheard != m_raised.end() && *unheard == alert.id)
        m_raised.erase(unheard);
    else if (m_cleared.size() < most_cleared) // or nobody asked for a long time
        m_cleared.push_back(alert);
    m_history.push_front(std::move(alert));
    if (m_history.size() > m_limits.history)
        m_history.pop_back();
    ++m_revision;
    return m_active.erase(found);
}

void AlertEngine::Impl::clear_lock(Lock& lock, SteadyTime now, SystemTime wall)
{
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        stop_leaving_out(lock, i);
        if ((lock.raised >> i & 1) != 0)
            clear_alert(m_active.find({m_rules[i].id, lock.state->name}), now, wall);
    }
}

/// Of lost locks: the next one must be told of, and this one would not come back.
void AlertEngine::Impl::clear_oldest(const std::string& rule, SteadyTime now, SystemTime wall)
{
    const auto first = m_active.lower_bound({rule, {}});
    const auto last = std::find_if(first, m_active.end(), [&](const auto& entry) { return entry.first.rule != rule; });
    const auto oldest = std::min_element(
        first, last, [](const auto& a, const auto& b) { return a.second.alert.id < b.second.alert.id; });
    clear_alert(oldest, now, wall);
    ++m_tallies[rule].made_room;
}

void AlertEngine::Impl::end_lost(SteadyTime now, SystemTime wall)
{
    if (now < m_lost_end)
        return;
    m_lost_end = never;
    for (auto entry = m_active.begin(); entry != m_active.end();) {
        if (entry->second.ends <= now) {
            m_tallies[entry->first.rule].made_room = 0; // those were older
            entry = clear_alert(entry, now, wall);
        } else {
            m_lost_end = std::min(m_lost_end, entry->second.ends);
            ++entry;
        }
    }
}

/// There is room by now for what found none.
void AlertEngine::Impl::try_again(SteadyTime now)
{
    if (now < m_retry_at || !m_is_live || m_reviewed < m_to_review)
        return;
    m_retry_at = never;
    look_at_all();
}

void AlertEngine::Impl::tick(SteadyTime now, SystemTime wall)
{
    end_lost(now, wall);
    if (now >= m_server_due)
        follow_server(now, wall);
    try_again(now);
    std::size_t left = m_limits.looks_per_tick;
    for (; left > 0 && m_reviewed < m_to_review; ++m_reviewed) {
        if (!m_locks[m_reviewed].state)
            continue;
        --left;
        refit(m_locks[m_reviewed]);
        look_at(m_reviewed, now, wall);
    }
    // What is known of a server that does not answer is old: its moments wait until it does.
    std::size_t patience = 20 * m_limits.looks_per_tick; // outdated ones are cheap to drop, but not for nothing
    for (; left > 0 && m_is_live; --left) {
        const auto number = m_agenda.take(now, patience);
        if (number == m_locks.none)
            break;
        refit(m_locks[number]);
        look_at(number, now, wall);
    }
}

std::optional<SteadyTime> AlertEngine::Impl::next_due() const
{
    if (m_reviewed < m_to_review)
        return SteadyTime{};
    SteadyTime next = std::min(m_lost_end, m_server_due);
    if (m_is_live)
        next = std::min({next, m_retry_at, m_agenda.next().value_or(never)});
    return next == never ? std::nullopt : std::optional(next);
}

} // namespace lockscope

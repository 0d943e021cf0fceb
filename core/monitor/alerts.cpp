// SPDX-License-Identifier: Apache-2.0
#include "monitor/alerts_impl.hpp"

#include "monitor/glob.hpp"

#include <utility>

namespace lockscope {
namespace {

using monitor::Condition;
using Kind = AlertRule::Kind;

constexpr std::size_t most_raised = 10'000;

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

void AlertEngine::Impl::refit(const std::string& name, Lock& lock) const
{
    if (lock.rules == m_rules_number)
        return;
    lock.rules = m_rules_number;
    lock.fits = fitting(name);
    lock.raised = 0;
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
            entry = clear_alert(entry, wall);
        }
    }
    m_rules = std::move(next);
    ++m_rules_number;
    m_not_kept = 0;
    ++m_revision;
    m_to_review.clear();
    for (const auto& [name, lock] : m_locks)
        m_to_review.push_back(name);
    set_deadlocks(m_deadlocks, std::string(m_deadlocked), wall);
    tick(now, wall);
}

void AlertEngine::Impl::clear()
{
    m_locks.clear();
    m_heap = {};
    m_to_review.clear();
    m_active.clear();
    m_history.clear();
    m_raised.clear();
    m_muted_locks.clear();
    m_lost_end = never;
    m_deadlocks = 0;
    m_not_kept = 0;
    m_is_live = true;
    ++m_revision;
}

void AlertEngine::Impl::apply(const MonitorBatch& batch, SteadyTime now, SystemTime wall)
{
    if (batch.status)
        m_is_live = batch.status->link == MonitorStatus::Link::live && !batch.status->paused;
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
    const auto found = m_locks.find(event.lock);
    switch (event.kind) {
    case LockEvent::Kind::acquired:
        if (found != m_locks.end())
            found->second.was_renewed = false;
        return;
    case LockEvent::Kind::renewed:
        if (found != m_locks.end())
            found->second.was_renewed = true;
        return;
    case LockEvent::Kind::expired:
        if (found == m_locks.end() || !found->second.was_renewed)
            return; // a fixed lease that came to its end
        break;
    case LockEvent::Kind::lost_in_failover:
    case LockEvent::Kind::vanished: break;
    default: return;
    }
    const RuleMask fits = fitting(event.lock);
    Condition condition;
    condition.since = event.at;
    condition.owner = event.owner;
    condition.amount = event.held_for;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (m_rules[i].kind != Kind::lock_lost || (fits >> i & 1) == 0)
            continue;
        const auto known = m_active.find({m_rules[i].id, event.lock});
        if (known != m_active.end())
            clear_alert(known, wall); // lost once more is news
        if (Active* alert = raise(m_rules[i], event.lock, condition, wall)) {
            alert->ends = now + m_limits.lost_for;
            m_lost_end = std::min(m_lost_end, alert->ends);
        }
    }
}

void AlertEngine::Impl::take_change(const LockChange& change, SteadyTime now, SystemTime wall)
{
    const std::string& name = change.state->name;
    if (change.kind == LockChange::Kind::removed) {
        const auto found = m_locks.find(name);
        if (found != m_locks.end()) {
            refit(name, found->second);
            clear_lock(name, found->second, wall);
            m_locks.erase(found);
        }
        return;
    }
    Lock& lock = m_locks[name];
    refit(name, lock);
    lock.state = change.state;
    lock.was_renewed = lock.state->is_held() && lock.state->renewed_at.has_value();
    if (lock.state->out_of_reach)
        wait_for(name, lock);
    else if (lock.fits != 0)
        look_at(name, lock, now, wall);
}

/// Its master does not answer: what is raised stays, and nothing is judged by what is old.
void AlertEngine::Impl::wait_for(const std::string& name, Lock& lock)
{
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if ((lock.raised >> i & 1) != 0)
            m_active.find({m_rules[i].id, name})->second.false_since.reset();
    }
    lock.due = never;
}

void AlertEngine::Impl::look_at(const std::string& name, Lock& lock, SteadyTime now, SystemTime wall)
{
    if (lock.state->out_of_reach)
        return;
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
                m_active.find({rule.id, name})->second.false_since.reset();
            else if (!m_is_live)
                next = std::min(next, now); // again, as soon as it is
            else if (raise(rule, name, condition, wall) != nullptr)
                lock.raised |= bit;
            continue;
        }
        next = std::min(next, condition.may_hold_at.value_or(never));
        if (!is_raised)
            continue;
        const SteadyTime calm_at = m_is_live ? calm_down(rule, name, now, wall) : now;
        if (calm_at == never)
            lock.raised &= ~bit;
        next = std::min(next, calm_at);
    }
    schedule(name, lock, next);
}

void AlertEngine::Impl::schedule(const std::string& name, Lock& lock, SteadyTime at)
{
    if (at == lock.due)
        return;
    lock.due = at;
    if (at == never)
        return;
    // Entries that no longer count are found when they are due. Where renewals pile them up, the heap is made anew.
    if (m_heap.size() > 2 * m_locks.size() + 1000) {
        std::vector<Due> alive;
        alive.reserve(m_locks.size());
        for (const auto& [other, entry] : m_locks) {
            if (entry.due != never)
                alive.push_back({entry.due, other});
        }
        m_heap = std::priority_queue<Due, std::vector<Due>, std::greater<>>(std::greater<>(), std::move(alive));
        return;
    }
    m_heap.push({at, name});
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
    clear_alert(found, wall);
    return never;
}

AlertEngine::Impl::Active* AlertEngine::Impl::raise(const AlertRule& rule, const std::string& lock,
                                                    const Condition& condition, SystemTime wall)
{
    if (m_active.size() >= m_limits.active) {
        ++m_not_kept;
        return nullptr;
    }
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
    if (m_raised.size() < most_raised) // nobody asked for a long time
        m_raised.push_back(alert.id);
    ++m_revision;
    return &m_active.insert_or_assign(Key{rule.id, lock}, std::move(active)).first->second;
}

std::map<AlertEngine::Impl::Key, AlertEngine::Impl::Active>::iterator AlertEngine::Impl::clear_alert(
    std::map<Key, Active>::iterator found, SystemTime wall)
{
    Alert alert = std::move(found->second.alert);
    alert.state = Alert::State::cleared;
    alert.cleared_at = wall;
    m_history.push_front(std::move(alert));
    if (m_history.size() > m_limits.history)
        m_history.pop_back();
    ++m_revision;
    return m_active.erase(found);
}

void AlertEngine::Impl::clear_lock(const std::string& name, const Lock& lock, SystemTime wall)
{
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if ((lock.raised >> i & 1) != 0)
            clear_alert(m_active.find({m_rules[i].id, name}), wall);
    }
}

void AlertEngine::Impl::end_lost(SteadyTime now, SystemTime wall)
{
    if (now < m_lost_end)
        return;
    m_lost_end = never;
    for (auto entry = m_active.begin(); entry != m_active.end();) {
        if (entry->second.ends <= now) {
            entry = clear_alert(entry, wall);
        } else {
            m_lost_end = std::min(m_lost_end, entry->second.ends);
            ++entry;
        }
    }
}

void AlertEngine::Impl::set_deadlocks(std::size_t count, const std::string& lock, SystemTime wall)
{
    m_deadlocks = count;
    m_deadlocked = lock;
    for (const AlertRule& rule : m_rules) {
        if (rule.kind != Kind::deadlock)
            continue;
        // One alert for all circles: another lock in front is not another event.
        const auto found = m_active.find({rule.id, {}});
        const bool is_known = found != m_active.end();
        if (count == 0) {
            if (is_known)
                clear_alert(found, wall);
            continue;
        }
        const bool more = is_known && static_cast<std::int64_t>(count) > found->second.alert.count;
        if (is_known && !more) {
            found->second.alert.count = static_cast<std::int64_t>(count);
            continue;
        }
        if (is_known)
            clear_alert(found, wall); // one more is news
        Condition condition;
        condition.count = static_cast<std::int64_t>(count);
        if (auto* active = raise(rule, {}, condition, wall))
            active->alert.lock = lock;
    }
}

void AlertEngine::Impl::tick(SteadyTime now, SystemTime wall)
{
    end_lost(now, wall);
    std::size_t left = m_limits.looks_per_tick;
    for (; left > 0 && !m_to_review.empty(); --left) {
        const auto found = m_locks.find(m_to_review.front());
        m_to_review.pop_front();
        if (found != m_locks.end()) {
            refit(found->first, found->second);
            look_at(found->first, found->second, now, wall);
        }
    }
    // What is known of a server that does not answer is old: its moments wait until it does.
    std::size_t outdated = 20 * m_limits.looks_per_tick; // cheap to drop, but not for nothing
    while (left > 0 && outdated > 0 && m_is_live && !m_heap.empty() && m_heap.top().at <= now) {
        const Due due = m_heap.top();
        m_heap.pop();
        const auto found = m_locks.find(due.lock);
        if (found == m_locks.end() || found->second.due != due.at) {
            --outdated;
            continue;
        }
        --left;
        found->second.due = never;
        refit(found->first, found->second);
        look_at(found->first, found->second, now, wall);
    }
}

std::optional<SteadyTime> AlertEngine::Impl::next_due() const
{
    if (!m_to_review.empty())
        return SteadyTime{};
    SteadyTime next = m_lost_end;
    if (m_is_live && !m_heap.empty())
        next = std::min(next, m_heap.top().at);
    return next == never ? std::nullopt : std::optional(next);
}

} // namespace lockscope

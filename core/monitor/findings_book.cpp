// SPDX-License-Identifier: Apache-2.0
#include "lockscope/findings_book.hpp"

#include "monitor/hold_times.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace lockscope {
namespace {

using Row = FindingsBook::Row;

/// Beats that are remembered for the findings: enough to know the pace.
constexpr std::size_t beats_kept = 4;
/// A deadline that was good when it was set has not passed long when it is read.
constexpr std::int64_t born_late_by = 1000;

/// What is remembered of one lock.
struct Watched
{
    LockStatePtr state;
    Heartbeat heartbeat{beats_kept};
    std::optional<SteadyTime> free_since;
    std::optional<SteadyTime> due; ///< Its place in the schedule.
    std::vector<std::string> born_late;
    std::vector<Row> rows;
};

/// Waiters that were not in the queue before, and whose deadline had passed when they came. They come at the end.
void note_born_late(Watched& lock, const LockState& next)
{
    std::erase_if(lock.born_late, [&](const std::string& owner) {
        return std::none_of(next.waiters.begin(), next.waiters.end(),
                            [&](const Waiter& waiter) { return waiter.owner == owner; });
    });
    if (!lock.state || lock.state->out_of_reach || next.server_time <= 0)
        return;
    const auto& before = lock.state->waiters;
    for (auto waiter = next.waiters.rbegin(); waiter != next.waiters.rend(); ++waiter) {
        if (!before.empty() && waiter->owner == before.back().owner)
            return;
        if (waiter->deadline && *waiter->deadline <= next.server_time - born_late_by && lock.born_late.size() < 16)
            lock.born_late.push_back(waiter->owner);
    }
}

std::size_t& count_of(FindingsBook::Counts& counts, Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::critical: return counts.critical;
    case Finding::Severity::warning: return counts.warning;
    case Finding::Severity::info: break;
    }
    return counts.info;
}

} // namespace

class FindingsBook::Impl
{
public:
    using Locks = std::unordered_map<std::string, Watched>;
    using Node = Locks::value_type;

    explicit Impl(FindingLimits its_limits) : limits(std::move(its_limits)) {}

    void follow(const MonitorStatus& status)
    {
        const bool live = status.link == MonitorStatus::Link::live && !status.paused;
        if (live && !is_live) {
            // What was renewed in between was not seen: that is no missed beat.
            for (auto& [name, lock] : locks)
                lock.heartbeat.end();
        }
        is_live = live;
        source = status.source;
    }

    void update(const LockStatePtr& state, const Moment& moment)
    {
        auto& node = *locks.try_emplace(state->name).first;
        auto& lock = node.second;
        if (state->out_of_reach) {
            wait_for(node, state);
            return;
        }
        note_born_late(lock, *state);
        if (state->is_held() || state->waiters.empty())
            lock.free_since.reset();
        else if (!lock.free_since)
            lock.free_since = state->observed_at;
        lock.heartbeat.observe(*state);
        lock.state = state;
        judge(node, moment);
    }

    /// What was found stays as it is until its master answers.
    void wait_for(Node& node, const LockStatePtr& state)
    {
        auto& lock = node.second;
        lock.state = state;
        lock.free_since.reset();
        lock.heartbeat.end();
        unschedule(node);
    }

    void judge(Node& node, const Moment& moment)
    {
        auto& lock = node.second;
        LockPast past;
        past.heartbeat = &lock.heartbeat;
        past.usual = times.of(node.first);
        past.free_since = lock.free_since;
        past.born_late = lock.born_late;
        past.source = source;
        auto diagnosis = diagnose(*lock.state, past, limits, moment);
        replace(lock, std::move(diagnosis.findings), moment);
        schedule(node, diagnosis.look_again);
    }

    void forget(const std::string& name)
    {
        const auto found = locks.find(name);
        if (found == locks.end())
            return;
        for (const auto& row : found->second.rows)
            drop(row);
        unschedule(*found);
        locks.erase(found);
    }

    void unschedule(Node& node)
    {
        if (node.second.due)
            agenda.erase({*node.second.due, &node});
        node.second.due.reset();
    }

    void schedule(Node& node, std::optional<SteadyTime> time)
    {
        // To look too early does no harm, and spares the book-keeping at every change.
        if (node.second.due && time && *node.second.due <= *time)
            return;
        unschedule(node);
        if (time) {
            node.second.due = time;
            agenda.insert({*time, &node});
        }
    }

    void replace(Watched& lock, std::vector<Finding> findings, const Moment& moment)
    {
        if (lock.rows.empty() && findings.empty())
            return;
        std::vector<Row> next;
        next.reserve(findings.size());
        for (auto& finding : findings) {
            Row row{finding.id(), std::move(finding), moment.wall};
            const auto same_id = [&](const Row& other) { return other.id == row.id; };
            if (std::any_of(next.begin(), next.end(), same_id))
                continue; // A waiter that stands in the queue twice.
            const auto known = std::find_if(lock.rows.begin(), lock.rows.end(), same_id);
            if (known == lock.rows.end()) {
                add(row);
            } else {
                row.found_at = known->found_at;
                change(*known, row);
                lock.rows.erase(known);
            }
            next.push_back(std::move(row));
        }
        for (const auto& row : lock.rows)
            drop(row);
        lock.rows = std::move(next);
    }

    void add(Row& row)
    {
        ++count_of(counts, row.finding.severity);
        const auto pending = news.find(row.id);
        if (pending == news.end()) {
            news.emplace(row.id, News{News::What::added, row});
            return;
        }
        // It was gone for less time than anybody could have noticed.
        row.found_at = pending->second.row.found_at;
        pending->second = {News::What::changed, row};
    }

    void change(const Row& before, const Row& after)
    {
        if (before == after)
            return;
        --count_of(counts, before.finding.severity);
        ++count_of(counts, after.finding.severity);
        const auto [pending, is_new] = news.try_emplace(after.id, News{News::What::changed, after});
        if (!is_new)
            pending->second.row = after;
    }

    void drop(const Row& row)
    {
        --count_of(counts, row.finding.severity);
        const auto [pending, is_new] = news.try_emplace(row.id, News{News::What::removed, row});
        if (is_new)
            return;
        if (pending->second.what == News::What::added)
            news.erase(pending);
        else
            pending->second = {News::What::removed, row};
    }

    struct News
    {
        enum class What { added, changed, removed };
        What what = What::added;
        Row row;
    };

    FindingLimits limits;
    Locks locks;
    std::set<std::pair<SteadyTime, Node*>> agenda; ///< Nodes do not move.
    monitor::HoldTimes times;
    std::unordered_map<std::string, News> news;
    Counts counts;
    NewsSource source = NewsSource::none;
    bool is_live = true;
};

FindingsBook::FindingsBook(FindingLimits limits) : m_impl(std::make_unique<Impl>(std::move(limits))) {}

FindingsBook::~FindingsBook() = default;

void FindingsBook::take(const MonitorBatch& batch, const Moment& moment)
{
    if (batch.status)
        m_impl->follow(*batch.status);
    for (const auto& event : batch.events) {
        if (event.held_for && (event.kind == LockEvent::Kind::released || event.kind == LockEvent::Kind::expired))
            m_impl->times.add(event.lock, *event.held_for);
    }
    for (const auto& change : batch.changes) {
        if (!change.state)
            continue;
        if (change.kind == LockChange::Kind::removed)
            m_impl->forget(change.state->name);
        else
            m_impl->update(change.state, moment);
    }
}

bool FindingsBook::look_again(const Moment& moment, std::size_t at_most)
{
    if (!m_impl->is_live)
        return false;
    auto& agenda = m_impl->agenda;
    for (std::size_t looked = 0; looked < at_most && !agenda.empty(); ++looked) {
        const auto [due, node] = *agenda.begin();
        if (due > moment.now)
            return false;
        m_impl->unschedule(*node);
        m_impl->judge(*node, moment);
    }
    return !agenda.empty() && agenda.begin()->first <= moment.now;
}

void FindingsBook::set_limits(const FindingLimits& limits)
{
    m_impl->limits = limits;
}

void FindingsBook::clear()
{
    for (const auto& [name, lock] : m_impl->locks) {
        for (const auto& row : lock.rows)
            m_impl->drop(row);
    }
    m_impl->agenda.clear();
    m_impl->locks.clear();
    m_impl->times.clear();
    m_impl->is_live = true;
    m_impl->source = NewsSource::none;
}

FindingsBook::Difference FindingsBook::take_difference()
{
    Difference difference;
    for (auto& [id, news] : m_impl->news) {
        switch (news.what) {
        case Impl::News::What::added: difference.added.push_back(std::move(news.row)); break;
        case Impl::News::What::changed: difference.changed.push_back(std::move(news.row)); break;
        case Impl::News::What::removed: difference.removed.push_back(id); break;
        }
    }
    m_impl->news.clear();
    return difference;
}

const FindingsBook::Counts& FindingsBook::counts() const noexcept
{
    return m_impl->counts;
}

LockStatePtr FindingsBook::find(const std::string& lock) const
{
    const auto found = m_impl->locks.find(lock);
    return found != m_impl->locks.end() ? found->second.state : nullptr;
}

UsualHold FindingsBook::usual(const std::string& lock) const
{
    return m_impl->times.of(lock);
}

} // namespace lockscope

// SPDX-License-Identifier: Apache-2.0
#include "lockscope/findings_book.hpp"

#include "lockscope/lock_map.hpp"
#include "monitor/agenda.hpp"
#include "monitor/hold_times.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lockscope {
namespace {

using Row = FindingsBook::Row;

/// Beats that are remembered for the findings: enough to know the pace.
constexpr std::size_t beats_kept = 4;
/// A deadline that was good when it was set has not passed long when it is read.
constexpr std::int64_t born_late_by = 1000;

/// What is remembered of those few locks of which there is something to remember.
struct Notes
{
    std::vector<std::string> born_late;
    std::vector<Row> rows;
    [[nodiscard]] bool empty() const noexcept { return born_late.empty() && rows.empty(); }
};

/// What is remembered of one lock.
struct Watched
{
    LockStatePtr state;
    Heartbeat heartbeat{beats_kept};
    SteadyTime due = SteadyTime::max(); ///< For the agenda.
    std::unique_ptr<Notes> notes;
};

/// Waiters that were not in the queue before, and whose deadline had passed when they came. Nobody knows how long after
/// the earlier look that was, so it must have passed by then. They come at the end, behind the last one of before who
/// is still there. Who comes behind somebody whose time is over has its deadline from there, not from its own clock.
/// @param before null if nothing was known
void note_born_late(std::vector<std::string>& born_late, const LockState* before, const LockState& next)
{
    std::erase_if(born_late, [&](const std::string& owner) {
        return std::none_of(next.waiters.begin(), next.waiters.end(),
                            [&](const Waiter& waiter) { return waiter.owner == owner; });
    });
    if (before == nullptr || before->is_out_of_reach() || before->server_time <= 0)
        return;
    const auto& queue = before->waiters;
    if (before->waiters_total > queue.size())
        return; // Who moved up from where nobody had read may have waited for long.
    if (!queue.empty() && !next.waiters.empty() && queue.back().owner == next.waiters.back().owner)
        return;
    std::unordered_set<std::string_view> known;
    for (const auto& waiter : queue)
        known.insert(waiter.owner);
    for (auto waiter = next.waiters.rbegin(); waiter != next.waiters.rend(); ++waiter) {
        if (known.contains(waiter->owner))
            return;
        const auto ahead = std::next(waiter);
        if (ahead != next.waiters.rend() && ahead->deadline && *ahead->deadline <= before->server_time)
            continue;
        if (waiter->deadline && *waiter->deadline <= before->server_time - born_late_by && born_late.size() < 16)
            born_late.push_back(waiter->owner);
    }
}

/// Of a lock that is part of several rings, the first: those that are certain and short come first.
std::unordered_map<std::string, RingPlace> places_of(const WaitCycles& cycles)
{
    std::unordered_map<std::string, RingPlace> places;
    for (const auto& cycle : cycles.cycles) {
        // Whoever waits for itself is seen in the lock's own data.
        if (cycle.certainty == WaitCycle::Certainty::unconfirmed || cycle.links.size() < 2)
            continue;
        const auto certainty = cycle.certainty == WaitCycle::Certainty::certain ? Finding::Certainty::certain
                                                                                : Finding::Certainty::possible;
        for (const auto& link : cycle.links)
            places.try_emplace(link.holds, RingPlace{link.owner, link.wants, cycle.links.size(), certainty});
    }
    return places;
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
    using Number = NameIndex::Number;

    explicit Impl(FindingLimits its_limits) : limits(std::move(its_limits)) {}

    void follow(const MonitorStatus& status)
    {
        const bool live = status.link == MonitorStatus::Link::live && !status.paused;
        if (live && !is_live) {
            // What was renewed in between was not seen: that is no missed beat.
            locks.for_each([](auto, Watched& lock) { lock.heartbeat.end(); });
        }
        is_live = live;
        source = status.source;
        behind = status.behind;
    }

    void update(const LockStatePtr& state, const Moment& moment)
    {
        auto number = locks.number_of(state->name);
        const bool is_new = number == NameIndex::none;
        if (is_new)
            number = locks.keep(state);
        auto& lock = locks[number];
        if (state->is_out_of_reach()) {
            wait_for(number, state);
            return;
        }
        if (lock.notes || !state->waiters.empty()) {
            if (!lock.notes)
                lock.notes = std::make_unique<Notes>();
            note_born_late(lock.notes->born_late, is_new ? nullptr : lock.state.get(), *state);
        }
        lock.heartbeat.observe(*state);
        lock.state = state;
        judge(number, moment);
    }

    /// What was found stays as it is until its master answers.
    void wait_for(Number number, const LockStatePtr& state)
    {
        auto& lock = locks[number];
        lock.state = state;
        lock.heartbeat.end();
        agenda.schedule(number, agenda.never);
    }

    void judge(Number number, const Moment& moment)
    {
        auto& lock = locks[number];
        LockPast past;
        past.heartbeat = &lock.heartbeat;
        past.usual = times.of(lock.state->name);
        if (lock.notes)
            past.born_late = lock.notes->born_late;
        if (const auto ring = rings.find(lock.state->name); ring != rings.end())
            past.ring = &ring->second;
        past.source = source;
        past.behind = behind;
        auto diagnosis = diagnose(*lock.state, past, limits, moment);
        if (lock.notes || !diagnosis.findings.empty()) {
            if (!lock.notes)
                lock.notes = std::make_unique<Notes>();
            replace(lock.notes->rows, std::move(diagnosis.findings), moment);
            if (lock.notes->empty())
                lock.notes.reset();
        }
        schedule(number, diagnosis.look_again);
    }

    void set_rings(std::unordered_map<std::string, RingPlace> places, const Moment& moment)
    {
        const auto before = std::exchange(rings, std::move(places));
        for (const auto& [name, place] : before) {
            if (!rings.contains(name))
                judge(name, moment);
        }
        for (const auto& [name, place] : rings) {
            const auto known = before.find(name);
            if (known == before.end() || known->second != place)
                judge(name, moment);
        }
    }

    void judge(const std::string& name, const Moment& moment)
    {
        const auto number = locks.number_of(name);
        if (number != NameIndex::none && !locks[number].state->is_out_of_reach())
            judge(number, moment);
    }

    void forget(const std::string& name)
    {
        const auto number = locks.number_of(name);
        if (number == NameIndex::none)
            return;
        drop_rows(locks[number]);
        locks.erase(number);
    }

    void drop_rows(const Watched& lock)
    {
        if (lock.notes) {
            for (const auto& row : lock.notes->rows)
                drop(row);
        }
    }

    void schedule(Number number, std::optional<SteadyTime> time)
    {
        // To look too early does no harm, and spares the book-keeping at every change.
        const auto due = locks[number].due;
        if (!time || due == agenda.never || due > *time)
            agenda.schedule(number, time.value_or(agenda.never));
    }

    void judge_all_soon()
    {
        locks.for_each([this](Number number, const Watched& lock) {
            if (!lock.state->is_out_of_reach())
                agenda.schedule(number, SteadyTime{});
        });
    }

    void replace(std::vector<Row>& rows, std::vector<Finding> findings, const Moment& moment)
    {
        if (rows.empty() && findings.empty())
            return;
        std::vector<Row> next;
        next.reserve(findings.size());
        for (auto& finding : findings) {
            Row row{finding.id(), std::move(finding), moment.wall};
            const auto same_id = [&](const Row& other) { return other.id == row.id; };
            if (std::any_of(next.begin(), next.end(), same_id))
                continue; // A waiter that stands in the queue twice.
            const auto known = std::find_if(rows.begin(), rows.end(), same_id);
            if (known == rows.end()) {
                add(row);
            } else {
                row.found_at = known->found_at;
                change(*known, row);
                rows.erase(known);
            }
            next.push_back(std::move(row));
        }
        for (const auto& row : rows)
            drop(row);
        rows = std::move(next);
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
    LockMap<Watched> locks;
    monitor::Agenda<Watched> agenda{locks};
    monitor::HoldTimes times;
    std::unordered_map<std::string, RingPlace> rings; ///< By the lock's name.
    std::unordered_map<std::string, News> news;
    Counts counts;
    NewsSource source = NewsSource::none;
    milliseconds behind{0}; ///< MonitorStatus::behind.
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
    std::size_t patience = 20 * at_most; // outdated moments are cheap to drop, but not for nothing
    for (std::size_t looked = 0; looked < at_most; ++looked) {
        const auto number = m_impl->agenda.take(moment.now, patience);
        if (number == NameIndex::none)
            break;
        m_impl->judge(number, moment);
    }
    const auto next = m_impl->agenda.next();
    return next && *next <= moment.now;
}

void FindingsBook::set_cycles(const WaitCycles& cycles, const Moment& moment)
{
    m_impl->set_rings(places_of(cycles), moment);
}

void FindingsBook::set_limits(const FindingLimits& limits)
{
    m_impl->limits = limits;
    m_impl->judge_all_soon();
}

void FindingsBook::clear()
{
    m_impl->locks.for_each([this](auto, const Watched& lock) { m_impl->drop_rows(lock); });
    m_impl->agenda.clear();
    m_impl->locks.clear();
    m_impl->times.clear();
    m_impl->rings.clear();
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
    const auto* known = m_impl->locks.find(lock);
    return known != nullptr ? known->state : nullptr;
}

std::vector<Finding> FindingsBook::findings_of(const std::string& lock) const
{
    std::vector<Finding> findings;
    const auto* known = m_impl->locks.find(lock);
    if (known != nullptr && known->notes) {
        for (const auto& row : known->notes->rows)
            findings.push_back(row.finding);
    }
    return findings;
}

UsualHold FindingsBook::usual(const std::string& lock) const
{
    return m_impl->times.of(lock);
}

} // namespace lockscope

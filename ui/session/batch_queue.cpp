// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/batch_queue.hpp"

#include <QElapsedTimer>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lockscope::ui {
namespace {

/// Events and changes of one part: some milliseconds of work for all who listen.
constexpr std::size_t kPart = 400;
/// No other part is begun after so long.
constexpr qint64 kBudgetMilliseconds = 4;
/// Fewer changes are given out sooner than it is worth looking for locks that are among them twice.
constexpr std::size_t kFewChanges = 20'000;

/// Moves the next @p most elements of @p from, of which @p done are gone already.
template <typename Element>
std::vector<Element> next(std::vector<Element>& from, std::size_t& done, std::size_t most)
{
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, from.size() - done));
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(done);
    done += static_cast<std::size_t>(count);
    return {std::make_move_iterator(begin), std::make_move_iterator(begin + count)};
}

/// What two changes of a lock are together; nothing if it came and went.
std::optional<LockChange> together(const LockChange& earlier, const LockChange& later)
{
    using Kind = LockChange::Kind;
    if (earlier.kind == Kind::added) {
        return later.kind == Kind::removed ? std::nullopt : std::optional(LockChange{Kind::added, later.state});
    }
    // One that went and came again was never away for those who see only the end.
    return LockChange{later.kind == Kind::removed ? Kind::removed : Kind::changed, later.state};
}

/// One change of each lock, in the order of the first.
std::vector<LockChange> mergedChanges(const std::deque<BatchPart>& parts)
{
    std::vector<std::optional<LockChange>> places;
    std::unordered_map<std::string_view, std::size_t> placeOf; // The parts keep the names alive.
    for (const BatchPart& part : parts) {
        for (const LockChange& change : part->changes) {
            const auto [known, isNew] = placeOf.try_emplace(change.state->name, places.size());
            std::optional<LockChange> merged = change;
            if (isNew) {
                places.emplace_back();
            } else if (places[known->second]) {
                merged = together(*places[known->second], change);
            }
            places[known->second] = std::move(merged);
        }
    }
    std::vector<LockChange> changes;
    for (auto& place : places) {
        if (place) {
            changes.push_back(std::move(*place));
        }
    }
    return changes;
}

/// The newest @p most; before them, if there were more, the failovers, which must not go unseen, and a gap as new as
/// the newest of those that are missing: in the order of time.
std::vector<LockEvent> newestEvents(const std::deque<BatchPart>& parts, std::size_t total, std::size_t most)
{
    std::size_t tooMany = total > most ? total - most : 0;
    std::vector<LockEvent> events;
    LockEvent gap;
    gap.kind = LockEvent::Kind::resynchronised;
    for (const BatchPart& part : parts) {
        for (const LockEvent& event : part->events) {
            if (tooMany == 0 || event.failover) {
                events.push_back(event);
            }
            if (tooMany > 0) {
                gap.at = event.at;
                if (--tooMany == 0) {
                    events.push_back(gap);
                }
            }
        }
    }
    return events;
}

/// Of those that have one.
template <typename T>
std::optional<T> lastOf(const std::deque<BatchPart>& parts, std::optional<T> MonitorBatch::*what)
{
    const auto last = std::find_if(parts.rbegin(), parts.rend(),
                                   [what](const BatchPart& part) { return ((*part).*what).has_value(); });
    return last == parts.rend() ? std::nullopt : (**last).*what;
}

} // namespace

std::vector<BatchPart> partsOf(MonitorBatch batch)
{
    std::vector<BatchPart> parts;
    std::size_t events = 0;
    std::size_t changes = 0;
    while (batch.events.size() - events + batch.changes.size() - changes > kPart) {
        MonitorBatch part;
        part.events = next(batch.events, events, kPart);
        part.changes = next(batch.changes, changes, kPart - part.events.size());
        parts.push_back(std::make_shared<const MonitorBatch>(std::move(part)));
    }
    if (!parts.empty()) {
        batch.events = next(batch.events, events, kPart);
        batch.changes = next(batch.changes, changes, kPart);
    }
    parts.push_back(std::make_shared<const MonitorBatch>(std::move(batch)));
    return parts;
}

BatchQueue::BatchQueue(QObject* parent) : QObject(parent)
{
    m_next.setSingleShot(true);
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, &BatchQueue::giveOut);
}

void BatchQueue::add(const std::vector<BatchPart>& parts)
{
    const bool isFirst = m_parts.empty();
    m_parts.insert(m_parts.end(), parts.begin(), parts.end());
    for (const BatchPart& part : parts) {
        m_events += part->events.size();
        m_changes += part->changes.size();
    }
    if (isFirst) {
        m_condenseAbove = std::max(kFewChanges, 2 * m_changes); // One batch has no lock twice.
    } else if (m_events > kMostEvents || m_changes > m_condenseAbove) {
        condense();
    }
    if (!m_next.isActive()) {
        giveOut();
    }
}

void BatchQueue::clear()
{
    m_parts.clear();
    m_events = 0;
    m_changes = 0;
    m_next.stop();
}

void BatchQueue::condense()
{
    MonitorBatch all;
    // Half of the events, so that it is not done again for each one that comes.
    all.events = newestEvents(m_parts, m_events, m_events > kMostEvents ? kMostEvents / 2 : m_events);
    all.changes = mergedChanges(m_parts);
    all.counts = lastOf(m_parts, &MonitorBatch::counts);
    all.status = lastOf(m_parts, &MonitorBatch::status);
    m_events = all.events.size();
    m_changes = all.changes.size();
    m_condenseAbove = std::max(kFewChanges, 2 * m_changes);
    const std::vector<BatchPart> parts = partsOf(std::move(all));
    m_parts.assign(parts.begin(), parts.end());
}

void BatchQueue::giveOut()
{
    QElapsedTimer elapsed;
    elapsed.start();
    while (!m_parts.empty() && !elapsed.hasExpired(kBudgetMilliseconds)) {
        const BatchPart part = std::move(m_parts.front());
        m_parts.pop_front();
        m_events -= part->events.size();
        m_changes -= part->changes.size();
        emit arrived(part);
    }
    if (!m_parts.empty()) {
        m_next.start();
    }
}

} // namespace lockscope::ui

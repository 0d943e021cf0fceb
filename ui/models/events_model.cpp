// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/events_model.hpp"

#include "alerts/alert_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include "lockscope/owner.hpp"

#include <QLocale>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::ui {
namespace {

/// Routine between problems is taken out of their midst, and each run of it costs every view a pass over all rows. Of
/// more runs than so many, which only a batch that comes late can bring, reading all anew costs less.
constexpr std::size_t kMostRuns = 100;

std::size_t sizeOf(const EventRow& event)
{
    const std::size_t names = event.lock.size() + event.owner.size() + event.actor.size();
    return event.alert ? sizeof(EventRow) + sizeof(Alert) + 2 * names : sizeof(EventRow) + names;
}

bool isAboutWaiters(LockEvent::Kind kind)
{
    return kind == LockEvent::Kind::waiter_came || kind == LockEvent::Kind::waiter_left
        || kind == LockEvent::Kind::waiter_removed;
}

EventRow rowOf(const Alert& alert)
{
    LockEvent event;
    event.lock = alert.lock;
    event.owner = alert.owner;
    event.at = alert.cleared_at.value_or(alert.since);
    return {std::move(event), std::make_shared<const Alert>(alert)};
}

} // namespace

bool EventRow::isNoteworthy() const
{
    return alert || std::find(kProblemKinds.begin(), kProblemKinds.end(), kind) != kProblemKinds.end();
}

EventsModel::EventsModel(QObject* parent) : EventsModel(Limits(), parent) {}

EventsModel::EventsModel(Limits limits, QObject* parent)
    : TitledTableModel(ColumnCount, parent)
    , m_routine{limits.routine}
    , m_noteworthy{limits.noteworthy}
{}

void EventsModel::append(const std::vector<LockEvent>& events)
{
    std::vector<EventRow> rows;
    rows.reserve(events.size());
    for (const LockEvent& event : events) {
        rows.push_back({event, nullptr});
    }
    appendRows(std::move(rows));
}

void EventsModel::appendAlerts(const std::vector<Alert>& alerts)
{
    std::vector<EventRow> rows;
    rows.reserve(alerts.size());
    for (const Alert& alert : alerts) {
        rows.push_back(rowOf(alert));
    }
    appendRows(std::move(rows));
}

bool EventsModel::Share::hasRoomFor(const Room& more) const
{
    return taken.events + more.events <= limit.events && taken.bytes + more.bytes <= limit.bytes;
}

void EventsModel::Share::take(const Room& more)
{
    taken.events += more.events;
    taken.bytes += more.bytes;
}

void EventsModel::Share::drop(const Dropped& more)
{
    dropped.events += more.events;
    dropped.until = std::max(dropped.until, more.until);
}

/// Gaps of which nothing is known in between are one: it ends with the last of them.
void EventsModel::joinGaps(std::vector<EventRow>& events)
{
    const auto both = [](const EventRow& one, const EventRow& next) { return one.isGap() && next.isGap(); };
    std::vector<EventRow> joined;
    joined.reserve(events.size());
    for (EventRow& event : events) {
        if (!joined.empty() && both(joined.back(), event)) {
            joined.back() = std::move(event);
        } else {
            joined.push_back(std::move(event));
        }
    }
    events = std::move(joined);
    if (!events.empty() && !m_events.empty() && both(*m_events.back(), events.front())) {
        m_events.back() = std::make_unique<const EventRow>(std::move(events.front()));
        events.erase(events.begin());
        const int row = static_cast<int>(m_events.size()) - 1;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void EventsModel::appendRows(std::vector<EventRow> events)
{
    for (EventRow& event : events) {
        event.number = ++m_last;
    }
    joinGaps(events);
    // What would be pushed out by the same batch never becomes a row.
    Share routine{m_routine.limit};
    Share noteworthy{m_noteworthy.limit};
    std::vector<std::unique_ptr<const EventRow>> kept; // newest first
    kept.reserve(events.size());
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        Share& share = event->isNoteworthy() ? noteworthy : routine;
        const std::size_t size = sizeOf(*event);
        if (share.dropped.events > 0 || !share.hasRoomFor({1, size})) {
            share.drop({1, event->at});
            continue;
        }
        share.take({1, size});
        kept.push_back(std::make_unique<const EventRow>(std::move(*event)));
    }
    m_routine.drop(routine.dropped);
    m_noteworthy.drop(noteworthy.dropped);
    if (kept.empty()) {
        return;
    }

    remove(oldestBefore(routine.taken, noteworthy.taken));
    const int first = static_cast<int>(m_events.size());
    beginInsertRows({}, first, first + static_cast<int>(kept.size()) - 1);
    m_events.insert(m_events.end(), std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
    m_routine.take(routine.taken);
    m_noteworthy.take(noteworthy.taken);
    endInsertRows();
}

/// Which rows have to go for what comes; counts them as gone.
std::vector<EventsModel::Run> EventsModel::oldestBefore(const Room& routine, const Room& noteworthy)
{
    std::vector<Run> runs;
    bool isRoutineFull = !m_routine.hasRoomFor(routine);
    bool isNoteworthyFull = !m_noteworthy.hasRoomFor(noteworthy);
    for (std::size_t row = 0; row < m_events.size() && (isRoutineFull || isNoteworthyFull); ++row) {
        const EventRow& event = *m_events[row];
        if (!(event.isNoteworthy() ? isNoteworthyFull : isRoutineFull)) {
            continue;
        }
        giveBack(event);
        shareOf(event).drop({1, event.at});
        isRoutineFull = !m_routine.hasRoomFor(routine);
        isNoteworthyFull = !m_noteworthy.hasRoomFor(noteworthy);
        if (!runs.empty() && runs.back().end == row) {
            ++runs.back().end;
        } else {
            runs.push_back({row, row + 1});
        }
    }
    return runs;
}

void EventsModel::giveBack(const EventRow& event)
{
    Share& share = shareOf(event);
    --share.taken.events;
    share.taken.bytes -= sizeOf(event);
}

void EventsModel::remove(const std::vector<Run>& runs)
{
    const auto at = [this](std::size_t row) { return m_events.begin() + static_cast<std::ptrdiff_t>(row); };
    if (runs.size() > kMostRuns) {
        beginResetModel();
        for (const Run& run : runs) {
            std::for_each(at(run.first), at(run.end), [](auto& event) { event.reset(); });
        }
        std::erase(m_events, nullptr);
        endResetModel();
        return;
    }
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) { // so that the others stay where they are
        beginRemoveRows({}, static_cast<int>(run->first), static_cast<int>(run->end) - 1);
        m_events.erase(at(run->first), at(run->end));
        endRemoveRows();
    }
}

void EventsModel::clear()
{
    beginResetModel();
    m_events.clear();
    m_routine = {m_routine.limit};
    m_noteworthy = {m_noteworthy.limit};
    endResetModel();
}

void EventsModel::forget(std::uint64_t upTo)
{
    const auto end = std::partition_point(m_events.begin(), m_events.end(),
                                          [upTo](const auto& event) { return event->number <= upTo; });
    m_routine.dropped = m_noteworthy.dropped = {};
    if (end == m_events.begin()) {
        return;
    }
    std::for_each(m_events.begin(), end, [this](const auto& event) { giveBack(*event); });
    remove({{0, static_cast<std::size_t>(end - m_events.begin())}});
}

int EventsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_events.size());
}

QString EventsModel::failoverToolTip(const Failover& failover)
{
    constexpr std::size_t kMostNames = 12;
    QString text = failoverText(failover);
    for (std::size_t i = 0; i < std::min(failover.lost_locks.size(), kMostNames); ++i) {
        text += QLatin1Char('\n') + shortText(failover.lost_locks[i]);
    }
    if (failover.lost + failover.changed > kMostNames) {
        text += QStringLiteral("\n…");
    }
    return toolTipText(text);
}

QStringList EventsModel::alertWords()
{
    QStringList words;
    const AlertRules ofEachKind = AlertRules::defaults();
    for (const AlertRule& rule : ofEachKind.rules) {
        words << tr("alert · %1", "event").arg(ruleKindText(rule.kind));
    }
    return words;
}

QString EventsModel::displayedAlert(const EventRow& event, int column)
{
    switch (column) {
    case Time: return timeText(event.at);
    case Event:
        return (event.alert->state == Alert::State::cleared ? tr("alert is over · %1", "event")
                                                            : tr("alert · %1", "event"))
            .arg(ruleKindText(event.alert->kind));
    case Lock: return event.lock.empty() ? alertText(*event.alert) : shortText(event.lock);
    case Owner: return event.owner.empty() ? QString() : ownerText(event.owner);
    default: return {};
    }
}

QString EventsModel::displayed(const EventRow& event, int column)
{
    if (event.alert) {
        return displayedAlert(event, column);
    }
    const bool aboutWaiters = isAboutWaiters(event.kind);
    switch (column) {
    case Time: return timeText(event.at);
    case Event: return eventText(event);
    case Lock:
        if (event.failover) {
            return failoverText(*event.failover);
        }
        return event.kind == LockEvent::Kind::resynchronised ? tr("events before this are missing")
                                                             : shortText(event.lock);
    case Owner: return event.owner.empty() ? QString() : ownerText(event.owner);
    case Count:
        if (event.kind == LockEvent::Kind::resynchronised || (event.count == 0 && !aboutWaiters)) {
            return {};
        }
        return aboutWaiters ? tr("%Ln waiting", "events", pluralCount(event.count))
                            : QLocale().toString(static_cast<qlonglong>(event.count));
    case HeldFor: return event.held_for ? heldFor(event) : QString();
    default: return {};
    }
}

/// Of what ended while nobody looked, the end was not seen.
QString EventsModel::heldFor(const EventRow& event)
{
    const QString time = durationText(*event.held_for);
    if (event.kind == LockEvent::Kind::ended) {
        return event.held_for_exact ? tr("≤ %1", "at most so long").arg(time) : tr("≈ %1", "about so long").arg(time);
    }
    return event.held_for_exact ? time : tr("≥ %1", "at least so long").arg(time);
}

QVariant EventsModel::cell(int row, int column, int role) const
{
    const EventRow& event = eventAt(row);
    switch (role) {
    case Qt::DisplayRole: return displayed(event, column);
    case Qt::ToolTipRole:
        switch (column) {
        case Event:
            if (event.alert) {
                return toolTipText(alertText(*event.alert));
            }
            return event.actor.empty() ? QVariant() : toolTipText(eventText(event));
        case Lock: return event.failover ? failoverToolTip(*event.failover) : toolTipText(event.lock);
        case Owner: return event.owner.empty() ? QVariant() : toolTipText(event.owner);
        default: return {};
        }
    case KindRole: return event.alert ? QVariant() : static_cast<int>(event.kind);
    case SeverityRole:
        if (!event.alert) {
            return {};
        }
        return static_cast<int>(event.alert->state == Alert::State::cleared ? Severity::info : event.alert->severity);
    case LockBytesRole: return QByteArray::fromStdString(event.lock);
    case ClientRole: {
        const auto owner = OwnerField::parse(event.owner);
        return owner ? QByteArray::fromStdString(owner->client) : QByteArray();
    }
    case SortRole:
        switch (column) {
        case Time: return static_cast<qlonglong>(event.at.time_since_epoch().count());
        case Count: return static_cast<qlonglong>(event.count);
        case HeldFor: return static_cast<qlonglong>(event.held_for ? event.held_for->count() : -1);
        default: return displayed(event, column);
        }
    default: return {};
    }
}

QString EventsModel::title(int column) const
{
    switch (column) {
    case Time: return tr("Time", "column");
    case Event: return tr("Event", "column");
    case Lock: return tr("Lock", "column");
    case Owner: return tr("Holder or waiter", "column");
    case Count: return tr("Count", "column: entries of the holder, or how many wait");
    case HeldFor: return tr("Held for", "column");
    default: return {};
    }
}

bool EventsModel::isNumber(int column) const
{
    return column == Count || column == HeldFor;
}

} // namespace lockscope::ui

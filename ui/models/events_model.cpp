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

std::size_t sizeOf(const EventRow& event)
{
    const std::size_t names = event.lock.size() + event.owner.size();
    return event.alert ? sizeof(EventRow) + sizeof(Alert) + 2 * names : sizeof(EventRow) + names;
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

EventsModel::EventsModel(QObject* parent) : EventsModel(Limits(), parent) {}

EventsModel::EventsModel(Limits limits, QObject* parent) : TitledTableModel(ColumnCount, parent), m_limits(limits) {}

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

void EventsModel::appendRows(std::vector<EventRow> events)
{
    // What would be pushed out by the same batch never becomes a row.
    std::size_t kept = 0;
    std::size_t keptBytes = 0;
    while (kept < events.size() && kept < m_limits.events) {
        const std::size_t size = sizeOf(events[events.size() - 1 - kept]);
        if (keptBytes + size > m_limits.bytes) {
            break;
        }
        keptBytes += size;
        ++kept;
    }
    m_dropped += events.size() - kept;
    if (kept == 0) {
        return;
    }

    std::size_t old = m_events.size();
    std::size_t bytes = m_bytes;
    std::size_t surplus = 0;
    while (old - surplus > 0 && (old - surplus + kept > m_limits.events || bytes + keptBytes > m_limits.bytes)) {
        bytes -= sizeOf(m_events[surplus++]);
    }
    dropOldest(surplus);

    const int first = static_cast<int>(m_events.size());
    beginInsertRows({}, first, first + static_cast<int>(kept) - 1);
    m_events.insert(m_events.end(), std::make_move_iterator(events.end() - static_cast<std::ptrdiff_t>(kept)),
                    std::make_move_iterator(events.end()));
    m_bytes = bytes + keptBytes;
    endInsertRows();
}

void EventsModel::dropOldest(std::size_t count)
{
    if (count == 0) {
        return;
    }
    beginRemoveRows({}, 0, static_cast<int>(count) - 1);
    m_events.erase(m_events.begin(), m_events.begin() + static_cast<std::ptrdiff_t>(count));
    endRemoveRows();
    m_dropped += count;
}

void EventsModel::clear()
{
    beginResetModel();
    m_events.clear();
    m_bytes = 0;
    m_dropped = 0;
    endResetModel();
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

QString EventsModel::displayedAlert(const EventRow& event, int column)
{
    switch (column) {
    case Time: return timeText(event.at);
    case Event:
        return event.alert->state == Alert::State::cleared ? tr("alert is over", "event") : tr("alert", "event");
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
    const bool aboutWaiters = event.kind == LockEvent::Kind::waiter_came || event.kind == LockEvent::Kind::waiter_left;
    switch (column) {
    case Time: return timeText(event.at);
    case Event: return eventText(event.kind);
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
        return aboutWaiters ? tr("%n waiting", "events", pluralCount(event.count))
                            : QLocale().toString(static_cast<qlonglong>(event.count));
    case HeldFor: return event.held_for ? durationText(*event.held_for) : QString();
    default: return {};
    }
}

QVariant EventsModel::cell(int row, int column, int role) const
{
    const EventRow& event = eventAt(row);
    switch (role) {
    case Qt::DisplayRole: return displayed(event, column);
    case Qt::ToolTipRole:
        switch (column) {
        case Event: return event.alert ? toolTipText(alertText(*event.alert)) : QVariant();
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

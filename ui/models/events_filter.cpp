// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/events_filter.hpp"

#include "models/events_model.hpp"
#include "text/server_text.hpp"

#include <algorithm>

namespace lockscope::ui {
EventsFilter::EventsFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    // Sorting thousands of rows anew with each batch would cost more than it helps: news stand at the end.
    setDynamicSortFilter(false);
    setSortRole(EventsModel::SortRole);
}

void EventsFilter::setText(const QString& text)
{
    if (text != m_typed) {
        m_typed = text;
        m_text = SearchText::parse(text);
        filterAnew();
    }
}

void EventsFilter::setOnlyLock(const std::optional<QByteArray>& lock)
{
    if (lock != m_lock) {
        m_lock = lock;
        filterAnew();
    }
}

void EventsFilter::setKinds(const std::vector<LockEvent::Kind>& kinds)
{
    if (kinds != m_kinds) {
        m_kinds = kinds;
        filterAnew();
    }
}

void EventsFilter::setAlerts(Alerts alerts)
{
    if (alerts != m_alerts) {
        m_alerts = alerts;
        filterAnew();
    }
}

void EventsFilter::setSince(const std::optional<SystemTime>& since)
{
    if (since != m_since) {
        m_since = since;
        filterAnew();
    }
}

/// What comes back would stand where it stood before it was sorted.
void EventsFilter::filterAnew()
{
    invalidateFilter();
    if (sortColumn() >= 0) {
        sort(sortColumn(), sortOrder());
    }
}

bool EventsFilter::hasText(int row) const
{
    const auto& model = *static_cast<const EventsModel*>(sourceModel());
    const LockEvent& event = model.eventAt(row);
    if (!SearchText::fits(m_text.locks, shortText(event.lock, SearchText::searchedChars))
        || !SearchText::fits(m_text.holders, shortText(event.owner, SearchText::searchedChars))) {
        return false;
    }
    return std::all_of(m_text.anywhere.begin(), m_text.anywhere.end(), [&](const QString& word) {
        for (const int column : {EventsModel::Event, EventsModel::Lock, EventsModel::Owner}) {
            if (SearchText::fits({word}, model.index(row, column).data().toString())) {
                return true;
            }
        }
        // Owners are shown short; whoever pastes a whole one finds it, too.
        return SearchText::fits({word}, shortText(event.owner, SearchText::searchedChars));
    });
}

bool EventsFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const EventRow& event = static_cast<const EventsModel*>(sourceModel())->eventAt(row);
    if (m_since && event.at < *m_since) {
        return false;
    }
    const bool isAlert = event.alert != nullptr;
    const bool isGap =
        !isAlert && (event.kind == LockEvent::Kind::resynchronised || event.kind == LockEvent::Kind::failed_over);
    if (isAlert ? m_alerts == Alerts::hidden : m_alerts == Alerts::alone && !isGap) {
        return false;
    }
    if (m_lock && !isGap && !event.lock.empty()
        && m_lock->compare(QByteArray::fromRawData(event.lock.data(), static_cast<qsizetype>(event.lock.size())))
               != 0) {
        return false;
    }
    if (!m_kinds.empty() && !isGap && !isAlert
        && std::find(m_kinds.begin(), m_kinds.end(), event.kind) == m_kinds.end()) {
        return false;
    }
    return m_text.isEmpty() || hasText(row);
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/events_filter.hpp"

#include "models/events_model.hpp"

namespace lockscope::ui {

void EventsFilter::setText(const QString& text)
{
    if (text != m_text) {
        m_text = text;
        invalidateFilter();
    }
}

void EventsFilter::setOnlyLock(const std::optional<QByteArray>& lock)
{
    if (lock != m_lock) {
        m_lock = lock;
        invalidateFilter();
    }
}

bool EventsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QAbstractItemModel* model = sourceModel();
    if (m_lock) {
        const QByteArray lock = model->index(row, 0, parent).data(EventsModel::LockBytesRole).toByteArray();
        if (!lock.isEmpty() && lock != *m_lock) {
            return false;
        }
    }
    if (m_text.isEmpty()) {
        return true;
    }
    for (const int column : {EventsModel::Event, EventsModel::Lock, EventsModel::Owner}) {
        if (model->index(row, column, parent).data().toString().contains(m_text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

} // namespace lockscope::ui

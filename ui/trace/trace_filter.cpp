// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_filter.hpp"

#include "trace/trace_model.hpp"
#include "trace/trace_text.hpp"

#include <algorithm>

namespace lockscope::ui {

void TraceFilter::setText(const QString& text)
{
    if (text != m_text) {
        m_text = text;
        invalidateFilter();
    }
}

void TraceFilter::setRole(const std::optional<TraceCommand::Role>& role)
{
    if (role != m_role) {
        m_role = role;
        invalidateFilter();
    }
}

void TraceFilter::setOnlyLock(const std::optional<QByteArray>& lock)
{
    if (lock != m_lock) {
        m_lock = lock;
        invalidateFilter();
    }
}

QVariant TraceFilter::data(const QModelIndex& index, int role) const
{
    const bool isSinceAbove = index.column() == TraceModel::After && !index.parent().isValid();
    if (role != Qt::DisplayRole || !isSinceAbove) {
        return QSortFilterProxyModel::data(index, role);
    }
    return index.row() == 0 ? QString() : traceGapText(timeOf(index.row()) - timeOf(index.row() - 1));
}

SystemTime TraceFilter::timeOf(int row) const
{
    return static_cast<const TraceModel*>(sourceModel())->commandAt(mapToSource(index(row, 0)).row()).at;
}

bool TraceFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (parent.isValid()) {
        return true;
    }
    const auto& model = *static_cast<const TraceModel*>(sourceModel());
    const TraceCommand& command = model.commandAt(row);
    if (m_role && command.role != *m_role) {
        return false;
    }
    if (m_lock) {
        const std::string_view wanted(m_lock->constData(), static_cast<std::size_t>(m_lock->size()));
        if (std::find(command.locks.begin(), command.locks.end(), wanted) == command.locks.end()) {
            return false;
        }
    }
    if (m_text.isEmpty()) {
        return true;
    }
    for (const int column : {TraceModel::Client, TraceModel::Node, TraceModel::Role, TraceModel::Lock}) {
        if (model.index(row, column).data().toString().contains(m_text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return model.index(row, 0).data(TraceModel::SearchRole).toString().contains(m_text, Qt::CaseInsensitive);
}

} // namespace lockscope::ui

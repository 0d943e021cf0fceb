// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit_model.hpp"

#include "text/audit_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <optional>

namespace lockscope::ui {
namespace {

constexpr int kToolTipChars = 2000;

/// What became of it may be known by now.
bool isSameAction(const AuditEntry& one, const AuditEntry& other)
{
    return one.id.empty() ? one == other : one.id == other.id;
}

/// How many entries at the front of @p next are new, if what follows them is what we have.
std::optional<std::size_t> newOnes(const std::vector<AuditEntry>& current, const std::vector<AuditEntry>& next)
{
    for (std::size_t added = 0; added < next.size(); ++added) {
        const std::size_t common = std::min(current.size(), next.size() - added);
        if (common > 0
            && std::equal(current.begin(), current.begin() + static_cast<std::ptrdiff_t>(common),
                          next.begin() + static_cast<std::ptrdiff_t>(added), isSameAction)) {
            return added;
        }
    }
    return std::nullopt;
}

} // namespace

void AuditModel::setEntries(const std::vector<AuditEntry>& entries)
{
    std::vector<AuditEntry> next(entries.rbegin(), entries.rend());
    const auto added = newOnes(m_entries, next);
    if (!added) {
        beginResetModel();
        m_entries = std::move(next);
        endResetModel();
        return;
    }
    if (*added > 0) {
        beginInsertRows({}, 0, static_cast<int>(*added) - 1);
        m_entries.insert(m_entries.begin(), next.begin(), next.begin() + static_cast<std::ptrdiff_t>(*added));
        endInsertRows();
    }
    for (std::size_t row = 0; row < std::min(m_entries.size(), next.size()); ++row) {
        if (m_entries[row] != next[row]) {
            m_entries[row] = next[row];
            emit dataChanged(index(static_cast<int>(row), 0), index(static_cast<int>(row), ColumnCount - 1));
        }
    }
    if (m_entries.size() > next.size()) {
        beginRemoveRows({}, static_cast<int>(next.size()), static_cast<int>(m_entries.size()) - 1);
        m_entries.resize(next.size());
        endRemoveRows();
    } else if (m_entries.size() < next.size()) {
        beginInsertRows({}, static_cast<int>(m_entries.size()), static_cast<int>(next.size()) - 1);
        m_entries = std::move(next);
        endInsertRows();
    }
}

int AuditModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QString AuditModel::displayed(const AuditEntry& entry, int column)
{
    switch (column) {
    case Time: return timeText(entry.at);
    case Action: return auditActionText(entry.action);
    case Lock: return shortText(entry.lock);
    case Outcome: return auditOutcomeText(entry.outcome, entry.action);
    case User: return shortText(entry.user);
    case Reason: return shortText(entry.reason);
    case Before: return auditStateText(entry.before);
    case After: return auditStateText(entry.after);
    case Server: return shortText(auditBytes(entry.server));
    default: return {};
    }
}

QVariant AuditModel::cell(int row, int column, int role) const
{
    const AuditEntry& entry = entryAt(row);
    switch (role) {
    case Qt::DisplayRole: return displayed(entry, column);
    case Qt::ToolTipRole:
        switch (column) {
        case Lock: return toolTipText(entry.lock);
        case Outcome: return toolTipText(auditBytes(entry.outcome));
        case User: return toolTipText(entry.user);
        case Reason: return entry.reason.empty() ? QVariant() : toolTipText(entry.reason);
        case Before:
            return entry.before.empty() ? QVariant() : toolTipText(auditStateText(entry.before, kToolTipChars));
        case After: return entry.after.empty() ? QVariant() : toolTipText(auditStateText(entry.after, kToolTipChars));
        default: return {};
        }
    case LockBytesRole: return QByteArray::fromStdString(entry.lock);
    case SucceededRole: return entry.outcome == "done";
    case SortRole:
        return column == Time ? QVariant(static_cast<qlonglong>(entry.at.time_since_epoch().count()))
                              : QVariant(displayed(entry, column));
    default: return {};
    }
}

QString AuditModel::title(int column) const
{
    switch (column) {
    case Time: return tr("Time", "column");
    case Action: return tr("Action", "column of the audit log");
    case Lock: return tr("Lock", "column");
    case Outcome: return tr("Outcome", "column of the audit log");
    case User: return tr("User", "column of the audit log");
    case Reason: return tr("Reason", "column of the audit log");
    case Before: return tr("Before", "column of the audit log: the holders as they were");
    case After: return tr("After", "column of the audit log: the holders afterwards");
    case Server: return tr("Server", "column of the audit log");
    default: return {};
    }
}

} // namespace lockscope::ui

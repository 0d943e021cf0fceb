// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/audit_log.hpp"

#include <QAbstractTableModel>

#include <vector>

namespace lockscope::ui {

/// What operators did and tried, newest first.
class AuditModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Action, Lock, Outcome, Reason, Before, After, User, Server, ColumnCount };
    enum Role { LockBytesRole = Qt::UserRole + 1, SucceededRole, SortRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// @param entries the newest ones, oldest first, as the log gives them. What was added since becomes new rows.
    void setEntries(const std::vector<AuditEntry>& entries);
    [[nodiscard]] const AuditEntry& entryAt(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    /// The words of the window's language have changed.
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString displayed(const AuditEntry& entry, int column);

    std::vector<AuditEntry> m_entries; ///< Newest first.
};

} // namespace lockscope::ui

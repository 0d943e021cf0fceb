// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_bytes_role.hpp"
#include "models/titled_table_model.hpp"

#include "lockscope/audit_log.hpp"

#include <vector>

namespace lockscope::ui {

/// What operators did and tried, newest first.
class AuditModel : public TitledTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Action, Lock, Outcome, User, Reason, Before, After, Server, ColumnCount };
    enum Role { SucceededRole = Qt::UserRole + 1, SortRole, LockBytesRole = kLockBytesRole };

    explicit AuditModel(QObject* parent = nullptr) : TitledTableModel(ColumnCount, parent) {}

    /// @param entries the newest ones, oldest first, as the log gives them. What was added since becomes new
    /// rows; a row whose outcome is known now stays where it is.
    void setEntries(const std::vector<AuditEntry>& entries);
    [[nodiscard]] const AuditEntry& entryAt(int row) const { return m_entries[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isLargestFirst(int column) const override { return column == Time; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] static QString displayed(const AuditEntry& entry, int column);

    std::vector<AuditEntry> m_entries; ///< Newest first.
};

} // namespace lockscope::ui

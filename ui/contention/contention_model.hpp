// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_bytes_role.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/contention.hpp"

namespace lockscope::ui {

/// A lock in the ranking, and what part of the first one's waiting it makes up.
struct ContentionRow
{
    ContendedLock lock;
    double share = 0; ///< 0…1
    [[nodiscard]] const std::string& key() const { return lock.name; }
    bool operator==(const ContentionRow&) const = default;
};

/// The most contended locks, those that cost their clients the most time first.
class ContentionModel : public ValueTableModel<ContentionRow>
{
    Q_OBJECT

public:
    enum Column { Lock, Waited, WaitingNow, MostWaiting, Acquired, MedianHold, ColumnCount };
    enum Role { ShareRole = Qt::UserRole + 1, LockBytesRole = kLockBytesRole };

    explicit ContentionModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    void setLocks(const std::vector<ContendedLock>& locks);

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleToolTip(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] static QString displayed(const ContendedLock& lock, int column);
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    enum Role { LockBytesRole = Qt::UserRole + 1, ShareRole };

    using ValueTableModel::ValueTableModel;

    void setLocks(const std::vector<ContendedLock>& locks);
    /// The words of the window's language have changed.
    void retranslate();

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString displayed(const ContendedLock& lock, int column);
};

} // namespace lockscope::ui

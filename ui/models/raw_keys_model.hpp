// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/monitor.hpp"

#include <QAbstractItemModel>

#include <vector>

namespace lockscope::ui {

/// The keys of a lock, each with its entries below it, as Redis has them.
class RawKeysModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, Value, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    void setKeys(std::vector<RawKey> keys);
    [[nodiscard]] const std::vector<RawKey>& keys() const { return m_keys; }
    /// The key that @p index is, or belongs to; nullptr for none.
    [[nodiscard]] const RawKey* keyAt(const QModelIndex& index) const;

    /// The words of the window's language have changed.
    void retranslate();

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString summary(const RawKey& key);

    std::vector<RawKey> m_keys;
};

/// The command that shows @p key, to be pasted into a shell. It is quoted already; should it hold what is not plain to
/// see all the same, it is escaped.
[[nodiscard]] QString commandText(const RawKey& key);

} // namespace lockscope::ui

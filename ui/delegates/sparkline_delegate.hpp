// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

namespace lockscope::ui {

/// A row of little columns, oldest at the left, scaled to the largest of them (but never as if one were many: the scale
/// is at least four). Zero leaves a mark on the ground line, an empty list leaves the cell empty.
class SparklineDelegate : public CellDelegate
{
    Q_OBJECT

public:
    /// @param samplesRole QList<int> or QList<float>
    explicit SparklineDelegate(int samplesRole, QObject* parent = nullptr);

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_samplesRole;
};

} // namespace lockscope::ui

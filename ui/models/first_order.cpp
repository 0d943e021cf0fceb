// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/first_order.hpp"

#include <QAbstractItemModel>

namespace lockscope::ui {

Qt::SortOrder firstOrder(const QAbstractItemModel& model, int column)
{
    const QVariant order = model.headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole);
    return order.isValid() ? static_cast<Qt::SortOrder>(order.toInt()) : Qt::AscendingOrder;
}

Qt::SortOrder reversed(Qt::SortOrder order)
{
    return order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
}

} // namespace lockscope::ui

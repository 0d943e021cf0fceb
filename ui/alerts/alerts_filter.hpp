// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/search_text.hpp"

#include <QSortFilterProxyModel>

namespace lockscope::ui {

/// The alerts that contain a text in what they show, in the model's order.
class AlertsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// As SearchText reads it.
    void setText(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_typed;
    SearchText m_text;
};

} // namespace lockscope::ui

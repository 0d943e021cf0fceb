// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QString>

namespace lockscope::ui {

/// The clients whose UUID, name or address contains a text, in the order of a column.
class ClientsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit ClientsFilter(QObject* parent = nullptr);

    void setText(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString m_text;
};

} // namespace lockscope::ui

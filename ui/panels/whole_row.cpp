// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/whole_row.hpp"

#include "text/server_text.hpp"

#include <QLabel>
#include <QStringList>
#include <QTableView>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kUsualLines = 2; ///< Kept free, so that the rows do not move with each of them.

QString wholeRow(const QTableView& table)
{
    const QAbstractItemModel& model = *table.model();
    const int row = std::max(table.currentIndex().row(), 0);
    QStringList parts;
    for (int column = 0; column < model.columnCount(); ++column) {
        parts << model.index(row, column).data().toString();
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace

QLabel* wholeRowLabel(const QTableView& table, QWidget* parent)
{
    QLabel* label = plainLabel({}, parent);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    label->setMinimumHeight(kUsualLines * label->fontMetrics().lineSpacing());
    const auto refresh = [label, &table] { label->setText(wholeRow(table)); };
    QObject::connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, label, refresh);
    QObject::connect(table.model(), &QAbstractItemModel::dataChanged, label, refresh);
    QObject::connect(table.model(), &QAbstractItemModel::modelReset, label, refresh);
    refresh();
    return label;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/titled_table_model.hpp"

#include "theme/theme.hpp"

#include <QGuiApplication>

namespace lockscope::ui {

TitledTableModel::TitledTableModel(int columns, QObject* parent) : QAbstractTableModel(parent), m_columns(columns) {}

void TitledTableModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, m_columns - 1);
    showAnew();
}

void TitledTableModel::setTime(const ShownTime& time)
{
    m_time = &time;
    connect(&time, &ShownTime::changed, this, &TitledTableModel::showAnew);
}

void TitledTableModel::showAnew()
{
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, m_columns - 1));
    }
}

int TitledTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant TitledTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) {
        return {};
    }
    const std::optional<Moment> past = standstill(index.row());
    switch (role) {
    case Qt::TextAlignmentRole: return QVariant(alignment(index.column()));
    case kPastRole: return past ? QVariant::fromValue(*past) : QVariant();
    case Qt::ForegroundRole:
        if (past) {
            return Theme::of(QGuiApplication::palette()).mutedText;
        }
        break;
    default: break;
    }
    return cell(index.row(), index.column(), role);
}

QVariant TitledTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole: return title(section);
    case Qt::TextAlignmentRole: return QVariant(alignment(section));
    case Qt::ToolTipRole: {
        const QString text = titleToolTip(section);
        return text.isNull() ? QVariant() : QVariant(text);
    }
    case Qt::InitialSortOrderRole:
        return static_cast<int>(isLargestFirst(section) ? Qt::DescendingOrder : Qt::AscendingOrder);
    default: return {};
    }
}

std::optional<Moment> TitledTableModel::standstill(int) const
{
    return m_time != nullptr ? m_time->standstill() : std::nullopt;
}

QString TitledTableModel::titleToolTip(int) const
{
    return {};
}

bool TitledTableModel::isNumber(int) const
{
    return false;
}

bool TitledTableModel::isLargestFirst(int column) const
{
    return isNumber(column);
}

Qt::Alignment TitledTableModel::alignment(int column) const
{
    return (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/multi_lock_model.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"

#include <utility>

namespace lockscope::ui {

void MultiLockModel::setClientNamer(ClientNamer namer)
{
    m_namer = std::move(namer);
    if (!m_rows.empty()) {
        emit dataChanged(index(0, Holder), index(rowCount() - 1, Holder));
    }
}

void MultiLockModel::setRows(std::vector<Row> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void MultiLockModel::setEffect(int row, const QString& effect)
{
    Row& changed = m_rows[static_cast<std::size_t>(row)];
    if (changed.effect != effect) {
        changed.effect = effect;
        emit dataChanged(index(row, Effect), index(row, Effect));
    }
}

void MultiLockModel::setResult(int row, State state, const QString& result)
{
    Row& changed = m_rows[static_cast<std::size_t>(row)];
    changed.state = state;
    changed.result = result;
    emit dataChanged(index(row, Result), index(row, Result));
}

int MultiLockModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant MultiLockModel::cell(int index, int column, int role) const
{
    const Row& row = m_rows[static_cast<std::size_t>(index)];
    if (role == Qt::DisplayRole) {
        switch (column) {
        case Lock: return shortText(row.seen->name);
        case Holder: return namedHolders(*row.seen, m_namer);
        case Effect: return row.effect;
        case Result: return row.result;
        default: return {};
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (column) {
        case Lock: return toolTipText(std::string_view(row.seen->name));
        case Holder: return toolTipText(namedHolders(*row.seen, m_namer));
        case Effect: return toolTipText(row.effect);
        case Result: return row.result.isEmpty() ? QVariant() : toolTipText(row.result);
        default: return {};
        }
    }
    return {};
}

QString MultiLockModel::title(int column) const
{
    switch (column) {
    case Lock: return tr("Lock", "column");
    case Holder: return tr("Held by", "column");
    case Effect: return tr("What happens", "column");
    case Result: return tr("Result", "column");
    default: return {};
    }
}

} // namespace lockscope::ui

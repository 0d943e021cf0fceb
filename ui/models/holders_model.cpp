// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/holders_model.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QLocale>

namespace lockscope::ui {

void HoldersModel::setState(const LockStatePtr& state)
{
    std::vector<HolderRow> rows;
    if (state) {
        rows.reserve(state->holders.size());
        for (const Holder& holder : state->holders) {
            rows.push_back({holder, countdownOf(*state, holder.ttl.value_or(state->ttl))});
        }
    }
    syncRows(std::move(rows));
}

int HoldersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString HoldersModel::displayed(const HolderRow& row, int column)
{
    switch (column) {
    case Owner: return holderText(row.holder);
    case Mode:
        if (row.holder.writer) {
            return modeText(LockMode::write);
        }
        return row.holder.ttl ? modeText(LockMode::read) : QString();
    case Entries: return QLocale().toString(static_cast<qlonglong>(row.holder.count));
    default: return {};
    }
}

QVariant HoldersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const HolderRow& row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return displayed(row, index.column());
    case Qt::ToolTipRole: return index.column() == Owner ? toolTipText(row.holder.owner) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Entries ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case ClientRole: return QByteArray::fromStdString(row.holder.client);
    case CountdownRole: return QVariant::fromValue(row.deadline);
    case OwnerBytesRole: return QByteArray::fromStdString(row.holder.owner);
    default: return {};
    }
}

QVariant HoldersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int((section == Entries ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Owner: return tr("Holder", "column");
    case Mode: return tr("Mode", "column: read or write");
    case Entries: return tr("Entered", "column: how often it entered the lock");
    case Deadline: return tr("Lease left", "column");
    default: return {};
    }
}

} // namespace lockscope::ui

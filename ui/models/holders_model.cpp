// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/holders_model.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QLocale>

namespace lockscope::ui {

void HoldersModel::setState(const LockStatePtr& state)
{
    std::vector<HolderRow> rows;
    m_mode = state ? state->mode : LockMode::none;
    if (state) {
        rows.reserve(state->holders.size());
        for (const Holder& holder : state->holders) {
            rows.push_back({holder, countdownOf(*state, holder.ttl.value_or(state->ttl))});
        }
    }
    syncRows(std::move(rows));
}

QString HoldersModel::displayed(const HolderRow& row, int column) const
{
    switch (column) {
    case Owner: return holderText(row.holder);
    case Mode:
        if (row.holder.is_writer()) {
            return modeText(LockMode::write);
        }
        return m_mode != LockMode::none ? modeText(LockMode::read) : QString();
    case Entries: return QLocale().toString(static_cast<qlonglong>(row.holder.count));
    case Client: return nameOfClient(m_namer, row.holder.client());
    default: return {};
    }
}

QVariant HoldersModel::cell(int index, int column, int role) const
{
    const HolderRow& row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole: return displayed(row, column);
    case Qt::AccessibleTextRole: // the delegate draws it
        return column == Deadline ? countdownText(row.deadline, standstill(index).value_or(now()).now) : QString();
    case Qt::ToolTipRole:
        return column == Owner  ? ownerToolTip(row.holder.owner, displayed(row, Client))
             : column == Client ? toolTipText(displayed(row, column))
                                : QVariant();
    case ClientRole: return QByteArray::fromStdString(std::string(row.holder.client()));
    case CountdownRole: return QVariant::fromValue(row.deadline);
    case OwnerBytesRole: return QByteArray::fromStdString(row.holder.owner);
    default: return {};
    }
}

QString HoldersModel::title(int column) const
{
    switch (column) {
    case Owner: return tr("Holder", "column");
    case Mode: return tr("Mode", "column: read or write");
    case Entries: return tr("Entered", "column: how often it entered the lock");
    case Deadline: return tr("Lease left", "column");
    case Client: return tr("Client", "column: its name and address");
    default: return {};
    }
}

bool HoldersModel::isNumber(int column) const
{
    return column == Entries;
}

} // namespace lockscope::ui

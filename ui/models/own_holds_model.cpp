// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/own_holds_model.hpp"

#include "text/hold_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

namespace lockscope::ui {

void OwnHoldsModel::setHolds(const std::vector<OwnHold>& holds)
{
    std::vector<OwnHoldRow> rows;
    for (const OwnHold& hold : holds) {
        rows.push_back({hold, std::to_string(hold.id)});
    }
    syncRows(std::move(rows));
}

void OwnHoldsModel::refresh()
{
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DisplayRole});
    }
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QString OwnHoldsModel::displayed(const OwnHold& hold, int column)
{
    switch (column) {
    case Lock: return shortText(hold.lock);
    case Kind: return holdKindText(hold.kind);
    case State: return holdStateText(hold);
    case Since: {
        const auto passed = std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now() - hold.since);
        return tr("%1 ago", "%1: duration").arg(durationText(passed));
    }
    case Remaining:
        if (hold.state != OwnHold::State::held) {
            return {};
        }
        if (!hold.ends) {
            return hold.kind == HoldKind::semaphore ? tr("without end", "a permit that never expires")
                                                    : tr("renewed", "a lock whose lease this program renews");
        }
        return durationText(std::chrono::duration_cast<milliseconds>(*hold.ends - std::chrono::steady_clock::now()));
    case Token: return hold.token ? QString::number(*hold.token) : QString();
    default: return {};
    }
}

QVariant OwnHoldsModel::cell(int row, int column, int role) const
{
    const OwnHold& hold = rowAt(row).hold;
    switch (role) {
    case Qt::DisplayRole: return displayed(hold, column);
    case LockBytesRole: return QByteArray::fromStdString(hold.lock);
    case Qt::DecorationRole:
        return column == State && hold.state == OwnHold::State::lost ? icon(QStringLiteral("warning")) : QVariant();
    case Qt::ToolTipRole:
        switch (column) {
        case Lock: return toolTipText(std::string_view(hold.lock));
        case State: return hold.owner.empty() ? QVariant() : toolTipText(std::string_view(hold.owner));
        default: return {};
        }
    default: return {};
    }
}

QString OwnHoldsModel::title(int column) const
{
    switch (column) {
    case Lock: return tr("Lock", "column");
    case Kind: return tr("Kind", "column: kind of a lock");
    case State: return tr("State", "column");
    case Since: return tr("Since", "column: held or waiting since when");
    case Remaining: return tr("Remaining", "column: what is left of the lease");
    case Token: return tr("Token", "column: fencing token");
    default: return {};
    }
}

} // namespace lockscope::ui

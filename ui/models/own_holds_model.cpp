// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/own_holds_model.hpp"

#include "text/hold_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <algorithm>

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
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DisplayRole, Qt::DecorationRole});
    }
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void OwnHoldsModel::see(const MonitorBatch& batch)
{
    if (rowCount() == 0) {
        m_leases.clear();
        return;
    }
    for (const LockChange& change : batch.changes) {
        const LockState& state = *change.state;
        const auto isOfIt = [&state](const auto& lease) { return lease.first.first == state.name; };
        std::erase_if(m_leases, isOfIt);
        if (change.kind == LockChange::Kind::removed) {
            continue;
        }
        for (const Holder& holder : state.holders) {
            const std::chrono::milliseconds left = holder.ttl.value_or(state.ttl);
            if (left.count() >= 0 && isOurs(state.name, holder.owner)) {
                m_leases[{state.name, holder.owner}] = {state.observed_at + left, state.lease};
            }
        }
    }
}

void OwnHoldsModel::forgetLeases()
{
    if (!m_leases.empty()) {
        m_leases.clear();
        refresh();
    }
}

bool OwnHoldsModel::isOurs(const std::string& lock, const std::string& owner) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const OwnHold& hold = rowAt(row).hold;
        if (hold.lock == lock && hold.owner == owner) {
            return true;
        }
    }
    return false;
}

std::optional<std::chrono::milliseconds> OwnHoldsModel::leftUnrenewed(const OwnHold& hold) const
{
    if (hold.state != OwnHold::State::held || hold.ends) {
        return std::nullopt;
    }
    const auto now = std::chrono::steady_clock::now();
    // A renewal is due when a third of the lease is over.
    const auto unrenewed = [now](SteadyTime ends, milliseconds whole) -> std::optional<milliseconds> {
        const auto left = std::chrono::duration_cast<milliseconds>(ends - now);
        return left < whole / 2 ? std::optional(std::max(left, milliseconds(0))) : std::nullopt;
    };
    // Others may have shortened it since our last renewal, which only the server can tell.
    const auto lease = m_leases.find({hold.lock, hold.owner});
    const auto seen =
        lease == m_leases.end()
            ? std::nullopt
            : unrenewed(lease->second.ends, std::min(lease->second.whole, m_watchdogLease)); // longer: by an operator
    const auto confirmed = hold.valid_until ? unrenewed(*hold.valid_until, m_watchdogLease) : std::nullopt;
    return seen && confirmed ? std::min(seen, confirmed) : seen ? seen : confirmed;
}

QString OwnHoldsModel::displayed(const OwnHold& hold, int column) const
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
        if (const auto left = leftUnrenewed(hold)) {
            return tr("not renewed: lost in %1", "%1: duration").arg(durationText(*left));
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
        return (column == State && (hold.state == OwnHold::State::lost || hold.in_doubt))
                    || (column == Remaining && leftUnrenewed(hold))
                 ? icon(QStringLiteral("warning"))
                 : QVariant();
    case Qt::ToolTipRole:
        switch (column) {
        case Lock: return toolTipText(std::string_view(hold.lock));
        case State:
            if (hold.in_doubt) {
                return toolTipText(doubtText());
            }
            return hold.owner.empty() ? QVariant() : toolTipText(std::string_view(hold.owner));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/stakes_model.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QLocale>

namespace lockscope::ui {
namespace {

QString roleText(ClientStake::Role role)
{
    switch (role) {
    case ClientStake::Role::holds: return StakesModel::tr("holds", "what a client has to do with a lock");
    case ClientStake::Role::waits: return StakesModel::tr("waits", "what a client has to do with a lock");
    case ClientStake::Role::ghost: break;
    }
    return StakesModel::tr("dead", "a stale entry of a client in a queue");
}

QString roleToolTip(ClientStake::Role role)
{
    switch (role) {
    case ClientStake::Role::holds: return StakesModel::tr("It holds the lock.");
    case ClientStake::Role::waits: return StakesModel::tr("It stands in the queue of the lock.");
    case ClientStake::Role::ghost: break;
    }
    return StakesModel::tr("An entry in the queue that nobody stands behind any more: its deadline has passed, or "
                           "nobody listens for it.");
}

LockCondition mark(ClientStake::Role role)
{
    switch (role) {
    case ClientStake::Role::holds: return LockCondition::held;
    case ClientStake::Role::waits: return LockCondition::contended;
    case ClientStake::Role::ghost: break;
    }
    return LockCondition::unknown;
}

QString countText(const ClientStake& stake)
{
    const QString number = QLocale().toString(static_cast<qlonglong>(stake.count));
    return stake.role == ClientStake::Role::holds ? number
                                                  : StakesModel::tr("place %1", "in the queue of a lock").arg(number);
}

QString sinceText(const ClientStake& stake, SystemTime now)
{
    if (!stake.since) {
        return {};
    }
    const QString age = durationText(std::chrono::duration_cast<milliseconds>(now - *stake.since));
    const bool exact = stake.role == ClientStake::Role::holds && stake.lock->held_since_exact;
    return exact ? age : StakesModel::tr("≥ %1", "at least so long").arg(age);
}

} // namespace

bool StakeRow::operator==(const StakeRow& other) const
{
    return identity == other.identity && stake.lock == other.stake.lock && stake.count == other.stake.count
        && stake.since == other.stake.since && stake.mode == other.stake.mode && deadline == other.deadline;
}

void StakesModel::setStakes(std::vector<ClientStake> stakes)
{
    std::vector<StakeRow> rows;
    rows.reserve(stakes.size());
    for (ClientStake& stake : stakes) {
        StakeRow row;
        row.identity = std::to_string(static_cast<int>(stake.role)) + stake.owner + '\n' + stake.lock->name;
        if (stake.ttl) {
            row.deadline = countdownOf(*stake.lock, *stake.ttl);
        }
        row.stake = std::move(stake);
        rows.push_back(std::move(row));
    }
    syncRows(std::move(rows));
}

QString StakesModel::displayed(const StakeRow& row, int column) const
{
    const ClientStake& stake = row.stake;
    switch (column) {
    case What: return roleText(stake.role);
    case Lock: return shortText(stake.lock->name);
    case Thread: return QLocale::c().toString(static_cast<qlonglong>(stake.thread));
    case Mode: return modeText(stake.mode);
    case Count: return countText(stake);
    case Since: return sinceText(stake, stake.lock->known_at(now()).wall);
    default: return {};
    }
}

/// One that its master keeps to itself stands still while the others go on.
std::optional<Moment> StakesModel::standstill(int row) const
{
    const LockState& lock = *rowAt(row).stake.lock;
    return lock.is_out_of_reach() ? lock.known_at(now()) : ValueTableModel::standstill(row);
}

QVariant StakesModel::cell(int index, int column, int role) const
{
    const StakeRow& row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole: return displayed(row, column);
    case Qt::AccessibleTextRole: // the delegate draws it
        return column == Lease ? countdownText(row.deadline, standstill(index).value_or(now()).now) : QString();
    case Qt::ToolTipRole:
        switch (column) {
        case What: return toolTipText(roleToolTip(row.stake.role));
        case Lock: return toolTipText(row.stake.lock->name);
        case Thread: return toolTipText(row.stake.owner);
        default: return {};
        }
    case LockBytesRole: return QByteArray::fromStdString(row.stake.lock->name);
    case ConditionRole: return static_cast<int>(mark(row.stake.role));
    case CountdownRole: return QVariant::fromValue(row.deadline);
    default: return {};
    }
}

QString StakesModel::title(int column) const
{
    switch (column) {
    case What: return tr("What", "column: holds a lock or waits for it");
    case Lock: return tr("Lock", "column");
    case Thread: return tr("Thread", "column");
    case Mode: return tr("Mode", "column: read or write");
    case Count: return tr("Entered", "column: how often it entered the lock, or its place in the queue");
    case Since: return tr("For", "column: how long it has held the lock or waited");
    case Lease: return tr("Lease left", "column");
    default: return {};
    }
}

} // namespace lockscope::ui

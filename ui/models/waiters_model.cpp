// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/waiters_model.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QLocale>

#include <chrono>

namespace lockscope::ui {
namespace {

// Scores are doubles that anybody can write: what lies further away than this is no deadline to count down to.
constexpr std::int64_t kFarthest = 1000LL * 60 * 60 * 24 * 365 * 10;

std::optional<SteadyTime> localDeadline(const LockState& state, const Waiter& waiter)
{
    if (!waiter.deadline || state.server_time == 0) {
        return std::nullopt;
    }
    if (*waiter.deadline > state.server_time + kFarthest || *waiter.deadline < state.server_time - kFarthest) {
        return std::nullopt;
    }
    return state.observed_at + milliseconds{*waiter.deadline - state.server_time};
}

bool hasPassed(const WaiterRow& row)
{
    return row.deadline && *row.deadline < std::chrono::steady_clock::now();
}

} // namespace

void WaitersModel::setState(const LockStatePtr& state)
{
    std::vector<WaiterRow> rows;
    if (state) {
        rows.reserve(state->waiters.size());
        for (const Waiter& waiter : state->waiters) {
            rows.push_back({waiter, rows.size() + 1, localDeadline(*state, waiter)});
        }
    }
    syncRows(std::move(rows));
}

int WaitersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString WaitersModel::deadlineText(const WaiterRow& row)
{
    if (!row.waiter.deadline) {
        return tr("none", "a waiter has no deadline");
    }
    if (!row.deadline) {
        return tr("unknown", "the deadline of a waiter cannot be compared with the server's clock");
    }
    const auto left = std::chrono::duration_cast<milliseconds>(*row.deadline - std::chrono::steady_clock::now());
    return left.count() >= 0 ? tr("in %1", "deadline of a waiter").arg(durationText(left))
                             : tr("%1 ago", "deadline of a waiter").arg(durationText(-left));
}

QString WaitersModel::conditionText(const WaiterRow& row)
{
    if (!row.waiter.deadline) {
        return tr("broken", "a queue entry without a deadline");
    }
    if (!row.waiter.stale) {
        return tr("waits", "a waiter in the queue");
    }
    return hasPassed(row) ? tr("stale: too late", "a waiter in the queue")
                          : tr("stale: nobody listens", "a waiter in the queue");
}

LockCondition WaitersModel::mark(const WaiterRow& row)
{
    if (!row.waiter.deadline) {
        return LockCondition::stuck;
    }
    return row.waiter.stale ? LockCondition::unknown : LockCondition::contended;
}

QString WaitersModel::explanation(const WaiterRow& row)
{
    if (!row.waiter.deadline) {
        return tr("This entry has no deadline, so nobody will ever drop it from the queue.");
    }
    if (!row.waiter.stale) {
        return tr("Its client listens for its turn. After the deadline the others may drop it from the queue.");
    }
    return hasPassed(row)
             ? tr("Its deadline has passed: the next client that tries the lock drops it from the queue.")
             : tr("No client listens on its channel: it has probably died. The others wait until its deadline.");
}

QVariant WaitersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const WaiterRow& row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Place: return QLocale().toString(static_cast<qulonglong>(row.place));
        case Owner: return ownerText(row.waiter.owner);
        case Deadline: return deadlineText(row);
        case Condition: return conditionText(row);
        default: return {};
        }
    case Qt::ToolTipRole:
        return index.column() == Owner ? toolTipText(row.waiter.owner) : toolTipText(explanation(row));
    case Qt::TextAlignmentRole:
        return index.column() == Place ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case ClientRole: return QByteArray::fromStdString(row.waiter.client);
    case ConditionRole: return static_cast<int>(mark(row));
    case OwnerBytesRole: return QByteArray::fromStdString(row.waiter.owner);
    default: return {};
    }
}

QVariant WaitersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int((section == Place ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Place: return tr("#", "column: place in the queue");
    case Owner: return tr("Waiter", "column");
    case Deadline: return tr("Deadline", "column: when others may drop the waiter");
    case Condition: return tr("State", "column: does the waiter still wait");
    default: return {};
    }
}

} // namespace lockscope::ui

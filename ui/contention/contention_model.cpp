// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_model.hpp"

#include "contention/contention_words.hpp"
#include "text/server_text.hpp"

#include <QLocale>

namespace lockscope::ui {

void ContentionModel::setLocks(const std::vector<ContendedLock>& locks)
{
    std::vector<ContentionRow> rows;
    rows.reserve(locks.size());
    for (const ContendedLock& lock : locks) {
        const double first = locks.front().waiting_seconds;
        rows.push_back({lock, first > 0 ? lock.waiting_seconds / first : 0});
    }
    syncRows(std::move(rows));
}

void ContentionModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int ContentionModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ContentionModel::displayed(const ContendedLock& lock, int column)
{
    const auto number = [](std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); };
    switch (column) {
    case Lock: return shortText(lock.name);
    case Waited: return shortDuration(lock.waiting_seconds * 1000);
    case WaitingNow: return number(lock.waiting_now);
    case MostWaiting: return number(lock.most_waiting);
    case Acquired: return number(lock.acquired);
    case MedianHold:
        if (!lock.median_hold) {
            return {};
        }
        return lock.median_certainty == Certainty::exact
                 ? shortDuration(*lock.median_hold)
                 : tr("about %1", "a duration that is estimated").arg(shortDuration(*lock.median_hold));
    default: return {};
    }
}

QVariant ContentionModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ContentionRow& row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return displayed(row.lock, index.column());
    case Qt::ToolTipRole: return index.column() == Lock ? toolTipText(row.lock.name) : QString();
    case Qt::TextAlignmentRole:
        return int((index.column() == Lock ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case LockBytesRole: return QByteArray::fromStdString(row.lock.name);
    case ShareRole: return row.share;
    default: return {};
    }
}

QVariant ContentionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int((section == Lock ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == Waited) {
        return toolTipText(tr("The time that all its clients together have waited"));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Lock: return tr("Lock", "column");
    case Waited: return tr("Waited", "column: the time that all clients together have waited for the lock");
    case WaitingNow: return tr("Waiting now", "column");
    case MostWaiting: return tr("Most waiting", "column: the most at one time");
    case Acquired: return tr("Acquired", "column: how often");
    case MedianHold: return tr("Median hold", "column: half of the holds are shorter");
    default: return {};
    }
}

} // namespace lockscope::ui

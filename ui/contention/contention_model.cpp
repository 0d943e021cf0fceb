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

QVariant ContentionModel::cell(int index, int column, int role) const
{
    const ContentionRow& row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole: return displayed(row.lock, column);
    case Qt::ToolTipRole: return column == Lock ? toolTipText(row.lock.name) : QString();
    case LockBytesRole: return QByteArray::fromStdString(row.lock.name);
    case ShareRole: return row.share;
    default: return {};
    }
}

QString ContentionModel::title(int column) const
{
    switch (column) {
    case Lock: return tr("Lock", "column");
    case Waited: return tr("Waited", "column: the time that all clients together have waited for the lock");
    case WaitingNow: return tr("Clients waiting", "column: now");
    case MostWaiting: return tr("Most clients", "column: the most that waited at one time");
    case Acquired: return tr("Acquired", "column: how often");
    case MedianHold: return tr("Median hold", "column: half of the holds are shorter");
    default: return {};
    }
}

QString ContentionModel::titleToolTip(int column) const
{
    switch (column) {
    case Waited: return toolTipText(tr("The time that all its clients together have waited"));
    case MedianHold: return toolTipText(tr("Half of its holds are shorter; off by less than 5 %"));
    default: return {};
    }
}

bool ContentionModel::isNumber(int column) const
{
    return column != Lock;
}

} // namespace lockscope::ui

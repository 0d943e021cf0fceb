// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_model.hpp"

#include "contention/contention_words.hpp"
#include "models/lock_cells.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <utility>

namespace lockscope::ui {

void ContentionModel::setRanking(const ContentionRanking& ranking)
{
    std::vector<ContentionRow> rows;
    std::visit(
        [&rows](const auto& places) {
            rows.reserve(places.size());
            for (const auto& place : places) {
                const double first = places.front().waiting_seconds;
                rows.push_back({place, first > 0 ? place.waiting_seconds / first : 0});
            }
        },
        ranking);
    if (const RankingBy by = kindOf(ranking); std::exchange(m_by, by) != by) {
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    }
    syncRows(std::move(rows));
}

QString ContentionModel::displayed(const ContendedLock& lock, int column)
{
    switch (column) {
    case Name: return shortText(lock.name);
    case Waited: return shortDuration(lock.waiting_seconds * 1000);
    case WaitingNow: return numberText(lock.waiting_now);
    case MostWaiting: return numberText(lock.most_waiting);
    case Acquired: return numberText(lock.acquired);
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

QString ContentionModel::displayed(const ContendedPrefix& prefix, int column)
{
    const auto number = [](std::int64_t value, bool isExact) {
        return isExact ? numberText(value) : tr("≥ %1", "at least so many").arg(numberText(value));
    };
    switch (column) {
    case Name: return prefixText(prefix.prefix);
    case Waited: {
        const QString waited = shortDuration(prefix.waiting_seconds * 1000);
        return prefix.waits_exact ? waited : tr("≥ %1", "at least so long").arg(waited);
    }
    case WaitingNow: return number(prefix.waiting_now, prefix.waits_exact);
    case MostWaiting: return number(prefix.most_waiting, prefix.most_exact);
    case Acquired: return number(prefix.acquired, prefix.acquired_exact);
    case Locks: return number(prefix.locks, prefix.acquired_exact);
    default: return {};
    }
}

QVariant ContentionModel::cell(int index, int column, int role) const
{
    const ContentionRow& row = rowAt(index);
    const ContendedLock* lock = row.lock();
    switch (role) {
    case Qt::DisplayRole:
        return std::visit([column](const auto& place) { return displayed(place, column); }, row.place);
    case Qt::ToolTipRole: return column == Name && !row.key().empty() ? toolTipText(row.key()) : QString();
    case LockBytesRole: return lock ? QVariant(QByteArray::fromStdString(lock->name)) : QVariant();
    case PrefixRole: return lock ? QVariant() : QVariant(QByteArray::fromStdString(row.key()));
    case ShareRole: return row.share;
    default: return {};
    }
}

QString ContentionModel::title(int column) const
{
    const bool byLock = m_by == RankingBy::lock;
    switch (column) {
    case Name: return byLock ? tr("Lock", "column") : tr("Prefix", "column: what names of locks begin with");
    case Waited: return tr("Waited", "column: the time that all clients together have waited for the lock");
    case WaitingNow: return tr("Clients waiting", "column: now");
    case MostWaiting: return tr("Most clients", "column: the most that waited at one time");
    case Acquired: return tr("Acquired", "column: how often");
    case Last:
        return byLock ? tr("Median hold", "column: half of the holds are shorter") : tr("Locks", "column: how many");
    default: return {};
    }
}

QString ContentionModel::titleToolTip(int column) const
{
    const bool byLock = m_by == RankingBy::lock;
    switch (column) {
    case Waited: return toolTipText(tr("The time that all its clients together have waited"));
    case MostWaiting:
        return byLock ? QString()
                      : toolTipText(tr("At one time; of several locks it is only known that it was no less"));
    case Acquired:
        return byLock
                 ? QString()
                 : toolTipText(tr("Of locks that were quiet for long, or of too many, not everything is kept: then "
                                  "it was no less"));
    case Last:
        return toolTipText(byLock ? tr("Half of its holds are shorter; off by less than 5 %")
                                  : tr("Those that were acquired, or for which somebody waited"));
    default: return {};
    }
}

bool ContentionModel::isNumber(int column) const
{
    return column != Name;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "models/lock_filter.hpp"
#include "models/lock_groups.hpp"
#include "models/lock_roles.hpp"

#include <QList>
#include <QString>

namespace lockscope::ui {

// What the cells of the lock table say, in the language of the window.

[[nodiscard]] QString columnTitle(LockColumn column);
/// For columns whose title does not explain itself; as toolTipText() makes it, or empty.
[[nodiscard]] QString toolTipOfColumn(LockColumn column);
[[nodiscard]] Qt::Alignment columnAlignment(LockColumn column);
/// What one looks for by sorting stands first: the worst, the most, the longest; of words the first.
[[nodiscard]] Qt::SortOrder columnFirstOrder(LockColumn column);

/// @param namer what clients are called, in a word; without it, holders are their ids
[[nodiscard]] QString lockText(const LockState& state, LockColumn column, const FilterMoment& shown,
                               const ClientNamer& namer = {});
/// What is only painted, for screen readers.
///@{
/// "free, blocked by its data": the mark beside @p condition
[[nodiscard]] QString blockedText(const QString& condition);
/// "15 waiting, 5 dead in the queue"
[[nodiscard]] QString waitersSentence(const LockState& state);
/// "at most 5 waited", of the bars of the last minute; empty without any
[[nodiscard]] QString lastMinuteText(const QList<float>& waiters);
///@}
/// As toolTipText() makes it, or empty.
[[nodiscard]] QString toolTipOfLock(const LockState& state, LockColumn column, const ClientNamer& namer);

/// What a group is called: "orders:", "(no prefix)".
[[nodiscard]] QString prefixText(const std::string& prefix);
[[nodiscard]] QString groupText(const std::string& prefix, const GroupSums& sums, LockColumn column);
/// The worst that is among its locks; its number is what groupText() says in the column of states.
[[nodiscard]] LockCondition groupCondition(const GroupSums& sums);
/// "orders:, 1,284 locks, 312 held, …": everything in one line, for screen readers.
[[nodiscard]] QString groupSummary(const std::string& prefix, const GroupSums& sums);
/// The same as toolTipText() makes it.
[[nodiscard]] QString toolTipOfGroup(const std::string& prefix, const GroupSums& sums);

} // namespace lockscope::ui

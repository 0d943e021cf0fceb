// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QList>
#include <QMetaType>

namespace lockscope::ui {

/// Columns of the lock table.
enum class LockColumn { condition, name, type, mode, holder, count, ttl, waiters, lastMinute, heldFor, renewed };
inline constexpr int kLockColumnCount = 11;

/// What delegates ask an index for, in every column. Nothing here changes with time alone: what ticks is painted from
/// the state's own deadline, with the thresholds of the model.
enum class LockRole {
    state = Qt::UserRole + 1, ///< LockStatePtr; nothing for a group
    condition,                ///< int of LockCondition, at the time of asking; of a group the worst that is counted
    nameBytes,                ///< QByteArray
    history,                  ///< QList<float>: waiters per bucket of the last minute, oldest first; empty if never any
    blocked,                  ///< bool: its data are such that it stays blocked, whatever its condition says
    fold,                     ///< int of GroupFolds::Fold for the header of a group; nothing for a lock
    member,                   ///< bool: a lock below a header
};

/// Buckets of LockRole::history: twenty of three seconds.
inline constexpr int kHistoryBuckets = 20;
/// In such a history: nobody looked.
inline constexpr float kUnseen = -1;

} // namespace lockscope::ui

Q_DECLARE_METATYPE(lockscope::LockStatePtr)

// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the table's model share.
#pragma once

#include "lock_examples.hpp"
#include "models/lock_table_model.hpp"

#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

using namespace lockscope::ui;

inline QString textAt(const LockTableModel& model, int row, LockColumn column)
{
    return model.index(row, static_cast<int>(column)).data().toString();
}

/// The names shown, from the top.
inline QStringList namesIn(const LockTableModel& model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row) {
        names << textAt(model, row, LockColumn::name);
    }
    return names;
}

inline LockFilter filterOf(const QString& text)
{
    return std::get<LockFilter>(LockFilter::parse(text));
}

/// More than are arranged at once.
inline std::vector<LockChange> manyLocks()
{
    std::vector<LockChange> locks;
    for (int lock = 0; lock < 6000; ++lock) {
        locks.push_back(added(longHeldExample("lock:" + std::to_string(lock))));
    }
    return locks;
}

inline LockState waitedFor(std::string name, std::int64_t waiters)
{
    LockState state = heldExample(std::move(name));
    state.waiting_clients = waiters;
    return state;
}

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_groups.hpp"
#include "models/lock_roles.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::ui {

/// What the rows follow.
struct LockView
{
    LockFilter filter;
    LockColumn column = LockColumn::name;
    SortDirection direction = SortDirection::ascending;
    Grouping grouping = Grouping::none;
    GroupFolds folds;
    Thresholds thresholds;
};

/// Filtering, grouping and sorting of everything at once, on values: so it can be done away from the GUI thread.
struct ArrangeTask
{
    struct Item
    {
        LockStore::Slot slot;
        LockStatePtr state;
        std::int64_t lastMinute; ///< For that column only; otherwise 0.
    };
    LockView view;
    FilterMoment moment;
    std::size_t capacity = 0; ///< Slots are below this.
    std::vector<Item> items;
    std::shared_ptr<std::atomic_bool> cancelled; ///< May be null.
};

struct Arrangement
{
    std::vector<RowId> rows;
    std::vector<std::int64_t> keys; ///< By slot.
    std::optional<LockGroups> groups;
};

/// nullopt if it was cancelled.
[[nodiscard]] std::optional<Arrangement> arrange(const ArrangeTask& task);

} // namespace lockscope::ui

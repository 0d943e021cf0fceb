// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_arrangement.hpp"

#include "models/lock_sort_key.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr std::size_t kLooksUp = 4096; ///< Items between two looks at whether it is still wanted.

struct Ranked
{
    std::uint32_t rank; ///< Of its group.
    std::int64_t key;
    const std::string* name;
    LockStore::Slot slot;
};

/// Those that pass the filter, with their keys and groups.
std::optional<std::vector<Ranked>> filtered(const ArrangeTask& task, Arrangement& result)
{
    const LockView& view = task.view;
    std::vector<Ranked> passing;
    for (std::size_t at = 0; at < task.items.size(); ++at) {
        if (at % kLooksUp == 0 && task.cancelled && *task.cancelled) {
            return std::nullopt;
        }
        const ArrangeTask::Item& item = task.items[at];
        if (!view.filter.matches(*item.state, task.moment)) {
            continue;
        }
        const std::int64_t key = sortKey(view.column, *item.state, item.lastMinute, task.moment);
        result.keys[item.slot] = key;
        if (result.groups) {
            result.groups->put(item.slot, item.state->name, shareOf(*item.state, task.moment));
        }
        passing.push_back({0, key, &item.state->name, item.slot});
    }
    return passing;
}

} // namespace

std::optional<Arrangement> arrange(const ArrangeTask& task)
{
    const LockView& view = task.view;
    Arrangement result;
    result.keys.resize(task.capacity);
    if (view.grouping != Grouping::none) {
        result.groups.emplace(view.grouping);
    }
    std::optional<std::vector<Ranked>> passing = filtered(task, result);
    if (!passing) {
        return std::nullopt;
    }
    std::vector<char> open;
    if (result.groups) {
        LockGroups& groups = *result.groups;
        groups.sortBy(view.column, view.direction);
        open.resize(groups.capacity());
        for (const GroupId group : groups.ranked()) {
            open[group] = view.folds.isOpen(groups.prefix(group)) ? 1 : 0;
        }
        std::erase_if(*passing, [&](Ranked& lock) {
            const GroupId group = groups.groupOf(lock.slot);
            lock.rank = groups.rankOf(group);
            return open[group] == 0;
        });
    }
    const bool descending = view.direction == SortDirection::descending;
    const bool namesDescend = descending && view.column == LockColumn::name;
    std::sort(passing->begin(), passing->end(), [&](const Ranked& a, const Ranked& b) {
        if (a.rank != b.rank) {
            return a.rank < b.rank;
        }
        if (a.key != b.key) {
            return (a.key < b.key) != descending;
        }
        const int names = a.name->compare(*b.name);
        return namesDescend ? names > 0 : names < 0;
    });

    result.rows.reserve(passing->size());
    auto next = passing->cbegin();
    if (result.groups) {
        for (const GroupId group : result.groups->ranked()) {
            result.rows.push_back(headerOf(group));
            for (; next != passing->cend() && next->rank == result.groups->rankOf(group); ++next) {
                result.rows.push_back(next->slot);
            }
        }
    }
    for (; next != passing->cend(); ++next) {
        result.rows.push_back(next->slot);
    }
    return result;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/titled_table_model.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lockscope::ui {

/// A table over values with an identity, for short lists that are replaced as a whole: syncRows() turns the new list
/// into the fewest removals, moves, insertions and changes, so that selection and scroll position stay.
///
/// Row needs operator== and `const std::string& key() const`. Lists with a key twice are reset.
template <class Row>
class ValueTableModel : public TitledTableModel
{
public:
    using TitledTableModel::TitledTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

    [[nodiscard]] const Row& rowAt(int index) const { return m_rows[static_cast<std::size_t>(index)]; }

protected:
    void resetRows(std::vector<Row> next)
    {
        beginResetModel();
        m_rows = std::move(next);
        endResetModel();
    }

    void syncRows(std::vector<Row> next)
    {
        const auto wanted = keysOf(next);
        if (wanted.size() != next.size() || keysOf(m_rows).size() != m_rows.size()) {
            resetRows(std::move(next));
            return;
        }
        removeMissing(wanted);
        for (std::size_t i = 0; i < next.size(); ++i) {
            place(i, std::move(next[i]));
        }
    }

private:
    static std::unordered_set<std::string> keysOf(const std::vector<Row>& rows)
    {
        std::unordered_set<std::string> keys;
        for (const Row& row : rows) {
            keys.insert(row.key());
        }
        return keys;
    }

    void removeMissing(const std::unordered_set<std::string>& wanted)
    {
        for (int last = static_cast<int>(m_rows.size()) - 1; last >= 0; --last) {
            if (wanted.contains(rowAt(last).key())) {
                continue;
            }
            int first = last;
            while (first > 0 && !wanted.contains(rowAt(first - 1).key())) {
                --first;
            }
            beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            endRemoveRows();
            last = first;
        }
    }

    /// Before: the rows in front of @p position are as wanted. After: so is this one.
    void place(std::size_t position, Row wanted)
    {
        const auto begin = m_rows.begin() + static_cast<std::ptrdiff_t>(position);
        const auto found = std::find_if(begin, m_rows.end(), [&](const Row& row) { return row.key() == wanted.key(); });
        const int to = static_cast<int>(position);
        if (found == m_rows.end()) {
            beginInsertRows({}, to, to);
            m_rows.insert(begin, std::move(wanted));
            endInsertRows();
            return;
        }
        if (found != begin) {
            const int from = static_cast<int>(found - m_rows.begin());
            beginMoveRows({}, from, from, {}, to);
            std::rotate(begin, found, found + 1);
            endMoveRows();
        }
        Row& current = m_rows[position];
        if (!(current == wanted)) {
            current = std::move(wanted);
            emit dataChanged(index(to, 0), index(to, columnCount() - 1));
        }
    }

    std::vector<Row> m_rows;
};

} // namespace lockscope::ui

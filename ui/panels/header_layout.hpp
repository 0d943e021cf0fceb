// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <optional>

namespace lockscope::ui {

/// How the columns of a table stand, as it is kept between starts: in a form of our own, where widths are in widths of
/// a character. So they fit any size of text, and a state of another version is left aside instead of breaking the
/// table.
struct HeaderLayout
{
    struct Column
    {
        int column = 0;
        bool shown = true;
        double width = 0; ///< 0: as wide as it is at first.
        bool operator==(const Column&) const = default;
    };

    QList<Column> columns; ///< As they stand from the left.
    int sorted = -1;       ///< The column by which the rows are sorted; −1: by none.
    Qt::SortOrder order = Qt::AscendingOrder;

    bool operator==(const HeaderLayout&) const = default;

    [[nodiscard]] QByteArray toBytes() const;
    /// nullopt if the bytes are none of ours, or of a table with another number of columns.
    /// @param added so many of the columns, the last ones, may not have been there yet: then they are hidden
    [[nodiscard]] static std::optional<HeaderLayout> fromBytes(const QByteArray& bytes, int count, int added = 0);
};

} // namespace lockscope::ui

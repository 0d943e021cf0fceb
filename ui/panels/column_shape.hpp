// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMetaObject>
#include <QObject>

class QAction;
class QTableView;

namespace lockscope::ui {

/// What a mouse does with the header of a table, for the keyboard: moves and sizes the column in which the current cell
/// is. An action is enabled where it would do something; the last column is as wide as there is room.
class ColumnShape : public QObject
{
    Q_OBJECT

public:
    /// @param table owns this
    explicit ColumnShape(QTableView& table);

    /// To the left, to the right, wider, narrower. They name the column.
    [[nodiscard]] QList<QAction*> actions() const;
    /// For one table of a window.
    void setShortcuts();
    /// The table has another model.
    void follow();
    /// The current cell is in another column, or the words have changed.
    void update();

private:
    enum class Side { left, right };
    /// The visual index of the column that is shown next to the current one; −1 if there is none.
    [[nodiscard]] int neighbour(Side side) const;
    [[nodiscard]] QString title() const;
    void move(Side side);
    void widen(int digits);

    QTableView& m_table;
    QAction* m_left;
    QAction* m_right;
    QAction* m_wider;
    QAction* m_narrower;
    QList<QMetaObject::Connection> m_followed;
};

} // namespace lockscope::ui

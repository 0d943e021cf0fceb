// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_roles.hpp"

#include <QList>
#include <QObject>

class QAction;
class QTableView;

namespace lockscope::ui {

/// What a mouse does with the header of the lock table, for the keyboard: sorting, and moving and sizing the column in
/// which the current cell is.
class LockColumnActions : public QObject
{
    Q_OBJECT

public:
    /// @param table with all columns and its selection model; owns this
    explicit LockColumnActions(QTableView& table);

    /// One for each column, a separator, and the other way round.
    [[nodiscard]] QList<QAction*> sorting() const;
    /// A separator; to the left, to the right, wider, narrower.
    [[nodiscard]] QList<QAction*> shaping() const;
    /// By the column of the current cell.
    void update();
    void retranslate();

private:
    void sortBy(int column);
    void reverse();
    void showOrder();

    QTableView& m_table;
    QList<QAction*> m_sorts; ///< By column.
    QAction* m_orderSeparator;
    QAction* m_reverse;
    QAction* m_shapeSeparator;
    QAction* m_left;
    QAction* m_right;
    QAction* m_wider;
    QAction* m_narrower;
};

} // namespace lockscope::ui

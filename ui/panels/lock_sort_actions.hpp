// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QTableView;

namespace lockscope::ui {

/// What a click on the header of the lock table does, for the keyboard.
class LockSortActions : public QObject
{
    Q_OBJECT

public:
    /// @param table with all columns; owns this
    explicit LockSortActions(QTableView& table);

    /// One for each column, a separator, and the other way round.
    [[nodiscard]] QList<QAction*> actions() const;
    void retranslate();

private:
    void sortBy(int column);
    void reverse();
    void showOrder();

    QTableView& m_table;
    QList<QAction*> m_sorts; ///< By column.
    QAction* m_separator;
    QAction* m_reverse;
};

} // namespace lockscope::ui

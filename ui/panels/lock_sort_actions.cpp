// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_sort_actions.hpp"

#include "models/first_order.hpp"
#include "models/lock_cells.hpp"

#include <QAction>
#include <QActionGroup>
#include <QHeaderView>
#include <QTableView>

namespace lockscope::ui {

LockSortActions::LockSortActions(QTableView& table)
    : QObject(&table)
    , m_table(table)
    , m_separator(new QAction(this))
    , m_reverse(new QAction(this))
{
    m_separator->setSeparator(true);
    auto* group = new QActionGroup(this);
    for (int column = 0; column < kLockColumnCount; ++column) {
        auto* action = new QAction(this);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, column] { sortBy(column); });
        m_sorts << action;
    }
    connect(m_reverse, &QAction::triggered, this, &LockSortActions::reverse);
    connect(table.horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &LockSortActions::showOrder);
    showOrder();
    retranslate();
}

QList<QAction*> LockSortActions::actions() const
{
    return m_sorts + QList<QAction*>{m_separator, m_reverse};
}

void LockSortActions::sortBy(int column)
{
    const QHeaderView& header = *m_table.horizontalHeader();
    if (column != header.sortIndicatorSection()) {
        m_table.sortByColumn(column, firstOrder(*m_table.model(), column));
    }
}

void LockSortActions::reverse()
{
    const QHeaderView& header = *m_table.horizontalHeader();
    m_table.sortByColumn(header.sortIndicatorSection(), reversed(header.sortIndicatorOrder()));
}

void LockSortActions::showOrder()
{
    const int column = m_table.horizontalHeader()->sortIndicatorSection();
    if (column >= 0 && column < m_sorts.size()) {
        m_sorts.at(column)->setChecked(true);
    }
}

void LockSortActions::retranslate()
{
    for (int column = 0; column < kLockColumnCount; ++column) {
        m_sorts.at(column)->setText(columnTitle(static_cast<LockColumn>(column)));
    }
    m_sorts.at(static_cast<int>(LockColumn::count))->setText(tr("Reentry count"));
    m_reverse->setText(tr("&The other way round"));
}

} // namespace lockscope::ui

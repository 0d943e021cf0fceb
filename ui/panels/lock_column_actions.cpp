// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_column_actions.hpp"

#include "models/lock_cells.hpp"
#include "panels/column_shape.hpp"

#include <QAction>
#include <QActionGroup>
#include <QHeaderView>
#include <QTableView>

namespace lockscope::ui {
namespace {

QAction* separator(QObject* parent)
{
    auto* action = new QAction(parent);
    action->setSeparator(true);
    return action;
}

QString titleOf(int column)
{
    return columnTitle(static_cast<LockColumn>(column));
}

} // namespace

LockColumnActions::LockColumnActions(QTableView& table)
    : QObject(&table)
    , m_table(table)
    , m_orderSeparator(separator(this))
    , m_reverse(new QAction(this))
    , m_shapeSeparator(separator(this))
    , m_left(new QAction(this))
    , m_right(new QAction(this))
    , m_wider(new QAction(this))
    , m_narrower(new QAction(this))
{
    auto* group = new QActionGroup(this);
    for (int column = 0; column < kLockColumnCount; ++column) {
        auto* action = new QAction(this);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, column] { sortBy(column); });
        m_sorts << action;
    }
    m_left->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left));
    m_right->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right));
    m_wider->setShortcut(QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right));
    m_narrower->setShortcut(QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Left));
    connect(m_reverse, &QAction::triggered, this, &LockColumnActions::reverse);
    connect(m_left, &QAction::triggered, this, [this] { moveColumn(m_table, -1); });
    connect(m_right, &QAction::triggered, this, [this] { moveColumn(m_table, 1); });
    connect(m_wider, &QAction::triggered, this, [this] { widenColumn(m_table, kColumnStep); });
    connect(m_narrower, &QAction::triggered, this, [this] { widenColumn(m_table, -kColumnStep); });
    const QHeaderView* header = table.horizontalHeader();
    connect(header, &QHeaderView::sortIndicatorChanged, this, &LockColumnActions::showOrder);
    connect(header, &QHeaderView::sectionMoved, this, &LockColumnActions::update);
    connect(header, &QHeaderView::sectionResized, this, &LockColumnActions::update); // also when one is hidden
    connect(table.selectionModel(), &QItemSelectionModel::currentColumnChanged, this, &LockColumnActions::update);
    showOrder();
    retranslate();
}

QList<QAction*> LockColumnActions::sorting() const
{
    return m_sorts + QList<QAction*>{m_orderSeparator, m_reverse};
}

QList<QAction*> LockColumnActions::shaping() const
{
    return {m_shapeSeparator, m_left, m_right, m_wider, m_narrower};
}

void LockColumnActions::sortBy(int column)
{
    const QHeaderView& header = *m_table.horizontalHeader();
    if (column != header.sortIndicatorSection()) {
        m_table.sortByColumn(column, Qt::AscendingOrder);
    }
}

void LockColumnActions::reverse()
{
    const QHeaderView& header = *m_table.horizontalHeader();
    const bool down = header.sortIndicatorOrder() == Qt::DescendingOrder;
    m_table.sortByColumn(header.sortIndicatorSection(), down ? Qt::AscendingOrder : Qt::DescendingOrder);
}

void LockColumnActions::showOrder()
{
    const int column = m_table.horizontalHeader()->sortIndicatorSection();
    if (column >= 0 && column < m_sorts.size()) {
        m_sorts.at(column)->setChecked(true);
    }
}

void LockColumnActions::update()
{
    const bool stretches = neighbourColumn(m_table, 1) < 0; // the last one is as wide as there is room
    m_left->setEnabled(neighbourColumn(m_table, -1) >= 0);
    m_right->setEnabled(!stretches);
    m_wider->setEnabled(!stretches);
    m_narrower->setEnabled(!stretches);
    const QModelIndex current = m_table.currentIndex();
    const QString name = titleOf(current.isValid() ? current.column() : static_cast<int>(LockColumn::name));
    m_left->setText(tr("Move “%1” to the &left", "column of the table").arg(name));
    m_right->setText(tr("Move “%1” to the r&ight", "column of the table").arg(name));
    m_wider->setText(tr("Make “%1” &wider", "column of the table").arg(name));
    m_narrower->setText(tr("Make “%1” &narrower", "column of the table").arg(name));
}

void LockColumnActions::retranslate()
{
    for (int column = 0; column < kLockColumnCount; ++column) {
        m_sorts.at(column)->setText(titleOf(column));
    }
    m_sorts.at(static_cast<int>(LockColumn::count))->setText(tr("Reentry count"));
    m_reverse->setText(tr("&The other way round"));
    update();
}

} // namespace lockscope::ui

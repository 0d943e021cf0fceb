// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/column_shape.hpp"

#include <QAction>
#include <QFontMetrics>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kStepDigits = 2;
constexpr int kNarrowestDigits = 3;

} // namespace

ColumnShape::ColumnShape(QTableView& table)
    : QObject(&table)
    , m_table(table)
    , m_left(new QAction(this))
    , m_right(new QAction(this))
    , m_wider(new QAction(this))
    , m_narrower(new QAction(this))
{
    connect(m_left, &QAction::triggered, this, [this] { move(Side::left); });
    connect(m_right, &QAction::triggered, this, [this] { move(Side::right); });
    connect(m_wider, &QAction::triggered, this, [this] { widen(kStepDigits); });
    connect(m_narrower, &QAction::triggered, this, [this] { widen(-kStepDigits); });
    const QHeaderView* header = table.horizontalHeader();
    connect(header, &QHeaderView::sectionMoved, this, &ColumnShape::update);
    connect(header, &QHeaderView::sectionResized, this, &ColumnShape::update); // also when one is hidden
    follow();
}

QList<QAction*> ColumnShape::actions() const
{
    return {m_left, m_right, m_wider, m_narrower};
}

void ColumnShape::setShortcuts()
{
    m_left->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left));
    m_right->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right));
    m_wider->setShortcut(QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right));
    m_narrower->setShortcut(QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Left));
}

void ColumnShape::follow()
{
    for (const QMetaObject::Connection& before : std::as_const(m_followed)) {
        disconnect(before);
    }
    m_followed.clear();
    if (const QItemSelectionModel* selection = m_table.selectionModel()) {
        m_followed << connect(selection, &QItemSelectionModel::currentColumnChanged, this, &ColumnShape::update);
        // Then there is no current cell any more, and a selection model says nothing of it.
        m_followed << connect(m_table.model(), &QAbstractItemModel::modelReset, this, &ColumnShape::update);
        m_followed << connect(m_table.model(), &QAbstractItemModel::headerDataChanged, this, &ColumnShape::update);
    }
    update();
}

void ColumnShape::update()
{
    const bool stretches = neighbour(Side::right) < 0;
    m_left->setEnabled(neighbour(Side::left) >= 0);
    m_right->setEnabled(!stretches);
    m_wider->setEnabled(!stretches);
    m_narrower->setEnabled(!stretches);
    const QString name = title();
    m_left->setText(tr("Move “%1” to the &left", "column of a table").arg(name));
    m_right->setText(tr("Move “%1” to the r&ight", "column of a table").arg(name));
    m_wider->setText(tr("Make “%1” &wider", "column of a table").arg(name));
    m_narrower->setText(tr("Make “%1” &narrower", "column of a table").arg(name));
}

int ColumnShape::neighbour(Side side) const
{
    const QHeaderView& header = *m_table.horizontalHeader();
    if (!m_table.currentIndex().isValid()) {
        return -1;
    }
    const int step = side == Side::left ? -1 : 1;
    int visual = header.visualIndex(m_table.currentIndex().column()) + step;
    while (visual >= 0 && visual < header.count() && header.isSectionHidden(header.logicalIndex(visual))) {
        visual += step;
    }
    return visual < header.count() ? visual : -1;
}

/// Without a current cell that of the first column, so that the actions have names.
QString ColumnShape::title() const
{
    const QModelIndex current = m_table.currentIndex();
    const QHeaderView& header = *m_table.horizontalHeader();
    const int column = current.isValid() ? current.column() : std::max(0, header.logicalIndex(0));
    return m_table.model() ? m_table.model()->headerData(column, Qt::Horizontal).toString() : QString();
}

void ColumnShape::move(Side side)
{
    if (const int visual = neighbour(side); visual >= 0) {
        QHeaderView& header = *m_table.horizontalHeader();
        header.moveSection(header.visualIndex(m_table.currentIndex().column()), visual);
        m_table.scrollTo(m_table.currentIndex());
    }
}

void ColumnShape::widen(int digits)
{
    if (!m_table.currentIndex().isValid()) {
        return;
    }
    QHeaderView& header = *m_table.horizontalHeader();
    const int column = m_table.currentIndex().column();
    const int digit = std::max(1, header.fontMetrics().horizontalAdvance(QLatin1Char('0')));
    header.resizeSection(column, std::max(header.sectionSize(column) + digits * digit, kNarrowestDigits * digit));
}

} // namespace lockscope::ui

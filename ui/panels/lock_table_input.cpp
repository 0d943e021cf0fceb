// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and mouse buttons in the lock table.
#include "delegates/group_delegate.hpp"
#include "models/lock_table_model.hpp"
#include "panels/focus.hpp"
#include "panels/lock_table.hpp"
#include "panels/lock_table_actions.hpp"

#include <QFocusEvent>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kName = static_cast<int>(LockColumn::name);

} // namespace

void LockTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        m_actions->copy(CopyFormat::text);
        return;
    }
    if (foldByKey(*event) || selectCurrentRowByKey(*this, *event) || goToEndByKey(*this, *event)) {
        return;
    }
    // Typing letters must not jump through a hundred thousand rows; that is what the filter is for.
    const bool isText = !event->text().isEmpty() && event->text().at(0).isPrint();
    if (isText && event->modifiers() == Qt::NoModifier && event->key() != Qt::Key_Space) { // which selects
        event->ignore();
        return;
    }
    QTableView::keyPressEvent(event);
}

/// As in a tree: Right opens, Left closes or goes up to the header, Enter and Space toggle.
bool LockTable::foldByKey(const QKeyEvent& event)
{
    const int row = currentIndex().isValid() ? currentIndex().row() : -1;
    const int header = m_model.groupRowOf(row);
    if (header < 0 || event.modifiers() != Qt::NoModifier) {
        return false;
    }
    const bool onHeader = header == row;
    switch (event.key()) {
    case Qt::Key_Right:
        if (onHeader) {
            m_model.setFold(row, GroupFolds::Fold::open);
        }
        return onHeader;
    case Qt::Key_Left:
        if (onHeader) {
            m_model.setFold(row, GroupFolds::Fold::closed);
        } else {
            setCurrentIndex(m_model.index(header, kName));
        }
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (onHeader) {
            toggleFold(row);
        }
        return onHeader;
    default: return false;
    }
}

void LockTable::toggleFold(int row)
{
    const bool open = m_model.fold(row) == GroupFolds::Fold::open;
    m_model.setFold(row, open ? GroupFolds::Fold::closed : GroupFolds::Fold::open);
}

/// A view that gets the keys goes to its first row, which then is shown, and cannot be acted on. Who comes by key wants
/// a row to start from; to anybody else nothing is to happen: what was looked at may just have been released.
void LockTable::focusInEvent(QFocusEvent* event)
{
    const bool isNowhere = !currentIndex().isValid() && !selectionModel()->hasSelection();
    if (isNowhere) {
        setCurrentIndex({}); // that there is none is meant so
    }
    QTableView::focusInEvent(event);
    const bool isByKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (isNowhere && isByKey && m_model.rowCount() > 0) {
        const int top = std::max(rowAt(0), 0);
        selectionModel()->setCurrentIndex(m_model.index(top, kName),
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
}

void LockTable::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (!index.isValid() && event->button() == Qt::LeftButton) {
        return; // a click beside the rows takes nothing away
    }
    const int name = kName;
    const int mark = columnViewportPosition(name) + 2 * foldMarkSide(fontMetrics());
    QTableView::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && index.isValid() && index.column() == name && m_model.isGroup(index.row())
        && event->position().x() < mark) {
        toggleFold(index.row());
    }
}

void LockTable::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    QTableView::mouseDoubleClickEvent(event);
    if (index.isValid() && m_model.isGroup(index.row()) && event->button() == Qt::LeftButton) {
        toggleFold(index.row());
    }
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/focus.hpp"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QFocusEvent>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QScrollBar>
#include <QWidget>

#include <algorithm>

namespace lockscope::ui {

void focusFirstOf(QWidget& part)
{
    const auto takesKeys = [](const QWidget& widget) {
        return widget.isEnabled() && widget.isVisible() && (widget.focusPolicy() & Qt::TabFocus) != 0;
    };
    for (QWidget* next = part.nextInFocusChain(); next != &part; next = next->nextInFocusChain()) {
        if (part.isAncestorOf(next) && takesKeys(*next)) {
            next->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
    part.setFocus(Qt::ShortcutFocusReason);
}

void bringKeysToSight(QAbstractItemView& view, const QFocusEvent& event)
{
    QItemSelectionModel* selection = view.selectionModel();
    const int rows = view.model() != nullptr ? view.model()->rowCount() : 0;
    if (event.reason() == Qt::MouseFocusReason || selection == nullptr || selection->hasSelection() || rows == 0) {
        return;
    }
    const QModelIndex current = view.currentIndex();
    if (current.isValid() && view.viewport()->rect().intersects(view.visualRect(current))) {
        return;
    }
    const QScrollBar& bar = *view.verticalScrollBar();
    const bool isAtEnd = bar.maximum() > 0 && bar.value() == bar.maximum();
    const int row = isAtEnd ? rows - 1 : std::max(view.indexAt(QPoint(1, 1)).row(), 0);
    selection->setCurrentIndex(view.model()->index(row, std::max(current.column(), 0)), QItemSelectionModel::NoUpdate);
}

bool selectCurrentRowByKey(const QAbstractItemView& view, const QKeyEvent& event)
{
    const bool moves = event.key() == Qt::Key_Down || event.key() == Qt::Key_Up;
    const bool isPlain = (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    QItemSelectionModel* selection = view.selectionModel();
    if (!moves || !isPlain || selection == nullptr || selection->hasSelection() || !view.currentIndex().isValid()) {
        return false;
    }
    selection->select(view.currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    return true;
}

bool goToEndByKey(QAbstractItemView& view, const QKeyEvent& event)
{
    const bool isEnd = event.key() == Qt::Key_End;
    const bool isPlain = (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    const int rows = view.model() != nullptr ? view.model()->rowCount() : 0;
    if ((!isEnd && event.key() != Qt::Key_Home) || !isPlain || rows == 0) {
        return false;
    }
    const int column = std::max(view.currentIndex().column(), 0);
    const QModelIndex end = view.model()->index(isEnd ? rows - 1 : 0, column);
    view.selectionModel()->setCurrentIndex(end, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    view.scrollTo(end);
    return true;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/focus.hpp"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QFocusEvent>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QWidget>

#include <algorithm>

namespace lockscope::ui {
namespace {

class WayDown : public QObject
{
public:
    WayDown(QLineEdit& field, QAbstractItemView& view) : QObject(&field), m_view(&view)
    {
        field.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress) {
            return QObject::eventFilter(watched, event);
        }
        const auto& key = *static_cast<QKeyEvent*>(event);
        const bool leads = key.key() == Qt::Key_Down || key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
        const bool isPlain = (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (!leads || !isPlain || !m_view || !m_view->isVisible() || m_view->model()->rowCount() == 0) {
            return false;
        }
        m_view->setFocus(Qt::TabFocusReason);
        QItemSelectionModel& selection = *m_view->selectionModel();
        if (!selection.hasSelection()) {
            const QModelIndex first = m_view->model()->index(0, std::max(m_view->currentIndex().column(), 0));
            selection.setCurrentIndex(first, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            m_view->scrollTo(first);
        }
        return true;
    }

private:
    QPointer<QAbstractItemView> m_view;
};

class Arrivals : public QObject
{
public:
    explicit Arrivals(QAbstractItemView& view) : QObject(&view), m_view(view) { view.installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FocusIn) {
            select(*static_cast<QFocusEvent*>(event));
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void select(const QFocusEvent& event)
    {
        const bool isByKey = event.reason() == Qt::TabFocusReason || event.reason() == Qt::BacktabFocusReason
                          || event.reason() == Qt::ShortcutFocusReason;
        bringKeysToSight(m_view, event);
        QItemSelectionModel* selection = m_view.selectionModel();
        if (isByKey && selection != nullptr && !selection->hasSelection() && m_view.currentIndex().isValid()) {
            selection->select(m_view.currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        }
    }

    QAbstractItemView& m_view;
};

} // namespace

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

void selectWhereKeysCome(QAbstractItemView& view)
{
    new Arrivals(view);
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
    // With Ctrl the view would go there without selecting: two rows to act on.
    const bool isPlain = (event.modifiers() & ~(Qt::KeypadModifier | Qt::ControlModifier)) == Qt::NoModifier;
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

void leadDown(QLineEdit& field, QAbstractItemView& view)
{
    new WayDown(field, view);
}

} // namespace lockscope::ui

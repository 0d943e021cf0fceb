// SPDX-License-Identifier: GPL-3.0-or-later
#include "row_in_hand.hpp"

#include "models/lock_bytes_role.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/workspace.hpp"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace lockscope::ui {

RowInHand::RowInHand(const QList<QAction*>& actions, QMenu& menu, Workspace& workspace)
    : QObject(&workspace)
    , m_actions(actions)
    , m_workspace(workspace)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
    connect(&menu, &QMenu::aboutToShow, this, [this] { static_cast<void>(take()); });
}

void RowInHand::followFocus(QWidget* now)
{
    if (now == nullptr || qobject_cast<QMenuBar*>(now) != nullptr || qobject_cast<QMenu*>(now) != nullptr) {
        return; // the keys come back
    }
    if (now->window() == m_workspace.window()) { // a dialog gives them back, too
        m_workspace.setPlace(m_workspace.detail()->isAncestorOf(now) ? Workspace::Place::detail
                                                                     : Workspace::Place::elsewhere);
    }
    if (m_view) {
        m_view->removeEventFilter(this);
    }
    auto* view = qobject_cast<QAbstractItemView*>(now);
    m_view = view != nullptr && m_workspace.bottom().isAncestorOf(view) ? view : nullptr;
    if (m_view) {
        m_view->installEventFilter(this);
    }
}

RowInHand::Taken RowInHand::take()
{
    if (!m_view || !m_view->selectionModel()) {
        return Taken::nothing;
    }
    const QModelIndex row = m_view->currentIndex();
    const QByteArray name = row.data(kLockBytesRole).toByteArray();
    QItemSelectionModel& selection = *m_view->selectionModel();
    if (!name.isEmpty() && !selection.isSelected(row)) { // It has the frame: Tab led to it, or Ctrl and an arrow.
        selection.select(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    if (name.isEmpty() || !selection.isSelected(row)) {
        m_workspace.setPlace(Workspace::Place::elsewhere); // nor is the lock of the row before
        return Taken::nothing;
    }
    return m_workspace.takeInHand(name.toStdString()) ? Taken::lock : Taken::failed;
}

/// This event comes before the shortcuts; who accepts it gets the key instead of them.
bool RowInHand::eventFilter(QObject* watched, QEvent* event)
{
    // The view also sends events while it is being deleted, when it is no view any more.
    if (event->type() == QEvent::ShortcutOverride && watched == m_view) {
        const QKeySequence keys(static_cast<QKeyEvent*>(event)->keyCombination());
        const bool isMeant = std::any_of(m_actions.begin(), m_actions.end(),
                                         [&](const QAction* action) { return action->shortcuts().contains(keys); });
        if (isMeant && take() == Taken::failed) {
            event->accept();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope::ui

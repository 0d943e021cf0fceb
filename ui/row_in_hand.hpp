// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QAbstractItemView;
class QAction;
class QMenu;

namespace lockscope::ui {

class Workspace;

/// Actions on locks are for the lock that somebody is at: while a row of a panel has the keys and is about another lock
/// than the one that is selected above, keys of these actions, and the menu that has them, select that one first, so
/// that table, detail and dialog all show which it is. Where it is not there any more, that is said and nothing is
/// done. The lock in the detail that has no row above is acted on only by whoever is at the detail.
class RowInHand : public QObject
{
    Q_OBJECT

public:
    /// @param actions, menu, workspace not owned, outlive this
    RowInHand(const QList<QAction*>& actions, QMenu& menu, Workspace& workspace);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Taken { nothing, lock, failed };

    void followFocus(QWidget* now);
    [[nodiscard]] Taken take();

    QList<QAction*> m_actions;
    Workspace& m_workspace;
    QPointer<QAbstractItemView> m_view; ///< Of a panel, that has the keys; or had them before a menu got them.
};

} // namespace lockscope::ui

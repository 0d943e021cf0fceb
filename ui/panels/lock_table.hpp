// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QTableView>
#include <QTimer>

#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

class LockTableModel;

/// The table of locks. Fixed row heights, delegates only; ten times a second the cells that tick are painted again, and
/// only if one in sight counts. The selection is a lock, not a row: if the lock goes, nothing is selected until it
/// comes back, so that an action never meets a neighbour.
class LockTable : public QTableView
{
    Q_OBJECT

public:
    /// @param model not owned
    explicit LockTable(LockTableModel& model, QWidget* parent = nullptr);

    /// Null if nothing is selected, or what was selected is gone.
    [[nodiscard]] LockStatePtr selectedLock() const;
    /// Selects the lock now, or as soon as it comes.
    void selectLock(const std::string& name);

    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

signals:
    void selectionMoved(const lockscope::LockStatePtr& lock);
    /// The locks in sight are others.
    void sightChanged(const std::vector<std::string>& locks);

protected:
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
    void rowsInserted(const QModelIndex& parent, int start, int end) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setUpDelegates();
    void setUpHeader();
    void layOut();
    void tick();
    void reportSight();
    void reselect();
    void showColumnMenu(const QPoint& position);
    [[nodiscard]] std::pair<int, int> rowsInSight() const;

    LockTableModel& m_model;
    QTimer m_tickTimer;
    QTimer m_sightTimer;
    std::optional<std::string> m_wanted; ///< The lock that is, or should be, selected.
    bool m_holdsStill = false;           ///< The selection is changed by us, not by the user.
    bool m_columnsKnown = false;         ///< The user's own widths are in place.
    std::vector<std::string> m_inSight;
};

} // namespace lockscope::ui

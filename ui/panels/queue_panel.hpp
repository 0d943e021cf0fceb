// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/waiters_model.hpp"

#include "lockscope/lock_state.hpp"

#include <QWidget>

#include <optional>
#include <string>

class QAction;

namespace lockscope::ui {

class DestructiveDialog;
class FlowBar;
class Session;
class TablePage;

/// The queue of a fair lock in order, and what an operator may do to it: remove one waiter, or mend the whole.
class QueuePanel : public QWidget
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the panel
    explicit QueuePanel(Session* session, QWidget* parent = nullptr);

    /// @param state nullptr empties it; @param note what is said above the table
    void setLock(const LockStatePtr& state, const QString& note);
    /// How long holds of this lock usually last: what the forecast rests on.
    void setUsual(const UsualHold& usual) { m_waiters.setUsual(usual); }
    /// What clients are called: in the list, and in the dialogs that are opened from here.
    void setClientNamer(const ClientNamer& namer);
    /// As of when it is shown. @param time not owned, outlives the panel
    void setTime(const ShownTime& time) { m_waiters.setTime(time); }
    [[nodiscard]] TablePage& page() const { return *m_page; }
    /// For a menu: evict. The repair of the whole queue is there among the actions on locks.
    [[nodiscard]] QList<QAction*> queueActions() const { return {m_evict}; }

protected:
    void changeEvent(QEvent* event) override;

private:
    /// The waiter that is selected, if it is one.
    [[nodiscard]] std::optional<std::string> selectedOwner() const;
    void open(DestructiveDialog* dialog);
    void openEvict();
    void openRepair();
    /// Why neither can be done, and why not the second; empty if nothing is in the way.
    [[nodiscard]] QString obstacleToBoth() const;
    void updateActions();
    void retranslate();

    Session* m_session; ///< Not owned.
    LockStatePtr m_state;
    WaitersModel m_waiters;
    ClientNamer m_namer;
    TablePage* m_page;
    QAction* m_evict;
    QAction* m_repair;
    FlowBar* m_bar;
};

} // namespace lockscope::ui

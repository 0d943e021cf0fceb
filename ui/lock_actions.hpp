// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "session/name_watch.hpp"
#include "session/session.hpp"
#include "text/live_text.hpp"

#include "lockscope/lock_state.hpp"

#include <QAction>
#include <QHash>
#include <QObject>

#include <utility>
#include <vector>

namespace lockscope::ui {

class DestructiveDialog;

/// What an operator may do to the selected locks: the actions with their texts, icons, shortcuts and states, and the
/// dialogs that they open, for one lock or for several. Each is enabled only where it makes sense, and its tool tip
/// says why not.
class LockActions : public QObject
{
    Q_OBJECT

public:
    /// @param session not owned, outlives this
    /// @param window owns this and the dialogs
    LockActions(Session& session, QWidget* window);

    /// What is selected from now on. Later states of these locks are taken from the session's news.
    void setSelection(std::vector<LockStatePtr> locks);
    [[nodiscard]] const std::vector<LockStatePtr>& selection() const { return m_selection; }
    /// What is known of locks that are not selected, for whoever types a name.
    void setKnown(NameWatch::Known known) { m_known = std::move(known); }
    /// What the clients of holders and waiters are called, in a word; for the dialogs that are opened from now on.
    void setClientNamer(ClientNamer namer) { m_namer = std::move(namer); }
    /// What they hold and wait for besides, for the same dialogs.
    void setClientStakes(ClientStakes stakes) { m_stakes = std::move(stakes); }
    /// What speaks for their life and death, for the same dialogs.
    void setClientRecords(ClientRecords records) { m_records = std::move(records); }
    /// All of them, as a menu has them: what ends a hold or keeps it, what is done for those who wait, what we hold.
    [[nodiscard]] QList<QAction*> actions() const
    {
        return {forceRelease, forceExpire, extend, m_line, repairQueue, wakeNext, m_ownLine, acquire, release};
    }
    void retranslate();

    QAction* forceRelease = make("release");
    QAction* forceExpire = make("expire");
    QAction* extend = make("extend");
    QAction* repairQueue = make("repair");
    QAction* wakeNext = make("wake");
    QAction* acquire = make("acquire");
    QAction* release = make("release"); ///< Gives back what this program holds of the selection.

private:
    QAction* make(const char* iconName);
    QAction* makeLine();
    void takeNews(const MonitorBatch& batch);
    void open(BatchRequest::What what);
    void openRepair();
    void openWake();
    template <class AnyDialog>
    void show(AnyDialog* dialog) const;
    void showWithStakes(DestructiveDialog* dialog) const;
    void releaseOwn();
    using Test = bool (*)(const LockStatePtr& lock);
    [[nodiscard]] std::vector<LockStatePtr> selected(Test test) const;
    /// Why an action is not possible now; empty if it is.
    ///@{
    [[nodiscard]] QString obstacleToEnding() const;
    [[nodiscard]] QString obstacleToExtending() const;
    [[nodiscard]] QString obstacleToRepair() const;
    [[nodiscard]] QString obstacleToWaking() const;
    [[nodiscard]] bool areCounters() const;
    /// Those that do not depend on what is to be done.
    [[nodiscard]] QString obstacleToAnything() const;
    ///@}
    void update();

    QAction* m_line = makeLine();
    QAction* m_ownLine = makeLine();
    Session& m_session;
    QWidget* m_window;
    NameWatch::Known m_known;
    ClientNamer m_namer;
    ClientStakes m_stakes;
    ClientRecords m_records;
    std::vector<LockStatePtr> m_selection;
    QHash<QByteArray, std::size_t> m_placeOf; ///< By name.
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_table_model.hpp"
#include "session/session.hpp"

#include <QWidget>

class QAction;
class QLabel;
class QSplitter;

namespace lockscope::ui {

class BottomPanels;
class ConnectionBanner;
class DetailPanel;
class FailoverBar;
class LockTable;
class LostHoldsBar;
class MissingLockBar;
class MouseHold;
class PaneActions;
class PanelsFold;
class PartVisibility;
class ReconnectBar;
class Settings;
class StatusStrip;
class TablePlaceholder;
class UndoBar;
class WindowSettings;

/// What is seen of a server: strip, table, detail, and the panels below. Brings the session's batches to the table.
class Workspace : public QWidget
{
    Q_OBJECT

public:
    /// @param session, settings not owned, outlive the workspace
    Workspace(Session& session, Settings& settings, QWidget* parent = nullptr);

    /// Null if nothing is selected.
    [[nodiscard]] LockStatePtr selectedLock() const;
    /// Selects the lock, or says why that cannot be.
    void selectLock(const std::string& name);
    /// Those that actions are for: the selected ones, or else the one that the detail shows if it has no row to be
    /// selected, as when the filter has come to leave it out, and is in hand. Of more than can be acted on at once, one
    /// too many.
    [[nodiscard]] std::vector<LockStatePtr> locksToActOn() const;
    /// Selects this lock, or shows it in the detail where it has no row, so that it is the one to act on. Unlike
    /// selectLock(), what stands alone goes on doing so.
    /// @return false if it is not there any more, which is said then
    bool takeInHand(const std::string& name);
    /// Whoever is at the detail has its lock in hand. Elsewhere, keys and menus are not for a lock without a row: it is
    /// not what somebody looks at there.
    enum class Place { detail, elsewhere };
    void setPlace(Place place);
    /// What can be done to the selected locks is offered in the detail and in the table's context menu.
    void offerActions(const QList<QAction*>& actions);
    /// What can be done to the queue of the lock in the detail, with its keys, and undone.
    [[nodiscard]] QList<QAction*> queueActions() const;
    [[nodiscard]] QList<QAction*> keyActions() const;
    [[nodiscard]] QList<QAction*> undoActions() const;
    /// Locks that were released by force and can be put back.
    [[nodiscard]] std::vector<std::string> undoableLocks() const;
    [[nodiscard]] BottomPanels& bottom() { return *m_bottom; }
    [[nodiscard]] QWidget* detail() const;
    [[nodiscard]] ReconnectBar& reconnectBar() { return *m_reconnect; }
    [[nodiscard]] LockTable& table() { return *m_table; }
    [[nodiscard]] LockTableModel& model() { return *m_model; }

    /// @return what is wrong with the text, or empty
    QString setFilter(const QString& text, QuickFilter quick);

    enum class Visibility { shown, hidden };
    void setDetail(Visibility visibility);
    void setBottom(Visibility visibility);
    /// Which of the detail's tabs is in front.
    [[nodiscard]] int detailTab() const;
    void setDetailTab(int tab);
    /// They size the parts.
    [[nodiscard]] QList<QAction*> paneActions() const;
    /// They give one part the room of all.
    [[nodiscard]] QList<QAction*> aloneActions() const;
    /// The table, and what is wanted with it: no part stands alone any more.
    void showTogether();
    /// What of the parts is kept between starts.
    void restore(WindowSettings& settings);
    void save(WindowSettings& settings) const;

signals:
    void selectionMoved();
    /// There is nothing to see here.
    void acquireRequested();
    void sandboxRequested();
    void filterClearRequested();
    void filterRequested(const QString& text);
    /// Nothing else may narrow this one down.
    void followRequested(const QString& text);
    /// A panel at the bottom wants to be seen.
    void bottomRequested();
    /// So does the detail.
    void detailRequested();
    void windowRequested();
    void permissionsRequested();
    /// Another one is to be entered for the present connection.
    void passwordRequested();
    void quickFilterRequested(lockscope::ui::QuickFilter filter);

protected:
    void changeEvent(QEvent* event) override;

private:
    void colorError();
    void buildLayout();
    void connectSession();
    void tellPanelsWhatIsSelected();
    void takeBatch(const MonitorBatch& batch);
    void applyHeld();
    void takeStatus(const MonitorStatus& status);
    void startAnew(Session::State state);
    void takeClientNames();
    void compareDetailWithTable();
    void takeMonitoring();

    Session& m_session;
    LockTableModel* m_model;
    // In the order of Tab, from above.
    ConnectionBanner* m_banner;
    ReconnectBar* m_reconnect;
    LostHoldsBar* m_lostHolds;
    FailoverBar* m_failovers;
    QLabel* m_filterError;
    StatusStrip* m_strip;
    LockTable* m_table;
    TablePlaceholder* m_placeholder;
    MissingLockBar* m_missing; // These two stand below, and are about what was done to the table's rows.
    UndoBar* m_undo;
    DetailPanel* m_detail;
    BottomPanels* m_bottom;
    QSplitter* m_across;
    QSplitter* m_down;
    PaneActions* m_panes;
    PartVisibility* m_parts;
    PanelsFold* m_fold;
    MouseHold* m_hold;
    std::vector<LockChange> m_held; ///< What waits until no row is about to be clicked.
    LockFilter m_filter;
    QString m_filterText;             ///< What m_filter was made of.
    bool m_isDetailInHand = false;    ///< Its lock may be acted on though it has no row.
    bool m_detailHasRow = false;      ///< Its lock: then that has to be selected to be acted on.
    std::optional<Endpoint> m_server; ///< The last one that we were connected to.
    std::string m_pattern;            ///< Of the locks that are looked at.
};

} // namespace lockscope::ui

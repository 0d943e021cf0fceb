// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "panels/lock_header.hpp"

#include "lockscope/lock_state.hpp"

#include <QList>
#include <QStringList>
#include <QTabWidget>

#include <functional>
#include <map>
#include <string>
#include <vector>

class QAction;
class QMenu;

namespace lockscope::ui {

class AlertsPanel;
class AuditPanel;
class ClientsPanel;
class ContentionPanel;
class EventsPanel;
class FindingsPanel;
class OwnHoldsPanel;
class Session;
class Settings;
class TracePanel;

/// What lies below the table, a tab each: what happened, what is wrong, who waits how long, the clients, the alerts,
/// what we hold ourselves, the commands as the server sees them, what operators did.
class BottomPanels : public QTabWidget
{
    Q_OBJECT

public:
    /// @param session, settings not owned, outlive the panels
    BottomPanels(Session& session, Settings& settings, QWidget* parent = nullptr);

    /// The profile of the present server; empty: connected without one.
    void setProfile(const QString& id);
    /// What the present server is called.
    void setServer(const QString& name);
    /// The locks that "only these" means in the panels.
    /// @param shown the one that the detail is about, which "only this" means; null: the first
    void setSelectedLocks(const std::vector<LockStatePtr>& locks, const LockStatePtr& shown = nullptr);
    /// The same of so many that they are asked for only where somebody sees what is theirs.
    void setManySelected(std::size_t count, const LockState& shown, std::function<std::vector<LockStatePtr>()> all);
    /// @param known the names of all locks; asked when a trace starts
    void setKnownLocks(std::function<std::vector<std::string>()> known);
    /// Knows clients as the panel of clients does; nobody any more once that is gone, which dialogs may outlive.
    [[nodiscard]] ClientNamer clientNamer() const;
    /// The same in a word: the name, or the address if there is none.
    [[nodiscard]] ClientNamer briefNamer() const;
    /// What they hold and wait for; nothing once the panels are gone.
    [[nodiscard]] ClientStakes clientStakes() const;
    /// What is known of them otherwise; the same.
    [[nodiscard]] ClientRecords clientRecords() const;
    /// No longer than the panels.
    [[nodiscard]] ClientSearch clientSearch() const;
    /// What the findings, and what is known of its holder, say of a lock beyond what its own data shows.
    [[nodiscard]] QList<LockRemark> remarksOn(const LockState& lock) const;
    /// Where our own holds are listed, one can be added.
    void offerAcquire(QAction* acquire);
    /// A button beside the tabs, which a double click on a tab is worth, too.
    void offerAlone(QAction* alone);
    /// Only the tabs are to be seen, as long as there is no room for more; a click on one enters it.
    enum class Room { enough, forTabs };
    void setRoom(Room room);
    /// Lists among the events what was lost when another server took over.
    void showLostLocks();
    /// Brings the list of our own holds to the front.
    void showOwnHolds();
    /// One for each tab, which brings it to the front.
    [[nodiscard]] QList<QAction*> openActions() const { return m_open; }
    /// Those that change between the pages of a tab.
    [[nodiscard]] QList<QAction*> pageActions() const;
    /// What the panels offer: a menu for each tab.
    [[nodiscard]] QList<QMenu*> panelMenus() const { return m_menus; }

signals:
    void lockActivated(const std::string& name);
    /// A filter text that finds the locks of a prefix.
    void filterRequested(const QString& text);
    /// A filter text that finds everything of a client.
    void followRequested(const QString& text);
    /// A tab came to the front because of something else than a click on it, maybe while all are hidden.
    void opened();
    /// The same, and the keys are to go there.
    void entered();
    /// A message of the desktop was clicked: the window wants to be seen.
    void windowRequested();
    /// What the namers and the search answer is no longer what it was.
    void clientNamesChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void add(QWidget* panel);
    void open(QWidget& panel);
    void bringToFront(const QWidget* panel);
    void setSelectedLock(const std::string& name);
    void addMenus();
    void connectPanels();
    void openOnRequest();
    void connectOwnHolds(const Session& session);
    void connectDeadlocks();
    void fitRoom();
    void setCount(QWidget* panel, int count);
    void explainCount();
    [[nodiscard]] QWidget* panelAt(int index) const;
    [[nodiscard]] QString titleOf(const QWidget* panel) const;
    void retranslate();

    EventsPanel* m_events;
    FindingsPanel* m_findings;
    ContentionPanel* m_contention;
    ClientsPanel* m_clients;
    AlertsPanel* m_alerts;
    OwnHoldsPanel* m_holds;
    TracePanel* m_trace;
    AuditPanel* m_audit;
    Room m_room = Room::enough;
    QList<QAction*> m_open;
    QList<QMenu*> m_menus;                  ///< By tab.
    std::map<const QWidget*, int> m_counts; ///< What a tab says behind its name.
};

} // namespace lockscope::ui

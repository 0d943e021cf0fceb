// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/holders_model.hpp"
#include "panels/lock_header.hpp"
#include "session/shown_time.hpp"

#include "lockscope/admin.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <utility>

class QAction;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace lockscope::ui {

class CountdownDelegate;
class HeartbeatStrip;
class KeysPanel;
class QueuePanel;
class ReadWritePanel;
class ReleaseOneBar;
class Session;
class TablePage;
class Timeline;
class TtlChart;

/// Everything about one lock: the facts, its holders with lease and heartbeat over time, its queue or its readers, who
/// held it when, its keys.
/// Follows its lock through the session's news by itself; when the lock is gone, it says how and when.
class DetailPanel : public QWidget
{
    Q_OBJECT

public:
    explicit DetailPanel(Session* session, QWidget* parent = nullptr);

    /// From when on a lock counts as stuck or expiring.
    void setThresholds(const Thresholds& thresholds);
    /// Shows this lock from now on; of the one that is shown already, a newer picture.
    void setLock(const LockStatePtr& state);
    void setInTable(LockHeader::InTable inTable) { m_header->setInTable(inTable); }
    /// Nothing is selected.
    void clear();
    [[nodiscard]] const LockStatePtr& lock() const { return m_state; }
    /// Nobody holds it any more; the last picture stays, with how it ended.
    [[nodiscard]] bool isGone() const { return m_ending.has_value(); }
    /// Who holders and waiters are, beside their UUIDs.
    void setClientNamer(const ClientNamer& namer);
    /// What else they hold and wait for, and what speaks for their life and death.
    void setClientStakes(const ClientStakes& stakes);
    void setClientRecords(const ClientRecords& records);
    /// What is said at the lock's name beside its own data; asked once a second.
    void setRemarks(LockHeader::Remarks remarks) { m_header->setRemarks(std::move(remarks)); }
    /// What can be done to the lock is offered at its name.
    void offerActions(const QList<QAction*>& actions) { m_header->setActions(actions); }
    /// For how many locks they are.
    void setSelected(std::size_t locks) { m_header->setSelected(locks); }
    /// What can be done to its queue, and to one of its holders.
    [[nodiscard]] QList<QAction*> queueActions() const;
    /// What can be done with its raw keys.
    [[nodiscard]] QList<QAction*> keyActions() const;
    /// Which of the tabs is in front, for the next start.
    ///@{
    [[nodiscard]] int tab() const;
    void setTab(int tab);
    ///@}

signals:
    /// One of its actions was triggered whose effect is seen here: it wants to be seen.
    void panelRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHoldersTab();
    QWidget* makeQueueTab();
    QWidget* makeTimelineTab();
    void take(const MonitorBatch& batch);
    void takeEvent(const LockEvent& event);
    void update(const LockStatePtr& state);
    /// @param guess what it was, as long as no event has told
    void end(LockEvent::Kind guess);
    void showAll();
    void askForHistory();
    void followStandstill();
    void tick();
    void nameTabs();
    void adoptFont();
    void giveRoomToHolders();
    void retranslate();

    Session* m_session; ///< Not owned.
    LockStatePtr m_state;
    std::optional<LockEnding> m_ending;
    std::optional<LockEnding> m_lastEnding; ///< From the events, which may come before or after the change.
    bool m_isRemoved = false;               ///< Not even its queue is there any more.
    Expectation m_knownHolders;             ///< At the last question for the history.
    std::size_t m_mostHolders = 1;          ///< That this lock was seen with.

    ShownTime m_time; ///< As of when the lock is shown.
    HoldersModel m_holders;
    QStackedWidget* m_pages;
    QLabel* m_nothing;
    LockHeader* m_header;
    QTabWidget* m_tabs;
    TablePage* m_holdersPage = nullptr;
    ReleaseOneBar* m_releaseOne = nullptr;    ///< Of the holders.
    CountdownDelegate* m_deadlines = nullptr; ///< Of the holders.
    TtlChart* m_chart = nullptr;
    HeartbeatStrip* m_heartbeat = nullptr;
    QStackedWidget* m_queuePages = nullptr; ///< Read-write locks keep no queue: their readers stand in its place.
    QueuePanel* m_queue = nullptr;
    ReadWritePanel* m_readWrite = nullptr;
    Timeline* m_timeline = nullptr;
    KeysPanel* m_keys = nullptr;
    QTimer m_timer;
};

} // namespace lockscope::ui

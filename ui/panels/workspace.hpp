// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_table_model.hpp"
#include "session/session.hpp"

#include <QWidget>

class QAction;
class QLabel;
class QSplitter;
class QTabWidget;

namespace lockscope::ui {

class AuditPanel;
class ConnectionBanner;
class DetailPanel;
class EventsPanel;
class LockTable;
class Settings;
class StatusStrip;
class TablePlaceholder;

/// What is seen of a server: strip, table, detail, events and audit. Brings the session's batches to them.
class Workspace : public QWidget
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the workspace
    explicit Workspace(Session& session, QWidget* parent = nullptr);

    /// Null if nothing is selected.
    [[nodiscard]] LockStatePtr selectedLock() const;
    void selectLock(const std::string& name);
    /// What can be done to the queue of the lock in the detail.
    [[nodiscard]] QList<QAction*> queueActions() const;
    [[nodiscard]] LockTable& table() { return *m_table; }
    [[nodiscard]] LockTableModel& model() { return *m_model; }

    /// @return what is wrong with the text, or empty
    QString setFilter(const QString& text, QuickFilter quick);

    enum class Visibility { shown, hidden };
    void setDetail(Visibility visibility);
    void setBottom(Visibility visibility);
    void restore(const Settings& settings);
    void save(Settings& settings) const;

signals:
    void selectionMoved();
    void filterClearRequested();
    void permissionsRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void connectSession();
    void takeBatch(const MonitorBatch& batch);
    void takeStatus(const MonitorStatus& status);
    void startAnew(Session::State state);
    void retranslate();

    Session& m_session;
    LockTableModel* m_model;
    LockTable* m_table;
    StatusStrip* m_strip;
    ConnectionBanner* m_banner;
    TablePlaceholder* m_placeholder;
    QLabel* m_filterError;
    DetailPanel* m_detail;
    EventsPanel* m_events;
    AuditPanel* m_audit;
    QTabWidget* m_tabs;
    QSplitter* m_across;
    QSplitter* m_down;
    LockFilter m_filter;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "session/session.hpp"

#include <QToolBar>

class QLineEdit;
class QMenu;
class QToolButton;

namespace lockscope::ui {

class MainActions;

/// Server, filter, quick filters, pause, and the lock that says whether the session may act. Its lower edge is amber
/// while it may, red on a production server.
class ToolBar : public QToolBar
{
    Q_OBJECT

public:
    /// @param actions not owned, outlives the bar
    ToolBar(MainActions& actions, QMenu* serverMenu, QWidget* parent = nullptr);

    void setServer(const QString& name, MonitorStatus::Link link);
    void setAdminMode(Session::AdminMode mode, Session::ServerKind kind);
    void setFilterText(const QString& text);
    [[nodiscard]] QString filterText() const;
    /// @param sentence what is wrong with the filter, or empty
    void setFilterError(const QString& sentence);
    void focusFilter();

signals:
    void filterEdited(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void addQuickFilters();
    void retranslate();
    void showServer();
    void showAdminMode();

    MainActions& m_actions;
    QToolButton* m_server;
    QLineEdit* m_filter;
    QAction* m_filterWarning;
    QToolButton* m_admin;
    QString m_filterError;
    QString m_serverName;
    MonitorStatus::Link m_link = MonitorStatus::Link::connecting;
    Session::AdminMode m_adminMode = Session::AdminMode::readOnly;
    Session::ServerKind m_serverKind = Session::ServerKind::ordinary;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "session/session.hpp"

#include <QIcon>
#include <QToolBar>

class QMenu;
class QToolButton;

namespace lockscope::ui {

class FilterField;
class MainActions;

/// Server, filter, quick filters, pause, and the lock that says whether the session may act. Its lower edge is amber
/// while it may, red on a production server.
class ToolBar : public QToolBar
{
    Q_OBJECT

public:
    /// @param actions not owned, outlives the bar
    explicit ToolBar(MainActions& actions, QWidget* parent = nullptr);

    /// Opened by the button with the server's name.
    void setServerMenu(QMenu* menu);
    /// The button that unlocks actions.
    [[nodiscard]] QWidget* adminButton() const;

    void setServer(const QString& name, const MonitorStatus& status);
    /// The mark of the server's profile; none, or not live: a dot that says how the connection is.
    void setServerMark(const QIcon& mark);
    void setAdminMode(Session::AdminMode mode, Session::ServerKind kind, Barrier barrier);
    /// As if typed, and a step to go back from.
    void setFilterText(const QString& text);
    [[nodiscard]] QString filterText() const;
    /// @param sentence what is wrong with the filter, or empty
    void setFilterError(const QString& sentence);
    [[nodiscard]] bool hasFilterError() const { return !m_filterError.isEmpty(); }
    void focusFilter();
    /// History, suggestions and help of the filter; its actions belong into the View menu.
    [[nodiscard]] FilterField& filterField() { return *m_filter; }
    [[nodiscard]] QList<QAction*> filterActions() const;

signals:
    void filterEdited(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void addQuickFilters();
    void retranslate();
    void showServer();
    void showAdminMode();
    void makeRoom();
    void nameServer(int characters, const QString& state);
    [[nodiscard]] int filterWidth(int characters) const;
    /// @param quickFilters which of the two
    [[nodiscard]] int leastWidth(const QAction* quickFilters) const;
    void showQuickFilter();

    MainActions& m_actions;
    QToolButton* m_server;
    FilterField* m_filter;
    QAction* m_filterWarning;
    QAction* m_segments; ///< The quick filters side by side,
    QAction* m_narrow;   ///< or the same in a menu.
    QToolButton* m_pause;
    QToolButton* m_admin;
    QString m_filterError;
    QString m_serverName;
    QString m_serverState; ///< Of the connection, in a word.
    QIcon m_serverMark;
    MonitorStatus::Link m_link = MonitorStatus::Link::connecting;
    NewsSource m_source = NewsSource::none;
    bool m_isPaused = false;
    Barrier m_barrier = Barrier::none;
    Session::AdminMode m_adminMode = Session::AdminMode::readOnly;
    Session::ServerKind m_serverKind = Session::ServerKind::ordinary;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clients/client_watch.hpp"
#include "panels/passing_notice.hpp"

#include <QWidget>

#include <string>

class QAction;
class QActionGroup;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class ClientsPage;
class ExportButton;
class FlowLayout;
struct RecordText;
class Session;
class Settings;
class WaitGraphPage;
enum class ExportFormat;

/// Who uses the locks: each client with what it holds and waits for, and the wait-for graph with its deadlocks, which
/// are looked for also while nobody looks on.
class ClientsPanel : public QWidget
{
    Q_OBJECT

public:
    enum class Page { clients, graph };

    /// @param session not owned, outlives the panel
    explicit ClientsPanel(Session& session, QWidget* parent);
    ~ClientsPanel() override;

    /// The operator's names for clients are read from there, and kept there.
    /// @param settings not owned, outlives the panel
    void useSettings(Settings& settings);
    /// The lock that is selected elsewhere: the graph is drawn around it. Empty: none.
    void setSelectedLock(const std::string& name);
    void showPage(Page page);
    /// Shows this client in the table; the search is cleared if it would hide it.
    void showClient(const std::string& uuid);
    /// What a trace has seen.
    void takeTrace(const TraceBatch& batch) { m_watch.takeTrace(batch); }

    [[nodiscard]] ClientsPage& clientsPage() const { return *m_clientsPage; }
    [[nodiscard]] WaitGraphPage& graphPage() const { return *m_graphPage; }
    [[nodiscard]] const ClientWatch& watch() const { return m_watch; }
    /// For a menu: the two pages, what can be done with the selected client, how the graph is drawn, the exports.
    [[nodiscard]] QList<QAction*> actions() const;
    /// The two pages.
    [[nodiscard]] QList<QAction*> pageActions() const { return {m_showClients, m_showGraph}; }

signals:
    void lockActivated(const std::string& name);
    /// A text for the filter of the lock table: everything that a client holds or waits for.
    void followRequested(const QString& filterText);
    void deadlocksChanged(int certain, int possible);
    /// One of its actions was triggered whose effect is seen in the panel: it wants to be seen.
    void panelRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildBar(FlowLayout& bar);
    void connectPages();
    void connectActions();
    void keepChoices();
    void follow(const std::string& uuid);
    void showDeadlocks(int certain, int possible);
    [[nodiscard]] RecordText exported(ExportFormat format) const;
    void showCounts();
    void updateActions();
    void retranslate();

    Session& m_session;
    ClientWatch m_watch;
    Settings* m_settings = nullptr; ///< Not owned; null: names last until the end of the program.
    int m_certain = 0, m_possible = 0;

    QAction* m_showClients;
    QAction* m_showGraph;
    QAction* m_follow;
    QAction* m_rename;
    QAction* m_copyId;
    QAction* m_inGraph;
    QLineEdit* m_search;
    QToolButton* m_followButton;
    ExportButton* m_export;
    QLabel* m_counts;
    PassingNotice m_notice; ///< What became of an export.
    ClientsPage* m_clientsPage;
    WaitGraphPage* m_graphPage;
    QStackedWidget* m_pages;
};

} // namespace lockscope::ui

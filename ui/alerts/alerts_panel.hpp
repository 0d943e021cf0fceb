// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_notifier.hpp"
#include "alerts/alert_watch.hpp"
#include "alerts/alerts_filter.hpp"
#include "alerts/alerts_model.hpp"
#include "alerts/told_alerts.hpp"
#include "panels/passing_notice.hpp"

#include <QWidget>

#include <string>
#include <vector>

class QAction;
class QCheckBox;
class QLineEdit;

namespace lockscope::ui {

class ElidedLabel;
struct AlertDesk;
class ExportButton;
class FlowLayout;
class MarkedLine;
struct RecordText;
class Session;
class TablePage;
enum class ExportFormat;

/// What the rules found: the alerts with severity, lock, facts and state; acknowledge, mute, jump to the lock, edit the
/// rules; searches by text, and exports what it shows. Watches also while it is hidden; tells by the tray and the
/// user's command, unless another window has told of the same. Its actions are in actions().
class AlertsPanel : public QWidget, private AlertTeller
{
    Q_OBJECT

public:
    /// @param session, desk not owned, outlive the panel
    AlertsPanel(Session& session, AlertDesk& desk, QWidget* parent = nullptr);
    ~AlertsPanel() override;

    [[nodiscard]] AlertWatch& watch() { return m_watch; }
    [[nodiscard]] const AlertsModel& model() const { return m_model; }
    /// What is shown, in order.
    [[nodiscard]] std::vector<AlertRow> shownAlerts() const;
    void openRules();
    /// What is muted on this server, and until when.
    void openMutes();

public slots:
    /// From whoever finds them: how many are certain, and a lock of one.
    void setDeadlocks(int count, const std::string& lock);

signals:
    /// Double click, Return, "show the lock", or a click on the system's message.
    void lockActivated(const std::string& name);
    /// A message of the system was clicked: the window wants to be seen.
    void windowRequested();
    /// New alerts that nobody has acknowledged or muted, listed or left out.
    void countChanged(int count);
    void rulesChanged();
    /// One of its actions was triggered whose effect is seen in the panel: it wants to be seen.
    void panelRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void makeActions();
    void makeBar(FlowLayout& bar);
    void adoptFont();
    void connectParts();
    void enterServer();
    void leaveServer();
    void takeRaised(const std::vector<Alert>& alerts);
    void tellInstead(const std::vector<Alert>& alerts) override;
    void adoptReactions();
    void warn(const QString& sentence);
    void refresh();
    void refreshTable();
    void showCounts();
    void showLeftOut();
    [[nodiscard]] RecordText exported(ExportFormat format);
    void updateActions();
    void showNote();
    [[nodiscard]] std::vector<Alert> selected() const;
    [[nodiscard]] std::vector<std::uint64_t> selectedIds() const;
    void activate(const std::string& lock);
    void retranslate();

    Session& m_session;
    AlertDesk& m_desk;
    AlertWatch m_watch;
    AlertNotifier m_notifier{this};
    AlertsModel m_model;
    AlertsFilter m_filter;
    int m_count = 0;
    int m_muteCount = 0;
    QLineEdit* m_text;
    QAction* m_acknowledge;
    QAction* m_show;
    QAction* m_muteCleared;
    QAction* m_muteLock;
    QAction* m_muteRule;
    QAction* m_unmute;
    QAction* m_mutes;
    QAction* m_rules;
    QCheckBox* m_cleared;
    ElidedLabel* m_counts;
    PassingNotice m_notice; ///< What became of an export.
    ExportButton* m_export;
    MarkedLine* m_warning;
    MarkedLine* m_leftOut;
    TablePage* m_page;
};

} // namespace lockscope::ui

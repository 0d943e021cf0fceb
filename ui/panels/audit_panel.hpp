// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit_filter.hpp"
#include "models/audit_model.hpp"
#include "panels/passing_notice.hpp"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QAction;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class ExportButton;
class FlowLayout;
struct RecordText;
class Session;
class TablePage;
class TimeRangeBox;
enum class ExportFormat;

/// What operators did and tried, refused actions too; newest first. Read from the audit log when it is shown, and, as
/// long as it is, when something was added to it, here or by another window or program; older actions only when asked
/// for. Searches by text, action, outcome and time; shows the selected action whole; exports what it shows. Its actions
/// are in actions().
class AuditPanel : public QWidget
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the panel
    explicit AuditPanel(Session* session, QWidget* parent = nullptr);

    void setEntries(const std::vector<AuditEntry>& entries);
    /// @p error why the log cannot be read, shown instead; empty: it can.
    void take(const std::vector<AuditEntry>& entries, const QString& error);
    [[nodiscard]] const AuditModel& model() const { return m_model; }
    /// What is shown, in order.
    [[nodiscard]] std::vector<AuditEntry> shownEntries() const;

signals:
    /// Double click or Return on an action on this lock.
    void lockActivated(const std::string& name);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeBar(FlowLayout& bar);
    void makeTable();
    void watchLog();
    void readSoon();
    void read();
    void watch(const QString& place);
    void readOlder();
    void offerOlder(bool offered);
    void keepChoices();
    void applyFilter();
    /// As a click on the header does.
    void sortBy(int column);
    void sort(int column, Qt::SortOrder order);
    void offerActions();
    void showDetail();
    [[nodiscard]] RecordText exported(ExportFormat format) const;
    void showCounts();
    void adoptFont();
    void retranslate();

    Session* m_session;
    QFileSystemWatcher m_watcher;
    QTimer m_reading;
    bool m_isStale = true; ///< Something may have been added that was not read yet.
    AuditModel m_model;
    QString m_error;
    quint64 m_damaged = 0; ///< Lines of the log.
    std::size_t m_most;    ///< Read at most.
    AuditFilter m_filter;
    QLineEdit* m_text;
    QComboBox* m_action;
    QComboBox* m_outcome;
    TimeRangeBox* m_range;
    ElidedLabel* m_counts;
    QAction* m_readOlder;
    QToolButton* m_older;   ///< For that, as long as there may be older ones that were not read.
    PassingNotice m_notice; ///< What became of an export.
    ExportButton* m_export;
    QAction* m_sortHere; ///< For the keyboard: sorts by the current cell's column.
    TablePage* m_page;
    QPlainTextEdit* m_detail;
};

} // namespace lockscope::ui

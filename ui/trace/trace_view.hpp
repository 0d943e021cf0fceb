// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/passing_notice.hpp"
#include "trace/trace_filter.hpp"
#include "trace/trace_model.hpp"

#include <QWidget>

#include <string>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace lockscope::ui {

class ElidedLabel;
class ExportButton;
class FlowLayout;
class MarkedLine;
struct RecordText;
class TableColumns;
enum class ExportFormat;

/// The commands of a trace as a tree, with filter, copy and export; and how the trace fares.
class TraceView : public QWidget
{
    Q_OBJECT

public:
    /// @param stop, @param again shown as buttons, the one that fits the state
    TraceView(QAction* stop, QAction* again, QWidget* parent = nullptr);

    /// The lock that "only this lock" means; empty for none.
    void setSelectedLock(const std::string& name);
    void append(const std::vector<TraceCommand>& commands);
    void clear();
    void setStatus(const TraceStatus& status);
    [[nodiscard]] TraceModel& model() { return m_model; }
    [[nodiscard]] QTreeView& tree() { return *m_tree; }
    /// What is shown, in order.
    [[nodiscard]] std::vector<TraceCommand> shownCommands() const;
    void copySelection() const;
    /// Brings the keys to the commands; while there are none, to where they are filtered.
    void takeKeys();
    /// For a menu: only this lock, export.
    [[nodiscard]] QList<QAction*> viewActions() const;
    [[nodiscard]] QAction* onlyThisAction() const { return m_onlyThis; }

signals:
    void lockActivated(const std::string& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeBar(FlowLayout& bar);
    void makeTree();
    void keepChoices();
    void applyFilter();
    void showMastersOf(const std::vector<TraceCommand>& commands);
    void adoptFont();
    [[nodiscard]] RecordText exported(ExportFormat format) const;
    void showState();
    void retranslate();

    TraceModel m_model;
    TraceFilter m_filter;
    TraceStatus m_status;
    std::string m_selected;

    QAction* m_stop;
    QAction* m_again;
    QToolButton* m_main; ///< Stop, or again.
    QLabel* m_left;
    QLineEdit* m_text;
    QComboBox* m_role;
    QAction* m_onlyThis;
    ElidedLabel* m_counts;
    PassingNotice m_notice; ///< What became of an export.
    ExportButton* m_export;
    QAction* m_copy;
    MarkedLine* m_warning;
    QLabel* m_note;
    QTreeView* m_tree;
    TableColumns* m_columns;
};

} // namespace lockscope::ui

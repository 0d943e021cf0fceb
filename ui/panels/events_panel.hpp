// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/events_filter.hpp"
#include "models/events_model.hpp"
#include "panels/passing_notice.hpp"

#include "lockscope/monitor.hpp"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QComboBox;
class QLineEdit;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class ExportButton;
class FlowLayout;
class MouseHold;
struct RecordText;
class Session;
class TablePage;
class TimeRangeBox;
enum class ExportFormat;

/// What happened, newest at the bottom: follows the news until somebody scrolls back or sorts by a column; searches by
/// text, kind, time and the selected lock; exports what it shows. Its actions are in actions().
class EventsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit EventsPanel(Session* session, QWidget* parent = nullptr);
    ~EventsPanel() override;

    /// The lock that "only this lock" means; empty for none.
    void setSelectedLock(const std::string& name);
    void append(const std::vector<LockEvent>& events);
    /// They have been raised, or are over.
    void appendAlerts(const std::vector<Alert>& alerts);
    /// Only locks that were lost in a failover or a restart, of whatever lock and time.
    void showLost();
    void clear();
    /// What is shown, in order.
    [[nodiscard]] std::vector<EventRow> shownEvents() const;
    [[nodiscard]] const EventsModel& model() const { return m_model; }
    [[nodiscard]] bool isFollowing() const { return m_following; }

signals:
    /// Double click or Return on an event of this lock.
    void lockActivated(const std::string& name);
    /// One of its actions was triggered whose effect is seen in the panel: it wants to be seen.
    void panelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeBar(FlowLayout& bar);
    void askToClear();
    void forget(std::uint64_t upTo);
    void startAnew();
    void makeTable();
    void adoptFont();
    void applyLockFilter();
    void keepChoices();
    void applyKind();
    void applyRange();
    /// As a click on the header does.
    void sortBy(int column);
    void sort(int column, Qt::SortOrder order);
    void takeNews();
    void addRows(const std::function<void()>& add);
    void follow();
    void keepPlace(int firstRemoved, int lastRemoved);
    [[nodiscard]] RecordText exported(ExportFormat format) const;
    void showCounts();
    /// Why the table is empty.
    void showNote();
    [[nodiscard]] QString removedText() const;
    void retranslate();

    Session& m_session;
    EventsModel m_model;
    EventsFilter m_filter;
    std::string m_selected;
    bool m_following = true;
    bool m_inserting = false; ///< The scroll bar moves because of us.
    int m_sorted = -1;        ///< Column by which somebody sorted; -1: as things happened.
    qsizetype m_unseen = 0;

    std::vector<std::shared_ptr<const MonitorBatch>> m_news; ///< Not in the model yet.
    QTimer m_arriving; ///< Runs while there are some: both tables painted at once would take a frame and more.
    QLineEdit* m_text;
    QComboBox* m_kind;
    TimeRangeBox* m_range;
    QAction* m_onlyThis;
    QAction* m_latest;
    QAction* m_clear;
    QToolButton* m_latestButton;
    ExportButton* m_export;
    QAction* m_sortHere; ///< For the keyboard: sorts by the current cell's column.
    ElidedLabel* m_counts;
    PassingNotice m_notice; ///< What became of an export.
    TablePage* m_page;
    MouseHold* m_hold;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/timeline_lanes.hpp"
#include "charts/timeline_picture.hpp"
#include "charts/timeline_range.hpp"

#include <QTimer>
#include <QWidget>

#include <optional>

namespace lockscope::ui {

/// Who held a lock and who waited, a lane a client, up to now: filled bars hold, outlined ones wait; how a hold ended
/// stands at its end where it was not an ordinary release. Zooms and moves with wheel, mouse and keys; a bar under the
/// mouse, or selected with the arrow keys, tells its exact times. Meant to live in a scroll area; where that scrolls,
/// so does the wheel, and zooms with Ctrl.
class Timeline : public QWidget
{
    Q_OBJECT

public:
    explicit Timeline(QWidget* parent = nullptr);

    void setHistory(const LockHistory& past);
    void addState(const LockState& state, SystemTime wall);
    void endHold(SystemTime wall);
    void clear();
    /// The news have stopped: time no longer moves.
    void freeze(SystemTime at);
    void unfreeze();

    [[nodiscard]] const TimelineLanes& lanes() const { return m_lanes; }
    [[nodiscard]] const TimelineRange& range() const { return m_range; }
    /// What is said of the selected bar; empty if none is.
    [[nodiscard]] QString caption() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// A bar was selected by key: it, and all that is said of it, is to be brought to sight.
    void reached(const QRect& place);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void laneChange();
    void showNewRange();
    void select(const std::optional<TimelineBar>& bar);
    void selectNext(int step);
    void describeForHearing();
    [[nodiscard]] std::optional<TimelineBar> selectedBar() const;
    [[nodiscard]] TimelinePicture picture();
    /// The part of it that is not scrolled away.
    [[nodiscard]] QRect inSight() const;
    /// How much time there is to show.
    void measure();
    [[nodiscard]] SystemTime now() const;
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] QString describe(const TimelineSpan& span, SystemTime now) const;

    /// A bar by what it stands for: the lanes are sorted anew with every change.
    struct Selection
    {
        TimelineSpan::Kind kind;
        std::string owner;
        SystemTime from;
    };

    TimelineLanes m_lanes;
    LockType m_type = LockType::reentrant; ///< Of the last reading.
    TimelineClients m_shown;
    TimelineRange m_range;
    std::optional<Selection> m_selected;
    std::optional<double> m_dragFrom; ///< Where the mouse was last.
    bool m_dragged = false;
    std::optional<SystemTime> m_frozenAt;
    QTimer m_timer;
};

} // namespace lockscope::ui

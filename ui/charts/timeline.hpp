// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/timeline_lanes.hpp"

#include <QTimer>
#include <QWidget>

namespace lockscope::ui {

/// Who held a lock and who waited, a lane a client, up to now: filled bars hold, outlined ones wait; how a hold ended
/// stands at its end where it was not an ordinary release. Meant to live in a scroll area.
class Timeline : public QWidget
{
    Q_OBJECT

public:
    explicit Timeline(QWidget* parent = nullptr);

    void setHistory(const std::vector<HoldRecord>& holds);
    void addState(const LockState& state, SystemTime wall);
    void endHold(SystemTime wall);
    void clear();
    /// The news have stopped: time no longer moves.
    void freeze();
    void unfreeze();

    [[nodiscard]] const TimelineLanes& lanes() const { return m_lanes; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Geometry;
    void laneChange();
    [[nodiscard]] Geometry geometry(SystemTime now) const;
    [[nodiscard]] SystemTime now() const;
    [[nodiscard]] QString describe(const TimelineSpan& span, SystemTime now) const;

    TimelineLanes m_lanes;
    std::vector<TimelineLane> m_shown;
    std::optional<SystemTime> m_frozenAt;
    QTimer m_timer;
};

} // namespace lockscope::ui

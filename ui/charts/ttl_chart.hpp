// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/ttl_series.hpp"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;

namespace lockscope::ui {

/// A lock's lease over the last two minutes: one sees at a glance the sawtooth of a living watchdog, with a dot at each
/// renewal, or the straight fall of a lease that nobody renews. Falls on by itself between the readings.
///
/// The only place that knows Qt Charts.
class TtlChart : public QWidget
{
    Q_OBJECT

public:
    explicit TtlChart(QWidget* parent = nullptr);
    ~TtlChart() override;

    /// A reading of the lock that is shown.
    void addState(const LockState& state);
    /// The lock is gone.
    void endHold(SteadyTime at);
    /// Another lock: forgets everything.
    void clear();
    /// The news have stopped (paused, or no connection): the line no longer moves.
    void freeze(SteadyTime at);
    /// They go on. What lies between is hatched: nobody looked.
    void unfreeze();

    [[nodiscard]] const TtlSeries& series() const { return m_series; }
    /// What the curve shows, in words.
    [[nodiscard]] QString sentence(SteadyTime moment) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;
    /// And says in words what is shown; while it is hidden, neither.
    void redraw();
    /// Is there no lease that could be drawn?
    [[nodiscard]] bool isBare() const;
    void adoptTheme();
    void setAxes(double highest);
    void labelTime();
    void coverGaps(SteadyTime now);

    /// Why there is no lease, of a semaphore or latch.
    [[nodiscard]] QString withoutLease() const;

    TtlSeries m_series;
    LockType m_type = LockType::reentrant; ///< Of the last reading.
    bool m_onlySomeEnd = false;            ///< Some of its permits do, and another one does not.
    std::unique_ptr<Parts> m_parts;
    QLabel* m_note;
    QTimer m_timer;
    std::optional<SteadyTime> m_frozenAt;
    double m_top = -1;
    int m_timeSteps = 0; ///< Between the labels of the time; 0: not labelled yet.
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/monitor.hpp"

#include <QFrame>
#include <QTimer>

class QLabel;

namespace lockscope::ui {

/// Says above the table that the connection is lost, or that some of several masters are out of reach, since when, and
/// counts down to the next try. Hidden otherwise.
class ConnectionBanner : public QFrame
{
    Q_OBJECT

public:
    explicit ConnectionBanner(QWidget* parent = nullptr);

    void setStatus(const MonitorStatus& status);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showText();
    [[nodiscard]] QString sentenceFor(const QString& age) const;
    [[nodiscard]] QString mastersText() const;

    MonitorStatus m_status;
    std::optional<SteadyTime> m_lostAt; ///< All of it, or a part.
    QLabel* m_text;
    QLabel* m_next;
    QTimer m_timer;
};

} // namespace lockscope::ui

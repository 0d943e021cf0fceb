// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/notice_bar.hpp"

#include "lockscope/monitor.hpp"

#include <QTimer>

class QLabel;

namespace lockscope::ui {

/// Says above the table that the connection is lost, or that some of several masters are out of reach, since when, and
/// counts down to the next try. Hidden otherwise.
class ConnectionBanner : public NoticeBar
{
    Q_OBJECT

public:
    explicit ConnectionBanner(QWidget* parent = nullptr);

    void setStatus(const MonitorStatus& status);

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    void showText();
    [[nodiscard]] QString sentenceFor(const QString& age) const;
    [[nodiscard]] QString mastersText() const;

    MonitorStatus m_status;
    std::optional<SteadyTime> m_lostAt; ///< All of it, or a part.
    QLabel* m_next;
    QTimer m_timer;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/notice_bar.hpp"

#include "lockscope/findings.hpp"
#include "lockscope/monitor.hpp"

#include <QTimer>

#include <optional>

class QAction;
class QLabel;

namespace lockscope::ui {

/// There is no connection, and there was none yet on which anything could be read: nothing was there to be lost.
[[nodiscard]] bool wasNeverRead(const MonitorStatus& status);

/// Says above the table that what is seen is of the past, and how old it is: the connection is lost, it is paused, or
/// some of several masters are out of reach. Counts down to the next try, or offers to resume, or to enter the password
/// that the server wants by now. Hidden otherwise.
class ConnectionBanner : public NoticeBar
{
    Q_OBJECT

public:
    explicit ConnectionBanner(QWidget* parent = nullptr);

    /// @param standstill since when nothing is live; nothing while it is, as far as masters answer
    void setStatus(const MonitorStatus& status, const std::optional<Moment>& standstill);

signals:
    void resumeRequested();
    void passwordRequested();

protected:
    [[nodiscard]] QColor markColor(const Theme& theme) const override;
    void changeEvent(QEvent* event) override;

private:
    void showText();
    [[nodiscard]] bool isLost() const;
    [[nodiscard]] bool isPartlyLost() const;
    [[nodiscard]] bool wantsPassword() const;
    [[nodiscard]] QString standstillText() const;
    [[nodiscard]] QString partText() const;
    /// Of those that answer and refuse, while others do not answer.
    [[nodiscard]] QString silentMastersText() const;
    [[nodiscard]] QString mastersText() const;
    [[nodiscard]] QString nextTryText() const;

    MonitorStatus m_status;
    std::optional<Moment> m_standstill;
    QLabel* m_next;
    QAction* m_password;
    QAction* m_resume;
    QTimer m_timer;
};

} // namespace lockscope::ui

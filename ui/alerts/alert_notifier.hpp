// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/alerts.hpp"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class QSystemTrayIcon;

namespace lockscope::ui {

/// Tells of new alerts beside the window: all that come within a moment in one message, and not more often than every
/// few seconds, however many there are. What is shown is neutral to servers of notifications that know markup.
class AlertNotifier : public QObject
{
    Q_OBJECT

public:
    using Show = std::function<void(const QString& title, const QString& text)>;
    struct Limits
    {
        std::chrono::milliseconds gather{1'000};
        std::chrono::milliseconds pause{15'000};
    };

    /// Through the system's tray, if it has one.
    explicit AlertNotifier(QObject* parent = nullptr);
    AlertNotifier(Show how, Limits limits, QObject* parent = nullptr);
    ~AlertNotifier() override;

    [[nodiscard]] static bool isAvailable();
    enum class Mode { on, off };
    void setMode(Mode mode);
    void tell(const std::vector<Alert>& alerts);
    /// What waits to be told, and the message shown last: a click on that would lead to a lock of another server. The
    /// next alert shows the tray's icon again.
    /// @return what waited
    std::vector<Alert> forget();

public slots:
    /// Whoever shows the messages was clicked on.
    void takeClick();

signals:
    /// The message was clicked; the lock may be empty.
    void activated(const std::string& lock);

private:
    void show();
    void showInTray(const QString& title, const QString& text);

    Show m_show;
    Limits m_limits;
    Mode m_mode = Mode::on;
    std::unique_ptr<QSystemTrayIcon> m_tray;
    std::vector<Alert> m_waiting; ///< Bounded; the worst ones stay.
    std::size_t m_more = 0;       ///< That found no room.
    std::string m_lock;           ///< Of the message shown last.
    QTimer m_timer;
    QTimer m_pause;
};

} // namespace lockscope::ui

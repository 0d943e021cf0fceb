// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QApplication;

namespace lockscope::ui {

/// Tells when the desktop has changed its colours; not of what is changed while it does not watch.
class SystemWatch final : public QObject
{
    Q_OBJECT

public:
    /// @param application its parent
    explicit SystemWatch(QApplication& application);

    void start();
    /// Also forgets what it has not told yet.
    void stop();

signals:
    /// Once for all the events that come together with a change, after them.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QApplication& m_application;
    QTimer m_timer;
    bool m_watches = false;
};

} // namespace lockscope::ui

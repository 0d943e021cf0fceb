// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <array>

class QSocketNotifier;

namespace lockscope::app {

/// Turns SIGINT and SIGTERM into a Qt signal, so that the program ends as if its windows had been closed. A second
/// signal ends it at once. At most one object of this class at a time.
class SignalWatcher : public QObject
{
    Q_OBJECT

public:
    explicit SignalWatcher(QObject* parent = nullptr);
    ~SignalWatcher() override;

signals:
    void quitRequested();

private:
    std::array<int, 2> m_sockets{-1, -1};
    QSocketNotifier* m_notifier = nullptr;
};

} // namespace lockscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/endpoint.hpp"
#include "lockscope/server_check.hpp"

#include <QObject>

#include <functional>
#include <memory>

namespace lockscope::ui {

class SessionLink;

/// Tries a connection in the background, without a session and without changing anything on the server. Neither
/// cancelling nor destroying waits for the network: what comes back too late is dropped.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionTest(QObject* parent = nullptr);
    ~ConnectionTest() override;

    /// Forgets one that is under way.
    void start(const Endpoint& endpoint);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running; }

signals:
    void succeeded(const lockscope::ServerCheck& check);
    /// One sentence, without secrets.
    void failed(const QString& sentence);

private:
    void finish(quint64 number, const std::function<void()>& tell);

    std::shared_ptr<SessionLink> m_link;
    quint64 m_number = 0; ///< Of the test; what comes back for an earlier one is dropped.
    bool m_running = false;
};

} // namespace lockscope::ui

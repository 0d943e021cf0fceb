// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/endpoint.hpp"
#include "lockscope/error.hpp"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace lockscope::ui {

class SessionLink;

/// What is only not ready yet counts as an answer: it is waited for by the monitor, which says why.
/// @throws Error as Client::ping(). Blocks.
void lookWhetherItAnswers(Client& client);

/// Finds out in the background whether a server lets us in, while the present connection goes on. Neither cancelling
/// nor destroying waits for the network: what comes back too late is dropped.
class Knock : public QObject
{
    Q_OBJECT

public:
    explicit Knock(QObject* parent = nullptr);
    ~Knock() override;

    /// Forgets one that is under way.
    void start(const Endpoint& endpoint);
    void cancel() { ++m_number; }

signals:
    void letIn();
    /// One sentence, without secrets.
    void refused(lockscope::Errc code, const QString& sentence);

private:
    void finish(quint64 number, const std::function<void()>& tell);

    std::shared_ptr<SessionLink> m_link;
    quint64 m_number = 0; ///< What comes back for an earlier one is dropped.
};

} // namespace lockscope::ui

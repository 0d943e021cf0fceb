// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/live_text.hpp"

#include "lockscope/own_holds.hpp"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QWidget;

namespace lockscope::ui {

class Connections;
class GivingBackDialog;
class LeaveDialog;
struct LeaveLosses;
class Session;
class Workspace;

/// Stands before everything that ends a window or its connection, and asks where something would be lost by that.
class LeaveGuard : public QObject
{
public:
    enum class Ends { connection, window };

    LeaveGuard(Session& session, const Connections& connections, const Workspace& workspace, QWidget& window);

    /// Something would be lost, or the server is one of production.
    [[nodiscard]] bool isGrave(Ends end) const;
    /// Ends it by @p go; asks before where that is grave, and gives back what is held. What is asked last counts.
    /// @param action what is about to be done, for the question
    /// @param instead opens another window, if that is wanted rather; without it none is offered
    void leave(Ends end, const Text& action, const std::function<void()>& go,
               const std::function<void()>& instead = {});
    /// The first half of that: only asks.
    void ask(Ends end, const Text& action, const std::function<void()>& go, const std::function<void()>& instead = {});
    /// The second half: goes when all is given back; where the server does not say so, when somebody wants to all the
    /// same.
    void giveBack(const Text& action, const std::function<void()>& go);

private:
    [[nodiscard]] LeaveLosses losses(Ends end) const;
    void addHolds(LeaveLosses& all) const;
    [[nodiscard]] std::vector<OwnHold> toGiveBack() const;

    Session& m_session;
    const Connections& m_connections;
    const Workspace& m_workspace;
    QWidget& m_window;
    QPointer<LeaveDialog> m_question;
    QPointer<GivingBackDialog> m_givingBack;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/obstacle.hpp"

#include "session/session.hpp"
#include "text/server_text.hpp"

#include <QAction>
#include <QCoreApplication>

namespace lockscope::ui {
namespace {

struct ObstacleWords
{
    Q_DECLARE_TR_FUNCTIONS(ObstacleWords)
};

} // namespace

QString obstacleTo(const Session& session)
{
    if (session.state() != Session::State::connected) {
        return ObstacleWords::tr("There is no connection.");
    }
    if (const Barrier barrier = session.barrier(); barrier != Barrier::none) {
        return barrierText(barrier);
    }
    if (session.adminMode() != Session::AdminMode::admin) {
        return ObstacleWords::tr("The session is read-only: unlock actions first.");
    }
    return {};
}

void allow(QAction& action, const QString& purpose, const QString& obstacle)
{
    action.setEnabled(obstacle.isEmpty());
    action.setToolTip(toolTipText(obstacle.isEmpty() ? purpose : purpose + QLatin1Char('\n') + obstacle));
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include "lockscope/monitor.hpp"

#include <QTest>

#include <memory>

namespace lockscope::testing {

/// From now on the window sees nothing of what happens: the monitor says so itself, behind all that it had seen.
inline void pauseForSure(ui::Session& session)
{
    const auto hasStopped = std::make_shared<bool>(false);
    const auto listening = QObject::connect(&session, &ui::Session::batchArrived, &session,
                                            [hasStopped](const std::shared_ptr<const MonitorBatch>& batch) {
                                                *hasStopped = *hasStopped || (batch->status && batch->status->paused);
                                            });
    session.pause();
    QTRY_VERIFY_WITH_TIMEOUT(*hasStopped, 15'000);
    QObject::disconnect(listening);
}

} // namespace lockscope::testing

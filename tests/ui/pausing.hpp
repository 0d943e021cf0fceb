// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include <QTest>

namespace lockscope::testing {

/// From now on the window sees nothing of what happens: the monitor has stopped, and what it had seen has arrived.
inline void pauseForSure(ui::Session& session)
{
    session.pause();
    QTRY_VERIFY_WITH_TIMEOUT(session.status().paused, 15'000);
}

} // namespace lockscope::testing

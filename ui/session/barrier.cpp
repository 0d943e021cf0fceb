// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/barrier.hpp"

#include "text/words.hpp"

namespace lockscope::ui {

bool isReplica(const MonitorStatus& status)
{
    return status.server_role == "slave" || status.server_role == "replica";
}

QString barrierText(Barrier barrier)
{
    switch (barrier) {
    case Barrier::startedReadOnly: return startedReadOnlyText();
    case Barrier::replica: return replicaText();
    case Barrier::none: break;
    }
    return {};
}

} // namespace lockscope::ui

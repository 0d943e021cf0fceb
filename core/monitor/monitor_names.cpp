// SPDX-License-Identifier: Apache-2.0
#include "lockscope/monitor.hpp"

namespace lockscope {

std::string_view to_string(LockEvent::Kind kind) noexcept
{
    switch (kind) {
    case LockEvent::Kind::acquired: return "acquired";
    case LockEvent::Kind::reentered: return "reentered";
    case LockEvent::Kind::renewed: return "renewed";
    case LockEvent::Kind::extended: return "extended";
    case LockEvent::Kind::shortened: return "shortened";
    case LockEvent::Kind::persisted: return "persisted";
    case LockEvent::Kind::released_once: return "released-once";
    case LockEvent::Kind::released: return "released";
    case LockEvent::Kind::expired: return "expired";
    case LockEvent::Kind::forced: return "forced";
    case LockEvent::Kind::restored: return "restored";
    case LockEvent::Kind::vanished: return "vanished";
    case LockEvent::Kind::gone: return "gone";
    case LockEvent::Kind::lost_in_failover: return "lost-in-failover";
    case LockEvent::Kind::lost_in_restart: return "lost-in-restart";
    case LockEvent::Kind::ended: return "ended";
    case LockEvent::Kind::waiter_came: return "waiter-came";
    case LockEvent::Kind::waiter_left: return "waiter-left";
    case LockEvent::Kind::waiter_removed: return "waiter-removed";
    case LockEvent::Kind::resynchronised: return "resynchronised";
    case LockEvent::Kind::failed_over: return "failed-over";
    }
    return "unknown";
}

bool is_ending(LockEvent::Kind kind) noexcept
{
    switch (kind) {
    case LockEvent::Kind::released:
    case LockEvent::Kind::expired:
    case LockEvent::Kind::forced:
    case LockEvent::Kind::vanished:
    case LockEvent::Kind::gone:
    case LockEvent::Kind::lost_in_failover:
    case LockEvent::Kind::lost_in_restart:
    case LockEvent::Kind::ended: return true;
    default: return false;
    }
}

std::string_view to_string(NewsSource source) noexcept
{
    switch (source) {
    case NewsSource::none: return "none";
    case NewsSource::broadcast: return "broadcast";
    case NewsSource::tracking: return "tracking";
    case NewsSource::notifications: return "notifications";
    case NewsSource::polling: return "polling";
    }
    return "unknown";
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/client.hpp"
#include "lockscope/demo_traffic.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/name_look.hpp"
#include "lockscope/own_holds.hpp"
#include "lockscope/sandbox.hpp"

#include <memory>

namespace lockscope::ui {

/// Everything that belongs to one connection, in the order in which it is built; it is taken down in reverse. Building
/// and destroying may wait for processes and sockets: both happen on a background thread.
struct Connection
{
    std::unique_ptr<Sandbox> sandbox;
    std::unique_ptr<DemoTraffic> traffic;
    std::unique_ptr<Client> client;
    std::unique_ptr<Admin> admin;
    std::unique_ptr<OwnHolds> holds;
    std::unique_ptr<NameLooker> looker;
    std::shared_ptr<Monitor> monitor; ///< Callbacks of actions watch it weakly.
};

} // namespace lockscope::ui

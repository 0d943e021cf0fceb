// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/signal_set.hpp>

#include <csignal>

namespace lockctl {

/// What ends a program that goes on until it is told: SIGINT, SIGTERM, and SIGHUP unless it was started to outlive its
/// terminal (nohup).
inline void add_ending_signals(boost::asio::signal_set& signals)
{
    signals.add(SIGINT);
    signals.add(SIGTERM);
    struct sigaction hang_up
    {};
    if (::sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
        signals.add(SIGHUP);
}

} // namespace lockctl

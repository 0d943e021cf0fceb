// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>

namespace lockctl {

/// As long as it lives, SIGINT, SIGTERM and SIGHUP wait: they must not fall between an action and its outcome in the
/// audit log. Afterwards the last one that came does what it does; the third ends the program at once, for whoever has
/// a reason not to wait. What was ignored before is still. One at a time.
class HeldSignals
{
public:
    HeldSignals();
    ~HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

private:
    static constexpr std::array numbers{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, numbers.size()> m_before{};
};

} // namespace lockctl

// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_mutes.hpp"

#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

void put(std::vector<AlertMutes::Mute>& mutes, AlertMutes::Mute mute)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    std::erase_if(mutes, [&](const AlertMutes::Mute& each) {
        return each.until <= now || (each.server == mute.server && each.what == mute.what);
    });
    mutes.push_back(std::move(mute));
}

} // namespace

void AlertMutes::muteLock(const std::string& server, const std::string& lock, SteadyTime until)
{
    put(m_locks, {server, lock, until});
    emit changed();
}

void AlertMutes::muteRule(const std::string& server, const std::string& rule, SteadyTime until)
{
    put(m_rules, {server, rule, until});
    emit changed();
}

void AlertMutes::unmuteLock(const std::string& server, const std::string& lock)
{
    muteLock(server, lock, std::chrono::steady_clock::now());
}

void AlertMutes::unmuteRule(const std::string& server, const std::string& rule)
{
    muteRule(server, rule, std::chrono::steady_clock::now());
}

} // namespace lockscope::ui

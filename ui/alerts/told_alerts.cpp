// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/told_alerts.hpp"

#include <algorithm>
#include <iterator>

namespace lockscope::ui {
namespace {

/// Windows read the server at times of their own: what is over for one may only begin for another.
constexpr std::chrono::seconds kLate{10};

} // namespace

void ToldAlerts::enter(const std::string& server, Teller teller)
{
    m_watching[teller] = server;
}

std::vector<Alert> ToldAlerts::take(const std::string& server, Teller teller, const std::vector<Alert>& raised,
                                    SteadyTime now)
{
    forgetOld(now);
    std::vector<Alert> fresh;
    for (const Alert& alert : raised) {
        const auto [found, isNew] = m_told.try_emplace({server, alert.rule, alert.lock});
        Told& told = found->second;
        if (isNew || told.knowing.contains(teller)) { // it knows of that one: this is another
            told.knowing.clear();
            fresh.push_back(alert);
        }
        told.knowing.insert(teller);
        told.active[teller] = alert.id;
    }
    return fresh;
}

void ToldAlerts::clear(const std::string& server, Teller teller, const std::vector<Alert>& cleared, SteadyTime now)
{
    for (const Alert& alert : cleared) {
        const auto found = m_told.find({server, alert.rule, alert.lock});
        if (found == m_told.end()) {
            continue;
        }
        Told& told = found->second;
        const auto active = told.active.find(teller);
        if (active != told.active.end() && active->second == alert.id) { // else the next one has begun
            told.active.erase(active);
            told.over = now;
        }
    }
    forgetOld(now);
}

void ToldAlerts::leave(Teller teller, const std::vector<Alert>& unsaid)
{
    for (auto each = m_told.begin(); each != m_told.end();) {
        Told& told = each->second;
        const bool knew = told.knowing.erase(teller) > 0;
        told.active.erase(teller);
        each = knew && told.active.empty() ? m_told.erase(each) : std::next(each);
    }
    const auto left = m_watching.extract(teller);
    if (left.empty() || unsaid.empty()) {
        return;
    }
    const auto heir = std::find_if(m_watching.begin(), m_watching.end(),
                                   [&left](const auto& each) { return each.second == left.mapped(); });
    if (heir != m_watching.end()) {
        heir->first->tellInstead(unsaid);
    }
}

void ToldAlerts::forgetOld(SteadyTime now)
{
    std::erase_if(m_told,
                  [now](const auto& each) { return each.second.active.empty() && now - each.second.over > kLate; });
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/alerts.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace lockscope::ui {

/// A window's part that tells of alerts.
class AlertTeller
{
public:
    /// Of what another was to tell of, which no longer can.
    virtual void tellInstead(const std::vector<Alert>& alerts) = 0;

protected:
    ~AlertTeller() = default;
};

/// Of which alerts somebody has been told, so that several windows on one server tell of each only once: the first
/// that sees it. An alert that clears and comes again is told of again. In doubt twice rather than never.
class ToldAlerts
{
public:
    using Teller = AlertTeller*; ///< Not owned; no longer used once it has left.

    /// It looks at this server from now on, and may be asked to tell instead of others.
    void enter(const std::string& server, Teller teller);
    /// @return those of @p raised that nobody else has told of
    std::vector<Alert> take(const std::string& server, Teller teller, const std::vector<Alert>& raised, SteadyTime now);
    /// They are over, as @p teller sees it.
    void clear(const std::string& server, Teller teller, const std::vector<Alert>& cleared, SteadyTime now);
    /// It looks at no server any more. What it has not come to say is handed to another on the same server.
    void leave(Teller teller, const std::vector<Alert>& unsaid = {});

private:
    using Key = std::tuple<std::string, std::string, std::string>; ///< server, rule, lock
    struct Told
    {
        std::set<Teller> knowing;               ///< Have seen it since it was told.
        std::map<Teller, std::uint64_t> active; ///< For whom it is not over, with its id there.
        SteadyTime over{};                      ///< Since when it is for nobody.
    };

    void forgetOld(SteadyTime now);

    std::map<Key, Told> m_told;
    std::map<Teller, std::string> m_watching; ///< Their servers.
};

} // namespace lockscope::ui

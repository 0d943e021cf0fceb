// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/alerts.hpp"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace lockscope::ui {

/// Of which alerts somebody has been told, so that several windows on one server tell of each only once: the first
/// that sees it. An alert that clears and comes again is told of again. In doubt twice rather than never.
class ToldAlerts
{
public:
    /// Who tells; only compared.
    using Teller = const void*;

    /// @return those of @p raised that nobody else has told of
    std::vector<Alert> take(const std::string& server, Teller teller, const std::vector<Alert>& raised, SteadyTime now);
    /// They are over, as @p teller sees it.
    void clear(const std::string& server, Teller teller, const std::vector<Alert>& cleared, SteadyTime now);
    /// It looks at no server any more.
    void leave(Teller teller);

private:
    using Key = std::tuple<std::string, std::string, AlertRule::Severity, std::string>; ///< server, rule, …, lock
    struct Told
    {
        std::set<Teller> knowing; ///< Have seen it since it was told.
        std::set<Teller> active;  ///< For whom it is not over.
        SteadyTime over{};        ///< Since when it is for nobody.
    };

    void forgetOld(SteadyTime now);

    std::map<Key, Told> m_told;
};

} // namespace lockscope::ui

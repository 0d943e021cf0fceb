// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QObject>

#include <string>
#include <vector>

namespace lockscope::ui {

/// Of which locks and by which rules nobody is to be told for a while. For all windows: otherwise another one would
/// tell of it.
class AlertMutes : public QObject
{
    Q_OBJECT

public:
    struct Mute
    {
        std::string server;
        std::string what; ///< Name of the lock, or id of the rule.
        SteadyTime until;
    };

    void muteLock(const std::string& server, const std::string& lock, SteadyTime until);
    void muteRule(const std::string& server, const std::string& rule, SteadyTime until);
    /// It is over from now on, and still among the others until the next is muted: so all windows learn of it.
    ///@{
    void unmuteLock(const std::string& server, const std::string& lock);
    void unmuteRule(const std::string& server, const std::string& rule);
    ///@}
    /// Of all servers; some may be over.
    [[nodiscard]] const std::vector<Mute>& locks() const { return m_locks; }
    [[nodiscard]] const std::vector<Mute>& rules() const { return m_rules; }

signals:
    void changed();

private:
    std::vector<Mute> m_locks;
    std::vector<Mute> m_rules;
};

} // namespace lockscope::ui

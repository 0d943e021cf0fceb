// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QObject>
#include <QString>

#include <string>
#include <vector>

namespace lockscope::ui {

/// Of which locks and by which rules nobody is to be told for a while. For all windows: otherwise another one would
/// tell of it. And for the next start of the program, which somebody may need within the hour.
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

    /// Goes on with what stands in the file, and writes each change to it. What another program writes there meanwhile
    /// is lost, which makes at most one alert too many.
    void keepIn(const QString& file);

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
    void save() const;

    QString m_file; ///< Empty: nothing is kept.
    std::vector<Mute> m_locks;
    std::vector<Mute> m_rules;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QObject>
#include <QSettings>
#include <QString>

#include <optional>
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

    struct Names
    {
        std::vector<std::string> locks;
        std::vector<std::string> rules; ///< Their ids.
    };

    /// So many of locks, and so many of rules, of all servers; of more the oldest end.
    static constexpr std::size_t most = 1000;

    /// Goes on with what stands in the file, and writes each change to it. Another program may have the same file: each
    /// change is made to what is there now.
    void keepIn(const QString& file);

    /// All of them together: written once, told once.
    void mute(const std::string& server, const Names& names, SteadyTime until);
    /// They are over from now on, and still among the others until the next change: so all windows learn of it.
    void unmute(const std::string& server, const Names& names);
    /// Of all servers; some may be over.
    [[nodiscard]] const std::vector<Mute>& locks() const { return m_locks; }
    [[nodiscard]] const std::vector<Mute>& rules() const { return m_rules; }

signals:
    void changed();
    /// A change could not be written: it lasts until the program ends.
    void notSaved(const QString& file);

private:
    void save();

    std::optional<QSettings> m_settings; ///< Absent: nothing is kept.
    std::vector<Mute> m_locks;
    std::vector<Mute> m_rules;
};

} // namespace lockscope::ui

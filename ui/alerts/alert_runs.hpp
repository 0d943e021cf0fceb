// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/alerts.hpp"

#include <QByteArray>
#include <QDateTime>
#include <QSettings>
#include <QString>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace lockscope::ui {

/// For which holds, and dead heads of queues, the user's command was run, until their alerts are over: it is not run
/// once more for what the program finds as it was left, when it is started or connects anew, be it by itself or by
/// another program on the same file. Of other alerts nobody can say later whether they are the same. In doubt it runs
/// twice rather than never: so a file that cannot be written is no error, and of two programs that write at once the
/// last one is right.
class AlertRuns
{
public:
    /// Of all servers; of more the oldest go.
    static constexpr std::size_t most = 1000;
    /// The same owner may have taken the lock anew while nobody looked: after so long the command is run again.
    static constexpr std::chrono::hours valid{24};

    explicit AlertRuns(const QString& file);

    void note(const std::string& server, const Alert& alert);
    [[nodiscard]] bool hasRunFor(const std::string& server, const Alert& alert);
    /// These are over: what comes again is another one.
    void forget(const std::string& server, const std::vector<Alert>& over);

private:
    /// Digests, because names may be long.
    struct Run
    {
        QByteArray lock; ///< With its server and the rule.
        QByteArray owner;
        std::chrono::milliseconds at; ///< Epoch.
    };

    void refresh();
    void read();
    void write();
    [[nodiscard]] QDateTime writtenAt() const;

    QSettings m_settings;
    QDateTime m_writtenAt;   ///< The file, when it was read or written last.
    std::vector<Run> m_runs; ///< Oldest first.
};

} // namespace lockscope::ui

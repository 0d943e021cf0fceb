// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_reactions.hpp"

#include "lockscope/alerts.hpp"

#include <QElapsedTimer>
#include <QObject>
#include <QProcessEnvironment>
#include <QString>

#include <chrono>
#include <map>
#include <optional>
#include <vector>

class QProcess;

namespace lockscope::ui {

/// Runs the user's command for an alert: a program with its arguments, never a shell. What it is about stands in
/// environment variables (LOCKSCOPE_ALERT_KIND, _SEVERITY, _LOCK, _OWNER, _SERVER, _SINCE, _COUNT, _AMOUNT_MS,
/// _AMOUNT_EXACT, _SKIPPED), escaped. For a server not more often than every few seconds, not more than a few at once,
/// and not for long: what takes longer is asked to end, with all that it has started, and killed soon after. What is
/// critical waits for its turn, which the rules take one after the other; of the rest only the worst does, and the
/// others are counted.
class AlertCommand : public QObject
{
    Q_OBJECT

public:
    struct Limits
    {
        std::chrono::milliseconds pause{5'000};
        std::chrono::milliseconds longest{30'000};
        std::chrono::milliseconds ending{2'000}; ///< From being asked to end to being killed.
        int atOnce = 3;
        std::size_t mostWaiting = 100; ///< For each server.
    };
    explicit AlertCommand(QObject* parent = nullptr);
    explicit AlertCommand(Limits limits, QObject* parent = nullptr);
    ~AlertCommand() override;

    /// @param server for people, without a password
    void run(const AlertReactions& reactions, const Alert& alert, const QString& server);
    /// These are over: what still waits for its turn is news to nobody.
    void forget(const std::vector<Alert>& alerts, const QString& server);
    /// What the program finds in its environment.
    [[nodiscard]] static QProcessEnvironment environment(const Alert& alert, const QString& server, int skipped);

signals:
    /// It runs for this one.
    void started(const lockscope::Alert& alert, const QString& server);
    /// It could not be started, ended with an error, or took too long; one sentence.
    void failed(const QString& message);

private:
    struct Waiting
    {
        AlertReactions reactions;
        Alert alert;
    };
    struct Runs
    {
        QElapsedTimer last;
        int skipped = 0;              ///< Alerts since the last run for which nothing was run.
        std::vector<Waiting> waiting; ///< In the order in which they are run: the worst first.
    };

    [[nodiscard]] bool isTooSoon(const Runs& runs) const;
    void makeWait(Runs& runs, Waiting next) const;
    void runAfterPause(const Runs& runs);
    void runWaiting();
    void start(const AlertReactions& reactions, const Alert& alert, const QString& server);
    void watch(QProcess& process);
    void end(QProcess& process);

    Limits m_limits;
    std::map<QString, Runs> m_runs; ///< By server.
    int m_running = 0;
};

} // namespace lockscope::ui

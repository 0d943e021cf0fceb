// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_command.hpp"

#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QProcess>
#include <QTimer>
#include <QVariant>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include <sys/types.h>
#include <unistd.h>

namespace lockscope::ui {
namespace {

constexpr int kLongestValue = 4096;

/// To a program and all that it has started: it leads a group of its own.
void signalGroup(qint64 leader, int signal)
{
    if (leader > 0) {
        ::kill(-static_cast<pid_t>(leader), signal);
    }
}

} // namespace

AlertCommand::AlertCommand(QObject* parent) : AlertCommand(Limits(), parent) {}

AlertCommand::AlertCommand(Limits limits, QObject* parent) : QObject(parent), m_limits(limits) {}

AlertCommand::~AlertCommand()
{
    // Nobody would stop them any more. Their objects are our children, and wait for the end.
    for (QProcess* process : findChildren<QProcess*>()) {
        process->disconnect(this);
        signalGroup(process->processId(), SIGKILL);
        process->kill();
    }
}

QProcessEnvironment AlertCommand::environment(const Alert& alert, const QString& server, int skipped)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // What is for us alone: whoever reports its environment must not report that.
    for (const char* secret :
         {"LOCKSCOPE_PASSWORD", "LOCKSCOPE_SENTINEL_PASSWORD", "LOCKSCOPE_KEY_PASSPHRASE", "LOCKSCOPE_REDIS"}) {
        environment.remove(QLatin1String(secret));
    }
    const auto insert = [&environment](const char* name, const QString& value) {
        environment.insert(QLatin1String("LOCKSCOPE_ALERT_") + QLatin1String(name), value);
    };
    insert("KIND", machineWord(to_string(alert.kind)));
    insert("SEVERITY", machineWord(to_string(alert.severity)));
    insert("RULE", shortText(alert.rule, kLongestValue));
    insert("LOCK", shortText(alert.lock, kLongestValue));
    insert("OWNER", shortText(alert.owner, kLongestValue));
    insert("SERVER", server);
    insert("SINCE", isoTime(alert.since));
    insert("COUNT", QString::number(alert.count));
    insert("AMOUNT_MS", alert.amount ? QString::number(alert.amount->count()) : QString());
    insert("AMOUNT_EXACT", alert.amount ? machineWord(alert.begin_unseen ? "false" : "true") : QString());
    insert("SKIPPED", QString::number(skipped));
    return environment;
}

void AlertCommand::run(const AlertReactions& reactions, const Alert& alert, const QString& server)
{
    if (reactions.command == AlertReactions::Command::off || reactions.program.isEmpty()) {
        return;
    }
    Runs& runs = m_runs[server];
    if (!isTooSoon(runs) && m_running < m_limits.atOnce) {
        start(reactions, alert, server);
        return;
    }
    makeWait(runs, {reactions, alert});
    if (isTooSoon(runs)) {
        runAfterPause(runs);
    }
}

void AlertCommand::forget(const std::vector<Alert>& alerts, const QString& server)
{
    const auto runs = m_runs.find(server);
    if (runs == m_runs.end()) {
        return;
    }
    for (const Alert& over : alerts) {
        // Each window counts its own alerts.
        std::erase_if(runs->second.waiting, [&over](const Waiting& each) {
            return each.alert.id == over.id && each.alert.kind == over.kind && each.alert.lock == over.lock;
        });
    }
}

/// Not by a coarse timer: one that comes too soon finds nothing to do, and nobody would come again.
void AlertCommand::runAfterPause(const Runs& runs)
{
    const auto left = m_limits.pause - std::chrono::milliseconds(runs.last.elapsed());
    QTimer::singleShot(std::max(left, std::chrono::milliseconds(0)), Qt::PreciseTimer, this, &AlertCommand::runWaiting);
}

/// Behind those that are as bad, but the rules take turns: one that is true of many locks keeps no other waiting. A
/// flood of what is not critical would run for hours, and be news by then to nobody.
void AlertCommand::makeWait(Runs& runs, Waiting next) const
{
    const auto isCritical = [](const Waiting& each) { return each.alert.severity == AlertRule::Severity::critical; };
    const auto turn = std::count_if(runs.waiting.begin(), runs.waiting.end(),
                                    [&](const Waiting& each) { return each.alert.rule == next.alert.rule; });
    std::map<std::string, std::ptrdiff_t> turns;
    const auto place = std::find_if(runs.waiting.begin(), runs.waiting.end(), [&](const Waiting& each) {
        const auto itsTurn = turns[each.alert.rule]++;
        return each.alert.severity < next.alert.severity
            || (each.alert.severity == next.alert.severity && itsTurn > turn);
    });
    const bool isNextCritical = isCritical(next);
    runs.waiting.insert(place, std::move(next));
    const auto others = std::count_if(runs.waiting.begin(), runs.waiting.end(), std::not_fn(isCritical));
    if (runs.waiting.size() > m_limits.mostWaiting || (!isNextCritical && others > 1)) {
        runs.waiting.pop_back();
        ++runs.skipped;
    }
}

bool AlertCommand::isTooSoon(const Runs& runs) const
{
    return runs.last.isValid() && std::chrono::milliseconds(runs.last.elapsed()) < m_limits.pause;
}

/// The pause is over, or one of those that ran.
void AlertCommand::runWaiting()
{
    for (auto& [server, runs] : m_runs) {
        if (!runs.waiting.empty() && !isTooSoon(runs) && m_running < m_limits.atOnce) {
            const Waiting worst = std::move(runs.waiting.front());
            runs.waiting.erase(runs.waiting.begin());
            start(worst.reactions, worst.alert, server);
        }
        if (!runs.waiting.empty() && isTooSoon(runs)) {
            runAfterPause(runs);
        }
    }
}

void AlertCommand::start(const AlertReactions& reactions, const Alert& alert, const QString& server)
{
    Runs& runs = m_runs[server];
    runs.last.start();
    auto* process = new QProcess(this);
    process->setProcessEnvironment(environment(alert, server, std::exchange(runs.skipped, 0)));
    process->setProgram(reactions.program);
    process->setArguments(reactions.arguments);
    process->setStandardInputFile(QProcess::nullDevice());
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardErrorFile(QProcess::nullDevice());
    process->setChildProcessModifier([] { ::setpgid(0, 0); });
    watch(*process);
    connect(process, &QProcess::started, this, [this, alert, server] { emit started(alert, server); });
    ++m_running;
    process->start();
}

void AlertCommand::watch(QProcess& process)
{
    const auto finish = [this, &process](const QString& why) {
        --m_running;
        process.disconnect(this);
        process.deleteLater();
        if (!why.isEmpty()) {
            emit failed(why);
        }
        QTimer::singleShot(0, this, &AlertCommand::runWaiting);
    };
    const QString name = shortText(process.program().toStdString(), 100);
    connect(&process, &QProcess::errorOccurred, this, [finish, name, &process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            finish(tr("The alert's command %1 was not started: %2")
                       .arg(name, shortText(process.errorString().toStdString(), 200)));
        }
    });
    connect(&process, &QProcess::finished, this, [finish, name, &process](int code, QProcess::ExitStatus status) {
        const bool killed = process.property("tooLong").toBool();
        finish(killed                          ? tr("The alert's command %1 took too long and was ended.").arg(name)
               : status == QProcess::CrashExit ? tr("The alert's command %1 crashed.").arg(name)
               : code != 0 ? tr("The alert's command %1 failed with code %2.").arg(name, QString::number(code))
                           : QString());
    });
    QTimer::singleShot(m_limits.longest, &process, [this, &process] {
        process.setProperty("tooLong", true);
        end(process);
    });
}

/// What it has started may outlive it, and does not end by itself. It goes with it: later, the group's number may be
/// somebody else's.
void AlertCommand::end(QProcess& process)
{
    const qint64 leader = process.processId();
    const auto kill = [leader] { signalGroup(leader, SIGKILL); };
    signalGroup(leader, SIGTERM);
    connect(&process, &QProcess::finished, &process, kill);
    QTimer::singleShot(m_limits.ending, &process, kill);
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_text.hpp"

#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace lockscope::ui {
namespace {

struct TraceText
{
    Q_DECLARE_TR_FUNCTIONS(TraceText)
};

QString word(const std::string& bytes, int maxChars)
{
    const QString text = maxChars > 0 ? shortText(bytes, maxChars) : displayText(bytes);
    const bool quoted = text.isEmpty() || text.contains(QLatin1Char(' ')) || text.contains(QLatin1Char('"'));
    return quoted ? QLatin1Char('"') + QString(text).replace(QLatin1Char('"'), QLatin1String("\\\"")) + QLatin1Char('"')
                  : text;
}

} // namespace

QString traceRoleText(TraceCommand::Role role)
{
    switch (role) {
    case TraceCommand::Role::acquire: return TraceText::tr("acquire", "role of a command");
    case TraceCommand::Role::release: return TraceText::tr("release", "role of a command");
    case TraceCommand::Role::renew: return TraceText::tr("renew", "role of a command");
    case TraceCommand::Role::leave: return TraceText::tr("leave the queue", "role of a command");
    case TraceCommand::Role::remove: return TraceText::tr("remove", "role of a command: deletes the lock");
    case TraceCommand::Role::wake: return TraceText::tr("wake", "role of a command: tells those who wait");
    case TraceCommand::Role::listen: return TraceText::tr("listen", "role of a command: begins to wait");
    case TraceCommand::Role::stop_wait: return TraceText::tr("stop listening", "role of a command");
    case TraceCommand::Role::read: return TraceText::tr("read", "role of a command");
    case TraceCommand::Role::other: break;
    }
    return {};
}

QString traceRoleText(const TraceCommand& command)
{
    if (command.outcome == TraceCommand::Outcome::refused) {
        switch (command.role) {
        case TraceCommand::Role::acquire: return TraceText::tr("acquire, refused", "role of a command");
        case TraceCommand::Role::release: return TraceText::tr("release, not held", "role of a command");
        case TraceCommand::Role::renew: return TraceText::tr("renew, not held", "role of a command");
        case TraceCommand::Role::other: return TraceText::tr("not executed", "role of a command");
        default: break;
        }
    }
    return traceRoleText(command.role);
}

QString traceWordsText(const TraceCommand& command, int maxChars)
{
    QStringList words;
    words.reserve(static_cast<qsizetype>(command.words.size()));
    for (const std::string& each : command.words) {
        words << word(each, maxChars);
    }
    return words.join(QLatin1Char(' '));
}

QString traceCommandText(const TraceCommand& command, int maxChars)
{
    const QString words = traceWordsText(command, maxChars);
    return command.words_left_out == 0
             ? words
             : words + QLatin1Char(' ')
                   + TraceText::tr("… and %Ln more", "words of a command", pluralCount(command.words_left_out));
}

QString traceLocksText(const TraceCommand& command)
{
    if (command.locks.empty()) {
        return {};
    }
    const QString first = shortText(command.locks.front());
    return command.locks.size() == 1 ? first : first + QStringLiteral(" +%1").arg(command.locks.size() - 1);
}

QString traceGapText(SystemTime::duration gap)
{
    const double ms = std::chrono::duration<double, std::milli>(gap).count();
    if (ms < 0) {
        return {}; // the server's clock was set
    }
    const QLocale locale;
    if (ms < 10) {
        return TraceText::tr("+%1 ms", "time after the command before").arg(locale.toString(ms, 'f', 2));
    }
    if (ms < 1000) {
        return TraceText::tr("+%1 ms", "time after the command before").arg(locale.toString(ms, 'f', 0));
    }
    return TraceText::tr("+%1", "time after the command before")
        .arg(durationText(std::chrono::milliseconds(static_cast<qint64>(ms))));
}

QString traceEndText(const TraceStatus& status)
{
    switch (status.stopped) {
    case TraceStatus::Stopped::not_yet: return {};
    case TraceStatus::Stopped::asked: return TraceText::tr("The trace was stopped.");
    case TraceStatus::Stopped::time_over: return TraceText::tr("The trace ended after the time that was chosen.");
    case TraceStatus::Stopped::enough:
        return TraceText::tr("The trace ended: the server executed more commands than one trace may read.");
    case TraceStatus::Stopped::overload:
        return TraceText::tr("The trace ended: commands came faster than they can be shown.");
    case TraceStatus::Stopped::failed: break;
    }
    return withCause(TraceText::tr("The trace ended because of a fault."), status.error);
}

} // namespace lockscope::ui

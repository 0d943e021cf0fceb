// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_export.hpp"

#include "models/csv.hpp"
#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"
#include "trace/trace_text.hpp"

#include <QJsonArray>
#include <QJsonObject>

#include <utility>

namespace lockscope::ui {
namespace {

QStringList lockNames(const TraceCommand& command)
{
    QStringList names;
    for (const std::string& lock : command.locks) {
        names << displayText(lock);
    }
    return names;
}

/// With how many words are missing, in English.
QString commandLine(const TraceCommand& command)
{
    const QString words = traceWordsText(command);
    return command.words_left_out == 0 ? words : words + QStringLiteral(" … and %1 more").arg(command.words_left_out);
}

QStringList record(const TraceCommand& command, const QString& number, const QString& script)
{
    return {number,
            script,
            isoTimeMicros(command.at),
            QString::number(command.database),
            displayText(command.client),
            displayText(command.node),
            machineWord(to_string(command.role)),
            machineWord(to_string(command.outcome)),
            lockNames(command).join(QLatin1Char(' ')),
            displayText(command.owner),
            command.lease ? QString::number(command.lease->count()) : QString(),
            commandLine(command),
            QString::number(command.words_left_out),
            QString::number(command.inner_left_out)};
}

QJsonObject toObject(const TraceCommand& command)
{
    QJsonObject object{{QStringLiteral("time"), isoTimeMicros(command.at)},
                       {QStringLiteral("database"), command.database},
                       {QStringLiteral("role"), machineWord(to_string(command.role))},
                       {QStringLiteral("outcome"), machineWord(to_string(command.outcome))}};
    insertBytes(object, QStringLiteral("words"), command.words);
    const auto insert = [&object](const QString& member, const auto& bytes) {
        if (!bytes.empty()) {
            insertBytes(object, member, bytes);
        }
    };
    insert(QStringLiteral("client"), command.client);
    insert(QStringLiteral("node"), command.node);
    insert(QStringLiteral("owner"), command.owner);
    insert(QStringLiteral("locks"), command.locks);
    if (command.lease) {
        object.insert(QStringLiteral("lease_ms"), static_cast<qint64>(command.lease->count()));
    }
    if (command.words_left_out > 0) {
        object.insert(QStringLiteral("words_left_out"), static_cast<qint64>(command.words_left_out));
    }
    if (command.shortened) {
        object.insert(QStringLiteral("shortened"), true);
    }
    if (!command.inner.empty()) {
        QJsonArray inner;
        for (const TraceCommand& each : command.inner) {
            inner.append(toObject(each));
        }
        object.insert(QStringLiteral("inner"), inner);
    }
    if (command.inner_left_out > 0) {
        object.insert(QStringLiteral("inner_left_out"), static_cast<qint64>(command.inner_left_out));
    }
    return object;
}

QString lineOf(const TraceCommand& command)
{
    const QString node = command.node.empty() ? QString() : QLatin1String(" on ") + displayText(command.node);
    return isoTimeMicros(command.at) + QStringLiteral(" [%1 ").arg(command.database) + displayText(command.client)
         + node + QLatin1String("] ") + commandLine(command);
}

QByteArray linesOf(const TraceCommand& command)
{
    QString text = lineOf(command) + QLatin1Char('\n');
    for (const TraceCommand& inner : command.inner) {
        text += QLatin1String("    ") + commandLine(inner) + QLatin1Char('\n');
    }
    if (command.inner_left_out > 0) {
        text += QStringLiteral("    … and %1 more\n").arg(command.inner_left_out);
    }
    return text.toUtf8();
}

/// What follows @p number belongs to the script that has it.
QByteArray recordsOf(const TraceCommand& command, int& number)
{
    const QString script = QString::number(++number);
    QString csv = csvRecord(record(command, script, {}));
    for (const TraceCommand& inner : command.inner) {
        csv += csvRecord(record(inner, QString::number(++number), script));
    }
    return csv.toUtf8();
}

} // namespace

RecordText traceToCsv(std::vector<TraceCommand> commands)
{
    RecordText text;
    text.head = csvRecord({QStringLiteral("number"), QStringLiteral("script"), QStringLiteral("time"),
                           QStringLiteral("database"), QStringLiteral("client"), QStringLiteral("node"),
                           QStringLiteral("role"), QStringLiteral("outcome"), QStringLiteral("locks"),
                           QStringLiteral("owner"), QStringLiteral("lease_ms"), QStringLiteral("command"),
                           QStringLiteral("words_left_out"), QStringLiteral("inner_left_out")})
                    .toUtf8();
    text.records = commands.size();
    text.record = [commands = std::move(commands), number = 0](std::size_t at) mutable {
        return recordsOf(commands[at], number);
    };
    return text;
}

RecordText traceToJson(std::vector<TraceCommand> commands)
{
    return jsonOf(std::move(commands), &toObject);
}

RecordText traceToText(std::vector<TraceCommand> commands)
{
    RecordText text;
    text.records = commands.size();
    text.record = [commands = std::move(commands)](std::size_t at) { return linesOf(commands[at]); };
    return text;
}

} // namespace lockscope::ui

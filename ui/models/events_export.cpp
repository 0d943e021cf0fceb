// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/events_export.hpp"

#include "models/csv.hpp"
#include "models/json_bytes.hpp"
#include "text/server_text.hpp"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::ui {
namespace {

QString isoTime(SystemTime at)
{
    const auto ms = std::chrono::duration_cast<milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString kindName(LockEvent::Kind kind)
{
    const auto name = to_string(kind);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

QByteArray eventsToCsv(const std::vector<LockEvent>& events)
{
    QString csv = csvRecord({QStringLiteral("time"), QStringLiteral("event"), QStringLiteral("lock"),
                             QStringLiteral("holder"), QStringLiteral("count"), QStringLiteral("held_for_ms")});
    for (const LockEvent& event : events) {
        csv += csvRecord({isoTime(event.at), kindName(event.kind), displayText(event.lock), displayText(event.owner),
                          QString::number(event.count),
                          event.held_for ? QString::number(event.held_for->count()) : QString()});
    }
    return csv.toUtf8();
}

QByteArray eventsToJson(const std::vector<LockEvent>& events)
{
    QJsonArray array;
    for (const LockEvent& event : events) {
        QJsonObject object{{QStringLiteral("time"), isoTime(event.at)},
                           {QStringLiteral("event"), kindName(event.kind)},
                           {QStringLiteral("count"), static_cast<qint64>(event.count)}};
        insertBytes(object, QStringLiteral("lock"), event.lock);
        insertBytes(object, QStringLiteral("holder"), event.owner);
        if (event.held_for) {
            object.insert(QStringLiteral("held_for_ms"), static_cast<qint64>(event.held_for->count()));
        }
        array.append(object);
    }
    return QJsonDocument(array).toJson();
}

} // namespace lockscope::ui

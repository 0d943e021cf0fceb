// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/events_export.hpp"

#include "models/csv.hpp"
#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <string_view>

namespace lockscope::ui {
namespace {

QString kindName(const EventRow& event)
{
    if (!event.alert) {
        return machineWord(to_string(event.kind));
    }
    return event.alert->state == Alert::State::cleared ? QStringLiteral("alert-cleared")
                                                       : QStringLiteral("alert-raised");
}

} // namespace

QByteArray eventsToCsv(const std::vector<EventRow>& events)
{
    QString csv =
        csvRecord({QStringLiteral("time"), QStringLiteral("event"), QStringLiteral("lock"), QStringLiteral("holder"),
                   QStringLiteral("count"), QStringLiteral("held_for_ms"), QStringLiteral("alert")});
    for (const EventRow& event : events) {
        csv += csvRecord({isoTime(event.at), kindName(event), displayText(event.lock), displayText(event.owner),
                          event.alert ? QString() : QString::number(event.count),
                          event.held_for ? QString::number(event.held_for->count()) : QString(),
                          event.alert ? machineWord(to_string(event.alert->kind)) : QString()});
    }
    return csv.toUtf8();
}

QByteArray eventsToJson(const std::vector<EventRow>& events)
{
    QJsonArray array;
    for (const EventRow& event : events) {
        QJsonObject object{{QStringLiteral("time"), isoTime(event.at)}, {QStringLiteral("event"), kindName(event)}};
        insertBytes(object, QStringLiteral("lock"), event.lock);
        insertBytes(object, QStringLiteral("holder"), event.owner);
        if (event.alert) {
            object.insert(QStringLiteral("alert"), machineWord(to_string(event.alert->kind)));
        } else {
            object.insert(QStringLiteral("count"), static_cast<qint64>(event.count));
        }
        if (event.held_for) {
            object.insert(QStringLiteral("held_for_ms"), static_cast<qint64>(event.held_for->count()));
        }
        array.append(object);
    }
    return QJsonDocument(array).toJson();
}

} // namespace lockscope::ui

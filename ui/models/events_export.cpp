// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/events_export.hpp"

#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonObject>

#include <utility>

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

QStringList fieldsOf(const EventRow& event)
{
    return {isoTime(event.at),
            kindName(event),
            displayText(event.lock),
            displayText(event.owner),
            event.alert ? QString() : QString::number(event.count),
            event.held_for ? QString::number(event.held_for->count()) : QString(),
            event.held_for ? machineWord(event.held_for_exact ? "true" : "false") : QString(),
            event.alert ? machineWord(to_string(event.alert->kind)) : QString()};
}

QJsonObject objectOf(const EventRow& event)
{
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
        object.insert(QStringLiteral("held_for_exact"), event.held_for_exact);
    }
    return object;
}

} // namespace

RecordText eventsToCsv(std::vector<EventRow> events)
{
    return csvOf({QStringLiteral("time"), QStringLiteral("event"), QStringLiteral("lock"), QStringLiteral("holder"),
                  QStringLiteral("count"), QStringLiteral("held_for_ms"), QStringLiteral("held_for_exact"),
                  QStringLiteral("alert")},
                 std::move(events), &fieldsOf);
}

RecordText eventsToJson(std::vector<EventRow> events)
{
    return jsonOf(std::move(events), &objectOf);
}

} // namespace lockscope::ui

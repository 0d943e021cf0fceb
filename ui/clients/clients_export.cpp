// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/clients_export.hpp"

#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonObject>

#include <utility>

namespace lockscope::ui {
namespace {

void insertKnown(QJsonObject& object, const QString& member, const QString& text)
{
    if (!text.isEmpty()) {
        object.insert(member, text);
    }
}

void insertKnownBytes(QJsonObject& object, const QString& member, const std::string& bytes)
{
    if (!bytes.empty()) {
        insertBytes(object, member, bytes);
    }
}

QStringList fieldsOf(const ClientRow& client)
{
    const ClientRecord& record = client.record;
    return {displayText(record.uuid),
            client.label,
            displayText(record.name),
            displayText(record.address),
            QString::number(record.connections),
            machineWord(to_string(record.kind)),
            QString::number(record.holds),
            QString::number(record.waits),
            QString::number(record.ghosts),
            isoTime(record.longest_since),
            isoTime(record.first_seen),
            isoTime(record.last_sign)};
}

QJsonObject objectOf(const ClientRow& client)
{
    const ClientRecord& record = client.record;
    QJsonObject object{{QStringLiteral("kind"), machineWord(to_string(record.kind))},
                       {QStringLiteral("connections"), static_cast<qint64>(record.connections)},
                       {QStringLiteral("holds"), static_cast<qint64>(record.holds)},
                       {QStringLiteral("waits"), static_cast<qint64>(record.waits)},
                       {QStringLiteral("left_over"), static_cast<qint64>(record.ghosts)}};
    insertBytes(object, QStringLiteral("uuid"), record.uuid);
    insertKnown(object, QStringLiteral("label"), client.label);
    insertKnownBytes(object, QStringLiteral("name"), record.name);
    insertKnownBytes(object, QStringLiteral("address"), record.address);
    insertKnown(object, QStringLiteral("longest_hold_since"), isoTime(record.longest_since));
    insertKnown(object, QStringLiteral("first_seen"), isoTime(record.first_seen));
    insertKnown(object, QStringLiteral("last_seen"), isoTime(record.last_sign));
    return object;
}

} // namespace

RecordText clientsToCsv(std::vector<ClientRow> clients)
{
    return csvOf({QStringLiteral("uuid"), QStringLiteral("label"), QStringLiteral("name"), QStringLiteral("address"),
                  QStringLiteral("connections"), QStringLiteral("kind"), QStringLiteral("holds"),
                  QStringLiteral("waits"), QStringLiteral("left_over"), QStringLiteral("longest_hold_since"),
                  QStringLiteral("first_seen"), QStringLiteral("last_seen")},
                 std::move(clients), &fieldsOf);
}

RecordText clientsToJson(std::vector<ClientRow> clients)
{
    return jsonOf(std::move(clients), &objectOf);
}

} // namespace lockscope::ui

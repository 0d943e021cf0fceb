// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_export.hpp"

#include "models/csv.hpp"
#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::ui {
namespace {

QString number(const std::optional<std::int64_t>& value)
{
    return value ? QString::number(*value) : QString();
}

std::optional<std::int64_t> count(const std::optional<milliseconds>& duration)
{
    return duration ? std::optional<std::int64_t>(duration->count()) : std::nullopt;
}

} // namespace

QByteArray findingsToCsv(const std::vector<FindingsBook::Row>& rows, SteadyTime now)
{
    QString csv = csvRecord({QStringLiteral("found"), QStringLiteral("severity"), QStringLiteral("kind"),
                             QStringLiteral("certainty"), QStringLiteral("lock"), QStringLiteral("about"),
                             QStringLiteral("count"), QStringLiteral("cost_ms"), QStringLiteral("usual_ms"),
                             QStringLiteral("repair")});
    for (const FindingsBook::Row& row : rows) {
        const Finding& finding = row.finding;
        csv += csvRecord({isoTime(row.found_at), machineWord(to_string(finding.severity)),
                          machineWord(to_string(finding.kind)), machineWord(to_string(finding.certainty)),
                          displayText(finding.lock), displayText(finding.subject), number(finding.count),
                          number(count(finding.cost_at(now))), number(count(finding.usual)),
                          machineWord(to_string(finding.repair))});
    }
    return csv.toUtf8();
}

QByteArray findingsToJson(const std::vector<FindingsBook::Row>& rows, SteadyTime now)
{
    QJsonArray array;
    for (const FindingsBook::Row& row : rows) {
        const Finding& finding = row.finding;
        QJsonObject object{{QStringLiteral("found"), isoTime(row.found_at)},
                           {QStringLiteral("severity"), machineWord(to_string(finding.severity))},
                           {QStringLiteral("kind"), machineWord(to_string(finding.kind))},
                           {QStringLiteral("certainty"), machineWord(to_string(finding.certainty))},
                           {QStringLiteral("repair"), machineWord(to_string(finding.repair))}};
        insertBytes(object, QStringLiteral("lock"), finding.lock);
        if (!finding.subject.empty()) {
            insertBytes(object, QStringLiteral("about"), finding.subject);
        }
        const auto insert = [&object](const QString& member, const std::optional<std::int64_t>& value) {
            if (value) {
                object.insert(member, static_cast<qint64>(*value));
            }
        };
        insert(QStringLiteral("count"), finding.count);
        insert(QStringLiteral("cost_ms"), count(finding.cost_at(now)));
        insert(QStringLiteral("usual_ms"), count(finding.usual));
        array.append(object);
    }
    return QJsonDocument(array).toJson();
}

} // namespace lockscope::ui

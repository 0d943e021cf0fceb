// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_export.hpp"

#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonObject>

#include <utility>

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

QStringList fieldsOf(const FindingsBook::Row& row, SteadyTime now)
{
    const Finding& finding = row.finding;
    return {isoTime(row.found_at),
            machineWord(to_string(finding.severity)),
            machineWord(to_string(finding.kind)),
            machineWord(to_string(finding.certainty)),
            displayText(finding.lock),
            displayText(finding.subject),
            displayText(finding.other),
            number(finding.count),
            number(count(finding.cost_at(now))),
            number(count(finding.usual)),
            machineWord(to_string(finding.repair)),
            number(static_cast<std::int64_t>(finding.more))};
}

QJsonObject objectOf(const FindingsBook::Row& row, SteadyTime now)
{
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
    if (!finding.other.empty()) {
        insertBytes(object, QStringLiteral("waits_for"), finding.other);
    }
    const auto insert = [&object](const QString& member, const std::optional<std::int64_t>& value) {
        if (value) {
            object.insert(member, static_cast<qint64>(*value));
        }
    };
    insert(QStringLiteral("count"), finding.count);
    insert(QStringLiteral("cost_ms"), count(finding.cost_at(now)));
    insert(QStringLiteral("usual_ms"), count(finding.usual));
    if (finding.more > 0) {
        object.insert(QStringLiteral("more"), static_cast<qint64>(finding.more));
    }
    return object;
}

} // namespace

RecordText findingsToCsv(std::vector<FindingsBook::Row> rows, SteadyTime now)
{
    return csvOf({QStringLiteral("found"), QStringLiteral("severity"), QStringLiteral("kind"),
                  QStringLiteral("certainty"), QStringLiteral("lock"), QStringLiteral("about"),
                  QStringLiteral("waits_for"), QStringLiteral("count"), QStringLiteral("cost_ms"),
                  QStringLiteral("usual_ms"), QStringLiteral("repair"), QStringLiteral("more")},
                 std::move(rows), [now](const FindingsBook::Row& row) { return fieldsOf(row, now); });
}

RecordText findingsToJson(std::vector<FindingsBook::Row> rows, SteadyTime now)
{
    return jsonOf(std::move(rows), [now](const FindingsBook::Row& row) { return objectOf(row, now); });
}

} // namespace lockscope::ui

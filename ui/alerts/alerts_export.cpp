// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alerts_export.hpp"

#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonObject>

#include <utility>

namespace lockscope::ui {
namespace {

/// Of waiters, or of deadlocks: what has none is not zero of them.
bool isCounted(const Alert& alert)
{
    return alert.kind == AlertRule::Kind::many_waiters || alert.kind == AlertRule::Kind::deadlock;
}

QString mutedUntil(const AlertRow& row)
{
    return row.muted ? isoTime(row.muted->until) : QString();
}

QStringList fieldsOf(const AlertRow& row)
{
    const Alert& alert = row.alert;
    return {isoTime(alert.since),
            machineWord(to_string(alert.severity)),
            machineWord(to_string(alert.kind)),
            displayText(alert.rule),
            displayText(alert.lock),
            displayText(alert.owner),
            isCounted(alert) ? QString::number(alert.count) : QString(),
            alert.amount ? QString::number(alert.amount->count()) : QString(),
            alert.amount ? machineWord(alert.begin_unseen ? "false" : "true") : QString(),
            machineWord(to_string(alert.state)),
            isoTime(alert.cleared_at),
            row.muted ? QStringLiteral("yes") : QStringLiteral("no"),
            mutedUntil(row)};
}

QJsonObject objectOf(const AlertRow& row)
{
    const Alert& alert = row.alert;
    QJsonObject object{{QStringLiteral("since"), isoTime(alert.since)},
                       {QStringLiteral("severity"), machineWord(to_string(alert.severity))},
                       {QStringLiteral("alert"), machineWord(to_string(alert.kind))},
                       {QStringLiteral("state"), machineWord(to_string(alert.state))},
                       {QStringLiteral("muted"), row.muted.has_value()}};
    insertBytes(object, QStringLiteral("rule"), alert.rule);
    insertBytes(object, QStringLiteral("lock"), alert.lock);
    insertBytes(object, QStringLiteral("holder"), alert.owner);
    if (isCounted(alert)) {
        object.insert(QStringLiteral("count"), static_cast<qint64>(alert.count));
    }
    if (alert.amount) {
        object.insert(QStringLiteral("amount_ms"), static_cast<qint64>(alert.amount->count()));
        object.insert(QStringLiteral("amount_exact"), !alert.begin_unseen);
    }
    if (alert.cleared_at) {
        object.insert(QStringLiteral("cleared"), isoTime(alert.cleared_at));
    }
    if (row.muted && row.muted->until) {
        object.insert(QStringLiteral("muted_until"), mutedUntil(row));
    }
    return object;
}

} // namespace

RecordText alertsToCsv(std::vector<AlertRow> rows)
{
    return csvOf({QStringLiteral("since"), QStringLiteral("severity"), QStringLiteral("alert"), QStringLiteral("rule"),
                  QStringLiteral("lock"), QStringLiteral("holder"), QStringLiteral("count"),
                  QStringLiteral("amount_ms"), QStringLiteral("amount_exact"), QStringLiteral("state"),
                  QStringLiteral("cleared"), QStringLiteral("muted"), QStringLiteral("muted_until")},
                 std::move(rows), &fieldsOf);
}

RecordText alertsToJson(std::vector<AlertRow> rows)
{
    return jsonOf(std::move(rows), &objectOf);
}

} // namespace lockscope::ui

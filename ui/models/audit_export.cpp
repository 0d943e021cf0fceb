// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit_export.hpp"

#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonObject>

#include <utility>

namespace lockscope::ui {
namespace {

QStringList fieldsOf(const AuditEntry& entry)
{
    return {isoTime(entry.at),          displayText(entry.action), displayText(entry.lock),
            displayText(entry.outcome), displayText(entry.reason), displayText(entry.before),
            displayText(entry.after),   displayText(entry.user),   displayText(entry.server)};
}

QJsonObject objectOf(const AuditEntry& entry)
{
    QJsonObject object{{QStringLiteral("time"), isoTime(entry.at)}};
    insertBytes(object, QStringLiteral("action"), entry.action);
    insertBytes(object, QStringLiteral("lock"), entry.lock);
    insertBytes(object, QStringLiteral("outcome"), entry.outcome);
    insertBytes(object, QStringLiteral("reason"), entry.reason);
    insertBytes(object, QStringLiteral("before"), entry.before);
    insertBytes(object, QStringLiteral("after"), entry.after);
    insertBytes(object, QStringLiteral("user"), entry.user);
    insertBytes(object, QStringLiteral("server"), entry.server);
    return object;
}

} // namespace

RecordText auditToCsv(std::vector<AuditEntry> entries)
{
    return csvOf({QStringLiteral("time"), QStringLiteral("action"), QStringLiteral("lock"), QStringLiteral("outcome"),
                  QStringLiteral("reason"), QStringLiteral("before"), QStringLiteral("after"), QStringLiteral("user"),
                  QStringLiteral("server")},
                 std::move(entries), &fieldsOf);
}

RecordText auditToJson(std::vector<AuditEntry> entries)
{
    return jsonOf(std::move(entries), &objectOf);
}

} // namespace lockscope::ui

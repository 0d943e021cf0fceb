// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit_export.hpp"

#include "models/json_bytes.hpp"
#include "text/audit_words.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonObject>

#include <utility>

namespace lockscope::ui {
namespace {

QStringList fieldsOf(const AuditEntry& entry)
{
    return {isoTime(entry.at),
            displayText(entry.action),
            displayText(entry.lock),
            displayText(auditBytes(entry.outcome)),
            displayText(entry.reason),
            displayText(auditBytes(entry.before)),
            displayText(auditBytes(entry.after)),
            displayText(entry.user),
            displayText(auditBytes(entry.server))};
}

QJsonObject objectOf(const AuditEntry& entry)
{
    QJsonObject object{{QStringLiteral("time"), isoTime(entry.at)}};
    insertBytes(object, QStringLiteral("action"), entry.action);
    insertBytes(object, QStringLiteral("lock"), entry.lock);
    insertBytes(object, QStringLiteral("outcome"), auditBytes(entry.outcome));
    insertBytes(object, QStringLiteral("reason"), entry.reason);
    insertBytes(object, QStringLiteral("before"), auditBytes(entry.before));
    insertBytes(object, QStringLiteral("after"), auditBytes(entry.after));
    insertBytes(object, QStringLiteral("user"), entry.user);
    insertBytes(object, QStringLiteral("server"), auditBytes(entry.server));
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

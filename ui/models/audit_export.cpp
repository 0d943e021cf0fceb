// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit_export.hpp"

#include "models/csv.hpp"
#include "models/json_bytes.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::ui {
QByteArray auditToCsv(const std::vector<AuditEntry>& entries)
{
    QString csv = csvRecord({QStringLiteral("time"), QStringLiteral("action"), QStringLiteral("lock"),
                             QStringLiteral("outcome"), QStringLiteral("reason"), QStringLiteral("before"),
                             QStringLiteral("after"), QStringLiteral("user"), QStringLiteral("server")});
    for (const AuditEntry& entry : entries) {
        csv += csvRecord({isoTime(entry.at), displayText(entry.action), displayText(entry.lock),
                          displayText(entry.outcome), displayText(entry.reason), displayText(entry.before),
                          displayText(entry.after), displayText(entry.user), displayText(entry.server)});
    }
    return csv.toUtf8();
}

QByteArray auditToJson(const std::vector<AuditEntry>& entries)
{
    QJsonArray array;
    for (const AuditEntry& entry : entries) {
        QJsonObject object{{QStringLiteral("time"), isoTime(entry.at)}};
        insertBytes(object, QStringLiteral("action"), entry.action);
        insertBytes(object, QStringLiteral("lock"), entry.lock);
        insertBytes(object, QStringLiteral("outcome"), entry.outcome);
        insertBytes(object, QStringLiteral("reason"), entry.reason);
        insertBytes(object, QStringLiteral("before"), entry.before);
        insertBytes(object, QStringLiteral("after"), entry.after);
        insertBytes(object, QStringLiteral("user"), entry.user);
        insertBytes(object, QStringLiteral("server"), entry.server);
        array.append(object);
    }
    return QJsonDocument(array).toJson();
}

} // namespace lockscope::ui

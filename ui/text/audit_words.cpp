// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/audit_words.hpp"

#include "text/reason_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include "lockscope/escape.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <optional>
#include <string_view>

namespace lockscope::ui {
namespace {

struct AuditWords
{
    Q_DECLARE_TR_FUNCTIONS(AuditWords)
};

/// What @p text begins with, if it ends with @p end.
std::optional<QString> without(const QString& text, QLatin1String end)
{
    return text.endsWith(end) ? std::optional(text.chopped(end.size())) : std::nullopt;
}

/// One owner with what is said of it. Owners are escaped in the log; one that looks like our words is shown in them.
QString partText(const QString& part)
{
    if (part == QLatin1String("nobody")) {
        return AuditWords::tr("nobody", "holders or waiters in the audit log: there are none");
    }
    if (part == QLatin1String("unknown")) {
        return AuditWords::tr("unknown", "holders or waiters in the audit log");
    }
    if (const auto stray = without(part, QLatin1String(" (not in the queue)"))) {
        return AuditWords::tr("%1 (not in the queue)", "%1: a waiter with its deadline").arg(partText(*stray));
    }
    if (const auto alive = without(part, QLatin1String(" (also if alive)"))) {
        return AuditWords::tr("%1 (also if alive)", "%1: a waiter to be evicted").arg(partText(*alive));
    }
    if (const auto waiter = without(part, QLatin1String(" without deadline"))) {
        return AuditWords::tr("%1 without deadline", "%1: a waiter").arg(*waiter);
    }
    if (const auto holders = without(part, QLatin1String(" (never expires)"))) {
        return AuditWords::tr("%1 (never expires)", "%1: a holder with its entries").arg(*holders);
    }
    // As many digits as a point in time, in milliseconds, may have.
    static const QRegularExpression left(QStringLiteral("^(.*) \\((\\d{1,13}) ms left\\)$"));
    if (const auto match = left.match(part); match.hasMatch()) {
        const std::chrono::milliseconds lease(match.capturedView(2).toLongLong());
        return AuditWords::tr("%1 (%2 left)", "%1: a holder with its entries, %2: of its lease")
            .arg(match.captured(1), durationText(lease));
    }
    static const QRegularExpression until(QStringLiteral("^(.*) until (\\d{1,12}|[1-8]\\d{12})$"));
    if (const auto match = until.match(part); match.hasMatch()) {
        const SystemTime deadline{std::chrono::milliseconds(match.capturedView(2).toLongLong())};
        return AuditWords::tr("%1 until %2", "%1: a waiter, %2: its deadline")
            .arg(match.captured(1), timeText(deadline));
    }
    static const QRegularExpression more(QStringLiteral("^(\\d{1,9}) more$"));
    if (const auto match = more.match(part); match.hasMatch()) {
        return AuditWords::tr("%Ln more", "waiters that the audit log does not name", match.capturedView(1).toInt());
    }
    static const QRegularExpression removed(QStringLiteral("^dead waiters removed: (\\d{1,9})$"));
    if (const auto match = removed.match(part); match.hasMatch()) {
        return AuditWords::tr("%Ln dead waiter(s) removed", "from the queue of a lock", match.capturedView(1).toInt());
    }
    return part;
}

} // namespace

std::string auditBytes(std::string_view field)
{
    return unescape(field);
}

QString auditActionText(const std::string& action)
{
    if (action == "force-release") {
        return AuditWords::tr("force-release", "action");
    }
    if (action == "force-expire") {
        return AuditWords::tr("force-expire", "action");
    }
    if (action == "acquire") {
        return AuditWords::tr("acquire", "action");
    }
    if (action == "release") {
        return AuditWords::tr("release", "action");
    }
    if (action == "extend") {
        return AuditWords::tr("extend", "action");
    }
    if (action == "wake-next") {
        return AuditWords::tr("wake the next", "action");
    }
    if (action == "undo") {
        return AuditWords::tr("undo a force-release", "action");
    }
    if (action == "evict-waiter") {
        return AuditWords::tr("evict a waiter", "action");
    }
    if (action == "release-one") {
        return AuditWords::tr("release one holder", "action");
    }
    if (action == "repair-queue") {
        return AuditWords::tr("repair the queue", "action");
    }
    return shortText(action, 40);
}

QString auditOutcomeText(const std::string& outcome, const std::string& action)
{
    constexpr int limit = 2000;
    // "refused: why"; nullopt: the word is another one.
    const auto reason = [&](const char* word) -> std::optional<QString> {
        const std::string start = std::string(word) + ": ";
        if (!outcome.starts_with(start)) {
            return std::nullopt;
        }
        const QString english = shortText(auditBytes(std::string_view(outcome).substr(start.size())), limit);
        return reasonText(english).value_or(english);
    };
    if (outcome == "done") {
        return AuditWords::tr("done", "outcome of an action");
    }
    if (outcome == "changed") {
        if (action == "acquire") {
            return AuditWords::tr("not acquired", "outcome of an action");
        }
        return AuditWords::tr("changed, nothing done", "outcome of an action");
    }
    if (outcome == "begun") {
        return AuditWords::tr("begun, no outcome", "outcome of an action");
    }
    if (const auto why = reason("refused")) {
        return AuditWords::tr("refused: %1", "outcome of an action; %1: why").arg(*why);
    }
    if (const auto why = reason("failed")) {
        return AuditWords::tr("failed: %1", "outcome of an action; %1: why").arg(*why);
    }
    if (const auto why = reason("unknown")) {
        return AuditWords::tr("unknown: %1", "outcome of an action; %1: why").arg(*why);
    }
    return shortText(auditBytes(outcome), limit);
}

QString auditStateText(const std::string& state, int maxChars)
{
    QStringList parts = shortText(auditBytes(state), maxChars).split(QStringLiteral(", "));
    for (QString& part : parts) {
        part = partText(part);
    }
    return namesText(parts);
}

} // namespace lockscope::ui

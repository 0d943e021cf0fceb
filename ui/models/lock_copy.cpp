// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_copy.hpp"

#include "models/csv.hpp"
#include "models/json_bytes.hpp"
#include "models/lock_cells.hpp"
#include "models/lock_facts.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include "lockscope/show_commands.hpp"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

namespace lockscope::ui {
namespace {

constexpr std::array kTextColumns{LockColumn::condition, LockColumn::name, LockColumn::type,    LockColumn::holder,
                                  LockColumn::count,     LockColumn::ttl,  LockColumn::waiters, LockColumn::heldFor};

QString plainText(const std::vector<LockStatePtr>& locks, const FilterMoment& moment)
{
    std::vector<QStringList> rows(1);
    for (const LockColumn column : kTextColumns) {
        rows.front() << columnTitle(column);
    }
    for (const LockStatePtr& lock : locks) {
        QStringList row;
        for (const LockColumn column : kTextColumns) {
            row << lockText(*lock, column, moment);
        }
        rows.push_back(row);
    }
    QList<qsizetype> widths(static_cast<qsizetype>(kTextColumns.size()));
    for (const QStringList& row : rows) {
        for (qsizetype at = 0; at < row.size(); ++at) {
            widths[at] = std::max(widths.at(at), row.at(at).size());
        }
    }
    QStringList lines;
    for (const QStringList& row : rows) {
        QString line;
        for (qsizetype at = 0; at < row.size(); ++at) {
            line += at + 1 < row.size() ? row.at(at).leftJustified(widths.at(at) + 2) : row.at(at);
        }
        lines << line.trimmed();
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString ownersOf(const LockState& lock)
{
    QStringList owners;
    for (const Holder& holder : lock.holders) {
        owners << displayText(holder.owner);
    }
    return owners.join(QLatin1Char(' '));
}

QString numberOrNothing(const std::optional<std::int64_t>& number)
{
    return number ? QString::number(*number) : QString();
}

QString csvText(const std::vector<LockStatePtr>& locks, const FilterMoment& shown)
{
    QString text =
        csvRecord({QStringLiteral("name"), QStringLiteral("state"), QStringLiteral("type"), QStringLiteral("mode"),
                   QStringLiteral("holders"), QStringLiteral("count"), QStringLiteral("ttl_ms"),
                   QStringLiteral("waiters"), QStringLiteral("held_for_ms"), QStringLiteral("fencing_token")});
    for (const LockStatePtr& lock : locks) {
        const FilterMoment moment = shown.of(*lock);
        const std::optional<milliseconds> held = heldFor(*lock, moment.wall);
        text += csvRecord({displayText(lock->name),
                           machineWord(to_string(condition_of(*lock, moment.thresholds, moment.steady, moment.wall))),
                           machineWord(to_string(lock->type)), machineWord(to_string(lock->mode)), ownersOf(*lock),
                           QString::number(entryCount(*lock)),
                           QString::number(lock->remaining(moment.steady).value_or(lock->ttl).count()),
                           numberOrNothing(waiterCount(*lock)), held ? QString::number(held->count()) : QString(),
                           numberOrNothing(lock->fencing_token)});
    }
    return text;
}

QJsonArray holdersJson(const LockState& lock)
{
    QJsonArray holders;
    for (const Holder& each : lock.holders) {
        QJsonObject holder{{QStringLiteral("count"), static_cast<qint64>(each.count)}};
        insertBytes(holder, QStringLiteral("owner"), each.owner);
        if (each.ttl) {
            holder.insert(QStringLiteral("ttl_ms"), static_cast<qint64>(each.ttl->count()));
        }
        holders.append(holder);
    }
    return holders;
}

QJsonArray waitersJson(const LockState& lock)
{
    QJsonArray waiters;
    for (const Waiter& each : lock.waiters) {
        QJsonObject waiter{{QStringLiteral("stale"), each.stale}};
        insertBytes(waiter, QStringLiteral("owner"), each.owner);
        if (each.deadline) {
            waiter.insert(QStringLiteral("deadline"), static_cast<qint64>(*each.deadline));
        }
        waiters.append(waiter);
    }
    return waiters;
}

QJsonObject jsonOf(const LockState& lock, const FilterMoment& shown)
{
    const FilterMoment moment = shown.of(lock);
    QJsonObject object{
        {QStringLiteral("state"),
         machineWord(to_string(condition_of(lock, moment.thresholds, moment.steady, moment.wall)))},
        {QStringLiteral("type"), machineWord(to_string(lock.type))},
        {QStringLiteral("type_certain"), lock.type_certain},
        {QStringLiteral("mode"), machineWord(to_string(lock.mode))},
        {QStringLiteral("ttl_ms"), static_cast<qint64>(lock.remaining(moment.steady).value_or(lock.ttl).count())},
        {QStringLiteral("holders"), holdersJson(lock)},
        {QStringLiteral("queue"), waitersJson(lock)},
    };
    insertBytes(object, QStringLiteral("name"), lock.name);
    if (const std::optional<std::int64_t> waiters = waiterCount(lock)) {
        object.insert(QStringLiteral("waiters"), static_cast<qint64>(*waiters));
    }
    if (const std::optional<milliseconds> held = heldFor(lock, moment.wall)) {
        object.insert(QStringLiteral("held_for_ms"), static_cast<qint64>(held->count()));
        object.insert(QStringLiteral("held_for_exact"), lock.held_since_exact);
    }
    if (lock.fencing_token) {
        object.insert(QStringLiteral("fencing_token"), static_cast<qint64>(*lock.fencing_token));
    }
    QJsonArray anomalies;
    for (const Anomaly anomaly : lock.anomalies) {
        anomalies.append(machineWord(to_string(anomaly)));
    }
    object.insert(QStringLiteral("anomalies"), anomalies);
    return object;
}

QString jsonText(const std::vector<LockStatePtr>& locks, const FilterMoment& moment)
{
    QJsonArray array;
    for (const LockStatePtr& lock : locks) {
        array.append(jsonOf(*lock, moment));
    }
    return QString::fromUtf8(QJsonDocument(array).toJson());
}

QString commandsText(const std::vector<LockStatePtr>& locks)
{
    QString text;
    for (const LockStatePtr& lock : locks) {
        for (const std::string& command : show_commands(*lock)) {
            text += QString::fromStdString(command) + QLatin1Char('\n'); // quoted for the shell, and printable
        }
    }
    return text;
}

} // namespace

QString copyText(const std::vector<LockStatePtr>& locks, CopyFormat format, const FilterMoment& moment)
{
    switch (format) {
    case CopyFormat::text: return plainText(locks, moment);
    case CopyFormat::csv: return csvText(locks, moment);
    case CopyFormat::json: return jsonText(locks, moment);
    case CopyFormat::redisCli: break;
    }
    return commandsText(locks);
}

} // namespace lockscope::ui

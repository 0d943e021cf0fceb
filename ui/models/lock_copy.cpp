// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_copy.hpp"

#include "models/json_bytes.hpp"
#include "models/lock_cells.hpp"
#include "models/lock_facts.hpp"
#include "text/machine_text.hpp"
#include "text/server_text.hpp"

#include "lockscope/show_commands.hpp"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::array kTextColumns{LockColumn::condition, LockColumn::name, LockColumn::type,    LockColumn::holder,
                                  LockColumn::count,     LockColumn::ttl,  LockColumn::waiters, LockColumn::heldFor};

QString line(const QStringList& cells, const QList<qsizetype>& widths)
{
    QString text;
    for (qsizetype at = 0; at < cells.size(); ++at) {
        text += at + 1 < cells.size() ? cells.at(at).leftJustified(widths.at(at) + 2) : cells.at(at);
    }
    return text.trimmed() + QLatin1Char('\n');
}

void widen(QList<qsizetype>& widths, const QStringList& cells)
{
    for (qsizetype at = 0; at < cells.size(); ++at) {
        widths[at] = std::max(widths.at(at), cells.at(at).size());
    }
}

/// Each column as wide as the longest text in it.
RecordText plainText(std::vector<LockStatePtr> locks, const FilterMoment& moment)
{
    struct Lines
    {
        QStringList titles;
        std::vector<QStringList> rows;
        QList<qsizetype> widths;
    };
    const auto lines = std::make_shared<Lines>();
    for (const LockColumn column : kTextColumns) {
        lines->titles << columnTitle(column);
    }
    lines->widths.resize(lines->titles.size());
    widen(lines->widths, lines->titles);
    RecordText text;
    text.records = locks.size();
    lines->rows.resize(locks.size());
    text.look = [lines, moment, locks = std::move(locks)](std::size_t at) {
        QStringList& row = lines->rows[at];
        for (const LockColumn column : kTextColumns) {
            row << lockText(*locks[at], column, moment);
        }
        widen(lines->widths, row);
    };
    text.record = [lines](std::size_t at) {
        const QString above = at == 0 ? line(lines->titles, lines->widths) : QString();
        return (above + line(lines->rows[at], lines->widths)).toUtf8();
    };
    return text;
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

QString machineBool(bool value)
{
    return machineWord(value ? "true" : "false");
}

QString anomaliesOf(const LockState& lock)
{
    QStringList anomalies;
    for (const Anomaly anomaly : lock.anomalies) {
        anomalies << machineWord(to_string(anomaly));
    }
    return anomalies.join(QLatin1Char(' '));
}

const QStringList& csvTitles()
{
    static const QStringList titles{
        QStringLiteral("name"),           QStringLiteral("state"),          QStringLiteral("type"),
        QStringLiteral("type_certain"),   QStringLiteral("mode"),           QStringLiteral("holders"),
        QStringLiteral("count"),          QStringLiteral("ttl_ms"),         QStringLiteral("waiters"),
        QStringLiteral("waiters_exact"),  QStringLiteral("dead_waiters"),   QStringLiteral("held_for_ms"),
        QStringLiteral("held_for_exact"), QStringLiteral("renewed_ms_ago"), QStringLiteral("fencing_token"),
        QStringLiteral("anomalies")};
    return titles;
}

QStringList fieldsOf(const LockState& lock, const FilterMoment& shown)
{
    const FilterMoment moment = shown.of(lock);
    const std::optional<milliseconds> held = heldFor(lock, moment.wall);
    const std::optional<milliseconds> ago = renewedAgo(lock, moment.steady);
    return {displayText(lock.name),
            machineWord(to_string(condition_of(lock, moment.thresholds, moment.steady, moment.wall))),
            machineWord(to_string(lock.type)),
            machineBool(lock.type_certain),
            machineWord(to_string(lock.mode)),
            ownersOf(lock),
            QString::number(entryCount(lock)),
            QString::number(lock.remaining(moment.steady).value_or(lock.ttl).count()),
            numberOrNothing(living_waiters(lock)),
            living_waiters(lock) ? machineBool(!mayMoreWait(lock)) : QString(),
            QString::number(dead_waiters(lock)),
            held ? QString::number(held->count()) : QString(),
            held ? machineBool(lock.held_since_exact) : QString(),
            ago ? QString::number(ago->count()) : QString(),
            numberOrNothing(lock.fencing_token),
            anomaliesOf(lock)};
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

QJsonObject objectOf(const LockState& lock, const FilterMoment& shown)
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
    if (const std::optional<std::int64_t> waiters = living_waiters(lock)) {
        object.insert(QStringLiteral("waiters"), static_cast<qint64>(*waiters));
        object.insert(QStringLiteral("waiters_exact"), !mayMoreWait(lock));
    }
    object.insert(QStringLiteral("dead_waiters"), static_cast<qint64>(dead_waiters(lock)));
    if (const std::optional<milliseconds> held = heldFor(lock, moment.wall)) {
        object.insert(QStringLiteral("held_for_ms"), static_cast<qint64>(held->count()));
        object.insert(QStringLiteral("held_for_exact"), lock.held_since_exact);
    }
    if (const std::optional<milliseconds> ago = renewedAgo(lock, moment.steady)) {
        object.insert(QStringLiteral("renewed_ms_ago"), static_cast<qint64>(ago->count()));
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

QByteArray commandsOf(const LockState& lock, const std::string& redisCli)
{
    std::string text;
    for (const std::string& command : show_commands(lock, redisCli)) {
        text += command + '\n'; // quoted for the shell, and printable
    }
    return QByteArray::fromStdString(text);
}

RecordText commandsText(std::vector<LockStatePtr> locks, const std::string& redisCli)
{
    RecordText text;
    text.records = locks.size();
    text.record = [redisCli, locks = std::move(locks)](std::size_t at) { return commandsOf(*locks[at], redisCli); };
    return text;
}

} // namespace

RecordText copyText(std::vector<LockStatePtr> locks, CopyFormat format, const FilterMoment& moment,
                    const std::string& redisCli)
{
    switch (format) {
    case CopyFormat::text: return plainText(std::move(locks), moment);
    case CopyFormat::csv:
        return csvOf(csvTitles(), std::move(locks),
                     [moment](const LockStatePtr& lock) { return fieldsOf(*lock, moment); });
    case CopyFormat::json:
        return jsonOf(std::move(locks), [moment](const LockStatePtr& lock) { return objectOf(*lock, moment); });
    case CopyFormat::redisCli: break;
    }
    return commandsText(std::move(locks), redisCli);
}

} // namespace lockscope::ui

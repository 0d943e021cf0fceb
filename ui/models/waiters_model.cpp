// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/waiters_model.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QLocale>

#include <chrono>

namespace lockscope::ui {
namespace {

// Scores are doubles that anybody can write: what lies further away than this is no deadline to count down to.
constexpr std::int64_t kFarthest = 1000LL * 60 * 60 * 24 * 365 * 10;

std::optional<SteadyTime> localDeadline(const LockState& state, const Waiter& waiter)
{
    if (!waiter.deadline || state.server_time == 0) {
        return std::nullopt;
    }
    if (*waiter.deadline > state.server_time + kFarthest || *waiter.deadline < state.server_time - kFarthest) {
        return std::nullopt;
    }
    return state.observed_at + milliseconds{*waiter.deadline - state.server_time};
}

bool hasPassed(const WaiterRow& row, SteadyTime now)
{
    return row.deadline && *row.deadline < now;
}

} // namespace

void WaitersModel::setState(const LockStatePtr& state)
{
    m_state = state;
    std::vector<WaiterRow> rows;
    if (state) {
        const Moment moment = now();
        const QueueForecast forecast = forecast_queue(*state, m_usual, moment.now, moment.wall);
        rows.reserve(state->waiters.size());
        for (const Waiter& waiter : state->waiters) {
            const std::size_t place = rows.size();
            rows.push_back({waiter, place + 1, localDeadline(*state, waiter), forecast.places[place], forecast.usual});
        }
    }
    syncRows(std::move(rows));
}

void WaitersModel::setUsual(const UsualHold& usual)
{
    if (usual != m_usual) {
        m_usual = usual;
        setState(m_state);
    }
}

QString WaitersModel::forecastText(const WaiterRow& row) const
{
    using Sense = QueueForecast::Sense;
    const auto left =
        row.forecast.at ? std::chrono::duration_cast<milliseconds>(*row.forecast.at - now().now) : milliseconds{0};
    switch (row.forecast.sense) {
    case Sense::about:
        return left.count() > 0 ? tr("about %1", "when a waiter gets the lock").arg(durationText(left))
                                : tr("any moment", "when a waiter gets the lock");
    case Sense::at_least:
        return left.count() > 0 ? tr("over %1", "when a waiter gets the lock").arg(durationText(left))
                                : tr("when it is free", "when a waiter gets the lock");
    case Sense::blocked: return tr("never", "when a waiter gets the lock");
    case Sense::ghost: return QStringLiteral("—");
    case Sense::no_history:
    case Sense::no_clock:
    case Sense::untaken: break;
    }
    return tr("unknown", "when a waiter gets the lock");
}

QString WaitersModel::forecastExplanation(const WaiterRow& row)
{
    using Sense = QueueForecast::Sense;
    switch (row.forecast.sense) {
    case Sense::blocked: return tr("An entry before it has no deadline and seems dead: nobody gets past it.");
    case Sense::ghost: return tr("It is dead: it will never take its turn.");
    case Sense::no_history: return tr("Unknown: too few holds of this lock have been seen to call any length usual.");
    case Sense::no_clock: return tr("Unknown: dead waiters are before it, and the server's clock is not known.");
    case Sense::untaken: return tr("Unknown: the lock is free, and whoever is next does not take it.");
    case Sense::about:
    case Sense::at_least: break;
    }
    QStringList lines;
    const auto holds = pluralCount(row.forecast.holds_before);
    lines << (row.usual.median ? tr("%Ln hold(s) before it, %1 each (the median of %2)", nullptr, holds)
                                     .arg(durationText(*row.usual.median),
                                          QLocale().toString(static_cast<qulonglong>(row.usual.samples)))
                               : tr("It is first, and the lock is free."));
    if (row.forecast.ghosts_before > 0) {
        lines << tr("%Ln dead waiter(s) before it, which cost %1", nullptr, pluralCount(row.forecast.ghosts_before))
                     .arg(durationText(row.forecast.ghost_cost));
    }
    if (row.forecast.sense == Sense::at_least) {
        lines << tr("The present hold lasts longer than usual already, so this is the least.");
    }
    return lines.join(QLatin1Char('\n'));
}

bool WaitersModel::lacksDeadline(const WaiterRow& row) const
{
    return !row.waiter.deadline && m_state && m_state->deadlines_known;
}

QString WaitersModel::deadlineText(const WaiterRow& row) const
{
    if (lacksDeadline(row)) {
        return tr("none", "a waiter has no deadline");
    }
    if (!row.deadline) {
        return tr("unknown", "the deadline of a waiter cannot be compared with the server's clock");
    }
    const auto left = std::chrono::duration_cast<milliseconds>(*row.deadline - now().now);
    return left.count() >= 0 ? tr("in %1", "deadline of a waiter").arg(durationText(left))
                             : tr("%1 ago", "deadline of a waiter").arg(durationText(-left));
}

QString WaitersModel::conditionText(const WaiterRow& row) const
{
    if (lacksDeadline(row)) {
        return tr("broken", "a queue entry without a deadline");
    }
    if (!row.waiter.stale) {
        return tr("waits", "a waiter in the queue");
    }
    return hasPassed(row, now().now) ? tr("too late", "a waiter whose deadline has passed")
                                     : tr("dead", "a waiter for whose turn nobody listens");
}

LockCondition WaitersModel::mark(const WaiterRow& row) const
{
    if (lacksDeadline(row)) {
        return LockCondition::stuck;
    }
    return row.waiter.stale ? LockCondition::unknown : LockCondition::contended;
}

QString WaitersModel::explanation(const WaiterRow& row) const
{
    if (lacksDeadline(row)) {
        return tr("This entry has no deadline, so nobody will ever drop it from the queue.");
    }
    if (!row.waiter.stale && !row.waiter.subscribed) {
        return tr("Whether its client listens for its turn may not be asked here. After the deadline the others may "
                  "drop it from the queue.");
    }
    if (!row.waiter.stale) {
        return tr("Its client listens for its turn. After the deadline the others may drop it from the queue.");
    }
    return hasPassed(row, now().now)
             ? tr("Its deadline has passed: the next client that tries the lock drops it from the queue.")
             : tr("No client listens on its channel: it has probably died. The others wait until its deadline.");
}

QVariant WaitersModel::cell(int index, int column, int role) const
{
    const WaiterRow& row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Place: return QLocale().toString(static_cast<qulonglong>(row.place));
        case Owner: return ownerText(row.waiter.owner);
        case Forecast: return forecastText(row);
        case Deadline: return deadlineText(row);
        case Condition: return conditionText(row);
        case Client: return nameOfClient(m_namer, row.waiter.client());
        default: return {};
        }
    case Qt::ToolTipRole:
        switch (column) {
        case Owner: return ownerToolTip(row.waiter.owner, nameOfClient(m_namer, row.waiter.client()));
        case Client: return toolTipText(nameOfClient(m_namer, row.waiter.client()));
        case Forecast: return toolTipText(forecastExplanation(row));
        default: return toolTipText(explanation(row));
        }
    case ClientRole: return QByteArray::fromStdString(std::string(row.waiter.client()));
    case ConditionRole: return static_cast<int>(mark(row));
    case OwnerBytesRole: return QByteArray::fromStdString(row.waiter.owner);
    default: return {};
    }
}

QString WaitersModel::title(int column) const
{
    switch (column) {
    case Place: return tr("#", "column: place in the queue");
    case Owner: return tr("Waiter", "column");
    case Forecast: return tr("Turn in", "column: when a waiter may expect the lock");
    case Deadline: return tr("Deadline", "column: when others may drop the waiter");
    case Condition: return tr("State", "column: does the waiter still wait");
    case Client: return tr("Client", "column: its name and address");
    default: return {};
    }
}

bool WaitersModel::isNumber(int column) const
{
    return column == Place;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/readers_model.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QLocale>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

/// Both clocks are read at different moments; whole seconds keep the rows from changing for nothing.
std::optional<SystemTime> wallTime(const Countdown& deadline)
{
    if (deadline.kind != Countdown::Kind::running) {
        return std::nullopt;
    }
    const auto left = deadline.deadline - std::chrono::steady_clock::now();
    return std::chrono::round<std::chrono::seconds>(std::chrono::system_clock::now() + left);
}

bool leavesEarlier(const ReaderRow& a, const ReaderRow& b)
{
    if (a.holder.is_writer() != b.holder.is_writer()) {
        return a.holder.is_writer();
    }
    const auto end = [](const ReaderRow& row) {
        return row.deadline.kind == Countdown::Kind::running ? row.deadline.deadline : SteadyTime::max();
    };
    return end(a) < end(b);
}

} // namespace

void ReadersModel::setState(const LockStatePtr& state)
{
    std::vector<ReaderRow> rows;
    if (state) {
        rows.reserve(state->holders.size());
        for (const Holder& holder : state->holders) {
            const Countdown deadline = countdownOf(*state, holder.ttl.value_or(state->ttl));
            rows.push_back({holder, deadline, wallTime(deadline)});
        }
        std::stable_sort(rows.begin(), rows.end(), leavesEarlier);
    }
    syncRows(std::move(rows));
}

QString ReadersModel::displayed(const ReaderRow& row, int column) const
{
    switch (column) {
    case Owner: return holderText(row.holder);
    case Mode: return modeText(row.holder.is_writer() ? LockMode::write : LockMode::read);
    case Until: {
        if (!row.until) {
            return tr("never", "a reader's deadline");
        }
        return timeText(*row.until).section(QLatin1Char('.'), 0, 0);
    }
    case Entries: return QLocale().toString(static_cast<qlonglong>(row.holder.count));
    case Client: return nameOfClient(m_namer, row.holder.client());
    default: return {};
    }
}

QString ReadersModel::explanation(const ReaderRow& row)
{
    if (row.holder.is_writer()) {
        return tr("Writes until it leaves, or until the lease of the lock ends.");
    }
    if (!row.holder.ttl) {
        return tr("Its own deadline is not known: shown is that of the lock.");
    }
    if (row.holder.ttl->count() == 0) {
        return tr("It is past its own deadline: dead, paused, or still at work after the end of its fixed lease. Its "
                  "entry still blocks writers.");
    }
    return tr("Reads until it leaves, or until its own deadline, which its watchdog renews.");
}

QVariant ReadersModel::cell(int index, int column, int role) const
{
    const ReaderRow& row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole: return displayed(row, column);
    case Qt::AccessibleTextRole: // the delegate draws it
        return column == Left ? countdownText(row.deadline, standstill(index).value_or(now()).now) : QString();
    case Qt::ToolTipRole:
        return column == Owner  ? ownerToolTip(row.holder.owner, displayed(row, Client))
             : column == Client ? toolTipText(displayed(row, column))
                                : toolTipText(explanation(row));
    case ClientRole: return QByteArray::fromStdString(std::string(row.holder.client()));
    case CountdownRole: return QVariant::fromValue(row.deadline);
    case OwnerBytesRole: return QByteArray::fromStdString(row.holder.owner);
    default: return {};
    }
}

QString ReadersModel::title(int column) const
{
    switch (column) {
    case Owner: return tr("Holder", "column");
    case Mode: return tr("Mode", "column: read or write");
    case Left: return tr("Time left", "column: to a reader's own deadline");
    case Until: return tr("Until", "column: a reader's own deadline");
    case Entries: return tr("Entered", "column: how often it entered the lock");
    case Client: return tr("Client", "column: its name and address");
    default: return {};
    }
}

bool ReadersModel::isNumber(int column) const
{
    return column == Entries;
}

} // namespace lockscope::ui

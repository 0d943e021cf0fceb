// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_model.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"
#include "trace/trace_text.hpp"

#include "lockscope/monitor.hpp"
#include "lockscope/owner.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kWordChars = 60;
constexpr int kAddressChars = 40;
constexpr quintptr kTopLevel = 0;

std::size_t sizeOf(const TraceCommand& command)
{
    std::size_t size = sizeof(TraceCommand) + command.client.size() + command.node.size() + command.owner.size();
    for (const std::string& word : command.words) {
        size += sizeof(std::string) + word.size();
    }
    for (const std::string& lock : command.locks) {
        size += sizeof(std::string) + lock.size();
    }
    for (const TraceCommand& inner : command.inner) {
        size += sizeOf(inner);
    }
    return size;
}

/// The event whose mark tells the role.
std::optional<LockEvent::Kind> markOf(const TraceCommand& command)
{
    const bool refused = command.outcome == TraceCommand::Outcome::refused;
    switch (command.role) {
    case TraceCommand::Role::acquire: return refused ? LockEvent::Kind::waiter_came : LockEvent::Kind::acquired;
    case TraceCommand::Role::release: return refused ? LockEvent::Kind::vanished : LockEvent::Kind::released;
    case TraceCommand::Role::renew: return refused ? LockEvent::Kind::vanished : LockEvent::Kind::renewed;
    case TraceCommand::Role::leave:
    case TraceCommand::Role::stop_wait: return LockEvent::Kind::waiter_left;
    case TraceCommand::Role::listen: return LockEvent::Kind::waiter_came;
    case TraceCommand::Role::remove: return LockEvent::Kind::forced;
    case TraceCommand::Role::wake:
    case TraceCommand::Role::read:
    case TraceCommand::Role::other: break;
    }
    return std::nullopt;
}

std::string clientUuid(const TraceCommand& command)
{
    const auto owner = OwnerField::parse(command.owner);
    return owner ? owner->client : std::string();
}

} // namespace

TraceModel::TraceModel(QObject* parent) : TraceModel(Limits(), parent) {}

TraceModel::TraceModel(Limits limits, QObject* parent) : QAbstractItemModel(parent), m_limits(limits) {}

void TraceModel::setNamer(Namer namer)
{
    m_namer = std::move(namer);
    retranslate();
}

void TraceModel::append(const std::vector<TraceCommand>& commands)
{
    // What would be pushed out by the same batch never becomes a row.
    std::vector<Row> rows;
    std::size_t bytes = 0;
    std::size_t skipped = commands.size();
    while (skipped > 0 && rows.size() < m_limits.commands) {
        const std::size_t size = sizeOf(commands[skipped - 1]);
        if (bytes + size > m_limits.bytes) {
            break;
        }
        bytes += size;
        --skipped;
        rows.push_back({commands[skipped], size});
    }
    std::reverse(rows.begin(), rows.end());
    if (rows.empty()) {
        m_dropped += skipped;
        return;
    }
    std::size_t surplus = 0;
    std::size_t left = m_bytes;
    while (surplus < m_rows.size()
           && (m_rows.size() - surplus + rows.size() > m_limits.commands || left + bytes > m_limits.bytes)) {
        left -= m_rows[surplus++].bytes;
    }
    dropOldest(surplus);
    m_dropped += skipped;
    const int first = static_cast<int>(m_rows.size());
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    m_rows.insert(m_rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    m_bytes = left + bytes;
    endInsertRows();
}

void TraceModel::dropOldest(std::size_t count)
{
    if (count == 0) {
        return;
    }
    beginRemoveRows({}, 0, static_cast<int>(count) - 1);
    m_rows.erase(m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(count));
    m_first += count;
    endRemoveRows();
    m_dropped += count;
}

void TraceModel::clear()
{
    beginResetModel();
    m_first += m_rows.size();
    m_rows.clear();
    m_bytes = 0;
    m_dropped = 0;
    endResetModel();
}

void TraceModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

QModelIndex TraceModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(m_first + static_cast<quint64>(parent.row()))
                                        : kTopLevel);
}

int TraceModel::parentRow(const QModelIndex& index) const
{
    return static_cast<int>(static_cast<quint64>(index.internalId()) - m_first);
}

QModelIndex TraceModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kTopLevel) {
        return {};
    }
    const int row = parentRow(index);
    return row < 0 || row >= rowCount() ? QModelIndex() : createIndex(row, 0, kTopLevel);
}

int TraceModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_rows.size());
    }
    const bool isScript = parent.internalId() == kTopLevel && parent.column() == 0;
    return isScript ? static_cast<int>(commandAt(parent.row()).inner.size()) : 0;
}

int TraceModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

const TraceCommand& TraceModel::commandOf(const QModelIndex& index) const
{
    return index.internalId() == kTopLevel ? commandAt(index.row())
                                           : commandAt(parentRow(index)).inner[static_cast<std::size_t>(index.row())];
}

QString TraceModel::clientText(const TraceCommand& command) const
{
    const std::string uuid = clientUuid(command);
    QString name = m_namer ? m_namer(uuid, command.client) : QString();
    if (!name.isEmpty()) {
        return name;
    }
    // All clients of a unix socket have one address.
    const bool tells = !QByteArray::fromStdString(command.client).startsWith("unix:");
    return uuid.empty() || tells ? shortText(command.client, kAddressChars) : ownerText(command.owner);
}

QString TraceModel::displayed(const QModelIndex& index) const
{
    const TraceCommand& command = commandOf(index);
    const bool inner = index.internalId() != kTopLevel;
    switch (index.column()) {
    case Time: return inner ? QString() : timeText(command.at); // the next column says it better
    case After: return inner ? traceGapText(command.at - commandAt(parentRow(index)).at) : QString();
    case Client: return inner ? QString() : clientText(command);
    case Node: return shortText(command.node, kAddressChars);
    case Role: return traceRoleText(command);
    case Lock: return traceLocksText(command);
    case Command: {
        const QString text = traceCommandText(command, kWordChars);
        return command.inner_left_out == 0
                 ? text
                 : text + QLatin1Char(' ')
                       + tr("(%Ln inner command(s) not kept)", nullptr, pluralCount(command.inner_left_out));
    }
    default: return {};
    }
}

QVariant TraceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) {
        return {};
    }
    const TraceCommand& command = commandOf(index);
    switch (role) {
    case Qt::DisplayRole: return displayed(index);
    case Qt::ToolTipRole:
        switch (index.column()) {
        case Client: return toolTipText(command.owner.empty() ? command.client : command.owner);
        case Node: return command.node.empty() ? QVariant() : toolTipText(command.node);
        case Lock: return command.locks.empty() ? QVariant() : toolTipText(command.locks.front());
        case Command: return toolTipText(traceCommandText(command));
        default: return {};
        }
    case Qt::TextAlignmentRole:
        return index.column() == After ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case LockBytesRole: return command.locks.empty() ? QByteArray() : QByteArray::fromStdString(command.locks.front());
    case ClientRole:
        return index.internalId() == kTopLevel ? QByteArray::fromStdString(clientUuid(command)) : QByteArray();
    case MarkRole: {
        const auto mark = markOf(command);
        return mark ? QVariant(static_cast<int>(*mark)) : QVariant();
    }
    case RoleRole: return static_cast<int>(command.role);
    case SearchRole: {
        QString text = traceCommandText(command);
        for (const TraceCommand& inner : command.inner) {
            text += QLatin1Char('\n') + traceCommandText(inner);
        }
        return text;
    }
    default: return {};
    }
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int((section == After ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Time: return tr("Time", "column");
    case After: return tr("After", "column: time since the command before");
    case Client: return tr("Client", "column");
    case Node: return tr("Master", "column: the server of a cluster that executed a command");
    case Role: return tr("Meaning", "column: what a command does to a lock");
    case Lock: return tr("Lock", "column");
    case Command: return tr("Command", "column");
    default: return {};
    }
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/clients_model.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include "lockscope/escape.hpp"

#include <QGuiApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <limits>

namespace lockscope::ui {
namespace {

constexpr qsizetype kLongestLabel = 80;
constexpr int kLongestName = 60;
/// Each costs every view in proportion to its rows.
constexpr std::size_t kMostSingleRemovals = 16;

QString keyOf(const std::string& uuid)
{
    return QString::fromLatin1(uuid.data(), static_cast<qsizetype>(uuid.size()));
}

QString ageText(SystemTime at, SystemTime now)
{
    return durationText(std::chrono::duration_cast<milliseconds>(now - at));
}

QString countText(std::size_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString waitsText(const ClientRecord& record)
{
    if (record.ghosts == 0) {
        return countText(record.waits);
    }
    return ClientsModel::tr("%1 (+%2 dead)", "waits, and dead entries in queues")
        .arg(countText(record.waits), countText(record.ghosts));
}

QString longestText(const ClientRecord& record, SystemTime now)
{
    if (!record.longest_since) {
        return {};
    }
    const QString age = ageText(*record.longest_since, now);
    return record.longest_since_exact ? age : ClientsModel::tr("≥ %1", "at least so long").arg(age);
}

QString displayed(const ClientRow& row, int column, SystemTime now)
{
    const ClientRecord& record = row.record;
    switch (column) {
    case ClientsModel::Client: return shortClient(record.uuid);
    case ClientsModel::Name: {
        const QString name = clientName(row);
        return name.isEmpty() ? ClientsModel::tr("unknown", "name of a client") : name;
    }
    case ClientsModel::Address:
        return record.address.empty() ? ClientsModel::tr("unknown", "address of a client") : addressText(record);
    case ClientsModel::Kind: return kindText(record.kind);
    case ClientsModel::Holds: return countText(record.holds);
    case ClientsModel::Waits: return waitsText(record);
    case ClientsModel::LongestHold: return longestText(record, now);
    case ClientsModel::LastSign:
        return record.last_sign
                 ? ClientsModel::tr("%1 ago", "when a client was last seen").arg(ageText(*record.last_sign, now))
                 : ClientsModel::tr("not yet", "a client was never seen to do anything");
    default: return {};
    }
}

QVariant sortKey(const ClientRow& row, int column)
{
    const ClientRecord& record = row.record;
    switch (column) {
    case ClientsModel::Client: return QByteArray::fromStdString(record.uuid);
    case ClientsModel::Name: return clientName(row);
    case ClientsModel::Address: return displayText(record.address);
    case ClientsModel::Kind: return static_cast<int>(record.kind);
    case ClientsModel::Holds: return static_cast<qulonglong>(record.holds);
    case ClientsModel::Waits: return static_cast<qulonglong>(record.waits * 1'000'000 + record.ghosts);
    // By age, so that rows stay in order as time goes by; who has none goes last, as one sorts at first.
    case ClientsModel::LongestHold:
        return record.longest_since ? -static_cast<qlonglong>(record.longest_since->time_since_epoch().count())
                                    : std::numeric_limits<qlonglong>::min();
    case ClientsModel::LastSign:
        return record.last_sign ? -static_cast<qlonglong>(record.last_sign->time_since_epoch().count()) : 1LL;
    default: return {};
    }
}

QString nameToolTip(const ClientRow& row)
{
    QStringList lines;
    if (!row.label.isEmpty()) {
        lines << ClientsModel::tr("Your own name for it: %1").arg(row.label);
    }
    lines << (row.record.name.empty()
                  ? ClientsModel::tr("Redis does not tell what it is called. Press F2 to give it a name of your own.")
                  : ClientsModel::tr("Its connections call themselves %1.").arg(shortText(row.record.name)));
    return lines.join(QLatin1Char('\n'));
}

QVariant toolTip(const ClientRow& row, int column)
{
    switch (column) {
    case ClientsModel::Client: return toolTipText(row.record.uuid);
    case ClientsModel::Name: return toolTipText(nameToolTip(row));
    case ClientsModel::Address:
        return row.record.address.empty()
                 ? toolTipText(ClientsModel::tr("Redis does not tell which connections belong to this client. It is "
                                                "known where a connection carries the client's UUID in its name, or "
                                                "after a trace."))
                 : toolTipText(
                     shortText(row.record.address) + QLatin1Char('\n')
                     + ClientsModel::tr("%Ln connection(s) known", nullptr, pluralCount(row.record.connections)));
    case ClientsModel::LongestHold:
        return row.record.longest_since_exact
                 ? QVariant()
                 : toolTipText(ClientsModel::tr("It was held already when we first saw the lock."));
    case ClientsModel::LastSign:
        return toolTipText(
            row.record.last_sign
                ? ClientsModel::tr(
                      "It last did something at %1: acquired, renewed, released, queued up, or was connected.")
                      .arg(timeText(*row.record.last_sign))
                : ClientsModel::tr("It was found in the data at %1 and has not done anything since. It may be dead.")
                      .arg(timeText(row.record.first_seen)));
    default: return {};
    }
}

bool isUnknown(const ClientRow& row, int column)
{
    return (column == ClientsModel::Name && clientName(row).isEmpty())
        || (column == ClientsModel::Address && row.record.address.empty())
        || (column == ClientsModel::Kind && row.record.kind == ClientRecord::Kind::unknown)
        || (column == ClientsModel::LastSign && !row.record.last_sign);
}

bool hasName(const ClientRow& row)
{
    return !row.label.isEmpty() || !row.record.name.empty() || !row.record.address.empty();
}

} // namespace

QString clientName(const ClientRow& row)
{
    if (!row.label.isEmpty()) {
        return row.label;
    }
    // The UUID stands beside the name already.
    return shortText(row.record.name, kLongestName).replace(keyOf(row.record.uuid), shortClient(row.record.uuid));
}

bool isCalled(const ClientRow& row, const QString& text)
{
    // Also as it is shown, for it is copied from there.
    for (const QString& each :
         {row.label, displayText(row.record.name), displayText(row.record.address), clientName(row)}) {
        if (each.contains(text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

QString kindText(ClientRecord::Kind kind)
{
    switch (kind) {
    case ClientRecord::Kind::lockscope: return QStringLiteral("Lockscope");
    case ClientRecord::Kind::redisson: return QStringLiteral("Redisson");
    case ClientRecord::Kind::unknown: break;
    }
    return ClientsModel::tr("unknown", "kind of a client");
}

QString addressText(const ClientRecord& record)
{
    QString address = shortText(record.address, kLongestName);
    if (record.connections < 2) {
        return address;
    }
    return ClientsModel::tr("%1 (×%2)", "address of a client, number of its connections")
        .arg(address, countText(record.connections));
}

QString ClientsModel::nameOf(const std::string& uuid) const
{
    const int row = rowOf(uuid);
    return row < 0 ? QString() : clientName(m_rows[static_cast<std::size_t>(row)]);
}

QString ClientsModel::nameOrAddressOf(const std::string& uuid) const
{
    const int row = rowOf(uuid);
    if (row < 0) {
        return {};
    }
    const ClientRow& client = m_rows[static_cast<std::size_t>(row)];
    const QString name = clientName(client);
    return name.isEmpty() ? shortText(client.record.address, kLongestName) : name;
}

ClientSet ClientsModel::clientsCalled(const QString& text) const
{
    ClientSet found;
    for (const ClientRow& row : m_rows) {
        if (isCalled(row, text)) {
            found.insert(row.record.uuid);
        }
    }
    return found;
}

bool ClientsModel::knowsName(const std::string& uuid) const
{
    const int row = rowOf(uuid);
    return row >= 0 && hasName(rowAt(row));
}

QString ClientsModel::nameAndAddressOf(const std::string& uuid) const
{
    const int row = rowOf(uuid);
    if (row < 0) {
        return {};
    }
    const ClientRow& client = m_rows[static_cast<std::size_t>(row)];
    QString name = clientName(client);
    if (client.record.address.empty()) {
        return name;
    }
    const QString address = addressText(client.record);
    return name.isEmpty() ? address : tr("%1, %2", "name and address of a client").arg(name, address);
}

void ClientsModel::apply(const ClientDirectory& directory, const ClientDirectory::Changes& changes)
{
    bool renamed = std::any_of(changes.removed.begin(), changes.removed.end(),
                               [this](const std::string& uuid) { return knowsName(uuid); });
    remove(changes.removed);
    std::vector<ClientRow> added;
    int firstChanged = rowCount();
    int lastChanged = -1;
    for (const std::string& uuid : changes.changed) {
        const ClientRecord* record = directory.find(uuid);
        if (record == nullptr) {
            continue;
        }
        const int row = rowOf(uuid);
        if (row < 0) {
            added.push_back({*record, m_labels.value(keyOf(uuid))});
            renamed = renamed || hasName(added.back());
        } else if (ClientRow& known = m_rows[static_cast<std::size_t>(row)]; !(known.record == *record)) {
            renamed = renamed || known.record.name != record->name || known.record.address != record->address;
            known.record = *record;
            firstChanged = std::min(firstChanged, row);
            lastChanged = std::max(lastChanged, row);
        }
    }
    if (lastChanged >= 0) { // told once: each time, who sorts them puts all in order anew
        emit dataChanged(index(firstChanged, 0), index(lastChanged, ColumnCount - 1));
    }
    insert(std::move(added));
    if (renamed) {
        emit namesChanged();
    }
}

void ClientsModel::insert(std::vector<ClientRow> rows)
{
    if (rows.empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    for (ClientRow& row : rows) {
        m_places.emplace(row.record.uuid, rowCount());
        m_rows.push_back(std::move(row));
    }
    endInsertRows();
}

void ClientsModel::remove(const std::vector<std::string>& uuids)
{
    std::vector<int> rows;
    for (const std::string& uuid : uuids) {
        if (const int row = rowOf(uuid); row >= 0) {
            rows.push_back(row);
        }
    }
    if (rows.empty()) {
        return;
    }
    std::sort(rows.rbegin(), rows.rend());
    const bool many = rows.size() > kMostSingleRemovals;
    if (many) {
        beginResetModel();
    }
    for (const int row : rows) {
        if (!many) {
            beginRemoveRows({}, row, row);
        }
        m_places.erase(rowAt(row).record.uuid);
        m_rows.erase(m_rows.begin() + row);
        if (!many) {
            endRemoveRows();
        }
    }
    for (std::size_t row = static_cast<std::size_t>(rows.back()); row < m_rows.size(); ++row) {
        m_places[m_rows[row].record.uuid] = static_cast<int>(row);
    }
    if (many) {
        endResetModel();
    }
}

void ClientsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_places.clear();
    endResetModel();
    emit namesChanged();
}

void ClientsModel::setLabels(const QHash<QString, QString>& labels)
{
    m_labels = labels;
    for (ClientRow& row : m_rows) {
        row.label = m_labels.value(keyOf(row.record.uuid));
    }
    if (!m_rows.empty()) {
        emit dataChanged(index(0, Name), index(rowCount() - 1, Name));
        emit namesChanged();
    }
}

int ClientsModel::rowOf(const std::string& uuid) const
{
    const auto place = m_places.find(uuid);
    return place == m_places.end() ? -1 : place->second;
}

int ClientsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

Qt::ItemFlags ClientsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

QVariant ClientsModel::cell(int index, int column, int role) const
{
    const ClientRow& row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole: return displayed(row, column, now().wall);
    case Qt::EditRole: return column == Name ? QVariant(row.label) : QVariant();
    case Qt::ToolTipRole: return toolTip(row, column);
    case Qt::ForegroundRole:
        return isUnknown(row, column) ? QVariant(Theme::of(QGuiApplication::palette()).mutedText) : QVariant();
    case ClientRole: return QByteArray::fromStdString(row.record.uuid);
    case SortRole: return sortKey(row, column);
    default: return {};
    }
}

bool ClientsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || index.column() != Name || !index.isValid() || !checkIndex(index)) {
        return false;
    }
    rename(rowAt(index.row()).record.uuid, value.toString());
    return true;
}

void ClientsModel::rename(const std::string& client, const QString& name)
{
    // The operator may paste what a server sent: it is shown like anything else from there.
    // What it is called already is escaped text, and is not escaped once more.
    const std::string typed = unescape(name.trimmed().left(kLongestLabel).toStdString());
    const QString label = displayText(typed).left(kLongestLabel);
    const QString uuid = keyOf(client);
    if (label == m_labels.value(uuid)) {
        return;
    }
    m_labels.insert(uuid, label);
    if (const int row = rowOf(client); row >= 0) {
        m_rows[static_cast<std::size_t>(row)].label = label;
        emit dataChanged(index(row, Name), index(row, Name));
    }
    emit labelEdited(uuid, label);
    emit namesChanged();
}

bool ClientsModel::isLargestFirst(int column) const
{
    return column == Holds || column == Waits || column == LongestHold;
}

QString ClientsModel::title(int column) const
{
    switch (column) {
    case Client: return tr("Client", "column");
    case Name: return tr("Name", "column: of a client");
    case Address: return tr("Address", "column: of a client");
    case Kind: return tr("Kind", "column: Redisson or Lockscope");
    case Holds: return tr("Holds", "column: number of locks that a client holds");
    case Waits: return tr("Waits for", "column: number of locks that a client waits for");
    case LongestHold: return tr("Longest hold", "column");
    case LastSign: return tr("Last seen", "column: when the client last did something");
    default: return {};
    }
}

} // namespace lockscope::ui

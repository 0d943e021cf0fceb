// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/raw_keys_model.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

namespace lockscope::ui {
namespace {

// The inner id of an entry is its key's row plus one; that of a key is zero.
std::size_t keyRow(const QModelIndex& index)
{
    return index.internalId() == 0 ? static_cast<std::size_t>(index.row()) : index.internalId() - 1;
}

bool isKey(const QModelIndex& index)
{
    return index.internalId() == 0;
}

} // namespace

void RawKeysModel::setKeys(std::vector<RawKey> keys)
{
    beginResetModel();
    m_keys = std::move(keys);
    endResetModel();
}

void RawKeysModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_keys.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

const RawKey* RawKeysModel::keyAt(const QModelIndex& index) const
{
    return index.isValid() ? &m_keys[keyRow(index)] : nullptr;
}

QModelIndex RawKeysModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex RawKeysModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || isKey(index)) {
        return {};
    }
    return createIndex(static_cast<int>(keyRow(index)), 0, quintptr{0});
}

int RawKeysModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_keys.size());
    }
    return isKey(parent) && parent.column() == 0 ? static_cast<int>(m_keys[keyRow(parent)].entries.size()) : 0;
}

int RawKeysModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QString RawKeysModel::summary(const RawKey& key)
{
    QStringList parts{displayText(key.type)};
    parts << (key.ttl.count() < 0 ? tr("no expiry", "of a key")
                                  : tr("%1 left", "until a key expires").arg(durationText(key.ttl)));
    if (key.truncated) {
        parts << tr("not all of it is shown", "of a key");
    }
    return parts.join(QStringLiteral(" · "));
}

QVariant RawKeysModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) {
        return {};
    }
    const RawKey& key = m_keys[keyRow(index)];
    if (isKey(index)) {
        if (role == Qt::DisplayRole) {
            return index.column() == Name ? shortText(key.key) : summary(key);
        }
        return role == Qt::ToolTipRole && index.column() == Name ? toolTipText(key.key) : QVariant();
    }
    const auto& [field, value] = key.entries[static_cast<std::size_t>(index.row())];
    const std::string& bytes = index.column() == Name ? field : value;
    switch (role) {
    case Qt::DisplayRole: return shortText(bytes);
    case Qt::ToolTipRole: return bytes.empty() ? QVariant() : toolTipText(bytes);
    default: return {};
    }
}

QVariant RawKeysModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == Name ? tr("Key, and what is in it", "column") : tr("Value", "column");
}

QString commandText(const RawKey& key)
{
    std::string plain = key.command;
    std::erase(plain, '\\'); // They belong to the quoting.
    const QString text = QString::fromUtf8(QByteArray::fromStdString(plain));
    return displayText(plain) == text ? QString::fromUtf8(QByteArray::fromStdString(key.command))
                                      : displayText(key.command);
}

} // namespace lockscope::ui

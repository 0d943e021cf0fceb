// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/clients_filter.hpp"

#include "clients/clients_model.hpp"
#include "text/server_text.hpp"

namespace lockscope::ui {

ClientsFilter::ClientsFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(ClientsModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void ClientsFilter::setText(const QString& text)
{
    if (const QString wanted = text.trimmed(); wanted != m_text) { // a blank alone is not seen
        m_text = wanted;
        invalidateFilter();
    }
}

bool ClientsFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (m_text.isEmpty()) {
        return true;
    }
    const ClientRow& client = static_cast<const ClientsModel*>(sourceModel())->rowAt(row);
    // The short form too, as it is shown everywhere and copied from there.
    return isCalled(client, m_text) || displayText(client.record.uuid).contains(m_text, Qt::CaseInsensitive)
        || isPartOfShortClient(m_text, client.record.uuid);
}

bool ClientsFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(sortRole());
    const QVariant b = right.data(sortRole());
    if (a == b) {
        return left.data(ClientsModel::ClientRole).toByteArray() < right.data(ClientsModel::ClientRole).toByteArray();
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace lockscope::ui

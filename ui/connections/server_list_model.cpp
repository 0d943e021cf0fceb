// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/server_list_model.hpp"

#include "text/server_text.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

QStringList withoutProfile(const QStringList& recent, const QList<ConnectionProfile>& profiles)
{
    QStringList others;
    for (const QString& uri : recent) {
        const bool named = std::any_of(profiles.cbegin(), profiles.cend(),
                                       [&](const ConnectionProfile& each) { return each.uri() == uri; });
        if (!named) {
            others.append(uri);
        }
    }
    return others;
}

void ServerListModel::setProfiles(const QList<ConnectionProfile>& profiles)
{
    m_profiles = profiles;
    arrange();
}

void ServerListModel::setRecent(const QStringList& uris)
{
    m_recent = uris;
    arrange();
}

void ServerListModel::arrange()
{
    QList<KnownServer> servers;
    for (const ConnectionProfile& profile : std::as_const(m_profiles)) {
        servers.append(profile);
    }
    for (const QString& uri : withoutProfile(m_recent, m_profiles)) {
        servers.append(uri);
    }
    if (servers != m_servers) {
        beginResetModel();
        m_servers = std::move(servers);
        endResetModel();
    }
}

int ServerListModel::rowOf(const QString& profileId) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const auto* profile = std::get_if<ConnectionProfile>(&m_servers[row]);
        if (profile != nullptr && profile->id == profileId) {
            return row;
        }
    }
    return -1;
}

int ServerListModel::rowOf(const KnownServer& server) const
{
    if (const auto* profile = std::get_if<ConnectionProfile>(&server)) {
        return rowOf(profile->id);
    }
    return static_cast<int>(m_servers.indexOf(server));
}

int ServerListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_servers.size());
}

QVariant ServerListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) {
        return {};
    }
    const KnownServer& server = m_servers[index.row()];
    if (const auto* uri = std::get_if<QString>(&server)) {
        switch (role) {
        case Qt::DisplayRole: return displayText(uri->toStdString());
        case Qt::ToolTipRole: return toolTipText(*uri);
        case Qt::AccessibleTextRole: return tr("%1, used before").arg(displayText(uri->toStdString()));
        default: return {};
        }
    }
    const auto& profile = std::get<ConnectionProfile>(server);
    const QString title = displayText(profile.title().toStdString());
    const QString uri = displayText(profile.uri().toStdString());
    switch (role) {
    case Qt::DisplayRole: return QStringLiteral("%1  %2").arg(title, uri);
    case Qt::ToolTipRole: return toolTipText(title + QLatin1Char('\n') + uri);
    case Qt::AccessibleTextRole:
        return profile.kind == Session::ServerKind::production ? tr("%1, production, %2").arg(title, uri)
                                                               : QStringLiteral("%1, %2").arg(title, uri);
    default: return {};
    }
}

} // namespace lockscope::ui

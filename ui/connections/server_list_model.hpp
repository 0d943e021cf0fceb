// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"

#include <QAbstractListModel>
#include <QStringList>

#include <variant>

namespace lockscope::ui {

/// The servers that the user knows: the profiles in their order, then those used without one.
class ServerListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    /// A profile, or the URI of a recent server.
    using Server = std::variant<ConnectionProfile, QString>;

    using QAbstractListModel::QAbstractListModel;

    void setProfiles(const QList<ConnectionProfile>& profiles);
    /// Those that a profile names are left out.
    void setRecent(const QStringList& uris);
    [[nodiscard]] const Server& at(int row) const { return m_servers[row]; }
    /// −1 if there is none.
    [[nodiscard]] int rowOf(const QString& profileId) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// The display text has everything that the search looks at.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void arrange();

    QList<ConnectionProfile> m_profiles;
    QStringList m_recent;
    QList<Server> m_servers;
};

} // namespace lockscope::ui

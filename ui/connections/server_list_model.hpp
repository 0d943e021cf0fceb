// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"

#include <QAbstractListModel>
#include <QStringList>

namespace lockscope::ui {

/// Those of @p recent, URIs, that no profile names.
[[nodiscard]] QStringList withoutProfile(const QStringList& recent, const QList<ConnectionProfile>& profiles);

/// The servers that the user knows: the profiles in their order, then those used without one.
class ServerListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setProfiles(const QList<ConnectionProfile>& profiles);
    /// Those that a profile names are left out.
    void setRecent(const QStringList& uris);
    [[nodiscard]] const KnownServer& at(int row) const { return m_servers[row]; }
    /// −1 if there is none. Of a profile its id counts, whatever else was changed.
    ///@{
    [[nodiscard]] int rowOf(const QString& profileId) const;
    [[nodiscard]] int rowOf(const KnownServer& server) const;
    ///@}

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// The display text has everything that the search looks at.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void arrange();

    QList<ConnectionProfile> m_profiles;
    QStringList m_recent;
    QList<KnownServer> m_servers;
};

} // namespace lockscope::ui

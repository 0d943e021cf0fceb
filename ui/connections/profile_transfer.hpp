// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace lockscope::ui {

/// Bytes of a file with profiles; what is larger is something else.
inline constexpr qint64 kLargestProfileFile = 4LL * 1024 * 1024;

/// The profiles as a file for others: everything but the passwords.
[[nodiscard]] QByteArray exportProfiles(const QList<ConnectionProfile>& profiles);

/// What an import will do, before it does it.
struct ImportPlan
{
    enum class Step {
        add,
        addRenamed, ///< There is another one of this name.
        replace,    ///< The same profile in another state, for the same server.
        keep,       ///< It is there already, exactly so.
    };
    struct Item
    {
        Step step = Step::add;
        ConnectionProfile profile;                 ///< As it will be afterwards.
        std::optional<ConnectionProfile> replaced; ///< The one that it replaces, as it is now.
    };
    QList<Item> items;
    int notUnderstood = 0;
    QString error; ///< One sentence; then nothing can be imported.
};

/// A profile with the id of one of ours replaces it only if it names the same server and user: else somebody could
/// send the password that is kept for ours to a server of his own. It is added beside it then, with an id of its own.
[[nodiscard]] ImportPlan planImport(const QByteArray& bytes, const QList<ConnectionProfile>& existing);

/// @return what has to be merged into the store
[[nodiscard]] QList<ProfileChange> changesOf(const ImportPlan& plan);

} // namespace lockscope::ui

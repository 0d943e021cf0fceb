// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"
#include "theme/theme.hpp"

#include "lockscope/endpoint.hpp"
#include "lockscope/lock_state.hpp"

#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>
#include <variant>

namespace lockscope::ui {

/// What a profile is marked with. Each is legible in both themes; an initial always stands beside it.
enum class ProfileColor { blue, green, amber, orange, pink, grey };
[[nodiscard]] const QList<ProfileColor>& profileColors();
[[nodiscard]] QColor colorOf(ProfileColor color, const Theme& theme);

/// Where the password comes from, and the other secrets. They are never part of a profile.
enum class PasswordPolicy {
    none, ///< The server asks for none.
    ask,  ///< Typed each time.
    keychain,
};

/// A server as the user knows it, and how to look at it. A plain value.
struct ConnectionProfile
{
    QString id; ///< A UUID, the same for as long as the profile lives; the password's name in the keychain.
    QString name;
    ProfileColor color = ProfileColor::blue;
    Session::ServerKind kind = Session::ServerKind::ordinary;
    Endpoint endpoint; ///< Without secrets.
    PasswordPolicy password = PasswordPolicy::ask;
    QString pattern = QStringLiteral("*"); ///< Redis glob of the lock names.
    double cpuBudget = 0.01;               ///< Share of one core of the server, above 0 and up to 1.
    std::chrono::seconds stuckAfter{60};
    double expiringFraction = 0.2; ///< Of the lease, above 0 and below 1.
    LockSettings locks;
    QJsonObject unknown; ///< Fields of a newer version of the program, kept as they are.

    /// With an id of its own.
    [[nodiscard]] static ConnectionProfile make();
    /// The name, or the address while there is none. Not escaped: the user's own words.
    [[nodiscard]] QString title() const;
    /// Without a password, as a URI.
    [[nodiscard]] QString uri() const;
    /// @param monitor what the profile says nothing about is taken from it
    [[nodiscard]] ConnectionSettings settings(MonitorOptions monitor = {}) const;

    bool operator==(const ConnectionProfile&) const = default;
};

/// @p stored with what of @p opened was changed in @p edited.
[[nodiscard]] ConnectionProfile merged(const ConnectionProfile& opened, ConnectionProfile edited,
                                       const ConnectionProfile& stored);
/// That would overwrite what somebody else has @p stored since it was @p opened.
[[nodiscard]] bool isContested(const ConnectionProfile& opened, const ConnectionProfile& edited,
                               const ConnectionProfile& stored);

struct ProfileChange
{
    std::optional<ConnectionProfile> opened; ///< Absent: there was none of that id.
    ConnectionProfile edited;
};

/// A server that the user knows: a profile, or the URI of one that was used without.
using KnownServer = std::variant<ConnectionProfile, QString>;

/// The letter of the badge: of the first word, in capitals.
[[nodiscard]] QString initialOf(const ConnectionProfile& profile);

/// Without any secret.
[[nodiscard]] QJsonObject toJson(const ConnectionProfile& profile);
/// What does not fit (no address, a number out of range) takes its default or, for the address, makes the whole
/// nullopt. Secrets in the address are dropped.
[[nodiscard]] std::optional<ConnectionProfile> profileFrom(const QJsonObject& json);

} // namespace lockscope::ui

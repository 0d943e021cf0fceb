// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"

#include "lockscope/endpoint.hpp"

#include <QString>

#include <functional>

namespace lockscope::ui {

/// What opens a server and never stands in a profile. Empty: none.
struct ProfileSecrets
{
    QString password;
    QString sentinelPassword;
    QString keyPassphrase;

    /// Takes them out of @p endpoint.
    [[nodiscard]] static ProfileSecrets takenFrom(Endpoint& endpoint);
    /// Those that have a use there; the others are dropped.
    void putInto(Endpoint& endpoint) const;
    [[nodiscard]] bool isEmpty() const;
    /// Those of @p others for which there is none here.
    [[nodiscard]] ProfileSecrets completedBy(const ProfileSecrets& others) const;

    bool operator==(const ProfileSecrets&) const = default;
};

[[nodiscard]] bool takesSentinelPassword(const Endpoint& endpoint);
[[nodiscard]] bool takesKeyPassphrase(const Endpoint& endpoint);

/// @name In the keychain, each under a name of its own that begins with the profile's id
/// Answered later on the GUI thread, once, and not at all when @p context is gone. The sentence is empty if all is
/// well.
///@{
using SecretsCallback = std::function<void(const ProfileSecrets& secrets, const QString& error)>;
void readSecrets(PasswordVault& vault, const QString& profile, QObject* context, SecretsCallback done);
/// Those that are empty stay as they are there.
void writeSecrets(PasswordVault& vault, const QString& profile, const ProfileSecrets& secrets, QObject* context,
                  std::function<void(const QString& error)> done);
void removeSecrets(PasswordVault& vault, const QString& profile, QObject* context,
                   std::function<void(const QString& error)> done);
///@}

} // namespace lockscope::ui

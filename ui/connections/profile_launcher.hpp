// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"
#include "connections/profile.hpp"
#include "connections/profile_secrets.hpp"
#include "session/knock.hpp"

#include <QObject>
#include <QPointer>

#include <optional>

class QWidget;

namespace lockscope::ui {

class PasswordDialog;

/// Connects a session as a profile says: gets the password from where it is, or asks for it, also once the server has
/// refused it. Where there is no user, the server may want none: then it is asked for only once the server has said so.
/// The present connection is left for another of the same profile only when the server has let us in there.
class ProfileLauncher : public QObject
{
    Q_OBJECT

public:
    /// @param window where it asks; none of the three is owned, all outlive it
    ProfileLauncher(Session& session, PasswordVault& vault, QWidget& window);

    void launch(const ConnectionProfile& profile);
    /// With secrets that were typed just now; those that were not are where the profile has them.
    void launchTyped(const ConnectionProfile& profile, const ProfileSecrets& typed);
    /// Asks for the password of the present connection, which goes on with it.
    /// @param server its profile, or what would be one; kept is the password only of the present profile
    void askAnew(const ConnectionProfile& server);
    /// With these secrets, and no others.
    void launchWith(const ConnectionProfile& profile, const ProfileSecrets& secrets);
    /// The present connection is that of @p profile from now on, or its profile is this now: what a connection that
    /// stands can take over is applied. Without one it does nothing.
    void adopt(const ConnectionProfile& profile);
    /// Of the session's present connection, or attempt; nullopt for one without a profile. What takes effect only with
    /// the next connection is in it as this one was made.
    [[nodiscard]] const std::optional<ConnectionProfile>& current() const { return m_current; }

signals:
    /// When the session begins to connect, goes to something else, and when its profile was changed.
    void currentChanged();
    /// Its secrets are kept in the keychain from now on.
    void profileChanged(const lockscope::ui::ConnectionProfile& profile);
    /// One sentence; the connection is made all the same.
    void passwordNotKept(const QString& sentence);
    /// One sentence: why the present connection was not left for another of its profile.
    void notReconnected(const QString& sentence);

private:
    struct Kept
    {
        ConnectionProfile profile;
        ProfileSecrets secrets;
    };

    /// A wish that overtakes those before it.
    quint64 begin();
    void ask(const ConnectionProfile& profile, const QString& reason);
    /// @param reason why it asks if the server wants a password
    void tryWithout(const ConnectionProfile& profile, const QString& reason);
    void knock(const ConnectionProfile& profile, const ProfileSecrets& secrets);
    void endTrial();
    void connectWith(const ConnectionProfile& profile, const ProfileSecrets& secrets);
    /// The server wants another password than @p profile was tried with.
    void askAgain(const ConnectionProfile& profile, const QString& why);
    [[nodiscard]] static bool mayWantNone(const ConnectionProfile& profile);
    [[nodiscard]] bool isPresent(const ConnectionProfile& profile) const;
    void goOnWith(const ProfileSecrets& entered);
    void keep(ConnectionProfile profile, const ProfileSecrets& secrets);
    void setCurrent(const std::optional<ConnectionProfile>& profile);

    Session& m_session;
    PasswordVault& m_vault;
    QWidget& m_window;
    std::optional<ConnectionProfile> m_current;
    std::optional<ConnectionProfile> m_attempted; ///< By the attempt that is under way.
    std::optional<Kept> m_toKeep;                 ///< Once the server has taken them.
    std::optional<Kept> m_enteredToKeep;          ///< Once the present connection goes on with them.
    std::optional<Kept> m_trial;                  ///< While it is tried whether the server takes them.
    std::optional<QString> m_reason;              ///< See tryWithout().
    Knock m_knock;
    QPointer<PasswordDialog> m_dialog;
    quint64 m_launch = 0; ///< What the keychain says after the next one, or after another connection began, is dropped.
};

} // namespace lockscope::ui

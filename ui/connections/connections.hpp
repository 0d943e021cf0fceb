// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"
#include "connections/profile.hpp"
#include "connections/profile_dialog.hpp"
#include "connections/profile_store.hpp"
#include "connections/waiting_parts.hpp"
#include "text/live_text.hpp"

#include <QObject>

#include <functional>
#include <memory>
#include <utility>

namespace lockscope::ui {

class ConnectPage;
class ErrorJournal;
class ProfileLauncher;

/// What the connect page and the menus ask for, done: the dialogs, the store of the profiles, passwords, and the
/// session. What is changed in the profile of the present connection, here or in another window, is applied to it as
/// far as a connection that stands can take it over.
class Connections : public QObject
{
    Q_OBJECT

public:
    /// @param page not owned; its window is where dialogs open. @param file of the profiles
    /// @param vault for the passwords; absent: the desktop's keychain
    Connections(Session& session, ConnectPage& page, const QString& file,
                std::unique_ptr<PasswordVault> vault = nullptr);
    ~Connections() override;

    /// Asked before the present connection is left for @p server: does @p go if it may be left, now or later. Without
    /// one nobody asks.
    /// @param action what is about to be done
    using Leaving = std::function<void(const Text& action, const KnownServer& server, const std::function<void()>& go)>;
    void setLeaving(Leaving leaving) { m_leaving = std::move(leaving); }
    /// What a server counts as of which there is no profile yet. Without one: ordinary.
    using PresumedKind = std::function<Session::ServerKind(const Endpoint& endpoint)>;
    void setPresumedKind(PresumedKind kind) { m_presumedKind = std::move(kind); }

    /// The profile of the present connection or attempt; nullopt for one without. See ProfileLauncher::current().
    [[nodiscard]] const std::optional<ConnectionProfile>& current() const;
    /// What the present server is called: by its profile, or where it is. Empty without one.
    [[nodiscard]] QString serverName() const;
    /// The same, an address with its ACL user: "bob@cache.example:6380". A profile's name is the user's own word.
    [[nodiscard]] QString serverNameWithUser() const;
    [[nodiscard]] const ProfileStore& store() const { return m_store; }
    /// What of the present profile takes effect only with the next connection.
    [[nodiscard]] QList<WaitingPart> waiting() const;
    void connectTo(const KnownServer& server);
    /// Anew, as the profile is now.
    void reconnect();
    /// The present connection goes on with a password that is asked for.
    void enterPassword();
    /// The present profile says so from now on. @return false if there is none where it could stand
    bool keepKind(Session::ServerKind kind);

    void makeProfile();
    /// One filled with @p uri, for the user to look at; what is secret in it goes where it cannot be read.
    void makeFromUri(const QString& uri);
    /// The present server: becomes a profile, or has its profile edited. Not a sandbox, which ends with its connection.
    void editPresent();
    /// Redisson's YAML, or an export of profiles.
    void importFile(const QString& path);
    void chooseRedisson();
    void chooseImport();
    void chooseExport();
    void openDiagnostics();

signals:
    /// Another profile, or it was changed.
    void currentChanged();

private:
    void connectPage();
    void leaveFor(const Text& action, const KnownServer& server, const std::function<void()>& go);
    /// The present connection goes on as its profile says now.
    void follow();
    [[nodiscard]] bool isAtServer() const;
    [[nodiscard]] ConnectionProfile presentAsProfile() const;
    [[nodiscard]] Session::ServerKind presumedKind(const Endpoint& endpoint) const;
    void openDialog(const ConnectionProfile& profile, ProfileDialog::Purpose purpose,
                    const ProfileSecrets& secrets = {}, const QStringList& notes = {});
    /// @return what is stored then
    ConnectionProfile save(const ConnectionProfile& opened, const ConnectionProfile& edited,
                           const ProfileSecrets& secrets);
    void noteSecrets(const ConnectionProfile& profile, const ProfileSecrets& secrets);
    void duplicate(const ConnectionProfile& profile);
    void remove(const ConnectionProfile& profile);
    void takeBack();
    void forgetSecrets();
    void removeForgotten();
    void importRedisson(const QString& path);
    void importProfiles(const QString& path);
    void exportTo(const QString& path);
    /// The page says itself that a profile could not be written.
    void tellIfNotKept();
    void tell(const QString& sentence);

    Session& m_session;
    ConnectPage& m_page;
    ProfileStore m_store;
    std::unique_ptr<PasswordVault> m_vault;
    ProfileLauncher* m_launcher;
    ErrorJournal* m_journal;
    Leaving m_leaving;
    PresumedKind m_presumedKind;
    bool m_isPasswordWaiting = false; ///< Another one was entered for the present profile.
    std::optional<ConnectionProfile> m_removed;
    qsizetype m_removedFrom = 0;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"
#include "connections/profile.hpp"
#include "connections/profile_dialog.hpp"
#include "connections/profile_store.hpp"

#include <QObject>

#include <memory>

namespace lockscope::ui {

class ConnectPage;
class ErrorJournal;
class ProfileLauncher;

/// What the connect page asks for, done: the dialogs, the store of the profiles, passwords, and the session.
class Connections : public QObject
{
    Q_OBJECT

public:
    /// @param page not owned; its window is where dialogs open. @param file of the profiles
    /// @param vault for the passwords; absent: the desktop's keychain
    Connections(Session& session, ConnectPage& page, const QString& file,
                std::unique_ptr<PasswordVault> vault = nullptr);
    ~Connections() override;

    /// The profile of the present connection or attempt; nullopt for one without.
    [[nodiscard]] const std::optional<ConnectionProfile>& current() const;
    /// What the present server is called: by its profile, or where it is. Empty without one.
    [[nodiscard]] QString serverName() const;
    [[nodiscard]] const ProfileStore& store() const { return m_store; }
    void connectTo(const ConnectionProfile& profile);

    void makeProfile();
    /// Redisson's YAML, or an export of profiles.
    void importFile(const QString& path);
    void openDiagnostics();

signals:
    void currentChanged();

private:
    void connectPage();
    void openDialog(const ConnectionProfile& profile, ProfileDialog::Purpose purpose,
                    const ProfileSecrets& secrets = {}, const QStringList& notes = {});
    void save(const ConnectionProfile& profile, const ProfileSecrets& secrets);
    void duplicate(const ConnectionProfile& profile);
    void remove(const ConnectionProfile& profile);
    void takeBack();
    void forgetSecrets();
    void makeFromUri(const QString& uri);
    void chooseRedisson();
    void chooseImport();
    void chooseExport();
    void importRedisson(const QString& path);
    void importProfiles(const QString& path);
    void exportTo(const QString& path);
    void tell(const QString& sentence);

    Session& m_session;
    ConnectPage& m_page;
    ProfileStore m_store;
    std::unique_ptr<PasswordVault> m_vault;
    ProfileLauncher* m_launcher;
    ErrorJournal* m_journal;
    std::optional<ConnectionProfile> m_removed;
    qsizetype m_removedFrom = 0;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"
#include "connections/profile.hpp"
#include "connections/profile_secrets.hpp"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lockscope::ui {

class DeploymentFields;
class TlsFields;

/// The fields of a profile. An address with user, password or database in it is taken apart into its fields.
class ProfileForm : public QWidget
{
    Q_OBJECT

public:
    explicit ProfileForm(QWidget* parent = nullptr);

    void setProfile(const ConnectionProfile& profile);
    void setKeychain(PasswordVault::State state);
    /// What was typed or came with an address; not part of the profile.
    void setSecrets(const ProfileSecrets& secrets);
    [[nodiscard]] ProfileSecrets secrets() const;

    struct Read
    {
        std::optional<ConnectionProfile> profile;
        QString error; ///< One sentence, if there is no profile; the field that it is about has the focus then.
    };
    [[nodiscard]] Read read();
    void focusFirst();

signals:
    void edited();

private:
    void makeRoom();
    void buildServer(QFormLayout& form);
    void buildWatching(QFormLayout& form);
    void buildLocks(QFormLayout& form);
    void retranslate();
    /// What else stood in an address goes to its fields.
    void adopt(const Endpoint& endpoint);
    void showPolicy();
    void showDeployment();
    [[nodiscard]] Endpoint endpoint() const;
    void showColors();
    [[nodiscard]] PasswordPolicy policy() const;

    struct Shown
    {
        double budget = 0;
        int expiring = 0;
    };

    ConnectionProfile m_profile; ///< What the fields do not show is kept from it.
    Shown m_shown;               ///< What was made of it in fields that are coarser, and is nobody's wish.
    PasswordVault::State m_keychain = PasswordVault::State::asking;
    QLineEdit* m_name;
    QComboBox* m_color;
    QCheckBox* m_production;
    QLineEdit* m_user;
    QSpinBox* m_database;
    QComboBox* m_policy;
    QLineEdit* m_password;
    QLineEdit* m_sentinelPassword;
    QLabel* m_passwordNote;
    QLineEdit* m_pattern;
    QDoubleSpinBox* m_budget;
    QSpinBox* m_stuckAfter;
    QSpinBox* m_expiring;
    QCheckBox* m_waitForReplica;
    QComboBox* m_messages;
    QFormLayout* m_form;
    DeploymentFields* m_servers = nullptr;
    TlsFields* m_tls = nullptr;
};

} // namespace lockscope::ui

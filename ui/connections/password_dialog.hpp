// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"
#include "connections/profile.hpp"
#include "connections/profile_secrets.hpp"
#include "dialogs/dialog.hpp"

class QCheckBox;
class QLineEdit;

namespace lockscope::ui {

/// Asks for a server's password when connecting, and for the other secrets of its profile; or for that, and the
/// password of the Sentinels, where it was changed while we are connected. What was typed is forgotten with the dialog.
class PasswordDialog : public Dialog
{
    Q_OBJECT

public:
    enum class Purpose { connect, goOn };
    /// @param reason why it asks although the password should be known; may be empty
    PasswordDialog(const ConnectionProfile& profile, Purpose purpose, const QString& reason,
                   PasswordVault::State keychain, QWidget* parent = nullptr);
    ~PasswordDialog() override;

    [[nodiscard]] ProfileSecrets secrets() const;
    /// The user wants them kept in the keychain.
    [[nodiscard]] bool isToBeKept() const;

private:
    QLineEdit* addField(const Text& label);

    QLineEdit* m_password = nullptr;
    QLineEdit* m_sentinelPassword = nullptr; ///< Null where none is asked for.
    QLineEdit* m_passphrase = nullptr;       ///< The same.
    QCheckBox* m_keep;
};

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"
#include "connections/profile.hpp"

#include <QDialog>

class QCheckBox;
class QLineEdit;

namespace lockscope::ui {

/// Asks for a server's password when connecting. What was typed is forgotten with the dialog.
class PasswordDialog : public QDialog
{
    Q_OBJECT

public:
    /// @param reason why it asks although the password should be known; may be empty
    PasswordDialog(const ConnectionProfile& profile, const QString& reason, PasswordVault::State keychain,
                   QWidget* parent = nullptr);
    ~PasswordDialog() override;

    [[nodiscard]] QString password() const;
    /// The user wants it kept in the keychain.
    [[nodiscard]] bool isToBeKept() const;

private:
    QLineEdit* m_password;
    QCheckBox* m_keep;
};

} // namespace lockscope::ui

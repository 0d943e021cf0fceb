// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile_dialog.hpp"
#include "memory_vault.hpp"
#include "said_parts.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace lockscope::test {

/// The widget behind a label of the form.
template <typename Field>
Field* field(const QWidget& dialog, const QString& label)
{
    for (const QLabel* each : dialog.findChildren<QLabel*>()) {
        if (each->text().remove(QLatin1Char('&')) == label) {
            return qobject_cast<Field*>(each->buddy());
        }
    }
    return nullptr;
}

inline QLineEdit* passwordField(const QWidget& dialog)
{
    for (QLineEdit* each : dialog.findChildren<QLineEdit*>()) {
        if (each->echoMode() == QLineEdit::Password) {
            return each;
        }
    }
    return nullptr;
}

inline QCheckBox* box(const QWidget& dialog, const QString& text)
{
    for (QCheckBox* each : dialog.findChildren<QCheckBox*>()) {
        if (each->text().remove(QLatin1Char('&')) == text) {
            return each;
        }
    }
    return nullptr;
}

inline ui::ConnectionProfile profileAt(const Endpoint& endpoint)
{
    ui::ConnectionProfile profile = ui::ConnectionProfile::make();
    profile.endpoint = endpoint;
    profile.endpoint.password.clear();
    return profile;
}

/// A dialog about a profile, with a keychain of its own, and what it saved.
struct ProfileStage
{
    MemoryVault vault;
    ui::ProfileDialog* dialog;
    QList<ui::ConnectionProfile> saved;
    QList<ui::ProfileSecrets> secrets;

    explicit ProfileStage(const ui::ConnectionProfile& profile,
                          ui::PasswordVault::State keychain = ui::PasswordVault::State::present)
        : vault(keychain)
        , dialog(new ui::ProfileDialog(profile, ui::ProfileDialog::Purpose::make, vault))
    {
        QObject::connect(dialog, &ui::ProfileDialog::saved, dialog,
                         [this](const ui::ConnectionProfile& each, const ui::ProfileSecrets& typed) {
                             saved.append(each);
                             secrets.append(typed);
                         });
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
    }
    ~ProfileStage() { delete dialog; }
};

} // namespace lockscope::test

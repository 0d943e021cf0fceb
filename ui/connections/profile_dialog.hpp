// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"
#include "connections/profile.hpp"
#include "connections/profile_secrets.hpp"
#include "dialogs/edit_dialog.hpp"

#include <functional>
#include <optional>
#include <utility>

class QLabel;
class QPushButton;

namespace lockscope::ui {

class MarkedLine;
class ProfileForm;
class TestPanel;

/// Makes or changes a profile, also that of the present connection, of which it says what waits for the next one. Test
/// shows what works with it before anything is kept.
class ProfileDialog : public EditDialog
{
    Q_OBJECT

public:
    enum class Purpose {
        make,
        edit,
        keepPresent, ///< The server that the window is connected to becomes a profile.
        editPresent, ///< That of the server that the window is connected to.
    };
    /// @param vault not owned, outlives the dialog
    ProfileDialog(const ConnectionProfile& profile, Purpose purpose, PasswordVault& vault, QWidget* parent = nullptr);
    ~ProfileDialog() override;

    [[nodiscard]] Text unfinished() const override;
    /// That came with the address, or from a file.
    void setSecrets(const ProfileSecrets& secrets);
    /// Sentences above the form: what an import could not take over.
    void setNotes(const QStringList& sentences);
    /// How the profile is stored at a moment, if it is; somebody else may change it meanwhile. Without one nobody does.
    using Stored = std::function<std::optional<ConnectionProfile>()>;
    void setStored(Stored stored) { m_stored = std::move(stored); }

signals:
    /// The user saves; those of @p secrets that are empty shall stay as they are; they are only meant to be kept where
    /// the profile says so.
    void saved(const lockscope::ui::ConnectionProfile& profile, const lockscope::ui::ProfileSecrets& secrets);
    /// Like saved(), and connects.
    void connectRequested(const lockscope::ui::ConnectionProfile& profile,
                          const lockscope::ui::ProfileSecrets& secrets);

private:
    enum class After { stay, connect };
    void save(After after);
    void test();
    void startTest(ConnectionProfile profile, const ProfileSecrets& secrets);
    void showError(const QString& sentence);
    /// Asks once more before anything is overwritten that somebody else has stored.
    [[nodiscard]] bool mayOverwrite(const ConnectionProfile& edited);

    ConnectionProfile m_opened;
    Stored m_stored;
    std::optional<ConnectionProfile> m_toldOf; ///< What is stored, and is overwritten if it is saved all the same.
    PasswordVault& m_vault;
    Purpose m_purpose;
    bool m_isChanged = false; ///< By hand, since it opened.
    int m_wish = 0;           ///< Another one after each edit, and for each test: a test waits for the keychain.
    ProfileForm* m_form;
    TestPanel* m_test;
    MarkedLine* m_error;
    QLabel* m_notes;
    QLabel* m_scope;
};

} // namespace lockscope::ui

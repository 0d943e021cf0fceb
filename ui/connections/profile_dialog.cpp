// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_dialog.hpp"

#include "connections/profile_form.hpp"
#include "connections/test_panel.hpp"
#include "panels/marked_line.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>

namespace lockscope::ui {
namespace {

constexpr double kMostOfTheScreen = 0.9;
constexpr int kCharsOfBoth = 110; ///< That the form and the test need beside one another.

using Purpose = ProfileDialog::Purpose;

bool isAboutPresent(Purpose purpose)
{
    return purpose == Purpose::keepPresent || purpose == Purpose::editPresent;
}

QString titleOf(Purpose purpose)
{
    switch (purpose) {
    case Purpose::make: return ProfileDialog::tr("New server");
    case Purpose::keepPresent: return ProfileDialog::tr("Save this server as a profile");
    case Purpose::edit:
    case Purpose::editPresent: break;
    }
    return ProfileDialog::tr("Edit the server");
}

QString contestedText()
{
    return ProfileDialog::tr("Another window has changed the same fields of this profile meanwhile: save again to "
                             "overwrite that, or cancel to leave it.");
}

} // namespace

ProfileDialog::ProfileDialog(const ConnectionProfile& profile, Purpose purpose, PasswordVault& vault, QWidget* parent)
    : EditDialog(parent)
    , m_opened(profile)
    , m_vault(vault)
    , m_purpose(purpose)
    , m_form(new ProfileForm(this))
    , m_test(new TestPanel(this))
    , m_error(new MarkedLine(this))
    , m_notes(plainLabel({}, this))
    , m_scope(plainLabel({}, this))
{
    m_scope->setWordWrap(true);
    contents().addWidget(m_scope);
    m_scope->setVisible(isAboutPresent(purpose));
    m_notes->setWordWrap(true);
    m_notes->hide();
    contents().addWidget(m_notes);
    // Side by side, if the screen is wide enough for both in the size of the text.
    const QSize most = screen()->availableSize() * kMostOfTheScreen;
    const bool isNarrow = most.width() < kCharsOfBoth * characterWidth(fontMetrics());
    auto* columns = new QBoxLayout(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    columns->setSpacing(24);
    columns->addWidget(m_form, isNarrow ? 0 : 3, isNarrow ? Qt::Alignment() : Qt::AlignTop);
    columns->addWidget(m_test, isNarrow ? 0 : 2);
    contents().addLayout(columns, 1);
    contents().addWidget(m_error);
    m_error->hide();

    addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    QPushButton* save = addButton(QDialogButtonBox::AcceptRole, [] { return tr("&Save"); });
    QPushButton* go = addButton(
        QDialogButtonBox::AcceptRole,
        [purpose] { return isAboutPresent(purpose) ? tr("Save and rec&onnect") : tr("Save and c&onnect"); },
        QStringLiteral("connect"));
    (purpose == Purpose::make ? go : save)->setDefault(true);
    keepTranslated(*this, [this, purpose] {
        setWindowTitle(titleOf(purpose));
        m_scope->setText(
            tr("The window is connected to this server. Its name and mark, whether it counts as production, and what "
               "is watched change as soon as you save. Address, encryption, user, password and database, and how "
               "Lockscope's own locks are taken, take effect with the next connection."));
        if (!m_error->isHidden()) {
            const QString error = m_form->read().error;
            showError(error.isEmpty() ? contestedText() : error);
        }
    });
    connect(save, &QPushButton::clicked, this, [this] { this->save(After::stay); });
    connect(go, &QPushButton::clicked, this, [this] { this->save(After::connect); });
    connect(m_test, &TestPanel::requested, this, &ProfileDialog::test);
    connect(m_form, &ProfileForm::edited, this, [this] {
        m_isChanged = true;
        ++m_wish;
        showError({});
        m_test->forget();
    });
    connect(&m_vault, &PasswordVault::stateChanged, m_form, &ProfileForm::setKeychain);
    m_form->setKeychain(m_vault.state());
    m_form->setProfile(profile);
    m_form->focusFirst();
    m_isChanged = false; // the profile came into its fields
    resize(sizeHint().expandedTo({characterWidth(fontMetrics()) * 150, fontMetrics().height() * 40}).boundedTo(most));
}

ProfileDialog::~ProfileDialog() = default;

Text ProfileDialog::unfinished() const
{
    return m_isChanged ? Text([purpose = m_purpose] { return titleOf(purpose); }) : Text();
}

void ProfileDialog::setSecrets(const ProfileSecrets& secrets)
{
    const bool wasChanged = m_isChanged;
    m_form->setSecrets(secrets);
    m_isChanged = wasChanged; // nobody has typed them here
}

void ProfileDialog::setNotes(const QStringList& sentences)
{
    m_notes->setText(sentences.join(QLatin1Char('\n')));
    m_notes->setVisible(!sentences.isEmpty());
}

void ProfileDialog::save(After after)
{
    ProfileForm::Read read = m_form->read();
    showError(read.error);
    if (!read.profile || !mayOverwrite(*read.profile)) {
        return;
    }
    const ProfileSecrets secrets = m_form->secrets();
    if (after == After::connect) {
        emit connectRequested(*read.profile, secrets);
    } else {
        emit saved(*read.profile, secrets);
    }
    accept();
}

bool ProfileDialog::mayOverwrite(const ConnectionProfile& edited)
{
    const std::optional<ConnectionProfile> stored = m_stored ? m_stored() : std::nullopt;
    if (!stored || stored == m_toldOf || !isContested(m_opened, edited, *stored)) {
        return true;
    }
    m_toldOf = stored;
    showError(contestedText());
    return false;
}

void ProfileDialog::test()
{
    ProfileForm::Read read = m_form->read();
    showError(read.error);
    if (!read.profile) {
        return;
    }
    ConnectionProfile profile = *read.profile;
    const ProfileSecrets typed = m_form->secrets();
    const int wish = ++m_wish;
    if (profile.password == PasswordPolicy::keychain) {
        readSecrets(m_vault, profile.id, this, [=, this](const ProfileSecrets& kept, const QString&) {
            if (wish == m_wish) { // nothing else stands in the form by now
                startTest(profile, typed.completedBy(kept));
            }
        });
        return;
    }
    startTest(profile, typed);
}

void ProfileDialog::startTest(ConnectionProfile profile, const ProfileSecrets& secrets)
{
    secrets.putInto(profile.endpoint);
    m_test->start(profile.endpoint);
}

void ProfileDialog::showError(const QString& sentence)
{
    m_error->setWarning(sentence);
    m_error->setVisible(!sentence.isEmpty());
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_dialog.hpp"

#include "connections/profile_form.hpp"
#include "connections/test_panel.hpp"
#include "panels/marked_line.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr double kMostOfTheScreen = 0.9;

/// The form keeps its width; where the window is lower than the form, it scrolls.
QScrollArea* scrolling(QWidget* form, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(form);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    form->setAutoFillBackground(false);
    area->setMinimumWidth(form->minimumSizeHint().width() + area->fontMetrics().height());
    return area;
}

} // namespace

ProfileDialog::ProfileDialog(const ConnectionProfile& profile, Purpose purpose, PasswordVault& vault, QWidget* parent)
    : QDialog(parent)
    , m_vault(vault)
    , m_form(new ProfileForm(this))
    , m_test(new TestPanel(this))
    , m_error(new MarkedLine(this))
    , m_notes(plainLabel({}, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(purpose == Purpose::make ? tr("New server") : tr("Edit the server"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    m_notes->setWordWrap(true);
    m_notes->hide();
    layout->addWidget(m_notes);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(scrolling(m_form, this), 4);
    columns->addWidget(m_test, 5);
    layout->addLayout(columns, 1);
    layout->addWidget(m_error);
    m_error->hide();

    auto* buttons = new QDialogButtonBox(this);
    QPushButton* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    QPushButton* save = buttons->addButton(tr("&Save"), QDialogButtonBox::AcceptRole);
    QPushButton* go = buttons->addButton(tr("Save and c&onnect"), QDialogButtonBox::AcceptRole);
    go->setIcon(icon(QStringLiteral("connect")));
    (purpose == Purpose::make ? go : save)->setDefault(true);
    layout->addWidget(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, [this] { this->save(After::stay); });
    connect(go, &QPushButton::clicked, this, [this] { this->save(After::connect); });
    connect(m_test, &TestPanel::requested, this, &ProfileDialog::test);
    connect(m_form, &ProfileForm::edited, this, [this] {
        showError({});
        m_test->forget();
    });
    connect(&m_vault, &PasswordVault::stateChanged, m_form, &ProfileForm::setKeychain);
    m_form->setKeychain(m_vault.state());
    m_form->setProfile(profile);
    m_form->focusFirst();
    QSize wanted = sizeHint().expandedTo({fontMetrics().averageCharWidth() * 130, fontMetrics().height() * 40});
    if (screen() != nullptr) {
        wanted = wanted.boundedTo(screen()->availableSize() * kMostOfTheScreen);
    }
    resize(wanted);
}

ProfileDialog::~ProfileDialog() = default;

void ProfileDialog::setSecrets(const ProfileSecrets& secrets)
{
    m_form->setSecrets(secrets);
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
    if (!read.profile) {
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

void ProfileDialog::test()
{
    ProfileForm::Read read = m_form->read();
    showError(read.error);
    if (!read.profile) {
        return;
    }
    ConnectionProfile profile = *read.profile;
    const ProfileSecrets typed = m_form->secrets();
    if (profile.password == PasswordPolicy::keychain) {
        readSecrets(m_vault, profile.id, this, [this, profile, typed](const ProfileSecrets& kept, const QString&) {
            startTest(
                profile,
                {.password = typed.password.isEmpty() ? kept.password : typed.password,
                 .sentinelPassword = typed.sentinelPassword.isEmpty() ? kept.sentinelPassword : typed.sentinelPassword,
                 .keyPassphrase = typed.keyPassphrase.isEmpty() ? kept.keyPassphrase : typed.keyPassphrase});
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

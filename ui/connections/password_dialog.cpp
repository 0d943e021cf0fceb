// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/password_dialog.hpp"

#include "panels/heading.hpp"
#include "panels/marked_line.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 56;
constexpr int kTitleChars = 50;
constexpr double kTitleFactor = 1.25;

QString whoAndWhere(const ConnectionProfile& profile)
{
    const QString where = QString::fromStdString(profile.endpoint.display());
    return profile.endpoint.user.empty()
             ? PasswordDialog::tr("The default user at %1").arg(where)
             : PasswordDialog::tr("User %1 at %2").arg(shortText(profile.endpoint.user, kTitleChars), where);
}

} // namespace

PasswordDialog::PasswordDialog(const ConnectionProfile& profile, const QString& reason, PasswordVault::State keychain,
                               QWidget* parent)
    : QDialog(parent)
    , m_keep(new QCheckBox(tr("&Keep it in the keychain"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Password"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    auto* title = new Heading(kTitleFactor, this);
    title->setText(tr("Connect to %1").arg(shortened(displayText(profile.title().toStdString()), kTitleChars)));
    layout->addWidget(title);
    if (!reason.isEmpty()) {
        auto* why = new MarkedLine(this);
        why->setWarning(reason);
        layout->addWidget(why);
    }
    m_password = addField(whoAndWhere(profile) + QLatin1Char(':'));
    m_password->setAccessibleName(tr("Password"));
    if (takesSentinelPassword(profile.endpoint)) {
        m_sentinelPassword = addField(tr("Password of the Sentinels, if they ask for one:"));
    }
    if (takesKeyPassphrase(profile.endpoint)) {
        m_passphrase = addField(tr("Passphrase of the key, if it has one:"));
    }
    m_keep->setChecked(profile.password == PasswordPolicy::keychain);
    m_keep->setVisible(keychain == PasswordVault::State::present);
    layout->addWidget(m_keep);

    auto* buttons = new QDialogButtonBox(this);
    QPushButton* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    QPushButton* go = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    go->setIcon(icon(QStringLiteral("connect")));
    go->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(go, &QPushButton::clicked, this, &QDialog::accept);
    layout->addWidget(buttons);
    m_password->setFocus();
}

PasswordDialog::~PasswordDialog() = default;

QLineEdit* PasswordDialog::addField(const QString& label)
{
    auto* field = new QLineEdit(this);
    field->setEchoMode(QLineEdit::Password);
    field->setMinimumWidth(kWidthChars * fontMetrics().averageCharWidth());
    QLabel* words = plainLabel(label, this);
    words->setTextInteractionFlags(Qt::NoTextInteraction);
    words->setWordWrap(true);
    words->setBuddy(field);
    layout()->addWidget(words);
    layout()->addWidget(field);
    return field;
}

ProfileSecrets PasswordDialog::secrets() const
{
    const auto textOf = [](const QLineEdit* field) { return field != nullptr ? field->text() : QString(); };
    return {.password = textOf(m_password),
            .sentinelPassword = textOf(m_sentinelPassword),
            .keyPassphrase = textOf(m_passphrase)};
}

bool PasswordDialog::isToBeKept() const
{
    return !m_keep->isHidden() && m_keep->isChecked();
}

} // namespace lockscope::ui

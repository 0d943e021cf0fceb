// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/password_dialog.hpp"

#include "panels/heading.hpp"
#include "panels/marked_line.hpp"
#include "text/server_text.hpp"
#include "text/wrapping_check_box.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 56;
constexpr int kTitleChars = 50;
constexpr double kTitleFactor = 1.25;

/// An address is one long word: here it may go on in the next line.
QString breakable(QString address)
{
    static const QRegularExpression behind(QStringLiteral("([/:@,.])"));
    return address.replace(behind, QStringLiteral("\\1\u200b"));
}

QString whoAndWhere(const ConnectionProfile& profile)
{
    const QString where = breakable(QString::fromStdString(profile.endpoint.display()));
    return profile.endpoint.user.empty()
             ? PasswordDialog::tr("Password of the default user at %1").arg(where)
             : PasswordDialog::tr("Password of %1 at %2").arg(shortText(profile.endpoint.user, kTitleChars), where);
}

} // namespace

PasswordDialog::PasswordDialog(const ConnectionProfile& profile, Purpose purpose, const QString& reason,
                               PasswordVault::State keychain, QWidget* parent)
    : Dialog(parent)
    , m_keep(new WrappingCheckBox(this))
{
    auto* title = new Heading(kTitleFactor, this);
    title->setWordWrap(true);
    contents().addWidget(title);
    if (!reason.isEmpty()) {
        auto* why = new MarkedLine(this);
        why->setWarning(reason);
        contents().addWidget(why);
    }
    m_password =
        addField([profile] { return tr("%1:", "a field; %1: a user and a server").arg(whoAndWhere(profile)); });
    if (takesSentinelPassword(profile.endpoint)) {
        m_sentinelPassword = addField([] { return tr("Password of the Sentinels, if they ask for one:"); });
    }
    if (purpose == Purpose::connect && takesKeyPassphrase(profile.endpoint)) {
        m_passphrase = addField([] { return tr("Passphrase of the key, if it has one:"); });
    }
    m_keep->setChecked(profile.password == PasswordPolicy::keychain);
    m_keep->setVisible(keychain == PasswordVault::State::present);
    contents().addWidget(m_keep);

    addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    QPushButton* go = addButton(
        QDialogButtonBox::AcceptRole, [purpose] { return purpose == Purpose::goOn ? tr("Sign in") : tr("Connect"); },
        QStringLiteral("connect"));
    go->setDefault(true);
    connect(go, &QPushButton::clicked, this, &QDialog::accept);
    keepTranslated(*this, [this, purpose, title, name = profile.title().toStdString()] {
        const QString server = shortened(displayText(name), kTitleChars);
        setWindowTitle(tr("Password"));
        title->setText(purpose == Purpose::goOn ? tr("Sign in at %1 again", "name of a server").arg(server)
                                                : tr("Connect to %1").arg(server));
        m_password->setAccessibleName(tr("Password"));
        if (purpose == Purpose::goOn && m_sentinelPassword != nullptr) {
            m_password->setPlaceholderText(tr("Unchanged if empty"));
            m_sentinelPassword->setPlaceholderText(tr("Unchanged if empty"));
        }
        m_keep->setText(tr("&Keep it in the keychain"));
        makeRoom();
    });
    m_password->setFocus();
}

PasswordDialog::~PasswordDialog() = default;

QLineEdit* PasswordDialog::addField(const Text& label)
{
    auto* field = new QLineEdit(this);
    field->setEchoMode(QLineEdit::Password);
    field->setMinimumWidth(widthOf(kWidthChars));
    QLabel* words = plainLabel({}, this);
    keepTranslated(*words, [words, label] { words->setText(label()); });
    words->setTextInteractionFlags(Qt::NoTextInteraction);
    words->setWordWrap(true);
    words->setBuddy(field);
    contents().addWidget(words);
    contents().addWidget(field);
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

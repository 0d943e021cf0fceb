// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_form.hpp"

#include "connections/deployment_fields.hpp"
#include "connections/profile_badge.hpp"
#include "connections/tls_fields.hpp"
#include "panels/heading.hpp"
#include "text/server_text.hpp"

#include "lockscope/error.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace lockscope::ui {
namespace {

constexpr double kSectionFactor = 1.05;
constexpr int kHighestDatabase = 1'000'000;
constexpr int kLongestStuckAfter = 7 * 24 * 3600;

QString colorName(ProfileColor color)
{
    switch (color) {
    case ProfileColor::blue: return ProfileForm::tr("Blue");
    case ProfileColor::green: return ProfileForm::tr("Green");
    case ProfileColor::amber: return ProfileForm::tr("Amber");
    case ProfileColor::orange: return ProfileForm::tr("Orange");
    case ProfileColor::pink: return ProfileForm::tr("Pink");
    case ProfileColor::grey: break;
    }
    return ProfileForm::tr("Grey");
}

} // namespace

ProfileForm::ProfileForm(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLineEdit(this))
    , m_color(new QComboBox(this))
    , m_production(new QCheckBox(tr("&Production: ask for more before each action"), this))
    , m_user(new QLineEdit(this))
    , m_database(new QSpinBox(this))
    , m_policy(new QComboBox(this))
    , m_password(new QLineEdit(this))
    , m_sentinelPassword(new QLineEdit(this))
    , m_passwordNote(plainLabel({}, this))
    , m_pattern(new QLineEdit(this))
    , m_budget(new QDoubleSpinBox(this))
    , m_stuckAfter(new QSpinBox(this))
    , m_expiring(new QSpinBox(this))
    , m_waitForReplica(new QCheckBox(tr("Wait until a replica has them too"), this))
    , m_messages(new QComboBox(this))
    , m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    buildServer(*m_form);
    buildWatching(*m_form);
    buildLocks(*m_form);
    for (QLineEdit* field : {m_name, m_user, m_password, m_sentinelPassword, m_pattern}) {
        connect(field, &QLineEdit::textEdited, this, &ProfileForm::edited);
    }
    for (QSpinBox* field : {m_database, m_stuckAfter, m_expiring}) {
        connect(field, &QSpinBox::valueChanged, this, &ProfileForm::edited);
    }
    setProfile(ConnectionProfile::make());
}

void ProfileForm::buildServer(QFormLayout& form)
{
    m_name->setPlaceholderText(tr("As you call this server"));
    m_name->setMaxLength(200);
    m_user->setPlaceholderText(tr("The default user"));
    m_database->setRange(0, kHighestDatabase);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAccessibleName(tr("Password"));
    m_sentinelPassword->setEchoMode(QLineEdit::Password);
    m_passwordNote->setWordWrap(true);
    m_passwordNote->setTextInteractionFlags(Qt::NoTextInteraction);
    m_policy->addItem(tr("Ask each time"), static_cast<int>(PasswordPolicy::ask));
    m_policy->addItem(tr("Keep in the keychain"), static_cast<int>(PasswordPolicy::keychain));
    m_policy->addItem(tr("None needed"), static_cast<int>(PasswordPolicy::none));

    form.addRow(tr("&Name:"), m_name);
    form.addRow(tr("&Mark:"), m_color);
    form.addRow(QString(), m_production);
    m_servers = new DeploymentFields(form);
    form.addRow(tr("&User:"), m_user);
    form.addRow(tr("&Database:"), m_database);
    form.addRow(tr("Pass&word:"), m_policy);
    form.addRow(QString(), m_password);
    form.addRow(tr("Password of the Sentinels:"), m_sentinelPassword);
    form.addRow(QString(), m_passwordNote);
    m_tls = new TlsFields(form);
    connect(m_servers, &DeploymentFields::addressTaken, this, &ProfileForm::adopt);
    connect(m_servers, &DeploymentFields::deploymentChanged, this, &ProfileForm::showDeployment);
    connect(m_servers, &DeploymentFields::edited, this, &ProfileForm::edited);
    connect(m_tls, &TlsFields::toggled, m_servers, &DeploymentFields::setEncrypted);
    connect(m_tls, &TlsFields::edited, this, &ProfileForm::edited);
    connect(m_policy, &QComboBox::currentIndexChanged, this, &ProfileForm::showPolicy);
    connect(m_name, &QLineEdit::textChanged, this, &ProfileForm::showColors);
    connect(m_production, &QCheckBox::toggled, this, &ProfileForm::showColors);
}

void ProfileForm::buildWatching(QFormLayout& form)
{
    auto* title = new Heading(kSectionFactor, this);
    title->setText(tr("What is watched"));
    title->setContentsMargins(0, fontMetrics().height() / 2, 0, 0);
    m_pattern->setToolTip(toolTipText(tr("Redis takes * for anything, ? for one character, [ab] for one of them.")));
    m_budget->setRange(0.1, 100);
    m_budget->setDecimals(1);
    m_budget->setSingleStep(0.5);
    m_budget->setSuffix(tr(" % of a core"));
    m_budget->setToolTip(toolTipText(tr("What looking for locks may cost the server in the long run.")));
    m_stuckAfter->setRange(1, kLongestStuckAfter);
    m_stuckAfter->setSuffix(tr(" s held"));
    m_expiring->setRange(1, 99);
    m_expiring->setSuffix(tr(" % of the lease left"));
    form.addRow(title);
    form.addRow(tr("&Locks named:"), m_pattern);
    form.addRow(tr("Scannin&g may use:"), m_budget);
    form.addRow(tr("Stuc&k after:"), m_stuckAfter);
    form.addRow(tr("&Expiring below:"), m_expiring);
}

/// As the Java clients of the same server do: otherwise they would promise more, or not hear each other.
void ProfileForm::buildLocks(QFormLayout& form)
{
    auto* title = new Heading(kSectionFactor, this);
    title->setText(tr("Locks that Lockscope takes itself"));
    title->setContentsMargins(0, fontMetrics().height() / 2, 0, 0);
    m_waitForReplica->setToolTip(toolTipText(
        tr("As Redisson's checkLockSyncedSlaves. What no replica confirms is given back. It makes a loss at a failover "
           "less likely, not impossible.")));
    m_messages->addItem(tr("As the cluster can"), static_cast<int>(ShardedMessages::automatic));
    m_messages->addItem(tr("Always sharded"), static_cast<int>(ShardedMessages::on));
    m_messages->addItem(tr("Never sharded"), static_cast<int>(ShardedMessages::off));
    m_messages->setToolTip(toolTipText(tr("As Redisson's shardedSubscriptionMode: both sides must do the same.")));
    form.addRow(title);
    form.addRow(QString(), m_waitForReplica);
    form.addRow(tr("Messages:"), m_messages);
    connect(m_waitForReplica, &QCheckBox::toggled, this, &ProfileForm::edited);
    connect(m_messages, &QComboBox::currentIndexChanged, this, &ProfileForm::edited);
}

void ProfileForm::setProfile(const ConnectionProfile& profile)
{
    m_profile = profile;
    m_name->setText(profile.name);
    m_production->setChecked(profile.kind == Session::ServerKind::production);
    m_servers->setEndpoint(profile.endpoint);
    m_tls->setOptions(profile.endpoint.tls);
    m_user->setText(QString::fromStdString(profile.endpoint.user));
    m_database->setValue(profile.endpoint.database);
    m_policy->setCurrentIndex(m_policy->findData(static_cast<int>(profile.password)));
    m_pattern->setText(profile.pattern);
    m_budget->setValue(profile.cpuBudget * 100);
    m_stuckAfter->setValue(static_cast<int>(profile.stuckAfter.count()));
    m_expiring->setValue(qRound(profile.expiringFraction * 100));
    m_waitForReplica->setChecked(profile.locks.waitForReplica);
    m_messages->setCurrentIndex(m_messages->findData(static_cast<int>(profile.locks.messages)));
    showColors();
    m_color->setCurrentIndex(static_cast<int>(profileColors().indexOf(profile.color)));
    showPolicy();
}

void ProfileForm::setKeychain(PasswordVault::State state)
{
    m_keychain = state;
    showPolicy();
}

void ProfileForm::setSecrets(const ProfileSecrets& secrets)
{
    m_password->setText(secrets.password);
    m_sentinelPassword->setText(secrets.sentinelPassword);
    m_tls->setPassphrase(secrets.keyPassphrase);
}

ProfileSecrets ProfileForm::secrets() const
{
    if (policy() == PasswordPolicy::none) {
        return {};
    }
    const bool hasSentinels = m_servers->deployment() == Deployment::sentinel;
    return {.password = m_password->text(),
            .sentinelPassword = hasSentinels ? m_sentinelPassword->text() : QString(),
            .keyPassphrase = m_tls->isEnabled() ? m_tls->passphrase() : QString()};
}

PasswordPolicy ProfileForm::policy() const
{
    return static_cast<PasswordPolicy>(m_policy->currentData().toInt());
}

void ProfileForm::showPolicy()
{
    const bool kept = policy() == PasswordPolicy::keychain;
    const bool wanted = policy() != PasswordPolicy::none;
    const QString placeholder = kept ? tr("Unchanged if empty") : tr("Only for the test; it is not stored");
    m_password->setPlaceholderText(placeholder);
    m_sentinelPassword->setPlaceholderText(placeholder);
    m_form->setRowVisible(m_password, wanted);
    m_form->setRowVisible(m_sentinelPassword, wanted && m_servers->deployment() == Deployment::sentinel);
    m_tls->setPassphraseShown(wanted, placeholder);
    QString note;
    if (kept && m_keychain == PasswordVault::State::absent) {
        note = tr("There is no keychain here: the password is asked for each time.");
    }
    m_passwordNote->setText(note);
    m_form->setRowVisible(m_passwordNote, !note.isEmpty());
}

void ProfileForm::showDeployment()
{
    const bool isCluster = m_servers->deployment() == Deployment::cluster;
    m_form->setRowVisible(m_database, !isCluster);
    m_form->setRowVisible(m_messages, isCluster);
    showPolicy();
}

/// The badges show the initial of the name as it is typed.
void ProfileForm::showColors()
{
    const Theme& theme = Theme::of(palette());
    ConnectionProfile shown = m_profile;
    shown.name = m_name->text();
    shown.kind = m_production->isChecked() ? Session::ServerKind::production : Session::ServerKind::ordinary;
    for (qsizetype i = 0; i < profileColors().size(); ++i) {
        const auto row = static_cast<int>(i);
        shown.color = profileColors()[i];
        if (row >= m_color->count()) {
            m_color->addItem(colorName(shown.color));
        }
        m_color->setItemIcon(row, profileIcon(shown, theme));
    }
}

void ProfileForm::adopt(const Endpoint& endpoint)
{
    if (!endpoint.user.empty()) {
        m_user->setText(QString::fromStdString(endpoint.user));
    }
    Endpoint parts = endpoint;
    const ProfileSecrets secrets = ProfileSecrets::takenFrom(parts);
    if (!secrets.isEmpty()) {
        setSecrets(secrets);
        if (policy() == PasswordPolicy::none) {
            m_policy->setCurrentIndex(m_policy->findData(static_cast<int>(PasswordPolicy::ask)));
        }
    }
    if (endpoint.database != 0) {
        m_database->setValue(endpoint.database);
    }
    m_tls->adopt(endpoint.tls);
}

/// @throws Error invalid_argument
Endpoint ProfileForm::endpoint() const
{
    Endpoint endpoint = m_servers->endpoint();
    endpoint.user = m_user->text().toStdString();
    endpoint.password.clear();
    endpoint.database = endpoint.deployment == Deployment::cluster ? 0 : m_database->value();
    endpoint.tls = m_tls->options();
    if (endpoint.tls.enabled && !endpoint.unix_path.empty()) {
        throw Error(Errc::invalid_argument,
                    tr("A unix socket is never encrypted: switch TLS off, or enter a host.").toStdString());
    }
    static_cast<void>(Endpoint::parse(endpoint.uri_without_password())); // refuses what fits nowhere in an address
    return endpoint;
}

ProfileForm::Read ProfileForm::read()
{
    m_servers->takeApart();
    ConnectionProfile profile = m_profile;
    try {
        profile.endpoint = endpoint();
    } catch (const Error& error) {
        m_servers->focusAddress();
        return {.profile = {}, .error = shortText(error.message(), 300)};
    }
    if (m_pattern->text().isEmpty()) {
        m_pattern->setFocus();
        return {.profile = {}, .error = tr("Which locks? Write * for all of them.")};
    }
    profile.name = m_name->text().trimmed();
    profile.color = profileColors().value(m_color->currentIndex());
    profile.kind = m_production->isChecked() ? Session::ServerKind::production : Session::ServerKind::ordinary;
    profile.password = policy();
    profile.pattern = m_pattern->text();
    profile.cpuBudget = m_budget->value() / 100;
    profile.stuckAfter = std::chrono::seconds(m_stuckAfter->value());
    profile.expiringFraction = m_expiring->value() / 100.0;
    profile.locks.waitForReplica = m_waitForReplica->isChecked();
    profile.locks.messages = static_cast<ShardedMessages>(m_messages->currentData().toInt());
    return {.profile = std::move(profile), .error = {}};
}

void ProfileForm::focusFirst()
{
    m_name->setFocus();
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_form.hpp"

#include "connections/deployment_fields.hpp"
#include "connections/profile_badge.hpp"
#include "connections/tls_fields.hpp"
#include "panels/form_layout.hpp"
#include "panels/heading.hpp"
#include "text/character_width.hpp"
#include "text/error_words.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "text/wrapping_check_box.hpp"

#include "lockscope/error.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr double kSectionFactor = 1.05;
constexpr int kLeastChars = 20; ///< Of a field.
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
    , m_production(new WrappingCheckBox(this))
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
    , m_waitForReplica(new WrappingCheckBox(this))
    , m_messages(new QComboBox(this))
    , m_form(new FormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    buildServer(*m_form);
    buildWatching(*m_form);
    buildLocks(*m_form);
    tabAlongRows(*m_form);
    for (QLineEdit* field : {m_name, m_user, m_password, m_sentinelPassword, m_pattern}) {
        connect(field, &QLineEdit::textEdited, this, &ProfileForm::edited);
    }
    for (QSpinBox* field : {m_database, m_stuckAfter, m_expiring}) {
        connect(field, &QSpinBox::valueChanged, this, &ProfileForm::edited);
    }
    for (QComboBox* field : {static_cast<QComboBox*>(m_color), m_policy}) {
        connect(field, &QComboBox::activated, this, &ProfileForm::edited);
    }
    connect(m_budget, &QDoubleSpinBox::valueChanged, this, &ProfileForm::edited);
    connect(m_production, &QCheckBox::clicked, this, &ProfileForm::edited);
    makeRoom();
    setProfile(ConnectionProfile::make());
    keepTranslated(*this, [this] { retranslate(); });
}

/// What is typed can be read; where label and field are too much for a row, the label stands above.
void ProfileForm::makeRoom()
{
    for (QLineEdit* field : findChildren<QLineEdit*>()) {
        if (qobject_cast<QAbstractSpinBox*>(field->parentWidget()) == nullptr) {
            field->setMinimumWidth(std::max(field->minimumWidth(), kLeastChars * characterWidth(field->fontMetrics())));
        }
    }
}

void ProfileForm::buildServer(QFormLayout& form)
{
    m_name->setMaxLength(200);
    m_database->setRange(0, kHighestDatabase);
    m_password->setEchoMode(QLineEdit::Password);
    m_sentinelPassword->setEchoMode(QLineEdit::Password);
    m_passwordNote->setWordWrap(true);
    m_passwordNote->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_passwordNote->setTextInteractionFlags(Qt::NoTextInteraction);
    m_policy->addItem(QString(), static_cast<int>(PasswordPolicy::ask));
    m_policy->addItem(QString(), static_cast<int>(PasswordPolicy::keychain));
    m_policy->addItem(QString(), static_cast<int>(PasswordPolicy::none));

    addRow(
        form, [] { return tr("&Name:"); }, m_name);
    addRow(
        form, [] { return tr("&Mark:"); }, m_color);
    form.addRow(QString(), m_production);
    m_servers = new DeploymentFields(form);
    addRow(
        form, [] { return tr("&User:"); }, m_user);
    addRow(
        form, [] { return tr("&Database:"); }, m_database);
    addRow(
        form, [] { return tr("Pass&word:"); }, m_policy);
    form.addRow(QString(), m_password);
    addRow(
        form, [] { return tr("Password of the Sentinels:"); }, m_sentinelPassword);
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
    keepTranslated(*title, [title] { title->setText(tr("What is watched")); });
    title->setWordWrap(true);
    title->setContentsMargins(0, fontMetrics().height() / 2, 0, 0);
    m_budget->setRange(0.1, 100);
    m_budget->setDecimals(1);
    m_budget->setSingleStep(0.5);
    m_stuckAfter->setRange(1, kLongestStuckAfter);
    m_expiring->setRange(1, 99);
    form.addRow(title);
    addRow(
        form, [] { return tr("&Locks named:"); }, m_pattern);
    addRow(
        form, [] { return tr("Scannin&g may use:"); }, m_budget);
    addRow(
        form, [] { return tr("Stuc&k after:"); }, m_stuckAfter);
    addRow(
        form, [] { return tr("&Expiring below:"); }, m_expiring);
}

/// As the Java clients of the same server do: otherwise they would promise more, or not hear each other.
void ProfileForm::buildLocks(QFormLayout& form)
{
    auto* title = new Heading(kSectionFactor, this);
    keepTranslated(*title, [title] { title->setText(tr("Locks that Lockscope takes itself")); });
    title->setWordWrap(true);
    title->setContentsMargins(0, fontMetrics().height() / 2, 0, 0);
    m_messages->addItem(QString(), static_cast<int>(ShardedMessages::automatic));
    m_messages->addItem(QString(), static_cast<int>(ShardedMessages::on));
    m_messages->addItem(QString(), static_cast<int>(ShardedMessages::off));
    form.addRow(title);
    form.addRow(QString(), m_waitForReplica);
    addRow(
        form, [] { return tr("Messages:"); }, m_messages);
    connect(m_waitForReplica, &QCheckBox::toggled, this, &ProfileForm::edited);
    connect(m_messages, &QComboBox::currentIndexChanged, this, &ProfileForm::edited);
}

void ProfileForm::retranslate()
{
    m_name->setPlaceholderText(tr("As you call this server"));
    m_user->setPlaceholderText(tr("The default user"));
    m_password->setAccessibleName(tr("Password"));
    m_pattern->setToolTip(toolTipText(tr("Redis takes * for anything, ? for one character, [ab] for one of them.")));
    m_budget->setSuffix(tr(" % of a core"));
    m_budget->setToolTip(toolTipText(tr("What looking for locks may cost the server in the long run.")));
    m_stuckAfter->setSuffix(tr(" s held"));
    m_expiring->setSuffix(tr(" % of the lease left"));
    m_waitForReplica->setToolTip(toolTipText(
        tr("As Redisson's checkLockSyncedSlaves. What no replica confirms is given back. It makes a loss at a failover "
           "less likely, not impossible.")));
    m_messages->setToolTip(toolTipText(tr("As Redisson's shardedSubscriptionMode: both sides must do the same.")));
    m_production->setText(tr("&Production: ask for more before each action"));
    m_waitForReplica->setText(tr("Wait until a replica has them too"));
    const auto name = [](QComboBox& box, auto value, const QString& text) {
        box.setItemText(box.findData(static_cast<int>(value)), text);
    };
    name(*m_policy, PasswordPolicy::ask, tr("Ask each time"));
    name(*m_policy, PasswordPolicy::keychain, tr("Keep in the keychain"));
    name(*m_policy, PasswordPolicy::none, tr("None needed"));
    name(*m_messages, ShardedMessages::automatic, tr("As the cluster can"));
    name(*m_messages, ShardedMessages::on, tr("Always sharded"));
    name(*m_messages, ShardedMessages::off, tr("Never sharded"));
    showColors();
    showPolicy();
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
    m_shown = {.budget = m_budget->value(), .expiring = m_expiring->value()};
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
            m_color->addItem(QString());
        }
        m_color->setItemText(row, colorName(shown.color));
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
    return endpoint;
}

ProfileForm::Read ProfileForm::read()
{
    m_servers->takeApart();
    ConnectionProfile profile = m_profile;
    try {
        profile.endpoint = endpoint();
        if (profile.endpoint.tls.enabled && !profile.endpoint.unix_path.empty()) {
            m_servers->focusAddress();
            return {.profile = {}, .error = tr("A unix socket is never encrypted: switch TLS off, or enter a host.")};
        }
        // Refuses what fits nowhere in an address.
        static_cast<void>(Endpoint::parse(profile.endpoint.uri_without_password()));
    } catch (const Error& error) {
        m_servers->focusAddress();
        return {.profile = {}, .error = errorText(error)};
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
    if (m_budget->value() != m_shown.budget) {
        profile.cpuBudget = m_budget->value() / 100;
    }
    profile.stuckAfter = std::chrono::seconds(m_stuckAfter->value());
    if (m_expiring->value() != m_shown.expiring) {
        profile.expiringFraction = m_expiring->value() / 100.0;
    }
    profile.locks.waitForReplica = m_waitForReplica->isChecked();
    profile.locks.messages = static_cast<ShardedMessages>(m_messages->currentData().toInt());
    return {.profile = std::move(profile), .error = {}};
}

void ProfileForm::focusFirst()
{
    m_name->setFocus();
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/deployment_fields.hpp"

#include "panels/form_layout.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"

#include "lockscope/error.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QUrl>

namespace lockscope::ui {
namespace {

constexpr int kFieldChars = 24;
constexpr std::uint16_t kRedisPort = 6379;
const QString kPlain = QStringLiteral("redis://");
const QString kEncrypted = QStringLiteral("rediss://");

QString schemeOf(Deployment deployment)
{
    switch (deployment) {
    case Deployment::sentinel: return QStringLiteral("redis+sentinel://");
    case Deployment::cluster: return QStringLiteral("redis+cluster://");
    case Deployment::replicated: return QStringLiteral("redis+replicated://");
    case Deployment::single: break;
    }
    return kPlain;
}

QString hostsOf(const Endpoint& endpoint)
{
    QStringList hosts;
    for (const Address& each : endpoint.addresses()) {
        hosts.append(QString::fromStdString(each.display()));
    }
    return hosts.join(QLatin1String(", "));
}

/// Where one server is, without who we are there.
QString addressOf(const Endpoint& endpoint)
{
    Endpoint bare;
    bare.host = endpoint.host;
    bare.port = endpoint.port;
    bare.unix_path = endpoint.unix_path;
    bare.tls.enabled = endpoint.tls.enabled;
    return QString::fromStdString(bare.uri_without_password());
}

QString withoutSpaces(QString text)
{
    return text.remove(QLatin1Char(' '));
}

} // namespace

DeploymentFields::DeploymentFields(QFormLayout& form)
    : QObject(form.parentWidget())
    , m_form(form)
    , m_deployment(new QComboBox(form.parentWidget()))
    , m_address(new QLineEdit(form.parentWidget()))
    , m_service(new QLineEdit(form.parentWidget()))
    , m_sentinelUser(new QLineEdit(form.parentWidget()))
    , m_allowed(new QLineEdit(form.parentWidget()))
{
    for (const Deployment each :
         {Deployment::single, Deployment::sentinel, Deployment::cluster, Deployment::replicated}) {
        m_deployment->addItem(QString(), static_cast<int>(each));
    }
    m_address->setMinimumWidth(kFieldChars * m_address->fontMetrics().averageCharWidth());
    m_address->setToolTip(toolTipText(QStringLiteral("redis://user@host:6379/0\nrediss://host:6379\n"
                                                     "unix:///run/redis.sock?db=0\n"
                                                     "redis+sentinel://host:26379,host:26379/master\n"
                                                     "redis+cluster://host:6379,host:6379\nhost:6379")));
    addRow(
        form, [] { return tr("Se&rvers:"); }, m_deployment);
    addRow(
        form, [] { return tr("&Address:"); }, m_address);
    addRow(
        form, [] { return tr("Name of the master:"); }, m_service);
    addRow(
        form, [] { return tr("User of the Sentinels:"); }, m_sentinelUser);
    addRow(
        form, [] { return tr("May lead us to:"); }, m_allowed);
    for (QLineEdit* field : {m_address, m_service, m_sentinelUser, m_allowed}) {
        connect(field, &QLineEdit::textEdited, this, &DeploymentFields::edited);
    }
    connect(m_deployment, &QComboBox::currentIndexChanged, this, &DeploymentFields::changeDeployment);
    connect(m_address, &QLineEdit::editingFinished, this, &DeploymentFields::takeApart);
    keepTranslated(*form.parentWidget(), [this] { retranslate(); });
}

void DeploymentFields::retranslate()
{
    m_deployment->setItemText(0, tr("One"));
    m_deployment->setItemText(1, tr("Behind Sentinel"));
    m_deployment->setItemText(2, tr("A cluster"));
    m_deployment->setItemText(3, tr("A master and its replicas"));
    m_service->setPlaceholderText(tr("mymaster", "the usual name of a master"));
    m_sentinelUser->setPlaceholderText(tr("The default user"));
    m_allowed->setPlaceholderText(tr("Wherever they name their members"));
    m_allowed->setToolTip(toolTipText(
        tr("Where these servers may send us with our password: hosts, *.domain, addresses or ranges like 10.0.0.0/8, "
           "with commas between them.")));
    arrange();
}

Deployment DeploymentFields::deployment() const
{
    return static_cast<Deployment>(m_deployment->currentData().toInt());
}

void DeploymentFields::setDeployment(Deployment deployment)
{
    const QSignalBlocker quiet(m_deployment);
    m_deployment->setCurrentIndex(m_deployment->findData(static_cast<int>(deployment)));
    arrange();
    emit deploymentChanged();
}

void DeploymentFields::setEndpoint(const Endpoint& endpoint)
{
    m_encrypted = endpoint.tls.enabled;
    m_address->setText(endpoint.deployment == Deployment::single ? addressOf(endpoint) : hostsOf(endpoint));
    m_address->setCursorPosition(0);
    m_service->setText(QString::fromStdString(endpoint.service));
    m_sentinelUser->setText(QString::fromStdString(endpoint.sentinel_user));
    QStringList allowed;
    for (const std::string& each : endpoint.allowed_hosts) {
        allowed.append(QString::fromStdString(each));
    }
    m_allowed->setText(allowed.join(QLatin1String(", ")));
    setDeployment(endpoint.deployment);
}

Endpoint DeploymentFields::endpoint() const
{
    const QString text = m_address->text().trimmed();
    if (deployment() == Deployment::single || text.contains(QLatin1String("://"))) {
        return Endpoint::parse(text.toStdString());
    }
    // A master's name or user in the address would have to be encoded: they follow as they are, and are checked as part
    // of the whole.
    const bool hasSentinels = deployment() == Deployment::sentinel;
    QString uri = schemeOf(deployment()) + withoutSpaces(text);
    if (hasSentinels) {
        uri += m_service->text().isEmpty() ? QStringLiteral("/") : QStringLiteral("/name");
    }
    const QString allowed = withoutSpaces(m_allowed->text());
    if (!allowed.isEmpty()) {
        uri += QStringLiteral("?allow=") + QString::fromLatin1(QUrl::toPercentEncoding(allowed));
    }
    Endpoint endpoint = Endpoint::parse(uri.toStdString());
    if (hasSentinels) {
        endpoint.service = m_service->text().toStdString();
        endpoint.sentinel_user = m_sentinelUser->text().toStdString();
    }
    return endpoint;
}

void DeploymentFields::setEncrypted(bool encrypted)
{
    m_encrypted = encrypted;
    const QString& from = encrypted ? kPlain : kEncrypted;
    const QString& to = encrypted ? kEncrypted : kPlain;
    if (m_address->text().startsWith(from, Qt::CaseInsensitive)) {
        m_address->setText(to + m_address->text().mid(from.size()));
    }
}

void DeploymentFields::takeApart()
{
    const QString text = m_address->text().trimmed();
    if (deployment() != Deployment::single && !text.contains(QLatin1String("://"))) {
        return;
    }
    Endpoint endpoint;
    try {
        endpoint = Endpoint::parse(text.toStdString());
    } catch (const Error&) {
        return; // endpoint() will say it
    }
    if (!text.contains(QLatin1String("://"))) {
        endpoint.tls.enabled = m_encrypted && endpoint.unix_path.empty(); // it says nothing of that
    }
    setEndpoint(endpoint);
    emit addressTaken(endpoint);
}

/// The hosts stay, written as the other kind writes them.
void DeploymentFields::changeDeployment()
{
    const QString text = m_address->text().trimmed();
    if (deployment() == Deployment::single) {
        if (!text.contains(QLatin1String("://")) && !text.startsWith(QLatin1Char('/'))) {
            const QString first = withoutSpaces(text).section(QLatin1Char(','), 0, 0);
            m_address->setText((m_encrypted ? kEncrypted : kPlain) + first);
        }
    } else if (text.contains(QLatin1String("://"))) {
        try {
            const Endpoint one = Endpoint::parse(text.toStdString());
            const bool isUsual = deployment() == Deployment::sentinel && one.port == kRedisPort;
            QString hosts = one.unix_path.empty() ? hostsOf(one) : QString();
            if (isUsual) {
                hosts = hosts.left(hosts.lastIndexOf(QLatin1Char(':'))); // Sentinels have a port of their own
            }
            m_address->setText(hosts);
        } catch (const Error&) {
            // It stays as it was typed, and is complained of when it is read.
        }
    }
    arrange();
    emit deploymentChanged();
    emit edited();
}

void DeploymentFields::arrange()
{
    const Deployment now = deployment();
    const bool hasSentinels = now == Deployment::sentinel;
    m_address->setPlaceholderText(now == Deployment::single ? QStringLiteral("redis://localhost:6379")
                                  : hasSentinels            ? tr("sentinel1:26379, sentinel2:26379")
                                                            : tr("host1:6379, host2:6379"));
    m_form.setRowVisible(m_service, hasSentinels);
    m_form.setRowVisible(m_sentinelUser, hasSentinels);
    m_form.setRowVisible(m_allowed, now != Deployment::single);
}

void DeploymentFields::focusAddress()
{
    m_address->setFocus();
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Connections that is about the present connection and its profile.
#include "connections/connections.hpp"
#include "connections/profile_launcher.hpp"
#include "panels/connect_page.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {

/// Not a sandbox, which ends with its connection.
bool Connections::isAtServer() const
{
    return m_session.state() == Session::State::connected && !m_session.isSandbox();
}

void Connections::follow()
{
    if (m_session.state() != Session::State::connected) {
        m_isPasswordWaiting = false;
        return; // an attempt follows when it has succeeded
    }
    if (!current()) {
        return;
    }
    if (const std::optional<ConnectionProfile> saved = m_store.find(current()->id)) {
        m_launcher->adopt(*saved);
    }
    emit currentChanged(); // also where the only change is that something waits
}

QList<WaitingPart> Connections::waiting() const
{
    const std::optional<ConnectionProfile>& profile = current();
    const auto saved = profile && isAtServer() ? m_store.find(profile->id) : std::nullopt;
    if (!saved) {
        return {};
    }
    QList<WaitingPart> parts = waitingParts(*profile, *saved);
    if (m_isPasswordWaiting) {
        parts.append(WaitingPart::password);
    }
    return parts;
}

/// A password that goes to the keychain is for the next connection, unless it is the one that is in use.
void Connections::noteSecrets(const ConnectionProfile& profile, const ProfileSecrets& secrets)
{
    const bool isPresent = isAtServer() && current() && current()->id == profile.id;
    if (!isPresent) {
        return;
    }
    const bool was = m_isPasswordWaiting;
    Endpoint endpoint = *m_session.endpoint();
    const ProfileSecrets inUse = ProfileSecrets::takenFrom(endpoint);
    const auto isAnother = [](const QString& typed, const QString& used) { return !typed.isEmpty() && typed != used; };
    const bool isAnythingTyped =
        !secrets.password.isEmpty() || !secrets.sentinelPassword.isEmpty() || !secrets.keyPassphrase.isEmpty();
    if (profile.password != PasswordPolicy::keychain) {
        m_isPasswordWaiting = false;
    } else if (isAnythingTyped) {
        m_isPasswordWaiting = isAnother(secrets.password, inUse.password)
                           || isAnother(secrets.sentinelPassword, inUse.sentinelPassword)
                           || isAnother(secrets.keyPassphrase, inUse.keyPassphrase);
    }
    if (m_isPasswordWaiting != was) {
        emit currentChanged();
    }
}

void Connections::reconnect()
{
    if (!isAtServer()) {
        return;
    }
    const Text action = [] { return tr("Reconnect"); };
    if (const std::optional<ConnectionProfile> profile = current()) {
        const ConnectionProfile saved = m_store.find(profile->id).value_or(*profile);
        leaveFor(action, saved, [this, saved] { m_launcher->launch(saved); });
        return;
    }
    const Endpoint endpoint = *m_session.endpoint();
    const QString uri = QString::fromStdString(endpoint.uri_without_password());
    leaveFor(action, uri, [this, endpoint, uri] {
        m_page.offerToMend(uri, [this, &endpoint] {
            m_session.connectTo(endpoint, {.kind = m_session.serverKind(),
                                           .monitor = m_session.monitorOptions(),
                                           .locks = m_session.lockSettings()});
        });
    });
}

void Connections::enterPassword()
{
    if (m_session.state() == Session::State::connected) {
        m_launcher->askAnew(current() ? *current() : presentAsProfile());
    }
}

void Connections::editPresent()
{
    if (!isAtServer()) {
        return;
    }
    if (const std::optional<ConnectionProfile> profile = current()) {
        openDialog(m_store.find(profile->id).value_or(*profile), ProfileDialog::Purpose::editPresent);
        return;
    }
    ConnectionProfile profile = presentAsProfile();
    const ProfileSecrets secrets = ProfileSecrets::takenFrom(profile.endpoint);
    profile.password = secrets.isEmpty() ? PasswordPolicy::none : PasswordPolicy::ask;
    openDialog(profile, ProfileDialog::Purpose::keepPresent, secrets);
}

bool Connections::keepKind(Session::ServerKind kind)
{
    std::optional<ConnectionProfile> profile = current() ? m_store.find(current()->id) : std::nullopt;
    if (!profile) {
        return false;
    }
    if (std::exchange(profile->kind, kind) != kind) {
        m_store.put(*profile);
        tellIfNotKept();
    }
    return true;
}

Session::ServerKind Connections::presumedKind(const Endpoint& endpoint) const
{
    return m_presumedKind ? m_presumedKind(endpoint) : Session::ServerKind::ordinary;
}

/// With the secrets that are in use.
ConnectionProfile Connections::presentAsProfile() const
{
    using std::chrono::seconds;
    const MonitorOptions& options = m_session.monitorOptions();
    ConnectionProfile profile = ConnectionProfile::make();
    profile.endpoint = *m_session.endpoint();
    profile.kind = m_session.serverKind();
    profile.pattern = QString::fromStdString(options.pattern);
    profile.cpuBudget = options.cpu_budget;
    profile.stuckAfter = std::max(seconds(1), std::chrono::duration_cast<seconds>(options.thresholds.stuck_after));
    profile.expiringFraction = options.thresholds.expiring_fraction;
    profile.locks = m_session.lockSettings();
    return profile;
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_launcher.hpp"

#include "connections/password_dialog.hpp"

#include "lockscope/error.hpp"

#include <utility>

namespace lockscope::ui {

ProfileLauncher::ProfileLauncher(Session& session, PasswordVault& vault, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_vault(vault)
    , m_window(window)
{
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        if (state == Session::State::connecting) {
            ++m_launch; // to what was wanted last
        }
        endTrial();
        m_enteredToKeep.reset();
        const std::optional<Endpoint>& endpoint = m_session.endpoint();
        const bool ours = m_current && endpoint && !m_session.isSandbox()
                       && endpoint->uri_without_password() == m_current->endpoint.uri_without_password();
        if (state != Session::State::disconnected) { // until the failure is told of, which comes after that
            m_attempted = ours && state == Session::State::connecting ? m_current : std::nullopt;
        }
        if (state == Session::State::disconnected || !ours) {
            m_toKeep.reset();
            setCurrent(std::nullopt);
        } else if (state == Session::State::connected && m_toKeep) {
            const Kept kept = *std::exchange(m_toKeep, std::nullopt);
            keep(kept.profile, kept.secrets);
        }
    });
    connect(&m_session, &Session::connectFailed, this, [this](const QString& why) {
        const std::optional<ConnectionProfile> refused = std::exchange(m_attempted, std::nullopt);
        if (refused && m_session.connectFailureCode() == Errc::authentication) {
            askAgain(*refused, why);
        }
    });
    connect(&m_session, &Session::statusChanged, this, [this](const MonitorStatus& status) {
        if (m_enteredToKeep && status.link == MonitorStatus::Link::live && status.link_error.empty()) {
            const Kept kept = *std::exchange(m_enteredToKeep, std::nullopt);
            keep(kept.profile, kept.secrets);
        }
    });
    connect(&m_knock, &Knock::letIn, this, [this] {
        const Kept wanted = *m_trial;
        endTrial();
        connectWith(wanted.profile, wanted.secrets);
    });
    connect(&m_knock, &Knock::refused, this, [this](Errc code, const QString& why) {
        const ConnectionProfile wanted = m_trial->profile;
        endTrial();
        m_toKeep.reset();
        if (code == Errc::authentication) {
            askAgain(wanted, why);
        } else {
            emit notReconnected(why);
        }
    });
}

quint64 ProfileLauncher::begin()
{
    endTrial();
    return ++m_launch;
}

/// A key takes a passphrase before the server could say that it wants something.
bool ProfileLauncher::mayWantNone(const ConnectionProfile& profile)
{
    return profile.endpoint.user.empty() && !takesKeyPassphrase(profile.endpoint);
}

void ProfileLauncher::launch(const ConnectionProfile& profile)
{
    const quint64 launch = begin();
    if (profile.password == PasswordPolicy::none) {
        launchWith(profile, {});
        return;
    }
    if (profile.password == PasswordPolicy::ask) {
        mayWantNone(profile) ? tryWithout(profile, {}) : ask(profile, {});
        return;
    }
    if (m_vault.state() == PasswordVault::State::absent) {
        ask(profile, tr("There is no keychain here: the password is asked for each time."));
        return;
    }
    readSecrets(m_vault, profile.id, this,
                [this, profile, launch](const ProfileSecrets& secrets, const QString& error) {
                    if (launch != m_launch) {
                        return;
                    }
                    if (!secrets.isEmpty()) {
                        launchWith(profile, secrets);
                        return;
                    }
                    const QString none = tr("The keychain has no password for this server.");
                    if (error.isEmpty() && mayWantNone(profile)) {
                        tryWithout(profile, none);
                    } else {
                        ask(profile, error.isEmpty() ? none : error);
                    }
                });
}

void ProfileLauncher::launchTyped(const ConnectionProfile& profile, const ProfileSecrets& typed)
{
    if (typed.isEmpty()) {
        launch(profile);
        return;
    }
    if (profile.password != PasswordPolicy::keychain || m_vault.state() == PasswordVault::State::absent) {
        launchWith(profile, typed);
        return;
    }
    readSecrets(m_vault, profile.id, this,
                [this, profile, typed, launch = begin()](const ProfileSecrets& kept, const QString&) {
                    if (launch == m_launch) {
                        launchWith(profile, typed.completedBy(kept));
                    }
                });
}

void ProfileLauncher::ask(const ConnectionProfile& profile, const QString& reason)
{
    if (m_dialog != nullptr) {
        m_dialog->reject();
    }
    m_dialog = new PasswordDialog(profile, PasswordDialog::Purpose::connect, reason, m_vault.state(), &m_window);
    PasswordDialog* dialog = m_dialog;
    connect(dialog, &QDialog::accepted, this, [this, dialog, profile] {
        const ProfileSecrets secrets = dialog->secrets();
        launchWith(profile, secrets);
        if (dialog->isToBeKept() && !secrets.isEmpty()) {
            m_toKeep = Kept{profile, secrets};
        }
    });
    dialog->open();
}

void ProfileLauncher::askAgain(const ConnectionProfile& profile, const QString& why)
{
    ask(profile, std::exchange(m_reason, std::nullopt).value_or(why));
}

void ProfileLauncher::askAnew(const ConnectionProfile& server)
{
    if (m_session.state() != Session::State::connected) {
        return;
    }
    if (m_dialog != nullptr) {
        m_dialog->reject();
    }
    const PasswordVault::State keychain = m_current ? m_vault.state() : PasswordVault::State::absent;
    m_dialog = new PasswordDialog(server, PasswordDialog::Purpose::goOn, {}, keychain, &m_window);
    PasswordDialog* dialog = m_dialog;
    connect(&m_session, &Session::stateChanged, dialog, &QDialog::reject);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const ProfileSecrets secrets = dialog->secrets();
        goOnWith(secrets);
        m_enteredToKeep.reset();
        if (m_current && dialog->isToBeKept() && !secrets.isEmpty()) {
            m_enteredToKeep = Kept{*m_current, secrets};
        }
    });
    dialog->open();
}

/// Where there are two passwords, only what was entered is another one.
void ProfileLauncher::goOnWith(const ProfileSecrets& entered)
{
    const bool hasSentinels = m_session.endpoint() && takesSentinelPassword(*m_session.endpoint());
    if (!hasSentinels || !entered.password.isEmpty()) {
        m_session.usePassword(entered.password.toStdString());
    }
    if (!entered.sentinelPassword.isEmpty()) {
        m_session.useSentinelPassword(entered.sentinelPassword.toStdString());
    }
}

void ProfileLauncher::keep(ConnectionProfile profile, const ProfileSecrets& secrets)
{
    const QString id = profile.id;
    writeSecrets(m_vault, id, secrets, this, [this, profile = std::move(profile)](const QString& error) mutable {
        if (!error.isEmpty()) {
            emit passwordNotKept(error);
        } else if (profile.password != PasswordPolicy::keychain) {
            profile.password = PasswordPolicy::keychain;
            emit profileChanged(profile);
        }
    });
}

void ProfileLauncher::launchWith(const ConnectionProfile& profile, const ProfileSecrets& secrets)
{
    begin();
    m_toKeep.reset();
    m_reason.reset();
    if (isPresent(profile)) {
        knock(profile, secrets);
    } else {
        connectWith(profile, secrets);
    }
}

void ProfileLauncher::tryWithout(const ConnectionProfile& profile, const QString& reason)
{
    launchWith(profile, {});
    m_reason = reason;
}

bool ProfileLauncher::isPresent(const ConnectionProfile& profile) const
{
    return m_session.state() == Session::State::connected && m_current && m_current->id == profile.id;
}

/// What is shown and held is not given up for a connection that does not come to stand.
void ProfileLauncher::knock(const ConnectionProfile& profile, const ProfileSecrets& secrets)
{
    m_trial = Kept{profile, secrets};
    m_window.window()->setCursor(Qt::BusyCursor); // nothing else shows that something goes on
    Endpoint endpoint = profile.endpoint;
    secrets.putInto(endpoint);
    m_knock.start(endpoint);
}

void ProfileLauncher::endTrial()
{
    if (m_trial) {
        m_trial.reset();
        m_knock.cancel();
        m_window.window()->unsetCursor();
    }
}

void ProfileLauncher::connectWith(const ConnectionProfile& profile, const ProfileSecrets& secrets)
{
    Endpoint endpoint = profile.endpoint;
    secrets.putInto(endpoint);
    // Before the session says that it connects, so that everybody knows the name then; and told after, for until then
    // it is at the server of before.
    m_current = profile;
    m_session.connectTo(endpoint, profile.settings(m_session.monitorOptions()));
    emit currentChanged();
}

void ProfileLauncher::adopt(const ConnectionProfile& profile)
{
    if (m_session.state() != Session::State::connected || m_session.isSandbox()) {
        return;
    }
    ConnectionProfile next = profile;
    next.endpoint = m_current ? m_current->endpoint : *m_session.endpoint();
    static_cast<void>(ProfileSecrets::takenFrom(next.endpoint));
    next.locks = m_current ? m_current->locks : m_session.lockSettings();
    // Who called an ordinary server one of production when unlocking it does not take that back by editing the rest.
    const Session::ServerKind before = m_current ? m_current->kind : m_session.serverKind();
    if (before != next.kind) {
        m_session.setServerKind(next.kind);
    }
    m_session.setMonitoring(next.settings(m_session.monitorOptions()).monitor.value());
    setCurrent(next);
}

void ProfileLauncher::setCurrent(const std::optional<ConnectionProfile>& profile)
{
    if (m_current != profile) {
        m_current = profile;
        emit currentChanged();
    }
}

} // namespace lockscope::ui

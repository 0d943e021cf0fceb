// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_secrets.hpp"

#include <array>
#include <memory>
#include <utility>

namespace lockscope::ui {
namespace {

struct Kind
{
    QLatin1String suffix; ///< Behind the profile's id. The password's is empty: so it was before there were others.
    QString ProfileSecrets::*field;
};

const std::array<Kind, 3>& kinds()
{
    static const std::array<Kind, 3> all{{{QLatin1String(""), &ProfileSecrets::password},
                                          {QLatin1String(".sentinel"), &ProfileSecrets::sentinelPassword},
                                          {QLatin1String(".key"), &ProfileSecrets::keyPassphrase}}};
    return all;
}

/// Several questions to the keychain, of which the last answer completes the whole.
struct Pending
{
    ProfileSecrets secrets;
    QString error; ///< The first.
    int left = 0;

    /// @return whether this was the last
    bool count(const QString& sentence)
    {
        if (error.isEmpty()) {
            error = sentence;
        }
        return --left == 0;
    }
};

} // namespace

ProfileSecrets ProfileSecrets::takenFrom(Endpoint& endpoint)
{
    return {.password = QString::fromStdString(std::exchange(endpoint.password, {})),
            .sentinelPassword = QString::fromStdString(std::exchange(endpoint.sentinel_password, {})),
            .keyPassphrase = QString::fromStdString(std::exchange(endpoint.tls.key_passphrase, {}))};
}

void ProfileSecrets::putInto(Endpoint& endpoint) const
{
    endpoint.password = password.toStdString();
    endpoint.sentinel_password = takesSentinelPassword(endpoint) ? sentinelPassword.toStdString() : std::string();
    endpoint.tls.key_passphrase = takesKeyPassphrase(endpoint) ? keyPassphrase.toStdString() : std::string();
}

bool ProfileSecrets::isEmpty() const
{
    return password.isEmpty() && sentinelPassword.isEmpty() && keyPassphrase.isEmpty();
}

ProfileSecrets ProfileSecrets::completedBy(const ProfileSecrets& others) const
{
    ProfileSecrets whole = *this;
    for (const Kind& kind : kinds()) {
        if ((whole.*kind.field).isEmpty()) {
            whole.*kind.field = others.*kind.field;
        }
    }
    return whole;
}

bool takesSentinelPassword(const Endpoint& endpoint)
{
    return endpoint.deployment == Deployment::sentinel;
}

bool takesKeyPassphrase(const Endpoint& endpoint)
{
    return endpoint.tls.enabled && !endpoint.tls.certificate_file.empty();
}

void readSecrets(PasswordVault& vault, const QString& profile, QObject* context, SecretsCallback done)
{
    auto pending = std::make_shared<Pending>();
    pending->left = static_cast<int>(kinds().size());
    for (const Kind& kind : kinds()) {
        vault.read(profile + kind.suffix, context,
                   [pending, field = kind.field, done](const PasswordVault::Answer& answer) {
                       pending->secrets.*field = answer.password.value_or(QString());
                       if (pending->count(answer.error)) {
                           done(pending->secrets, pending->error);
                       }
                   });
    }
}

void writeSecrets(PasswordVault& vault, const QString& profile, const ProfileSecrets& secrets, QObject* context,
                  std::function<void(const QString& error)> done)
{
    auto pending = std::make_shared<Pending>();
    for (const Kind& kind : kinds()) {
        pending->left += (secrets.*kind.field).isEmpty() ? 0 : 1;
    }
    for (const Kind& kind : kinds()) {
        if (!(secrets.*kind.field).isEmpty()) {
            vault.write(profile + kind.suffix, secrets.*kind.field, context,
                        [pending, done](const PasswordVault::Answer& answer) {
                            if (pending->count(answer.error)) {
                                done(pending->error);
                            }
                        });
        }
    }
}

void removeSecrets(PasswordVault& vault, const QString& profile, QObject* context,
                   std::function<void(const QString& error)> done)
{
    auto pending = std::make_shared<Pending>();
    pending->left = static_cast<int>(kinds().size());
    for (const Kind& kind : kinds()) {
        vault.remove(profile + kind.suffix, context, [pending, done](const PasswordVault::Answer& answer) {
            if (pending->count(answer.error)) {
                done(pending->error);
            }
        });
    }
}

} // namespace lockscope::ui

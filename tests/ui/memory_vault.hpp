// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"

#include <QMap>
#include <QTimer>

#include <utility>

namespace lockscope::test {

/// A keychain that forgets everything with the test; it answers later, as the real ones do.
class MemoryVault : public ui::PasswordVault
{
public:
    explicit MemoryVault(State state = State::present) : m_state(state) {}

    [[nodiscard]] State state() const override { return m_state; }

    void read(const QString& profile, QObject* context, Callback done) override
    {
        Answer answer;
        if (m_state == State::absent) {
            answer.error = QStringLiteral("There is no keychain here.");
        } else if (passwords.contains(profile)) {
            answer.password = passwords[profile];
        }
        later(context, std::move(done), answer);
    }

    void write(const QString& profile, const QString& password, QObject* context, Callback done) override
    {
        Answer answer;
        if (m_state == State::absent) {
            answer.error = QStringLiteral("There is no keychain here.");
        } else {
            passwords[profile] = password;
        }
        later(context, std::move(done), answer);
    }

    void remove(const QString& profile) override { passwords.remove(profile); }

    QMap<QString, QString> passwords;

private:
    static void later(QObject* context, Callback done, const Answer& answer)
    {
        QTimer::singleShot(0, context, [done = std::move(done), answer] { done(answer); });
    }

    State m_state;
};

} // namespace lockscope::test

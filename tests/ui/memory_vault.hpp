// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"

#include <QMap>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <utility>
#include <vector>

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

    void remove(const QString& profile, QObject* context, Callback done) override
    {
        Answer answer;
        if (m_state == State::absent) {
            answer.error = QStringLiteral("There is no keychain here.");
        } else {
            passwords.remove(profile);
        }
        later(context, std::move(done), answer);
    }

    /// Nothing is answered any more, until somebody has unlocked it.
    void lock() { m_isLocked = true; }
    void unlock()
    {
        m_isLocked = false;
        for (const auto& answer : std::exchange(m_waiting, {})) {
            answer();
        }
    }
    [[nodiscard]] bool isAsked() const { return !m_waiting.empty(); }

    QMap<QString, QString> passwords;

private:
    void later(QObject* context, Callback done, const Answer& answer)
    {
        if (!m_isLocked) {
            QTimer::singleShot(0, context, [done = std::move(done), answer] { done(answer); });
            return;
        }
        m_waiting.push_back([context = QPointer<QObject>(context), done = std::move(done), answer] {
            if (context) {
                done(answer);
            }
        });
    }

    State m_state;
    bool m_isLocked = false;
    std::vector<std::function<void()>> m_waiting;
};

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/password_vault.hpp"

namespace QKeychain {
class Job;
} // namespace QKeychain

namespace lockscope::ui {

/// The keychain of the desktop: Secret Service, KWallet, macOS or Windows. Whether there is one is found out at the
/// start by asking for a password that nobody keeps.
class KeychainVault : public PasswordVault
{
    Q_OBJECT

public:
    explicit KeychainVault(QObject* parent = nullptr);

    [[nodiscard]] State state() const override { return m_state; }
    void read(const QString& profile, QObject* context, Callback done) override;
    void write(const QString& profile, const QString& password, QObject* context, Callback done) override;
    void remove(const QString& profile, QObject* context, Callback done) override;

private:
    void probe();
    void setState(State state);
    [[nodiscard]] static QString sentenceOf(const QKeychain::Job& job, State state);

    State m_state = State::asking;
};

} // namespace lockscope::ui

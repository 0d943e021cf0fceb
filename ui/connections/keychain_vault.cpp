// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/keychain_vault.hpp"

#include <qt6keychain/keychain.h>

#include <utility>

namespace lockscope::ui {
namespace {

const QString kService = QStringLiteral("lockscope");
const QString kNobody = QStringLiteral("availability");

/// Never falls back on a file.
template <typename Job>
Job* makeJob(const QString& key)
{
    auto* job = new Job(kService); // deletes itself when it has finished
    job->setKey(key);
    job->setInsecureFallback(false);
    return job;
}

} // namespace

KeychainVault::KeychainVault(QObject* parent) : PasswordVault(parent)
{
    probe();
}

void KeychainVault::probe()
{
    auto* job = makeJob<QKeychain::ReadPasswordJob>(kNobody);
    connect(job, &QKeychain::Job::finished, this, [this](QKeychain::Job* done) {
        const bool answered = done->error() == QKeychain::NoError || done->error() == QKeychain::EntryNotFound;
        setState(answered ? State::present : State::absent);
    });
    job->start();
}

void KeychainVault::read(const QString& profile, QObject* context, Callback done)
{
    auto* job = makeJob<QKeychain::ReadPasswordJob>(profile);
    connect(job, &QKeychain::Job::finished, context, [job, state = m_state, done = std::move(done)] {
        Answer answer;
        if (job->error() == QKeychain::NoError) {
            answer.password = job->textData();
        } else if (job->error() != QKeychain::EntryNotFound) {
            answer.error = sentenceOf(*job, state);
        }
        done(answer);
    });
    job->start();
}

void KeychainVault::write(const QString& profile, const QString& password, QObject* context, Callback done)
{
    auto* job = makeJob<QKeychain::WritePasswordJob>(profile);
    job->setTextData(password);
    connect(job, &QKeychain::Job::finished, context, [job, state = m_state, done = std::move(done)] {
        done({.password = {}, .error = job->error() == QKeychain::NoError ? QString() : sentenceOf(*job, state)});
    });
    job->start();
}

void KeychainVault::remove(const QString& profile, QObject* context, Callback done)
{
    auto* job = makeJob<QKeychain::DeletePasswordJob>(profile);
    connect(job, &QKeychain::Job::finished, context, [job, state = m_state, done = std::move(done)] {
        const bool isGone = job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound;
        done({.password = {}, .error = isGone ? QString() : sentenceOf(*job, state)});
    });
    job->start();
}

void KeychainVault::setState(State state)
{
    if (std::exchange(m_state, state) != state) {
        emit stateChanged(state);
    }
}

QString KeychainVault::sentenceOf(const QKeychain::Job& job, State state)
{
    if (state == State::absent) {
        return tr("There is no keychain here.");
    }
    switch (job.error()) {
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied: return tr("The keychain was not unlocked.");
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented: return tr("There is no keychain here.");
    default: break;
    }
    return tr("The keychain did not answer as it should.");
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_runs.hpp"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace lockscope::ui {
namespace {

const QString kRuns = QStringLiteral("commands/run");
const QString kLock = QStringLiteral("lock");
const QString kOwner = QStringLiteral("owner");
const QString kAt = QStringLiteral("at");

/// By its owner: a hold, or the dead head of a queue.
bool isKnownAgain(const Alert& alert)
{
    return alert.kind == AlertRule::Kind::held_longer || alert.kind == AlertRule::Kind::never_expires
        || alert.kind == AlertRule::Kind::stale_head;
}

std::chrono::milliseconds onTheWall()
{
    return std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch());
}

/// Nothing from the future: the clock may have been set meanwhile.
bool isValid(std::chrono::milliseconds at, std::chrono::milliseconds now)
{
    return at <= now && now - at < AlertRuns::valid;
}

QByteArray digestOf(std::initializer_list<std::string_view> parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const std::string_view part : parts) {
        hash.addData(QByteArray::number(static_cast<qulonglong>(part.size())) + ':');
        hash.addData(QByteArray::fromRawData(part.data(), static_cast<qsizetype>(part.size())));
    }
    return hash.result().toHex();
}

QByteArray digestOf(const std::string& server, const Alert& alert)
{
    return digestOf({server, alert.rule, alert.lock});
}

} // namespace

AlertRuns::AlertRuns(const QString& file) : m_settings(file, QSettings::IniFormat)
{
    read();
}

void AlertRuns::note(const std::string& server, const Alert& alert)
{
    if (!isKnownAgain(alert)) {
        return;
    }
    refresh();
    const QByteArray lock = digestOf(server, alert);
    const std::chrono::milliseconds now = onTheWall();
    std::erase_if(m_runs, [&](const Run& run) { return run.lock == lock || !isValid(run.at, now); });
    if (m_runs.size() == most) {
        m_runs.erase(m_runs.begin());
    }
    m_runs.push_back({lock, digestOf({alert.owner}), now});
    write();
}

bool AlertRuns::hasRunFor(const std::string& server, const Alert& alert)
{
    if (!alert.begin_unseen || !isKnownAgain(alert)) {
        return false;
    }
    refresh();
    const QByteArray lock = digestOf(server, alert);
    const QByteArray owner = digestOf({alert.owner});
    return std::any_of(m_runs.begin(), m_runs.end(), [&, now = onTheWall()](const Run& run) {
        return run.lock == lock && run.owner == owner && isValid(run.at, now);
    });
}

void AlertRuns::forget(const std::string& server, const std::vector<Alert>& over)
{
    refresh();
    if (m_runs.empty()) {
        return;
    }
    std::size_t forgotten = 0;
    for (const Alert& alert : over) {
        if (isKnownAgain(alert)) {
            forgotten +=
                std::erase_if(m_runs, [lock = digestOf(server, alert)](const Run& run) { return run.lock == lock; });
        }
    }
    if (forgotten > 0) {
        write();
    }
}

/// Another program may have run it since.
void AlertRuns::refresh()
{
    if (writtenAt() != m_writtenAt) {
        m_settings.sync();
        read();
    }
}

QDateTime AlertRuns::writtenAt() const
{
    return QFileInfo(m_settings.fileName()).lastModified();
}

void AlertRuns::read()
{
    m_writtenAt = writtenAt();
    m_runs.clear();
    const int count = std::min(m_settings.beginReadArray(kRuns), static_cast<int>(most));
    for (int place = 0; place < count; ++place) {
        m_settings.setArrayIndex(place);
        m_runs.push_back({m_settings.value(kLock).toByteArray(), m_settings.value(kOwner).toByteArray(),
                          std::chrono::milliseconds(m_settings.value(kAt).toLongLong())});
    }
    m_settings.endArray();
}

void AlertRuns::write()
{
    m_settings.remove(kRuns);
    m_settings.beginWriteArray(kRuns);
    for (std::size_t place = 0; place < m_runs.size(); ++place) {
        m_settings.setArrayIndex(static_cast<int>(place));
        m_settings.setValue(kLock, m_runs[place].lock);
        m_settings.setValue(kOwner, m_runs[place].owner);
        m_settings.setValue(kAt, static_cast<qlonglong>(m_runs[place].at.count()));
    }
    m_settings.endArray();
    m_settings.sync();
    m_writtenAt = writtenAt();
}

} // namespace lockscope::ui

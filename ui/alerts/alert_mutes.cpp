// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_mutes.hpp"

#include <QDateTime>
#include <QSettings>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

void put(std::vector<AlertMutes::Mute>& mutes, AlertMutes::Mute mute)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    std::erase_if(mutes, [&](const AlertMutes::Mute& each) {
        return each.until <= now || (each.server == mute.server && each.what == mute.what);
    });
    mutes.push_back(std::move(mute));
}

constexpr int kMostKept = 1000;
const QString kLocks = QStringLiteral("muted/locks");
const QString kRules = QStringLiteral("muted/rules");

QByteArray bytesOf(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// By the clock on the wall: the other one starts anew with the computer.
void write(QSettings& settings, const QString& name, const std::vector<AlertMutes::Mute>& mutes)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    settings.remove(name);
    settings.beginWriteArray(name);
    int place = 0;
    for (const AlertMutes::Mute& each : mutes) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(each.until - now);
        if (left.count() <= 0 || place == kMostKept) {
            continue;
        }
        settings.setArrayIndex(place++);
        settings.setValue(QStringLiteral("server"), bytesOf(each.server));
        settings.setValue(QStringLiteral("what"), bytesOf(each.what));
        settings.setValue(QStringLiteral("until"), QDateTime::currentMSecsSinceEpoch() + left.count());
    }
    settings.endArray();
}

/// Nothing that lasts for longer than anybody can ask for: the clock on the wall may have been set meanwhile.
std::vector<AlertMutes::Mute> read(QSettings& settings, const QString& name)
{
    constexpr std::chrono::milliseconds longest = std::chrono::hours(24);
    std::vector<AlertMutes::Mute> mutes;
    const int count = std::min(settings.beginReadArray(name), kMostKept);
    for (int place = 0; place < count; ++place) {
        settings.setArrayIndex(place);
        const std::chrono::milliseconds left(settings.value(QStringLiteral("until")).toLongLong()
                                             - QDateTime::currentMSecsSinceEpoch());
        if (left.count() > 0 && left <= longest) {
            mutes.push_back({settings.value(QStringLiteral("server")).toByteArray().toStdString(),
                             settings.value(QStringLiteral("what")).toByteArray().toStdString(),
                             std::chrono::steady_clock::now() + left});
        }
    }
    settings.endArray();
    return mutes;
}

} // namespace

void AlertMutes::keepIn(const QString& file)
{
    m_file = file;
    QSettings settings(m_file, QSettings::IniFormat);
    m_locks = read(settings, kLocks);
    m_rules = read(settings, kRules);
    emit changed();
}

void AlertMutes::save() const
{
    if (m_file.isEmpty()) {
        return;
    }
    QSettings settings(m_file, QSettings::IniFormat);
    write(settings, kLocks, m_locks);
    write(settings, kRules, m_rules);
}

void AlertMutes::muteLock(const std::string& server, const std::string& lock, SteadyTime until)
{
    put(m_locks, {server, lock, until});
    save();
    emit changed();
}

void AlertMutes::muteRule(const std::string& server, const std::string& rule, SteadyTime until)
{
    put(m_rules, {server, rule, until});
    save();
    emit changed();
}

void AlertMutes::unmuteLock(const std::string& server, const std::string& lock)
{
    muteLock(server, lock, std::chrono::steady_clock::now());
}

void AlertMutes::unmuteRule(const std::string& server, const std::string& rule)
{
    muteRule(server, rule, std::chrono::steady_clock::now());
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_mutes.hpp"

#include <QDateTime>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

namespace lockscope::ui {
namespace {

using Mutes = std::vector<AlertMutes::Mute>;

const QString kLocks = QStringLiteral("muted/locks");
const QString kRules = QStringLiteral("muted/rules");

void dropOver(Mutes& mutes)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    std::erase_if(mutes, [now](const AlertMutes::Mute& each) { return each.until <= now; });
}

/// What another program has ended meanwhile is over here, too.
void takeOver(Mutes& mutes, Mutes kept)
{
    std::set<std::pair<std::string, std::string>> all;
    for (const AlertMutes::Mute& each : kept) {
        all.emplace(each.server, each.what);
    }
    std::erase_if(mutes, [&all](const AlertMutes::Mute& each) { return all.contains({each.server, each.what}); });
    for (AlertMutes::Mute& each : mutes) {
        each.until = std::chrono::steady_clock::now();
    }
    mutes.insert(mutes.end(), std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
}

void put(Mutes& mutes, const std::string& server, const std::vector<std::string>& names, SteadyTime until)
{
    const std::set<std::string> all(names.begin(), names.end());
    std::erase_if(mutes,
                  [&](const AlertMutes::Mute& each) { return each.server == server && all.contains(each.what); });
    for (const std::string& name : all) {
        mutes.push_back({server, name, until});
    }
}

void endOldest(Mutes& mutes)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    const auto isLive = [now](const AlertMutes::Mute& each) { return each.until > now; };
    auto live = static_cast<std::size_t>(std::count_if(mutes.begin(), mutes.end(), isLive));
    for (auto each = mutes.begin(); live > AlertMutes::most; ++each) {
        if (isLive(*each)) {
            each->until = now;
            --live;
        }
    }
}

QByteArray bytesOf(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// By the clock on the wall: the other one starts anew with the computer.
void write(QSettings& settings, const QString& name, const Mutes& mutes)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    settings.remove(name);
    settings.beginWriteArray(name);
    int place = 0;
    for (const AlertMutes::Mute& each : mutes) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(each.until - now);
        if (left.count() <= 0) {
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
Mutes read(QSettings& settings, const QString& name)
{
    constexpr std::chrono::milliseconds longest = std::chrono::hours(24);
    Mutes mutes;
    const int count = std::min(settings.beginReadArray(name), static_cast<int>(AlertMutes::most));
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
    m_settings.emplace(file, QSettings::IniFormat);
    m_locks = read(*m_settings, kLocks);
    m_rules = read(*m_settings, kRules);
    emit changed();
}

void AlertMutes::mute(const std::string& server, const Names& names, SteadyTime until)
{
    dropOver(m_locks);
    dropOver(m_rules);
    if (m_settings) {
        m_settings->sync();
        takeOver(m_locks, read(*m_settings, kLocks));
        takeOver(m_rules, read(*m_settings, kRules));
    }
    put(m_locks, server, names.locks, until);
    put(m_rules, server, names.rules, until);
    endOldest(m_locks);
    endOldest(m_rules);
    save();
    emit changed();
}

void AlertMutes::unmute(const std::string& server, const Names& names)
{
    mute(server, names, std::chrono::steady_clock::now());
}

void AlertMutes::save()
{
    if (!m_settings) {
        return;
    }
    write(*m_settings, kLocks, m_locks);
    write(*m_settings, kRules, m_rules);
    m_settings->sync();
    if (m_settings->status() == QSettings::AccessError) {
        emit notSaved(m_settings->fileName());
    }
}

} // namespace lockscope::ui

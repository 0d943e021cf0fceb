// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_runs.hpp"

#include <QDateTime>

#include <algorithm>
#include <iterator>

namespace lockscope::ui {
namespace {

const QString kRuns = QStringLiteral("commands/run");

bool isAboutAHold(const Alert& alert)
{
    return alert.kind == AlertRule::Kind::held_longer || alert.kind == AlertRule::Kind::never_expires;
}

std::chrono::milliseconds onTheWall()
{
    return std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch());
}

} // namespace

AlertRuns::AlertRuns(const QString& file) : m_settings(file, QSettings::IniFormat) {}

void AlertRuns::note(const std::string& server, const Alert& alert)
{
    if (!isAboutAHold(alert)) {
        return;
    }
    std::vector<Run> runs = read();
    std::erase_if(runs, [&](const Run& each) {
        return each.server == server && each.rule == alert.rule && each.lock == alert.lock;
    });
    runs.push_back({server, alert.rule, alert.lock, alert.owner, onTheWall()});
    if (runs.size() > most) {
        runs.erase(runs.begin(), std::prev(runs.end(), static_cast<std::ptrdiff_t>(most)));
    }
    write(runs);
}

bool AlertRuns::hasRunFor(const std::string& server, const Alert& alert)
{
    if (!alert.begin_unseen) {
        return false;
    }
    const std::vector<Run> runs = read();
    return std::any_of(runs.begin(), runs.end(), [&](const Run& each) {
        return each.server == server && each.rule == alert.rule && each.lock == alert.lock && each.owner == alert.owner;
    });
}

void AlertRuns::forget(const std::string& server, const std::vector<Alert>& over)
{
    std::vector<Run> runs = read();
    const std::size_t before = runs.size();
    std::erase_if(runs, [&](const Run& each) {
        return each.server == server && std::any_of(over.begin(), over.end(), [&each](const Alert& alert) {
                   return alert.rule == each.rule && alert.lock == each.lock;
               });
    });
    if (runs.size() != before) {
        write(runs);
    }
}

/// Nothing from the future: the clock may have been set meanwhile.
std::vector<AlertRuns::Run> AlertRuns::read()
{
    const auto bytes = [this](const char* key) {
        return m_settings.value(QLatin1String(key)).toByteArray().toStdString();
    };
    const std::chrono::milliseconds now = onTheWall();
    std::vector<Run> runs;
    m_settings.sync();
    const int count = std::min(m_settings.beginReadArray(kRuns), static_cast<int>(most));
    for (int place = 0; place < count; ++place) {
        m_settings.setArrayIndex(place);
        const std::chrono::milliseconds at(m_settings.value(QStringLiteral("at")).toLongLong());
        if (at <= now && now - at < valid) {
            runs.push_back({bytes("server"), bytes("rule"), bytes("lock"), bytes("owner"), at});
        }
    }
    m_settings.endArray();
    return runs;
}

void AlertRuns::write(const std::vector<Run>& runs)
{
    const auto set = [this](const char* key, const std::string& bytes) {
        m_settings.setValue(QLatin1String(key), QByteArray::fromStdString(bytes));
    };
    m_settings.remove(kRuns);
    m_settings.beginWriteArray(kRuns);
    for (std::size_t place = 0; place < runs.size(); ++place) {
        m_settings.setArrayIndex(static_cast<int>(place));
        set("server", runs[place].server);
        set("rule", runs[place].rule);
        set("lock", runs[place].lock);
        set("owner", runs[place].owner);
        m_settings.setValue(QStringLiteral("at"), static_cast<qlonglong>(runs[place].at.count()));
    }
    m_settings.endArray();
    m_settings.sync();
}

} // namespace lockscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/machine_text.hpp"

#include <QDateTime>

#include <chrono>

namespace lockscope::ui {

QString machineWord(std::string_view name)
{
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString isoTime(SystemTime at)
{
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString isoTime(const std::optional<SystemTime>& at)
{
    return at ? isoTime(*at) : QString();
}

QString isoTimeMicros(SystemTime at)
{
    const auto us = std::chrono::floor<std::chrono::microseconds>(at.time_since_epoch()).count();
    const QDateTime seconds = QDateTime::fromMSecsSinceEpoch(us / 1000, Qt::UTC);
    return seconds.toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"))
         + QStringLiteral(".%1Z").arg(us % 1'000'000, 6, 10, QLatin1Char('0'));
}

} // namespace lockscope::ui

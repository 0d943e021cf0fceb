// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis_steps.hpp"

#include "text/words.hpp"

#include <QCoreApplication>
#include <QDateTime>

#include <array>
#include <cmath>

namespace lockscope::ui {
namespace {

struct Axis
{
    Q_DECLARE_TR_FUNCTIONS(Axis)
};

constexpr double kMinute = 60;
constexpr double kHour = 3600;
constexpr double kDay = 86'400;

constexpr std::array kSteps{0.1,          0.2,          0.5,          1.0,      2.0,         5.0,
                            10.0,         15.0,         30.0,         kMinute,  2 * kMinute, 5 * kMinute,
                            10 * kMinute, 15 * kMinute, 30 * kMinute, kHour,    2 * kHour,   6 * kHour,
                            12 * kHour,   kDay,         2 * kDay,     7 * kDay, 30 * kDay};

bool isWhole(double value)
{
    return std::abs(value - std::round(value)) < 1e-6;
}

} // namespace

double niceStep(double span, int most)
{
    for (const double step : kSteps) {
        if (span / step <= most) {
            return step;
        }
    }
    return std::ceil(span / most / kSteps.back()) * kSteps.back();
}

QString axisLabel(double seconds, double step)
{
    const auto number = [seconds](double unit) {
        const double value = seconds / unit;
        return QString::number(value, 'f', isWhole(value) ? 0 : 1);
    };
    const auto isIn = [step](double unit) { return step >= unit && isWhole(step / unit); };
    return isIn(kDay)    ? Axis::tr("%1 d", "days, at an axis").arg(number(kDay))
         : isIn(kHour)   ? Axis::tr("%1 h", "hours, at an axis").arg(number(kHour))
         : isIn(kMinute) ? Axis::tr("%1 min", "minutes, at an axis").arg(number(kMinute))
                         : Axis::tr("%1 s", "seconds, at an axis").arg(number(1));
}

QString nowLabel()
{
    return Axis::tr("now", "at the end of a time axis");
}

QString agoLabel(double seconds, double step)
{
    return seconds < 0.05 ? nowLabel() : QChar(0x2212) + axisLabel(seconds, step);
}

QString clockLabel(SystemTime at, double step)
{
    return localTime(at).toString(step < 1         ? QStringLiteral("HH:mm:ss.z")
                                  : step < kMinute ? QStringLiteral("HH:mm:ss")
                                                   : QStringLiteral("HH:mm"));
}

QList<std::pair<double, QString>> clockMarks(SystemTime end, double span, double step)
{
    const QDateTime local = localTime(end);
    const double last = static_cast<double>(local.toMSecsSinceEpoch()) / 1000 + local.offsetFromUtc();
    QList<std::pair<double, QString>> marks;
    for (double at = std::ceil((last - span) / step) * step; at <= last; at += step) {
        const auto back = std::chrono::milliseconds(std::llround((last - at) * 1000));
        marks.append({at - last, clockLabel(end - back, step)});
    }
    return marks;
}

} // namespace lockscope::ui

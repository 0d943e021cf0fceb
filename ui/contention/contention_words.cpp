// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_words.hpp"

#include "text/words.hpp"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace lockscope::ui {
namespace {

struct ContentionWords
{
    Q_DECLARE_TR_FUNCTIONS(ContentionWords)
};

QString countText(std::int64_t count, TimesOf what)
{
    return what == TimesOf::holds ? ContentionWords::tr("%Ln hold(s)", nullptr, pluralCount(count))
                                  : ContentionWords::tr("%Ln wait(s)", nullptr, pluralCount(count));
}

QString sentences(const QStringList& parts)
{
    return parts.join(QStringLiteral(" · "));
}

/// Of holds that no reading has met: only their unlock messages tell of them.
QString unseenText(const ContentionTimes& times)
{
    return times.unseen == 0
             ? QString()
             : ContentionWords::tr("At least %Ln more were too short to be timed.", "holds", pluralCount(times.unseen));
}

} // namespace

QString shortDuration(double milliseconds)
{
    if (milliseconds < 1) {
        return ContentionWords::tr("below 1 ms", "a duration");
    }
    if (milliseconds < 1000) {
        return ContentionWords::tr("%1 ms", "milliseconds").arg(QLocale().toString(milliseconds, 'f', 0));
    }
    if (milliseconds < 10'000) {
        return durationText(std::chrono::milliseconds{std::llround(milliseconds)});
    }
    // It would be cut to whole seconds there, and 14.996 s are said as 14 s.
    return durationText(std::chrono::seconds{std::llround(milliseconds / 1000)});
}

QString clockText(SystemTime at)
{
    const QDateTime time = localTime(at);
    const bool today = time.date() == QDate::currentDate();
    return today ? time.toString(QStringLiteral("HH:mm:ss")) : dateAndTimeText(at);
}

QString dateAndClockText(SystemTime at)
{
    return dateAndTimeText(at) + QLatin1Char(' ') + localTime(at).timeZoneAbbreviation();
}

QString quantityText(double value)
{
    const bool whole = value >= 100 || std::abs(value - std::round(value)) < 0.005;
    return QLocale().toString(value, 'f', whole ? 0 : value < 1 ? 2 : 1);
}

QString summaryText(const ContentionSummary& summary, const ContentionHistory::Query& query, SystemTime now,
                    Waiting known)
{
    const bool past = query.ago > std::chrono::milliseconds{0};
    QStringList parts;
    if (past) {
        const SystemTime end = now - query.ago;
        parts << ContentionWords::tr("%1 to %2", "beginning and end of a range of time")
                     .arg(clockText(end - query.range), clockText(end));
    } else if (summary.live && known == Waiting::some) {
        parts << (summary.waiting_now > 0 ? ContentionWords::tr("now %Ln client(s) or more wait, as far as is known",
                                                                nullptr, pluralCount(summary.waiting_now))
                                          : ContentionWords::tr("whether anybody waits now is not known"));
    } else if (summary.live) {
        parts << ContentionWords::tr("now %Ln client(s) wait", nullptr, pluralCount(summary.waiting_now));
    } else {
        parts << ContentionWords::tr("not live, at last %Ln client(s) waited", nullptr,
                                     pluralCount(summary.waiting_now));
    }
    parts << (summary.most_waiting > 0 ? ContentionWords::tr("most %1 at %2", "clients waiting; number and time of day")
                                             .arg(QLocale().toString(static_cast<qlonglong>(summary.most_waiting)),
                                                  clockText(summary.most_waiting_at))
              : known == Waiting::all ? ContentionWords::tr("nobody has waited in this time")
                                      : ContentionWords::tr("nobody is known to have waited in this time"));
    if (!past) {
        parts << ContentionWords::tr("%Ln lock(s) contended", nullptr, pluralCount(summary.contended_now));
    }
    parts << ContentionWords::tr("%Ln acquisition(s)", nullptr, pluralCount(summary.acquired));
    if (const auto lost = summary.expired + summary.vanished; lost > 0) {
        parts << ContentionWords::tr("%Ln expired or vanished", nullptr, pluralCount(lost));
    }
    if (summary.forced > 0) {
        parts << ContentionWords::tr("%Ln forced", nullptr, pluralCount(summary.forced));
    }
    // A range that has only begun, or has gaps: the figures are of less than it says.
    if (summary.observed < query.range * 9 / 10) {
        parts << ContentionWords::tr("%1 of it seen", "of the time range; a duration")
                     .arg(durationText(summary.observed));
    }
    return sentences(parts);
}

QString waitingText(const ContentionPoint& point)
{
    if (!point.sample) {
        return ContentionWords::tr("%1: not known").arg(clockText(point.at));
    }
    QStringList parts;
    parts << ContentionWords::tr("%1: %2 clients waited on average", "time of day; number")
                 .arg(clockText(point.at), quantityText(point.sample->waiting));
    parts << ContentionWords::tr("most %1", "clients waiting")
                 .arg(QLocale().toString(static_cast<qlonglong>(point.sample->most_waiting)));
    parts << ContentionWords::tr("%1 locks held", "on average").arg(quantityText(point.sample->held));
    parts << ContentionWords::tr("%1 contended", "locks, on average").arg(quantityText(point.sample->contended));
    return sentences(parts);
}

QString ratesText(const ContentionPoint& point, milliseconds step)
{
    if (!point.sample) {
        return ContentionWords::tr("%1: not known").arg(clockText(point.at));
    }
    QStringList parts;
    parts << ContentionWords::tr("%1: %2 acquired a second", "time of day; number")
                 .arg(clockText(point.at), quantityText(point.sample->acquired));
    parts << ContentionWords::tr("%1 released a second").arg(quantityText(point.sample->released));
    const auto number = [](std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); };
    parts << ContentionWords::tr("in %1: %2 expired, %3 vanished, %4 forced", "a duration and three numbers")
                 .arg(shortDuration(static_cast<double>(step.count())), number(point.sample->expired),
                      number(point.sample->vanished), number(point.sample->forced));
    return sentences(parts);
}

QString timesText(const ContentionTimes& times, TimesOf what)
{
    if (times.count == 0) {
        return what == TimesOf::holds ? ContentionWords::tr("No hold has ended in this time.")
                                      : ContentionWords::tr("No wait has ended in this time.");
    }
    const auto about = [](double value) { return shortDuration(value); };
    const QString figures = ContentionWords::tr("%1: half within %2, 90 % within %3, 99 % within %4, the longest %5.",
                                                "number of holds or waits, and durations")
                                .arg(countText(times.count, what), about(times.p50), about(times.p90), about(times.p99),
                                     about(static_cast<double>(times.longest.count())));
    const QString estimated = times.estimated == 0
                                ? QString()
                                : ContentionWords::tr("%Ln estimated.", "holds or waits", pluralCount(times.estimated));
    return inARow({figures, estimated, unseenText(times)});
}

QString certaintyText(const ContentionTimes& times, TimesOf what)
{
    if (times.certainty() == Certainty::exact) {
        return {};
    }
    if (times.estimated == 0) {
        return unseenText(times);
    }
    const QString part = times.estimated == times.count ? ContentionWords::tr("Estimated")
                                                        : ContentionWords::tr("%Ln of them estimated", "holds or waits",
                                                                              pluralCount(times.estimated));
    return what == TimesOf::holds
             ? inARow({ContentionWords::tr("%1: their beginning was not seen, they took at least so long.").arg(part),
                       unseenText(times)})
             : ContentionWords::tr("%1: Redis tells how many wait, not who; first come is taken for first gone.")
                   .arg(part);
}

QString barText(double from, double to, qint64 count, TimesOf what)
{
    if (from < 1 && to <= 1) {
        return ContentionWords::tr("%1 below 1 ms", "number of holds or waits").arg(countText(count, what));
    }
    return ContentionWords::tr("%1 of %2 to %3", "number of holds or waits, and durations")
        .arg(countText(count, what), shortDuration(from), shortDuration(to));
}

} // namespace lockscope::ui

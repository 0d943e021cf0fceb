// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/standstill.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/text_color.hpp"

#include <QCoreApplication>
#include <QLabel>

#include <algorithm>

namespace lockscope::ui {
namespace {

struct Standstill
{
    Q_DECLARE_TR_FUNCTIONS(Standstill)
};

} // namespace

bool isInReach(const Session& session, const LockState* lock)
{
    return session.status().link != MonitorStatus::Link::lost && (lock == nullptr || !lock->is_out_of_reach());
}

QString seenAtText(SteadyTime seen)
{
    const Moment present = ShownTime::present();
    const auto ago = std::chrono::duration_cast<SystemTime::duration>(present.now - seen);
    return Standstill::tr("Seen at %1.", "%1: time of day").arg(timeOfDayText(present.wall - ago));
}

QString standstillText(const Session& session, const LockState* lock)
{
    const SteadyTime shown = session.shownTime().now().now;
    const SteadyTime seen = lock != nullptr ? std::max(lock->observed_at, shown) : shown;
    if (!isInReach(session)) {
        return inARow(
            {Standstill::tr("No connection: this is what was seen last. Nothing can be done until it is back."),
             seenAtText(seen)});
    }
    if (!isInReach(session, lock)) {
        return inARow(
            {Standstill::tr(
                 "Its master is out of reach, or this user may not read it any more: this is what was seen last. "
                 "Nothing can be done until it can be read."),
             seenAtText(lock->known_at(ShownTime::present()).now)});
    }
    return session.isPaused()
             ? inARow({Standstill::tr("Paused: this is what was seen last. What has changed since is left alone."),
                       seenAtText(seen)})
             : QString();
}

Moment momentFor(const Session& session, const LockState& lock)
{
    const Moment shown = session.shownTime().now();
    return lock.known_at(lock.observed_at > shown.now ? ShownTime::present() : shown);
}

QLabel* standstillLabel(QWidget* parent)
{
    QLabel* label = plainLabel({}, parent);
    label->setWordWrap(true);
    label->hide();
    colorText(*label, &Theme::warning);
    return label;
}

} // namespace lockscope::ui
